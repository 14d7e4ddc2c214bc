// @ts-check
// What the page's address says after its "#". On the page that shows a house table all of it stands
// there: "#rules=h.…&page=lesson&lesson=talon&step=keep". What a lesson, a widget or a tool would find
// in the address of a page of its own ("#keep", "#x=w-talon-drill.…", "#t=play&hand=XXI") is a part of it.

const START = "#rules=";
/** Which page it is; the rest is where on it. */
const WHICH = ["rules", "page", "lesson", "tool"];

/** @param {string} hash */
export function isHouse(hash) {
  return hash.startsWith(START);
}

/** Which page of a house table an address names, whatever place on it.
 * @param {string} hash */
export function pageOf(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  return JSON.stringify(WHICH.map((name) => fields.get(name) ?? ""));
}

/** An address as a page of its own would have it.
 * @param {string} [hash] */
export function local(hash = location.hash) {
  if (!isHouse(hash)) return hash;
  const fields = new URLSearchParams(hash.slice(1));
  const exercise = fields.get("x");
  if (exercise) return `#x=${exercise}`;
  const tool = fields.get("tool");
  if (tool) {
    for (const name of WHICH) fields.delete(name);
    return fields.size ? `#t=${tool}&${fields}` : "";
  }
  const place = fields.get("step") ?? fields.get("at");
  return place ? `#${place}` : "";
}

/** Put this into the page's address, without a step in the browser's history.
 * @param {string} hash as a page of its own would have it; "" for nothing */
export function write(hash) {
  const whole = isHouse(location.hash) ? around(hash) : hash;
  if (whole === location.hash) return;
  history.replaceState(history.state, "", whole || location.pathname + location.search);
}

/** @param {string} hash */
function around(hash) {
  const before = new URLSearchParams(location.hash.slice(1));
  const fields = new URLSearchParams();
  for (const name of WHICH) if (before.get(name)) fields.set(name, before.get(name) ?? "");
  if (hash.startsWith("#x=")) fields.set("x", hash.slice(3));
  else if (hash.startsWith("#t=")) {
    for (const [name, value] of [...new URLSearchParams(hash.slice(1))].slice(1)) fields.append(name, value);
  } else if (hash) fields.set("step", hash.slice(1));
  return `#${fields}`;
}
