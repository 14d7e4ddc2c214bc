"""Facts that follow from the tricks: who has played what, who leads to the first, whether any more are
played.

Sources: HLU-PLAY-01, HLU-PLAY-12, MACH-PLAY-01, VIC-PLAY-01, HEUN-PLAY-01, FR-PLAY-01.
"""

from __future__ import annotations

from taroky.cards import Card
from taroky.hand.state import Hand
from taroky.rules.table import Seat, Table


def played_by(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """Return what the seat has played so far."""
    return tuple(card for by, card in plays(hand) if by == seat)


def plays(hand: Hand) -> tuple[tuple[Seat, Card], ...]:
    """Every card played so far with who played it."""
    tricks = (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ()))
    return tuple(pair for trick in tricks for pair in zip(trick.seats, trick.cards, strict=False))


def leader_of(hand: Hand) -> Seat:
    """Return who leads to the first trick: the player who announced something that gives the lead, else
    the one the table names."""
    return lead_of(hand)[0]


def lead_of(hand: Hand) -> tuple[Seat, str]:
    """Return who leads to the first trick, and the cell of the table that says so."""
    for sayer, bonus in hand.undertaken:
        if hand.table.bonuses[bonus].leads:
            return sayer, f"bonuses.{bonus}.leads"
    row = hand.table.play[hand.row.play]
    column = "first_hand_lead" if hand.first_hand and row.first_hand_lead else "lead"
    lead = row.first_hand_lead if column == "first_hand_lead" else row.lead
    cell = f"play.{hand.row.play}.{column}"
    if lead == "declarer" and hand.declarer:
        return hand.declarer, cell
    return (hand.auction.opener if lead == "opener" else hand.active[0]), cell


def over(hand: Hand) -> bool:
    """Whether no more tricks are played: nobody has a card, all tricks are done, or the table stops
    early because every announced bonus is lost."""
    if hand.play.trick is None and len(hand.play.tricks) >= hand.table.deal.hand:
        return True
    if not any(hand.cards.hands.values()):
        return True
    if not hand.table.play[hand.row.play].stops_early or hand.play.trick is not None:
        return False
    announced = hand.undertaken
    return bool(announced) and all(_lost_for_good(hand, sayer, bonus) for sayer, bonus in announced)


def _lost_for_good(hand: Hand, sayer: Seat, bonus: str) -> bool:
    """Whether an announced bonus for all tricks is lost and nothing else is left to play for: where
    it takes the place of no other payment, the card points still count."""
    if not stops_for(hand.table, bonus):
        return False
    alone = hand.table.bonuses[bonus].side == "sayer"
    return any(
        trick.winner != sayer if alone else not hand.same_side(sayer, trick.winner)
        for trick in hand.play.tricks
        if trick.winner
    )


def stops_for(table: Table, bonus: str) -> bool:
    """Whether a bonus is for all tricks and takes the place of other payments."""
    outcomes = table.bonuses[bonus].outcomes.values()
    return wants_all(table, bonus) and any(outcome.replaces for outcome in outcomes)


def may_stop_early(hand: Hand) -> bool:
    """Whether all that is announced is to take all tricks, so that lost ones would end the hand."""
    announced = hand.undertaken
    stops = hand.table.play[hand.row.play].stops_early and bool(announced)
    return stops and all(stops_for(hand.table, bonus) for _, bonus in announced)


def wants_all(table: Table, bonus: str) -> bool:
    """Whether a bonus is for taking every trick."""
    row = table.bonuses[bonus]
    conditions = [outcome.when for outcome in row.outcomes.values()]
    return any(
        test.name == "tricks" and "all" in (*test.words, *(word for _, word in test.pairs))
        for condition in conditions
        for test in condition.tests()
    )
