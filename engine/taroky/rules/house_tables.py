"""House tables: what a house wrote, over the table that it `extends`, and its packed name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from taroky.errors import TableError
from taroky.messages import quoted, say
from taroky.messages.expected import near
from taroky.rules import packing, reading
from taroky.rules.rule_sets import USUAL, ids, tree_of
from taroky.rules.table import Table
from taroky.rules.tree import MOST_DEPTH, Node, from_plain, from_yaml

#: What a house table says of itself, not of its game.
_HEAD = frozenset({"table", "title", "extends", "choose"})
#: How many are kept: a page where rules are made asks for a new one with every touch.
MOST_KEPT = 128


@dataclass(frozen=True)
class House:
    """What a house wrote, and the flattened tree of its table."""

    own: Node
    tree: Node


#: By packed name, the latest last.
_kept: dict[str, House] = {}


def packed_house(name: str) -> House:
    """The house that a packed name holds. Raises TableError."""
    if name not in _kept:
        _keep(name, checked_house(packing.unpack(name), name))
    return _kept[name]


def _keep(name: str, house: House) -> None:
    _kept[name] = house
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]


def pack(source: str | Mapping[str, Any], file: str = packing.PLACE) -> str:
    """The packed name of a house table, given as YAML text or as the tree of its text; checked in
    full. Raises TableError, with line and column of the text."""
    own = from_yaml(source, file) if isinstance(source, str) else from_plain(source, file)
    house = checked_house(own)
    name = str(_cells(house.tree)["packed"].value)
    _keep(name, house)
    return name


def unpack(name: str, extends: str = "") -> dict[str, Any]:
    """Return what a house wrote into its table, as nested text with the names that rows have now; not yet
    checked against its parent. extends: that parent, where the text does not say it. Raises TableError."""
    data: dict[str, Any] = with_current_names(packing.unpack(name), extends).plain()
    return data


def with_current_names(own: Node, extends: str = "") -> Node:
    """Return what a house wrote, with the names that the rows of the table it extends have now. extends:
    that table, where the house does not say it. Raises TableError for a row that it names both ways."""
    parent = _cells(own).get("extends", Node(extends)).value
    return reading.with_current_names(own, tree_of(str(parent))) if parent in ids() else own


def origin(game: str) -> str:
    """The rule set of the engine's that a table is or extends; "" for a house table that is a whole game
    of its own."""
    if not packing.is_packed(game):
        return game
    parent = str(unpack(game).get("extends", ""))
    return parent if parent in ids() else ""


def checked_house(own: Node, name: str = "") -> House:
    """A house table, checked in full with all its options. name: its packed name, if that is known.
    Raises TableError."""
    packing.look_at(own)
    new = not name
    name = name or packing.pack(own)
    own = with_current_names(reading.without_retired(own))
    _check_extends(own)
    try:
        tree = reading.flatten(own, tree_of)
        cells = dict(_cells(tree))
        _check_id(own, tree)
        cells |= _options_left(cells, _failing_values(own, tree))
        if new:
            _check_removed(own)
            reading.check_complete(tree, reading.build(tree))
    except TableError as problem:
        if problem.fields["file"] == own.file:
            raise
        # A cell of the parent does not go with what the house wrote: the house is to mend it.
        params = dict(problem.message.params)
        raise Node("", own.file).error(params.get("problem", problem.message)) from None
    except RecursionError:
        raise own.error(say("table.too_deep", most=MOST_DEPTH)) from None
    cells["packed"] = Node(name)
    return House(own, Node(cells, own.file, own.line, own.column, tree.keys))


def _check_extends(own: Node) -> None:
    """A table that says no rule set which it extends is a whole game of its own: with most of what a game
    needs. Raises TableError."""
    cells = _cells(own)
    if "extends" in cells or not cells:
        return
    misspelt = next((key for key in cells if near(key, ("extends",))), "")
    if misspelt:
        near_word = say("expected.near", word="extends")
        message = say("table.unknown_key", key=misspelt, path="table", near=near_word)
        raise own.error(message, misspelt)
    needed = reading.needed(Table)
    if len(needed & cells.keys()) * 2 < len(needed):
        raise own.error(say("table.extends", id=_meant(own)))


def _meant(own: Node) -> str:
    """The rule set that a table most likely changes: the one that its id or title names, else the one that has
    most of its rows and options."""
    cells = _cells(own)
    named = " ".join(str(cells[key].value) for key in ("table", "title") if key in cells)
    for word in re.findall(r"\w{4,}", named):
        if likely := near(word, ids()):
            return likely
    paths = {*_paths(own)}
    shared = {game: len(paths.intersection(_paths(tree_of(game)))) for game in (USUAL, *ids())}
    return max(shared, key=shared.__getitem__)


def _paths(node: Node, path: str = "") -> Iterator[str]:
    """The paths of all cells; a chosen option is in the menu of its rule set."""
    for key, below in _cells(node).items():
        name = "options" if not path and key == "choose" else key
        yield f"{path}.{name}"
        yield from _paths(below, f"{path}.{name}")


def _check_id(own: Node, tree: Node) -> None:
    """A house has an id of its own, which is no rule set's."""
    cells = _cells(tree)
    own_id = cells.get("table", tree)
    if own_id.value in ids():
        raise own.error(say("table.own_id", id=own_id.value), "table")
    if "table" in cells and not packing.TABLE_ID.fullmatch(str(own_id.value)):
        raise own_id.error(say("table.bad_id", id=quoted(own_id.plain())), "table")


def _failing_values(own: Node, tree: Node) -> Mapping[str, list[str]]:
    """The values of inherited options that do not go with what the house changed. Raises TableError
    for a table that does not hold, and for a value of an own option that does not."""
    seen: reading.Seen = {}
    reading.build(tree, seen)
    own_menu = _cells(_cells(own).get("options"))
    inherited = [key for key in _cells(_cells(tree).get("options")) if key not in own_menu]
    return reading.check_options(
        tree,
        seen,
        lambda choices: _choosing(own, choices),
        inherited,
        _untouched(own, _cells(tree)) & set(inherited),
    )


def _check_removed(own: Node) -> None:
    """Check that each row that the house takes away is in its parent, with or without its options. Raises
    TableError."""
    extends = _cells(own).get("extends")
    if extends is None:
        return
    parent = full = tree_of(str(extends.value))
    for option in _cells(_cells(parent).get("options")).values():
        for delta in _cells(_cells(option).get("values")).values():
            full = reading.merge(full, delta, Table)
    reading.check_removed(reading.merge(full, parent, Table), own, Table)


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
    """The sections that the values of an option change."""
    row = _cells(option)
    sections = {name for delta in _cells(row.get("values")).values() for name in _cells(delta)}
    paths = reading.parts(row["number_in"]) if "number_in" in row else []
    return sections | {str(path.value).removeprefix("-").partition(".")[0] for path in paths}


def _removes(node: Node) -> bool:
    """Whether a delta takes any row away."""
    if isinstance(node.value, dict):
        return any(map(_removes, node.value.values()))
    return node.value == reading.REMOVED


def _options_left(cells: Mapping[str, Node], failing: Mapping[str, list[str]]) -> dict[str, Node]:
    """The section `options` without the values that do not go with what the house changed; nothing if
    all of them do."""
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
    menu = _cells(_cells(tree_of(str(parent.value))).get("options")) if parent else {}
    before = {key: value for key, (value, _) in choices.items() if _offers(menu.get(key), value)}
    chosen = {
        **_cells(cells.get("choose")),
        **{key: Node(value, own.file) for key, value in before.items()},
    }
    tree = reading.flatten(Node({**cells, "choose": Node(chosen, own.file)}, own.file), tree_of)
    after = {key: choice for key, choice in choices.items() if key not in before}
    return reading.choose(tree, after) if after else tree


def _offers(option: Node | None, value: str) -> bool:
    """Whether an option has this value, or takes any number."""
    row = _cells(option)
    values = _cells(row.get("values"))
    return reading.same_number(value, values) in values or (bool(row) and "number_in" in row)


def tree_with(house: House, choices: reading.Choices) -> Node:
    """The flattened tree of a house with options chosen. Raises TableError."""
    cells = _cells(house.tree)
    stands = {key: node.value for key, node in _cells(cells.get("chosen")).items()}
    new = {key: choice for key, choice in choices.items() if stands.get(key) != choice[0]}
    if not new:
        return house.tree
    menu = _cells(cells.get("options"))
    for key, (value, where) in new.items():
        if key not in menu or not _offers(menu[key], value):
            reading.choose(house.tree, {key: (value, where)})  # says what there is instead
    chosen = _cells(_choosing(house.own, new))
    kept: dict[str, Node] = {k: cells[k] for k in ("options", "packed") if k in cells}
    return Node({**chosen, **kept}, house.own.file)
