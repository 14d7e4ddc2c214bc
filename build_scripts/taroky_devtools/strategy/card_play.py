"""Hands played to the end, card by card, by players that look ahead."""

from __future__ import annotations

import random

from taroky.game import apply, current, legal
from taroky.game.view import view
from taroky.hand import Hand
from taroky.players.search import Effort, LooksAhead

from taroky_devtools.strategy.plans import Plan, planned

#: How hard they think about a card.
EFFORT = Effort(cards=8, plays=1, batch=8, listens=False)


def play_on(hand: Hand, rng: random.Random, effort: Effort = EFFORT) -> Hand:
    """The hand played to its end; nothing more is said."""
    looks = LooksAhead(hand.table, rng, effort)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        plays = options.actions("play")
        if not plays:
            hand = apply(hand, planned(hand, options, Plan(), rng))
            continue
        judged = looks.compare(view(hand, asked[1]), plays) if len(plays) > 1 else None
        hand = apply(hand, judged.best.action if judged else plays[0])
    return hand
