"""The duties of a row of play in whole numbers: a card is a bit, a hand is a sum of bits.

Bit i is card i of the pack's order, so within a suit, and among taroky, a lower bit is a stronger
card. What is worked out here is what `taroky.phases.play` gives the reasons for, card by card; a test
holds the two against each other for every rule set. Bars and cards held back are left to that file:
`watched` tells when it has to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taroky.cards import Card
from taroky.hand.actions import Choice
from taroky.rules.table import Table


class CardBits:
    """One row of `play` over one pack.

    suits: by card the bits of its suit (taroky are one, an excuse has none); beats: by card the bits
    of all cards that beat it while it is winning; above: those of its own suit among them.
    """

    def __init__(self, table: Table, play: str) -> None:
        pack, row = table.cards, table.play[play]
        self.cards = pack.cards
        self.index = {card: i for i, card in enumerate(self.cards)}
        self.bit = {card: 1 << i for i, card in enumerate(self.cards)}
        self.full = (1 << len(self.cards)) - 1
        self.choices = {card: Choice("play", card) for card in self.cards}
        self.excuse = self.mask(pack.excuse)
        self.trumps = self.mask(pack.trumps)
        self.suits = [
            0
            if pack.is_excuse(card)
            else self.mask(c for c in self.cards if pack.suit(c) == pack.suit(card))
            for card in self.cards
        ]
        self.above = [
            self.mask(
                c for c in self.cards if pack.suit(c) == pack.suit(card) and pack.beats(c, card)
            )
            for card in self.cards
        ]
        self.beats = [
            self.mask(c for c in self.cards if not pack.is_excuse(c) and pack.beats(c, card))
            for card in self.cards
        ]
        self.follow = "follow" in row.duties
        self.trump = "trump" in row.duties
        self.overtrump = "overtrump" in row.duties
        self.beat = "beat" in row.duties
        #: Cards that a bar may take out: with one of them in hand the bars have to be asked.
        self.watched = 0
        for bar in row.bars.values():
            self.watched |= self.bit[bar.card] if bar.card else self.full

    def mask(self, cards: Iterable[Card]) -> int:
        """The bits of these cards."""
        bit = self.bit
        return sum([bit[card] for card in cards])

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of these bits in the pack's order."""
        cards = []
        while mask:
            low = mask & -mask
            cards.append(self.cards[low.bit_length() - 1])
            mask ^= low
        return tuple(cards)

    def led_and_best(self, trick: Sequence[Card]) -> tuple[int, int]:
        """Return the bits of the suit to be followed in a trick under way, 0 while nothing (or only an
        excuse) has been played, and the place of the card winning so far."""
        led, best = 0, -1
        for card in trick:
            i = self.index[card]
            if best < 0 or self.beats[best] >> i & 1:
                best = i
            led = led or self.suits[i]
        return led, best

    def legal(self, held: int, led: int, best: int) -> int:
        """Return what of these cards the duties leave. led: the bits of the suit to be followed, 0
        while nothing (or only an excuse) has been played; best: the card winning so far, by its place."""
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


def card_bits(table: Table, play: str) -> CardBits:
    """Return that row of play in whole numbers, worked out once for each table."""
    bits: CardBits | None = table.memo.get(("card_bits", play))
    if bits is None:
        bits = table.memo["card_bits", play] = CardBits(table, play)
    return bits
