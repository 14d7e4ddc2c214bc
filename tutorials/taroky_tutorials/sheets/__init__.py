"""Sheets: documents that people keep in their browser, such as an evening's scores or a tournament. `sheet`
contains what both have in common. Imports `forms`; only `browser`, through which pages call Python, and the
build import from here."""
