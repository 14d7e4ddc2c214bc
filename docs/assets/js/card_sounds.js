// @ts-check
// Sounds and short vibrations of the cards at the table where one plays: off until somebody turns them on. The
// sounds are made here out of noise and tones, so nothing is fetched.
import { get, set } from "./store.js";

const KEY = "taroky:feel";
/** A card that is put down, a trick that is drawn in, a hand that is paid: how long, in seconds, how it sounds, in
 * hertz, and how loud. */
const SOUNDS = {
  card: { lasts: 0.06, pitch: 1800, loud: 0.35 },
  trick: { lasts: 0.22, pitch: 900, loud: 0.25 },
};
const PAID = [660, 880];
/** How long a device shakes for a card of yours, in milliseconds. */
const SHAKE = 15;

/** @type {AudioContext | null} */
let audio = null;

/** @param {string} name */
function isOn(name) {
  return (get(KEY) ?? "").split(" ").includes(name);
}

/** Listen once, for all pages of the visit. */
export function listenToFeel() {
  document.addEventListener("click", (click) => {
    const button = click.target instanceof Element ? click.target.closest("[data-feel]") : null;
    if (!(button instanceof HTMLElement)) return;
    const name = button.dataset.feel ?? "";
    const others = (get(KEY) ?? "").split(" ").filter((one) => one && one !== name);
    set(KEY, (isOn(name) ? others : [...others, name]).join(" "));
    showFeel(document);
    // What was chosen is heard and felt at once.
    if (isOn("sound") && name === "sound") noise(SOUNDS.card);
    if (isOn("vibration") && name === "vibration") navigator.vibrate(SHAKE);
  });
}

/** Show what is turned on, wherever it can be; no device shakes whose browser cannot let it.
 * @param {ParentNode} root */
export function showFeel(root) {
  for (const button of root.querySelectorAll("[data-feel]")) {
    const name = button.getAttribute("data-feel") ?? "";
    button.setAttribute("aria-pressed", String(isOn(name)));
    button.toggleAttribute("hidden", name === "vibration" && !("vibrate" in navigator));
    button.parentElement?.removeAttribute("hidden");
  }
}

/** The cards of the trick on a table, and whether its hand is over.
 * @param {Element} table */
export function lying(table) {
  const cards = [...table.querySelectorAll(".tk-lies[data-key]")];
  const mine = cards.filter((one) => one.classList.contains("is-mine"));
  const keys = (/** @type {Element[]} */ list) => new Set(list.map((one) => one.getAttribute("data-key")));
  return { cards: keys(cards), mine: keys(mine), over: table instanceof HTMLElement && table.dataset.phase === "over" };
}

/** Let what has become of a table be heard and felt.
 * @param {ReturnType<typeof lying>} before @param {ReturnType<typeof lying>} now */
export function feel(before, now) {
  const put = [...now.cards].filter((card) => !before.cards.has(card));
  const gone = [...before.cards].some((card) => !now.cards.has(card));
  if (isOn("vibration") && put.some((card) => now.mine.has(card))) navigator.vibrate?.(SHAKE);
  if (!isOn("sound")) return;
  if (gone) noise(SOUNDS.trick);
  if (put.length > 0) noise(SOUNDS.card, gone ? 0.1 : 0);
  if (now.over && !before.over) PAID.forEach((pitch, at) => tone(pitch, 0.2 + at * 0.12));
}

/** @returns {AudioContext} */
function player() {
  audio ??= new AudioContext();
  void audio.resume();
  return audio;
}

/** @param {{ lasts: number, pitch: number, loud: number }} sound @param {number} [after] seconds from now */
function noise({ lasts, pitch, loud }, after = 0) {
  const context = player();
  const length = Math.ceil(lasts * context.sampleRate);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n++) samples[n] = (Math.random() * 2 - 1) * (1 - n / length) ** 3;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  const volume = context.createGain();
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(context.currentTime + after);
}

/** @param {number} pitch @param {number} after seconds from now */
function tone(pitch, after) {
  const context = player();
  const source = context.createOscillator();
  source.frequency.value = pitch;
  const volume = context.createGain();
  const start = context.currentTime + after;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + 0.4);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + 0.4);
}
