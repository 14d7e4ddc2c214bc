"""Tables by the name they go by: the id of a rule set, or a packed house table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from taroky import sent_links
from taroky.messages import as_text
from taroky.rules import house_tables, packing, reading, rule_sets
from taroky.rules.table import Table
from taroky.rules.tree import Node, from_yaml, read_file, to_yaml

#: Where options stand that no table chooses: in the request.
_ASKED = Node("", "options")


def load(game: str, options: Mapping[str, Any] | None = None) -> Table:
    """The table of a rule set or of a packed house table, with house options chosen. Raises
    TableError."""
    return _load(game, tuple(sorted(_as_words(options).items())))


@lru_cache(house_tables.MOST_KEPT)
def mended(game: str) -> str:
    """The name of a rule set or of a packed house table as it was before somebody sent a link with it; as
    it is where nothing that holds can be found in it."""
    for text in sent_links.readings(game):
        name = text.lstrip(sent_links.MARKS)
        if not packing.is_packed(name):
            plain = sent_links.without_marks(name.partition("&")[0])
            if plain in rule_sets.ids():
                return plain
            continue
        for code in sent_links.codes(name):
            if packing.is_whole(code):
                return code
    return game


def as_word(value: Any) -> str:
    """The value of an option as tables write it: JSON and YAML read yes and no as true and false,
    and 1 as a number."""
    return ("no", "yes")[value] if isinstance(value, bool) else as_text(value)


def _as_words(options: Mapping[str, Any] | None) -> dict[str, str]:
    return {key: as_word(value) for key, value in (options or {}).items()}


@lru_cache(2 * house_tables.MOST_KEPT)
def _load(game: str, options: tuple[tuple[str, str], ...]) -> Table:
    table = reading.build(_tree(game, dict(options)), {**_rows_read(game)})
    table.__dict__["by_name"] = _load, (game, options)
    return table


@lru_cache(house_tables.MOST_KEPT)
def _rows_read(game: str) -> reading.Seen:
    """The rows of a table with its usual options: with others chosen, most of them are the same."""
    seen: reading.Seen = {}
    reading.build(_tree(game, {}), seen)
    return seen


def _tree(game: str, options: Mapping[str, str]) -> Node:
    """The flattened tree of a rule set or of a packed house table, with options chosen."""
    choices = _asked_for(options)
    if packing.is_packed(game):
        return house_tables.tree_with(house_tables.packed_house(game), choices)
    tree = rule_sets.tree_of(game)
    return reading.choose(tree, choices) if choices else tree


def _asked_for(options: Mapping[str, str]) -> reading.Choices:
    return {key: (value, _ASKED) for key, value in options.items()}


def flat(game: str, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The flattened table as nested text, to print or to send, with house options chosen. Raises
    TableError."""
    data: dict[str, Any] = _tree(game, _as_words(options)).plain()
    return data


def as_yaml(game: str) -> str:
    """A table as YAML text: that of a rule set's file, or all that a packed house table holds."""
    if packing.is_packed(game):
        return to_yaml(house_tables.unpack(game))
    load(game)  # says which rule sets there are, if this is none
    return (rule_sets.FOLDER / f"{game}.yaml").read_text("utf-8")


def read(path: Path, options: Mapping[str, str] | None = None) -> Table:
    """A table from a file, checked in full with all its options. Raises TableError."""
    own = read_file(path)
    if not _comes_with_engine(path):
        house = house_tables.checked_house(own)
        return reading.build(house_tables.tree_with(house, _asked_for(options or {})))
    tree = reading.flatten(own, rule_sets.tree_of)
    reading.check_options(tree)
    table = load(path.stem, options)
    reading.check_complete(tree, table)
    return table


def flat_file(path: Path) -> dict[str, Any]:
    """The flattened table of a file as nested text. Raises TableError."""
    data: dict[str, Any] = _tree_of_file(path).plain()
    return data


def _tree_of_file(path: Path) -> Node:
    if _comes_with_engine(path):
        return _tree(path.stem, {})
    return house_tables.checked_house(read_file(path)).tree


def place_of(source: str, row: Sequence[str]) -> Node:
    """The row of a table at the end of this path, for a sentence about it; the whole table where the row is
    only in one that it extends. source: the name of a table, or its file. Raises TableError."""
    known = source in rule_sets.ids() or packing.is_packed(source)
    tree = _tree(source, {}) if known else _tree_of_file(Path(source))
    cell = tree
    for key in row:
        if not isinstance(cell.value, dict) or key not in cell.value:
            break
        cell = cell.value[key]
    return cell if cell.file == tree.file else Node("", tree.file)


def _comes_with_engine(path: Path) -> bool:
    return path.resolve().parent == rule_sets.FOLDER.resolve()


def parse(text: str, file: str = "table") -> Table:
    """A house table from YAML text, checked in full. Raises TableError."""
    return reading.build(house_tables.checked_house(from_yaml(text, file)).tree)
