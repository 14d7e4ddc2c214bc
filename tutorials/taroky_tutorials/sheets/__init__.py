"""Sheets: documents that people keep in their browser, an evening's scores or a tournament. `sheet`
is what both have in common. Imports `forms`; only the door for pages (`browser`) and the build
import from here."""
