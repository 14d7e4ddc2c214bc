"""The drill: endless exercises of a lesson. What comes next follows from what was done before and
from nothing else, so that the page only has to remember that.

What was missed comes back after a few others, and once more later on; the player who is quick and right
gets harder ones; topics open one after another, easiest first, and what went wrong lately comes up
more often.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky import rules
from taroky.errors import TarokyError

from taroky_tutorials.lessons.lesson import Drill
from taroky_tutorials.tasks.checks import bad
from taroky_tutorials.tasks.exercise import LEVELS
from taroky_tutorials.tasks.kinds import KINDS, Exercise, make

#: How much history is used; a page need not keep more.
MEMORY = 120
#: How many others come before an exercise that was missed comes back; then, once it was right, the
#: same again with more in between.
SPACES = (2, 6)
#: Within so many seconds the answer to an easy exercise of a kind is quick; harder ones take longer.
QUICK = {
    "who-wins": 6,
    "true-false": 8,
    "pick-goal": 8,
    "order-cards": 14,
    "pick-legal": 12,
    "choose-call": 14,
    "call-partner": 16,
    "name-declarations": 20,
    "choose-discards": 22,
    "order-phases": 25,
    "who-pays": 45,
    "count-pile": 45,
}
_QUICK_OTHERWISE = 15
#: How many quick and right answers in a row make a topic harder, and how many misses easier again.
_UP, _DOWN = 2, 2
_LONGEST = 600_000


@dataclass(frozen=True)
class Past:
    """One exercise that was done. tries: wrong answers, hints and looks at the solution; ms: from
    when it was shown until it was solved."""

    kind: str
    topic: str
    level: int
    seed: str
    tries: int
    ms: int

    @property
    def quick(self) -> bool:
        """Whether it was right at once and without thinking long."""
        most = QUICK.get(self.kind, _QUICK_OTHERWISE) * (0.5 + 0.5 * self.level)
        return self.tries == 0 and self.ms <= most * 1000

    @property
    def same(self) -> tuple[str, str, int, str]:
        """Return what makes it the same exercise as another one."""
        return self.kind, self.topic, self.level, self.seed


@dataclass(frozen=True)
class Next:
    """The next exercise. again: it was missed before; streak: how many of the last ones in a row
    were right at once."""

    exercise: Exercise[Any]
    again: bool
    streak: int


def choose(past: Sequence[Past], drills: Sequence[Drill], seed: str) -> Next:
    """The next exercise; always the same for the same past and seed. Raises TarokyError if there is
    nothing to drill."""
    open_ = [one for one in drills if KINDS[one.kind].has(rules.load(one.game), one.topic)]
    if not open_:
        raise bad("drill")
    known = {(one.kind, one.topic): one.game for one in open_}
    done = [one for one in past[-MEMORY:] if (one.kind, one.topic) in known]
    rng = random.Random(f"{seed}/{len(past)}/{past[-1].same if past else ''}")
    due = _due(done)
    if due is not None:
        try:
            game = known[due.kind, due.topic]
            return Next(make(due.kind, due.topic, due.seed, game, due.level), True, streak(done))
        except TarokyError:
            pass  # it was of an older edition of the lessons
    topic = _topic(done, open_, rng)
    return Next(_fresh(topic, level_of(done, topic), rng), False, streak(done))


def streak(past: Sequence[Past]) -> int:
    """How many of the last exercises in a row were right at once."""
    n = 0
    for one in reversed(past):
        if one.tries:
            break
        n += 1
    return n


def level_of(past: Sequence[Past], topic: Drill) -> int:
    """How hard the next exercise of a topic is."""
    level, quick, missed = LEVELS[0], 0, 0
    for one in past:
        if (one.kind, one.topic) != (topic.kind, topic.topic) or one.level < level:
            continue  # a repeated easy one neither lifts nor lowers
        quick = quick + 1 if one.quick else 0
        missed = missed + 1 if one.tries else 0
        if quick == _UP:
            level, quick = min(level + 1, LEVELS[-1]), 0
        if missed == _DOWN:
            level, missed = max(level - 1, LEVELS[0]), 0
    return level


def _due(past: Sequence[Past]) -> Past | None:
    """The exercise whose time to come back has come, the longest waiting first."""
    waiting: dict[tuple[str, str, int, str], tuple[int, int]] = {}
    latest: dict[tuple[str, str, int, str], Past] = {}
    for index, one in enumerate(past):
        latest[one.same] = one
        stage = waiting.pop(one.same, (0, -1))[1]
        if one.tries:
            waiting[one.same] = (index + 1 + SPACES[0], 0)
        elif 0 <= stage < len(SPACES) - 1:
            waiting[one.same] = (index + 1 + SPACES[stage + 1], stage + 1)
    ready = sorted((when, same) for same, (when, _) in waiting.items() if when <= len(past))
    return latest[ready[0][1]] if ready else None


def _topic(past: Sequence[Past], drills: Sequence[Drill], rng: random.Random) -> Drill:
    """A topic: the first one that is new once the one before it went well; else at random, weighted by
    what went wrong lately and by what is still easy."""
    seen = {(one.kind, one.topic) for one in past}
    right = {(one.kind, one.topic) for one in past if not one.tries}
    begun: list[Drill] = []
    for one in drills:
        here = (one.kind, one.topic)
        if here not in seen:
            before = begun[-1] if begun else None
            if before is None or (before.kind, before.topic) in right:
                return one
            break
        begun.append(one)
    last = past[-1] if past else None
    other_drills = [
        d for d in begun if last is None or (d.kind, d.topic) != (last.kind, last.topic)
    ]
    pool = other_drills or begun
    weights = [1 + 2 * _missed(past, one) + LEVELS[-1] - level_of(past, one) for one in pool]
    return rng.choices(pool, weights)[0]


def _missed(past: Sequence[Past], topic: Drill) -> int:
    """How many of the last three of a topic were missed."""
    of_topic = [one for one in past if (one.kind, one.topic) == (topic.kind, topic.topic)]
    return sum(one.tries > 0 for one in of_topic[-3:])


def _fresh(topic: Drill, level: int, rng: random.Random) -> Exercise[Any]:
    """An exercise of a topic; an easier one where this rule set has none so hard."""
    kind, of, game = topic.kind, topic.topic, topic.game
    for tried in range(level, LEVELS[0] - 1, -1):
        for _ in range(3):
            try:
                return make(kind, of, f"{rng.randrange(16**6):06x}", game, tried)
            except TarokyError:
                continue
    raise bad(f"{kind} {of} {game}")


def past_from_json(data: Any) -> tuple[Past, ...]:
    """A history as the page kept it; what does not fit is left out, as it only is practice."""
    rows = data if isinstance(data, list) else []
    return tuple(entry for row in rows[-MEMORY:] if (entry := _past(row)) is not None)


def _past(row: Any) -> Past | None:
    if not isinstance(row, Mapping):
        return None
    try:
        level, tries, ms = (int(row[key]) for key in ("level", "tries", "ms"))
    except (KeyError, TypeError, ValueError, OverflowError):
        return None
    kind, topic, seed = (str(row.get(key, ""))[:40] for key in ("kind", "topic", "seed"))
    if kind not in KINDS or level not in LEVELS:
        return None
    return Past(kind, topic, level, seed, max(0, tries), min(max(0, ms), _LONGEST))


def drills_from_json(data: Any) -> tuple[Drill, ...]:
    """A lesson's drill list as the page has it: [["pick-legal", "follow", "hlucin"],
    …]. Raises RecordError."""
    if not isinstance(data, list) or not 1 <= len(data) <= 40:
        raise bad(data)
    drills = []
    for row in data:
        if not isinstance(row, list) or len(row) != 3 or str(row[0]) not in KINDS:
            raise bad(row)
        drills.append(Drill(*map(str, row)))
    return tuple(drills)
