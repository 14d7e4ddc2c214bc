"""Questions about the play: who leads, which cards may be played, who takes a trick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from taroky.api.answers import Answer, JudgedChoice, check_hand, contract_of, judged, legal_of
from taroky.api.position import Known, Turns, of_seat, position
from taroky.cards import Card
from taroky.errors import CardError, RecordError
from taroky.hand import AnnounceState, Hand, Reason, replace
from taroky.hand.tricks import lead_of
from taroky.messages import say
from taroky.phases import play
from taroky.phases.calling import NOBODY
from taroky.rules.table import Seat, Table
from taroky.settling.finished_hand import Finished
from taroky.settling.reported.sayings import check_sayer


@dataclass(frozen=True, kw_only=True)
class LegalAnswer(Answer):
    """The cards of a hand, each with whether it may go to the trick and why."""

    cards: tuple[JudgedChoice, ...]
    """every card of the hand, with whether it may be played"""
    legal: tuple[Card, ...]
    """what of it is allowed, by id"""


@dataclass(frozen=True, kw_only=True)
class WinnerAnswer(Answer):
    """Who takes a trick with which card; seats: who played what; cards: why each wins or does not."""

    winner: Seat
    """the seat that took it"""
    card: Card
    """the card that takes the trick"""
    seats: Mapping[Seat, Card]
    """who played which card"""
    why: Reason
    """why the card takes it"""
    cards: Mapping[Card, Reason]
    """why each card takes the trick or does not"""


@dataclass(frozen=True, kw_only=True)
class LeadsAnswer(Answer):
    """Who leads to the first trick."""

    seat: Seat
    """the seat that leads"""
    why: Reason
    """the reason, with its rule points"""


def legal(
    table: Table,
    hand: Sequence[Card],
    trick: Sequence[Card] = (),
    contract: str | None = None,
    announced: Sequence[str] = (),
    called: Card = "",
    trick_no: int | None = None,
) -> LegalAnswer:
    """Return which cards of this hand may go to this trick (empty: to the lead).

    announced: bonuses this player has announced, whose card is then held back. called: the card
    that was called; trick_no counts from 1. Raises MissingFact where a rule needs the trick's number.
    """
    check_hand(table, hand)
    for card in trick:
        if card in hand:
            raise CardError(say("card.twice", card=card), text=card)
    if len(trick) >= table.seats.active:
        raise RecordError(say("record.trick", n=len(trick), most=table.seats.active - 1))
    row = table.contracts[contract_of(table, contract)]
    for bonus in announced:
        if bonus not in table.bonuses:
            raise RecordError(say("hand.no_such", what=bonus, expected=list(table.bonuses)))
    bound = [held for b in announced if table.bonuses[b].binds and (held := table.bonuses[b].card)]
    moment = play.Moment(trick_no, called=called)
    choices = play.judge(table, row.play, hand, trick, bound, moment)
    points = table.points_of(f"play.{row.play}")
    cards = tuple(
        JudgedChoice(**judged(choice, Reason(say("play.legal", card=choice.what), points)))
        for choice in choices
    )
    return LegalAnswer(cards=cards, legal=legal_of(cards))


def winner(
    table: Table,
    trick: Sequence[Card],
    leader: Seat = "A",
    contract: str | None = None,
    trick_no: int | None = None,
    lost_tricks: int | None = None,
) -> WinnerAnswer:
    """Return who takes this trick, and for each other card why it does not.

    trick_no counts from 1; lost_tricks: how many tricks the leader's side has lost so far. Raises
    MissingFact where an exception of the table rests on one that was not given.
    """
    if not trick or len(trick) > table.seats.active:
        raise RecordError(say("record.trick", n=len(trick), most=table.seats.active))
    if leader not in table.active:
        raise RecordError(say("hand.no_seat", seat=leader, seats=list(table.active)))
    row = table.contracts[contract_of(table, contract)]
    lost_by = None if lost_tricks is None else lambda: {"leader": lost_tricks}
    best, exception = play.winner(table, row.play, trick, play.Moment(trick_no, lost=lost_by))
    card = trick[best]
    start = table.active.index(leader)
    seats = [table.active[(start + i) % len(table.active)] for i in range(len(trick))]
    why = _why_it_wins(table, row.play, trick, card, exception)
    return WinnerAnswer(
        winner=seats[best],
        card=card,
        seats=dict(zip(seats, trick, strict=True)),
        why=why,
        cards={
            other: why
            if other == card
            else _why_it_loses(table, row.play, trick, other, card, exception)
            for other in trick
        },
    )


def _why_it_wins(
    table: Table, play_row: str, trick: Sequence[Card], card: Card, exception: str
) -> Reason:
    """Why this card takes the trick. exception: of the row of play, "" for none."""
    pack, path = table.cards, f"play.{play_row}.wins"
    if exception:
        why = play.exception(table, play_row, exception, trick)
        return Reason(why, table.points_of(f"{path}.{exception}.self"))
    taroky = sum(map(pack.is_tarok, trick))
    if pack.led(trick) is None:
        why = say("winner.excuse_alone", card=card)
    elif not taroky:
        why = say("winner.suit", card=card, suit=pack.suit(card))
    else:
        why = say("winner.tarok" if taroky > 1 else "winner.only_tarok", card=card)
    return Reason(why, table.points_of(path))


def _why_it_loses(
    table: Table, play_row: str, trick: Sequence[Card], card: Card, best: Card, exception: str
) -> Reason:
    """Why this card of the trick does not take it and `best` does."""
    pack, path = table.cards, f"play.{play_row}"
    if pack.is_excuse(card):
        return Reason(say("winner.excuse", card=card), table.points_of(f"{path}.excuse.wins"))
    lead = pack.suit(pack.led(trick) or best)
    if exception:
        points = table.points_of(f"{path}.wins.{exception}.self")
        return Reason(say("winner.excepted", card=card, best=best), points)
    points = table.points_of(f"{path}.wins")
    if pack.is_tarok(best) and not pack.is_tarok(card):
        return Reason(say("winner.beaten_tarok", card=card, best=best), points)
    if pack.suit(card) not in (lead, "T"):
        return Reason(say("winner.not_suit", card=card, lead=lead), points)
    return Reason(say("winner.beaten", card=card, best=best), points)


def leads(
    table: Table,
    contract: str | None = None,
    declarer: Seat = "",
    opener: Seat = "",
    first_hand: bool = False,
    announced: Turns = (),
) -> LeadsAnswer:
    """Return who leads to the first trick. opener: who opened the auction, A if not told; first_hand:
    it is the first of a session; announced: bonuses with who announced them, [["B", "valat"]]. Raises
    RecordError for an unknown bonus or seat, MissingFact for a contract or declarer not told."""
    known = Known(contract, declarer, partner=NOBODY, opener=opener, first_hand=first_hand)
    hand = position(table, known, "play")
    said = [
        (of_seat(table, "announced", turn[0] if turn else "", needed=True), bonus)
        for turn in announced
        for bonus in turn[1:]
    ]
    for seat, bonus in said:
        if bonus not in table.bonuses:
            raise RecordError(say("hand.no_such", what=bonus, expected=list(table.bonuses)))
        _check_announcer(hand, seat, bonus)
    hand = replace(hand, announce=AnnounceState(announced=tuple(said)))
    seat, cell = lead_of(hand)
    by = next(
        (bonus for who, bonus in said if who == seat and cell == f"bonuses.{bonus}.leads"), ""
    )
    why = say("lead.by_bonus", seat=seat, bonus=by) if by else say("lead.first", seat=seat)
    return LeadsAnswer(seat=seat, why=Reason(why, table.points_of(cell)))


def _check_announcer(hand: Hand, seat: Seat, bonus: str) -> None:
    """Check that this seat, as the declarer's partner or not, may announce the bonus in this contract."""
    table, row = hand.table, hand.row
    if "bonuses" not in row.says and bonus not in row.says:
        points = table.points_of(f"contracts.{hand.contract}.says")
        raise RecordError(say("fact.says_nothing", contract=hand.contract), points=points)
    partners = ["", seat] if row.sides == "called" and seat != hand.declarer else [""]
    for partner in partners:
        reported = Finished(contract=hand.contract, declarer=hand.declarer, partner=partner)
        try:
            check_sayer(table, reported, seat, bonus)
            return
        except RecordError:
            if partner == partners[-1]:
                raise
