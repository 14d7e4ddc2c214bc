"""Pages and assets that are made from the rule tables and the lessons."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

import taroky
import taroky_tutorials
from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import say
from taroky_tutorials.comparison import matrix, side_by_side
from taroky_tutorials.forms import tools
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES, Heading, Lesson, Outline
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts import placeholders
from taroky_tutorials.page_parts.elements import element
from taroky_tutorials.page_parts.links import HOUSE, Ways, outcomes_file
from taroky_tutorials.reading import course_pages, glossary
from taroky_tutorials.reading.course_pages import DRILL, Page
from taroky_tutorials.reference import (
    example_settlements,
    house_options,
    other_rule_sets,
    points,
    table_sheet,
    tries,
)
from taroky_tutorials.sheets import sheet
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import State

import taroky_build
from taroky_build import build_cache
from taroky_build.build_cache import Files, Piece
from taroky_build.errors import BuildError
from taroky_build.pages import calculator_pages, columns, raw_html, rooms
from taroky_build.strategy import figures

#: From a lesson's page and from a course's map to the root of the site.
_LESSON_BASE, _MAP_BASE = "../../../", "../../"
_COURSES = "<!-- courses -->"
_SWITCHES = "<!-- switches -->"
_CLUBS = "<!-- clubs -->"
_MATRIX, _SAME_HANDS = "<!-- comparison -->", "<!-- same hands -->"
_GLOSSARY = re.compile(r"<!-- glossary: (?P<group>[a-z]+) -->")
_SHEET = re.compile(r"<!-- sheet: (?P<name>[a-z]+) -->")
_TOOL = re.compile(r"<!-- tool: (?P<name>[a-z-]+)(?P<fields>(?: [a-z_]+=[^ ]+)*) -->")
#: How the paths of pages end.
_PAGE = ".md"
_HAND = re.compile(r"<!-- hand(?: (?P<rules>[a-z0-9-]+))?: (?P<cards>[A-Z0-9 ]+) -->")
#: Pages that tell of several games: their placeholders are filled in from this one's table unless they
#: name another.
_COMMON, _ABOUT_ALL = "hlucin", ("strategy", "reference/cards")
#: From a reference page to the root of the site.
_REFERENCE_BASE = "../../"


def generated_pages(root: Path) -> dict[str, str]:
    """The text of every generated page, by its path below docs/. Raises BuildError."""
    found = {path: text for path, text in _generated(root).items() if path.endswith(_PAGE)}
    docs = root / "docs"
    there = [
        page for page in house_pages.BESIDES
        if (docs / f"{page.rstrip('/')}.md").exists() or (docs / page / "index.md").exists()
    ]  # fmt: skip
    house = house_pages.frame("../", there)
    return {
        **found,
        f"{HOUSE}index.md": f"{course_pages.front(house)}{raw_html.HTML}\n{house.body}\n",
    }


def generated_assets(root: Path) -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root. Raises
    BuildError."""
    return {
        path: text.encode() for path, text in _generated(root).items() if not path.endswith(_PAGE)
    }


def filled_pages(root: Path, texts: Mapping[str, str]) -> dict[str, str]:
    """Pages without their front matter, by their path below docs/, with everything filled in.
    Raises BuildError."""
    data = _data_files(root)
    counts = json.dumps([len(listed) for listed in _outlines(root).values()]).encode()
    pieces = [
        Piece(_filled_page, (path, text, str(root)), (*data, counts) if _COURSES in text else data)
        for path, text in texts.items()
    ]
    return {path: text for made in recall(root, pieces) for path, text in made.items()}


def _filled_page(path: str, text: str, root: str) -> Files:
    return {path: expand(text, path, Path(root))}


def _data_files(root: Path) -> tuple[bytes, ...]:
    """What pages written by hand may draw on besides tables and lessons."""
    return tuple(file.read_bytes() for file in sorted((root / "docs").rglob("*.json")))


# -- pieces: what is kept from build to build ----------------------------------------------------


@cache
def _generated(root: Path) -> Files:
    """Pages and other files, by their path below docs/ and below the site's root."""
    pieces = [Piece(_styles, ()), *(Piece(_switch, pair) for pair in switching.PAIRS)]
    for course, listed in _outlines(root).items():
        pieces.append(Piece(_course, (course, json.dumps(listed))))
        for lesson, after in zip(listed, [*listed[1:], None], strict=True):
            file = lesson_files.FOLDER / f"{lesson['id']}.yaml"
            following = json.dumps(after and {"id": after["id"], "title": after["title"]})
            pieces.append(Piece(_lesson, (course, str(file), following), (file.read_bytes(),)))
    for name in rules.ids():
        pieces += [Piece(make, (name,)) for make in (_summary, _calculator, _outcomes_of_tries)]
    return {path: text for made in recall(root, pieces) for path, text in made.items()}


@cache
def _outlines(root: Path) -> dict[str, list[dict[str, Any]]]:
    """The outlines of all lessons by their courses, as data, in their order."""
    files = sorted(lesson_files.FOLDER.glob("*.yaml"))
    made = recall(root, [Piece(_outlined, (str(file),), (file.read_bytes(),)) for file in files])
    found: dict[str, list[dict[str, Any]]] = {course: [] for course in COURSES}
    for one in made:
        for course, text in one.items():
            found[course].append(json.loads(text))
    return {
        course: sorted(listed, key=lambda one: (one["order"], one["id"]))
        for course, listed in found.items()
    }


def _outlined(file: str) -> Files:
    """The outline of a lesson by each course that has it."""
    told = {course: lesson_files.told(Path(file), course, play=False).lesson for course in COURSES}
    return {
        course: json.dumps(asdict(lesson.outline))
        for course, lesson in told.items() if lesson is not None
    }  # fmt: skip


def recall(root: Path, pieces: Sequence[Piece]) -> list[Files]:
    return build_cache.recall(pieces, root / ".cache" / "site", _code())


@cache
def _code() -> bytes:
    """A hash of all code and data of this project but for the lessons, which are sources of single
    pieces."""
    packages = (taroky, taroky_tutorials, taroky_build)
    return build_cache.digest(
        (Path(package.__path__[0]) for package in packages),
        lambda file: file.parent == lesson_files.FOLDER and file.suffix == ".yaml",
    )


@cache
def lesson_contents() -> tuple[bytes, ...]:
    return tuple(file.read_bytes() for file in sorted(lesson_files.FOLDER.glob("*.yaml")))


def _course(course: str, outlines: str) -> Files:
    """A course's map, and what has been learned in it."""
    of_course = [Outline.read(one) for one in json.loads(outlines)]
    index = course_pages.course_page(course, of_course, Ways(_MAP_BASE, ""), switching.PAIRS)
    learned = course_pages.learned_page(course, of_course, Ways(_LESSON_BASE, "../"))
    return {
        f"learn/{course}/index.md": _markdown(index),
        f"learn/{course}/learned.md": _markdown(learned),
    }


def _lesson(course: str, file: str, following: str) -> Files:
    """A lesson's page and its outcomes. following: id and title of the lesson after it."""
    found = lesson_files.told(Path(file), course).lesson
    assert found is not None  # its outline says that the course has it
    after = json.loads(following)
    page = course_pages.lesson_page(found, after and Heading(**after), Ways(_LESSON_BASE, "../"))
    return {f"learn/{course}/{found.id}.md": _markdown(page), **outcomes_of(found)}


def _switch(home: str, away: str) -> Files:
    """The lesson for a player of one rule set at a table of another."""
    lesson = switching.lesson(home, away)
    ways = Ways(_LESSON_BASE, f"../../{away}/")
    page = course_pages.lesson_page(lesson, None, ways, also=home)
    return {f"learn/switch/{lesson.id}.md": _markdown(page), **outcomes_of(lesson)}


def _markdown(page: Page) -> str:
    """A page that is HTML already."""
    return f"{course_pages.front(page)}{raw_html.HTML}\n{page.whole()}\n"


def _summary(name: str) -> Files:
    """A rule set on one sheet."""
    table = rules.load(name)
    front = f"---\ntitle: {json.dumps(table_sheet.title(table))}\nhide: [navigation, toc]\n---\n"
    page = f"{front}{raw_html.HTML}\n{table_sheet.page(table, _LESSON_BASE)}\n"
    return {f"reference/{name}/summary.md": page}


def _calculator(name: str) -> Files:
    return {calculator_pages.path(name): calculator_pages.page(name)}


def outcomes_of(lesson: Lesson) -> Files:
    states = {step.id: lesson.state(step, _LESSON_BASE) for step in lesson.steps}
    if lesson.drill:
        states[DRILL] = course_pages.drill_state(lesson, _LESSON_BASE)
    return {
        outcomes_file(lesson.course, lesson.id, name): _known(state)
        for name, state in states.items()
    }


def _styles() -> Files:
    return {glossary.STYLES: glossary.styles()}


def _outcomes_of_tries(page: str) -> Files:
    return {
        tries.outcomes_path(page, one): _known(one.state(_REFERENCE_BASE))
        for one in tries.load(page)
    }


def _known(state: State) -> str:
    return json.dumps(dict(widgets.outcomes(state)), ensure_ascii=False, separators=(",", ":"))


# -- pages written by hand -----------------------------------------------------------------------


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    path = PurePosixPath(page_path)
    markdown = _TOOL.sub(lambda match: _tool(match, path, page_path), markdown)
    markdown = _SHEET.sub(lambda match: _sheet(match["name"], path, page_path), markdown)
    if calculator_pages.LIST in markdown:
        markdown = markdown.replace(calculator_pages.LIST, calculator_pages.listed())
    if path.parent.name == "reference" and path.stem in rules.ids():
        markdown = house_options.filled(markdown, path.stem)
        markdown = _filled(markdown, path.stem, page_path)
        markdown = _settled(markdown, path.stem, page_path)
        return points.marked(markdown, _below(path.stem))
    if str(path).startswith(_ABOUT_ALL):
        if "figures: " in markdown or "simulation: " in markdown:
            markdown = figures.fill(markdown, figures.load(figures.file(root)), page_path)
        markdown = _filled(markdown, _COMMON, page_path)
    markdown = markdown.replace(_COURSES, _course_list() if _COURSES in markdown else "")
    markdown = columns.fill(rooms.fill(markdown, root))
    if _CLUBS in markdown:
        markdown = markdown.replace(_CLUBS, str(house_pages.clubs(_base(path))))
    markdown = markdown.replace(_SWITCHES, _switch_list() if _SWITCHES in markdown else "")
    if _MATRIX in markdown:
        markdown = markdown.replace(_MATRIX, str(matrix.matrix(_base(path))))
    if _SAME_HANDS in markdown:
        markdown = markdown.replace(_SAME_HANDS, str(side_by_side.gallery(_base(path))))
    markdown = _GLOSSARY.sub(lambda match: str(glossary.section(match["group"])), markdown)
    return _HAND.sub(lambda match: _hand(match, path, page_path), markdown)


def _settled(text: str, rule_set: str, page: str) -> str:
    try:
        return example_settlements.drawn(text, rule_set, _REFERENCE_BASE)
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from None


def _filled(text: str, rule_set: str, page: str) -> str:
    try:
        return placeholders.fill(text, rule_set)
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from None


def _below(page: str) -> Callable[[str], str]:
    """What is made for each rule point of a reference page, to stand below it."""
    boards = {one.point: tries.view(one, _REFERENCE_BASE, page) for one in tries.load(page)}

    def below(point: str) -> str:
        made = other_rule_sets.note(page, point, _REFERENCE_BASE), boards.get(point, "")
        return "\n\n".join(str(one) for one in made if one)

    return below


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


def _sheet(name: str, path: PurePosixPath, page: str) -> str:
    """A sheet that has not begun."""
    try:
        return str(sheet.on_page(name, _base(path)))
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from problem


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
                    say("course.lessons", n=len(lesson_files.overview(course))).text()),
        )
        for course in COURSES
    ]  # fmt: skip
    return str(element("ul", *doors, class_="tk-doors"))


def _switch_list() -> str:
    """The lessons for a player of one game who sits down with another."""
    ways = Ways("../", "")
    links = [course_pages.switch_link(home, away, ways) for home, away in switching.PAIRS]
    return str(element("ul", *links, class_="tk-switches"))
