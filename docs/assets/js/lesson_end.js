// @ts-check
// The end of a lesson: what is still open and the way there, or the stars that were won and which steps
// could have more; and how much of the course is done.
import { isHouse } from "./address.js";
import { pageAt } from "./pages.js";
import { SKIPPED, load } from "./progress.js";
import { ask } from "./python.js";
import { parsed } from "./trusted.js";
import { fill } from "./words.js";

/** The most stars of a step. */
const MOST = 3;
/** The most steps that are named: the end of a lesson fits a phone. */
const NAMED = 4;

/** Listen once, for all pages of the visit. */
export function listenToLessonEnd() {
  document.addEventListener("taroky:step", (event) => {
    const end = /** @type {CustomEvent<HTMLElement>} */ (event).detail;
    if (!end.classList.contains("tk-finish")) return;
    showResult(end);
    const line = end.querySelector(".tk-course-done");
    if (line instanceof HTMLElement) void showCourseDone(line);
  });
}

/** @param {HTMLElement} end */
function showResult(end) {
  const result = end.querySelector(".tk-lesson-result");
  const heading = end.querySelector("h2");
  if (!(result instanceof HTMLElement) || !heading) return;
  const won = load();
  const steps = [...document.querySelectorAll(".tk-progress:has(+ .tk-lesson) > [data-step]")].map((step) => {
    const link = step.querySelector("a");
    return { stars: won[step.getAttribute("data-step") ?? ""] ?? 0, href: link?.hash ?? "", title: link?.getAttribute("aria-label") ?? "" };
  });
  const open = steps.filter(({ stars }) => stars === 0);
  const words = JSON.parse(result.dataset.words ?? "{}");
  const numbers = { done: steps.length - open.length, all: steps.length };
  heading.textContent = open.length > 0 ? words.not_finished : words.finished;
  end.classList.toggle("is-open", open.length > 0);
  if (open.length > 0) {
    result.replaceChildren(paragraph(fill(words.steps_done, numbers)), list(open));
    return;
  }
  const stars = steps.reduce((sum, step) => sum + (step.stars === SKIPPED ? 0 : step.stars), 0);
  const most = MOST * steps.length;
  const row = document.createElement("p");
  row.className = "tk-won";
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", fill(words.stars_won, { stars, most }));
  const full = Math.max(Math.floor((MOST * stars) / most), stars > 0 ? 1 : 0);
  row.append(...Array.from({ length: MOST }, (_, n) => star(n < full)));
  const better = steps.filter(({ stars }) => stars < MOST);
  const said = better.length === 0 ? words.all_stars : fill(words.stars_won, { stars, most });
  result.replaceChildren(row, paragraph(said), ...(better.length > 0 ? [paragraph(words.more_stars), list(better)] : []));
}

/** @param {boolean} won */
function star(won) {
  const one = document.createElement("span");
  one.className = won ? "is-won" : "";
  one.textContent = won ? "★" : "☆";
  return one;
}

/** @param {string} text */
function paragraph(text) {
  const line = document.createElement("p");
  line.textContent = text;
  return line;
}

/** @param {{ href: string, title: string }[]} steps */
function list(steps) {
  const line = document.createElement("p");
  line.className = "tk-steps-again";
  for (const { href, title } of steps.slice(0, NAMED)) {
    const link = document.createElement("a");
    link.href = href;
    link.textContent = title;
    line.append(link, " ");
  }
  return line;
}

/** Say how much of the course is done. The lessons are on the map of the course.
 * @param {HTMLElement} line */
async function showCourseDone(line) {
  const page = await courseMap().catch(() => null);
  const lessons = [...(page?.querySelectorAll(".tk-course > li:has(.tk-progress)") ?? [])];
  if (lessons.length === 0) return;
  const steps = load();
  const done = lessons.filter((lesson) =>
    [...lesson.querySelectorAll("[data-step]")].every((step) => steps[step.getAttribute("data-step") ?? ""]));
  const words = JSON.parse(line.dataset.words ?? "{}");
  line.textContent = fill(words.course_done, { done: done.length, all: lessons.length });
  line.hidden = false;
}

/** The map of the course, as the trail above a lesson names it; that of a house table is drawn by Python. */
async function courseMap() {
  const map = document.querySelector(".tk-trail > a:last-child")?.getAttribute("href") ?? "";
  if (!isHouse(map)) return pageAt(map);
  const { html = "" } = await ask({ verb: "house", address: map, base: "", site: [] });
  return parsed(html, "text/html");
}
