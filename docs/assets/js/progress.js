// @ts-check
// Which steps a learner has done: kept in the browser by stable ids, shown on progress lists.

const KEY = "taroky:done";

/** @returns {Set<string>} */
function done() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set(); // blocked or spoilt: start afresh
  }
}

/** Store every step that this part of the page says is done, and show it.
 * @param {Element} part */
export function collect(part) {
  const found = [part, ...part.querySelectorAll("[data-done]")]
    .map((element) => element.getAttribute("data-done"))
    .filter((id) => id !== null && id !== "");
  if (found.length === 0) return;
  const ids = done();
  for (const id of found) ids.add(/** @type {string} */ (id));
  try {
    localStorage.setItem(KEY, JSON.stringify([...ids]));
  } catch {
    // Blocked or full: the page still shows it, until it is left.
  }
  mark(ids);
}

/** Show on the page what is done.
 * @param {Set<string>} [ids] */
export function mark(ids = done()) {
  for (const step of document.querySelectorAll(".tk-progress [data-step]")) {
    if (!ids.has(step.getAttribute("data-step") ?? "") || step.classList.contains("is-done")) continue;
    step.classList.add("is-done");
    const words = document.createElement("span");
    words.className = "tk-visually-hidden";
    words.textContent = " done";
    // Hidden by the script itself, so that it never depends on a style sheet.
    words.style.cssText =
      "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap";
    step.append(words);
  }
}
