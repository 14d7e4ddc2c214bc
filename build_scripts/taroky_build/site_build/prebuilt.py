"""Puts the ready-made files of the site into this package, for its wheel: `make wheels`.

A club that installs the wheel then needs neither Node.js nor a checkout (see `taroky_build.paths`).
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from taroky_build.errors import BuildError
from taroky_build.notices.listing import VERSIONS, carried_versions
from taroky_build.paths import CHECKOUT, DOCS, PREBUILT, SITE, written
from taroky_build.site_build.site_assets import PARTS, make

#: Folders of docs/ that are of use to a club's site.
_PAGES = ("about", "reference", "play", "evening", "tournament", "compare", "house")


def fill(root: Path, target: Path) -> None:
    """Fill `target` with what a wheel brings along. root: a checkout of the project. Raises BuildError."""
    shutil.rmtree(target, ignore_errors=True)
    for part in PARTS:
        make(part, root, target / SITE)
    docs = root / "docs"
    for name in _PAGES:
        shutil.copytree(docs / name, target / DOCS / name, dirs_exist_ok=True)
    versions = json.dumps(carried_versions(root), indent=1)
    (target / VERSIONS).write_text(f"{versions}\n", "utf-8")
    for path, source in written(docs).items():
        (target / DOCS / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target / DOCS / path)


def main() -> int:
    """Fill the package in this checkout with what its wheel is to bring along."""
    try:
        fill(CHECKOUT, PREBUILT)
    except BuildError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
