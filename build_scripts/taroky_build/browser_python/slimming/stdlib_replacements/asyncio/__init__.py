"""No event loop: Pyodide takes hold of `get_event_loop` when it starts, and calls it where Python waits for
a promise of the browser's."""

from __future__ import annotations

from typing import NoReturn


def get_event_loop() -> NoReturn:
    """Raises RuntimeError."""
    raise RuntimeError("there is no event loop in the browser's Python")
