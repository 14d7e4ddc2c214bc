// @ts-check
// Hands of the day as this browser knows them: their dates in words, what each has brought, and how many days in a row
// somebody has played.
import { get, set } from "./store.js";
import { languageOf } from "./words.js";

/** What a hand of a day has brought you, and a master; on: the day on which you have played it.
 * @typedef {{ on?: string, you?: string, master?: string }} Result */
/** By day, then by game.
 * @typedef {Record<string, Record<string, Result>>} Days */

const KEY = "taroky:days";
/** The table of the hand of the day: it remembers the days that were played before there was a list of them. */
const TABLE = "taroky:table:day";
/** How many days are kept. */
const MOST = 400;
const DAY = /^20\d\d-\d\d-\d\d$/;
const MILLISECONDS = 86_400_000;

/** @param {Date} [now] */
export function today(now = new Date()) {
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

/** @param {string} day @param {number} many so many days before it */
export function ago(day, many) {
  return new Date(Date.parse(day) - many * MILLISECONDS).toISOString().slice(0, 10);
}

/** A day as the language says it: Friday 27 November, or Fri 27 November.
 * @param {string} day @param {"long" | "short"} [weekday] */
export function inWords(day, weekday = "long") {
  const language = languageOf();
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    weekday, day: "numeric", month: "long", timeZone: "UTC",
  }).format(Date.parse(day)).replaceAll(" ", "\u00a0").replace("\u00a0", " ");
}

/** What is kept of all days; what cannot be read is left out.
 * @returns {Days} */
export function days() {
  /** @type {Days} */
  const known = {};
  for (const [day, games] of Object.entries(parsed(KEY))) {
    if (!DAY.test(day) || Number.isNaN(Date.parse(day)) || !games || typeof games !== "object") continue;
    known[day] = {};
    for (const [game, result] of Object.entries(games)) {
      const { on, you, master } = /** @type {Record<string, unknown>} */ (result ?? {});
      known[day][game] = { on: word(on), you: word(you), master: word(master) };
    }
  }
  return known;
}

/** @param {unknown} value @returns {string | undefined} */
function word(value) {
  return typeof value === "string" ? value.slice(0, 60) : undefined;
}

/** @param {string} key @returns {Record<string, unknown>} */
function parsed(key) {
  try {
    const found = JSON.parse(get(key) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** Keep what a hand of a day has brought; the first result counts.
 * @param {{ day: string, game: string, who: string, amount: string }} result */
export function keepResult({ day, game, who, amount }) {
  const known = days();
  const mine = ((known[day] ??= {})[game] ??= {});
  if (who === "master") mine.master = amount;
  else if (!mine.you) Object.assign(mine, { you: amount, on: today() });
  else return;
  const newest = Object.entries(known).sort(([one], [other]) => (one < other ? 1 : -1)).slice(0, MOST);
  set(KEY, JSON.stringify(Object.fromEntries(newest)));
}

/** On how many days in a row somebody has played the hand of that day, up to today, which is still open; a single day
 * without a hand is forgiven.
 * @param {string} [until] */
export function streak(until = today()) {
  const played = new Set(playedBefore());
  for (const [day, games] of Object.entries(days())) {
    if (Object.values(games).some(({ on }) => on === day)) played.add(day);
  }
  /** @param {string} from @param {number[]} steps */
  const before = (from, steps) => steps.map((many) => ago(from, many)).find((day) => played.has(day));
  let many = 0;
  for (let day = before(until, [0, 1, 2]); day; day = before(day, [1, 2])) many += 1;
  return many;
}

/** @returns {string[]} */
function playedBefore() {
  const { past } = parsed(TABLE);
  return Array.isArray(past) ? past.map((hand) => String(hand?.[0])).filter((day) => DAY.test(day)) : [];
}

/** Write into a part of the page what is known: dates, days in a row, and what a master made of the cards.
 * @param {ParentNode} [part] */
export function showDays(part = document) {
  for (const place of part.querySelectorAll("[data-dated]")) {
    const date = place.getAttribute("data-date") ?? "";
    const day = date === "today" ? today() : date;
    const text = place.getAttribute("data-dated") ?? "";
    const whole = text.replace("{date}", inWords(day));
    const room = Number(place.getAttribute("data-room") ?? whole.length);
    place.textContent = whole.length > room ? text.replace("{date}", inWords(day, "short")) : whole;
  }
  for (const place of part.querySelectorAll("[data-streak]")) place.textContent = inRow(place, streak());
  for (const place of part.querySelectorAll("[data-master]")) {
    const { day, game } = JSON.parse(place.getAttribute("data-master") ?? "{}");
    const { master } = days()[day]?.[game] ?? {};
    if (master) place.textContent = (place.getAttribute("data-words") ?? "").replace("{amount}", master);
    place.classList.toggle("is-told", Boolean(master));
  }
  for (const list of part.querySelectorAll(".tk-past-days")) showPast(list);
}

/** The words for so many days, from two on, by the form that the language has for such a number.
 * @param {Element} place @param {number} many */
function inRow(place, many) {
  if (many < 2) return "";
  const forms = Object.entries(/** @type {Record<string, string>} */ (JSON.parse(place.getAttribute("data-streak") ?? "{}")));
  const rules = new Intl.PluralRules(languageOf());
  const [number, text] = forms.find(([one]) => rules.select(Number(one)) === rules.select(many)) ?? ["", ""];
  return text.replace(number, String(many));
}

/** The last seven days before this one, each with what it brought or the way to play it.
 * @param {Element} list */
function showPast(list) {
  const words = JSON.parse(list.getAttribute("data-words") ?? "{}");
  const game = list.closest("form")?.querySelector("select")?.value ?? "";
  const known = days();
  list.replaceChildren(...[1, 2, 3, 4, 5, 6, 7].map((many) => {
    const day = ago(today(), many);
    const { you, master } = known[day]?.[game] ?? {};
    const button = document.createElement("button");
    button.type = "button";
    button.className = "tk-look";
    button.dataset.play = JSON.stringify({ day });
    button.textContent = inWords(day);
    const told = document.createElement("span");
    const parts = [you && words.you.replace("{amount}", you), master && words.master.replace("{amount}", master)];
    told.textContent = you ? parts.filter(Boolean).join(" ") : words.play;
    const item = document.createElement("li");
    item.append(button, " ", told);
    return item;
  }));
  const frame = list.closest("details");
  if (frame) frame.hidden = false;
}
