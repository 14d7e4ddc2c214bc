"""The widgets: a state and an event give the next state, a state gives HTML. The same code makes the
page at build time and answers in the browser.

A state is an exercise and the answers given so far; everything shown follows from it. What each kind
of task means by an answer is written in `taroky_tutorials.tasks.kinds`.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from taroky import sent_links
from taroky.errors import RecordError
from taroky.messages import as_text, local_names, quoted, say
from taroky.numbers import is_whole

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import is_clubs_site
from taroky_tutorials.tasks.drawing import paragraph, rule_links, sentence
from taroky_tutorials.tasks.kinds import KINDS, Event, Outcome, State, from_json, make

_ID = re.compile(r"w-[a-z0-9-]{1,80}")
_BASE = re.compile(r"(\.\./)*(\./)?")
_DONE = re.compile(r"[a-z0-9_-]{1,40}/[a-z0-9-]{1,60}/[a-z0-9-]{1,60}")
_MOST_ANSWERS = 200
#: The most letters of an answer: all cards of a hand, by their codes.
_MOST_LETTERS = 300
#: What an address with an exercise says, whatever a messenger has put behind it.
_ADDRESS = re.compile(
    r"x=?(?P<id>w-[a-z0-9-]+)\.([a-z-]+)\.([a-z0-9-]+)\.([0-9]+)\.([a-z0-9]+)(?![A-Za-z0-9%])"
)


def state_from_json(data: Any) -> State[Any]:
    """A state as the page sent it, every part checked. Raises TarokyError."""
    if not isinstance(data, Mapping):
        raise RecordError(say("exercise.bad", what=quoted(data)))
    widget, step = (str(data.get(key, "")) for key in ("id", "step"))
    base = checked_base(str(data.get("base", "")))
    answers = data.get("answers", [])
    hints = data.get("hints", [])
    if (
        not _ID.fullmatch(widget)
        or (step and not _DONE.fullmatch(step))
        or not isinstance(answers, list)
        or not isinstance(hints, list)
        or len(answers) > _MOST_ANSWERS
    ):
        raise RecordError(say("exercise.bad", what=widget[:60]))
    return State(
        widget,
        from_json(data.get("exercise")),
        tuple(map(event_from_json, answers)),
        base,
        step,
        tuple(map(str, hints)),
    )


def checked_base(base: str) -> str:
    """The way from a page to the root of the site. Raises RecordError for anything else."""
    if not _BASE.fullmatch(base) or len(base) > 60:
        raise RecordError(say("exercise.bad", what=base[:60]))
    return base


def event_from_json(data: Any) -> Event:
    """An event: a few short words by name. Raises RecordError."""
    if not isinstance(data, Mapping) or not 1 <= len(data) <= 8:
        raise RecordError(say("exercise.bad", what=quoted(data)))
    return {str(key)[:20]: as_text(value)[:_MOST_LETTERS] for key, value in data.items()}


def update(state: State[Any], event: Event) -> State[Any]:
    """The next state. Raises RecordError for an event the widget does not know."""
    exercise = state.exercise
    if "another" in event:
        seed = event.get("seed") or secrets.token_hex(3)
        topic = event.get("topic") or exercise.topic
        level = int(event["level"]) if is_whole(event.get("level", "")) else exercise.level
        fresh = make(exercise.kind, topic, seed, exercise.game, level, dict(exercise.options))
        return replace(state, exercise=fresh, answers=(), step="", hints=())
    if "again" in event:
        return replace(state, answers=())
    if len(state.answers) >= _MOST_ANSWERS:
        state = replace(state, answers=())
    after = replace(state, answers=(*state.answers, event))
    if "hint" not in event:
        judge(after)  # refuses what does not belong here
    return after


def judge(state: State[Any]) -> Outcome:
    """Return what the answers so far have come to. Raises TarokyError for an answer that makes no
    sense."""
    exercise = state.exercise
    with local_names(exercise.table.names):
        return KINDS[exercise.kind].judge(exercise, state.without_hints)


def next_right(state: State[Any]) -> Event | None:
    """Return what the strong hint shows: the next answer towards the goal, once both hints were asked."""
    kind = KINDS[state.exercise.kind]
    if kind.asked(state) < 2 or judge(state).done:
        return None
    return kind.next_right(state)


def open_address(address: str, widget: State[Any]) -> State[Any]:
    """The state that an address like "#x=w-drill.pick-legal.void.1.1a2b" names, for the widget of
    the page that has this id. Raises TarokyError."""
    matches = filter(None, map(_ADDRESS.search, sent_links.readings(address)))
    match = next(matches, None)
    if match is None or match["id"] != widget.id:
        raise RecordError(say("exercise.address"))
    _, kind, topic, level, seed = match.groups()
    exercise = widget.exercise
    if not is_whole(level) or kind not in KINDS:
        raise RecordError(say("exercise.address"))
    made = make(kind, topic, seed, exercise.game, int(level), dict(exercise.options))
    return replace(widget, exercise=made, answers=(), step="", hints=())


def address_of(state: State[Any]) -> str | None:
    """The address that leads back to a made exercise; None for one that a lesson wrote down."""
    made = state.exercise
    if not made.seed:
        return None
    return f"#x={state.id}.{made.kind}.{made.topic}.{made.level}.{made.seed}"


# -- views --------------------------------------------------------------------------------------


def view(state: State[Any], known: str | None = None, ask: str = "") -> Markup:
    """The widget as HTML, with cards and rows named as in its rule set. known: where the page finds
    the outcomes of its first answers; ask: what a page asks in its own words, which brings the outcomes
    of all answers and has no other buttons."""
    state = replace(state, at_once=bool(ask))
    with local_names(state.exercise.table.names):
        return _view(state, _solution(state), known, ask)


def _view(
    state: State[Any], solution: Markup | None, known: str | None = None, ask: str = ""
) -> Markup:
    kind = KINDS[state.exercise.kind]
    outcome = _with_hint(state, judge(state))
    words = ask or kind.task(state, outcome).text()
    task = element("p", words, class_="tk-task", id=f"{state.id}-task")
    return element(
        "div",
        task,
        element("div", kind.board(state, outcome), class_="tk-table"),
        element(
            "div",
            _feedback(state, outcome),
            _hint(state),
            class_="tk-reply",
            data_said="hint" if state.answers and "hint" in state.answers[-1] else None,
        ),
        None if ask else _actions(state, outcome),
        solution,
        class_="tk-widget",
        id=state.id,
        role="group",
        aria_labelledby=f"{state.id}-task",
        data_kind=kind.name,
        data_widget=state.as_json(),
        data_outcomes=known,
        data_whole=bool(ask),
        data_address=address_of(state),
        data_done=state.step if outcome.done and state.step else None,
        data_stars=str(stars(state, outcome)) if outcome.done and state.step else None,
        data_tries=str(mistakes(state, outcome)) if outcome.done else None,
    )


def _with_hint(state: State[Any], outcome: Outcome) -> Outcome:
    """The strong hint marks a card that helps."""
    event = next_right(state)
    value = next(iter(event.values())) if event and len(event) == 1 else ""
    if not value or value in (outcome.marks or {}):
        return outcome
    marks = {**(outcome.marks or {}), value: ("is-hinted", "widget.hinted")}
    return replace(outcome, marks=marks)


def stars(state: State[Any], outcome: Outcome) -> int:
    """How well a step was done: three stars without a wrong try or a hint, one after many."""
    n = mistakes(state, outcome)
    return 3 if n == 0 else 2 if n <= 2 else 1


def mistakes(state: State[Any], outcome: Outcome) -> int:
    """Wrong tries and hints, as many of them as count for a task so long."""
    hints = sum("hint" in answer for answer in state.answers)
    return (outcome.tries + hints) // KINDS[state.exercise.kind].patience


def _feedback(state: State[Any], outcome: Outcome) -> Markup:
    feedback = outcome.feedback
    if feedback is None:
        return element("div", class_="tk-feedback", role="status", aria_live="polite")
    lead = element("strong", say(f"widget.{feedback.tone}").text())
    points = [*feedback.points, *(point for _, named in feedback.more for point in named)]
    links = rule_links(state.exercise, dict.fromkeys(points), state.base)
    first = join(" ", links[0]) if links else None
    paragraphs = [element("p", lead, " ", sentence(feedback.message), first)]
    paragraphs += [element("p", sentence(message)) for message, _ in feedback.more]
    return element(
        "div",
        *paragraphs,
        _page(state, feedback.page),
        _more_rules(links[1:]),
        class_=f"tk-feedback is-{feedback.tone}",
        role="status",
        aria_live="polite",
    )


def _page(state: State[Any], page: str) -> Markup | None:
    """The way to the strategy page that tells more, where there are such pages."""
    if not page or is_clubs_site():
        return None
    words = say(f"table.page.{page}").text()
    return element("p", element("a", words, href=f"{state.base}strategy/{page}/"))


def _more_rules(links: Sequence[Markup]) -> Markup | None:
    """The rules of a reply after the first one, folded away: one link is quick to read, six are not."""
    if not links:
        return None
    listed = element("p", *(join(" ", link) for link in links))
    words = say("widget.more_rules", n=len(links)).text()
    return element("details", element("summary", words), listed, class_="tk-more-rules")


def _hint(state: State[Any]) -> Markup | None:
    kind = KINDS[state.exercise.kind]
    asked = kind.asked(state)
    shown = kind.hints(state)[:asked] if asked else ()
    if not shown:
        return None
    return element("div", *(element("p", hint) for hint in shown), class_="tk-hint")


def _actions(state: State[Any], outcome: Outcome) -> Markup:
    kind = KINDS[state.exercise.kind]
    asked = kind.asked(state)
    fresh = state.exercise.topic in kind.topics
    buttons: list[Markup] = []

    def button(name: str, event: Event, primary: bool = False) -> None:
        css = "tk-button tk-button--primary" if primary else "tk-button"
        buttons.append(
            element(
                "button",
                say(f"widget.{name}").text(),
                type="button",
                class_=css,
                id=f"{state.id}-{name}",
                data_event=event,
                data_focus=primary,
            )
        )

    if outcome.done:
        if fresh:
            button("another", {"another": "1"}, primary=True)
        button("again", {"again": "1"})
    elif outcome.missed:
        button("retry", {"again": "1"}, primary=True)
        if fresh:
            button("another", {"another": "1"})
    else:
        if kind.checks:
            button("check", {"check": "1"}, primary=True)
        if asked < len(kind.hints(state)):
            button("hint", {"hint": str(asked + 1)})
        # In a lesson the button that checks needs their room on a phone.
        besides = not (kind.checks and state.step)
        if besides and state.answers:
            button("again", {"again": "1"})
        if besides and fresh:
            button("another", {"another": "1"})
    return element("div", *buttons, class_="tk-actions")


def _solution(state: State[Any]) -> Markup | None:
    lines = KINDS[state.exercise.kind].solution(state.exercise)
    if not lines:
        return None
    paragraphs, linked = [], set[str]()
    for message, points in lines:  # one link to a rule is enough
        paragraphs.append(paragraph(message, [p for p in points if p not in linked], state))
        linked.update(points)
    return element(
        "details",
        element("summary", say("widget.solution").text()),
        element("div", *paragraphs, class_="tk-solution-words"),
        class_="tk-solution",
    )


def outcomes(state: State[Any]) -> Iterator[tuple[str, str]]:
    """Every first answer, and of a short task later ones, with the widget after it: what a page ships
    so that nobody waits for Python. Keys as the page makes them: canonical JSON of the answers and the
    event."""
    kind = KINDS[state.exercise.kind]
    first = kind.first_checks if kind.checks else kind.first_events
    first_answers: list[Sequence[Event]] = [[event] for event in first(state.exercise)]
    if kind.hints(state):
        first_answers.append([{"hint": "1"}])
    with local_names(state.exercise.table.names):
        solution = _solution(state)  # the same whatever is answered
    for events in (*first_answers, *kind.later_answers(state.exercise)):
        key = json.dumps(
            [*state.answers, *events], ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )
        after = state
        for event in events:
            after = update(after, event)
        with local_names(state.exercise.table.names):
            html = _view(after, solution)
        yield key, html
