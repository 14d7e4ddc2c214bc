// @ts-check
// Takes the place of the service worker where a site has none, while it is being written, say: a reader who
// has an earlier one at this address is rid of it and sees the site as it is.
{
  /** @typedef {{ url: string, navigate(url: string): Promise<unknown> }} Client */
  const scope = /** @type {{ registration: ServiceWorkerRegistration, skipWaiting(): void, clients: { matchAll(which: object): Promise<Client[]> } }} */ (
    /** @type {unknown} */ (self)
  );

  addEventListener("install", () => scope.skipWaiting());
  addEventListener("activate", (event) =>
    /** @type {Event & { waitUntil(work: Promise<unknown>): void }} */ (event).waitUntil(leave()));

  async function leave() {
    const pages = await scope.clients.matchAll({ type: "window" });
    for (const name of await caches.keys()) {
      if (name.endsWith(scope.registration.scope)) await caches.delete(name);
    }
    await scope.registration.unregister();
    for (const page of pages) await page.navigate(page.url);
  }
}
