"""Estimate what a hand is worth in the auction: a player that looks ahead sits in a seat with these
cards, and says what each bid brings there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from taroky.api.answers import ADVICE, Answer
from taroky.api.bidding import OpenAuctionAnswer, calls
from taroky.api.reviewing import WorthOfAction
from taroky.cards import Card
from taroky.errors import CardError, IllegalAction, RecordError
from taroky.game import apply, current, dealt, view
from taroky.game import legal as legal_now
from taroky.hand import Action, Hand, Reason
from taroky.messages import Message, local_names, say
from taroky.rules.table import Seat, Table

if TYPE_CHECKING:
    from taroky.players.advice import Advice

#: In so many imagined hands every bid is tried if no number is given, and in no more than so many.
USUAL, MOST = 48, 400
#: So often the cards of the others are dealt again where they do not allow what the others have said.
_DEALS = 200


@dataclass(frozen=True, kw_only=True)
class WorthOfBid(WorthOfAction):
    """The worth of a bid; gains: in how many of 100 imagined hands money comes in."""

    gains: int
    """in how many of 100 imagined hands it brings something"""


@dataclass(frozen=True, kw_only=True)
class WorthAnswer(Answer):
    """The worth of each bid with a hand, the best first; sure: the best is better than the second beyond
    the noise; deals: on how many imagined hands."""

    seat: Seat
    """the seat that bids"""
    unit: str
    """what is counted: money, chips, points"""
    deals: int
    """on how many imagined hands each bid was tried"""
    sure: bool
    """whether the best is better than the second beyond chance"""
    choices: tuple[WorthOfBid, ...]
    """each bid with what it brings, the best first"""
    reasons: tuple[Reason, ...] = field(metadata=ADVICE)
    """what speaks for the first choice"""


def worth(
    table: Table,
    hand: Sequence[Card],
    seat: Seat = "",
    said: Sequence[str] = (),
    deals: int = USUAL,
) -> WorthAnswer:
    """Return what each bid of this seat brings on average, in the money of the game with half the width
    of its 95% interval, the best first, and what speaks for the best.

    seat: whose turn it is, by default the one that speaks after what was said; said: the calls so far;
    players who have to speak in between say the least there is. deals: in how many imagined hands each is
    tried. sure: the best is better than the second beyond the noise. Raises RecordError where nobody
    bids, and for a seat that has no turn.
    """
    if len(hand) != table.deal.hand:
        raise CardError(
            say("hand.size", n=len(hand), expected=str(table.deal.hand)),
            points=table.points_of("deal.hand"),
        )
    if not 1 <= deals <= MOST:
        raise RecordError(say("worth.deals", n=deals, most=MOST))
    auction = calls(table, said)  # refuses what nobody can have said
    speaker = auction.seat if isinstance(auction, OpenAuctionAnswer) else ""
    seat = seat or speaker or table.active[0]
    if seat not in table.active:
        raise RecordError(say("hand.no_seat", seat=seat, seats=list(table.active)))
    rng = random.Random(f"{table.name}/{' '.join(table.cards.sort(hand))}/{seat}/{' '.join(said)}")
    advice = _advice(_at_turn(table, hand, seat, said, rng), deals, rng)
    rest = advice.choices[1:]
    with local_names(table.names):
        return WorthAnswer(
            seat=seat,
            unit=table.unit.name,
            deals=advice.hands,
            sure=not rest or rest[0].worse,
            choices=tuple(
                WorthOfBid(
                    action=str(choice.action),
                    text=_named(choice.action).text(),
                    mean=round(choice.mean, 4),
                    half=round(choice.half, 4),
                    gains=round(choice.gains),
                )
                for choice in advice.choices
            ),
            reasons=tuple(_reasons(table, hand, advice)),
        )


def _at_turn(
    table: Table, hand: Sequence[Card], seat: Seat, said: Sequence[str], rng: random.Random
) -> Hand:
    """A hand in which this seat holds these cards, all that was said has been said, and it is its turn
    to bid. How the other cards lie does not matter, as long as they allow what was said."""
    rest = [card for card in table.cards.cards if card not in hand]
    n = table.deal.hand
    other_seats = [other for other in table.active if other != seat]
    refused: IllegalAction | None = None
    for _ in range(_DEALS):
        rng.shuffle(rest)
        hands = {other: rest[i * n : (i + 1) * n] for i, other in enumerate(other_seats)}
        talon = rest[len(other_seats) * n :]
        try:
            return _spoken(dealt(table, {**hands, seat: hand}, talon), seat, said)
        except IllegalAction as problem:
            refused = problem
    assert refused is not None
    raise RecordError(refused.message, points=refused.points)


def _spoken(hand: Hand, seat: Seat, said: Sequence[str]) -> Hand:
    """The hand after these calls, at the next turn of this seat."""
    from taroky.players.rule_of_thumb import RuleOfThumb

    left, calls_ = [*said], hand.table.auction.calls
    usual = RuleOfThumb(hand.table, random.Random(0))
    while (asked := current(hand)) is not None and not hand.contract:
        options = legal_now(hand)
        assert options is not None
        bids = [choice.what for choice in options.of("bid")]
        if not bids:
            action = usual.act(view(hand, asked[1]), options)[0]
        elif left:
            action = Action(asked[1], "bid", (left.pop(0),))
        elif asked[1] == seat:
            return hand
        else:
            action = Action(asked[1], "bid", (min(bids, key=lambda b: calls_[b].rank or 0),))
        hand = apply(hand, action)
    raise RecordError(say("worth.no_turn", seat=seat), points=hand.table.points_of("auction.self"))


def _advice(hand: Hand, deals: int, rng: random.Random) -> Advice:
    """All that can be said, compared. Where only one thing can be said, what that brings."""
    from taroky.players.advice import advise
    from taroky.players.search import Effort

    advice = advise(hand, Effort(deals=deals, batch=min(deals, 12)), rng)
    assert advice is not None
    if advice.judged is None:
        judged = advice.looks.compare(advice.view, [advice.usual, advice.usual])
        assert judged is not None
        return replace(advice, judged=replace(judged, choices=judged.choices[:1]))
    return advice


def _reasons(table: Table, cards: Sequence[Card], advice: Advice) -> list[Reason]:
    """Return what speaks for the best of them."""
    from taroky.players.reasons import because, reworded
    from taroky.players.strength import counted

    best, *rest = advice.choices
    why = [because(counted(table, cards), page="worth")]
    if rest:
        second = rest[0]
        first, *more = advice.reasons()
        verdict = say(
            "worth.sure" if second.worse else "worth.close",
            best=_named(best.action),
            other=_named(second.action),
        )
        why += [reworded(first, verdict), *more]
    return why


def _named(action: Action) -> Message:
    from taroky.players.reasons import named

    return named(action)
