"""The kinds of tasks, and exercises made of them: from data (a lesson wrote it down) or from a kind,
a topic, a level and a seed, so that an address leads back to exactly that exercise."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

from taroky import rules
from taroky.messages import quoted
from taroky.numbers import is_whole

from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, options_of
from taroky_tutorials.tasks.exercise import LEVELS, Event, Exercise, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome

__all__ = [
    "KINDS",
    "MODULES",
    "Event",
    "Exercise",
    "Feedback",
    "Kind",
    "Outcome",
    "State",
    "from_json",
    "make",
]

#: The module of this room that has the class of each kind.
MODULES = {
    "find-cards": "tricks.find_cards",
    "pick-legal": "tricks.pick_legal",
    "pick-goal": "tricks.pick_goal",
    "who-wins": "tricks.who_wins",
    "order-cards": "tricks.order_cards",
    "count-pile": "counting.count_pile",
    "choose-call": "before_play.choose_call",
    "pick-best": "best_choice.task",
    "call-partner": "before_play.choose_call",
    "choose-discards": "before_play.holdings",
    "name-declarations": "before_play.holdings",
    "who-pays": "counting.settling",
    "true-false": "true_false",
    "order-phases": "tricks.order_cards",
    "who-is-partner": "tricks.who_is_partner",
    "choose-set": "before_play.choose_set",
    "order-doubles": "before_play.doubling",
    "who-doubles": "before_play.doubling",
    "who-owes": "tricks.excuse",
    "swap-card": "tricks.excuse",
    "reach-target": "counting.targets",
    "whole-hand": "whole_hand.task",
    "open-tricks": "open_tricks.task",
}


class _Kinds(Mapping[str, Kind[Any]]):
    """All kinds by name. A page has few of them, and the browser's Python is sooner ready if it reads
    only these."""

    def __init__(self) -> None:
        self._loaded: dict[str, Kind[Any]] = {}

    def __getitem__(self, name: str) -> Kind[Any]:
        if name not in self._loaded:
            module = importlib.import_module(f"{__package__}.{MODULES[name]}")
            self._loaded[name] = getattr(module, name.title().replace("-", ""))()
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(MODULES)

    def __len__(self) -> int:
        return len(MODULES)


KINDS: Mapping[str, Kind[Any]] = _Kinds()
_SEED = re.compile(r"[a-z0-9]{1,16}")
_TOPIC = re.compile(r"[a-z0-9-]{0,40}")
#: How many draws of the cards are tried before a topic is given up.
_DRAWS = 3_000


def _text(data: Mapping[str, Any], key: str, usual: str = "") -> str:
    """A text whole, since a packed house table is long; anything else as a refusal will quote it."""
    value = data.get(key, usual)
    return value if isinstance(value, str) else quoted(value)


def from_json(data: Any) -> Exercise[Any]:
    """The exercise that data holds, every part checked. Raises TarokyError."""
    if not isinstance(data, Mapping):
        raise bad(data)
    kind, topic, seed = (_text(data, key) for key in ("kind", "topic", "seed"))
    if kind not in KINDS or not _TOPIC.fullmatch(topic) or (seed and not _SEED.fullmatch(seed)):
        raise bad(f"{kind} {topic} {seed}")
    options = options_of(data.get("options", {}))
    game = _text(data, "rules", "hlucin")
    table = rules.load(game, dict(options))
    position = KINDS[kind].read(table, data)
    return Exercise(kind, game, topic, position, seed, _level(data.get("level", 1)), options)


def make(
    kind: str,
    topic: str,
    seed: str,
    game: str = "hlucin",
    level: int = 1,
    options: Mapping[str, str] | None = None,
) -> Exercise[Any]:
    """The exercise of this kind, topic and level with this seed: always the same. Raises
    TarokyError for a topic that the rule set does not have."""
    if kind not in KINDS or topic not in KINDS[kind].topics or not _SEED.fullmatch(seed):
        raise bad(f"{kind} {topic} {seed}")
    table = rules.load(game, options)
    if not KINDS[kind].has(table, topic):
        raise bad(f"{kind} {topic} {game}")
    rng = random.Random(f"{kind}/{topic}/{_level(level)}/{seed}")
    for _ in range(_DRAWS):
        position = KINDS[kind].make(table, rng, topic, level)
        if position is not None:
            return from_json(
                {
                    "kind": kind,
                    "rules": game,
                    "topic": topic,
                    "seed": seed,
                    "level": level,
                    "options": dict(options or {}),
                    **position,
                }
            )
    raise bad(f"{kind} {topic} {game}")


def _level(value: Any) -> int:
    if isinstance(value, bool) or not is_whole(value) or int(value) not in LEVELS:
        raise bad(f"level {value}")
    return int(value)
