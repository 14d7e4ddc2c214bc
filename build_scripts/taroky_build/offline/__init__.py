"""Offline use: the service worker that stores the site in the browser, and in `downloads` the offline copies.
Imports `postprocess` and `assets`; `site_build` imports from here."""
