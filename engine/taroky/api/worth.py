"""Estimate what a hand is worth in the auction: a player that looks ahead sits in a seat with these
cards, and says what each bid brings there."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from taroky.api.answers import Answer
from taroky.api.bidding import calls
from taroky.cards import Card
from taroky.errors import CardError, IllegalAction, RecordError
from taroky.game import apply, current, dealt, view
from taroky.game import legal as legal_now
from taroky.hand import Action, Hand, Legal
from taroky.messages import Message, local_names, say
from taroky.rules.table import Seat, Table

if TYPE_CHECKING:
    from taroky.players.comparing import Judged
    from taroky.players.reasons import Reason

#: In so many imagined hands every bid is tried if no number is given, and in no more than so many.
USUAL, MOST = 48, 400
#: So often the cards of the others are dealt anew where they do not allow what the others have said.
_DEALS = 200


def worth(
    table: Table,
    hand: Sequence[Card],
    seat: Seat = "",
    said: Sequence[str] = (),
    deals: int = USUAL,
) -> Answer:
    """Return what each bid of this seat brings on average, in the money of the game with half the width
    of its 95 % interval, the best first, and what speaks for the best.

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
    next_one = calls(table, said)  # refuses what nobody can have said
    seat = seat or next_one.get("seat") or table.active[0]
    if seat not in table.active:
        raise RecordError(say("hand.no_seat", seat=seat, seats=list(table.active)))
    rng = random.Random(f"{table.name}/{' '.join(table.cards.sort(hand))}/{seat}/{' '.join(said)}")
    now, options = _at_turn(table, hand, seat, said, rng)
    judged = _judged(table, now, options, deals, rng)
    others = judged.choices[1:]
    with local_names(table.names):
        return {
            "seat": seat,
            "unit": table.unit.name,
            "deals": judged.hands,
            "sure": not others or others[0].behind > others[0].half_behind,
            "choices": [
                {
                    "action": str(one.action),
                    "text": _named(one.action).text(),
                    "mean": round(one.mean, 4),
                    "half": round(one.half, 4),
                    "gains": round(one.gains),
                }
                for one in judged.choices
            ],
            "reasons": [reason.as_json() for reason in _reasons(table, now, judged)],
        }


def _at_turn(
    table: Table, hand: Sequence[Card], seat: Seat, said: Sequence[str], rng: random.Random
) -> tuple[Hand, Legal]:
    """A hand in which this seat holds these cards, all that was said has been said, and it is its turn
    to bid. How the other cards lie does not matter, as long as they allow what was said."""
    rest = [card for card in table.cards.cards if card not in hand]
    n = table.deal.hand
    refused: IllegalAction | None = None
    for _ in range(_DEALS):
        rng.shuffle(rest)
        others = [one for one in table.active if one != seat]
        hands = {one: rest[i * n : (i + 1) * n] for i, one in enumerate(others)}
        try:
            return _spoken(dealt(table, {**hands, seat: hand}, rest[len(others) * n :]), seat, said)
        except IllegalAction as problem:
            refused = problem
    assert refused is not None
    raise RecordError(refused.message, points=refused.points)


def _spoken(hand: Hand, seat: Seat, said: Sequence[str]) -> tuple[Hand, Legal]:
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
            return hand, options
        else:
            action = Action(asked[1], "bid", (min(bids, key=lambda b: calls_[b].rank or 0),))
        hand = apply(hand, action)
    raise RecordError(say("worth.no_turn", seat=seat), points=hand.table.points_of("auction.self"))


def _judged(table: Table, hand: Hand, options: Legal, deals: int, rng: random.Random) -> Judged:
    """All that can be said, compared. Where only one thing can be said, what that brings."""
    from taroky.players.search import Effort, LooksAhead

    effort = Effort(deals=deals, batch=min(deals, 12))
    looks = LooksAhead(table, rng, effort, explains=True)
    seen = view(hand, options.seat)
    judged = looks.judge(seen, options)
    if judged is None:
        (only,) = options.actions("bid")
        judged = looks.compare(seen, [only, only])
        assert judged is not None
        judged = type(judged)(judged.choices[:1], judged.hands)
    return judged


def _reasons(table: Table, hand: Hand, judged: Judged) -> list[Reason]:
    """Return what speaks for the best of them."""
    from taroky.players.reasons import because, reasons
    from taroky.players.strength import strength

    best, *others = judged.choices
    cards = hand.cards.hands[best.action.seat]
    pack = table.cards
    held = sum(map(pack.is_tarok, cards))
    told = say(
        "worth.strength", taroky=held, dear=strength(table, cards) - held, n=strength(table, cards)
    )
    found = [because(told, page="worth")]
    if others:
        other = others[0]
        close = other.behind <= other.half_behind
        why = reasons(table, view(hand, best.action.seat), best, other)
        told = say(
            "worth.close" if close else "worth.sure",
            best=_named(best.action),
            other=_named(other.action),
        )
        found += [because(told, why[0].points, why[0].page), *why[1:]]
    return found


def _named(action: Action) -> Message:
    from taroky.players.reasons import named

    return named(action)
