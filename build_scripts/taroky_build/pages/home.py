"""The home page's two tricks, which answer before Python has come, and the way on from them.

All that can be touched is answered by what the build has worked out: the page asks for one small file
for each trick and starts no Python.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.messages import given_name, say
from taroky_tutorials.lessons.lesson import Outline
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import COACHED
from taroky_tutorials.play_page.view import day_end
from taroky_tutorials.reading import course_pages
from taroky_tutorials.reference import practice_positions
from taroky_tutorials.reference.practice_positions import PracticePosition
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, Event, State

TRICKS, START, TODAY = "<!-- first tricks -->", "<!-- first lesson -->", "<!-- today -->"
FILE = Path(__file__).with_name("home.yaml")
#: The course that a newcomer begins with.
COURSE = "hlucin"
#: What a browser that knows a learner asks for, to say where to go on.
LESSONS = "assets/lessons.json"
_EVENT = re.compile(r' data-event="[^"]*"')


def tricks() -> Markup:
    """Both tricks, one shown after the other where scripts run."""
    tricks = positions()
    parts = []
    for place, (one, after) in enumerate(zip(tricks, [*tricks[1:], None], strict=True), start=1):
        board = widgets.view(one.state(""), _path(one), ask=_ask(place))
        more = (
            None
            if after is None
            else element(
                "p",
                element(
                    "button",
                    say("home.one_more").text(),
                    type="button",
                    class_="tk-button",
                    data_next=f"trick-{place + 1}",
                ),
                class_="tk-more",
            )
        )
        # The search's parser takes the first end of an element of that name for the end of this one.
        parts.append(
            element(
                "section",
                board,
                more,
                class_="tk-first",
                id=f"trick-{place}",
                data_search_exclude=True,
            )
        )
    return element("div", *parts, class_="tk-tricks")


def start(outlines: Mapping[str, Sequence[Outline]]) -> Markup:
    """The ways to a first hand with a coach and to the first lesson; a script knows better where somebody was who comes
    back."""
    first = outlines[COURSE][0]
    words = {
        name: say(f"home.{name}", **{key: f"{{{key}}}" for key in ("title", "step")}).text()
        for name in ("go_on_step", "go_on")
    }
    label = say("home.start", title=first.title, n=first.minutes).text()
    coached = _coached(COURSE, say("table.coached.do").text(), "tk-button tk-button--primary")
    other_games = [
        _coached(game, given_name(rules.load(game).title), None)
        for game in outlines
        if game != COURSE
    ]
    lesson = element(
        "a",
        label,
        class_="tk-button",
        href=f"learn/{COURSE}/{first.id}/",
        data_words=words,
        data_lessons=LESSONS,
        data_lesson=f"{COURSE}/{first.id}",
    )
    more = element(
        "span",
        say("table.coached.others").text(),
        *(join(" ", one) for one in other_games),
        class_="tk-other-games",
    )
    due = [
        course_pages.due_link(
            rules.load(game),
            f"learn/{game}/again/",
            say("again.due_in", game=given_name(rules.load(game).title), n="{n}").text(),
        )
        for game in outlines
    ]
    return join(coached, more, lesson, *due)


def _coached(game: str, words: str, css: str | None) -> Markup:
    """To the table, where the first hand of a game is played with a coach."""
    return element("a", words, class_=css, href=f"play/{COACHED.format(game)}")


def today() -> Markup:
    """The ways to the hand of the day, whose date the script knows, and back to a table that was left in the middle of a
    hand."""
    title = say("table.daily").text()
    day = element(
        "a",
        title,
        href="play/#day=today",
        class_="tk-button",
        data_date="today",
        data_dated=say("table.occasion.day", day="{date}").text(),
    )
    left = element(
        "a", say("home.go_on_table").text(), href="play/", class_="tk-left-table", hidden=True
    )
    return join(left, " ", day, " ", element("small", day_end.streak()))


def files(outlines: Mapping[str, Sequence[Outline]]) -> dict[str, str]:
    """Return what the page asks for: the outcomes of its tricks, and the lessons with their steps."""
    files = {_path(one): _outcomes(one, place) for place, one in enumerate(positions(), start=1)}
    lessons = {
        course: [[one.id, one.title, [step.id for step in one.steps]] for one in listed]
        for course, listed in outlines.items()
    }
    return {**files, LESSONS: json.dumps(lessons, ensure_ascii=False, separators=(",", ":"))}


@cache
def positions() -> tuple[PracticePosition, ...]:
    """Both tricks."""
    return practice_positions.load(COURSE, FILE)


def _path(one: PracticePosition) -> str:
    return f"assets/outcomes/home/{one.id}.json"


def _ask(place: int) -> str:
    return say(f"home.trick_{place}").text()


def _outcomes(one: PracticePosition, place: int) -> str:
    """Return what follows on every touch, however many wrong ones came before. Of these only the last
    is remembered, so that there are few; what is solved cannot be touched any more."""
    outcomes: dict[str, str] = {}
    waiting = [one.state("")]
    while waiting:
        state = waiting.pop()
        for event in KINDS[one.exercise.kind].first_events(one.exercise):
            after = _remembered(widgets.update(state, event))
            html = str(widgets.view(after, ask=_ask(place)))
            if widgets.judge(after).done:
                html = _EVENT.sub(' aria-disabled="true"', html)
            elif _key(after.answers) not in outcomes:
                waiting.append(after)
            outcomes[_key((*state.answers, event))] = html
    return json.dumps(outcomes, ensure_ascii=False, separators=(",", ":"))


def _remembered(state: State[Any]) -> State[Any]:
    """The state without the wrong answers before the last answer."""
    *before, last = state.answers
    right = [one for one in before if not widgets.judge(replace(state, answers=(one,))).tries]
    return replace(state, answers=(*right, last))


def _key(answers: Sequence[Event]) -> str:
    return json.dumps(list(answers), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
