"""A player without a plan: every legal thing may happen. It finds the engine's rare corners."""

from __future__ import annotations

import random

from taroky.bots.choosing import Chooser
from taroky.hand import Action, Legal
from taroky.messages import Message, say
from taroky.rules.table import Table
from taroky.view import View


class RandomBot(Chooser):
    """Draws its kind of action, then what to do, by lot. Says something one time in six."""

    def __init__(self, rules: Table, rng: random.Random) -> None:
        super().__init__(rules, rng)

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        kinds = [kind for kind in legal.kinds if kind != "misdeal"] or ["say"]
        if "choose" in kinds and len(kinds) > 1 and self.rng.random() < 0.7:
            kinds.remove("choose")
        kind = "say" if "say" in {c.kind for c in legal.choices} and not legal.of(
            "choose"
        ) else self.rng.choice(kinds)
        if kind == "discard":
            order = {card: self.rng.random() for card in view.cards}
            action = self.discards(legal, order.__getitem__)
        elif kind == "say":
            action = self.announcement(legal, lambda item: self.rng.random() < 1 / 6)
        elif kind == "cut":
            action = self.cut(legal)
        else:
            what = self.rng.choice(legal.of(kind)).what
            action = Action(legal.seat, kind, (what,) if what else ())
        return action, say("bot.random", n_choices=len(legal.of(kind)))
