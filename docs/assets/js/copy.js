// @ts-check
// Copies the link of a rule point, and says so where the page has a place for it.

/** How long it stays said, in milliseconds. */
const SAID = 6000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let later;

/** Listen once, for all pages of the visit. */
export function listenToCopies() {
  document.addEventListener("click", (click) => {
    const button = click.target instanceof Element ? click.target.closest("[data-copy]") : null;
    if (!button) return;
    const at = button.parentElement?.querySelector("a");
    void copy(button.getAttribute("data-copy") ?? "", at?.getAttribute("href") ?? "");
  });
}

/** @param {string} point @param {string} href */
async function copy(point, href) {
  const link = toPassOn(point, href);
  try {
    await navigator.clipboard.writeText(link);
    say("copied", point, link);
  } catch {
    // no permission, or a page that did not come over a safe connection
    say("not_copied", point, link);
  }
}

/** The address of a rule to pass on: its small page, which previews with the rule's words and leads on to the place;
 * the place itself where the site has none, as in a copy or for a table that only a link holds.
 * @param {string} point @param {string} href */
function toPassOn(point, href) {
  const place = new URL(href || `#${point}`, location.href);
  place.search = "";
  const rules = document.querySelector(".tk-copied[data-rules]")?.getAttribute("data-rules");
  const isHere = place.pathname === location.pathname && place.hash === `#${point}`;
  return rules && isHere ? new URL(`${rules}${point}/`, location.href.split(/[?#]/)[0]).href : place.href;
}

/** @param {string} what @param {string} point @param {string} address */
function say(what, point, address) {
  const place = document.querySelector(".tk-copied");
  if (!(place instanceof HTMLElement)) return;
  const words = JSON.parse(place.dataset.words ?? "{}");
  place.textContent = String(words[what] ?? "").replace("{point}", point).replace("{address}", address);
  clearTimeout(later);
  later = setTimeout(() => (place.textContent = ""), SAID);
}
