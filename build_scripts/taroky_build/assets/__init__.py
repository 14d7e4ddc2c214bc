"""Fonts and bundled scripts for the site. Imports none of the other rooms; `offline` and
`site_build` import from here."""
