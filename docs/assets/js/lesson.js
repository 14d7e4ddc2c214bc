// @ts-check
// A lesson shows one step at a time: the one its address names, else the first. Without a script, and
// on paper, all steps stand one below the other. "taroky:step" tells of each that is shown.

import { isHouse, local, pageOf } from "./address.js";
import { load } from "./progress.js";
import { say } from "./widgets.js";
import { fill } from "./words.js";

/** Of its words a step shows so many more lines than fit, before it says that there are more; in pixels. */
const SLACK = 6;
/** The steps of which it was said in this visit that they are not solved, by their addresses.
 * @type {Set<string>} */
const unsolved = new Set();

/** Follow the links between steps. The theme's instant navigation would fetch the page again, and with it
 * the focus and every answer were gone: it does not hear of these clicks. */
export function listenToSteps() {
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest("a") : null;
    if (!link?.closest(".tk-lesson, .tk-progress:has(+ .tk-lesson)") || !link.hash || link.target) return;
    if (click.button !== 0 || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return;
    if (link.pathname !== location.pathname || !stepOf(local(link.hash))) return;
    if (isHouse(link.hash) && pageOf(link.hash) !== pageOf(location.hash)) return;
    click.preventDefault();
    click.stopPropagation();
    if (link.matches(".tk-step > .tk-next a") && saysUnsolved(link.closest(".tk-step"))) return;
    history.pushState(null, "", link.hash); // a change of the hash itself would tell the theme
    showStep();
  }, { capture: true });
  for (const moved of ["hashchange", "popstate"]) window.addEventListener(moved, () => showStep());
  window.addEventListener("resize", () => fit());
  document.addEventListener("taroky:answered", (answered) => {
    // An unfolded solution stands where replies do: it makes room for what is said to an answer.
    const { widget } = /** @type {CustomEvent<{ widget: Element }>} */ (answered).detail;
    if (widget.closest(".tk-step")) widget.querySelector(":scope > .tk-solution[open]")?.removeAttribute("open");
    fit(true);
  });
  // What is unfolded among the words has the room that it needs.
  document.addEventListener("toggle", ({ target }) => {
    if (!(target instanceof HTMLDetailsElement)) return;
    if (target.matches(".tk-step :is(.tk-table details, .tk-solution)")) fit(true);
    if (!target.matches(".tk-step .tk-why")) return;
    target.closest(".tk-step")?.classList.toggle("is-reading", target.open);
    if (!target.open) fit();
  }, { capture: true });
}

/** Show the step that an address names.
 * @param {string} [address] */
export function showStep(address = local()) {
  const lesson = document.querySelector(".tk-lesson");
  if (!lesson) return;
  const steps = [...lesson.querySelectorAll(".tk-step")];
  const current = stepOf(address) ?? steps[0];
  if (!current || current.classList.contains("is-current")) return;
  const first = !lesson.querySelector(".tk-step.is-current");
  for (const step of steps) step.classList.toggle("is-current", step === current);
  for (const item of document.querySelectorAll(".tk-progress:has(+ .tk-lesson) > li")) {
    const link = item.querySelector("a");
    const here = link ? local(link.hash) === `#${current.id}` : false;
    item.classList.toggle("is-current", here);
    if (here) link?.setAttribute("aria-current", "step");
    else link?.removeAttribute("aria-current");
    const line = item.parentElement;
    if (here && line && item instanceof HTMLElement) line.scrollLeft = item.offsetLeft - line.clientWidth / 2;
  }
  fit();
  void document.fonts.ready.then(() => fit());
  document.dispatchEvent(new CustomEvent("taroky:step", { detail: current }));
  if (first) return;
  window.scrollTo({ top: 0, behavior: "instant" });
  const heading = current.querySelector("h2");
  if (!heading) return;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

/** Say what is not solved in a step that somebody is about to leave, once; tells whether it was said now.
 * @param {Element | null} step */
function saysUnsolved(step) {
  const widget = step?.querySelector(".tk-widget");
  if (!step || !(widget instanceof HTMLElement) || widget.dataset.tries !== undefined) return false;
  const address = location.pathname + location.search + step.id;
  const { step: id = "" } = JSON.parse(widget.dataset.widget ?? "{}");
  if (unsolved.has(address) || load()[id]) return false;
  unsolved.add(address);
  say(widget, fill(wordsOf().unsolved ?? "", { task: widget.querySelector(".tk-task")?.textContent ?? "" }));
  fit(true);
  return true;
}

/** The part of the lesson that an address names, by its id or by that of a place or an exercise in it.
 * @param {string} address */
function stepOf(address) {
  const hash = address.slice(1);
  const within = hash.startsWith("x=") ? hash.slice(2).split(".")[0] : hash;
  return [...document.querySelectorAll(".tk-lesson > .tk-step")].find(
    (step) => step.id === hash || (within && step.querySelector(`[id="${CSS.escape(within)}"]`)));
}

/** See whether the step that is shown fits the window. If its words do not, there is a button that shows
 * them all; if the rest does not, it stands closer, then its cards are smaller; if that is not enough, the
 * step is as high as it needs to be.
 * @param {boolean} [answered] what has become high stays so: nothing jumps after an answer */
function fit(answered = false) {
  const step = document.querySelector(".tk-step.is-current:has(.tk-widget)");
  const words = step?.querySelector(".tk-words");
  if (!step || !(words instanceof HTMLElement)) return;
  const bar = step.querySelector(".tk-widget > .tk-actions");
  const beyond = () => [step, bar].some((one) => one && one.getBoundingClientRect().bottom + scrollY > innerHeight + 0.5);
  const tooHigh = () => step.scrollHeight > step.clientHeight + 1 || beyond();
  const ways = ["is-close", "is-tight", "is-tall"];
  const reading = step.classList.contains("is-reading");
  if (!answered) {
    step.classList.remove(...ways, "is-folded");
    if (!reading) words.querySelector(".tk-read-on")?.remove(); // it would take room itself
  }
  // A reply that does not fit is without what was said before; then everything stands closer, then the words,
  // which have been read, are cut short, and then the sentences of a solution run on.
  const said = [...step.querySelectorAll(".tk-reply, .tk-widget > .tk-solution[open]")];
  const tooLong = () => said.some((one) => one.scrollHeight > one.clientHeight + 1);
  step.classList.remove("is-brief", "is-run-on");
  const scrolls = getComputedStyle(words).overflowY !== "visible"; // else the words are next to all
  const shorter = scrolls ? ["is-brief", "is-close", "is-tight", "is-folded", "is-run-on"] : ["is-brief", "is-close"];
  for (const way of shorter) if (tooLong()) step.classList.add(way);
  for (const way of ways) if (tooHigh()) step.classList.add(way);
  if (reading) return;
  const folded = scrolls && words.scrollHeight > words.clientHeight + SLACK;
  if (folded && !words.querySelector(".tk-read-on")) words.prepend(readOn(step));
}

/** @param {Element} step */
function readOn(step) {
  const { read_on: more, read_less: less } = wordsOf();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tk-read-on";
  button.textContent = more;
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => {
    const open = step.classList.toggle("is-reading");
    button.textContent = open ? less : more;
    button.setAttribute("aria-expanded", String(open));
    // The words flow around it, so it comes before them; unfolded, they end with it.
    const words = button.parentElement;
    if (open) words?.append(button);
    else words?.prepend(button);
    button.focus({ preventScroll: true });
    words?.scrollTo(0, 0);
  });
  return button;
}

/** What buttons of the lesson say.
 * @returns {Record<string, string>} */
export function wordsOf() {
  const lesson = document.querySelector(".tk-lesson");
  return JSON.parse((lesson instanceof HTMLElement && lesson.dataset.words) || "{}");
}
