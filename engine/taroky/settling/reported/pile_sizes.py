"""How many cards are in a pile, and so how many can be left over in counting. Sources: HEUN-COUNTING-09 to
HEUN-COUNTING-17."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taroky.errors import RecordError
from taroky.messages import say
from taroky.rules.table import ContractRow, Seat, Table
from taroky.settling.finished_hand import Finished, sides, tricks_of
from taroky.settling.reported.reading import read


def check_left_over(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Cards left over in counting must fit the number of cards in the declarers' pile, where their
    tricks tell it."""
    left = (facts.left_over or {}).get("declarers")
    cards = cards_of_declarers(table, facts, contract)
    if left is None or cards is None or left == cards % table.count.packet:
        return
    tricks = tricks_of(table, facts, "declarers") or 0
    raise RecordError(
        say("fact.left_over", n=tricks, cards=cards, told=left, left=cards % table.count.packet),
        points=table.points_of("count.packet"),
        fact="left_over",
    )


def _how_many(cards: str, left: int) -> int:
    """How many cards a row of `rest` is about, of those that are left."""
    _, _, many = cards.partition("_")
    if many:
        return int(many)
    first, _, last = cards.partition("-")
    return left if not first.isdigit() else int(last or first) - int(first) + 1


def cards_of_declarers(table: Table, facts: Finished, contract: ContractRow) -> int | None:
    """How many cards are in the declarers' pile in the end; None where what is told leaves it open:
    tricks, a wrong discard, a draw that may be passed, cards shared out by who has a partner."""
    tricks = tricks_of(table, facts, "declarers")
    use = table.talon[contract.talon]
    if (
        tricks is None
        or contract.sides == "each"
        or facts.irregular
        or table.cards.excuse
        or use.passes is not None
    ):
        return None
    ours, _ = sides(table, facts)
    start = table.active.index(facts.declarer)
    taken: dict[Seat, int] = {facts.declarer: use.sets[0]} if use.choose else {}
    for row in use.draws.values():
        seat = table.active[(start + row.after_declarer) % len(table.active)]
        taken[seat] = taken.get(seat, 0) + row.cards
    cards = tricks * table.seats.active
    for seat, number in taken.items():
        mine = seat in ours
        to = "discarder"
        if contract.discard is not None:
            away = table.discard[contract.discard]
            to = away.counts_for if seat == facts.declarer else away.others_for or away.counts_for
        if to == "other_side":
            mine = not mine
        cards += number if (to != "opponents" and mine) else 0
    left = table.deal.talon.cards - sum(taken.values())
    alone = "yes" if contract.sides == "alone" or not facts.partner else "no"
    for rest in use.rest.values():
        tests = list(rest.when.tests())
        if any(test.name != "alone" for test in tests):
            return None
        if not all(alone in test.words for test in tests):
            continue
        if rest.cards == "unseen" and rest.to == "declarers":
            return None
        n = min(left, _how_many(rest.cards, left))
        left -= n
        cards += n if rest.to == "declarers" else 0
    return cards


def fitting(table: Table, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as they are written, their left_over as the tricks have it where these tell it. Raises like
    `taroky.settling.reported.reading.read`."""
    finished = read(table, facts)
    contract = table.contracts.get(finished.contract)
    cards = cards_of_declarers(table, finished, contract) if contract else None
    if cards is None or "left_over" not in facts:
        return dict(facts)
    return {**facts, "left_over": {"declarers": cards % table.count.packet}}
