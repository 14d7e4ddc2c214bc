// @ts-check
// Stands before the theme's search worker: words are put into the index and looked up without their
// diacritics, so that "skyz" finds "škýz". Where they stand is remembered, so that what is shown and
// marked is the word as it is written. And the library's set of words is kept from taking two of its
// knots for one: it names a knot by letters and numbers without anything between, so that digits in
// words are mistaken for numbers, and a search that came upon a word so made up failed.
//
// A question is looked up by the words that say something, and what is found is put in order: terms,
// rules and questions lead to their own place and not to the top of a long page, what is called exactly
// so comes first, and of several games the one that the reader has chosen (games.js).
{
  /** @typedef {new (text: string, data: object) => object} Token */
  /** @typedef {{ _str?: string, final: boolean, edges: Record<string, { id: number }>, toString(): string }} Knot */
  /** @typedef {{ location: string, title: string, score: number, terms?: Record<string, boolean>, tags?: unknown, alone?: boolean,
   *   at?: string, game?: string }} Found */
  const scope = /** @type {{ lunr: { Token: Token, TokenSet: { prototype: Knot } }, postMessage: (message: any) => void }} */ (
    /** @type {unknown} */ (self)
  );
  // The theme's types of messages: something to search for, and what was found.
  const QUERY = 2;
  const RESULT = 3;
  /** The game of those who have chosen none. */
  const FIRST_GAME = "hlucin";
  const OF_GAME = /^(?:learn|reference|calculators)\/([a-z0-9_-]+)\//;
  const EXACT = 6;
  const CHOSEN = 1.6;
  /** Pages that few who search want, and those that no player wants, which come last. */
  const ASIDE = /^(?:clubs|reference\/rulings)\/|\/learned\/$/;
  const LAST = /^(?:contributing|python)\//;
  const SELDOM = 0.2;
  /** Questions with a word in them, where somebody wants to know what the word means. */
  const ASIDE_OF_WORD = 0.02;
  const A_WORD = /^(?:what (?:is|are|does|do|was) (?:an? |the )?)?([^\s]+)(?: mean)?$/;
  /** The id of a rule, which nobody means by a word alone. */
  const POINT = /#[A-Z]+-[A-Z]+-\d+$/;
  /** Words of questions that say nothing of what they are about. */
  const EMPTY = new Set(
    ("a about after all am an and any are as at be been before but by can can't could did do does don't for from get " +
      "give gets goes go had has have he her here how i if in into is it it's its let may me mean means must my need " +
      "no not of on one only or our should so some somebody someone tell than that the their them then there they this " +
      "to up use was we what what's when where which who whom whose why will with without would you your").split(" "),
  );
  const WORDS = /^[\p{L}\p{M}'’?!.,\s]+$/u;

  /** What a language's words.yaml says: endings that are taken off a word, the longest first, so that three letters
   * at least are left; what of the rest is written otherwise; words of questions that say nothing; and how one asks
   * what a word means. All without diacritics.
   * @typedef {{ endings: string[], rewritten: [string, string][], empty: string[], asks: string }} Words */
  /** @param {Words} words */
  const sayings = ({ endings, rewritten, empty, asks }) => {
    const longest = [...endings].sort((one, other) => other.length - one.length);
    const patterns = rewritten.map(([from, to]) => /** @type {const} */ ([new RegExp(from), to]));
    const nothing = new Set(empty);
    /** The stem of a word, about: nobody sees it. @param {string} word */
    const stem = (word) => {
      if (/[^a-z]/.test(word)) return word;
      const ending = longest.find((one) => word.endsWith(one) && word.length - one.length > 2);
      return patterns.reduce((rest, [from, to]) => rest.replace(from, to), ending ? word.slice(0, -ending.length) : word);
    };
    /** The words of a question that say something, as stems. @param {string} text plain */
    const telling = (text) => {
      const all = text.toLowerCase().split(/[\s?!.,]+/).filter(Boolean);
      const kept = WORDS.test(text) ? all.filter((word) => !nothing.has(word)) : all;
      return (kept.length > 0 ? kept : all).map(stem).join(" ");
    };
    return { stem, telling, asks: new RegExp(asks) };
  };

  let ready = false;
  let asked = "";
  /** The one word that is asked about, if it is one. */
  let about = "";
  let game = "";
  /** The game whose pages alone are wanted, "" for all. */
  let only = "";
  /** All games of the site. @type {string[]} */
  let games = [];

  /** Whether a page is about another game than the only one: variants of a game have its name before theirs.
   * @param {string} location */
  const isOther = (location) => {
    const of = OF_GAME.exec(location)?.[1] ?? "";
    return only !== "" && games.some((one) => one !== only && (of === one || of.startsWith(`${one}-`)));
  };

  /** @param {string} text */
  const plain = (text) => text.normalize("NFD").replace(/\p{M}+/gu, "").replaceAll("ł", "l").replaceAll("Ł", "L");

  /** The words of a question that say something, without their endings; all of it where nothing would be left.
   * @param {string} text */
  const telling = (text) => {
    if (!WORDS.test(text)) return text;
    const words = text.toLowerCase().replaceAll("’", "'").split(/[\s?!.,]+/).filter(Boolean);
    const kept = words.filter((word) => !EMPTY.has(word));
    if (words.length < 2 || kept.length === 0) return text;
    return kept.map((word) => word.replace(/'s$/, "").replace(/(?<=..)ys$/, "y").replace(/(?<=....)(?:ing|ed|es)$|(?<=...)s$/, "")).join(" ");
  };

  /** English, whose stems the theme's search knows. */
  let said = { stem: (/** @type {string} */ word) => word, telling, asks: A_WORD };

  /** @param {string} title without the tags that mark what was found, and how it is spoken */
  const named = (title) => plain(title.replace(/<[^>]+>/g, "")).toLowerCase().replace(/\(.*$|[?!.]+$/, "").trim();

  /** @param {Found} one */
  const weight = ({ location, title, score, terms, at }) => {
    const names = named(title).split(", ");
    const exact = names.includes(asked) || (about !== "" && names.includes(about));
    const of = OF_GAME.exec(location)?.[1];
    const matched = Object.values(terms ?? {});
    const share = matched.filter(Boolean).length / (matched.length || 1);
    return (
      score *
      share ** 3 *
      (POINT.test(location) && !/\d/.test(asked) ? 0 : 1) *
      (exact ? EXACT : at !== undefined && about ? ASIDE_OF_WORD : 1) *
      (of === (game || FIRST_GAME) ? CHOSEN : 1) *
      (ASIDE.test(location) ? SELDOM : 1)
    );
  };

  /** What was found, the most wanted first. A page comes with the places on it.
   * @param {Found[][]} items */
  const ranked = (items) => {
    /** @type {Found[][]} */
    const parts = [];
    for (const page of items) {
      const together = page.filter(({ alone }) => !alone);
      if (together.some(({ score }) => score > 0)) parts.push(together);
      for (const one of page) if (one.alone) parts.push([one]);
    }
    const best = parts
      .filter(([{ location, at }]) => !isOther(at ?? location))
      .map((part) => ({ part, last: LAST.test(part[0].location), most: Math.max(...part.map(weight)) }))
      .sort((a, b) => Number(a.last) - Number(b.last) || b.most - a.most);
    /** What there is already: a question may lead to every game, and several to one place.
     * @type {Set<string>} */
    const seen = new Set();
    const found = best.flatMap(({ part }) => {
      const [{ at, title }] = part;
      const place = (part.find(({ location }) => !location.includes("#")) ?? part[0]).location;
      const names = at === undefined ? [place] : [named(title), at];
      if (names.some((name) => seen.has(name))) return [];
      for (const name of names) seen.add(name);
      return at === undefined ? [part] : [[{ ...part[0], location: at, tags: undefined }]];
    });
    // The same lesson of several games: each says of which it is.
    const titles = found.flat().filter(({ game }) => game).map(({ title }) => named(title));
    const twice = new Set(titles.filter((title, i) => titles.indexOf(title) !== i));
    return found.map((part) => part.map((one) =>
      one.game && twice.has(named(one.title)) ? { ...one, title: `${one.title} · ${one.game}` } : one));
  };

  const send = scope.postMessage.bind(scope);
  scope.postMessage = (message) => {
    if (message.type === RESULT) message.data.items = ranked(message.data.items);
    send(message);
  };

  addEventListener("message", ({ data }) => {
    if (!ready) {
      ready = true;
      games = data.data?.config?.games ?? [];
      if (data.data?.config?.words) said = sayings(data.data.config.words);
      scope.lunr.Token = class extends scope.lunr.Token {
        /** @param {string} text @param {object} about */
        constructor(text, about) {
          super(said.stem(plain(text ?? "").toLowerCase()), about);
        }
      };
      scope.lunr.TokenSet.prototype.toString = function () {
        const edges = Object.keys(this.edges).sort().map((letter) => `\n${letter}${this.edges[letter].id}`);
        return this._str ?? (this.final ? "1" : "0") + edges.join("");
      };
    }
    if (data.type === QUERY) {
      asked = plain(data.data).toLowerCase().trim().replace(/[?!.]+$/, "").trim();
      about = said.asks.exec(asked)?.[1] ?? "";
      game = data.only || data.game || "";
      only = data.only ?? "";
      data.data = said.telling(plain(data.data).trim());
    }
  });
}
