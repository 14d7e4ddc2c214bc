// @ts-check
// The home page: one trick after the other, and the way on to where somebody was.
import { showDays } from "./days.js";
import { load } from "./progress.js";
import { get } from "./store.js";

/** @typedef {[id: string, title: string, steps: string[]]} Lesson */

export function listenToHome() {
  document.addEventListener("click", (click) => {
    const button = click.target instanceof Element ? click.target.closest(".tk-more > [data-next]") : null;
    const next = button && document.getElementById(button.getAttribute("data-next") ?? "");
    if (!next) return;
    for (const trick of document.querySelectorAll(".tk-first")) trick.classList.toggle("is-current", trick === next);
    const task = next.querySelector(".tk-task");
    task?.setAttribute("tabindex", "-1");
    if (task instanceof HTMLElement) task.focus({ preventScroll: true });
    // Where the first trick has already moved up, no half of what is above is left in view.
    next.scrollIntoView({ block: window.scrollY > 0 ? "start" : "nearest" });
  });
  document.addEventListener("taroky:answered", (answered) => {
    const { widget, solved } = /** @type {CustomEvent<{ widget: Element, solved: boolean }>} */ (answered).detail;
    if (!widget.closest(".tk-first")) return;
    // What is said, and what can be done next, comes into view.
    const next = solved ? [widget.parentElement?.querySelector(".tk-more"), document.querySelector(".tk-start")] : [];
    for (const part of [widget.querySelector(".tk-feedback"), ...next]) part?.scrollIntoView({ block: "nearest" });
  });
}

export function showHome() {
  showDays(document.querySelector(".tk-today") ?? document.createDocumentFragment());
  document.querySelector(".tk-left-table")?.toggleAttribute("hidden", !leftTable());
  const link = document.querySelector(".tk-start > a[data-lessons]");
  const done = Object.keys(load());
  if (!(link instanceof HTMLAnchorElement) || done.length === 0) return;
  void goOn(link, done).catch(() => undefined); // the first lesson it is, then
}

/** Whether somebody has left a table at which hand follows hand. */
function leftTable() {
  const kind = get("taroky:table:open") ?? "evening";
  const keys = /** @type {Record<string, string>} */ ({ evening: "taroky:table", match: "taroky:table:match", coached: "taroky:table:coached" });
  return kind in keys && get(keys[kind]) !== null;
}

/** Let the link lead to where the last step was done.
 * @param {HTMLAnchorElement} link @param {string[]} done */
async function goOn(link, done) {
  const response = await fetch(new URL(link.dataset.lessons ?? "", document.baseURI));
  if (!response.ok) return;
  /** @type {Record<string, Lesson[]>} */
  const courses = await response.json();
  const found = following(courses, done);
  if (!found) return;
  const { course, lesson, step } = found;
  const [id, title, steps] = lesson;
  const words = JSON.parse(link.dataset.words ?? "{}");
  const begun = step > 0;
  const values = /** @type {Record<string, string>} */ ({ title, step: String(step + 1) });
  link.textContent = String(begun ? words.go_on_step : words.go_on).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  // In a copy that is opened as a file, addresses are of another form.
  const there = (link.getAttribute("href") ?? "").split("#")[0].replace(link.dataset.lesson ?? "", `${course}/${id}`);
  link.classList.add("tk-button--primary");
  link.parentElement?.firstElementChild?.classList.remove("tk-button--primary");
  link.dataset.lesson = `${course}/${id}`;
  link.setAttribute("href", `${there}${begun ? `#${steps[step]}` : ""}`);
}

/** The first open step after the one that was done last: in its lesson, else in the next one of its
 * course that is not finished.
 * @param {Record<string, Lesson[]>} courses @param {string[]} done */
export function following(courses, done) {
  for (const last of [...done].reverse()) {
    const [course, id, step] = last.split("/");
    const lessons = courses[course] ?? [];
    const at = lessons.findIndex(([one]) => one === id);
    if (at < 0) continue;
    const open = /** @param {Lesson} lesson */ ([one, , steps]) =>
      steps.map((name, place) => ({ name, place })).filter(({ name }) => !done.includes(`${course}/${one}/${name}`));
    const here = open(lessons[at]);
    const after = here.find(({ place }) => place > lessons[at][2].indexOf(step)) ?? here[0];
    if (after) return { course, lesson: lessons[at], step: after.place };
    const next = [...lessons.slice(at + 1), ...lessons.slice(0, at)].find((lesson) => open(lesson).length > 0);
    if (next) {
      const first = open(next)[0].place;
      return { course, lesson: next, step: first };
    }
  }
  return undefined;
}
