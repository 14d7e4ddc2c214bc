// @ts-check
// The game a reader has chosen: the one whose lessons, rules or calculator were opened last. Lists of
// games put it first, and the search, too, where several games answer alike (search.js).
import { get, set } from "./store.js";

const KEY = "taroky:game";
const OF_GAME = /\/(?:learn|reference|calculators)\/([a-z0-9_-]+)\//;
/** Pages of no game. */
const OF_NONE = new Set(["switch", "glossary", "cards", "count", "bid", "partner", "discard", "declare", "play"]);

/** The game of the reader, "" as long as there is none. */
export function game() {
  const own = get(KEY) ?? "";
  return /^[a-z0-9_-]{1,60}$/.test(own) ? own : "";
}

/** Remember the game that the page is about, and put it first where games are listed. */
export function showGame() {
  const here = OF_GAME.exec(new URL(location.href).pathname)?.[1] ?? "";
  if (here && !OF_NONE.has(here)) set(KEY, here);
  const own = game();
  if (!own) return;
  document.documentElement.dataset.game = own;
  for (const list of document.querySelectorAll("[data-games]")) {
    const found = list.querySelector(`:scope > li a[href="${own}/"]`)?.closest("li");
    if (found && found !== list.firstElementChild) list.prepend(found);
  }
}
