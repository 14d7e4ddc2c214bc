// @ts-check
// What the scripts themselves say, by ids: messages of the catalogue, `script.…`. A page in another language
// brings its own; those in English are put in where the scripts are bundled.

/** @type {Record<string, string> | undefined} */
// @ts-expect-error put in by build_scripts/taroky_build/assets/bundle_scripts.py
const english = SCRIPT_WORDS;
/** @type {Record<string, string>} */
let words = english ?? {};
const brought = document.querySelector('meta[name="taroky-words"]');
if (brought instanceof HTMLMetaElement) words = JSON.parse(brought.content);

/** @param {string} id @param {Record<string, string | number>} [values] what stands for the words in braces */
export function say(id, values = {}) {
  return (words[id] ?? id).replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** The language of a place on the page.
 * @param {Element} [place] */
export function languageOf(place = document.documentElement) {
  const [language] = (place.closest("[lang]")?.getAttribute("lang") ?? "en").split("-");
  return language;
}

/** A sentence with what is in braces filled in.
 * @param {string} text @param {Record<string, string | number>} values */
export function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
