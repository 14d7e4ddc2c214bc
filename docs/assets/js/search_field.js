// @ts-check
// The theme's search looks for what is typed when a key is let go. What is pasted with the mouse, dropped or
// dictated comes without a key: it hears of a key then, too. It asks nothing twice for the same words.

const FIELD = "[data-md-component=search-query]";

/** Listen once, for all pages of the visit. */
export function listenToSearch() {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(FIELD)) target.dispatchEvent(new KeyboardEvent("keyup"));
  });
}
