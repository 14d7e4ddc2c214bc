// @ts-check
// Texts that the browser keeps for this site. What it will not take (no room left, a private window) is
// held as long as the page is open.

/** What the browser refused, by its key; null: something that it would not remove.
 * @type {Map<string, string | null>} */
const held = new Map();
/** @type {Set<(key: string) => void>} */
const watchers = new Set();

/** Be told of every text that the browser refuses to keep.
 * @param {(key: string) => void} watcher */
export function watchRefusals(watcher) {
  watchers.add(watcher);
}

/** @param {string} key @returns {string | null} */
export function get(key) {
  const mine = held.get(key);
  return mine === undefined ? stored(key) : mine;
}

/** What is there under a key, the newest last: another window may have stored what this one could not.
 * @param {string} key @returns {string[]} */
export function all(key) {
  return [stored(key), held.get(key)].filter((text) => typeof text === "string");
}

/** @param {string} key @returns {string | null} */
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser keeps it; else it is held until the page is left.
 * @param {string} key @param {string} text */
export function set(key, text) {
  try {
    localStorage.setItem(key, text);
    held.delete(key);
    return true;
  } catch {
    held.set(key, text);
    for (const watcher of watchers) watcher(key);
    return false;
  }
}

/** @param {string} key */
export function remove(key) {
  held.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    held.set(key, null);
  }
}

/** The keys that begin so.
 * @param {string} start */
export function keys(start) {
  /** @type {string[]} */
  let known = [];
  try {
    known = Object.keys(localStorage);
  } catch {
    // a browser that keeps nothing
  }
  return [...new Set([...known, ...held.keys()])].filter((key) => key.startsWith(start) && held.get(key) !== null);
}

/** Whether something that begins so would be lost if the page were left.
 * @param {string} start */
export function holds(start) {
  return [...held].some(([key, text]) => text !== null && key.startsWith(start));
}
