"""Settle a hand: what happened is told in a form, and what everybody gets or pays is next to it
with the whole working."""

from __future__ import annotations

import random
import secrets
from decimal import Decimal
from typing import Any

from taroky.errors import TarokyError
from taroky.rules.table import Table
from taroky.settling.counting import points as counting
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.finished_hand import view
from taroky_tutorials.forms.finished_hand.answers import amount_text
from taroky_tutorials.forms.finished_hand.form import HandForm
from taroky_tutorials.forms.finished_hand.to_fields import fields_of
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.counting.settling import draw_facts


class Settle:
    """The tool."""

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        if fields.pressed("example"):
            _example(fields, table)
        if fields.pressed("next"):
            _next_hand(fields, table)
        hand = HandForm(table, fields)
        return view.drawn(hand, base)


def _each_alone(table: Table, rng: random.Random) -> dict[str, Any]:
    """Facts of a hand in which all play alone: the pack dealt out at random."""
    pack = table.cards.shuffled(rng)
    cuts = sorted(rng.sample(range(1, len(pack)), len(table.active) - 1))
    piles = zip((0, *cuts), (*cuts, len(pack)), strict=True)
    contract = next(name for name, row in table.contracts.items() if row.sides == "each")
    points = {
        seat: str(counting.value(table, pack[a:b], True))
        for seat, (a, b) in zip(table.active, piles, strict=True)
    }
    return {"contract": contract, "points": points}


def _example(fields: Fields, table: Table) -> None:
    """A hand that could have been, in place of what the form says."""
    rng = random.Random(secrets.randbits(32))
    for _ in range(50):
        facts = draw_facts(table, rng, rng.random() < 0.6, rng.choice((1, 2, 3)))
        facts = facts or _each_alone(table, rng)
        try:
            filled = fields_of(table, facts_of.read(table, facts))
            kept = {name: fields.all(name) for name in fields.names if name.startswith("name.")}
            trial = Fields({"rules": (fields.game,), **kept, **filled})
        except TarokyError:
            continue
        if HandForm(table, trial).settled is not None:
            fields.replace({**kept, **filled})
            return


def _next_hand(fields: Fields, table: Table) -> None:
    """The same players with an empty form; what is in the pots now stays in them."""
    hand = HandForm(table, fields)
    pots = {}
    for name in hand.asks.pots:
        before = facts_of.read(table, hand.facts).pots[name] if hand.settled else Decimal(0)
        now = before + hand.settled.pots.get(name, Decimal(0)) if hand.settled else before
        pots[f"pot.{name}"] = (amount_text(now),)
    kept = {
        name: fields.all(name)
        for name in fields.names
        if name.startswith("name.") or name == "players"
    }
    fields.replace({**kept, **pots})


TOOL = Settle()
