"""Find this package's own files: in a checkout of the project, or inside the installed package.

A checkout makes the site's files again for every build, which takes Node.js and what `npm ci` brings. A
wheel carries them ready-made (see `site_build.prebuilt`), so that a club needs nothing but Python.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from taroky_build.errors import BuildError

#: The top folder of a checkout of the project; something else where the package is installed.
CHECKOUT = Path(__file__).resolve().parents[2]
#: What a wheel carries, below the package: written pages and styles, and the files made for the site.
PREBUILT = Path(__file__).parent / "prebuilt"
DOCS, SITE = "docs", "site"
#: Folders of docs/assets that are of use to a club's site.
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
    checkout = root or CHECKOUT
    if (checkout / "docs" / "reference").is_dir():
        return Place(checkout / "docs", root=checkout)
    if root is None and (PREBUILT / SITE).is_dir():
        return Place(PREBUILT / DOCS, site=PREBUILT / SITE)
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
