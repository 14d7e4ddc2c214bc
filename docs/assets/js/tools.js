// @ts-check
// Tools are forms whose fields are their whole state. The page collects the fields, asks Python for
// the form that follows, puts it in place, and writes the fields into its address: "#t=play&hand=XXI".
import { local, write } from "./address.js";
import { fromPython } from "./elements.js";
import { bytesOf } from "./files.js";
import { morph } from "./morph.js";
import { carry, filledIn, newer, now, without } from "./newer.js";
import { released } from "./press.js";
import { ask, currentState, start, watch } from "./python.js";

/** What is typed is asked about after a moment of quiet. */
const PAUSE = 250;
/** How much of a file is read: as much as Python takes (forms/file_text.py), and one more where it is too long. */
const MOST_BYTES = 200_000;

/** @typedef {[string, string][]} Pairs */

/** What each form said when its page came. The theme shows a page again when only the place on it
 * changes; its forms are the same then, and have been filled in meanwhile.
 * @type {WeakMap<HTMLFormElement, Pairs>} */
const initial = new WeakMap();
/** What each form is doing: one thing after another, so that no touch is lost.
 * @type {Map<string, { last: Promise<void>, waiting: number }>} */
const queues = new Map();
/** @type {number | undefined} */
let timer;
/** The part of the address that this file has written. */
let written = "";

/** Listen once, for all pages of the visit. */
export function listenToTools() {
  document.addEventListener("input", (input) => {
    const form = formOf(input.target);
    if (!form) return;
    filledIn(input.target);
    if (!isTyped(input.target)) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => send(form), PAUSE);
  });
  document.addEventListener("change", (change) => {
    const form = formOf(change.target);
    if (!form) return;
    if (change.target instanceof HTMLInputElement && change.target.type === "file") {
      read(form, change.target);
      return;
    }
    window.clearTimeout(timer);
    send(form);
  });
  document.addEventListener("click", (click) => {
    const target = click.target instanceof Element ? click.target : null;
    const button = target?.closest(".tk-tool button[name]");
    const form = formOf(button ?? null);
    if (form && button instanceof HTMLButtonElement) {
      click.preventDefault();
      send(form, [button.name, button.value]);
      return;
    }
    // The theme's instant navigation changes the address without a word to the page.
    const link = target?.closest("a[href*='#t=']");
    if (link instanceof HTMLAnchorElement && link.pathname === location.pathname) openTool(local(link.hash));
  });
  document.addEventListener("focusin", (come) => {
    if (formOf(come.target)) start();
  });
  document.addEventListener("submit", (submit) => {
    const form = formOf(submit.target);
    if (!form) return;
    submit.preventDefault();
    send(form);
  });
  for (const moved of ["hashchange", "popstate"]) {
    window.addEventListener(moved, () => local() !== written && openTool(local()));
  }
  watch((state) => {
    for (const [id, queue] of queues) {
      const form = document.getElementById(id);
      if (queue.waiting && form && state !== "ready") say(form, words(form));
    }
  });
}

/** Make the tools of the page that is shown now ready; tells whether it is about any: one that stands
 * aside on a page about something else starts Python when somebody comes to it. */
export function showTools() {
  window.clearTimeout(timer);
  queues.clear();
  written = "";
  const forms = [...document.querySelectorAll("form.tk-tool")];
  for (const form of forms) {
    if (form instanceof HTMLFormElement && !initial.has(form)) initial.set(form, brought(form));
  }
  if (forms.length > 0) openTool(local());
  return forms.some((form) => !form.hasAttribute("data-aside"));
}

/** Let Python draw the form that an address names.
 * @param {string} address */
function openTool(address) {
  if (!address.startsWith("#t=")) return;
  const named = [...new URLSearchParams(address.slice(1))];
  const form = [...document.querySelectorAll("form.tk-tool")].find(
    (one) => one instanceof HTMLFormElement && one.dataset.tool === named[0][1],
  );
  if (!(form instanceof HTMLFormElement)) return;
  const given = named.slice(1);
  const rest = (initial.get(form) ?? []).filter(([name]) => !given.some(([other]) => other === name));
  written = address;
  // What is being typed gives way to what the address says.
  const active = document.activeElement;
  if (active instanceof HTMLElement && form.contains(active)) active.blur();
  enqueue(form, () => draw(form.id, [...rest, ...given], null));
}

/** Ask about the form as it is when its turn comes.
 * @param {HTMLFormElement} form @param {[string, string] | null} [pressed] */
function send(form, pressed = null) {
  const queue = queues.get(form.id);
  // Whatever is waiting already asks about the newest state.
  if (!pressed && queue && queue.waiting > 1) return;
  const moment = now();
  const said = pairs(form);
  enqueue(form, () => {
    const there = document.getElementById(form.id);
    if (!(there instanceof HTMLFormElement)) return Promise.resolve();
    // What is filled in after a button was pressed is not meant by it.
    const fields = pressed ? without(there, pairs(there), moment, said) : pairs(there);
    return draw(form.id, fields, pressed, moment);
  });
}

/** @param {HTMLFormElement} form @param {() => Promise<void>} work */
function enqueue(form, work) {
  const queue = queues.get(form.id) ?? { last: Promise.resolve(), waiting: 0 };
  queues.set(form.id, queue);
  queue.waiting += 1;
  form.setAttribute("aria-busy", "true");
  if (currentState() !== "ready") say(form, words(form));
  queue.last = queue.last.then(work).finally(() => {
    queue.waiting -= 1;
    if (queue.waiting === 0) document.getElementById(form.id)?.removeAttribute("aria-busy");
  });
}

/** @param {string} id @param {Pairs} fields @param {[string, string] | null} pressed
 * @param {number} [moment] when it was asked for */
async function draw(id, fields, pressed, moment = now()) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  const { tool, base } = form.dataset;
  const page = location.pathname;
  try {
    const request = { verb: "tool", tool, base, fields, ...(pressed ? { pressed } : {}) };
    const reply = await ask(request);
    await released();
    if (!form.isConnected || location.pathname !== page) return;
    if (!reply.ok || reply.html === undefined) throw new Error(reply.error);
    // Somebody who has gone on filling in meanwhile is not disturbed: the next answer is for that.
    const overtaken = (queues.get(id)?.waiting ?? 0) > 1 && !pressed;
    if (!overtaken) replace(form, reply.html, pressed ? moment : now());
  } catch (error) {
    if (form.isConnected) say(form, error instanceof Error && error.message ? error.message : words(form, "failed"));
  }
}

/** What has been filled in after the moment stays.
 * @param {HTMLFormElement} form @param {string} html @param {number} moment */
function replace(form, html, moment) {
  const next = fromPython(html).firstElementChild;
  if (!next) return;
  const led = newer(form, moment).length === 0;
  carry(form, next, moment);
  const there = morph(form, next, { typed: true, led });
  if (!(there instanceof HTMLFormElement)) return;
  if ((queues.get(form.id)?.waiting ?? 0) > 1) there.setAttribute("aria-busy", "true");
  writeAddress(there);
  document.dispatchEvent(new CustomEvent("taroky:tool", { detail: there }));
}

/** The address holds what differs from the form as its page brings it; not what only passes through.
 * @param {HTMLFormElement} form */
function writeAddress(form) {
  if (form.dataset.aside !== undefined) return;
  const now = pairs(form);
  const before = initial.get(form) ?? [];
  // What some fields say as long as nobody changes them, also those that the page did not bring.
  /** @type {Record<string, string>} */
  const usual = JSON.parse(form.querySelector("[data-usual]")?.getAttribute("data-usual") ?? "{}");
  const passing = new Set([...form.querySelectorAll("[data-passing]")].map((one) => one.getAttribute("name")));
  const names = [...new Set([...now, ...before].map(([name]) => name))].filter((one) => !passing.has(one));
  const changed = new URLSearchParams();
  for (const name of names) {
    const [mine, first] = [now, before].map((all) => all.filter(([of]) => of === name).map(([, value]) => value));
    const [said, brought] = [mine, first].map((values) => JSON.stringify(values.filter((value) => value)));
    if (said === brought) continue;
    if (mine.length < 2 && (mine[0] ?? "") === usual[name] && first.length === 0) continue;
    for (const value of mine.length ? mine : [""]) changed.append(name, value);
  }
  const found = changed.toString();
  written = found ? `#t=${form.dataset.tool}&${found}` : "";
  if (found || local().startsWith("#t=")) write(written);
}

/** Put a file's text into the field that it is for.
 * @param {HTMLFormElement} form @param {HTMLInputElement} input */
function read(form, input) {
  const { into = "", press } = input.dataset;
  const file = input.files?.[0];
  if (!file) return;
  enqueue(form, async () => {
    try {
      const bytes = await bytesOf(file.slice(0, MOST_BYTES + 1));
      input.value = "";
      const reply = /** @type {{ ok: boolean, error?: string, text?: string }} */ (
        await ask({ verb: "text", name: file.name, bytes })
      );
      const field = document.getElementById(into);
      if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
      if (!reply.ok || reply.text === undefined) throw new Error(reply.error);
      field.value = reply.text;
      send(form, press ? [press, "yes"] : null);
    } catch (error) {
      if (form.isConnected) say(form, error instanceof Error && error.message ? error.message : words(form, "failed"));
    }
  });
}

/** What a form says; files are not fields.
 * @param {HTMLFormElement} form @returns {Pairs} */
function pairs(form) {
  /** @type {Pairs} */
  const found = [];
  for (const [name, value] of new FormData(form)) if (typeof value === "string") found.push([name, value]);
  return found;
}

/** What a form said when it came, whatever has been filled in since.
 * @param {HTMLFormElement} form @returns {Pairs} */
function brought(form) {
  const copy = /** @type {HTMLFormElement} */ (form.cloneNode(true));
  copy.reset();
  return pairs(copy);
}

/** @param {EventTarget | null} target */
function formOf(target) {
  const form = target instanceof Element ? target.closest("form.tk-tool") : null;
  return form instanceof HTMLFormElement ? form : null;
}

/** @param {EventTarget | null} target */
function isTyped(target) {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type))
  );
}

/** @param {HTMLElement} form @param {string} [name] */
function words(form, name = currentState() === "failed" ? "failed" : "wait") {
  return JSON.parse(form.dataset.words ?? "{}")[name] ?? "";
}

/** @param {Element} form @param {string} text */
function say(form, text) {
  const line = form.querySelector(":scope > .tk-live");
  if (line) line.textContent = text;
}
