// @ts-check
// Notes on the words of the game: the note of the word that is pointed at or has the focus is next to
// it, and stays there while it is pointed at itself. Escape puts it away without moving the pointer or
// the focus; the next word shows its own again. Where no scripts run, terms.css shows the notes.

/** @type {Record<"pointed" | "focused", Element | null>} */
const words = { pointed: null, focused: null };
/** The word whose note was shown last, and that note.
 * @type {Element[]} */
let marked = [];

export function listenToNotes() {
  const page = document.documentElement;
  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape") page.classList.add("is-dismissed");
  });
  // Not the pointer's own events: a finger leaves with its touch, and its note is to stay.
  listen("pointed", "mouseover", "mouseout");
  listen("focused", "focusin", "focusout");
}

/** @param {keyof typeof words} how @param {string} comes @param {string} goes */
function listen(how, comes, goes) {
  document.addEventListener(comes, ({ target }) => {
    const word = target instanceof Element ? target.closest(".tk-termed") : null;
    if (word) document.documentElement.classList.remove("is-dismissed");
    change(how, word);
  });
  document.addEventListener(goes, () => change(how, null));
}

/** @param {keyof typeof words} how @param {Element | null} word */
function change(how, word) {
  if (words[how] === word) return;
  words[how] = word;
  const now = words.pointed ?? words.focused;
  marked[1]?.classList.toggle("is-shown", now !== null && now === marked[0]);
  if (!now || now === marked[0]) return;
  const id = now.querySelector("[aria-describedby]")?.getAttribute("aria-describedby") ?? "";
  const note = document.getElementById(id)?.parentElement;
  if (!note) return;
  marked[0]?.classList.remove("is-noted");
  marked = [now, note];
  now.classList.add("is-noted");
  note.classList.toggle("is-above", isLow(now, note));
  note.classList.add("is-shown");
}

/** Whether there is no room for the note below its word, and there is above.
 * @param {Element} word @param {HTMLElement} note */
function isLow(word, note) {
  const { top, bottom } = word.getBoundingClientRect();
  const height = note.offsetHeight;
  return bottom + height > window.innerHeight && top > height;
}
