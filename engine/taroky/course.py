"""The duties of a row of play in whole numbers: a card is a bit, a hand is a sum of bits.

Bit i is card i of the pack's order, so within a suit, and among taroky, a lower bit is a stronger
card. What is worked out here is what `taroky.phases.play` says about cards one by one; a test holds
the two against each other for every rule set. Bars, cards held back and tricks that another card
wins than the highest are left to that room: `watched` tells when it has to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable

from taroky.cards import Card
from taroky.hand import Action, Choice
from taroky.rules.conditions import Condition
from taroky.rules.table import Seat, Table

#: Sets of fewer cards than this are kept: there are not many, and they come often.
_FEW = 4


class Course:
    """One row of `play` over one pack.

    suits: by card the bits of its suit (taroky are one, an excuse has none); beats: by card the bits
    of all cards that beat it while it is winning; above: those of its own suit among them.
    """

    __slots__ = (
        "above", "actions", "acts", "beat", "beats", "bit", "cards", "choices", "early",
        "exceptions", "excuse", "follow", "full", "index", "kept", "later", "overtrump", "suits",
        "trump", "trumps", "watched",
    )  # fmt: skip

    def __init__(self, rules: Table, play: str) -> None:
        pack, row = rules.cards, rules.play[play]
        self.cards = pack.cards
        self.index = {card: i for i, card in enumerate(self.cards)}
        self.bit = {card: 1 << i for i, card in enumerate(self.cards)}
        self.full = (1 << len(self.cards)) - 1
        self.choices = {1 << i: Choice("play", card) for i, card in enumerate(self.cards)}
        self.kept: dict[int, tuple[Choice, ...]] = {}
        self.actions = {
            seat: {1 << i: Action(seat, "play", (card,)) for i, card in enumerate(self.cards)}
            for seat in rules.active
        }
        self.acts: dict[Seat, dict[int, tuple[Action, ...]]] = {s: {} for s in rules.active}
        self.excuse = self.mask(pack.excuse)
        self.trumps = self.mask(pack.trumps)
        self.suits = [
            0 if pack.is_excuse(card)
            else self.mask(c for c in self.cards if pack.suit(c) == pack.suit(card))
            for card in self.cards
        ]  # fmt: skip
        self.above = [
            self.mask(
                c for c in self.cards
                if pack.suit(c) == pack.suit(card) and pack.beats(c, card)
            )
            for card in self.cards
        ]  # fmt: skip
        self.beats = [
            self.mask(c for c in self.cards if not pack.is_excuse(c) and pack.beats(c, card))
            for card in self.cards
        ]
        self.follow = "follow" in row.duties
        self.trump = "trump" in row.duties
        self.overtrump = "overtrump" in row.duties
        self.beat = "beat" in row.duties
        #: Cards that a bar may take out: with one of them in hand the bars have to be asked. `later`:
        #: those after so many tricks (`early`), when bars for the first tricks are over.
        self.watched = self.later = self.early = 0
        for bar in row.bars.values():
            cards = self.bit[bar.card] if bar.card else self.full
            self.watched |= cards
            last = _last_trick(bar.when)
            self.early = max(self.early, last or 0)
            self.later |= 0 if last else cards
        #: Cards that may win a trick although they are not the highest.
        self.exceptions = self.mask({wins.card for wins in row.wins.values()})

    def mask(self, cards: Iterable[Card]) -> int:
        """The bits of these cards."""
        return sum(self.bit[card] for card in cards)

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of these bits in the pack's order."""
        found = []
        while mask:
            low = mask & -mask
            found.append(self.cards[low.bit_length() - 1])
            mask ^= low
        return tuple(found)

    def choices_of(self, mask: int) -> tuple[Choice, ...]:
        """The choices to play these cards, in the pack's order."""
        return self._each(self.choices, self.kept, mask)

    def actions_of(self, seat: Seat, mask: int) -> tuple[Action, ...]:
        """That seat's actions of playing these cards, in the pack's order."""
        return self._each(self.actions[seat], self.acts[seat], mask)

    @staticmethod
    def _each[T](of: dict[int, T], kept: dict[int, tuple[T, ...]], mask: int) -> tuple[T, ...]:
        """What stands for each of these bits; few bits come again and again and are kept."""
        found = kept.get(mask)
        if found is None:
            listed = []
            left = mask
            while left:
                low = left & -left
                listed.append(of[low])
                left ^= low
            found = tuple(listed)
            if len(found) < _FEW:
                kept[mask] = found
        return found

    def legal(self, held: int, led: int, best: int) -> int:
        """What of these cards the duties leave. led: the bits of the suit to be followed, 0 while
        nothing (or only an excuse) has been played; best: the card winning so far, by its place."""
        if not led:
            return held
        left = held & led
        if left and self.follow:
            if self.overtrump and led == self.trumps:
                left = left & self.above[best] or left
        elif self.trump and held & self.trumps:
            left = held & self.trumps
            if self.overtrump and self.suits[best] == self.trumps:
                left = left & self.above[best] or left
        else:
            left = held & ~self.excuse
        if self.beat:
            left = left & self.beats[best] or left
        return left | held & self.excuse


def _last_trick(when: Condition) -> int | None:
    """The last trick in which a condition can hold, where it names the tricks; else None."""
    last = 0
    for tests, _ in when.either:
        numbers = [
            int(word) for test in tests if test.name == "trick_no" for word in test.words
            if word.isdecimal()
        ]  # fmt: skip
        named = [test for test in tests if test.name == "trick_no" and not test.ranges]
        if not named or len(numbers) < len([w for test in named for w in test.words]):
            return None
        last = max(last, *numbers)
    return last or None


def course(rules: Table, play: str) -> Course:
    """The row of play in whole numbers, worked out once for each table."""
    found: Course | None = rules.courses.get(play)
    if found is None:
        found = rules.courses[play] = Course(rules, play)
    return found
