"""How a hand begins: with the cards dealt, or with the shuffled pack. Sources: HLU-DEAL-01,
FR-DEAL-01, and the column `deal` of each table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taroky.cards import Card
from taroky.errors import CardError
from taroky.game.driver import settled_by_itself
from taroky.hand import AuctionState, Cards, DealState, Hand
from taroky.messages import say
from taroky.phases import phases_of
from taroky.phases.deal import opener_of
from taroky.rules.table import Seat, Table


def dealt(
    table: Table,
    hands: Mapping[Seat, Sequence[Card]],
    talon: Sequence[Card],
    *,
    players: int | None = None,
    first_hand: bool = False,
) -> Hand:
    """A hand whose cards have been dealt; first_hand: the first of its session. Raises CardError
    for anything but a whole pack."""
    check_deal(table, hands, talon)
    cards = {seat: table.cards.sort(hands[seat]) for seat in table.active}
    phases = phases_of(table)
    return settled_by_itself(
        Hand(
            table=table,
            phases=phases,
            waiting=phases,
            players=_players(table, players),
            first_hand=first_hand,
            cards=Cards(hands=cards, talon=tuple(talon)),
            deal=DealState(dealt=cards, talon_dealt=tuple(talon)),
            auction=AuctionState(opener=opener_of(table, cards, first_hand)),
        )
    )


def undealt(
    table: Table, pack: Sequence[Card], *, players: int | None = None, first_hand: bool = False
) -> Hand:
    """A hand before the deal: the shuffled pack, top card first. Raises CardError."""
    if sorted(pack) != sorted(table.cards.cards):
        raise CardError(say("deal.not_a_pack", n=len(pack), expected=len(table.cards.cards)))
    phases = phases_of(table)
    return Hand(
        table=table,
        phases=phases,
        waiting=phases,
        players=_players(table, players),
        first_hand=first_hand,
        deal=DealState(pack=tuple(pack)),
    )


def check_deal(table: Table, hands: Mapping[Seat, Sequence[Card]], talon: Sequence[Card]) -> None:
    """Raises CardError unless hands and talon are the whole pack, each the right size."""
    seen: set[Card] = set()
    for seat in table.active:
        cards = hands.get(seat, ())
        if len(cards) != table.deal.hand:
            raise CardError(
                say("deal.hand_size", seat=seat, n=len(cards), expected=table.deal.hand),
                points=table.points_of("deal.hand"),
            )
    extra = [seat for seat in hands if seat not in table.active]
    if extra:
        raise CardError(say("hand.no_seat", seat=extra[0], seats=list(table.active)))
    if len(talon) != table.deal.talon.cards:
        raise CardError(
            say("deal.talon_size", n=len(talon), expected=table.deal.talon.cards),
            points=table.points_of("deal.talon.cards"),
        )
    for card in (*(c for seat in table.active for c in hands[seat]), *talon):
        if card in seen:
            raise CardError(say("card.twice", card=card))
        if card not in table.cards.cards:
            raise CardError(say("card.unknown", text=card, cards=len(table.cards.cards)))
        seen.add(card)


def _players(table: Table, players: int | None) -> int:
    if players is None:
        return table.seats.active
    if players not in table.seats.players:
        raise CardError(
            say("deal.players", n=players, expected=[str(p) for p in table.seats.players]),
            points=table.points_of("seats.players"),
        )
    return players
