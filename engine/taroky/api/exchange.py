"""Questions about the talon: who draws or takes what, what may be discarded, whose it all is at the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from taroky.api.answers import ABSENT, Answer, JudgedChoice, contract_of, judged
from taroky.api.position import (
    Known,
    TurnAnswer,
    Turns,
    after,
    contract_told,
    missing,
    position,
    turn,
    with_talon,
)
from taroky.cards import Card
from taroky.errors import CardError, RecordError
from taroky.game import current
from taroky.hand import Hand, Reason
from taroky.hand.exchange import looked_at, sets_of, use_of
from taroky.messages import Message, say
from taroky.phases import discard
from taroky.phases.calling import NOBODY
from taroky.phases.talon import cards_of, rest_rows
from taroky.rules.table import Seat, Table

#: Who counts cards at the end.
CountedBy = Literal["declarers", "opponents", "nobody", "trick_takers"]


@dataclass(frozen=True, kw_only=True)
class JudgedDiscard(JudgedChoice):
    """A card that may be discarded or not; must: it has to go before others."""

    must: bool
    """whether it has to go before others"""


@dataclass(frozen=True, kw_only=True)
class DiscardsAnswer(Answer):
    """The number of cards to be discarded, and which may be."""

    n: int
    """how many cards have to go"""
    cards: tuple[JudgedDiscard, ...]
    """every card of the hand, with whether it may go"""


@dataclass(frozen=True, kw_only=True)
class ChosenDiscardsAnswer(DiscardsAnswer):
    """The same of cards that were chosen: whether they may go together, else why not; which are shown
    and how many of a kind are told to the others, with the rules for both."""

    legal: bool
    """whether the chosen cards may go together"""
    why: Reason | None
    """why not"""
    shown: tuple[Card, ...]
    """which of them are shown to the others"""
    show: Reason | None = field(default=None, metadata=ABSENT)
    """the rule by which cards are shown"""
    told: Mapping[str, int] | None = field(default=None, metadata=ABSENT)
    """how many cards of a kind are told to the others"""
    tell: Reason | None = field(default=None, metadata=ABSENT)
    """the rule by which they are told"""


@dataclass(frozen=True, kw_only=True)
class DrawAnswer(Answer):
    """A draw from the talon: who draws how many cards, and who draws instead if that seat passes."""

    seat: Seat
    """the seat that draws"""
    cards: int
    """how many cards"""
    may_pass_to: Seat | None
    """the seat that draws if this one passes, null if it has to draw"""


@dataclass(frozen=True, kw_only=True)
class SetAnswer(Answer):
    """A set of the talon that may be taken, and the level of the game with it."""

    take: str
    """the number of the set, from 1"""
    cards: tuple[str, ...]
    """how many cards it has"""
    level: int
    """the level of the game with it"""


@dataclass(frozen=True, kw_only=True)
class TalonAnswer(TurnAnswer):
    """Who draws from the talon, which set may be taken, and where its cards are so far."""

    draws: tuple[DrawAnswer, ...]
    """who draws how many cards, in order"""
    sets: tuple[SetAnswer, ...]
    """the sets that may be taken"""
    looked_at: tuple[tuple[str, ...], ...]
    """the cards that were looked at"""
    taken: Mapping[Seat, tuple[str, ...]]
    """the cards that each seat has taken"""
    left: tuple[str, ...]
    """the cards that are left"""
    exposed: tuple[str, ...]
    """cards of the talon that everybody has seen"""
    why: Reason
    """the rules of this talon"""


@dataclass(frozen=True, kw_only=True)
class CountedDiscards(Answer):
    """Who counts the discards of a seat."""

    seat: Seat
    """the seat it is about"""
    side: CountedBy = field(metadata={"key": "for"})
    """the side that counts them"""
    why: Reason
    """the reason, with its rule points"""


@dataclass(frozen=True, kw_only=True)
class CountedRest(Answer):
    """Who counts so many cards that are left; cards: none where nobody knows yet which."""

    cards: tuple[str, ...] | None
    """the cards, null where nobody knows yet which"""
    n: int
    """how many cards"""
    side: CountedBy = field(metadata={"key": "for"})
    """the side that counts them"""
    why: Reason
    """the reason, with its rule points"""


@dataclass(frozen=True, kw_only=True)
class CountedForAnswer(Answer):
    """The sides that count the discards and the rest of the talon."""

    discards: tuple[CountedDiscards, ...]
    """the discards of each seat"""
    rest: tuple[CountedRest, ...]
    """the rest of the talon"""


def discards(
    table: Table,
    hand: Sequence[Card],
    contract: str | None = None,
    chosen: Sequence[Card] = (),
    called: Card = "",
    drawn: Sequence[Card] = (),
) -> DiscardsAnswer | ChosenDiscardsAnswer:
    """Return what may be discarded from this hand (more cards than a hand has) and what must be shown;
    with `chosen`, whether those cards may go together. drawn: those that came from the talon."""
    n = len(hand) - table.deal.hand
    if n < 1:
        raise CardError(
            say(
                "hand.size",
                n=len(hand),
                expected=say("expected.or_more", least=table.deal.hand + 1),
            )
        )
    name = contract_of(table, contract)
    row_name = table.contracts[name].discard
    if row_name is None:
        with_discard = [key for key, row in table.contracts.items() if row.discard]
        cell = "discard" if "discard" in table.contracts[name].points else "talon"
        raise RecordError(
            say("discard.nothing", contract=name, expected=with_discard),
            points=table.points_of(f"contracts.{name}.{cell}"),
        )
    path = f"discard.{row_name}"
    for card in drawn:
        if card not in hand:
            raise CardError(say("hand.not_held", card=card), text=card)
    choices = discard.judge(table, row_name, hand, n, called, drawn)
    cards = []
    for choice in choices:
        message_id = "discard.must" if choice.must else "discard.may"
        why = Reason(say(message_id, card=choice.what), table.points_of(f"{path}.count"))
        cards.append(JudgedDiscard(**judged(choice, why), must=choice.must))
    if not chosen:
        return DiscardsAnswer(n=n, cards=tuple(cards))
    row = table.discard[row_name]
    show, tell, numbers = None, None, None
    face_up = discard.shown(row, table, chosen)
    if face_up:
        show = Reason(say("discard.shown", cards=list(face_up)), table.points_of(f"{path}.shown"))
    for kind, number in discard.numbers_told(row, table, chosen).items():
        numbers = {kind: number}
        tell = Reason(say("discard.told", n=number), table.points_of(f"{path}.told"))
    refusal = discard.check_set(table, row_name, hand, n, chosen, called, drawn)
    return ChosenDiscardsAnswer(
        n=n,
        cards=tuple(cards),
        legal=refusal is None,
        why=refusal,
        shown=tuple(face_up),
        show=show,
        told=numbers,
        tell=tell,
    )


def talon(
    table: Table,
    contract: str | None = None,
    declarer: Seat = "",
    done: Turns = (),
    talon: Sequence[Card] = (),
) -> TalonAnswer:
    """Return who draws from the talon, which set may be taken, and where its cards are so far.

    done: what was said and done, in turn: [["draw"], ["pass"], …], [["reject"], ["take", "second"]];
    talon: its cards, top first (not told: the answer names their places, 1 for the top). draws: all
    draws of the contract; sets: the sets that are looked at. Raises RecordError for a turn that has no
    place, MissingFact for a contract or a declarer that is not told.
    """
    hand, names = _exchange(table, Known(contract, declarer, partner=NOBODY), done, talon)
    use = use_of(hand)
    points = table.points_of(f"talon.{hand.row.talon}.self")
    points = points or table.points_of(f"contracts.{hand.contract}.talon")

    def named(cards: Sequence[Card]) -> tuple[str, ...]:
        return tuple(names[card] for card in cards)

    return TalonAnswer(
        **turn(hand, ("draw", "pass", "take", "reject", "look")),
        draws=tuple(
            DrawAnswer(
                seat=hand.after(hand.declarer, row.after_declarer),
                cards=row.cards,
                may_pass_to=None
                if row.may_pass_to is None
                else hand.after(hand.declarer, row.may_pass_to),
            )
            for row in use.draws.values()
        ),
        sets=tuple(
            SetAnswer(take=name, cards=named(sets_of(hand)[row.take - 1]), level=row.level)
            for name, row in use.choose.items()
        ),
        looked_at=tuple(map(named, looked_at(hand))) if use.choose else (),
        taken={seat: named(cards) for seat, cards in hand.exchange.drawn.items()},
        left=named(hand.cards.talon),
        exposed=named(hand.exchange.exposed),
        why=Reason(_what_it_is_for(hand), points),
    )


def _exchange(
    table: Table, known: Known, done: Turns, talon: Sequence[Card]
) -> tuple[Hand, dict[Card, str]]:
    hand, names = with_talon(position(table, known, "talon"), talon)
    return after(hand, done), names


def _what_it_is_for(hand: Hand) -> Message:
    use = use_of(hand)
    if use.draws:
        return say("talon.for_draws", contract=hand.contract)
    if use.choose:
        return say("talon.for_sets", contract=hand.contract, sets=list(map(str, use.sets)))
    return say("talon.untouched", contract=hand.contract)


def counted_for(
    table: Table,
    contract: str | None = None,
    declarer: Seat = "",
    partner: Seat = "",
    done: Turns = (),
    talon: Sequence[Card] = (),
) -> CountedForAnswer:
    """Return the side that counts the discards, and the one that counts the rest of the talon.

    partner: the declarer's, "none" for a lone declarer; it is needed where the answer rests on it. done,
    talon: as for `talon`. discards: by seat, for those who have taken cards, with the side that counts
    them; rest: the rows that share out what is left, with cards or places (null for cards drawn at random
    or chosen after the last trick). Raises like `talon`.
    """
    name = contract_told(table, contract)
    row = table.contracts[name]
    if row.sides != "called":
        partner = NOBODY
    called = "" if partner in ("", NOBODY) else _some_card(table, talon)
    known = Known(name, declarer, called, partner or NOBODY)
    hand, names = _exchange(table, known, done, talon)
    if row.sides == "called" and not partner and _rests_on_alone(hand):
        raise missing("partner")
    if current(hand) is not None:
        raise RecordError(say("ask.exchange_open", seat=hand.asked[1] if hand.asked else ""))
    discards = []
    for seat in hand.exchange.drawn:
        if row.discard is None:
            break
        side = cast(CountedBy, discard.goes_to(hand, seat))
        not_declarer = seat != hand.declarer and table.discard[row.discard].others_for is not None
        column = "others_for" if not_declarer else "counts_for"
        points = table.points_of(f"discard.{row.discard}.{column}")
        why = Reason(say(f"counted.discards.{side}", seat=seat), points)
        discards.append(CountedDiscards(seat=seat, side=side, why=why))
    left = list(hand.cards.talon)
    rest: list[CountedRest] = []
    for key, share in rest_rows(hand):
        points = table.points_of(f"talon.{row.talon}.rest.{key}.self")
        why = Reason(say(f"counted.rest.{share.to}"), points)
        kind, _, number = share.cards.partition("_")
        if kind in ("random", "chosen"):
            rest.append(CountedRest(cards=None, n=int(number), side=share.to, why=why))
            continue
        unknown = [other.n for other in rest if other.cards is None]
        cards = [card for card in cards_of(hand, share) if card in left]
        left = [card for card in left if card not in cards]
        n = len(cards) - sum(unknown)
        if n > 0:
            known_cards = None if unknown else tuple(names[card] for card in cards)
            rest.append(CountedRest(cards=known_cards, n=n, side=share.to, why=why))
    return CountedForAnswer(discards=tuple(discards), rest=tuple(rest))


def _some_card(table: Table, talon: Sequence[Card]) -> Card:
    """A card that stands for the called one, where which it is makes no difference."""
    return next(card for card in table.cards.cards if card not in talon)


def _rests_on_alone(hand: Hand) -> bool:
    """Whether who counts what is left rests on the declarer's having a partner."""
    tests = (test for row in use_of(hand).rest.values() for test in row.when.tests())
    return any(test.name == "alone" for test in tests)
