// @ts-check
// A rule that a lesson or the table names, over it: its text from the page of rules with the heading above it, or
// its id where the link says that, and the way to that page. Nothing of the lesson or the table is lost. What cannot be shown so is followed, as any link is.
import { decoded } from "./address.js";
import { showCards } from "./elements.js";
import { pageAt } from "./pages.js";

/** What belongs to the page of rules and not to the rule: the id in the margin, buttons, links to copy. */
const OF_PAGE = ".tk-point-at, .tk-copy, .tk-report, .headerlink, script, style, button, form, iframe";

/** Listen once, for all pages of the visit. */
export function listenToRules() {
  document.addEventListener("click", (click) => {
    const link = click.target instanceof Element ? click.target.closest(":is(.tk-lesson, .tk-room) a.tk-rule") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.hash || click.button !== 0) return;
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.altKey || link.dataset.follow) return;
    if (link.pathname + link.search === location.pathname + location.search) return;
    click.preventDefault();
    click.stopPropagation();
    void show(link);
  }, { capture: true });
}

/** @param {HTMLAnchorElement} link */
async function show(link) {
  const id = decoded(link.hash.slice(1));
  const page = await pageAt(link.href).catch(() => null);
  const rule = page && ruleOn(page, id, link.href);
  if (!link.isConnected) return;
  if (page && rule) {
    open(link, link.dataset.rule ? headingOf(page, id) || id : id, rule);
    return;
  }
  link.dataset.follow = "1";
  link.click();
  delete link.dataset.follow;
}

/** The paragraph with this id, and the list or table that it leads to.
 * @param {Document} page @param {string} id @param {string} address */
function ruleOn(page, id, address) {
  const point = page.getElementById(id);
  if (!point?.matches(".tk-point")) return null;
  const found = document.createElement("div");
  found.append(document.importNode(point, true));
  const after = point.nextElementSibling;
  if (after?.matches("ul, ol, table, .md-typeset__scrollwrap")) found.append(document.importNode(after, true));
  for (const part of found.querySelectorAll(OF_PAGE)) part.remove();
  for (const term of found.querySelectorAll(".tk-termed")) term.replaceWith(...(term.firstElementChild ?? term).childNodes);
  for (const named of found.querySelectorAll("[id]")) named.removeAttribute("id");
  for (const link of found.querySelectorAll("a[href]")) {
    link.setAttribute("href", new URL(link.getAttribute("href") ?? "", address).href);
  }
  return found;
}

/** The words of the heading under which a rule stands, "" if there is none.
 * @param {Document} page @param {string} id */
function headingOf(page, id) {
  const rule = page.getElementById(id);
  const above = [...page.querySelectorAll("article :is(h2, h3)")].filter(
    (one) => rule && one.compareDocumentPosition(rule) & Node.DOCUMENT_POSITION_FOLLOWING);
  const heading = above.at(-1)?.cloneNode(true);
  if (!(heading instanceof Element)) return "";
  for (const part of heading.querySelectorAll(OF_PAGE)) part.remove();
  return heading.textContent?.trim() ?? "";
}

/** @param {HTMLAnchorElement} link @param {string} heading @param {HTMLElement} rule */
function open(link, heading, rule) {
  const place = link.closest(".tk-lesson, .tk-play-here");
  const words = JSON.parse((place instanceof HTMLElement && place.dataset.words) || "{}");
  const sheet = document.createElement("dialog");
  sheet.className = "tk-rule-sheet md-typeset";
  const title = document.createElement("h2");
  title.id = "tk-rule-sheet-title";
  title.textContent = heading;
  sheet.setAttribute("aria-labelledby", title.id);
  rule.className = "tk-rule-sheet-text";
  const more = document.createElement("a");
  more.href = link.href;
  more.textContent = words.open_rules;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "tk-button";
  close.textContent = words.close;
  close.addEventListener("click", () => sheet.close());
  const foot = document.createElement("p");
  foot.className = "tk-rule-sheet-foot";
  foot.append(more, close);
  sheet.append(title, rule, foot);
  sheet.addEventListener("click", (click) => {
    if (click.target === sheet) sheet.close(); // beside the sheet
  });
  sheet.addEventListener("close", () => {
    sheet.remove();
    if (link.isConnected) link.focus({ preventScroll: true });
  });
  link.closest("article, .md-typeset")?.append(sheet);
  showCards();
  sheet.showModal();
  close.focus({ preventScroll: true });
}
