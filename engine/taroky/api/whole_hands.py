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
    what: str
    legal: bool
    why: Reason | None


@dataclass(frozen=True, kw_only=True)
class TrickAnswer(Answer):
    """A trick: who led, who took it, its cards as played."""

    leader: Seat
    winner: Seat | None
    cards: Cards


@dataclass(frozen=True, kw_only=True)
class StateAnswer(Answer):
    """A hand under way as a referee sees it. Nothing is hidden."""

    game: str = field(metadata=RULES)
    phase: str
    turn: Seat
    choices: tuple[OpenChoice, ...]
    picks: Mapping[str, tuple[int, ...]]
    asides: Mapping[Seat, tuple[tuple[str, ...], ...]]
    dealer: Seat
    opener: Seat
    first_hand: bool
    hands: Mapping[Seat, Cards]
    talon: Cards
    calls: tuple[tuple[str, ...], ...]
    contract: str
    declarer: Seat
    called: Card
    partner: Seat | None
    alone: bool
    partner_public: bool
    level: int
    faced: Cards
    exposed: Cards
    drawn: Mapping[Seat, Cards]
    discards: Mapping[Seat, Cards]
    shown: Cards
    declarations: Mapping[Seat, tuple[str, ...]]
    announced: tuple[tuple[str, ...], ...]
    tricks: tuple[TrickAnswer, ...]
    trick: Cards


@dataclass(frozen=True, kw_only=True)
class PlayAnswer(Answer):
    """A card that was played, and those that were legal."""

    seat: Seat
    card: Card
    legal: Cards


@dataclass(frozen=True, kw_only=True)
class PlayedTrick(Answer):
    """A trick with every play; talon: the cards of the talon that went with it."""

    number: int
    leader: Seat
    winner: Seat | None
    plays: tuple[PlayAnswer, ...]
    talon: Cards


@dataclass(frozen=True, kw_only=True)
class DealAnswer(Answer):
    """The cards as dealt."""

    hands: Mapping[Seat, Cards]
    talon: Cards


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
    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    dealer: Seat
    first_hand: bool
    opener: Seat
    deal: DealAnswer
    actions: tuple[tuple[str, ...], ...]
    contract: str
    level: int
    declarer: Seat
    partner: Seat | None
    ended: str
    faced: Cards
    exposed: Cards
    shown: Cards
    talon_left: Mapping[str, Cards]
    tricks: tuple[PlayedTrick, ...]
    card_points: CardPoints | NoCardPoints
    settlement: SettlementAnswer


@dataclass(frozen=True, kw_only=True)
class FinishedHandAnswer(Answer):
    """The record of a hand that is over."""

    finished: Literal[True] = True
    hand: HandAnswer


@dataclass(frozen=True, kw_only=True)
class OpenHandAnswer(Answer):
    """The record of a hand that goes on after so many actions."""

    finished: Literal[False] = False
    actions: int
    state: StateAnswer


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
