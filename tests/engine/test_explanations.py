"""Whatever the engine refuses, counts, decides or charges rests on rule points that there are."""

from __future__ import annotations

import random

import pytest
from taroky import rules
from taroky.api import questions
from taroky.game import apply, legal, undealt
from taroky.players import simulate
from taroky.rules.table import Table
from taroky.settling.paying import finished_facts, settle

RULES = rules.ids()


def unfounded(table: Table, what: str, points: object) -> list[str]:
    """Return what to complain of: no points, or points that are in no cell of the table."""
    named = list(points) if isinstance(points, list | tuple) else []
    known = table.all_points()
    return [f"{what}: {named}"] if not named or not set(named) <= known else []


@pytest.mark.parametrize("game", RULES)
def test_every_refusal_and_every_payment_names_its_rule(game: str) -> None:
    table = rules.load(game)
    problems: set[str] = set()
    for n in range(6):
        played = simulate.play_hand(table, f"why/{n}", ("random", "thumb")[n % 2])
        hand = undealt(table, played.deal.pack)
        for action in played.actions:
            options = legal(hand)
            assert options is not None
            for choice in options.choices:
                if choice.refusal is not None:
                    message = choice.refusal.message.id
                    problems |= {
                        *unfounded(table, f"{choice.kind} {message}", choice.refusal.points)
                    }
            hand = apply(hand, action)
        for item in settle(table, finished_facts(played)).items:
            problems |= {*unfounded(table, f"item {item.row}", item.points)}
            for step in item.steps:
                problems |= {*unfounded(table, f"{item.row} {step.message.id}", step.points)}
    assert not problems


@pytest.mark.parametrize("game", RULES)
def test_every_trick_and_every_pile_names_its_rule(game: str) -> None:
    table = rules.load(game)
    rng = random.Random(1)
    problems: set[str] = set()
    for _ in range(60):
        trick = table.cards.shuffled(rng)[: len(table.active)]
        answer = questions.winner(table, trick)
        for why in (answer.why, *answer.cards.values()):
            problems |= {*unfounded(table, f"winner {why.message.id}", why.points)}
    for size in range(1, 8):
        counted = questions.count(table, table.cards.shuffled(rng)[:size])
        for group in counted.groups:
            problems |= {*unfounded(table, f"group of {len(group.cards)}", group.why.points)}
        problems |= {*unfounded(table, "total", counted.why.points)}
    assert not problems
