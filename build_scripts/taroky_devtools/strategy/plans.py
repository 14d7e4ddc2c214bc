"""Hands put before players: what is said and discarded until the moment that an experiment is about."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from taroky.cards import Card
from taroky.game import apply, current, dealt, legal
from taroky.hand import Action, Hand, Legal
from taroky.rules.table import Seat, Table

#: What may be discarded, and how many: the cards that go.
Lay = Callable[[Table, Sequence[Card], Sequence[Card], int, random.Random], Sequence[Card]]


@dataclass(frozen=True)
class Plan:
    """A plan of what is done before the first card. bids: what each seat says in the auction, the
    lowest bid or a pass if it is not named; says: what each seat announces; takes: which set of the
    talon a lone declarer takes."""

    bids: Mapping[Seat, str] = field(default_factory=dict)
    says: Mapping[Seat, Sequence[str]] = field(default_factory=dict)
    takes: str = "first"


def shape(
    table: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
) -> Sequence[Card]:
    """Discard the shortest suits first, so that they run out; of a suit the most valuable cards first."""
    pack = table.cards

    def order(card: Card) -> tuple[bool, int, str, int, int]:
        suit = pack.suit(card)
        own = [c for c in hand if pack.suit(c) == suit]
        kept = sum(c not in may for c in own)  # a suit with its king cannot be discarded whole
        return (suit == "T", len(own) + 3 * kept, suit, -pack.value(card), pack.position(card))

    return sorted(may, key=order)[:n]


def until(
    table: Table,
    hands: Mapping[Seat, Sequence[Card]],
    talon: Sequence[Card],
    plan: Plan,
    rng: random.Random,
    moment: Callable[[Hand, Legal], bool],
) -> tuple[Hand, Legal] | None:
    """The hand by this plan when a moment has come, with what is legal; None if it does not come
    before the first card."""
    return on(dealt(table, hands, talon), plan, rng, moment)


def on(
    hand: Hand, plan: Plan, rng: random.Random, moment: Callable[[Hand, Legal], bool]
) -> tuple[Hand, Legal] | None:
    """The same from a hand that is under way."""
    while current(hand) is not None:
        options = legal(hand)
        assert options is not None
        if moment(hand, options):
            return hand, options
        if options.phase == "play":
            return None
        hand = apply(hand, planned(hand, options, plan, rng))
    return None


def turn(seat: Seat, kind: str) -> Callable[[Hand, Legal], bool]:
    """The moment when this seat has something of a kind to choose."""
    return lambda hand, options: options.seat == seat and kind in options.kinds


def first_card(hand: Hand, options: Legal) -> bool:
    """The moment when the first card is due."""
    return options.phase == "play"


def planned(hand: Hand, options: Legal, plan: Plan, rng: random.Random) -> Action:
    """Return what the plan does here; where it says nothing, what is usual."""
    seat, kinds = options.seat, options.kinds
    if "bid" in kinds:
        words = [choice.what for choice in options.of("bid")]
        wanted, calls = plan.bids.get(seat, ""), hand.table.auction.calls
        word = wanted if wanted in words else min(words, key=lambda w: calls[w].rank or 0)
        return Action(seat, "bid", (word,))
    if "call" in kinds:
        words = [choice.what for choice in options.of("call")]
        pack, held = hand.table.cards.cards, hand.cards.hands[seat]
        not_held = [word for word in words if word in pack and word not in held]
        return Action(seat, "call", ((not_held or words[-1:])[0],))
    if "discard" in kinds:
        n, _ = options.picks["discard"]
        must = [c.what for c in options.of("discard") if c.must]
        may = [c.what for c in options.of("discard") if not c.must]
        chosen = [*must, *shape(hand.table, hand.cards.hands[seat], may, n - len(must), rng)]
        return Action(seat, "discard", tuple(chosen))
    if "take" in kinds:
        names = [choice.what for choice in options.of("take")]
        if plan.takes in names or "reject" not in kinds:
            return Action(seat, "take", (plan.takes if plan.takes in names else names[0],))
        return Action(seat, "reject")
    if "say" in options.offered and not {"look", "pick", "draw"} & {*kinds}:
        items = [choice.what for choice in options.of("say")]
        said = [item for item in plan.says.get(seat, ()) if item in items]
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
