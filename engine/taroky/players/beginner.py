"""A player who makes a beginner's mistakes on purpose, and knows what they cost.

It plays by rules of thumb, but one decision in four is a mistake: it looks ahead a little, and does what is
clearly not the best. So a hand with it is recognisable, and a learner can beat it.
"""

from __future__ import annotations

import random
from dataclasses import replace

from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.messages import Message, say
from taroky.players.bot import Player
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.search import Effort, LooksAhead
from taroky.rules.table import Table

#: How often a decision is a mistake.
_MISTAKES = 0.25
#: Decisions that can be mistakes; what is said and what is offered is left alone.
_KINDS = frozenset({"play", "discard", "bid", "call", "take", "reject", "draw", "pass"})
#: How hard it looks for what is worse.
_EFFORT = Effort(cards=8, plays=1, deals=6, batch=6, listens=False)


class Beginner(Player):
    """Rules of thumb with mistakes. seconds: how long it looks for one, None for as long as it takes."""

    def __init__(self, table: Table, rng: random.Random, seconds: float | None = None) -> None:
        self.table, self.rng = table, rng
        self.better = RuleOfThumb(table, rng)
        self.worse = LooksAhead(table, rng, replace(_EFFORT, seconds=seconds))

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """An action that is legal; where it is a mistake the reason says what would have been better."""
        good, why = self.better.act(view, legal)
        if good.kind not in _KINDS or self.rng.random() > _MISTAKES:
            return good, why
        judged = self.worse.judge(view, legal, good)
        if judged is None:
            return good, why
        # What is said stays as it is: only another action of these kinds is one.
        mistakes = [
            choice
            for choice in judged.choices[1:]
            if choice.action.kind in _KINDS and choice.behind > 0
        ]
        if not mistakes:
            return good, why
        worse = mistakes[-1] if good.kind == "play" else mistakes[0]
        best = judged.best.action
        return worse.action, say(
            f"bot.mistake_{'cards' if {worse.action.kind, best.kind} <= {'play', 'discard'} else 'words'}",
            better=list(best.what) or [best.kind],
        )
