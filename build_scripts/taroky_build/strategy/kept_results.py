"""Results of long simulations, kept as JSON in docs/strategy/ and shown by pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path("docs/strategy")


def file(root: Path, name: str) -> Path:
    """Return the path of the results called `name` ("arena", "figures", "reviewed")."""
    return root / FOLDER / f"{name}.json"


def load(path: Path) -> dict[str, Any]:
    """Return all results of a file by their names; none if there is no such file."""
    results: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return results
