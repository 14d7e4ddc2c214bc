"""Where this package's own files are: in a checkout of the project, or inside the installed package.

A checkout makes the site's files anew for every build, which takes Node.js and what `npm ci` brings. A
wheel carries them ready-made (see `carried`), so that a club needs nothing but Python.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from taroky_build.errors import BuildError

#: What a wheel carries, below the package: written pages and styles, and the files made for the site.
CARRIED = Path(__file__).parent / "carried"
_DOCS, _SITE = "docs", "site"
#: Folders of docs/ that are of use to a club's site, and those of assets.
_PAGES = ("reference", "evening", "tournament", "compare", "house")
_ASSETS = ("css", "images")


@dataclass(frozen=True)
class Place:
    """docs: the project's written pages with their assets; root: the checkout, None if there is none;
    site: the ready-made files, if there is no checkout."""

    docs: Path
    root: Path | None = None
    site: Path | None = None


def find(root: Path | None = None) -> Place:
    """The place of our own files. root: a checkout that was named. Raises BuildError."""
    checkout = root or Path(__file__).resolve().parents[2]
    if (checkout / "docs" / "reference").is_dir():
        return Place(checkout / "docs", root=checkout)
    if root is None and (CARRIED / _SITE).is_dir():
        return Place(CARRIED / _DOCS, site=CARRIED / _SITE)
    raise BuildError(
        f"{checkout} is no checkout of the Taroky project, and the installed taroky-build carries no "
        "files of the site: build its wheel with make wheels, and install that."
    )


def of_project(folder: Path, root: Path | None) -> Place:
    """The place of our own files for a project. folder: where its mkdocs.yml is; root: a checkout that it
    names. Raises BuildError."""
    ours = (folder / "build_scripts" / "taroky_build").is_dir()  # mkdocs.yml of the project itself
    return find(root or (folder if ours else None))


def written(docs: Path) -> dict[str, Path]:
    """Styles and pictures written by hand, by their path below the site's root."""
    folders = [docs / "assets" / name for name in _ASSETS]
    files = [file for folder in folders for file in sorted(folder.rglob("*")) if file.is_file()]
    return {file.relative_to(docs).as_posix(): file for file in files}


def carry(root: Path, target: Path) -> None:
    """Fill `target` with what a wheel carries. Raises BuildError."""
    from taroky_build.site_build.site_assets import make

    shutil.rmtree(target, ignore_errors=True)
    make(root, target / _SITE)
    docs = root / "docs"
    for name in _PAGES:
        shutil.copytree(docs / name, target / _DOCS / name, dirs_exist_ok=True)
    for path, source in written(docs).items():
        (target / _DOCS / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target / _DOCS / path)


def main() -> int:
    """Fill the package in this checkout with what its wheel is to carry."""
    try:
        carry(Path(__file__).resolve().parents[2], CARRIED)
    except BuildError as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
