"""Hints for each decision: first what to look at, then what a beginner's rule of thumb does."""

from __future__ import annotations

from taroky.hand import Action, Hand
from taroky.messages import Message, say
from taroky.rules.table import Seat, Table

from taroky_tutorials.tasks.whole_hand.sitting import YOU, Sitting, advice
from taroky_tutorials.tasks.whole_hand.story import card_or_word, offer_name


def hints(at: Sitting) -> tuple[str, ...]:
    """The weaker and the stronger hint; none when the hand is over."""
    if at.over:
        return ()
    action, why = advice(at.hand)
    strong = say("guide.hint.strong", do=in_words(at.hand, action), why=why)
    return weak(at.hand, at.kind, YOU).text(), strong.text()


def weak(hand: Hand, kind: str, you: Seat) -> Message:
    """What to look at, where something of this kind is asked."""
    cards, rules = hand.holds(you), hand.rules
    taroky = sum(map(rules.cards.is_tarok, cards))
    if kind == "play":
        return _weak_play(hand, you)
    if kind == "bid":
        return say("guide.hint.bid", n=taroky, kings=_kings(rules, cards))
    if kind in ("call", "draw", "look", "pick", "take", "discard", "say", "choose"):
        return say(f"guide.hint.{kind}", n=taroky, kings=_kings(rules, cards))
    return say("guide.hint.any")


def _kings(rules: Table, cards: tuple[str, ...]) -> int:
    return len(rules.cards.members("kings").intersection(cards))


def _weak_play(hand: Hand, you: Seat) -> Message:
    pack, trick = hand.rules.cards, hand.play.trick
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
            words = [item.partition(":")[0] for item in what]
            return say("guide.would.say", words=words)
    return say(f"guide.would.{action.kind}")
