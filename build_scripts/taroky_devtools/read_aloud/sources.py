"""All that can be read aloud: for each kind of sentence where it comes from, a hand or a table at a time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Any

from taroky import rules, telling
from taroky.errors import TarokyError
from taroky.game import legal
from taroky.messages import Message, language, local_names, say
from taroky.players.advice import Advice, advise
from taroky.players.reasons import named, reasons
from taroky.players.search import Effort
from taroky.rules.differences import differences
from taroky.rules.table import Table
from taroky.settling.paying import Settlement, finished_facts, settle
from taroky_tutorials.forms.settlement_view import SEAT_NAMES, Names, sentence
from taroky_tutorials.lessons import switching
from taroky_tutorials.page_parts.payment_summary import transfers
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page import hints
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.tasks.counting.settling import tell
from taroky_tutorials.tasks.exercise import Exercise
from taroky_tutorials.tasks.kinds import KINDS, make

from taroky_devtools.read_aloud import hands
from taroky_devtools.read_aloud.tracing import ids, traced


@dataclass(frozen=True)
class Said:
    """A sentence in the language that was spoken when it was made: the id of the message that it is about, all
    messages in it, its words."""

    id: str
    ids: tuple[str, ...]
    words: Callable[[], str]


@dataclass(frozen=True)
class Source:
    """A hand or a table of a game, and what is said of it: in every language the same, in the same order."""

    game: str
    said: Callable[[], Iterable[Said]]


def _of(table: Table, message: Message, names: Names = SEAT_NAMES) -> Said:
    """A message as a page shows it, with the names of players and of the table."""

    def words() -> str:
        with local_names(table.names):
            return first_up(sentence(message, names))

    return Said(message.id, (*_within(message),), words)


def _within(value: Any) -> Iterator[str]:
    """Yield the ids of a message and of those in its parameters."""
    if isinstance(value, Message):
        yield value.id
        yield from _within([parameter for _, parameter in value.params])
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _within(one)


def _people(state: PlayState) -> Names:
    """The names at a table; your own in the language that is spoken."""
    return {**state.names, state.you: say("guide.you_short").text()}


# -- hands ------------------------------------------------------------------------------------------


def log() -> Iterator[Source]:
    """Yield the lines of the log of each hand."""
    for played in hands.played():
        yield Source(played[-1].hand.table.table, partial(_log, played[-1]))


def _log(state: PlayState) -> Iterator[Said]:
    for _, lines in state.log:
        for message, _ in lines:
            yield _of(state.hand.table, message, _people(state))


def refusal() -> Iterator[Source]:
    """Why something may not be done."""
    for state in _decisions():
        yield Source(state.hand.table.table, partial(_refusals, state))


def _refusals(state: PlayState) -> Iterator[Said]:
    options = legal(state.hand)
    for choice in options.choices if options is not None else ():
        if choice.refusal is not None:
            yield _of(state.hand.table, choice.refusal.message, _people(state))


def hint() -> Iterator[Source]:
    """Yield hints: what to do and why."""
    for state in _advised():
        yield Source(state.hand.table.table, partial(_hint, state))


def _hint(state: PlayState) -> Iterator[Said]:
    advice, table = _advice(state), state.hand.table
    with local_names(table.names):
        why = (*hints.worded(state, advice, figures=True), *advice.reasons())
    for reason in why:
        yield _of(table, reason.message, _people(state))


def review() -> Iterator[Source]:
    """Yield reviews of decisions, as if the worst choice had been taken."""
    for state in _advised():
        if len(_advice(state).choices) > 1:
            yield Source(state.hand.table.table, partial(_review, state))


def _review(state: PlayState) -> Iterator[Said]:
    table, advice = state.hand.table, _advice(state)
    best, worst = advice.choices[0], advice.choices[-1]
    with local_names(table.names):
        did = say("table.review.question", did=hints.in_words(state.hand, worst.action))
        price = coins(table.unit.step * (1 + len(state.hand.play.tricks)), table)
    better = say("table.review.better", best=named(best.action), price=price)
    why = [one.message for one in reasons(table, advice.view, best, worst)]
    for message in (did, better, *why):
        yield _of(table, message, _people(state))


@cache
def _decisions() -> tuple[PlayState, ...]:
    """Your decisions in the hands: some before the play, and some cards."""
    chosen = []
    for played in hands.played():
        yours = [state for state in played if state.yours and state.phase != "deal"]
        before = [state for state in yours if state.phase != "play"]
        chosen += [*before, *[state for state in yours if state.phase == "play"][1::4]]
    return tuple(chosen)


#: How many decisions of a kind are looked at: what comes before the play takes long.
_LOOKED_AT, _CARDS_LOOKED_AT = 2, 16


@cache
def _advised() -> tuple[PlayState, ...]:
    """Those decisions that are looked at as for a hint."""
    many: Counter[str] = Counter()
    chosen = []
    for state in _decisions():
        many[state.kind] += 1
        if many[state.kind] <= (_CARDS_LOOKED_AT if state.kind == "play" else _LOOKED_AT):
            chosen.append(state)
    return tuple(chosen)


@cache
def _advice(state: PlayState) -> Advice:
    effort = Effort(cards=2, plays=1, deals=2, batch=2)
    advice = advise(state.hand, effort, random.Random(len(state.hand.actions)))
    assert advice is not None
    return advice


# -- settlements ------------------------------------------------------------------------------------


def settlement() -> Iterator[Source]:
    """Yield the working of settlements: of hands that were played, and of hands described in exercises."""
    for played in hands.played():
        yield Source(played[-1].hand.table.table, partial(_settled, played[-1]))
    for game in rules.ids():
        for topic in KINDS["who-pays"].topics:
            yield Source(game, partial(_described, game, topic))


def _settled(state: PlayState) -> Iterator[Said]:
    table, names = state.hand.table, _people(state)
    settled = _settlement(state)
    for item in settled.items:
        yield _of(table, item.label, names)
        for step in item.steps:
            yield _of(table, step.message, names)
    for note in settled.notes:
        yield _of(table, note, names)
    for payer, receiver, amount in transfers(settled):
        if {payer, receiver} <= {*names} - {state.you}:
            pays = {"payer": names[payer], "receiver": names[receiver]}
            yield _of(table, say("calc.pays", amount=coins(amount, table), **pays), names)


@cache
def _settlement(state: PlayState) -> Settlement:
    return settle(state.hand.table, finished_facts(state.hand))


def _described(game: str, topic: str) -> Iterator[Said]:
    exercise = _exercise("who-pays", topic, game)
    if exercise is not None:
        for message in tell(exercise.position.plain()["facts"]):
            yield _of(exercise.table, message)
        for message, _ in KINDS["who-pays"].solution(exercise):
            yield _of(exercise.table, message)


@cache
def _exercise(kind: str, topic: str, game: str) -> Exercise[Any] | None:
    """An exercise, None where the game has none of that topic."""
    try:
        return make(kind, topic, "1", game, 1)
    except TarokyError:
        return None


def task() -> Iterator[Source]:
    """Yield replies of exercises to answers, and their solutions."""
    for number, game in enumerate(rules.ids()):
        for name in _EXERCISES:
            topics = KINDS[name].topics
            yield Source(game, partial(_task, name, topics[number % len(topics)], game))


#: Of these each game has one exercise, the next game that of the next topic.
_EXERCISES = (
    "pick-legal",
    "who-wins",
    "count-pile",
    "choose-call",
    "choose-discards",
    "name-declarations",
)


def _task(name: str, topic: str, game: str) -> Iterator[Said]:
    exercise = _exercise(name, topic, game)
    if exercise is None:
        return
    kind = KINDS[name]
    for message, _ in kind.solution(exercise):
        yield _of(exercise.table, message)
    for event in kind.first_events(exercise):
        feedback = kind.judge(exercise, [event]).feedback
        if feedback is not None:
            yield _of(exercise.table, feedback.message)


# -- tables -----------------------------------------------------------------------------------------


def summary() -> Iterator[Source]:
    """Yield the answers of tables to all questions, as on the sheets of their rules."""
    for game in hands.games():
        table = rules.load(game)
        for question in telling.QUESTIONS:
            yield Source(table.table, partial(_answers, table, question))


def _answers(table: Table, question: telling.Question) -> Iterator[Said]:
    with local_names(table.names):
        title, lines = question.title, [*question.tell(table)]
    with local_names(table.names), traced():
        marked = [ids(line.text) for line in question.tell(table)]
    for line, within in zip(lines, marked, strict=True):
        yield Said(f"cell.{question.id}", within, partial("{}: {}".format, title, line.text))


def comparison() -> Iterator[Source]:
    """Yield differences between two games: neighbours in the list, and house tables and their parents."""
    for first, second in _compared():
        tables = rules.load(first), rules.load(second)
        for question in telling.QUESTIONS:
            yield Source(tables[1].table, partial(_differing, tables, question))
        yield Source(tables[1].table, partial(_options, first, second))


def _compared() -> list[tuple[str, str]]:
    own = rules.ids()
    houses = [(rules.origin(name), name) for name in hands.games() if name not in own]
    return [*[*pairwise(own)][::2], *houses[1::2]]


def _differing(tables: tuple[Table, Table], question: telling.Question) -> Iterator[Said]:
    for one in _comparison(*tables, language()):
        if one.question is question:
            yield Said(f"cell.{question.id}.says", (question.id,), partial(str, one.text))


@cache
def _comparison(first: Table, second: Table, _: str) -> tuple[telling.Sentence, ...]:
    return telling.compared(first, second)


def _options(first: str, second: str) -> Iterator[Said]:
    tables = rules.load(first), rules.load(second)
    for change in differences(rules.flat(first), rules.flat(second), tables):
        if change.asked is not None:
            yield _of(tables[1], change.message(*map(telling.short_name, tables)))


#: (Played at home, sat down with): a lesson that is soon made.
_SWITCHES = (("polish", "hlucin"),)


def switch() -> Iterator[Source]:
    """The steps of lessons for a player of another game."""
    for home, away in _SWITCHES:
        yield Source(away, partial(_lesson, home, away))


def _lesson(home: str, away: str) -> Iterator[Said]:
    lesson = switching.lesson(home, away)
    parts = [("title", lesson.title), ("summary", lesson.summary), ("intro", lesson.intro)]
    for step in lesson.steps:
        kind = step.exercise.kind
        parts += [(f"step.{step.id}", step.title), (kind, step.prose)]
        parts += [(f"hint.{kind}", text) for text in (*step.hints, step.why) if text]
    for key, text in parts:
        yield Said(f"switch.{key}", (f"switch.{key}",), partial(str, " ".join(text.split())))


#: Each kind with how many sentences of it are read.
KINDS_READ: dict[str, tuple[Callable[[], Iterator[Source]], int]] = {
    "log": (log, 58),
    "refusal": (refusal, 30),
    "hint": (hint, 40),
    "review": (review, 14),
    "settlement": (settlement, 63),
    "summary": (summary, 105),
    "comparison": (comparison, 50),
    "switch": (switch, 20),
    "task": (task, 20),
}
