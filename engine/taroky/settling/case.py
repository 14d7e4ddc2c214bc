"""Facts that conditions and amounts ask about a finished hand.

A question is put for a side or a seat; a fact that is needed and that nobody gave is asked for by
its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from taroky.cards import Card
from taroky.errors import MissingFact
from taroky.hand.sides import SIDES
from taroky.messages import say
from taroky.phases.calling import ever_callable
from taroky.rules.conditions import UNIT_STEP, Amount, Condition, Facts
from taroky.rules.table import BonusRow, ContractRow, ResultRow, Seat, Table
from taroky.settling.finished_hand import (
    OTHER_CARD,
    Capture,
    Finished,
    announcements,
    sides,
    tricks_of,
)
from taroky.settling.without_tricks import may_have_none


def decimal(value: Fraction | int | Decimal) -> Decimal:
    """A number as settlement uses it."""
    if isinstance(value, Fraction):
        return Decimal(value.numerator) / Decimal(value.denominator)
    return Decimal(value)


@dataclass(frozen=True)
class Case:
    """The facts of a hand with what has been found out so far.

    result: the row that decides. won: "declarers", "opponents" or "". outcomes: bonus outcomes that
    came true ("pagat.made"). net: what each seat has so far; pots: what is in them by now, if that is
    not what was there before the hand. bare: nobody reads the working, so that none is written.
    """

    table: Table
    facts: Finished
    result: str = ""
    won: str = ""
    outcomes: tuple[str, ...] = ()
    net: Mapping[str, Decimal] = field(default_factory=dict)
    pots: Mapping[str, Decimal] | None = None
    bare: bool = False

    @cached_property
    def ours(self) -> tuple[Seat, ...]:
        """The declarer's side."""
        return sides(self.table, self.facts)[0]

    @cached_property
    def theirs(self) -> tuple[Seat, ...]:
        """The opponents."""
        return sides(self.table, self.facts)[1]

    def side(self, name: str) -> tuple[Seat, ...]:
        """The seats of "declarers" or "opponents"."""
        return self.ours if name == "declarers" else self.theirs

    def side_name(self, seat: Seat | None) -> str:
        """The side of a seat."""
        return "declarers" if seat in self.ours else "opponents"

    @property
    def captured(self) -> Mapping[Card, str]:
        """Return which cards fell to their holder's "own_side" and which to the "other_side"; those not
        told are left out."""
        facts = self.facts
        return facts.worked_out(("captured", self.table.active), self._captured)

    def _captured(self) -> dict[Card, str]:
        fell = [
            (card, capture.holder, capture.taker)
            for card, capture in (self.facts.captured or {}).items()
        ]
        last = self.facts.last_trick
        if last is not None:
            fell += [(card, seat, last.winner) for seat, card in last.cards.items()]
        return {
            card: "own_side" if (holder in self.ours) == (taker in self.ours) else "other_side"
            for card, holder, taker in fell
        }

    @property
    def tricks(self) -> Mapping[str, Any]:
        """Tricks by side and seat as far as they are told, "declarer" for what the declarer's own must
        be, and for "either" side whether it is all of them."""
        key = ("tricks", self.table.active, self.table.deal.hand)
        return self.facts.worked_out(key, self._tricks)

    def _tricks(self) -> dict[str, Any]:
        table, facts, hand = self.table, self.facts, self.table.deal.hand
        tricks: dict[str, Any] = {}
        for name in (*SIDES, *table.active):
            number = tricks_of(table, facts, name)
            if number is not None:
                tricks[name] = number
        own = tricks_of(table, facts, (facts.declarer,))
        if own is None and tricks.get("declarers") in (0, hand) and len(self.ours) == 1:
            own = tricks["declarers"]
        if own is None and tricks.get("declarers") == 0:
            own = 0
        every = [tricks[name] for name in SIDES if name in tricks]
        if every:
            tricks["either"] = "all" if hand in every else "some"
        if own is not None:
            tricks["declarer"] = own
        return tricks

    @cached_property
    def said(self) -> Mapping[str, bool]:
        """Whether each bonus was announced."""
        return {bonus: bool(self.announcers(bonus)) for bonus in self.table.bonuses}

    @property
    def contract(self) -> ContractRow:
        """The row of the contract. Raises MissingFact where none is told."""
        name = self.facts.contract
        if name not in self.table.contracts:
            names = list(self.table.contracts)
            raise MissingFact(say("fact.contract_untold", expected=names), fact="contract")
        return self.table.contracts[name]

    @property
    def level(self) -> int:
        """The level given, or the only one there is. Raises MissingFact where several are possible."""
        if self.facts.level is not None:
            return self.facts.level
        choose = self.table.talon[self.contract.talon].choose
        levels = sorted({row.level for row in choose.values()})
        if len(levels) > 1:
            raise MissingFact(
                say("fact.level_of", contract=self.facts.contract, expected=list(map(str, levels))),
                fact="level",
            )
        return levels[0] if levels else 1

    @property
    def result_row(self) -> ResultRow | None:
        """The row of the result that decides this contract."""
        return self.table.result.get(self.result)

    def pot(self, name: str) -> Decimal:
        """Return what is in a pot by now."""
        return (self.facts.pots if self.pots is None else self.pots).get(name, Decimal(0))

    def announcers(self, bonus: str) -> tuple[Seat, ...]:
        """Return who announced a bonus, in order."""
        return self._announcers.get(bonus, ())

    @cached_property
    def _announcers(self) -> Mapping[str, tuple[Seat, ...]]:
        announcers: dict[str, dict[Seat, None]] = {}
        for seat, name in announcements(self.table, self.facts):
            announcers.setdefault(name, {})[seat] = None
        return {name: tuple(seats) for name, seats in announcers.items()}

    def factor(self, bonus: str, sayer: Seat = "") -> int:
        """Return what doubles of an announcement (or "game") came to; 1 if there were none."""
        factors = self.facts.factors
        return factors.get(f"{bonus}@{sayer}", factors.get(bonus, 1))

    def doubled(self, bonus: str) -> int:
        """The largest factor of any announcement of that bonus."""
        sayers = self.announcers(bonus) or ("",)
        return max(self.factor(bonus, sayer) for sayer in sayers)

    def holder(self, card: str) -> Seat | None:
        """Return who played a card, as far as the facts tell; "called" is the called one."""
        capture = self.capture(card)
        return capture.holder if capture else None

    def capture(self, card: str) -> Capture | None:
        """Return who held a card and who took it, as far as the facts tell; "called" is the called one."""
        last = self.facts.last_trick
        card = self.facts.called if card == "called" else card
        if last is not None:
            for seat, played in last.cards.items():
                if played == card:
                    return Capture(seat, last.winner, last.cards.get(last.winner, ""))
        return (self.facts.captured or {}).get(card)

    def asked(
        self,
        *,
        side: str = "",
        bonus: str = "",
        sayer: Seat | None = None,
        own_tricks: bool = False,
        seat: Seat = "",
        card: str = "",
    ) -> Facts:
        """The facts as a row asks them. side: whose bonus; sayer: who announced it (None: nobody);
        own_tricks: only the sayer's own tricks count; seat: a payer or receiver; card: the
        honour that a penalty is about."""
        question = _Question(self, side, bonus, sayer, own_tricks, seat, card)
        return Facts(question.count, question.fact, question.number, self.bare)


class _Captured(dict[str, str]):
    """Who took a card; the card it was taken with is asked for where nobody told it."""

    def get(self, key: str, default: Any = None) -> Any:
        if key == "with" and self.get("self") == "untold":
            raise MissingFact(say("fact.captured_with", card=self["card"]), fact="captured")
        return super().get(key, default)


class _ToldTricks(dict[str, Any]):
    """Tricks by side and seat, as far as the facts tell; the others are asked for by name."""

    def get(self, key: str, default: Any = None) -> Any:
        if key in self:
            return self[key]
        if key in ("self", "either", *SIDES):
            side = key if key in SIDES else "declarers"
            raise MissingFact(say("fact.tricks_of_side", side=side), fact="tricks")
        raise MissingFact(say("fact.tricks_of", who=key), fact="tricks")


@dataclass
class _Question:
    case: Case
    side: str
    bonus: str
    sayer: Seat | None
    own_tricks: bool
    seat: Seat
    card: str

    def count(self, zone: str, of: str) -> int:
        return ZONES_OF_FINISHED[zone](self, of)

    def in_last_trick(self, of: str) -> int:
        last, pack = self.case.facts.last_trick, self.case.table.cards
        if last is None:
            raise MissingFact(say("fact.last_trick", bonus=self.bonus), fact="last_trick")
        members = self._called() if of == "called" else pack.members(of)
        # A tarok that did not take the trick was beaten by another one, told or not.
        cards = [card for card in last.cards.values() if card != OTHER_CARD]
        beaten = of == "taroky" and last.cards.get(last.winner, OTHER_CARD) == OTHER_CARD
        more = beaten and any(map(pack.is_tarok, cards))
        return sum(card in members for card in cards) + more

    def in_talon(self, of: str) -> int:
        members = self.case.table.cards.members(of)
        return sum(card in members for card in self.case.facts.talon_left)

    def _called(self) -> tuple[Card, ...]:
        """The called card, which is asked for if it may have been in the last trick."""
        case, last = self.case, self.case.facts.last_trick
        if case.facts.called or last is None:
            return (case.facts.called,)
        calling = case.table.contracts[case.facts.contract].calling
        if calling and ever_callable(case.table, calling) & set(last.cards.values()):
            raise MissingFact(say("fact.needed", fact="called"), fact="called")
        return ()

    def fact(self, name: str) -> Any:
        return FACTS_OF_FINISHED[name](self)

    def lost_with(self) -> frozenset[Card]:
        return self.case.facts.lost_with.get(self.side or "declarers", frozenset())

    def points(self) -> dict[str, Decimal]:
        facts = self.case.facts
        points = facts.worked_out(
            "points", lambda: {who: decimal(value) for who, value in facts.points.items()}
        )
        return {**points, "self": points[self.side]} if self.side in points else points

    def reached(self) -> bool:
        return self.number("points.declarers") >= self.number("target")

    def left_over(self) -> Mapping[str, int]:
        if self.case.facts.left_over is None:
            raise MissingFact(say("fact.needed", fact="left_over"), fact="left_over")
        return self.case.facts.left_over

    def tricks(self) -> dict[str, Any]:
        case = self.case
        if case.facts.tricks is None:
            raise MissingFact(say("fact.tricks", bonus=self.bonus or "valat"), fact="tricks")
        tricks = _ToldTricks(case.tricks)
        if self.own_tricks and self.sayer:
            mine = tricks_of(case.table, case.facts, (self.sayer,))
            if mine is None:
                raise MissingFact(say("fact.needed", fact="tricks"), fact=f"tricks of {self.sayer}")
        else:
            mine = dict.get(tricks, self.side)
        if mine is not None:
            hand = case.table.deal.hand
            tricks["self"] = "all" if mine == hand else "none" if mine == 0 else "some"
        return tricks

    def lost_tricks(self) -> dict[str, Any]:
        tricks = self.tricks()
        hand = self.case.table.deal.hand
        lost = {name: hand - tricks[name] for name in SIDES if name in tricks}
        return _ToldTricks(lost | ({"self": lost[self.side]} if self.side in lost else {}))

    def last_won_with(self) -> str | None:
        last = self.case.facts.last_trick
        if last is None:
            raise MissingFact(say("fact.last_trick", bonus=self.bonus), fact="last_trick")
        return last.cards.get(last.winner)

    def captured(self) -> dict[str, str]:
        """Return who took a card: "own_side", "other_side" of its holder; cards not told are left out."""
        case = self.case
        captured = _Captured(case.captured)
        card = self.card or (case.table.bonuses[self.bonus].card if self.bonus else None)
        if card:
            mine = case.capture(card)
            captured["with"] = mine.card if mine else ""
            if mine and not mine.card:
                captured |= {"self": "untold", "card": card}
        return captured

    def net(self) -> dict[str, Decimal]:
        net = self.case.net
        return {**net, "declarers": net.get(self.case.facts.declarer, Decimal(0))}

    def said(self) -> dict[str, Any]:
        announced: dict[str, Any] = {**self.case.said}
        if self.bonus:
            announced["self"] = self.sayer is not None
        else:
            announced["self"] = "some" if any(announced.values()) else "none"
        return announced

    def doubled(self) -> dict[str, Any]:
        case = self.case
        factors: dict[str, Any] = {bonus: case.doubled(bonus) for bonus in case.table.bonuses}
        factors["game"] = case.factor("game")
        factors["self"] = "some" if any(f > 1 for f in case.facts.factors.values()) else "none"
        return factors

    def number(self, name: str) -> Decimal:
        case, facts = self.case, self.case.facts
        if name == UNIT_STEP:
            return case.table.unit.step
        if name == "contract.rate":
            return case.contract.rate.value(self._facts())
        if name == "contract.loss":
            return case.contract.loss.value(self._facts())
        if name == "level":
            return Decimal(case.level)
        if name == "honours":
            if facts.honours is None:
                raise MissingFact(say("fact.needed", fact="honours"), fact="honours")
            return Decimal(facts.honours)
        if name == "target":
            row = case.result_row
            if row is None or row.target is None:
                raise MissingFact(say("fact.needed", fact="target"), fact="target")
            return row.target.value(self._facts())
        kind, _, rest = name.partition(".")
        if kind == "doubled":
            return Decimal(case.factor("game") if rest == "game" else case.doubled(rest))
        if kind == "pot":
            return case.pot(rest)
        if kind == "points":
            return self._points_number(rest)
        raise MissingFact(say("fact.needed", fact=name), fact=name)

    def _points_number(self, who: str) -> Decimal:
        points = self.points()
        if who in points:
            return points[who]
        if who in ("own", "payer") and self.seat in points:
            return points[self.seat]
        if who in ("winners", "losers", "loser") and points:
            best, worst = max(points.values()), min(points.values())
            return worst if who == "losers" else best
        raise MissingFact(say("fact.points", who=who), fact="points")

    def _facts(self) -> Facts:
        return Facts(self.count, self.fact, self.number, self.case.bare)


#: The piles of cards a condition may count in, for a question and a set.
ZONES_OF_FINISHED: Mapping[str, Callable[[_Question, str], int]] = {
    "last_trick": _Question.in_last_trick,
    "talon": _Question.in_talon,
}
#: Each fact of a finished hand, for a question.
FACTS_OF_FINISHED: Mapping[str, Callable[[_Question], Any]] = {
    "contract": lambda question: question.case.facts.contract,
    "alone": lambda question: not question.case.facts.partner,
    "level": lambda question: question.case.level,
    "said": _Question.said,
    "doubled": _Question.doubled,
    "result": lambda question: question.case.result or None,
    "won": lambda question: question.case.won or None,
    "reached": _Question.reached,
    "points": _Question.points,
    "left_over": _Question.left_over,
    "tricks": _Question.tricks,
    "lost_tricks": _Question.lost_tricks,
    "lost_with": _Question.lost_with,
    "last_won_with": _Question.last_won_with,
    "captured": _Question.captured,
    "outcome": lambda question: question.case.outcomes,
    "net": _Question.net,
}


def rounded_for_declarers(table: Table, facts: Finished) -> Finished:
    """Round the declarers' points up first, where half a point is a whole one for them."""
    if table.count.left_over != "up_for_declarers" or "declarers" not in facts.points:
        return facts
    points = {who: Fraction(decimal(p)) for who, p in facts.points.items()}
    whole = decimal(points["declarers"]).to_integral_value(ROUND_CEILING)
    points["opponents"] = points["declarers"] + points["opponents"] - Fraction(whole)
    points["declarers"] = Fraction(whole)
    return replace(facts, points=points)


def amount_or_none(amount: Amount | None, facts: Facts) -> Decimal | None:
    """The value of a cell that may be empty."""
    return None if amount is None else amount.value(facts)


def judged_sides(case: Case, name: str, row: BonusRow) -> Sequence[tuple[str, Seat | None]]:
    """For which sides a bonus is judged, each with who of it announced the bonus, if anybody.

    A bonus of one card belongs to that card's holder; once it is announced, to its announcer alone.
    Two of a side who announce it have announced it once, with the larger of the doubles.
    """
    sayers = case.announcers(name)
    by_side: dict[str, Seat] = {}
    for seat in sorted(sayers, key=lambda sayer: -case.factor(name, sayer)):
        by_side.setdefault(case.side_name(seat), seat)
    if row.side in ("either", "sayer"):
        return [(side, by_side.get(side)) for side in SIDES]
    if row.side == "declarers":
        return [("declarers", by_side.get("declarers"))]
    sayer = sayers[0] if sayers else None
    if row.side == "holder":
        if sayer:
            return [(case.side_name(sayer), sayer)]
        holder = case.holder(row.card or "")
        return [(case.side_name(holder), None)] if holder else []
    last = case.facts.last_trick
    if last is None:
        if sayer:
            raise MissingFact(say("fact.last_trick", bonus=name), fact="last_trick")
        return []
    return [(case.side_name(last.winner), sayer)]


def told_and_true(when: Condition, case: Case) -> bool:
    """Whether it holds. Where it rests on a side or a declarer without a trick and nobody told the
    tricks, they are asked for if the points leave it possible that the side took none; else every
    player is taken to have made a trick, as a note in the settlement says of a declarer."""
    try:
        return when.holds(case.asked())
    except MissingFact as missing:
        if missing.fields.get("fact") != "tricks":
            raise
        if case.facts.ended:  # a hand that was not played out has no valát
            return False
        own = any(key == "declarer" for test in when.tests() for key, _ in test.ranges)
        for side in ("declarers",) if own else SIDES:
            if may_have_none(case.table, case.facts, side):
                message = say("fact.tricks_of_side", side=side)
                raise MissingFact(message, fact="tricks") from None
        return False
