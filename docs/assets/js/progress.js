// @ts-check
// Which steps a learner has done, and how well: kept in the browser by stable ids
// ("hlucin/following-suit/trump": 3), shown on progress lines and course maps.
import { all, get, set } from "./store.js";

export const KEY = "taroky:progress";
const OLD_KEY = "taroky:done";
/** What a step is worth that was skipped: done, but without a star, so that any result takes its place. */
export const SKIPPED = 0.5;

/** Steps that have moved to another lesson, without their course: their old names to those that they have now.
 * @type {Record<string, string>} */
const MOVED = {
  "first-player/second-duty": "pagat-last/second-duty",
  "doubling/declared": "declarations/declared",
};

/** @typedef {Record<string, number>} Steps */

/** What is kept, and what could not be: of two results the better one.
 * @returns {Steps} */
export function load() {
  const texts = all(KEY);
  if (texts.length === 0) return migrated();
  /** @type {Steps} */
  const steps = {};
  for (const text of texts) {
    for (const [id, stars] of Object.entries(clean(parsed(text)?.steps))) {
      steps[id] = Math.max(steps[id] ?? 0, stars);
    }
  }
  return steps;
}

/** @param {string | null} text @returns {any} null for what is spoilt */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Only what can be a step with its stars, each under the name that it has now.
 * @param {unknown} steps @returns {Steps} */
export function clean(steps) {
  /** @type {Steps} */
  const kept = {};
  if (!steps || typeof steps !== "object") return kept;
  for (const [id, value] of Object.entries(steps)) {
    const stars = value === SKIPPED ? SKIPPED : Math.min(3, Math.floor(Number(value)));
    const named = /^([a-z0-9_-]+)\/([a-z0-9-]+\/[a-z0-9-]+)$/.exec(id);
    if (!named || !(stars > 0)) continue;
    const now = `${named[1]}/${MOVED[named[2] ?? ""] ?? named[2]}`;
    kept[now] = Math.max(kept[now] ?? 0, stars);
  }
  return kept;
}

/** Progress from before there were stars, when there was one game.
 * @returns {Steps} */
function migrated() {
  const old = parsed(get(OLD_KEY));
  return Array.isArray(old) ? clean(Object.fromEntries(old.map((id) => [`hlucin/${id}`, 1]))) : {};
}

/** @param {Steps} steps */
export function save(steps) {
  set(KEY, JSON.stringify({ version: 1, steps }));
}

/** Store every step that this part of the page says is done, and show it.
 * @param {Element} part */
export function collect(part) {
  const found = [part, ...part.querySelectorAll("[data-done]")].filter((element) =>
    element.getAttribute("data-done"),
  );
  if (found.length === 0) return;
  const steps = load();
  for (const element of found) {
    const id = /** @type {string} */ (element.getAttribute("data-done"));
    steps[id] = Math.max(steps[id] ?? 0, Number(element.getAttribute("data-stars") ?? 1));
  }
  save(steps);
  mark(steps);
}

/** Store that these steps were skipped, unless they are done already, and show it.
 * @param {string[]} ids */
export function skip(ids) {
  const steps = load();
  for (const id of ids) steps[id] = Math.max(steps[id] ?? 0, SKIPPED);
  save(steps);
  mark(steps);
}

/** Show on the page what is done.
 * @param {Steps} [steps] */
export function mark(steps = load()) {
  for (const step of document.querySelectorAll(".tk-progress [data-step]")) {
    const stars = steps[step.getAttribute("data-step") ?? ""] ?? 0;
    if (step.getAttribute("data-stars") === String(stars)) continue;
    step.classList.toggle("is-done", stars > 0);
    step.querySelector(".tk-visually-hidden")?.remove();
    if (stars === 0) {
      step.removeAttribute("data-stars");
      continue;
    }
    step.setAttribute("data-stars", String(stars));
    const words = document.createElement("span");
    words.className = "tk-visually-hidden";
    words.textContent = stars === SKIPPED ? " skipped" : ` done, ${stars} of 3 stars`;
    // Hidden by the script itself, so that it never depends on a style sheet.
    words.style.cssText =
      "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
    step.append(words);
  }
}
