// @ts-check
// The small words about Python in the corner of the page, and the marks that tests and benchmarks
// wait for.
import { retry, watch } from "./python.js";

const STARTING = "Live exercises are getting ready";

/** Keep `.tk-status` and <html data-python> in step with Python. */
export function showState() {
  watch((state, reason) => {
    document.documentElement.dataset.python = state;
    if (state === "ready") mark("taroky:python");
    const line = statusLine();
    line.replaceChildren();
    if (state === "starting") line.textContent = STARTING;
    if (state === "failed") {
      const cause = reason.replace(/\.?$/, ".");
      line.append(`Live exercises could not start: ${cause} Everything on the page still works. `, button());
    }
  });
}

/** Set a performance mark once in a visit.
 * @param {string} name */
export function mark(name) {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}

function button() {
  const again = document.createElement("button");
  again.type = "button";
  again.className = "tk-retry";
  again.textContent = "Retry";
  again.style.pointerEvents = "auto"; // the line itself lets clicks through to the page
  again.addEventListener("click", retry);
  return again;
}

/** @returns {Element} */
function statusLine() {
  const present = document.querySelector(".tk-status");
  if (present) return present;
  const line = document.createElement("div");
  line.className = "tk-status";
  line.setAttribute("role", "status");
  document.body.append(line);
  return line;
}
