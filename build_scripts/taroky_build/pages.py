"""Pages and assets that are made from the rule tables and the lessons."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path, PurePosixPath

from markdown import markdown as render
from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import say
from taroky_tutorials import cards as show
from taroky_tutorials import house_options, lessons, placeholders, switching, tools, widgets
from taroky_tutorials.html import Markup, element, join
from taroky_tutorials.lessons import COURSES, Lesson, Step
from taroky_tutorials.reference import points, tries
from taroky_tutorials.reference.tries import Try
from taroky_tutorials.tasks import State, make

from taroky_build import glossary
from taroky_build.errors import BuildError
from taroky_build.glossary import Marker

#: From a lesson's page to the root of the site.
_LESSON_BASE = "../../../"
_COURSES = "<!-- courses -->"
_SWITCHES = "<!-- switches -->"
#: The leg of a lesson's page after its last step, and the seed of the exercise that stands there.
_DRILL, _DRILL_SEED = "drill", "1"
_GLOSSARY = re.compile(r"<!-- glossary: (?P<group>[a-z]+) -->")
_TOOL = re.compile(r"<!-- tool: (?P<name>[a-z-]+)(?P<fields>(?: [a-z_]+=[^ ]+)*) -->")
_OPTIONS = re.compile(r"<!-- options(?:: (?P<of>[a-z0-9-]+) besides (?P<besides>[a-z0-9-]+))? -->")
_HEADING = re.compile(r"^#+(?= )", re.MULTILINE)
_HAND = re.compile(r"<!-- hand: (?P<cards>[A-Z0-9 ]+) -->")
#: From a reference page to the root of the site.
_REFERENCE_BASE = "../../"


def generated_pages(root: Path) -> dict[str, str]:
    """The Markdown of every generated page, by its path below docs/."""
    found = {f"learn/{course}/index.md": _course_map(course) for course in COURSES}
    for course in COURSES:
        of_course = _lessons(course)
        for lesson, after in zip(of_course, (*of_course, None)[1:], strict=True):
            found[f"learn/{course}/{lesson.id}.md"] = _lesson_page(lesson, after)
        found[f"learn/{course}/learned.md"] = _learned(course)
    for home, away in switching.PAIRS:
        lesson = _switch(home, away)
        found[f"learn/switch/{lesson.id}.md"] = _lesson_page(
            lesson, None, f"../../{away}/", also=home
        )
    return found


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    path = PurePosixPath(page_path)
    markdown = _TOOL.sub(lambda match: _tool(match, path, page_path), markdown)
    if path.parent.name == "reference" and path.stem in rules.ids():
        markdown = house_options.linked(markdown, rules.load(path.stem))
        markdown = _OPTIONS.sub(lambda match: _options(match, path.stem), markdown)
        return points.marked(_filled(markdown, path.stem, page_path), _below(path.stem))
    markdown = markdown.replace(_COURSES, _course_list() if _COURSES in markdown else "")
    markdown = markdown.replace(_SWITCHES, _switch_list() if _SWITCHES in markdown else "")
    markdown = _GLOSSARY.sub(lambda match: str(glossary.section(match["group"])), markdown)
    return _HAND.sub(lambda match: _hand(match["cards"], path, page_path), markdown)


def generated_assets(root: Path) -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root."""
    found = {glossary.STYLES: glossary.styles().encode()}
    of_courses = [lesson for course in COURSES for lesson in _lessons(course)]
    for lesson in [*of_courses, *(_switch(home, away) for home, away in switching.PAIRS)]:
        states = {step.id: lesson.state(step, _LESSON_BASE) for step in lesson.steps}
        if lesson.drill:
            states[_DRILL] = _drill_state(lesson)
        for name, state in states.items():
            known = dict(widgets.outcomes(state))
            text = json.dumps(known, ensure_ascii=False, separators=(",", ":"))
            found[_outcomes_path(lesson, name)] = text.encode()
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


def _outcomes_path(lesson: Lesson, step: str) -> str:
    return f"assets/outcomes/{lesson.rules}/{lesson.id}-{step}.json"


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


def _prose(text: str) -> Markup:
    return Markup(render(text, extensions=["tables"]).replace("\n", " "))


def _lesson_page(
    lesson: Lesson, following: Lesson | None, home: str = "../", also: str | None = None
) -> str:
    """The whole lesson as one block of HTML: it reads from top to bottom without a script. home:
    the way to its course; also: another rule set whose words it uses."""
    onward = _onward(following, home)
    words = Marker((lesson.rules, also) if also else (lesson.rules,), _LESSON_BASE)
    intro = element("div", words.mark(_prose(lesson.intro)), class_="tk-words")
    first = _next(_to(lesson.steps[0]))
    parts = [
        _progress(lesson, ""),
        element("div", intro, first, class_="tk-leg", id="start"),
    ]
    for step, after in zip(lesson.steps, [*lesson.steps[1:], None], strict=True):
        to = [_to(after)] if after else [*([_to_drill()] if lesson.drill else []), onward]
        parts.append(
            element("div", _step(lesson, step, words), _next(*to), class_="tk-leg", id=step.id)
        )
    if lesson.drill:
        parts.append(_drill(lesson, onward))
    parts.append(_settings(lesson))
    front = f"---\ntitle: {json.dumps(lesson.title)}\nhide: [navigation, toc]\n---\n"
    # Outside of the lesson, so that nothing in it lies over a note.
    body = join(element("div", *parts, class_="tk-lesson"), words.notes())
    course = rules.load(lesson.rules).title
    trail = element("p", element("a", say("course.title", title=course).text(), href=home),
                    class_="tk-trail")  # fmt: skip
    return f"{front}\n{trail}\n\n# {lesson.title}\n\n{body}\n"


def _drill_state(lesson: Lesson) -> State:
    """The widget of the drill as the page brings it: an easy exercise on the first topic."""
    first = lesson.drill[0]
    try:
        made = make(first.kind, first.topic, _DRILL_SEED, first.rules)
    except TarokyError as problem:
        raise BuildError(f"{lesson.id} ({lesson.rules}): {problem}") from problem
    return State(f"w-{lesson.id}-{_DRILL}", made, base=_LESSON_BASE)


def _drill(lesson: Lesson, onward: Markup) -> Markup:
    """The leg with endless exercises; without a script one of them stands there."""
    words = element(
        "div",
        element("h2", say("drill.title").text()),
        element("p", say("drill.words").text()),
        class_="tk-words",
    )
    streak = element("p", class_="tk-streak", role="status", aria_live="polite")
    board = _board(lesson, _drill_state(lesson), _DRILL, streak)
    return element(
        "div",
        element("section", words, board, class_="tk-step"),
        _next(onward),
        class_="tk-leg tk-drill", id=_DRILL, data_lesson=f"{lesson.rules}/{lesson.id}",
        data_drill=[[one.kind, one.topic, one.rules] for one in lesson.drill],
        data_words=_templates("drill", "wait", "failed"),
    )  # fmt: skip


def _settings(lesson: Lesson) -> Markup:
    """What a learner may choose, and starting over; only where scripts run."""
    box = element("input", type="checkbox", data_setting="automatic-next")
    choice = element("label", box, " ", say("lesson.automatic").text())
    over = element("button", say("lesson.reset").text(), type="button", class_="tk-button",
                   data_reset=f"{lesson.rules}/{lesson.id}/", data_title=lesson.title)  # fmt: skip
    return element("div", element("p", choice), element("p", over), _kept(), class_="tk-settings",
                   hidden=True, data_search_exclude=True)  # fmt: skip


def _kept() -> Markup:
    """Where it is said what became of the progress, with a way back."""
    undo = element("button", say("keep.undo").text(), type="button", class_="tk-button",
                   data_undo="1", hidden=True)  # fmt: skip
    words = _templates("keep", "reset", "reset_all", "undone", "exported", "imported", "nothing_new",
                       "broken", "foreign")  # fmt: skip
    said = element("span", role="status", aria_live="polite")
    return element("p", said, " ", undo, class_="tk-kept", data_words=words)


def _templates(room: str, *names: str) -> dict[str, str]:
    """Sentences in which the page fills in what stands in braces."""
    blanks = {key: f"{{{key}}}" for key in ("title", "done", "all", "count", "stars", "most")}
    return {name: say(f"{room}.{name}", **blanks).text() for name in names}


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
    return element("ol", *items, class_="tk-progress", aria_label=say("lesson.steps").text(),
                   data_search_exclude=True)  # fmt: skip


def _step(lesson: Lesson, step: Step, marker: Marker) -> Markup:
    prose = marker.mark(_prose(step.prose))
    words = element("div", element("h2", step.title), prose, class_="tk-words")
    board = _board(lesson, lesson.state(step, _LESSON_BASE), step.id)
    return element("section", words, board, class_="tk-step")


def _board(lesson: Lesson, state: State, name: str, above: Markup | None = None) -> Markup:
    """A widget that knows where its outcomes are, and what stands above it."""
    path = _LESSON_BASE + _outcomes_path(lesson, name)
    board = str(widgets.view(state)).replace(
        '<div class="tk-widget"', f'<div class="tk-widget" data-outcomes="{path}"', 1
    )
    # The search's parser takes the first end of an element of that name for the end of this one.
    return element("section", above, Markup(board), class_="tk-board", data_search_exclude=True)


def _to(step: Step) -> Markup:
    return element("a", say("lesson.next", title=step.title).text(), class_="tk-button",
                   href=f"#{step.id}")  # fmt: skip


def _to_drill() -> Markup:
    return element("a", say("drill.link").text(), class_="tk-button", href=f"#{_DRILL}",
                   data_extra=True)  # fmt: skip


def _onward(following: Lesson | None, home: str) -> Markup:
    """To the next lesson, after the last one back to the course."""
    if following is None:
        return element("a", say("lesson.done").text(), class_="tk-button", href=home)
    label = say("lesson.next_lesson", title=following.title).text()
    return element("a", label, class_="tk-button", href=f"../{following.id}/")


def _next(*links: Markup) -> Markup:
    return element("p", *links, class_="tk-next")


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


def _hand(codes: str, path: PurePosixPath, page: str) -> str:
    """A row of cards in a page, as a picture."""
    table = rules.load("hlucin")
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
            element("p", say(f"course.{course}").text(), " ",
                    say("course.lessons", n=len(_lessons(course))).text()),
        )
        for course in COURSES
    ]  # fmt: skip
    return str(element("ul", *doors, class_="tk-doors"))


def _switch_link(home: str, away: str, base: str) -> Markup:
    names = {"home": switching.place(home), "away": switching.place(away)}
    href = f"{base}switch/{switching.lesson_id(home, away)}/"
    return element("li", element("a", say("switch.title", **names).text(), href=href))


def _switch_list() -> str:
    """The lessons for a player of one game who sits down with another."""
    links = [_switch_link(home, away, "") for home, away in switching.PAIRS]
    return str(element("ul", *links, class_="tk-switches"))


def _course_map(course: str) -> str:
    """All lessons of a course with what is done of each, where to go on, and what can be done with
    the progress."""
    table = rules.load(course)
    of_course = _lessons(course)
    title = say("course.title", title=table.title).text()
    front = f"---\ntitle: {json.dumps(title)}\nhide: [navigation, toc]\n---\n"
    words = Marker((course,), "../../")
    texts = [say(f"course.{course}").text(), *(lesson.summary for lesson in of_course)]
    lead, *summaries = words.marked(join(text) for text in texts)
    lines = map(_lesson_line, of_course, summaries)
    parts = [
        element("p", lead, class_="tk-lead"),
        *([_continue(of_course[0])] if of_course else []),
        element("ol", *lines, class_="tk-course"),
    ]
    switches = [_switch_link(*pair, "../") for pair in switching.PAIRS if pair[0] == course]
    if switches:
        parts += [
            element("h2", say("switch.tonight").text(), id="switch"),
            element("ul", *switches, class_="tk-switches"),
        ]
    parts += [_keep(), words.notes()]
    body = "\n\n".join(map(str, parts))
    return f"{front}\n# {title}\n\n{body}\n"


def _continue(first: Lesson) -> Markup:
    """Where to go on; a script knows better than the first lesson."""
    words = _templates("course", "start", "go_on", "all_done")
    label = say("course.start", title=first.title).text()
    link = element("a", label, class_="tk-button tk-button--primary", href=f"{first.id}/")
    return element("p", link, class_="tk-continue", data_words=words)


def _lesson_line(lesson: Lesson, summary: Markup) -> Markup:
    """A lesson on the course map; summary: with its terms marked."""
    steps = say("course.steps", n=len(lesson.steps)).text()
    count = element("span", steps, class_="tk-count", data_words=say(
        "course.steps_done", done="{done}", all="{all}").text())  # fmt: skip
    extras: list[Markup | str] = [count]
    if lesson.drill:
        extras += [" ", element("a", say("drill.title").text(), href=f"{lesson.id}/#{_DRILL}")]
    extras += [" ", element("button", say("lesson.reset").text(), type="button", class_="tk-plain",
                            hidden=True, data_reset=f"{lesson.rules}/{lesson.id}/",
                            data_title=lesson.title)]  # fmt: skip
    return element(
        "li",
        element("h2", element("a", lesson.title, href=f"{lesson.id}/")),
        element("p", summary, " ", say("lesson.minutes", n=lesson.minutes).text(), "."),
        _progress(lesson, f"{lesson.id}/"),
        element("p", *extras, class_="tk-extras"),
        id=lesson.id, data_title=lesson.title,
    )  # fmt: skip


def _keep() -> Markup:
    """What can be done with the progress; only where scripts run."""
    choose = element("input", type="file", accept=".json,application/json", data_import="1",
                     class_="tk-file")  # fmt: skip
    return element(
        "section",
        element("h2", say("keep.title").text(), id="progress"),
        element("p", say("keep.words").text()),
        element(
            "p",
            element("a", say("keep.learned").text(), class_="tk-button", href="learned/"), " ",
            element("button", say("keep.export").text(), type="button", class_="tk-button",
                    data_export="1"), " ",
            element("label", say("keep.import").text(), " ", choose, class_="tk-button"), " ",
            element("button", say("keep.reset_everything").text(), type="button",
                    class_="tk-button", data_reset=""),
            class_="tk-keep-actions",
        ),
        _kept(),
        class_="tk-keep", hidden=True,
    )  # fmt: skip


def _learned(course: str) -> str:
    """What a learner can do, to print: each lesson's summary with its stars."""
    title = say("keep.learned_title", title=rules.load(course).title).text()
    words = _templates("keep", "lesson_stars", "lesson_open", "step_stars", "step_open")
    items = [
        element(
            "li",
            element("h2", element("a", lesson.title, href=f"../{lesson.id}/")),
            element("p", lesson.summary),
            element("p", class_="tk-lesson-stars"),
            element(
                "ul",
                *(element("li", step.title, data_step=f"{lesson.rules}/{lesson.id}/{step.id}")
                  for step in lesson.steps),
            ),
            data_lesson=f"{lesson.rules}/{lesson.id}",
        )
        for lesson in _lessons(course)
    ]  # fmt: skip
    front = f"---\ntitle: {json.dumps(title)}\nhide: [navigation, toc]\n---\n"
    trail = element("p", element("a", say("course.title", title=rules.load(course).title).text(),
                                 href="../"), class_="tk-trail")  # fmt: skip
    button = element("p", element("button", say("keep.print").text(), type="button",
                                  class_="tk-button", data_print="1"),
                     class_="tk-actions", hidden=True)  # fmt: skip
    note = element("p", say("keep.learned_words").text(), class_="tk-lead")
    body = element("ol", *items, class_="tk-course tk-learned", data_words=words)
    return f"{front}\n{trail}\n\n# {title}\n\n{note}\n\n{button}\n\n{body}\n"
