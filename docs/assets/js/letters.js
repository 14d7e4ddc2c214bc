// @ts-check
// The letters on court cards: others than they are drawn with, or none, as the reader chooses (letters.svg has
// each letter, drawn by taroky_build/cardart).
import { get, set } from "./store.js";
import { parsed } from "./trusted.js";

const KEY = "taroky:letters";
const FILE = new URL("../letters.svg", import.meta.url).href;
/** What king, queen, rider and jack are drawn with, by which their drawings are named. */
const DRAWN = "K Q R J";
/** @type {Promise<Document> | null} */
let coming = null;

function chosen() {
  return get(KEY) ?? DRAWN;
}

/** Listen once, for all pages of the visit. */
export function listenToLetters() {
  document.addEventListener("click", (click) => {
    const button = click.target instanceof Element ? click.target.closest("[data-letters]") : null;
    if (!(button instanceof HTMLElement)) return;
    set(KEY, button.dataset.letters ?? DRAWN);
    showChoice(document);
    void writeLetters();
  });
}

/** Show which letters are chosen, wherever they can be.
 * @param {ParentNode} root */
export function showChoice(root) {
  for (const button of root.querySelectorAll("[data-letters]")) {
    button.setAttribute("aria-pressed", String(button.getAttribute("data-letters") === chosen()));
    button.parentElement?.removeAttribute("hidden");
  }
}

/** Write the letters that are chosen on the cards that are drawn in the page now. */
export async function writeLetters() {
  const letters = chosen().split(" ");
  /** @type {[SVGElement, string][]} */
  const others = [];
  for (const [place, rank] of DRAWN.split(" ").entries()) {
    for (const index of document.querySelectorAll(`#card-i-${rank}, #drawn-card-i-${rank}`)) {
      const letter = letters[place] ?? "";
      if (index instanceof SVGElement && (index.dataset.letter ?? rank) !== letter) others.push([index, letter]);
    }
  }
  if (others.length === 0) return;
  try {
    const known = await (coming ??= fetched());
    for (const [index, letter] of others) {
      const drawn = letter ? known.getElementById(`letter-${letter}`) : null;
      if (letter && !drawn) continue;
      index.replaceChildren(...(drawn ? document.importNode(drawn, true).childNodes : []));
      index.dataset.letter = letter;
    }
  } catch {
    coming = null;
  }
}

async function fetched() {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`${response.status}`);
  return parsed(await response.text(), "image/svg+xml");
}
