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
