"""The subpackages of the three packages as they are: what each says of itself in the first paragraph of its
`__init__.py`, and a picture of what imports what, drawn from the imports in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from taroky_tutorials.page_parts.elements import Markup, element

#: Where each package is below the root of the project.
PACKAGES = {
    "taroky": "engine/taroky",
    "taroky_tutorials": "tutorials/taroky_tutorials",
    "taroky_build": "build_scripts/taroky_build",
}
PLACE = re.compile(r"<!-- (?P<what>rooms|picture): (?P<package>[a-z_]+) -->")
#: Sizes of the picture, in units of its own.
_WIDE, _HIGH, _GAP, _RISE = 120, 30, 16, 22


@dataclass(frozen=True)
class Room:
    """A room of a package. about: its own words; imports: the rooms of the same package that it
    imports, itself left out."""

    name: str
    about: str
    imports: frozenset[str]


def rooms(root: Path, package: str) -> dict[str, Room]:
    """The rooms of a package by name. Raises KeyError for a package that is none of ours."""
    folder = root / PACKAGES[package]
    names = sorted(file.parent.name for file in folder.glob("*/__init__.py"))
    rooms_by_name = {}
    for name in names:
        text = (
            ast.get_docstring(ast.parse((folder / name / "__init__.py").read_text("utf-8"))) or ""
        )
        imported = {
            part
            for file in (folder / name).rglob("*.py")
            for part in _imported(ast.parse(file.read_text("utf-8")), package)
        }
        about = " ".join(text.partition("\n\n")[0].split()).replace("'", "’")
        rooms_by_name[name] = Room(name, about, frozenset(imported & set(names) - {name}))
    return rooms_by_name


def _imported(tree: ast.Module, package: str) -> set[str]:
    """The rooms of a package that a module imports, wherever in its text it does."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    parts = [name.split(".") for name in modules]
    return {part[1] for part in parts if part[0] == package and len(part) > 1}


def fill(markdown: str, root: Path) -> str:
    """A page with its lists and pictures of rooms."""

    def made(match: re.Match[str]) -> str:
        package_rooms = rooms(root, match["package"])
        return (
            rooms_table(package_rooms) if match["what"] == "rooms" else str(picture(package_rooms))
        )

    return PLACE.sub(made, markdown)


def rooms_table(rooms_by_name: Mapping[str, Room]) -> str:
    """The rooms as a Markdown table, each with its own words."""
    rows = [f"| `{room.name}` | {room.about} |" for room in rooms_by_name.values()]
    return "\n".join(["| Subpackage | What it contains |", "|---|---|", *rows])


def layers(rooms_by_name: Mapping[str, Room]) -> list[list[str]]:
    """The rooms by how deep they lie: the last layer imports no room. Raises ValueError for a circle."""
    depth: dict[str, int] = {}

    def below(name: str, above: tuple[str, ...]) -> int:
        if name in above:
            raise ValueError(f"rooms import each other in a circle: {' → '.join((*above, name))}")
        if name not in depth:
            deeper = [below(other, (*above, name)) for other in rooms_by_name[name].imports]
            depth[name] = 1 + max(deeper, default=-1)
        return depth[name]

    for name in rooms_by_name:
        below(name, ())
    return [
        sorted(name for name in rooms_by_name if depth[name] == level)
        for level in range(max(depth.values(), default=0), -1, -1)
    ]


def arrows(rooms_by_name: Mapping[str, Room]) -> list[tuple[str, str]]:
    """Return which room imports which, without the arrows that follow from others."""
    reached: dict[str, set[str]] = {}

    def reach(name: str) -> set[str]:
        if name not in reached:
            reached[name] = set().union(
                *({other} | reach(other) for other in rooms_by_name[name].imports)
            )
        return reached[name]

    return [
        (name, other)
        for name, room in rooms_by_name.items()
        for other in sorted(room.imports)
        if not any(other in reach(step) for step in room.imports - {other})
    ]


def picture(rooms_by_name: Mapping[str, Room]) -> Markup:
    """The rooms in layers, an arrow from each to those below that it imports."""
    rows = layers(rooms_by_name)
    wide = max(len(row) for row in rows) * (_WIDE + _GAP) + _GAP
    high = len(rows) * (_HIGH + _RISE) - _RISE + 2 * _GAP
    places = {}
    for level, row in enumerate(rows):
        left = (wide - len(row) * (_WIDE + _GAP) + _GAP) / 2
        for column, name in enumerate(row):
            places[name] = (left + column * (_WIDE + _GAP), _GAP + level * (_HIGH + _RISE))
    lines = [
        element(
            "line",
            x1=f"{places[one][0] + _WIDE / 2:g}",
            y1=f"{places[one][1] + _HIGH:g}",
            x2=f"{places[other][0] + _WIDE / 2:g}",
            y2=f"{places[other][1]:g}",
            class_="tk-room-arrow",
        )
        for one, other in arrows(rooms_by_name)
    ]
    boxes = [
        element(
            "g",
            element("rect", x=f"{x:g}", y=f"{y:g}", width=str(_WIDE), height=str(_HIGH), rx="5"),
            element("text", name, x=f"{x + _WIDE / 2:g}", y=f"{y + _HIGH / 2 + 5:g}"),
            class_="tk-room",
        )
        for name, (x, y) in places.items()
    ]
    said = "; ".join(
        f"{name} imports {', '.join(sorted(room.imports))}"
        for name, room in rooms_by_name.items()
        if room.imports
    )
    drawing = element(
        "svg",
        element("title", said),
        *lines,
        *boxes,
        viewBox=f"0 0 {wide} {high}",
        role="img",
        class_="tk-rooms",
    )
    return element("div", drawing, class_="tk-rooms-frame")
