// @ts-check
// The small words about Python in the corner of the page, and the marks that tests and benchmarks
// wait for.
import { hasAnswered, retry, watch } from "./python.js";
import { watchRefusals } from "./store.js";
import { say } from "./words.js";

/** What is said of Python, and of the store.
 * @type {Record<"python" | "store", (Node | string)[]>} */
const told = { python: [], store: [] };

/** What nobody has asked to be kept, and what is told where it is kept: at the table, on a sheet, beside the
 * button that keeps a house's rules. */
const ELSEWHERE = /^taroky:(?:game$|houses$|table|sheet)/;

/** Keep `.tk-status` and <html data-python> in step with Python, and say once in a visit that progress
 * (what these keys hold) or a choice of the reader cannot be kept.
 * @param {string[]} progress */
export function showState(progress) {
  watch((state, reason) => {
    document.documentElement.dataset.python = state;
    if (state === "ready") mark("taroky:python");
    told.python = [];
    if (state === "starting") told.python = [say("starting")];
    if (state === "failed") {
      const cause = reason.replace(/\.?$/, ".");
      told.python = [`${say(hasAnswered() ? "stopped" : "not_started", { cause })} `, button(say("retry"), retry)];
    }
    show();
  });
  /** @type {Set<string>} */
  const said = new Set();
  watchRefusals((key) => {
    const words = progress.includes(key) ? "progress_not_kept" : "choice_not_kept";
    if (said.has(words) || said.has("progress_not_kept") || ELSEWHERE.test(key)) return;
    said.add(words);
    const gone = () => {
      told.store = [];
      show();
    };
    told.store = [`${say(words)} `, button(say("all_right"), gone)];
    show();
  });
}

function show() {
  const lines = Object.values(told).filter((parts) => parts.length > 0);
  const paragraphs = lines.map((parts) => {
    const line = document.createElement("div");
    line.append(...parts);
    return line;
  });
  statusLine().replaceChildren(...paragraphs);
}

/** Set a performance mark once in a visit.
 * @param {string} name */
export function mark(name) {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}

/** @param {string} words @param {() => void} action */
function button(words, action) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "tk-retry";
  made.textContent = words;
  made.addEventListener("click", action);
  return made;
}

/** The line is in the header, where it is on nothing.
 * @returns {Element} */
function statusLine() {
  const present = document.querySelector(".tk-status");
  if (present) return present;
  const line = document.createElement("div");
  line.className = "tk-status";
  line.setAttribute("role", "status");
  const title = document.querySelector(".md-header__title");
  if (title) title.after(line);
  else document.body.append(line);
  return line;
}
