// @ts-check
// Lets the browser keep the whole site, and says so: a line below the page's foot when all of it is
// there, and an offer when a newer version of the site is. The work is done by sw.js.
import { currentState, watch } from "./python.js";
import { script } from "./trusted.js";
import { languageOf, say } from "./words.js";

/** How long the page rests, in milliseconds, before anything is fetched that nobody has asked for. */
const REST = 4000;
/** How long a service worker is given to answer. */
const PATIENCE = 3000;
const ANEW = "taroky:anew";
/** So often, at most, a page that stays open looks whether there is a newer version. */
const LOOK = 3600_000;

/** Where the edition is whose pages are shown. */
let edition = new URL("../../", import.meta.url);

/** Keep the site, unless this one is not to be kept or the browser cannot. */
export function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || location.protocol === "file:") return;
  const kept = document.querySelector('meta[name="taroky-offline"]');
  if (!(kept instanceof HTMLMetaElement)) return;
  edition = new URL(kept.content || "./", location.href);
  let answered = serviceWorker.controller !== null;
  serviceWorker.addEventListener("controllerchange", () => {
    // A version of the site is used whole: no page goes on with files of another one.
    if (answered) location.reload();
    answered = true;
  });
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data === "full") tell(say("full"));
  });
  if (answered) {
    void whole().then((yes) => yes || loadAnew());
    void serviceWorker.getRegistration().then(follow);
  } else whenAtRest(() => void (countsData() ? ask() : keep()));
}

function keep() {
  return register().then(follow, () => undefined);
}

/** Ask before keeping the site where that may cost something: once, in the line below the page. */
async function ask() {
  const response = await fetch(new URL("assets/kept.json", edition));
  if (!response.ok) return;
  const { bytes } = await response.json();
  const line = tell(say("keep_asked", { size: Math.ceil(bytes / 1e6), language: named() }));
  line.append(
    button(say("keep_it"), () => {
      tell(say("coming"));
      void keep();
    }),
  );
}

function register() {
  return navigator.serviceWorker.register(script(new URL("sw.js", edition)));
}

/** What the language of this page is called in itself: that of all pages that are kept. */
function named() {
  const language = languageOf();
  return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
}

/** Whether somebody has asked the browser to spend little on the network, or is on a phone's. */
function countsData() {
  const { connection } = /** @type {{ connection?: { saveData?: boolean, type?: string } }} */ (
    /** @type {unknown} */ (navigator)
  );
  return connection?.saveData === true || connection?.type === "cellular";
}

/** Once the page has loaded and Python, if it is wanted, has started: the site is not to take the
 * network from either.
 * @param {() => void} work */
function whenAtRest(work) {
  let timer = 0;
  let begun = false;
  const begin = () => {
    if (begun || currentState() === "starting") return;
    begun = true;
    if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: REST });
    else work();
  };
  const rest = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(begin, REST);
  };
  watch((state) => {
    if (state !== "starting") rest();
  });
  if (document.readyState === "complete") rest();
  else window.addEventListener("load", rest, { once: true });
}

/** @param {ServiceWorkerRegistration | undefined} registration */
function follow(registration) {
  if (!registration) return;
  if (registration.active) tell(say("kept", { language: named() }));
  if (registration.waiting) offer(registration);
  const arriving = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && registration.active) offer(registration);
      if (worker.state === "activated") tell(say("kept", { language: named() }));
    });
  };
  registration.addEventListener("updatefound", arriving);
  arriving();
  let looked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - looked < LOOK) return;
    looked = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** Whether this page came from the service worker that answers now: another window may have taken a
 * newer one meanwhile. One that does not answer is taken for the same.
 * @returns {Promise<boolean>} */
function whole() {
  return new Promise((resolve) => {
    window.setTimeout(() => resolve(true), PATIENCE);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data === true);
    navigator.serviceWorker.controller?.postMessage("yours", [port2]);
  });
}

/** Load the page again, from the version that answers now; not twice in a row, come what may. */
function loadAnew() {
  try {
    if (Date.now() - Number(sessionStorage.getItem(ANEW)) < 10_000) return;
    sessionStorage.setItem(ANEW, String(Date.now()));
  } catch {
    return;
  }
  location.reload();
}

/** Say so until it is in use: a busy browser may miss it.
 * @param {ServiceWorkerRegistration} registration */
function use(registration) {
  if (!registration.waiting) return;
  registration.waiting.postMessage("use");
  window.setTimeout(() => use(registration), PATIENCE);
}

/** @param {ServiceWorkerRegistration} registration */
function offer(registration) {
  if (document.querySelector(".tk-offline button")) return;
  const line = tell(say("newer"));
  line.classList.add("is-offer");
  const now = button(say("use_it"), () => use(registration));
  const later = button(say("later"), () => {
    line.classList.remove("is-offer");
    later.remove();
  });
  line.append(now, " ", later);
}

/** @param {string} words @param {() => void} work */
function button(words, work) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = words;
  found.addEventListener("click", work);
  return found;
}

/** @param {string} words @returns {HTMLElement} */
function tell(words) {
  const line = /** @type {HTMLElement} */ (document.querySelector(".tk-offline")) ?? newLine();
  line.classList.remove("is-offer");
  const said = document.createElement("span");
  said.textContent = words;
  line.replaceChildren(said, " ");
  return line;
}

function newLine() {
  const line = document.createElement("div");
  line.className = "tk-offline";
  line.setAttribute("role", "status");
  document.body.append(line);
  return line;
}
