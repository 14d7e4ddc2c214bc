"""Lessons for a player of one rule set who sits down with another: made from what differs in their
two tables, never written down.

Every step is a position (or a claim) that both tables can judge and judge differently; it is found by
searching with fixed seeds, asked by the rules of the new table, and told with the answer that was
right at home.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import Message, known, local_names, say, term
from taroky.rules.differences import Difference, differences
from taroky.rules.table import Table

from taroky_tutorials.lessons.lesson import Lesson, Step, Wrong
from taroky_tutorials.lessons.lesson_checks import check
from taroky_tutorials.page_parts.features import feature
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, Event, Exercise, from_json, make
from taroky_tutorials.tasks.picking import Picking

#: Who learns what: (played at home, sat down with).
PAIRS = (
    ("hlucin", "machtarok"),
    ("hlucin", "victoria"),
    ("hlucin", "polish"),
    ("polish", "hlucin"),
    ("machtarok", "heun"),
    ("machtarok", "hlucin"),
    ("victoria", "heun"),
)
#: Where a position is looked for: step id, kind and topic, in the order of the course.
_LOOKS = (
    ("red-order", "order-cards", "red"),
    ("black-order", "order-cards", "black"),
    ("suit-trick", "who-wins", "suit"),
    ("honours-trick", "who-wins", "odd"),
    ("lead", "pick-legal", "free"),
    ("follow", "pick-legal", "follow"),
    ("tarok-led", "pick-legal", "tarok"),
    ("void", "pick-legal", "void"),
    ("pile", "count-pile", "leftover"),
    ("open", "choose-call", "open"),
    ("answer", "choose-call", "answer"),
    ("partner", "call-partner", "plain"),
    ("partner-ladder", "call-partner", "ladder"),
    ("discard", "choose-discards", "plain"),
    ("discard-short", "choose-discards", "short"),
    ("honours", "name-declarations", "honours"),
    ("length", "name-declarations", "length"),
    ("game", "who-pays", "game"),
    ("bonus", "who-pays", "bonus"),
    ("phases", "order-phases", "hand"),
)
#: Sections of the table that the answer rests on: where they are the same there is nothing to look for.
_ABOUT = {
    "order-cards": ("pack.",),
    "who-wins": ("pack.", "play."),
    "pick-legal": ("play.",),
    "count-pile": ("pack.", "count."),
    "call-partner": ("calling.",),
    "choose-discards": ("discard.", "deal.hand"),
    "order-phases": ("phases",),
}
#: How many positions are tried of each.
_SEEDS = 24
#: Steps about which nothing is to be found out by a position: cells that a sentence can say. The
#: sentences are `switch.cell.<path>.<value>`.
_CELLS: dict[str, tuple[str, ...]] = {
    "seats.direction": ("clockwise", "anticlockwise"),
    "seats.fifth": ("any",),
    "deal.cutter": ("opposite_dealer", "before_dealer"),
    "auction.asks": ("once", "until_passed"),
    "calling.duty.secret": ("yes", "no"),
    "declarations.voluntary": ("yes", "no"),
    "declarations.paid": ("at_end", "at_once"),
    "declarations.to": ("side", "each_other"),
    "bonuses.pagat.binds": ("yes", "no"),
}
#: Rows whose names one has to know, and how they are named: what only one of the two tables has.
_NAMED = {
    "contracts": "call",
    "declarations.rows": "say",
    "bonuses": "say",
    "doubling.steps": "say",
}
#: How many steps about names there are, of each kind.
_MOST_NAMED = 1
#: The kinds whose solution ends with what it comes to; the others begin with it.
_LAST_LINE = frozenset({"count-pile", "name-declarations", "who-pays"})
_SETS = frozenset({"pick-legal", "choose-discards"})
_ORDERED = frozenset({"order-cards", "order-phases"})
_SUMMED = frozenset({"count-pile", "who-pays"})


def lesson_id(home: str, away: str) -> str:
    """The id of the lesson for a player of `home` who sits down with `away`."""
    # Ids of lessons have no underlines: progress is kept by them.
    return "-to-".join(rules.load(game).table.replace("_", "-") for game in (home, away))


def place(game: str) -> str:
    """Return what a rule set is called in such a lesson."""
    table = rules.load(game)
    return table.title if table.packed else say(f"switch.place.{game}").text()


def lesson(home: str, away: str) -> Lesson:
    """The lesson, every step played: what is right at home is not what is right away. Raises
    LessonError or TarokyError."""
    steps = tuple(_steps(home, away))
    names = {"home": place(home), "away": place(away)}
    intro = [say("switch.intro", **names).text()]
    same = [say(f"switch.same.{key}").text() for key in _same(home, away)]
    if same:
        intro.append(say("switch.same", things=same).text())
    switch_lesson = Lesson(
        lesson_id(home, away),
        away,
        say("switch.title", **names).text(),
        1,
        max(3, round(len(steps) * 0.7)),
        say("switch.summary", **names).text(),
        "\n\n".join(intro),
        steps,
    )
    check(switch_lesson)
    return switch_lesson


@lru_cache(16)
def from_parent(house: str) -> Lesson | None:
    """The lesson for those who know the rule set that a house table extends; None if nothing in it
    would have to be learned again by questions. house: its packed name."""
    origin = rules.origin(house)
    if not rules.load(house).packed or not known(f"switch.place.{origin}"):
        return None
    try:
        switch_lesson = lesson(origin, house)
    except (
        TarokyError
    ):  # a step does not work by the house's table: the course tells it all the same
        return None
    return switch_lesson if switch_lesson.steps else None


def _same(home: str, away: str) -> list[str]:
    """Return what one need not learn again."""
    names = ("cards", "seats", "direction", "packet", "total", "calls", "red_pips")
    return [name for name in names if feature(home, name) == feature(away, name)]


# -- steps --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Twin:
    """The same position by two rule tables."""

    home: Exercise[Any]
    away: Exercise[Any]


def _steps(home: str, away: str) -> Iterator[Step]:
    taken: set[str] = set()
    for step_id, kind, topic in _LOOKS:
        if kind in taken and kind in ("pick-legal", "order-cards", "call-partner"):
            continue
        pair = next(_pairs(kind, topic, home, away), None)
        if pair is not None:
            taken.add(kind)
            yield _step(step_id, pair)
        if step_id == "answer":
            yield from _claims(home, away, "contracts")
        if step_id == "length":
            yield from _claims(home, away, "declarations.rows")
            yield from _claims(home, away, "bonuses")
    yield from _claims(home, away, "doubling.steps")
    yield from _cells(home, away)


def _pairs(kind: str, topic: str, home: str, away: str) -> Iterator[Twin]:
    """Positions of that topic that the two tables answer differently, made by either of them."""
    about = _ABOUT.get(kind)
    if about and not any(one.path.startswith(about) for one in _differences(home, away)):
        return
    for source in (away, home):
        if topic not in KINDS[kind].topics or not KINDS[kind].has(rules.load(source), topic):
            continue
        for number in range(_SEEDS):
            try:
                made = make(kind, topic, f"{number:x}", source, 1 + number % 2)
            except TarokyError:
                break  # there is no such position
            pair = twin(made.as_json(), home, away)
            if pair is not None and _differ(pair):
                yield pair


def twin(data: dict[str, Any], home: str, away: str) -> Twin | None:
    """The position that data holds, by both tables; None if one of them cannot have it."""
    exercises = []
    duties = {feature(game, "duty") for game in (home, away)}
    for game in (home, away):
        table = rules.load(game)
        topic = str(data.get("topic", ""))
        kept = topic if topic and KINDS[data["kind"]].has(table, topic) else ""
        try:
            named = _named(data, table, duties)
            read = from_json({**named, "rules": game, "seed": "", "topic": kept})
            solved = KINDS[read.kind].solve(read)
        except (TarokyError, StopIteration, KeyError):
            return None
        if not solved:
            return None
        exercises.append(read)
    return Twin(*exercises)


def _differ(twin: Twin) -> bool:
    """Whether the tables answer differently, and both answers can be told."""
    if answer(twin.home) == answer(twin.away):
        return False
    try:
        return all(KINDS[one.kind].solution(one) is not None for one in (twin.home, twin.away))
    except (TarokyError, StopIteration, KeyError):
        return False


def _named(data: dict[str, Any], table: Table, duties: set[str | None]) -> dict[str, Any]:
    """The data with the contract called as this table calls it: the one that is the first player's
    duty has its own name in each."""
    said = {**data, "level": 1}
    facts = data.get("facts")
    name = facts.get("contract") if facts else data.get("contract")
    duty = feature(table.name, "duty")
    if not name or name in table.contracts or name not in duties or not duty:
        return said
    return {**said, "facts": {**facts, "contract": duty}} if facts else {**said, "contract": duty}


def answer(exercise: Exercise[Any]) -> object:
    """Return what is right, as something to compare: an order, a sum, or all first answers."""
    kind = KINDS[exercise.kind]
    solution = [tuple(event.items()) for event in kind.solve(exercise)]
    if exercise.kind in _ORDERED:
        return solution
    if exercise.kind in _SUMMED:
        return solution[-1]
    if isinstance(kind, Picking):
        return frozenset(value for value, row in kind.rows(exercise).items() if row.right)
    first = kind.first_events(exercise)
    return frozenset(tuple(e.items()) for e in first if not kind.judge(exercise, [e]).tries)


def _at_home(twin: Twin) -> Message:
    """Return what would be right at home."""
    home = place(twin.home.game)
    if twin.away.kind in _SETS:
        here, there = (_right_cards(exercise) for exercise in (twin.away, twin.home))
        more = [card for card in there if card not in here]
        key = "switch.more_at_home" if more else "switch.less_at_home"
        return say(
            f"{key}.{twin.away.kind}",
            home=home,
            cards=more or [card for card in here if card not in there],
        )
    return say("switch.at_home", home=home, answer=_line(twin.home))


def _right_cards(exercise: Exercise[Any]) -> list[str]:
    """Every card that is a right first answer."""
    kind = KINDS[exercise.kind]
    events = [event for event in kind.first_events(exercise) if "tap" in event]
    return [event["tap"] for event in events if not kind.judge(exercise, [event]).tries]


def _names(twin: Twin) -> Iterator[Message]:
    """Says so if the game goes by another name at home."""
    both_facts = (
        twin.home.position.plain().get("facts", {}),
        twin.away.position.plain().get("facts", {}),
    )
    there, here = (facts.get("contract") for facts in both_facts)
    if there != here:
        yield say("switch.game_there", home=place(twin.home.game), contract=there)


def _step(step_id: str, twin: Twin) -> Step:
    kind = KINDS[twin.away.kind]
    with local_names(twin.home.table.names):
        prose = f"{say(f'switch.{kind.name}').text()} {_at_home(twin).text()}"
        why = " ".join(message.text() for message in _names(twin))
    hints = (say(f"switch.hint.{kind.name}").text(), _line(twin.away))
    return Step(
        step_id,
        say(f"switch.step.{step_id}").text(),
        prose,
        twin.away,
        kind.right(twin.away),
        _habit(twin),
        hints,
        why=why,
    )


def _line(exercise: Exercise[Any]) -> str:
    """The answer in one sentence, in the words of its own table."""
    lines = KINDS[exercise.kind].solution(exercise)
    with local_names(exercise.table.names):
        return lines[-1 if exercise.kind in _LAST_LINE else 0][0].text()


def _habit(twin: Twin) -> tuple[Wrong, ...]:
    """The answer from home, which gets its reason here; none where it is only too little."""
    here, there = (list(KINDS[e.kind].solve(e)) for e in (twin.away, twin.home))
    after: list[Event] = []
    if twin.away.kind in _ORDERED:
        pairs = zip(here, there, strict=False)
        n = next((i for i, (one, other) in enumerate(pairs) if one != other), 0)
        after, tries = here[:n], there[n : n + 1]
    elif twin.away.kind in _SUMMED:
        after, tries = here[:-1], there[-1:]
    else:
        known = list(KINDS[twin.away.kind].first_events(twin.away))
        tries = [event for event in there if event in known]
    state = Lesson("x", twin.away.game, "", 0, 0, "", "", ()).state(
        Step("x", "", "", twin.away, 0, (), ()), ""
    )
    for event in tries:
        try:
            after_it = state
            for one in (*after, event):
                after_it = widgets.update(after_it, one)
            feedback = widgets.judge(after_it).feedback
        except TarokyError:
            continue
        if feedback is not None and feedback.tone == "wrong" and feedback.points:
            return (Wrong(tuple(after), event, feedback.message.id),)
    return ()


# -- claims -------------------------------------------------------------------------------------


def _claims(home: str, away: str, section: str) -> Iterator[Step]:
    """Yield what only one of the tables has a name for: not here what is known from home, here what is
    new."""
    differing = {one.path: one for one in _differences(home, away)}
    for missing in (True, False):
        shown = 0
        for path, one in differing.items():
            match = re.fullmatch(re.escape(section) + r"\.([a-z0-9_]+)", path)
            gone = one.second is None
            if match is None or not (gone or one.first is None) or gone != missing:
                continue
            if section == "bonuses" and _renamed(match[1], home, away):
                continue
            with local_names(rules.load(home if gone else away).names):
                name = term(_NAMED[section], match[1])
            text = say(f"switch.named.{section}", name=name).text()
            step = _claim(f"{section}.{match[1]}", path, "any", text, home, away)
            if step is not None and shown < _MOST_NAMED:
                shown += 1
                yield step


def _renamed(bonus: str, home: str, away: str) -> bool:
    """Whether both tables have such a bonus: for that card, whatever they call it, or among the payments,
    as a valat that multiplies what the hand pays."""
    tables = [rules.load(game) for game in (home, away)]
    if any(bonus in table.payments for table in tables):
        return True
    rows = [table.bonuses for table in tables]
    card = next((table[bonus].card for table in rows if bonus in table), None)
    return bool(card) and all(any(row.card == card for row in table.values()) for table in rows)


def _cells(home: str, away: str) -> Iterator[Step]:
    """Claims about single cells: the habit from home and the rule of tonight by turns."""
    differing = {one.path for one in _differences(home, away)}
    turn = 0
    for path, values in _CELLS.items():
        if path not in differing:
            continue
        twins = [(value, say(f"switch.cell.{path}.{value}").text()) for value in values]
        steps = [_claim(path, path, value, text, home, away) for value, text in twins]
        there = [step for step in steps if step is not None]
        if there:
            true = [s for s in there if KINDS["true-false"].solve(s.exercise) == [{"say": "true"}]]
            false = [step for step in there if step not in true]
            yield ((true if turn % 2 else false) or there)[0]
            turn += 1


@lru_cache(64)
def _differences(home: str, away: str) -> tuple[Difference, ...]:
    return differences(rules.flat(home), rules.flat(away), (rules.load(home), rules.load(away)))


def _claim(name: str, path: str, value: str, text: str, home: str, away: str) -> Step | None:
    """A step with a claim that is true at one of the two tables only."""
    data = {"kind": "true-false", "claim": "cell", "path": path, "number": value, "text": text}
    pair = twin(data, home, away)
    if pair is None or not _differ(pair):
        return None
    step_id = "claim-" + re.sub(r"[^a-z0-9]+", "-", name.lower())
    title = say(f"switch.claim.{path.split('.')[0]}").text()
    prose = say("switch.true-false", away=place(away), home=place(home)).text()
    hint = say(
        "switch.hint.true-false",
        home=place(home),
        answer=KINDS["true-false"].solve(pair.home)[0]["say"],
    ).text()
    return Step(step_id, title, prose, pair.away, 1, _habit(pair), (hint, _line(pair.away)))
