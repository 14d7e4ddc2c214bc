// @ts-check
// Stands before every other script of a copy that is opened as a file. A browser then refuses fetch,
// modules and workers from files, so all of them get what they ask for from scripts or data that the
// page may have. Where these come from, `self.carriedText` says.

{
  // What our scripts take for the address of the site. Nothing is ever asked there.
  const SITE = "https://carried.invalid/";
  const TYPES = /** @type {Record<string, string>} */ ({
    js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm", json: "application/json",
  });
  /** @typedef {(path: string) => Promise<string>} Read */
  /** @typedef {{ createHTML(text: string): string, createScriptURL(address: string): string }} Policy */
  /** @typedef {{ carriedText: Read, carriedRoot: string, carriedScript: string, carriedTrust: Policy,
   *   carriedPage?: (address: URL) => string | undefined,
   *   carriedBundle?: (path: string) => string | undefined }} Carried */
  const scope = /** @type {Carried} */ (/** @type {unknown} */ (self));
  scope.carriedScript = `${scope.carriedRoot}assets/js/main.js`; // its own address, in our script
  const plainFetch = self.fetch.bind(self);

  /** The path of one of our own files below the root of the site.
   * @param {unknown} address @returns {string | undefined} */
  const pathOf = (address) => {
    const url = new URL(address instanceof Request ? address.url : String(address), document.baseURI);
    const whole = `${url.protocol}//${url.host}${url.pathname}`;
    const start = [SITE, scope.carriedRoot].find((root) => whole.startsWith(root));
    return start === undefined ? undefined : decodeURIComponent(whole.slice(start.length));
  };

  /** One of our own files, unpacked.
   * @param {string} path @returns {Promise<Blob>} */
  const file = async (path) => {
    const type = TYPES[path.split(".").pop() ?? ""] ?? "application/octet-stream";
    const bundle = scope.carriedBundle?.(path);
    if (bundle) {
      const found = JSON.parse(await (await file(bundle)).text())[path];
      if (found === undefined) throw new Error(`${path} is missing`);
      return new Blob([found], { type });
    }
    const text = await scope.carriedText(path);
    const packed = await (await plainFetch(`data:application/gzip;base64,${text}`)).blob();
    const bytes = packed.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Blob([await new Response(bytes).arrayBuffer()], { type });
  };

  /** @param {RequestInfo | URL} input @param {RequestInit} [options] */
  self.fetch = async (input, options) => {
    const path = pathOf(input);
    if (path === undefined) return plainFetch(input, options);
    const page = scope.carriedPage?.(new URL(String(input instanceof Request ? input.url : input), document.baseURI));
    if (page) return new Response(page);
    try {
      return new Response(await file(path));
    } catch {
      return new Response(null, { status: 404, statusText: "not in this copy" });
    }
  };

  // -- workers -----------------------------------------------------------------------------------

  /** Runs in the worker before its script and asks the page for that, and for all that it fetches.
   * Its own text is all that it has.
   * @param {string} site */
  const inWorker = (site) => {
    const worker = /** @type {any} */ (self);
    /** @type {MessagePort | undefined} */
    let page;
    let last = 0;
    /** @type {MessageEvent[]} */
    const held = [];
    /** @type {Map<number, (file: Blob | undefined) => void>} */
    const asked = new Map();

    /** @param {string} path @returns {Promise<Blob>} */
    const get = async (path) => {
      /** @type {Blob | undefined} */
      const found = await new Promise((resolve) => {
        asked.set(++last, resolve);
        page?.postMessage({ id: last, path });
      });
      if (!found) throw new Error(`${path} is not in this copy`);
      return found;
    };
    /** @param {MessageEvent} event */
    const hold = (event) => {
      event.stopImmediatePropagation();
      if (page) held.push(event);
      else void begin(event.data);
    };
    /** @param {{ carried: MessagePort, path: string }} first */
    const begin = async ({ carried, path }) => {
      page = carried;
      page.onmessage = ({ data }) => {
        asked.get(data.id)?.(data.file);
        asked.delete(data.id);
      };
      try {
        const script = URL.createObjectURL(await get(path));
        const load = worker.importScripts;
        // Its page's policy holds here too; this is the only script that is loaded in this way.
        const trust = worker.trustedTypes?.createPolicy("carried", {
          createScriptURL: (/** @type {string} */ address) => (address === script ? address : null),
        });
        // Pyodide does not start where this works: it takes the worker for an old one.
        worker.importScripts = () => { throw new TypeError("not here"); };
        load.call(worker, trust?.createScriptURL(script) ?? script);
      } catch (error) {
        setTimeout(() => { throw error; }); // heard by the page as an error of the worker
        return;
      }
      worker.removeEventListener("message", hold);
      for (const event of held) worker.dispatchEvent(new MessageEvent("message", { data: event.data }));
    };
    worker.addEventListener("message", hold);

    const plainFetch = worker.fetch.bind(worker);
    /** @param {unknown} input @param {unknown} options */
    worker.fetch = async (input, options) => {
      const address = input instanceof Request ? input.url : String(input);
      if (!address.startsWith(site)) return plainFetch(input, options);
      try {
        return new Response(await get(address.slice(site.length)));
      } catch {
        return new Response(null, { status: 404, statusText: "not in this copy" });
      }
    };
    // Stands for import() in the scripts of this copy.
    /** @param {string} address */
    worker.carriedImport = async (address) =>
      import(URL.createObjectURL(await get(address.slice(site.length))));
  };

  const begin = URL.createObjectURL(
    new Blob([`(${inWorker})(${JSON.stringify(SITE)})`], { type: "text/javascript" }),
  );
  self.Worker = class extends self.Worker {
    /** @param {string | URL} url @param {WorkerOptions} [options] */
    constructor(url, options) {
      const path = pathOf(url);
      if (path === undefined) {
        super(url, options);
        return;
      }
      super(scope.carriedTrust.createScriptURL(begin), { name: options?.name ?? "" });
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = async ({ data: { id, path } }) => {
        port1.postMessage({ id, file: await file(path).catch(() => undefined) });
      };
      this.postMessage({ carried: port2, path }, [port2]);
    }
  };
}
