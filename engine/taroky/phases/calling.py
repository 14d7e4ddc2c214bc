"""Calling a partner by a card, and what may be chosen instead.

Sources: HLU-CALL-01 to HLU-CALL-10, HLU-BID-15, HLU-BID-16, HLU-BID-19, MACH-CALL-01 to
MACH-CALL-13, VIC-CALL-01 to VIC-CALL-15, HEUN-CALLING-01 to HEUN-CALLING-11, HEUN-BIDDING-24,
FR-CALLING-02 to FR-CALLING-04.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.cards import Card
from taroky.hand import Action, CallState, Choice, Hand, Legal, Phase, Refusal, legal_among, replace
from taroky.messages import say
from taroky.phases import offers
from taroky.phases.bidding import undecided
from taroky.phases.declaring import held as holding
from taroky.phases.declaring import needs
from taroky.rules.conditions import Facts
from taroky.rules.table import NameRow, Seat, Table

#: What a caller says who calls nobody, where that is allowed.
NOBODY = "none"


@dataclass(frozen=True)
class Caller:
    """The facts that decide which cards a player may call: the cards held, those discarded, the
    contract; void: cards that were called in vain."""

    hand: Sequence[Card]
    discards: Sequence[Card] = ()
    contract: str = ""
    void: Sequence[Card] = ()

    def held(self, table: Table, calling: str) -> tuple[Card, ...]:
        """The cards that count as held where one is missing from a ladder."""
        zones: Mapping[str, Sequence[Card]] = {"hand": self.hand, "discards": self.discards}
        return tuple(card for zone in table.calling[calling].held for card in zones[zone])


def names(table: Table, calling: str, caller: Caller) -> dict[str, tuple[str, Card]]:
    """Return what may be said: each word (a card, "none", or the name of a row) with the row and the
    card it means ("" for nobody)."""
    held = caller.held(table, calling)
    facts = _facts(table, caller, held)
    cards_by_word: dict[str, tuple[str, Card]] = {}
    for name, row in table.calling[calling].names.items():
        if not row.when.holds(facts):
            continue
        for card in _cards(table, row, held, caller.void):
            if card in caller.void or (not row.own and card in caller.hand):
                continue
            word = name if row.said == "row" else card
            cards_by_word.setdefault(word, (name, "" if card == NOBODY else card))
    if not cards_by_word:
        cards_by_word[NOBODY] = (NOBODY, "")
    return cards_by_word


def _cards(
    table: Table, row: NameRow, held: Sequence[Card], void: Sequence[Card]
) -> Sequence[Card]:
    """The cards a row names, whether or not they may be the caller's."""
    if row.card is not None:
        return (row.card,)
    if row.first_missing:
        missing = (c for c in row.first_missing if c not in held and c not in void)
        return tuple(missing)[:1]
    members = {card for of in row.cards for card in table.cards.members(of)}
    return [card for card in table.cards.cards if card in members]


def _facts(table: Table, caller: Caller, held: Sequence[Card]) -> Facts:
    zones = {"hand": caller.hand, "held": held, "discards": caller.discards}

    def count(zone: str, of: str) -> int:
        members = table.cards.members(of)
        return sum(card in members for card in zones[zone])

    def fact(name: str) -> Any:
        return {"contract": caller.contract}[name]

    return Facts(count, fact)


def callable_cards(
    table: Table, calling: str, held: Sequence[Card], caller: Caller | None = None
) -> tuple[Choice, ...]:
    """Everything that could be said, with whether a hand holding `held` may say it: the words of
    the rows, then all taroky or all kings and so on, highest first."""
    caller = caller or Caller(held)
    open_to = names(table, calling, caller)

    def refused(word: str) -> Refusal:
        return Refusal(why=lambda: _refusal(table, calling, word, caller))

    return tuple(
        Choice("call", word, None if word in open_to else refused(word))
        for word in dict.fromkeys((*_universe(table, calling), *open_to))
    )


def ever_callable(table: Table, calling: str) -> frozenset[Card]:
    """Every card that some hand may call."""
    row = table.calling[calling]
    cards = {card for name in row.names.values() for card in _all_cards(table, name)}
    return frozenset(cards | {row.unspoken or NOBODY}) - {NOBODY}


def _universe(table: Table, calling: str) -> list[str]:
    """Every word a calling may know, allowed or not; where a tarok may be called every tarok."""
    words: list[str] | None = table.memo.get(("callable", calling))
    if words is None:
        words = table.memo["callable", calling] = _words(table, calling)
    return words


def _words(table: Table, calling: str) -> list[str]:
    rows = table.calling[calling].names
    words = [name for name, row in rows.items() if row.said == "row"]
    named = [card for row in rows.values() for card in _all_cards(table, row)]
    cards = {card for card in named if card != NOBODY}
    if any(table.cards.is_tarok(card) for card in cards):
        cards |= set(table.cards.trumps)
    in_order = [card for card in (*table.cards.trumps, *table.cards.cards) if card in cards]
    nobody = [NOBODY] if NOBODY in named else []
    return [*dict.fromkeys(in_order), *words, *nobody]


def _all_cards(table: Table, row: NameRow) -> tuple[Card, ...]:
    sets = (card for of in row.cards for card in table.cards.members(of))
    return (*((row.card,) if row.card else ()), *row.first_missing, *sets)


def _refusal(table: Table, calling: str, word: str, caller: Caller) -> Refusal:
    path = f"calling.{calling}"
    rows = table.calling[calling].names
    points = table.points_of(f"{path}.names")
    held = caller.held(table, calling)
    if word in caller.void:
        return Refusal(say("calling.void", card=word), table.points_of(f"{path}.if_discarded"))
    ladders = {name: row.first_missing for name, row in rows.items() if row.first_missing}
    step = max(ladders, key=lambda name: len(ladders[name]), default="")
    ladder = ladders.get(step, ())
    facts = _facts(table, caller, held)
    for name, row in rows.items():
        if word == name or word in _all_cards(table, row):
            own = f"{path}.names.{name}"
            if not row.when.holds(facts):
                it = {"card": word} if word in table.cards.cards else {"what": word}
                why = "calling.not_this" if "card" in it else "calling.not_now"
                if wanted := needs(row.when):
                    there = holding(table, row.when, caller.hand)
                    message = say(f"{why}.holding", needs=wanted, held=there, **it)
                else:
                    message = say(why, **it)
                return Refusal(message, table.points_of(f"{own}.when"))
            if not row.own and word in caller.hand:
                return Refusal(say("calling.not_own", card=word), table.points_of(f"{own}.own"))
    if word not in ladder:
        callable_ = list(ladder) or [
            card for row in rows.values() for card in _all_cards(table, row)
        ]
        message = say("calling.outside", card=word, ladder=callable_)
        return Refusal(message, table.points_of(f"{path}.lowest"))
    if word in held:
        return Refusal(say("calling.own", card=word, top=ladder[0]), points)
    higher = next(c for c in ladder if c not in held and c not in caller.void)
    cell = "first" if higher == ladder[0] else "ladder"
    return Refusal(
        say("calling.ladder", card=word, missing=higher),
        table.points_of(f"{path}.names.{step}.{cell}"),
    )


class CallingPhase(Phase):
    """Asks the declarer, in contracts with a called partner; where the card is named with the bid,
    each bidder in turn."""

    name = "calling"
    kinds = ("call",)
    of_cards = ("call",)

    def turn(self, hand: Hand) -> Seat | None:
        row = hand.calling
        if row is None or row.at == "none":
            return None
        if hand.call.made and not self._in_vain(hand):
            return None
        if hand.naming:
            return hand.auction.calls[-1][0]
        return hand.declarer if hand.contract and not undecided(hand) else None

    def _in_vain(self, hand: Hand) -> bool:
        """Whether another player has discarded the called card, and the next one is to be called."""
        row = hand.calling
        if row is None or row.if_discarded != "call_again" or hand.play.tricks or hand.play.trick:
            return False
        return hand.discarded_by(hand.call.called) not in (None, hand.declarer)

    def _row(self, hand: Hand) -> str:
        row = hand.table.contracts[hand.contract or hand.standing].calling
        assert row is not None
        return row

    def _caller(self, hand: Hand, seat: Seat) -> Caller:
        void = (
            (*hand.call.void_calls, hand.call.called)
            if self._in_vain(hand)
            else hand.call.void_calls
        )
        row = hand.calling
        if row is not None and row.if_discarded == "call_again":  # everybody has seen these go
            void += tuple(
                c for c in hand.discard.shown if hand.discarded_by(c) not in (None, hand.declarer)
            )
        discards = hand.discard.discards.get(seat, ())
        return Caller(hand.holds(seat), discards, hand.contract or hand.standing, void)

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        caller = self._caller(hand, seat)
        cards = callable_cards(hand.table, self._row(hand), caller.hand, caller)
        asked = offers.choices(hand, "before_call", seat) if hand.contract else ()
        return legal_among(seat, self.name, (*cards, *asked))

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            return offers.check(hand, "before_call", action)
        for choice in hand.options_of(self, action.seat).choices:
            if choice.kind == "call" and (choice.what,) == action.what:
                return choice.refusal
        name = self._row(hand)
        points = hand.table.points_of(f"calling.{name}.names")
        universe = _universe(hand.table, name)
        if any(word in hand.table.cards.trumps for word in universe):
            return Refusal(say("calling.not_a_tarok", what=" ".join(action.what)), points)
        return Refusal(say("hand.no_such", what=" ".join(action.what), expected=universe), points)

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        caller = self._caller(hand, action.seat)
        name, card = names(hand.table, self._row(hand), caller)[action.what[0]]
        call = CallState(called=card, called_as=name, void_calls=tuple(caller.void))
        return self._again(replace(hand, call=call))

    def _again(self, hand: Hand) -> Hand:
        """The player who has nobody left to call is alone."""
        if not self._in_vain(hand):
            return hand
        caller = self._caller(hand, hand.declarer)
        if names(hand.table, self._row(hand), caller):
            return hand
        return replace(hand, call=CallState(called_as=NOBODY, void_calls=tuple(caller.void)))

    def by_itself(self, hand: Hand) -> Hand:
        """A partner nobody names: the holder of the only card there is."""
        row = hand.calling
        if row is None or row.at != "none" or not hand.contract or hand.call.made:
            return hand
        name, cell = next(iter(row.names.items()))
        return replace(hand, call=replace(hand.call, called=cell.card or "", called_as=name))

    def places(self, hand: Hand, action: Action) -> list[str]:
        """Return when the contract calls a partner, if it does."""
        if action.kind != "call" or not hand.contract:
            return []
        row = hand.row.calling
        return [f"calling.{row}.at" if row else f"contracts.{hand.contract}.calling"]

    def done(self, hand: Hand) -> bool:
        return self.turn(hand) is None

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """Drawing without a word calls the card the rules name (HLU-CALL-09)."""
        unspoken = hand.table.calling[self._row(hand)].unspoken
        if action.kind != "draw" or unspoken is None or action.seat != hand.declarer:
            return None
        return replace(hand, call=replace(hand.call, called=unspoken, silent_call=True))
