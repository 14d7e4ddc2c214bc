// @ts-check
// The drill of a lesson: measures how long an exercise took, remembers it, and asks Python which one
// comes next. What is easy, hard or due again is decided there. Opened by "#skip" it
// is a test too: a few exercises right in a row, and the lesson's steps count as done.
import { local } from "./address.js";
import { skip } from "./progress.js";
import { ask, currentState, start, watch } from "./python.js";
import { get, set } from "./store.js";
import { exerciseOf, replace } from "./widgets.js";

export const KEY = "taroky:drill";
/** How many exercises of a lesson are remembered, and how many lessons. */
const MOST = 120;
const MOST_LESSONS = 60;
const LONGEST = 600_000;
/** The address that opens the drill as a test, and so many right in a row pass it. */
const SKIP = "#skip";
const ENOUGH = 3;

/** @typedef {{ kind: string, topic: string, level: number, seed: string, tries: number, ms: number }} Past */
/** @typedef {Record<string, Past[]>} Drills */
/** @typedef {{ html: string, said: string[] }} Following */

/** The drill that is shown: its step, the exercise as text, since when, whether the solution was
 * looked at, whether something went wrong or a hint was asked for, the next one once it is asked for, whether
 * somebody waits for it, and in a test how many were right in a row.
 * @type {{ step: HTMLElement, exercise: string, since: number, peeked: boolean, missed: boolean,
 *          following: Promise<Following> | null, waiting: boolean, right: number | null } | null} */
let shown = null;
const seed = Math.random().toString(16).slice(2, 10);

/** Listen once, for all pages of the visit. */
export function listenToDrill() {
  document.addEventListener("taroky:step", (event) => {
    const step = /** @type {CustomEvent<HTMLElement>} */ (event).detail;
    if (step.matches("[data-drill]")) begin(step);
  });
  document.addEventListener("taroky:answered", (event) => {
    const { widget, solved } = /** @type {CustomEvent} */ (event).detail;
    if (!shown || !shown.step.contains(widget)) return;
    if (exerciseOf(widget) !== shown.exercise) watchExercise(widget);
    // Starting over forgets the answers, but not that one of them was wrong.
    if (widget.querySelector(".tk-feedback.is-wrong, .tk-hint")) shown.missed = true;
    if (solved) remember(widget);
  });
  // "Another one" is the drill's to choose; it is heard before the widgets hear it.
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target.closest("[data-event]") : null;
    if (!shown || !target || !shown.step.contains(target)) return;
    if (!("another" in JSON.parse(target.getAttribute("data-event") ?? "{}"))) return;
    click.preventDefault();
    click.stopPropagation();
    if (shown.right && shown.right < ENOUGH && widgetOf(shown.step)?.dataset.tries === undefined) shown.right = 0; // passed over
    void next();
  }, { capture: true });
  document.addEventListener("toggle", (toggle) => {
    const details = toggle.target;
    if (shown && details instanceof HTMLDetailsElement && details.open && shown.step.contains(details)) {
      shown.peeked = true;
    }
  }, { capture: true });
  watch(() => {
    if (shown?.waiting) say(waitingWords(shown.step));
  });
}

/** Another page is shown: its drill begins when it is opened. With the theme's instant navigation that may
 * have happened before the page is told of. */
export function leaveDrill() {
  if (!shown?.step.isConnected) shown = null;
}

/** Show the exercise that comes next, as soon as it is there. */
export async function next() {
  const mine = shown;
  if (!mine || mine.waiting) return;
  mine.waiting = true;
  if (currentState() !== "ready") say(waitingWords(mine.step));
  try {
    mine.following ??= following(mine.step);
    const { html, said } = await mine.following;
    if (mine !== shown) return;
    const widget = widgetOf(mine.step);
    if (!widget) return;
    const now = replace(widget, html);
    watchExercise(now);
    say(told(said));
    const first = now.querySelector(".tk-table :is(button, input)");
    if (first instanceof HTMLElement && mine.step.contains(document.activeElement)) {
      first.focus({ preventScroll: true });
    }
    now.scrollIntoView({ block: "nearest" });
  } catch (error) {
    mine.following = null;
    if (mine === shown) say(error instanceof Error && error.message ? error.message : wordsOf(mine.step).failed);
  } finally {
    mine.waiting = false;
  }
}

/** @param {HTMLElement} step */
function begin(step) {
  const widget = widgetOf(step);
  if (!widget) return;
  start();
  const right = local() === SKIP ? 0 : null;
  shown = { step, exercise: "", since: 0, peeked: false, missed: false, following: null, waiting: false, right };
  watchExercise(widget);
  say(told([]));
  if (right !== null && answersOf(widget) > 0) {
    void next();
    return;
  }
  // A learner who was here before goes on from there; a shared exercise stays. The one that is in the
  // page is good for a first one, and until Python is there.
  const named = local().startsWith("#x=");
  if (named || past(step).length === 0 || answersOf(widget) > 0) return;
  const mine = shown;
  mine.following = following(step);
  mine.following.then(
    () => {
      const untouched = mine === shown && answersOf(widgetOf(step)) === 0 && !mine.waiting;
      if (untouched && exerciseOf(widgetOf(step)) === mine.exercise) void next();
    },
    () => (mine.following = null),
  );
}

/** @param {HTMLElement} widget */
function watchExercise(widget) {
  if (!shown) return;
  const exercise = exerciseOf(widget);
  if (exercise !== shown.exercise) {
    shown.following = null;
    for (const details of widget.querySelectorAll("details[open]")) details.removeAttribute("open");
  }
  const same = exercise === shown.exercise && shown.missed;
  Object.assign(shown, { exercise, since: performance.now(), peeked: false, missed: same });
}

/** An exercise is solved: keep how it went, and get the next one ready.
 * @param {HTMLElement} widget */
function remember(widget) {
  if (!shown) return;
  const { kind, topic, level = 1, seed: made = "" } = JSON.parse(shown.exercise);
  const tries = Math.max(Number(widget.dataset.tries ?? 0), shown.missed ? 1 : 0) + (shown.peeked ? 1 : 0);
  const ms = Math.round(Math.min(LONGEST, performance.now() - shown.since));
  const drills = loadDrills();
  const key = shown.step.dataset.lesson ?? "";
  const rows = [...(drills[key] ?? []), { kind, topic, level, seed: made, tries, ms }].slice(-MOST);
  delete drills[key]; // the newest lesson stands last
  saveDrills({ ...drills, [key]: rows });
  const mine = shown;
  if (mine.right !== null) count(mine, tries === 0);
  mine.following = following(mine.step);
  mine.following.then(
    ({ said }) => mine === shown && say(told(said)),
    () => (mine.following = null),
  );
}

/** One more exercise of the test is done: enough of them in a row, and the lesson's steps are skipped.
 * @param {NonNullable<typeof shown>} mine @param {boolean} atOnce */
function count(mine, atOnce) {
  if (mine.right !== null && mine.right >= ENOUGH) return; // passed
  mine.right = atOnce ? (mine.right ?? 0) + 1 : 0;
  if (mine.right >= ENOUGH) {
    const steps = document.querySelectorAll(".tk-progress:has(+ .tk-lesson) [data-step]");
    skip([...steps].map((step) => step.getAttribute("data-step") ?? ""));
  }
  say(told([]));
}

/** What is said above the exercise: how the test stands, else how the drill does.
 * @param {string[]} said */
function told(said) {
  if (!shown || shown.right === null) return said.join(" ");
  const words = wordsOf(shown.step);
  if (shown.right >= ENOUGH) return words.skipped;
  return words.skip.replace("{done}", String(shown.right)).replace("{all}", String(ENOUGH));
}

/** Ask for the exercise after what is remembered.
 * @param {HTMLElement} step @returns {Promise<Following>} */
async function following(step) {
  const widget = widgetOf(step);
  const reply = await ask({
    verb: "drill",
    widget: JSON.parse(widget?.dataset.widget ?? "{}"),
    drills: JSON.parse(step.dataset.drill ?? "[]"),
    past: past(step),
    seed: `${seed}${performance.now() | 0}`,
  });
  if (!reply.ok || reply.html === undefined) throw new Error(reply.error);
  return { html: reply.html, said: reply.said ?? [] };
}

/** @param {HTMLElement} step */
function past(step) {
  return loadDrills()[step.dataset.lesson ?? ""] ?? [];
}

/** @param {HTMLElement} step @returns {HTMLElement | null} */
function widgetOf(step) {
  return step.querySelector(".tk-widget");
}

/** @param {HTMLElement | null} widget */
function answersOf(widget) {
  return (JSON.parse(widget?.dataset.widget ?? "{}").answers ?? []).length;
}

/** @param {HTMLElement} step @returns {Record<string, string>} */
function wordsOf(step) {
  return JSON.parse(step.dataset.words ?? "{}");
}

/** @param {HTMLElement} step */
function waitingWords(step) {
  if (currentState() === "ready") return "";
  return wordsOf(step)[currentState() === "failed" ? "failed" : "wait"];
}

/** @param {string} text */
function say(text) {
  const line = shown?.step.querySelector(".tk-streak");
  if (line) line.textContent = text;
}

// -- what is remembered -------------------------------------------------------------------------

/** @returns {Drills} */
export function loadDrills() {
  try {
    return cleanDrills(JSON.parse(get(KEY) ?? "{}").lessons);
  } catch {
    return {}; // spoilt: start again
  }
}

/** @param {Drills} drills */
export function saveDrills(drills) {
  const lessons = Object.fromEntries(Object.entries(drills).slice(-MOST_LESSONS));
  set(KEY, JSON.stringify({ version: 1, lessons }));
}

/** Only what can be a history.
 * @param {unknown} lessons @returns {Drills} */
export function cleanDrills(lessons) {
  if (!lessons || typeof lessons !== "object") return {};
  return Object.fromEntries(
    Object.entries(lessons)
      .filter(([id, rows]) => /^[a-z0-9_-]+\/[a-z0-9-]+$/.test(id) && Array.isArray(rows))
      .map(([id, rows]) => [id, rows.filter(isPast).slice(-MOST)]),
  );
}

/** @param {unknown} row @returns {row is Past} */
function isPast(row) {
  if (!row || typeof row !== "object") return false;
  const { kind, topic, level, seed: made, tries, ms } = /** @type {Record<string, unknown>} */ (row);
  return [kind, topic, made].every((word) => typeof word === "string" && word.length <= 40) &&
    [level, tries, ms].every((number) => Number.isInteger(number) && Number(number) >= 0);
}
