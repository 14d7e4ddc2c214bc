"""A decision of the measure as it is asked at a table, and the result of a form: what was lost, where that is between the levels of
players, and what to practise."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from taroky import rules
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.rules.table import Table

from taroky_tutorials.measure.forms import KINDS, Measure
from taroky_tutorials.measure.taken import LENGTH, Taken
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.play_page.view import labels, layout, practice_links
from taroky_tutorials.play_page.view.panels import log, sending
from taroky_tutorials.play_page.view.panels.frame import framed
from taroky_tutorials.play_page.view.seats import plates
from taroky_tutorials.puzzles.shown import Shown
from taroky_tutorials.puzzles.view import look, question, turn

#: The level that each kind of decision is compared with, and the theme of puzzles that trains it; "" for all puzzles.
_LIKE = "club"
_THEMES = {"bid": "bid", "call": "partner", "say": "double", "play": ""}
#: How many kinds of decisions are named to practise.
_NAMED = 2


def room(shown: Shown, form: int, base: str) -> Markup:
    """The table at a decision, the number of which is in shown."""
    state = shown.state
    opened = framed(say("table.panel.log").text(), log.log(state, base)) if shown.panel else None
    return element(
        "section",
        element(
            "div",
            look("leave", "1", "puzzle.leave"),
            element(
                "span",
                element("small", _place(shown.number, form)),
                element("b", labels.contract_line(state)),
                class_="tk-played",
            ),
            look("open", "log", "table.do.log"),
            class_="tk-bar",
        ),
        plates(state),
        opened or question(shown, base),
        layout.word_notes(state),
        class_="tk-room tk-puzzle",
        id="tk-room",
        data_phase=state.phase,
        data_panel=shown.panel or None,
        data_yours="true",
    )


def _place(number: int, form: int) -> str:
    return say("measure.place", number=number, all=LENGTH, form=form).text()


def aloud(shown: Shown, form: int) -> list[str]:
    """Return what is said to those who hear the page."""
    state = shown.state
    if shown.refused is not None:
        return [labels.sentence(state, shown.refused[0])]
    if shown.panel:
        return []
    newest = [labels.sentence(state, labels.newest(state))] if state.log else []
    return [_place(shown.number, form), *newest, turn(shown)]


# -- the result ------------------------------------------------------------------------------------


def result(measure: Measure, earlier: list[Taken], following: int, base: str) -> Markup:
    """Return what the newest of these forms has come to. following: the form that comes next."""
    table, newest = rules.load(measure.game), earlier[-1]
    return element(
        "section",
        element(
            "div",
            element(
                "div",
                element("h2", verdict(measure, newest), tabindex="-1", id="tk-measured"),
                look("leave", "1", "puzzle.leave"),
                class_="tk-panel-head",
            ),
            element(
                "div",
                element("p", *(f"{one} " for one in places(measure, newest))),
                _scale(measure, newest, table),
                _kinds(measure, newest, table),
                *_practise(measure, newest, table, base),
                _earlier(earlier[:-1], table),
                sending.copied("line", line(measure, newest)),
                element("p", say("measure.later", form=following).text()),
                class_="tk-panel-body",
                tabindex="0",
            ),
            class_="tk-panel",
        ),
        class_="tk-room tk-puzzle tk-measured",
        id="tk-room",
        data_panel="result",
    )


def verdict(measure: Measure, taken: Taken) -> str:
    """Return what was lost, in a sentence."""
    table = rules.load(measure.game)
    return say("measure.lost", amount=_amount(taken.total, table), n=LENGTH).text()


def line(measure: Measure, taken: Taken) -> str:
    """The line that clubs compare."""
    table = rules.load(measure.game)
    levels = (
        say("measure.level", level=_level(name), amount=_of_level(measure, taken, name)).text()
        for name in LEVELS
    )
    return say(
        "measure.line",
        rules=table.title,
        form=taken.form,
        amount=_amount(taken.total, table),
        n=LENGTH,
        scale="; ".join(levels),
    ).text()


def places(measure: Measure, taken: Taken) -> list[str]:
    """Return which levels of players lose more, and which less, a sentence each."""
    weaker = [name for name in LEVELS if measure.of_level(taken.form, name) >= taken.total]
    stronger = [name for name in LEVELS if name not in weaker]
    return [
        say(f"measure.{which}", levels=", ".join(map(_level, names))).text()
        for which, names in (("weaker", weaker), ("stronger", stronger))
        if names
    ]


def _level(name: str) -> str:
    return say(f"table.level.{name}").text()


def _of_level(measure: Measure, taken: Taken, name: str, kind: str = "") -> str:
    return _amount(measure.of_level(taken.form, name, kind), rules.load(measure.game))


def _amount(lost: float, table: Table) -> str:
    return coins(Decimal(f"{lost:.2f}"), table)


def _scale(measure: Measure, taken: Taken, table: Table) -> Markup:
    """The levels of players and you, the smallest loss first."""
    lines = [(measure.of_level(taken.form, name), _level(name), False) for name in LEVELS]
    lines.append((taken.total, say("measure.you").text(), True))
    lines.sort(key=lambda one: (one[0], not one[2]))
    rows = (
        element(
            "tr",
            element("th", name, scope="row"),
            element("td", _amount(lost, table)),
            class_="is-yours" if yours else None,
        )
        for lost, name, yours in lines
    )
    caption = element("caption", say("measure.scale").text())
    return element("table", caption, element("tbody", *rows), class_="tk-score")


def _kinds(measure: Measure, taken: Taken, table: Table) -> Markup:
    """Return what each kind of decision has cost, and what it costs club players."""
    heads = (say("measure.kinds").text(), say("measure.you").text(), _level(_LIKE))
    rows = (
        element(
            "tr",
            element("th", _kind(kind), scope="row"),
            element("td", _amount(lost, table)),
            element("td", _of_level(measure, taken, _LIKE, kind)),
        )
        for kind, lost in by_kind(measure, taken).items()
    )
    return element(
        "table",
        element("thead", element("tr", *(element("th", head, scope="col") for head in heads))),
        element("tbody", *rows),
        class_="tk-score",
    )


def by_kind(measure: Measure, taken: Taken) -> dict[str, float]:
    """Return what each kind of decision has cost."""
    kinds = [one.kind for one in measure.forms[taken.form - 1]]
    return {
        kind: sum(lost for one, lost in zip(kinds, taken.lost, strict=True) if one == kind)
        for kind in KINDS
    }


def _kind(kind: str) -> str:
    return say(f"measure.kind.{kind}").text()


def _practise(measure: Measure, taken: Taken, table: Table, base: str) -> Iterator[Markup]:
    """The kinds that have cost more than they cost club players, with what trains them."""
    more = {
        kind: lost - measure.of_level(taken.form, _LIKE, kind)
        for kind, lost in by_kind(measure, taken).items()
    }
    named = [kind for kind in sorted(more, key=lambda kind: -more[kind]) if more[kind] > 0]
    for kind in named[:_NAMED]:
        yield element(
            "p",
            say("measure.practise", kind=_kind(kind)).text(),
            " ",
            join(*practice_links.links(table, kind, base)),
            " ",
            _puzzles(measure.game, kind, base),
        )
    if not named:
        yield element("p", say("measure.all_well").text())


def _puzzles(game: str, kind: str, base: str) -> Markup | None:
    theme = _THEMES.get(kind)
    if theme is None:
        return None
    href = f"{base}play/puzzles/#about={game}.{theme}"
    return element("a", say("measure.puzzles").text(), href=href, class_="tk-look")


def _earlier(earlier: list[Taken], table: Table) -> Markup | None:
    """Return what the forms before have come to."""
    if not earlier:
        return None
    items = (
        say(
            "measure.earlier_form", form=one.form, day=one.day, amount=_amount(one.total, table)
        ).text()
        for one in reversed(earlier)
    )
    return join(
        element("h3", say("measure.earlier").text()),
        element("ul", *(element("li", item) for item in items)),
    )
