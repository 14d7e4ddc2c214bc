// @ts-check
// Runs Python apart from the page: loads Pyodide with the site's own wheels, then hands every
// text it is sent to taroky_tutorials.browser.handle and the answer back.

/** @typedef {{ id: number, text: string }} Question */

const scope = /** @type {{ onmessage: unknown, postMessage: (message: unknown) => void }} */ (
  /** @type {unknown} */ (self)
);
const folder = new URL("../py/", import.meta.url).href;

/**
 * The lock file names the wheels by their content: asked for anew each time, it keeps a browser's
 * cache from mixing two builds.
 * @returns {Promise<string>}
 */
async function lockFile() {
  const response = await fetch(`${folder}pyodide-lock.json`, { cache: "no-cache" });
  if (!response.ok) throw new Error(`pyodide-lock.json: ${response.status}`);
  return response.text();
}

/**
 * Python's door. A part of Python that is rarely wanted is asked for by {"needs": [package, …]}, is
 * loaded, and the question is put again.
 * @returns {Promise<(text: string) => string | Promise<string>>}
 */
async function start() {
  const { loadPyodide } = /** @type {typeof import("pyodide")} */ (
    await import(`${folder}pyodide.mjs`)
  );
  const pyodide = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}python_stdlib.zip`,
    lockFileContents: lockFile(),
    packageBaseUrl: folder,
    packages: ["taroky-tutorials"],
  });
  /** @type {(text: string) => string} */
  const handle = pyodide.pyimport("taroky_tutorials.browser").handle;
  /** @param {string} text @param {string} [loaded] @returns {string | Promise<string>} */
  const answer = (text, loaded = "") => {
    const reply = handle(text);
    if (!reply.startsWith('{"needs":')) return reply;
    if (reply === loaded) throw new Error("a part of Python is missing on this site");
    return pyodide.loadPackage(JSON.parse(reply).needs).then(() => answer(text, reply));
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

/**
 * Pyodide waits for ever when its WebAssembly file does not come or does not fit: this promise is
 * rejected as soon as any file is refused.
 * @type {Promise<never>}
 */
const broken = new Promise((_, reject) => {
  const { fetch: plainFetch } = globalThis;
  const { instantiate } = WebAssembly;
  globalThis.fetch = async (input, options) => {
    const name = String(input instanceof Request ? input.url : input).split("/").pop();
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
