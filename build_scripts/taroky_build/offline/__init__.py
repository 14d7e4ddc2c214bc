"""The site kept in the browser by a service worker, and in the room `downloads` its offline copies. Imports `postprocess` and `assets`; `site_build` imports from here."""
