"""Questions that do not need a complete deal, everything as JSON, and the schemas of both.

May import everything but players and the command line."""
