"""The questions that need no whole deal, each with what it takes: asked from Python by its function, as
JSON by its verb (`taroky.api.handler`), and as a command of the same name.

Each takes a rule table and plain facts and gives an Answer, with reasons and rule points; `as_json` makes
JSON data of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from taroky.api.announcing import SayingsAnswer, declarations, sayings
from taroky.api.answers import Answer
from taroky.api.bidding import callable_cards, calls, offers_open, sides
from taroky.api.dealing import first_dealer, layout
from taroky.api.exchange import counted_for, discards, talon
from taroky.api.parameters import (
    CARD,
    CARDS,
    FACTS,
    NUMBER,
    SESSION,
    TEXT,
    TURNS,
    WORD,
    WORDS,
    YES,
    Kind,
)
from taroky.api.position import Known
from taroky.api.reviewing import advice, review
from taroky.api.session import next_dealer, show
from taroky.api.settling import count, score, settlement
from taroky.api.tricks import leads, legal, winner
from taroky.api.whole_hands import hand_json, replay_of, replayed
from taroky.api.worth import worth
from taroky.rules.table import Table

__all__ = [
    "QUESTIONS",
    "Answer",
    "Question",
    "advice",
    "callable_cards",
    "calls",
    "count",
    "counted_for",
    "declarations",
    "discards",
    "hand_json",
    "layout",
    "leads",
    "legal",
    "next_dealer",
    "offers_open",
    "replay_of",
    "review",
    "sayings",
    "score",
    "settlement",
    "show",
    "sides",
    "talon",
    "winner",
    "worth",
]


@dataclass(frozen=True)
class Question:
    """A verb. tells: the id of the message that says what it answers; ask: the function, called with the
    table and with what was given by name; takes: the kind of each fact, those in `needs` have to be
    given."""

    tells: str
    ask: Callable[..., Answer]
    takes: Mapping[str, Kind]
    needs: tuple[str, ...] = ()


def _sayings(table: Table, said: Any = (), **known: Any) -> SayingsAnswer:
    return sayings(table, Known(**known), said)


_ABOUT_SIDES = {"contract": WORD, "declarer": WORD, "called": CARD}

#: In the order of a hand. What each fact means says the message `meaning.…`.
QUESTIONS: dict[str, Question] = {
    "first_dealer": Question(
        "question.first_dealer",
        first_dealer,
        {"drawn": CARDS, "redrawn": TURNS},
        ("drawn",),
    ),
    "next_dealer": Question(
        "question.next_dealer",
        next_dealer,
        {"contract": WORD, "declarer": WORD, "opener": WORD, "ended": WORD, "players": NUMBER},
    ),
    "layout": Question(
        "question.layout",
        layout,
        {"done": TURNS, "pack": CARDS, "players": NUMBER},
    ),
    "calls": Question(
        "question.calls",
        calls,
        {"said": WORDS, "hand": CARDS, "opener": WORD, "first_hand": YES},
    ),
    "worth": Question(
        "question.worth",
        worth,
        {"hand": CARDS, "seat": WORD, "said": WORDS, "deals": NUMBER},
        ("hand",),
    ),
    "offers": Question(
        "question.offers",
        offers_open,
        {
            "hand": CARDS,
            "said": WORDS,
            "contract": WORD,
            "called": CARD,
            "drawn": CARDS,
            "dealt": CARDS,
        },
        ("hand",),
    ),
    "callable": Question(
        "question.callable",
        callable_cards,
        {"hand": CARDS, "contract": WORD, "discards": CARDS},
        ("hand",),
    ),
    "sides": Question(
        "question.sides",
        sides,
        {**_ABOUT_SIDES, "holder": WORD, "laid_away": YES, "seen": YES},
    ),
    "talon": Question(
        "question.talon",
        talon,
        {"contract": WORD, "declarer": WORD, "done": TURNS, "talon": CARDS},
    ),
    "discards": Question(
        "question.discards",
        discards,
        {"hand": CARDS, "chosen": CARDS, "called": CARD, "drawn": CARDS, "contract": WORD},
        ("hand",),
    ),
    "counted_for": Question(
        "question.counted_for",
        counted_for,
        {"contract": WORD, "declarer": WORD, "partner": WORD, "done": TURNS, "talon": CARDS},
    ),
    "declarations": Question(
        "question.declarations",
        declarations,
        {"hand": CARDS, "contract": WORD},
        ("hand",),
    ),
    "sayings": Question(
        "question.sayings",
        _sayings,
        {
            **_ABOUT_SIDES,
            "partner": WORD,
            "opener": WORD,
            "first_hand": YES,
            "level": NUMBER,
            "seat": WORD,
            "hand": CARDS,
            "said": TURNS,
        },
    ),
    "leads": Question(
        "question.leads",
        leads,
        {"contract": WORD, "declarer": WORD, "opener": WORD, "first_hand": YES, "announced": TURNS},
    ),
    "legal": Question(
        "question.legal",
        legal,
        {
            "hand": CARDS,
            "trick": CARDS,
            "contract": WORD,
            "announced": WORDS,
            "called": CARD,
            "trick_no": NUMBER,
        },
        ("hand",),
    ),
    "winner": Question(
        "question.winner",
        winner,
        {
            "trick": CARDS,
            "leader": WORD,
            "contract": WORD,
            "trick_no": NUMBER,
            "lost_tricks": NUMBER,
        },
        ("trick",),
    ),
    "count": Question(
        "question.count",
        count,
        {"pile": CARDS, "contract": WORD},
        ("pile",),
    ),
    "score": Question("question.score", score, {"facts": FACTS}, ("facts",)),
    "replay": Question(
        "question.replay",
        replayed,
        {"record": TEXT},
        ("record",),
    ),
    "review": Question(
        "question.review",
        review,
        {"record": TEXT, "seat": WORD},
        ("record", "seat"),
    ),
    "advice": Question("question.advice", advice, {"record": TEXT}, ("record",)),
    "session": Question(
        "question.session",
        show,
        {"session": SESSION},
        ("session",),
    ),
}
