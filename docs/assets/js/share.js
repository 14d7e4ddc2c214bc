// @ts-check
// Passing on what a table shows, by whatever the device shares with: a link, or the card of a day's result, which is drawn
// here, and one line of text.
import { inWords } from "./days.js";

/** The size of the card's picture, in pixels. */
const WIDE = 900;
const HIGH = 1200;
/** Its inks: cloth, face, line, ink, gold, and the blue of taroky. */
const [CLOTH, FACE, LINE, INK, GOLD, BLUE] = ["#1f4034", "#fbf5e6", "#8a7f6a", "#2a2520", "#c9982f", "#2f4f8f"];

/** Whether it is listened to already: tables of several kinds may have been shown. */
let listens = false;

/** Listen once, for all pages of the visit.
 * @param {(text: string) => void} say says something to those who hear the page */
export function listenToShares(say) {
  if (listens) return;
  listens = true;
  document.addEventListener("click", (click) => {
    const button = click.target instanceof Element ? click.target.closest("[data-copies], [data-shares], [data-saves]") : null;
    if (!(button instanceof HTMLElement)) return;
    const field = document.getElementById(button.dataset.shares ?? button.dataset.copies ?? "");
    const card = document.querySelector(".tk-day-card > canvas");
    if (button.dataset.saves) save(card, button.dataset.saves);
    else if (!(field instanceof HTMLTextAreaElement)) return;
    else if (button.dataset.shares) void share(field, button.dataset.text ?? "", "dayLine" in field.dataset ? card : null);
    else void copy(field, button, say);
  });
}

/** @param {HTMLTextAreaElement} field @param {HTMLElement} button @param {(text: string) => void} say */
async function copy(field, button, say) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    const copied = button.dataset.copied ?? "";
    button.textContent = copied;
    say(copied);
  } catch {
    // it is selected, and can be copied by hand
  }
}

/** @param {HTMLTextAreaElement} field @param {string} words what goes with a link @param {Element | null} card */
async function share(field, words, card) {
  const file = card instanceof HTMLCanvasElement ? await picture(card) : null;
  const text = { text: words ? `${words} ${field.value}` : field.value };
  const both = file ? { ...text, files: [file] } : text;
  try {
    await navigator.share(file && navigator.canShare?.(both) ? both : text);
  } catch {
    field.select(); // nobody was chosen, or the device would not; it can be copied
  }
}

/** @param {HTMLCanvasElement} card @returns {Promise<File | null>} */
function picture(card) {
  return new Promise((done) => card.toBlob((blob) => {
    done(blob && new File([blob], "taroky.png", { type: "image/png" }));
  }, "image/png"));
}

/** @param {Element | null} card @param {string} name */
function save(card, name) {
  if (!(card instanceof HTMLCanvasElement)) return;
  const link = document.createElement("a");
  link.href = card.toDataURL("image/png");
  link.download = name;
  link.click();
}

/** Make what can be shared ready, in a part of the page that has just been drawn.
 * @param {ParentNode} part */
export function showShares(part) {
  for (const button of part.querySelectorAll("[data-shares]")) {
    button.toggleAttribute("hidden", typeof navigator.share !== "function");
  }
  for (const field of part.querySelectorAll("textarea[data-link]")) {
    if (!(field instanceof HTMLTextAreaElement)) continue;
    const address = new URL(location.href);
    address.search = "";
    address.hash = field.dataset.link ?? "";
    field.value = field.dataset.dayLine ? line(field, address.href) : address.href;
  }
  const place = part.querySelector(".tk-day-card");
  if (place instanceof HTMLElement) draw(place);
}

/** @param {HTMLTextAreaElement} field @param {string} link */
function line(field, link) {
  const day = field.dataset.dayLine ?? "";
  const told = [...field.closest(".tk-panel-body")?.querySelectorAll("[data-master].is-told, [data-streak]") ?? []];
  const texts = [field.defaultValue.replace(day, inWords(day)), ...told.map((one) => one.textContent ?? ""), link];
  return texts.filter(Boolean).join(" ");
}

/** Draw the card of a day's result: a tarok of our own, with the day as its number and its star.
 * @param {HTMLElement} place */
function draw(place) {
  const { title, day, amount, game } = JSON.parse(place.dataset.card ?? "{}");
  const canvas = place.querySelector("canvas") ?? document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = HIGH;
  const told = [...place.parentElement?.querySelectorAll("[data-master].is-told, [data-streak]") ?? []].map((one) => one.textContent ?? "");
  const heading = title.replace("{date}", inWords(day));
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", [heading, game, amount, ...told].filter(Boolean).join(". "));
  if (!canvas.isConnected) place.append(canvas);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = CLOTH;
  pen.fillRect(0, 0, WIDE, HIGH);
  pen.fillStyle = FACE;
  pen.strokeStyle = LINE;
  pen.lineWidth = 3;
  pen.beginPath();
  pen.roundRect(60, 60, WIDE - 120, HIGH - 120, 40);
  pen.fill();
  pen.stroke();
  pen.lineWidth = 6;
  pen.strokeStyle = BLUE;
  for (const [top, high] of [[95, 90], [205, 380], [HIGH - 185, 90]]) pen.strokeRect(95, top, WIDE - 190, high);
  const number = Number(day.slice(8));
  star(pen, WIDE / 2, 395, 165, number);
  const face = getComputedStyle(place).fontFamily;
  pen.fillStyle = INK;
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  const middle = WIDE / 2;
  write(pen, String(number), middle, 395, 76, face);
  write(pen, heading, middle, 665, 50, face);
  write(pen, game, middle, 740, 42, face);
  write(pen, amount, middle, 845, 110, face);
  told.filter(Boolean).forEach((text, row) => write(pen, text, middle, 945 + 54 * row, 38, face));
  for (const [x, y, turn] of [[165, 142, 0], [WIDE - 165, HIGH - 142, Math.PI]]) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(turn);
    write(pen, String(number), 0, 0, 70, face);
    pen.restore();
  }
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} x @param {number} y
 * @param {number} size at most so high @param {string} face */
function write(pen, text, x, y, size, face) {
  const room = WIDE - 200;
  pen.font = `700 ${size}px ${face}`;
  const wide = pen.measureText(text).width;
  if (wide > room) pen.font = `700 ${Math.floor((size * room) / wide)}px ${face}`;
  pen.fillText(text, x, y);
}

/** A star within a ring.
 * @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} radius @param {number} points */
function star(pen, x, y, radius, points) {
  const many = Math.max(points, 3);
  pen.beginPath();
  for (let n = 0; n < 2 * many; n += 1) {
    const [angle, far] = [(Math.PI * n) / many - Math.PI / 2, n % 2 ? radius * 0.68 : radius];
    pen.lineTo(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  pen.closePath();
  pen.fillStyle = GOLD;
  pen.fill();
  pen.lineWidth = 5;
  pen.strokeStyle = BLUE;
  pen.stroke();
  pen.fillStyle = FACE;
  pen.beginPath();
  pen.arc(x, y, radius * 0.5, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
}
