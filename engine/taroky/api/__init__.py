"""Questions without a whole deal, the JSON door to everything, and the schemas of both.

May import everything but players and the command line."""
