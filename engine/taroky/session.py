"""Many hands at one table: who deals, who sits out, what everybody has won so far.

People keep their place all session; places are numbered from 0 in order of play. The dealer's place
moves on after each hand. Sources: HLU-DEAL-01, HLU-DEAL-02, HLU-SEAT-03, HLU-SEAT-05, HLU-DEAL-08.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from taroky.cards import Card
from taroky.errors import RecordError
from taroky.messages import say
from taroky.rules.table import SEATS, Seat, Table


def first_dealer(rules: Table, drawn: Sequence[Card]) -> int | None:
    """The place that deals first when each place has cut a card; None: the highest are equal and
    cut again. A tarok outranks every suit card unless the table compares by value."""
    pack = rules.cards

    def rank(card: Card) -> tuple[int, ...]:
        if rules.deal.draw.by == "points":
            return (pack.value(card),)
        if pack.is_tarok(card):
            return (1, -pack.position(card))
        ranks = pack.black if card[-1] in ("S", "C") else pack.red
        return (0, -ranks.index(card[:-1]))

    best = max(map(rank, drawn))
    highest = [place for place, card in enumerate(drawn) if rank(card) == best]
    return highest[0] if len(highest) == 1 else None


@dataclass(frozen=True)
class Session:
    """A table with its players in order of play.

    dealer: the place that deals now. totals: won or lost so far, by place.
    """

    rules: Table
    players: tuple[str, ...]
    dealer: int = 0
    totals: tuple[Decimal, ...] = ()
    hands: int = 0
    history: tuple[Mapping[Seat, Decimal], ...] = field(default=())

    def seat_of(self, place: int) -> Seat:
        """The seat of a place in the hand now dealt: A is the next after the dealer."""
        return SEATS[(place - self.dealer - 1) % len(self.players)]

    @property
    def sits_out(self) -> int | None:
        """The place that takes no part in this hand: with one too many the dealer's."""
        return self.dealer if len(self.players) > self.rules.seats.active else None

    def after(self, payments: Mapping[Seat, Decimal], ended: str = "") -> Session:
        """The session after a hand with these payments. A penalty may say that the same dealer
        deals again."""
        penalty = self.rules.penalties.get(ended)
        again = penalty is not None and penalty.next_dealer == "same"
        before = self.totals or (Decimal(0),) * len(self.players)
        totals = tuple(
            total + payments.get(self.seat_of(place), Decimal(0))
            for place, total in enumerate(before)
        )
        return replace(
            self,
            totals=totals,
            dealer=self.dealer if again else (self.dealer + 1) % len(self.players),
            hands=self.hands + (not again),
            history=(*self.history, dict(payments)),
        )


def start(rules: Table, players: Sequence[str], dealer: int = 0) -> Session:
    """A new session. Raises RecordError for a number of players the game does not take."""
    if len(players) not in rules.seats.players:
        raise RecordError(
            say("deal.players", n=len(players), expected=list(map(str, rules.seats.players))),
            points=rules.points_of("seats.players"),
        )
    return Session(rules, tuple(players), dealer % len(players), (Decimal(0),) * len(players))
