"""Deals that get played: days and matches are of hands in which a card falls, found by letting players who go by rules
of thumb speak in all seats. What they say follows from the seed, so everybody finds the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from taroky.game import apply, current, legal
from taroky.game.view import view
from taroky.hand import Choice, Hand
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.strength import average, strength
from taroky.rules.table import Table

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.modes import MOST_DEALS
from taroky_tutorials.play_page.state import state_of

#: How much stronger than an average hand is one with which everybody bids, club players too: so many times as strong, or by so
#: much where that is less.
_TIMES, _MORE = 1.75, 4.5


def first_played(hand: Callable[[int], Evening]) -> int:
    """Return the number of the first deal that gets played, from 1 on; 1 if a house has rules by which none does. hand:
    makes the evening with the deal of a number."""
    return next((number for number in range(1, MOST_DEALS) if gets_played(hand(number))), 1)


def gets_played(evening: Evening) -> bool:
    """Whether a card falls in the hand, which is dealt, if all go by rules of thumb: with a bid that players who look
    ahead make as well, and without a hand that somebody may throw in."""
    hand = state_of(evening).hand
    if hand.table.auction.all_pass is not None and not _bid_is_sure(hand):
        return False
    says = RuleOfThumb(hand.table, random.Random(f"{evening.seed}/{evening.number}/looked"))
    while (asked := current(hand)) is not None and asked[0].name != "play":
        options = legal(hand)
        if options is None or not (options.legal or "say" in options.offered):
            return False
        if any(map(partial(_throws_in, hand.table), options.of("choose"))):
            return False
        hand = apply(hand, says.act(view(hand, options.seat), options)[0])
    return asked is not None


def _bid_is_sure(hand: Hand) -> bool:
    """Whether somebody is so strong as to bid for certain, where the cards are dealt again if nobody does. Without the
    highest trump a club player may pass even so."""
    table = hand.table
    usual = average(table)
    least = min(usual * _TIMES, usual + _MORE)
    highest = table.cards.trumps[0]
    return any(
        strength(table, cards) >= least and highest in cards for cards in hand.deal.dealt.values()
    )


def _throws_in(table: Table, choice: Choice) -> bool:
    """Whether the cards are dealt again after this choice."""
    return choice.what in table.offers and table.offers[choice.what].then.startswith("redeal")
