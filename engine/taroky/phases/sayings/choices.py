"""The sayings open to a seat in a stage, why not the rest, and what it has to say."""

from __future__ import annotations

from taroky.hand import Choice, Double, Hand, Refusal
from taroky.hand.condition_facts import facts_for, possible
from taroky.hand.tricks import played_by
from taroky.messages import say
from taroky.phases.declaring import check_combination, judge_declarations, most_of
from taroky.phases.doubling import name_of, refuse_double, targets
from taroky.phases.sayings import held_elsewhere
from taroky.phases.sayings.closed import not_here, too_late
from taroky.phases.sayings.rows import has_role, judged_cards, judged_facts, sayable, zones_of
from taroky.rules.table import Seat, StageRow


def choices(
    hand: Hand, seat: Seat, name: str, stage: StageRow, closed: bool = True
) -> tuple[Choice, ...]:
    """Return what the seat may say in a stage, and why not the rest; closed: rows that have no place
    in it as well."""
    open_here = sayable(hand, stage)
    offered = _declarations(hand, seat, name, open_here, closed)
    for bonus in hand.table.bonuses:
        if bonus in open_here:
            offered.append(Choice("say", bonus, _refuse_bonus(hand, seat, bonus)))
        elif closed:
            offered.append(Choice("say", bonus, not_here(hand, name, bonus)))
    if "doubles" in open_here:
        offered += _doubles(hand, seat)
    return tuple(offered)


def able(hand: Hand, seat: Seat, name: str, stage: StageRow) -> bool:
    """Whether the seat has something to say in a stage."""
    return any(choice.legal for choice in choices(hand, seat, name, stage, False))


def _declarations(
    hand: Hand, seat: Seat, name: str, open_here: frozenset[str], closed: bool
) -> list[Choice]:
    """The declarations of the table, or only those that are open in this stage."""
    table = hand.table
    offered: list[Choice] = []
    cards_told = seat not in hand.cards.untold
    cards, zones = judged_cards(hand, seat), zones_of(hand, seat)
    judged = {c.what: c for c in judge_declarations(table, cards, zones, open_here) if cards_told}
    for row in table.declarations.rows:
        if row not in open_here and not closed:
            continue
        choice = judged.get(row) or Choice("say", row)
        refusal = _refuse_declaration(hand, seat, name, choice, row in open_here)
        must = refusal is None and cards_told and _must(hand, row, seat)
        offered.append(choice._replace(refusal=refusal, must=must))
    return offered


def _refuse_declaration(
    hand: Hand, seat: Seat, name: str, choice: Choice, is_open: bool
) -> Refusal | None:
    """Why a seat cannot say a declaration. choice: what its cards let it say."""
    table, row = hand.table, choice.what
    if not is_open:
        return not_here(hand, name, row)
    declared = hand.announce.declarations.get(seat, ())
    if row in declared:
        points = table.points_of(f"declarations.rows.{row}.self")
        return Refusal(say("announce.already", bonus=row), points)
    if seat in hand.cards.untold and (
        lacking := held_elsewhere.refuse_declaration(hand, seat, row)
    ):
        return lacking
    refusal = choice.refusal or too_late(hand, seat, name, row)
    if refusal is None and declared and seat not in hand.cards.untold:
        return check_combination(table, (*declared, row), judged_facts(hand, seat))
    return refusal


def _doubles(hand: Hand, seat: Seat) -> list[Choice]:
    offered = []
    for target, sayer in targets(hand):
        for word in hand.table.doubling.steps:
            double = Double(seat, word, target, sayer)
            what = f"{word}:{name_of((target, sayer))}"
            offered.append(Choice("say", what, refuse_double(hand, seat, double)))
    return offered


def _must(hand: Hand, name: str, seat: Seat) -> bool:
    """Return what has to be declared where that is compulsory: everything held, of a group what is
    worth most."""
    table = hand.table
    declarations = table.declarations
    if declarations.voluntary:
        return False
    hide = declarations.may_hide
    if hide is not None and name in hide.rows and has_role(hand, seat, hide.who):
        return False
    group = declarations.rows[name].group
    if group is None:
        return True
    facts = judged_facts(hand, seat)
    rivals = sorted(
        (
            (row.pay.value(facts), key)
            for key, row in declarations.rows.items()
            if row.group == group and row.when.holds(facts)
        ),
        reverse=True,
    )
    most = most_of(declarations.per_group[group], facts)
    return name in {key for _, key in rivals[:most]}


def _refuse_bonus(hand: Hand, seat: Seat, bonus: str) -> Refusal | None:
    table = hand.table
    row = table.bonuses[bonus]
    path = f"bonuses.{bonus}"
    points = table.points_of(f"{path}.say")
    if (seat, bonus) in hand.undertaken:
        return Refusal(say("announce.already", bonus=bonus), points)
    sayers = [by for by, announced in hand.undertaken if announced == bonus]
    if row.first_only and sayers:
        return Refusal(
            say("announce.taken", bonus=bonus, seat=sayers[0]),
            table.points_of(f"{path}.first_only"),
        )
    if not has_role(hand, seat, row.say_who):
        return Refusal(
            say("announce.who", bonus=bonus, seat=seat, role=row.say_who),
            table.points_of(f"{path}.say_who"),
        )
    facts = facts_for(hand, seat)
    untold = seat in hand.cards.untold
    may = (
        possible(row.say, facts) and held_elsewhere.can_hold(hand, seat, row.say)
        if untold
        else row.say.holds(facts)
    )
    if not may:
        card = hand.call.called if row.card == "called" else row.card
        held = card and (card in hand.holds(seat) or card in played_by(hand, seat))
        why = (
            say("announce.barred", bonus=bonus)
            if held
            else say("announce.needs", bonus=bonus, card=card or "")
        )
        return Refusal(why, points)
    return None
