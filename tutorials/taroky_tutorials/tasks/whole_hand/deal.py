"""The cards of a whole hand by their number, and how it is played by the rule of thumb."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from taroky.cards import Card
from taroky.game import current, dealt, legal
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.messages import say
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Table

from taroky_tutorials.tasks.exercise import Position

#: The learner's seat.
YOU = "A"
#: Up to this many sure mistakes cost one star, more of them two.
FEW_MISTAKES = 2


@dataclass(frozen=True)
class Dealt(Position):
    """A deal by its number, so that no page holds the cards of others. favours: a seat that gets
    good cards, so that it may play alone. coached: whether a coach says what is asked, and what he would do."""

    deal: str
    favours: str = ""
    coached: bool = False


def cards_of(table: Table, position: Dealt) -> Hand:
    """The hand as it is dealt, before anybody has spoken."""
    rng = random.Random(f"deal/{position.deal}")
    pack, size = table.cards, table.deal.hand
    cards = list(pack.shuffled(rng))
    hands: dict[str, Sequence[Card]] = {}
    if position.favours:
        luck = {c: rng.random() - 0.55 * (pack.is_tarok(c) or pack.value(c) > 4) for c in cards}
        hands[position.favours] = sorted(cards, key=luck.__getitem__)[:size]
        cards = [card for card in cards if card not in hands[position.favours]]
    for seat in table.active:
        if seat not in hands:
            hands[seat], cards = cards[:size], cards[size:]
    return dealt(table, hands, cards)


def advice(hand: Hand) -> Action:
    """Return what the rule-of-thumb player does now: always the same for the same hand."""
    asked = current(hand)
    options = legal(hand)
    assert asked is not None and options is not None
    lot = random.Random(f"{' '.join(hand.deal.talon_dealt)}/{len(hand.actions)}")
    return RuleOfThumb(hand.table, lot).act(view(hand, asked[1]), options)[0]


def stars_of(mistakes: int) -> int:
    """Return how many stars a hand with so many sure mistakes is worth."""
    return 3 if not mistakes else 2 if mistakes <= FEW_MISTAKES else 1


def seed_of(position: Dealt) -> str:
    """Return what the others' play follows from at the table, and how the page knows the hand that it
    keeps."""
    return f"lesson-{position.deal}-{position.favours}"


def words() -> dict[str, str]:
    """Return what the page says of the table while Python cannot."""
    names = ("wait", "seats", "failed", "full", "damaged", "linked")
    sheet = {name: say(f"lesson.{name}").text() for name in ("open_rules", "close")}
    return {name: say(f"table.words.{name}").text() for name in names} | sheet
