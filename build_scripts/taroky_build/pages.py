"""Pages and assets that are made from the rule tables and the lessons."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path, PurePosixPath

from markdown import markdown as render
from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import say
from taroky_tutorials import cards as show
from taroky_tutorials import lessons, placeholders, widgets
from taroky_tutorials.html import Markup, element, join
from taroky_tutorials.lessons import COURSES, Lesson, Step

from taroky_build.errors import BuildError

#: From a lesson's page to the root of the site.
_LESSON_BASE = "../../../"
_COURSES = "<!-- courses -->"
_HAND = re.compile(r"<!-- hand: (?P<cards>[A-Z0-9 ]+) -->")
_POINT = re.compile(r"\n\{: #(?P<id>[A-Z]+-[A-Z]+-\d+) \.tk-point \}")


def generated_pages(root: Path) -> dict[str, str]:
    """The Markdown of every generated page, by its path below docs/."""
    found = {f"learn/{course}/index.md": _course_map(course) for course in COURSES}
    for course in COURSES:
        of_course = _lessons(course)
        for lesson, after in zip(of_course, (*of_course, None)[1:], strict=True):
            found[f"learn/{course}/{lesson.id}.md"] = _lesson_page(lesson, after)
    return found


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    path = PurePosixPath(page_path)
    if path.parent.name == "reference" and path.stem in rules.ids():
        return _POINT.sub(_with_permalink, _filled(markdown, path.stem, page_path))
    markdown = markdown.replace(_COURSES, _course_list() if _COURSES in markdown else "")
    return _HAND.sub(lambda match: _hand(match["cards"], path, page_path), markdown)


def generated_assets(root: Path) -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root."""
    found = {}
    for course in COURSES:
        for lesson in _lessons(course):
            for step in lesson.steps:
                known = dict(widgets.outcomes(lesson.state(step, _LESSON_BASE)))
                text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
                found[_outcomes_path(lesson, step)] = text.encode()
    return found


@cache
def _lessons(course: str) -> tuple[Lesson, ...]:
    try:
        return lessons.load_all(course)
    except TarokyError as problem:
        raise BuildError(str(problem)) from problem


def _filled(text: str, rule_set: str, page: str) -> str:
    try:
        return placeholders.fill(text, rule_set)
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from None


def _outcomes_path(lesson: Lesson, step: Step) -> str:
    return f"assets/outcomes/{lesson.rules}/{lesson.id}-{step.id}.json"


def _with_permalink(match: re.Match[str]) -> str:
    """A rule point ends with its id as a link to itself."""
    point = match["id"]
    return f" [{point}](#{point}){{: .tk-point-id }}{match[0]}"


def _prose(text: str) -> Markup:
    return Markup(render(text, extensions=["tables"]).replace("\n", " "))


def _lesson_page(lesson: Lesson, following: Lesson | None) -> str:
    """The whole lesson as one block of HTML: it reads from top to bottom without a script."""
    intro = element("div", _prose(lesson.intro), class_="tk-words")
    first = _next(lesson, lesson.steps[0], following)
    parts = [
        _progress(lesson, ""),
        element("div", intro, first, class_="tk-leg", id="start"),
    ]
    for step, after in zip(lesson.steps, [*lesson.steps[1:], None], strict=True):
        leg = join(_step(lesson, step), _next(lesson, after, following))
        parts.append(element("div", leg, class_="tk-leg", id=step.id))
    front = f"---\ntitle: {json.dumps(lesson.title)}\nhide: [navigation, toc]\n---\n"
    body = element("div", *parts, class_="tk-lesson")
    course = rules.load(lesson.rules).title
    trail = element("p", element("a", say("course.title", title=course).text(), href="../"),
                    class_="tk-trail")  # fmt: skip
    return f"{front}\n{trail}\n\n# {lesson.title}\n\n{body}\n"


def _progress(lesson: Lesson, page: str) -> Markup:
    """A line of small cards, one for each step, that turn over when it is done."""
    items = [
        element(
            "li",
            element("a", str(i), href=f"{page}#{step.id}", aria_label=f"{i}. {step.title}"),
            data_step=f"{lesson.rules}/{lesson.id}/{step.id}",
        )
        for i, step in enumerate(lesson.steps, start=1)
    ]
    return element("ol", *items, class_="tk-progress", aria_label=say("lesson.steps").text())


def _step(lesson: Lesson, step: Step) -> Markup:
    state = lesson.state(step, _LESSON_BASE)
    path = _LESSON_BASE + _outcomes_path(lesson, step)
    board = str(widgets.view(state)).replace(
        '<div class="tk-widget"', f'<div class="tk-widget" data-outcomes="{path}"', 1
    )
    words = element("div", element("h2", step.title), _prose(step.prose), class_="tk-words")
    return element(
        "section", words, element("div", Markup(board), class_="tk-board"), class_="tk-step"
    )  # fmt: skip


def _next(lesson: Lesson, after: Step | None, following: Lesson | None) -> Markup:
    if after is not None:
        label, href = say("lesson.next", title=after.title).text(), f"#{after.id}"
    elif following is not None:
        label = say("lesson.next_lesson", title=following.title).text()
        href = f"../{following.id}/"
    else:
        label, href = say("lesson.done").text(), "../"
    link = element("a", label, class_="tk-button", href=href)
    return element("p", link, class_="tk-next")


def _hand(codes: str, path: PurePosixPath, page: str) -> str:
    """A row of cards in a page, as a picture."""
    table = rules.load("hlucin")
    base = "../" * (len(path.parts) - (path.stem == "index"))
    try:
        return str(show.hand(table, table.cards.parse_all(codes), base, "page"))
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from problem


def _course_list() -> str:
    """The games one may learn."""
    doors = [
        element(
            "li",
            element("h2", element("a", rules.load(course).title, href=f"{course}/")),
            element("p", say(f"course.{course}").text(), " ",
                    say("course.lessons", n=len(_lessons(course))).text()),
        )
        for course in COURSES
    ]  # fmt: skip
    return str(element("ul", *doors, class_="tk-doors"))


def _course_map(course: str) -> str:
    """All lessons of a course with what is done of each."""
    table = rules.load(course)
    items = [
        element(
            "li",
            element("h2", element("a", lesson.title, href=f"{lesson.id}/")),
            element("p", lesson.summary, " ", say("lesson.minutes", n=lesson.minutes).text(), "."),
            _progress(lesson, f"{lesson.id}/"),
            id=lesson.id,
        )
        for lesson in _lessons(course)
    ]
    title = say("course.title", title=table.title).text()
    front = f"---\ntitle: {json.dumps(title)}\nhide: [navigation, toc]\n---\n"
    words = element("p", say(f"course.{course}").text(), class_="tk-lead")
    return f"{front}\n# {title}\n\n{words}\n\n{element('ol', *items, class_='tk-course')}\n"
