"""Rule tables: load("hlucin") gives the flattened, checked `Table` of a rule set.

One YAML table per rule set lies beside this file. A house table lies anywhere and `extends` one; it is
read from its file or its text, or loaded by its packed name (see `packing`), which holds all of it and
goes wherever the id of a rule set goes: addresses, records, sessions, requests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from taroky.errors import TableError
from taroky.messages import say
from taroky.rules import packing, reading
from taroky.rules.table import Table
from taroky.rules.tree import MOST_DEPTH, Node, from_plain, from_yaml, read_file, to_yaml

FOLDER = Path(__file__).parent
_ABSTRACT = frozenset({"tarok54"})
_ID = re.compile(r"[a-z0-9-]{1,40}")
#: What a house table says of itself, not of its game.
_HEAD = frozenset({"table", "title", "extends", "choose"})
#: Where options stand that no table chooses: in the request.
_ASKED = Node("", "options")
#: How many tables are kept: a page where rules are made asks for a new one with every touch.
_KEPT = 128


@cache
def ids() -> tuple[str, ...]:
    """The rule sets that come with the engine."""
    return tuple(
        sorted({p.stem for p in FOLDER.iterdir() if p.suffix in (".yaml", ".json")} - _ABSTRACT)
    )


@cache
def _installed(game: str) -> Node:
    """The flattened tree of a rule set that comes with the engine."""
    if not _ID.fullmatch(game):  # ids come from links too; they never name another folder
        raise TableError(
            say("table.no_rules", rules=game[:60], known=list(ids())), file="", line=0, key=game
        )
    compiled = FOLDER / f"{game}.json"
    if compiled.exists():  # in the browser: already flattened at build time
        return read_file(compiled)
    path = FOLDER / f"{game}.yaml"
    if not path.exists():
        raise TableError(
            say("table.no_rules", rules=game, known=list(ids())), file="", line=0, key=game
        )
    return reading.flatten(read_file(path), _installed)


@dataclass(frozen=True)
class _House:
    """What a house wrote, and the flattened tree of its table."""

    own: Node
    tree: Node


#: Packed house tables, the latest last.
_packed_trees: dict[str, _House] = {}


def _packed(name: str) -> _House:
    if name not in _packed_trees:
        _keep(name, _house(packing.unpack(name), name))
    return _packed_trees[name]


def _keep(name: str, house: _House) -> None:
    _packed_trees[name] = house
    while len(_packed_trees) > _KEPT:
        del _packed_trees[next(iter(_packed_trees))]


def _tree(game: str) -> Node:
    return _packed(game).tree if packing.is_packed(game) else _installed(game)


def _house(own: Node, name: str = "") -> _House:
    """A house table, checked in full with all its options."""
    packing.look_at(own)
    name = name or packing.pack(own)
    try:
        tree = reading.flatten(own, _installed)
        cells = dict(_cells(tree))
        own_id = cells.get("table", tree)
        if own_id.value in ids():
            raise own.error(say("table.own_id", id=own_id.value), "table")
        if "table" in cells and not packing.TABLE_ID.fullmatch(str(own_id.value)):
            raise own_id.error(say("table.bad_id", id=str(own_id.value)[:60]), "table")
        seen: reading.Seen = {}
        reading.build(tree, seen)
        ours = _cells(_cells(own).get("options"))
        inherited = [key for key in _cells(cells.get("options")) if key not in ours]
        failing = reading.check_options(
            tree,
            seen,
            lambda choices: _choosing(own, choices),
            inherited,
            _untouched(own, cells) & set(inherited),
        )
        cells = {**cells, **_offered(cells, failing)}
    except TableError as problem:
        if problem.fields["file"] == own.file:
            raise
        # A cell of the parent does not go with what the house wrote: the house is to mend it.
        params = dict(problem.message.params)
        raise Node("", own.file).error(params.get("problem", problem.message)) from None
    except RecursionError:
        raise own.error(say("table.too_deep", most=MOST_DEPTH)) from None
    cells["packed"] = Node(name)
    return _House(own, Node(cells, own.file, own.line, own.column, tree.keys))


def _cells(node: Node | None) -> dict[str, Node]:
    return node.value if node is not None and isinstance(node.value, dict) else {}


def _untouched(own: Node, cells: Mapping[str, Node]) -> set[str]:
    """Options that go with whatever the house changed, for it removed no row, and changed nothing in
    the sections that they change."""
    menu, chosen = _cells(cells.get("options")), _cells(cells.get("chosen"))
    written = [Node({key: node for key, node in _cells(own).items() if key not in _HEAD})]
    written += [
        delta
        for key, value in chosen.items()
        if key in menu
        for name, delta in _cells(_cells(menu[key]).get("values")).items()
        if name == value.value
    ]
    if any(_removes(delta) for delta in written):
        return set()
    changed = {section for delta in written for section in _cells(delta)}
    return {key for key, option in menu.items() if not changed & _sections(option)}


def _sections(option: Node) -> set[str]:
    row = _cells(option)
    found = {name for delta in _cells(row.get("values")).values() for name in _cells(delta)}
    written = reading.parts(row["number_in"]) if "number_in" in row else []
    return found | {str(cell.value).removeprefix("-").partition(".")[0] for cell in written}


def _removes(node: Node) -> bool:
    if isinstance(node.value, dict):
        return any(map(_removes, node.value.values()))
    return node.value == reading.REMOVED


def _offered(cells: Mapping[str, Node], failing: Mapping[str, list[str]]) -> dict[str, Node]:
    """The options without the values that do not go with what the house changed."""
    if not failing:
        return {}
    chosen, menu = _cells(cells.get("chosen")), dict(_cells(cells["options"]))
    for key, gone in failing.items():
        row = _cells(menu[key])
        left = {value: delta for value, delta in _cells(row["values"]).items() if value not in gone}
        default = row["default"].value
        if key in chosen or (len(left) > 1 and default in left):
            left = left or _cells(row["values"])
            kept = {name: cell for name, cell in row.items() if name != "number_in"}
            menu[key] = Node({**kept, "values": Node(left)}, menu[key].file, menu[key].line)
        else:
            del menu[key]
    return {"options": Node(menu)}


def _choosing(own: Node, choices: reading.Choices) -> Node:
    """The flattened tree of a house that chooses this besides: the options of its parent before what
    the house itself writes, its own options after it."""
    cells = _cells(own)
    parent = cells.get("extends")
    menu = _cells(_cells(_installed(str(parent.value))).get("options")) if parent else {}
    before = {key: value for key, (value, _) in choices.items() if _offers(menu.get(key), value)}
    chosen = {
        **_cells(cells.get("choose")),
        **{key: Node(v, own.file) for key, v in before.items()},
    }
    tree = reading.flatten(Node({**cells, "choose": Node(chosen, own.file)}, own.file), _installed)
    after = {key: choice for key, choice in choices.items() if key not in before}
    return reading.choose(tree, after) if after else tree


def _offers(option: Node | None, value: str) -> bool:
    row = _cells(option)
    values = _cells(row.get("values"))
    return reading.same_number(value, values) in values or (bool(row) and "number_in" in row)


def load(game: str, options: Mapping[str, Any] | None = None) -> Table:
    """The table of a rule set or of a packed house table, with house options chosen. Raises
    TableError."""
    return _load(game, tuple(sorted((key, as_word(v)) for key, v in (options or {}).items())))


def as_word(value: Any) -> str:
    """The value of an option as tables write it: JSON and YAML read yes and no as true and false,
    and 1 as a number."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@lru_cache(2 * _KEPT)
def _load(game: str, options: tuple[tuple[str, str], ...]) -> Table:
    return reading.build(_tree_with(game, dict(options)), {**_read(game)})


@lru_cache(_KEPT)
def _read(game: str) -> reading.Seen:
    """Return what the usual table of these rules has: with an option chosen, most of it is the same."""
    seen: reading.Seen = {}
    reading.build(_tree(game), seen)
    return seen


def _tree_with(game: str, options: Mapping[str, str]) -> Node:
    """The flattened tree of a rule set or of a packed house table, with options chosen."""
    if packing.is_packed(game):
        return _chosen(_packed(game), options)
    tree = _installed(game)
    chosen = {key: (value, _ASKED) for key, value in options.items()}
    return reading.choose(tree, chosen) if chosen else tree


def _chosen(house: _House, options: Mapping[str, str]) -> Node:
    """The flattened tree of a house with options chosen."""
    cells = _cells(house.tree)
    stands = {key: node.value for key, node in _cells(cells.get("chosen")).items()}
    new = {key: (value, _ASKED) for key, value in options.items() if stands.get(key) != value}
    if not new:
        return house.tree
    menu = _cells(cells.get("options"))
    for key, (value, where) in new.items():
        if key not in menu or not _offers(menu[key], value):
            reading.choose(house.tree, {key: (value, where)})  # says what there is instead
    chosen = _cells(_choosing(house.own, new))
    kept: dict[str, Node] = {k: cells[k] for k in ("options", "packed") if k in cells}
    return Node({**chosen, **kept}, house.own.file)


def flat(game: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The flattened table as nested text, to print or to send, with house options chosen. Raises
    TableError."""
    chosen = {key: as_word(value) for key, value in (options or {}).items()}
    data: dict[str, Any] = _tree_with(game, chosen).plain()
    return data


def pack(source: str | Mapping[str, Any], file: str = packing.PLACE) -> str:
    """The packed name of a house table, given as YAML text or as the tree of its text; checked in
    full. Raises TableError, with line and column of the text."""
    own = from_yaml(source, file) if isinstance(source, str) else from_plain(source, file)
    house = _house(own)
    name = str(_cells(house.tree)["packed"].value)
    _keep(name, house)
    return name


def unpack(name: str) -> dict[str, Any]:
    """Return what a house wrote into its table, as nested text; not yet checked against its parent.
    Raises TableError."""
    return packing.plain(name)


def origin(game: str) -> str:
    """The rule set of the engine's that a table is or extends; "" for a house table that is a whole game
    of its own."""
    if not packing.is_packed(game):
        return game
    parent = str(unpack(game).get("extends", ""))
    return parent if parent in ids() else ""


def as_yaml(game: str) -> str:
    """A table as YAML text: that of a rule set's file, or all that a packed house table holds."""
    if packing.is_packed(game):
        return to_yaml(unpack(game))
    load(game)  # says which rule sets there are, if this is none
    return (FOLDER / f"{game}.yaml").read_text("utf-8")


def read(path: Path, options: Mapping[str, str] | None = None) -> Table:
    """A table from a file, checked in full with all its options. Raises TableError."""
    own = read_file(path)
    if path.resolve().parent != FOLDER.resolve():
        return reading.build(_chosen(_house(own), options or {}))
    reading.check_options(reading.flatten(own, _installed))
    return load(path.stem, options)


def flat_file(path: Path) -> dict[str, Any]:
    """The flattened table of a file as nested text. Raises TableError."""
    if path.resolve().parent == FOLDER.resolve():
        return flat(path.stem)
    data: dict[str, Any] = _house(read_file(path)).tree.plain()
    return data


def parse(text: str, file: str = "table") -> Table:
    """A house table from YAML text, checked in full. Raises TableError."""
    return reading.build(_house(from_yaml(text, file)).tree)


def export_json(folder: Path) -> None:
    """Write every rule set, flattened, as JSON: what a place without PyYAML loads."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in (*ids(), *_ABSTRACT):
        text = json.dumps(_installed(game).plain(), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{game}.json").write_text(text, encoding="utf-8")
