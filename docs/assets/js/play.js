// @ts-check
// The table where one plays: keeps the evening in the browser, hands every touch to Python with it, puts the table
// that comes back in place, lets cards move to where they go, and asks for the others' next action when it is time.
// What a card is and what may be done, Python knows.
import { feel, lying } from "./card_sounds.js";
import { listenToEntrance, showEntrance, showPeople } from "./entrance.js";
import { showPayments } from "./chips.js";
import { ago, days, keepResult, showDays, today } from "./days.js";
import { morph } from "./morph.js";
import { finish, from, positions } from "./motion.js";
import { tellNotKept } from "./not_kept.js";
import { released } from "./press.js";
import { ask, currentState, start, watch } from "./python.js";
import { listenToShares, showShares } from "./share.js";
import { get, set } from "./store.js";

// Puzzles share nearly all of it: in a file of their own they would split what all pages start with.
export { showPuzzles } from "./puzzles.js";

/** @typedef {Record<string, string | object>} PlayEvent */
/**
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {string} [error]
 * @property {string} [html]
 * @property {Evening} [kept]
 * @property {string[]} [said]
 * @property {number | null} [wait]
 * @property {string} [go]
 * @property {{ day: string, game: string, who: string, amount: string } | null} [day] the result of a hand of a day
 * @property {Record<string, string> | null} [judged] what a lesson is told of its hand, once all of it has been looked at
 * @property {Record<string, Answer>} [answers] what becomes of the table by what is pressed next, as far as the build knows
 */

/** What the page knows of an evening.
 * @typedef {{ pace?: string, people: { level: string }[] }} Evening */
/** And of what was sent.
 * @typedef {{ given: string, seed: string, theirs: string[] }} Kept */
/** The first hand of a game as the build has dealt it, and what becomes of the table by what is pressed.
 * @typedef {Answer & { kept: Evening, answers: Record<string, Answer> }} Brought */

/** Where the table is: that of a puzzle is another one. */
const HERE = ".tk-play-here:not(.tk-puzzles)";
/** After so many milliseconds it is said that Python is not there yet. */
const LATE = 1000;
/** What Python does not start with, and the table needs. */
const PARTS = ["taroky-more"];
/** Where each kind of table is kept: an evening, the cards of a link, the hand of the day, a hand of a lesson, a match, the hand
 * of yesterday, a hand of an earlier day, first hands with a coach. */
const KEYS = {
  evening: "taroky:table", cards: "taroky:table:cards", day: "taroky:table:day", lesson: "taroky:table:lesson",
  match: "taroky:table:match", yesterday: "taroky:table:yesterday", archive: "taroky:table:archive",
  coached: "taroky:table:coached",
};
/** What is added to a key for the table as it was drawn last. */
const SEEN = ":seen";
/** Which of them was open when the page was left. */
const OPEN = "taroky:table:open";
/** Which of them is open here.
 * @type {keyof typeof KEYS} */
let open = "evening";

/** The evening as Python knows it.
 * @type {unknown} */
let kept = null;
/** The first hand that the build has dealt, as long as nothing is asked that it does not know.
 * @type {Brought | null} */
let brought = null;
/** One thing after another, so that no touch is lost. */
let queue = Promise.resolve();
let waiting = 0;
/** @type {number | undefined} */
let timer;
/** When the others act next, and at which moment of the hand: a touch meanwhile does not put it off. */
let due = { moment: "", at: 0 };
/** What the lesson is told of the hand that is over.
 * @type {Record<string, string> | null} */
let judged = null;
/** Cards touched before Python is there: they look lifted at once, and Python hears of them then.
 * @type {PlayEvent[]} */
let held = [];

/** Listen once, for all pages of the visit. */
function listen() {
  listenToEntrance();
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target.closest("[data-play]") : null;
    if (!target?.closest(HERE)) return;
    const event = JSON.parse(target.getAttribute("data-play") ?? "{}");
    if ("leave" in event) leave();
    else if ("resume" in event) resume();
    else if ("sent" in event) sit(event.sent === "match" ? "match" : "cards", { [event.sent]: location.hash });
    else if ("match" in event) sit("match", { ...chosen(), match: event.match });
    else if ("record" in event) sit("cards", { record: host()?.querySelector("textarea")?.value ?? "" });
    else if ("coached" in event) withCoach(chosen().rules);
    else if ("usual" in event) usual();
    else if ("day" in event) ofTheDay(event.day === "1" ? today() : String(event.day));
    else if ("yesterday" in event) ofYesterday();
    else if ("several" in event) showPeople(/** @type {HTMLFormElement} */ (target.closest("form")));
    else if ("tap" in event && currentState() !== "ready") hold(event, target);
    else send(event);
  });
  listenToShares(say);
  document.addEventListener("toggle", ({ target }) => {
    // What has opened below the window comes into it.
    if (target instanceof HTMLDetailsElement && target.id === "tk-past" && target.open) target.scrollIntoView({ block: "nearest" });
  }, { capture: true });
  document.addEventListener("change", ({ target }) => {
    if (target instanceof Element && target.id === "tk-game") showDays(host() ?? undefined);
  });
  document.addEventListener("submit", (submit) => {
    const form = submit.target;
    if (!(form instanceof HTMLFormElement) || !form.matches(`${HERE} .tk-sit-down`)) return;
    submit.preventDefault();
    sit("evening", chosen());
  });
  window.addEventListener("hashchange", () => host() && showPlay());
  window.addEventListener("storage", ({ key }) => {
    if (key !== KEYS[open] || !host()?.classList.contains("is-sitting")) return;
    kept = stored();
    if (kept) send({});
  });
  watch((state) => {
    // What can be pressed to try again is in the head of the page.
    if (state === "failed") {
      sitDown(false);
      held = [];
    }
    if (state === "ready") for (const event of held.splice(0)) send(event);
    if (state === "ready" && waiting && kept) sitDown(true);
    // What the table needs is imported while somebody chooses, and stays in the memory that is kept.
    if (state === "ready" && !waiting && host()) void ask({ verb: "table", base: "", kept: null, event: {} });
  });
}

/** The house tables that the browser keeps.
 * @type {() => import("./house.js").House[]} */
let houses = () => [];

/** Make the table of the page that is shown ready: a player who left it in the middle of a hand is back at once.
 * @param {() => import("./house.js").House[]} [known] the house tables that the browser keeps */
export function showPlay(known = houses) {
  houses = known;
  window.clearTimeout(timer);
  if (!host()) return;
  open = lastOpen();
  kept = stored();
  offer();
  const form = host()?.querySelector("form");
  if (form) showEntrance(form, houses(), words("linked"));
  const [, sent] = /^#(cards|record|match)=/.exec(location.hash) ?? [];
  for (const one of host()?.querySelectorAll(".tk-sent") ?? []) {
    one.toggleAttribute("hidden", one.getAttribute("data-sent") !== sent);
  }
  showDays(host() ?? undefined);
  const [, day, game] = /^#day=(today|20\d\d-\d\d-\d\d)(?:\.(.+))?$/s.exec(location.hash) ?? [];
  const [, first] = /^#coached=([\w.-]+)$/.exec(location.hash) ?? [];
  if (first) withCoach(first);
  else if (day) {
    // A later visit to this address goes on with whatever was played last.
    history.replaceState(history.state, "", location.pathname + location.search);
    ofTheDay(day === "today" ? today() : day, game);
  } else if (kept && (sent ? isOf(location.hash) : !location.hash.startsWith("#rules="))) resume();
  else if (comesBack(location.hash)) sit("match", { match: location.hash });
  else {
    sitDown(false);
    start(PARTS);
  }
}

/** Sit down within a lesson, to go on with the hand if it was begun.
 * @param {object} exercise @param {boolean} look whether it was played, and is looked at */
export function sitHere(exercise, look) {
  judged = null;
  sit("lesson", { exercise, look: look ? "1" : "" });
}

/** @param {keyof typeof KEYS} kind @param {Record<string, string | object>} fields
 * @param {keyof typeof KEYS} [mine] whose table holds what you have played before */
function sit(kind, fields, mine = kind) {
  open = mine;
  kept = stored();
  open = kind;
  if (open !== "lesson") set(OPEN, open);
  sitDown(true);
  send({ sit: fields });
}

/** What is chosen in the form, and a seed.
 * @returns {Record<string, string>} */
function chosen() {
  const form = host()?.querySelector("form");
  /** @type {Record<string, string>} */
  const fields = { seed: seed() };
  for (const [name, value] of new FormData(form ?? undefined)) fields[name] = String(value);
  return fields;
}

/** The first hands with a coach: gone on with, if they are of this game. From now on the address does not ask for them.
 * @param {string} rules */
function withCoach(rules) {
  if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  open = "coached";
  const begun = /** @type {{ session?: { rules?: string } } | null} */ (stored());
  const seen = begun?.session?.rules === rules ? get(KEYS[open] + SEEN) : null;
  sit("coached", { coached: "1", rules });
  if (seen && currentState() !== "ready") show(seen, false);
}

/** An evening of the same game without a coach. */
function usual() {
  const { session } = /** @type {{ session?: { rules?: string } }} */ (kept ?? {});
  sit("evening", { rules: session?.rules ?? "", seed: seed() });
}

/** The hand of a day: gone on with, if it was begun. Those of other days than this have a table of their own.
 * @param {string} day @param {string} [rules] */
function ofTheDay(day, rules = host()?.querySelector("select")?.value ?? "") {
  open = day === today() ? "day" : "archive";
  kept = stored();
  if (isOfDay(day, rules)) resume();
  else sit(open, { day, rules });
}

/** The hand of yesterday as a master plays it, beside what you made of it. */
function ofYesterday() {
  open = "yesterday";
  kept = stored();
  const [rules, day] = [host()?.querySelector("select")?.value ?? "", ago(today(), 1)];
  if (isOfDay(day, rules)) resume();
  else sit("yesterday", { day, rules, master: "1" }, "day");
}

/** Whether the table that is kept is the hand of that day.
 * @param {string} day @param {string} rules */
function isOfDay(day, rules) {
  const about = /** @type {{ day?: string, session?: { rules?: string } } | null} */ (kept);
  return about?.day === day && about.session?.rules === rules;
}

function resume() {
  if (open !== "lesson") set(OPEN, open);
  sitDown(true);
  // As it was seen last: Python draws the same as soon as it is there.
  const seen = get(KEYS[open] + SEEN);
  if (seen && currentState() !== "ready") show(seen, false);
  send({});
}

function leave() {
  window.clearTimeout(timer);
  if (open === "lesson") {
    const played = room()?.dataset.phase === "over";
    document.dispatchEvent(new CustomEvent("taroky:left", { detail: { played, judged } }));
    if (played && !judged) void lookOn();
    return;
  }
  sitDown(false);
  open = "evening";
  set(OPEN, open);
  kept = stored();
  offer();
  showDays(host() ?? undefined);
  host()?.querySelector("button")?.focus();
}

/** @returns {keyof typeof KEYS} */
function lastOpen() {
  const found = get(OPEN) ?? "";
  return found in KEYS ? /** @type {keyof typeof KEYS} */ (found) : "evening";
}

/** Whether the table that is open is that of a link.
 * @param {string} link */
function isOf(link) {
  const { given = "", seed: begun = "", theirs = [] } = /** @type {Partial<Kept>} */ (kept);
  if (open === "cards") return given !== "" && link.endsWith(`.${given}`);
  // A match that comes back with what the other has played is looked at first.
  const [, , of, played] = link.split(".");
  return open === "match" && of === begun && (played === "" || theirs.length > 0);
}

/** Whether a link brings what somebody else has made of the match that is kept here: both results are looked at.
 * @param {string} link */
function comesBack(link) {
  const [version, , of, played = ""] = link.split(".");
  return /^#match=[12]/.test(version) && played !== "" && /** @type {Kept | null} */ (stored("match"))?.seed === of;
}

/** Offer to go on, where something was left. */
function offer() {
  host()?.querySelector(".tk-resume")?.toggleAttribute("hidden", !kept);
}

/** @param {boolean} sits */
function sitDown(sits) {
  host()?.classList.toggle("is-sitting", sits);
}

/** @returns {HTMLElement | null} */
function host() {
  return document.querySelector(HERE);
}

/** @returns {HTMLElement | null} */
function room() {
  return document.getElementById("tk-room");
}

/** @returns {unknown} */
function stored(kind = open) {
  try {
    return JSON.parse(get(KEYS[kind]) ?? "null");
  } catch {
    return null;
  }
}

/** What deals and the others' play follow from. */
function seed() {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((n) => (n % 36).toString(36)).join("");
}

/** Tell Python of an event; all that is moving is there at once.
 * @param {PlayEvent} event */
function send(event) {
  window.clearTimeout(timer);
  finish();
  waiting += 1;
  start(PARTS);
  queue = queue
    .then(() => answer(event))
    .catch((error) => say(error instanceof Error ? error.message : words("failed")))
    .finally(() => {
      waiting -= 1;
    });
}

/** @param {PlayEvent} event */
async function answer(event) {
  const here = host();
  if (!here) return;
  const reply = (await known(event)) ?? (await newest(event));
  await released();
  if (!here.isConnected) return;
  if (!reply.ok || reply.html === undefined) {
    refused(reply.error ?? words("failed"), event);
    return;
  }
  kept = reply.kept;
  const full = !set(KEYS[open], JSON.stringify(kept));
  set(KEYS[open] + SEEN, reply.html);
  tellNotKept(here, full ? words("full") : "");
  if (reply.day) keepResult(reply.day);
  judged = reply.judged ?? judged;
  const table = room();
  const lay = table && lying(table);
  show(reply.html, reply.kept?.pace !== "at_once");
  const now = room();
  if (lay && now) feel(lay, lying(now));
  if (reply.day) void withMaster();
  say([...(reply.said ?? []), ...(full ? [words("full")] : [])].join(" "));
  const { wait, go = "" } = reply;
  if (wait === null || wait === undefined || !here.classList.contains("is-sitting")) {
    due = { moment: "", at: 0 };
    return;
  }
  const moment = `${KEYS[open]} ${go} ${wait}`;
  if (due.moment !== moment || "go" in event) due = { moment, at: performance.now() + wait };
  timer = window.setTimeout(() => send({ go }), due.at - performance.now());
}

/** Lift a card that is touched before Python is there, or put it back.
 * @param {PlayEvent} event @param {Element} card */
function hold(event, card) {
  held.push(event);
  start(PARTS);
  card.setAttribute("aria-pressed", String(card.closest("li")?.classList.toggle("is-picked")));
}

/** The day whose cards a master is playing, at a table that nobody sees. */
let masters = "";

/** Let a master play the cards of the day that is over here, to say what they brought. */
async function withMaster() {
  const place = room()?.querySelector("[data-master]");
  const { day, game, rules } = JSON.parse(place?.getAttribute("data-master") ?? "{}");
  if (!day || masters || days()[day]?.[game]?.master) return;
  masters = day;
  try {
    /** @type {Answer} */
    let reply = await unseen(null, { sit: { day, rules, master: "1" } });
    while (reply.ok && !reply.day && room()?.dataset.phase === "over") {
      reply = await unseen(reply.kept, { go: reply.go ?? "" });
    }
    if (reply.day) keepResult(reply.day);
  } finally {
    masters = "";
  }
  const now = room();
  if (!now) return;
  showDays(now);
  showShares(now);
}

/** Let the rest of a lesson's hand be looked at after the table has been left, as long as nobody sits down at another. */
async function lookOn() {
  let reply = await unseen(kept, {});
  while (reply.ok && !reply.judged && typeof reply.wait === "number" && !host()) {
    reply = await unseen(reply.kept, { go: reply.go ?? "" });
  }
  if (!reply.judged || host()) return;
  set(KEYS.lesson, JSON.stringify(reply.kept));
  document.dispatchEvent(new CustomEvent("taroky:judged", { detail: reply.judged }));
}

/** @param {unknown} table @param {PlayEvent} event @returns {Promise<Answer>} */
function unseen(table, event) {
  return ask({ verb: "table", base: host()?.dataset.base, kept: table, event, today: today(), lot: "" });
}

/** The answer for the table as it is kept now: another window may have played on it before, and meanwhile.
 * @param {PlayEvent} event @returns {Promise<Answer>} */
async function newest(event) {
  for (;;) {
    const key = KEYS[open];
    const before = get(key);
    if (!("sit" in event)) kept = stored() ?? kept;
    const reply = await asked(event);
    if (KEYS[open] !== key || get(key) === before || !reply.ok) return reply;
  }
}

/** @param {PlayEvent} event @returns {Promise<Answer>} */
async function asked(event) {
  brought = null;
  const late = currentState() === "ready" ? undefined : window.setTimeout(() => {
    say(words("seats"));
    const line = room()?.querySelector(".tk-bar ~ .tk-line");
    if (line) line.textContent = words("seats");
  }, LATE);
  try {
    return await ask({ verb: "table", base: host()?.dataset.base, kept, event, today: today(), lot: seed() });
  } finally {
    window.clearTimeout(late);
  }
}

/** What the build has worked out: as long as Python is not there, for somebody's first hand.
 * @param {PlayEvent} event @returns {Promise<Answer | null>} */
async function known(event) {
  if (currentState() === "ready" || currentState() === "failed") return null;
  const fields = /** @type {Record<string, string> | undefined} */ (event.sit);
  if (fields) {
    const which = fields.coached ? "data-coached" : "data-outcomes";
    brought = kept === null && (fields.coached || isUsual(fields)) ? await firstHand(fields.rules, which) : null;
    const level = fields.level;
    const people = brought?.kept.people.map((one) => ({ ...one, level: level ?? one.level }));
    return brought && people ? { ...brought, ok: true, kept: { ...brought.kept, people } } : null;
  }
  const [name = "", value = ""] = Object.entries(event)[0] ?? []; // who comes back asks for nothing yet
  const found = brought?.answers[name === "act" ? String(value) : name];
  brought = found?.answers ? /** @type {Brought} */ (found) : null;
  return found ? { ...found, ok: true, kept: { .../** @type {Evening} */ (kept), ...found.kept } } : null;
}

/** Whether only a game and a level are chosen.
 * @param {Record<string, string>} fields */
function isUsual({ rules, level, seed: _, ...others }) {
  return Boolean(rules && level) && Object.values(others).every((one) => one === "");
}

/** @param {string} rules @param {string} which of its first hands @returns {Promise<Brought | null>} */
async function firstHand(rules, which) {
  const option = host()?.querySelector(`option[value="${CSS.escape(rules)}"]`);
  const path = option?.getAttribute(which);
  if (!path) return null;
  try {
    const response = await fetch(new URL(path, document.baseURI));
    return response.ok ? await response.json() : null;
  } catch {
    return null; // Python deals, then
  }
}

/** A table that cannot be read gives way to a new one; a touch that came too late changes nothing.
 * @param {string} error @param {PlayEvent} event */
function refused(error, event) {
  say(error);
  if (!("sit" in event) && Object.keys(event).length > 0) return;
  sitDown(false);
  const told = host()?.querySelector(".tk-why-not");
  if (told) told.textContent = "sit" in event ? error : `${error} ${words("damaged")}`;
}

/** @param {string} html @param {boolean} moves */
function show(html, moves) {
  const old = room();
  if (!old) return;
  const before = positions(old);
  const wasOver = old.dataset.phase === "over";
  const cards = (/** @type {Element} */ place) => [...place.querySelectorAll(".tk-own-card")];
  const at = cards(old).indexOf(/** @type {Element} */ (document.activeElement));
  const now = morph(old, html);
  if (at >= 0 && !cards(now).includes(/** @type {Element} */ (document.activeElement))) {
    const held = cards(now);
    const next = held[Math.min(at, held.length - 1)];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  showDays(now);
  showShares(now);
  if (moves) from(before, now);
  if (!wasOver) showPayments(now);
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
