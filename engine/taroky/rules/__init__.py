"""Rule tables: load("hlucin") gives the flattened, checked `Table` of a rule set.

One YAML table per rule set lies beside this file; a house table lies anywhere and `extends` one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from taroky.errors import TableError
from taroky.messages import say
from taroky.rules import reader
from taroky.rules.table import Table
from taroky.rules.tree import Node, from_yaml, read_file

FOLDER = Path(__file__).parent
_ABSTRACT = frozenset({"tarok54"})
_ID = re.compile(r"[a-z0-9-]{1,40}")


def ids() -> tuple[str, ...]:
    """The rule sets that come with the engine."""
    return tuple(
        sorted({p.stem for p in FOLDER.iterdir() if p.suffix in (".yaml", ".json")} - _ABSTRACT)
    )


@cache
def _tree(rules: str) -> Node:
    if not _ID.fullmatch(rules):  # ids come from links too; they never name another folder
        raise TableError(
            say("table.no_rules", rules=rules[:60], known=list(ids())), file="", line=0, key=rules
        )
    compiled = FOLDER / f"{rules}.json"
    if compiled.exists():  # in the browser: already flattened at build time
        return read_file(compiled)
    path = FOLDER / f"{rules}.yaml"
    if not path.exists():
        raise TableError(
            say("table.no_rules", rules=rules, known=list(ids())), file="", line=0, key=rules
        )
    return reader.flatten(read_file(path), _tree)


def load(rules: str, options: Mapping[str, str] | None = None) -> Table:
    """The table of a rule set, with house options chosen. Raises TableError."""
    return _load(rules, tuple(sorted((options or {}).items())))


@cache
def _load(rules: str, options: tuple[tuple[str, str], ...]) -> Table:
    tree = _tree(rules)
    if options:
        tree = reader.choose(tree, {key: (value, tree) for key, value in options})
    return reader.build(tree)


def flat(rules: str) -> dict[str, Any]:
    """The flattened table as nested text, to print or to send."""
    data: dict[str, Any] = _tree(rules).plain()
    return data


def read(path: Path, options: Mapping[str, str] | None = None) -> Table:
    """A table from a file, checked in full with all its options. Raises TableError."""
    tree = reader.flatten(read_file(path), _tree)
    table = reader.build(tree)
    reader.check_options(tree)
    if options:
        tree = reader.choose(tree, {key: (value, tree) for key, value in options.items()})
        table = reader.build(tree)
    return table


def flat_file(path: Path) -> dict[str, Any]:
    """The flattened table of a file as nested text. Raises TableError."""
    data: dict[str, Any] = reader.flatten(read_file(path), _tree).plain()
    return data


def parse(text: str, file: str = "table") -> Table:
    """A table from YAML text, checked in full. Raises TableError."""
    tree = reader.flatten(from_yaml(text, file), _tree)
    table = reader.build(tree)
    reader.check_options(tree)
    return table


def export_json(folder: Path) -> None:
    """Write every rule set, flattened, as JSON: what a place without PyYAML loads."""
    folder.mkdir(parents=True, exist_ok=True)
    for rules in ids():
        text = json.dumps(flat(rules), ensure_ascii=False, separators=(",", ":"))
        (folder / f"{rules}.json").write_text(text, encoding="utf-8")
