// @ts-check
// The map of a course: how much is done, where to go on, progress to a file and back, forgetting it
// with a way back, and the page of what was learned. The sentences come with the page.
import { cleanAgain, loadAgain, saveAgain, showAgain } from "./again.js";
import { cleanDrills, loadDrills, saveDrills } from "./drill.js";
import { jsonOf } from "./files.js";
import { KEY, SKIPPED, clean, load, mark, save } from "./progress.js";
import { fill } from "./words.js";

/** What a file with progress says it is. */
const MARK = "taroky-progress";
const MOST_BYTES = 2_000_000;

/** @typedef {import("./progress.js").Steps} Steps */
/** @typedef {import("./drill.js").Drills} Drills */
/** @typedef {import("./again.js").Missed} Missed */

/** What was forgotten last.
 * @type {{ steps: Steps, drills: Drills, missed: Missed[] } | null} */
let forgotten = null;

/** Listen once, for all pages of the visit. */
export function listenToCourse() {
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target.closest("button") : null;
    if (!target) return;
    if (target.dataset.reset !== undefined) forget(target.dataset.reset, target.dataset.title ?? "");
    else if (target.dataset.undo) remember();
    else if (target.dataset.export) toFile();
    else if (target.dataset.print) window.print();
  });
  document.addEventListener("change", (change) => {
    const input = change.target;
    if (!(input instanceof HTMLInputElement) || !input.dataset.import || !input.files?.[0]) return;
    void fromFile(input.files[0]).finally(() => (input.value = ""));
  });
  document.addEventListener("taroky:answered", () => showCourse());
  // What is done in another window is here, too.
  window.addEventListener("storage", ({ key }) => key === KEY && shown());
}

/** Show on the page what is done. */
export function showCourse() {
  const steps = load();
  for (const part of document.querySelectorAll(".tk-keep, .tk-actions:has([data-print])")) {
    part.removeAttribute("hidden");
  }
  showLessons(steps);
  showLearned(steps);
}

/** @param {Steps} steps */
function showLessons(steps) {
  const lessons = [...document.querySelectorAll(".tk-course > li:has(.tk-progress)")].map((lesson) => {
    const all = [...lesson.querySelectorAll(".tk-progress > [data-step]")];
    const open = all.filter((step) => !steps[step.getAttribute("data-step") ?? ""]);
    const done = all.length - open.length;
    const count = lesson.querySelector(".tk-count");
    if (count instanceof HTMLElement) {
      count.textContent = fill(count.dataset.words ?? "", { done, all: all.length });
    }
    lesson.querySelector("[data-reset]")?.toggleAttribute("hidden", done === 0);
    return { lesson, open, done };
  });
  showWhereToGoOn(lessons);
}

/** Where to go on: in the lesson that is begun, else after the last one that is finished, else with
 * the first that is open.
 * @param {{ lesson: Element, open: Element[], done: number }[]} lessons */
function showWhereToGoOn(lessons) {
  const line = document.querySelector(".tk-continue");
  const link = line?.querySelector("a");
  const last = lessons[lessons.length - 1];
  if (!(line instanceof HTMLElement) || !link || !last) return;
  const finished = lessons.map(({ open }) => open.length === 0).lastIndexOf(true);
  const following =
    lessons.filter(({ open, done }) => open.length > 0 && done > 0).pop() ??
    lessons.find(({ open }, at) => open.length > 0 && at > finished) ??
    lessons.find(({ open }) => open.length > 0);
  const begun = lessons.some(({ done }) => done > 0);
  const { lesson, done, open } = following ?? { ...last, done: 0 };
  const words = JSON.parse(line.dataset.words ?? "{}");
  const title = lesson.getAttribute("data-title") ?? "";
  link.textContent = fill(following ? (begun ? words.go_on : words.start) : words.all_done, { title });
  const to = !following
    ? lesson.querySelector(".tk-extras a, h2 a")
    : done > 0 ? open[0].querySelector("a") : lesson.querySelector("h2 a");
  link.setAttribute("href", to?.getAttribute("href") ?? "");
}

/** @param {Steps} steps */
function showLearned(steps) {
  const list = document.querySelector(".tk-learned");
  if (!(list instanceof HTMLElement)) return;
  const words = JSON.parse(list.dataset.words ?? "{}");
  for (const lesson of list.querySelectorAll(":scope > li")) {
    const all = [...lesson.querySelectorAll("[data-step]")];
    let done = 0;
    let sum = 0;
    for (const step of all) {
      const stars = steps[step.getAttribute("data-step") ?? ""] ?? 0;
      done += stars > 0 ? 1 : 0;
      sum += Math.floor(stars);
      let line = step.querySelector(".tk-stars");
      if (!line) {
        line = document.createElement("span");
        line.className = "tk-stars";
        step.append(" ", line);
      }
      if (stars < 1) {
        line.textContent = stars === SKIPPED ? words.step_skipped : words.step_open;
        line.removeAttribute("role");
        line.removeAttribute("aria-label");
      } else {
        line.textContent = "★".repeat(stars) + "☆".repeat(3 - stars);
        line.setAttribute("role", "img");
        line.setAttribute("aria-label", fill(words.step_stars, { stars }));
      }
    }
    lesson.classList.toggle("is-open", done === 0);
    const line = lesson.querySelector(".tk-lesson-stars");
    const numbers = { done, all: all.length, stars: sum, most: 3 * all.length };
    if (line) line.textContent = fill(done ? words.lesson_stars : words.lesson_open, numbers);
  }
}

// -- forgetting ---------------------------------------------------------------------------------

/** Forget what was done below this id ("hlucin/talon/"; "" is everything).
 * @param {string} below @param {string} title */
function forget(below, title) {
  const steps = load();
  const drills = loadDrills();
  const missed = loadAgain();
  forgotten = { steps, drills, missed };
  save(without(steps, (id) => id.startsWith(below)));
  saveDrills(without(drills, (id) => `${id}/`.startsWith(below)));
  saveAgain(missed.filter(({ lesson }) => !`${lesson}/`.startsWith(below)));
  shown();
  say(below ? "reset" : "reset_all", { title }, true);
}

/** Bring back what was forgotten last; what was done since stays. */
function remember() {
  if (!forgotten) return;
  merge(forgotten.steps, forgotten.drills, forgotten.missed);
  forgotten = null;
  shown();
  say("undone", {});
}

/** @template T @param {Record<string, T>} all @param {(id: string) => boolean} gone
 * @returns {Record<string, T>} */
function without(all, gone) {
  return Object.fromEntries(Object.entries(all).filter(([id]) => !gone(id)));
}

// -- files --------------------------------------------------------------------------------------

function toFile() {
  const steps = load();
  const data = { format: MARK, version: 1, saved: new Date().toISOString(), steps, drills: loadDrills(), missed: loadAgain() };
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 1)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `taroky-${data.saved.slice(0, 10)}.json`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
  say("exported", { done: Object.keys(steps).length });
}

/** @param {File} file */
async function fromFile(file) {
  let data;
  try {
    if (file.size > MOST_BYTES) throw new Error("too long");
    data = await jsonOf(file);
  } catch {
    say("broken", {});
    return;
  }
  if (data?.format !== MARK || typeof data.steps !== "object" || !data.steps) {
    say("foreign", {});
    return;
  }
  const done = merge(clean(data.steps), cleanDrills(data.drills), cleanAgain(data.missed));
  shown();
  say(done ? "imported" : "nothing_new", { done });
}

/** Add to what is there: of two results the better one, of two histories the longer one, of what was missed what is not
 * known yet.
 * @param {Steps} steps @param {Drills} drills @param {Missed[]} missed @returns {number} how many steps are new or better */
function merge(steps, drills, missed) {
  const mine = load();
  const better = Object.entries(steps).filter(([id, stars]) => stars > (mine[id] ?? 0));
  save({ ...mine, ...Object.fromEntries(better) });
  const known = loadDrills();
  const longer = Object.entries(drills).filter(([id, rows]) => rows.length > (known[id]?.length ?? 0));
  saveDrills({ ...known, ...Object.fromEntries(longer) });
  const waiting = loadAgain();
  const isNew = (/** @type {Missed} */ one) => !waiting.some(({ lesson, exercise }) => lesson === one.lesson && exercise === one.exercise);
  saveAgain([...missed.filter(isNew), ...waiting]);
  return better.length;
}

// -- saying -------------------------------------------------------------------------------------

function shown() {
  mark();
  showCourse();
  showAgain();
}

/** @param {string} name @param {Record<string, string | number>} values @param {boolean} [undo] */
function say(name, values, undo = false) {
  const line = document.querySelector(".tk-kept");
  if (!(line instanceof HTMLElement)) return;
  const said = line.querySelector("[role=status]");
  if (said) said.textContent = fill(JSON.parse(line.dataset.words ?? "{}")[name] ?? "", values);
  line.classList.add("is-said");
  const button = line.querySelector("[data-undo]");
  button?.toggleAttribute("hidden", !undo);
  line.scrollIntoView({ block: "nearest" });
  if (undo && button instanceof HTMLElement) button.focus({ preventScroll: true });
}
