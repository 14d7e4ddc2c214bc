"""The actions a player compares: all of them where they are few, and a good selection of the ways to
discard."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb

from taroky.cards import Card
from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.rules.table import Table

#: How many ways of discarding are all compared; of more a selection of this size.
_WAYS = 12


def candidates(
    table: Table, view: View, legal: Legal, usual: Action, rng: random.Random
) -> list[Action]:
    """Return what is worth comparing, without sayings that would be added to others (see `sayings`).
    usual: what a player who does not think would do; it is always among them."""
    actions = [usual]
    for kind in legal.kinds:
        if kind == "discard":
            actions += _discards(table, view, legal, rng)
        elif kind not in legal.picks:
            actions += legal.singly(kind)
    return _each_once(actions)


def _each_once(actions: Sequence[Action]) -> list[Action]:
    """The actions without those that are another with the same cards in another order."""
    kept: dict[tuple[str, frozenset[str]], Action] = {}
    for action in actions:
        kept.setdefault((action.kind, frozenset(action.what)), action)
    return list(kept.values())


def sayings(legal: Legal) -> list[Action]:
    """Saying only what must be said, and each other thing that may be said together with it."""
    choices = legal.of("say")
    must = tuple(choice.what for choice in choices if choice.must)
    silent = Action(legal.seat, "say", must or ("nothing",))
    return [
        silent,
        *(Action(legal.seat, "say", (*must, choice.what)) for choice in choices if not choice.must),
    ]


def _discards(table: Table, view: View, legal: Legal, rng: random.Random) -> list[Action]:
    n, _ = legal.picks["discard"]
    choices = legal.of("discard")
    must = [choice.what for choice in choices if choice.must]
    free = [choice.what for choice in choices if not choice.must]
    left = n - len(must)
    if comb(len(free), max(left, 0)) <= _WAYS:
        ways: list[Sequence[Card]] = [*combinations(free, max(left, 0))]
    else:
        ways = [*_selected(table, view.cards, free, left, rng)]
    sort = table.cards.sort
    return [Action(legal.seat, "discard", sort((*must, *way))) for way in ways]


def _selected(
    table: Table, held: Sequence[Card], free: Sequence[Card], n: int, rng: random.Random
) -> Iterator[Sequence[Card]]:
    """Suits emptied one after another in every order; the most valuable cards; the least valuable ones;
    and some at random."""
    pack = table.cards
    by_value = sorted(free, key=lambda card: (pack.is_tarok(card), -pack.value(card)))
    suits: dict[str, list[Card]] = {}
    for card in by_value:
        if not pack.is_tarok(card):
            suits.setdefault(pack.suit(card), []).append(card)
    whole = [
        suit
        for suit, cards in suits.items()
        if len(cards) == sum(pack.suit(card) == suit for card in held)
    ]
    ways = [
        by_value[:n],
        sorted(by_value, key=lambda card: (pack.is_tarok(card), pack.value(card)))[:n],
    ]
    for first in whole:
        for second in [*whole, *suits]:
            if second != first:
                order = [*suits[first], *suits[second], *by_value]
                ways.append(list(dict.fromkeys(order))[:n])
    seen: set[frozenset[Card]] = set()
    for way in ways:
        if frozenset(way) not in seen and len(seen) < _WAYS - 2:
            seen.add(frozenset(way))
            yield way
    for _ in range(2):
        plain = [card for card in free if not pack.is_tarok(card)]
        yield rng.sample(plain if len(plain) >= n else list(free), n)
