// @ts-check
// The pages of puzzles and of the measure: bring the file of a game when it is wanted, hand every touch to Python with what is
// shown, and keep what Python says of the learner in the browser. What is right, and what comes next, Python knows.
import { write } from "./address.js";
import { today } from "./days.js";
import { morph } from "./morph.js";
import { tellNotKept } from "./not_kept.js";
import { released } from "./press.js";
import { ask, currentState, start, watch } from "./python.js";
import { listenToShares, showShares } from "./share.js";
import { get, set } from "./store.js";

/** @typedef {Record<string, string | object>} PuzzleEvent */
/**
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {string} [error]
 * @property {string} [html]
 * @property {string} [kept]
 * @property {object} [now]
 * @property {string} [address]
 * @property {string[]} [said]
 * @property {boolean} [unreadable]
 */

/** What is kept, by the verb that Python knows the page by; and behind it, what was kept and could not be read.
 * @type {Record<string, string>} */
const KEYS = { puzzle: "taroky:puzzles", measure: "taroky:measure" };
const UNREADABLE = ":unreadable";
/** What Python does not start with. */
const PARTS = ["taroky-more"];
const ADDRESS = /puzzle=?([a-z0-9-]+)\./;
/** The game and the theme that a link to the form names. */
const ABOUT = /^#about=([a-z0-9-]+)\.([a-z]*)$/;

/** The puzzle that is shown, as Python knows it.
 * @type {object | null} */
let now = null;
/** One thing after another, so that no touch is lost. */
let queue = Promise.resolve();
let waiting = 0;
/** The files of games that have come.
 * @type {Map<string, Promise<string>>} */
const files = new Map();

/** Listen once, for all pages of the visit. */
function listen() {
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target.closest(".tk-puzzles [data-play]") : null;
    if (!target) return;
    const event = JSON.parse(target.getAttribute("data-play") ?? "{}");
    if ("leave" in event) leave();
    else if ("day" in event) send({ day: today(), game: chosen().game }, chosen().game);
    else send(event, "next" in event || verb() === "measure" ? /** @type {{ game: string }} */ (now).game : "");
  });
  document.addEventListener("submit", (submit) => {
    const form = submit.target;
    if (!(form instanceof HTMLFormElement) || !form.closest(".tk-puzzles")) return;
    submit.preventDefault();
    send({ begin: chosen() }, chosen().game);
  });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof Element && target.id === "tk-puzzle-game") showThemes();
  });
  listenToShares(say);
  window.addEventListener("hashchange", () => host() && open());
  watch((state) => {
    if (state === "failed") sitDown(false);
  });
}

/** Make the page that is shown ready. */
export function showPuzzles() {
  now = null;
  if (!host()) return;
  const before = kept();
  const [, game = before.game, theme = before.theme] = ABOUT.exec(location.hash) ?? [];
  for (const [name, value] of Object.entries({ game, theme })) {
    const select = host()?.querySelector(`select[name="${name}"]`);
    if (select instanceof HTMLSelectElement && [...select.options].some((one) => one.value === value)) select.value = value;
  }
  showThemes();
  showNumber();
  start(PARTS);
  open();
}

/** Open the puzzle that the address names, if it is not shown already. */
function open() {
  const { hash } = location;
  if (hash.startsWith("#day")) return send({ day: today(), game: chosen().game }, chosen().game);
  const [, game] = ADDRESS.exec(hash) ?? [];
  const { game: of, number } = /** @type {{ game?: string, number?: number }} */ (now ?? {});
  if (!hash.includes("puzzle") || hash === `#puzzle=${of}.${number}`) return;
  send({ puzzle: hash }, game ?? "");
}

function leave() {
  sitDown(false);
  now = null;
  write("");
  showNumber();
  host()?.querySelector("button")?.focus();
}

/** @returns {{ game: string, theme: string }} */
function chosen() {
  const fields = new FormData(host()?.querySelector("form") ?? undefined);
  return { game: String(fields.get("game") ?? ""), theme: String(fields.get("theme") ?? "") };
}

/** What the page itself reads of what is kept; Python judges it.
 * @returns {{ game: string, theme: string, number: number | null }} */
function kept() {
  try {
    const { game, theme, number } = JSON.parse(get(KEYS[verb()]) ?? "{}");
    return { game: String(game ?? ""), theme: String(theme ?? ""), number: Number.isInteger(number) ? number : null };
  } catch {
    return { game: "", theme: "", number: null };
  }
}

function showNumber() {
  const place = host()?.querySelector("[data-number]");
  const { number } = kept();
  if (place && number) place.textContent = String(number);
}

/** Themes of which the chosen game has no puzzle cannot be chosen. */
function showThemes() {
  const form = host()?.querySelector("form");
  const game = form?.querySelector("select")?.selectedOptions[0];
  const counts = JSON.parse(game?.dataset.themes ?? "{}");
  for (const option of form?.querySelectorAll("#tk-puzzle-theme option") ?? []) {
    if (!(option instanceof HTMLOptionElement) || !option.value) continue;
    option.disabled = !counts[option.value];
    if (option.disabled && option.selected) option.selected = false;
  }
}

/** Tell Python of an event. game: whose puzzles it needs, "" for none.
 * @param {PuzzleEvent} event @param {string} game */
function send(event, game) {
  waiting += 1;
  if (!now) sitDown(true);
  if (currentState() !== "ready") say(words("wait"));
  start(PARTS);
  queue = queue
    .then(() => answer(event, game))
    .catch((error) => refused(error instanceof Error && error.message ? error.message : words("failed")))
    .finally(() => {
      waiting -= 1;
    });
}

/** @param {PuzzleEvent} event @param {string} game */
async function answer(event, game) {
  const here = host();
  if (!here) return;
  const key = KEYS[verb()];
  const before = get(key);
  const puzzles = game ? await fileOf(game) : "";
  const reply = /** @type {Answer} */ (
    await ask({ verb: verb(), base: here.dataset.base, kept: before, now, event, puzzles, today: today() })
  );
  await released();
  if (!here.isConnected) return;
  if (!reply.ok || reply.html === undefined) return refused(reply.error ?? words("failed"));
  now = reply.now ?? null;
  if (reply.unreadable && before) set(key + UNREADABLE, before);
  const isKept = reply.kept === before || set(key, reply.kept ?? "");
  tellNotKept(here, isKept ? "" : words("full"));
  sitDown(true);
  write(reply.address ?? "");
  const room = document.getElementById("tk-room");
  const led = room?.contains(document.activeElement) && !("open" in event || "see" in event);
  if (room) showShares(morph(room, reply.html));
  // The keyboard goes on with what comes next.
  const next = led ? document.querySelector("#tk-do-next-, #tk-measured") ?? document.querySelector(".tk-options button, .tk-own-card") : null;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  const said = (reply.said ?? []).join(" ");
  say(said);
  if (reply.unreadable) refusedLine((reply.said ?? [])[0] ?? "");
}

/** The file of a game; nothing for a game that has none.
 * @param {string} game @returns {Promise<string>} */
function fileOf(game) {
  const option = host()?.querySelector(`#tk-puzzle-game option[value="${CSS.escape(game)}"]`);
  const path = option?.getAttribute("data-puzzles");
  if (!path) return Promise.resolve("");
  let file = files.get(path);
  if (!file) {
    file = fetch(new URL(path, document.baseURI)).then((response) => {
      if (!response.ok) throw new Error(words("failed"));
      return response.text();
    });
    file.catch(() => files.delete(path));
    files.set(path, file);
  }
  return file;
}

/** @param {string} error */
function refused(error) {
  say(error);
  refusedLine(error);
  if (!now) {
    sitDown(false);
    if (location.hash.includes("puzzle")) write("");
    return;
  }
  const line = document.querySelector("#tk-room .tk-line");
  if (line) line.textContent = error;
}

/** @param {string} text */
function refusedLine(text) {
  const told = host()?.querySelector(".tk-why-not");
  if (told) told.textContent = text;
}

/** @param {boolean} sits */
function sitDown(sits) {
  host()?.classList.toggle("is-sitting", sits);
}

/** What Python knows the page by. */
function verb() {
  return host()?.dataset.verb ?? "";
}

/** @returns {HTMLElement | null} */
function host() {
  return document.querySelector(".tk-puzzles");
}

/** Say something to those who hear the page.
 * @param {string} text */
function say(text) {
  const heard = document.getElementById("tk-heard");
  if (heard && text) heard.textContent = text;
}

/** @param {string} name @returns {string} */
function words(name) {
  return JSON.parse(host()?.dataset.words ?? "{}")[name] ?? "";
}

listen();
