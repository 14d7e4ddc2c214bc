// @ts-check
// The pages of the single page: "?reference/hlucin/#HLU-PLAY-02" names one as the site's address does. It
// is drawn in the place of the one before, and the theme and our scripts hear of it as they do of the
// theme's instant navigation.

{
  /** @typedef {{ parts: string[], pages: Record<string, [title: string, part: number, rest: string]> }} Book */
  /** @typedef {{ next(value: unknown): void }} Heard */
  /** @typedef {{ createHTML(text: string): string, createScriptURL(address: string): string }} Policy */
  /** @typedef {{ carriedRoot: string, carriedTrust: Policy, carriedIndex?: string,
   *   carriedPage?: (address: URL) => string | undefined }} Carried */
  const scope = /** @type {Carried & { document$?: Heard, location$?: Heard }} */ (
    /** @type {unknown} */ (self)
  );
  const trust = scope.carriedTrust;
  const SITE = "https://carried.invalid/";
  const HOME = "index"; // so is the page called whose path is empty
  /** @type {Book} */
  let book;
  /** @type {string | undefined} */
  let drawn;

  /** A text without percent-encoding, as it is where that is broken.
   * @param {string} text */
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  /** The page that an address names.
   * @param {URL | Location} address @returns {string} */
  const named = ({ search }) => {
    const path = decoded(search.slice(1));
    return path in book.pages ? path : "";
  };
  /** A page as a lesson asks for one, to show a rule on it.
   * @param {URL} address */
  scope.carriedPage = (address) => {
    const path = address.pathname === location.pathname ? named(address) : "";
    return path && book.parts[book.pages[path][1]] + book.pages[path][2];
  };

  /** @param {string} path */
  const address = (path) => `?${path || HOME}`;

  /** Put a page in the place of the one that is shown.
   * @param {string} path */
  const draw = (path) => {
    const [title, part, rest] = book.pages[path];
    const html = trust.createHTML(book.parts[part] + rest);
    const page = new DOMParser().parseFromString(html, "text/html");
    const container = page.querySelector(".md-container");
    if (container) document.querySelector(".md-container")?.replaceWith(container);
    document.title = title;
    const topic = document.querySelector("[data-md-component=header-topic] .md-ellipsis");
    if (topic) topic.textContent = container?.querySelector("h1")?.textContent?.replace("§", "") ?? "";
    drawn = path;
  };

  /** Show the page that the address of the window names, as after a click.
   * @param {number} [y] where it was scrolled to */
  const show = (y) => {
    draw(named(location));
    scope.location$?.next(new URL(location.href));
    scope.document$?.next(document);
    if (y !== undefined || !location.hash) window.scrollTo(0, y ?? 0);
    else location.replace(location.hash); // the browser scrolls there and marks it
  };

  /** The page that a link leads to. Its address is made one of this file.
   * @param {HTMLAnchorElement} link @returns {string | undefined} */
  const target = (link) => {
    const href = link.getAttribute("href") ?? "";
    if (href.startsWith("#")) return undefined;
    const from = href.startsWith("?") ? location.href : `${SITE}${drawn}`;
    const url = new URL(href, from);
    const whole = url.href.split(/[?#]/)[0];
    const root = [SITE, scope.carriedRoot].find((start) => whole.startsWith(start));
    if (root === undefined) return undefined;
    const path = href.startsWith("?")
      ? named(url)
      : decoded(whole.slice(root.length)).replace(/(^|\/)index\.html$/, "$1");
    if (!(path in book.pages)) return undefined;
    link.setAttribute("href", address(path) + url.hash);
    return path;
  };

  /** @param {MouseEvent} click */
  const follow = (click) => {
    const link = click.target instanceof Element ? click.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("download")) return;
    const path = target(link);
    if (path === undefined || (path === drawn && link.hash)) return;
    if (link.matches(".tk-lesson a.tk-rule:not([data-follow])")) return; // shown over the lesson
    if (click.type !== "click" || click.button || link.target) return;
    if (click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return;
    click.preventDefault();
    click.stopImmediatePropagation();
    history.replaceState({ y: window.scrollY }, "");
    history.pushState(null, "", link.getAttribute("href"));
    show();
  };

  /** @param {string} path */
  const run = async (path) => {
    const script = document.createElement("script");
    const text = await (await fetch(`${SITE}${path}`)).blob();
    script.src = trust.createScriptURL(URL.createObjectURL(text));
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = reject;
      document.body.append(script);
    });
  };

  const begin = async () => {
    book = await (await fetch(`${SITE}pages.json`)).json();
    const path = named(location);
    draw(path);
    history.replaceState(history.state, "", address(path) + location.hash);
    for (const kind of /** @type {const} */ (["click", "auxclick", "contextmenu"])) {
      window.addEventListener(kind, follow, { capture: true });
    }
    window.addEventListener("popstate", ({ state }) => {
      if (named(location) !== drawn) show(state?.y);
    });
    const index = await fetch(`${SITE}search/search_index.js`);
    scope.carriedIndex = trust.createScriptURL(URL.createObjectURL(await index.blob()));
    await run("theme.js");
    scope.document$?.next(document); // it waits for a document that has long been there
    await run("taroky.js");
    if (location.hash) location.replace(location.hash);
  };
  void begin();
}
