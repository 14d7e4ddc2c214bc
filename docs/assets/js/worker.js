// @ts-check
// Runs Python apart from the page: loads Pyodide with the site's own wheels, then hands every
// text it is sent to taroky_tutorials.browser.handle and the answer back.

/** @typedef {{ id: number, text: string }} Question */
/** What the page will want of Python soon: packages that come later for others.
 * @typedef {{ wants: string[] }} Wants */

const scope = /** @type {{ name: string, onmessage: unknown, postMessage: (message: unknown) => void }} */ (
  /** @type {unknown} */ (self)
);
const folder = new URL("../py/", import.meta.url).href;

/** The wheels that Python starts with; it asks for others when it wants them. */
const FIRST = ["taroky", "taroky-tutorials"];

/** build and ready: only where the start is made shorter (slimming in build_scripts).
 * @typedef {{ build?: string, library: string, ready?: string, packages: Record<string, { file_name: string }> }} Lock */
/** parts: the packages in it that Python does not start with.
 * @typedef {{ build: string, parts: string[], content: Uint8Array }} Memory */

/** Where a browser keeps Python's memory as it is after a start, to go on from there on later visits. */
const KEPT = { store: "taroky:python", place: `${folder}memory` };
/** The room that must be left to a site that wants to be kept whole, in bytes. */
const ROOM = 250e6;
/** What is kept of the memory or left out as a whole, in words of four bytes. */
const PAGE = 1024;

/**
 * The lock file names all that changes from build to build by its content: asked for again each time, it
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
 * What was kept on an earlier visit; null if nothing was, and where nothing can be.
 * @returns {Promise<Memory | null>}
 */
async function keptMemory() {
  try {
    const found = await (await caches.open(KEPT.store)).match(KEPT.place);
    const stretches = found?.headers.get("x-stretches");
    if (!found || !stretches) return null;
    const content = new Uint8Array(Number(found.headers.get("x-length")));
    const kept = new Uint8Array(await found.arrayBuffer());
    const count = Number(stretches);
    let from = count * 8;
    for (const [start, length] of pairs(new Uint32Array(kept.buffer, 0, count * 2))) {
      content.set(kept.subarray(from, from + length), start);
      from += length;
    }
    const parts = (found.headers.get("x-parts") ?? "").split(" ").filter(Boolean);
    return { build: found.headers.get("x-build") ?? "", parts, content };
  } catch {
    return null;
  }
}

/** Keep Python's memory in place of any other of this site, if there is room: where each stretch that is
 * not all zeros begins and how long it is, in bytes, and then all these stretches. Nearly half is zeros.
 * @param {Memory} memory */
async function keepMemory({ build, parts, content }) {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    if (quota - usage < ROOM) return;
    const { buffer } = /** @type {Uint8Array<ArrayBuffer>} */ (content);
    const stretches = used(new Int32Array(buffer, 0, content.length >> 2));
    const headers = {
      "x-build": build, "x-length": String(content.length), "x-stretches": String(stretches.length / 2),
      "x-parts": parts.join(" "),
    };
    const pieces = [...pairs(stretches)].map(([start, length]) => new Uint8Array(buffer, start, length));
    const kept = new Response(new Blob([stretches, ...pieces]), { headers });
    await (await caches.open(KEPT.store)).put(KEPT.place, kept);
  } catch {
    // Python starts as it did.
  }
}

/**
 * The pages of a memory that are not all zeros, those side by side as one: where each stretch begins and
 * how long it is, in bytes.
 * @param {Int32Array} words
 */
function used(words) {
  /** @type {number[]} */
  const found = [];
  for (let page = 0; page < words.length; page += PAGE) {
    const end = Math.min(page + PAGE, words.length);
    let at = page;
    while (at < end && words[at] === 0) at++;
    if (at === end) continue;
    const [start, length] = found.slice(-2);
    if (start + length === page * 4) found[found.length - 1] += (end - page) * 4;
    else found.push(page * 4, (end - page) * 4);
  }
  return new Uint32Array(found);
}

/** @param {Uint32Array} numbers @returns {Generator<[number, number]>} */
function* pairs(numbers) {
  for (let at = 0; at < numbers.length; at += 2) yield [numbers[at], numbers[at + 1]];
}

/** @returns {Promise<null>} */
async function forgetMemory() {
  try {
    await (await caches.open(KEPT.store)).delete(KEPT.place);
  } catch {
    // There is none.
  }
  return null;
}

/**
 * Python's door. A part of Python that is rarely wanted is asked for by {"needs": [package, …]}, is
 * loaded, and the question is put again.
 * @param {Promise<Memory | null>} kept
 * @returns {Promise<(text: string) => string | Promise<string>>}
 */
async function start(kept) {
  // All at once: none of it waits for another.
  const [script, module] = [import(`${folder}pyodide.mjs`), import(`${folder}pyodide.asm.mjs`)];
  const lockText = await lockFile();
  const lock = /** @type {Lock} */ (JSON.parse(lockText));
  const library = fetch(folder + lock.library);
  const files = [...(lock.ready ? [lock.ready] : []), ...FIRST.map((name) => lock.packages[name].file_name)];
  const first = Promise.all(files.map(bytesOf));
  const { build } = lock;
  const memory = await kept;
  const fits = memory !== null && memory.build === build;
  const parts = new Set(fits ? memory.parts : []);
  // What the page has said that it wants comes behind what Python starts with.
  /** @type {Map<string, Promise<Uint8Array>>} */
  const ahead = new Map();
  /** @type {Set<string>} */
  const soon = new Set();
  const fetchAhead = (/** @type {string[]} */ names) => {
    for (const name of names.filter((one) => !soon.has(one))) {
      soon.add(name);
      if (parts.has(name)) continue;
      const coming = first.then(() => bytesOf(lock.packages[name].file_name));
      coming.catch(() => ahead.delete(name));
      ahead.set(name, coming);
    }
  };
  fetchAhead(wanted);
  want = fetchAhead;
  const nothing = Promise.resolve(new Response());
  fetched.set(`${folder}pyodide.asm.wasm`, nothing).set(folder + lock.library, library);
  let unpack = (/** @type {Uint8Array} */ _zip) => /** @type {string[]} */ ([]);
  const { loadPyodide } = /** @type {typeof import("pyodide")} */ (await script);
  const pyodide = await loadPyodide({
    ...(fits ? { _loadSnapshot: memory.content } : {}),
    _makeSnapshot: build !== undefined,
    indexURL: folder,
    stdLibURL: folder + lock.library,
    lockFileContents: lockText,
    createPyodideModule: (await module).default,
    fsInit: async (files, { sitePackages }) => {
      unpack = (zip) => {
        const names = [];
        const folders = new Set();
        for (const [name, content] of filesIn(zip)) {
          // What it says of packages nobody asks for, and Pyodide would keep a list of them that no kept
          // memory may hold.
          if (name.includes(".dist-info/")) continue;
          const inside = name.slice(0, name.lastIndexOf("/"));
          if (!folders.has(inside)) files.mkdirTree(`${sitePackages}/${inside}`);
          folders.add(inside);
          files.writeFile(`${sitePackages}/${name}`, content, { canOwn: true });
          names.push(name);
        }
        return names;
      };
      for (const zip of await first) unpack(zip);
    },
  });
  if (!fits && lock.ready) pyodide.pyimport("taroky_ready");
  const door = pyodide.pyimport("taroky_tutorials.browser");
  if (fits) door.awake();
  /** Whether there is more in Python's memory than in what was kept. */
  let grown = !fits;
  afterAnswer = () => {
    if (build === undefined || !grown || [...soon].some((name) => !parts.has(name))) return;
    grown = false;
    void keepMemory({ build, parts: [...parts], content: pyodide.makeMemorySnapshot() });
  };
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
    const zips = await Promise.all(names.map((name) => ahead.get(name) ?? bytesOf(lock.packages[name].file_name)));
    door.arrived(pyodide.toPy(zips.flatMap(unpack)));
    for (const name of names) {
      ahead.delete(name);
      parts.add(name);
    }
    grown ||= names.some((name) => soon.has(name));
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

/** Told at once of whatever Python cannot start without: Pyodide waits forever when its WebAssembly file
 * does not come or does not fit.
 * @type {(error: unknown) => void} */
let refuse = () => undefined;

const { fetch: plainFetch } = globalThis;
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
    if (!response.ok) refuse(new Error(`${name}: ${response.status} ${response.statusText}`));
    return response;
  } catch (error) {
    refuse(new Error(`${name} could not be loaded`));
    throw error;
  }
};

/** Pyodide's WebAssembly is compiled while all else is on its way. */
async function compile() {
  const response = await fetch(`${folder}pyodide.asm.wasm`);
  // A host that does not know the type gets it compiled all the same.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

WebAssembly.instantiateStreaming = async (_, imports) => {
  try {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  } catch (error) {
    refuse(error);
    throw error;
  }
};

/** What is done when Python has answered: for the first time, and with a part of it that the page has wanted.
 * @type {() => void} */
let afterAnswer = () => undefined;
/** @type {string[]} */
const wanted = [];
/** Told of what the page wants soon.
 * @type {(names: string[]) => void} */
let want = (names) => {
  wanted.push(...names);
};

/** @param {Promise<Memory | null>} kept */
const begin = (kept) =>
  Promise.race([start(kept), new Promise((_, reject) => void (refuse = reject))]);

/** From the memory that was kept, and from nothing if that does not do: also after a failure. */
async function startAnyhow() {
  const anew = scope.name === "afresh";
  try {
    return await begin(anew ? forgetMemory() : kept);
  } catch (error) {
    if (anew || !(await kept)) throw error;
    return begin(forgetMemory());
  }
}

const compiled = compile();
const kept = keptMemory();
const started = startAnyhow();
started.then(
  () => scope.postMessage({ kind: "ready" }),
  (error) => scope.postMessage({ kind: "failed", reason: lastLine(error) }),
);

scope.onmessage = async (/** @type {MessageEvent<Question | Wants>} */ { data }) => {
  if ("wants" in data) {
    want(data.wants);
    return;
  }
  const { id, text } = data;
  const answer = await started;
  try {
    scope.postMessage({ kind: "answer", id, text: await answer(text) });
    afterAnswer();
  } catch (error) {
    scope.postMessage({ kind: isFatal(error) ? "broken" : "error", id, reason: lastLine(error) });
  }
};
