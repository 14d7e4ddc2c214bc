"""Fonts and bundled scripts for the site. Imports no other subpackage; `offline` and `site_build` import
from here."""
