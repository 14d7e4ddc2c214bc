// @ts-check
// Stands before the theme's search worker: words are put into the index and looked up without their
// diacritics, so that "skyz" finds "škýz". Where they stand is remembered, so that what is shown and
// marked is the word as it is written.
{
  /** @typedef {new (text: string, data: object) => object} Token */
  const scope = /** @type {{ lunr: { Token: Token } }} */ (/** @type {unknown} */ (self));
  const QUERY = 2; // the theme's type of message with something to search for
  let ready = false;

  /** @param {string} text */
  const plain = (text) => text.normalize("NFD").replace(/\p{M}+/gu, "").replaceAll("ł", "l").replaceAll("Ł", "L");

  addEventListener("message", ({ data }) => {
    if (!ready) {
      ready = true;
      scope.lunr.Token = class extends scope.lunr.Token {
        /** @param {string} text @param {object} about */
        constructor(text, about) {
          super(plain(text ?? ""), about);
        }
      };
    }
    if (data.type === QUERY) data.data = plain(data.data);
  });
}
