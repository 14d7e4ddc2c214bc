// @ts-check
// The page's side of Python: one worker for the whole visit, a queue in front of it, and a state
// that everybody may watch. Knows nothing of what the requests say.
import { script } from "./trusted.js";
import { languageOf, say } from "./words.js";

/** @typedef {"idle" | "starting" | "ready" | "failed"} State */
/** @typedef {{ ok: boolean, error?: string, html?: string, title?: string, id?: string, said?: string[] }} Reply */
/**
 * @typedef {object} Waiting
 * @property {number} id
 * @property {string} text
 * @property {boolean} sent
 * @property {(reply: Reply) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {AbortSignal | undefined} signal
 */

const START_SECONDS = 180;
const ANSWER_SECONDS = 30;

/** @type {State} */
let state = "idle";
/** @type {Worker | null} */
let worker = null;
/** @type {number | undefined} */
let timer;
let lastId = 0;
let answered = false;
let failed = false;
/** @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {Set<(state: State, reason: string) => void>} */
const watchers = new Set();

/** Be told of every change of state, with the reason of a failure.
 * @param {(state: State, reason: string) => void} watcher */
export function watch(watcher) {
  watchers.add(watcher);
}

/** @returns {State} */
export function currentState() {
  return state;
}

/** Whether Python has been ready before. */
export function hasAnswered() {
  return answered;
}

/** Start Python unless it has been started; after a failure only `retry` does.
 * @param {string[]} [wants] packages that will be wanted soon, and come ahead of that */
export function start(wants = []) {
  if (state === "idle") {
    launch();
    const language = languageOf();
    if (language !== "en") wants = [`taroky-${language}`, ...wants];
  }
  if (wants.length > 0) worker?.postMessage({ wants });
}

/** Start Python again after a failure. */
export function retry() {
  if (state === "failed") launch();
}

/**
 * Ask Python. Waits while Python starts, and over a failure until somebody retries; is rejected
 * only if this very request goes wrong. An aborted request is not sent.
 * @param {object} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Reply>}
 */
export function ask(request, signal) {
  start();
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    const text = JSON.stringify({ language: languageOf(), ...request, ...aboutSite() });
    waiting.set(id, { id, text, sent: false, resolve, reject, signal });
    if (state === "ready") flush();
  });
}

/** On a club's site: which page has the rules of which house table, and what pages with rules and
 * calculators there are.
 * @returns {{ houses?: object, pages?: string[] }} */
function aboutSite() {
  const told = document.querySelector('meta[name="taroky-houses"]');
  if (!(told instanceof HTMLMetaElement)) return {};
  return { houses: JSON.parse(told.content), pages: told.dataset.pages?.split(" ") ?? [] };
}

function launch() {
  change("starting");
  try {
    if (typeof Worker === "undefined") throw new Error(say("no_workers"));
    if (typeof WebAssembly === "undefined") throw new Error(say("no_webassembly"));
    const file = script(new URL("./worker.js", import.meta.url));
    // After a failure it is not to go on from what it has kept of an earlier start.
    worker = new Worker(file, { type: "module", name: failed ? "afresh" : "taroky" });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return;
  }
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || say("no_file"));
  };
  worker.onmessageerror = () => fail(say("answer_lost"));
  expect(START_SECONDS);
}

/** @param {{ kind: string, id?: number, text?: string, reason?: string }} message */
function receive(message) {
  if (message.kind === "failed" || message.kind === "broken") fail(message.reason || say("no_start"));
  else if (message.kind === "ready") void ping();
  else settle(message);
}

/** The first answer is the proof that Python is ready. */
async function ping() {
  const first = { id: ++lastId, text: JSON.stringify({ verb: "ping" }), sent: false };
  try {
    const reply = await /** @type {Promise<Reply>} */ (
      new Promise((resolve, reject) => {
        waiting.set(first.id, { ...first, resolve, reject, signal: undefined });
        send(/** @type {Waiting} */ (waiting.get(first.id)));
      })
    );
    if (!reply.ok) throw new Error(reply.error);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return;
  }
  change("ready");
  flush();
}

function flush() {
  for (const question of [...waiting.values()]) {
    if (question.signal?.aborted) waiting.delete(question.id);
    else if (!question.sent) send(question);
  }
}

/** @param {Waiting} question */
function send(question) {
  const busy = [...waiting.values()].some((other) => other.sent);
  question.sent = true;
  worker?.postMessage({ id: question.id, text: question.text });
  // Asking on does not put off the end of what never ends.
  if (!busy || state !== "ready") expect(ANSWER_SECONDS);
}

/** @param {{ id?: number, text?: string, reason?: string }} message */
function settle({ id, text, reason }) {
  const question = waiting.get(id ?? 0);
  if (!question) return;
  waiting.delete(question.id);
  expect([...waiting.values()].some((other) => other.sent) ? ANSWER_SECONDS : 0);
  if (text === undefined) {
    question.reject(new Error(reason));
    return;
  }
  try {
    question.resolve(JSON.parse(text));
  } catch {
    question.reject(new Error(say("unreadable")));
  }
}

/** Fail unless something is heard within so many seconds; 0 expects nothing.
 * @param {number} seconds */
function expect(seconds) {
  window.clearTimeout(timer);
  if (!seconds) return;
  timer = window.setTimeout(() => fail(say("no_answer_within", { seconds })), seconds * 1000);
}

/** End the worker. What it was busy with is told to the one that asked; the rest waits for a retry.
 * @param {string} reason */
function fail(reason) {
  expect(0);
  worker?.terminate();
  worker = null;
  const sent = [...waiting.values()].filter((question) => question.sent);
  for (const question of sent) question.sent = false;
  change("failed", reason);
  if (sent.length === 0) return;
  waiting.delete(sent[0].id);
  const first = reason.charAt(0).toUpperCase() + reason.slice(1).replace(/\.?$/, ".");
  sent[0].reject(new Error(`${first} Nothing is lost: press “Retry”, then try this again.`));
}

/** @param {State} next @param {string} [reason] */
function change(next, reason = "") {
  if (state === "failed" && next === "failed") return;
  state = next;
  answered ||= next === "ready";
  failed ||= next === "failed";
  for (const watcher of watchers) watcher(state, reason);
}
