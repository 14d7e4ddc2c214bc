// @ts-check
// Brings the pages to life. Loaded once for a whole visit: with the theme's instant navigation
// `document$` tells of every page that is shown, without it there is only this one.
import { mendAddress } from "./address.js";
import { KEY as MISSED, listenToAgain, showAgain } from "./again.js";
import { listenToSettings, showSettings } from "./automatic.js";
import { listenToPayments } from "./chips.js";
import { listenToFeel } from "./card_sounds.js";
import { listenToCopies } from "./copy.js";
import { listenToCourse, showCourse } from "./course.js";
import { KEY as DRILLS, leaveDrill, listenToDrill } from "./drill.js";
import { showCards } from "./elements.js";
import { showGame } from "./games.js";
import { leaveHand, listenToSitting } from "./hand_here.js";
import { listenToHands } from "./hand_keys.js";
import { listenToHome, showHome } from "./home.js";
import { houses, listenToHouses, showHouse } from "./house.js";
import { listenToKeyboard } from "./keyboard.js";
import { followBrowser, listenToLanguages, showLanguages } from "./language.js";
import { listenToSteps, showStep } from "./lesson.js";
import { listenToLessonEnd } from "./lesson_end.js";
import { listenToLetters } from "./letters.js";
import { listenToMatrix, showMatrix } from "./matrix.js";
import { keepOffline } from "./offline.js";
import { listenToLinks, showPlace } from "./places.js";
import { listenToPresses } from "./press.js";
import { KEY as STEPS, mark as markProgress } from "./progress.js";
import { start } from "./python.js";
import { listenToRules } from "./rule_sheet.js";
import { listenToSearch } from "./search_field.js";
import { showState } from "./status.js";
import { listenToNotes } from "./terms.js";
import { listenToTools, showTools } from "./tools.js";
import { listen, openAddress, setUp } from "./widgets.js";

/** How long a page that was left may be wanted by whatever is still under way, in milliseconds. */
const MOMENT = 1000;
/** What holds the page that is shown.
 * @type {Element | null} */
let container = null;

function showPage() {
  leavePage();
  if (showHouse()) onceLoaded(start);
  showParts();
  showPlace();
}

/** Take a page that was left apart. The theme holds on to some part of every page that it has shown, and
 * any part holds all of its page, ten thousand nodes with the pictures of cards. */
function leavePage() {
  const left = container;
  container = document.querySelector("[data-md-component=container]");
  if (!left || left === container) return;
  window.setTimeout(() => {
    if (left.isConnected) return;
    for (const part of left.querySelectorAll("*")) part.replaceChildren();
    left.replaceChildren();
  }, MOMENT);
}

/** What a page is made of, whether it came with its file or was drawn here. */
function showParts() {
  showCards();
  showLanguages();
  markProgress();
  showCourse();
  showAgain();
  showGame();
  showHome();
  showSettings();
  leaveDrill();
  showStep();
  showMatrix();
  const tools = showTools();
  const sheet = document.querySelector(".tk-keeper");
  if (sheet) {
    void import("./keeper.js").then(({ showKeeper }) => {
      showKeeper();
      visit.listening?.("form.tk-document");
    });
  }
  leaveHand();
  if (document.querySelector(".tk-puzzles")) {
    void import("./play.js").then(({ showPuzzles }) => {
      showPuzzles();
      visit.listening?.("form.tk-sit-down");
    });
  } else if (document.querySelector(".tk-play-here")) {
    void import("./play.js").then(({ showPlay }) => {
      showPlay(houses);
      visit.listening?.("form.tk-sit-down");
    });
  }
  const widgets = setUp();
  visit.listening?.("form:not(.tk-document, .tk-sit-down), button, [data-event]");
  if (widgets || tools || sheet) onceLoaded(start);
  void openAddress();
}

/** Python starts when all that the page shows has come. It starts in a thread of its own: the page need not
 * be idle.
 * @param {() => void} work */
function onceLoaded(work) {
  if (document.readyState === "complete") setTimeout(work);
  else window.addEventListener("load", () => setTimeout(work), { once: true });
}

/** Begin to listen, and to show what the page is made of. */
function begin() {
  mendAddress();
  for (const moved of ["popstate", "hashchange"]) window.addEventListener(moved, mendAddress);
  showState([STEPS, DRILLS, MISSED]);
  keepOffline();
  listenToPresses();
  listenToDrill();
  listenToAgain();
  listenToRules();
  listenToHands();
  listen();
  listenToSteps();
  listenToPayments();
  listenToCourse();
  listenToLessonEnd();
  listenToHome();
  listenToSettings();
  listenToNotes();
  listenToKeyboard();
  listenToTools();
  listenToSearch();
  listenToMatrix();
  listenToCopies();
  listenToLinks();
  listenToLanguages();
  listenToLetters();
  listenToFeel();
  listenToSitting();
  listenToHouses(showParts);
  window.addEventListener("hashchange", () => void openAddress());

  const { document$: pages } = visit;
  if (pages) pages.subscribe(showPage);
  else showPage();
}

/** What the theme, and the script that stands first in the page (csp_guard.js), leave for others.
 * listening: these forms and buttons are listened to now; what was filled in or pressed before is done again.
 * @typedef {{ document$?: { subscribe(page: () => void): void }, firstPaint?: Promise<void>,
 *   listening?: (places: string) => void }} Visit */
const visit = /** @type {Visit} */ (/** @type {unknown} */ (window));
followBrowser();
// A turn later, so that the theme's script, which waits for the same, is through.
void Promise.resolve(visit.firstPaint).then(() => setTimeout(begin));
