"""Announcing the pagát, doubling, and what becomes of the pagát in play."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from taroky.game import apply
from taroky.hand import Action, Hand, Legal
from taroky.players.strength import strength
from taroky.rules.table import Seat, Table
from taroky.settling.paying import finished_facts, settle

from taroky_devtools.strategy.card_play import play_on
from taroky_devtools.strategy.deals import Deal, count, deal_with_taroky
from taroky_devtools.strategy.experiment import (
    IN_TRUTH,
    JUDGED,
    NOT_THROWN_IN,
    PLAYED_OUT,
    Experiment,
    Measured,
    seen,
)
from taroky_devtools.strategy.plans import Plan, first_card, on, until
from taroky_devtools.strategy.valued import played_on, values

#: How strong a hand is that bids to play alone; the page about bidding says so.
_WORTH_IT = 10


def _paid(hand: Hand, seat: Seat) -> float:
    """Return what the seat gets for the game and for bonuses in play, not for what it was dealt."""
    table = hand.table
    items = settle(table, finished_facts(hand)).items
    dealt = table.declarations.rows
    return float(sum(i.amounts.get(seat, 0) for i in items if i.row not in dealt))


def _ways(options: Legal, item: str) -> dict[str, Action]:
    """Saying what must be said, and saying this besides."""
    must = tuple(choice.what for choice in options.of("say") if choice.must)
    return {
        "silent": Action(options.seat, "say", must or ("nothing",)),
        "said": Action(options.seat, "say", (*must, item)),
    }


def _able(seat: Seat, item: str) -> Callable[[Hand, Legal], bool]:
    """The moment when this seat may say it."""
    return lambda hand, options: (
        options.seat == seat and item in (choice.what for choice in options.of("say"))
    )


def _pagat_of(table: Table) -> str:
    """Return what the announcement of the tarok I is called."""
    return next(name for name, row in table.bonuses.items() if row.card == "I")


def _with_pagat(
    table: Table, rng: random.Random, n: int, seat: Seat, bid: str, taroky: int
) -> tuple[Hand, Legal] | None:
    """A hand in which this seat has the I and that many taroky, when it may be announced."""
    while True:
        strong, talon = deal_with_taroky(table, rng, taroky)
        if "I" in strong["A"]:
            break
    hands = {**strong, seat: strong["A"], "A": strong[seat]}
    plan = Plan(bids={"A": bid})
    return until(table, hands, talon, plan, rng, _able(seat, _pagat_of(table)))


def _pagat(
    table: Table, rng: random.Random, n: int, *, seat: Seat = "A", bid: str = ""
) -> Measured:
    """Return what it brings to announce the I, and to say nothing, by the taroky in the hand after the
    exchange."""
    moment = _with_pagat(table, rng, n, seat, bid, 5 + n % 6)
    if moment is None or (seat != "A" and moment[0].same_side(seat, moment[0].declarer)):
        return {}
    hand, options = moment
    worth = values(hand, seat, _ways(options, _pagat_of(table)), rng)
    if not worth:
        return {}
    held = count(table, hand.cards.hands[seat], "taroky")
    gain = worth["said"].mean - worth["silent"].mean
    high = sum(card in hand.cards.hands[seat] for card in table.cards.trumps[:4])
    figures = {
        "said-silent": gain,
        f"said-silent.{held}": gain,
        f"said.paid.{held}": worth["said"].mean,
        f"silent.paid.{held}": worth["silent"].mean,
    }
    if held in (8, 9):
        figures[f"said-silent.high.{high}"] = gain
    return figures | seen({f"says.{held}": gain > 0})


def _pagat_kept(table: Table, rng: random.Random, n: int) -> Measured:
    """The declarer announces the I, and does not; the hand is played card by card."""
    moment = _with_pagat(table, rng, n, "A", "", 5 + n % 6)
    if moment is None:
        return {}
    hand, options = moment
    held, seed = count(table, hand.cards.hands["A"], "taroky"), rng.random()
    figures: dict[str, float] = {}
    for name, action in _ways(options, _pagat_of(table)).items():
        chance = random.Random(seed)
        due = on(apply(hand, action), Plan(), chance, first_card)
        if due is None:
            return {}
        end = play_on(due[0], chance)
        last = end.play.tricks[-1]
        made = last.winner == "A" and "I" in last.cards and last.by("I") == "A"
        figures |= seen({f"{name}.made": made, f"{name}.made.{held}": made})
        figures[f"{name}.paid"] = figures[f"{name}.paid.{held}"] = _paid(end, "A")
    gain = figures["said.paid"] - figures["silent.paid"]
    return figures | {"said-silent": gain, f"said-silent.{held}": gain}


def _petit(table: Table, rng: random.Random, n: int) -> Measured:
    """Return what becomes of the I, by how many taroky its holder has."""
    hands, talon = deal_with_taroky(table, rng, 6 + n % 5)
    moment = until(table, hands, talon, Plan(bids={"A": "vzeti"}), rng, first_card)
    if moment is None:
        return {}
    hand = moment[0]
    holder = hand.holder("I")
    assert holder is not None
    held = min(count(table, hand.cards.hands[holder], "taroky"), 10)
    end = play_on(hand, rng)
    trick = next(t for t in end.play.tricks if "I" in t.cards)
    assert trick.winner is not None
    lost = not end.same_side(holder, trick.winner)
    who = "taker" if holder == "A" else "defender"
    group = "0-4" if held <= 4 else "5-6" if held <= 6 else "7+"
    last = trick is end.play.tricks[-1]
    return seen({f"{who}.lost": lost, f"{who}.lost.{group}": lost, f"{who}.last": last})


def _double(table: Table, rng: random.Random, n: int) -> Measured:
    """Return what the first double of the lowest game brings one of its opponents, by the strength of
    that hand as it was dealt."""
    seat = table.active[1 + n % (len(table.active) - 1)]
    # Hands that double are rare: each number of taroky comes as often.
    mine, talon = deal_with_taroky(table, rng, 3 + n % 7)
    hands = {**mine, seat: mine["A"], "A": mine[seat]}
    item = _first_double(table)
    moment = until(table, hands, talon, Plan(), rng, _able(seat, item))
    if moment is None or moment[0].same_side(seat, moment[0].declarer):
        return {}
    worth = values(moment[0], seat, _ways(moment[1], item), rng)
    if not worth:
        return {}
    group = strength(table, hands[seat])
    gain = worth["said"].mean - worth["silent"].mean
    return {"said-silent": gain, f"said-silent.{group}": gain, **seen({f"says.{group}": gain > 0})}


def _double_lone(table: Table, rng: random.Random, n: int, *, bid: str) -> Measured:
    """The same against a lone player whose hand is worth the bid, as the cards lie."""
    seat = table.active[1 + n % (len(table.active) - 1)]
    while True:
        hands, talon = _both(table, rng, seat, 8 + n % 3, 3 + n % 5)
        if strength(table, hands["A"]) >= _WORTH_IT:
            break
    item = _first_double(table)
    moment = until(table, hands, talon, Plan(bids={"A": bid}), rng, _able(seat, item))
    if moment is None:
        return {}
    paid = {}
    for name, action in _ways(moment[1], item).items():
        due = on(apply(moment[0], action), Plan(), rng, first_card)
        if due is None:
            return {}
        paid[name] = played_on(due[0], seat, rng)
    held = strength(table, hands[seat])
    group = "3-5" if held <= 5 else "6-7" if held <= 7 else "8+"
    gain = paid["said"] - paid["silent"]
    return {"said-silent": gain, f"said-silent.{group}": gain, "silent": paid["silent"]}


def _first_double(table: Table) -> str:
    return f"{next(iter(table.doubling.steps))}:game"


def _both(table: Table, rng: random.Random, seat: Seat, bidder: int, other: int) -> Deal:
    """A deal in which A has that many taroky, and this seat so many."""
    pack = table.cards
    taroky = rng.sample(pack.trumps, bidder + other)
    suits = rng.sample(
        [card for card in pack.cards if card not in pack.trumps], len(pack.cards) - len(pack.trumps)
    )
    n = table.deal.hand
    mine = [*taroky[:bidder], *(suits.pop() for _ in range(n - bidder))]
    theirs = [*taroky[bidder:], *(suits.pop() for _ in range(n - other))]
    rest = [card for card in pack.cards if card not in {*mine, *theirs}]
    rng.shuffle(rest)
    other_seats = [one for one in table.active if one not in ("A", seat)]
    hands = {one: rest[i * n : (i + 1) * n] for i, one in enumerate(other_seats)}
    return {**hands, "A": mine, seat: theirs}, rest[len(other_seats) * n :]


EXPERIMENTS = (
    Experiment(
        "pagat",
        "a declarer with the I announces it, or does not",
        "hlucin",
        480,
        1,
        _pagat,
        JUDGED,
        NOT_THROWN_IN,
    ),
    Experiment(
        "pagat-opponent",
        "an opponent with the I announces it, or does not",
        "hlucin",
        300,
        1,
        partial(_pagat, seat="C"),
        JUDGED,
        NOT_THROWN_IN,
    ),
    *(
        Experiment(
            f"pagat-{game}",
            "a declarer with the I announces it, or does not",
            game,
            240,
            1,
            _pagat,
            JUDGED,
        )
        for game in ("polish",)
    ),
    Experiment(
        "pagat-kept",
        "a declarer with the I announces it, or does not, and the hand is played",
        "hlucin",
        240,
        1,
        _pagat_kept,
        PLAYED_OUT,
        NOT_THROWN_IN,
    ),
    Experiment(
        "pagat-78",
        "what happens to the I in a hand with a declarer",
        "french",
        150,
        1,
        _petit,
        PLAYED_OUT,
    ),
    Experiment(
        "double",
        "an opponent doubles a povinnost, or does not",
        "hlucin",
        1200,
        1,
        _double,
        JUDGED,
        NOT_THROWN_IN,
    ),
    Experiment(
        "double-trojka",
        "an opponent doubles a trojka that was bid with a strength of ten or more, or does not",
        "hlucin",
        600,
        1,
        partial(_double_lone, bid="trojka"),
        IN_TRUTH,
    ),
    *(
        Experiment(
            f"double-{game}",
            "an opponent doubles the lowest game, or does not",
            game,
            420,
            1,
            _double,
            JUDGED,
        )
        for game in ("polish", "machtarok")
    ),
)
