"""Questions about the deal: who deals first, and how a deal lies: which cards of the pack go to whom after a cut or a knock.

Sources: HLU-DEAL-03 to HLU-DEAL-09, MACH-DEAL-04 to MACH-DEAL-17, VIC-DEAL-01 to VIC-DEAL-08,
HEUN-DEAL-01 to HEUN-DEAL-11, FR-DEAL-05 to FR-DEAL-12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from taroky import session as sessions
from taroky.api.answers import ABSENT, Answer
from taroky.api.position import TurnAnswer, Turns, after, turn
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.game import current, undealt
from taroky.hand import Hand, Reason
from taroky.messages import say
from taroky.phases.deal import batches_of, usual_places
from taroky.rules.table import Seat, Table


@dataclass(frozen=True, kw_only=True)
class OpenLayoutAnswer(TurnAnswer):
    """A deal in which somebody is still asked; batches: those that may be chosen."""

    way: str | None
    """the way of dealing, "" before it is chosen"""
    batches: tuple[tuple[str, ...], ...] | None = field(default=None, metadata=ABSENT)
    """the batches that may be chosen"""


@dataclass(frozen=True, kw_only=True)
class PacketAnswer(Answer):
    """A packet of the deal: how many cards go to a seat, or to the talon, together."""

    to: str
    """the seat, or talon"""
    cards: int
    """how many cards"""


@dataclass(frozen=True, kw_only=True)
class FinishedLayoutAnswer(TurnAnswer):
    """Where every card of the pack goes; packets: in the order of the pack after the cut."""

    way: str
    """the way of dealing"""
    hands: Mapping[Seat, tuple[str, ...]]
    """the cards of each hand, by seat"""
    talon: tuple[str, ...]
    """the cards of the talon, the top card first"""
    packets: tuple[PacketAnswer, ...]
    """the packets, in the order of the pack after the cut"""
    why: tuple[Reason, ...]
    """the rules it was dealt by"""


LayoutAnswer = FinishedLayoutAnswer | OpenLayoutAnswer


@dataclass(frozen=True, kw_only=True)
class FirstDealerAnswer(Answer):
    """The place that deals first, from 0; again: the places that draw once more before it is known."""

    place: int | None
    """the place that deals first, from 0; null before it is known"""
    again: tuple[int, ...]
    """the places that draw once more, from 0"""


def layout(
    table: Table, done: Turns = (), pack: Sequence[Card] = (), players: int | None = None
) -> LayoutAnswer:
    """Return where every card of the pack goes. done: what the cutter, the dealer and those who choose
    a batch said, in turn: [["cut", "20"]], [["knock"], ["batch", "3"], …]; pack: the shuffled cards,
    top first (not told: the answer names places of the pack, 1 for the top).

    While somebody is still asked, finished is false and seat and choices say who and what. packets: who
    gets how many cards, in the order of the pack after the cut. Raises RecordError, CardError.
    """
    cards = tuple(pack) or table.cards.cards
    hand = after(undealt(table, cards, players=players), done)
    if not hand.deal.dealt and _only_talon(hand):
        places = " ".join(map(str, usual_places(table)))
        hand = after(hand, [["talon", *places.split()]])
    name = dict(zip(cards, cards if pack else map(str, range(1, len(cards) + 1)), strict=True))
    in_order = [*cards[hand.deal.cut :], *cards[: hand.deal.cut]]
    way = hand.deal.way
    if not hand.deal.dealt:
        batches = None
        if way and table.deal.ways[way].pick:
            batches = tuple(tuple(name[c] for c in b) for b in batches_of(table, in_order))
        return OpenLayoutAnswer(**turn(hand), way=way or None, batches=batches)
    owner = {card: seat for seat, held in hand.deal.dealt.items() for card in held}
    runs = groupby(in_order, key=lambda card: owner.get(card, "talon"))
    place = {card: n for n, card in enumerate(in_order)}

    def named(held: Sequence[Card]) -> tuple[str, ...]:
        return tuple(name[card] for card in sorted(held, key=place.__getitem__))

    row = table.deal.ways[way]
    messages = (
        say("layout.cut", n=hand.deal.cut) if row.pack == "cut" else say("layout.uncut"),
        say("layout.split")
        if row.dealer_split
        else say("layout.batches", n=table.deal.hand)
        if row.pick
        else say("layout.packets", packets=list(row.packets)),
    )
    cells = (f"deal.ways.{way}.pack", f"deal.ways.{way}.packets")
    return FinishedLayoutAnswer(
        finished=True,
        seat=None,
        choices=(),
        legal=(),
        way=way,
        hands={seat: named(hand.deal.dealt[seat]) for seat in hand.active},
        talon=tuple(name[card] for card in hand.deal.talon_dealt),
        packets=tuple(PacketAnswer(to=to, cards=len(list(run))) for to, run in runs),
        why=tuple(
            Reason(message, table.points_of(cell))
            for message, cell in zip(messages, cells, strict=True)
        ),
    )


def _only_talon(hand: Hand) -> bool:
    """Whether nothing is open but where a scattered talon comes from."""
    asked = current(hand)
    options = hand.options
    return asked is not None and options is not None and set(options.offered) == {"talon"}


def first_dealer(table: Table, drawn: Sequence[Card], redrawn: Turns = ()) -> FirstDealerAnswer:
    """Return who deals the first hand. drawn: the card drawn at each place; redrawn: the cards of those
    who drew again, in order of their places, round after round. place: from 0, None while again has
    places that draw once more. Raises RecordError for a wrong number of cards."""
    if len(drawn) not in table.seats.players:
        expected = list(map(str, table.seats.players))
        raise RecordError(say("deal.players", n=len(drawn), expected=expected))
    now = dict(enumerate(drawn))
    for words in redrawn:
        cards = table.cards.parse_all(list(words))
        tied = sessions.draws_again(table, now)
        if len(cards) != len(tied):
            raise RecordError(say("dealer.redrawn", n=len(cards), expected=len(tied)))
        now = sessions.after_redraw(now, dict(zip(tied, cards, strict=True)))
    again = tuple(sessions.draws_again(table, now))
    place = None if again else sessions.dealer_of(table, now, len(drawn))
    return FirstDealerAnswer(place=place, again=again)
