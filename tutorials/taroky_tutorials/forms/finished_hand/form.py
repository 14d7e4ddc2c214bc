"""The form in which a person tells what happened in a hand: which fields there are, and what the answers
come to as facts of `taroky.settling.reported.reading`.

    game=povinnost  level=back  by=A  with=C   (with=alone)      end=surrender  who=B
    p=39  o=31      points of the declarers and the others, or p.A= … where each plays alone
    t=7   u=5       tricks of the declarers and the others; t.A= those of one player
    left=1  hon=2   cards left over, and honours, of the declarers
    say.B=barvicky  ann.A=pagat   x.game=flek  x.pagat=reflek  x.valat.B=flek
    last=B  last.I=A  last.called=A  last.C=XXI    the last trick
    fell.XXI=C  took.XXI=A  took.XXI.with=SKYZ                   honours that fell
    talon=XXI  lostwith=SKYZ  slip.revoke.B=1  pot.pot=30  players=5  name.A=Anna
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from taroky.cards import Card
from taroky.errors import MissingFact, TarokyError
from taroky.hand.sides import SIDES
from taroky.messages import Message, say
from taroky.phases.calling import NOBODY
from taroky.rules.table import SEATS, PenaltyRow, Seat, Table
from taroky.settling.finished_hand import OTHER_CARD
from taroky.settling.paying import Settlement, settle
from taroky.settling.reported import reading as facts_of
from taroky.settling.reported.bidders import bidders

from taroky_tutorials.forms.fields import Fields, under_current_names
from taroky_tutorials.forms.finished_hand.answers import Answers, Problem
from taroky_tutorials.forms.finished_hand.questions import Questions

#: Facts of a hand as `taroky.settling.reported.reading` reads them, by their names.
Facts = dict[str, Any]
ALONE = "alone"
#: More irregularities of one kind by one player are not asked for.
MOST_IRREGULARITIES = 4
#: Names are shown as they are typed, up to so many letters.
_NAME = 24
_AMOUNT = re.compile(r"\d{1,7}(?:[.,]\d{1,2})?", re.ASCII)
#: Beside which question a fact of the engine is put right.
_GROUP = {
    "contract": "game",
    "declarer": "by",
    "partner": "with",
    "declarations": "say",
    "announced": "ann",
    "doubles": "double",
    "last_trick": "last",
    "called": "last",
    "ended": "end",
    "captured": "fell",
    "left_over": "left",
    "honours": "hon",
}
#: Facts that may be asked for after all, and have a sentence for it.
_NEEDED = frozenset({"by", "with", "level", "points", "tricks", "last", "hon", "left"})


def player_names(table: Table, fields: Fields) -> dict[Seat, str]:
    """Return what the players are called: as typed, else by their seats."""
    return {seat: fields.text(f"name.{seat}")[:_NAME].strip() or seat for seat in SEATS}


@dataclass
class HandForm:
    """The answers of a form, read by a table, group by group in its order. facts: what
    `taroky.settling.reported.reading` reads, as far as it was told."""

    table: Table
    fields: Fields
    facts: Facts = field(default_factory=dict)
    settled: Settlement | None = None

    def __post_init__(self) -> None:
        under_current_names(self.fields, self.table, "pot.{}")
        self.answers = Answers(self.fields)
        self.names = player_names(self.table, self.fields)
        self._read()
        if not self.problems and not self.needed:
            self._settle()

    @property
    def problems(self) -> dict[str, list[Problem]]:
        """Return what does not fit: sentences by the name of the question they are next to."""
        return self.answers.problems

    @property
    def needed(self) -> list[Message]:
        """Return what is still to be told, in the order of the form."""
        return self.answers.needed

    # -- the questions in their order ---------------------------------------------------------

    def _read(self) -> None:
        self.facts |= self._players()
        self.facts |= self._contract_and_end()
        self.facts |= self._sides()
        self.facts |= self._level()
        played_out = self.asks.played_out
        if played_out:
            self.facts |= self._points()
        self.facts |= self._said()
        self.facts |= self._doubled()
        if played_out:
            for group in (self._tricks, self._last_trick, self._fallen, self._irregularities):
                self.facts |= group()
        self.facts |= self._pots()

    def _players(self) -> Facts:
        seats = self.table.seats
        chosen = self.answers.choice("players", list(map(str, seats.players)), "players")
        self.players = int(chosen or seats.active)
        return {} if self.players == seats.active else {"players": self.players}

    def _contract_and_end(self) -> Facts:
        table, facts = self.table, Facts()
        self.ended = self.answers.choice("end", Questions(table, "", "").endings, "end")
        open_to = Questions(table, "", self.ended).contracts
        first = open_to[0] if open_to else ""
        self.contract = self.answers.choice("game", open_to, "game") or first if open_to else ""
        self.asks = Questions(table, self.contract, self.ended)
        if self.contract:
            facts["contract"] = self.contract
        if self.ended:
            facts["ended"] = self.ended
        if self.asks.offender:
            who = self.answers.choice("who", table.active, "end")
            if who:
                facts["irregular"] = {who: [self.ended]}
            else:
                self.answers.need("who")
        return facts

    def _sides(self) -> Facts:
        facts = Facts()
        self.declarer, self.partner = "", ""
        if self.asks.sides not in ("called", "alone"):
            return facts
        seats, may = self.table.active, self.bidders
        only = may[0] if len(may) == 1 else ""
        self.declarer = self.answers.choice("by", seats, "by") or only
        if not self.declarer:
            self.answers.need("by")
        else:
            facts["declarer"] = self.declarer
        if self.asks.sides == "called":
            chosen = self.answers.choice("with", (*seats, ALONE), "with")
            if not chosen:
                self.answers.need("with")
            elif chosen == self.declarer:
                self.answers.problem("with", say("fact.partner_self", seat=chosen))
            else:
                self.partner = "" if chosen == ALONE else chosen
                facts["partner"] = self.partner or NOBODY
        return facts

    def _level(self) -> Facts:
        if not self.contract or not self.asks.levels:
            return {}
        level = self.answers.choice("level", self.asks.levels, "level")
        if not level:
            self.answers.need("level")
        return {"level": level} if level else {}

    @property
    def bidders(self) -> tuple[Seat, ...]:
        """Return who can be the declarer."""
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

    def _points(self) -> Facts:
        if self.asks.sides == "each":
            filled_in = {
                seat: self.answers.card_points(f"p.{seat}", "points") for seat in self.table.active
            }
            points = {seat: number for seat, number in filled_in.items() if number}
            if len(points) < len(filled_in) and "points" not in self.problems:
                self.answers.need("points_each", n=len(filled_in) - len(points))
        else:
            filled_in = dict(
                zip(
                    SIDES,
                    (self.answers.card_points(name, "points") for name in ("p", "o")),
                    strict=True,
                )
            )
            points = {side: number for side, number in filled_in.items() if number}
            if not points and "points" not in self.problems:
                self.answers.need("points")
        facts: Facts = {"points": points}
        if self.asks.left_over:
            left = self.answers.whole_number("left", "left", self.table.count.packet - 1)
            if left is not None:
                facts["left_over"] = {"declarers": left}
        if self.asks.honours:
            honours = self.answers.whole_number("hon", "hon", len(self.table.cards.members("trul")))
            if honours is not None:
                facts["honours"] = honours
            elif "hon" not in self.problems:
                self.answers.need("hon")
        if self.asks.lost_with:
            card = self.answers.choice("lostwith", self.asks.lost_with, "tricks")
            facts["lost_with"] = card or OTHER_CARD
        return facts

    def _tricks(self) -> Facts:
        if not self.asks.tricks:
            return {}
        most = self.table.deal.hand
        filled_in: dict[str, int | None] = {
            side: self.answers.whole_number(name, "tricks", most)
            for side, name in zip(SIDES, ("t", "u"), strict=True)
        }
        filled_in |= {
            seat: self.answers.whole_number(f"t.{seat}", "tricks", most)
            for seat in self.trick_seats
        }
        tricks = {who: n for who, n in filled_in.items() if n is not None}
        mine = [tricks[seat] for seat in self.ours if seat in tricks]
        if len(mine) == len(self.ours) and mine and "opponents" not in tricks:
            tricks.setdefault("declarers", sum(mine))
        if (
            not tricks
            and "tricks" not in self.problems
            and self._undertaken("tricks", "lost_tricks")
        ):
            self.answers.need("tricks")
        return {"tricks": tricks} if tricks else {}

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
        seats = [self.declarer] if self.asks.declarers_tricks and self.partner else []
        for seat in self.table.active:
            names = self.fields.all(f"ann.{seat}")
            if any(bonuses[n].side == "sayer" for n in names if n in self.asks.announceable):
                seats.append(seat)
        return tuple(dict.fromkeys(seat for seat in seats if seat))

    def _said(self) -> Facts:
        """Declarations and announcements, by who made them."""
        facts = Facts()
        for name, prefix, allowed in (
            ("declarations", "say", self.asks.declarations),
            ("announced", "ann", self.asks.announceable),
        ):
            said = {
                seat: list(self.answers.several(f"{prefix}.{seat}", allowed, prefix))
                for seat in self.table.active
            }
            if any(said.values()):
                facts[name] = {seat: words for seat, words in said.items() if words}
        return facts

    def _doubled(self) -> Facts:
        words = {
            target: self.answers.choice(
                "x." + target.replace("@", "."), self.asks.doubles, "double"
            )
            for target in self.targets
        }
        doubles = {target: word for target, word in words.items() if word}
        return {"doubles": doubles} if doubles else {}

    @property
    def targets(self) -> tuple[str, ...]:
        """Return what may have been doubled: the game, and each announcement."""
        if not self.asks.doubles:
            return ()
        doubling = self.table.doubling
        sayers: dict[str, list[Seat]] = {name: [self.declarer] for name in self.asks.undertaken}
        for seat, names in self.facts.get("announced", {}).items():
            for name in names:
                sayers.setdefault(name, []).append(seat)
        shut = {shut for said in sayers for shut, by in doubling.shut_by.items() if said in by}
        targets = ["game"] if "game" in doubling.on and "game" not in shut else []
        for name, seats in sayers.items():
            if name in doubling.on:
                targets += [name] if len(seats) == 1 else [f"{name}@{seat}" for seat in seats]
        return tuple(targets)

    def _last_trick(self) -> Facts:
        asks, seats, facts = self.asks, self.table.active, Facts()
        if not asks.last_cards:
            return facts
        winner = self.answers.choice("last", seats, "last")
        cards: dict[Seat, Card] = {}

        def played(seat: Seat, card: Card) -> None:
            if cards.setdefault(seat, card) != card:
                self.answers.problem(
                    "last", say("calc.last_two", seat=seat, cards=[cards[seat], card])
                )

        for name in asks.last_cards:
            seat = self.answers.choice(f"last.{name}", seats, "last")
            # Which of the callable cards it was changes nothing; any of them stands for it.
            card = asks.callable[0] if name == "called" and asks.callable else name
            if seat:
                played(seat, card)
                if name == "called":
                    facts["called"] = card
        if asks.whole_last_trick:
            for seat in seats:
                card = self.answers.choice(f"last.{seat}", self.table.cards.cards, "last")
                if card:
                    played(seat, card)
        if winner:
            played_cards = {seat: cards.get(seat, OTHER_CARD) for seat in seats}
            facts["last_trick"] = {"winner": winner, "cards": played_cards}
        elif cards or self._undertaken("last_trick", "last_won_with"):
            self.answers.need("last")
        return facts

    def _fallen(self) -> Facts:
        """Honours that fell, and cards that stayed in the talon."""
        asks, seats, facts = self.asks, self.table.active, Facts()
        captured = {}
        for card in asks.captured:
            if self.fields.text(f"last.{card}") in seats and card in asks.last_cards:
                continue  # the last trick tells
            holder = self.answers.choice(f"fell.{card}", seats, "fell")
            taker = self.answers.choice(f"took.{card}", seats, "fell")
            if not holder:
                continue
            if taker == holder:
                self.answers.problem("fell", say("calc.took_own", seat=holder, card=card))
                continue
            if not taker:
                self.answers.need("took", card=card)
                continue
            captured[card] = {"holder": holder, "taker": taker}
            by = self.answers.choice(f"took.{card}.with", asks.captors, "fell")
            if by or asks.captors:
                captured[card]["card"] = by or OTHER_CARD
        if captured:
            facts["captured"] = captured
        left = self.answers.several("talon", asks.talon, "talon")
        for card in left:
            if card in captured or self.fields.text(f"last.{card}") in seats:
                self.answers.problem("talon", say("calc.talon_played", card=card))
        if left:
            facts["talon_left"] = list(left)
        return facts

    def _irregularities(self) -> Facts:
        by_seat: dict[Seat, list[str]] = {}
        for event, row in self.asks.irregularities.items():
            for seat in self.seats_to_blame(row):
                times = self.answers.whole_number(
                    f"slip.{event}.{seat}", "slip", MOST_IRREGULARITIES
                )
                if times:
                    by_seat.setdefault(seat, []).extend([event] * times)
        return {"irregular": by_seat} if by_seat else {}

    def seats_to_blame(self, row: PenaltyRow) -> tuple[Seat, ...]:
        """The players who may have done so."""
        if row.who == "declarer":
            return (self.declarer,) if self.declarer else ()
        if row.who == "dealer":
            return (SEATS[int(self.facts.get("players", self.table.seats.active)) - 1],)
        return self.table.active

    def _pots(self) -> Facts:
        pots = {}
        for name in self.asks.pots:
            text = self.fields.text(f"pot.{name}")
            if text and not _AMOUNT.fullmatch(text):
                self.answers.problem("pot", say("calc.not_amount", text=text[:40]))
            elif text:
                pots[name] = text.replace(",", ".")
        return {"pots": pots} if pots else {}

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
