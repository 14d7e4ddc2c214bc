"""The catalogues of messages as translators write them, and compiled for gettext. Knows
nothing of sites: the wheels of the engine and the tutorials are built with it too."""
