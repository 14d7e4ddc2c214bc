"""The actions of the others: each follows from the evening's seed and what has been done so far."""

from __future__ import annotations

import random

from taroky.errors import RecordError
from taroky.game import current, legal
from taroky.game.view import view
from taroky.hand import Action
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.players.roster import player

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import HERE
from taroky_tutorials.play_page.state import PlayState, state_of

#: Who acts for you where you have nothing to choose, and who while you watch.
_FOR_YOU, _WATCHED = "thumb", "master"


def dealt(evening: Evening) -> Evening:
    """The evening with the cards of its hand dealt, without anybody being asked how."""
    state = state_of(evening)
    while not state.hand.deal.dealt:
        state = state_of(state.evening.with_done(decision(state, patient=True)))
    return state.evening


def decision(state: PlayState, patient: bool = False) -> Action:
    """Return what the seat whose turn it is does. patient: nobody waits for it, so that a player who
    looks ahead takes all the time it likes and the same evening always goes on in the same way. Raises
    RecordError where a house's rules lead nowhere."""
    asked, options = current(state.hand), legal(state.hand)
    assert asked is not None and options is not None
    if not options.kinds and "say" not in options.offered:
        raise RecordError(say("hand.stuck", seat=options.seat, phase=options.phase))
    seat, evening = asked[1], state.evening
    who = evening.person(seat)
    yours = _WATCHED if evening.hand.watched else _FOR_YOU
    level = yours if who is None or who.level == HERE else who.level
    lot = f"{evening.seed}/{evening.number}/{len(evening.hand.done)}"
    acts = player(
        level,
        state.hand.table,
        random.Random(lot),
        None if patient else LEVELS[level].seconds,
        evening.session.pots,
    )
    return acts.act(view(state.hand, seat), options)[0]
