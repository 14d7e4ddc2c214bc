"""What was said demands of its sayer's cards, by the conditions of the rule table: a bid, a call, a
declaration, an announcement or a double that some cards would not have allowed tells everybody that these
are not the sayer's cards. So does silence where the table makes one speak.

Only what the rules enforce is here. What is merely likely is judged by `taroky.players.likelihood`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from taroky.cards import Card
from taroky.hand import AnnounceState, Hand, Saying, replace
from taroky.hand.condition_facts import facts_for
from taroky.hand.tricks import plays
from taroky.phases.declaring import row_of
from taroky.phases.discard import numbers_told_by_seat
from taroky.phases.sayings.rows import has_role, sayable
from taroky.rules.conditions import Condition, Facts
from taroky.rules.facts import ZONES
from taroky.rules.table import CallingRow, NameRow, Seat, StageRow, Table

#: Cards as a whole number: bit i is card i of the pack's order.
type Bits = int

#: The piles of a seat that a demand can count in. "had": all the seat has had until then; "began": what
#: it began the play with; "kept": what it was dealt of that.
_PILES = frozenset({"hand", "dealt", "drawn", "discards", "played", "had", "began", "kept"})


def bit_of_cards(table: Table) -> Mapping[Card, Bits]:
    """The bit of each card of the pack."""
    bit: dict[Card, Bits] | None = table.memo.get("bits of cards")
    if bit is None:
        bit = {card: 1 << i for i, card in enumerate(table.cards.cards)}
        table.memo["bits of cards"] = bit
    return bit


def bits_of(table: Table, cards: Iterable[Card]) -> Bits:
    """The bits of these cards, each named once."""
    bit = bit_of_cards(table)
    return sum([bit[card] for card in cards])


@dataclass(frozen=True)
class Moment:
    """How far a seat was when something was said. drew, discarded: whether it had; played: the cards it
    had played, as bits."""

    drew: bool = False
    discarded: bool = False
    played: Bits = 0


DEALT, DREW, EXCHANGED = Moment(), Moment(True), Moment(True, True)


@dataclass
class Piles:
    """The cards of a seat as bits. had: all it has had; drawn, discards: those of them that came from
    the talon, and that were discarded."""

    had: Bits = 0
    drawn: Bits = 0
    discards: Bits = 0

    def at(self, pile: str, moment: Moment) -> Bits:
        """The cards that a pile held at this moment."""
        match pile:
            case "dealt":
                return self.had & ~self.drawn
            case "drawn":
                return self.drawn if moment.drew else 0
            case "discards":
                return self.discards if moment.discarded else 0
            case "played":
                return moment.played
            case "kept":
                return self.had & ~self.drawn & ~self.discards
        here = self.had if moment.drew else self.had & ~self.drawn
        if pile == "had":
            return here
        began = here & ~self.discards if moment.discarded else here
        return began if pile == "began" else began & ~moment.played


@dataclass(frozen=True)
class Count:
    """A number of cards of a set in these piles together: low to top, None for no limit."""

    piles: tuple[str, ...]
    of: Bits
    low: int
    top: int | None

    def lacks(self, cards: Piles, moment: Moment) -> int:
        """How many cards it is from being true."""
        here = 0
        for pile in self.piles:
            here |= cards.at(pile, moment)
        n = (here & self.of).bit_count()
        if n < self.low:
            return self.low - n
        return 0 if self.top is None or n <= self.top else n - self.top


@dataclass(frozen=True)
class Need:
    """The part of a condition that is about cards. either: ways to meet it, each with counts that have
    to be true and needs that must not be met."""

    either: tuple[tuple[tuple[Count, ...], tuple[Need, ...]], ...] = ()

    @property
    def always(self) -> bool:
        """Whether any cards meet it."""
        return any(not counts and not never for counts, never in self.either)

    def piles(self) -> Iterator[str]:
        """Yield the piles that it counts in."""
        for counts, never in self.either:
            for count in counts:
                yield from count.piles
            for need in never:
                yield from need.piles()

    def sets(self) -> Iterator[Bits]:
        """Yield the sets of cards that it counts."""
        for counts, never in self.either:
            for count in counts:
                yield count.of
            for need in never:
                yield from need.sets()

    def lacks(self, cards: Piles, moment: Moment) -> int:
        """How many cards it is from being met, about; 1 where there is no way."""
        ways = [
            sum(count.lacks(cards, moment) for count in counts)
            + sum(not need.lacks(cards, moment) for need in never)
            for counts, never in self.either
        ]
        return min(ways, default=1)


@dataclass(frozen=True)
class Demand:
    """What the cards of a seat must be. moments: at one of these; met: whether the need is met then, or
    is not."""

    seat: Seat
    need: Need
    moments: tuple[Moment, ...]
    met: bool = True

    @property
    def of_deal(self) -> bool:
        """Whether it matters which of the cards were dealt and which came from the talon."""
        drew_all = all(moment.drew for moment in self.moments)
        return not drew_all or bool({"dealt", "drawn", "kept"} & {*self.need.piles()})

    def lacks(self, cards: Piles) -> int:
        """How many cards it is from being satisfied, about."""
        if self.met:
            return min([self.need.lacks(cards, moment) for moment in self.moments])
        return int(all(not self.need.lacks(cards, moment) for moment in self.moments))


#: A need as `Checks` asks it: ways with counts (the number of a pile, a set, low, top), and others that
#: must not be true.
type Ways = tuple[tuple[tuple[tuple[int, Bits, int, int], ...], tuple[Ways, ...]], ...]


class Checks:
    """Demands of one seat, put so that they are judged fast: each pile is looked at once."""

    def __init__(self, demands: Sequence[Demand]) -> None:
        self.piles: dict[tuple[tuple[str, ...], Moment], int] = {}
        self.demands = [
            (demand.met, [self._ways(demand.need, moment) for moment in demand.moments])
            for demand in demands
        ]

    def _ways(self, need: Need, moment: Moment) -> Ways:
        return tuple(
            (
                tuple(
                    (
                        self.piles.setdefault((count.piles, moment), len(self.piles)),
                        count.of,
                        count.low,
                        _MOST if count.top is None else count.top,
                    )
                    for count in counts
                ),
                tuple(self._ways(other, moment) for other in never),
            )
            for counts, never in need.either
        )

    def hold(self, cards: Piles) -> bool:
        """Whether these cards satisfy all of them."""
        piles = []
        for names, moment in self.piles:
            here = 0
            for name in names:
                here |= cards.at(name, moment)
            piles.append(here)
        for met, moments in self.demands:
            if met:
                if not any(_true(ways, piles) for ways in moments):
                    return False
            elif all(_true(ways, piles) for ways in moments):
                return False
        return True


#: More cards than there are.
_MOST = 1_000


def _true(ways: Ways, piles: Sequence[Bits]) -> bool:
    for counts, never in ways:
        for pile, of, low, top in counts:
            if not low <= (piles[pile] & of).bit_count() <= top:
                break
        else:
            if not any(_true(other, piles) for other in never):
                return True
    return False


def demands(hand: Hand, seat: Seat) -> list[Demand]:
    """Return what everybody knows of the cards of the others by what they have said. seat: whose eyes;
    a called card that it cannot know counts for nothing."""
    every = [*_of_calls(hand), *_of_calling(hand, seat)]
    if hand.contract:
        every += [*_of_sayings(hand, seat), *_of_doubles(hand, seat), *_of_partner(hand)]
        every += _of_discards(hand)
    return [
        demand
        for demand in every
        if demand.seat != seat and (not demand.need.always if demand.met else demand.need.either)
    ]


# -- conditions ----------------------------------------------------------------------------------------


class _Reader:
    """Reads the part of conditions that is about cards. facts: what else was so when the condition was
    asked, None where that is not known any more. called: the called card, "" if it is not known.
    piles: other piles for some names."""

    def __init__(
        self,
        table: Table,
        facts: Facts | None = None,
        called: Card = "",
        piles: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.table, self.facts, self.called, self.piles = table, facts, called, piles or {}

    def need(self, condition: Condition, sure: bool = False) -> Need:
        """The need of a condition; what cannot be known counts as true, or with `sure` as false."""
        if not condition.either:
            return Need((((), ()),))
        either = []
        for tests, never in condition.either:
            counts: list[Count] = []
            known = [self._read(test, counts) for test in tests]
            if all((not sure) if one is None else one for one in known):
                needs = [self.need(other, not sure) for other in never]
                if not any(need.always for need in needs):
                    either.append((tuple(counts), tuple(need for need in needs if need.either)))
        return Need(tuple(either))

    def _read(self, test: Any, counts: list[Count]) -> bool | None:
        """Whether a test is true as far as it is not about cards, whose counts are added; None where
        that cannot be known."""
        if test.name not in ZONES:
            return None if self.facts is None else self.facts.true(test)
        piles = self.piles.get(test.name, (test.name,))
        if not {*piles} <= _PILES:
            return None
        for of, span in test.ranges:
            if of == "called" and not self.called:
                return None
            members = (self.called,) if of == "called" else self.table.cards.members(of)
            counts.append(Count(piles, bits_of(self.table, members), span.low, span.top))
        return True


def _one(table: Table, card: Card, n: int, *piles: str) -> Need:
    """Whether a card is in these piles (1) or is not (0)."""
    return Need((((Count(piles, bits_of(table, (card,)), n, n),), ()),))


def _known_called(hand: Hand, seat: Seat) -> Card:
    """The called card as far as this seat knows it, "" otherwise."""
    row = hand.calling.names.get(hand.call.called_as) if hand.calling else None
    unnamed = row is not None and row.said == "row"
    named = not unnamed or seat == hand.declarer or hand.partner_public or hand.knows_called(seat)
    return hand.call.called if named else ""


# -- bids and calls ------------------------------------------------------------------------------------


def _of_calls(hand: Hand) -> Iterator[Demand]:
    """Yield what each word of the auction demands of its sayer."""
    table, calls = hand.table, hand.auction.calls
    first = table.auction.exchange_first
    for number, (seat, call) in enumerate(calls):
        row = table.auction.calls[call]
        if not any(test.name in ZONES for test in _asked(row.when, *row.barred.values())):
            continue
        exchanged = first is not None and row.then is None
        before = replace(
            hand,
            contract=first or "" if exchanged else "",
            auction=replace(hand.auction, calls=calls[:number]),
            announce=AnnounceState(),
        )
        reader = _Reader(table, facts_for(before, seat))
        moments = (EXCHANGED if exchanged else DEALT,)
        yield Demand(seat, reader.need(row.when), moments)
        for bar in row.barred.values():
            yield Demand(seat, reader.need(bar.when, sure=True), moments, met=False)


def _asked(when: Condition, *bars: Any) -> Iterator[Any]:
    for condition in (when, *(bar.when for bar in bars)):
        yield from condition.tests()


def _of_calling(hand: Hand, seat: Seat) -> Iterator[Demand]:
    """Yield what the call of a partner demands of the caller."""
    row, table = hand.calling, hand.table
    name = row.names.get(hand.call.called_as) if row else None
    if row is None or name is None or row.at == "none" or hand.call.silent_call:
        return
    caller = hand.declarer if hand.contract else hand.auction.calls[-1][0]
    contract = hand.contract or hand.standing
    facts = Facts(lambda *_: 0, {"contract": contract}.__getitem__)
    reader = _Reader(table, facts, piles={"held": row.held})
    if row.if_discarded == "call_again":
        moments: tuple[Moment, ...] = (DEALT, DREW, EXCHANGED)
    elif row.at == "with_bid":
        moments = (EXCHANGED if table.auction.exchange_first else DEALT,)
    else:
        moments = (when_phase(table, "calling"),)
    ways = []
    for other in rows_said_alike(hand):
        # What the word was said for is not told where several rows would have it.
        counts = _of_name(hand, other, _known_called(hand, seat), row.held)
        ways += [((*own, *counts), never) for own, never in reader.need(other.when).either]
    yield Demand(caller, Need(tuple(ways)), moments)


def rows_said_alike(hand: Hand) -> tuple[NameRow, ...]:
    """The rows of calling by which the called card may have been called; the one that was said, where
    its name is the word."""
    row = hand.calling
    said = row.names[hand.call.called_as] if row is not None else None
    if row is None or said is None or said.said == "row" or not hand.call.called:
        return (said,) if said is not None else ()
    table, called = hand.table, hand.call.called
    return tuple(
        other
        for other in row.names.values()
        if other.said == "card"
        and (
            called in (other.card, *other.first_missing)
            or any(called in table.cards.members(of) for of in other.cards)
        )
    )


def _of_name(hand: Hand, name: NameRow, called: Card, held: tuple[str, ...]) -> tuple[Count, ...]:
    """Return that a card is not the caller's own, and of a ladder that all higher ones are."""
    table, ladder = hand.table, name.first_missing

    def count(card: Card, n: int, piles: tuple[str, ...]) -> Count:
        return Count(piles, bits_of(table, (card,)), n, n)

    counts = [count(called, 0, ("hand",))] if called and not name.own else []
    if called in ladder:
        higher = [c for c in ladder[: ladder.index(called)] if c not in hand.call.void_calls]
        counts += [count(card, 1, held) for card in higher]
        counts.append(count(called, 0, held))
    return tuple(counts)


def when_phase(table: Table, name: str) -> Moment:
    """How far the exchange is when a phase has its turn."""
    order = [phase for phase in table.phases if phase in ("talon", "discard", name)]
    before = {*order[: order.index(name)]} if name in order else set()
    return Moment("talon" in before, {"talon", "discard"} <= before)


# -- declarations and announcements --------------------------------------------------------------------

#: Stages in which nobody has to speak, even where declaring is compulsory.
_BESIDE = frozenset({"before_own_first_card", "any_time"})


def _of_sayings(hand: Hand, seat: Seat) -> Iterator[Demand]:
    """Yield what declarations and announcements demand, and silence where one has to declare."""
    declared: dict[Seat, list[str]] = {}
    called = _known_called(hand, seat)
    for saying in hand.announce.sayings:
        stage = hand.table.announce.stages[saying.stage]
        rows = [row for item in saying.items if (row := row_of(hand.table, item))]
        so_far = declared.setdefault(saying.seat, [])
        so_far += rows
        moments = _moments(hand.table, stage, _played_before(hand, saying))
        yield from _of_declared(hand, saying.seat, stage, rows, so_far, moments)
        for item in saying.items:
            if item in hand.table.bonuses:
                yield from _of_announced(hand, saying.seat, item, moments, called)
    yield from _of_shown(hand, ("dealt",) if _of_dealt(hand.table) else ("began",))


def _moments(table: Table, stage: StageRow, played: Bits) -> tuple[Moment, ...]:
    """How far the exchange may have been when something was said in a stage."""
    last, first = Moment(True, True, played), Moment(False, False, played)
    if stage.opens not in ("after_call", "after_double"):
        return (last,)
    return (last, first) if when_phase(table, "announce").drew else (first,)


def _played_before(hand: Hand, saying: Saying) -> Bits:
    first = plays(hand)[: saying.cards_played]
    return bits_of(hand.table, [card for by, card in first if by == saying.seat])


def _of_declared(
    hand: Hand,
    seat: Seat,
    stage: StageRow,
    rows: Sequence[str],
    so_far: Sequence[str],
    moments: tuple[Moment, ...],
) -> Iterator[Demand]:
    """Yield what declarations demand: those that were made are there, and those are not that would have
    had to be made. so_far: all that the seat has declared until now."""
    table = hand.table
    every = table.declarations.rows
    reader = _Reader(table, piles={"hand": ("dealt",) if _of_dealt(table) else ("began",)})
    for row in rows:
        yield Demand(seat, reader.need(every[row].when), moments)
    absent = _lower(hand, stage, rows)
    if not table.declarations.voluntary and stage.turns not in _BESIDE:
        absent |= _left_out(hand, seat, stage, so_far)
    for row in sorted(absent):
        yield Demand(seat, reader.need(every[row].when, sure=True), moments, met=False)
    for name, limit in table.declarations.per_group.items():
        if limit.unless is not None and _of_group(table, so_far, name) > limit.most:
            yield Demand(seat, reader.need(limit.unless), moments)


def _of_dealt(table: Table) -> bool:
    return table.declarations.judged == "dealt"


def _of_group(table: Table, rows: Sequence[str], group: str) -> int:
    return sum(table.declarations.rows[row].group == group for row in rows)


def _worth(table: Table, row: str) -> tuple[Decimal, str]:
    """How a declaration ranks in its group."""
    return table.declarations.rows[row].pay.value(_NOTHING), row


#: Amounts of declarations ask nothing.
_NO_FACTS: Mapping[str, Any] = {}
_NOTHING = Facts(lambda *_: 0, _NO_FACTS.__getitem__)


def _lower(hand: Hand, stage: StageRow, rows: Sequence[str]) -> set[str]:
    """Return the declarations that would have had to be made in place of a cheaper one."""
    table, groups = hand.table, hand.table.declarations.per_group
    every = table.declarations.rows
    better = set()
    for row in rows:
        group = every[row].group
        if group is not None and not groups[group].lower:
            better |= {
                other
                for other in sayable(hand, stage) & every.keys()
                if every[other].group == group
                and every[other].shows is None
                and _worth(table, other)[0] > _worth(table, row)[0]
            }
    return better


def _left_out(hand: Hand, seat: Seat, stage: StageRow, so_far: Sequence[str]) -> set[str]:
    """Return what has not been declared, and would have had to be if it were there."""
    table = hand.table
    every, hides = table.declarations.rows, table.declarations.may_hide
    hidden = hides.rows if hides is not None and has_role(hand, seat, hides.who) else ()
    absent = set()
    for name in sayable(hand, stage) & every.keys() - {*so_far, *hidden}:
        row = every[name]
        if row.shows is not None:
            continue
        if row.group is not None:
            limit = table.declarations.per_group[row.group]
            most = min(limit.most, limit.then_most or limit.most)
            better = [
                other
                for other in so_far
                if every[other].group == row.group and _worth(table, other) > _worth(table, name)
            ]
            if len(better) >= most:
                continue
        absent.add(name)
    return absent


def _of_announced(
    hand: Hand, seat: Seat, bonus: str, moments: tuple[Moment, ...], called: Card
) -> Iterator[Demand]:
    """Yield what an announced bonus demands: the cards it may be announced with, and of the called card
    that the sayer has or has not its part."""
    table, row = hand.table, hand.table.bonuses[bonus]
    yield Demand(seat, _Reader(table, called=called).need(row.say), moments)
    if row.say_who == "opponents":
        yield from _beside(hand, seat, called, 0)


def _of_shown(hand: Hand, judged: tuple[str, ...]) -> Iterator[Demand]:
    """Yield that cards which were shown are there, and beside an excuse all taroky there are."""
    table = hand.table
    for seat, _, cards in hand.announce.displayed:
        counts = [Count(judged, bits_of(table, cards), len(cards), None)]
        if any(table.cards.is_excuse(card) for card in cards):
            real = table.cards.members("taroky").difference(cards)
            counts.append(Count(judged, bits_of(table, real), 0, 0))
        yield Demand(seat, Need(((tuple(counts), ()),)), (EXCHANGED,))


# -- discards ------------------------------------------------------------------------------------------


def _of_discards(hand: Hand) -> Iterator[Demand]:
    """Yield how many discards of a set there are, as far as everybody heard; and that a player who has discarded
    what goes only when nothing else is left has nothing else left."""
    if hand.row.discard is None:
        return
    table, row = hand.table, hand.table.discard[hand.row.discard]
    numbers_of = numbers_told_by_seat(hand)
    short = {card for of in row.only_if_short for card in table.cards.members(of)}
    never = {card for of in row.never if of != "called" for card in table.cards.members(of)}
    irregular = {seat for seat, what in hand.irregular if what == "wrong_discard"}
    called = hand.call.called if "called" in row.never else ""
    free = [card for card in table.cards.cards if card not in {*short, *never, called}]
    # Cards that were just drawn may have been left, where they may not be discarded.
    pile = "began" if row.drawn_cards == "allowed" else "kept"
    nothing_left = Need((((Count((pile,), bits_of(table, free), 0, 0),), ()),))
    for seat, discards in hand.discard.discards.items():
        numbers = numbers_of.get(seat, {})
        for of, n in numbers.items():
            count = Count(("discards",), bits_of(table, table.cards.members(of)), n, n)
            yield Demand(seat, Need((((count,), ()),)), (EXCHANGED,))
        seen = short & {*hand.discard.shown} & {*discards} or numbers.keys() & {*row.only_if_short}
        if seen and row.short_test != "whole_hand" and seat not in irregular:
            yield Demand(seat, nothing_left, (EXCHANGED,))


# -- who plays with whom -------------------------------------------------------------------------------


def _beside(hand: Hand, seat: Seat, called: Card, n: int) -> Iterator[Demand]:
    """Yield that a seat other than the declarer is the partner (1), or is not (0)."""
    row = hand.calling
    if called and row is not None and hand.row.sides == "called" and seat != hand.declarer:
        early = not when_phase(hand.table, "announce").drew
        moments = (DEALT, EXCHANGED) if early else (EXCHANGED,)
        yield Demand(seat, _one(hand.table, called, n, _partners(row)), moments)


def _partners(row: CallingRow) -> str:
    """The pile of the partner that has the called card."""
    if row.partner == "holder_before_talon":
        return "dealt"
    return "began" if row.if_discarded == "alone" else "had"


def _of_partner(hand: Hand) -> Iterator[Demand]:
    """Yield who has the called card, where everybody knows the partner before it was seen."""
    called, row = hand.call.called, hand.calling
    if hand.row.sides != "called" or not called or row is None:
        return
    if not hand.partner_public and row.own_secret == "no":
        # A declarer who had called a card of their own would be known for it.
        yield Demand(hand.declarer, _one(hand.table, called, 0, _partners(row)), (EXCHANGED,))
    if not hand.partner_public or hand.called_seen:
        return
    for seat in hand.active:
        need = _one(hand.table, called, int(seat == hand.called_holder), _partners(row))
        yield Demand(seat, need, (EXCHANGED,))


def _of_doubles(hand: Hand, seat: Seat) -> Iterator[Demand]:
    """Yield what doubles tell of the called card: who doubles the declarer is not the partner, who answers
    for the declarer is."""
    called, words = _known_called(hand, seat), [*hand.table.doubling.steps]
    for double in hand.announce.doubles:
        freely = double.target == "game" and hand.table.doubling.first != "side_against"
        if not freely and (double.sayer or hand.declarer) == hand.declarer:
            yield from _beside(hand, double.by, called, words.index(double.word) % 2)
