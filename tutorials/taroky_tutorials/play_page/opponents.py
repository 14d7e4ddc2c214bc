"""The actions of the others: each follows from the evening's seed and what has been done so far."""

from __future__ import annotations

import random

from taroky.errors import RecordError
from taroky.game import current, legal
from taroky.game.view import view
from taroky.hand import Action, Legal
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.players.roster import player
from taroky.rules.table import Table

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import HERE
from taroky_tutorials.play_page.state import PlayState, state_of

#: Who acts for you where you have nothing to choose, and who while you watch.
_FOR_YOU, _WATCHED = "thumb", "master"
#: Who says what a player says instead who may not give up.
_NEVER_GIVES_UP = "thumb"


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
    seconds = None if patient else LEVELS[level].seconds
    action = _act(state, level, seconds, options)
    if evening.mode.played_out and _gives_up(state.hand.table, action):
        return _act(state, _NEVER_GIVES_UP, seconds, options)
    return action


def _act(state: PlayState, level: str, seconds: float | None, options: Legal) -> Action:
    evening = state.evening
    lot = f"{evening.seed}/{evening.number}/{len(evening.hand.done)}"
    who = player(level, state.hand.table, random.Random(lot), seconds, evening.session.pots)
    return who.act(view(state.hand, options.seat), options)[0]


def _gives_up(table: Table, action: Action) -> bool:
    """Whether the hand ends with this, before a card falls."""
    offer = table.offers.get(action.what[0]) if action.kind == "choose" else None
    return offer is not None and offer.then == "end"
