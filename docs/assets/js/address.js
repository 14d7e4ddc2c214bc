// @ts-check
// What the page's address says after its "#". On the page that shows a house table all of it stands
// there: "#rules=h.…&page=lesson&lesson=talon&step=keep". What a lesson, a widget or a tool would find
// in the address of a page of its own ("#keep", "#x=w-talon-drill.…", "#t=play&hand=XXI") is a part of it.

const START = "#rules=";
/** Which page it is; the rest is where on it. */
const WHICH = ["rules", "page", "lesson", "tool"];

/** What the parts of an address are told by that a script draws. */
const DRAWN = /^#(?:rules|cards|record|match|puzzle|t|x|m)=/;
/** Parts that are one word each; all others are fields of forms. */
const WORDS = new Set([...WHICH, "step", "at", "x", "m", "sets", "topic", "differ", "cards", "record", "match", "puzzle"]);
/** What those who count clicks put into addresses. */
const COUNTING = /^(?:amp;.*|utm_\w+|(?:fb|g|d|gb|wb|msc|tt|tw|y)clid|igshid|mc_[ce]id|_hs\w+)$/;
/** Signs that nobody sees, and blanks. */
const UNSEEN = /[\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]+/g;
/** What a sentence, Markdown or a mail puts behind a link; and what a field's value never ends with in an
 * address that we wrote. */
const BEHIND = /[.,;:!?…()[\]{}<>«»‹›„“”‚‘’"'`*_~|\\#/-]+$/;
const BEHIND_FIELD = /(?:[,;:!?)\]}'~|\\]|%0[AD])+$/i;

/** A text without percent-encoding; signs that stand for nothing stay as they are.
 * @param {string} text */
export function decoded(text) {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
}

/** The part of an address after its "#" as it was before it was sent: messengers encode it, mail breaks it, and
 * a sentence ends with a full stop. What holds in a code, Python finds out.
 * @param {string} hash */
export function mended(hash) {
  let text = hash;
  for (let n = 0; n < 3 && !DRAWN.test(text); n++) text = decoded(text);
  if (!DRAWN.test(text)) return `#${decoded(hash.slice(1)).replace(UNSEEN, "").replace(BEHIND, "")}`;
  const parts = text.slice(1).replaceAll("&amp;", "&").split("&").map((part) => {
    const [name, ...rest] = part.split("=");
    return { name: decoded(name).replace(UNSEEN, ""), value: rest.join("=") };
  });
  const kept = parts.filter(({ name }) => name && !COUNTING.test(name)).map(({ name, value }) => {
    let now = value;
    for (let n = 0; n < 3; n++) now = now.replace(/%25(?=[0-9a-f]{2})/gi, "%");
    if (!WORDS.has(name)) return { name, value: now.replace(BEHIND_FIELD, "") };
    return { name, value: decoded(now).replace(UNSEEN, "") };
  });
  const last = kept.at(-1);
  if (last && WORDS.has(last.name)) last.value = last.value.replace(BEHIND, (end) => /^[_-]*/.exec(end)?.[0] ?? "");
  return `#${kept.map(({ name, value }) => `${name}=${value}`).join("&")}`;
}

/** Let the page's address say what it said before it was sent. To be called before anybody reads it. */
export function mendAddress() {
  const { hash } = location;
  const whole = mended(hash);
  if (!hash || whole === hash) return;
  if (DRAWN.test(whole)) history.replaceState(history.state, "", whole);
  else if (!document.getElementById(decoded(hash.slice(1))) && document.getElementById(whole.slice(1))) {
    location.replace(whole); // the browser goes there
  }
}

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
