"""Conditions and amounts: the two little languages a rule table may speak. There is no text to
evaluate: a condition is a tree of tests on named facts, an amount a list of steps on numbers.

Facts are looked up in a `Facts` object; which there are is written in `taroky.rules.facts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal
from fractions import Fraction
from typing import Any

from taroky.errors import RecordError
from taroky.messages import say
from taroky.rules.facts import ORDERED, ZONES

#: Numbers an amount may start from or multiply by, and facts a scale may ask.
NUMBERS = frozenset(
    {
        "contract.rate",
        "contract.loss",
        "contract",
        "alone",
        "level",
        "honours",
        "target",
        "points.winners",
        "points.losers",
        "points.declarers",
        "points.opponents",
        "points.loser",
        "points.payer",
        "points.own",
        "doubled.game",
    }
)
#: Those a scale answers by a word.
WORDS = frozenset({"contract", "alone"})
#: Beginnings of names whose rest is a row: the pot, the doubled bonus.
NUMBER_KINDS = ("pot.", "doubled.")


@dataclass(frozen=True)
class Range:
    """A number or a span: "3", "8-9", "4+", both ends included; top None means no limit."""

    low: int
    top: int | None

    @classmethod
    def parse(cls, text: str) -> Range:
        """Raises ValueError for anything else."""
        low, dash, top = text.partition("-")
        if text.endswith("+"):
            return cls(int(text[:-1]), None)
        if dash:
            if int(top) < int(low):
                raise ValueError(text)
            return cls(int(low), int(top))
        return cls(int(text), int(text))

    def __contains__(self, number: object) -> bool:
        if type(number) is not int and not isinstance(number, int | Decimal | Fraction):
            return False
        return number >= self.low and (self.top is None or number <= self.top)

    def __str__(self) -> str:
        if self.top is None:
            return f"{self.low}+"
        return str(self.low) if self.top == self.low else f"{self.low}-{self.top}"


@dataclass(frozen=True)
class Test:
    """One entry of a condition: a zone with counts of card sets, or a fact with what it may be.

    pairs: for a fact that has a word for each key ("captured: {I: opponents}").
    """

    name: str
    ranges: tuple[tuple[str, Range], ...] = ()
    words: tuple[str, ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Condition:
    """Any of `either` holds; an alternative holds when all of its tests do and all of its
    `never` conditions do not. An empty condition always holds."""

    either: tuple[tuple[tuple[Test, ...], tuple[Condition, ...]], ...] = ()

    def holds(self, facts: Facts) -> bool:
        """Whether it is true of these facts. Raises MissingFact for a fact nobody gave."""
        for tests, never in self.either:
            for test in tests:
                if not facts.true(test):
                    break
            else:
                if not any(c.holds(facts) for c in never):
                    return True
        return not self.either

    def tests(self) -> Iterable[Test]:
        """Every test in the tree, for checks."""
        for tests, never in self.either:
            yield from tests
            for condition in never:
                yield from condition.tests()


class Facts:
    """What conditions and amounts may ask, each answer found only when it is asked for.

    count(zone, set) -> how many cards of the set are in the zone; fact(name) -> a word, a number,
    or a mapping from key to either; number(name) -> Decimal. bare: whether amounts are wanted without
    their working.
    """

    def __init__(
        self,
        count: Callable[[str, str], int],
        fact: Callable[[str], Any],
        number: Callable[[str], Decimal] | None = None,
        bare: bool = False,
    ) -> None:
        self.bare = bare
        self.count = count
        self._fact = fact
        self._number = number

    def true(self, test: Test) -> bool:
        """Whether one test holds."""
        if test.name in ZONES:
            return all(self.count(test.name, of) in span for of, span in test.ranges)
        value = self._fact(test.name)
        if type(value) is str:
            return value in test.words
        if isinstance(value, dict | Mapping):
            if test.words:
                return any(_word(value.get("self")) == word for word in test.words)
            return all(value.get(key, 0) in span for key, span in test.ranges) and all(
                _word(value.get(key)) == word for key, word in test.pairs
            )
        if test.name in ORDERED:
            rest = iter(value)
            return all(word in rest for word in test.words)
        if isinstance(value, frozenset | tuple):
            return any(word in value for word in test.words)
        if isinstance(value, int | Decimal | Fraction) and not isinstance(value, bool):
            return any(value in Range.parse(word) for word in test.words)
        return any(_word(value) == word for word in test.words)

    def word(self, name: str) -> Decimal | str:
        """Return what a scale asks: a number, or a fact's word."""
        if name in WORDS:
            return _word(self._fact(name))
        return self.number(name)

    def number(self, name: str) -> Decimal:
        """A number an amount asks for."""
        if self._number is None:
            raise KeyError(name)
        return self._number(name)


def _word(value: Any) -> str:
    if value is True:
        return "yes"
    if value is False:
        return "no"
    return "none" if value is None else str(value)


@dataclass(frozen=True)
class Step:
    """One step of an amount: verb and a number, the name of one, or a scale; how: for rounding."""

    verb: str
    operand: Decimal | str | Amount
    how: str = ""


@dataclass(frozen=True)
class Amount:
    """A number, a scale over a fact, or steps from top to bottom.

    scale: (fact, ((range or word, number), …)); steps: applied to the running value.
    """

    number: Decimal | None = None
    scale: tuple[str, tuple[tuple[str, Decimal], ...]] | None = None
    steps: tuple[Step, ...] = ()

    def work(self, facts: Facts) -> tuple[tuple[str, Decimal | str, Decimal], ...]:
        """The working: (verb, operand, value after it), the last value being the amount."""
        if self.number is not None:
            return (("fixed", self.number, self.number),)
        if self.scale is not None:
            name, rows = self.scale
            asked = facts.word(name)
            row = self.row(asked)
            return (("scale", asked, rows[row][1] if row >= 0 else Decimal(0)),)
        value = Decimal(0)
        done: list[tuple[str, Decimal | str, Decimal]] = []
        for step in self.steps:
            operand = step.operand
            if isinstance(operand, Amount):
                operand = operand.value(facts)
            elif isinstance(operand, str):
                operand = facts.number(operand)
            if step.verb == "round":
                value = (value / operand).quantize(Decimal(1), ROUNDING[step.how]) * operand
            elif step.verb == "positive":
                value = abs(value)
            elif step.verb == "over" and not operand:
                raise RecordError(say("amount.over_nought", what=str(step.operand)))
            else:
                value = _VERBS[step.verb](value, operand)
            done.append((step.verb, operand, value))
        return tuple(done)

    def row(self, asked: Decimal | str) -> int:
        """Return which row of the scale answers; -1 for none."""
        assert self.scale is not None
        for i, (key, _) in enumerate(self.scale[1]):
            if isinstance(asked, str):
                if key == asked:
                    return i
            elif asked // 1 in Range.parse(key):  # 29⅓ points are not yet 30
                return i
        return -1

    def value(self, facts: Facts) -> Decimal:
        """The amount alone."""
        return self.work(facts)[-1][2]


#: The smallest amount that can be paid, for rounding to it.
UNIT_STEP = "unit.step"
#: Ways to round, as a table writes them: {to: 1, way: nearest, half: up}.
ROUNDING = {
    "up": ROUND_UP,
    "down": ROUND_DOWN,
    "nearest.up": ROUND_HALF_UP,
    "nearest.down": ROUND_HALF_DOWN,
    "nearest.even": ROUND_HALF_EVEN,
}
_VERBS: dict[str, Callable[[Decimal, Decimal], Decimal]] = {
    "from": lambda value, operand: operand,
    "less": lambda value, operand: value - operand,
    "plus": lambda value, operand: value + operand,
    "times": lambda value, operand: value * operand,
    "over": lambda value, operand: value / operand,
    "least": max,
}
VERBS = frozenset({*_VERBS, "round", "positive"})
