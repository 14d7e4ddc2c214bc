"""The list of all that the site serves and that is not ours, with the versions that are served here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from taroky.rules.tree import read_file

from taroky_build import paths
from taroky_build.errors import BuildError

LIST = Path(__file__).with_name("notices.yaml")
_TEXTS = Path(__file__).with_name("texts")
#: What an installed wheel says of the versions that it carries, below the package's ready-made files.
VERSIONS = "versions.json"
#: Where a version is looked up: the first word of `package`.
_NPM, _WHEEL, _INSTALLED = "npm", "wheel", "installed"


@dataclass(frozen=True)
class Part:
    """Something that is not ours. version: the one that is served; files: patterns of the files it is in, below the
    site's root; bundled: its names in the source maps of bundled scripts; modules: its modules in archives for the
    browser's Python; icons: the folders of the theme that its icons are in; texts: the names of its licence's texts."""

    name: str
    version: str
    licence: str
    copyright: tuple[str, ...]
    address: str
    use: str
    changed: str
    files: tuple[str, ...]
    bundled: tuple[str, ...]
    modules: tuple[str, ...]
    icons: tuple[str, ...]
    texts: tuple[str, ...]


def parts(root: Path | None) -> list[Part]:
    """Everything in the list. root: a checkout of ours, None where the package is installed. Raises BuildError."""
    known = _versions(root)
    return [_part(row, known) for row in rows()["parts"]]


@cache
def rows() -> dict[str, Any]:
    """The list as it is written."""
    plain: dict[str, Any] = read_file(LIST).plain()
    return plain


def text(name: str) -> str:
    """A text of a licence by its name."""
    return (_TEXTS / f"{name}.txt").read_text("utf-8")


def carried_versions(root: Path) -> dict[str, str]:
    """The versions that a wheel built from the checkout `root` carries, by what `package` says. Raises BuildError."""
    lock = json.loads((root / "package-lock.json").read_text("utf-8"))["packages"]
    return {
        package: _carried(package, lock)
        for row in rows()["parts"]
        if (package := row.get("package", "")) and not package.startswith(_INSTALLED)
    }


def _carried(package: str, lock: Mapping[str, Any]) -> str:
    kind, name = package.split(" ", 1)
    if kind == _WHEEL:
        return metadata.version(name)
    try:
        version: str = lock[f"node_modules/{name}"]["version"]
    except KeyError:
        raise BuildError(
            f"{LIST.name} names {package}, which package-lock.json does not have."
        ) from None
    return version


def _versions(root: Path | None) -> dict[str, str]:
    if root is not None:
        return carried_versions(root)
    known: dict[str, str] = json.loads((paths.PREBUILT / VERSIONS).read_text("utf-8"))
    return known


def _part(row: Mapping[str, Any], known: Mapping[str, str]) -> Part:
    package = row.get("package", "")
    if package.startswith(_INSTALLED):
        version = metadata.version(package.split(" ", 1)[1])
    else:
        version = known[package] if package else row["version"]
    lists = ("copyright", "files", "bundled", "modules", "icons", "texts")
    return Part(
        name=row["name"],
        version=version,
        licence=row["licence"],
        address=row["address"],
        use=row["use"],
        changed=row.get("changed", ""),
        **{name: tuple(row.get(name, ())) for name in lists},
    )
