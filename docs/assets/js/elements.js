// @ts-check
// What Python drew, as elements. The first cards among them bring the picture of all cards into the page;
// from then on every card is drawn from there. A browser would fetch and read the picture's file anew for
// nearly every exercise, and cards would be blank that long.
import { parsed } from "./trusted.js";

/** How cards name the file. */
const FILE = "assets/cards.svg#";
const XLINK = "http://www.w3.org/1999/xlink";
/** Where the picture is, in the page or on its way.
 * @type {Promise<Element> | null} */
let coming = null;
/** @type {Element | null} */
let picture = null;

/** The elements of HTML that Python made.
 * @param {string} html @returns {HTMLElement} what holds them */
export function fromPython(html) {
  const { body } = parsed(html, "text/html");
  drawFromHere(body);
  return body;
}

/** Let the cards of the page that is shown now be drawn from the picture if it is there. In a copy that
 * is opened as a file there is nothing else to draw them from. */
export function showCards() {
  if (picture) drawFromHere(document);
  else if (location.protocol === "file:" || cards(document).some((use) => target(use).startsWith("#"))) {
    void bringPicture();
  }
}

/** @param {ParentNode} root */
function drawFromHere(root) {
  const uses = cards(root);
  if (uses.length === 0) return;
  if (!picture) return void bringPicture();
  if (!picture.isConnected) document.body.append(picture);
  for (const use of uses) {
    const [, name] = target(use).split(FILE);
    if (name) use.setAttributeNS(XLINK, "xlink:href", `#${name}`);
  }
}

/** @param {ParentNode} root */
function cards(root) {
  return [...root.querySelectorAll(".tk-card use")];
}

/** @param {Element} use */
function target(use) {
  return use.getAttributeNS(XLINK, "href") ?? "";
}

async function bringPicture() {
  try {
    picture = await (coming ??= fetched());
    drawFromHere(document);
  } catch {
    coming = null; // cards are drawn from the file
  }
}

/** @returns {Promise<Element>} */
async function fetched() {
  const response = await fetch(new URL("../cards.svg", import.meta.url));
  if (!response.ok) throw new Error(`${response.status}`);
  const found = document.importNode(parsed(await response.text(), "image/svg+xml").documentElement, true);
  if (found.localName !== "svg") throw new Error("no picture of cards came");
  for (const side of ["width", "height"]) found.setAttribute(side, "0");
  found.setAttribute("aria-hidden", "true");
  found.style.position = "absolute";
  return found;
}
