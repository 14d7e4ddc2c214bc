// @ts-check
// The page on which Python draws whatever its address names for a house table: rules, lessons, tools.
// And the house tables that a learner wants to have at hand.
import { decoded, isHouse, local, pageOf } from "./address.js";
import { showStep } from "./lesson.js";
import { morphWithin } from "./morph.js";
import { ask, currentState, watch } from "./python.js";
import { get, set } from "./store.js";

const KEY = "taroky:houses";
const MOST = 12;
const NAME = /^h\.[\w-]{1,60000}$/;

/** players: how many may sit at it.
 * @typedef {{ rules: string, title: string, players?: number[] }} House */

/** Which page of a house table is shown, and the address that is waited for. */
let shown = "";
let waiting = "";
/** What the page brought, for an address that names no house table.
 * @type {Node[]} */
let brought = [];
/** Makes what was drawn ready, as any page is. */
let ready = () => {};

/** Listen once, for all pages of the visit.
 * @param {() => void} prepare makes a page that was drawn ready */
export function listenToHouses(prepare) {
  ready = prepare;
  // Before the theme's instant navigation hears of it: it would take such a link for another page.
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target : null;
    const button = target?.closest("[data-keep-house], [data-copy-house], [data-forget-house], [data-save]");
    if (button instanceof HTMLElement) pressed(button);
    const link = target?.closest("a[href*='#rules=']");
    if (!(link instanceof HTMLAnchorElement) || !frame() || link.pathname !== location.pathname) return;
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.altKey || click.button) return;
    click.preventDefault();
    click.stopPropagation();
    if (link.hash !== location.hash) history.pushState(history.state, "", link.hash);
    void show(true);
  }, { capture: true });
  for (const moved of ["hashchange", "popstate"]) window.addEventListener(moved, () => void show(true));
  window.addEventListener("storage", ({ key }) => key === KEY && showHouses());
  watch((state) => {
    if (waiting && state !== "ready") say(words()[state === "failed" ? "failed" : "wait"] ?? "");
  });
}

/** Draw what the address names, if this is the page for it; tells whether it is.
 * @returns {boolean} */
export function showHouse() {
  showHouses();
  const place = frame();
  if (!place) return false;
  shown = waiting = "";
  brought = [...place.cloneNode(true).childNodes];
  if (isHouse(location.hash)) {
    const heading = place.querySelector("h1");
    place.replaceChildren(...(heading ? [heading] : []));
  }
  void show(false);
  return isHouse(location.hash);
}

/** @param {boolean} moved whether somebody went there from a page that was drawn before */
async function show(moved) {
  const address = location.hash;
  const place = frame();
  if (!place) return;
  if (!isHouse(address)) {
    say("");
    if (shown) restore(place);
    return;
  }
  if (pageOf(address) === shown) {
    goTo();
    return;
  }
  // Going back is told by two events.
  if (waiting === address) return;
  waiting = address;
  place.setAttribute("aria-busy", "true");
  if (currentState() !== "ready") say(words()[currentState() === "failed" ? "failed" : "wait"] ?? "");
  try {
    const { base = "", site = "[]", report = "" } = place.dataset;
    const here = location.href.split("#")[0];
    const reply = await ask({ verb: "house", address, base, site: JSON.parse(site), report, here });
    if (location.hash !== address || frame() !== place) return;
    if (!reply.ok || reply.html === undefined) throw new Error(reply.error);
    shown = pageOf(address);
    say("");
    morphWithin(place, reply.html);
    document.title = `${reply.title} – ${document.title.split(" – ").pop()}`;
    ready();
    if (moved) toTop(place);
    goTo();
  } catch (error) {
    if (location.hash !== address || frame() !== place) return;
    restore(place);
    say(error instanceof Error && error.message ? error.message : words().failed);
  } finally {
    if (location.hash === address) {
      waiting = "";
      place.removeAttribute("aria-busy");
    }
  }
}

/** Show again what the page brought.
 * @param {HTMLElement} place */
function restore(place) {
  shown = "";
  say("");
  place.replaceChildren(...brought.map((node) => node.cloneNode(true)));
  ready();
}

/** The place on the page that the address names. */
function goTo() {
  showStep();
  const hash = local();
  if (!hash || hash.includes("=")) return;
  const target = document.getElementById(decoded(hash.slice(1)));
  for (const other of document.querySelectorAll(".is-target")) other.classList.remove("is-target");
  if (!target || target.closest(".tk-lesson")) return;
  target.classList.add("is-target");
  target.scrollIntoView({ block: "start" });
  target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}

/** As a new page is begun: at its top, and told to those who hear it.
 * @param {HTMLElement} place */
function toTop(place) {
  window.scrollTo({ top: 0 });
  const heading = place.querySelector("h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
}

/** @returns {HTMLElement | null} */
function frame() {
  return document.querySelector(".tk-house");
}

/** @returns {Record<string, string>} */
function words() {
  return JSON.parse(frame()?.dataset.words ?? "{}");
}

/** @param {string} text */
function say(text) {
  const line = document.querySelector(".tk-house-live");
  if (line) line.textContent = text;
}

// -- tables at hand ------------------------------------------------------------------------------

/** @param {HTMLElement} button */
function pressed(button) {
  if (button.dataset.keepHouse) {
    const { rules, title, players } = JSON.parse(button.dataset.keepHouse);
    const others = houses().filter((house) => house.rules !== rules);
    tell(button, keep([{ rules, title, players }, ...others].slice(0, MOST)) ? "kept" : "not_kept");
  } else if (button.dataset.forgetHouse) {
    keep(houses().filter((house) => house.rules !== button.dataset.forgetHouse));
    showHouses();
  } else if (button.dataset.copyHouse) {
    const link = new URL(button.dataset.copyHouse, location.href).href;
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject();
    void copied.then(() => tell(button, "copied"), () => tell(button, "not_copied"));
  } else if (button.dataset.save) {
    const text = document.getElementById(button.dataset.of ?? "")?.textContent ?? "";
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = button.dataset.save;
    link.click();
    window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

/** @param {HTMLElement} button @param {string} what */
function tell(button, what) {
  const around = button.closest("[data-words]");
  const line = around?.querySelector("[role=status]");
  if (around instanceof HTMLElement && line) line.textContent = JSON.parse(around.dataset.words ?? "{}")[what] ?? "";
}

/** Links to the tables that were kept, where a page has room for them. */
function showHouses() {
  for (const list of document.querySelectorAll(".tk-houses")) {
    if (!(list instanceof HTMLElement)) continue;
    const kept = houses();
    list.hidden = kept.length === 0;
    list.replaceChildren(...kept.map((house) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = `${list.dataset.house ?? ""}#rules=${house.rules}`;
      link.textContent = house.title;
      const forget = document.createElement("button");
      forget.type = "button";
      forget.className = "tk-plain";
      forget.dataset.forgetHouse = house.rules;
      forget.textContent = (list.dataset.forget ?? "").replace("{title}", house.title);
      item.append(link, " ", forget);
      return item;
    }));
  }
}

/** The house tables that were kept, the newest first.
 * @returns {House[]} */
export function houses() {
  try {
    const stored = JSON.parse(get(KEY) ?? "{}").houses;
    if (!Array.isArray(stored)) return [];
    return stored.filter((house) => NAME.test(house?.rules) && typeof house.title === "string").slice(0, MOST);
  } catch {
    return []; // spoilt
  }
}

/** @param {House[]} kept @returns {boolean} whether the browser keeps them */
function keep(kept) {
  return set(KEY, JSON.stringify({ version: 1, houses: kept }));
}
