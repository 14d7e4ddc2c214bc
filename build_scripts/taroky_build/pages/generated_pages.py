"""Pages and other files that nobody has written: they are made from the rule tables and the lessons
alone."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from taroky import rules
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import Heading, Outline
from taroky_tutorials.measure import page as measure
from taroky_tutorials.page_parts.links import HOUSE, Ways
from taroky_tutorials.reading import course_pages, glossary
from taroky_tutorials.reading.course_pages import Page
from taroky_tutorials.reference import table_sheet

from taroky_build.build_cache import Files, Job
from taroky_build.pages import calculator_pages, home, outcome_files, raw_html
from taroky_build.pages.course_outlines import outlines, read_outlines
from taroky_build.pages.page_cache import lesson_sources, run_cached
from taroky_build.pages.translated_pages import is_wanted

#: From a lesson's page and from a course's map to the root of the site.
_LESSON_BASE, _MAP_BASE = "../../../", "../../"
#: How the paths of pages end.
_PAGE = ".md"


def generated_pages(root: Path, wanted: str = "*") -> dict[str, str]:
    """The text of every generated page, by its path below docs/. wanted: patterns of those to make. Raises
    BuildError."""
    made = _generated(root, wanted)
    pages = {path: made[path] for path in made if path.endswith(_PAGE) and is_wanted(path, wanted)}
    docs = root / "docs"
    there = [
        page
        for page in house_pages.BESIDES
        if (docs / f"{page.rstrip('/')}.md").exists() or (docs / page / "index.md").exists()
    ]
    index = f"{HOUSE}index.md"
    if is_wanted(index, wanted):
        house = house_pages.frame("../", there)
        pages[index] = f"{course_pages.front(house)}{raw_html.HTML}\n{house.body}\n"
    return pages


def generated_assets(root: Path, wanted: str = "*") -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root. wanted: patterns of the pages
    that they are for. Raises BuildError."""
    made = _generated(root, wanted)
    return {path: text.encode() for path, text in made.items() if not path.endswith(_PAGE)}


@cache
def _generated(root: Path, wanted: str = "*") -> Files:
    """Pages and other files, by their path below docs/ and below the site's root. wanted: patterns of pages."""
    lessons = json.dumps(outlines(root))
    jobs = [
        Job(_styles, ()),
        Job(_home, (lessons,)),
        *(
            Job(_switch, pair)
            for pair in switching.PAIRS
            if is_wanted(f"learn/switch/{switching.lesson_id(*pair)}.md", wanted)
        ),
    ]
    for course, listed in outlines(root).items():
        forms = measure.FILE.format(course)
        measured = forms if (root / "docs" / forms).exists() else ""
        jobs.append(Job(_course, (course, json.dumps(listed), measured)))
        for lesson, after in zip(listed, [*listed[1:], None], strict=True):
            file = lesson_files.FOLDER / f"{lesson['id']}.yaml"
            following = json.dumps(after and {"id": after["id"], "title": after["title"]})
            if is_wanted(f"learn/{course}/{lesson['id']}.md", wanted):
                sources = lesson_sources(file)
                jobs.append(Job(_lesson, (course, str(file), following, measured), sources))
    for name in rules.ids():
        jobs += [
            Job(make, (name,))
            for make, page in (
                (_summary, f"reference/{name}/summary.md"),
                (_calculator, calculator_pages.path(name)),
                (outcome_files.of_reference_page, f"reference/{name}.md"),
                (outcome_files.of_table, "play/index.md"),
            )
            if is_wanted(page, wanted)
        ]
    return {path: text for made in run_cached(root, jobs) for path, text in made.items()}


def _course(course: str, listed: str, measured: str) -> Files:
    """A course's map, what has been learned in it, and what was missed. measured: the file of its game's measure, if it has one."""
    of_course = [Outline.read(one) for one in json.loads(listed)]
    to_map = Ways(_MAP_BASE, "")
    pairs = switching.PAIRS
    index = course_pages.course_page(course, of_course, to_map, pairs, bool(measured))
    ways = Ways(_LESSON_BASE, "../")
    learned = course_pages.learned_page(course, of_course, ways)
    return {
        f"learn/{course}/index.md": _markdown(index),
        f"learn/{course}/learned.md": _markdown(learned),
        f"learn/{course}/again.md": _markdown(course_pages.again_page(course, ways), "footer"),
    }


def _lesson(course: str, file: str, following: str, measured: str) -> Files:
    """A lesson's page and its outcomes. following: id and title of the lesson after it; measured: the file of its game's
    measure, if it has one."""
    lesson = lesson_files.read_lesson(Path(file), course).lesson
    assert lesson is not None  # its outline says that the course has it
    after = json.loads(following)
    heading, ways = after and Heading(**after), Ways(_LESSON_BASE, "../")
    page = course_pages.lesson_page(lesson, heading, ways, measured=bool(measured))
    return {
        f"learn/{course}/{lesson.id}.md": _markdown(page, "footer"),
        **outcome_files.of_lesson(lesson),
    }


def _switch(home: str, away: str) -> Files:
    """The lesson for a player of one rule set at a table of another."""
    lesson = switching.lesson(home, away)
    ways = Ways(_LESSON_BASE, f"../../{away}/")
    page = course_pages.lesson_page(lesson, None, ways, also=home)
    return {
        f"learn/switch/{lesson.id}.md": _markdown(page, "footer"),
        **outcome_files.of_lesson(lesson),
    }


def _markdown(page: Page, *hidden: str) -> str:
    """A page that is HTML already. hidden: what the theme is not to show there."""
    return f"{course_pages.front(page, *hidden)}{raw_html.HTML}\n{page.whole()}\n"


def _summary(name: str) -> Files:
    """A rule set on one sheet."""
    table = rules.load(name)
    sheet = table_sheet.page(table, _LESSON_BASE)
    front = course_pages.front(
        Page(table_sheet.title(table), sheet, description=table_sheet.about(table))
    )
    return {f"reference/{name}/summary.md": f"{front}{raw_html.HTML}\n{sheet}\n"}


def _calculator(name: str) -> Files:
    return {calculator_pages.path(name): calculator_pages.page(name)}


def _home(lessons: str) -> Files:
    return home.files(read_outlines(json.loads(lessons)))


def _styles() -> Files:
    return {glossary.STYLES: glossary.styles()}
