"""Facts that nobody told: would the hand be paid otherwise if they were this or that?

Each fact is filled in the ways it may have been, and the hand settled again. Where something announced
hangs on it, it is asked for; where only what nobody announced does, a note says what it is taken for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product

from taroky.cards import Card
from taroky.errors import MissingFact
from taroky.hand.sides import SIDES
from taroky.messages import Joined, Message, say
from taroky.phases.calling import ever_callable
from taroky.rules.table import BonusRow, ContractRow, Table
from taroky.settling.case import Case
from taroky.settling.finished_hand import (
    OF_THEMSELVES,
    Capture,
    Finished,
    LastTrick,
    all_tricks,
    tricks_of,
)
from taroky.settling.paying.items import Settlement
from taroky.settling.reported.irregular import handing_on, with_openings_paid

#: Notes on what is left out of account because nobody told it; a form asks for all of that.
ASSUMED = frozenset(
    f"settle.{what}"
    for what in (
        "alone",
        "lost_with",
        "no_captured",
        "no_last_trick",
        "no_talon",
        "nothing_said",
        "only",
        "opener",
        "part_of_last_trick",
        "players",
        "pot",
    )
)

#: What other facts pay; None where they cannot be.
Settle = Callable[[Finished], Settlement | None]


@dataclass(frozen=True)
class Guess:
    """A fact that nobody told. alternatives: the facts with it, in the ways it may have been; note: what it is taken
    for; asked: the question, where it must not be guessed."""

    alternatives: Iterable[Finished]
    note: Message
    asked: MissingFact | None = None


def untold_notes(
    table: Table, facts: Finished, settled: Settlement, settle: Settle
) -> tuple[Message, ...]:
    """Notes on what facts were taken for that nobody told, where others would be paid otherwise. Raises
    MissingFact for one that decides what was announced."""
    if facts.untold is None:
        return ()
    notes = []
    for guess in _guesses(table, facts):
        if not any(_differs(settled, settle(other)) for other in guess.alternatives):
            continue
        if guess.asked is not None:
            raise guess.asked
        notes.append(guess.note)
    return (*notes, *_said(table, facts))


def _differs(settled: Settlement, other: Settlement | None) -> bool:
    return other is not None and _amounts(other) != _amounts(settled)


def _amounts(settled: Settlement) -> dict[str, Decimal]:
    """All that passes, by seat and by pot."""
    amounts = {**settled.payments, **settled.pots}
    return {who: amount for who, amount in amounts.items() if amount}


def _guesses(table: Table, facts: Finished) -> Iterator[Guess]:
    yield from _players(table, facts)
    contract = table.contracts.get(facts.contract)
    if contract is None or facts.ended in table.penalties:
        return
    yield from _partner(table, facts, contract)
    yield from _pots(table, facts)
    yield from _opener(table, facts)
    if not facts.ended and not _stopped(table, facts):
        yield from _of_bonuses(table, facts, contract)
        yield from _of_penalties(table, facts)


def _players(table: Table, facts: Finished) -> Iterator[Guess]:
    """Yield the guess that others are at the table."""
    if "players" in (facts.untold or ()):
        alternatives = (
            replace(facts, players=n) for n in table.seats.players if n != facts.players
        )
        yield Guess(alternatives, say("settle.players", players=facts.players))


def _partner(table: Table, facts: Finished, contract: ContractRow) -> Iterator[Guess]:
    """Yield the guess that the declarer has a partner."""
    if facts.partner is None and contract.sides == "called":
        alternatives = (replace(facts, partner=s) for s in table.active if s != facts.declarer)
        yield Guess(alternatives, say("settle.alone", seat=facts.declarer))


def _pots(table: Table, facts: Finished) -> Iterator[Guess]:
    """Yield a guess for each pot: it held more."""
    for name, pot in table.pots.items():
        if name in (facts.untold or ()) and pot.on:
            more = {**facts.pots, name: pot.starts + 12 * max(table.unit.step, Decimal(1))}
            note = say("settle.pot", pot=name, amount=pot.starts)
            yield Guess((replace(facts, pots=more),), note)


def _opener(table: Table, facts: Finished) -> Iterator[Guess]:
    """Yield the guess that another opened, where handing the opening on is paid for."""
    if "opener" not in (facts.untold or ()) or table.auction.first_hand is not None:
        return
    alternatives = (
        replace(
            facts, opener=seat, declarations=with_openings_paid(table, facts.declarations, seat)
        )
        for seat in table.active[1:]
    )
    if handing_on(table):
        yield Guess(alternatives, say("settle.opener"))


def _stopped(table: Table, facts: Finished) -> bool:
    """Whether the play is told to have stopped before its last trick."""
    tricks = all_tricks(table, facts) or {}
    return all(seat in tricks for seat in table.active) and (
        sum(tricks[seat] for seat in table.active) < table.deal.hand
    )


# -- what bonuses rest on ------------------------------------------------------------------------


def _of_bonuses(table: Table, facts: Finished, contract: ContractRow) -> Iterator[Guess]:
    case = Case(table, facts)
    for name, row in table.bonuses.items():
        if "bonuses" in contract.says or name in contract.says:
            sayers = {case.side_name(seat) for seat in case.announcers(name)}
            yield from _of_last_trick(table, facts, name, row, bool(sayers))
            yield from _of_lost_trick(table, facts, name, row, sayers)


def _of_last_trick(
    table: Table, facts: Finished, name: str, row: BonusRow, announced: bool
) -> Iterator[Guess]:
    """The cards in the last trick that a bonus is about."""
    cards = _last_cards(table, facts, row)
    last = facts.last_trick
    if not cards or (last is not None and len(last.cards) == len(table.active)):
        return
    which = "settle.no_last_trick" if last is None else "settle.part_of_last_trick"
    question = say("fact.last_trick_card", bonus=name)
    asked = MissingFact(question, fact="last_trick") if announced else None
    yield Guess(_last_tricks(table, facts, cards), say(which, bonus=name), asked)


def _last_cards(table: Table, facts: Finished, row: BonusRow) -> list[Card]:
    """Cards of which it matters whether they were in the last trick; of those that may have been called any one
    will do."""
    names: dict[str, None] = {}
    for outcome in row.outcomes.values():
        for test in outcome.when.tests():
            if test.name == "last_trick":
                names |= {of: None for of, _ in test.ranges if of != "taroky"}
            elif test.name == "last_won_with":
                names |= dict.fromkeys(test.words)
    calling = table.contracts[facts.contract].calling
    placed = facts.last_trick.cards.values() if facts.last_trick else ()
    cards: dict[Card, None] = {}
    for of in names:
        if of != "called":
            cards |= dict.fromkeys(table.cards.members(of))
        elif facts.called:
            cards[facts.called] = None
        elif calling:
            held = {*placed, *(facts.captured or {})}
            free = table.cards.sort(ever_callable(table, calling) - held)
            cards |= dict.fromkeys(free[:1])
    return [card for card in cards if card not in placed and card not in facts.talon_left]


def _last_tricks(table: Table, facts: Finished, cards: Sequence[Card]) -> Iterator[Finished]:
    """The facts with every last trick that these cards, some or none of them, may have been in."""
    last = facts.last_trick
    known = dict(last.cards) if last else {}
    free = [seat for seat in table.active if seat not in known]
    called = _called_among(table, facts, cards)
    winners = table.active if last is None else (last.winner,)
    for seats in product((*free, ""), repeat=len(cards)):
        placed = {seat: card for seat, card in zip(seats, cards, strict=True) if seat}
        if len(placed) < sum(map(bool, seats)):
            continue
        # who played one of them has it taken first: most bonuses are of that kind
        for winner in sorted(winners, key=lambda seat: seat not in placed):
            trick = LastTrick(winner, {**known, **placed})
            yield replace(facts, last_trick=trick, called=called)


def _called_among(table: Table, facts: Finished, cards: Sequence[Card]) -> Card:
    """The called card: as told, or which of these stands for it."""
    calling = table.contracts[facts.contract].calling
    if facts.called or not calling:
        return facts.called
    return next((card for card in cards if card in ever_callable(table, calling)), "")


def _of_lost_trick(
    table: Table, facts: Finished, name: str, row: BonusRow, sayers: Collection[str]
) -> Iterator[Guess]:
    """The card with which a side lost its one trick; sayers: the sides that announced the bonus."""
    cards = {
        card
        for outcome in row.outcomes.values()
        for test in outcome.when.tests()
        if test.name == "lost_with"
        for card in test.words
    }
    for side in SIDES if cards else ():
        if tricks_of(table, facts, side) == table.deal.hand - 1 and side not in facts.lost_with:
            alternatives = (
                replace(facts, lost_with={**facts.lost_with, side: frozenset({card})})
                for card in sorted(cards)
            )
            question = say("fact.lost_with", bonus=name, side=side)
            asked = MissingFact(question, fact="lost_with") if side in sayers else None
            yield Guess(alternatives, say("settle.lost_with", bonus=name, side=side), asked)


# -- what penalties rest on ----------------------------------------------------------------------


def _of_penalties(table: Table, facts: Finished) -> Iterator[Guess]:
    """Yield a guess for each card that costs something: it fell, or is in the talon."""
    case = Case(table, facts)
    for name, row in table.penalties.items():
        card = row.card or ""
        if not card or case.capture(card) is not None or card in facts.talon_left:
            continue
        if row.event == "captured_by_opponents":
            yield Guess(_captures(table, facts, card), say("settle.no_captured", row=name))
        if row.event == "left_in_talon":
            left = replace(facts, talon_left=(*facts.talon_left, card))
            yield Guess((left,), say("settle.no_talon", row=name))


def _captures(table: Table, facts: Finished, card: Card) -> Iterator[Finished]:
    """The facts with every way the card may have fallen."""
    takers = ["", *_named_takers(table)]
    for holder, taker, by in product(table.active, table.active, takers):
        fallen = {**(facts.captured or {}), card: Capture(holder, taker, by)}
        yield replace(facts, captured=fallen)


def _named_takers(table: Table) -> list[Card]:
    """The cards of which it matters that they took another."""
    return [
        word
        for row in table.penalties.values()
        for test in row.when.tests()
        if test.name == "captured"
        for key, word in test.pairs
        if key == "with"
    ]


# -- what was said -------------------------------------------------------------------------------


def _said(table: Table, facts: Finished) -> Iterator[Message]:
    """A note that nothing was said or went wrong but what somebody reports, where it could have."""
    if "said" not in (facts.untold or ()) or not _may_be_said(table, facts):
        return
    words: list[Message | Joined] = [
        say("settle.only.said", seat=seat, rows=[*facts.declarations.get(seat, ()), *announced])
        for seat in table.active
        if (announced := [bonus for by, bonus in facts.announced if by == seat])
        or facts.declarations.get(seat)
    ]
    by_factor = {factor: word for word, factor in table.doubling.steps.items()}
    words += [
        say("settle.only.doubled", what=target.partition("@")[0], word=by_factor[factor])
        for target, factor in facts.factors.items()
        if factor > 1
    ]
    words += [say("settle.only.irregular", seat=seat, row=row) for seat, row in facts.irregular]
    if words:
        yield say("settle.only", said=Joined(tuple(words), "settle.only.between"))
    else:
        yield say("settle.nothing_said")


def _may_be_said(table: Table, facts: Finished) -> bool:
    """Whether anything more could have been said, or gone wrong, that is paid."""
    if facts.ended in table.penalties:
        return table.declarations.paid == "at_once" and bool(table.declarations.rows)
    contract = table.contracts.get(facts.contract)
    priced = any((row.event or name) not in OF_THEMSELVES for name, row in table.penalties.items())
    return contract is not None and bool(contract.says or priced)
