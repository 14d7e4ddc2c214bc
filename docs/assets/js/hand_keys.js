// @ts-check
// The arrow keys in a hand of cards: left and right from card to card, up and down from row to row, Home and
// End to the first and the last. A hand in a lesson is one stop of the Tab key: the card that had the focus
// last, else the first.

const CARD = ".tk-hand .tk-play, .tk-fan .tk-own-card";

/** Listen once, for all pages of the visit. */
export function listenToHands() {
  document.addEventListener("keydown", (press) => {
    const card = press.target instanceof Element ? press.target.closest(CARD) : null;
    if (!card || press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return;
    const next = from(card, press.key);
    if (!next) return;
    press.preventDefault();
    next.focus();
  });
  document.addEventListener("focusin", ({ target }) => {
    const card = target instanceof Element ? target.closest(CARD) : null;
    if (card) makeStop(card);
  });
  for (const change of ["taroky:step", "taroky:answered"]) {
    document.addEventListener(change, () => {
      for (const hand of document.querySelectorAll(".tk-step.is-current .tk-hand")) {
        const held = cards(hand);
        const stop = held.find((one) => one === document.activeElement) ?? held[0];
        if (stop) makeStop(stop);
      }
    });
  }
}

/** @param {Element} hand @returns {HTMLElement[]} */
function cards(hand) {
  return [...hand.querySelectorAll(".tk-play, .tk-own-card")].filter((one) => one instanceof HTMLElement);
}

/** @param {Element} card */
function makeStop(card) {
  const hand = card.closest(".tk-lesson .tk-hand");
  if (!hand) return;
  for (const one of cards(hand)) one.tabIndex = one === card ? 0 : -1;
}

/** The card to which a key leads.
 * @param {Element} card @param {string} key @returns {HTMLElement | undefined} */
function from(card, key) {
  const held = cards(/** @type {Element} */ (card.closest(".tk-hand, .tk-fan")));
  const at = held.findIndex((one) => one === card);
  switch (key) {
    case "ArrowLeft": return held[at - 1];
    case "ArrowRight": return held[at + 1];
    case "Home": return held[0];
    case "End": return held[held.length - 1];
    case "ArrowUp": return nearest(held.slice(0, at).reverse(), held[at]);
    case "ArrowDown": return nearest(held.slice(at + 1), held[at]);
  }
  return undefined;
}

/** Of the cards on one side the one in the next row that is nearest.
 * @param {HTMLElement[]} others @param {HTMLElement} card */
function nearest(others, card) {
  const place = (/** @type {HTMLElement} */ one) => one.parentElement ?? one;
  const row = (/** @type {HTMLElement} */ one) => place(one).offsetTop;
  const first = others.find((one) => row(one) !== row(card));
  if (!first) return undefined;
  const away = (/** @type {HTMLElement} */ one) => Math.abs(place(one).offsetLeft - place(card).offsetLeft);
  return others
    .filter((one) => row(one) === row(first))
    .reduce((best, one) => (away(one) < away(best) ? one : best));
}
