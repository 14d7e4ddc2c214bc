// @ts-check
// Puts HTML that Python made in the place of what stands on the page, changing only what differs, and
// keeps the focus.
import { Idiomorph } from "idiomorph";
import { fromPython } from "./elements.js";

const callbacks = {
  // What somebody unfolded stays unfolded.
  beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Node} */ node, /** @type {string} */ change) =>
    !(name === "open" && change === "remove" && node instanceof HTMLDetailsElement),
};

/**
 * Let an element become the one that the HTML says. The focus stays where it is; if its place is gone,
 * it goes to what says `data-goto` (a field to fill in next), else `data-focus`, else to the way on from a
 * step that is solved, else to the task, else to the whole.
 * @param {HTMLElement} old has an id, unless it is the only one of its kind on the page
 * @param {string | Element} html or the element that it stands for
 * @param {{ typed?: boolean, led?: boolean, find?: () => HTMLElement | null }} [how] typed: the active
 * field keeps its text; led: the focus goes to a field to fill in next; find: where the element is
 * afterwards, if it has no id
 * @returns {HTMLElement}
 */
export function morph(old, html, { typed = false, led = true, find = () => document.getElementById(old.id) } = {}) {
  const active = document.activeElement;
  const hadFocus = old.contains(active);
  Idiomorph.morph(old, typeof html === "string" ? fromPython(html).firstElementChild : html, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    ignoreActiveValue: typed,
    callbacks,
  });
  const now = find() ?? old;
  if (!hadFocus) return now;
  const goto = led ? now.querySelector("[data-goto]") : null;
  if (goto instanceof HTMLInputElement) {
    goto.focus();
    goto.select();
  } else if (!now.contains(document.activeElement)) {
    const next = now.querySelector("[data-focus]") ?? wayOn(now) ?? now.querySelector(".tk-task") ?? now;
    if (!next.hasAttribute("tabindex") && next.matches(":not(a, button, input, select, textarea)")) {
      next.setAttribute("tabindex", "-1");
    }
    /** @type {HTMLElement} */ (next).focus({ preventScroll: true });
  }
  return now;
}

/** The link to the next step, once a lesson's step is solved.
 * @param {HTMLElement} widget */
function wayOn(widget) {
  return widget.dataset.tries === undefined ? null : widget.closest(".tk-step")?.querySelector(".tk-next a") ?? null;
}

/** The same for all that is in an element.
 * @param {Element} frame @param {string} html */
export function morphWithin(frame, html) {
  Idiomorph.morph(frame, [...fromPython(html).childNodes], { morphStyle: "innerHTML" });
}
