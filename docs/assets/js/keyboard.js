// @ts-check
// What the theme made for the mouse alone: the button that opens the navigation in a narrow window (what
// is in a closed drawer is no stop for the keyboard, see base.css); and the way past it to the content,
// which leaves the address alone, since that says what a page shows.

export function listenToKeyboard() {
  openByKeyboard();
  document.addEventListener("click", skip, true);
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
  if (!(drawer instanceof HTMLInputElement) || !(label instanceof HTMLLabelElement)) return;
  label.setAttribute("role", "button");
  label.setAttribute("aria-label", "Navigation");
  label.tabIndex = 0; // the theme answers Enter on a label
  const tell = () => label.setAttribute("aria-expanded", String(drawer.checked));
  drawer.addEventListener("change", tell);
  tell();
  document.addEventListener("keydown", (press) => {
    if (press.key === " " && press.target === label) {
      press.preventDefault();
      drawer.click();
    } else if (press.key === "Escape" && drawer.checked) {
      drawer.click();
      label.focus();
    }
  });
}
