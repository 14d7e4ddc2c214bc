"""What all players share: putting together an action from choices that are legal one by one."""

from __future__ import annotations

import random
from collections.abc import Callable

from taroky.cards import Card
from taroky.hand import Action, Legal
from taroky.phases.announce import check_combination
from taroky.rules.table import Table


class Chooser:
    """Builds legal actions; `rng` breaks ties and draws lots."""

    def __init__(self, rules: Table, rng: random.Random) -> None:
        self.rules = rules
        self.rng = rng

    def discards(self, legal: Legal, worth: Callable[[Card], float]) -> Action:
        """The discard of the cards of least worth, those that must go first of all."""
        n, _ = legal.picks["discard"]
        choices = legal.of("discard")
        chosen = [choice.what for choice in choices if choice.must]
        rest = sorted((c.what for c in choices if not c.must), key=worth)
        suits = [card for card in rest if not self._only_short(card)]
        chosen += (suits + [card for card in rest if card not in suits])[: n - len(chosen)]
        return Action(legal.seat, "discard", tuple(chosen))

    def _only_short(self, card: Card) -> bool:
        return self.rules.cards.is_tarok(card)

    def announcement(self, legal: Legal, wanted: Callable[[str], bool]) -> Action:
        """Everything wanted that may be said together, compulsory items included; of two that
        exclude each other the first."""
        items: list[str] = []
        rows = self.rules.declarations.rows
        for choice in legal.of("say"):
            if not (choice.must or wanted(choice.what)):
                continue
            declared = [item for item in (*items, choice.what) if item in rows]
            if check_combination(self.rules, declared) is None:
                items.append(choice.what)
        return Action(legal.seat, "say", tuple(items) or ("nothing",))

    def cut(self, legal: Legal) -> Action:
        """A cut somewhere in the middle."""
        return Action(legal.seat, "cut", (str(self.rng.randint(5, self.rules.pack.cards - 5)),))
