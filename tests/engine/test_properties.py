"""What holds in every hand: random hands by both players, at four and five, with random options."""

from __future__ import annotations

import dataclasses
import json
import random
from typing import Any

from cases import SEATS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from taroky import counting, record, simulate
from taroky import rules as tables
from taroky.hand import Action, Hand, Legal, apply, check, current, legal, replay, undealt
from taroky.phases.discard import check_set
from taroky.piles import side_cards
from taroky.settlement import finished_facts, settle
from taroky.view import view

MENU = {key: tuple(row.values) for key, row in tables.load("hlucin").options.items()}
PACK = tables.load("hlucin").cards

options = st.dictionaries(st.sampled_from(sorted(MENU)), st.integers(0, 5), max_size=4).map(
    lambda drawn: {key: MENU[key][n % len(MENU[key])] for key, n in drawn.items()}
)
seeds = st.integers(0, 10**6).map(str)
bots = st.sampled_from(["random", "thumb"])
tables_of = st.sampled_from([4, 5])


def modest(examples: int) -> settings:
    """The same examples every time, none kept on disk."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )


def play(seed: str, bot: str, players: int, chosen: dict[str, str]) -> Hand:
    return simulate.play_hand(tables.load("hlucin", chosen), seed, bot, players)


def steps(hand: Hand) -> list[Hand]:
    """The hand before each of its actions, and at its end."""
    now = undealt(hand.rules, hand.pack, players=hand.players)
    found = [now]
    for action in hand.actions:
        now = apply(now, action)
        found.append(now)
    return found


def everywhere(hand: Hand) -> list[str]:
    """Every card, wherever it lies."""
    if not hand.dealt:
        return list(hand.pack)
    found = [c for cards in (*hand.hands.values(), *hand.discards.values()) for c in cards]
    found += hand.talon
    for trick in (*hand.tricks, *((hand.trick,) if hand.trick else ())):
        found += (*trick.cards, *trick.extra)
    return found


@modest(60)
@given(seeds, bots, tables_of, options)
def test_cards_points_and_money(seed: str, bot: str, players: int, chosen: dict[str, str]) -> None:
    """HLU-DECK-01, HLU-COUNT-06, HLU-VAR-17, HLU-SET-14, HLU-SEAT-03: 54 cards at every step, 70
    points in the end, payments that sum to zero."""
    hand = play(seed, bot, players, chosen)
    for step in steps(hand):
        assert sorted(everywhere(step)) == sorted(PACK.cards)
    facts = finished_facts(hand)
    settled = settle(hand.rules, facts)
    assert set(settled.payments) == set(hand.at_table)
    assert sum(settled.payments.values()) == 0
    assert players == 4 or settled.payments["E"] == 0 or hand.ended == "misdeal"
    for item in settled.items:
        assert sum(item.amounts.values()) == 0
        assert item.points
    if hand.ended:
        assert not hand.tricks
        return
    assert len(hand.tricks) == 12
    total = sum(facts.points.values())
    if hand.row.sides != "each":
        assert total == 70
        assert all(points.denominator == 1 for points in facts.points.values())
        for side in (hand.declarers, hand.opponents):  # HLU-SET-06: one side, one amount
            assert len({settled.payments[seat] for seat in side}) == 1
    elif hand.rules.count.left_over == "exact":
        assert total == 70
    else:
        assert 69 <= total <= 71


@modest(40)
@given(seeds, bots, tables_of, options)
def test_records_and_replay(seed: str, bot: str, players: int, chosen: dict[str, str]) -> None:
    """A record survives text, JSON and code; replaying it gives an equal hand."""
    hand = play(seed, bot, players, chosen)
    kept = record.of_hand(hand, notes=(f"seed {seed}",))
    assert record.from_text(record.to_text(kept)) == kept
    assert record.from_json(json.loads(json.dumps(record.to_json(kept)))) == kept
    assert record.from_code(record.to_code(kept)) == kept
    assert record.read(record.to_text(kept)).replay() == hand
    again = replay(undealt(hand.rules, hand.pack, players=players), hand.actions)
    assert again == hand
    assert settle(again.rules, finished_facts(again)) == settle(hand.rules, finished_facts(hand))


def single(options: Legal, kind: str, what: str) -> Action:
    return Action(options.seat, kind, (what,) if what else ())


@modest(40)
@given(seeds, bots, tables_of, options)
def test_choices_and_checks_agree(
    seed: str, bot: str, players: int, chosen: dict[str, str]
) -> None:
    """HLU-PEN-02: what is offered as legal is accepted, what is not is refused with a sentence,
    and nobody acts out of turn."""
    for step in steps(play(seed, bot, players, chosen)):
        found = legal(step)
        if found is None:
            assert check(step, Action("A", "play", ("KS",))) is not None
            continue
        silent = found.picks.get("say", (1, 1))[0] == 0  # to say nothing is always open
        assert silent or any(choice.legal for choice in found.choices)
        must = any(choice.must for choice in found.choices if choice.kind == "say")
        for choice in found.choices:
            if choice.refusal is not None:
                assert choice.refusal.message.text().rstrip("”")[-1] in ".)"
            if choice.kind == "cut":
                continue
            if choice.kind == "discard" and choice.legal:
                continue
            seat = step.dealer if choice.kind == "misdeal" else found.seat
            refusal = check(step, dataclasses.replace(
                single(found, choice.kind, choice.what), seat=seat))  # fmt: skip
            if choice.kind == "say" and must and choice.legal:
                continue
            assert (refusal is None) == choice.legal, choice
            if refusal is not None:
                text = refusal.message.text()
                assert text[-1] in ".)" and "{" not in text
        for other in step.active:
            if other != found.seat and found.choices[0].kind != "misdeal":
                kind, what = found.choices[0].kind, found.choices[0].what
                assert check(step, Action(other, kind, (what,) if what else ())) is not None
        if found.phase == "discard":
            n, _ = found.picks["discard"]
            cards = [c.what for c in found.choices if c.kind == "discard" and c.legal]
            musts = [c.what for c in found.choices if c.must]
            rest = [card for card in cards if card not in musts]
            assert len(musts) <= n <= len(cards)
            picked = (*musts, *rest[: n - len(musts)])
            if not any(map(PACK.is_tarok, cards)) or len(cards) - len(musts) >= n - len(musts):
                assert check(step, Action(found.seat, "discard", picked)) is None
            row = step.row.discard or ""
            assert check_set(step.rules, row, step.holds(found.seat), n, ()) is not None


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The value with cards exchanged, all the way down."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(renamed(item, names) for item in value)
    if isinstance(value, dict):
        return {key: renamed(item, names) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.replace(value, **{
            field.name: renamed(getattr(value, field.name), names)
            for field in dataclasses.fields(value)
        })  # fmt: skip
    return value


PLACES = ("pack", "dealt", "hands", "talon_dealt", "talon", "drawn", "discards")


@modest(40)
@given(seeds, bots, tables_of, options)
def test_views_tell_nothing_hidden(
    seed: str, bot: str, players: int, chosen: dict[str, str]
) -> None:
    """HLU-CALL-02, HLU-TALON-08, HLU-TALON-18, HLU-DISC-04: any exchange of cards a seat has not
    seen leaves its view, and what it is offered, as they were."""
    rng = random.Random(seed)
    for step in steps(play(seed, bot, players, chosen)):
        for seat in SEATS:
            mine = view(step, seat)
            tricks = [c for t in (*mine.tricks, *((mine.trick,) if mine.trick else ()))
                      for c in (*t.cards, *t.extra)]  # fmt: skip
            seen = {*mine.cards, *mine.dealt, *mine.drawn, *mine.discards, *mine.talon_seen,
                    *mine.exposed, *mine.shown, *tricks}  # fmt: skip
            hidden = [card for card in PACK.cards if card not in seen]
            mixed = rng.sample(hidden, len(hidden))
            names = dict(zip(hidden, mixed, strict=True))
            other = dataclasses.replace(
                step, **{name: renamed(getattr(step, name), names) for name in PLACES}
            )
            assert view(other, seat) == mine
            asked = current(step)
            if (
                asked is not None
                and asked[1] == seat
                and step.rules.doubling.hidden_partner == "void_if_partner"
            ):
                assert legal(other) == legal(step)


@modest(100)
@given(st.lists(st.sampled_from(PACK.cards), unique=True), st.randoms(use_true_random=False))
def test_order_does_not_count(pile: list[str], rng: random.Random) -> None:
    """HLU-COUNT-04: a pile is worth the same in any order, by the formula and group by group."""
    rules = tables.load("hlucin")
    faces = sum(map(PACK.value, pile))
    expected = faces - 2 * (len(pile) // 3) - (1 if len(pile) % 3 else 0)
    assert counting.value(rules, pile) == counting.count(rules, pile).points == expected
    rng.shuffle(pile)
    assert counting.count(rules, pile).points == expected
    rest = [card for card in PACK.cards if card not in pile]
    assert counting.value(rules, rest) == 70 - expected  # HLU-COUNT-06


@modest(25)
@given(seeds)
def test_piles_hold_what_was_won(seed: str) -> None:
    """HLU-PLAY-11, HLU-COUNT-08: tricks, discards and what is left of the talon, nothing twice."""
    hand = play(seed, "random", 4, {"povinnost.throw_in_unchallenged": "no"})
    if hand.ended:
        return
    piles = side_cards(hand)
    assert sorted(c for cards in piles.values() for c in cards) == sorted(PACK.cards)
