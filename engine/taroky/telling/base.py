"""Questions that every rule table answers, and what an answer is made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from taroky.messages import ENGLISH, complete, language, local_names, say, speaking
from taroky.rules import option_words
from taroky.rules.table import Row, Table
from taroky.telling.values import call, games, listed, set_name, word

#: In the order of a hand; all but the first are those that house options are under.
TOPICS: tuple[str, ...] = ("table", *option_words.TOPICS)


@dataclass(frozen=True)
class Line:
    """An answer, or a part of one, in the table's own words.

    points: the rule points it rests on. key: what it is about, the same at every table that has
    such a thing; row: the table's own name for it; label: the name as people say it, "" where the
    question has only one answer. games: the contracts it is about. usual: nothing that one table has and another lacks. plain: the value in words that do not
    change with the names of a table, to compare.
    """

    value: str
    points: tuple[str, ...] = ()
    key: str = ""
    row: str = ""
    label: str = ""
    games: tuple[str, ...] = ()
    usual: bool = False
    plain: str = ""

    @property
    def text(self) -> str:
        """The line on its own."""
        return (
            say("cell.labelled", row=self.label, value=self.value).text()
            if self.label
            else self.value
        )


@dataclass(frozen=True)
class Question:
    """Something one may ask every table.

    cells: the cells it is about, as paths in which * stands for the name of a row; what is below
    them is meant too. by_row: its lines are compared one by one, whatever else there is; named:
    what a thing is called is part of the answer.
    """

    id: str
    topic: str
    cells: tuple[str, ...]
    tell: Callable[[Table], Iterable[Line]]
    by_row: bool = False
    named: bool = False

    @property
    def title(self) -> str:
        """The question in a few words. The cards it names are called as the table calls them, within
        `local_names`."""
        title = word(self.id, pagat="I", taroky=set_name("taroky"))
        return title[:1].upper() + title[1:]

    def answer(self, table: Table) -> tuple[Line, ...]:
        """Return what a table says to it; nothing where it has no such thing. Found out once."""
        key = ("telling", self.id, language())
        if key not in table.memo:
            table.memo[key] = self._answer(table)
        lines: tuple[Line, ...] = table.memo[key]
        return lines

    def _answer(self, table: Table) -> tuple[Line, ...]:
        with in_one_language():
            with local_names(table.names):
                lines = tuple(self.tell(table))
            with local_names({}):
                plain = tuple(self.tell(table))
        # Lines that only the table's names tell apart are one there, and may be two in plain words.
        values = [line.value for line in plain] if len(plain) == len(lines) else []
        return tuple(
            replace(line, plain=values[i] if values else line.value) for i, line in enumerate(lines)
        )

    def about(self, path: str) -> bool:
        """Whether a cell, or a whole row, is what this question asks about."""
        return any(_meets(cell.split("."), path.split(".")) for cell in self.cells)


#: The families of messages that a table's answers are put together from.
_FAMILIES = ("cell", "call", "card", "line", "list", "one", "rank", "role", "say", "set", "suit")


def in_one_language() -> AbstractContextManager[None]:
    """Within this block pieces are put together in the language that is spoken, or in English if that
    language lacks some of them."""
    return speaking(language() if complete(*_FAMILIES) else ENGLISH)


def _meets(cell: list[str], path: list[str]) -> bool:
    return all(part in ("*", step) for part, step in zip(cell, path, strict=False))


#: All questions, in the order of the topics.
QUESTIONS: list[Question] = []

Tell = Callable[[Table], Iterable[Line]]


def question(
    name: str, topic: str, *cells: str, by_row: bool = False, named: bool = False
) -> Callable[[Tell], Tell]:
    """Adds a question; the decorated function answers it."""

    def add(tell: Tell) -> Tell:
        QUESTIONS.append(Question(name, topic, cells, tell, by_row, named))
        return tell

    return add


def literal(name: str, topic: str, cell: str, when: Callable[[Table], Any] | None = None) -> None:
    """Adds a question about a cell that holds one of a few words; when: which tables are asked."""

    def tell(table: Table) -> Iterator[Line]:
        value: Any = table
        for part in cell.split("."):
            value = getattr(value, part)
        if when is None or when(table):
            yield one(table, of_word(name, value), cell)

    question(name, topic, cell)(tell)


def of_word(name: str, value: Any) -> str:
    """The wording of a value that is one of a few words, or yes and no."""
    text = {True: "yes", False: "no", None: "none"}.get(value, value)
    return word(f"{name}.{text}")


def points_of(table: Table, *paths: str) -> tuple[str, ...]:
    """The rule points of cells and of rows as a whole, each once."""
    points = (point for path in paths for point in table.points_of(f"{path}.self"))
    return tuple(dict.fromkeys(points))


def exact_points(row: Row, *cells: str) -> tuple[str, ...]:
    """The rule points that a row names for these very cells."""
    return tuple(point for cell in cells for point in row.points.get(cell, ()))


def one(
    table: Table, value: str, *paths: str, key: str = "", row: str = "", label: str = ""
) -> Line:
    """A line that rests on these cells."""
    return Line(value, points_of(table, *paths), key, row, label)


def by_game(
    table: Table, column: str, tell: Callable[[Any, str], str], *cells: str
) -> Iterator[Line]:
    """A line for each way the contracts have of using a section (`calling`, `talon`, `discard`,
    `play`), with the games it is used in; tell: what a row says, "" if it says nothing."""
    section: Any = getattr(table, column)
    used: dict[str, list[str]] = {}
    for game in games(table):
        name = getattr(table.contracts[game], column)
        if name is not None:
            used.setdefault(name, []).append(game)
    by_value: dict[str, tuple[list[str], list[str]]] = {}
    for name, names in used.items():
        path = f"{column}.{name}"
        value = tell(section[name], path)
        if value:
            players, points = by_value.setdefault(value, ([], []))
            players += names
            points += points_of(table, *(f"{path}.{cell}" if cell else path for cell in cells))
    yield from of_games(table, by_value)


def of_games(table: Table, by_value: dict[str, tuple[list[str], list[str]]]) -> Iterator[Line]:
    """Lines for values with the games and rule points of each; one that all games share needs no
    label."""
    for value, (players, points) in by_value.items():
        label = listed(map(call, players)) if len(by_value) > 1 else ""
        yield Line(value, tuple(dict.fromkeys(points)), label=label, games=tuple(players))
