// @ts-check
// The language of the pages: links to the same place in the other editions, which of them a reader has chosen,
// and, for those who have chosen none, the one that their browser asks for. Only who comes to the site's first
// page is led there; on any other page it is offered in one line.
import { get, set } from "./store.js";
import { languageOf, say } from "./words.js";

/** @typedef {{ hreflang: string, href: string }} Edition */

const KEY = "taroky:language";
/** Follows a language in the store that the browser asked for, and nobody has chosen. */
const GUESSED = "?";
/** Pages that are laid out to fit the window: the site's first, lessons, the table. */
const FITTED = ".tk-home, .tk-lesson, .tk-play-here";

/** The other editions of the page that is shown, by their languages.
 * @returns {Map<string, Edition>} */
function others() {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (
    document.querySelectorAll('link[rel="alternate"][hreflang]')
  );
  const own = [languageOf(), "x-default"];
  return new Map([...links].filter((link) => !own.includes(link.hreflang)).map((link) => [link.hreflang, here(link)]));
}

/** Where a link leads in this copy of the site: its own address is for search engines, see previews.py in build_scripts.
 * @param {HTMLLinkElement} link @returns {Edition} */
function here(link) {
  return { hreflang: link.hreflang, href: new URL(link.dataset.here ?? link.href, location.href).href };
}

/** The language that a reader wants, if the page is not in it already.
 * @param {Map<string, Edition>} there */
function wanted(there) {
  const chosen = get(KEY)?.replace(GUESSED, "");
  const asked = chosen ? [chosen] : navigator.languages.map((one) => one.split("-")[0]);
  const found = asked.find((one) => there.has(one) || one === languageOf());
  return found && there.has(found) ? found : "";
}

/** Who comes to the site's first page from elsewhere sees it in their language. */
export function followBrowser() {
  const there = others();
  if (!document.querySelector(".tk-home") || location.protocol === "file:" || !isFirst(there)) return;
  if (document.referrer.startsWith(`${location.origin}/`)) return;
  const language = wanted(there);
  const link = there.get(language);
  if (!link) return;
  if (!get(KEY)) set(KEY, language + GUESSED);
  location.replace(link.href + location.hash);
}

/** Whether this edition is the one at the site's root: the others are below it.
 * @param {Map<string, Edition>} there */
function isFirst(there) {
  return [...there.values()].every(({ href }) => href.startsWith(location.href.split(/[?#]/)[0]));
}

export function listenToLanguages() {
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest("a[hreflang]") : null;
    if (!(link instanceof HTMLAnchorElement)) return;
    set(KEY, link.hreflang);
    if (!link.hash) link.hash = location.hash;
  }, true);
}

/** Let the links to other editions lead to the page that is shown, and offer the one that a reader may want. */
export function showLanguages() {
  const there = others();
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".md-select__link[hreflang]"))) {
    const same = there.get(link.hreflang);
    if (same) link.href = same.href;
    else if (link.hreflang === languageOf()) link.href = location.href.split("#")[0];
    if (link.parentElement) link.parentElement.hidden = !same && link.hreflang !== languageOf();
  }
  document.querySelector(".tk-other-language")?.remove();
  const chosen = get(KEY);
  if (chosen?.endsWith(GUESSED) && document.querySelector(".tk-home")) {
    const back = [...there.values()].map(linkTo);
    tell(say("guessed"), " ", ...back, " ", button(say("all_right"), languageOf()));
  } else if (!chosen) {
    const link = there.get(wanted(there));
    if (link) tell(linkTo(link), " ", button(say("stay"), languageOf()));
  }
}

/** @param {Edition} link */
function linkTo(link) {
  const found = document.createElement("a");
  found.href = link.href;
  found.hreflang = found.lang = link.hreflang;
  const ours = /** @type {HTMLElement | null} */ (document.querySelector(`.md-select__link[hreflang="${link.hreflang}"]`));
  found.textContent = ours?.title ?? link.hreflang;
  return found;
}

/** @param {string} words @param {string} language */
function button(words, language) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = words;
  found.addEventListener("click", () => {
    set(KEY, language);
    found.parentElement?.remove();
  });
  return found;
}

/** @param {(Node | string)[]} parts */
function tell(...parts) {
  const line = document.createElement("p");
  line.className = "tk-other-language";
  line.append(...parts);
  const main = document.querySelector(".md-main");
  // What fits the window says it at its end, so that what one sees at once keeps its place.
  if (document.querySelector(FITTED)) main?.append(line);
  else main?.prepend(line);
}
