"""Count what the deal alone decides: how taroky, suits and single cards are spread. Nobody plays."""

from __future__ import annotations

import random
from collections.abc import Sequence

from taroky.cards import SUITS, Card
from taroky.phases.declaring import judge_declarations
from taroky.rules.table import Seat, Table

from taroky_devtools.strategy.experiment import Experiment, Measured, seen

Deal = tuple[dict[Seat, Sequence[Card]], Sequence[Card]]


def deal(table: Table, rng: random.Random, first: Sequence[Card] = ()) -> Deal:
    """Hands and talon drawn at random; first: cards that A holds for certain."""
    pack = [card for card in table.cards.cards if card not in first]
    rng.shuffle(pack)
    n = table.deal.hand
    pack = [*first, *pack]
    hands: dict[Seat, Sequence[Card]] = {
        seat: pack[i * n : (i + 1) * n] for i, seat in enumerate(table.active)
    }
    return hands, pack[len(table.active) * n :]


def deal_with_taroky(table: Table, rng: random.Random, taroky: int) -> Deal:
    """The same, but A holds exactly that many taroky."""
    pack = table.cards
    own = rng.sample(pack.trumps, taroky)
    suit_cards = [card for card in pack.cards if card not in pack.trumps]
    return deal(table, rng, [*own, *rng.sample(suit_cards, table.deal.hand - taroky)])


def count(table: Table, cards: Sequence[Card], of: str) -> int:
    """How many of a set."""
    members = table.cards.members(of)
    return sum(card in members for card in cards)


def _spread(table: Table, rng: random.Random, n: int) -> Measured:
    hands, talon = deal(table, rng)
    held = [count(table, hands[seat], "taroky") for seat in table.active]
    figures: dict[str, float] = {
        "own": held[0],
        "most": max(held),
        "talon": count(table, talon, "taroky"),
    }
    for k in range(table.deal.hand + 1):
        figures |= seen({f"own.{k}": held[0] == k, f"most.{k}": max(held) == k})
    figures |= seen({f"own.{k}+": held[0] >= k for k in range(1, table.deal.hand + 1)})
    figures |= seen({f"some.{k}+": max(held) >= k for k in range(1, table.deal.hand + 1)})
    figures |= seen({"own.0-2": held[0] <= 2, "some.0-2": min(held) <= 2})
    if held[0]:
        figures[f"others_most.{held[0]}"] = max(held[1:])
    return figures


def _cards(table: Table, rng: random.Random, n: int) -> Measured:
    """Five-point cards and single honours."""
    hands, talon = deal(table, rng)
    mine = hands[table.active[0]]
    kings, trul = count(table, mine, "kings"), count(table, mine, "trul")
    figures = seen({f"kings.{k}": kings == k for k in range(5)})
    figures |= seen({f"trul.{k}": trul == k for k in range(4)})
    figures |= {"five": kings + trul}
    figures |= seen({f"five.{k}+": kings + trul >= k for k in range(1, 8)})
    figures |= seen(
        {
            "talon.king": count(table, talon, "kings"),
            "talon.trul": count(table, talon, "trul"),
            "talon.five": count(table, talon, "kings") + count(table, talon, "trul"),
            "talon.SKYZ": "SKYZ" in talon,
        }
    )
    figures["talon.points"] = sum(map(table.cards.value, talon))
    return figures


def _declarations(table: Table, rng: random.Random, n: int) -> Measured:
    """Return what may be declared with the cards as dealt."""
    hands, _ = deal(table, rng)
    figures: dict[str, float] = {}
    by_seat = [
        {c.what for c in judge_declarations(table, hands[seat]) if c.legal} for seat in table.active
    ]
    for name in table.declarations.rows:
        figures |= seen(
            {f"own.{name}": name in by_seat[0], f"some.{name}": any(name in b for b in by_seat)}
        )
    return figures | seen({"own": by_seat[0], "some": any(by_seat)})


def _suits(table: Table, rng: random.Random, n: int) -> Measured:
    """The length of suits, and how they lie with the others."""
    hands, _ = deal(table, rng)
    first, *other_seats = table.active
    pack = table.cards
    length = {
        seat: {suit: sum(pack.suit(c) == suit for c in hands[seat]) for suit in SUITS}
        for seat in table.active
    }
    mine = length[first]
    suit = SUITS[n % 4]
    figures = seen({f"length.{k}": mine[suit] == k for k in range(7)})
    figures |= seen(
        {
            "void": 0 in mine.values(),
            "singleton": 1 in mine.values(),
            "short": min(mine.values()) <= 1,
        }
    )
    figures["longest"] = max(mine.values())
    void = [s for s in other_seats if not length[s][suit]]
    ruffs = any(any(map(pack.is_tarok, hands[s])) for s in void)
    if mine[suit]:
        figures |= seen({f"walks.{mine[suit]}": not ruffs})
    if f"K{suit}" in hands[first]:
        figures |= seen({f"king_walks.{mine[suit]}": not ruffs, "king_walks": not ruffs})
        figures |= seen({"king_alone": mine[suit] == 1})
    return figures


def _called(table: Table, rng: random.Random, n: int) -> Measured:
    """Return where the XIX is that A calls without holding it, and what its holder has. Draws: four for
    A, one for B, one for C."""
    pack = [card for card in table.cards.cards if card != "XIX"]
    rng.shuffle(pack)
    size = table.deal.hand
    own, rest = pack[:size], ["XIX", *pack[size:]]
    rng.shuffle(rest)
    hands = {seat: rest[i * size : (i + 1) * size] for i, seat in enumerate("BCD")}
    talon = rest[3 * size :]
    drawn = {"A": talon[:4], "B": talon[4:5], "C": talon[5:6]}
    holder = next((s for s in "BCD" if "XIX" in hands[s]), "")
    drawer = next((s for s in "ABC" if "XIX" in drawn[s]), "")
    figures = seen({"talon": drawer, "alone": drawer == "A"})
    figures |= seen({f"partner.{s}": s in (holder, drawer) for s in "BCD"})
    held = {s: count(table, hands[s], "taroky") for s in "BCD"}
    if holder:
        opponents = [s for s in "BCD" if s != holder]
        figures["taroky.partner"] = held[holder]
        figures["taroky.opponent"] = sum(held[s] for s in opponents) / 2
        figures |= seen(
            {"partner.SKYZ": "SKYZ" in hands[holder], "partner.XXI": "XXI" in hands[holder]}
        )
    figures["taroky.caller"] = count(table, own, "taroky")
    return figures


def _king(table: Table, rng: random.Random, n: int) -> Measured:
    """Return where a king is that A calls without holding it, as kings are called before the talon is
    seen."""
    hands, talon = deal(table, rng)
    missing = [f"K{suit}" for suit in SUITS if f"K{suit}" not in hands["A"]]
    if not missing:
        return {}
    king = rng.choice(missing)
    return seen({"talon": king in talon, "partner": king not in talon})


_LATER = {"povinnost.throw_in_unchallenged": "no"}

EXPERIMENTS = (
    Experiment(
        "spread",
        "how many taroky each player and the talon are dealt",
        "hlucin",
        50_000,
        100,
        _spread,
    ),
    Experiment(
        "spread-78",
        "how many taroky each player and the talon are dealt, with 78 cards",
        "french",
        50_000,
        100,
        _spread,
    ),
    Experiment(
        "honours",
        "which kings and honours a hand and the talon are dealt",
        "hlucin",
        50_000,
        100,
        _cards,
    ),
    Experiment(
        "honours-78",
        "which kings and honours a hand and the talon are dealt, with 78 cards",
        "french",
        50_000,
        100,
        _cards,
    ),
    Experiment(
        "suits",
        "how long the suits are as dealt, and whether the first round of a suit can be trumped",
        "hlucin",
        50_000,
        100,
        _suits,
    ),
    Experiment(
        "suits-78",
        "how long the suits are as dealt, with 78 cards, and whether the first round of a suit can be trumped",
        "french",
        50_000,
        100,
        _suits,
    ),
    *(
        Experiment(
            f"declare-{game}",
            "what may be declared with a hand as it is dealt",
            game,
            20_000,
            30,
            _declarations,
        )
        for game in ("hlucin", "polish", "machtarok", "victoria", "heun", "french")
    ),
    Experiment(
        "called",
        "where the XIX is when the first player calls it without holding it",
        "hlucin",
        50_000,
        100,
        _called,
    ),
    Experiment(
        "called-king",
        "where a king is when the first player calls it without holding it",
        "heun",
        50_000,
        100,
        _king,
    ),
)
