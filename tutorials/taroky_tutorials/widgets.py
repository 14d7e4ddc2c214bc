"""The widgets: a state and an event give the next state, a state gives HTML. The same code makes the
page at build time and answers in the browser.

A state is an exercise and the answers given so far; everything shown follows from it.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from taroky import counting, questions
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.messages import Message, say

from taroky_tutorials import cards as show
from taroky_tutorials.exercises import Exercise, from_json, make
from taroky_tutorials.html import Markup, element, join

Event = dict[str, str]
_ID = re.compile(r"w-[a-z0-9-]{1,60}")
_BASE = re.compile(r"(\.\./)*(\./)?")
_DONE = re.compile(r"[a-z0-9-]{1,60}/[a-z0-9-]{1,60}")
_MOST_ANSWERS = 200


@dataclass(frozen=True)
class Feedback:
    """What is said to the last answer. tone: "right", "wrong" or "info"."""

    tone: str
    message: Message
    points: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What the answers so far have come to.

    marks: how cards stand (class, id of the word on them). done: the task is solved.
    """

    done: bool = False
    feedback: Feedback | None = None
    marks: show.Marks | None = None
    tries: int = 0


@dataclass(frozen=True)
class State:
    """A widget on a page. step: "lesson/step" whose progress it counts for, "" for none.

    hints: sentences of the lesson, weakest first; base: the way to the site's root.
    """

    id: str
    exercise: Exercise
    answers: tuple[Event, ...] = ()
    base: str = ""
    step: str = ""
    hints: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """What the page keeps in data-widget."""
        data: dict[str, Any] = {
            "kind": self.exercise.kind, "exercise": self.exercise.as_json(),
            "answers": list(self.answers), "id": self.id, "base": self.base,
        }  # fmt: skip
        if self.step:
            data["step"] = self.step
        if self.hints:
            data["hints"] = list(self.hints)
        return data


def state_from_json(data: Any) -> State:
    """A state as the page sent it, every part checked. Raises TarokyError."""
    if not isinstance(data, Mapping):
        raise RecordError(say("exercise.bad", what=str(data)[:60]))
    widget, base, step = (str(data.get(key, "")) for key in ("id", "base", "step"))
    answers = data.get("answers", [])
    hints = data.get("hints", [])
    if (
        not _ID.fullmatch(widget)
        or not _BASE.fullmatch(base)
        or (step and not _DONE.fullmatch(step))
        or not isinstance(answers, list)
        or not isinstance(hints, list)
        or len(answers) > _MOST_ANSWERS
    ):
        raise RecordError(say("exercise.bad", what=widget[:60]))
    return State(
        widget, from_json(data.get("exercise")), tuple(map(event_from_json, answers)), base, step,
        tuple(map(str, hints)),
    )  # fmt: skip


def event_from_json(data: Any) -> Event:
    """An event: a few short words by name. Raises RecordError."""
    if not isinstance(data, Mapping) or not 1 <= len(data) <= 4:
        raise RecordError(say("exercise.bad", what=str(data)[:60]))
    return {str(key)[:20]: str(value)[:60] for key, value in data.items()}


def update(state: State, event: Event) -> State:
    """The next state. Raises RecordError for an event the widget does not know."""
    exercise = state.exercise
    if "another" in event:
        seed = event.get("seed") or secrets.token_hex(3)
        fresh = make(exercise.kind, exercise.topic, seed, exercise.rules)
        return replace(state, exercise=fresh, answers=(), step="", hints=())
    if "again" in event:
        return replace(state, answers=())
    if len(state.answers) >= _MOST_ANSWERS:
        state = replace(state, answers=())
    after = replace(state, answers=(*state.answers, event))
    if "hint" not in event:
        judge(after)  # refuses what does not belong here
    return after


def judge(state: State) -> Outcome:
    """What the answers so far have come to. Raises TarokyError for an answer that makes no sense."""
    answers = [answer for answer in state.answers if "hint" not in answer]
    return _KINDS[state.exercise.kind].judge(state.exercise, answers)


def open_address(address: str, widgets: Sequence[str], base: str = "../../") -> State:
    """The state that an address like "#x=w-drill.pick-legal.void.1a2b" names, if its widget is on
    the page. Raises TarokyError."""
    parts = address.removeprefix("#x=").split(".")
    if len(parts) != 4 or parts[0] not in widgets or not _ID.fullmatch(parts[0]):
        raise RecordError(say("exercise.address"))
    return State(parts[0], make(parts[1], parts[2], parts[3]), base=base)


def address_of(state: State) -> str | None:
    """The address that leads back to a made exercise; None for one that a lesson wrote down."""
    exercise = state.exercise
    if not exercise.seed:
        return None
    return f"#x={state.id}.{exercise.kind}.{exercise.topic}.{exercise.seed}"


# -- views --------------------------------------------------------------------------------------


def view(state: State) -> Markup:
    """The widget as HTML."""
    kind = _KINDS[state.exercise.kind]
    outcome = judge(state)
    task = element("p", kind.task(state).text(), class_="tk-task", id=f"{state.id}-task")
    hint = _hint(state)
    return element(
        "div",
        task,
        element("div", kind.board(state, outcome), class_="tk-table"),
        _feedback(state, outcome),
        hint,
        _actions(state, outcome),
        _solution(state, kind),
        class_="tk-widget",
        id=state.id,
        role="group",
        aria_labelledby=f"{state.id}-task",
        data_widget=state.as_json(),
        data_address=address_of(state),
        data_done=state.step if outcome.done and state.step else None,
    )


def rule_link(rules: str, point: str, base: str) -> Markup:
    """The footnote-like link to a rule point."""
    return element("a", point, class_="tk-rule", href=f"{base}reference/{rules}/#{point}")


def _feedback(state: State, outcome: Outcome) -> Markup:
    found = outcome.feedback
    if found is None:
        return element("div", class_="tk-feedback", role="status", aria_live="polite")
    lead = element("strong", say(f"widget.{found.tone}").text())
    links = [rule_link(state.exercise.rules, point, state.base) for point in found.points]
    return element(
        "div", element("p", lead, " ", found.message.text(), *(join(" ", link) for link in links)),
        class_=f"tk-feedback is-{found.tone}", role="status", aria_live="polite",
    )  # fmt: skip


def _hint(state: State) -> Markup | None:
    asked = sum("hint" in answer for answer in state.answers)
    if not asked or not state.hints:
        return None
    shown = state.hints[: min(asked, len(state.hints))]
    return element("div", *(element("p", hint) for hint in shown), class_="tk-hint")


def _actions(state: State, outcome: Outcome) -> Markup:
    asked = sum("hint" in answer for answer in state.answers)
    buttons: list[Markup] = []

    def button(name: str, event: Event, primary: bool = False, focus: bool = False) -> None:
        css = "tk-button tk-button--primary" if primary else "tk-button"
        buttons.append(
            element(
                "button",
                say(f"widget.{name}").text(),
                type="button",
                class_=css,
                id=f"{state.id}-{name}",
                data_event=event,
                data_focus=focus,
            )
        )

    if outcome.done:
        button("another", {"another": "1"}, primary=True, focus=True)
        button("again", {"again": "1"})
    else:
        if asked < len(state.hints):
            button("hint", {"hint": str(asked + 1)})
        if state.answers:
            button("again", {"again": "1"})
        button("another", {"another": "1"})
    return element("div", *buttons, class_="tk-actions")


def _solution(state: State, kind: _Kind) -> Markup:
    return element(
        "details", element("summary", say("widget.solution").text()), *kind.solution(state),
        class_="tk-solution",
    )  # fmt: skip


def outcomes(state: State) -> Iterator[tuple[str, str]]:
    """Every first answer with the widget after it: what a page ships so that nobody waits for
    Python. Keys as the page makes them: canonical JSON of the answers and the event."""
    events: list[Event] = [*_KINDS[state.exercise.kind].first_events(state.exercise)]
    if state.hints:
        events.append({"hint": "1"})
    for event in events:
        key = json.dumps([*state.answers, event], ensure_ascii=False, sort_keys=True,
                         separators=(",", ":"))  # fmt: skip
        yield key, view(update(state, event))


@dataclass(frozen=True)
class _Kind:
    """What a kind of task can do."""

    judge: Callable[[Exercise, Sequence[Event]], Outcome]
    task: Callable[[State], Message]
    board: Callable[[State, Outcome], Markup]
    solution: Callable[[State], list[Markup]]
    first_events: Callable[[Exercise], Iterator[Event]]


def _tap(exercise: Exercise, event: Event, allowed: Sequence[Card]) -> Card:
    card = event.get("tap", "")
    if card not in allowed:
        raise RecordError(say("exercise.event", what=str(event)[:60]))
    return card


def _paragraph(message: Message, points: Sequence[str], state: State) -> Markup:
    links = [rule_link(state.exercise.rules, point, state.base) for point in points]
    return element("p", message.text(), *(join(" ", link) for link in links))


# -- which cards may you play? ----------------------------------------------------------------


def _legal(exercise: Exercise) -> dict[Card, dict[str, Any]]:
    answer = questions.legal(exercise.table, exercise.hand, exercise.trick, exercise.contract)
    return {row["what"]: row for row in answer["cards"]}


def _said(row: dict[str, Any]) -> tuple[Message, tuple[str, ...]]:
    why = row["why"]
    return say(why["id"], **why["params"]), tuple(why["points"])


def _judge_legal(exercise: Exercise, answers: Sequence[Event]) -> Outcome:
    rows = _legal(exercise)
    legal = [card for card, row in rows.items() if row["legal"]]
    marks: dict[Card, tuple[str, str]] = {}
    feedback: Feedback | None = None
    tries = 0
    for event in answers:
        card = _tap(exercise, event, exercise.hand)
        if rows[card]["legal"]:
            marks[card] = ("is-right is-legal", "widget.may")
            left = [c for c in legal if c not in marks]
            if left:
                feedback = Feedback("right", say("legal.more", card=card, n=len(left)))
            else:
                feedback = _legal_done(exercise, legal)
        else:
            tries += card not in marks
            marks[card] = ("is-wrong", "widget.may_not")
            feedback = Feedback("wrong", *_said(rows[card]))
    done = all(card in marks for card in legal)
    if done:
        for card in rows:
            marks.setdefault(card, ("is-dim", "widget.may_not"))
    return Outcome(done, feedback, marks, tries)


def _legal_done(exercise: Exercise, legal: Sequence[Card]) -> Feedback:
    table = exercise.table
    play = table.contracts[exercise.contract].play
    if not exercise.trick:
        return Feedback("right", say("legal.lead_done"))
    lead = table.cards.suit(exercise.trick[0])
    held = {table.cards.suit(card) for card in exercise.hand}
    if lead == "T" and "T" in held:
        cell, message = "tarok_lead", say("legal.tarok_done")
    elif lead in held:
        cell, message = "duties.follow", say("legal.follow_done", suit=lead)
    elif "T" in held:
        cell, message = "duties.trump", say("legal.trump_done", suit=lead)
    else:
        cell, message = "free", say("legal.free_done", suit=lead)
    return Feedback("right", message, table.points_of(f"play.{play}.{cell}"))


def _board_legal(state: State, outcome: Outcome) -> Markup:
    exercise = state.exercise
    table = exercise.table
    you = table.active[0]
    on_table = show.trick(
        table, exercise.trick, exercise.leader, state.base, state.id, you=you
    )  # fmt: skip
    held = show.hand(
        table, exercise.hand, state.base, state.id, event="tap", marks=outcome.marks,
        label=say("widget.your_hand").text(),
    )  # fmt: skip
    return join(on_table, held)


def _solve_legal(state: State) -> list[Markup]:
    rows = _legal(state.exercise)
    legal = [card for card, row in rows.items() if row["legal"]]
    done = _legal_done(state.exercise, legal)
    found = [element("p", say("legal.solution", cards=legal).text())]
    found.append(_paragraph(done.message, done.points, state))
    return found


# -- who wins the trick? ------------------------------------------------------------------------


def _judge_wins(exercise: Exercise, answers: Sequence[Event]) -> Outcome:
    answer = questions.winner(exercise.table, exercise.trick, exercise.leader)
    marks: dict[Card, tuple[str, str]] = {}
    feedback: Feedback | None = None
    tries = 0
    done = False
    for event in answers:
        card = _tap(exercise, event, exercise.trick)
        why = answer["cards"][card]
        message, points = say(why["id"], **why["params"]), tuple(why["points"])
        if card == answer["card"]:
            done = True
            marks[card] = ("is-winner", "widget.wins")
            feedback = Feedback("right", message, points)
        else:
            tries += card not in marks
            marks[card] = ("is-beaten is-wrong", "widget.beaten")
            feedback = Feedback("wrong", message, points)
    return Outcome(done, feedback, marks, tries)


def _board_wins(state: State, outcome: Outcome) -> Markup:
    exercise = state.exercise
    return show.trick(
        exercise.table, exercise.trick, exercise.leader, state.base, state.id, event="tap",
        marks=outcome.marks, you=exercise.table.active[0],
    )  # fmt: skip


def _solve_wins(state: State) -> list[Markup]:
    exercise = state.exercise
    answer = questions.winner(exercise.table, exercise.trick, exercise.leader)
    why = answer["why"]
    return [_paragraph(say(why["id"], **why["params"]), why["points"], state)]


# -- count this pile ----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Pile:
    """A pile being laid out: groups counted, the group now laid, cards still in the pile."""

    laid: tuple[counting.Group, ...]
    open: tuple[Card, ...]
    left: tuple[Card, ...]

    @property
    def asks_group(self) -> bool:
        return bool(self.open) and self.full

    @property
    def full(self) -> bool:
        return len(self.open) == self.size

    size: int = 3


def _lay(exercise: Exercise, answers: Sequence[Event]) -> tuple[_Pile, Feedback | None, bool, int]:
    table = exercise.table
    size = table.count.packet
    pile = _Pile((), (), exercise.pile, min(size, len(exercise.pile)))
    feedback: Feedback | None = None
    done = False
    tries = 0
    for event in answers:
        if "tap" in event:
            card = _tap(exercise, event, (*pile.left, *pile.open))
            if card in pile.open:
                cards = tuple(c for c in pile.open if c != card)
                pile = replace(pile, open=cards, left=(*pile.left, card))
            elif not pile.full:
                rest = tuple(c for c in pile.left if c != card)
                pile = replace(pile, open=(*pile.open, card), left=rest)
            feedback = None
        elif "worth" in event and pile.full and pile.open:
            group = counting.group(table, pile.open)
            if _number(event["worth"]) == group.worth:
                feedback = Feedback("right", group.message, group.points)
                left = len(pile.left)
                pile = _Pile((*pile.laid, group), (), pile.left, min(size, left) if left else size)
            else:
                tries += 1
                feedback = Feedback(
                    "wrong",
                    say("pile.worth_wrong", said=event["worth"], working=group.message),
                    group.points,
                )
        elif "total" in event and not pile.left and not pile.open:
            total = sum((group.worth for group in pile.laid), Fraction(0))
            sums = [str(group.worth) for group in pile.laid]
            points = table.points_of("count.order")
            if _number(event["total"]) == total:
                done = True
                feedback = Feedback("right", say("pile.done", total=str(total), sums=sums), points)
            else:
                tries += 1
                feedback = Feedback(
                    "wrong", say("pile.total_wrong", said=event["total"], sums=sums), points
                )
        else:
            raise RecordError(say("exercise.event", what=str(event)[:60]))
    return pile, feedback, done, tries


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text.strip()) if re.fullmatch(r"-?\d{1,4}", text.strip()) else None
    except ValueError:
        return None


def _judge_pile(exercise: Exercise, answers: Sequence[Event]) -> Outcome:
    _, feedback, done, tries = _lay(exercise, answers)
    return Outcome(done, feedback, None, tries)


def _task_pile(state: State) -> Message:
    answers = [answer for answer in state.answers if "hint" not in answer]
    pile, _, done, _ = _lay(state.exercise, answers)
    if done:
        return say("pile.task_done")
    if not pile.left and not pile.open:
        return say("pile.task_total")
    if pile.full:
        return say("pile.task_worth", n=len(pile.open))
    if len(pile.left) + len(pile.open) < state.exercise.table.count.packet:
        return say("pile.task_rest", n=pile.size)
    return say("pile.task_lay", n=pile.size - len(pile.open))


def _board_pile(state: State, outcome: Outcome) -> Markup:
    exercise = state.exercise
    table = exercise.table
    answers = [answer for answer in state.answers if "hint" not in answer]
    pile, _, done, _ = _lay(exercise, answers)
    laid = [(g.cards, say("pile.working", faces=g.faces, deduct=str(g.deduct),
                          worth=str(g.worth)).text(), "is-right") for g in pile.laid]  # fmt: skip
    parts: list[Markup] = []
    if laid:
        parts.append(show.groups(table, laid, state.base))
    if pile.open:
        picked = dict.fromkeys(pile.open, ("is-picked", "widget.picked"))
        parts.append(
            show.hand(table, pile.open, state.base, state.id, event="tap", marks=picked,
                      label=say("pile.open").text())
        )  # fmt: skip
    if pile.full and pile.open:
        parts.append(_ask(state, "worth", say("pile.ask_worth")))
    if pile.left:
        event = None if pile.full else "tap"
        parts.append(
            show.hand(table, pile.left, state.base, state.id, event=event,
                      label=say("pile.left").text())
        )  # fmt: skip
    if not pile.left and not pile.open and not done:
        parts.append(_ask(state, "total", say("pile.ask_total")))
    return join(*parts)


def _ask(state: State, name: str, question: Message) -> Markup:
    """A small form with one number."""
    field = f"{state.id}-{name}"
    return element(
        "form",
        element("label", question.text(), for_=field),
        element("input", class_="tk-number", id=field, name=name, inputmode="numeric",
                pattern="[0-9]*", autocomplete="off", maxlength="4", required=True,
                data_focus=True),
        element("button", say("widget.check").text(), type="submit",
                class_="tk-button tk-button--primary"),
        class_="tk-actions",
        data_event={},
    )  # fmt: skip


def _solve_pile(state: State) -> list[Markup]:
    exercise = state.exercise
    counted = counting.count(exercise.table, exercise.pile)
    lines = [_paragraph(group.message, group.points, state) for group in counted.groups]
    points = exercise.table.points_of("count.order")
    return [*lines, _paragraph(counted.total, points, state)]


def _taps(cards: Sequence[Card]) -> Iterator[Event]:
    for card in cards:
        yield {"tap": card}


_KINDS = {
    "pick-legal": _Kind(
        _judge_legal,
        lambda state: say("legal.task" if state.exercise.trick else "legal.task_lead"),
        _board_legal,
        _solve_legal,
        lambda exercise: _taps(exercise.hand),
    ),
    "who-wins": _Kind(
        _judge_wins,
        lambda state: say("wins.task"),
        _board_wins,
        _solve_wins,
        lambda exercise: _taps(exercise.trick),
    ),
    "count-pile": _Kind(
        _judge_pile, _task_pile, _board_pile, _solve_pile, lambda exercise: _taps(exercise.pile)
    ),
}
