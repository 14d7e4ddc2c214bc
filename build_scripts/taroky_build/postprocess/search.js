// @ts-check
// Stands before the theme's search worker: words are put into the index and looked up without their
// diacritics, so that "skyz" finds "škýz". Where they stand is remembered, so that what is shown and
// marked is the word as it is written. And the library's set of words is kept from taking two of its
// knots for one: it names a knot by letters and numbers without anything between, so that digits in
// words are mistaken for numbers, and a search that came upon a word so made up failed.
{
  /** @typedef {new (text: string, data: object) => object} Token */
  /** @typedef {{ _str?: string, final: boolean, edges: Record<string, { id: number }>, toString(): string }} Knot */
  const scope = /** @type {{ lunr: { Token: Token, TokenSet: { prototype: Knot } } }} */ (/** @type {unknown} */ (self));
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
      scope.lunr.TokenSet.prototype.toString = function () {
        const edges = Object.keys(this.edges).sort().map((letter) => `\n${letter}${this.edges[letter].id}`);
        return this._str ?? (this.final ? "1" : "0") + edges.join("");
      };
    }
    if (data.type === QUERY) data.data = plain(data.data);
  });
}
