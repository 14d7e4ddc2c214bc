"""The pages of a course: its map, a lesson, what was learned. The build makes them for every rule set
of a site, and the browser for a house table, both by these same views.

Each page is a title and a body of HTML; a lesson reads from top to bottom without a script.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from taroky import rules as tables
from taroky.messages import say
from taroky.rules.table import Table

from taroky_tutorials.lessons import switching
from taroky_tutorials.lessons.lesson import COURSES, Heading, Lesson, Outline, Step
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import Ways
from taroky_tutorials.reading.glossary import Marker
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import State, make

#: The leg of a lesson's page after its last step, and the seed of the exercise that stands there.
DRILL = "drill"
_DRILL_SEED = "1"


@dataclass(frozen=True)
class Page:
    """A page to be: its title, the trail that leads back (above the title), and what stands below."""

    title: str
    body: Markup
    trail: Markup | None = None

    def whole(self) -> Markup:
        """All of it as one piece of HTML."""
        return join(self.trail, element("h1", self.title), self.body)


def prose(text: str) -> Markup:
    """Markdown as HTML. HTML in it stays text."""
    # These come to the browser when the first page is drawn there.
    from markdown import Markdown
    from markdown.extensions.tables import TableExtension

    reader = Markdown(extensions=[TableExtension()])
    reader.preprocessors.deregister("html_block")
    reader.inlinePatterns.deregister("html")
    return Markup(reader.convert(text).replace("\n", " "))


# -- a lesson -----------------------------------------------------------------------------------


def lesson_page(
    lesson: Lesson, following: Heading | None, ways: Ways, also: str | None = None
) -> Page:
    """The whole lesson. following: the lesson after it; also: another rule set whose words it
    uses."""
    onward = _onward(following, ways)
    words = Marker((lesson.rules, also) if also else (lesson.rules,), ways.base)
    intro = element("div", words.mark(prose(lesson.intro)), class_="tk-words")
    first = _next(_to(lesson, lesson.steps[0], ways))
    parts = [
        _progress(lesson.outline, [ways.step(lesson.id, step.id) for step in lesson.steps]),
        element("div", intro, first, class_="tk-leg", id="start"),
    ]
    for step, after in zip(lesson.steps, [*lesson.steps[1:], None], strict=True):
        if after:
            to = [_to(lesson, after, ways)]
        else:
            to = [*([_to_drill(lesson, ways)] if lesson.drill else []), onward]
        shown = _step(lesson, step, words, ways)
        parts.append(element("div", shown, _next(*to), class_="tk-leg", id=step.id))
    if lesson.drill:
        parts.append(_drill(lesson, onward, ways))
    parts.append(_settings(lesson))
    # The notes stand outside of the lesson, so that nothing in it lies over one.
    body = join(element("div", *parts, class_="tk-lesson"), words.notes())
    return Page(lesson.title, body, _trail(lesson.table, ways))


def drill_state(lesson: Lesson, base: str) -> State:
    """The widget of the drill as the page brings it: an easy exercise on the first topic. Raises
    TarokyError."""
    first = lesson.drill[0]
    made = make(first.kind, first.topic, _DRILL_SEED, first.rules)
    return State(f"w-{lesson.id}-{DRILL}", made, base=base)


def _trail(table: Table, ways: Ways) -> Markup:
    title = say("course.title", title=table.title).text()
    return element("p", element("a", title, href=ways.course()), class_="tk-trail")


def _drill(lesson: Lesson, onward: Markup, ways: Ways) -> Markup:
    """The leg with endless exercises; without a script one of them stands there."""
    words = element(
        "div",
        element("h2", say("drill.title").text()),
        element("p", say("drill.words").text()),
        class_="tk-words",
    )
    streak = element("p", class_="tk-streak", role="status", aria_live="polite")
    board = _board(lesson, drill_state(lesson, ways.base), DRILL, ways, streak)
    return element(
        "div",
        element("section", words, board, class_="tk-step"),
        _next(onward),
        class_="tk-leg tk-drill", id=DRILL, data_lesson=f"{lesson.course}/{lesson.id}",
        data_drill=[[one.kind, one.topic, one.rules] for one in lesson.drill],
        data_words=_templates("drill", "wait", "failed"),
    )  # fmt: skip


def _settings(lesson: Lesson) -> Markup:
    """What a learner may choose, and starting over; only where scripts run."""
    box = element("input", type="checkbox", data_setting="automatic-next")
    choice = element("label", box, " ", say("lesson.automatic").text())
    over = element("button", say("lesson.reset").text(), type="button", class_="tk-button",
                   data_reset=f"{lesson.course}/{lesson.id}/", data_title=lesson.title)  # fmt: skip
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


def _progress(lesson: Outline, hrefs: Sequence[str]) -> Markup:
    """A line of small cards, one for each step, that turn over when it is done."""
    items = [
        element(
            "li",
            element("a", str(i), href=href, aria_label=f"{i}. {step.title}"),
            data_step=f"{lesson.course}/{lesson.id}/{step.id}",
        )
        for i, (step, href) in enumerate(zip(lesson.steps, hrefs, strict=True), start=1)
    ]
    return element("ol", *items, class_="tk-progress", aria_label=say("lesson.steps").text(),
                   data_search_exclude=True)  # fmt: skip


def _step(lesson: Lesson, step: Step, marker: Marker, ways: Ways) -> Markup:
    told = marker.mark(prose(step.prose))
    words = element("div", element("h2", step.title), told, class_="tk-words")
    board = _board(lesson, lesson.state(step, ways.base), step.id, ways)
    return element("section", words, board, class_="tk-step")


def _board(
    lesson: Lesson, state: State, name: str, ways: Ways, above: Markup | None = None
) -> Markup:
    """A widget that knows where its outcomes are, and what stands above it."""
    board = widgets.view(state, ways.outcomes(lesson.course, lesson.id, name))
    # The search's parser takes the first end of an element of that name for the end of this one.
    return element("section", above, board, class_="tk-board", data_search_exclude=True)


def _to(lesson: Lesson, step: Step, ways: Ways) -> Markup:
    return element("a", say("lesson.next", title=step.title).text(), class_="tk-button",
                   href=ways.step(lesson.id, step.id))  # fmt: skip


def _to_drill(lesson: Lesson, ways: Ways) -> Markup:
    return element("a", say("drill.link").text(), class_="tk-button",
                   href=ways.step(lesson.id, DRILL), data_extra=True)  # fmt: skip


def _onward(following: Heading | None, ways: Ways) -> Markup:
    """To the next lesson, after the last one back to the course."""
    if following is None:
        return element("a", say("lesson.done").text(), class_="tk-button", href=ways.course())
    label = say("lesson.next_lesson", title=following.title).text()
    return element("a", label, class_="tk-button", href=ways.lesson(following.id))


def _next(*links: Markup) -> Markup:
    return element("p", *links, class_="tk-next")


# -- the map of a course ------------------------------------------------------------------------


def words_of(table: Table) -> str:
    """A sentence about a course."""
    if table.packed:
        return say("course.house", title=table.title).text()
    return say(f"course.{table.table}").text()


def course_page(
    rules: str, lessons: Sequence[Outline], ways: Ways, pairs: Sequence[tuple[str, str]] = ()
) -> Page:
    """All lessons of a course with what is done of each, where to go on, and what can be done with
    the progress. pairs: lessons from one game to another that the site has: from this one, or to
    it."""
    table = tables.load(rules)
    words = Marker((rules,), ways.base)
    texts = [words_of(table), *(lesson.summary for lesson in lessons)]
    lead, *summaries = words.marked(join(text) for text in texts)
    lines = [_line(one, summary, ways) for one, summary in zip(lessons, summaries, strict=True)]
    parts = [
        element("p", lead, class_="tk-lead"),
        *([_continue(lessons[0], ways)] if lessons else []),
        element("ol", *lines, class_="tk-course"),
    ]
    for known, title in ((0, "tonight"), (1, "known")):
        switches = [switch_link(*pair, ways) for pair in pairs if pair[known] == rules]
        if switches and (known == 0 or table.packed):
            parts += [
                element("h2", say(f"switch.{title}").text(), id="switch"),
                element("ul", *switches, class_="tk-switches"),
            ]
    parts += [_keep(ways), words.notes()]
    return Page(say("course.title", title=table.title).text(), join(*parts))


def switch_link(home: str, away: str, ways: Ways) -> Markup:
    """The link to the lesson for a player of `home` who sits down with `away`."""
    names = {"home": switching.place(home), "away": switching.place(away)}
    href = ways.switch(switching.lesson_id(home, away))
    return element("li", element("a", say("switch.title", **names).text(), href=href))


def _continue(first: Outline, ways: Ways) -> Markup:
    """Where to go on; a script knows better than the first lesson."""
    words = _templates("course", "start", "go_on", "all_done")
    label = say("course.start", title=first.title).text()
    link = element("a", label, class_="tk-button tk-button--primary", href=ways.lesson(first.id))
    return element("p", link, class_="tk-continue", data_words=words)


def _line(lesson: Outline, summary: Markup, ways: Ways) -> Markup:
    """A lesson on the course map; summary: with its terms marked."""
    steps = say("course.steps", n=len(lesson.steps)).text()
    count = element("span", steps, class_="tk-count", data_words=say(
        "course.steps_done", done="{done}", all="{all}").text())  # fmt: skip
    extras: list[Markup | str] = [count]
    if lesson.drill:
        drill = ways.lesson(lesson.id, DRILL)
        extras += [" ", element("a", say("drill.title").text(), href=drill)]
    extras += [" ", element("button", say("lesson.reset").text(), type="button", class_="tk-plain",
                            hidden=True, data_reset=f"{lesson.course}/{lesson.id}/",
                            data_title=lesson.title)]  # fmt: skip
    return element(
        "li",
        element("h2", element("a", lesson.title, href=ways.lesson(lesson.id))),
        element("p", summary, " ", say("lesson.minutes", n=lesson.minutes).text(), "."),
        _progress(lesson, [ways.lesson(lesson.id, step.id) for step in lesson.steps]),
        element("p", *extras, class_="tk-extras"),
        id=lesson.id, data_title=lesson.title,
    )  # fmt: skip


def _keep(ways: Ways) -> Markup:
    """What can be done with the progress; only where scripts run."""
    choose = element("input", type="file", accept=".json,application/json", data_import="1",
                     class_="tk-file")  # fmt: skip
    return element(
        "section",
        element("h2", say("keep.title").text(), id="progress"),
        element("p", say("keep.words").text()),
        element(
            "p",
            element("a", say("keep.learned").text(), class_="tk-button", href=ways.learned()), " ",
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


def learned_page(rules: str, lessons: Sequence[Outline], ways: Ways) -> Page:
    """What a learner can do, to print: each lesson's summary with its stars."""
    table = tables.load(rules)
    words = _templates("keep", "lesson_stars", "lesson_open", "step_stars", "step_open")
    items = [
        element(
            "li",
            element("h2", element("a", lesson.title, href=ways.lesson(lesson.id))),
            element("p", lesson.summary),
            element("p", class_="tk-lesson-stars"),
            element(
                "ul",
                *(element("li", step.title, data_step=f"{lesson.course}/{lesson.id}/{step.id}")
                  for step in lesson.steps),
            ),
            data_lesson=f"{lesson.course}/{lesson.id}",
        )
        for lesson in lessons
    ]  # fmt: skip
    button = element("p", element("button", say("keep.print").text(), type="button",
                                  class_="tk-button", data_print="1"),
                     class_="tk-actions", hidden=True)  # fmt: skip
    note = element("p", say("keep.learned_words").text(), class_="tk-lead")
    listed = element("ol", *items, class_="tk-course tk-learned", data_words=words)
    title = say("keep.learned_title", title=table.title).text()
    return Page(title, join(note, button, listed), _trail(table, ways))


def front(page: Page, *hidden: str) -> str:
    """What stands above a generated page for the site's generator: its title, and nothing beside
    it. hidden: what else the theme is not to show."""
    hide = ", ".join(("navigation", "toc", *hidden))
    return f"---\ntitle: {json.dumps(page.title)}\nhide: [{hide}]\n---\n"


__all__ = ["COURSES", "DRILL", "Page", "course_page", "drill_state", "front", "learned_page",
           "lesson_page", "prose", "switch_link", "words_of"]  # fmt: skip
