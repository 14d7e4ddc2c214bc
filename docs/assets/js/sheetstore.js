// @ts-check
// Where sheets are kept: in the browser, each under a key of its own.
import { get, holds, keys, remove as removeText, set } from "./store.js";

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

/** @param {string} kind @param {string} id */
const keyOf = (kind, id) => `${PREFIX}:${kind}:${id}`;

/** @param {string} kind @param {string} id @returns {Kept | null} */
export function read(kind, id) {
  const data = parse(get(keyOf(kind, id)));
  return data && typeof data.saved === "string" ? data : null;
}

/** What is stored of a sheet, letter by letter: also of one that cannot be read any more.
 * @param {string} kind @param {string} id */
export function raw(kind, id) {
  return get(keyOf(kind, id)) ?? "";
}

/** Whether the sheet is stored now; else it is kept until the page is left.
 * @param {string} kind @param {string} id @param {Kept} data */
export function write(kind, id, data) {
  return set(keyOf(kind, id), JSON.stringify(data));
}

/** @param {string} kind @param {string} id */
export function remove(kind, id) {
  removeText(keyOf(kind, id));
}

/** All sheets of a kind, the newest first.
 * @param {string} kind @returns {Entry[]} */
export function list(kind) {
  const start = keyOf(kind, "");
  const found = keys(start).map((key) => {
    const id = key.slice(start.length);
    const data = read(kind, id);
    return { id, saved: data?.saved ?? "", title: String(data?.title ?? ""), line: String(data?.line ?? "") };
  });
  return found.sort((a, b) => (a.saved < b.saved ? 1 : -1));
}

/** Whether something would be lost if the page were left. */
export function holdsUnstored() {
  return holds(`${PREFIX}:`);
}

/** The sheet that was open last.
 * @param {string} kind */
export function last(kind) {
  return get(`${PREFIX}-last:${kind}`);
}

/** @param {string} kind @param {string} id */
export function setLast(kind, id) {
  set(`${PREFIX}-last:${kind}`, id);
}

/** The kind and id that a key of the store names, if it names a sheet.
 * @param {string | null} key */
export function named(key) {
  const [, , kind, id, ...more] = (key ?? "").split(":");
  return key?.startsWith(`${PREFIX}:`) && id && !more.length ? { kind, id } : null;
}

/** @param {string | null} text */
function parse(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
