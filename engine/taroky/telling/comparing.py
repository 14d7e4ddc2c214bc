"""Compare two rule tables, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from taroky.messages import known, local_names, say
from taroky.rules.table import Table
from taroky.telling.base import QUESTIONS, Line, Question, in_one_language
from taroky.telling.values import calls, roles, word


@dataclass(frozen=True)
class Sentence:
    """A difference in words, with the question it answers and the rule points on either side."""

    question: Question
    text: str
    first_points: tuple[str, ...] = ()
    second_points: tuple[str, ...] = ()


def short_name(table: Table) -> str:
    """A table's name where there is little room: "Hlučín"; a house's own title."""
    key = f"short.{table.table}"
    return say(key).text() if known(key) and not table.packed else table.title


def place(table: Table, listed: bool = False) -> str:
    """Return where it is so: "in Hlučín", "at “The Lion”". listed: behind another place, where "in" need not
    be said again."""
    key = f"place.also.{table.table}" if listed else f"place.{table.table}"
    if known(key) and not table.packed:
        return say(key).text()
    return say("place.house", title=table.title).text()


def topic_title(topic: str) -> str:
    """The name of a topic."""
    return say(f"topic.{topic}").text()


def compared(
    first: Table, second: Table, places: tuple[str, str] | None = None
) -> tuple[Sentence, ...]:
    """All that two tables answer differently, in the order of the questions. places: where each is so, in
    words; by the tables' names if left out."""
    where = places or (place(first), place(second))
    with in_one_language():
        return tuple(one for question in QUESTIONS for one in _of(question, first, second, where))


def by_path(sentences: Sequence[Sentence], paths: Iterable[str]) -> dict[str, tuple[Sentence, ...]]:
    """Return which sentences tell of each cell that differs; none where no question is about it, or
    where the table only calls something otherwise."""
    return {path: tuple(one for one in sentences if one.question.about(path)) for path in paths}


def _of(
    question: Question, first: Table, second: Table, places: tuple[str, str]
) -> Iterator[Sentence]:
    for mine, theirs in pairs(question, first, second):
        points = mine.points if mine else (), theirs.points if theirs else ()
        yield Sentence(question, _sentence(question, mine, theirs, places), *points)


def _same(question: Question, mine: Line, theirs: Line) -> bool:
    names = mine.label.casefold(), theirs.label.casefold()
    return mine.plain == theirs.plain and (not question.named or names[0] == names[1])


def _sentence(
    question: Question, mine: Line | None, theirs: Line | None, places: tuple[str, str]
) -> str:
    first, second = places
    if mine is None or theirs is None:
        line = mine or theirs
        assert line is not None
        return say(
            "differ.only", place=first if mine else second, what=clause(question, line)
        ).text()
    same_name = mine.label.casefold() == theirs.label.casefold()
    rest = theirs.value if same_name else labelled_clause(question, theirs)
    return say(
        "differ.both",
        first=_capital(first),
        what=clause(question, mine),
        second=second,
        other=rest,
    ).text()


def clause(question: Question, line: Line) -> str:
    """A line as part of a sentence: "the declarers need 36 of 70 points"."""
    if line.label and known(f"cell.{question.id}.of"):
        return labelled_clause(question, line)
    return word(f"{question.id}.says", value=line.text)


def labelled_clause(question: Question, line: Line) -> str:
    """A line that says itself what it is about: "the rate of zolo brewer is ×6"; without a label, and
    where there are no words for that, the line as it is."""
    labelled = f"{question.id}.of"
    if line.label and known(f"cell.{labelled}"):
        return word(labelled, row=line.label, value=line.value)
    return line.text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


Pairs = Iterator[tuple[Line | None, Line | None]]


def pairs(question: Question, first: Table, second: Table) -> Pairs:
    """Lines about the same thing that differ, and those that only one side has."""
    one, other = question.answer(first), question.answer(second)
    if question.by_row or len(one) < 2 > len(other):
        line_pairs = _by_row(one, other)
    elif all(line.games for line in (*one, *other)):
        line_pairs = _by_game(one, other, (first, second))
    else:
        line_pairs = iter([(_joined(one), _joined(other))])
    for mine, theirs in line_pairs:
        if mine and theirs:
            if not _same(question, mine, theirs):
                yield mine, theirs
        elif not (mine or theirs or _NOTHING).usual:
            yield mine, theirs


_NOTHING = Line("", usual=True)


def _by_row(one: tuple[Line, ...], other: tuple[Line, ...]) -> Pairs:
    """Pairs by the name of the row, else by what it is about."""
    rest = list(other)
    twins: dict[int, Line] = {}
    for by in ("row", "key"):
        for index, line in enumerate(one):
            name = getattr(line, by)
            twin = next((there for there in rest if getattr(there, by) == name), None)
            if index not in twins and twin is not None and (name or by == "row"):
                twins[index] = twin
                rest.remove(twin)
    for index, line in enumerate(one):
        yield line, twins.get(index)
    for line in rest:
        yield None, line


def _twins(first: Table, second: Table) -> dict[str, str]:
    """The contracts of one table that the other has too: those of the same name, then those that
    are the same kind of game."""
    twins = {game: game for game in first.contracts if game in second.contracts}
    role, theirs = roles(first), {what: game for game, what in roles(second).items()}
    for game, what in role.items():
        twin = theirs.get(what)
        if game not in twins and twin is not None and twin not in twins.values():
            twins[game] = twin
    return twins


def _by_game(one: tuple[Line, ...], other: tuple[Line, ...], tables: tuple[Table, Table]) -> Pairs:
    """Return what games that both tables have do differently, those that do it alike together; then
    what no game of the other table does."""
    twin = _twins(*tables)
    theirs = {game: line for line in other for game in line.games}
    both: dict[tuple[Line, Line], list[str]] = {}
    for line in one:
        for game in line.games:
            there = theirs.get(twin.get(game, ""))
            if there is not None and there.plain != line.plain:
                both.setdefault((line, there), []).append(game)
    shared_lines = [line for pair in both for line in pair]
    back = {there: here for here, there in twin.items()}
    for (line, there), shared in both.items():
        yield (
            _named(tables[0], line, shared, twin, shared_lines),
            _named(tables[1], there, [twin[game] for game in shared], back, shared_lines),
        )
    for lines, shared_games, elsewhere, table in (
        (one, twin, other, tables[0]),
        (other, back, one, tables[1]),
    ):
        known_there = {line.plain for line in elsewhere}
        for line in lines:
            only = [game for game in line.games if game not in shared_games]
            if only and line not in shared_lines and line.plain not in known_there:
                named = _named(table, line, [], shared_games, shared_lines)
                yield (named, None) if lines is one else (None, named)


def _named(
    table: Table, line: Line, games: list[str], shared: Mapping[str, str], shared_lines: list[Line]
) -> Line:
    """The line with the games it is told for: these, and where it is told only once those that the
    other table does not have."""
    if not line.label:
        return line  # it is so in every game
    names = [
        game
        for game in line.games
        if game in games or (game not in shared and shared_lines.count(line) < 2)
    ]
    with local_names(table.names):
        return replace(line, label=calls(names))


def _joined(lines: tuple[Line, ...]) -> Line | None:
    """All lines of a side as one."""
    if not lines:
        return None
    points = tuple(dict.fromkeys(point for line in lines for point in line.points))
    return Line(
        "; ".join(line.text for line in lines),
        points,
        plain="; ".join(f"{line.row} {line.plain}" for line in lines),
    )
