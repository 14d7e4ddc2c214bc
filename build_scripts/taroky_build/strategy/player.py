"""Players that look ahead, and hands put before them.

A player who is to play a card imagines how the hidden cards may lie (`guesses`), has each guess
played to its end at random many times at once (`taroky.players.worlds`), and plays the card after which its
side has done best. This player does not think about what others know, and bids, calls and discards are not
its business: an experiment says what is done there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from taroky.cards import Card
from taroky.counting.piles import SIDES
from taroky.game import apply, current, dealt, legal
from taroky.game.unseen import PERFECT, Memory
from taroky.hand import Action, Hand, Legal
from taroky.players.worlds import Played, play_out
from taroky.rules.table import Seat, Table

from taroky_build.strategy.guesses import guesses

#: What may be laid away, and how many: the cards that go.
Lay = Callable[[Table, Sequence[Card], Sequence[Card], int, random.Random], Sequence[Card]]


@dataclass(frozen=True)
class Player:
    """guesses, each: how many arrangements of the hidden cards, and how often each is played out.
    pagat: what winning the last trick with the tarok I is worth to it, in card points."""

    guesses: int = 10
    each: int = 10
    pagat: float = 10.0
    memory: Memory = PERFECT

    def card(self, hand: Hand, options: Legal, rng: random.Random) -> Card:
        """The card to play."""
        cards = [choice.what for choice in options.of("play")]
        if len(cards) == 1:
            return cards[0]
        worth = self.worths(hand, options.seat, rng)
        return max(cards, key=lambda card: worth.get(card, -1e9))

    def worths(self, hand: Hand, seat: Seat, rng: random.Random) -> dict[Card, float]:
        """What each card that may be played has brought, on average; a card that was never drawn at random is
        missing."""
        found = guesses(hand, seat, self.guesses, rng, self.memory)
        played = play_out(found, self.each, rng, keep=True)
        values = self._values(played, seat)
        return {
            card: sum(values[w] for w in worlds) / len(worlds)
            for card, plane in played.steps[0]
            if (worlds := _worlds(plane))
        }

    def _values(self, played: Played, seat: Seat) -> list[float]:
        """What each world is worth to this seat."""
        first = played.hands[0]
        if first.row.sides == "each":
            return _alone(played, seat)
        known: dict[object, float] = {}
        points = {
            side: [known.setdefault(p, float(p)) for p in played.points[side]] for side in SIDES
        }
        each = played.each
        values: list[float] = []
        for g, guess in enumerate(played.hands):
            side = SIDES[0] if seat in guess.declarers else SIDES[1]
            values += points[side][g * each : (g + 1) * each]
        row = next((row for row in first.rules.bonuses.values() if row.card == "I"), None)
        if self.pagat and row is not None:
            said = any(first.rules.bonuses[bonus].card == "I" for _, bonus in first.undertaken)
            self._add_pagat(played, seat, values, row.side == "last_takers", said)
        return values

    def _add_pagat(
        self, played: Played, seat: Seat, values: list[float], takers: bool, said: bool
    ) -> None:
        """What the tarok I in the last trick adds. takers: it is for the player who takes that trick, and
        not for its holder, who must win it with the I; said: it has been announced."""
        first = played.hands[0]
        here, alone = _last_pagat(played)
        for g, guess in enumerate(played.hands):
            holder = guess.holder("I")
            block = here >> g * played.each & (1 << played.each) - 1
            if holder is None or not (block or said):
                continue
            for w in range(g * played.each, (g + 1) * played.each):
                if not here >> w & 1:
                    won: bool | None = False if said else None
                elif takers:
                    winner = next(
                        s for s, p in zip(first.active, played.won[-1], strict=True) if p >> w & 1
                    )
                    won = guess.same_side(winner, seat) == guess.same_side(holder, seat)
                else:
                    won = bool(alone >> w & 1)
                if won is not None:
                    good = won == guess.same_side(holder, seat)
                    values[w] += self.pagat if good else -self.pagat


def _last_pagat(played: Played) -> tuple[int, int]:
    """The worlds in which the I fell in the last trick, and those in which no other tarok did."""
    first = played.hands[0]
    taroky = first.rules.cards.members("taroky") - {"I"}
    here = other = 0
    for step in played.steps[-len(first.active) :]:
        for card, plane in step:
            here |= plane if card == "I" else 0
            other |= plane if card in taroky else 0
    if len(played.steps) < len(first.active) and first.play.trick:  # the last trick is under way
        here |= -1 if "I" in first.play.trick.cards else 0
        other |= -1 if taroky & {*first.play.trick.cards} else 0
    return here, here & ~other


def _worlds(plane: int) -> list[int]:
    return [w for w, bit in enumerate(reversed(f"{plane:b}")) if bit == "1"]


def _alone(played: Played, seat: Seat) -> list[float]:
    """Where each plays alone and most points lose: three to pay, or a third to get."""
    points = played.points
    values = []
    for w in range(played.worlds):
        most = max(points[s][w] for s in points)
        losers = sum(points[s][w] == most for s in points)
        got = (len(points) - losers) / len(points)
        values.append((-got if points[seat][w] == most else losers / len(points))
                      - float(points[seat][w]) / 200)  # fmt: skip
    return values


# -- hands put before the players ------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """What is done before the first card. bids: what each seat says in the auction, the lowest bid or
    a pass if it is not named; call: the card (or word) the declarer calls, one that is allowed if not;
    lay: how cards are laid away; takes: which set of the talon a lone declarer takes; says: what a
    seat announces; offers: offers taken."""

    bids: Mapping[Seat, str] = field(default_factory=dict)
    call: Callable[[Hand, Sequence[str]], str] | None = None
    lay: Lay | None = None
    takes: str = "first"
    says: Callable[[Hand, Seat, Sequence[str]], Sequence[str]] | None = None
    offers: frozenset[str] = frozenset()


def shape(rules: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
          ) -> Sequence[Card]:  # fmt: skip
    """Lays away the shortest suits first, so that they run out; of a suit the dearest cards first."""
    pack = rules.cards

    def order(card: Card) -> tuple[bool, int, str, int, int]:
        suit = pack.suit(card)
        own = [c for c in hand if pack.suit(c) == suit]
        kept = sum(c not in may for c in own)  # a suit with its king cannot be laid away whole
        return (suit == "T", len(own) + 3 * kept, suit, -pack.value(card), pack.position(card))

    return sorted(may, key=order)[:n]


def before_play(rules: Table, hands: Mapping[Seat, Sequence[Card]], talon: Sequence[Card],
                plan: Plan, rng: random.Random) -> Hand:  # fmt: skip
    """The hand when its first card is due, or over if it does not come to that."""
    hand = dealt(rules, hands, talon)
    while (asked := current(hand)) is not None and asked[0].name != "play":
        options = legal(hand)
        assert options is not None
        hand = apply(hand, _planned(hand, options, plan, rng))
    return hand


def _planned(hand: Hand, options: Legal, plan: Plan, rng: random.Random) -> Action:
    seat, kinds = options.seat, options.kinds
    if "choose" in kinds:
        for choice in options.of("choose"):
            if choice.what in plan.offers:
                return Action(seat, "choose", (choice.what,))
    if "bid" in kinds:
        words = [choice.what for choice in options.of("bid")]
        wanted = plan.bids.get(seat, "")
        calls = hand.rules.auction.calls
        word = wanted if wanted in words else min(words, key=lambda w: calls[w].rank or 0)
        return Action(seat, "bid", (word,))
    if "call" in kinds:
        words = [choice.what for choice in options.of("call")]
        word = (
            plan.call(hand, words)
            if plan.call
            else next(
                (
                    w
                    for w in words
                    if w in hand.rules.cards.cards and w not in hand.cards.hands[seat]
                ),
                words[-1],
            )
        )
        return Action(seat, "call", (word,))
    if "discard" in kinds:
        n, _ = options.picks["discard"]
        must = [c.what for c in options.of("discard") if c.must]
        may = [c.what for c in options.of("discard") if not c.must]
        lay = plan.lay or shape
        chosen = [*must, *lay(hand.rules, hand.cards.hands[seat], may, n - len(must), rng)]
        return Action(seat, "discard", tuple(chosen))
    if "take" in kinds:
        names = [choice.what for choice in options.of("take")]
        if plan.takes in names or "reject" not in kinds:
            return Action(seat, "take", (plan.takes if plan.takes in names else names[0],))
        return Action(seat, "reject")
    if "say" in options.offered and not {"look", "pick", "draw"} & {*kinds}:
        items = [choice.what for choice in options.of("say")]
        said = [*plan.says(hand, seat, items)] if plan.says else []
        must = [c.what for c in options.of("say") if c.must and c.what not in said]
        return Action(seat, "say", (*must, *said) or ("nothing",))
    if "look" in kinds or "pick" in kinds:
        kind = "look" if "look" in kinds else "pick"
        n, _ = options.picks[kind]
        return Action(seat, kind, tuple(c.what for c in options.of(kind)[:n]))
    if "draw" in kinds:
        return Action(seat, "draw")
    if "choose" in kinds:
        return Action(seat, "choose", ("play_on",))
    raise ValueError(f"nothing planned for {options}")


def play_on(hand: Hand, rng: random.Random, player: Player | Mapping[Seat, Player]) -> Hand:
    """The hand played to its end."""
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        if asked[0].name != "play":
            hand = apply(hand, _planned(hand, options, Plan(), rng))
            continue
        who = player if isinstance(player, Player) else player[asked[1]]
        hand = apply(hand, Action(asked[1], "play", (who.card(hand, options, rng),)))
    return hand
