"""What holds in every hand of every rule set: random hands by both players, at every number of
people, with random house options."""

from __future__ import annotations

import random
from typing import Any

import holding
import pytest
import soak
from holding import single
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from taroky import rules
from taroky.cards import Card
from taroky.cli import trying
from taroky.game import check, current, legal, replay, undealt
from taroky.game.view import View, view
from taroky.hand import Action, Hand, Legal, Refusal, replace
from taroky.phases.declaring import check_combination
from taroky.phases.discard import check_set
from taroky.rules.table import Seat, Table
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import finished_facts, settle

RULES = rules.ids()
every_rules = pytest.mark.parametrize("game", RULES)
seeds = st.integers(0, 10**6).map(str)


def modest(examples: int) -> settings:
    """The same examples every time, none kept on disk."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )


def play(game: str, seed: str) -> Hand:
    """A hand of that rule set; options, players and bot follow from the seed."""
    rng = random.Random(seed)
    chosen = holding.choose_options(game, rng)
    players = rng.choice(rules.load(game, chosen).seats.players)
    return holding.play(game, seed, rng.choice(["random", "thumb"]), players, chosen)


@every_rules
@modest(8)
@given(seeds)
def test_cards_points_and_money(game: str, seed: str) -> None:
    """HLU-DECK-01, HLU-COUNT-06, HLU-VAR-17, HLU-SET-14, HLU-SEAT-03, MACH-COUNT-07, VIC-COUNT-07,
    HEUN-COUNTING-01, FR-COUNTING-02: every card at every step, the points of the pack in the end,
    and payments that sum to zero or to what a pot got or gave."""
    hand = play(game, seed)
    for step in holding.steps(hand):
        trying.check_cards(step)
    holding.check_points(hand)
    settled = holding.check_payments(hand)
    for seat in set(hand.at_table) - set(hand.active):
        assert settled.payments[seat] == 0 or hand.ended == "misdeal"
    if hand.ended:
        assert not hand.play.tricks or hand.ended in hand.table.penalties
    elif not hand.table.play[hand.row.play].stops_early:
        assert len(hand.play.tricks) == hand.table.deal.hand


@modest(30)
@given(seeds)
def test_seventy_points(seed: str) -> None:
    """HLU-COUNT-06, HLU-VAR-17, HLU-SET-06: two sides share 70 whole points and one amount each;
    where each plays alone thirds may be lost."""
    hand = play("hlucin", seed)
    if hand.ended:
        return
    facts = finished_facts(hand)
    total = sum(facts.points.values())
    if hand.row.sides != "each":
        assert total == 70
        assert all(points.denominator == 1 for points in facts.points.values())
        if not settle(hand.table, facts).pots:
            payments = settle(hand.table, facts).payments
            for side in (hand.declarers, hand.opponents):
                assert len({payments[seat] for seat in side}) == 1
    elif hand.table.count.left_over == "exact":
        assert total == 70
    else:
        assert 69 <= total <= 71


@every_rules
@modest(4)
@given(seeds)
def test_records_and_replay(game: str, seed: str) -> None:
    """A record survives text, JSON and code; replaying it gives the same hand and the same bytes."""
    hand = play(game, seed)
    trying.check_record(hand)
    again = replay(
        undealt(hand.table, hand.deal.pack, players=hand.players, first_hand=hand.first_hand),
        hand.actions,
    )
    assert again == hand
    assert settle(again.table, finished_facts(again)) == settle(hand.table, finished_facts(hand))


def together(options: Legal, action: Action) -> bool:
    """Whether an action takes several choices at once, so that one of them alone may be too few."""
    return options.picks.get(action.kind, (1, 1))[0] > 1 or action.kind in ("cut", "discard")


@every_rules
@modest(3)
@given(seeds)
def test_choices_and_checks_agree(game: str, seed: str) -> None:
    """HLU-PEN-02, HEUN-PENALTIES-10, FR-PENALTY-01: what is offered as legal is accepted, what is
    not is refused with a sentence, and nobody acts out of turn."""
    for step in holding.steps(play(game, seed)):
        options = legal(step)
        if options is None:
            over = check(step, single(step.active[0], "play", step.table.cards.cards[0]))
            assert over is not None
            continue
        silent = options.picks.get("say", (1, 1))[0] == 0  # to say nothing is always open
        assert silent or any(choice.legal for choice in options.choices)
        must = any(choice.must for choice in options.choices if choice.kind == "say")
        for choice in options.choices:
            if choice.refusal is not None:
                spoken(choice.refusal)
            action = single(options.seat, choice.kind, choice.what)
            if cut_or_deal(step, choice.kind) or (choice.legal and together(options, action)):
                continue
            if choice.kind == "say" and must and choice.legal:
                continue
            refusal = check(step, action)
            assert (refusal is None) == choice.legal, choice
            if refusal is not None:
                spoken(refusal)
        out_of_turn(step, options)
        if options.phase == "discard" and "discard" in options.picks:
            discards(step, options)


def cut_or_deal(step: Hand, kind: str) -> bool:
    """Whether the choice still needs a number: a cut, places of the pack."""
    return not step.deal.dealt and kind != "misdeal"


def spoken(refusal: Refusal) -> None:
    """A refusal is a whole sentence."""
    text = refusal.message.text()
    assert text.rstrip("”")[-1] in ".?)", text
    assert "{" not in text


def out_of_turn(step: Hand, options: Legal) -> None:
    """Nobody else may do what this seat is asked for, unless the table hears words out of turn."""
    choice = next((c for c in options.choices if c.legal), None)
    if choice is None or choice.kind in ("misdeal", "expose", "choose", "say"):
        return
    for other in step.active:
        if other != options.seat and step.deal.dealt:
            row = step.table.discard.get(step.row.discard or "") if step.contract else None
            if choice.kind == "discard" and row and row.order == "simultaneous":
                continue
            assert check(step, single(other, choice.kind, choice.what)) is not None


def discards(step: Hand, options: Legal) -> None:
    """The cards that must go, filled up with others that may, can always be discarded."""
    n, _ = options.picks["discard"]
    cards = [c.what for c in options.choices if c.kind == "discard" and c.legal]
    musts = [c.what for c in options.choices if c.must]
    rest = [card for card in cards if card not in musts]
    assert len(musts) <= n <= len(cards)
    picked = (*musts, *rest[: n - len(musts)])
    assert check(step, Action(options.seat, "discard", picked)) is None
    row = step.row.discard or ""
    assert check_set(step.table, row, step.holds(options.seat), n, ()) is not None


# -- what a seat may know -------------------------------------------------------------------------


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The value with cards exchanged, all the way down."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(renamed(item, names) for item in value)
    if isinstance(value, dict):
        return {key: renamed(item, names) for key, item in value.items()}
    return value


#: Where cards lie, by the part of a hand that says so.
PLACES = {
    "deal": ("pack", "dealt", "talon_dealt"),
    "cards": ("hands", "talon"),
    "exchange": ("drawn",),
    "discard": ("discards",),
}


def seen_in(mine: View) -> set[Card]:
    """Every card whose place the view shows."""
    tricks = [*mine.tricks, *((mine.trick,) if mine.trick else ())]
    shown = [card for _, _, cards in mine.displayed for card in cards]
    return {
        *mine.cards,
        *mine.dealt,
        *mine.drawn,
        *mine.discards,
        *mine.talon_seen,
        *mine.exposed,
        *mine.shown,
        *shown,
        *(c for t in tricks for c in (*t.cards, *t.extra)),
    }


def elsewhere(step: Hand, mine: View, rng: random.Random) -> Hand:
    """The same hand with the cards that this view does not show dealt out anew. What was told about
    hidden cards stays true: the numbers told of discarded taroky, and that none was discarded
    unseen where it would have been shown."""
    pack = step.table.cards
    row = step.table.discard.get(step.row.discard or "") if step.contract else None
    told_sets = (*row.told, *row.shown) if row else ()
    fixed = seen_in(mine)
    if step.calling and "no" in (step.calling.own_secret, step.calling.secret):
        fixed.add(
            step.call.called
        )  # the player who has called a card of their own, or who holds it, says so
    groups: dict[bool, list[Card]] = {}
    for card in pack.cards:
        if card not in fixed:
            groups.setdefault(any(card in pack.members(of) for of in told_sets), []).append(card)
    names: dict[str, str] = {}
    for cards in groups.values():
        names |= dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    changed: dict[str, Any] = {}
    for part, places in PLACES.items():
        before = getattr(step, part)
        now = {name: renamed(getattr(before, name), names) for name in places}
        changed[part] = replace(before, **now)
    if not mine.called:
        called = names.get(step.call.called, step.call.called)
        changed["call"] = replace(step.call, called=called)
    return replace(step, **changed)


@every_rules
@modest(4)
@given(seeds)
def test_views_tell_nothing_hidden(game: str, seed: str) -> None:
    """HLU-CALL-02, HLU-TALON-08, HLU-TALON-18, HLU-DISC-04, HEUN-CALLING-02, HEUN-TALON-12,
    HEUN-DISCARD-08, MACH-CALL-10, VIC-CALL-08, VIC-CALL-14, FR-CALLING-05: any exchange of cards a
    seat has not seen leaves its view, and what it is offered, as they were."""
    rng = random.Random(seed)
    for step in holding.steps(play(game, seed)):
        if not step.deal.dealt:
            continue
        seat = rng.choice(step.active)
        asked = current(step)
        for who in {seat, asked[1] if asked else seat}:
            mine = view(step, who)
            other = elsewhere(step, mine, rng)
            assert view(other, who) == mine
            true_teams = step.table.doubling.hidden_partner == "true_teams"
            if asked is not None and asked[1] == who and not true_teams:
                assert legal(other) == legal(step)


# -- counting and declaring -----------------------------------------------------------------------


@modest(100)
@given(
    st.lists(st.sampled_from(rules.load("hlucin").cards.cards), unique=True),
    st.randoms(use_true_random=False),
)
def test_order_does_not_count(pile: list[str], rng: random.Random) -> None:
    """HLU-COUNT-04: a pile is worth the same in any order, by the formula and group by group."""
    table = rules.load("hlucin")
    faces = sum(map(table.cards.value, pile))
    expected = faces - 2 * (len(pile) // 3) - (1 if len(pile) % 3 else 0)
    assert counting.value(table, pile) == counting.count(table, pile).points == expected
    rng.shuffle(pile)
    assert counting.count(table, pile).points == expected
    rest = [card for card in table.cards.cards if card not in pile]
    assert counting.value(table, rest) == 70 - expected  # HLU-COUNT-06


@modest(25)
@given(seeds)
def test_piles_hold_what_was_won(seed: str) -> None:
    """HLU-PLAY-11, HLU-COUNT-08: tricks, discards and what is left of the talon, nothing twice."""
    hand = holding.play("hlucin", seed, "random", 4, {"povinnost.throw_in_unchallenged": "no"})
    if hand.ended:
        return
    piles = side_cards(hand)
    assert sorted(c for cards in piles.values() for c in cards) == sorted(hand.table.cards.cards)


def declared_by(hand: Hand, seat: Seat) -> tuple[str, ...]:
    return hand.announce.declarations.get(seat, ())


@every_rules
@modest(8)
@given(seeds)
def test_declared_rows_stand_together(game: str, seed: str) -> None:
    """HLU-ANN-16, POL-ANN-11, MACH-ANN-13, FR-ANNOUNCE-05: nobody declares a row twice, or more of
    a group than the table lets."""
    hand = play(game, seed)
    table: Table = hand.table
    for seat in hand.active:
        rows = declared_by(hand, seat)
        assert len(set(rows)) == len(rows)
        refusal = check_combination(table, rows)
        assert refusal is None or any(g.unless for g in table.declarations.per_group.values())


@every_rules
def test_a_little_soak(game: str) -> None:
    """What `make soak` does at length: hands with drawn options, none failing."""
    tally = soak.batch(game, "test", 3)
    assert tally.failures == []
    assert sum(tally.ended.values()) == tally.hands == 3
