"""A hint at a decision of yours: first what to look at, then what a master would do and why."""

from __future__ import annotations

import random
from functools import lru_cache

from taroky.game import Record, replay
from taroky.hand import Action, Hand, Reason
from taroky.messages import Message, say
from taroky.players.advice import advise
from taroky.players.reasons import because, reworded, sayings_in_words, unpaid
from taroky.players.search import Effort
from taroky.rules.table import Seat, Table

from taroky_tutorials.play_page.play_log import card_or_word, offer_name
from taroky_tutorials.play_page.state import PlayState

#: How hard somebody thinks who is asked, and for how long at most.
_EFFORT = Effort(cards=80, plays=2, deals=48, batch=12, seconds=1.5)

#: What else one could do is named up to that many cards or words: more are only a list to read.
_NAMED = 2


def hint(state: PlayState) -> tuple[Reason, ...]:
    """The hint that has been asked for."""
    if state.evening.hand.hints < 2:
        return (because(weak(state.hand, state.kind, state.you)),)
    return _advice(state.evening.start, state.evening.hand.done)


@lru_cache(maxsize=4)
def _advice(start: Record, done: tuple[Action, ...]) -> tuple[Reason, ...]:
    """Return what is best in the hand after these actions, worked out once: the table is drawn more
    often."""
    hand = replay(start.start(), done)
    advice = advise(hand, _EFFORT, random.Random(len(done)))
    assert advice is not None
    if not advice.hands:
        do = in_words(hand, advice.usual)
        return (because(say("table.hint.usual", do=do, why=advice.why_usual)),)
    best, *rest = advice.choices
    do = in_words(hand, best.action)
    if not rest:
        return (because(say("table.hint.master", do=do)),)
    worth, *more = advice.reasons()[: 3 if unpaid(hand.table) else 2]
    many = len(rest[0].action.what) > _NAMED
    compared = say(
        "table.hint.next" if many else "table.hint.compared", do=do, **dict(worth.message.params)
    )
    return (reworded(worth, compared), *more)


def weak(hand: Hand, kind: str, you: Seat) -> Message:
    """Return what to look at, where something of this kind is asked."""
    cards, table = hand.holds(you), hand.table
    taroky = sum(map(table.cards.is_tarok, cards))
    if kind == "play":
        return _weak_play(hand, you)
    if kind == "bid":
        return say("guide.hint.bid", n=taroky, kings=_kings(table, cards))
    if kind in ("call", "draw", "look", "pick", "take", "discard", "say", "choose"):
        return say(f"guide.hint.{kind}", n=taroky, kings=_kings(table, cards))
    return say("guide.hint.any")


def _kings(table: Table, cards: tuple[str, ...]) -> int:
    return len(table.cards.members("kings").intersection(cards))


def _weak_play(hand: Hand, you: Seat) -> Message:
    pack, trick = hand.table.cards, hand.play.trick
    led = pack.led(trick.cards) if trick else None
    if trick is None or led is None:
        return say("guide.hint.lead")
    best = trick.cards[pack.winner(trick.cards)]
    seat = trick.by(best)
    side = hand.knows_side(you, seat)
    to = "own" if side else "others" if side is False else "open"
    suit = pack.suit(led)
    first = say(
        "guide.hint.tarok_led" if suit == "T" else "guide.hint.suit_led", led=led, suit=suit
    )
    return say(f"guide.hint.follow_{to}", first=first, best=best, seat=seat)


def in_words(hand: Hand, action: Action) -> Message:
    """An action as advice: "play the 7 of clubs"."""
    what = list(action.what)
    match action.kind:
        case "bid":
            return say("guide.would.bid", call=what[0])
        case "call":
            return say("guide.would.call", what=card_or_word(hand, what[0]))
        case "play":
            return say("guide.would.play", card=what[0])
        case "discard":
            return say("guide.would.discard", cards=what)
        case "look" | "pick":
            return say("guide.would.look", places=what)
        case "choose":
            return say("guide.would.choose", offer=offer_name(what[0]))
        case "say" if what == ["nothing"]:
            return say("guide.would.nothing")
        case "say":
            return say("guide.would.say", words=sayings_in_words(what))
    return say(f"guide.would.{action.kind}")
