"""Pages and assets that are made from the rule tables and the lessons."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import say
from taroky_tutorials import cards as show
from taroky_tutorials import (
    course_pages,
    glossary,
    house_options,
    lessons,
    placeholders,
    switching,
    tools,
    widgets,
)
from taroky_tutorials.course_pages import DRILL, Page
from taroky_tutorials.html import element
from taroky_tutorials.lessons import COURSES, Lesson
from taroky_tutorials.reference import points, tries
from taroky_tutorials.reference.tries import Try
from taroky_tutorials.ways import Ways, outcomes_file

from taroky_build import calculators
from taroky_build.errors import BuildError
from taroky_build.strategy import figures

#: From a lesson's page and from a course's map to the root of the site.
_LESSON_BASE, _MAP_BASE = "../../../", "../../"
_COURSES = "<!-- courses -->"
_SWITCHES = "<!-- switches -->"
_GLOSSARY = re.compile(r"<!-- glossary: (?P<group>[a-z]+) -->")
_TOOL = re.compile(r"<!-- tool: (?P<name>[a-z-]+)(?P<fields>(?: [a-z_]+=[^ ]+)*) -->")
_OPTIONS = re.compile(r"<!-- options(?:: (?P<of>[a-z0-9-]+) besides (?P<besides>[a-z0-9-]+))? -->")
_HEADING = re.compile(r"^#+(?= )", re.MULTILINE)
_HAND = re.compile(r"<!-- hand(?: (?P<rules>[a-z0-9-]+))?: (?P<cards>[A-Z0-9 ]+) -->")
#: Pages that tell of several games: their placeholders are filled in from this one's table unless they
#: name another.
_COMMON, _ABOUT_ALL = "hlucin", ("strategy", "reference/cards")
#: From a reference page to the root of the site.
_REFERENCE_BASE = "../../"


def generated_pages(root: Path) -> dict[str, str]:
    """The Markdown of every generated page, by its path below docs/."""
    found = calculators.pages()
    here, below = Ways(_MAP_BASE, ""), Ways(_LESSON_BASE, "../")
    for course in COURSES:
        of_course = _lessons(course)
        index = course_pages.course_page(course, of_course, here, switching.PAIRS)
        found[f"learn/{course}/index.md"] = _markdown(index)
        for lesson, after in zip(of_course, (*of_course, None)[1:], strict=True):
            page = course_pages.lesson_page(lesson, after, below)
            found[f"learn/{course}/{lesson.id}.md"] = _markdown(page)
        learned = course_pages.learned_page(course, of_course, below)
        found[f"learn/{course}/learned.md"] = _markdown(learned)
    for home, away in switching.PAIRS:
        lesson = _switch(home, away)
        ways = Ways(_LESSON_BASE, f"../../{away}/")
        page = course_pages.lesson_page(lesson, None, ways, also=home)
        found[f"learn/switch/{lesson.id}.md"] = _markdown(page)
    return found


def _markdown(page: Page) -> str:
    """A page whose body is one block of HTML."""
    return f"{course_pages.front(page)}\n{page.trail or ''}\n\n# {page.title}\n\n{page.body}\n"


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    path = PurePosixPath(page_path)
    markdown = _TOOL.sub(lambda match: _tool(match, path, page_path), markdown)
    if calculators.LIST in markdown:
        markdown = markdown.replace(calculators.LIST, calculators.listed())
    if path.parent.name == "reference" and path.stem in rules.ids():
        markdown = house_options.linked(markdown, rules.load(path.stem))
        markdown = _OPTIONS.sub(lambda match: _options(match, path.stem), markdown)
        markdown = _filled(markdown, path.stem, page_path)
        markdown = calculators.worked(markdown, path.stem, page_path, _REFERENCE_BASE)
        return points.marked(markdown, _below(path.stem))
    if str(path).startswith(_ABOUT_ALL):
        if "figures: " in markdown or "simulation: " in markdown:
            markdown = figures.fill(markdown, figures.load(figures.file(root)), page_path)
        markdown = _filled(markdown, _COMMON, page_path)
    markdown = markdown.replace(_COURSES, _course_list() if _COURSES in markdown else "")
    markdown = markdown.replace(_SWITCHES, _switch_list() if _SWITCHES in markdown else "")
    markdown = _GLOSSARY.sub(lambda match: str(glossary.section(match["group"])), markdown)
    return _HAND.sub(lambda match: _hand(match, path, page_path), markdown)


def generated_assets(root: Path) -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root."""
    found = {glossary.STYLES: glossary.styles().encode()}
    of_courses = [lesson for course in COURSES for lesson in _lessons(course)]
    for lesson in [*of_courses, *(_switch(home, away) for home, away in switching.PAIRS)]:
        states = {step.id: lesson.state(step, _LESSON_BASE) for step in lesson.steps}
        if lesson.drill:
            states[DRILL] = course_pages.drill_state(lesson, _LESSON_BASE)
        for name, state in states.items():
            known = dict(widgets.outcomes(state))
            text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
            found[outcomes_file(lesson.course, lesson.id, name)] = text.encode()
    for page in rules.ids():
        for one in _tries(page):
            known = dict(widgets.outcomes(one.state(_REFERENCE_BASE)))
            text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
            found[tries.outcomes_path(page, one)] = text.encode()
    return found


@cache
def _lessons(course: str) -> tuple[Lesson, ...]:
    try:
        return lessons.load_all(course)
    except TarokyError as problem:
        raise BuildError(str(problem)) from problem


@cache
def _switch(home: str, away: str) -> Lesson:
    try:
        return switching.lesson(home, away)
    except TarokyError as problem:
        raise BuildError(str(problem)) from problem


def _filled(text: str, rule_set: str, page: str) -> str:
    try:
        return placeholders.fill(text, rule_set)
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from None


def _below(page: str) -> Callable[[str], str]:
    """What is made for each rule point of a reference page, to stand below it."""
    boards = {one.point: tries.view(page, one, _REFERENCE_BASE) for one in _tries(page)}
    return lambda point: str(boards.get(point, ""))


@cache
def _tries(page: str) -> tuple[Try, ...]:
    try:
        return tries.load(page)
    except TarokyError as problem:
        raise BuildError(str(problem)) from problem


def _base(path: PurePosixPath) -> str:
    """The way from a page to the root of the site."""
    return "../" * (len(path.parts) - (path.stem == "index"))


def _tool(match: re.Match[str], path: PurePosixPath, page: str) -> str:
    """A tool's form with what the marker gives it."""
    given = dict(pair.split("=", 1) for pair in match["fields"].split())
    try:
        return str(tools.on_page(match["name"], given, _base(path)))
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from problem


def _options(match: re.Match[str], page: str) -> str:
    """The house options of a page's rule set, or what another one has besides one listed before."""
    level = len(_HEADING.findall(match.string, 0, match.start())[-1]) + 1
    besides = rules.load(match["besides"]) if match["of"] else None
    return str(house_options.listed(rules.load(match["of"] or page), level, besides))


def _hand(match: re.Match[str], path: PurePosixPath, page: str) -> str:
    """A row of cards in a page, as a picture."""
    codes, name = match["cards"], match["rules"] or _COMMON
    if name not in rules.ids():
        raise BuildError(
            f"{page}: there is no rule set {name}; there are {', '.join(rules.ids())}."
        )
    table = rules.load(name)
    base = _base(path)
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
            element("p", course_pages.words_of(rules.load(course)), " ",
                    say("course.lessons", n=len(_lessons(course))).text()),
        )
        for course in COURSES
    ]  # fmt: skip
    return str(element("ul", *doors, class_="tk-doors"))


def _switch_list() -> str:
    """The lessons for a player of one game who sits down with another."""
    ways = Ways("../", "")
    links = [course_pages.switch_link(home, away, ways) for home, away in switching.PAIRS]
    return str(element("ul", *links, class_="tk-switches"))
