"""Whole hands played by bots, each from its own seed so that any of them can be played again."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from taroky import rules
from taroky.errors import RecordError
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.messages import say
from taroky.players.bot import Bot
from taroky.players.roster import player
from taroky.rules.table import Seat, Table


def play_hand(
    table: Table,
    seed: str,
    bot: str = "random",
    players: int | None = None,
    first_hand: bool = False,
) -> Hand:
    """One hand from the shuffled pack to its end."""
    rng = random.Random(seed)
    hand = undealt(table, table.cards.shuffled(rng), players=players, first_hand=first_hand)
    return finish(hand, rng, bot)


def finish(hand: Hand, rng: random.Random, bot: str = "random") -> Hand:
    """The hand played on to its end by bots."""
    who = player(bot, hand.table, rng)
    return play_on(hand, dict.fromkeys(hand.at_table, who), apply)


def play_on(hand: Hand, bots: Mapping[Seat, Bot], act: Callable[[Hand, Any], Hand]) -> Hand:
    """The hand played on to its end. bots: who plays each seat; act: what an action leads to, which raises
    TarokyError for one that is not legal."""
    while (asked := current(hand)) is not None:
        hand = act(hand, next_action(hand, bots[asked[1]]))
    return hand


def next_action(hand: Hand, who: Bot) -> Action:
    """Return what a player does whose turn it is. Raises RecordError where nothing can be done at all, and where the
    player gives no action."""
    options = legal(hand)
    assert options is not None
    if not options.kinds and "say" not in options.offered:  # a house's rules lead nowhere
        raise RecordError(say("hand.stuck", seat=options.seat, phase=options.phase))
    answer: Any = who.act(view(hand, options.seat), options)
    if not isinstance(answer, tuple) or len(answer) != 2:
        raise RecordError(say("player.no_action", seat=options.seat, answer=type(answer).__name__))
    action: Action = answer[0]
    return action


def play_hands(
    source: str | Table,
    seed: int,
    hands: int,
    bot: str = "random",
    options: Mapping[str, str] | None = None,
    players: int | None = None,
) -> Iterator[Hand]:
    """Play this many hands by a table, or by a rule set with these options; hand number n of a seed is
    always the same."""
    table = rules.load(source, options) if isinstance(source, str) else source
    for n in range(hands):
        yield play_hand(table, f"{seed}/{n}", bot, players)
