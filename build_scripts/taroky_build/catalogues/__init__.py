"""The message catalogues: reads them as translators write them, and compiles them for gettext. Knows nothing
about sites, because the wheels of the engine and the tutorials are built with it too."""
