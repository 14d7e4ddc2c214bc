"""The site kept in the browser by a service worker, and in the room `downloads` the site to take
along. Imports `postprocess` and `assets`; `site_build` imports from here."""
