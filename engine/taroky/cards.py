"""Cards: codes, suits, ranks and packs.

A card is its code, a plain string: rank then suit letter for the suits ("KS", "10C", "AH"), the
Roman numeral for a tarok ("XIX") and "SKYZ" for the škýz. Everything that depends on a rule set
(which cards are in the pack, their order, what they are worth) is asked of a `Pack`, which is made
from the `pack` section of a rule table.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from taroky.errors import CardError
from taroky.messages import quoted, say

Card = str

SUITS = ("S", "H", "D", "C")
BLACK = ("S", "C")
COURTS = ("K", "Q", "R", "J")
_COURT_SETS = {"K": "kings", "Q": "queens", "R": "riders", "J": "jacks"}
_SUIT_SETS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_ALIASES = {
    "SKÝZ": "SKYZ",
    "ŠKÝZ": "SKYZ",
    "SKIZ": "SKYZ",
    "SKIŻ": "SKYZ",
    "MOND": "XXI",
    "PAGAT": "I",
    "PAGÁT": "I",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
}

#: The names of card sets that every pack has; a rule table may add its own.
BUILT_IN_SETS = frozenset(
    {"taroky", "kings", "queens", "riders", "jacks", "pips", *_SUIT_SETS.values()}
)


@dataclass(frozen=True)
class Pack:
    """The cards of one rule set with their order and value.

    trumps: taroky from high to low. black, red: the ranks of a suit from high to low.
    sets: named sets of cards. values: points of a set's cards, "rest" for all others.
    excuse: the card (or none) that is neither trump nor suit and wins nothing.
    """

    trumps: tuple[Card, ...]
    black: tuple[str, ...]
    red: tuple[str, ...]
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    excuse: tuple[Card, ...] = ()

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards: an excuse, then the taroky, then the suits S H D C, each from high to low."""
        suits = (
            rank + suit for suit in SUITS for rank in (self.black if suit in BLACK else self.red)
        )
        return (*self.excuse, *self.trumps, *suits)

    @cached_property
    def _position(self) -> dict[Card, int]:
        return {card: i for i, card in enumerate(self.cards)}

    @cached_property
    def _members(self) -> dict[str, frozenset[Card]]:
        members: dict[str, set[Card]] = {name: set() for name in BUILT_IN_SETS}
        for card in self.cards:
            if self.is_tarok(card):
                members["taroky"].add(card)
            elif card not in self.excuse:
                members[_SUIT_SETS[card[-1]]].add(card)
                members[_COURT_SETS.get(card[:-1], "pips")].add(card)
        frozen = {name: frozenset(cards) for name, cards in members.items()}
        for name, parts in self.sets.items():
            frozen[name] = frozenset(
                c for part in parts for c in frozen.get(part, frozenset({part}))
            )
        return frozen

    @cached_property
    def _value(self) -> dict[Card, int]:
        value = dict.fromkeys(self.cards, self.values.get("rest", 0))
        for name, points in self.values.items():
            if name != "rest":
                value.update(dict.fromkeys(self.members(name), points))
        return value

    @property
    def set_names(self) -> tuple[str, ...]:
        """The names of all sets, sorted."""
        return tuple(sorted(self._members))

    def members(self, name: str) -> frozenset[Card]:
        """The cards of a named set, or the one card that `name` is."""
        cards = self._members.get(name)
        return cards if cards is not None else frozenset({name})

    def knows_set(self, name: str) -> bool:
        """Whether `name` is a set or a card of this pack."""
        return name in self._members or name in self._position

    def parse(self, text: str) -> Card:
        """The card that `text` means; accepts lower case, suit signs and the Czech names.

        Raises CardError where no card of this pack is meant.
        """
        code = text.strip().upper()
        for alias, plain in _ALIASES.items():
            code = (
                plain if code == alias else code.replace(alias, plain) if alias in "♠♥♦♣" else code
            )
        if code not in self._position and code and code[-1] in SUITS and code[:-1] == "1":
            code = "A" + code[-1]
        if code not in self._position:
            shown = text if len(text) <= 40 else f"{text[:40]}…"
            raise CardError(say("card.unknown", text=shown, cards=len(self.cards)), text=text)
        return code

    def parse_all(self, texts: str | Iterable[str]) -> tuple[Card, ...]:
        """Several cards, all different. Raises CardError for an unknown card or one named twice."""
        parts = texts.replace(",", " ").split() if isinstance(texts, str) else list(texts)
        cards: list[Card] = []
        for part in parts:
            card = self.parse(quoted(part))
            if card in cards:
                raise CardError(say("card.twice", card=card), text=str(part))
            cards.append(card)
        return tuple(cards)

    @cached_property
    def _suit(self) -> dict[Card, str]:
        suits = {card: card[-1] for card in self.cards}
        return suits | dict.fromkeys(self.trumps, "T") | dict.fromkeys(self.excuse, "")

    def is_tarok(self, card: Card) -> bool:
        """Whether the card is one of the permanent trumps."""
        return self._suit[card] == "T"

    def is_excuse(self, card: Card) -> bool:
        """Whether the card is neither trump nor suit and wins nothing."""
        return card in self.excuse

    def suit(self, card: Card) -> str:
        """ "T" for a tarok, "" for an excuse, else the suit letter."""
        return self._suit[card]

    def led(self, trick: Sequence[Card]) -> Card | None:
        """The card that says what has to be followed: the first that is no excuse."""
        return next((card for card in trick if card not in self.excuse), None)

    def position(self, card: Card) -> int:
        """Place in `cards`: within a suit, or among taroky, lower means stronger."""
        return self._position[card]

    def value(self, card: Card) -> int:
        """Face value in card points."""
        return self._value[card]

    def sort(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """In the order of a sorted hand: taroky high to low, then the suits."""
        return tuple(sorted(cards, key=self._position.__getitem__))

    def winner(self, cards: Sequence[Card]) -> int:
        """Index of the card that takes a trick led with cards[0]: the highest tarok, else the
        highest card of the suit led. An excuse never takes it (unless there is nothing else)."""
        best = 0
        for i, card in enumerate(cards[1:], start=1):
            if self.beats(card, cards[best]):
                best = i
        return best

    def beats(self, card: Card, other: Card) -> bool:
        """Whether `card`, played later, beats `other`, which is winning so far."""
        mine, best = self._suit[card], self._suit[other]
        if mine == best:
            return self._position[card] < self._position[other]
        return mine == "T" or not best

    def shuffled(self, rng: random.Random) -> tuple[Card, ...]:
        """All cards in an order drawn from `rng`."""
        cards = list(self.cards)
        rng.shuffle(cards)
        return tuple(cards)
