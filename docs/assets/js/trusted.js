// @ts-check
// The only door for HTML and for scripts of our own. Where browsers know Trusted Types, the page's
// policy lets nothing else through: text never becomes markup by mistake. What the theme may do is said
// in build_scripts/taroky_build/postprocess/csp_guard.js, which stands first in every page.

/** @typedef {{ createHTML(text: string): string, createScriptURL(address: string): string }} Policy */

const types = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }} */ (
  /** @type {unknown} */ (window)
).trustedTypes;

/** @type {Policy} */
const rules = {
  createHTML: (text) => text,
  createScriptURL: (address) => {
    const script = new URL(address);
    if (script.origin !== location.origin) throw new TypeError(`${script.origin} is not this site`);
    return script.href;
  },
};
const policy = types?.createPolicy("taroky", rules) ?? rules;

/** The elements that Python makes, and that prose in Markdown becomes. */
const ELEMENTS = new Set(
  ("a abbr article b blockquote br button caption circle code dd del details dfn div dl dt ellipse em fieldset figcaption " +
    "figure form g h1 h2 h3 h4 h5 h6 hr i input ins kbd label legend li line mark nav noscript ol optgroup option output p " +
    "path polygon pre q rect section select small span strong sub summary sup svg table tbody td text textarea tfoot th " +
    "thead time title tr tspan u ul use").split(" "),
);
/** What no element of ours carries: handlers of events, styles, addresses to fetch from or to send to. */
const NEVER = /^(?:on.*|style|src.*|(?:form)?action|data|poster|ping|background|http-equiv|content|manifest|xmlns.*|is)$/i;
/** Where links may lead: to pages, and to a house's table as a file. */
const PAGES = /^(?:https?|file|mailto):$/;
const FILES = /^data:(?:text\/yaml|application\/json)[;,]/i;

/** Take out of what was parsed whatever Python never makes: text that was kept or sent may say anything.
 * @param {Element} root */
export function keepHarmless(root) {
  for (const element of root.querySelectorAll("*")) {
    if (!ELEMENTS.has(element.localName)) {
      element.remove();
      continue;
    }
    for (const { name, localName, value } of [...element.attributes]) {
      const leads = localName === "href" && !leadsToPage(value, element.localName === "use");
      if (NEVER.test(name) || leads) element.removeAttribute(name);
    }
  }
}

/** @param {string} address @param {boolean} drawn whether it is of a drawing, which is here */
function leadsToPage(address, drawn) {
  try {
    const { protocol, origin } = new URL(address, document.baseURI);
    if (drawn) return address.startsWith("#") || origin === location.origin;
    return PAGES.test(protocol) || FILES.test(address);
  } catch {
    return false;
  }
}

/** A document of text that Python or the build made (taroky_tutorials.page_parts.elements escapes whatever comes from
 * people). Nothing in it runs or is fetched before it is put into the page.
 * @param {string} text @param {"text/html" | "image/svg+xml"} type */
export function parsed(text, type) {
  return new DOMParser().parseFromString(policy.createHTML(text), type);
}

/** The address of a script of this site, for a worker.
 * @param {URL} address */
export function script(address) {
  return policy.createScriptURL(address.href);
}
