"""Questions about announcing: what a hand may declare, what may be said or doubled now and by whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations

from taroky.api.answers import ABSENT, Answer, JudgedChoice, check_hand, contract_of, judged
from taroky.api.position import (
    JudgedAction,
    Known,
    TurnAnswer,
    Turns,
    after,
    open_asides,
    position,
    turn,
)
from taroky.cards import Card
from taroky.hand import Reason
from taroky.messages import money, say
from taroky.phases import declaring
from taroky.phases.sayings import expand
from taroky.rules.conditions import Facts
from taroky.rules.table import Seat, Table
from taroky.settling.paying.multipliers import factor_by_contract


@dataclass(frozen=True, kw_only=True)
class JudgedDeclaration(JudgedChoice):
    """A declaration with what it pays; claim: it is said only once its cards have been played."""

    pay: str
    """what each payer pays"""
    claim: bool
    """whether it is said only once its cards have been played"""


@dataclass(frozen=True, kw_only=True)
class DeclarationsAnswer(Answer):
    """The declarations of a hand: which it may make, which bring most before the play, and which are
    claimed later."""

    rows: tuple[JudgedDeclaration, ...]
    """every declaration, with whether it may be made"""
    best: tuple[str, ...]
    """those that together bring most before the play"""
    value: str
    """what the best are worth"""
    claims: tuple[str, ...]
    """those that are claimed after the play"""
    claims_value: str
    """what the claimed ones are worth"""


@dataclass(frozen=True, kw_only=True)
class DoubleAnswer(Answer):
    """A double that was said: by whom, of what, and whose saying it doubles."""

    by: Seat
    """the seat that said it"""
    word: str
    """the word, such as flek"""
    target: str
    """what is doubled: the game or a bonus"""
    of: Seat | None
    """the seat whose saying is doubled"""


@dataclass(frozen=True, kw_only=True)
class SayingsAnswer(TurnAnswer):
    """The sayings that are open now, and to whom; asides: out of turn, by seat."""

    asides: Mapping[Seat, tuple[JudgedAction, ...]]
    """what may be said out of turn, by seat"""
    doubles: tuple[DoubleAnswer, ...]
    """the doubles said so far"""
    why: Reason | None = field(default=None, metadata=ABSENT)
    """why nobody is asked"""


def declarations(
    table: Table, hand: Sequence[Card], contract: str | None = None
) -> DeclarationsAnswer:
    """Return what this hand may declare and for how much; best and value: the most valuable that may be
    said together before the play; claims and claims_value: what is said only once its cards have been
    played. contract: what is played, where the price rests on it."""
    check_hand(table, hand)
    named = None if contract is None else contract_of(table, contract)
    facts = declaring.holding_facts(table, hand)
    rows: list[JudgedDeclaration] = []
    held: list[tuple[Decimal, str]] = []
    claims: list[tuple[Decimal, str]] = []
    for choice in declaring.judge_declarations(table, hand):
        row = table.declarations.rows[choice.what]
        pay = row.pay.value(facts)
        if named is not None:
            pay *= factor_by_contract(table, named, choice.what)
        claimed = declaring.is_claim(table, choice.what)
        to = table.declarations.to
        may = "declare.may" if to == "side" else f"declare.may.{to}"
        why = Reason(
            say(may, row=choice.what, amount=pay),
            table.points_of(f"declarations.rows.{choice.what}.self"),
        )
        rows.append(JudgedDeclaration(**judged(choice, why), pay=money(pay), claim=claimed))
        if choice.legal:
            (claims if claimed else held).append((pay, choice.what))
    total, best = _best(table, sorted(held, reverse=True), facts)
    later, claimable = _best(table, sorted(claims, reverse=True), facts)

    def in_order(names: Sequence[str]) -> tuple[str, ...]:
        return tuple(name for name in table.declarations.rows if name in names)

    return DeclarationsAnswer(
        rows=tuple(rows),
        best=in_order(best),
        value=money(total),
        claims=in_order(claimable),
        claims_value=money(later),
    )


def _best(
    table: Table, held: Sequence[tuple[Decimal, str]], facts: Facts
) -> tuple[Decimal, list[str]]:
    """Return what of these declarations brings most together: of equal ones the fewer words."""
    best: tuple[Decimal, list[str]] = (Decimal(0), [])
    for n in range(1, len(held) + 1):
        for some in combinations(held, n):
            total = sum((pay for pay, _ in some), Decimal(0))
            names = [name for _, name in some]
            fits = declaring.check_combination(table, names, facts) is None
            if fits and (total > best[0] or not best[1]):
                best = (total, names)
    return best


def sayings(table: Table, known: Known, said: Turns = ()) -> SayingsAnswer:
    """Return what may be announced, declared or doubled now, and by whom, after the exchange and before
    the first lead.

    said: the turns so far, each its items, [["trul", "flek:game"], ["nothing"]]; a turn begins with its
    seat if somebody else speaks than the one asked. known.seat and known.hand: whose cards are told;
    to the others all is open that some cards would allow, save those that another seat has or has
    declared. asides: what may be said out of turn, by
    seat. finished: nobody is asked any more. Raises RecordError for a turn that has no place, with the
    reason, MissingFact for a contract, declarer or called card that is not told.
    """
    hand = after(position(table, known, "announce"), said, "say")
    asked = turn(hand, ("say",))
    asked["legal"] = tuple(text.removeprefix("say ") for text in asked["legal"])
    why = None
    if not expand(table, hand.row.says):
        points = table.points_of(f"contracts.{hand.contract}.says")
        why = Reason(say("fact.says_nothing", contract=hand.contract), points)
    return SayingsAnswer(
        **asked,
        asides=open_asides(hand, "say"),
        doubles=tuple(
            DoubleAnswer(
                by=double.by, word=double.word, target=double.target, of=double.sayer or None
            )
            for double in hand.announce.doubles
        ),
        why=why,
    )
