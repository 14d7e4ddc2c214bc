"""One hand at one moment, immutable, and what follows from it: who plays with whom, who can know it,
whose turn it is.

Seats are A, B, C, D in order of play: A is the first player after the dealer and D deals. With five
at the table E deals and sits out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cached_property
from typing import Any

from taroky.cards import Card
from taroky.hand.actions import Action, Legal
from taroky.hand.parts import (
    AnnounceState,
    AuctionState,
    CallState,
    Cards,
    DealState,
    DiscardState,
    ExchangeState,
    PlayState,
    State,
    state_class,
)
from taroky.hand.phase import Phase
from taroky.rules.table import SEATS, CallingRow, ContractRow, Seat, Table


@state_class
class Hand(State):
    """The state of one hand: a part for each phase, and what belongs to none.

    phases: of the table, in its order; waiting: those of them that may still ask. contract,
    declarer: what is played and by whom, "" until that is known. irregular: what went against the
    rules, with who did it; ended: what ended the hand before its last card.
    """

    table: Table
    phases: tuple[Phase, ...] = ()
    waiting: tuple[Phase, ...] = ()
    players: int = 4
    first_hand: bool = False
    contract: str = ""
    declarer: Seat = ""
    cards: Cards = field(default_factory=Cards)
    deal: DealState = field(default_factory=DealState)
    auction: AuctionState = field(default_factory=AuctionState)
    call: CallState = field(default_factory=CallState)
    exchange: ExchangeState = field(default_factory=ExchangeState)
    discard: DiscardState = field(default_factory=DiscardState)
    announce: AnnounceState = field(default_factory=AnnounceState)
    play: PlayState = field(default_factory=PlayState)
    actions: tuple[Action, ...] = ()
    irregular: tuple[tuple[Seat, str], ...] = ()
    ended: str = ""

    def __repr__(self) -> str:
        played = f", {self.contract}" if self.contract else ""
        by = f" by {self.declarer}" if self.declarer else ""
        done = f"{len(self.actions)} action{'s' * (len(self.actions) != 1)}"
        asked = f"{self.asked[1]} is asked ({self.asked[0].name})" if self.asked else "over"
        return f"<Hand {self.table.table}{played}{by}: {done}, {asked}>"

    @property
    def rules(self) -> Table:
        """Return `table`, by its name in version 1.0."""
        return self.table

    # -- whose turn it is ----------------------------------------------------------------------

    @cached_property
    def asked(self) -> tuple[Phase, Seat] | None:
        """The phase that asks now and whom; None when the hand is over."""
        if self.ended:
            return None
        for phase in self.waiting:
            seat = phase.turn(self)
            if seat is not None:
                return phase, seat
        return None

    @cached_property
    def options(self) -> Legal | None:
        """Return what the seat whose turn it is may do in the phase that asks; None when it is over."""
        return self.asked[0].legal(self, self.asked[1]) if self.asked else None

    def options_of(self, phase: Phase, seat: Seat) -> Legal:
        """Return what that seat may do in that phase; worked out once if it is its turn."""
        options = self.options if self.asked == (phase, seat) else None
        return options if options is not None else phase.legal(self, seat)

    @cached_property
    def _worked_out(self) -> dict[str, Any]:
        return {}

    def worked_out[T](self, key: str, work: Callable[[Hand], T]) -> T:
        """Return what a subpackage has found out about this hand and asks again and again, worked out once."""
        known = self._worked_out
        if key not in known:
            known[key] = work(self)
        result: T = known[key]
        return result

    # -- who sits where ------------------------------------------------------------------------

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return self.table.active

    @property
    def at_table(self) -> tuple[Seat, ...]:
        """All seats, with five the dealer E as well."""
        return SEATS[: self.players]

    @property
    def dealer(self) -> Seat:
        """The last seat at the table."""
        return self.at_table[-1]

    @property
    def calling(self) -> CallingRow | None:
        """The row of calling that the contract names; before the auction is over, that of the bid
        to beat."""
        contract = self.contract or self.standing
        name = self.table.contracts[contract].calling if contract else None
        return self.table.calling[name] if name else None

    @property
    def standing(self) -> str:
        """The bid to beat, "" before the first."""
        calls = self.table.auction.calls
        bids = (call for _, call in reversed(self.auction.calls) if calls[call].rank is not None)
        return next(bids, "")

    @property
    def naming(self) -> bool:
        """Whether the last bidder still has to name the card that goes with the bid."""
        if not self.auction.calls or self.call.made:
            return False
        contract = self.table.contracts.get(self.auction.calls[-1][1])
        row = self.table.calling[contract.calling] if contract and contract.calling else None
        return row is not None and row.at == "with_bid"

    @property
    def row(self) -> ContractRow:
        """The row of the contract that is played."""
        return self.table.contracts[self.contract]

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The active seat so many places on in order of play."""
        active = self.table.active
        return active[(active.index(seat) + steps) % len(active)]

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """All active seats in order of play, from this one on."""
        return self.table.orders[seat]

    def holder(self, card: Card) -> Seat | None:
        """Return who holds the card, held it until it was played, or discarded it; None: in the talon."""
        for piles in (self.cards.hands, self.discard.discards):
            for seat, cards in piles.items():
                if card in cards:
                    return seat
        tricks = (
            self.play.tricks if self.play.trick is None else (*self.play.tricks, self.play.trick)
        )
        return next((trick.by(card) for trick in tricks if card in trick.cards), None)

    @cached_property
    def called_holder(self) -> Seat | None:
        """Return the seat that holds the called card, the declarer included; None if nobody has it now."""
        row = self.calling
        if not self.call.called or row is None:
            return None
        if self.holder_named is not None:
            return self.holder_named
        if row.partner == "holder_before_talon" and self.deal.dealt:
            return next(
                (s for s, cards in self.deal.dealt.items() if self.call.called in cards), None
            )
        if row.if_discarded == "alone" and self.discarded_by(self.call.called):
            return None
        return self.holder(self.call.called)

    def discarded_by(self, card: Card) -> Seat | None:
        """Return who has discarded the card."""
        return next((s for s, cards in self.discard.discards.items() if card in cards), None)

    @cached_property
    def partner(self) -> Seat | None:
        """The declarer's partner, known to all or not; None while nobody is, or for a lone declarer."""
        if not self.contract:
            return None
        holder = self.called_holder
        return None if holder == self.declarer else holder

    @cached_property
    def alone(self) -> bool:
        """Whether the declarer plays against all others, whether they know it or not."""
        if self.contract and self.row.sides == "called":
            missing = self._may_be_drawn or any(map(self.may_hold_called, self.cards.untold))
            return self.call.made and self.partner is None and not missing
        return bool(self.contract) and self.row.sides == "alone"

    @property
    def _may_be_drawn(self) -> bool:
        """Whether the called card is in the talon and somebody who still draws may get it."""
        row = self.calling
        if self.call.called not in self.cards.talon or (
            row and row.partner == "holder_before_talon"
        ):
            return False
        use = self.table.talon[self.row.talon]
        pending = any(name not in self.exchange.draws_done for name in use.draws)
        return pending or bool(use.choose and not self.exchange.set_taken)

    @cached_property
    def declarers(self) -> tuple[Seat, ...]:
        """The declarer's side in order of play."""
        return tuple(s for s in self.active if s in (self.declarer, self.partner))

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """The others."""
        return tuple(s for s in self.active if s not in (self.declarer, self.partner))

    @cached_property
    def called_seen(self) -> bool:
        """Whether everybody has seen the called card."""
        seen = (
            *self.discard.shown,
            *self.exchange.exposed,
            *(c for t in self.play.tricks for c in t.cards),
        )
        return self.call.called in seen or bool(
            self.play.trick and self.call.called in self.play.trick.cards
        )

    @property
    def partner_public(self) -> bool:
        """Whether everybody can know the sides: the called card has been seen, the table says so,
        or there is none."""
        row = self.calling
        if not self.contract or self.row.sides != "called" or row is None:
            return True
        if not self.call.called:
            return self.call.made
        if self.holder_named is not None:
            return True
        if row.secret == "no" or (row.own_secret == "no" and self.called_holder == self.declarer):
            return True
        return self.called_seen

    @cached_property
    def holder_named(self) -> Seat | None:
        """Return who has shown by a word that they hold the called card: they announced what only its
        holder or only the declarer's side may, or answered a double of the game for the declarer."""
        bonuses = self.table.bonuses
        for seat, bonus in self.announce.announced:
            row = bonuses[bonus]
            if row.card == "called" or (row.say_who == "declarers" and seat != self.declarer):
                return seat
        game = [double.by for double in self.announce.doubles if double.target == "game"]
        answers = game[1::2] if self.table.doubling.first == "side_against" else []
        return next((seat for seat in answers if seat != self.declarer), None)

    def same_side(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats really are on one side; where each plays alone, nobody is."""
        if seat == other or (self.contract and self.row.sides == "each"):
            return seat == other
        return (seat in self.declarers) == (other in self.declarers)

    def knows_side(self, seat: Seat, other: Seat) -> bool | None:
        """Whether `seat` can know `other` to be on its side: True, False, or None for cannot know."""
        if seat == other:
            return True
        if self.partner_public:
            return self.same_side(seat, other)
        if self.knows_called(seat):
            return self.same_side(seat, other)
        if self.declarer == other and not self.may_hold_called(seat):
            return False
        return None

    def may_hold_called(self, seat: Seat) -> bool:
        """Whether a question leaves it open who holds the called card, and that seat may."""
        untold = seat in self.cards.untold and bool(self.call.called)
        return untold and self.called_holder is None

    def knows_called(self, seat: Seat) -> bool:
        """Whether that seat has the called card, or had it, so that it knows the sides."""
        return bool(self.call.called) and seat in (
            self.called_holder,
            self.holder(self.call.called),
        )

    @property
    def undertaken(self) -> tuple[tuple[Seat, str], ...]:
        """Every announced bonus with who announced it, that of the bid itself included."""
        announced = self.announce.announced
        if not self.row.undertakes:
            return announced
        return (*((self.declarer, bonus) for bonus in self.row.undertakes), *announced)

    def holds(self, seat: Seat) -> tuple[Card, ...]:
        """Cards in that seat's hand now."""
        return self.cards.hands.get(seat, ())

    def tricks_of(self, seats: Iterable[Seat]) -> int:
        """How many finished tricks these seats took."""
        side = set(seats)
        return sum(trick.winner in side for trick in self.play.tricks)
