"""Ask a player that looks ahead about each way of doing something: it imagines hands, tries every way
in each of them, has it played on, and takes the average of what the table pays."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from taroky.cards import Card
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.hand.sides import SIDES
from taroky.players.comparing import Worth
from taroky.players.playout import play_out
from taroky.players.playout.policies import Sensible, spread
from taroky.players.search import Effort, LooksAhead
from taroky.players.trick_value import aim_of
from taroky.rules.table import Seat

#: How hard it thinks about one hand. All that is compared stays in the comparison to its end: one batch.
EFFORT = Effort(cards=24, plays=1, deals=8, batch=8)

#: So often a hand is played on as its cards really lie.
TIMES = 40


def values(
    hand: Hand, seat: Seat, ways: Mapping[str, Action], rng: random.Random, effort: Effort = EFFORT
) -> dict[str, Worth]:
    """Return what each way brings on average, by its name; nothing where two names are not two ways."""
    actions = list(dict.fromkeys(ways.values()))
    looks = LooksAhead(hand.table, rng, effort, explains=True)
    judged = looks.compare(view(hand, seat), actions) if len(actions) > 1 else None
    if judged is None or not judged.hands:
        return {}
    by_action = {one.action: one for one in judged.choices}
    return {name: by_action[action] for name, action in ways.items()}


def in_truth(
    hand: Hand, seat: Seat, ways: Mapping[str, Card], rng: random.Random
) -> dict[str, Worth]:
    """Return what each card brings as the cards really lie: where somebody has bid who is strong, hands
    that a player imagines are too kind."""
    cards = list(dict.fromkeys(ways.values()))
    if len(cards) < 2:
        return {}
    played = play_out(
        [hand],
        TIMES * len(cards),
        rng,
        choose=Sensible(aim_of(hand)),
        opening=spread(cards),
        money=True,
    )
    side = SIDES[seat not in hand.declarers]
    worth = {}
    for index, card in enumerate(cards):
        worlds = range(index, played.worlds, len(cards))
        money = sum(played.money[w][seat] for w in worlds) / len(worlds)
        points = float(sum(played.points[side][w] for w in worlds) / len(worlds))
        worth[card] = Worth(Action(seat, "play", (card,)), money, 0.0, points=points)
    return {name: worth[card] for name, card in ways.items()}


def played_on(hand: Hand, seat: Seat, rng: random.Random) -> float:
    """Return what the seat gets on average as the cards really lie; the hand is at its first card."""
    played = play_out([hand], TIMES, rng, choose=Sensible(aim_of(hand)), money=True)
    return sum(money[seat] for money in played.money) / TIMES


def differences(
    figures: dict[str, float], what: str, names: Iterable[str], prefix: str = ""
) -> None:
    """Adds how much more each way has brought than each way named before it."""
    known = [name for name in names if f"{name}.{what}" in figures]
    for i, one in enumerate(known):
        for other in known[:i]:
            gain = figures[f"{one}.{what}"] - figures[f"{other}.{what}"]
            figures[f"{prefix}{one}-{other}"] = gain
