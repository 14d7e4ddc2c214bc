"""Exercises: a position and what is asked about it. Every one comes from data (a lesson) or from a
kind, a topic and a seed, so that an address leads back to exactly that exercise."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from taroky import rules as tables
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.messages import say
from taroky.phases.play import legal_cards
from taroky.rules.table import Contract, Seat, Table

#: Topics of the exercises that can be made afresh, by kind.
TOPICS: dict[str, tuple[str, ...]] = {
    "pick-legal": ("follow", "void", "nothing", "tarok", "free"),
    "who-wins": ("suit", "tarok", "any"),
    "count-pile": ("threes", "leftover"),
}
KINDS = tuple(TOPICS)
_SEED = re.compile(r"[a-z0-9]{1,16}")


@dataclass(frozen=True)
class Exercise:
    """kind: one of KINDS; topic, seed: how to make it again, "" for a position of a lesson.

    hand and trick for pick-legal (you sit at A, the leader follows from the trick's length), trick
    and leader for who-wins, pile for count-pile.
    """

    kind: str
    rules: str
    topic: str
    seed: str = ""
    contract: str = ""
    hand: tuple[Card, ...] = ()
    trick: tuple[Card, ...] = ()
    leader: Seat = "A"
    pile: tuple[Card, ...] = ()

    @property
    def table(self) -> Table:
        """The rule table it is played by."""
        return tables.load(self.rules)

    def as_json(self) -> dict[str, Any]:
        """Plain data; empty fields are left out."""
        data = {
            "kind": self.kind, "rules": self.rules, "topic": self.topic, "seed": self.seed,
            "contract": self.contract, "hand": list(self.hand), "trick": list(self.trick),
            "leader": self.leader, "pile": list(self.pile),
        }  # fmt: skip
        return {key: value for key, value in data.items() if value}


def _bad(what: str) -> RecordError:
    return RecordError(say("exercise.bad", what=what[:60]))


def from_json(data: Any) -> Exercise:
    """The exercise that data holds, every part checked. Raises TarokyError."""
    if not isinstance(data, Mapping):
        raise _bad(str(data))
    kind, topic, seed = (str(data.get(key, "")) for key in ("kind", "topic", "seed"))
    if kind not in TOPICS or topic not in TOPICS[kind]:
        raise _bad(f"{kind} {topic}")
    if seed and not _SEED.fullmatch(seed):
        raise _bad(seed)
    rules = str(data.get("rules", "hlucin"))
    table = tables.load(rules)
    contract = str(data.get("contract") or next(iter(table.contracts)))
    leader = str(data.get("leader", "A"))
    if contract not in table.contracts or leader not in table.active:
        raise _bad(f"{contract} {leader}")
    piles = {}
    for key in ("hand", "trick", "pile"):
        value = data.get(key, [])
        if not isinstance(value, list | str):
            raise _bad(str(value))
        piles[key] = table.cards.parse_all(value)
    hand, trick, pile = piles["hand"], piles["trick"], piles["pile"]
    if set(hand) & set(trick) or len(trick) > len(table.active):
        raise _bad(" ".join(trick))
    if {"pick-legal": not hand, "who-wins": len(trick) < 2, "count-pile": not pile}[kind]:
        raise _bad(kind)
    if kind == "pick-legal":
        leader = table.active[(len(table.active) - len(trick)) % len(table.active)]
        hand = table.cards.sort(hand)
    return Exercise(kind, rules, topic, seed, contract, hand, trick, leader, pile)


def make(kind: str, topic: str, seed: str, rules: str = "hlucin") -> Exercise:
    """The exercise of this kind and topic with this seed: always the same. Raises TarokyError."""
    if kind not in TOPICS or topic not in TOPICS[kind] or not _SEED.fullmatch(seed):
        raise _bad(f"{kind} {topic} {seed}")
    table = tables.load(rules)
    rng = random.Random(f"{kind}/{topic}/{seed}")
    while True:
        cards = table.cards.shuffled(rng)
        found = _MAKERS[kind](table, rng, cards, topic)
        if found is not None:
            return from_json({"kind": kind, "rules": rules, "topic": topic, "seed": seed, **found})


def _first_contract(table: Table) -> Contract:
    """The contract that made exercises are about: the first, plainest one of the table."""
    return next(iter(table.contracts.values()))


def _pick_legal(
    table: Table, rng: random.Random, cards: tuple[Card, ...], topic: str
) -> dict[str, Any] | None:
    pack = table.cards
    hand, trick = cards[: rng.randint(5, 9)], cards[40 : 40 + rng.randint(1, 3)]
    if topic == "free":
        trick = ()
    held = {pack.suit(card) for card in hand}
    lead = pack.suit(trick[0]) if trick else ""
    fits = {
        "follow": lead in held and lead != "T",
        "void": lead not in held and "T" in held,
        "nothing": lead not in held and "T" not in held,
        "tarok": lead == "T" and "T" in held,
        "free": not trick,
    }[topic]
    legal = legal_cards(table, _first_contract(table).play, hand, trick)
    if not fits or (trick and topic != "nothing" and len(legal) == len(hand)):
        return None
    return {"hand": list(hand), "trick": list(trick)}


def _who_wins(
    table: Table, rng: random.Random, cards: tuple[Card, ...], topic: str
) -> dict[str, Any] | None:
    trick = cards[: len(table.active)]
    suits = [table.cards.suit(card) for card in trick]
    taroky = suits.count("T")
    same = suits.count(suits[0])
    if (topic == "suit" and (taroky or same < 2)) or (topic == "tarok" and not 1 <= taroky < 4):
        return None
    return {"trick": list(trick), "leader": rng.choice(table.active)}


def _count_pile(
    table: Table, rng: random.Random, cards: tuple[Card, ...], topic: str
) -> dict[str, Any] | None:
    size = rng.choice((6, 9)) if topic == "threes" else rng.choice((5, 7, 8))
    pile = cards[:size]
    if sum(table.cards.value(card) > 1 for card in pile) < 2:
        return None
    return {"pile": list(pile)}


_MAKERS = {"pick-legal": _pick_legal, "who-wins": _who_wins, "count-pile": _count_pile}
