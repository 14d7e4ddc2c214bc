"""Play a hand again from another deal, through the front door: every action is asked for and judged."""

from __future__ import annotations

import random

from taroky.game import apply, check, current, dealt, legal
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.bot import Bot
from taroky.rules.table import Table

#: Answers to questions that only some cards lead to; nobody hears them.
UNHEARD = {"say": "nothing", "choose": "play_on"}


def shuffled_deal(table: Table, rng: random.Random) -> Hand:
    """A hand whose cards have been dealt at random."""
    pack, n = table.cards.shuffled(rng), table.deal.hand
    hands = {seat: pack[i * n : (i + 1) * n] for i, seat in enumerate(table.active)}
    return dealt(table, hands, pack[n * len(hands) :])


def positions(table: Table, seed: str, bots: list[Bot]) -> list[Hand]:
    """Each position of a hand in which somebody is asked; the bots take the seats in turns."""
    hand = shuffled_deal(table, random.Random(seed))
    reached = []
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        reached.append(hand)
        bot = bots[hand.table.active.index(asked[1]) % len(bots)]
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    return reached


def redealt(hand: Hand, guess: Hand) -> tuple[Hand, Action | None]:
    """The hand with the guess's cards after the same actions, discards being those of the guess; or as far
    as it goes, with the action that these cards do not allow."""
    deal = guess.deal
    anew = dealt(
        hand.table, deal.dealt, deal.talon_dealt, players=hand.players, first_hand=hand.first_hand
    )
    left = {seat: [*cards] for seat, cards in guess.discard.discards.items()}
    for action in hand.actions:
        if action.kind == "discard":
            n = len(action.what)
            action = Action(action.seat, "discard", hand.table.cards.sort(left[action.seat][:n]))
            del left[action.seat][:n]
        action = _with_shown(hand, action)
        anew = _answered(anew, action)
        if check(anew, action) is None:
            anew = apply(anew, action)
        elif action.what != (UNHEARD.get(action.kind),) or current(anew)[1] == action.seat:  # type: ignore[index]
            return anew, action
    asked = hand.asked
    if asked is not None:
        anew = _answered(anew, Action(asked[1], ""))
    return anew, None


def _with_shown(hand: Hand, action: Action) -> Action:
    """The action with the cards named that were shown with it: with others, others might be usual."""
    shown = {(seat, row): cards for seat, row, cards in hand.announce.displayed}
    items = [
        f"{item}:{','.join(shown[action.seat, item])}" if (action.seat, item) in shown else item
        for item in action.what
    ]
    return action._replace(what=tuple(items))


def _answered(hand: Hand, action: Action) -> Hand:
    """The hand with questions answered that only its own cards lead to."""
    while (asked := current(hand)) is not None and asked[1] != action.seat:
        options = legal(hand)
        assert options is not None
        answers = [Action(asked[1], kind, (what,)) for kind, what in UNHEARD.items()]
        answers = [
            one for one in answers if one.kind in options.offered and check(hand, one) is None
        ]
        if not answers or check(hand, action) is None:
            return hand
        hand = apply(hand, answers[0])
    return hand
