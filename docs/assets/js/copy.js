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
  const link = new URL(href || `#${point}`, location.href);
  link.search = "";
  try {
    await navigator.clipboard.writeText(link.href);
    say("copied", point, link.href);
  } catch {
    // no permission, or a page that did not come over a safe connection
    say("not_copied", point, link.href);
  }
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
