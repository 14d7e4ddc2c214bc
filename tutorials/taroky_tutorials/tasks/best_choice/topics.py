"""What a turn asks for, told by the hand alone and never by its answer."""

from __future__ import annotations

from taroky.game import current, legal
from taroky.hand import Hand
from taroky.rules.table import Seat

#: In the order in which a hand asks for them.
TOPICS = (
    "open",
    "answer",
    "promise",
    "each",
    "set",
    "discard",
    "double",
    "announce",
    "lead",
    "partner",
    "follow",
    "pagat",
)
#: The topics that come before the first card. All but the auction's are of hands that are dealt out and told on.
AUCTION = ("open", "answer", "promise")


def topic_of(hand: Hand) -> str:
    """Return what is asked at this turn, "" for what is asked nowhere.

    In the auction: to open it, to answer it, and to answer it where a bid would promise a bonus. Then: to have each play
    alone instead of calling, which set of the talon, what to discard, whether to double, whether to announce the lowest
    tarok. In the play: where the lowest tarok is in your hand or in the trick, what to do with it or about it; else what to
    lead, and what to play to a trick, where you do not know all sides ("partner") and where you do."""
    asked, options = current(hand), legal(hand)
    if asked is None or options is None:
        return ""
    phase, seat = asked[0].name, asked[1]
    words = [choice.what for kind in options.kinds for choice in options.of(kind)]
    if phase == "auction":
        return _bid(hand, words)
    if phase == "calling":
        rows = [hand.table.offers[word] for word in words if word in hand.table.offers]
        return "each" if any(row.then == "play" for row in rows) else ""
    if phase == "talon":
        return "set" if {*options.kinds} & {"take", "reject"} else ""
    if phase == "discard":
        return "discard" if [*options.kinds] == ["discard"] else ""
    if phase == "announce":
        return _say(hand, words)
    return _card(hand, seat) if phase == "play" else ""


def _bid(hand: Hand, words: list[str]) -> str:
    contracts = hand.table.contracts
    if any(word in contracts and contracts[word].undertakes for word in words):
        return "promise"
    return "answer" if hand.auction.calls else "open"


def _say(hand: Hand, words: list[str]) -> str:
    bonuses, lowest = hand.table.bonuses, hand.table.cards.trumps[-1]
    if any(word in bonuses and bonuses[word].card == lowest for word in words):
        return "announce"
    doubles = hand.table.doubling.steps
    return "double" if any(word.partition(":")[0] in doubles for word in words) else ""


def _card(hand: Hand, seat: Seat) -> str:
    lowest = hand.table.cards.trumps[-1]
    trick = hand.play.trick.cards if hand.play.trick else ()
    if lowest in trick or lowest in hand.holds(seat):
        return "pagat"
    if not trick:
        return "lead"
    known = [hand.knows_side(seat, other) for other in hand.active]
    return "partner" if None in known else "follow"
