"""The first lead, and what it is worth to remember what was played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from taroky.cards import SUITS, Card
from taroky.game import apply, current, legal
from taroky.game.unseen import PERFECT, Memory
from taroky.game.view import view
from taroky.hand import Action
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Seat, Table

from taroky_devtools.strategy.deals import count, deal, deal_with_taroky
from taroky_devtools.strategy.experiment import (
    IN_TRUTH,
    JUDGED,
    NOT_THROWN_IN,
    Experiment,
    Measured,
    seen,
)
from taroky_devtools.strategy.plans import Plan, first_card, until
from taroky_devtools.strategy.valued import EFFORT, differences, in_truth, values


def leads(table: Table, cards: Sequence[Card], rng: random.Random) -> dict[str, Card]:
    """One card for each way of leading that the hand allows."""
    pack = table.cards
    taroky = [c for c in pack.sort(cards) if pack.is_tarok(c)]
    suits = {s: [c for c in pack.sort(cards) if pack.suit(c) == s] for s in SUITS}
    by_way: dict[str, Card] = {}
    kings = [c for c in cards if c[0] == "K"]
    if kings:
        by_way["king"] = rng.choice(sorted(kings))
    low = [c for c in taroky if c != "I"]
    if low:
        by_way["low tarok"] = low[-1]
    if len(low) > 1:
        by_way["high tarok"] = low[0]
    without_king = {s: cs for s, cs in suits.items() if cs and f"K{s}" not in cs}
    lengths = sorted({len(cs) for cs in without_king.values()})
    if len(lengths) > 1:  # there is a shorter and a longer suit to choose from
        for name, length in (("short suit", lengths[0]), ("long suit", lengths[-1])):
            suit = rng.choice([s for s, cs in without_king.items() if len(cs) == length])
            by_way[name] = without_king[suit][-1]
    return by_way


def _lead(
    table: Table,
    rng: random.Random,
    n: int,
    *,
    declarer: Seat,
    bid: str,
    taroky: int = 0,
    only: Sequence[str] = (),
) -> Measured:
    """Return what each way of leading brings, or each of these."""
    hands, talon = deal(table, rng)
    if taroky:  # a lone player bids on a hand that is worth it
        strong, talon = deal_with_taroky(table, rng, taroky + n % 3)
        hands = {**strong, declarer: strong["A"], "A": strong[declarer]}
    moment = until(table, hands, talon, Plan(bids={declarer: bid}), rng, first_card)
    if moment is None:
        return {}
    hand, options = moment
    seat, own = options.seat, hand.cards.hands[options.seat]
    plays = {action.what[0]: action for action in options.actions("play")}
    ways = {name: card for name, card in leads(table, own, rng).items() if card in plays}
    if only:
        ways = {name: ways[name] for name in only if name in ways}
        if len(ways) < 2:
            return {}
    if taroky:
        worth = in_truth(hand, seat, {card: card for card in ways.values()}, rng)
    else:
        worth = values(hand, seat, {card: plays[card] for card in ways.values()}, rng)
    if not worth:
        return {}
    figures: dict[str, float] = {}
    for name, card in ways.items():
        figures[f"{name}.points"] = worth[card].points or 0.0
        figures[f"{name}.paid"] = worth[card].mean
    differences(figures, "points", ways)
    differences(figures, "paid", ways, "paid.")
    held = count(table, own, "taroky")
    group = "many" if held >= 8 else "some" if held >= 6 else "few"
    differences(figures, "points", ways, f"{group}.")
    best = max(ways, key=lambda name: worth[ways[name]].mean)
    return figures | seen({f"best.{name}": name == best for name in ways})


# -- what a player remembers -----------------------------------------------------------------------

MEMORIES = {
    "nothing": Memory(False, False, False, False),
    "suits": Memory(False, False, False, True),
    "taroky": Memory(True, False, False, False),
    "courts": Memory(False, True, False, False),
    "everything": PERFECT,
}


def _memory(table: Table, rng: random.Random, n: int) -> Measured:
    """Somewhere in a hand a player chooses a card with each memory; what the cards bring is judged by
    one who remembers everything, in hands that none of them has imagined."""
    hands, talon = deal(table, rng)
    moment = until(table, hands, talon, Plan(), rng, first_card)
    if moment is None:
        return {}
    hand, usual = moment[0], RuleOfThumb(table, rng)
    for _ in range(rng.randrange(8, 44)):
        asked, options = current(hand), legal(hand)
        assert asked is not None and options is not None
        hand = apply(hand, usual.act(view(hand, asked[1]), options)[0])
    options = legal(hand)
    if options is None or len(options.actions("play")) < 2:
        return {}
    plays = {action.what[0]: action for action in options.actions("play")}
    chosen: dict[str, Action] = {}
    for name, memory in MEMORIES.items():
        effort = replace(EFFORT, cards=16, memory=memory)
        worth = values(hand, options.seat, plays, rng, effort)
        chosen[name] = plays[max(worth, key=lambda card: worth[card].mean)]
    judged = values(hand, options.seat, chosen, rng)
    figures = {
        f"{name}.{what}": value
        for name in MEMORIES
        for what, value in (
            ("points", (judged[name].points or 0.0) if judged else 0.0),
            ("paid", judged[name].mean if judged else 0.0),
        )
    }
    differences(figures, "points", MEMORIES)
    differences(figures, "paid", MEMORIES, "paid.")
    return figures | seen(
        {f"{name}.same": chosen[name] == chosen["everything"] for name in MEMORIES}
    )


EXPERIMENTS = (
    Experiment(
        "lead",
        "the declarer of a povinnost leads a king, a low or high tarok, or a card from a short or long suit",
        "hlucin",
        400,
        1,
        partial(_lead, declarer="A", bid=""),
        JUDGED,
        NOT_THROWN_IN,
    ),
    Experiment(
        "lead-king",
        "the declarer of a povinnost who has both leads a king or the lowest tarok",
        "hlucin",
        800,
        3,
        partial(_lead, declarer="A", bid="", only=("king", "low tarok")),
        JUDGED,
        NOT_THROWN_IN,
    ),
    Experiment(
        "lead-alone",
        "the first player leads in each of these ways against a trojka",
        "hlucin",
        600,
        1,
        partial(_lead, declarer="C", bid="trojka", taroky=8),
        IN_TRUTH,
        NOT_THROWN_IN,
    ),
    Experiment(
        "lead-78",
        "the first player leads in each of these ways against the declarer",
        "french",
        500,
        1,
        partial(_lead, declarer="C", bid="vzeti", taroky=8),
        IN_TRUTH,
    ),
    Experiment(
        "memory",
        "the player choosing a card had forgotten all or part of what had been played",
        "hlucin",
        800,
        2,
        _memory,
        JUDGED,
        NOT_THROWN_IN,
    ),
)
