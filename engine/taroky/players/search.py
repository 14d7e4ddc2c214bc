"""Players that look ahead: they imagine how the hidden cards may lie, try each action in every one of
these hands, have it played on to its end many times, and compare what the table pays.

No game is named here: contracts, sides, payments and pots are read from the rule table, so every rule
set and every house table has players. A player gets a view; the hands it imagines come from there.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from taroky.errors import TarokyError
from taroky.game import apply, current
from taroky.game import legal as options_of
from taroky.game.unseen import PERFECT, Memory
from taroky.game.view import View
from taroky.game.view import view as view_of
from taroky.hand import Action, Hand, Legal, legal_among
from taroky.hand.sides import SIDES
from taroky.messages import Message, say
from taroky.players.batches import pace
from taroky.players.bot import Player
from taroky.players.candidates import candidates, sayings
from taroky.players.comparing import Judged, Tally
from taroky.players.endings import solvable, solved
from taroky.players.guesses import Guesser
from taroky.players.likelihood import hearing
from taroky.players.playout import Played, play_out
from taroky.players.playout.chances import neighbours, same_for
from taroky.players.playout.money import worth
from taroky.players.playout.policies import Sensible, spread
from taroky.players.playout.skilled import Skilled
from taroky.players.playout.tricks import Choose
from taroky.players.reasons import named, signed
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.trick_value import aim_of
from taroky.rules.table import Seat, Table
from taroky.settling.paying import finished_facts, settle

#: Of hands that are played as well as can be one tells as much as so many that are played on by a policy.
_SOLVED = 3


@dataclass(frozen=True)
class Effort:
    """How hard a player thinks. cards: how many hands are imagined for a card; plays: how often each is
    played on for each card; deals: how many are imagined for a decision before the play; batch: how
    many of them at a time. seconds: after so many no more are begun, None for no limit. listens:
    whether the others' words are heard. sharp: whether cards that are clearly behind are left out of
    the hands that follow, and whether all choices meet the same chances. endings: with this number of cards
    or fewer still to be played, imagined hands are not played on by a policy but as well as can be. skilled: whether the
    policy sees who can still beat a card."""

    cards: int = 60
    plays: int = 2
    deals: int = 40
    batch: int = 10
    seconds: float | None = None
    listens: bool = True
    memory: Memory = PERFECT
    sharp: bool = False
    endings: int = 0
    skilled: bool = False


class LooksAhead(Player):
    """A player by imagining and playing on. pots: what is in them before the hand, what the table
    starts with if not given; explains: whether it gathers what its reasons are made of."""

    def __init__(
        self,
        table: Table,
        rng: random.Random,
        effort: Effort | None = None,
        pots: Mapping[str, Decimal] | None = None,
        clock: Callable[[], float] = time.perf_counter,
        explains: bool = False,
    ) -> None:
        self.table, self.rng, self.pots, self.clock = table, rng, pots, clock
        self.effort = effort or Effort()
        self.explains = explains
        self.usual = RuleOfThumb(table, rng)

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """The action that has done best, and what it is worth."""
        action, reason = self.usual.act(view, legal)
        if legal.phase == "deal":
            return action, reason
        judged = self.judge(view, legal, action)
        if judged is None:
            return action, reason
        return judged.best.action, self._told(judged)

    def _told(self, judged: Judged) -> Message:
        """Return what the best is worth, and what the next best."""
        best, unit = judged.best, self.table.unit
        other = next(
            (choice for choice in judged.choices[1:] if 0 < choice.behind < math.inf), None
        )
        if other is None or not math.isfinite(other.half_behind):
            worth = signed(best.mean, unit)
            return say("bot.looked_ahead", hands=judged.hands, worth=worth, unit=unit.name)
        return say(
            "bot.better_than",
            hands=judged.hands,
            worth=signed(best.mean, unit),
            unit=unit.name,
            best=named(best.action),
            less=signed(other.mean, unit),
            other=named(other.action),
            half=f"{other.half_behind:.2f}",
        )

    def compare(self, view: View, actions: Sequence[Action]) -> Judged | None:
        """These actions, and no others, with what they bring."""
        if all(action.kind == "play" for action in actions):
            return self._cards(view, actions, None) if len(actions) > 1 else None
        return _judged(self._before(view, actions, None))

    def judge(self, view: View, legal: Legal, usual: Action | None = None) -> Judged | None:
        """All actions worth comparing with what they bring; None where there is nothing to compare."""
        if usual is None:
            usual = self.usual.act(view, legal)[0]
        until = None if self.effort.seconds is None else self.clock() + self.effort.seconds
        plays = list(legal.singly("play"))
        said = sayings(legal) if "say" in legal.offered and legal.of("say") else []
        other_actions = candidates(self.table, view, legal, usual, self.rng)
        other_actions = [action for action in other_actions if action.kind not in ("play", "say")]
        if plays and not other_actions:
            if len(said) > 1:  # something may be said before the card
                tally = self._before(view, [plays[0], *said[1:]], until, plays[0])
                if tally is not None:
                    self._without_doubtful(tally)
                    judged = tally.judged()
                    if judged.best.action.kind == "say":
                        return judged
            return self._cards(view, plays, until) if len(plays) > 1 else None
        if said:
            return self._said(view, legal, said, other_actions, until)
        return _judged(self._before(view, other_actions, until))

    # -- cards ---------------------------------------------------------------------------------

    def _cards(self, view: View, actions: Sequence[Action], until: float | None) -> Judged:
        """Each card played in every imagined hand; those that are clearly behind no more."""
        guesser = self._guesser(view)
        known = guesser.known.hand
        left = sum(map(len, known.cards.hands.values()))
        ends = left <= self.effort.endings and solvable(known)
        cards = self.effort.cards // (_SOLVED if ends else 1)
        tally = Tally(actions)
        for n in pace(cards, max(self.effort.batch, 20), until, self.clock):
            tried = [*tally.open]
            hands = guesser.draw(n)
            if ends:
                self._solved(view.seat, hands, tally, tried)
            else:
                self._played(view.seat, hands, tally, tried, self._policy(known))
            if self.effort.sharp:
                tally.drop()
                if len(tally.open) < 2:
                    break
        return tally.judged()

    def _played(
        self,
        seat: Seat,
        hands: Sequence[Hand],
        tally: Tally,
        tried: Sequence[int],
        policy: Choose,
    ) -> None:
        """Note what cards bring when these hands are played on by a policy."""
        each = len(tried) * self.effort.plays
        played = play_out(
            hands,
            each,
            self.rng,
            choose=policy,
            money=True,
            pots=self.pots,
            opening=spread([tally.actions[a].what[0] for a in tried]),
            toss=neighbours(len(tried)) if self.effort.sharp else None,
        )
        mine = [money[seat] for money in played.money]
        for g in range(len(hands)):
            # World w plays card w % len(tried): every hand tries each as often.
            row: list[float | None] = [None] * len(tally.actions)
            for index, a in enumerate(tried):
                worlds = range(g * each + index, (g + 1) * each, len(tried))
                row[a] = sum(mine[w] for w in worlds) / self.effort.plays
            tally.add(row)
        if self.explains:
            _explain(tally, played, seat, mine, tried)

    def _solved(
        self, seat: Seat, hands: Sequence[Hand], tally: Tally, tried: Sequence[int]
    ) -> None:
        """Note what cards bring when all play the rest of these hands as well as can be."""
        for cards in solved(hands, self.pots):
            row: list[float | None] = [None] * len(tally.actions)
            for a in tried:
                row[a] = paid = cards[tally.actions[a].what[0]][seat]
                tally.note("gains", a, paid > 0, 1)
            tally.add(row)

    # -- everything before -----------------------------------------------------------------------

    def _said(
        self,
        view: View,
        legal: Legal,
        said: Sequence[Action],
        other_actions: Sequence[Action],
        until: float | None,
    ) -> Judged | None:
        """Return what is said together: everything that alone is better than silence."""
        tally = self._before(view, [*said, *other_actions], until)
        if tally is None:
            return None
        doubtful = self._without_doubtful(tally)
        judged = tally.judged()
        if judged.best.action.kind != "say":
            return judged
        known = {choice.action: choice.mean for choice in judged.choices}
        silent = known.get(said[0], -math.inf)
        gains = {
            action.what[-1]: known[action] - silent
            for action in said[1:]
            if action in known and action not in doubtful
        }
        good = sorted((w for w, gain in gains.items() if gain > 0), key=lambda w: -gains[w])
        order = {what: index for index, what in enumerate(good)}
        choices = sorted(legal.of("say"), key=lambda choice: order.get(choice.what, len(order)))
        together = self.usual.announcement(
            legal_among(legal.seat, legal.phase, tuple(choices), legal.several),
            lambda item: item in order,
        )
        if together in known:
            return judged
        best = max(judged.choices, key=lambda choice: choice.mean)
        parts = [
            choice
            for choice in judged.choices
            if choice.action in said[1:] and {*choice.action.what} <= {*together.what}
        ]
        rest = [choice for choice in judged.choices if choice not in parts]
        return Judged((replace(best, action=together), *rest), judged.hands)

    def _without_doubtful(self, tally: Tally) -> list[Action]:
        """Doubles that are not better than the first action, silence, beyond the noise: they raise the
        price of what is misjudged, so they are out of the choice."""
        doubtful = []
        for a in tally.unsure(0) if tally.rows else []:
            action = tally.actions[a]
            word = action.what[-1].partition(":")[0] if action.kind == "say" else ""
            if word in self.table.doubling.steps and len(tally.open) > 1:
                tally.open.remove(a)
                doubtful.append(action)
        return doubtful

    def _before(
        self,
        view: View,
        actions: Sequence[Action],
        until: float | None,
        silent: Action | None = None,
    ) -> Tally | None:
        """Each action done in every imagined hand, which then goes on by rules of thumb. silent: the
        action that stands for doing nothing yet."""
        if len(actions) < 2:
            return None
        guesser = self._guesser(view)
        tally = Tally(actions)
        for n in pace(self.effort.deals, self.effort.batch, until, self.clock):
            hands = guesser.draw(n)
            rows: list[list[float | None]] = [[None] * len(actions) for _ in hands]
            groups: dict[object, list[tuple[int, int, Hand]]] = {}
            for g, hand in enumerate(hands):
                for a in [*tally.open]:
                    if until is not None and self.clock() > until:
                        # In the first hand what has not been tried falls out; any other hand that
                        # is not done with counts for nothing.
                        if g or tally.rows or a == tally.open[0]:
                            break
                        tally.open.remove(a)
                        continue
                    after = self._after(hand, actions[a], actions[a] == silent)
                    if after is None:
                        continue
                    asked = current(after)
                    if asked is None:
                        rows[g][a] = paid = self._paid(after, view.seat)
                        tally.note("gains", a, paid > 0, 1)
                        continue
                    key = (after.contract, after.play.tricks, after.play.trick, asked[1])
                    groups.setdefault(key, []).append((g, a, after))
            for group in groups.values():
                played = self._play_on([hand for _, _, hand in group], [g for g, _, _ in group])
                for index, (g, a, _) in enumerate(group):
                    worlds = played.money[index * played.each : (index + 1) * played.each]
                    mine = [money[view.seat] for money in worlds]
                    rows[g][a] = sum(mine) / played.each
                    tally.note("gains", a, sum(value > 0 for value in mine), played.each)
            for row in rows:
                tally.add(row)
            tally.drop()
            if len(tally.open) < 2:
                break
        return tally

    def _after(self, hand: Hand, action: Action, silent: bool) -> Hand | None:
        """The hand at its first card after this action, or over; None if the action is not open in it."""
        try:
            if not silent:
                hand = apply(hand, action)
            while (asked := current(hand)) is not None:
                if asked[0].name == "play":
                    return hand
                options = options_of(hand)
                assert options is not None
                hand = apply(hand, self.usual.act(view_of(hand, asked[1]), options)[0])
        except TarokyError:
            return None
        return hand

    def _play_on(self, hands: Sequence[Hand], numbers: Sequence[int]) -> Played:
        """The hands played to their end; those with the same number are one hand in which different
        things were done."""
        return play_out(
            hands,
            4,
            self.rng,
            choose=self._policy(hands[0]),
            money=True,
            pots=self.pots,
            toss=same_for(numbers) if self.effort.sharp else None,
        )

    def _paid(self, hand: Hand, seat: Seat) -> float:
        facts = finished_facts(hand, self.pots)
        return worth(settle(self.table, facts, sure=True), self.table.active).get(seat, 0.0)

    # -- what both need --------------------------------------------------------------------------

    def _guesser(self, view: View) -> Guesser:
        known = view.unseen(self.effort.memory)
        listens = self.effort.listens and _somebody_spoke(known.hand)
        return Guesser(known, self.rng, hearing(known.hand, view.seat) if listens else None)

    def _policy(self, hand: Hand) -> Sensible:
        """How hands of this contract are played on."""
        aim = aim_of(hand)
        return Skilled(hand) if self.effort.skilled and aim > 0 else Sensible(aim)


def _judged(tally: Tally | None) -> Judged | None:
    return None if tally is None else tally.judged()


def _explain(
    tally: Tally, played: Played, seat: Seat, mine: Sequence[float], tried: Sequence[int]
) -> None:
    """Note for each card how often money comes in, the player's side takes the first trick, and its
    points."""
    first, each = played.hands[0], played.each
    alone = first.row.sides == "each"
    for w, money in enumerate(mine):
        hand = played.hands[w // each]
        side = [s for s in hand.active if hand.same_side(s, seat)]
        name = seat if alone else SIDES[seat not in hand.declarers]
        taken = any(
            won >> w & 1 and s in side for s, won in zip(hand.active, played.won[0], strict=True)
        )
        a = tried[w % len(tried)]
        tally.note("gains", a, money > 0, 1)
        tally.note("takes", a, taken, 1)
        tally.note("points", a, float(played.points[name][w]), 1)


def _somebody_spoke(hand: Hand) -> bool:
    return bool(hand.auction.calls or hand.announce.sayings)
