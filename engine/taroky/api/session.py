"""Questions about an evening: how it stands, and who deals after a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from taroky import session as sessions
from taroky.api.answers import RULES, Answer
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.messages import money, say
from taroky.rules.table import Seat, Table
from taroky.session import Session


@dataclass(frozen=True, kw_only=True)
class SessionHand(Answer):
    """A hand of an evening: who dealt it, what was played, what it paid each player."""

    number: int
    """which hand it is, from 1"""
    dealer: str
    """the name of the player who dealt"""
    contract: str
    """the contract that was played, "" for none"""
    ended: str
    """what ended the hand early, "" if it was played"""
    counts: bool
    """whether it is one of an agreed number of hands"""
    payments: Mapping[str, str]
    """what each player got, or paid below zero, by name"""
    pots: Mapping[str, str]
    """what went into each pot, or came out of it below zero"""


@dataclass(frozen=True, kw_only=True)
class StandingAnswer(Answer):
    """A player's place in an evening."""

    rank: int
    """the place, from 1"""
    name: str
    """the name of the player"""
    total: str
    """what the player has"""


@dataclass(frozen=True, kw_only=True)
class SessionAnswer(Answer):
    """Everything about an evening that a page or a command shows."""

    game: str = field(metadata=RULES)
    """the id of the rule set, or the packed name of a house table"""
    options: Mapping[str, str]
    """the house options that are chosen, by key"""
    players: tuple[str, ...]
    """the names of all players"""
    unit: str
    """what is counted: money, chips, points"""
    drawn: tuple[Mapping[str, Card], ...]
    """the cards drawn for the first deal, by name, round after round"""
    hands: tuple[SessionHand, ...]
    """the hands so far"""
    counted: int
    """how many of them count"""
    limit: int | None
    """after how many hands it ends, null for no end"""
    over: bool
    """whether it has ended"""
    dealer: str | None
    """the name of the player who deals next"""
    seats: Mapping[Seat, str]
    """the names of the players by seat in the next hand"""
    sits_out: str | None
    """the name of the player who rests in the next hand, null if nobody does"""
    first_hand: bool
    """whether the next hand is the first"""
    pots: Mapping[str, str]
    """what is in each pot"""
    share: str
    """what each would get of the pots now"""
    standings: tuple[StandingAnswer, ...]
    """the players, the best first"""
    winners: tuple[str, ...]
    """the names of those who have won"""


@dataclass(frozen=True, kw_only=True)
class NextDealerAnswer(Answer):
    """Who deals next; dealt_again: the cards of this hand are dealt again; counts: it is one of an
    agreed number of hands."""

    seat: Seat
    """the seat that deals next"""
    dealt_again: bool
    """whether the hand is dealt again"""
    counts: bool
    """whether it is one of an agreed number of hands"""


def show(_: Table, session: Session) -> SessionAnswer:
    """How an evening stands. A session names its own rules."""
    table, players, over = session.table, session.players, session.over
    out = None if over else session.sits_out
    return SessionAnswer(
        game=table.table,
        options=dict(table.chosen),
        players=tuple(players),
        unit=table.unit.name,
        drawn=tuple(
            {players[place]: card for place, card in drawn.items()} for drawn in session.drawn
        ),
        hands=tuple(
            SessionHand(
                number=number,
                dealer=players[dealer],
                contract=played.contract,
                ended=played.ended,
                counts=session.counts(played),
                payments={players[place]: money(amount) for place, amount in paid.items()},
                pots={name: money(change) for name, change in played.pots.items()},
            )
            for number, (played, dealer, paid) in enumerate(
                zip(session.played, session.dealers, session.paid, strict=False), start=1
            )
        ),
        counted=session.hands,
        limit=session.limit,
        over=over,
        dealer=None if over else players[session.dealer],
        seats={}
        if over
        else {session.seat_of(place): players[place] for place in session.seated_now},
        sits_out=None if out is None else players[out],
        first_hand=not over and session.first_hand,
        pots={name: money(content) for name, content in session.pots.items()},
        share=money(session.shares),
        standings=tuple(
            StandingAnswer(rank=row.rank, name=row.name, total=money(row.total))
            for row in session.standings
        ),
        winners=tuple(players[place] for place in session.winners),
    )


def next_dealer(
    table: Table,
    contract: str = "",
    declarer: Seat = "",
    opener: Seat = "",
    ended: str = "",
    players: int | None = None,
) -> NextDealerAnswer:
    """Return which seat deals after such a hand. Raises RecordError for a word the game does not know."""
    if players is not None and players not in table.seats.players:
        raise RecordError(
            say("deal.players", n=players, expected=list(map(str, table.seats.players)))
        )
    about = {"contract": contract, "declarer": declarer, "ended": ended}
    about |= {"opener": opener} if opener else {}
    played = sessions.played_without_record(table, about)
    again = sessions.dealt_again(table, played)
    return NextDealerAnswer(
        seat=sessions.next_dealer(table, played, players),
        dealt_again=again,
        counts=table.session.counts.get(ended, not again),
    )
