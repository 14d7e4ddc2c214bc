"""A hint at a decision of yours: first what to look at, then what a master would do and why."""

from __future__ import annotations

import random
from functools import lru_cache

from taroky.game import Record, legal, replay
from taroky.game.view import view
from taroky.hand import Action
from taroky.messages import Message, say
from taroky.players.reasons import reasons
from taroky.players.search import Effort, LooksAhead
from taroky.rules.table import Seat

from taroky_tutorials.table.sitting import Sitting
from taroky_tutorials.tasks.whole_hand.hints import in_words, weak

#: How hard somebody thinks who is asked, and for how long at most.
_EFFORT = Effort(cards=80, plays=2, deals=48, batch=12, seconds=1.5)


def hint(at: Sitting) -> tuple[Message, ...]:
    """The hint that has been asked for."""
    if at.evening.hints < 2:
        return (weak(at.hand, at.kind, at.you),)
    evening = at.evening
    return _advice(evening.start, evening.done, at.you)


@lru_cache(maxsize=4)
def _advice(start: Record, done: tuple[Action, ...], you: Seat) -> tuple[Message, ...]:
    """What is best in the hand after these actions, worked out once: the table is drawn more often."""
    hand = replay(start.start(), done)
    options, seen = legal(hand), view(hand, you)
    assert options is not None
    looks = LooksAhead(hand.rules, random.Random(len(done)), _EFFORT, explains=True)
    usual, why = looks.usual.act(seen, options)
    judged = looks.judge(seen, options, usual)
    if judged is None or not judged.hands:
        return (say("table.hint.usual", do=in_words(hand, usual), why=why),)
    best, *rest = judged.choices
    reason = reasons(hand.rules, seen, best, rest[0])[:2] if rest else []
    return (say("table.hint.master", do=in_words(hand, best.action)), *reason)
