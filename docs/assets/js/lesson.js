// @ts-check
// A lesson shows one step at a time: the one its address names, else the first. Without a script, and
// on paper, all steps stand one below the other.

/** Show the step that the address names. */
export function showStep() {
  const lesson = document.querySelector(".tk-lesson");
  if (!lesson) return;
  const hash = decodeURIComponent(location.hash.slice(1));
  const legs = [...lesson.querySelectorAll(".tk-leg")];
  const widget = hash.startsWith("x=") ? hash.slice(2).split(".")[0] : "";
  const current =
    legs.find((leg) => leg.id === hash || (widget && leg.querySelector(`[id="${CSS.escape(widget)}"]`))) ??
    legs[0];
  if (!current || current.classList.contains("is-current")) return;
  const first = !lesson.querySelector(".tk-leg.is-current");
  for (const leg of legs) leg.classList.toggle("is-current", leg === current);
  for (const item of lesson.querySelectorAll(".tk-progress > li")) {
    const link = item.querySelector("a");
    const here = link?.getAttribute("href") === `#${current.id}`;
    item.classList.toggle("is-current", here);
    if (here) link?.setAttribute("aria-current", "step");
    else link?.removeAttribute("aria-current");
  }
  if (first) return;
  const heading = current.querySelector("h2");
  if (!heading) return;
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
  document.querySelector("h1")?.scrollIntoView({ block: "start" });
}
