// @ts-check
// What Python drew, as elements. Cards are drawn from what is in the page: its own drawings, which
// taroky_build/postprocess/inline_cards.py put there, and for any other card the picture of all cards, which comes into the
// page once a visit. A browser would fetch and read the picture's file again for nearly every exercise,
// and cards would be blank that long.
import { markForeign } from "./foreign.js";
import { showFeel } from "./card_sounds.js";
import { showChoice, writeLetters } from "./letters.js";
import { keepHarmless, parsed } from "./trusted.js";

/** What the ids of a page's own drawings begin with. */
const OWN = "drawn-";
const FILE = new URL("../cards.svg", import.meta.url).href;
const XLINK = "http://www.w3.org/1999/xlink";
/** Where the picture is, in the page or on its way.
 * @type {Promise<Element> | null} */
let coming = null;
/** @type {Element | null} */
let picture = null;

/** The elements of HTML that Python made, now or on an earlier visit.
 * @param {string} html @returns {HTMLElement} what holds them */
export function fromPython(html) {
  const { body } = parsed(html, "text/html");
  keepHarmless(body);
  showChoice(body);
  showFeel(body);
  markForeign(body);
  drawFromHere(cards(body));
  return body;
}

/** Let the cards of the page that is shown now be drawn from the page. Those of a page whose build left
 * them in the file are, until there is the picture; in a copy that is opened as a file they cannot be. */
export function showCards() {
  const uses = cards(document);
  const all = picture || location.protocol === "file:";
  drawFromHere(all ? uses : uses.filter((use) => target(use).startsWith("#")));
  showChoice(document);
  showFeel(document);
  void writeLetters();
}

/** A card that is not there yet is drawn as soon as the picture is: named from its file it would be
 * fetched and read twice, and a copy that is opened as a file may not name it.
 * @param {Element[]} uses */
function drawFromHere(uses) {
  if (picture && uses.length > 0 && !picture.isConnected) document.body.append(picture);
  let wanting = false;
  for (const use of uses) {
    const name = card(use);
    const here = [OWN + name, name].find((one) => document.getElementById(one));
    if (!here) wanting = true;
    aim(use, `#${here ?? name}`);
  }
  if (wanting && !picture) void bringPicture();
}

/** @param {Element[]} uses */
function drawFromFile(uses) {
  for (const use of uses) {
    if (!document.getElementById(target(use).slice(1))) aim(use, `${FILE}#${card(use)}`);
  }
}

/** @param {ParentNode} root */
function cards(root) {
  return [...root.querySelectorAll(".tk-card use:not(noscript *)")];
}

/** @param {Element} use */
function target(use) {
  return use.getAttributeNS(XLINK, "href") ?? "";
}

/** The id of a card in the picture.
 * @param {Element} use */
function card(use) {
  const [, id = ""] = target(use).split("#");
  return id.replace(OWN, "");
}

/** @param {Element} use @param {string} address */
function aim(use, address) {
  if (target(use) !== address) use.setAttributeNS(XLINK, "xlink:href", address);
}

async function bringPicture() {
  try {
    picture = await (coming ??= fetched());
    drawFromHere(cards(document));
    void writeLetters();
  } catch {
    coming = null;
    drawFromFile(cards(document));
  }
}

/** @returns {Promise<Element>} */
async function fetched() {
  const response = await fetch(FILE);
  if (!response.ok) throw new Error(`${response.status}`);
  const found = document.importNode(parsed(await response.text(), "image/svg+xml").documentElement, true);
  if (found.localName !== "svg") throw new Error("no picture of cards came");
  found.setAttribute("class", "tk-drawn");
  found.setAttribute("aria-hidden", "true");
  return found;
}
