// @ts-check
// Keeps sheets (an evening's scores, a tournament): hands every event to Python with the sheet it is
// about, stores what comes back, and reads and writes files. What a sheet is, Python knows.
import { isHouse } from "./address.js";
import { fromPython } from "./elements.js";
import { bytesOf } from "./files.js";
import { morph } from "./morph.js";
import { carry, filledIn, fits, newer, now, without } from "./newer.js";
import { released } from "./press.js";
import { ask, currentState, start, watch } from "./python.js";
import { holdsUnstored, last, list, named, raw, read, remove, setLast, write } from "./sheetstore.js";

/** @typedef {[string, string][]} Pairs */
/** @typedef {import("./sheetstore.js").Kept} Kept */
/**
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {string} [error]
 * @property {string} [html]
 * @property {unknown} [kept]
 * @property {string} [title]
 * @property {string} [line]
 * @property {string[]} [said]
 * @property {{ name: string, text: string, type: string }} [file]
 */

const MOST_BYTES = 2_000_000;
/** What is being filled in is stored after a moment of quiet. */
const PAUSE = 400;
/** How much of what is to be seen has to be in the window, in pixels. */
const LINES = 120;
/** What is said goes out of the way again, in milliseconds. */
const SAID = 12_000;

/** The sheet that is open on this page: "" for one that is not stored yet. */
let open = "";
/** The sheet that the form shows: the one that was open before, while the open one is asked for. */
let shown = "";
/** Everything that is done, one after the other. */
let queue = Promise.resolve();
let waiting = 0;
/** Whether something is filled in that no button has taken yet. */
let touched = false;
/** The sheet that was removed last.
 * @type {{ id: string, data: Kept } | null} */
let removed = null;
/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let silence;

/** Listen once, for all pages of the visit. */
function listen() {
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target.closest(".tk-keeper button") : null;
    if (!(target instanceof HTMLButtonElement)) return;
    click.preventDefault();
    if (target.dataset.keep) act(target.dataset.keep);
    else if (target.name) send([target.name, target.value]);
  });
  document.addEventListener("change", (change) => {
    const target = change.target instanceof Element ? change.target : null;
    if (target instanceof HTMLInputElement && target.matches(".tk-keeper [data-keep='import']")) {
      const file = target.files?.[0];
      if (file) void enqueue(() => fromFile(file)).finally(() => (target.value = ""));
    } else if (target instanceof HTMLSelectElement && target.matches(".tk-keeper [data-keep='open']")) {
      void enqueue(() => show(target.value));
    } else if (target?.closest(".tk-document")) {
      touched = true;
      storeFields();
      send(null);
    }
  });
  document.addEventListener("input", (input) => {
    if (!(input.target instanceof Element) || !input.target.closest(".tk-document")) return;
    filledIn(input.target);
    touched = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(storeFields, PAUSE);
  });
  document.addEventListener("keydown", (key) => {
    const field = key.target;
    if (key.key !== "Enter" || key.isComposing || !(field instanceof HTMLInputElement)) return;
    if (!field.closest(".tk-document") || field.type === "file") return;
    key.preventDefault();
    const button = field.closest("section, details, form")?.querySelector("button.tk-button--primary, button.tk-button");
    if (button instanceof HTMLButtonElement) send([button.name, button.value]);
  });
  document.addEventListener("submit", (submit) => {
    if (submit.target instanceof Element && submit.target.matches(".tk-document")) submit.preventDefault();
  });
  window.addEventListener("storage", ({ key }) => {
    const frame = keeper();
    const about = named(key);
    if (!frame || about?.kind !== frame.dataset.sheet) return;
    if (about?.id !== open || !read(about.kind, open)) return fillList();
    // What is being filled in here stays.
    void enqueue(() => show(open, "elsewhere", touched ? pairs() : undefined));
  });
  window.addEventListener("beforeunload", (leave) => {
    if (holdsUnstored()) leave.preventDefault();
  });
  watch(() => {
    if (waiting) say(waitWords());
  });
}

/** Open the sheet of the page that is shown now. */
export function showKeeper() {
  window.clearTimeout(timer);
  open = shown = "";
  touched = false;
  removed = null;
  const frame = keeper();
  if (!frame) return;
  const kind = frame.dataset.sheet ?? "";
  for (const bar of frame.querySelectorAll("[data-scripted]")) bar.removeAttribute("hidden");
  const rules = isHouse(location.hash) ? new URLSearchParams(location.hash.slice(1)).get("rules") : "";
  const known = list(kind);
  const latest = known.find(({ id }) => id === last(kind)) ?? known[0];
  if (rules) {
    // Only this once: a reload comes back to the sheet.
    history.replaceState(history.state, "", location.pathname + location.search);
    void enqueue(() => show("", "", [["rules", rules]]));
  }
  // A reader who begins a new one before that one is there goes on with it.
  else if (latest) void enqueue(async () => touched ? fillList() : show(latest.id, "", undefined, () => touched));
  else fillList();
}

/** @returns {HTMLElement | null} */
function keeper() {
  return document.querySelector(".tk-keeper");
}

/** @returns {HTMLFormElement | null} */
function sheet() {
  return document.querySelector(".tk-keeper form.tk-document");
}

// -- asking -------------------------------------------------------------------------------------

/** @param {() => Promise<void>} work */
function enqueue(work) {
  start();
  waiting += 1;
  if (currentState() !== "ready") say(waitWords());
  sheet()?.setAttribute("aria-busy", "true");
  queue = queue
    .then(work)
    .catch((error) => say(error instanceof Error && error.message ? error.message : words("failed")))
    .finally(() => {
      waiting -= 1;
      if (!waiting) sheet()?.removeAttribute("aria-busy");
    });
  return queue;
}

/** Tell Python what was done. What is only filled in is asked about once, in its newest state; what is
 * filled in after a button was pressed is not meant by it.
 * @param {[string, string] | null} pressed */
function send(pressed) {
  if (!pressed && waiting > 1) return;
  const moment = now();
  const said = pairs();
  void enqueue(async () => {
    const form = sheet();
    const fields = pressed && form ? without(form, pairs(), moment, said) : pairs();
    const reply = await about({ fields, ...(pressed ? { pressed } : {}) });
    if (!reply) return;
    if (pressed) take(reply, moment);
    // A reader who has gone on filling in meanwhile is not disturbed.
    else if (waiting > 1 || JSON.stringify(pairs()) !== JSON.stringify(fields)) keep(reply);
    else {
      replace(reply, { typed: true });
      keep(reply);
    }
  });
}

/** Draw a sheet as it is stored.
 * @param {string} id @param {string} [said] @param {Pairs} [fields]
 * @param {() => boolean} [unless] whether it is not wanted any more */
async function show(id, said = "", fields, unless = () => false) {
  const frame = keeper();
  const kind = frame?.dataset.sheet ?? "";
  const moment = now();
  if (open !== id) {
    storeFields();
    touched = false;
  }
  open = id;
  if (id) setLast(kind, id);
  fillList();
  const stored = id ? read(kind, id) : null;
  if (id && !stored) {
    sheet()?.replaceChildren();
    shown = id;
    say(words("unreadable"));
    return;
  }
  const reply = await about({ fields: fields ?? stored?.fields ?? [] });
  if (!reply) return;
  if (unless()) {
    open = shown;
    return fillList();
  }
  const same = shown === id;
  if (!same) {
    storeFields();
    touched = false;
  }
  const all = replace(reply, same ? { moment } : {});
  shown = id;
  say([said ? words(said) : "", all ? "" : words("newer")].filter(Boolean).join(" "));
}

/** Ask about the open sheet as it is stored now: another tab may have written on it.
 * @param {object} event @returns {Promise<Answer | null>} */
async function about(event) {
  const frame = keeper();
  if (!frame) return null;
  const kind = frame.dataset.sheet ?? "";
  for (;;) {
    const id = open;
    const before = id ? read(kind, id) : null;
    const reply = /** @type {Answer} */ (
      await ask({ verb: "sheet", sheet: kind, base: frame.dataset.base, kept: before?.kept ?? null, ...event })
    );
    await released();
    if (!frame.isConnected || open !== id) return null;
    if (!reply.ok || reply.html === undefined) {
      say(reply.error ?? words("failed"));
      return null;
    }
    if ((id ? read(kind, id)?.saved : undefined) === before?.saved) return reply;
  }
}

/** Show what has come of a button that was pressed at a moment, and store it.
 * @param {Answer} reply @param {number} moment */
function take(reply, moment) {
  const form = sheet();
  const since = form ? newer(form, moment).length : 0;
  const all = replace(reply, { moment });
  touched = since > 0;
  keep(reply, all ? "" : words("newer"));
  bringIntoView();
  // What came meanwhile has had no answer yet.
  if (since && all && waiting === 1) send(null);
}

/** Let what a button has opened, or why nothing came of it, be in the window. */
function bringIntoView() {
  const told = sheet()?.querySelector(".tk-problems") ?? sheet()?.querySelector("[data-opened]");
  const box = told?.getBoundingClientRect();
  if (box && (box.top < 0 || Math.min(box.bottom, box.top + LINES) > window.innerHeight)) {
    told?.scrollIntoView({ block: "start" });
  }
}

/** Store what has come of an event, and say it.
 * @param {Answer} reply @param {string} [more] said besides; if not given, silence leaves what was said */
function keep(reply, more) {
  const kind = keeper()?.dataset.sheet ?? "";
  const before = open ? read(kind, open) : null;
  const changed = JSON.stringify(reply.kept) !== JSON.stringify(before?.kept);
  const begun = Object.keys(/** @type {{ sheet?: object }} */ (reply.kept)?.sheet ?? {}).length > 0;
  let stored = true;
  if (changed && (open || begun)) {
    if (!open) open = shown = newId();
    setLast(kind, open);
    stored = write(kind, open, { ...envelope(reply), fields: pairs() });
    fillList();
  }
  const told = [...(reply.said ?? []), more].filter(Boolean).join(" ");
  if (!stored) say(words("full"));
  else if (told || more !== undefined) say(told);
  if (reply.file) download(reply.file.name, reply.file.text, reply.file.type);
}

/** @param {Answer} reply @returns {Kept} */
function envelope(reply) {
  const saved = `${new Date().toISOString()} ${Math.random().toString(36).slice(2, 8)}`;
  return { saved, title: reply.title ?? "", line: reply.line ?? "", kept: reply.kept };
}

function newId() {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
}

/** Remember what is being filled in, so that a reload brings it back. */
function storeFields() {
  window.clearTimeout(timer);
  const kind = keeper()?.dataset.sheet ?? "";
  const data = shown && touched && sheet() ? read(kind, shown) : null;
  if (data) write(kind, shown, { ...data, fields: pairs() });
}

/** What the form says; files are not fields.
 * @returns {Pairs} */
function pairs() {
  const form = sheet();
  /** @type {Pairs} */
  const found = [];
  for (const [name, value] of form ? new FormData(form) : []) {
    if (typeof value === "string") found.push([name, value]);
  }
  return found;
}

/** Let the form become the one that an answer holds. Tells whether there was a place in it for all that has
 * been filled in after the moment; if not, the form stays as it is.
 * @param {Answer} reply
 * @param {{ typed?: boolean, moment?: number }} [how] typed: the active field keeps its text */
function replace({ html = "" }, { typed = false, moment = now() } = {}) {
  const form = sheet();
  const next = fromPython(html).firstElementChild;
  if (!form || !next) return true;
  if (!fits(form, next, moment)) return false;
  const led = newer(form, moment).length === 0;
  carry(form, next, moment);
  morph(form, next, { typed, led, find: sheet });
  return true;
}

// -- the list, and files ------------------------------------------------------------------------

/** @param {string} what */
function act(what) {
  const kind = keeper()?.dataset.sheet ?? "";
  const stored = open ? read(kind, open) : null;
  if (what === "new") void enqueue(() => show(""));
  else if (what === "print") window.print();
  else if (what === "json") exportJson(kind, stored);
  else if (what === "remove" && stored) {
    removed = { id: open, data: stored };
    remove(kind, open);
    const next = list(kind)[0];
    void enqueue(() => show(next?.id ?? "", "removed")).then(() => offerRestore(true));
  } else if (what === "restore" && removed) {
    const { id, data } = removed;
    removed = null;
    write(kind, id, data);
    offerRestore(false);
    void enqueue(() => show(id, "restored"));
  }
}

/** @param {string} kind @param {Kept | null} stored */
function exportJson(kind, stored) {
  if (!open) return say(words("nothing"));
  const data = /** @type {{ sheet?: unknown } | undefined} */ (stored?.kept)?.sheet;
  const text = data ? `${JSON.stringify(data, null, 1)}\n` : raw(kind, open);
  download(`${stored?.title || kind}.json`, text, "application/json");
}

/** @param {File} file */
async function fromFile(file) {
  const frame = keeper();
  if (!frame) return;
  const kind = frame.dataset.sheet ?? "";
  if (file.size > MOST_BYTES) return say(words("too_long"));
  const bytes = await bytesOf(file);
  const reply = /** @type {Answer} */ (
    await ask({ verb: "sheet", sheet: kind, base: frame.dataset.base, file: { name: file.name, bytes } })
  );
  if (!frame.isConnected) return;
  if (!reply.ok) return say(reply.error ?? words("failed"));
  const sheetOf = (/** @type {unknown} */ kept) => JSON.stringify(/** @type {{ sheet?: unknown }} */ (kept)?.sheet);
  const same = list(kind).find(({ id }) => sheetOf(read(kind, id)?.kept) === sheetOf(reply.kept));
  if (same) return show(same.id, "same");
  storeFields();
  touched = false;
  open = shown = newId();
  const stored = write(kind, open, envelope(reply));
  setLast(kind, open);
  fillList();
  replace(reply);
  say(stored ? (reply.said ?? []).join(" ") : words("full"));
}

/** @param {string} name @param {string} text @param {string} type */
function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  const dot = name.lastIndexOf(".");
  const plain = name.slice(0, dot).replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60);
  link.download = `${plain || "taroky"}${name.slice(dot)}`;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The sheets to choose from. */
function fillList() {
  const frame = keeper();
  const choice = frame?.querySelector("select[data-keep='open']");
  if (!frame || !(choice instanceof HTMLSelectElement)) return;
  const known = list(frame.dataset.sheet ?? "");
  const options = known.map(({ id, title, line }) => {
    const option = new Option(title ? [title, line].filter(Boolean).join(" · ") : words("nameless"), id);
    option.selected = id === open;
    return option;
  });
  if (!open) options.unshift(new Option(words("unstored"), "", true, true));
  choice.replaceChildren(...options);
  choice.closest("p")?.toggleAttribute("hidden", known.length === 0);
  for (const button of frame.querySelectorAll("[data-needs-sheet]")) {
    button.toggleAttribute("disabled", !open);
  }
}

// -- saying -------------------------------------------------------------------------------------

/** @param {string} text */
function say(text) {
  const line = keeper()?.querySelector(".tk-kept [role=status]");
  const show = (/** @type {string} */ said) => {
    if (line) line.textContent = said;
    line?.parentElement?.classList.toggle("is-said", said !== "");
  };
  show(text);
  offerRestore(false);
  window.clearTimeout(silence);
  silence = window.setTimeout(() => {
    if (!removed) show("");
  }, SAID);
}

/** @param {boolean} offer */
function offerRestore(offer) {
  keeper()?.querySelector("[data-keep='restore']")?.toggleAttribute("hidden", !offer || !removed);
}

/** @param {string} name */
function words(name) {
  return JSON.parse(keeper()?.dataset.words ?? "{}")[name] ?? "";
}

function waitWords() {
  const state = currentState();
  return state === "ready" ? "" : words(state === "failed" ? "failed" : "wait");
}

listen();
