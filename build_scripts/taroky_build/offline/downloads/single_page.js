// @ts-check
// Where the single page has its files: in data blocks behind everything else.

{
  const scope = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (self));
  const here = new URL(".", location.href);

  scope.carriedRoot = `${here.protocol}//${here.host}${here.pathname}`;

  /** @param {string} path */
  scope.carriedText = async (path) => {
    const block = document.querySelector(`script[data-carried="${CSS.escape(path)}"]`);
    if (!block) throw new Error(`${path} is missing`);
    return block.textContent;
  };
}
