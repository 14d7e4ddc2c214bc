"""The way through a course, and what is answered on it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, ElementHandle, Error, Page, Response
from taroky.errors import TarokyError
from taroky.messages import local_names
from taroky_tutorials.tasks.kinds import KINDS, Event, Outcome, State
from taroky_tutorials.tasks.picking import check
from taroky_tutorials.tasks.widgets import judge, state_from_json, update

from taroky_devtools.walk.findings import DeadEnd, Finding
from taroky_devtools.walk.seat import play_hand
from taroky_devtools.walk.touch import Finger
from taroky_devtools.walk.words import Reader

#: How a browser is opened that is a phone with the bars of its browser.
PHONE: Mapping[str, Any] = {
    "viewport": {"width": 390, "height": 664},
    "has_touch": True,
    "is_mobile": True,
}
#: More answers than this, and a step is not to be finished.
_MOST_ANSWERS = 150
#: Buttons that are no answer.
_NO_ANSWER = {"again", "another", "hint", "back"}
_REPORT_VIOLATIONS = (
    "document.addEventListener('securitypolicyviolation', (violation) =>"
    " console.error('policy: ' + violation.violatedDirective + ' ' + violation.blockedURI))"
)
Place = tuple[str, str]


@dataclass
class Walk:
    """A walk through the site at `home`. lessons: how many of the course, None for all of them; pictures:
    where to keep a picture of each wrong answer and of each look that found something."""

    page: Page
    home: str
    course: str
    lessons: int | None = None
    pictures: Path | None = None
    findings: list[Finding] = field(default_factory=list)
    #: Lessons with their steps that were visited, in their order, and those where something wrong was answered.
    places: list[Place] = field(default_factory=list)
    wrong: list[Place] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._finger = Finger(self.page, self._find)
        self._reader = Reader(self.course)
        self._rules_seen: set[str] = set()

    # -- the way ------------------------------------------------------------------------------

    def go(self) -> list[Finding]:
        """From the home page to the end of the course."""
        self.page.on("console", self._printed)
        self.page.on("pageerror", lambda problem: self._error(str(problem)))
        self.page.on("response", self._came)
        self.page.add_init_script(_REPORT_VIOLATIONS)
        try:
            self.page.goto(self.home)
            self._finger.settle()
            self._home_page()
            self._course()
        except DeadEnd as end:
            self._find("dead end", str(end))
        except Error as problem:
            self._find("dead end", str(problem).splitlines()[0])
        return self.findings

    def _home_page(self) -> None:
        """The first tricks, then the way to the first lesson; to another course than the one that it begins, by the
        list of courses."""
        finger = self._finger
        self._answer_all()
        while (more := finger.shown(".tk-first .tk-more > button")) is not None:
            finger.press(more)
            self._answer_all()
        start = finger.way(".tk-start > a[data-lessons]")
        if f"/{self.course}/" in (start.get_attribute("href") or ""):
            finger.press(start)
            return
        finger.press(finger.way("article a[href$='learn/']"))
        finger.press(finger.way(f".tk-doors a[href*='{self.course}/']"))
        finger.press(finger.way(".tk-continue > a"))

    def _course(self) -> None:
        seen: set[str] = set()
        begun: set[str] = set()
        while True:
            self._finger.way(".tk-lesson, .tk-learned")
            if self._finger.shown(".tk-learned") is not None:
                return
            begun.add(self._place[0])
            if self.lessons is not None and len(begun) > self.lessons:
                return
            if self.page.url in seen:
                raise DeadEnd("the way on leads back")
            seen.add(self.page.url)
            self._step()
            on = self._finger.shown(".tk-step.is-current > .tk-next > a:not([data-extra])")
            if on is None:
                raise DeadEnd("no way on")
            self._finger.press(on)

    def _step(self) -> None:
        if self._finger.shown(".tk-step.is-current .tk-widget") is None:
            self._look("before")
            self._read_notes()
            return
        try:
            self._answer_all()
        except DeadEnd as end:  # what comes after it is worth knowing, too
            self._find("dead end", str(end))

    @property
    def _place(self) -> Place:
        """The lesson that is shown, and the part of it."""
        parts = [part for part in urlsplit(self.page.url).path.split("/") if part]
        shown = self._finger.scope.get_attribute("id")
        return (parts[-1] if parts else "home", shown or "")

    # -- answers ------------------------------------------------------------------------------

    def _answer_all(self) -> None:
        """A task, with a wrong answer of each sort before the right ones."""
        self._look("before")
        self._read_notes()
        self._compare_replies()
        tried: set[str] = set()
        checks = 0
        for _ in range(_MOST_ANSWERS):
            state = self._state
            outcome = judge(state)
            if outcome.done:
                break
            # The second wrong check says more than the first.
            twice = self._is_checked and checks < 2
            barred = set() if twice else tried
            wrong = next(
                (
                    one
                    for one in self._answers(state)
                    if _wrong(state, one) and not barred & set(one)
                ),
                None,
            )
            right = self._right(state)
            if outcome.missed:
                self._begin_again()
            elif wrong is not None:
                tried |= set(wrong)
                checks += 1
                self._give(wrong)
                self.wrong.append(self._place)
                self._look("after a wrong answer", wrong)
                self._ask_around()
            elif right is None or _after(state, right) is None or _wrong(state, right):
                self._begin_again()
            else:
                self._give(right)
        else:
            raise DeadEnd(f"not solved after {_MOST_ANSWERS} answers")
        self._look("after the last answer")
        if self._widget.get_attribute("data-tries") is None:
            raise DeadEnd("all is answered, and the page does not say so")

    def _begin_again(self) -> None:
        """Somebody whose answers lead nowhere starts the task again."""
        again = self._finger.shown(".tk-widget [data-event*='again']", within=True)
        if again is None:
            raise DeadEnd("no answer is right, and the task cannot be begun again")
        self._finger.press(again, answer=True)

    def _answers(self, state: State[Any]) -> Iterator[Event]:
        """Everything that can be answered now: what is there to be pressed, and what is typed."""
        for button in self._widget.query_selector_all(".tk-table [data-pick]"):
            yield check([button.get_attribute("data-pick") or ""])
        for button in self._widget.query_selector_all(".tk-table [data-event]"):
            event = json.loads(button.get_attribute("data-event") or "{}")
            if event and not _NO_ANSWER & set(event) and button.is_visible():
                yield event
        if self._widget.query_selector(".tk-table input") is not None:
            yield from KINDS[state.exercise.kind].first_events(state.exercise)

    def _right(self, state: State[Any]) -> Event | None:
        """Return the next right answer; of what is checked at once all of it."""
        kind = KINDS[state.exercise.kind]
        if self._is_checked:
            return next(kind.first_checks(state.exercise))
        return kind.next_right(state)

    @property
    def _is_checked(self) -> bool:
        """Whether all is touched first, and then judged; the first tricks judge each touch."""
        return self._widget.query_selector(".tk-table [data-pick]") is not None

    def _give(self, event: Event) -> None:
        if "picked" in event:
            self._check(event["picked"].split())
            return
        button = self._sender(event)
        if button is not None:
            self._finger.press(button, answer=True)
            return
        sit = self._finger.shown("[data-sit]", within=True)
        if sit is not None:
            before = self._finger.look("walkView.answered()")
            play_hand(self._finger, sit, self._look)
            self._finger.wait("walkView.answered()", before)
            return
        [(name, value)] = event.items()
        entry = self._widget.query_selector(f"input[name={name}]")
        if entry is None:
            raise DeadEnd(f"nothing answers {event}")
        self._finger.tap(entry)
        self.page.keyboard.type(value)
        submit = self._widget.query_selector(f"form:has(input[name={name}]) [type=submit]")
        if submit is None:
            raise DeadEnd(f"{name} cannot be sent")
        self._finger.press(submit, answer=True)

    def _check(self, values: Sequence[str]) -> None:
        """Touch these things and no others, and press the button that judges them."""
        for button in self._widget.query_selector_all("[data-pick]"):
            wanted = button.get_attribute("data-pick") in values
            if wanted != (button.get_attribute("aria-pressed") == "true"):
                self._finger.tap(button)
        sender = self._finger.shown(".tk-widget > .tk-actions [data-event*='check']", within=True)
        if sender is None:
            raise DeadEnd("nothing checks what is touched")
        self._finger.press(sender, answer=True)

    def _sender(self, event: Event) -> ElementHandle | None:
        """Return what on the page sends this event, if anything does."""
        for button in self._widget.query_selector_all("button[data-event]"):
            if json.loads(button.get_attribute("data-event") or "{}") == event:
                return button
        return None

    def _compare_replies(self) -> None:
        """Wrong first answers that are told the same: it names none of them."""
        state = self._state
        if self._is_checked:
            return  # the first reply only counts
        replies = {}
        for event in self._answers(state):
            if _wrong(state, event):
                outcome = _after(state, event)
                assert outcome is not None and outcome.feedback is not None
                with local_names(state.exercise.table.names):
                    replies[next(iter(event.values()))] = outcome.feedback.message.text()
        for one, other in combinations(replies, 2):
            if replies[one] == replies[other]:
                self._find("same words", f"{one} and {other}: {replies[one]}")

    def _ask_around(self) -> None:
        """Press what else there is after a wrong answer: the hints, the other rules, a rule, the
        solution."""
        finger = self._finger
        while (
            hint := finger.shown(".tk-widget > .tk-actions [data-event*='hint']", within=True)
        ) is not None:
            if not finger.press(hint, answer=True):
                break
            self._look("after a hint")
        more = finger.shown(".tk-reply summary", within=True)
        if more is not None and finger.press(more):
            finger.press(more)
        rule = finger.shown(".tk-reply a.tk-rule", within=True)
        if rule is not None and finger.shown(".tk-lesson") is not None:
            self._open_rule(rule)
        solution = finger.shown(".tk-widget > .tk-solution > summary", within=True)
        if solution is not None and finger.press(solution):
            self._look("with the solution")

    def _open_rule(self, rule: ElementHandle) -> None:
        """A rule that a reply names opens over the lesson, once for each."""
        name = rule.get_attribute("title") or rule.inner_text()
        if name in self._rules_seen or not self._finger.press(rule):
            return
        self._rules_seen.add(name)
        close = self._finger.shown("dialog[open] button")
        if close is None:
            raise DeadEnd(f"the rule {name} does not open over the lesson")
        self._finger.press(close)

    @property
    def _widget(self) -> ElementHandle:
        widget = self._finger.scope.query_selector(".tk-widget")
        if widget is None:
            raise DeadEnd("the task is gone")
        return widget

    @property
    def _state(self) -> State[Any]:
        return state_from_json(json.loads(self._widget.get_attribute("data-widget") or "{}"))

    # -- looking ------------------------------------------------------------------------------

    def _look(self, when: str, event: Event | None = None, coached: bool = False) -> None:
        """Note what is in the way of what is shown now. coached: a coach explains each word when it comes."""
        seen = self._finger.look()
        if self._place not in self.places:
            self.places.append(self._place)
        before = len(self.findings)
        for part in seen["outside"]:
            self._find("scroll", f"{when}: {part}")
        if seen["wide"] > 0:
            self._find("scroll", f"{when}: the page is {seen['wide']} pixels too wide")
        for what in seen["covered"]:
            self._find("overlap", f"{when}: {what}")
        for word in self._reader.read([] if coached else seen["texts"]):
            self._find("unexplained", f"{when}: {word}")
        if event is not None or len(self.findings) > before:
            self._picture("-".join(event.values()) if event else when)

    def _picture(self, name: str) -> None:
        if self.pictures is None:
            return
        self.pictures.mkdir(parents=True, exist_ok=True)
        file = "-".join([f"{len(self.places):03}", *self._place, name]).replace(" ", "_")
        self.page.screenshot(path=self.pictures / f"{file}.png")

    def _read_notes(self) -> None:
        """Touch each word that has a note: the note has to come into view; then touch beside it."""
        for word in self._finger.scope.query_selector_all(".tk-termed"):
            if not word.is_visible() or not self._finger.press(word):
                continue
            note = self._finger.shown(".tk-note.is-shown")
            box = note.bounding_box() if note is not None else None
            size = self.page.viewport_size
            assert size is not None
            if box is None:
                self._find("no effect", f"“{word.inner_text()}” shows no note")
            elif (
                min(box["x"], box["y"]) < 0
                or box["x"] + box["width"] > size["width"] + 1
                or box["y"] + box["height"] > size["height"] + 1
            ):
                self._find("scroll", f"the note of “{word.inner_text()}” is out of view")
            self._finger.tap(self._finger.shown("h1") or self._finger.scope)

    # -- findings -----------------------------------------------------------------------------

    def _find(self, kind: str, what: str) -> None:
        try:
            lesson, step = self._place
        except Error:
            lesson, step = self.page.url, ""
        finding = Finding(kind, lesson, step, what)
        if finding not in self.findings:
            self.findings.append(finding)

    def _error(self, text: str) -> None:
        """An error is noted while the page does something else, so nothing is asked of the page."""
        address = urlsplit(self.page.url)
        self.findings.append(Finding("error", address.path, address.fragment, text))

    def _printed(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._error(message.text)

    def _came(self, response: Response) -> None:
        if response.status >= 400:
            self._error(f"{response.status} {response.url}")


def _after(state: State[Any], event: Event) -> Outcome | None:
    """Return what an answer comes to; nothing if it is none."""
    try:
        return judge(update(state, event))
    except TarokyError:
        return None


def _wrong(state: State[Any], event: Event) -> bool:
    """Whether an answer is against the rules, or misses the goal."""
    after = _after(state, event)
    return after is not None and (after.missed or after.tries > judge(state).tries)
