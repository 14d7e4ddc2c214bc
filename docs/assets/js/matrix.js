// @ts-check
// The matrix of all rule sets: hides the columns and rows that nobody asked for, and keeps what was
// asked in the address ("#m=1&sets=hlucin.heun&topic=play&differ=yes"). Which cells say the same is a
// number that Python wrote beside them. What is shown at first the styles decide alone, by the classes
// that Python gave to the rest, so that nothing of the table is touched before somebody chooses; on a phone
// a reader who has a game of their own has chosen.
import { game } from "./games.js";

const NARROW = window.matchMedia("(max-width: 59.99em)");

/** Hides columns once somebody has chosen, all cells of them by one rule.
 * @type {CSSStyleSheet | null} */
let columns = null;
/** Sees when the room for the table changes, or the table itself. */
const room = new ResizeObserver(([{ target }]) => {
  const table = target.closest(".tk-matrix-frame")?.querySelector("table");
  if (table) fit(table);
});

/** Listen once, for all pages of the visit. */
export function listenToMatrix() {
  document.addEventListener("change", (change) => {
    const form = change.target instanceof Element ? change.target.closest("form.tk-matrix-choices") : null;
    if (!(form instanceof HTMLFormElement)) return;
    history.replaceState(history.state, "", addressOf(form));
    show(form);
  });
  document.addEventListener("submit", (submit) => {
    if (submit.target instanceof Element && submit.target.matches(".tk-matrix-choices")) submit.preventDefault();
  });
  document.addEventListener("click", (click) => {
    const button = click.target instanceof Element ? click.target.closest("[data-alike]") : null;
    const box = button?.closest(".tk-comparison")?.querySelector("input[name=differ]");
    if (box instanceof HTMLInputElement && box.checked) box.click();
  });
  window.addEventListener("hashchange", showMatrix);
  // What was shown is still shown where there is more room or less.
  NARROW.addEventListener("change", () => {
    const form = document.querySelector("form.tk-matrix-choices");
    if (form instanceof HTMLFormElement) show(form);
  });
}

/** Make the matrix of the page that is shown now ready. */
export function showMatrix() {
  room.disconnect();
  const form = document.querySelector("form.tk-matrix-choices");
  if (!(form instanceof HTMLFormElement)) return;
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("m")) fill(form, asked);
  else if (form.hidden && NARROW.matches) {
    const two = few(form, game());
    for (const box of boxes(form)) box.checked = two.includes(box);
  }
  form.hidden = false;
  show(form);
  for (const part of document.querySelectorAll(".tk-matrix-frame, .tk-matrix")) room.observe(part);
  const row = location.hash.startsWith("#q-") ? document.getElementById(location.hash.slice(1)) : null;
  if (row && isHidden(row)) {
    fill(form, new URLSearchParams({ sets: chosen(form).join(".") }));
    show(form);
  }
  row?.scrollIntoView({ block: "center" });
}

/** Where there is little room, two games are shown at first: the reader's own, else the first, and the one
 * that Python names beside it.
 * @param {HTMLFormElement} form @param {string} [own] */
function few(form, own = "") {
  const all = boxes(form);
  const one = all.find((box) => box.value === own) ?? all[0];
  return all.filter((box) => box === one || box.value === one.dataset.beside);
}

/** @param {HTMLFormElement} form @returns {HTMLInputElement[]} */
function boxes(form) {
  return [...form.querySelectorAll("input")].filter((box) => box.name === "sets");
}

/** @param {HTMLFormElement} form */
function chosen(form) {
  return boxes(form).filter((box) => box.checked).map((box) => box.value);
}

/** @param {HTMLFormElement} form @param {URLSearchParams} asked */
function fill(form, asked) {
  const sets = (asked.get("sets") ?? "").split(".");
  const known = boxes(form).some((box) => sets.includes(box.value));
  if (known) for (const box of boxes(form)) box.checked = sets.includes(box.value);
  const topic = form.elements.namedItem("topic");
  if (topic instanceof HTMLSelectElement) {
    topic.value = asked.get("topic") ?? "";
    if (topic.selectedIndex < 0) topic.value = "";
  }
  const differ = form.elements.namedItem("differ");
  if (differ instanceof HTMLInputElement) differ.checked = asked.has("differ");
}

/** @param {HTMLFormElement} form */
function addressOf(form) {
  const data = new FormData(form);
  const asked = new URLSearchParams({ m: "1", sets: chosen(form).join(".") });
  for (const name of ["topic", "differ"]) if (data.get(name)) asked.set(name, String(data.get(name)));
  return `#${asked}`;
}

/** Whether a form says what it says as long as nobody has chosen, with as much room as there is.
 * @param {HTMLFormElement} form */
function isUntouched(form) {
  const two = few(form);
  const data = new FormData(form);
  return !data.get("topic") && data.has("differ") &&
    boxes(form).every((box) => box.checked === (NARROW.matches ? two.includes(box) : box.defaultChecked));
}

/** @param {Element} row */
const isHidden = (row) =>
  row.closest("[hidden]") !== null ||
  (row.matches(atFirst()) && !row.closest("[data-chosen]"));

/** What rows are not shown at first. */
const atFirst = () => (NARROW.matches ? ".is-further, .is-later, .is-alike-few" : ".is-further, .is-alike");

/** @param {HTMLFormElement} form */
function show(form) {
  const table = form.parentElement?.querySelector("table");
  if (!table) return;
  const frame = /** @type {HTMLElement} */ (table.parentElement);
  const data = new FormData(form);
  const sets = new Set(chosen(form));
  const topic = data.get("topic");
  let [shown, all] = [0, 0];
  if (isUntouched(form)) {
    if (frame.dataset.chosen !== undefined) for (const part of table.querySelectorAll("[hidden]")) hide(part, false);
    delete frame.dataset.chosen;
    hideColumns([]);
    all = table.querySelectorAll("tr[id]").length;
    shown = all - [...table.querySelectorAll("tr[id]")].filter((row) => row.matches(atFirst())).length;
  } else {
    frame.dataset.chosen = "";
    hideColumns(boxes(form).filter((box) => !box.checked).map((box) => box.value));
    [shown, all] = showRows(table, sets, String(topic ?? ""), data.has("differ") && sets.size > 1);
  }
  const words = JSON.parse(form.dataset.words ?? "{}");
  const count = form.querySelector(".tk-count");
  if (count) {
    const said = shown === 0 && sets.size > 0 ? words.none : words.shown;
    count.textContent = said.replace("{n}", String(shown)).replace("{all}", String(all));
  }
  const alike = form.parentElement?.querySelector(".tk-alike");
  if (alike) hide(alike, !data.has("differ") || sets.size < 2);
  const two = form.querySelector("a[data-two]");
  if (two instanceof HTMLAnchorElement) {
    hide(two, sets.size !== 2);
    // A club's own table has another name there than in its column.
    const [first = "", second = ""] = boxes(form).filter((box) => box.checked)
      .map((box) => box.dataset.name ?? box.value);
    const state = new URLSearchParams({ t: "compare", first, second });
    if (topic) state.set("topic", String(topic));
    two.href = `${two.href.split("#")[0]}#${state}`;
  }
}

/** @param {string[]} names */
function hideColumns(names) {
  if (!columns && names.length === 0) return;
  if (!columns) document.adoptedStyleSheets = [...document.adoptedStyleSheets, (columns = new CSSStyleSheet())];
  const cells = names.map((name) => `[data-col="${CSS.escape(name)}"]`);
  columns.replaceSync(cells.length ? `.tk-matrix :is(${cells.join()}) { display: none !important; }` : "");
}

/** Show the rows of a topic in which one of the sets has an answer. Returns how many these are, and of how
 * many.
 * @param {HTMLTableElement} table @param {Set<string>} sets @param {string} topic
 * @param {boolean} differ only those that do not say the same everywhere
 * @returns {[number, number]} */
function showRows(table, sets, topic, differ) {
  let [shown, all] = [0, 0];
  for (const body of table.tBodies) {
    const there = !topic || body.dataset.topic === topic;
    let rows = 0;
    for (const row of body.querySelectorAll("tr[id]")) {
      const cells = [...row.querySelectorAll("td")].filter((cell) => sets.has(cell.dataset.col ?? ""));
      const answered = cells.some((cell) => !cell.querySelector(".tk-nothing"));
      const says = new Set(cells.map((cell) => cell.dataset.says));
      const wanted = there && answered && (!differ || says.size > 1);
      hide(row, !wanted);
      all += Number(there);
      rows += Number(wanted);
    }
    shown += rows;
    hide(body, rows === 0);
  }
  return [shown, all];
}

/** Where there is no room for all columns, the table gets a window of its own.
 * @param {HTMLTableElement} table */
function fit(table) {
  const frame = table.parentElement;
  frame?.classList.toggle("is-wide", table.offsetWidth > frame.clientWidth + 1);
}

/** @param {Element} element @param {boolean} hidden */
function hide(element, hidden) {
  if (element instanceof HTMLElement) element.hidden = hidden;
}
