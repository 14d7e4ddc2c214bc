// @ts-check
// Lets what has a `data-key` move from where it was to where it is now. What is new comes from the element that its
// `data-from` names, what has gone goes to the one that its `data-to` named. With reduced motion nothing moves.

/** How long a card is on its way, in milliseconds. */
const WAY = 190;

/** @typedef {{ box: DOMRect, to: string, copy: () => HTMLElement }} Place */

/** What is moving.
 * @type {Set<Animation>} */
const moving = new Set();

/** All that moves is there at once. */
export function finish() {
  for (const motion of moving) motion.finish();
  moving.clear();
}

/** Where everything is.
 * @param {Element} root @returns {Map<string, Place>} */
export function positions(root) {
  finish();
  const found = new Map();
  for (const one of keyed(root)) {
    const shown = one.querySelector("svg") ?? one;
    found.set(one.dataset.key ?? "", {
      box: shown.getBoundingClientRect(),
      to: one.dataset.to ?? "",
      copy: () => /** @type {HTMLElement} */ (shown.cloneNode(true)),
    });
  }
  return found;
}

/** Let everything come from where it was.
 * @param {Map<string, Place>} before @param {Element} root */
export function from(before, root) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden) return;
  const here = keyed(root);
  /** @type {[Element, DOMRect, DOMRect][]} */
  const ways = [];
  for (const one of here) {
    const shown = one.querySelector("svg") ?? one;
    const was = before.get(one.dataset.key ?? "")?.box ?? boxOf(one.dataset.from);
    if (was) ways.push([shown, was, shown.getBoundingClientRect()]);
  }
  for (const [one, was, is] of ways) move(one, was, is);
  const there = new Set(here.map((one) => one.dataset.key));
  for (const [key, place] of before) {
    const goal = there.has(key) ? null : boxOf(place.to);
    if (goal) leave(place, goal);
  }
}

/** @param {Element} root @returns {HTMLElement[]} */
function keyed(root) {
  return [...root.querySelectorAll("[data-key]")].filter((one) => one instanceof HTMLElement);
}

/** @param {string | undefined} id */
function boxOf(id) {
  return id ? document.getElementById(id)?.getBoundingClientRect() ?? null : null;
}

/** @param {Element} one @param {DOMRect} was @param {DOMRect} is */
function move(one, was, is) {
  const [x, y] = [was.left + was.width / 2 - is.left - is.width / 2, was.top + was.height / 2 - is.top - is.height / 2];
  const size = Math.min(was.width / is.width || 1, was.height / is.height || 1);
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(size - 1) < 0.02) return;
  run(one, [{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }]);
}

/** A copy of what has gone takes its way.
 * @param {Place} place @param {DOMRect} goal */
function leave({ box, copy }, goal) {
  const gone = copy();
  gone.classList.add("tk-leaving");
  gone.setAttribute("aria-hidden", "true");
  for (const side of /** @type {const} */ (["left", "top", "width", "height"])) gone.style[side] = `${box[side]}px`;
  document.body.append(gone);
  const [x, y] = [goal.left + goal.width / 2 - box.left - box.width / 2, goal.top + goal.height / 2 - box.top - box.height / 2];
  const motion = run(gone, [
    { transform: "none", opacity: 1 }, { transform: `translate(${x}px, ${y}px) scale(0.3)`, opacity: 0.2 },
  ]);
  motion.finished.catch(() => undefined).finally(() => gone.remove());
}

/** @param {Element} one @param {Keyframe[]} frames */
function run(one, frames) {
  const motion = one.animate(frames, { duration: WAY, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
  moving.add(motion);
  motion.finished.catch(() => undefined).finally(() => moving.delete(motion));
  return motion;
}
