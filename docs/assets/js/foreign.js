// @ts-check
// Czech words in what Python drew for an English page, marked as Czech as the build marks them in its text
// (taroky_build/postprocess/foreign_words.py): the words that pages of this visit have marked.
import { languageOf } from "./words.js";

const FOREIGN = "cs";
/** What running text is in; where parts of a line are laid out one by one, an element would tear them apart. */
const TEXT = ":is(p, li, td, th, dd, dt, a, b, em, strong, h2, h3, h4, h5, h6):not([class]), .tk-point";
/** What the build has marked in running text, and not what the glossary lists as Czech. */
const MARKED = `span[lang="${FOREIGN}"]:not([class], .tk-languages *, .tk-glossary dt *, .tk-notes *)`;
const WORD = /^[\p{L} -]{3,}$/u;
/** @type {Set<string>} */
const known = new Set();
/** @type {RegExp | null} */
let words = null;

/** @param {ParentNode} root */
export function markForeign(root) {
  if (languageOf() !== "en") return;
  learn();
  if (!words) return;
  for (const place of root.querySelectorAll(TEXT)) {
    if (place.closest("[lang], svg, noscript")) continue;
    for (const node of [...place.childNodes]) {
      if (node instanceof Text && words.test(node.data)) node.replaceWith(...marked(node.data, words));
    }
  }
}

/** Learn the words that the page has marked. */
function learn() {
  const before = known.size;
  for (const { textContent: word } of document.querySelectorAll(MARKED)) {
    if (word && WORD.test(word)) known.add(word);
  }
  if (known.size === before) return;
  const listed = [...known].sort((one, other) => other.length - one.length).join("|");
  words = new RegExp(`(?<![\\p{L}\\p{N}_-])(${listed})(?![\\p{L}\\p{N}_-])`, "u");
}

/** @param {string} text @param {RegExp} pattern */
function marked(text, pattern) {
  return text.split(new RegExp(pattern, "gu")).map((part, place) => {
    if (place % 2 === 0) return part;
    const mark = document.createElement("span");
    mark.lang = FOREIGN;
    mark.textContent = part;
    return mark;
  });
}
