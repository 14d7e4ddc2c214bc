"""What holds in every hand of every rule set, whatever house options are chosen."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from typing import Any

import pytest
from cases import SLIPS, load
from hypothesis import given
from hypothesis import strategies as st
from taroky import record, simulate
from taroky import rules as tables
from taroky.hand import Action, Hand, check, current, finished, legal, replay, undealt
from taroky.piles import side_cards
from taroky.rules.table import Table
from taroky.settlement import finished_facts, settle
from taroky.view import view
from test_properties import PLACES, everywhere, modest, renamed, steps

every = pytest.mark.parametrize("name", tables.ids())
seeds = st.integers(0, 10**6)
picks = st.lists(st.tuples(st.integers(0, 200), st.integers(0, 5)), max_size=4)


def table(name: str, drawn: list[tuple[int, int]]) -> Table:
    """The rule set with the house options that were drawn."""
    menu = sorted(load(name).options.items())
    chosen = {}
    for option, value in drawn if menu else ():
        key, row = menu[option % len(menu)]
        chosen[key] = list(row.values)[value % len(row.values)]
    return load(name, tuple(sorted(chosen.items())))


def played(name: str, seed: int, drawn: list[tuple[int, int]]) -> Hand:
    rules = table(name, drawn)
    players = rules.seats.players[seed % len(rules.seats.players)]
    return simulate.play_hand(rules, str(seed), ("random", "thumb")[seed % 2], players)


def writes(rules: Table) -> bool:
    """Whether points are written that nobody pays, so that a hand need not sum to zero."""
    outcomes = [row for bonus in rules.bonuses.values() for row in bonus.outcomes.values()]
    payers = [row.payer for row in (*rules.payments.values(), *outcomes)]
    return "nobody" in payers or rules.settle.between == "sides_thrice"


@every
@modest(15)
@given(seed=seeds, drawn=picks)
def test_cards_and_money(name: str, seed: int, drawn: list[tuple[int, int]]) -> None:
    """Every card lies somewhere at every step; what is paid is paid to somebody."""
    hand = played(name, seed, drawn)
    rules = hand.rules
    assert finished(hand)
    for step in steps(hand):
        assert Counter(everywhere(step)) == Counter(rules.cards.cards)
    facts = finished_facts(hand)
    settled = settle(rules, facts)
    assert set(settled.payments) == set(hand.at_table)
    if not writes(rules):
        assert sum((*settled.payments.values(), *settled.pots.values())) == 0
    for item in settled.items:
        assert item.points
        text = item.label.text()
        assert "{" not in text and not text.startswith("item.")
        for line in item.steps:
            assert line.points, line
            assert "{" not in line.message.text()
    if hand.tricks and not hand.ended:
        piles = side_cards(hand)
        counted = Counter(card for cards in piles.values() for card in cards)
        assert max(counted.values()) == 1
        if rules.count.left_over == "exact" or not writes(rules):
            assert all(points >= 0 for points in facts.points.values())


@every
@modest(10)
@given(seed=seeds, drawn=picks)
def test_records(name: str, seed: int, drawn: list[tuple[int, int]]) -> None:
    """A record survives text, JSON and code; replaying it gives an equal hand."""
    hand = played(name, seed, drawn)
    kept = record.of_hand(hand)
    assert record.from_text(record.to_text(kept)) == kept
    assert record.from_json(json.loads(json.dumps(record.to_json(kept)))) == kept
    assert record.from_code(record.to_code(kept)) == kept
    assert record.read(record.to_text(kept)).replay() == hand
    start = undealt(hand.rules, hand.pack, players=hand.players, first_hand=hand.first_hand)
    again = replay(start, hand.actions)
    assert again == hand
    assert settle(again.rules, finished_facts(again)) == settle(hand.rules, finished_facts(hand))


@every
@modest(6)
@given(seed=seeds, drawn=picks)
def test_choices_and_checks(name: str, seed: int, drawn: list[tuple[int, int]]) -> None:
    """What is offered as legal is accepted, what is not is refused with a sentence; whose turn it
    is can do something."""
    for step in steps(played(name, seed, drawn)):
        found = legal(step)
        if found is None:
            assert current(step) is None
            assert check(step, Action("A", "play", ("KS",))) is not None
            continue
        says = any(choice.kind == "say" for choice in found.choices)
        assert says or any(c.legal and c.kind not in SLIPS for c in found.choices)
        musts = {choice.kind for choice in found.choices if choice.must}
        for choice in found.choices:
            if choice.refusal is not None:
                text = choice.refusal.message.text()
                assert text.rstrip("”")[-1] in ".)?" and "{" not in text, text
            ways = step.rules.deal.ways
            if choice.kind in SLIPS | musts | {"cut", "say"} or choice.kind in ways:
                continue
            if found.picks.get(choice.kind, (1, 1)) != (1, 1):
                continue
            action = Action(found.seat, choice.kind, (choice.what,) if choice.what else ())
            refusal = check(step, action)
            assert (refusal is None) == choice.legal, (action, refusal)


@every
@modest(5)
@given(seed=seeds, drawn=picks)
def test_views_tell_nothing_hidden(name: str, seed: int, drawn: list[tuple[int, int]]) -> None:
    """An exchange of cards that a seat has not seen (taroky for taroky where their number is told)
    leaves its view as it was."""
    rng = random.Random(seed)
    hand = played(name, seed, drawn)
    pack = hand.rules.cards
    for step in steps(hand):
        for seat in hand.active:
            mine = view(step, seat)
            seen = set(_seen(mine))
            if mine.sides_public or mine.partner:
                seen.add(step.called)
            names: dict[str, str] = {}
            for kind in (True, False):
                hidden = [c for c in pack.cards if c not in seen and pack.is_tarok(c) == kind]
                names |= zip(hidden, rng.sample(hidden, len(hidden)), strict=True)
            other = dataclasses.replace(
                step, **{place: renamed(getattr(step, place), names) for place in PLACES}
            )
            assert view(other, seat) == mine


def _seen(mine: Any) -> list[str]:
    tricks = (*mine.tricks, *((mine.trick,) if mine.trick else ()))
    return [
        *mine.cards, *mine.dealt, *mine.drawn, *mine.discards, *mine.talon_seen, *mine.exposed,
        *mine.shown, *mine.faced, *(card for trick in tricks for card in (*trick.cards, *trick.extra)),
        *(card for _, _, cards in mine.displayed for card in cards),
    ]  # fmt: skip
