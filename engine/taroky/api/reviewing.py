"""Questions to a player that looks ahead: what a seat's decisions in a record have cost, and what it
should do now."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from taroky.api.answers import Answer
from taroky.errors import RecordError
from taroky.game import current, legal, view
from taroky.game import record as records
from taroky.messages import local_names, say
from taroky.rules.table import Table

if TYPE_CHECKING:
    from taroky.players.comparing import Worth

# The players are imported when somebody asks them: a page that only looks rules up does without.


def review(_: Table, record: str, seat: str) -> Answer:
    """Each decision of a seat: what it did, what was found best, what that cost in the money of the game
    with half the width of its 95 % interval, and for a mistake why. The record names its own rules.
    Raises RecordError with the line that does not hold."""
    from taroky.players.review import EFFORT
    from taroky.players.review import review as decisions

    entry = records.read(record)
    table = entry.table
    with local_names(table.names):
        found = [
            {
                "number": one.number,
                "phase": one.phase,
                "trick": one.trick,
                "did": _worth(one.did),
                "best": _worth(one.best),
                "loss": round(one.loss, 4),
                "half": round(one.half, 4),
                "mistake": one.mistake,
                "reasons": [reason.as_json() for reason in one.reasons],
            }
            for one in decisions(entry, seat, EFFORT)
        ]
        return {"seat": seat, "unit": table.unit.name, "decisions": found}


def advice(_: Table, record: str) -> Answer:
    """Return what the seat whose turn it is should do: every choice worth comparing with what it
    brings, the best first, and why the first is better than the second. Raises RecordError for a hand
    that is over."""
    from taroky.players.reasons import reasons
    from taroky.players.review import EFFORT
    from taroky.players.search import LooksAhead

    hand = records.read(record).replay()
    asked, options = current(hand), legal(hand)
    if asked is None or options is None:
        raise RecordError(say("review.over"))
    with local_names(hand.table.names):
        seen = view(hand, options.seat)
        looks = LooksAhead(hand.table, random.Random(0), EFFORT, explains=True)
        judged = None if options.phase == "deal" else looks.judge(seen, options)
        answer: dict[str, Any] = {
            "seat": options.seat,
            "unit": hand.table.unit.name,
            "choices": [],
            "reasons": [],
        }
        if judged is not None:
            answer["choices"] = [_worth(one) for one in judged.choices]
            why = reasons(hand.table, seen, judged.best, judged.choices[1])
            answer["reasons"] = [reason.as_json() for reason in why]
        return answer


def _worth(one: Worth) -> Mapping[str, Any]:
    from taroky.players.reasons import named

    return {
        "action": str(one.action),
        "text": named(one.action).text(),
        "mean": round(one.mean, 4),
        "half": round(one.half, 4),
    }
