// @ts-check
// What somebody is pressing is still there when it is let go: an answer that comes between the two waits
// with what it changes, or the button could have gone elsewhere and the press would be lost.

/** A tap becomes a click a moment after the finger has gone, and many presses never do, in milliseconds. */
const LET_GO = 50;
/** Of some presses one hears nothing more: they opened a list, or moved a bar. */
const MOST = 2000;

/** @type {Set<() => void>} */
const waiting = new Set();
/** @type {number | undefined} */
let held;

/** Listen once, for all pages of the visit. */
export function listenToPresses() {
  document.addEventListener("pointerdown", () => free(MOST), { capture: true });
  document.addEventListener("click", () => held !== undefined && free(0), { capture: true });
  for (const gone of ["pointerup", "pointercancel"]) {
    document.addEventListener(gone, () => held !== undefined && free(LET_GO), { capture: true });
  }
}

/** Resolved when nothing is being pressed.
 * @returns {Promise<void>} */
export function released() {
  return held === undefined ? Promise.resolve() : new Promise((resolve) => void waiting.add(resolve));
}

/** Nothing is pressed any more after so many milliseconds.
 * @param {number} after */
function free(after) {
  window.clearTimeout(held);
  held = window.setTimeout(() => {
    held = undefined;
    for (const resolve of waiting) resolve();
    waiting.clear();
  }, after);
}
