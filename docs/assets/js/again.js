// @ts-check
// What was missed anywhere in a course comes back after 1, 3, 7 and 21 days: the browser keeps it, says how many exercises
// are due today, and asks them on a page of their own. Nothing of it leaves the browser.
import { ago, today } from "./days.js";
import { fromPython } from "./elements.js";
import { ask, currentState, start, watch } from "./python.js";
import { get, set } from "./store.js";
import { exerciseOf, replace } from "./widgets.js";
import { fill, languageOf } from "./words.js";

export const KEY = "taroky:again";
/** An exercise that was missed comes back after so many days; right the last time, it is known. */
const DAYS = [1, 3, 7, 21];
/** How many are kept, and how long the text of one may be. */
const MOST = 200;
const MOST_LETTERS = 6000;
const LESSON = /^[a-z0-9_-]+\/[a-z0-9-]+$/;
const DAY = /^20\d\d-\d\d-\d\d$/;
/** The widget of the page with what is due. */
const WIDGET = "w-again";

/** An exercise that was missed: where ("hlucin/talon"), as text, on which day it comes back, and how often it was right since.
 * @typedef {{ lesson: string, exercise: string, due: string, stage: number }} Missed */

/** The exercise on the page with what is due.
 * @type {{ step: HTMLElement, missed: Missed | null, waiting: boolean } | null} */
let shown = null;

/** Listen once, for all pages of the visit. */
export function listenToAgain() {
  document.addEventListener("taroky:answered", (answered) => {
    const { widget, solved } = /** @type {CustomEvent<{ widget: HTMLElement, solved: boolean }>} */ (answered).detail;
    remember(widget, solved);
    if (shown?.step.contains(widget)) showCount();
  });
  document.addEventListener("taroky:step", (event) => {
    const step = /** @type {CustomEvent<HTMLElement>} */ (event).detail;
    if (!step.matches("[data-again]")) return;
    start();
    shown = { step, missed: null, waiting: false };
    void next();
  });
  // The theme's instant navigation would follow the link to the course.
  document.addEventListener("click", (click) => {
    if (!(click.target instanceof Element && click.target.closest("[data-again-next]")) || !goesOn()) return;
    click.preventDefault();
    click.stopPropagation();
    void next();
  }, { capture: true });
  watch(() => {
    if (shown?.waiting) showCount();
  });
  window.addEventListener("storage", ({ key }) => key === KEY && showAgain());
}

/** Show on the page how much is due today. */
export function showAgain() {
  if (!shown?.step.isConnected) shown = null;
  for (const place of document.querySelectorAll("[data-due]")) {
    const n = due(place.getAttribute("data-due") ?? "").length;
    place.textContent = fill(place.getAttribute("data-words") ?? "", { n });
    place.toggleAttribute("hidden", n === 0);
  }
}

// -- what is kept -------------------------------------------------------------------------------

/** @returns {Missed[]} */
export function loadAgain() {
  try {
    return cleanAgain(JSON.parse(get(KEY) ?? "{}").missed);
  } catch {
    return []; // spoilt: start again
  }
}

/** @param {Missed[]} missed the newest last */
export function saveAgain(missed) {
  set(KEY, JSON.stringify({ version: 1, missed: missed.slice(-MOST) }));
}

/** Only what can have been missed.
 * @param {unknown} missed @returns {Missed[]} */
export function cleanAgain(missed) {
  return Array.isArray(missed) ? missed.filter(isMissed).slice(-MOST) : [];
}

/** @param {unknown} one @returns {one is Missed} */
function isMissed(one) {
  if (!one || typeof one !== "object") return false;
  const { lesson, exercise, due: day, stage } = /** @type {Record<string, unknown>} */ (one);
  return typeof lesson === "string" && LESSON.test(lesson) && typeof day === "string" && DAY.test(day) &&
    typeof exercise === "string" && exercise.length <= MOST_LETTERS && isObject(exercise) &&
    Number.isInteger(stage) && Number(stage) >= 0 && Number(stage) < DAYS.length;
}

/** @param {string} text */
function isObject(text) {
  try {
    const found = JSON.parse(text);
    return Boolean(found) && typeof found === "object" && !Array.isArray(found);
  } catch {
    return false;
  }
}

/** What is due today of a course, the longest waiting first.
 * @param {string} course */
function due(course) {
  const ready = loadAgain().filter((one) => one.lesson.startsWith(`${course}/`) && one.due <= today());
  return ready.sort((one, other) => (one.due < other.due ? -1 : 1));
}

/** Keep that an exercise went wrong, or that one which was due has been right.
 * @param {HTMLElement} widget @param {boolean} solved */
function remember(widget, solved) {
  const lesson = lessonOf(widget);
  const exercise = exerciseOf(widget);
  // A whole hand is no exercise that one asks again.
  if (!LESSON.test(lesson) || exercise.length > MOST_LETTERS || widget.querySelector("[data-sit]")) return;
  const known = loadAgain();
  const before = known.find((one) => one.exercise === exercise && one.lesson === lesson);
  const wrong = widget.querySelector(".tk-feedback.is-wrong, .tk-hint") !== null;
  if (!wrong && !(solved && before && before.due <= today())) return;
  const stage = wrong ? 0 : (before?.stage ?? 0) + 1;
  const others = known.filter((one) => one !== before);
  const again = { lesson, exercise, due: ago(today(), -(DAYS[stage] ?? 0)), stage };
  saveAgain(stage < DAYS.length ? [...others, again] : others);
  showAgain();
}

/** The lesson that a widget is of, "" if it is of none.
 * @param {HTMLElement} widget */
function lessonOf(widget) {
  if (widget.id === WIDGET) return shown?.missed?.lesson ?? "";
  const { step = "" } = JSON.parse(widget.dataset.widget ?? "{}");
  return step ? step.split("/").slice(0, 2).join("/") : widget.closest("[data-lesson]")?.getAttribute("data-lesson") ?? "";
}

// -- the page with what is due ------------------------------------------------------------------

/** Show what has waited longest. */
async function next() {
  const mine = shown;
  if (!mine || mine.waiting) return;
  mine.waiting = true;
  try {
    for (;;) {
      const [first] = due(mine.step.dataset.again ?? "");
      mine.missed = first ?? null;
      showCount();
      if (!first) return;
      const exercise = JSON.parse(first.exercise);
      const widget = { id: WIDGET, exercise, answers: [], base: mine.step.dataset.base };
      const reply = await ask({ verb: "widget", widget, event: { again: "1" }, language: languageOf(mine.step) });
      if (mine !== shown) return;
      if (reply.ok && reply.html !== undefined) return put(mine.step, reply.html);
      saveAgain(loadAgain().filter(({ exercise: text }) => text !== first.exercise)); // of an older edition of the lessons
    }
  } catch {
    mine.missed = null;
  } finally {
    mine.waiting = false;
    if (mine === shown) showCount();
  }
}

/** @param {HTMLElement} step @param {string} html */
function put(step, html) {
  const there = document.getElementById(WIDGET);
  if (there) replace(there, html);
  else step.querySelector(".tk-board")?.append(...fromPython(html).children);
  step.querySelector(".tk-words")?.scrollIntoView({ block: "nearest" });
}

/** Say how many are left, and whether the way on leads to the next one: once this is solved. */
function showCount() {
  if (!shown) return;
  const { step, missed, waiting } = shown;
  const words = JSON.parse(step.dataset.words ?? "{}");
  const n = due(step.dataset.again ?? "").length;
  const line = step.querySelector(".tk-streak");
  const state = waiting && currentState() !== "ready" ? (currentState() === "failed" ? words.failed : words.wait) : "";
  if (line) line.textContent = state || (n || missed ? fill(words.left, { n }) : words.nothing);
  const onward = step.querySelector("[data-again-next]");
  if (onward) onward.textContent = goesOn() ? words.next : words.course;
}

/** Whether the exercise is solved, and another one is due. */
function goesOn() {
  const solved = document.getElementById(WIDGET)?.dataset.tries !== undefined;
  return solved && due(shown?.step.dataset.again ?? "").length > 0;
}
