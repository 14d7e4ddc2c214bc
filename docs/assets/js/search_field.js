// @ts-check
// The theme's search looks for what is typed when a key is let go. What is pasted with the mouse, dropped or
// dictated comes without a key: it hears of a key then, too. It asks nothing twice for the same words. Beside it
// is the choice of the one game whose pages are wanted (search.js in build_scripts reads it).

const FIELD = "[data-md-component=search-query]";
const GAME = ".tk-search-game > select";

/** Listen once, for all pages of the visit. */
export function listenToSearch() {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(FIELD)) askAgain(target);
  });
  document.addEventListener("change", ({ target }) => {
    const field = document.querySelector(FIELD);
    if (!(target instanceof HTMLSelectElement && target.matches(GAME) && field instanceof HTMLInputElement)) return;
    document.documentElement.dataset.searched = target.value;
    // The same words are asked again only if they look different.
    field.value = /\s$/.test(field.value) ? field.value.trimEnd() : `${field.value} `;
    askAgain(field);
  });
}

/** @param {HTMLInputElement} field */
function askAgain(field) {
  field.dispatchEvent(new KeyboardEvent("keyup"));
}
