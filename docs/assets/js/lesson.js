// @ts-check
// A lesson shows one step at a time: the one its address names, else the first. Without a script, and
// on paper, all steps stand one below the other. "taroky:leg" tells of each that is shown.

import { local } from "./address.js";

/** Follow the links between steps. The theme's instant navigation changes the address without a word
 * to the page, so it is the click that tells. */
export function listenToSteps() {
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest(".tk-lesson a") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.hash) return;
    if (link.pathname === location.pathname) showStep(local(link.hash));
  });
  for (const moved of ["hashchange", "popstate"]) window.addEventListener(moved, () => showStep());
}

/** Show the step that an address names.
 * @param {string} [address] */
export function showStep(address = local()) {
  const lesson = document.querySelector(".tk-lesson");
  if (!lesson) return;
  const hash = address.slice(1);
  const legs = [...lesson.querySelectorAll(".tk-leg")];
  const within = hash.startsWith("x=") ? hash.slice(2).split(".")[0] : hash;
  const current =
    legs.find((leg) => leg.id === hash || (within && leg.querySelector(`[id="${CSS.escape(within)}"]`))) ??
    legs[0];
  if (!current || current.classList.contains("is-current")) return;
  const first = !lesson.querySelector(".tk-leg.is-current");
  for (const leg of legs) leg.classList.toggle("is-current", leg === current);
  for (const item of lesson.querySelectorAll(".tk-progress > li")) {
    const link = item.querySelector("a");
    const here = link ? local(link.hash) === `#${current.id}` : false;
    item.classList.toggle("is-current", here);
    if (here) link?.setAttribute("aria-current", "step");
    else link?.removeAttribute("aria-current");
  }
  document.dispatchEvent(new CustomEvent("taroky:leg", { detail: current }));
  if (first) return;
  const heading = current.querySelector("h2");
  if (!heading) return;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
  document.querySelector("h1")?.scrollIntoView({ block: "start" });
}
