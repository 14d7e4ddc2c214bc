// @ts-check
// Says once over a table, where everybody sees it, that the browser does not keep it.
import { say } from "./words.js";

/** Whether it was said in this visit. */
let told = false;

/** @param {HTMLElement} here where the table is @param {string} text what is said; "" if the browser keeps it */
export function tellNotKept(here, text) {
  if (!text) here.querySelector(".tk-not-kept")?.remove();
  if (!text || told) return;
  told = true;
  const line = document.createElement("div");
  line.className = "tk-not-kept";
  line.setAttribute("role", "alert");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tk-button";
  button.textContent = say("all_right");
  button.addEventListener("click", () => line.remove());
  line.append(text, " ", button);
  here.append(line);
}
