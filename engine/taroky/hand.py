"""One hand, immutable. A hand = replay(rules, deal, actions); legal() and apply() are the only door.

Seats are A, B, C, D in order of play: A is the first player after the dealer and D deals. With five
at the table E deals and sits out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from taroky.cards import Card
from taroky.errors import CardError, IllegalAction
from taroky.messages import Message, say
from taroky.rules.table import SEATS, Calling, Contract, Seat, Table


@dataclass(frozen=True)
class Action:
    """What a seat does: kind is the verb ("bid", "play", …), what its words or cards."""

    seat: Seat
    kind: str
    what: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.seat, self.kind, *self.what))


@dataclass(frozen=True)
class Refusal:
    """Why something may not be done, with the rule points that say so."""

    message: Message
    points: tuple[str, ...] = ()


@dataclass(frozen=True)
class Choice:
    """One thing a player may think of doing now; refusal is None where it is legal.

    must: it has to be part of what is chosen (cards that have to be laid away first).
    """

    kind: str
    what: str = ""
    refusal: Refusal | None = None
    must: bool = False

    @property
    def legal(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True)
class Legal:
    """Everything a seat may think of doing now.

    picks: how few and how many choices of a kind are taken in one action, by kind; one by default.
    irregular: kinds of slips the table lets be recorded now; no player is asked for them.
    """

    seat: Seat
    phase: str
    choices: tuple[Choice, ...]
    picks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    irregular: tuple[str, ...] = ()

    def of(self, kind: str) -> tuple[Choice, ...]:
        """The legal choices of a kind."""
        return tuple(c for c in self.choices if c.kind == kind and c.legal)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds with something legal, in order."""
        return tuple(dict.fromkeys(c.kind for c in self.choices if c.legal))


@dataclass(frozen=True)
class Trick:
    """Cards in the order played, from `leader` on; extra: a talon card laid on it.

    seats: who plays to it, in order: all but those who have no card left.
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    winner: Seat | None = None
    seats: tuple[Seat, ...] = ()

    def by(self, card: Card) -> Seat:
        """Who played this card."""
        return self.seats[self.cards.index(card)]


@dataclass(frozen=True)
class Double:
    """A flek or one of its answers. sayer: whose announcement is meant ("" for the game)."""

    by: Seat
    word: str
    target: str
    sayer: Seat = ""


@dataclass(frozen=True)
class Hand:
    """The state of one hand. Everything follows from the deal and the actions."""

    rules: Table
    players: int = 4
    first_hand: bool = False
    opener: Seat = "A"
    pack: tuple[Card, ...] = ()
    way: str = ""
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    dealt: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    talon_dealt: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = ()
    actions: tuple[Action, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()
    contract: str = ""
    declarer: Seat = ""
    level: int = 1
    called: Card = ""
    silent_call: bool = False
    drawn: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    draws_done: tuple[str, ...] = ()
    passed_draws: tuple[Seat, ...] = ()
    looks: int = 0
    set_taken: bool = False
    discards: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    shown: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    spoke: tuple[Seat, ...] = ()
    quiet: int = 0
    answers: tuple[Seat, ...] = ()
    declarations: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    announced: tuple[tuple[Seat, str], ...] = ()
    doubles: tuple[Double, ...] = ()
    announcing_over: bool = False
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    irregular: tuple[tuple[Seat, str], ...] = ()
    ended: str = ""

    # -- who is who ---------------------------------------------------------------------------

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return self.rules.active

    @property
    def at_table(self) -> tuple[Seat, ...]:
        """All seats, with five the dealer E as well."""
        return SEATS[: self.players]

    @property
    def dealer(self) -> Seat:
        """The last seat at the table."""
        return self.at_table[-1]

    @property
    def calling(self) -> Calling | None:
        """The row of calling that the contract names; before the auction is over, that of the bid
        to beat."""
        contract = self.contract or self.standing
        name = self.rules.contracts[contract].calling if contract else None
        return self.rules.calling[name] if name else None

    @property
    def standing(self) -> str:
        """The bid to beat, "" before the first."""
        calls = self.rules.auction.calls
        bids = (call for _, call in reversed(self.calls) if calls[call].rank is not None)
        return next(bids, "")

    @property
    def row(self) -> Contract:
        """The row of the contract that is played."""
        return self.rules.contracts[self.contract]

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The active seat so many places on in order of play."""
        return self.active[(self.active.index(seat) + steps) % len(self.active)]

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """All active seats in order of play, from this one on."""
        i = self.active.index(seat)
        return self.active[i:] + self.active[:i]

    def holder(self, card: Card) -> Seat | None:
        """Who holds the card, held it until it was played, or laid it away; None: in the talon."""
        for piles in (self.hands, self.discards):
            for seat, cards in piles.items():
                if card in cards:
                    return seat
        tricks = self.tricks if self.trick is None else (*self.tricks, self.trick)
        return next((trick.by(card) for trick in tricks if card in trick.cards), None)

    @property
    def partner(self) -> Seat | None:
        """The declarer's partner, known to all or not; None while nobody is, or if he is alone."""
        if not self.called:
            return None
        holder = self.holder(self.called)
        return None if holder == self.declarer else holder

    @property
    def alone(self) -> bool:
        """Whether the declarer plays against all others, whether they know it or not."""
        if self.contract and self.row.sides == "called":
            return bool(self.called) and self.holder(self.called) == self.declarer
        return bool(self.contract) and self.row.sides == "alone"

    @property
    def declarers(self) -> tuple[Seat, ...]:
        """The declarer's side in order of play."""
        return tuple(s for s in self.active if s in (self.declarer, self.partner))

    @property
    def opponents(self) -> tuple[Seat, ...]:
        """The others."""
        return tuple(s for s in self.active if s not in (self.declarer, self.partner))

    @property
    def partner_public(self) -> bool:
        """Whether everybody can know the sides: the called card has been seen, or there is none."""
        if not self.contract or self.row.sides != "called":
            return True
        if not self.called:
            return False
        seen = (*self.shown, *(c for t in self.tricks for c in t.cards))
        return self.called in seen or bool(self.trick and self.called in self.trick.cards)

    def same_side(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats really are on one side."""
        return seat == other or (seat in self.declarers) == (other in self.declarers)

    def knows_side(self, seat: Seat, other: Seat) -> bool | None:
        """Whether `seat` can know `other` for his side: True, False, or None for cannot know."""
        if seat == other:
            return True
        if self.partner_public:
            return self.same_side(seat, other)
        if self.called and self.holder(self.called) == seat:
            return self.same_side(seat, other)
        if self.declarer == other:
            return False
        return None

    def holds(self, seat: Seat) -> tuple[Card, ...]:
        """Cards in that seat's hand now."""
        return self.hands.get(seat, ())

    def tricks_of(self, seats: Iterable[Seat]) -> int:
        """How many finished tricks these seats took."""
        side = set(seats)
        return sum(trick.winner in side for trick in self.tricks)


class Phase(Protocol):
    """What every phase answers. No phase knows another one."""

    name: str

    def turn(self, hand: Hand) -> Seat | None:
        """Whose turn it is in this phase; None if it has nothing to ask now."""

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        """What that seat may do, and why not the rest."""

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        """Why this action may not be done; None if it may."""

    def apply(self, hand: Hand, action: Action) -> Hand:
        """The hand after an action that check() let pass."""

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """The hand with what this action, which is not of this phase, silently says here."""


def phases_of(hand: Hand) -> tuple[Phase, ...]:
    """The phases of the hand's table in its order."""
    from taroky.phases import PHASES

    return tuple(PHASES[name] for name in hand.rules.phases if name in PHASES)


def current(hand: Hand) -> tuple[Phase, Seat] | None:
    """The phase that asks now and whom; None when the hand is over."""
    if hand.ended:
        return None
    for phase in phases_of(hand):
        seat = phase.turn(hand)
        if seat is not None:
            return phase, seat
    return None


def finished(hand: Hand) -> bool:
    """Whether nothing more can be done in this hand."""
    return current(hand) is None


def legal(hand: Hand) -> Legal | None:
    """What the seat whose turn it is may do, every choice with its reason; None when it is over."""
    asked = current(hand)
    return asked[0].legal(hand, asked[1]) if asked else None


def check(hand: Hand, action: Action) -> Refusal | None:
    """Why an action cannot be done now; None if it can."""
    asked = current(hand)
    if asked is None:
        return Refusal(say("hand.over", seat=action.seat))
    phase, seat = asked
    if action.seat not in hand.at_table:
        return Refusal(say("hand.no_seat", seat=action.seat, seats=list(hand.at_table)))
    options = phase.legal(hand, seat)
    offered = {*(c.kind for c in options.choices), *options.irregular}
    if action.kind not in offered:
        implied = phase.implied(hand, action)
        if implied is not None:
            return check(implied, action)
        return Refusal(
            say("hand.wrong_kind", seat=action.seat, kind=action.kind, phase=phase.name,
                turn=seat, expected=sorted(offered))
        )  # fmt: skip
    if action.seat != seat and action.kind != "misdeal":
        return Refusal(say("hand.not_turn", seat=action.seat, turn=seat, phase=phase.name))
    return phase.check(hand, action)


def apply(hand: Hand, action: Action) -> Hand:
    """The hand after the action. Raises IllegalAction with the reason and its rule points."""
    refusal = check(hand, action)
    if refusal is not None:
        raise IllegalAction(
            say("hand.illegal", action=str(action), reason=refusal.message),
            points=refusal.points, action=str(action),
        )  # fmt: skip
    return _apply(hand, action)


def _apply(hand: Hand, action: Action) -> Hand:
    asked = current(hand)
    assert asked is not None
    phase, seat = asked
    options = phase.legal(hand, seat)
    if action.kind not in {*(c.kind for c in options.choices), *options.irregular}:
        implied = phase.implied(hand, action)
        assert implied is not None
        return _apply(implied, action)
    after = phase.apply(hand, action)
    return settle_engine_offers(replace(after, actions=(*hand.actions, action)))


def settle_engine_offers(hand: Hand) -> Hand:
    """Offers that happen by themselves (a hand that nobody challenged is not played)."""
    from taroky.phases.offers import engine_offer

    offer = engine_offer(hand)
    return replace(hand, ended=offer) if offer else hand


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


def dealt(
    rules: Table,
    hands: Mapping[Seat, Sequence[Card]],
    talon: Sequence[Card],
    *,
    players: int | None = None,
) -> Hand:
    """A hand whose cards have been dealt. Raises CardError for anything but a whole pack."""
    check_deal(rules, hands, talon)
    cards = {seat: rules.cards.sort(hands[seat]) for seat in rules.active}
    return settle_engine_offers(
        Hand(
            rules=rules, players=_players(rules, players), dealt=cards, hands=cards,
            talon_dealt=tuple(talon), talon=tuple(talon),
        )
    )  # fmt: skip


def undealt(rules: Table, pack: Sequence[Card], *, players: int | None = None) -> Hand:
    """A hand before the deal: the shuffled pack, top card first. Raises CardError."""
    if sorted(pack) != sorted(rules.cards.cards):
        raise CardError(say("deal.not_a_pack", n=len(pack), expected=len(rules.cards.cards)))
    return Hand(rules=rules, players=_players(rules, players), pack=tuple(pack))


def _players(rules: Table, players: int | None) -> int:
    if players is None:
        return rules.seats.active
    if players not in rules.seats.players:
        raise CardError(
            say("deal.players", n=players, expected=[str(p) for p in rules.seats.players]),
            points=rules.points_of("seats.players"),
        )
    return players


def replay(start: Hand, actions: Iterable[Action]) -> Hand:
    """The hand after all these actions. Raises IllegalAction at the first that is not legal."""
    hand = start
    for action in actions:
        hand = apply(hand, action)
    return hand
