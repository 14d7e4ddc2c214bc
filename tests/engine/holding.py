"""What holds of every finished hand of every rule set, asked by the property tests and by the soak.

Each function raises AssertionError with what it found.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from decimal import Decimal

from taroky import rules
from taroky.cli.trying import writes_down
from taroky.errors import TableError
from taroky.game import apply, undealt
from taroky.hand import Action, Hand
from taroky.messages import Message
from taroky.players import simulate
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import Item, Settlement, finished_facts, settle

#: Sentences say thirds with three decimals.
THIRDS = Decimal("0.001")


def choose_options(game: str, rng: random.Random, most: int = 4) -> dict[str, str]:
    """A few house options of a rule set drawn at random, with what they need; any that the table does
    not let stand together are drawn again."""
    menu = rules.load(game).options
    while True:
        drawn: dict[str, str] = {}
        for key in rng.sample(sorted(menu), min(len(menu), rng.randint(0, most))):
            drawn[key] = rng.choice(list(menu[key].values))
            drawn |= menu[key].needs
        try:
            rules.load(game, drawn)
        except TableError:
            continue
        return drawn


def steps(hand: Hand) -> Iterator[Hand]:
    """The hand before each of its actions, and at its end."""
    now = undealt(hand.table, hand.deal.pack, players=hand.players)
    yield now
    for action in hand.actions:
        now = apply(now, action)
        yield now


def check_points(hand: Hand) -> None:
    """The piles are the pack, but for talon cards nobody counts, and their points its total."""
    if hand.ended or not hand.play.tricks:
        return
    table, facts = hand.table, finished_facts(hand)
    piled = [card for cards in side_cards(hand).values() for card in cards]
    assert len(set(piled)) == len(piled)
    left = [card for card in hand.cards.talon if card not in piled]
    assert len(piled) + len(left) == len(table.cards.cards)
    total = sum(facts.points.values())
    leftovers = sum(len(cards) % table.count.packet for cards in side_cards(hand).values())
    expected = table.total - sum(map(table.cards.value, left))
    if leftovers == 0 or table.count.left_over == "exact":
        assert total == expected or left, (total, expected)
    else:  # what is taken off cards left over need not be what a packet loses
        assert abs(total - expected) <= len(facts.points), (total, expected)


def check_payments(hand: Hand, pots: Mapping[str, Decimal] | None = None) -> Settlement:
    """Return what is paid is got, by players or pots; every item names its rule points."""
    table = hand.table
    facts = finished_facts(hand, pots)
    settled = settle(table, facts)
    assert set(settled.payments) == set(hand.at_table)
    for item in settled.items:
        assert item.points, item.id
        check_working(item)
        assert sum(item.amounts.values()) == 0 or writes_down(table), item
    whole = sum(settled.payments.values()) + sum(settled.pots.values())
    assert whole == 0 or writes_down(table), settled.payments
    whole_steps = all(pot.odd != "fractions" for pot in table.pots.values())
    for amount in settled.payments.values():
        assert amount % table.unit.step == 0 or not whole_steps, settled.payments
    if pots is not None:
        for name, change in settled.pots.items():
            assert pots[name] + change >= 0, (name, pots[name], change)
    return settled


def check_working(item: Item) -> None:
    """The working ends in what somebody gets or pays, alone or as a side; card points that only
    move are paid by nobody."""
    end = abs(item.steps[-1].value)
    sizes = {abs(amount) for amount in item.amounts.values()}
    whole = sum(amount for amount in item.amounts.values() if amount > 0)
    assert end in sizes or end == whole or not any(sizes), item
    before: Decimal | None = None
    for step in item.steps:
        check_sentence(step.message, before, step.value)
        before = step.value


#: What each sentence of a working says of the value before it, by message id and operand.
REWORKED = {
    "fixed": lambda before, operand: operand,
    "worth": lambda before, operand: operand,
    "from": lambda before, operand: operand,
    "from_winners": lambda before, operand: operand,
    "from_declarers": lambda before, operand: operand,
    "from_pot": lambda before, operand: operand,
    "less": lambda before, operand: before - operand,
    "less_losers": lambda before, operand: before - operand,
    "less_target": lambda before, operand: before - operand,
    "plus": lambda before, operand: before + operand,
    "times": lambda before, operand: before * operand,
    "times_rate": lambda before, operand: before * operand,
    "over": lambda before, operand: before / operand,
    "least": lambda before, operand: max(before, operand),
    "positive": lambda before, operand: abs(before),
}


def check_sentence(message: Message, before: Decimal | None, value: Decimal) -> None:
    """A sentence of a working says the value that stands after it, and comes to it from the value
    before. Of a price below zero the sentence says the size, since its side pays."""
    params = dict(message.params)
    word = message.id.removeprefix("step.")
    if word == "of_seat":
        check_sentence(params["step"], before, value)
        return
    for key in ("value", "amount"):
        if key in params:
            assert abs(Decimal(params[key]) - value) < THIRDS, (message.text(), value)
            assert str(params[key]) in message.text()
    if word in REWORKED:
        reworked = REWORKED[word](before, Decimal(params["operand"]))
        assert abs(abs(reworked) - abs(value)) < THIRDS, (message.text(), before, value)
    elif word in ("round", "round_whole"):
        assert before is not None
        assert value % Decimal(params["operand"]) == 0
        assert abs(before - value) < Decimal(params["operand"]), (message.text(), before, value)
    elif word == "doubled":
        assert before is not None
        assert before * params["factor"] == value, (message.text(), before, value)
    elif word in ("uneven", "alone", "pairs", "each_other", "each_opponent") and before is not None:
        assert before in (value, -value) or word == "each_other", (message.text(), before, value)


def play(game: str, seed: str, bot: str, players: int, chosen: Mapping[str, str]) -> Hand:
    """A whole hand by bots."""
    return simulate.play_hand(rules.load(game, dict(chosen)), seed, bot, players)


def single(seat: str, kind: str, what: str) -> Action:
    """An action of one word, or of none."""
    return Action(seat, kind, (what,) if what else ())
