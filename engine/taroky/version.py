"""The version, in one place.

`VERSION` changes with a release and with the first commit after it. Between releases a checkout adds the
number of commits since then and the commit itself (1.2.0.dev57+g1a2b3c4), so that of two builds the later
one has the higher version. Changes that are in no commit add a checksum (+g1a2b3c4.d5e6f7a8): pip leaves
what is installed if a wheel has the same version. A wheel carries the version that it was built with.
"""

from __future__ import annotations

import zlib
from pathlib import Path

VERSION = "1.2.0.dev0"

_FILE = Path(__file__)
_DEVELOPMENT = ".dev0"


def current() -> str:
    """Return the version of this checkout, or the one that the installed wheel carries."""
    if (_FILE.parents[1] / "pyproject.toml").exists():
        return of_source()
    from importlib import metadata  # the Python of pages has VERSION alone, and none of this

    return metadata.version("taroky")


def of_source() -> str:
    """Return the version of these files: without git, or at a release, VERSION alone."""
    import subprocess

    root = _FILE.parents[2]
    if not VERSION.endswith(_DEVELOPMENT) or not (root / ".git").exists():
        return VERSION
    try:
        shallow, commit = _git(root, "rev-parse", "--is-shallow-repository", "--short=7", "HEAD")
        local = f"+g{commit}"
        if shallow == "true":  # the commits before are not here to be counted
            return VERSION + local
        (begun,) = _git(root, "log", "-1", "--format=%H", "-G^VERSION = ", "--", str(_FILE))
        (number,) = _git(root, "rev-list", "--count", f"{begun}..HEAD")
        changes = _output(root, "diff", "HEAD", "--no-ext-diff", "--binary")
    except (OSError, subprocess.CalledProcessError, ValueError):
        return VERSION
    if changes:
        local += f".d{zlib.crc32(changes):08x}"
    return f"{VERSION.removesuffix('0')}{number}{local}"


def _git(root: Path, *arguments: str) -> list[str]:
    return _output(root, *arguments).decode().split()


def _output(root: Path, *arguments: str) -> bytes:
    import subprocess

    return subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, check=True
    ).stdout
