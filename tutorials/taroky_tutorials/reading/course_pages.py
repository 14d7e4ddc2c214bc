"""The pages of a course: its map, a lesson, what was learned, what was missed. The build makes them for every rule set
of a site, and the browser for a house table, both by these same views.

Each page is a title and a body of HTML; a lesson reads from top to bottom without a script.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from taroky import rules
from taroky.messages import given_name, language, say
from taroky.rules.table import Table

from taroky_tutorials.lessons import switching
from taroky_tutorials.lessons.lesson import COURSES, Heading, Lesson, Outline, Step
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import COACHED, Ways, is_clubs_site
from taroky_tutorials.reading import known_games
from taroky_tutorials.reading.glossary import Marker
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import State

#: The steps that follow a lesson's own: what is reached, and endless exercises with the seed of
#: the one that is there.
FINISH = "finish"
DRILL = "drill"
#: The place in it that opens it as a test; see drill.js.
SKIP = "skip"


@dataclass(frozen=True)
class Page:
    """A page to be: its title, the trail that leads back (above the title), and what is below.
    description: what search engines and previews of links say of it."""

    title: str
    body: Markup
    trail: Markup | None = None
    description: str = ""

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
    lesson: Lesson,
    following: Heading | None,
    ways: Ways,
    also: str | None = None,
    measured: bool = False,
) -> Page:
    """The whole lesson. following: the lesson after it; also: another rule set whose words it
    uses; measured: whether the site has the measure “How well do you decide?” for the game, to which a
    course's last lesson leads."""
    words = Marker((lesson.game, also) if also else (lesson.game,), ways.base)
    progress = _progress(lesson.outline, [ways.step(lesson.id, step.id) for step in lesson.steps])
    onward = _onward(following, ways, alone=also is not None)
    parts = [_start(lesson, words, ways)]
    for step, after in zip(lesson.steps, [*lesson.steps[1:], None], strict=True):
        to = _to(lesson, after, ways) if after else _to_finish(lesson, ways)
        html = _step(lesson, step, words, ways)
        parts.append(element("div", html, _next(to), class_="tk-step", id=step.id))
    last = following is None and also is None
    parts.append(_finish(lesson, last, onward, ways, measured and last))
    if lesson.drill:
        parts.append(_drill(lesson, onward, ways))
    parts.append(_settings(lesson))
    # The notes stand outside of the lesson, so that nothing in it lies over one.
    buttons = _templates("lesson", "read_on", "read_less", "open_rules", "close", "unsolved")
    shown = element("div", *parts, class_="tk-lesson", data_words=buttons)
    body = join(progress, shown, words.notes())
    about = say("about.lesson", summary=lesson.summary, game=lesson.table.title).text()
    return Page(lesson.title, body, _trail(lesson.table, ways), about)


def _start(lesson: Lesson, words: Marker, ways: Ways) -> Markup:
    """Return what the lesson is about, and how long it takes."""
    minutes = element("p", say("lesson.minutes", n=lesson.minutes).text(), class_="tk-minutes")
    intro = element("div", words.mark(prose(lesson.intro)), minutes, class_="tk-words")
    first = lesson.steps[0]
    start = _link(
        ways.step(lesson.id, first.id),
        say("lesson.start").text(),
        say("lesson.next_title", title=first.title).text(),
        primary=True,
    )
    skip = [_to_test(ways.step(lesson.id, SKIP))] if lesson.drill else []
    return element("div", intro, _next(start, *skip), class_="tk-step", id="start")


def _first_hand(game: str, ways: Ways, primary: bool = False) -> Markup:
    """To the table, where the first hand is played with a coach."""
    href = f"{ways.base}play/{COACHED.format(game)}"
    return _link(href, say("table.coached.do").text(), primary=primary)


def _finish(lesson: Lesson, last: bool, onward: Markup, ways: Ways, to_measure: bool) -> Markup:
    """Return what is reached after the last step, and where to go from here: after a course's last lesson to the table, and
    to the measure if there is one. A script fills in which steps are open or how many stars were won, and how much of the course is done; it finds that on
    the map."""
    names = ("finished", "not_finished", "steps_done", "stars_won", "all_stars", "more_stars")
    result = element("div", class_="tk-lesson-result", data_words=_templates("lesson", *names))
    done = element(
        "p", class_="tk-course-done", hidden=True, data_words=_templates("lesson", "course_done")
    )
    words = element(
        "div",
        element("h2", say("lesson.end").text()),
        result,
        element("p", lesson.summary),
        done,
        _figures(lesson, ways),
        _to_measure(ways) if to_measure else None,
        class_="tk-words",
        data_search_exclude=True,
    )
    links = [onward]
    if last:
        links = [_first_hand(lesson.game, ways, primary=True), onward]
    if lesson.drill:
        links.append(_link(ways.step(lesson.id, DRILL), say("drill.link").text()))
    return element("div", words, _next(*links), class_="tk-step tk-finish", id=FINISH)


def _figures(lesson: Lesson, ways: Ways) -> Markup | None:
    """The way to the strategy page that has the figures for a lesson."""
    if not lesson.strategy or is_clubs_site():
        return None
    page, _, place = lesson.strategy.partition("#")
    link = element(
        "a",
        say(f"table.page.{page}").text(),
        href=f"{ways.base}strategy/{page}/{place and '#' + place}",
    )
    return element("p", say(f"lesson.figures.{page}").text(), " ", link, class_="tk-figures")


def drill_state(lesson: Lesson, base: str) -> State[Any]:
    """The widget of the drill as the page brings it. Raises TarokyError."""
    return State(f"w-{lesson.id}-{DRILL}", lesson.first_drill, base=base)


def _trail(table: Table, ways: Ways) -> Markup:
    title = say("course.title", title=table.title).text()
    return element("p", element("a", title, href=ways.course()), class_="tk-trail")


def _drill(lesson: Lesson, onward: Markup, ways: Ways) -> Markup:
    """The step with endless exercises; without a script one of them is there."""
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
        element("span", id=SKIP),
        element("section", words, board, class_="tk-step-body"),
        _next(onward),
        class_="tk-step tk-drill",
        id=DRILL,
        data_lesson=f"{lesson.course}/{lesson.id}",
        data_drill=[[one.kind, one.topic, one.game] for one in lesson.drill],
        data_words=_templates("drill", "wait", "failed", "skip", "skipped"),
    )


def _settings(lesson: Lesson) -> Markup:
    """Return what a learner may choose, and starting over; only where scripts run."""
    box = element("input", type="checkbox", data_setting="automatic-next")
    choice = element("label", box, " ", say("lesson.automatic").text())
    over = element(
        "button",
        say("lesson.reset").text(),
        type="button",
        class_="tk-button",
        data_reset=f"{lesson.course}/{lesson.id}/",
        data_title=lesson.title,
    )
    folded = element(
        "details",
        element("summary", say("lesson.settings").text()),
        element("p", choice),
        element("p", over),
    )
    return element(
        "div", folded, _kept(), class_="tk-settings", hidden=True, data_search_exclude=True
    )


def _kept() -> Markup:
    """Return where it is said what became of the progress, with a way back."""
    undo = element(
        "button",
        say("keep.undo").text(),
        type="button",
        class_="tk-button",
        data_undo="1",
        hidden=True,
    )
    words = _templates(
        "keep",
        "reset",
        "reset_all",
        "undone",
        "exported",
        "imported",
        "nothing_new",
        "broken",
        "foreign",
    )
    said = element("span", role="status", aria_live="polite")
    return element("p", said, " ", undo, class_="tk-kept", data_words=words)


def _templates(room: str, *names: str) -> dict[str, str]:
    """Sentences in which the page fills in what is in braces."""
    blanks = {
        key: f"{{{key}}}" for key in ("title", "done", "all", "count", "stars", "most", "task")
    }
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
    return element(
        "ol",
        *items,
        class_="tk-progress",
        aria_label=say("lesson.steps").text(),
        data_search_exclude=True,
    )


def _step(lesson: Lesson, step: Step, marker: Marker, ways: Ways) -> Markup:
    idea, why = marker.marked([prose(step.prose), prose(step.why)])
    words = element(
        "div", element("h2", step.title), idea, _why(why) if step.why else None, class_="tk-words"
    )
    board = _board(lesson, lesson.state(step, ways.base), step.id, ways)
    return element("section", words, board, class_="tk-step-body")


def _why(html: Markup) -> Markup:
    """Return what the task does not need, to unfold; a browser opens and prints it without a script."""
    return element("details", element("summary", say("lesson.why").text()), html, class_="tk-why")


def _board(
    lesson: Lesson, state: State[Any], name: str, ways: Ways, above: Markup | None = None
) -> Markup:
    """A widget that knows where its outcomes are, and what is above it."""
    board = widgets.view(state, ways.outcomes(lesson.course, lesson.id, name))
    # The search's parser takes the first end of an element of that name for the end of this one.
    return element("section", above, board, class_="tk-board", data_search_exclude=True)


def _link(href: str, words: str, rest: str = "", primary: bool = False) -> Markup:
    """A link as a button. rest: of its words what there may be no room for."""
    css = "tk-button tk-button--primary" if primary else "tk-button"
    more = element("span", rest, class_="tk-next-title") if rest else None
    return element("a", words, more, class_=css, href=href)


def _to(lesson: Lesson, step: Step, ways: Ways) -> Markup:
    return _link(
        ways.step(lesson.id, step.id),
        say("lesson.next").text(),
        say("lesson.next_title", title=step.title).text(),
    )


def _to_finish(lesson: Lesson, ways: Ways) -> Markup:
    return _link(ways.step(lesson.id, FINISH), say("lesson.finish").text())


def _to_test(href: str, css: str = "tk-button") -> Markup:
    """To the test by which a lesson is skipped; only where scripts run."""
    return element("a", say("drill.known").text(), class_=css, href=href, data_extra=True)


def _onward(following: Heading | None, ways: Ways, alone: bool) -> Markup:
    """To the next lesson; after the last one of a course to what was learned in all of them, after one
    that stands alone back to the course."""
    if following:
        return _link(
            ways.lesson(following.id),
            say("lesson.next_lesson").text(),
            say("lesson.next_title", title=following.title).text(),
            primary=True,
        )
    if alone:
        return _link(ways.course(), say("lesson.done").text(), primary=True)
    return _link(ways.learned(), say("lesson.learned").text())


def _next(*links: Markup) -> Markup:
    return element("p", *links, class_="tk-next", data_search_exclude=True)


# -- the map of a course ------------------------------------------------------------------------


def words_of(table: Table) -> str:
    """A sentence about a course."""
    if table.packed:
        return say("course.house", title=table.title).text()
    return say(f"course.{table.table}").text()


def course_page(
    game: str,
    lessons: Sequence[Outline],
    ways: Ways,
    pairs: Sequence[tuple[str, str]] = (),
    measured: bool = False,
) -> Page:
    """All lessons of a course with what is done of each, where to go on, and what can be done with
    the progress. pairs: lessons from one game to another that the site has: from this one, or to
    it. measured: whether the site has the measure “How well do you decide?” for the game."""
    table = rules.load(game)
    words = Marker((game,), ways.base)
    texts = [words_of(table), *(lesson.summary for lesson in lessons)]
    lead, *summaries = words.marked(join(text) for text in texts)
    lines = [_line(one, summary, ways) for one, summary in zip(lessons, summaries, strict=True)]
    parts = [
        element("p", lead, class_="tk-lead"),
        *([_continue(lessons[0], ways)] if lessons else []),
        element(
            "p", due_link(table, ways.again(), say("again.due", n="{n}").text()), class_="tk-due"
        ),
        element("p", _first_hand(game, ways)),
        _known_games(lessons, ways),
        element("p", say("course.after").text()),
        element("ol", *lines, class_="tk-course"),
        _to_measure(ways) if measured else None,
    ]
    for known, title in ((0, "tonight"), (1, "known")):
        switches = [switch_link(*pair, ways) for pair in pairs if pair[known] == game]
        if switches and (known == 0 or table.packed):
            parts += [
                element("h2", say(f"switch.{title}").text(), id="switch"),
                element("ul", *switches, class_="tk-switches"),
            ]
    parts += [_keep(ways), words.notes()]
    title = say("course.title", title=table.title).text()
    about = say("about.course", words=words_of(table)).text()
    return Page(title, join(*parts), description=about)


def _to_measure(ways: Ways) -> Markup:
    """To the decisions that show what a learner has learned."""
    link = element("a", say("measure.title").text(), href=f"{ways.base}play/measure/")
    return element("p", say("measure.course").text(), " ", link)


def _known_games(lessons: Sequence[Outline], ways: Ways) -> Markup | None:
    """The way through the course for those who know a trick game, to unfold."""
    titles = {lesson.id: lesson.title for lesson in lessons}
    parts = []
    for game in known_games.load():
        lists = [
            (name, [lesson for lesson in ids if lesson in titles])
            for name, ids in (("skip", game.skip), ("take", game.take))
        ]
        if not all(ids for _, ids in lists):
            continue
        lines = []
        for name, ids in lists:
            links = [element("a", titles[one], href=ways.lesson(one)) for one in ids]
            listed = [join(", " if n else " ", link) for n, link in enumerate(links)]
            lines.append(element("p", say(f"known.{name}").text(), *listed))
        lang = None if game.told_in == language() else game.told_in
        title, words = element("h3", game.title, lang=lang), element("p", game.words, lang=lang)
        parts.append(join(title, words, *lines))
    if not parts:
        return None
    summary = element("summary", say("known.title").text())
    return element("details", summary, *parts, class_="tk-solution", id="known")


def switch_link(home: str, away: str, ways: Ways) -> Markup:
    """The link to the lesson for a player of `home` who sits down with `away`."""
    names = {"home": switching.place(home), "away": switching.place(away)}
    href = ways.switch(switching.lesson_id(home, away))
    return element("li", element("a", say("switch.title", **names).text(), href=href))


def _continue(first: Outline, ways: Ways) -> Markup:
    """Return where to go on; a script knows better than the first lesson."""
    words = _templates("course", "start", "go_on", "all_done")
    label = say("course.start", title=first.title).text()
    link = element("a", label, class_="tk-button tk-button--primary", href=ways.lesson(first.id))
    return element("p", link, class_="tk-continue", data_words=words)


def _line(lesson: Outline, summary: Markup, ways: Ways) -> Markup:
    """A lesson on the course map; summary: with its terms marked."""
    steps = say("course.steps", n=len(lesson.steps)).text()
    count = element(
        "span",
        steps,
        class_="tk-count",
        data_words=say("course.steps_done", done="{done}", all="{all}").text(),
    )
    extras: list[Markup | str] = [count]
    if lesson.drill:
        drill = ways.lesson(lesson.id, DRILL)
        extras += [
            " ",
            element("a", say("drill.title").text(), href=drill),
            " ",
            _to_test(ways.lesson(lesson.id, SKIP), "tk-known"),
        ]
    extras += [
        " ",
        element(
            "button",
            say("lesson.reset").text(),
            type="button",
            class_="tk-plain",
            hidden=True,
            data_reset=f"{lesson.course}/{lesson.id}/",
            data_title=lesson.title,
        ),
    ]
    return element(
        "li",
        element("h2", element("a", lesson.title, href=ways.lesson(lesson.id))),
        element("p", summary, " ", say("lesson.minutes", n=lesson.minutes).text(), "."),
        _progress(lesson, [ways.lesson(lesson.id, step.id) for step in lesson.steps]),
        element("p", *extras, class_="tk-extras"),
        id=lesson.id,
        data_title=lesson.title,
    )


def _keep(ways: Ways) -> Markup:
    """Return what can be done with the progress; only where scripts run."""
    choose = element(
        "input", type="file", accept=".json,application/json", data_import="1", class_="tk-file"
    )
    return element(
        "section",
        element("h2", say("keep.title").text(), id="progress"),
        element("p", say("keep.words").text()),
        element(
            "p",
            element("a", say("keep.learned").text(), class_="tk-button", href=ways.learned()),
            " ",
            element(
                "button",
                say("keep.export").text(),
                type="button",
                class_="tk-button",
                data_export="1",
            ),
            " ",
            element("label", say("keep.import").text(), " ", choose, class_="tk-button"),
            " ",
            element(
                "button",
                say("keep.reset_everything").text(),
                type="button",
                class_="tk-button",
                data_reset="",
            ),
            class_="tk-keep-actions",
        ),
        _kept(),
        class_="tk-keep",
        hidden=True,
    )


def learned_page(game: str, lessons: Sequence[Outline], ways: Ways) -> Page:
    """Return what a learner can do, to print: each lesson's summary with its stars."""
    table = rules.load(game)
    words = _templates(
        "keep", "lesson_stars", "lesson_open", "step_stars", "step_open", "step_skipped"
    )
    items = [
        element(
            "li",
            element("h2", element("a", lesson.title, href=ways.lesson(lesson.id))),
            element("p", lesson.summary),
            element("p", class_="tk-lesson-stars"),
            element(
                "ul",
                *(
                    element("li", step.title, data_step=f"{lesson.course}/{lesson.id}/{step.id}")
                    for step in lesson.steps
                ),
            ),
            data_lesson=f"{lesson.course}/{lesson.id}",
        )
        for lesson in lessons
    ]
    button = element(
        "p",
        element(
            "button", say("keep.print").text(), type="button", class_="tk-button", data_print="1"
        ),
        class_="tk-actions",
        hidden=True,
    )
    note = element("p", say("keep.learned_words").text(), class_="tk-lead")
    listed = element("ol", *items, class_="tk-course tk-learned", data_words=words)
    title = say("keep.learned_title", title=given_name(table.title)).text()
    about = say("about.learned", game=table.title).text()
    return Page(title, join(note, button, listed), _trail(table, ways), about)


def due_link(table: Table, href: str, words: str) -> Markup:
    """The way to what is due today in a course; a script shows it where there is something. words: with {n} for how much."""
    return element(
        "a", class_="tk-button", href=href, hidden=True, data_due=table.table, data_words=words
    )


def again_page(game: str, ways: Ways) -> Page:
    """Return the page on which what was missed in a course comes back; a script knows what that is."""
    table = rules.load(game)
    words = element("div", element("p", say("again.words").text()), class_="tk-words")
    line = element("p", class_="tk-streak", role="status", aria_live="polite")
    board = element("section", line, class_="tk-board", data_search_exclude=True)
    onward = element(
        "a",
        say("again.course").text(),
        class_="tk-button",
        href=ways.course(),
        data_again_next=True,
    )
    templates = {
        "left": say("again.left", n="{n}").text(),
        "nothing": say("again.nothing").text(),
        "next": say("again.next").text(),
        "course": say("again.course").text(),
        **_templates("drill", "wait", "failed"),
    }
    step = element(
        "div",
        element("section", words, board, class_="tk-step-body"),
        _next(onward),
        class_="tk-step tk-drill",
        id="again",
        data_again=table.table,
        data_base=ways.base,
        data_words=templates,
    )
    buttons = _templates("lesson", "read_on", "read_less", "open_rules", "close")
    shown = element("div", step, class_="tk-lesson", data_words=buttons)
    about = say("about.again", game=table.title).text()
    return Page(say("again.title").text(), shown, _trail(table, ways), about)


def front(page: Page, *hidden: str) -> str:
    """Return what is above a generated page for the site's generator: its title and description, and
    nothing beside it. hidden: what else the theme is not to show."""
    hide = ", ".join(("navigation", "toc", *hidden))
    about = f"description: {json.dumps(page.description)}\n" if page.description else ""
    return f"---\ntitle: {json.dumps(page.title)}\n{about}hide: [{hide}]\n---\n"


__all__ = [
    "COURSES",
    "DRILL",
    "Page",
    "again_page",
    "course_page",
    "drill_state",
    "due_link",
    "front",
    "learned_page",
    "lesson_page",
    "prose",
    "switch_link",
    "words_of",
]
