"""The form in which a hand is written down: from its fields to what the session keeps of it, and
back.

    at=3            which hand is put right, counted from 0; "" for the next one
    dealt=2         the place that dealt, where that is not whom the rules name
    seated=1        the place that dealt when the seats below were filled in
    how=chips       told by what was paid; how=facts: by what happened; told: how it was before
    won.0=2.5       what each place won; into.pot=1: what went into a pot
    game, end, by   contract, ending, the declarer's seat
    …               and the fields of `taroky_tutorials.forms.finished_hand.form`, in which all is by seat
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from taroky import session as sessions
from taroky.rules.table import SEATS, Seat
from taroky.session import Session
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.forms.fields import Fields, under_current_names
from taroky_tutorials.forms.finished_hand import to_fields
from taroky_tutorials.forms.finished_hand import view as hand_view
from taroky_tutorials.forms.finished_hand.questions import early_endings
from taroky_tutorials.sheets.amounts import amount_of, plain, shown
from taroky_tutorials.sheets.history import Json
from taroky_tutorials.sheets.sheet import Values

CHIPS, FACTS = "chips", "facts"
#: Fields whose value is a seat, and fields whose name ends with one, by the first part of the name.
_SEAT_VALUES = frozenset({"by", "with", "who", "last", "fell", "took", "opened"})
_SEAT_NAMES = frozenset({"p", "t", "say", "ann", "x", "slip", "last"})


def before(session: Session, index: int) -> Session:
    """The session as it was when that hand was dealt."""
    return replace(session, played=session.played[:index], stopped=None)


class Entry:
    """A hand that is being written down. session: as it was when the hand was dealt."""

    def __init__(self, session: Session, fields: Fields) -> None:
        self.session, self.fields = session, fields
        self.table = session.table
        under_current_names(fields, self.table, "into.{}")
        self.places = session.seated_now
        self.how = fields.choice("how", (FACTS, CHIPS), FACTS)
        named = fields.choice("dealt", [str(place) for place in self.places])
        self.dealer = int(named) if named else session.dealer
        seated = fields.choice("seated", [str(place) for place in self.places])
        if seated and int(seated) != self.dealer:
            by = self.places.index(self.dealer) - self.places.index(int(seated))
            _move(fields, by, len(self.places))
        fields.put("seated", str(self.dealer))
        if self.how == CHIPS and fields.text("told") == FACTS and not fields.text("by"):
            fields.put("game")  # what stood there first was no answer
        if self.how == FACTS:
            fields.put("players", str(len(self.places)))
            for seat, name in self.names.items():
                fields.put(f"name.{seat}", name)
            for name, content in session.pots.items():
                fields.put(f"pot.{name}", plain(content))

    def seat(self, place: int) -> Seat:
        """The seat of a place in this hand."""
        return sessions.seat_at(self.places, self.dealer, place)

    def place(self, seat: Seat) -> int:
        """The place of a seat in this hand."""
        return sessions.place_at(self.places, self.dealer, seat)

    @property
    def resting(self) -> int | None:
        """The place that rests while this hand is played."""
        return self.dealer if len(self.places) > self.table.seats.active else None

    @cached_property
    def names(self) -> dict[Seat, str]:
        """Return what the players are called, by seat, in order of play."""
        people = self.session.players
        return {seat: people[self.place(seat)] for seat in SEATS[: len(self.places)]}

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """How a hand may end without being played out."""
        return early_endings(self.table)

    @property
    def asks_opener(self) -> bool:
        """Whether who deals next rests on who opened."""
        row = self.table.session
        return "opener" in (row.next_dealer, *row.next_dealer_by.values())

    # -- told by what was paid ----------------------------------------------------------------

    @cached_property
    def amounts(self) -> dict[str, Decimal | None]:
        """Return what is filled in, by field; None where nothing is, or what is no amount."""
        amounts: dict[str, Decimal | None] = {}
        step = self.table.unit.step
        for name in (*self.fields_of_places, *self.fields_of_pots):
            text = self.fields.text(name)
            amount = amounts[name] = amount_of(text) if text else None
            if text and amount is None:
                self.fields.problem("evening.amount", text=text[:20])
            elif amount is not None and amount % step:
                self.fields.problem("evening.step", text=text[:20], step=shown(step, self.table))
        return amounts

    @property
    def fields_of_places(self) -> list[str]:
        return [f"won.{place}" for place in self.places if place != self.resting]

    @property
    def fields_of_pots(self) -> list[str]:
        return [f"into.{name}" for name in self.session.pots]

    @cached_property
    def balanced(self) -> bool:
        """Whether all that is won is lost by others."""
        return not sessions.written(self.table)

    @cached_property
    def rest(self) -> tuple[str, Decimal] | None:
        """The one field that is left empty, with what is left for it."""
        empty = [name for name in self.fields_of_places if self.amounts[name] is None]
        filled_in = [amount for amount in self.amounts.values() if amount is not None]
        if not self.balanced or len(empty) != 1 or not filled_in or self.fields.problems:
            return None
        return empty[0], -sum(filled_in, Decimal(0))

    def payments(self) -> Mapping[Seat, str] | None:
        """Return what each seat won; None where something is missing or wrong, which is then told."""
        amounts = {name: amount for name, amount in self.amounts.items() if amount is not None}
        if self.fields.problems:
            return None
        any_amount = bool(amounts)
        if self.rest is not None:
            name, amount = self.rest
            amounts[name] = amount
        total = sum(amounts.values(), Decimal(0))
        if self.balanced and total:
            empty = [name for name in self.fields_of_places if name not in amounts]
            key = "evening.open" if empty else "evening.sum"
            self.fields.problem(key, n=len(empty), total=shown(total, self.table))
            return None
        if not any_amount and not self.fields.text("end"):
            self.fields.problem("evening.nothing")
            return None
        return {
            self.seat(place): plain(amounts.get(f"won.{place}", Decimal(0)))
            for place in self.places
            if place != self.resting
        }

    def about(self) -> dict[str, str]:
        """Contract, declarer and ending as far as they are told."""
        fields, table = self.fields, self.table
        chosen = {
            "contract": fields.choice("game", tuple(table.contracts)),
            "declarer": fields.choice("by", table.active),
            "ended": fields.choice("end", self.endings),
        }
        return {key: value for key, value in chosen.items() if value}

    # -- told by what happened ----------------------------------------------------------------

    def facts(self) -> dict[str, Any] | None:
        """Return what happened, for `taroky.settling.reported.reading`; None where something is missing
        or wrong."""
        hand, _, why_not = hand_view.within(self.table, self.fields, "")
        if why_not is not None:
            self.fields.problems.append(why_not)
            return None
        # The session knows how many sit there, and what is in the pots.
        return {key: value for key, value in hand.facts.items() if key not in ("players", "pots")}

    # -- the hand -----------------------------------------------------------------------------

    def item(self) -> dict[str, Any] | None:
        """The hand for the session's file; None where something is missing or wrong."""
        hand: dict[str, Any] | None
        if self.how == FACTS:
            facts = self.facts()
            hand = None if facts is None else {"facts": facts}
        else:
            hand = self._paid()
        if hand is None or self.fields.problems:
            return None
        if self.asks_opener and self.fields.choice("opened", self.table.active, "A") != "A":
            hand["opener"] = self.fields.text("opened")
        if self.dealer != self.session.dealer:
            hand["dealer"] = self.session.players[self.dealer]
        return hand

    def _paid(self) -> dict[str, Any] | None:
        about = self.about()
        payments = self.payments()
        if payments is None or self.fields.problems:
            return None
        hand: dict[str, Any] = {"payments": dict(payments), **about}
        pots = {
            name: plain(amount)
            for name in self.session.pots
            if (amount := self.amounts[f"into.{name}"])
        }
        if pots:
            hand["pots"] = pots
        if self.fields.flag("replay"):
            hand["replay"] = True
        return hand


def _move(fields: Fields, by: int, seats: int) -> None:
    """Keep what is filled in about people with them when somebody else dealt."""
    moved = {seat: SEATS[(index - by) % seats] for index, seat in enumerate(SEATS[:seats])}
    old = {name: fields.all(name) for name in fields.names}
    for name in old:
        fields.put(name)
    for name, values in old.items():
        first, _, end = name.rpartition(".")
        about = name.partition(".")[0]
        to = f"{first}.{moved[end]}" if end in moved and about in _SEAT_NAMES else name
        if about in _SEAT_VALUES and (name == to):
            values = tuple(moved.get(value, value) for value in values)
        fields.put(to, *values)


def item_of(session: Session, fields: Fields) -> dict[str, Any] | None:
    """The hand that the form tells, for the session's file; None where something is missing or
    wrong, which the form then says."""
    return Entry(session, fields).item()


def fields_of(session: Session, hands: Sequence[Json], index: int) -> Values:
    """The fields that tell an earlier hand: by its facts, where it was told by them, else by what
    was paid."""
    played, then = session.played[index], before(session, index)
    dealer = session.dealers[index]
    fields: dict[str, str | Sequence[str]] = {"at": str(index), "how": CHIPS}
    if dealer != then.dealer:
        fields["dealt"] = str(dealer)
    if "facts" in hands[index]:
        facts = {"players": len(then.seated_now), **hands[index]["facts"]}
        fields |= to_fields.fields_of(session.table, facts_of.read(session.table, facts))
        fields["how"] = FACTS
    for seat, amount in played.payments.items():
        place = sessions.place_at(then.seated_now, dealer, seat)
        fields[f"won.{place}"] = shown(amount, session.table)
    if played.replay:
        fields["replay"] = "yes"
    for name, change in played.pots.items():
        fields[f"into.{name}"] = shown(change, session.table)
    if played.contract:
        fields["game"] = played.contract
    if played.declarer:
        fields["by"] = played.declarer
    if played.ended:
        fields["end"] = played.ended
    if played.opener != "A":
        fields["opened"] = played.opener
    return fields
