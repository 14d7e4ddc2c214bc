"""The registry of facts: what it says is known, is answered, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

import pytest
from taroky import rules
from taroky.errors import TableError
from taroky.hand.condition_facts import FACTS_OF_HAND, ZONES_OF_HAND
from taroky.phases import play
from taroky.phases.calling import Caller, names
from taroky.phases.declaring import FACTS_OF_HOLDING, ZONES_OF_HOLDING
from taroky.players import simulate
from taroky.players.playout.conditions import FACTS_OF_PLAY
from taroky.rules.conditions import Condition
from taroky.rules.facts import ASKED, FACTS, MOMENTS, REGISTRY, ZONES, Moment, known_at
from taroky.rules.reading.hints import columns, row_type, rows_in, without_none
from taroky.rules.table import Row, Table
from taroky.settling.case import FACTS_OF_FINISHED, ZONES_OF_FINISHED

#: What answers at each moment, as far as it is a table of its own.
ANSWERED: dict[Moment, set[str]] = {
    "hand": {*ZONES_OF_HAND, *FACTS_OF_HAND},
    "declaring": {*ZONES_OF_HOLDING, *FACTS_OF_HOLDING},
    "settlement": {*ZONES_OF_FINISHED, *FACTS_OF_FINISHED},
}


@pytest.mark.parametrize("moment", ANSWERED)
def test_what_is_known_at_a_moment_is_answered_then_and_nothing_else(moment: Moment) -> None:
    assert ANSWERED[moment] == known_at(moment)


def test_players_who_look_ahead_answer_what_is_known_in_the_play() -> None:
    assert set(FACTS_OF_PLAY) == known_at("card") | known_at("trick")


def test_piles_are_answered_where_cards_are_counted() -> None:
    assert set(ZONES_OF_HAND) == known_at("hand") & ZONES
    assert set(ZONES_OF_FINISHED) == known_at("settlement") & ZONES
    assert set(ZONES_OF_HOLDING) == known_at("declaring") & ZONES


def test_a_fact_is_known_at_some_moment_and_says_what_it_is() -> None:
    assert set(MOMENTS) == set(get_args(Moment))
    for name, fact in REGISTRY.items():
        assert fact.known and set(fact.known) <= set(MOMENTS), name
        assert fact.says and "|" not in fact.says, name
    assert set(REGISTRY) == ZONES | FACTS


def test_each_column_that_holds_a_condition_has_its_moment() -> None:
    assert set(_conditions(Table)) == set(ASKED)


def _conditions(kind: type[Row]) -> Iterator[str]:
    for name, hint in columns(kind).items():
        if without_none(hint) is Condition:
            yield f"{kind.__name__}.{name}"
        inside = row_type(hint)
        if inside is True and (rows := rows_in(hint)) is not bool:
            yield from _conditions(rows)
        elif inside is not None and inside is not True:
            yield from _conditions(inside)


HEAD = "table: house\ntitle: Ours\nextends: hlucin\n"
#: A cell with a condition for each moment.
CELLS: dict[Moment, str] = {
    "hand": "offers:\n  varsava:\n    when: {%s}\n",
    "calling": "calling:\n  duty:\n    names:\n      any: {cards: [taroky], when: {%s}}\n",
    "declaring": "declarations:\n  rows:\n    trul:\n      when: {%s}\n",
    "card": "play:\n  normal:\n    bars:\n      mine: {card: I, at: any, when: {%s}}\n",
    "trick": "play:\n  normal:\n    wins:\n      mine: {card: I, when: {%s}}\n",
    "settlement": "payments:\n  game:\n    when: {%s}\n",
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_fact_that_is_not_known_at_that_moment_is_refused_with_its_line(moment: Moment) -> None:
    for name in set(REGISTRY) - known_at(moment):
        with pytest.raises(TableError) as problem:
            _asking(moment, name)
        sentence = str(problem.value)
        assert sentence.startswith("table") and f"“{name}”" in sentence
        assert any(known in sentence for known in known_at(moment))
        assert problem.value.fields["line"] > 3


def _asking(moment: Moment, name: str) -> Table:
    """A house whose condition asks this fact at that moment."""
    asked = {"cards": "{I: 1}", "word": "none"}.get(REGISTRY[name].type, "1")
    test = f"{name}: {asked}"
    return rules.parse(HEAD + CELLS[moment] % test)


def test_a_caller_is_answered_what_is_known_then() -> None:
    for name in known_at("calling"):
        words = names(_asking("calling", name), "duty", Caller(("I", "II"), contract="povinnost"))
        assert "XIX" in words


def test_the_play_answers_what_is_known_then() -> None:
    moment = play.Moment(trick_no=1, called="XIX", lost=lambda: {"leader": 0})
    for name in known_at("card"):
        table = _asking("card", name)
        assert "II" in play.legal_cards(table, "normal", ("I", "II"), ("III",), moment=moment)
    for name in known_at("trick"):
        table = _asking("trick", name)
        assert play.winner(table, "normal", ("I", "II", "III", "IV"), moment)[0] in (0, 3)


def test_answers_about_a_hand_have_the_type_that_the_registry_says() -> None:
    types: dict[str, tuple[type, ...]] = {
        "number": (int,),
        "yes/no": (bool,),
        "word": (str, type(None)),
        "words": (str, int, frozenset),
        "by name": (Mapping, str),
    }
    hand = simulate.play_hand(rules.load("hlucin"), "types of facts")
    for name, answer in FACTS_OF_HAND.items():
        assert isinstance(answer(hand, "A"), types[REGISTRY[name].type]), name
