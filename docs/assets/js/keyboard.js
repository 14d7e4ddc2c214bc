// @ts-check
// What the theme made for the mouse alone: the button that opens the navigation in a narrow window (what
// is in a closed drawer is no stop for the keyboard, see base.css); the way past it to the content,
// which leaves the address alone, since that says what a page shows; and the way out of the search.

import { say } from "./words.js";

export function listenToKeyboard() {
  openByKeyboard();
  document.addEventListener("click", skip, true);
  document.addEventListener("keydown", leaveSearch, true);
}

/** The theme takes the focus out of its search before the Tab key moves it on, and WebKit then begins at
 * the top again, forever. So the search closes here, and the focus goes on from where it is.
 * @param {KeyboardEvent} press */
function leaveSearch(press) {
  const open = document.getElementById("__search");
  const from = press.target instanceof Element && press.target.closest(".md-search");
  if (press.key !== "Tab" || !from || !(open instanceof HTMLInputElement)) return;
  press.stopPropagation();
  if (open.checked) open.click();
}

/** @param {Event} click */
function skip(click) {
  const link = click.target instanceof Element ? click.target.closest("a.md-skip") : null;
  const content = document.querySelector("article");
  if (!link || !content) return;
  click.preventDefault();
  click.stopPropagation();
  content.tabIndex = -1;
  content.focus();
}

function openByKeyboard() {
  const drawer = document.getElementById("__drawer");
  const label = document.querySelector("label.md-header__button[for=__drawer]");
  if (!(drawer instanceof HTMLInputElement) || !label) return;
  // A label is no stop for the keyboard and may not be called a button; the theme's sheet knows it by `for`.
  const button = document.createElement("button");
  for (const { name, value } of label.attributes) button.setAttribute(name, value);
  button.type = "button";
  button.setAttribute("aria-label", say("navigation"));
  button.append(...label.childNodes);
  label.replaceWith(button);
  const tell = () => button.setAttribute("aria-expanded", String(drawer.checked));
  drawer.addEventListener("change", tell);
  tell();
  button.addEventListener("click", () => drawer.click());
  document.addEventListener("keydown", (press) => {
    if (press.key !== "Escape" || !drawer.checked) return;
    drawer.click();
    button.focus();
  });
}
