// @ts-check
// A hand of a lesson: the table opens over the lesson, and when it is left after the hand, the step is done. What its stars
// are may be known only a while later.
import { exerciseOf, tell } from "./widgets.js";

/** Where the table is, while one sits there.
 * @type {HTMLElement | null} */
let over = null;
/** The button that was pressed.
 * @type {HTMLElement | null} */
let button = null;
/** The widget and the exercise that wait for their stars. */
let waits = { id: "", exercise: "" };

/** Listen once, for all pages of the visit. */
export function listenToSitting() {
  document.addEventListener("click", ({ target }) => {
    const pressed = target instanceof Element ? target.closest("[data-sit]") : null;
    if (pressed instanceof HTMLElement) void sit(pressed);
  });
  document.addEventListener("taroky:left", (left) => {
    const widget = button?.closest(".tk-widget")?.id ?? "";
    const { played, judged } = /** @type {CustomEvent<{ played: boolean, judged: object | null }>} */ (left).detail;
    const back = button?.id ?? "";
    leaveHand();
    document.getElementById(back)?.focus();
    if (!played || !widget) return;
    waits = { id: widget, exercise: exerciseOf(document.getElementById(widget)) };
    tell(widget, { played: "1", ...judged });
  });
  document.addEventListener("taroky:judged", (result) => {
    // Another course may have the same lesson with other cards.
    if (exerciseOf(document.getElementById(waits.id)) !== waits.exercise) return;
    tell(waits.id, { played: "1", .../** @type {CustomEvent<object>} */ (result).detail });
  });
}

/** @param {HTMLElement} pressed */
async function sit(pressed) {
  const { exercise, look, base, words } = JSON.parse(pressed.dataset.sit ?? "{}");
  const { sitHere } = await import("./play.js");
  if (!pressed.isConnected) return;
  leaveHand();
  button = pressed;
  over = document.createElement("div");
  over.className = "md-typeset";
  const here = document.createElement("div");
  here.className = "tk-play-here";
  here.dataset.base = base;
  here.dataset.words = JSON.stringify(words);
  const room = document.createElement("section");
  room.id = "tk-room";
  room.className = "tk-room";
  const line = document.createElement("p");
  line.className = "tk-line";
  line.textContent = words.wait;
  room.append(line);
  const heard = document.createElement("p");
  heard.id = "tk-heard";
  heard.className = "tk-only-heard";
  heard.setAttribute("role", "status");
  heard.setAttribute("aria-live", "polite");
  here.append(room, heard);
  over.append(here);
  document.body.append(over);
  beneath()?.setAttribute("inert", "");
  sitHere(exercise, look);
}

/** Take the table away. */
export function leaveHand() {
  over?.remove();
  over = button = null;
  beneath()?.removeAttribute("inert");
}

/** @returns {Element | null} */
function beneath() {
  return document.querySelector(".md-container");
}
