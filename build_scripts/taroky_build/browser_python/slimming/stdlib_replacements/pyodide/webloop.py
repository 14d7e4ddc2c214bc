"""No event loop of the browser's."""

from __future__ import annotations

# Not called here. A memory is kept only if Python holds all of the page's that Pyodide expects it to.
from pyodide_js._api import scheduleCallback  # type: ignore[import-not-found] # noqa: F401


def _initialize_event_loop() -> None:
    """Pyodide calls this when it starts."""
