"""A rule table as text with places: every leaf is a string, every node knows its file, line and
column. YAML is only ever turned into this (no YAML booleans, no floats), and so is the JSON that
travels to the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taroky import json_input
from taroky.decoding import decoded, unreadable
from taroky.errors import RecordError, TableError
from taroky.immutable import FrozenDict
from taroky.messages import Message, say
from taroky.rules.yaml_mistakes import mistake

if TYPE_CHECKING:
    import yaml

#: So deep may a table be nested; the deepest of the engine's own has 11.
MOST_DEPTH = 24
#: How much of a table is quoted in a sentence about it: characters of a text, and things of a list.
_MOST_QUOTED, _MOST_NAMED = 300, 60


@dataclass(frozen=True)
class Node:
    """A scalar (str), a list of nodes (a tuple), or a mapping of nodes, and where it stands."""

    value: str | tuple[Node, ...] | dict[str, Node]
    file: str = ""
    line: int = 0
    column: int = 0
    keys: tuple[tuple[str, int, int], ...] = ()

    def __post_init__(self) -> None:
        if type(self.value) is dict:  # trees are kept, and parts of them go into tables
            object.__setattr__(self, "value", FrozenDict(self.value))

    def error(self, message: Message, key: str = "") -> TableError:
        """An error that names this place, or that of one of its keys."""
        line, column = self.line, self.column
        for name, key_line, key_column in self.keys:
            if name == key:
                line, column = key_line, key_column
        where = (
            say("table.place", file=self.file, line=line)
            if line
            else say("table.place_file", file=self.file)
        )
        return TableError(
            say("table.at", place=where, problem=_shown(message)),
            file=self.file,
            line=line,
            column=column,
            key=key,
        )

    def plain(self) -> Any:
        """The same as nested lists, mappings and strings."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, tuple):
            return [node.plain() for node in self.value]
        return self.value


def _shown(message: Message) -> Message:
    """Return what is said of a table, with whatever it quotes cut short and on one line."""
    return Message(message.id, tuple((key, _quoted(value)) for key, value in message.params))


def _quoted(value: Any) -> Any:
    if isinstance(value, str):
        text = "".join(
            c if c.isprintable() or c == "\xa0" else "?" for c in value[: _MOST_QUOTED + 1]
        )
        return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"
    if isinstance(value, list | tuple):
        items = [_quoted(item) for item in value[:_MOST_NAMED]]
        return [*items, "…"] if len(value) > _MOST_NAMED else items
    return value


def from_plain(data: Any, file: str) -> Node:
    """A tree without places, from what `Node.plain` gave or from parsed JSON."""
    if isinstance(data, dict):
        return Node({str(key): from_plain(item, file) for key, item in data.items()}, file)
    if isinstance(data, list | tuple):
        return Node(tuple(from_plain(item, file) for item in data), file)
    if isinstance(data, bool):
        return Node("yes" if data else "no", file)
    return Node("" if data is None else str(data), file)


#: Signs that YAML does not know; a file that is no text is full of them.
_NO_SIGN = re.compile("[^\\t\\n\\r -~\\x85\\xa0-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
#: Cells with what people read: a comment behind one would have been meant as a part of it.
_FOR_PEOPLE = frozenset({"title", "names"})


def from_yaml(text: str, file: str) -> Node:
    """A tree from YAML text. Raises TableError for broken YAML, a duplicate key, an alias, a comment that
    cuts a title or a name short."""
    import yaml  # not above: the browser's tables come as JSON, and PyYAML only when it is asked for

    if sign := _NO_SIGN.search(text):
        before = text[: sign.start()]
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise Node("", file, *place).error(say("table.sign", code=f"U+{ord(sign[0]):04X}"))
    try:
        return _Reader(file, text).read(
            yaml.parse(text, yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader)
        )
    except TableError:  # told by the parser in Python, which says the same everywhere
        return _Reader(file, text).read(yaml.parse(text, yaml.SafeLoader))


@dataclass
class _Reader:
    """Makes nodes of what YAML's parser meets, in one go."""

    file: str
    text: str
    depth: int = 0
    for_people: int = 0

    def read(self, events: Iterator[yaml.Event]) -> Node:
        """The one document that there is. Raises TableError."""
        import yaml

        try:
            next(events)  # the start of the text, and of the document
            if isinstance(next(events), yaml.StreamEndEvent):
                raise Node("", self.file, 1).error(say("table.empty"))
            root = self.node(next(events), events)
            next(events)
            after = next(events)
            if not isinstance(after, yaml.StreamEndEvent):
                raise Node("", self.file, *_place(after)).error(
                    say("table.broken", problem=say("yaml.documents"))
                )
            return root
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            raise Node("", self.file, line, column).error(
                say("table.broken", problem=mistake(problem, self._lines))
            ) from None
        except (yaml.YAMLError, RecursionError, ValueError, OverflowError):
            raise Node("", self.file).error(
                say("table.broken", problem=say("yaml.other"))
            ) from None

    def node(self, event: yaml.Event, events: Iterator[yaml.Event]) -> Node:
        """The node that begins with this event."""
        import yaml

        line, column = _place(event)
        if isinstance(event, yaml.ScalarEvent):
            if self.for_people and event.end_mark:
                self._no_comment(event.end_mark, line)
            return Node(event.value, self.file, line, column)
        if isinstance(event, yaml.AliasEvent):
            raise Node("", self.file, line).error(say("table.alias"))
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Node("", self.file, line).error(say("table.too_deep", most=MOST_DEPTH))
        if isinstance(event, yaml.SequenceStartEvent):
            items = []
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self.node(event, events))
            self.depth -= 1
            return Node(tuple(items), self.file, line, column)
        cells: dict[str, Node] = {}
        keys = []
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            key = self.node(event, events)
            if not isinstance(key.value, str):
                raise key.error(say("table.key_not_text"))
            if key.value in cells:
                raise key.error(say("table.duplicate", key=key.value))
            people = self.depth == 1 and key.value in _FOR_PEOPLE
            self.for_people += people
            cells[key.value] = self.node(next(events), events)
            self.for_people -= people
            keys.append((key.value, key.line, key.column))
        self.depth -= 1
        return Node(cells, self.file, line, column, tuple(keys))

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.splitlines()

    def _no_comment(self, end: Any, line: int) -> None:
        """Refuse a comment in the line in which a text for people ends."""
        rest = self._lines[end.line : end.line + 1]
        if rest and rest[0][end.column :].lstrip().startswith("#"):
            raise Node("", self.file, line, end.column + 1).error(say("table.comment"))


def _place(event: yaml.Event) -> tuple[int, int]:
    """Line and column, from 1."""
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark else (0, 0)


def to_yaml(data: Any) -> str:
    """Nested text as YAML, everything written plainly where it can be."""
    import yaml

    # A dumper of its own that writes `yes` and `4` without quotes: everything is text here.
    plainly = type("Plainly", (yaml.SafeDumper,), {"yaml_implicit_resolvers": {}})
    text: str = yaml.dump(data, Dumper=plainly, allow_unicode=True, sort_keys=False, width=100)
    return text


def read_file(path: Path) -> Node:
    """A tree from a .yaml or .json file. Raises TableError where it cannot be read."""
    try:
        text = decoded(path.read_bytes())
    except OSError as problem:
        raise Node("", str(path)).error(unreadable(problem)) from None
    except RecordError as problem:
        raise Node("", str(path)).error(problem.message) from None
    if path.suffix == ".json":
        try:
            return from_plain(json_input.read(text), str(path))
        except RecordError as problem:
            raise Node("", str(path)).error(problem.message) from None
    return from_yaml(text, str(path))
