"""The kinds of tasks, and exercises made of them: from data (a lesson wrote it down) or from a kind,
a topic, a level and a seed, so that an address leads back to exactly that exercise."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from taroky import rules as tables
from taroky.numbers import is_whole

from taroky_tutorials.tasks.base import (
    LEVELS,
    Event,
    Exercise,
    Feedback,
    Kind,
    Outcome,
    State,
    bad,
    options_of,
)
from taroky_tutorials.tasks.choose_call import CallPartner, ChooseCall
from taroky_tutorials.tasks.choose_set import ChooseSet
from taroky_tutorials.tasks.count_pile import CountPile
from taroky_tutorials.tasks.doubling import OrderDoubles, WhoDoubles
from taroky_tutorials.tasks.excuse import SwapCard, WhoOwes
from taroky_tutorials.tasks.find_cards import FindCards
from taroky_tutorials.tasks.holdings import ChooseDiscards, NameDeclarations
from taroky_tutorials.tasks.order_cards import OrderCards, OrderPhases
from taroky_tutorials.tasks.pick_goal import PickGoal
from taroky_tutorials.tasks.pick_legal import PickLegal
from taroky_tutorials.tasks.settling import WhoPays
from taroky_tutorials.tasks.statements import TrueFalse
from taroky_tutorials.tasks.targets import ReachTarget
from taroky_tutorials.tasks.who_is_partner import WhoIsPartner
from taroky_tutorials.tasks.who_wins import WhoWins
from taroky_tutorials.tasks.whole_hand import WholeHand

__all__ = [
    "KINDS", "Event", "Exercise", "Feedback", "Kind", "Outcome", "State", "from_json", "make",
]  # fmt: skip

KINDS: dict[str, Kind] = {kind.name: kind for kind in (
    FindCards(), PickLegal(), PickGoal(), WhoWins(), OrderCards(), CountPile(), ChooseCall(),
    CallPartner(), ChooseDiscards(), NameDeclarations(), WhoPays(), TrueFalse(), OrderPhases(),
    WhoIsPartner(), ChooseSet(), OrderDoubles(), WhoDoubles(),
    WhoOwes(), SwapCard(), ReachTarget(), WholeHand(),
)}  # fmt: skip
_SEED = re.compile(r"[a-z0-9]{1,16}")
_TOPIC = re.compile(r"[a-z0-9-]{0,40}")
#: So many draws of the cards are tried before a topic is given up.
_DRAWS = 3_000


def from_json(data: Any) -> Exercise:
    """The exercise that data holds, every part checked. Raises TarokyError."""
    if not isinstance(data, Mapping):
        raise bad(data)
    kind, topic, seed = (str(data.get(key, "")) for key in ("kind", "topic", "seed"))
    if kind not in KINDS or not _TOPIC.fullmatch(topic) or (seed and not _SEED.fullmatch(seed)):
        raise bad(f"{kind} {topic} {seed}")
    options = options_of(data.get("options", {}))
    rules = str(data.get("rules", "hlucin"))
    table = tables.load(rules, dict(options))
    position = KINDS[kind].read(table, data)
    return Exercise(kind, rules, topic, position, seed, _level(data.get("level", 1)), options)


def make(
    kind: str, topic: str, seed: str, rules: str = "hlucin", level: int = 1,
    options: Mapping[str, str] | None = None,
) -> Exercise:  # fmt: skip
    """The exercise of this kind, topic and level with this seed: always the same. Raises
    TarokyError for a topic that the rule set does not have."""
    if kind not in KINDS or topic not in KINDS[kind].topics or not _SEED.fullmatch(seed):
        raise bad(f"{kind} {topic} {seed}")
    table = tables.load(rules, options)
    if not KINDS[kind].has(table, topic):
        raise bad(f"{kind} {topic} {rules}")
    rng = random.Random(f"{kind}/{topic}/{_level(level)}/{seed}")
    for _ in range(_DRAWS):
        found = KINDS[kind].make(table, rng, topic, level)
        if found is not None:
            return from_json(
                {"kind": kind, "rules": rules, "topic": topic, "seed": seed, "level": level,
                 "options": dict(options or {}), **found}
            )  # fmt: skip
    raise bad(f"{kind} {topic} {rules}")


def _level(value: Any) -> int:
    if isinstance(value, bool) or not is_whole(value) or int(value) not in LEVELS:
        raise bad(f"level {value}")
    return int(value)
