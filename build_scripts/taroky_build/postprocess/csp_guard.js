// @ts-check
// Stands first in every page, before the theme's script, and runs at once.
{
  // The theme's script says so when it comes, and all that was laid out by then is looked at anew.
  document.documentElement.classList.replace("no-js", "js");

  // What makes a page work waits until its words are there to be read; not for long (in milliseconds),
  // and not in a window that nobody looks at, which is never painted.
  const LONGEST = 2000;
  /** @type {Window & { firstPaint?: Promise<void> }} */ (window).firstPaint = new Promise((seen) => {
    if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes("paint")) return seen();
    new PerformanceObserver((list, self) => {
      if (list.getEntriesByName("first-contentful-paint").length === 0) return;
      self.disconnect();
      seen();
    }).observe({ type: "paint", buffered: true });
    setTimeout(seen, LONGEST);
  });

  // What is filled in or pressed before the scripts have begun: the browser would send a form nowhere, a tap
  // on a card would do nothing, and all of it would be lost. It is held, and done again when the script says
  // that it listens there.
  /** Of each event the form or the button that it is about.
   * @type {{ event: Event, about: Element }[]} */
  let held = [];
  /** @type {string[]} */
  const heard = [];
  const presses = "button, [data-event]";
  /** @param {Event} event */
  const hold = (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const press = event.type === "click" ? target?.closest(presses) : null;
    const about = target?.closest(".md-content form") ?? (press?.closest(".md-content") && press);
    if (!about || heard.some((places) => about.matches(places))) return;
    if (event.type === "click" && !press) return;
    if (event instanceof KeyboardEvent && event.key !== "Enter") return;
    if (event.type === "click" || event.type === "submit") event.preventDefault();
    held.push({ event, about });
  };
  const events = ["input", "change", "keydown", "click", "submit"];
  for (const name of events) addEventListener(name, hold, { capture: true });
  /** @type {Window & { listening?: (places: string) => void }} */ (window).listening = (places) => {
    if (!heard.includes(places)) heard.push(places);
    const all = held;
    held = [];
    for (const one of all) {
      const { event, about } = one;
      const target = /** @type {HTMLElement} */ (event.target);
      if (!about.matches(places)) held.push(one);
      else if (event.type === "click") {
        const press = /** @type {HTMLElement} */ (target.closest(presses));
        // The one file draws its page anew when its scripts begin.
        (press.isConnected ? press : document.getElementById(press.id))?.click();
      } else if (target.isConnected) {
        const how = { bubbles: true, cancelable: true };
        const again = event instanceof KeyboardEvent
          ? new KeyboardEvent("keydown", { ...how, key: event.key }) : new Event(event.type, how);
        target.dispatchEvent(again);
      }
    }
  };

  // A browser that lets pages keep nothing throws at the mere name of its store: the theme's script
  // would end there. It gets a store that is empty and full.
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      void window[/** @type {"localStorage"} */ (name)];
    } catch {
      const none = class {
        length = 0;
        key() { return null; }
        getItem() { return null; }
        removeItem() {}
        clear() {}
        setItem() { throw new DOMException("this browser keeps nothing", "QuotaExceededError"); }
      };
      const store = new none();
      Object.defineProperty(store, "length", { enumerable: false });
      Object.defineProperty(window, name, { value: store });
    }
  }

  // What the theme may make of text, where browsers know Trusted Types; what is ours has a policy of
  // its own (docs/assets/js/trusted.js).
  /** @typedef {(text: string, type: string, sink: string) => string | null} Rule */
  /** @typedef {Record<"createHTML" | "createScript" | "createScriptURL", Rule>} Rules */
  const types = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Rules): void } }} */ (
    /** @type {unknown} */ (window)
  ).trustedTypes;
  // Its search shows what stands on pages: words, and elements that can do nothing.
  const names = "article|br|code|del|div|em|h1|h2|li|mark|nav|ol|p|pre|span|strong|sub|sup|ul";
  const harmless = new RegExp(`</?(?:${names})(?: class="[\\w -]*"| data-md-highlight(?:="")?)*>`, "g");
  // It fetches the next page as a whole document, in which nothing runs until it is taken over.
  const whole = /^\s*<!doctype html/i;
  /** The scripts that came with the first page, which its policy knows by their hashes, and their
   * addresses. The theme runs those within a page again on the next one.
   * @type {Set<string | null>} */
  const known = new Set();
  const remember = () => {
    for (const { src, textContent } of document.scripts) known.add(src || textContent);
  };
  let arrived = false;
  addEventListener("DOMContentLoaded", () => (remember(), (arrived = true)), { once: true });
  types?.createPolicy("default", {
    createHTML: (text, _, sink) => {
      const page = sink.startsWith("DOMParser") && whole.test(text);
      return page || !text.replace(harmless, "").includes("<") ? text : text.replaceAll("<", "&lt;");
    },
    createScript: (text) => (known.has(text) ? text : null),
    // The worker of its search; and it writes out in full the addresses of scripts that are there.
    createScriptURL: (address, _, sink) => {
      if (!arrived) remember();
      const { origin, pathname, href } = new URL(address, document.baseURI);
      const search = /\/assets\/javascripts\/workers\/search\.\w+\.min\.js$/;
      const good = sink.startsWith("Worker") ? search.test(pathname) : known.has(href);
      return good && origin === location.origin ? address : null;
    },
  });
}
