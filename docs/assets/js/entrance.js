// @ts-check
// The form where one sits down to play: house tables that the browser keeps or that the address names, how many may
// sit at a table, and as many rows for the others.

/** @typedef {import("./house.js").House} House */

/** In place of a level: a person at this device. */
const HERE = "here";

/** Listen once, for all pages of the visit. */
export function listenToEntrance() {
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.matches(".tk-sit-down select")) fit(target.form);
  });
}

/** Make the form ready.
 * @param {HTMLFormElement} form @param {House[]} houses those that the browser keeps
 * @param {string} linked what a house table is called that only the address names */
export function showEntrance(form, houses, linked) {
  const group = form.querySelector("#tk-your-houses");
  const games = form.querySelector("select");
  if (!group || !games) return;
  const kept = houses.map(({ rules, title, players }) => option(rules, title, players ?? []));
  group.replaceChildren(...kept);
  const rules = new URLSearchParams(location.hash.slice(1)).get("rules");
  const known = (/** @type {string} */ value) => [...games.options].some((one) => one.value === value);
  if (rules?.startsWith("h.") && !known(rules)) group.append(option(rules, linked, []));
  if (rules && known(rules)) games.value = rules;
  group.toggleAttribute("hidden", group.childElementCount === 0);
  fit(form);
}

/** Open the rows for those who play at this device; one of them does, no matter who else may.
 * @param {HTMLFormElement} form */
export function showPeople(form) {
  const rows = form.querySelector(".tk-people");
  const levels = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll(".tk-person select")]);
  if (!rows) return;
  rows.setAttribute("open", "");
  if (levels[0] && !levels.some(({ value }) => value === HERE)) levels[0].value = HERE;
  rows.querySelector("summary")?.focus({ preventScroll: true });
  rows.scrollIntoView({ block: "start" });
}

/** @param {string} value @param {string} words @param {number[]} players */
function option(value, words, players) {
  const found = new Option(words, value);
  found.dataset.players = players.join(" ");
  return found;
}

/** As many players to choose as the game takes, and a row for each of the others.
 * @param {HTMLFormElement | null} form */
function fit(form) {
  const games = form?.querySelector("select");
  const players = form?.querySelector(".tk-players select");
  if (!games || !(players instanceof HTMLSelectElement)) return;
  const counts = (games.selectedOptions[0]?.dataset.players ?? "").split(" ").filter(Boolean);
  const before = players.value;
  // The usual number goes without saying.
  players.replaceChildren(...counts.map((n, place) => new Option(n, place ? n : "")));
  players.value = counts.indexOf(before) > 0 ? before : "";
  players.closest(".tk-players")?.toggleAttribute("hidden", counts.length < 2);
  const most = Number(players.value || counts[0] || 4);
  for (const row of form?.querySelectorAll(".tk-person") ?? []) {
    const away = Number(row.getAttribute("data-place")) >= most;
    row.toggleAttribute("hidden", away);
    for (const field of row.querySelectorAll("input, select")) field.toggleAttribute("disabled", away);
  }
}
