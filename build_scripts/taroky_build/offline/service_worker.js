// @ts-check
// The service worker, put at the end of workbox: keeps the whole site in the browser, and answers from
// there. A newer version of the site is taken beside this one and waits; it comes into use when nobody
// has a page of this one open any more, or when a page says "use".

/** @typedef {{ request: Request, event: Event, params: { cacheKey: string } }} Asked */
/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Long */
/** @typedef {Long & { request: Request, clientId: string, resultingClientId: string, respondWith(answer: Promise<Response>): void }} Fetching */
/**
 * What a service worker is and what workbox gives it, as far as it is used here.
 * @typedef {object} Scope
 * @property {{ scope: string, active: unknown }} registration
 * @property {{ claim(): Promise<void>, matchAll(which: object): Promise<{ postMessage(data: unknown): void }[]> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {{ precaching: { PrecacheController: new (options: object) => Precache } }} workbox
 */
/**
 * @typedef {object} Precache
 * @property {{ cacheName: string, handle(asked: Asked): Promise<Response> }} strategy
 * @property {(files: object[]) => void} addToCacheList
 * @property {(event: Event) => Promise<unknown>} install
 * @property {(event: Event) => Promise<unknown>} activate
 * @property {(url: string) => string | undefined} getCacheKeyForURL
 */
/** Made by the build: what to keep, by address and hash; how many bytes that is; the path that the
 * build thought the site to be at; the way from this edition to the site's root; this edition's language, and
 * the folders of the other editions.
 * @typedef {{ files: [string, string][], bytes: number, base: string, site: string, language: string,
 *   others: string[] }} Plan */

{
  const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));
  const plan = /** @type {Plan} */ (/** @type {unknown} */ ("THE PLAN"));
  const root = scope.registration.scope;
  const site = new URL(plan.site, root).href;

  const kept = new scope.workbox.precaching.PrecacheController({
    // What the browser has from the visit so far is asked after, not fetched again.
    plugins: [{
      requestWillFetch: (/** @type {{ request: Request }} */ { request }) =>
        new Request(request, { cache: "no-cache" }),
    }],
  });
  // By its hash no file is taken for another one, should the server be changed meanwhile.
  kept.addToCacheList(plan.files.map(([url, hash]) => ({
    url: new URL(url, root).href, revision: hash.slice(0, 16), integrity: `sha256-${hash}`,
  })));

  /** Pages that came from the network because this version does not have them: what belongs to them
   * comes from there, too. */
  const foreign = new Set();

  /** All pages that came from here, by their ids.
   * @type {Set<string | undefined>} */
  const sent = new Set();

  addEventListener("install", (event) => /** @type {Long} */ (event).waitUntil(install(event)));
  addEventListener("activate", (event) => {
    void kept.activate(event);
    /** @type {Long} */ (event).waitUntil(scope.clients.claim());
  });
  addEventListener("fetch", (event) => answer(/** @type {Fetching} */ (event)));
  addEventListener("message", (event) => {
    const { data, ports, source } = event;
    if (data === "use") void scope.skipWaiting();
    if (data === "yours") {
      const { id } = /** @type {{ id: string }} */ (/** @type {unknown} */ (source));
      ports[0].postMessage([id, "", undefined].some((one) => sent.has(one))); // some browsers name none
    }
  });

  /** Keep everything, or nothing.
   * @param {Event} event */
  async function install(event) {
    const cache = await caches.open(kept.strategy.cacheName);
    const before = new Set((await cache.keys()).map(({ url }) => url));
    try {
      await makeSureOfRoom(before);
      await kept.install(event);
    } catch (error) {
      if (!(error instanceof Error && error.name === "QuotaExceededError")) throw error; // next time
      // Full: what is kept so far must not take the room that sheets and progress need.
      for (const request of await cache.keys()) {
        if (!before.has(request.url)) await cache.delete(request);
      }
      if (!scope.registration.active) await caches.delete(kept.strategy.cacheName);
      const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
      for (const page of pages) page.postMessage("full");
      throw error;
    }
  }

  /** @param {Set<string>} before what there is already */
  async function makeSureOfRoom(before) {
    const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    if (before.size === 0 && quota - usage < plan.bytes) {
      throw new DOMException("The site is bigger than the room that is left.", "QuotaExceededError");
    }
  }

  /** @param {Fetching} event */
  function answer(event) {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(site)) return;
    if (request.mode === "navigate") sent.add(event.resultingClientId);
    const found = keyOf(request.url);
    if (found && !foreign.has(event.clientId)) event.respondWith(fromHere(request, event, found));
    else if (request.mode === "navigate") event.respondWith(elsewhere(event));
  }

  /** @param {string} address @param {string} [more] @returns {string | undefined} */
  function keyOf(address, more = "") {
    const { origin, pathname } = new URL(address);
    return kept.getCacheKeyForURL(origin + pathname.replace(/\/index\.html$/, "/") + more);
  }

  /** @param {Request} request @param {Event} event @param {string} cacheKey */
  function fromHere(request, event, cacheKey) {
    return kept.strategy.handle({ request, event, params: { cacheKey } });
  }

  /** The page for what is not there, with what is told of the language that is kept, and the way to the same
   * page in it.
   * @param {string} html @param {string} address */
  function withKept(html, address) {
    const below = new URL(address).href.split(/[?#]/)[0].slice(site.length);
    const other = plan.others.find((folder) => below.startsWith(folder)) ?? "";
    const page = root + below.slice(other.length);
    const way = ["", "/"].map((end) => page + end).find((one) => keyOf(one)) ?? root;
    return html.replace(/(<p class="tk-kept-page")[^>]*>/g, "$1>")
      .replace(/(class="tk-kept-way" href=")[^"]*/g, (_, before) => before + way)
      .replace(/(class="tk-kept-language" data-in="([a-z]+)">)/g, (_, tag, language) => tag + named(language));
  }

  /** What the language that is kept is called in another one.
   * @param {string} language */
  function named(language) {
    return new Intl.DisplayNames([language], { type: "language" }).of(plan.language) ?? plan.language;
  }

  /** A page that this version does not have: a newer one may. Without a network it is an address
   * without its last stroke, or none at all.
   * @param {Fetching} event @returns {Promise<Response>} */
  async function elsewhere(event) {
    const { request } = event;
    try {
      const response = await fetch(request);
      if (response.ok) foreign.add(event.resultingClientId);
      return response;
    } catch (error) {
      const { origin, pathname, search } = new URL(request.url);
      if (keyOf(request.url, "/")) return Response.redirect(`${origin}${pathname}/${search}`);
      const page = keyOf(`${site}404.html`);
      if (!page) throw error;
      const text = await (await fromHere(new Request(`${site}404.html`), event, page)).text();
      // Its addresses begin at the server's root; scripts in it stay, for the page's policy knows them
      // by their hashes.
      const { pathname: folder } = new URL(site);
      const here = text.replaceAll(`="${plan.base}`, `="${folder}`)
        .replace(`"base": "${plan.base}"`, `"base": "${folder}"`)
        .replace(`"search": "${plan.base}`, `"search": "${folder}`);
      return new Response(withKept(here, request.url), { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } });
    }
  }
}
