// @ts-check
// Stands first in a copy. Where browsers know Trusted Types, the scripts of the copy make HTML and load
// scripts through this policy: both come from the copy itself. What the theme may do is said in
// taroky_build/postprocess/csp_guard.js, what ours may do in assets/js/trusted.js, as on the site.

{
  /** @typedef {{ createHTML(text: string): string, createScriptURL(address: string): string }} Policy */
  const scope = /** @type {{ carriedTrust: Policy }} */ (/** @type {unknown} */ (self));
  const types = /** @type {{ trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }} */ (
    /** @type {unknown} */ (window)
  ).trustedTypes;
  const beside = new URL(".", document.baseURI).protocol; // of an unpacked folder: file:
  /** @type {Policy} */
  const rules = {
    createHTML: (text) => text,
    createScriptURL: (address) => {
      const { protocol, host } = new URL(address);
      if (host || (protocol !== "blob:" && protocol !== beside)) {
        throw new TypeError(`${address} is not in this copy`);
      }
      return address;
    },
  };
  scope.carriedTrust = types?.createPolicy("carried", rules) ?? rules;
}
