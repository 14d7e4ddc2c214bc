// @ts-check
// What Python drew, as elements. Cards are drawn from what stands in the page: its own drawings, which
// taroky_build/drawn.py put there, and for any other card the picture of all cards, which comes into the
// page once a visit. A browser would fetch and read the picture's file anew for nearly every exercise,
// and cards would be blank that long.
import { parsed } from "./trusted.js";

/** What the ids of a page's own drawings begin with. */
const OWN = "drawn-";
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
  drawFromHere(cards(body));
  return body;
}

/** Let the cards of the page that is shown now be drawn from the page. Those of a page whose build left
 * them in the file are, until there is the picture; in a copy that is opened as a file they cannot be. */
export function showCards() {
  const uses = cards(document);
  const all = picture || location.protocol === "file:";
  drawFromHere(all ? uses : uses.filter((use) => target(use).startsWith("#")));
}

/** @param {Element[]} uses */
function drawFromHere(uses) {
  if (picture && uses.length > 0 && !picture.isConnected) document.body.append(picture);
  let wanting = false;
  for (const use of uses) {
    const [, id = ""] = target(use).split("#");
    const name = id.replace(OWN, "");
    const here = [OWN + name, name].find((one) => document.getElementById(one));
    if (!here) wanting = true;
    else if (target(use) !== `#${here}`) use.setAttributeNS(XLINK, "xlink:href", `#${here}`);
  }
  if (wanting && !picture) void bringPicture();
}

/** @param {ParentNode} root */
function cards(root) {
  return [...root.querySelectorAll(".tk-card use:not(noscript *)")];
}

/** @param {Element} use */
function target(use) {
  return use.getAttributeNS(XLINK, "href") ?? "";
}

async function bringPicture() {
  try {
    picture = await (coming ??= fetched());
    drawFromHere(cards(document));
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
  found.setAttribute("class", "tk-drawn");
  found.setAttribute("aria-hidden", "true");
  return found;
}
