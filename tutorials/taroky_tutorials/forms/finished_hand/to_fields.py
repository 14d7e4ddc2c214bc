"""The way back from the facts of a hand to the fields of its form, for links to a form that is filled in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    values = (
        *_game(table, facts, asks),
        *_counted(table, facts, asks),
        *_bonuses(table, facts, asks),
        *_last_trick(facts, asks),
        *_captures(facts, asks),
        *_else(table, facts, asks),
    )
    return {
        name: list(map(str, value)) if isinstance(value, list | tuple) else [str(value)]
        for name, value in values
        if value not in (None, "", [])
    }


#: The name of a field and what is in it, or nothing.
_Values = Iterator[tuple[str, object]]


def _game(table: Table, facts: Finished, asks: Questions) -> _Values:
    """Yield how the hand ended, what was played, and by whom."""
    yield "end", facts.ended
    if asks.contracts:
        yield "game", facts.contract
    if facts.players != table.seats.active:
        yield "players", facts.players
    if asks.offender:
        yield "who", next((seat for seat, event in facts.irregular if event == facts.ended), "")
    if asks.sides in ("called", "alone"):
        yield "by", facts.declarer
    if asks.sides == "called":
        yield "with", facts.partner or ALONE
    choose = table.talon[asks.row.talon].choose if asks.row else {}
    by_level = {choice.level: name for name, choice in choose.items()}
    if asks.levels:
        yield "level", by_level.get(facts.level or next(iter(by_level)))


def _counted(table: Table, facts: Finished, asks: Questions) -> _Values:
    """Yield the points, honours and tricks."""
    names = {"declarers": "p", "opponents": "o"}
    for who, points in facts.points.items():
        if who != "opponents" or points != _rest_of(table, facts):
            yield names.get(who, f"p.{who}"), card_points_text(points)
    if asks.left_over and facts.left_over:
        yield "left", facts.left_over.get("declarers")
    if asks.honours:
        yield "hon", facts.honours
    if asks.tricks and facts.tricks is not None:
        ours, theirs = (tricks_of(table, facts, side) for side in SIDES)
        yield "t", ours
        yield "u", theirs if ours is None or theirs != table.deal.hand - ours else None
        for seat in table.active:
            yield f"t.{seat}", facts.tricks.get(seat)
    if asks.lost_with:
        lost_with = [c for c in facts.lost_with.get("declarers", ()) if c in asks.lost_with]
        yield "lostwith", lost_with[:1]


def _bonuses(table: Table, facts: Finished, asks: Questions) -> _Values:
    """Yield what was declared, announced and doubled."""
    for seat, rows in facts.declarations.items():
        yield f"say.{seat}", list(rows)
    for seat in table.active:
        announced = [b for s, b in facts.announced if s == seat and b not in asks.undertaken]
        yield f"ann.{seat}", announced
    words = {factor: word for word, factor in table.doubling.steps.items()}
    everywhere = announcements(table, facts) if asks.row else ()
    for target, factor in facts.factors.items():
        if factor > 1:
            yield f"x.{_field_of(table, target, everywhere)}", words.get(factor, str(factor))


def _last_trick(facts: Finished, asks: Questions) -> _Values:
    last = facts.last_trick
    if last is None or not asks.last_cards:
        return
    yield "last", last.winner
    for seat, card in last.cards.items():
        name = "called" if card == facts.called and "called" in asks.last_cards else card
        if name in asks.last_cards:
            yield f"last.{name}", seat
        else:
            yield f"last.{seat}", card


def _captures(facts: Finished, asks: Questions) -> _Values:
    """Yield who took which card of whom; those of a last trick that is told whole are there."""
    captured = dict(facts.captured or {})
    last = facts.last_trick
    if last is not None and not asks.whole_last_trick:
        by = last.cards.get(last.winner, "")
        captured |= {
            card: Capture(seat, last.winner, by)
            for seat, card in last.cards.items()
            if card not in asks.last_cards
        }
    for card, capture in captured.items():
        if card in asks.captured and capture.holder != capture.taker:
            yield f"fell.{card}", capture.holder
            yield f"took.{card}", capture.taker
            yield f"took.{card}.with", capture.card if capture.card in asks.captors else ""


def _else(table: Table, facts: Finished, asks: Questions) -> _Values:
    """Yield the talon, mistakes and pots."""
    yield "talon", [card for card in facts.talon_left if card in asks.talon]
    for event in asks.irregularities:
        for seat in table.active:
            yield f"slip.{event}.{seat}", facts.irregular.count((seat, event)) or ""
    for name, amount in facts.pots.items():
        if amount != table.pots[name].starts:
            yield f"pot.{name}", amount


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
