"""Questions about whole hands, and a hand as an answer, under way or finished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from taroky.api.answers import RULES, Answer, AnswerByRecord, Data
from taroky.api.settling import CardPoints, Cards, SettlementAnswer, card_points, settlement
from taroky.cards import Card
from taroky.game import asides, current, finished
from taroky.game import legal as legal_now
from taroky.game import record as records
from taroky.hand import Hand, Reason
from taroky.phases import play
from taroky.phases.talon import rest_of
from taroky.rules.table import Seat, Table


@dataclass(frozen=True, kw_only=True)
class OpenChoice(Answer):
    """A choice in a hand under way, and why it is not legal, if so."""

    kind: str
    """the verb of the action"""
    what: str
    """what is chosen, by id"""
    legal: bool
    """whether it is legal now"""
    why: Reason | None
    """why it is not legal, null if it is"""


@dataclass(frozen=True, kw_only=True)
class TrickAnswer(Answer):
    """A trick: who led, who took it, its cards as played."""

    leader: Seat
    """the seat that led"""
    winner: Seat | None
    """the seat that took it"""
    cards: Cards
    """its cards, as played"""


@dataclass(frozen=True, kw_only=True)
class StateAnswer(Answer):
    """A hand under way as a referee sees it. Nothing is hidden."""

    game: str = field(metadata=RULES)
    """the id of the rule set, or the packed name of a house table"""
    phase: str
    """the phase of the hand"""
    turn: Seat
    """the seat whose turn it is"""
    choices: tuple[OpenChoice, ...]
    """all that this seat may do or not"""
    picks: Mapping[str, tuple[int, ...]]
    """the fewest and the most of a kind that go together"""
    asides: Mapping[Seat, tuple[tuple[str, ...], ...]]
    """what may be done out of turn, by seat"""
    dealer: Seat
    """the seat of the dealer"""
    opener: Seat
    """the seat that opens the auction"""
    first_hand: bool
    """whether it is the first hand of a session"""
    hands: Mapping[Seat, Cards]
    """the cards that each seat holds"""
    talon: Cards
    """the cards that are in the talon"""
    calls: tuple[tuple[str, ...], ...]
    """the calls of the auction so far"""
    contract: str
    """the contract that was played, "" for none"""
    declarer: Seat
    """the seat of the declarer, "" for none"""
    called: Card
    """the card that was called"""
    partner: Seat | None
    """the seat of the partner, null for none"""
    alone: bool
    """whether the declarer plays alone"""
    partner_public: bool
    """whether everybody knows the partner"""
    level: int
    """the level of the set of the talon that was taken"""
    faced: Cards
    """cards that showed themselves in the deal"""
    exposed: Cards
    """cards of the talon that everybody has seen"""
    drawn: Mapping[Seat, Cards]
    """the cards that each seat has drawn"""
    discards: Mapping[Seat, Cards]
    """the cards that each seat has discarded"""
    shown: Cards
    """discards that everybody has seen"""
    declarations: Mapping[Seat, tuple[str, ...]]
    """what each seat has declared"""
    announced: tuple[tuple[str, ...], ...]
    """what was announced, with the seat that did"""
    tricks: tuple[TrickAnswer, ...]
    """the tricks, in order"""
    trick: Cards
    """the cards in the trick that is not complete"""


@dataclass(frozen=True, kw_only=True)
class PlayAnswer(Answer):
    """A card that was played, and those that were legal."""

    seat: Seat
    """the seat that played it"""
    card: Card
    """the card that was played"""
    legal: Cards
    """the cards that might have been played"""


@dataclass(frozen=True, kw_only=True)
class PlayedTrick(Answer):
    """A trick with every play; talon: the cards of the talon that went with it."""

    number: int
    """which trick it is, from 1"""
    leader: Seat
    """the seat that led"""
    winner: Seat | None
    """the seat that took it, null where nobody did"""
    plays: tuple[PlayAnswer, ...]
    """the plays, in order"""
    talon: Cards
    """cards of the talon that went with it"""


@dataclass(frozen=True, kw_only=True)
class DealAnswer(Answer):
    """The cards as dealt."""

    hands: Mapping[Seat, Cards]
    """the cards dealt to each seat"""
    talon: Cards
    """the cards of the talon, the top card first"""


@dataclass(frozen=True, kw_only=True)
class NoCardPoints(Answer):
    """A hand that ended before the play has no card points."""


@dataclass(frozen=True, kw_only=True)
class HandAnswer(AnswerByRecord):
    """A finished hand in full: the deal, every action, the cards that were exposed (faced in the deal,
    exposed from the talon, shown as discards), every trick with the legal cards at each play, what is
    left of the talon by who counts it, card points per seat and side with how many cards of each pile
    are left over beyond its last full packet, the settlement."""

    game: str = field(metadata=RULES)
    """the id of the rule set, or the packed name of a house table"""
    options: Mapping[str, str]
    """the house options that are chosen, by key"""
    seats: tuple[Seat, ...]
    """the seats at the table"""
    dealer: Seat
    """the seat of the dealer"""
    first_hand: bool
    """whether it is the first hand of a session"""
    opener: Seat
    """the seat that opens the auction"""
    deal: DealAnswer
    """the cards as dealt"""
    actions: tuple[tuple[str, ...], ...]
    """every action: seat, verb and what it is about"""
    contract: str
    """the contract that was played, "" for none"""
    level: int
    """the level of the set of the talon that was taken"""
    declarer: Seat
    """the seat of the declarer, "" for none"""
    partner: Seat | None
    """the seat of the partner, null for none"""
    ended: str
    """what ended the hand early, "" if it was played"""
    faced: Cards
    """cards that showed themselves in the deal"""
    exposed: Cards
    """cards of the talon that everybody has seen"""
    shown: Cards
    """discards that everybody has seen"""
    talon_left: Mapping[str, Cards]
    """what was left of the talon, by who counts it"""
    tricks: tuple[PlayedTrick, ...]
    """every trick, with the legal cards at each play"""
    card_points: CardPoints | NoCardPoints
    """the card points"""
    settlement: SettlementAnswer
    """who pays whom, and why"""


@dataclass(frozen=True, kw_only=True)
class FinishedHandAnswer(Answer):
    """The record of a hand that is over."""

    finished: Literal[True] = True
    """yes: the hand is over"""
    hand: HandAnswer
    """the hand in full"""


@dataclass(frozen=True, kw_only=True)
class OpenHandAnswer(Answer):
    """The record of a hand that goes on after so many actions."""

    finished: Literal[False] = False
    """no: the hand goes on"""
    actions: int
    """how many actions the record has"""
    state: StateAnswer
    """the hand as it stands"""


ReplayAnswer = FinishedHandAnswer | OpenHandAnswer


def state(hand: Hand) -> StateAnswer:
    """A hand under way as a referee sees it: who is to act, every choice with its reason, what may
    be done out of turn, and where the cards are."""
    asked, options = current(hand), legal_now(hand)
    assert asked is not None and options is not None
    return StateAnswer(
        game=hand.table.name,
        phase=asked[0].name,
        turn=asked[1],
        choices=tuple(
            OpenChoice(kind=c.kind, what=c.what, legal=c.legal, why=c.refusal)
            for c in options.choices
        ),
        picks=options.picks,
        asides={
            seat: tuple((c.kind, c.what) for c in asides(hand, seat) if c.legal)
            for seat in hand.at_table
        },
        dealer=hand.dealer,
        opener=hand.auction.opener,
        first_hand=hand.first_hand,
        hands=hand.cards.hands,
        talon=hand.cards.talon,
        calls=tuple(hand.auction.calls),
        contract=hand.contract,
        declarer=hand.declarer,
        called=hand.call.called,
        partner=hand.partner,
        alone=hand.alone,
        partner_public=hand.partner_public,
        level=hand.exchange.level,
        faced=hand.deal.faced,
        exposed=hand.exchange.exposed,
        drawn=hand.exchange.drawn,
        discards=hand.discard.discards,
        shown=hand.discard.shown,
        declarations=hand.announce.declarations,
        announced=tuple(hand.announce.announced),
        tricks=tuple(
            TrickAnswer(leader=trick.leader, winner=trick.winner, cards=trick.cards)
            for trick in hand.play.tricks
        ),
        trick=hand.play.trick.cards if hand.play.trick else (),
    )


def hand_json(hand: Hand) -> Data:
    """A finished hand in full as JSON data (see HandAnswer)."""
    return finished_hand(hand).as_json()


def finished_hand(hand: Hand) -> HandAnswer:
    """A finished hand in full."""
    table = hand.table
    tricks = tuple(
        PlayedTrick(
            number=number,
            leader=trick.leader,
            winner=trick.winner,
            plays=_plays(hand, number - 1),
            talon=trick.extra,
        )
        for number, trick in enumerate(hand.play.tricks, start=1)
    )
    return HandAnswer(
        table=table,
        game=table.name,
        options=dict(table.chosen),
        seats=tuple(hand.at_table),
        dealer=hand.dealer,
        first_hand=hand.first_hand,
        opener=hand.auction.opener,
        deal=DealAnswer(hands=hand.deal.dealt, talon=hand.deal.talon_dealt),
        actions=tuple((action.seat, action.kind, *action.what) for action in hand.actions),
        contract=hand.contract,
        level=hand.exchange.level,
        declarer=hand.declarer,
        partner=hand.partner if hand.contract else None,
        ended=hand.ended,
        faced=hand.deal.faced,
        exposed=hand.exchange.exposed,
        shown=hand.discard.shown,
        talon_left={} if hand.ended else {to: tuple(cards) for to, cards in rest_of(hand).items()},
        tricks=tricks,
        card_points=NoCardPoints() if hand.ended else card_points(hand),
        settlement=settlement(hand),
    )


def _plays(hand: Hand, index: int) -> tuple[PlayAnswer, ...]:
    """The plays of a trick, each with the cards that were legal."""
    table = hand.table
    trick = hand.play.tricks[index]
    plays = []
    moment = play.moment_of(hand, trick.leader, hand.play.tricks[:index])
    for i, card in enumerate(trick.cards):
        seat = trick.seats[i]
        later = [
            done.cards[done.seats.index(seat)]
            for done in hand.play.tricks[index:]
            if seat in done.seats
        ]
        held = table.cards.sort((*later, *hand.cards.hands.get(seat, ())))
        bound = play.bound_cards(hand, seat)
        legal_cards = play.legal_cards(table, hand.row.play, held, trick.cards[:i], bound, moment)
        plays.append(PlayAnswer(seat=seat, card=card, legal=tuple(legal_cards)))
    return tuple(plays)


def replayed(_: Table, record: str) -> ReplayAnswer:
    """The hand that a record tells of: in full if it is over, else as a referee sees it. The record
    names its own rules. Raises RecordError with the line that does not hold."""
    return replay_of(records.read(record).replay())


def replay_of(hand: Hand) -> ReplayAnswer:
    """A hand in full if it is over, else as a referee sees it."""
    if finished(hand):
        return FinishedHandAnswer(hand=finished_hand(hand))
    return OpenHandAnswer(actions=len(hand.actions), state=state(hand))
