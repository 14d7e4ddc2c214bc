// @ts-check
// When a hand is settled, chips go from those who pay to those who get. How much that is is there
// anyway: nothing waits for the chips, and nothing of them stays.

/** How many chips a payment is that does not say it, how long one is under way and how much later the next one starts, in
 * milliseconds. */
const CHIPS = 3;
const TRAVEL = 360;
const BETWEEN = 70;
/** How high they fly, in pixels. */
const ARC = 16;

/** Listen once, for all pages of the visit. */
export function listenToPayments() {
  document.addEventListener("taroky:answered", (answered) => {
    const { widget, solved } = /** @type {CustomEvent<{ widget: HTMLElement, solved: boolean }>} */ (answered).detail;
    if (solved) showPayments(widget);
  });
}

/** Let chips go for the payments that this part of the page tells of.
 * @param {Element} part */
export function showPayments(part) {
  const purses = part.querySelector("[data-pays]");
  if (!(purses instanceof HTMLElement) || window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  /** @type {[string, string, number?][]} */
  const paid = JSON.parse(purses.dataset.pays ?? "[]");
  for (const [payer, receiver, chips] of paid) pay(purse(purses, payer), purse(purses, receiver), chips);
}

/** @param {HTMLElement} purses @param {string} name @returns {Element | null} */
function purse(purses, name) {
  return purses.querySelector(`[data-purse="${CSS.escape(name)}"]`);
}

/** Let chips go from one purse to another.
 * @param {Element | null} payer @param {Element | null} receiver @param {number} [chips] */
function pay(payer, receiver, chips = CHIPS) {
  if (!payer || !receiver) return;
  const [from, to] = [payer.getBoundingClientRect(), receiver.getBoundingClientRect()];
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  for (let n = 0; n < chips; n += 1) {
    const chip = document.createElement("span");
    chip.className = "tk-flying-chip";
    chip.setAttribute("aria-hidden", "true");
    payer.append(chip);
    const way = chip.animate(
      [
        { translate: "0 0", opacity: 0 },
        { translate: `${x / 2}px ${y / 2 - ARC}px`, opacity: 1 },
        { translate: `${x}px ${y}px`, opacity: 0.2 },
      ],
      { duration: TRAVEL, delay: n * BETWEEN, easing: "ease-in-out", fill: "backwards" },
    );
    way.onfinish = () => chip.remove();
    way.oncancel = () => chip.remove();
  }
}
