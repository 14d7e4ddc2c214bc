"""Why something cannot be said in a contract or a stage at all, no matter who says it, or no longer."""

from __future__ import annotations

from taroky.hand import Action, Hand, Refusal
from taroky.hand.tricks import played_by, plays
from taroky.messages import say
from taroky.phases.declaring import holding_facts
from taroky.phases.sayings.rows import expand, judged_cards, judged_facts
from taroky.rules.table import Seat


def not_here(hand: Hand, name: str, what: str) -> Refusal:
    """Why a row cannot be said in this stage: the contract has no place for it, or the stage."""
    table = hand.table
    if what not in expand(table, hand.row.says):
        return Refusal(
            say("announce.contract", item=what, contract=hand.contract),
            table.points_of(f"contracts.{hand.contract}.says"),
        )
    stage = table.announce.stages[name]
    late = closed(hand, Action("", "say", (what,)))
    if late is not None:
        return late
    own = next((n for n, s in table.announce.stages.items() if what in expand(table, s.says)), name)
    message = (
        say("announce.only_doubles", words=list(table.doubling.steps))
        if stage.says == ("doubles",)
        else say("announce.not_now", item=what)
    )
    if stage.says == ("doubles",):
        own = name
    return Refusal(message, table.points_of(f"announce.stages.{own}.says"))


def closed(hand: Hand, action: Action) -> Refusal | None:
    """Why something cannot be said at all in this contract, or no longer: cards have been played,
    and its place in the order of announcing is past. None if that is not what is in the way."""
    table = hand.table
    if action.kind != "say" or not hand.contract:
        return None
    known = {*table.declarations.rows, *table.bonuses, *table.doubling.steps}
    word = next((w for w in (i.partition(":")[0] for i in action.what) if w in known), "")
    if word and not expand(table, hand.row.says):
        return Refusal(
            say("announce.contract", item=word, contract=hand.contract),
            table.points_of(f"contracts.{hand.contract}.says"),
        )
    if not plays(hand):
        return None
    for item in action.what:
        word = item.partition(":")[0]
        what = "doubles" if word in table.doubling.steps else word
        for name, stage in table.announce.stages.items():
            if what not in expand(table, stage.says):
                continue
            if stage.turns == "any_time":
                if stage.closes == "next_card" and _held(hand, action.seat, word):
                    return Refusal(
                        say("announce.too_late", item=word),
                        table.points_of(f"announce.stages.{name}.closes"),
                    )
                continue
            own = stage.turns == "before_own_first_card"
            cell = f"declarations.rows.{word}.when"
            if word in table.bonuses:
                cell = f"bonuses.{word}.{'say' if table.bonuses[word].say.either else 'say_who'}"
            points = table.points_of(f"announce.stages.{name}.closes")
            more = () if what == "doubles" else table.points_of(cell)
            message = say("announce.over.own" if own else "announce.over", item=word)
            return Refusal(message, tuple(dict.fromkeys((*points, *more))))
    return None


def _held(hand: Hand, seat: Seat, row: str) -> bool:
    """Whether the seat has all that this declaration asks for."""
    if row not in hand.table.declarations.rows or seat not in hand.active:
        return False
    return hand.table.declarations.rows[row].when.holds(judged_facts(hand, seat))


def too_late(hand: Hand, seat: Seat, name: str, row: str) -> Refusal | None:
    """Whether the next card has been played, where a claim lasts only until then."""
    table = hand.table
    stage = table.announce.stages[name]
    if stage.turns != "any_time" or stage.closes != "next_card":
        return None
    before = {"dealt": hand.deal.dealt[seat], "played": played_by(hand, seat)[:-1]}
    facts = holding_facts(table, judged_cards(hand, seat), before)
    if plays(hand)[-1][0] == seat and not table.declarations.rows[row].when.holds(facts):
        return None
    return Refusal(
        say("announce.too_late", item=row),
        table.points_of(f"announce.stages.{name}.closes"),
    )
