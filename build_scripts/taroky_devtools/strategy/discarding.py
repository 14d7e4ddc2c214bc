"""Ways of discarding, with the same cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from taroky.cards import Card, Pack
from taroky.hand import Action
from taroky.rules.table import Table

from taroky_devtools.strategy.deals import deal_with_taroky
from taroky_devtools.strategy.experiment import JUDGED, NOT_THROWN_IN, Experiment, Measured
from taroky_devtools.strategy.plans import Lay, Plan, shape, turn, until
from taroky_devtools.strategy.valued import differences, values


def valuable(
    table: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
) -> Sequence[Card]:
    """The cards that count most."""
    pack = table.cards
    return sorted(may, key=lambda c: (pack.is_tarok(c), -pack.value(c), pack.position(c)))[:n]


def cheap(
    table: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
) -> Sequence[Card]:
    """The cards that count least."""
    pack = table.cards
    return sorted(may, key=lambda c: (pack.is_tarok(c), pack.value(c), pack.position(c)))[:n]


def even(
    table: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
) -> Sequence[Card]:
    """Take one after another from the suit that is longest then, its most valuable card: nothing runs out."""
    pack = table.cards
    return _one_by_one(
        pack,
        hand,
        may,
        n,
        lambda c, length: (pack.is_tarok(c), -length, -pack.value(c), pack.position(c)),
    )


def singles(
    table: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
) -> Sequence[Card]:
    """Short suits down to one card each, the highest stays; more only if it must be."""
    pack = table.cards
    return _one_by_one(
        pack,
        hand,
        may,
        n,
        lambda c, length: (pack.is_tarok(c), length < 2, length, -pack.position(c)),
    )


def _one_by_one(
    pack: Pack,
    hand: Sequence[Card],
    may: Sequence[Card],
    n: int,
    order: Callable[[Card, int], tuple[object, ...]],
) -> list[Card]:
    """Card after card, the first by this order, which is told how long the card's suit still is."""
    left, chosen = list(hand), list[Card]()
    for _ in range(n):
        lengths = Counter(map(pack.suit, left))
        card = min(
            (c for c in may if c not in chosen), key=lambda c: order(c, lengths[pack.suit(c)])
        )
        chosen.append(card)
        left.remove(card)
    return chosen


def lot(
    table: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
) -> Sequence[Card]:
    """Whatever comes, but taroky last."""
    pack = table.cards
    drawn = sorted(may, key=lambda _: rng.random())
    return sorted(drawn, key=pack.is_tarok)[:n]


WAYS: Mapping[str, Lay] = {
    "lot": lot,
    "cheap": cheap,
    "even": even,
    "dear": valuable,
    "single": singles,
    "void": shape,
}


def _discards(table: Table, rng: random.Random, n: int, *, bid: str = "") -> Measured:
    """Return what the declarer has of each way."""
    hands, talon = deal_with_taroky(table, rng, 5 + n % 5)
    moment = until(table, hands, talon, Plan(bids={"A": bid}), rng, turn("A", "discard"))
    if moment is None:
        return {}
    hand, options = moment
    held = hand.cards.hands["A"]
    size, _ = options.picks["discard"]
    must = [c.what for c in options.of("discard") if c.must]
    may = [c.what for c in options.of("discard") if not c.must]
    ways = {
        name: Action(
            "A", "discard", table.cards.sort((*must, *lay(table, held, may, size - len(must), rng)))
        )
        for name, lay in WAYS.items()
    }
    worth = values(hand, "A", ways, rng)
    figures: dict[str, float] = {}
    for name, action in ways.items():
        left = {table.cards.suit(card) for card in held if card not in action.what}
        figures[f"{name}.voids"] = 4 - len(left - {"T", ""})
        figures[f"{name}.laid"] = sum(map(table.cards.value, action.what))
        if worth:
            figures[f"{name}.paid"] = worth[name].mean
    differences(figures, "paid", WAYS)
    return figures


EXPERIMENTS = (
    Experiment(
        "discards",
        "the declarer of a povinnost discards four cards in each of these ways",
        "hlucin",
        400,
        1,
        _discards,
        JUDGED,
        NOT_THROWN_IN,
    ),
    Experiment(
        "discards-78",
        "the declarer discards six cards in each of these ways",
        "french",
        150,
        1,
        partial(_discards, bid="vzeti"),
        JUDGED,
    ),
)
