// @ts-check
// Runs Python apart from the page: loads Pyodide with the site's own wheels, then hands every
// text it is sent to taroky_tutorials.browser.handle and the answer back.

/** @typedef {{ id: number, text: string }} Question */

const scope = /** @type {{ onmessage: unknown, postMessage: (message: unknown) => void }} */ (
  /** @type {unknown} */ (self)
);
const folder = new URL("../py/", import.meta.url).href;

/** The wheels that Python starts with; it asks for others when it wants them. */
const FIRST = ["taroky", "taroky-tutorials"];

/** @typedef {{ library: string, packages: Record<string, { file_name: string }> }} Lock */

/**
 * The lock file names all that changes from build to build by its content: asked for anew each time, it
 * keeps a browser's cache from mixing two builds.
 * @returns {Promise<string>}
 */
async function lockFile() {
  return (await fetch(`${folder}pyodide-lock.json`, { cache: "no-cache" })).text();
}

/** @param {string} name */
async function bytesOf(name) {
  const response = await fetch(folder + name);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The files in a zip of the build, which are stored as they are.
 * @param {Uint8Array} zip
 * @returns {Generator<[string, Uint8Array]>}
 */
function* filesIn(zip) {
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const [size, name, extra, comment] = [view.getUint32(at + 24, true),
      ...[28, 30, 32].map((place) => view.getUint16(at + place, true))];
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield [new TextDecoder().decode(zip.subarray(at + 46, at + 46 + name)), zip.subarray(start, start + size)];
    at += 46 + name + extra + comment;
  }
}

/**
 * Python's door. A part of Python that is rarely wanted is asked for by {"needs": [package, …]}, is
 * loaded, and the question is put again.
 * @returns {Promise<(text: string) => string | Promise<string>>}
 */
async function start() {
  // All at once, the biggest first: none of it waits for another.
  const runtime = fetch(`${folder}pyodide.asm.wasm`);
  const [script, module] = [import(`${folder}pyodide.mjs`), import(`${folder}pyodide.asm.mjs`)];
  const lockText = await lockFile();
  const lock = /** @type {Lock} */ (JSON.parse(lockText));
  const library = fetch(folder + lock.library);
  const first = Promise.all(FIRST.map((name) => bytesOf(lock.packages[name].file_name)));
  fetched.set(`${folder}pyodide.asm.wasm`, runtime).set(folder + lock.library, library);
  let unpack = (/** @type {Uint8Array} */ _zip) => /** @type {string[]} */ ([]);
  const { loadPyodide } = /** @type {typeof import("pyodide")} */ (await script);
  const pyodide = await loadPyodide({
    indexURL: folder,
    stdLibURL: folder + lock.library,
    lockFileContents: lockText,
    createPyodideModule: (await module).default,
    fsInit: async (files, { sitePackages }) => {
      unpack = (zip) => {
        const names = [];
        for (const [name, content] of filesIn(zip)) {
          files.mkdirTree(`${sitePackages}/${name.slice(0, name.lastIndexOf("/"))}`);
          files.writeFile(`${sitePackages}/${name}`, content, { canOwn: true });
          names.push(name);
        }
        return names;
      };
      for (const zip of await first) unpack(zip);
    },
  });
  const door = pyodide.pyimport("taroky_tutorials.browser");
  /** @type {(text: string) => string} */
  const handle = door.handle;
  /** @param {string} text @param {string} [loaded] @returns {string | Promise<string>} */
  const answer = (text, loaded = "") => {
    const reply = handle(text);
    if (!reply.startsWith('{"needs":')) return reply;
    if (reply === loaded) throw new Error("a part of Python is missing on this site");
    return load(JSON.parse(reply).needs).then(() => answer(text, reply));
  };
  /** @param {string[]} names */
  const load = async (names) => {
    const zips = await Promise.all(names.map((name) => bytesOf(lock.packages[name].file_name)));
    door.arrived(pyodide.toPy(zips.flatMap(unpack)));
  };
  return answer;
}

/** Whether nothing after this could be trusted: Python's memory is used up, or WebAssembly has stopped.
 * A mistake of ours, or a file that did not come, does Python no harm.
 * @param {unknown} error */
const isFatal = (error) =>
  error instanceof WebAssembly.RuntimeError ||
  error instanceof RangeError ||
  /^(MemoryError|SystemError)|fatally/.test(lastLine(error) ?? "");

/** @param {unknown} error */
const lastLine = (error) =>
  String(error instanceof Error ? error.message : error).trim().split("\n").pop();

/** What has been asked for before Pyodide does, by its address.
 * @type {Map<string, Promise<Response>>} */
const fetched = new Map();

/**
 * Pyodide waits for ever when its WebAssembly file does not come or does not fit: this promise is
 * rejected as soon as any file is refused.
 * @type {Promise<never>}
 */
const broken = new Promise((_, reject) => {
  const { fetch: plainFetch } = globalThis;
  const { instantiate } = WebAssembly;
  globalThis.fetch = async (input, options) => {
    const address = String(input instanceof Request ? input.url : input);
    const early = fetched.get(address);
    if (early) {
      fetched.delete(address);
      return early;
    }
    const name = address.split("/").pop();
    try {
      const response = await plainFetch(input, options);
      if (!response.ok) reject(new Error(`${name}: ${response.status} ${response.statusText}`));
      return response;
    } catch (error) {
      reject(new Error(`${name} could not be loaded`));
      throw error;
    }
  };
  WebAssembly.instantiate = /** @type {typeof instantiate} */ (
    async (/** @type {[BufferSource, WebAssembly.Imports?]} */ ...parts) => {
      try {
        return await instantiate(...parts);
      } catch (error) {
        reject(error);
        throw error;
      }
    }
  );
});

const started = Promise.race([start(), broken]);
started.then(
  () => scope.postMessage({ kind: "ready" }),
  (error) => scope.postMessage({ kind: "failed", reason: lastLine(error) }),
);

scope.onmessage = async (/** @type {MessageEvent<Question>} */ { data: { id, text } }) => {
  const answer = await started;
  try {
    scope.postMessage({ kind: "answer", id, text: await answer(text) });
  } catch (error) {
    scope.postMessage({ kind: isFatal(error) ? "broken" : "error", id, reason: lastLine(error) });
  }
};
