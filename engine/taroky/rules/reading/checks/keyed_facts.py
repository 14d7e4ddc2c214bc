"""Conditions of the settlement ask a fact “by name” only for keys that it has, and for values that it may have;
else they would never hold, and nobody would say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.conditions import Test
from taroky.rules.reading.checks.conditions import Path, conditions_of
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table

#: The sides by name, as conditions have them.
SIDES = ("declarers", "opponents")
#: Sections with conditions that are asked at the settlement, in the column `when` or `wins`.
_SETTLED = {"bonuses": "when", "result": "wins", "payments": "when", "penalties": "when"}
#: What stands for the words of a fact that is a number.
_NUMBER: Sequence[str] = ()


def check_keyed_facts(table: Table, place: Places) -> None:
    """Check that what a house asks of sides, players, bonuses and cards can be. Raises TableError."""
    for path, condition in conditions_of(table, ()):
        if _SETTLED.get(path[0]) != path[-1] or not place.is_own(*path):
            continue
        known = _known(table, place, path)
        for test in condition.tests():
            if test.name in known:
                _check_test(place, path, test, known[test.name])


def _check_test(place: Places, path: Path, test: Test, known: Mapping[str, Sequence[str]]) -> None:
    """Check the keys of a test and what they are compared with. known: the words that each key may be."""
    for key, value, is_number in _values(test):
        if key not in known:
            near = suggestion(key, known)
            raise place(*path).error(
                say("table.no_key", path=".".join(path), fact=test.name, key=key, near=near)
            )
        words = known[key]
        if is_number != (words is _NUMBER) or (words and value not in words):
            wanted = list(words[:12]) or ["3", "8-9", "4+"]
            raise place(*path).error(
                say(
                    "table.never_so",
                    path=".".join(path),
                    fact=f"{test.name}.{key}",
                    value=value,
                    expected=wanted,
                )
            )


def _values(test: Test) -> Iterator[tuple[str, str, bool]]:
    """Each key with what it is compared with, and whether that is a number."""
    yield from ((key, str(span), True) for key, span in test.ranges)
    yield from ((key, word, False) for key, word in test.pairs)


def _known(table: Table, place: Places, path: Path) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The keys of each fact, each with the words that it may be."""
    row = getattr(table, path[0])[path[1]]
    own = ("self",) if path[0] == "bonuses" else ()
    seats, cards = table.active, table.cards.cards
    bonuses = place.rows("bonuses", table.bonuses)
    taken_with = {"with": cards} if getattr(row, "card", None) else {}
    all_or_some = ("all", "some", "none")
    tricks = dict.fromkeys((*SIDES, *seats, "declarer"), _NUMBER)
    return {
        "points": dict.fromkeys((*SIDES, *seats, *own), _NUMBER),
        "left_over": dict.fromkeys((*SIDES, *seats), _NUMBER),
        "lost_tricks": dict.fromkeys((*SIDES, *own), _NUMBER),
        "net": dict.fromkeys((*seats, "declarers"), _NUMBER),
        "tricks": {**tricks, **dict.fromkeys(("either", *own), all_or_some)},
        "doubled": dict.fromkeys((*bonuses, "game"), _NUMBER),
        "said": dict.fromkeys((*bonuses, *own), ("yes", "no")),
        "captured": {**dict.fromkeys(cards, ("own_side", "other_side")), **taken_with},
    }
