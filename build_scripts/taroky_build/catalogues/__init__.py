"""The catalogues of messages as translators write them, and what gettext reads compiled from these. Knows
nothing of sites: the builds of the engine's and the tutorials' wheels compile by it, too."""
