// @ts-check
// Where an unpacked folder has its files: each is a script beside the pages that calls `carried`. And a
// link that a script has made to a folder is made to lead to the page in it.

{
  /** @typedef {{ createScriptURL(address: string): string }} Policy */
  const scope = /** @type {{ carriedTrust: Policy } & Record<string, unknown>} */ (
    /** @type {unknown} */ (self)
  );
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src;
  const root = new URL("../../", here);
  /** @type {Map<string, Promise<string>>} */
  const texts = new Map();
  /** @type {Map<string, (text: string) => void>} */
  const wanted = new Map();

  scope.carriedRoot = `${root.protocol}//${root.host}${root.pathname}`;

  /** The file that a file is in: the outcomes of a lesson lie in one, as zip_file.py bundles them.
   * @param {string} path */
  scope.carriedBundle = (path) => /^(assets\/outcomes\/.+?)(-[^-/]*)?\.json$/.exec(path)?.[1];

  const index = new URL("search/search_index.js", root);
  scope.carriedIndex = scope.carriedTrust.createScriptURL(index.href);

  /** Called by every file, with its path and its content.
   * @param {string} path @param {string} text */
  scope.carried = (path, text) => wanted.get(path)?.(text);

  /** @param {string} path */
  scope.carriedText = (path) => {
    const known = texts.get(path);
    if (known) return known;
    const text = /** @type {Promise<string>} */ (
      new Promise((resolve, reject) => {
        wanted.set(path, resolve);
        const script = document.createElement("script");
        script.src = scope.carriedTrust.createScriptURL(new URL(`${path}.js`, root).href);
        script.onload = () => script.remove();
        script.onerror = () => reject(new Error(`${path} is missing`));
        document.head.append(script);
      })
    );
    // The browser may have to read it again, but need not keep it.
    const forget = () => texts.delete(path);
    text.then(forget, forget);
    texts.set(path, text);
    return text;
  };

  /** @param {Event} event */
  const lead = (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || !link.href.startsWith(root.href)) return;
    if (link.pathname.endsWith("/")) link.pathname += "index.html";
  };
  for (const event of ["click", "auxclick", "contextmenu"]) {
    window.addEventListener(event, lead, { capture: true });
  }
}
