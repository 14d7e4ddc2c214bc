"""The state of the tricks of an exercise: how many are finished, and whose cards lie where."""

from __future__ import annotations

from taroky.cards import Card
from taroky.hand import Hand, Trick
from taroky.rules.table import Seat
from taroky.settling.counting import points
from taroky.settling.counting.piles import trick_cards

from taroky_tutorials.page_parts.people import name_at

#: The learner's seat.
YOU = "A"


def finished(hand: Hand) -> tuple[Trick, ...]:
    """The tricks of this exercise that are finished."""
    return tuple(trick for trick in hand.play.tricks if trick.cards)


def player_at(seat: Seat) -> str:
    """Return what the player at a seat is called."""
    return name_at(seat, YOU)


def taker(trick: Trick) -> str:
    """Return what the player is called who has taken a finished trick."""
    assert trick.winner is not None
    return player_at(trick.winner)


def your_side(hand: Hand) -> tuple[Seat, ...]:
    """The seats that play with you, you among them."""
    return tuple(seat for seat in hand.active if hand.same_side(YOU, seat))


def side_known(hand: Hand) -> bool:
    """Whether you can know them."""
    return not hand.call.called or hand.partner_public or hand.knows_called(YOU)


def piles(hand: Hand) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return what is in the tricks of your side, and of the others."""
    side = your_side(hand)
    yours: list[Card] = []
    theirs: list[Card] = []
    for seat, cards in trick_cards(hand).items():
        (yours if seat in side else theirs).extend(cards)
    return tuple(yours), tuple(theirs)


def points_of(hand: Hand, pile: tuple[Card, ...]) -> points.Counted:
    """Return what a pile of tricks is worth."""
    return points.count(hand.table, pile, hand.row.sides == "each")
