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
from taroky_tutorials import lessons, widgets
from taroky_tutorials.html import Markup, element, join
from taroky_tutorials.lessons import Lesson, Step

from taroky_build import placeholders
from taroky_build.errors import BuildError

#: From a lesson's page to the root of the site.
_LESSON_BASE = "../../"
_LESSON_LIST = "<!-- lessons -->"
_HAND = re.compile(r"<!-- hand: (?P<cards>[A-Z0-9 ]+) -->")
_POINT = re.compile(r"\n\{: #(?P<id>[A-Z]+-[A-Z]+-\d+) \.tk-point \}")


def generated_pages(root: Path) -> dict[str, str]:
    """The Markdown of every generated page, by its path below docs/."""
    return {f"learn/{lesson.id}.md": _lesson_page(lesson) for lesson in _lessons()}


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    path = PurePosixPath(page_path)
    if path.parent.name == "reference" and path.stem in rules.ids():
        filled = placeholders.fill(markdown, path.stem, page_path)
        return _POINT.sub(_with_permalink, filled)
    markdown = markdown.replace(_LESSON_LIST, _lesson_list() if _LESSON_LIST in markdown else "")
    return _HAND.sub(lambda match: _hand(match["cards"], path, page_path), markdown)


def generated_assets(root: Path) -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root."""
    found = {}
    for lesson in _lessons():
        for step in lesson.steps:
            state = lesson.state(step, _LESSON_BASE)
            known = dict(widgets.outcomes(state))
            text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
            found[_outcomes_path(lesson, step)] = text.encode()
    return found


@cache
def _lessons() -> tuple[Lesson, ...]:
    try:
        return lessons.load_all()
    except TarokyError as problem:
        raise BuildError(str(problem)) from problem


def _outcomes_path(lesson: Lesson, step: Step) -> str:
    return f"assets/outcomes/{lesson.id}-{step.id}.json"


def _with_permalink(match: re.Match[str]) -> str:
    """A rule point ends with its id as a link to itself."""
    point = match["id"]
    return f" [{point}](#{point}){{: .tk-point-id }}{match[0]}"


def _prose(text: str, rule_set: str, page: str) -> Markup:
    return Markup(render(placeholders.fill(text, rule_set, page)).replace("\n", " "))


def _lesson_page(lesson: Lesson) -> str:
    """The whole lesson as one block of HTML: it reads from top to bottom without a script."""
    page = f"learn/{lesson.id}.md"
    progress = [
        element(
            "li", element("a", str(i), href=f"#{step.id}", aria_label=f"{i}. {step.title}"),
            data_step=f"{lesson.id}/{step.id}",
        )
        for i, step in enumerate(lesson.steps, start=1)
    ]  # fmt: skip
    intro = element("div", _prose(lesson.intro, lesson.rules, page), class_="tk-words")
    parts = [
        element("ol", *progress, class_="tk-progress", aria_label=say("lesson.steps").text()),
        element("div", intro, _next(lesson.steps[0]), class_="tk-leg", id="start"),
    ]
    following = [*lesson.steps[1:], None]
    for step, after in zip(lesson.steps, following, strict=True):
        leg = join(_step(lesson, step, page), _next(after))
        parts.append(element("div", leg, class_="tk-leg", id=step.id))
    front = f"---\ntitle: {json.dumps(lesson.title)}\nhide: [navigation, toc]\n---\n"
    body = element("div", *parts, class_="tk-lesson")
    return f"{front}\n# {lesson.title}\n\n{body}\n"


def _step(lesson: Lesson, step: Step, page: str) -> Markup:
    state = lesson.state(step, _LESSON_BASE)
    path = _LESSON_BASE + _outcomes_path(lesson, step)
    board = str(widgets.view(state)).replace(
        '<div class="tk-widget"', f'<div class="tk-widget" data-outcomes="{path}"', 1
    )
    words = element(
        "div", element("h2", step.title), _prose(step.prose, lesson.rules, page), class_="tk-words"
    )
    return element(
        "section", words, element("div", Markup(board), class_="tk-board"), class_="tk-step"
    )  # fmt: skip


def _next(after: Step | None) -> Markup:
    if after is None:
        label, href = say("lesson.done").text(), "../"
    else:
        label, href = say("lesson.next", title=after.title).text(), f"#{after.id}"
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


def _lesson_list() -> str:
    doors = [
        element(
            "li",
            element("h2", element("a", lesson.title, href=f"{lesson.id}/")),
            element("p", lesson.summary, " ", say("lesson.minutes", n=lesson.minutes).text(), "."),
        )
        for lesson in _lessons()
    ]
    return str(join(element("ul", *doors, class_="tk-doors")))
