"""A player who follows a beginner's rules of thumb, so that a table of four plays recognisable
hands: bid by the number of taroky, keep kings guarded, take what is worth taking."""

from __future__ import annotations

from taroky.cards import Card
from taroky.game.view import View
from taroky.hand import Action, Legal, legal_among
from taroky.messages import Message, say
from taroky.players.chooser import Chooser
from taroky.players.strength import needed, strength


class RuleOfThumb(Chooser):
    """Bids, discards, announces and plays by counting taroky and points."""

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        kinds = {*legal.kinds}
        if legal.phase == "deal":
            return self.deal(legal), say("bot.cut")
        if "play" in kinds:
            rows = self.table.declarations.rows
            shown = [choice.what for choice in legal.of("say") if choice.what in rows]
            if shown:
                return Action(legal.seat, "say", (shown[-1],)), say("bot.say")
            return self._play(view, legal)
        if "bid" in kinds:
            return self._bid(view, legal)
        if "call" in kinds:
            return self._call(view, legal)
        if "discard" in kinds:
            action = self.discards(legal, lambda card: self._keep(view, card))
            return action, say("bot.discard")
        if "take" in kinds:
            name = legal.of("take")[0].what
            return Action(legal.seat, "take", (name,)), say("bot.take")
        if "reject" in kinds:  # a house may have more looked at before anything is taken
            return Action(legal.seat, "reject"), say("bot.look")
        several = next((kind for kind in ("look", "pick") if kind in kinds), None)
        if several:
            return self.several(legal, several), say("bot.look")
        if "draw" in kinds:
            return Action(legal.seat, "draw"), say("bot.draw")
        if kinds == {"choose"} and "play_on" in (choice.what for choice in legal.of("choose")):
            return Action(legal.seat, "choose", ("play_on",)), say("bot.say")
        rows = self.table.declarations.rows
        double = self._double(view)
        best = sorted(legal.of("say"), key=lambda c: c.what not in rows)
        ordered = legal_among(legal.seat, legal.phase, tuple(reversed(best)), legal.several)
        action = self.announcement(ordered, lambda item: item in rows or item == double)
        if double and double in action.what:
            return action, say("bot.double", taroky=self._taroky(view))
        return action, say("bot.say")

    def _call(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """A partner rather than nobody: of the cards others may hold the last one there is."""
        words = [choice.what for choice in legal.of("call")]
        pack = self.table.cards.cards
        cards = [word for word in words if word in pack and word not in view.cards]
        if cards:
            return Action(legal.seat, "call", (cards[-1],)), say("bot.call", card=cards[-1])
        return Action(legal.seat, "call", (words[-1],)), say("bot.call_alone")

    def _double(self, view: View) -> str:
        """The first double of the game, for the player who holds more than half a hand of taroky."""
        first = next(iter(self.table.doubling.steps), "")
        strong = 2 * self._taroky(view) > self.table.deal.hand
        return f"{first}:game" if first and strong else ""

    def _taroky(self, view: View) -> int:
        return sum(map(self.table.cards.is_tarok, view.cards))

    def _bid(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """The most expensive contract that the hand is strong enough for."""
        mine = strength(self.table, view.cards)
        calls = self.table.auction.calls
        offers = sorted(legal.of("bid"), key=lambda c: calls[c.what].rank or 0)
        chosen = offers[0].what
        for choice in offers:
            rank = calls[choice.what].rank
            if rank is not None and mine >= needed(self.table, rank):
                chosen = choice.what
        return Action(legal.seat, "bid", (chosen,)), say(
            "bot.bid", call=chosen, taroky=self._taroky(view)
        )

    def _keep(self, view: View, card: Card) -> float:
        """How much a card is worth keeping: long suits go last, singletons first; of taroky the
        low ones."""
        pack = self.table.cards
        length = sum(pack.suit(c) == pack.suit(card) for c in view.cards)
        if pack.is_tarok(card):
            return 50 + pack.value(card) - pack.position(card) / 100
        return length - pack.value(card) / 10

    def _play(self, view: View, legal: Legal) -> tuple[Action, Message]:
        pack = self.table.cards
        cards = [choice.what for choice in legal.of("play")]
        cheap = min(cards, key=lambda c: (pack.value(c), pack.is_tarok(c), -pack.position(c)))
        trick = view.trick.cards if view.trick else ()
        if not trick:
            return Action(legal.seat, "play", (cheap,)), say("bot.lead", card=cheap)
        best = trick[pack.winner(trick)]
        on_table = sum(map(pack.value, trick))
        beating = [c for c in cards if pack.beats(c, best)]
        if beating and on_table >= len(trick) + 2:
            card = max(beating, key=pack.position)
            return Action(legal.seat, "play", (card,)), say("bot.take_trick", card=card)
        return Action(legal.seat, "play", (cheap,)), say("bot.give_little", card=cheap)
