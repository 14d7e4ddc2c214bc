"""The answers of other rule sets to the question that a rule point answers, in one line below the
point: found by putting the same question to every table, never written down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from taroky import rules
from taroky.messages import say
from taroky.rules.table import Table
from taroky.telling import QUESTIONS, Question, labelled_clause, pairs, place

from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Content, Markup, element

#: Questions whose answers are no use beside a single rule: too long, or about how a table is kept and
#: not about how the game goes. The comparison pages have them all.
_LEFT_OUT = frozenset(
    {
        "unit",
        "names",
        "phases",
        "taroky",
        "black",
        "draw",
        "ways",
        "who_bids",
        "games",
        "offers",
        "held",
        "stages",
        "talon_rest",
        "per_group",
        "rate",
        "loss",
        "payments",
    }
)
#: What is longer is left to the comparison pages as well.
_LONGEST = 110

#: An answer, the games of those tables that it is about ("" for all), and the tables that give it, each with the
#: rule point it rests on there ("" for none).
Answer = tuple[str, str, list[tuple[Table, str]]]
#: The answers by what makes them the same: the words that no table's own names change, and whose they
#: are.
Answers = dict[tuple[str, str], Answer]


def note(name: str, point: str, base: str) -> Markup:
    """The line for a rule point of the page of a rule set or of a house table; nothing where all agree.
    base: from the page to the root of the site."""
    notes = _notes(name).get(point, ())
    if not notes:
        return Markup("")
    parts = [
        part
        for question, answers in notes
        for part in (" ", *_answer_parts(question, answers, base))
    ]
    lead = element("strong", say("elsewhere.lead").text())
    return element("p", lead, *parts, class_="tk-margin", data_search_exclude=True)


def _answer_parts(question: Question, answers: Answers, base: str) -> Iterator[Content]:
    """ "Who cuts: in Hlučín and Victoria, the player opposite the dealer." What is told row by
    row tells itself what it is about."""
    if not question.by_row:
        yield f"{question.title}: "
    for i, (text, games, there) in enumerate(answers.values()):
        yield "; " if i else ""
        for n, (table, point) in enumerate(there, start=1):
            yield say("elsewhere.and").text() if 1 < n == len(there) else ", " if n > 1 else ""
            yield _place(table, point, base, n > 1, not question.by_row or n + i > 1)
        yield f" ({games})" if games else ""
        yield say("elsewhere.then").text()
        yield text
    yield "."


def _place(table: Table, point: str, base: str, listed: bool, within: bool) -> Markup:
    """A link to the rule, or to the page if the rule is told on another's. listed: behind another place;
    within: not the first word of a sentence."""
    to, name = f"#{point}" if point else "", place(table, listed)
    name = name if within else name[:1].upper() + name[1:]
    return element("a", name, href=f"{base}reference/{table.table}/{to}")


@lru_cache(32)  # names of house tables come here, too
def _notes(name: str) -> dict[str, tuple[tuple[Question, Answers], ...]]:
    """Return what other rule sets answer, by the rule point of this one's page that answers here."""
    home = rules.load(name)
    notes: dict[str, tuple[tuple[Question, Answers], ...]] = {}
    for question in QUESTIONS:
        if question.id not in _LEFT_OUT:
            for point, answers in _elsewhere(question, home).items():
                notes[point] = (*notes.get(point, ()), (question, answers))
    return notes


def _elsewhere(question: Question, home: Table) -> dict[str, Answers]:
    """Return what the others answer, by the first rule point that the answer of `home` rests on. What a
    house has changed is told on its page by other lines, so the rule set it extends is none of the
    others."""
    by_point: dict[str, Answers] = {}
    page = home.page_of(f"{home.prefix}-") if home.packed else home.table
    for other in map(rules.load, COURSES):
        if other.table == page:
            continue
        for mine, theirs in pairs(question, home, other):
            if mine is None or theirs is None:
                continue
            here = [point for point in mine.points if home.page_of(point) == page]
            same_name = mine.label.casefold() == theirs.label.casefold()
            label = "" if same_name else theirs.label
            if here and len(theirs.value) + len(label) <= _LONGEST:
                by_row = labelled_clause(question, replace(theirs, label=label))
                answer: Answer = (by_row, "", []) if question.by_row else (theirs.value, label, [])
                same = (by_row if question.named else theirs.plain, label)
                answers = by_point.setdefault(here[0], {})
                answers.setdefault(same, answer)[-1].append((other, _own(other, theirs.points)))
    return by_point


def _own(table: Table, points: tuple[str, ...]) -> str:
    """The first of these rule points that stands on the table's own page, "" if none does."""
    return next((point for point in points if table.page_of(point) == table.table), "")
