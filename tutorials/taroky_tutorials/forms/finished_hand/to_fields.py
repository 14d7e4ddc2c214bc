"""The way back from the facts of a hand to the fields of its form, for links to a form that is filled in."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from taroky.hand.sides import SIDES
from taroky.rules.table import Seat, Table
from taroky.settling.finished_hand import Capture, announcements, tricks_of
from taroky.settling.paying import Finished
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.forms.finished_hand.answers import card_points_text
from taroky_tutorials.forms.finished_hand.form import ALONE
from taroky_tutorials.forms.finished_hand.questions import Questions


def fields_of(table: Table, facts: Finished) -> dict[str, list[str]]:
    """The fields that tell these facts: for links to the form with a hand filled in. What a form
    does not ask for is left out."""
    asks = Questions(table, facts.contract, facts.ended)
    fields: dict[str, list[str]] = {}

    def put(name: str, value: object) -> None:
        if value not in (None, "", []):
            fields[name] = (
                list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]
            )

    put("end", facts.ended)
    if asks.contracts:
        put("game", facts.contract)
    if facts.players != table.seats.active:
        put("players", facts.players)
    if asks.offender:
        put("who", next((seat for seat, event in facts.irregular if event == facts.ended), ""))
    if asks.sides in ("called", "alone"):
        put("by", facts.declarer)
    if asks.sides == "called":
        put("with", facts.partner or ALONE)
    choose = table.talon[asks.row.talon].choose if asks.row else {}
    by_level = {choice.level: name for name, choice in choose.items()}
    if asks.levels:
        put("level", by_level.get(facts.level or next(iter(by_level))))
    names = {"declarers": "p", "opponents": "o"}
    for who, points in facts.points.items():
        if who != "opponents" or points != _rest_of(table, facts):
            put(names.get(who, f"p.{who}"), card_points_text(points))
    if asks.left_over and facts.left_over:
        put("left", facts.left_over.get("declarers"))
    if asks.honours:
        put("hon", facts.honours)
    if asks.tricks and facts.tricks is not None:
        ours, theirs = (tricks_of(table, facts, side) for side in SIDES)
        put("t", ours)
        put("u", theirs if ours is None or theirs != table.deal.hand - ours else None)
        for seat in table.active:
            put(f"t.{seat}", facts.tricks.get(seat))
    if asks.lost_with:
        lost_with = [c for c in facts.lost_with.get("declarers", ()) if c in asks.lost_with]
        put("lostwith", lost_with[:1])
    for seat, rows in facts.declarations.items():
        put(f"say.{seat}", list(rows))
    for seat in table.active:
        put(
            f"ann.{seat}", [b for s, b in facts.announced if s == seat and b not in asks.undertaken]
        )
    words = {factor: word for word, factor in table.doubling.steps.items()}
    announced = announcements(table, facts) if asks.row else ()
    for target, factor in facts.factors.items():
        if factor > 1:
            put(f"x.{_field_of(table, target, announced)}", words.get(factor, str(factor)))
    last = facts.last_trick
    if last is not None and asks.last_cards:
        put("last", last.winner)
        for seat, card in last.cards.items():
            name = "called" if card == facts.called and "called" in asks.last_cards else card
            put(
                f"last.{name}" if name in asks.last_cards else f"last.{seat}",
                seat if name in asks.last_cards else card,
            )
    fallen = dict(facts.captured or {})
    if last is not None and not asks.whole_last_trick:
        by = last.cards.get(last.winner, "")
        last_fallen = {card: Capture(seat, last.winner, by) for seat, card in last.cards.items()}
        fallen |= {card: fall for card, fall in last_fallen.items() if card not in asks.last_cards}
    for card, capture in fallen.items():
        if card in asks.captured and capture.holder != capture.taker:
            put(f"fell.{card}", capture.holder)
            put(f"took.{card}", capture.taker)
            put(f"took.{card}.with", capture.card if capture.card in asks.captors else "")
    put("talon", [card for card in facts.talon_left if card in asks.talon])
    for event in asks.irregularities:
        for seat in table.active:
            put(f"slip.{event}.{seat}", facts.irregular.count((seat, event)) or "")
    for name, amount in facts.pots.items():
        if amount != table.pots[name].starts:
            put(f"pot.{name}", amount)
    return fields


def _rest_of(table: Table, facts: Finished) -> Fraction | None:
    """Return what the opponents have if nothing is told but the declarers' points."""
    if "declarers" not in facts.points:
        return None
    points = {"declarers": str(facts.points["declarers"])}
    data = {"contract": facts.contract, "points": points, "left_over": facts.left_over}
    return facts_of.read(table, data).points.get("opponents")


def _field_of(table: Table, target: str, announced: Sequence[tuple[Seat, str]]) -> str:
    """The field of a double: of the bonus alone where one player has announced it, and of the
    announcement that has taken the game's place as what is doubled."""
    name, _, sayer = target.partition("@")
    names = [bonus for _, bonus in announced]
    if name == "game":
        shut = [bonus for bonus in table.doubling.shut_by.get(name, ()) if bonus in names]
        name = shut[0] if shut else name
    return f"{name}.{sayer}" if sayer and names.count(name) > 1 else name
