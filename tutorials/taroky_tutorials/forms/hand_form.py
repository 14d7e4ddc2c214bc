"""The form in which a person tells what happened in a hand: which questions a rule table asks for a
contract, and what the answers come to as facts of `taroky.facts.reading`.

All is read off the table: a question is there only where some row of it may rest on the answer.

    game=povinnost  level=back  by=A  with=C   (with=alone)      end=surrender  who=B
    p=39  o=31      points of the declarers and the others, or p.A= … where each plays alone
    t=7   u=5       tricks of the declarers and the others; t.A= those of one player
    left=1  hon=2   cards left over, and honours, of the declarers
    say.B=barvicky  ann.A=pagat   x.game=flek  x.pagat=reflek  x.valat.B=flek
    last=B  last.I=A  last.called=A  last.C=XXI    the last trick
    fell.XXI=C  took.XXI=A  took.XXI.with=SKYZ                   honours that fell
    talon=XXI  lostwith=SKYZ  slip.revoke.B=1  pot.zid=30  players=5  name.A=Anna
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from taroky.cards import Card
from taroky.errors import MissingFact, TarokyError
from taroky.facts import reading as facts_of
from taroky.facts.bidders import bidders
from taroky.facts.finished import OF_THEMSELVES, OTHER_CARD, SIDES, Capture, said, tricks_of
from taroky.messages import Message, say
from taroky.phases.sayings import expand
from taroky.rules.conditions import Amount, Condition, Test
from taroky.rules.table import SEATS, Bonus, Contract, Penalty, Seat, Table
from taroky.settlement import Finished, Settlement, settle

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.tasks.exercise import Points

#: A sentence beside a question, with its rule points.
Problem = tuple[Message, Points]

ALONE = "alone"
#: More slips of one kind by one player are not asked for.
MOST_SLIPS = 4
#: Names are shown as they are typed, up to so many letters.
_NAME = 24
_WHOLE = re.compile(r"\d{1,3}", re.ASCII)
_POINTS = re.compile(r"(\d{1,4})(?:[.,](\d{1,2})|\s?(½)|/(\d{1,2}))?", re.ASCII)
_AMOUNT = re.compile(r"\d{1,7}(?:[.,]\d{1,2})?", re.ASCII)
#: Beside which question a fact of the engine is put right.
_GROUP = {
    "contract": "game", "declarer": "by", "partner": "with", "declarations": "say",
    "announced": "ann", "doubles": "double", "last_trick": "last", "called": "last",
    "ended": "end", "captured": "fell", "left_over": "left", "honours": "hon",
}  # fmt: skip


def player_names(table: Table, fields: Fields) -> dict[Seat, str]:
    """What the players are called: as typed, else by their seats."""
    return {seat: fields.text(f"name.{seat}")[:_NAME].strip() or seat for seat in SEATS}


# -- what a table asks ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Questions:
    """What a rule table asks about a hand of this contract that ended so ("" : played out)."""

    table: Table
    contract: str
    ended: str

    @property
    def row(self) -> Contract | None:
        return self.table.contracts.get(self.contract)

    @property
    def sides(self) -> str:
        """Who plays together: "called", "alone" or "each"."""
        return self.row.sides if self.row else ""

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """How a hand may end before it is played out, by the names of the table's rows."""
        table = self.table
        found = ["all_pass"] if table.auction.all_pass else []
        found += [name for name, row in table.offers.items() if row.then != "play"]
        found += [name for name, row in table.penalties.items() if row.next_dealer is not None]
        if any(row.irregular == "hand_lost" for row in table.play.values()):
            found.append("revoke")
        return tuple(dict.fromkeys(found))

    @cached_property
    def contracts(self) -> tuple[str, ...]:
        """Contracts that can have been played, or have ended so; none where none has come about."""
        table, offer = self.table, self.table.offers.get(self.ended)
        if self.ended == "all_pass" or self.ended in self._ending_penalties:
            return ()
        if offer is None:
            return tuple(table.contracts)
        if offer.then.startswith("redeal"):
            return ()
        return tuple(name for name in table.contracts if _may_hold(offer.when, name, ""))

    @property
    def _ending_penalties(self) -> list[str]:
        rows = self.table.penalties.items()
        return [name for name, row in rows if row.next_dealer is not None]

    @property
    def offender(self) -> bool:
        """Whether it is asked who ended the hand."""
        row = self.table.penalties.get(self.ended)
        return self.ended == "revoke" or (self.ended in self._ending_penalties
                                          and row is not None and row.who != "dealer")  # fmt: skip

    @property
    def played_out(self) -> bool:
        return bool(self.row) and not self.ended

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The sets of the talon that may be taken, where the price rests on it."""
        if not self.row or "level" not in self._numbers:
            return ()
        return tuple(self.table.talon[self.row.talon].choose)

    @property
    def left_over(self) -> bool:
        """Whether cards beyond the last packet may decide."""
        return self.played_out and any(test.name == "left_over" for test in self.tests)

    @cached_property
    def honours(self) -> bool:
        """Whether the target rests on the honours in the declarers' tricks."""
        return self.played_out and "honours" in self._numbers

    @cached_property
    def tricks(self) -> bool:
        """Whether it matters how many tricks each side has."""
        asked = {"tricks", "lost_tricks"}
        return (self.played_out and self.sides != "each"
                and any(test.name in asked for test in self.tests))  # fmt: skip

    @cached_property
    def declarers_tricks(self) -> bool:
        """Whether the declarer's own tricks matter."""
        return self.tricks and any(
            test.name == "tricks" and "declarer" in dict((*test.ranges, *test.pairs))
            for test in self.tests
        )

    @cached_property
    def lost_with(self) -> tuple[Card, ...]:
        """Cards of which it matters that they were in the one trick a side lost."""
        return tuple(dict.fromkeys(
            word for test in self.tests if test.name == "lost_with" for word in test.words
        )) if self.played_out else ()  # fmt: skip

    @cached_property
    def last_cards(self) -> tuple[str, ...]:
        """Cards of which it matters who played them to the last trick; "called" is the called one."""
        found: dict[str, None] = {}
        for test in self._last_tests:
            names = [of for of, _ in test.ranges] if test.name == "last_trick" else test.words
            found |= {name: None for name in names if name == "called" or self._is_card(name)}
        return tuple(found)

    @cached_property
    def whole_last_trick(self) -> bool:
        """Whether sets of cards in the last trick matter, so that all of it is asked."""
        return any(
            of not in (*self.last_cards, "taroky")
            for test in self._last_tests if test.name == "last_trick" for of, _ in test.ranges
        )  # fmt: skip

    @property
    def _last_tests(self) -> list[Test]:
        if not self.played_out:
            return []
        return [test for test in self.tests if test.name in ("last_trick", "last_won_with")]

    def _is_card(self, name: str) -> bool:
        return name in self.table.cards.cards

    @cached_property
    def callable(self) -> tuple[Card, ...]:
        """Every card that may be called in this contract."""
        row = self.table.calling.get(self.row.calling or "") if self.row else None
        sets = [
            of for name in (row.names.values() if row else ())
            for of in (*name.cards, *name.first_missing, *((name.card,) if name.card else ()))
        ]  # fmt: skip
        pack = self.table.cards
        return pack.sort({card for of in sets if of != "none" for card in pack.members(of)})

    @cached_property
    def declarations(self) -> tuple[str, ...]:
        """What may have been declared."""
        if not self.row or "declarations" not in self.row.says:
            return ()
        offer = self.table.offers.get(self.ended)
        if offer is not None and "declarations" not in offer.also:
            return ()
        said = self._stages
        return tuple(name for name in self.table.declarations.rows if name in said)

    @property
    def _stages(self) -> frozenset[str]:
        """Everything that is said in some round of announcing, or with a call."""
        table = self.table
        rounds = [expand(table, stage.says) for stage in table.announce.stages.values()]
        calls = {call.pays for call in table.auction.calls.values() if call.pays}
        return frozenset().union(*rounds, calls)

    @cached_property
    def undertaken(self) -> tuple[str, ...]:
        """Bonuses announced by the bid itself."""
        return self.row.undertakes if self.row else ()

    @cached_property
    def announceable(self) -> tuple[str, ...]:
        """Bonuses that may have been announced."""
        if self.ended and self.ended != "revoke":
            return ()
        return tuple(name for name in self._bonuses
                     if name in self._stages and name not in self.undertaken)  # fmt: skip

    def may_announce(self, bonus: str, seat: Seat, ours: Sequence[Seat]) -> bool:
        """Whether this seat may have announced it; ours: the declarer first, then the partner."""
        row = self.table.bonuses[bonus]
        if row.card == "called":
            return not ours or seat == ours[-1]
        may = {"declarer": ours[:1], "declarers": ours,
               "opponents": [s for s in self.table.active if s not in ours]}  # fmt: skip
        return not ours or seat in may.get(row.say_who, self.table.active)

    @cached_property
    def doubles(self) -> tuple[str, ...]:
        """The words of doubling, where they may have been said."""
        row = self.row
        if not row or "doubles" not in row.says or (self.ended and self.ended != "revoke"):
            return ()
        return tuple(self.table.doubling.steps)

    @cached_property
    def captured(self) -> tuple[Card, ...]:
        """Honours whose loss costs something."""
        if not self.played_out or self.sides == "each":
            return ()
        return tuple(row.card for row in self.table.penalties.values()
                     if row.event == "captured_by_opponents" and row.card)  # fmt: skip

    @cached_property
    def captors(self) -> tuple[Card, ...]:
        """Cards of which it matters that they took a captured honour."""
        return tuple(dict.fromkeys(
            word for test in self.tests if test.name == "captured"
            for key, word in test.pairs if key == "with"
        ))  # fmt: skip

    @cached_property
    def talon(self) -> tuple[Card, ...]:
        """Cards whose staying in the talon costs something."""
        return tuple(row.card for row in self.table.penalties.values()
                     if row.event == "left_in_talon" and row.card) if self.played_out else ()  # fmt: skip

    @cached_property
    def slips(self) -> dict[str, Penalty]:
        """What may go wrong and has a price, by the name of the event."""
        if not self.played_out:
            return {}
        return {
            row.event or name: row for name, row in self.table.penalties.items()
            if (row.event or name) not in OF_THEMSELVES and row.next_dealer is None
            and (row.liable is not None or (row.pay is not None and row.pay.number != 0))
        }  # fmt: skip

    @cached_property
    def pots(self) -> tuple[str, ...]:
        """Pots that are paid out of or into."""
        return tuple(name for name, pot in self.table.pots.items() if pot.on)

    # -- which rows there are -----------------------------------------------------------------

    @property
    def _bonuses(self) -> dict[str, Bonus]:
        says = self.row.says if self.row else ()
        return {name: row for name, row in self.table.bonuses.items()
                if "bonuses" in says or name in says}  # fmt: skip

    @cached_property
    def result(self) -> str:
        """The row of the result that decides this contract."""
        rows = self.table.result.items()
        return next((n for n, r in rows if not r.contracts or self.contract in r.contracts), "")

    @cached_property
    def _conditions(self) -> list[Condition]:
        table = self.table
        found = [o.when for bonus in self._bonuses.values() for o in bonus.outcomes.values()]
        found += [row.when for row in table.payments.values()]
        found += [row.when for row in table.penalties.values()]
        row = table.result.get(self.result)
        found += [row.wins] if row is not None and row.wins is not None else []
        return found

    @cached_property
    def tests(self) -> list[Test]:
        """Every test that may decide something in this contract."""
        return [test for when in self._conditions
                for test in _open_tests(when, self.contract, self.result)]  # fmt: skip

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Every number that some amount of this contract is made of."""
        table, row = self.table, self.row
        amounts: list[Amount | None] = [row.rate, row.loss] if row else []
        result = table.result.get(self.result)
        amounts += [result.target] if result else []
        for payment in table.payments.values():
            if _may_hold(payment.when, self.contract, self.result):
                amounts += [payment.pay, payment.times]
        for bonus in self._bonuses.values():
            amounts += [outcome.pay for outcome in bonus.outcomes.values()]
        return frozenset(name for amount in amounts if amount for name in _names(amount))


def _names(amount: Amount) -> Iterator[str]:
    """The facts an amount asks for."""
    if amount.scale is not None:
        yield amount.scale[0]
    for step in amount.steps:
        if isinstance(step.operand, Amount):
            yield from _names(step.operand)
        elif isinstance(step.operand, str):
            yield step.operand


def _alternatives(when: Condition, contract: str, result: str) -> list[Any]:
    """The ways of a condition that this contract does not rule out."""
    known = {"contract": contract, "result": result}
    return [
        (tests, never) for tests, never in when.either
        if all(not known.get(test.name) or known[test.name] in test.words
               for test in tests if test.name in known)
    ]  # fmt: skip


def _may_hold(when: Condition, contract: str, result: str) -> bool:
    return not when.either or bool(_alternatives(when, contract, result))


def _open_tests(when: Condition, contract: str, result: str) -> Iterator[Test]:
    for tests, never in _alternatives(when, contract, result):
        yield from tests
        for condition in never:
            yield from condition.tests()


# -- what was answered ---------------------------------------------------------------------------


@dataclass
class HandForm:
    """The answers of a form, read by a table. problems: sentences by the name of the question they
    stand beside; needed: what is still to be told, in the order of the form; facts: what
    `taroky.facts.reading` reads, as far as it was told."""

    table: Table
    fields: Fields
    problems: dict[str, list[Problem]] = field(default_factory=dict)
    needed: list[Message] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    settled: Settlement | None = None

    def __post_init__(self) -> None:
        self.names = player_names(self.table, self.fields)
        self._read()
        if not self.problems and not self.needed:
            self._settle()

    # -- the questions in their order ---------------------------------------------------------

    def _read(self) -> None:
        table = self.table
        self.players = int(self._choice("players", list(map(str, table.seats.players)), "players")
                           or table.seats.active)  # fmt: skip
        if self.players != table.seats.active:
            self.facts["players"] = self.players
        known = Questions(table, "", "").endings
        self.ended = self._choice("end", known, "end")
        open_to = Questions(table, "", self.ended).contracts
        first = open_to[0] if open_to else ""
        self.contract = self._choice("game", open_to, "game") or first if open_to else ""
        self.asks = Questions(table, self.contract, self.ended)
        if self.contract:
            self.facts["contract"] = self.contract
        if self.ended:
            self.facts["ended"] = self.ended
        if self.asks.offender:
            who = self._choice("who", table.active, "end")
            if who:
                self.facts["irregular"] = {who: [self.ended]}
            else:
                self._need("who")
        self._sides()
        if self.contract and self.asks.levels:
            level = self._choice("level", self.asks.levels, "level")
            if level:
                self.facts["level"] = level
            else:
                self._need("level")
        if self.asks.played_out:
            self._points()
        self._said()
        if self.asks.played_out:
            self._tricks()
            self._last_trick()
            self._fallen()
            self._slips()
        self._pots()

    def _sides(self) -> None:
        self.declarer, self.partner = "", ""
        if self.asks.sides not in ("called", "alone"):
            return
        seats, may = self.table.active, self.bidders
        self.declarer = self._choice("by", seats, "by") or (may[0] if len(may) == 1 else "")
        if not self.declarer:
            self._need("by")
        else:
            self.facts["declarer"] = self.declarer
        if self.asks.sides == "called":
            chosen = self._choice("with", (*seats, ALONE), "with")
            if not chosen:
                self._need("with")
            elif chosen == self.declarer:
                self._problem("with", say("fact.partner_self", seat=chosen))
            elif chosen != ALONE:
                self.partner = chosen
                self.facts["partner"] = chosen

    @property
    def bidders(self) -> tuple[Seat, ...]:
        """Who can be the declarer."""
        return bidders(self.table, self.asks.contract)

    @property
    def ours(self) -> tuple[Seat, ...]:
        """The declarer and the partner, as far as they are told."""
        return tuple(seat for seat in (self.declarer, self.partner) if seat)

    @property
    def sides_known(self) -> bool:
        """Whether it is told who plays with whom."""
        return bool(self.declarer) and (
            self.asks.sides != "called" or bool(self.fields.text("with"))
        )

    def _points(self) -> None:
        if self.asks.sides == "each":
            told = {seat: self._amount(f"p.{seat}", "points") for seat in self.table.active}
            found = {seat: number for seat, number in told.items() if number}
            if len(found) < len(told) and "points" not in self.problems:
                self._need("points_each", n=len(told) - len(found))
        else:
            told = dict(
                zip(SIDES, (self._amount(name, "points") for name in ("p", "o")), strict=True)
            )
            found = {side: number for side, number in told.items() if number}
            if not found and "points" not in self.problems:
                self._need("points")
        self.facts["points"] = found
        if self.asks.left_over:
            left = self._number("left", "left", self.table.count.packet - 1)
            if left is not None:
                self.facts["left_over"] = {"declarers": left}
        if self.asks.honours:
            honours = self._number("hon", "hon", len(self.table.cards.members("trul")))
            if honours is not None:
                self.facts["honours"] = honours
            elif "hon" not in self.problems:
                self._need("hon")
        if self.asks.lost_with:
            card = self._choice("lostwith", self.asks.lost_with, "tricks")
            if card:
                self.facts["lost_with"] = card

    def _tricks(self) -> None:
        if not self.asks.tricks:
            return
        most = self.table.deal.hand
        told: dict[str, int | None] = {
            side: self._number(name, "tricks", most)
            for side, name in zip(SIDES, ("t", "u"), strict=True)
        }
        told |= {seat: self._number(f"t.{seat}", "tricks", most) for seat in self.trick_seats}
        found = {who: n for who, n in told.items() if n is not None}
        mine = [found[seat] for seat in self.ours if seat in found]
        if len(mine) == len(self.ours) and mine and "opponents" not in found:
            found.setdefault("declarers", sum(mine))
        if found:
            self.facts["tricks"] = found
        elif "tricks" not in self.problems and self._undertaken("tricks", "lost_tricks"):
            self._need("tricks")

    def _undertaken(self, *facts: str) -> bool:
        """Whether something was announced that rests on one of these facts."""
        said = {name for names in self.facts.get("announced", {}).values() for name in names}
        return any(
            test.name in facts
            for name in (*self.asks.undertaken, *said)
            for outcome in self.table.bonuses[name].outcomes.values()
            for test in outcome.when.tests()
        )

    @property
    def trick_seats(self) -> tuple[Seat, ...]:
        """The players whose own tricks matter."""
        bonuses = self.table.bonuses
        found = [self.declarer] if self.asks.declarers_tricks and self.partner else []
        for seat in self.table.active:
            names = self.fields.all(f"ann.{seat}")
            if any(bonuses[n].side == "sayer" for n in names if n in self.asks.announceable):
                found.append(seat)
        return tuple(dict.fromkeys(seat for seat in found if seat))

    def _said(self) -> None:
        seats = self.table.active
        declared = {
            seat: self._several(f"say.{seat}", self.asks.declarations, "say") for seat in seats
        }
        announced = {
            seat: self._several(f"ann.{seat}", self.asks.announceable, "ann") for seat in seats
        }
        self.facts |= {
            name: rows
            for name, found in (("declarations", declared), ("announced", announced))
            if (rows := {seat: list(said) for seat, said in found.items() if said})
        }
        doubles = {}
        for target in self.targets:
            word = self._choice("x." + target.replace("@", "."), self.asks.doubles, "double")
            if word:
                doubles[target] = word
        if doubles:
            self.facts["doubles"] = doubles

    @property
    def targets(self) -> tuple[str, ...]:
        """What may have been doubled: the game, and each announcement."""
        if not self.asks.doubles:
            return ()
        doubling = self.table.doubling
        sayers: dict[str, list[Seat]] = {name: [self.declarer] for name in self.asks.undertaken}
        for seat, names in self.facts.get("announced", {}).items():
            for name in names:
                sayers.setdefault(name, []).append(seat)
        shut = {shut for said in sayers for shut, by in doubling.shut_by.items() if said in by}
        found = ["game"] if "game" in doubling.on and "game" not in shut else []
        for name, seats in sayers.items():
            if name in doubling.on:
                found += [name] if len(seats) == 1 else [f"{name}@{seat}" for seat in seats]
        return tuple(found)

    def _last_trick(self) -> None:
        asks, seats = self.asks, self.table.active
        if not asks.last_cards:
            return
        winner = self._choice("last", seats, "last")
        cards: dict[Seat, Card] = {}

        def played(seat: Seat, card: Card) -> None:
            if cards.setdefault(seat, card) != card:
                self._problem("last", say("calc.last_two", seat=seat, cards=[cards[seat], card]))

        for name in asks.last_cards:
            seat = self._choice(f"last.{name}", seats, "last")
            # Which of the callable cards it was changes nothing; any of them stands for it.
            card = asks.callable[0] if name == "called" and asks.callable else name
            if seat:
                played(seat, card)
                if name == "called":
                    self.facts["called"] = card
        if asks.whole_last_trick:
            for seat in seats:
                card = self._card(f"last.{seat}", "last")
                if card:
                    played(seat, card)
        if winner:
            self.facts["last_trick"] = {"winner": winner, "cards": cards}
        elif cards or self._undertaken("last_trick", "last_won_with"):
            self._need("last")

    def _fallen(self) -> None:
        asks, seats = self.asks, self.table.active
        captured = {}
        for card in asks.captured:
            if self.fields.text(f"last.{card}") in seats and card in asks.last_cards:
                continue  # the last trick tells
            holder = self._choice(f"fell.{card}", seats, "fell")
            taker = self._choice(f"took.{card}", seats, "fell")
            if not holder:
                continue
            if taker == holder:
                self._problem("fell", say("calc.took_own", seat=holder, card=card))
                continue
            if not taker:
                self._need("took", card=card)
                continue
            captured[card] = {"holder": holder, "taker": taker}
            by = self._choice(f"took.{card}.with", asks.captors, "fell")
            if by or asks.captors:
                captured[card]["card"] = by or OTHER_CARD
        if captured:
            self.facts["captured"] = captured
        left = self._several("talon", asks.talon, "talon")
        for card in left:
            if card in captured or self.fields.text(f"last.{card}") in seats:
                self._problem("talon", say("calc.talon_played", card=card))
        if left:
            self.facts["talon_left"] = list(left)

    def _slips(self) -> None:
        found: dict[Seat, list[str]] = {}
        for event, row in self.asks.slips.items():
            for seat in self.slip_seats(row):
                times = self._number(f"slip.{event}.{seat}", "slip", MOST_SLIPS)
                if times:
                    found.setdefault(seat, []).extend([event] * times)
        if found:
            self.facts["irregular"] = found

    def slip_seats(self, row: Penalty) -> tuple[Seat, ...]:
        """Who may have made such a slip."""
        if row.who == "declarer":
            return (self.declarer,) if self.declarer else ()
        if row.who == "dealer":
            return (SEATS[int(self.facts.get("players", self.table.seats.active)) - 1],)
        return self.table.active

    def _pots(self) -> None:
        found = {}
        for name in self.asks.pots:
            text = self.fields.text(f"pot.{name}")
            if text and not _AMOUNT.fullmatch(text):
                self._problem("pot", say("calc.not_amount", text=text[:40]))
            elif text:
                found[name] = text.replace(",", ".")
        if found:
            self.facts["pots"] = found

    # -- the answer ---------------------------------------------------------------------------

    def _settle(self) -> None:
        try:
            self.settled = settle(self.table, facts_of.read(self.table, self.facts))
        except MissingFact as missing:
            fact = str(missing.fields.get("fact", "")).split(" ")[0]
            group = _GROUP.get(fact, fact)
            known = f"calc.need.{group}"
            self.needed.append(say(known) if group in _NEEDED else missing.message)
        except TarokyError as problem:
            about = str(problem.fields.get("fact", ""))
            self.problems.setdefault(_GROUP.get(about, about or "game"), []).append(
                (problem.message, problem.points)
            )

    # -- reading single fields ----------------------------------------------------------------

    def _need(self, what: str, **params: Any) -> None:
        self.needed.append(say(f"calc.need.{what}", **params))

    def _problem(self, group: str, message: Message) -> None:
        self.problems.setdefault(group, []).append((message, ()))

    def _choice(self, name: str, allowed: Sequence[str], group: str) -> str:
        value = self.fields.text(name)
        if value and value not in allowed:
            self._problem(group, say("calc.no_choice", text=value[:40]))
            return ""
        return value

    def _several(self, name: str, allowed: Sequence[str], group: str) -> tuple[str, ...]:
        values = tuple(dict.fromkeys(self.fields.all(name)))
        for value in values:
            if value not in allowed:
                self._problem(group, say("calc.no_choice", text=value[:40]))
        return tuple(value for value in values if value in allowed)

    def _card(self, name: str, group: str) -> Card:
        return self._choice(name, self.table.cards.cards, group)

    def _number(self, name: str, group: str, most: int) -> int | None:
        """A whole number up to `most`; None if nothing usable is there."""
        text = self.fields.text(name)
        if not text:
            return None
        if not _WHOLE.fullmatch(text):
            self._problem(group, say("calc.not_whole", text=text[:40]))
            return None
        if int(text) > most:
            self._problem(group, say("calc.too_many", number=int(text), most=most))
            return None
        return int(text)

    def _amount(self, name: str, group: str) -> str:
        """Card points as `taroky.facts.reading` reads them: "39", "40.5", "88/3"."""
        text = self.fields.text(name)
        match = _POINTS.fullmatch(text)
        if not text:
            return ""
        if match is None or (match[4] and int(match[4]) == 0):
            self._problem(group, say("calc.not_points", text=text[:40]))
            return ""
        whole, part, half, under = match.groups()
        if under:
            return f"{whole}/{under}"
        part = part or ("5" if half else "")
        return f"{whole}.{part}" if part else whole


#: Facts that may be asked for after all, and have a sentence for it.
_NEEDED = frozenset({"by", "with", "level", "points", "tricks", "last", "hon", "left"})


# -- the way back --------------------------------------------------------------------------------


def written(points: Fraction) -> str:
    """Card points as people write them: "39", "40.5", and "88/3" where there is no other way."""
    if points.denominator in (1, 2):
        return f"{float(points):g}"
    return str(points)


def _field_of(table: Table, target: str, announced: Sequence[tuple[Seat, str]]) -> str:
    """The field of a double: of the bonus alone where one player has announced it, and of the
    announcement that has taken the game's place as what is doubled."""
    name, _, sayer = target.partition("@")
    names = [bonus for _, bonus in announced]
    if name == "game":
        shut = [bonus for bonus in table.doubling.shut_by.get(name, ()) if bonus in names]
        name = shut[0] if shut else name
    return f"{name}.{sayer}" if sayer and names.count(name) > 1 else name


def _rest_of(table: Table, facts: Finished) -> Fraction | None:
    """What the opponents have if nothing is told but the declarers' points."""
    if "declarers" not in facts.points:
        return None
    points = {"declarers": str(facts.points["declarers"])}
    told = {"contract": facts.contract, "points": points, "left_over": facts.left_over}
    return facts_of.read(table, told).points.get("opponents")


def fields_of(table: Table, facts: Finished) -> dict[str, list[str]]:
    """The fields that tell these facts: for links to the form with a hand filled in. What a form
    does not ask for is left out."""
    asks = Questions(table, facts.contract, facts.ended)
    found: dict[str, list[str]] = {}

    def put(name: str, value: object) -> None:
        if value not in (None, "", []):
            found[name] = list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]

    put("end", facts.ended)
    if asks.contracts:
        put("game", facts.contract)
    if facts.players != table.seats.active:
        put("players", facts.players)
    if asks.offender:
        put("who", next((seat for seat, event in facts.irregular if event == facts.ended), ""))
    if asks.sides in ("called", "alone"):
        put("by", facts.declarer)
    if asks.sides == "called":
        put("with", facts.partner or ALONE)
    choose = table.talon[asks.row.talon].choose if asks.row else {}
    by_level = {choice.level: name for name, choice in choose.items()}
    if asks.levels:
        put("level", by_level.get(facts.level or next(iter(by_level))))
    names = {"declarers": "p", "opponents": "o"}
    for who, points in facts.points.items():
        if who != "opponents" or points != _rest_of(table, facts):
            put(names.get(who, f"p.{who}"), written(points))
    if asks.left_over and facts.left_over:
        put("left", facts.left_over.get("declarers"))
    if asks.honours:
        put("hon", facts.honours)
    if asks.tricks and facts.tricks is not None:
        ours, theirs = (tricks_of(table, facts, side) for side in SIDES)
        put("t", ours)
        put("u", theirs if ours is None or theirs != table.deal.hand - ours else None)
        for seat in table.active:
            put(f"t.{seat}", facts.tricks.get(seat))
    if asks.lost_with:
        told = [c for c in facts.lost_with.get("declarers", ()) if c in asks.lost_with]
        put("lostwith", told[:1])
    for seat, rows in facts.declarations.items():
        put(f"say.{seat}", list(rows))
    for seat in table.active:
        put(
            f"ann.{seat}", [b for s, b in facts.announced if s == seat and b not in asks.undertaken]
        )
    words = {factor: word for word, factor in table.doubling.steps.items()}
    announced = said(table, facts) if asks.row else ()
    for target, factor in facts.factors.items():
        if factor > 1:
            put(f"x.{_field_of(table, target, announced)}", words.get(factor, str(factor)))
    last = facts.last_trick
    if last is not None and asks.last_cards:
        put("last", last.winner)
        for seat, card in last.cards.items():
            name = "called" if card == facts.called and "called" in asks.last_cards else card
            put(f"last.{name}" if name in asks.last_cards else f"last.{seat}",
                seat if name in asks.last_cards else card)  # fmt: skip
    fallen = dict(facts.captured or {})
    if last is not None and not asks.whole_last_trick:
        by = last.cards.get(last.winner, "")
        last_fallen = {card: Capture(seat, last.winner, by) for seat, card in last.cards.items()}
        fallen |= {card: fall for card, fall in last_fallen.items() if card not in asks.last_cards}
    for card, capture in fallen.items():
        if card in asks.captured and capture.holder != capture.taker:
            put(f"fell.{card}", capture.holder)
            put(f"took.{card}", capture.taker)
            put(f"took.{card}.with", capture.card if capture.card in asks.captors else "")
    put("talon", [card for card in facts.talon_left if card in asks.talon])
    for event in asks.slips:
        for seat in table.active:
            put(f"slip.{event}.{seat}", facts.irregular.count((seat, event)) or "")
    for name, amount in facts.pots.items():
        if amount != table.pots[name].starts:
            put(f"pot.{name}", amount)
    return found
