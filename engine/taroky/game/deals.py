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
    rules: Table,
    hands: Mapping[Seat, Sequence[Card]],
    talon: Sequence[Card],
    *,
    players: int | None = None,
    first_hand: bool = False,
) -> Hand:
    """A hand whose cards have been dealt; first_hand: the first of its session. Raises CardError
    for anything but a whole pack."""
    check_deal(rules, hands, talon)
    cards = {seat: rules.cards.sort(hands[seat]) for seat in rules.active}
    phases = phases_of(rules)
    return settled_by_itself(
        Hand(
            rules=rules,
            phases=phases,
            waiting=phases,
            players=_players(rules, players),
            first_hand=first_hand,
            cards=Cards(hands=cards, talon=tuple(talon)),
            deal=DealState(dealt=cards, talon_dealt=tuple(talon)),
            auction=AuctionState(opener=opener_of(rules, cards, first_hand)),
        )
    )


def undealt(
    rules: Table, pack: Sequence[Card], *, players: int | None = None, first_hand: bool = False
) -> Hand:
    """A hand before the deal: the shuffled pack, top card first. Raises CardError."""
    if sorted(pack) != sorted(rules.cards.cards):
        raise CardError(say("deal.not_a_pack", n=len(pack), expected=len(rules.cards.cards)))
    phases = phases_of(rules)
    return Hand(
        rules=rules,
        phases=phases,
        waiting=phases,
        players=_players(rules, players),
        first_hand=first_hand,
        deal=DealState(pack=tuple(pack)),
    )


def check_deal(rules: Table, hands: Mapping[Seat, Sequence[Card]], talon: Sequence[Card]) -> None:
    """Raises CardError unless hands and talon are the whole pack, each the right size."""
    seen: set[Card] = set()
    for seat in rules.active:
        cards = hands.get(seat, ())
        if len(cards) != rules.deal.hand:
            raise CardError(
                say("deal.hand_size", seat=seat, n=len(cards), expected=rules.deal.hand),
                points=rules.points_of("deal.hand"),
            )
    extra = [seat for seat in hands if seat not in rules.active]
    if extra:
        raise CardError(say("hand.no_seat", seat=extra[0], seats=list(rules.active)))
    if len(talon) != rules.deal.talon.cards:
        raise CardError(
            say("deal.talon_size", n=len(talon), expected=rules.deal.talon.cards),
            points=rules.points_of("deal.talon.cards"),
        )
    for card in (*(c for seat in rules.active for c in hands[seat]), *talon):
        if card in seen:
            raise CardError(say("card.twice", card=card))
        if card not in rules.cards.cards:
            raise CardError(say("card.unknown", text=card, cards=len(rules.cards.cards)))
        seen.add(card)


def _players(rules: Table, players: int | None) -> int:
    if players is None:
        return rules.seats.active
    if players not in rules.seats.players:
        raise CardError(
            say("deal.players", n=players, expected=[str(p) for p in rules.seats.players]),
            points=rules.points_of("seats.players"),
        )
    return players
