// @ts-check
// Where sheets are kept: in the browser, each under a key of its own. What cannot be stored (no
// room, a private window) is kept as long as the page is open.

/**
 * @typedef {object} Kept
 * @property {string} saved when, as text that sorts
 * @property {string} title
 * @property {string} line
 * @property {unknown} kept what Python works on
 * @property {[string, string][]} [fields] what was being filled in
 */
/** @typedef {{ id: string, saved: string, title: string, line: string }} Entry */

const PREFIX = "taroky:sheet";

/** Sheets that could not be stored, by their key; null: one that could not be removed.
 * @type {Map<string, Kept | null>} */
const unstored = new Map();

/** @param {string} kind @param {string} id */
const keyOf = (kind, id) => `${PREFIX}:${kind}:${id}`;

/** @param {string} kind @param {string} id @returns {Kept | null} */
export function read(kind, id) {
  const key = keyOf(kind, id);
  const held = unstored.get(key);
  if (held !== undefined) return held;
  const data = parse(textOf(key));
  return data && typeof data.saved === "string" ? data : null;
}

/** What is stored of a sheet, letter by letter: also of one that cannot be read any more.
 * @param {string} kind @param {string} id */
export function raw(kind, id) {
  return textOf(keyOf(kind, id)) ?? "";
}

/** Whether the sheet is stored now; else it is kept until the page is left.
 * @param {string} kind @param {string} id @param {Kept} data */
export function write(kind, id, data) {
  const key = keyOf(kind, id);
  try {
    localStorage.setItem(key, JSON.stringify(data));
    unstored.delete(key);
    return true;
  } catch {
    unstored.set(key, data);
    return false;
  }
}

/** @param {string} kind @param {string} id */
export function remove(kind, id) {
  const key = keyOf(kind, id);
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    unstored.set(key, null);
  }
}

/** All sheets of a kind, the newest first.
 * @param {string} kind @returns {Entry[]} */
export function list(kind) {
  const start = keyOf(kind, "");
  const keys = new Set([...unstored.keys(), ...storedKeys()].filter((key) => key.startsWith(start)));
  const found = [];
  for (const key of keys) {
    const id = key.slice(start.length);
    if (unstored.get(key) === null) continue;
    const data = read(kind, id);
    found.push({ id, saved: data?.saved ?? "", title: String(data?.title ?? ""), line: String(data?.line ?? "") });
  }
  return found.sort((a, b) => (a.saved < b.saved ? 1 : -1));
}

/** Whether something would be lost if the page were left. */
export function holdsUnstored() {
  return [...unstored.values()].some((data) => data !== null);
}

/** The sheet that was open last.
 * @param {string} kind */
export function last(kind) {
  return textOf(`${PREFIX}-last:${kind}`);
}

/** @param {string} kind @param {string} id */
export function setLast(kind, id) {
  try {
    localStorage.setItem(`${PREFIX}-last:${kind}`, id);
  } catch {
    // The newest one is opened then.
  }
}

/** The kind and id that a key of the store names, if it names a sheet.
 * @param {string | null} key */
export function named(key) {
  const [, , kind, id, ...more] = (key ?? "").split(":");
  return key?.startsWith(`${PREFIX}:`) && id && !more.length ? { kind, id } : null;
}

/** @param {string} key */
function textOf(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function storedKeys() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** @param {string | null} text */
function parse(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
