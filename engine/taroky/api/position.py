"""A hand of which only a question's facts are known, and how it goes on in one phase of it.

The phases judge it as they judge any hand. Where the cards of a seat are not told, all is open to it
that some cards would allow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taroky.api.answers import ABSENT, Answer, contract_of
from taroky.cards import Card
from taroky.errors import CardError, IllegalAction, MissingFact, RecordError
from taroky.game import apply, asides, current
from taroky.game import legal as legal_now
from taroky.hand import (
    Action,
    AuctionState,
    CallState,
    Cards,
    Choice,
    DealState,
    ExchangeState,
    Hand,
    Reason,
    replace,
)
from taroky.messages import say
from taroky.phases import PHASES
from taroky.phases.calling import NOBODY
from taroky.rules.table import SEATS, Seat, Table
from taroky.settling.reported.bidders import bidders

#: What players did, turn after turn; a turn that another seat takes than the one asked begins with it.
Turns = Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class JudgedAction(Answer):
    """One thing that a seat may do or not, and why; kind: the verb of the action."""

    kind: str
    """the verb of the action"""
    what: str
    """what is chosen, by id"""
    legal: bool
    """whether the seat may do it"""
    why: Reason
    """the reason, with its rule points"""


@dataclass(frozen=True, kw_only=True)
class TurnAnswer(Answer):
    """A turn: whose it is, what that seat may do, and why not the rest; finished: nobody is asked any more.
    picks: the fewest and the most of a kind that go together."""

    finished: bool
    """whether nobody is asked any more"""
    seat: Seat | None
    """the seat whose turn it is"""
    choices: tuple[JudgedAction, ...]
    """all that this seat may do or not"""
    legal: tuple[str, ...]
    """what of it is allowed, by id"""
    picks: Mapping[str, tuple[int, ...]] | None = field(default=None, metadata=ABSENT)
    """the fewest and the most of a kind that go together"""


@dataclass(frozen=True)
class Known:
    """The facts that are told of a hand: its contract, the declarer, the called card ("none": nobody is
    called), the partner ("none": there is none), who opens, the cards of one seat."""

    contract: str | None = None
    declarer: Seat = ""
    called: Card = ""
    partner: Seat = ""
    opener: Seat = ""
    first_hand: bool = False
    level: int | None = None
    seat: Seat = ""
    hand: Sequence[Card] = ()


def missing(fact: str) -> MissingFact:
    """A fact that the answer depends on and that nobody told."""
    return MissingFact(say("ask.needed", fact=fact), fact=fact)


def of_seat(table: Table, key: str, seat: Seat, needed: bool = False) -> Seat:
    """A seat that plays. Raises MissingFact where it is needed and not told, RecordError for a seat
    that the game does not have."""
    if not seat and needed:
        raise missing(key)
    if seat and seat not in table.active:
        raise RecordError(say("hand.no_seat", seat=seat, seats=list(table.active)))
    return seat


def contract_told(table: Table, name: str | None) -> str:
    """The contract; a rule set with only one needs none. Raises MissingFact."""
    if name is None and len(table.contracts) > 1:
        raise missing("contract")
    return contract_of(table, name)


def position(table: Table, known: Known, phase: str) -> Hand:
    """The hand as known, where this phase asks and all before it is over.

    Raises MissingFact for a contract, a declarer, or a called card that is not told, RecordError and
    CardError for what cannot be.
    """
    contract = contract_told(table, known.contract)
    row = table.contracts[contract]
    declarer = of_seat(table, "declarer", known.declarer)
    if row.sides != "each" and not declarer:
        can = bidders(table, contract)
        declarer = of_seat(table, "declarer", can[0] if len(can) == 1 else "", needed=True)
    called = _called(table, contract, known)
    partner = known.partner
    if partner != NOBODY:
        of_seat(table, "partner", partner)
    if partner == declarer and partner:
        raise RecordError(say("fact.partner_self", seat=partner))
    if partner not in ("", NOBODY) and row.sides != "called":
        raise RecordError(say("fact.partner_alone", contract=contract, seat=partner))
    for card in known.hand:
        if card == called and partner not in ("", NOBODY, known.seat) and known.seat != declarer:
            raise CardError(say("fact.two_holders", card=card, first=partner, second=known.seat))
    seat = of_seat(table, "seat", known.seat)
    if known.hand and not seat:
        raise missing("seat")
    held: dict[Seat, tuple[Card, ...]] = {seat: tuple(known.hand)} if known.hand else {}
    untold = frozenset(table.active) - held.keys()
    dealt = dict(held)
    if partner == NOBODY and called and called not in known.hand:
        held[declarer] = dealt[declarer] = (*held.get(declarer, ()), called)
    elif called and partner not in ("", NOBODY) and called not in held.get(partner, ()):
        held[partner] = dealt[partner] = (*held.get(partner, ()), called)
    use = table.talon[row.talon]
    drawn: dict[Seat, tuple[Card, ...]] = {declarer: ()} if use.draws or use.choose else {}
    asks = (PHASES[phase],)
    return Hand(
        table=table,
        phases=asks,
        waiting=asks,
        players=table.seats.active,
        first_hand=known.first_hand,
        contract=contract,
        declarer=declarer,
        cards=Cards(hands=held, untold=untold),
        deal=DealState(dealt=dealt),
        auction=AuctionState(opener=of_seat(table, "opener", known.opener) or table.active[0]),
        call=CallState(called=called, called_as=called or NOBODY) if row.calling else CallState(),
        exchange=ExchangeState(
            drawn=drawn,
            draws_done=tuple(use.draws),
            set_taken=bool(use.choose),
            level=known.level or 1,
        ),
    )


def _called(table: Table, contract: str, known: Known) -> Card:
    """The called card of a contract that calls one, "" where nobody is called."""
    name = table.contracts[contract].calling
    if name is None or known.called == NOBODY:
        return ""
    row = table.calling[name]
    if known.called:
        return known.called
    if row.at == "none":
        return next(iter(row.names.values())).card or ""
    if known.partner == NOBODY:
        return ""
    raise missing("called")


def after(hand: Hand, turns: Turns, kind: str = "") -> Hand:
    """The hand after these turns. kind: of action, where the turns do not begin with it. Raises
    RecordError for a turn that has no place, with its number and the reason."""
    for number, words in enumerate(turns, start=1):
        asked = current(hand)
        first = words[0] if words else ""
        seat = first if first in SEATS else asked[1] if asked else ""
        deed = list(words[1:] if first in SEATS else words)
        action = Action(seat, kind or (deed.pop(0) if deed else ""), tuple(deed))
        try:
            if not seat:
                raise IllegalAction(say("ask.over"))
            hand = apply(hand, action)
        except IllegalAction as problem:
            raise RecordError(
                say("ask.turn", number=number, problem=problem.message), points=problem.points
            ) from None
    return hand


def turn(hand: Hand, kinds: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of a TurnAnswer. kinds: of the choices that are named, all if empty."""
    asked, options = current(hand), legal_now(hand)
    if asked is None or options is None:
        return {"finished": True, "seat": None, "choices": (), "legal": ()}
    choices = [choice for choice in options.choices if not kinds or choice.kind in kinds]
    picks = {kind: span for kind, span in options.picks.items() if span[1] != 1}
    return {
        "finished": False,
        "seat": asked[1],
        "choices": judged_actions(hand, asked[1], choices),
        "legal": tuple(f"{c.kind} {c.what}".strip() for c in choices if c.legal),
        "picks": picks if picks and not kinds else None,
    }


def judged_actions(hand: Hand, seat: Seat, choices: Sequence[Choice]) -> tuple[JudgedAction, ...]:
    """Choices of a seat; what is legal rests on the rule points that give it its place."""
    return tuple(
        JudgedAction(
            kind=choice.kind,
            what=choice.what,
            legal=choice.legal,
            why=choice.refusal or _allowed(hand, seat, choice),
        )
        for choice in choices
    )


def _allowed(hand: Hand, seat: Seat, choice: Choice) -> Reason:
    action = Action(seat, choice.kind, (choice.what,) if choice.what else ())
    cells = hand.waiting[0].places(hand, action) if hand.waiting else []
    points = dict.fromkeys(point for cell in cells for point in hand.table.points_of(cell))
    return Reason(say("ask.open", seat=seat), tuple(points))


def open_asides(hand: Hand, kind: str) -> dict[Seat, tuple[JudgedAction, ...]]:
    """Return what the other seats may do although it is not their turn, by seat."""
    by_seat = {seat: [c for c in asides(hand, seat, kind) if c.legal] for seat in hand.active}
    return {
        seat: judged_actions(hand, seat, choices) for seat, choices in by_seat.items() if choices
    }


def with_talon(hand: Hand, talon: Sequence[Card]) -> tuple[Hand, dict[Card, str]]:
    """The hand with an untouched talon, and how its cards are named: themselves if they are told,
    else by their places, 1 for the top. Raises CardError for a wrong number of cards."""
    table = hand.table
    size = table.deal.talon.cards
    if talon and len(set(talon)) != size:
        raise CardError(
            say("deal.talon_size", n=len(talon), expected=size),
            points=table.points_of("deal.talon.cards"),
        )
    cards = (
        tuple(talon)
        or tuple(card for card in table.cards.cards if card != hand.call.called)[-size:]
    )
    names = {card: card if talon else str(place) for place, card in enumerate(cards, start=1)}
    return replace(
        hand,
        cards=replace(hand.cards, talon=cards),
        deal=replace(hand.deal, talon_dealt=cards),
        exchange=ExchangeState(),
    ), names
