// @ts-check
// Forwards what a learner does in a widget, and puts the widget that comes back in its place.
// What an event means, what is right and what is said is decided in Python, at build time for the
// outcomes that a page brings along, else in the worker.
import { local, write } from "./address.js";
import { fromPython } from "./elements.js";
import { morph } from "./morph.js";
import { collect } from "./progress.js";
import { ask, currentState, start, watch } from "./python.js";
import { mark } from "./status.js";
import { languageOf, say as words } from "./words.js";

/** What holds a widget that is folded away until somebody wants to try it. */
const FOLDED = ".tk-try";
/** The widgets that are on the page. One that is folded away is text, or it is in a noscript where
 * the theme has put the page together. */
const SHOWN = ".tk-widget:not(noscript *)";

/** The pending event of each widget, by the widget's id. A newer event takes an older one's place.
 * @type {Map<string, AbortController>} */
const pending = new Map();
/** What each widget is doing; once Python is there, quick answers wait for one another.
 * @type {Map<string, Promise<void>>} */
const busy = new Map();
/** @type {Map<string, Promise<Record<string, string>>>} */
const outcomes = new Map();
/** @type {IntersectionObserver | undefined} */
let seen;

/** Listen once, for all pages of the visit. */
export function listen() {
  document.addEventListener("click", (click) => {
    const pick = click.target instanceof Element ? click.target.closest(".tk-widget [data-pick]") : null;
    if (pick) {
      const touched = pick.getAttribute("aria-pressed") !== "true";
      pick.setAttribute("aria-pressed", String(touched));
      pick.closest("li")?.classList.toggle("is-picked", touched);
      return;
    }
    const target = click.target instanceof Element ? click.target.closest("[data-event]") : null;
    if (!target || target instanceof HTMLFormElement || target.matches(":disabled")) return;
    if (forward(target, {})) click.preventDefault();
  });
  document.addEventListener("submit", (submit) => {
    const form = submit.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-event]")) return;
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [name, value] of new FormData(form, submit.submitter)) fields[name] = String(value);
    if (forward(form, fields)) submit.preventDefault();
  });
  document.addEventListener("toggle", (toggle) => {
    const details = toggle.target;
    if (!(details instanceof HTMLDetailsElement) || !details.open || !details.matches(FOLDED)) return;
    unfold(details);
    start();
  }, true);
  watch((state) => {
    if (state === "ready" && document.querySelector(SHOWN)) mark("taroky:interactive");
    if (state === "starting" || state === "failed") {
      for (const id of pending.keys()) {
        const widget = document.getElementById(id);
        if (widget) say(widget, waiting(state));
      }
    }
  });
}

/** Make the widgets of the page that is shown now ready; tells whether it shows any. */
export function setUp() {
  for (const request of pending.values()) request.abort();
  pending.clear();
  busy.clear();
  seen?.disconnect();
  seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const widget = target.closest(".tk-widget");
      if (isIntersecting && widget) prepare(widget);
    }
  }, { rootMargin: "50%" });
  for (const details of document.querySelectorAll(`${FOLDED}[open]`)) unfold(details);
  const widgets = [...document.querySelectorAll(SHOWN)];
  for (const widget of widgets) attend(widget);
  // A lesson hides the steps to come: the first of them is got ready before it is seen.
  const first = widgets.find((widget) => widget.hasAttribute("data-outcomes"));
  if (first) prepare(first);
  return widgets.some((widget) => !widget.hasAttribute("data-whole"));
}

/** Show how far a widget was taken, and get its answers when it is about to be seen.
 * @param {Element} widget */
function attend(widget) {
  collect(widget);
  if (widget.hasAttribute("data-outcomes")) seen?.observe(taskOf(widget));
}

/** What tells that a widget is about to be seen: in a lesson it has no box of its own.
 * @param {Element} widget */
function taskOf(widget) {
  return widget.querySelector(".tk-task") ?? widget;
}

/** @param {Element} widget */
function prepare(widget) {
  seen?.unobserve(taskOf(widget));
  load(widget).then(
    () => mark("taroky:interactive"),
    () => undefined, // Python will answer
  );
}

/** Put what is folded away there into the page.
 * @param {Element} details */
function unfold(details) {
  const kept = details.querySelector("noscript");
  if (!kept) return;
  const html = kept.childElementCount > 0 ? kept.innerHTML : kept.textContent ?? "";
  const brought = [...fromPython(html).children];
  kept.replaceWith(...brought);
  for (const widget of brought) attend(widget);
}

/** Let Python open the exercise that the page's address names, if it names one. */
export async function openAddress() {
  const address = local();
  if (!address.startsWith("#x=")) return;
  const page = location.pathname;
  const [id] = address.slice(3).split(".");
  const holds = document.querySelector(`${FOLDED}[data-holds="${CSS.escape(id)}"]`);
  if (holds) {
    holds.setAttribute("open", "");
    unfold(holds);
  }
  const named = document.getElementById(id);
  const shown = named?.matches(SHOWN) ? named : document.querySelector(SHOWN);
  if (!(shown instanceof HTMLElement)) return;
  const data = JSON.parse(shown.dataset.widget ?? "{}");
  say(shown, waiting(currentState()));
  const request = new AbortController();
  try {
    const reply = await ask({ verb: "open", address, widget: data, language: languageOf(shown) }, request.signal);
    if (local() !== address || location.pathname !== page) return;
    say(shown, "");
    const widget = document.getElementById(reply.id ?? "");
    if (!reply.ok || reply.html === undefined || !widget) {
      say(shown, reply.error ?? words("no_fit"));
      return;
    }
    const now = replace(widget, reply.html);
    now.scrollIntoView({ block: "start" });
  } catch (error) {
    if (local() === address) say(shown, sentence(error));
  }
}

/** Let a widget hear of something that was not pressed in it.
 * @param {string} id @param {object} event */
export function tell(id, event) {
  const widget = document.getElementById(id);
  if (widget) void answer(widget, event);
}

/** Take one event to its outcome; false if the element is in no widget.
 * @param {Element} source @param {Record<string, string>} fields */
function forward(source, fields) {
  const widget = source.closest(".tk-widget");
  if (!(widget instanceof HTMLElement)) return false;
  const event = { ...JSON.parse(source.getAttribute("data-event") ?? "{}"), ...fields };
  const touched = [...widget.querySelectorAll("[data-pick][aria-pressed=true]")].map((one) => one.getAttribute("data-pick"));
  if ("check" in event || ("hint" in event && touched.length > 0)) event.picked = touched.sort().join(" ");
  const { id } = widget;
  const before = currentState() === "ready" ? busy.get(id) : undefined;
  const work = before
    ? before.then(() => answer(document.getElementById(id) ?? widget, event))
    : answer(widget, event);
  busy.set(id, work);
  void work.finally(() => busy.get(id) === work && busy.delete(id));
  return true;
}

/** @param {HTMLElement} widget @param {object} event */
async function answer(widget, event) {
  const request = new AbortController();
  pending.get(widget.id)?.abort();
  pending.set(widget.id, request);
  const data = JSON.parse(widget.dataset.widget ?? "{}");
  try {
    const known = await load(widget).catch(() => /** @type {Record<string, string>} */ ({}));
    let html = known[outcomeKey(data.answers ?? [], event)];
    if (html === undefined) {
      start();
      if (currentState() !== "ready") say(widget, waiting(currentState()));
      const reply = await ask({ verb: "widget", widget: data, event, language: languageOf(widget) }, request.signal);
      if (!reply.ok || reply.html === undefined) throw new Error(reply.error);
      html = reply.html;
    }
    if (!request.signal.aborted && widget.isConnected) replace(widget, html);
  } catch (error) {
    if (!request.signal.aborted) say(widget, sentence(error));
  } finally {
    if (pending.get(widget.id) === request) pending.delete(widget.id);
  }
}

/** The key of an outcome: the answers so far and the event as one list, in canonical JSON.
 * @param {unknown[]} answers @param {object} event */
export function outcomeKey(answers, event) {
  return JSON.stringify([...answers, event], (_, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The outcomes that the page brings for this widget.
 * @param {Element} widget @returns {Promise<Record<string, string>>} */
function load(widget) {
  const path = widget.getAttribute("data-outcomes");
  if (!path) return Promise.resolve({});
  const url = new URL(path, document.baseURI).href;
  let loaded = outcomes.get(url);
  if (!loaded) {
    loaded = fetch(url).then((response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return response.json();
    });
    loaded.catch(() => outcomes.delete(url));
    outcomes.set(url, loaded);
  }
  return loaded;
}

/** Put the widget's next state in its place, keeping the focus. Code that listens to "taroky:answered"
 * on the document is told, with whether this has solved it.
 * @param {HTMLElement} widget @param {string} html @returns {HTMLElement} */
export function replace(widget, html) {
  const wasSolved = widget.dataset.tries !== undefined;
  const path = widget.dataset.outcomes;
  const exercise = exerciseOf(widget);
  const now = morph(widget, html);
  // The outcomes that the page brings are those of this exercise, and of no other with the same cards.
  if (path && !now.dataset.outcomes && exerciseOf(now) === exercise) now.dataset.outcomes = path;
  collect(now);
  const address = now.dataset.address ?? now.querySelector("[data-address]")?.getAttribute("data-address");
  if (address?.startsWith("#")) write(address);
  const solved = !wasSolved && now.dataset.tries !== undefined;
  document.dispatchEvent(new CustomEvent("taroky:answered", { detail: { widget: now, solved } }));
  return now;
}

/** The exercise that a widget shows, as text.
 * @param {HTMLElement | null} widget */
export function exerciseOf(widget) {
  return JSON.stringify(JSON.parse(widget?.dataset.widget ?? "{}").exercise ?? {});
}

/** What is said while Python is not there.
 * @param {import("./python.js").State} state */
function waiting(state) {
  return words(state === "failed" ? "wait_failed" : "wait");
}

/** Say something in the widget's live region.
 * @param {HTMLElement} widget @param {string} text */
export function say(widget, text) {
  let region = widget.querySelector("[aria-live]");
  if (!region) {
    region = document.createElement("p");
    region.className = "tk-live";
    region.setAttribute("aria-live", "polite");
    widget.append(region);
  }
  region.classList.remove("is-right", "is-wrong"); // this is about neither
  region.textContent = text;
}

/** @param {unknown} error */
function sentence(error) {
  const reason = error instanceof Error ? error.message : "";
  return /[.!?…]$/.test(reason) ? reason : words("not_worked", { reason: reason || words("no_answer") });
}
