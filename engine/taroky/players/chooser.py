"""Parts that all players share: putting together an action from choices that are legal one by one."""

from __future__ import annotations

import random
from collections.abc import Callable

from taroky.cards import Card
from taroky.hand import Action, Legal
from taroky.phases.declaring import check_combination
from taroky.players.bot import Player
from taroky.rules.table import Table


class Chooser(Player):
    """Builds legal actions; `rng` breaks ties and decides at random."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table = table
        self.rng = rng

    def discards(self, legal: Legal, worth: Callable[[Card], float]) -> Action:
        """The discard of the cards of least worth, those that must go first of all."""
        n, _ = legal.picks["discard"]
        choices = legal.of("discard")
        chosen = [choice.what for choice in choices if choice.must]
        rest = sorted((c.what for c in choices if not c.must), key=worth)
        suits = [card for card in rest if not self._only_short(card)]
        chosen += (suits + [card for card in rest if card not in suits])[: n - len(chosen)]
        return Action(legal.seat, "discard", self.table.cards.sort(chosen))

    def _only_short(self, card: Card) -> bool:
        return self.table.cards.is_tarok(card)

    def announcement(self, legal: Legal, wanted: Callable[[str], bool]) -> Action:
        """Everything wanted that may be said together, compulsory items included; of two that
        exclude each other the first."""
        items: list[str] = []
        rows = self.table.declarations.rows
        choices = sorted(legal.of("say"), key=lambda choice: not choice.must)
        for choice in choices:
            if choice.must:
                items.append(choice.what)
                continue
            if not wanted(choice.what) or self._doubled(choice.what) in map(self._doubled, items):
                continue
            declared = [item for item in (*items, choice.what) if item in rows]
            if check_combination(self.table, declared) is None:
                items.append(choice.what)
        return Action(legal.seat, "say", tuple(items) or ("nothing",))

    def _doubled(self, item: str) -> str:
        """Return what an item doubles; one that doubles nothing stands for itself."""
        word, _, target = item.partition(":")
        return f":{target}" if word in self.table.doubling.steps else item

    def deal(self, legal: Legal) -> Action:
        """A way of dealing, a cut somewhere in the middle, a batch, places for the talon."""
        choice = self.rng.choice([c for c in legal.choices if c.legal])
        if choice.kind == "talon":
            return Action(legal.seat, "talon", self.places(legal))
        if choice.kind != "batch" and self.table.deal.ways[choice.kind].pack == "cut":
            cut = self.rng.randint(5, self.table.pack.cards - 5)
            return Action(legal.seat, choice.kind, (str(cut),))
        return Action(legal.seat, choice.kind, (choice.what,) if choice.what else ())

    def several(self, legal: Legal, kind: str) -> Action:
        """Draw as many choices of a kind as one action takes, and return them in their order."""
        n, _ = legal.picks[kind]
        choices = [choice.what for choice in legal.of(kind)]
        drawn = set(self.rng.sample(choices, n))
        return Action(legal.seat, kind, tuple(what for what in choices if what in drawn))

    def places(self, legal: Legal) -> tuple[str, ...]:
        """Places of the pack for the talon, no two side by side."""
        n, _ = legal.picks["talon"]
        places = sorted(int(c.what) for c in legal.of("talon"))
        drawn = sorted(self.rng.sample(range(len(places) - n + 1), n))
        return tuple(str(places[place + i]) for i, place in enumerate(drawn))
