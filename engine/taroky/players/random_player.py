"""A player without a plan: every legal thing may happen. It finds the engine's rare corners."""

from __future__ import annotations

from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.messages import Message, say
from taroky.players.chooser import Chooser

#: How often it keeps to the lowest call or to playing on, so that every contract is seen.
_MODEST = 0.8


class RandomBot(Chooser):
    """Draws at random what to do. Says something one time in six."""

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """An action drawn at random from the legal ones."""
        if legal.phase == "deal":
            return self.deal(legal), say("bot.cut")
        kind = self._kind(legal)
        if kind == "discard":
            order = {card: self.rng.random() for card in view.cards}
            action = self.discards(legal, order.__getitem__)
        elif kind == "say":
            action = self.announcement(legal, lambda item: self.rng.random() < 1 / 6)
            if action.what == ("nothing",) and legal.phase != "announce":
                action = self._any(legal, next(kind for kind in legal.kinds if kind != "say"))
        else:
            action = self._any(legal, kind)
        return action, say("bot.random", n_choices=len(legal.of(kind)))

    def _kind(self, legal: Legal) -> str:
        kinds = [kind for kind in legal.kinds if kind != "choose"]
        offered = "choose" in legal.kinds
        if not kinds and any(c.kind == "say" for c in legal.choices):
            kinds = ["say"]
        if offered and (not kinds or self.rng.random() > _MODEST):
            return "choose"
        return self.rng.choice(kinds)

    def _any(self, legal: Legal, kind: str) -> Action:
        if kind in legal.picks:
            return self.several(legal, kind)
        choices = legal.of(kind)
        what = self.rng.choice(choices).what
        if kind == "bid" and self.rng.random() < _MODEST:
            calls = self.table.auction.calls
            what = min((c.what for c in choices), key=lambda call: calls[call].rank or 0)
        return Action(legal.seat, kind, (what,) if what else ())
