// @ts-check
// Settings of a learner, kept in the browser; and "automatic next", off unless it is asked for: a
// moment after something is solved the page goes on by itself, unless something is done meanwhile.
import { isHouse, pageOf } from "./address.js";
import { next } from "./drill.js";
import { get, set } from "./store.js";

const KEY = "taroky:settings";
const MOMENT = 3000;

/** @type {number | undefined} */
let timer;

/** Listen once, for all pages of the visit. */
export function listenToSettings() {
  document.addEventListener("change", (change) => {
    const box = change.target;
    if (!(box instanceof HTMLInputElement) || !box.dataset.setting) return;
    set(KEY, JSON.stringify({ ...settings(), [box.dataset.setting]: box.checked }));
  });
  for (const busy of ["pointerdown", "keydown", "taroky:step"]) {
    document.addEventListener(busy, () => window.clearTimeout(timer), { capture: true });
  }
  document.addEventListener("taroky:answered", (event) => {
    const { widget, solved } = /** @type {CustomEvent} */ (event).detail;
    window.clearTimeout(timer);
    const box = document.querySelector("[data-setting='automatic-next']");
    if (!solved || !(box instanceof HTMLInputElement) || !box.checked) return;
    timer = window.setTimeout(() => goOn(widget), MOMENT);
  });
}

/** Show on the page what is set. */
export function showSettings() {
  window.clearTimeout(timer);
  const kept = settings();
  for (const part of document.querySelectorAll(".tk-settings")) part.removeAttribute("hidden");
  for (const box of document.querySelectorAll("[data-setting]")) {
    if (box instanceof HTMLInputElement) box.checked = kept[box.dataset.setting ?? ""] === true;
  }
}

/** @param {HTMLElement} widget */
function goOn(widget) {
  if (!widget.isConnected) return;
  const step = widget.closest(".tk-step");
  if (step?.matches("[data-drill]")) {
    void next();
    return;
  }
  // The theme may have written addresses out in full.
  const links = step?.querySelectorAll(".tk-next a:not([data-extra])") ?? [];
  for (const link of links) {
    if (!(link instanceof HTMLAnchorElement) || !link.hash || link.pathname !== location.pathname) continue;
    if (!isHouse(link.hash) || pageOf(link.hash) === pageOf(location.hash)) link.click();
  }
}

/** @returns {Record<string, unknown>} */
function settings() {
  try {
    const stored = JSON.parse(get(KEY) ?? "{}");
    return stored && typeof stored === "object" ? stored : {};
  } catch {
    return {};
  }
}
