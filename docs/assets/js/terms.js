// @ts-check
// Notes on the words of the game are shown by the style sheet alone. Escape puts one away without
// moving the pointer or the focus; the next word shows its own again.

export function listenToNotes() {
  const page = document.documentElement;
  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape") page.classList.add("is-dismissed");
  });
  for (const come of ["pointerover", "focusin"]) {
    document.addEventListener(come, (event) => {
      if (event.target instanceof Element && event.target.closest(".tk-termed")) page.classList.remove("is-dismissed");
    });
  }
}
