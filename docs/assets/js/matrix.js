// @ts-check
// The matrix of all rule sets: hides the columns and rows that nobody asked for, and keeps what was
// asked in the address ("#m=1&sets=hlucin.heun&topic=play&differ=yes"). Which cells say the same is a
// number that Python wrote beside them.

const NARROW = "(max-width: 59.9em)";

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
  window.addEventListener("hashchange", showMatrix);
  window.addEventListener("resize", () => {
    const table = document.querySelector("table.tk-matrix");
    if (table instanceof HTMLTableElement) fit(table);
  });
}

/** Make the matrix of the page that is shown now ready. */
export function showMatrix() {
  const form = document.querySelector("form.tk-matrix-choices");
  if (!(form instanceof HTMLFormElement)) return;
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("m")) fill(form, asked);
  else if (form.hidden && window.matchMedia(NARROW).matches) few(form);
  form.hidden = false;
  show(form);
  const row = location.hash.startsWith("#q-") ? document.getElementById(location.hash.slice(1)) : null;
  if (row?.hidden) {
    fill(form, new URLSearchParams({ sets: chosen(form).join(".") }));
    show(form);
  }
  row?.scrollIntoView({ block: "center" });
}

/** Where there is little room, few games are shown at first.
 * @param {HTMLFormElement} form */
function few(form) {
  const many = Number(form.dataset.few);
  for (const [i, box] of boxes(form).entries()) box.checked = i < many;
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

/** @param {HTMLFormElement} form */
function show(form) {
  const table = form.parentElement?.querySelector("table");
  if (!table) return;
  const data = new FormData(form);
  const sets = new Set(chosen(form));
  const topic = data.get("topic");
  const differ = data.has("differ") && sets.size > 1;
  let all = 0;
  let shown = 0;
  for (const cell of table.querySelectorAll("thead [data-col]")) hide(cell, !sets.has(column(cell)));
  for (const body of table.tBodies) {
    const there = !topic || body.dataset.topic === topic;
    let rows = 0;
    for (const row of body.querySelectorAll("tr[id]")) {
      const says = new Set();
      for (const cell of row.querySelectorAll("td")) {
        const visible = sets.has(column(cell));
        hide(cell, !visible);
        if (visible) says.add(cell.dataset.says);
      }
      const empty = ![...row.querySelectorAll("td:not([hidden])")].some((cell) => !cell.querySelector(".tk-nothing"));
      const wanted = there && !empty && (!differ || says.size > 1);
      hide(row, !wanted);
      all += Number(there);
      rows += Number(wanted);
    }
    shown += rows;
    hide(body, rows === 0);
  }
  fit(table);
  const words = JSON.parse(form.dataset.words ?? "{}");
  const count = form.querySelector(".tk-count");
  if (count) {
    const said = shown === 0 && sets.size > 0 ? words.none : words.shown;
    count.textContent = said.replace("{n}", String(shown)).replace("{all}", String(all));
  }
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

/** Where there is no room for all columns, the table gets a window of its own.
 * @param {HTMLTableElement} table */
function fit(table) {
  const frame = table.parentElement;
  frame?.classList.toggle("is-wide", table.offsetWidth > frame.clientWidth + 1);
}

/** @param {Element} cell */
function column(cell) {
  return cell.getAttribute("data-col") ?? "";
}

/** @param {Element} element @param {boolean} hidden */
function hide(element, hidden) {
  if (element instanceof HTMLElement) element.hidden = hidden;
}
