"""Zip files as the browser gets them: stored as they are, for the server's compression does better on the whole.

Imports nothing of ours: it also runs in Pyodide.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_DAY = (1980, 1, 1, 0, 0, 0)


def contents(data: bytes) -> dict[str, bytes]:
    """The files of a zip by their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        return {name: archive.read(name) for name in names}


def stored(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files without compression, the same bytes every time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DAY), content)
    return out.getvalue()
