"""Questions about the auction and the partner: what may be called or chosen, and who plays with whom.

Sources: the columns `auction`, `calling` and `offers` of each table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from taroky.api.answers import (
    ABSENT,
    Answer,
    JudgedChoice,
    check_hand,
    contract_of,
    judged,
    legal_of,
)
from taroky.api.position import Known, contract_told, of_seat, position
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.hand import (
    AuctionState,
    CallState,
    Cards,
    Choice,
    DealState,
    DiscardState,
    ExchangeState,
    Hand,
    Reason,
    Refusal,
)
from taroky.messages import say
from taroky.phases import bidding, calling, offers
from taroky.phases.calling import NOBODY
from taroky.rules.table import Seat, Table


@dataclass(frozen=True, kw_only=True)
class OpenAuctionAnswer(Answer):
    """An auction that goes on: whose turn it is, and every call with whether it may be made."""

    finished: Literal[False] = False
    """no: somebody is still asked"""
    seat: Seat
    """the seat whose turn it is"""
    calls: tuple[JudgedChoice, ...]
    """every call, with whether it may be made"""
    legal: tuple[str, ...]
    """what of it is allowed, by id"""


@dataclass(frozen=True, kw_only=True)
class FinishedAuctionAnswer(Answer):
    """An auction that is over, with who plays what, nobody where all have passed."""

    finished: Literal[True] = True
    """yes: nobody is asked any more"""
    declarer: Seat | None
    """the seat of the declarer, "" for none"""
    contract: str | None
    """the contract that was played, "" for none"""
    why: Reason
    """the reason, with its rule points"""


CallsAnswer = OpenAuctionAnswer | FinishedAuctionAnswer


@dataclass(frozen=True, kw_only=True)
class JudgedCall(JudgedChoice):
    """A card or a word to call a partner by; alone: who calls it plays alone."""

    alone: bool
    """whether the player who calls it plays alone"""


@dataclass(frozen=True, kw_only=True)
class CallableAnswer(Answer):
    """Every card there is to call, with whether it may be called."""

    cards: tuple[JudgedCall, ...]
    """every card there is to call, with whether it may be called"""
    legal: tuple[str, ...]
    """what of it is allowed, by id"""


@dataclass(frozen=True, kw_only=True)
class JudgedOffer(JudgedChoice):
    """Something else that may be chosen: from when until when, and what follows from it."""

    at: str
    """the moment at which it is offered"""
    until: str | None
    """the last moment, null if it is the first"""
    then: str
    """what follows from it: play, end, or a new deal"""


@dataclass(frozen=True, kw_only=True)
class OffersAnswer(Answer):
    """The choices besides calling, drawing and playing; why: why nobody is asked."""

    rows: tuple[JudgedOffer, ...]
    """every choice, with whether it is open"""
    legal: tuple[str, ...]
    """what of it is allowed, by id"""
    why: Reason | None = field(default=None, metadata=ABSENT)
    """why nobody is asked"""


@dataclass(frozen=True, kw_only=True)
class SidesAnswer(Answer):
    """Who plays with whom, and which seats can know it; partner: none for a lone declarer."""

    sides: Mapping[str, tuple[Seat, ...]]
    """the seats of each side"""
    partner: Seat | None
    """the seat of the partner, null for none"""
    alone: bool
    """whether the declarer plays alone"""
    known_to: tuple[Seat, ...]
    """the seats that can know it"""
    why: Reason
    """the reason, with its rule points"""


def calls(
    table: Table,
    said: Sequence[str] = (),
    hand: Sequence[Card] = (),
    opener: Seat | None = None,
    first_hand: bool = False,
) -> CallsAnswer:
    """Return which calls may follow this auction, for the player whose turn it is and who holds `hand`
    (empty: not known). opener: who opens, where that is not the first player. Raises RecordError
    for a call that was not legal itself (without regard to hands not given)."""
    known = table.auction.calls
    if not known:
        raise RecordError(
            say("auction.none", rules=table.title), points=table.points_of("auction.self")
        )
    opener = opener or table.active[0]
    if opener not in table.active:
        raise RecordError(say("hand.no_seat", seat=opener, seats=list(table.active)))
    state = Hand(table=table, first_hand=first_hand, auction=AuctionState(opener=opener))
    for call in said:
        if call not in known:
            raise RecordError(say("hand.no_such", what=call, expected=list(known)))
        seat = bidding.next_to_speak(state)
        if seat is None:
            raise RecordError(say("hand.over", seat=state.auction.calls[-1][0]))
        refusal = bidding.refusal(state, seat, call, cards_known=False)
        if refusal is not None:
            raise RecordError(refusal.message, points=refusal.points)
        state = bidding.with_call(state, seat, call)
    seat = bidding.next_to_speak(state)
    if seat is None:
        contract = state.standing
        if not contract:
            why = Reason(say("auction.all_pass"), table.points_of("auction.all_pass"))
            return FinishedAuctionAnswer(declarer=None, contract=None, why=why)
        seat = next(s for s, call in reversed(state.auction.calls) if call == contract)
        why = Reason(
            say("auction.done", seat=seat, call=contract), table.points_of("auction.highest")
        )
        return FinishedAuctionAnswer(declarer=seat, contract=contract, why=why)
    held = {seat: tuple(hand)}
    state = replace(state, cards=Cards(held), deal=DealState(dealt=held))
    choices = []
    for call in known:
        may = table.points_of(f"auction.calls.{call}.self") or table.points_of("auction.calls")
        legal_why = Reason(say("call.may", call=call), may)
        refusal = bidding.refusal(state, seat, call, cards_known=bool(hand))
        choices.append(JudgedChoice(**judged(Choice("bid", call, refusal), legal_why)))
    return OpenAuctionAnswer(seat=seat, calls=tuple(choices), legal=legal_of(choices))


def callable_cards(
    table: Table, hand: Sequence[Card], contract: str | None = None, discards: Sequence[Card] = ()
) -> CallableAnswer:
    """Return every card there is to call, with whether this hand may call it.
    discards: what the caller has discarded. Raises RecordError where nobody is called aloud."""
    name = contract_of(table, contract)
    row = table.contracts[name].calling
    if row is None or table.calling[row].at == "none":
        spoken = [
            key
            for key, other in table.contracts.items()
            if other.calling and table.calling[other.calling].at != "none"
        ]
        cell = f"contracts.{name}.calling" if row is None else f"calling.{row}.self"
        raise RecordError(
            say("callable.nobody", contract=name, expected=spoken), points=table.points_of(cell)
        )
    caller = calling.Caller(hand, discards, name)
    meant = calling.names(table, row, caller)
    cards = []
    for choice in calling.callable_cards(table, row, hand, caller):
        means, card = meant.get(choice.what, ("", ""))
        alone = choice.legal and (not card or card in (*hand, *discards))
        if not choice.what.isupper():
            why = say("callable.alone_unsaid" if not card else "callable.row", what=choice.what)
        else:
            why = say("callable.alone" if alone else "callable.may", card=choice.what)
        legal_why = Reason(why, table.points_of(f"calling.{row}.names.{means}.self"))
        cards.append(JudgedCall(**judged(choice, legal_why), alone=alone))
    return CallableAnswer(cards=tuple(cards), legal=legal_of(cards))


def offers_open(
    table: Table,
    hand: Sequence[Card],
    said: Sequence[str] = (),
    contract: str | None = None,
    called: Card = "",
    drawn: Sequence[Card] = (),
    dealt: Sequence[Card] = (),
) -> OffersAnswer:
    """Return what may be chosen with this hand besides calling, drawing and playing: to throw it in, to
    give up, to play another game.

    said: the auction so far, where it matters: the hand is that of the player whose turn it is, or of
    the declarer of a contract that is told; contract: what this player plays (not given: nothing
    yet); called, drawn: the called card and what the declarer drew; dealt: the hand as dealt, if it is another.
    Where there is nothing to be asked about, `why` says so.
    """
    check_hand(table, hand, table.deal.hand + table.deal.talon.cards)
    state = _after_calls(table, said)
    speaker = bidding.next_to_speak(state) if state.auction.calls and contract is None else None
    seat = speaker or table.active[0]
    over = bool(state.auction.calls) and speaker is None
    state = replace(
        state,
        cards=Cards({seat: tuple(hand)}),
        deal=DealState(dealt={seat: tuple(dealt or hand)}),
        exchange=ExchangeState(drawn={seat: tuple(drawn)} if drawn else {}),
    )
    if contract is not None:
        state = replace(
            state, contract=contract_of(table, contract), declarer=seat, call=CallState(called)
        )
    rows = []
    for name, row in table.offers.items():
        if row.who == "engine" or (row.who == "declarer") != (contract is not None):
            continue
        refusal = _too_late_for(state, seat, name, called, over)
        why = Reason(say("offer.open", row=name), table.points_of(f"offers.{name}.self"))
        choice = judged(Choice("choose", name, refusal), why)
        rows.append(JudgedOffer(**choice, at=row.at, until=row.until, then=row.then))
    nothing = None if rows else _nothing_offered(table, contract)
    return OffersAnswer(rows=tuple(rows), legal=legal_of(rows), why=nothing)


def _after_calls(table: Table, said: Sequence[str]) -> Hand:
    """The auction after these calls, without regard to hands. Raises RecordError for a call that the
    table does not have, or one too many."""
    state = Hand(table=table)
    for call in said:
        if call not in table.auction.calls:
            known = list(table.auction.calls)
            raise RecordError(say("hand.no_such", what=call, expected=known))
        by = bidding.next_to_speak(state)
        if by is None:
            raise RecordError(say("hand.over", seat=state.auction.calls[-1][0]))
        state = bidding.with_call(state, by, call)
    return state


def _too_late_for(state: Hand, seat: Seat, name: str, called: Card, over: bool) -> Refusal | None:
    """Why this seat may not choose an offer: by its cards, or by the moment. over: the auction is."""
    table, row = state.table, state.table.offers[name]
    refusal = offers.refusal(state, seat, name)
    if refusal is None and row.at == "before_call" and called:
        refusal = Refusal(say("offer.too_late"), table.points_of(f"offers.{name}.at"))
    if refusal is None and row.at == "before_auction" and state.auction.calls:
        begun = say("offer.too_late.auction")
        refusal = Refusal(begun, table.points_of(f"offers.{name}.at"))
    if refusal is None and row.at == "before_own_call" and row.until != "lead" and over:
        refusal = Refusal(say("offer.spoken"), table.points_of(f"offers.{name}.until"))
    if row.at == "after_look" and not table.may_look(state.contract):
        refusal = Refusal(say("offer.no_look"), table.points_of(f"offers.{name}.at"))
    if row.until == "take" and state.exchange.drawn:
        refusal = Refusal(say("offer.taken"), table.points_of(f"offers.{name}.until"))
    return refusal


def _nothing_offered(table: Table, contract: str | None) -> Reason:
    """Why nobody is asked anything of this kind."""
    offered = [name for name, row in table.offers.items() if row.who != "engine"]
    when = "none" if not offered else "no_contract" if contract is None else "contract"
    return Reason(say(f"offers.{when}", title=table.title, rows=offered))


def sides(
    table: Table,
    contract: str | None = None,
    declarer: Seat = "",
    called: Card = "",
    holder: Seat = "",
    laid_away: bool = False,
    seen: bool = False,
) -> SidesAnswer:
    """Return who plays with whom after a call, and who can know it.

    called: the called card, "none" if nobody was called; holder: the seat that has it, or "talon" if it
    stayed there; laid_away: that seat has discarded it; seen: everybody has seen the card. partner is
    None for a declarer who plays alone; known_to: the seats that can know the sides. Raises MissingFact
    for a contract, declarer, called card or holder that is not told, RecordError for an unknown seat.
    """
    name = contract_told(table, contract)
    row = table.contracts[name]
    if row.sides == "each":
        why = Reason(say("who.each"), table.points_of(f"contracts.{name}.sides"))
        return _sides({seat: (seat,) for seat in table.active}, None, False, table.active, why)
    known = Known(name, declarer, called)
    state = position(table, known, "announce")
    declarer, called = state.declarer, state.call.called
    in_talon = holder == "talon"
    if called and not in_talon:
        of_seat(table, "holder", holder, needed=True)
    if row.calling is None:
        why = Reason(
            say("who.alone", seat=declarer, contract=name),
            table.points_of(f"contracts.{name}.sides"),
        )
    elif not called:
        cell = f"calling.{row.calling}.names.{NOBODY}.self"
        why = Reason(say("who.nobody", seat=declarer), table.points_of(cell))
    else:
        place = {holder: (called,)} if holder and not in_talon else {}
        away = place if laid_away else {}
        state = replace(
            state,
            deal=DealState(dealt=place or {declarer: ()}),
            cards=Cards(hands={} if laid_away else place, talon=(called,) if in_talon else ()),
            discard=DiscardState(discards=away, shown=(called,) if seen else ()),
        )
        why = _why_so(state, holder, laid_away)
    partner = state.partner
    with_declarer = tuple(seat for seat in table.active if seat in (declarer, partner))
    opponents = tuple(seat for seat in table.active if seat not in with_declarer)
    everybody = state.partner_public or (partner is None and row.sides != "called")
    known_to = [s for s in table.active if everybody or _knows(state, s, holder)]
    sides = {"declarers": with_declarer, "opponents": opponents}
    return _sides(sides, partner, partner is None, known_to, why)


def _knows(state: Hand, seat: Seat, holder: Seat) -> bool:
    """Whether a seat can know the sides before the called card is seen: who has it, and in a talon that
    was taken up nobody."""
    return seat == holder or state.knows_called(seat)


def _why_so(state: Hand, holder: Seat, discarded: bool) -> Reason:
    """Why the holder of the called card is the partner, or why nobody is."""
    row, called = state.row.calling, state.call.called
    if holder == "talon":
        message, column = say("who.talon", card=called, seat=state.declarer), "partner"
    elif holder == state.declarer:
        message, column = say("who.own", card=called, seat=holder), "own_secret"
    elif state.partner is None:
        message, column = say("who.laid_away", card=called, seat=holder), "if_discarded"
    else:
        message = say("who.partner", card=called, seat=holder, declarer=state.declarer)
        column = "if_discarded" if discarded else "partner"
    points = state.table.points_of(f"calling.{row}.{column}")
    return Reason(message, points or state.table.points_of(f"calling.{row}.self"))


def _sides(
    sides: Mapping[str, tuple[Seat, ...]],
    partner: Seat | None,
    alone: bool,
    known_to: Sequence[Seat],
    why: Reason,
) -> SidesAnswer:
    return SidesAnswer(sides=sides, partner=partner, alone=alone, known_to=tuple(known_to), why=why)
