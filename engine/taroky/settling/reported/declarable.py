"""Work out which declarations one deal can hold: those of one player together, and of all beside each
other.

A hand is looked at as how it is made up of the trul's cards, kings, other taroky and the rest; a row
that asks for anything else is taken for true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from taroky.cards import Card
from taroky.phases.declaring import check_combination, holding_facts
from taroky.rules.conditions import Facts
from taroky.rules.table import Seat, Table

#: What of the trul a hand has, how many kings, how many other taroky.
Make = tuple[frozenset[Card], int, int]


def some_hand_may(table: Table, rows: Sequence[str]) -> bool:
    """Whether there is a hand that holds all these declarations and may make them together, where
    a group has an exception for certain hands."""
    if all(group.unless is None for group in table.declarations.per_group.values()):
        return False
    declared = [table.declarations.rows[row] for row in rows]
    return any(
        all(row.when.holds(facts) for row in declared)
        and check_combination(table, rows, facts) is None
        for _, facts in _makes(table)
    )


def holdable(
    table: Table, declared: Mapping[Seat, Iterable[str]], elsewhere: Mapping[Card, Seat]
) -> Seat | None:
    """The first player whose declarations cannot be true beside those of the players before;
    elsewhere: cards whose holder is known."""
    dealt: set[Make] = {(frozenset(), 0, 0)}
    pack = table.cards
    kings = len(pack.members("kings"))
    taroky = len(pack.trumps) - len(pack.members("trul"))
    for seat, rows in declared.items():
        asked = [row for row in rows if _is_about_make(table, row)]
        if not asked:
            continue
        held_elsewhere = {card for card, holder in elsewhere.items() if holder != seat}
        own = {card for card, holder in elsewhere.items() if holder == seat}
        least = _make_of(table, own)
        mine = [
            make
            for make, facts in _makes(table)
            if not make[0] & held_elsewhere
            and least[0] <= make[0]
            and least[1] <= make[1]
            and least[2] <= make[2]
            and all(table.declarations.rows[row].when.holds(facts) for row in asked)
        ]
        dealt = {
            (before[0] | make[0], before[1] + make[1], before[2] + make[2])
            for before in dealt
            for make in mine
            if not before[0] & make[0]
            and before[1] + make[1] <= kings
            and before[2] + make[2] <= taroky
        }
        if not dealt:
            return seat
    return None


def _make_of(table: Table, cards: set[Card]) -> Make:
    """Return what a few known cards of a hand are of its make."""
    pack = table.cards
    trul, kings = set(pack.members("trul")), set(pack.members("kings"))
    taroky = sum(pack.is_tarok(card) and card not in trul for card in cards)
    return frozenset(cards & trul), len(cards & kings), taroky


def _is_about_make(table: Table, row: str) -> bool:
    """Whether a declaration asks for nothing but what `Make` tells, of the hand that is played: what
    is paid with a call was there before the exchange."""
    if any(call.pays == row for call in table.auction.calls.values()):
        return False
    known = {"taroky", "trul", "kings", "five", *table.cards.members("trul")}
    tests = list(table.declarations.rows[row].when.tests())
    return all(test.name == "hand" and {of for of, _ in test.ranges} <= known for test in tests)


def _makes(table: Table) -> tuple[tuple[Make, Facts], ...]:
    """Every way a hand can be made up, with the facts of one such hand."""
    known: tuple[tuple[Make, Facts], ...] | None = table.memo.get("declarable.makes")
    if known is None:
        known = table.memo["declarable.makes"] = tuple(_made(table))
    return known


def _made(table: Table) -> Iterator[tuple[Make, Facts]]:
    pack, size = table.cards, table.deal.hand
    trul = sorted(pack.members("trul"), key=pack.position)
    kings = sorted(pack.members("kings"), key=pack.position)
    taroky = [card for card in pack.trumps if card not in trul]
    rest = [card for card in pack.cards if not pack.is_tarok(card) and card not in kings][-size:]
    for honours in product((False, True), repeat=len(trul)):
        held = [card for card, there in zip(trul, honours, strict=True) if there]
        for n, m in product(range(len(kings) + 1), range(min(size, len(taroky)) + 1)):
            cards = (*held, *kings[:n], *taroky[:m])
            hand = (*cards, *rest[: max(0, size - len(cards))])
            if len(hand) == size:
                yield (frozenset(held), n, m), holding_facts(table, hand)
