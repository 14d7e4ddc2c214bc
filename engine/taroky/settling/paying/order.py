"""The order of settlement: facts of a finished hand → who pays whom, with the working.

1. Card points that a bonus moves go to their side. 2. The result: who has won. 3. The game's amount,
step by step, with rounding and doubling. 4. Bonuses. 5. Declarations. 6. Penalties for what went
wrong. 7. Multipliers. 8. Rows that another replaces fall away. 9. The player who broke a rule answers for
the side. 10. What goes into pots and comes out of them, in the table's order. 11. The sum per seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from taroky.errors import MissingFact, RecordError
from taroky.hand.sides import SIDES
from taroky.messages import Message, in_units, say
from taroky.rules.conditions import Condition
from taroky.rules.table import SEATS, Seat, Table
from taroky.settling.case import Case, rounded_for_declarers
from taroky.settling.finished_hand import Finished, tricks_of
from taroky.settling.paying.bonuses import bonus_items, feats_of, moved_steps, with_feats
from taroky.settling.paying.declarations import declaration_items
from taroky.settling.paying.ended import ended_by_penalty, offer_items, revoke_items
from taroky.settling.paying.game import decided, game_items, winners_of
from taroky.settling.paying.items import Item, Settlement
from taroky.settling.paying.liability import with_liability
from taroky.settling.paying.multipliers import multiplied, without_replaced
from taroky.settling.paying.penalties import penalty_items
from taroky.settling.paying.pots import with_pots
from taroky.settling.paying.untold import untold_notes
from taroky.settling.reported.checks import check, check_ended_by_penalty, lost_by_revoke


def settle(table: Table, facts: Finished, sure: bool = False, kept: bool = False) -> Settlement:
    """Return what each seat gets or pays. sure: the facts come from play and need no check, and only
    what is paid in all is asked. kept: they are in a session file, so that what nobody told is taken as
    it was when they were settled first. Raises RecordError for impossible facts, MissingFact for absent
    ones; where an untold fact could change what is paid, a note says what it is taken for."""
    if not sure:
        _check(table, facts, kept)
    settled = _settled(table, facts, sure, kept)
    if sure or kept:
        return settled
    notes = untold_notes(table, facts, settled, lambda other: _other_payments(table, other))
    return replace(settled, notes=(*settled.notes, *notes)) if notes else settled


def _other_payments(table: Table, facts: Finished) -> Settlement | None:
    """Return what is paid by other facts; None where these cannot be, or ask for more."""
    try:
        _check(table, facts)
        return _settled(table, facts, sure=True)
    except (RecordError, MissingFact):
        return None


def _check(table: Table, facts: Finished, kept: bool = False) -> None:
    """Check what the settlement of these facts rests on."""
    if facts.ended in table.penalties:
        check_ended_by_penalty(table, facts)
    elif not _is_void(table, facts, kept):
        check(table, facts, kept)


def _is_void(table: Table, facts: Finished, kept: bool = False) -> bool:
    """Whether the hand ended before anything could be paid; that of a session file, of which nobody
    asks more, also where a contract was never told."""
    if facts.ended and facts.ended == (table.auction.all_pass and "all_pass"):
        return True
    offer = table.offers.get(facts.ended)
    if offer is None or facts.contract:
        return offer is not None and offer.then.startswith("redeal")
    before = offer.at in ("before_auction", "before_own_call")
    unasked = kept or facts.untold is None
    return unasked or before or offer.pay is None or offer.then.startswith("redeal")


def _settled(table: Table, facts: Finished, sure: bool, kept: bool = False) -> Settlement:
    """Return what each seat gets or pays by facts that can be true."""
    seats = SEATS[: facts.players]
    if facts.ended in table.penalties:
        at_once = table.declarations.paid == "at_once"
        stands = declaration_items(Case(table, facts)) if at_once else []
        return _sum(table, seats, (ended_by_penalty(table, facts, seats), *stands))
    if _is_void(table, facts, kept):
        return _sum(table, seats, ())
    facts = rounded_for_declarers(table, facts)
    case = Case(table, facts, bare=sure)
    offender = lost_by_revoke(table, facts)
    if offender is not None:
        return _sum(table, seats, revoke_items(case, offender, seats))
    if facts.ended:
        items = [*offer_items(case)]
        # what was scored without being played is a score like any other; what was given up is none
        if table.offers[facts.ended].to == "declarers":
            return _sum(table, seats, tuple(with_pots(case, items, seats)))
        return _sum(table, seats, (*items, *penalty_items(case, seats, late=True)))
    contract = table.contracts[facts.contract]
    feats = feats_of(case, contract.says)
    case = decided(with_feats(case, feats))
    winners = winners_of(case)
    if len(winners) > 1 and case.result_row is not None and case.result_row.ties == "replay":
        again = _sum(table, seats, (), (say("settle.replay", seats=list(winners)),))
        return replace(again, winners=winners, replay=True)
    first = [] if sure else moved_steps(case, feats)
    games = [replace(item, steps=(*first, *item.steps)) for item in game_items(case)]
    items = [*games, *bonus_items(case, feats)]
    declared = declaration_items(case) if "declarations" in contract.says else []
    at_once = table.declarations.paid == "at_once"
    items = [*declared, *items] if at_once else [*items, *declared]
    items += penalty_items(case, seats, late=False)
    items = without_replaced(table, multiplied(case, items))
    items = with_liability(case, items)
    items = with_pots(case, items, seats)
    tricks_known = sure or all(tricks_of(table, facts, side) is not None for side in SIDES)
    notes = () if tricks_known or contract.sides == "each" else _untold(table, facts)
    return replace(_sum(table, seats, tuple(items), notes, bare=sure), winners=winners)


def _sum(
    table: Table,
    seats: Sequence[Seat],
    items: tuple[Item, ...],
    notes: tuple[Message, ...] = (),
    bare: bool = False,
) -> Settlement:
    """Return what all items come to. bare: only that is asked, and nobody reads the items."""

    def total(who: str) -> Decimal:
        return sum((item.amounts.get(who, Decimal(0)) for item in items), Decimal(0))

    if not bare:
        items = tuple(_in_units(item, table.unit.step) for item in items)
    pots = {name: total(name) for name, pot in table.pots.items() if pot.on}
    return Settlement(items, {seat: total(seat) for seat in seats}, notes, pots)


def _in_units(item: Item, step: Decimal) -> Item:
    """An item with all its amounts written in the unit of the game."""
    return replace(
        item,
        amounts={who: in_units(amount, step) for who, amount in item.amounts.items()},
        steps=tuple(
            replace(working_step, value=in_units(working_step.value, step))
            for working_step in item.steps
        ),
    )


def _untold(table: Table, facts: Finished) -> tuple[Message, ...]:
    """A note for each bonus and each event that rests on the number of tricks, where nobody has told
    it."""
    events = tuple(
        say("settle.no_tricks_event", row=name)
        for name, row in table.penalties.items()
        if row.event == "hand_over" and _is_about_tricks(row.when, facts.contract)
    )
    return events + tuple(
        say("settle.no_tricks", bonus=name)
        for name, row in table.bonuses.items()
        if any(
            test.name in ("tricks", "lost_tricks")
            for outcome in row.outcomes.values()
            for test in outcome.when.tests()
        )
    )


def _is_about_tricks(when: Condition, contract: str) -> bool:
    """Return whether a condition asks for tricks and may hold in this contract."""
    tests = list(when.tests())
    named = [test.words for test in tests if test.name == "contract"]
    return all(contract in words for words in named) and any(t.name == "tricks" for t in tests)
