"""A player who makes a beginner's slips on purpose, and says so.

Every third decision or so is made without looking: a card at random, cards laid away at random, the
lowest bid with a strong hand, a partner called or a draw taken by lot. In between it plays by rules of
thumb, so a hand with it is recognisable.
"""

from __future__ import annotations

import random

from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.messages import Message, say
from taroky.players.random_player import RandomBot
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Table

#: How often a decision is a slip.
_SLIPS = 0.4
#: Decisions that slip; what is said and what is offered is left alone.
_KINDS = frozenset({"play", "discard", "bid", "call", "take", "reject", "draw", "pass"})


class Beginner:
    """Rules of thumb with slips."""

    def __init__(self, rules: Table, rng: random.Random) -> None:
        self.rules, self.rng = rules, rng
        self.better = RuleOfThumb(rules, rng)
        self.careless = RandomBot(rules, rng)

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """An action that is legal; where it is a slip the reason names what would have been better."""
        good, why = self.better.act(view, legal)
        if good.kind not in _KINDS or self.rng.random() > _SLIPS:
            return good, why
        slip = self._slip(view, legal, good)
        if slip == good:
            return good, why
        return slip, say(f"bot.slip_{'cards' if slip.kind in ('play', 'discard') else 'words'}",
                         did=list(slip.what), better=list(good.what))  # fmt: skip

    def _slip(self, view: View, legal: Legal, good: Action) -> Action:
        if good.kind == "bid":
            calls = self.rules.auction.calls
            return min(legal.actions("bid"), key=lambda action: calls[action.what[0]].rank or 0)
        if good.kind == "discard":
            order = {card: self.rng.random() for card in view.cards}
            return self.careless.discards(legal, order.__getitem__)
        return self.rng.choice(legal.actions(good.kind))
