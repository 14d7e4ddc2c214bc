// @ts-check
// What somebody fills in while an answer is on its way is newer than the answer, and stays. What
// is about a person stays with that person: on a sheet the seats move on from hand to hand.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** When each field was filled in last, by form and name.
 * @type {Map<string, number>} */
const times = new Map();
let time = 0;

/** Note that somebody is filling in a field.
 * @param {EventTarget | null} target */
export function filledIn(target) {
  if (isField(target) && target.form) times.set(keyOf(target), ++time);
}

/** This moment, to ask later what is newer. */
export function now() {
  return time;
}

/** What has been filled in after a moment.
 * @param {HTMLFormElement} form @param {number} moment */
export function newer(form, moment) {
  return fieldsOf(form).filter(
    (field) => (times.get(keyOf(field)) ?? 0) > moment && (!isRadio(field) || isOn(field)),
  );
}

/** What a form says, but for what has been filled in after a moment: of that, what it said then.
 * @param {HTMLFormElement} form @param {[string, string][]} says
 * @param {number} moment @param {[string, string][]} said
 * @returns {[string, string][]} */
export function without(form, says, moment, said) {
  const names = new Set(newer(form, moment).map(({ name }) => name));
  return [...says.filter(([name]) => !names.has(name)), ...said.filter(([name]) => names.has(name))];
}

/** Whether the form that is to take this one's place has one for all that has been filled in after a moment.
 * @param {HTMLFormElement} form @param {Element} next @param {number} moment */
export function fits(form, next, moment) {
  const found = newer(form, moment);
  return found.length === 0 || (subject(form) === subject(next) && found.every((field) => placeOf(field, next)));
}

/** Let the form that is to take this one's place say what has been filled in after a moment.
 * @param {HTMLFormElement} form @param {Element} next @param {number} moment */
export function carry(form, next, moment) {
  for (const field of newer(form, moment)) {
    const place = placeOf(field, next);
    if (place) put(field, place);
  }
}

/** What the form's fields are about, where that may change: a hand, a table.
 * @param {Element} form */
function subject(form) {
  return [...form.querySelectorAll("input[data-about]")].map((one) => one.getAttribute("value")).join();
}

/** The place of a field in another form. What stands for each seat, or is chosen among people, goes by what
 * it is called on the page; of what there is only one of, that may change with the rest.
 * @param {Field} field @param {Element} next */
function placeOf(field, next) {
  const words = wordsOf(field);
  const alike = fieldsOf(next).filter((one) => one.type === field.type && headOf(one) === headOf(field));
  const named = alike.filter(({ name }) => name === field.name);
  const called = (/** @type {Field[]} */ fields) => fields.find((one) => wordsOf(one) === words);
  const single = !field.name.includes(".") && !isBox(field) ? named[0] : undefined;
  const place = called(named) ?? single ?? (words ? called(alike) : undefined);
  return place instanceof HTMLSelectElement && !optionFor(field, place) ? undefined : place;
}

/** @param {Field} field @param {Field} place */
function put(field, place) {
  place.closest("details")?.setAttribute("open", "");
  if (place instanceof HTMLSelectElement) {
    const chosen = optionFor(field, place);
    for (const option of place.options) option.toggleAttribute("selected", option === chosen);
  } else if (place instanceof HTMLTextAreaElement) {
    place.textContent = field.value;
  } else if (isRadio(field)) {
    for (const one of fieldsOf(place.form ?? place)) {
      if (one.name === place.name) one.toggleAttribute("checked", one === place);
    }
  } else if (isBox(field)) {
    place.toggleAttribute("checked", isOn(field));
  } else {
    place.setAttribute("value", field.value);
  }
}

/** The option that says what is chosen in a field.
 * @param {Field} field @param {HTMLSelectElement} place */
function optionFor(field, place) {
  const words = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : "";
  return [...place.options].find(({ text }) => text === words);
}

/** @param {EventTarget | null} target @returns {target is Field} */
function isField(target) {
  return (
    target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !["hidden", "file"].includes(target.type))
  );
}

/** @param {Field} field */
const isRadio = (field) => field.type === "radio";

/** @param {Field} field */
const isBox = (field) => isRadio(field) || field.type === "checkbox";

/** @param {Field} field */
const isOn = (field) => field instanceof HTMLInputElement && field.checked;

/** @param {Element} form */
const fieldsOf = (form) =>
  [...form.querySelectorAll("input, select, textarea")].filter(isField).filter(({ name }) => name);

/** Boxes of one name are filled in one by one.
 * @param {Field} field */
const keyOf = (field) =>
  [field.form?.id, field.name, ...(field.type === "checkbox" ? [field.value] : [])].join(" ");

/** @param {Field} field */
const headOf = ({ name }) => name.split(".")[0];

/** What a field is called on the page.
 * @param {Field} field */
function wordsOf(field) {
  const label = field.closest("label") ?? [...(field.labels ?? [])][0];
  return (field.getAttribute("aria-label") ?? label?.textContent ?? "").trim();
}
