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
    """A verb. tell: what it answers, in a line; ask: the function, called with the table and with what
    was given by name; takes: the kind of each fact, those in `needs` have to be given."""

    tell: str
    ask: Callable[..., Answer]
    takes: Mapping[str, Kind]
    needs: tuple[str, ...] = ()


def _sayings(table: Table, said: Any = (), **known: Any) -> SayingsAnswer:
    return sayings(table, Known(**known), said)


_ABOUT_SIDES = {"contract": WORD, "declarer": WORD, "called": CARD}

#: In the order of a hand.
QUESTIONS: dict[str, Question] = {
    "first_dealer": Question(
        "who deals first when these cards are drawn, one at each place",
        first_dealer,
        {"drawn": CARDS, "redrawn": TURNS},
        ("drawn",),
    ),
    "next_dealer": Question(
        "who deals the next hand",
        next_dealer,
        {"contract": WORD, "declarer": WORD, "opener": WORD, "ended": WORD, "players": NUMBER},
    ),
    "layout": Question(
        "which cards of the pack go to whom after a cut or a knock",
        layout,
        {"done": TURNS, "pack": CARDS, "players": NUMBER},
    ),
    "calls": Question(
        "which calls may follow an auction",
        calls,
        {"said": WORDS, "hand": CARDS, "opener": WORD, "first_hand": YES},
    ),
    "worth": Question(
        "what each bid brings with a hand on average, the best first, and why",
        worth,
        {"hand": CARDS, "seat": WORD, "said": WORDS, "deals": NUMBER},
        ("hand",),
    ),
    "offers": Question(
        "what may be chosen with a hand: to throw it in, to give up, another game",
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
        "which card may be called as partner",
        callable_cards,
        {"hand": CARDS, "contract": WORD, "discards": CARDS},
        ("hand",),
    ),
    "sides": Question(
        "who plays with whom after a call, and who can know it",
        sides,
        {**_ABOUT_SIDES, "holder": WORD, "laid_away": YES, "seen": YES},
    ),
    "talon": Question(
        "who draws from the talon, and which set may be taken",
        talon,
        {"contract": WORD, "declarer": WORD, "done": TURNS, "talon": CARDS},
    ),
    "discards": Question(
        "what may be discarded from a hand",
        discards,
        {"hand": CARDS, "chosen": CARDS, "called": CARD, "drawn": CARDS, "contract": WORD},
        ("hand",),
    ),
    "counted_for": Question(
        "whose the discards and the rest of the talon are at the count",
        counted_for,
        {"contract": WORD, "declarer": WORD, "partner": WORD, "done": TURNS, "talon": CARDS},
    ),
    "declarations": Question(
        "what a hand may declare and what it brings",
        declarations,
        {"hand": CARDS, "contract": WORD},
        ("hand",),
    ),
    "sayings": Question(
        "what may be announced, declared or doubled now, and by whom",
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
        "who leads to the first trick",
        leads,
        {"contract": WORD, "declarer": WORD, "opener": WORD, "first_hand": YES, "announced": TURNS},
    ),
    "legal": Question(
        "which cards of a hand may go to a trick, and why not the others",
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
        "who takes a trick",
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
        "what a pile of cards is worth, three by three",
        count,
        {"pile": CARDS, "contract": WORD},
        ("pile",),
    ),
    "score": Question(
        "what the facts of a finished hand pay each player", score, {"facts": FACTS}, ("facts",)
    ),
    "replay": Question(
        "where the hand of a record stands, or what it paid",
        replayed,
        {"record": TEXT},
        ("record",),
    ),
    "review": Question(
        "what the decisions of a seat in a record have cost, and why",
        review,
        {"record": TEXT, "seat": WORD},
        ("record", "seat"),
    ),
    "advice": Question(
        "what to do in the hand of a record, and why", advice, {"record": TEXT}, ("record",)
    ),
    "session": Question(
        "how an evening stands",
        show,
        {"session": SESSION},
        ("session",),
    ),
}

#: What each fact means, in a few words.
MEANINGS = {
    "announced": "bonuses announced: this player's (pagat), or all with their seats (B valat)",
    "called": "the called card; none: nobody was called",
    "chosen": "the cards to discard",
    "contract": "the contract",
    "dealt": "the cards of the hand as dealt, if they are others",
    "deals": "in how many imagined hands each bid is tried (48)",
    "declarer": "seat of the declarer",
    "discards": "the cards the caller has discarded",
    "done": "what was done, turn after turn, / between two: cut 20, or draw / pass / draw",
    "drawn": "the cards drawn: from the talon, or for the first deal",
    "ended": "what ended the hand before play",
    "first_hand": "yes: it is the first hand of a session",
    "hand": "the cards of the hand",
    "holder": "seat that holds the called card; talon: it stayed there",
    "laid_away": "yes: the holder has discarded the called card",
    "leader": "who led (A)",
    "level": "level of the talon set taken",
    "lost_tricks": "how many tricks the leader's side has lost",
    "opener": "who opens the auction (A)",
    "pack": "the shuffled pack, top card first",
    "partner": "seat of the partner; none: the declarer plays alone",
    "pile": "the cards of the pile",
    "players": "people at the table",
    "redrawn": "the cards of those who drew again, in order of their places, / between two rounds",
    "said": "what was said so far: the calls, or the turns of announcing with / between two",
    "seat": "whose hand it is",
    "seen": "yes: everybody has seen the called card",
    "talon": "the cards of the talon, top card first",
    "trick": "the cards in the trick, as played",
    "trick_no": "which trick it is, from 1",
}
