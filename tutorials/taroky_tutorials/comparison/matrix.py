"""All rule sets side by side, question by question. The whole of it is in the page; where scripts
run, styles hide what is not shown at first, and a script hides columns and rows that nobody asked for,
and knows no more of them than their numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from taroky import rules, telling
from taroky.messages import local_names, say
from taroky.rules.table import Table
from taroky.telling import Line, values

from taroky_tutorials.comparison import hands, point_links
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.topics import topics

#: Classes of what is not shown at first where scripts run: on no page, and where there is little room.
_FURTHER, _LATER = "is-further", "is-later"
#: The same of what those answer alike that are shown at first.
_ALIKE, _FEW_ALIKE = "is-alike", "is-alike-few"


def rule_sets() -> tuple[Table, ...]:
    """The rule sets with a course, then their relatives. On a club's site its own tables come first,
    and what these extend."""
    return tuple(map(rules.load, dict.fromkeys((*_usual(), *rules.ids()))))


def _usual() -> tuple[str, ...]:
    """Those that are shown as long as nobody has chosen others: they come first."""
    return tuple(dict.fromkeys((*_of_site(), *COURSES)))


def _of_site() -> tuple[str, ...]:
    """The house tables of a club's site with the rule sets that they extend."""
    own = links.of_site()
    return (*own, *filter(None, map(rules.origin, own)))


def matrix(base: str) -> Markup:
    """The matrix with what one can choose above it. base: the way to the site's root."""
    columns = rule_sets()
    asked_on = {topic: _asked(topic, columns) for topic in telling.TOPICS}
    beside = _beside(columns, [row[2] for asked in asked_on.values() for row in asked])
    few = frozenset({0, beside[0]})
    bodies, sections = [], []
    hiding: dict[str, str | None] = {}
    for topic, asked in asked_on.items():
        if asked:
            anchor = f"topic-{topic}"
            sections.append((anchor, telling.topic_title(topic)))
            hiding[anchor] = _body([_row(answers, few) for _, _, answers in asked])
            rows = [
                _line(question, row_id, answers, columns, few, base)
                for row_id, question, answers in asked
            ]
            bodies.append(_group(topic, rows, len(columns), hiding[anchor]))
    alike = element(
        "button",
        say("compare.show_alike").text(),
        type="button",
        class_="tk-button",
        data_alike="1",
    )
    return element(
        "section",
        _choices(columns, beside, base),
        topics(sections, hiding),
        _framed(_heads(columns, few, base), bodies),
        element("p", alike, class_="tk-alike"),
        class_="tk-comparison",
        data_search_exclude=True,
    )


def _heads(columns: Sequence[Table], few: Collection[int], base: str) -> Markup:
    """The line of the games' names."""
    names = (
        element(
            "th",
            element("a", telling.short_name(table), href=_page(table, base)),
            scope="col",
            data_col=table.table,
            class_=_column(column, few),
        )
        for column, table in enumerate(columns)
    )
    return element("tr", element("td", class_="tk-corner"), *names)


def _group(topic: str, rows: Sequence[Markup], columns: int, hidden: str | None) -> Markup:
    """The rows of a topic below its title. hidden: the classes of what it is not shown for."""
    title = element(
        "th",
        telling.topic_title(topic),
        scope="rowgroup",
        id=f"topic-{topic}",
        colspan=str(columns + 1),
    )
    return element(
        "tbody",
        element("tr", title, class_="tk-topic"),
        *rows,
        data_topic=topic,
        class_=hidden,
    )


def _framed(heads: Markup, bodies: Sequence[Markup]) -> Markup:
    """The table, in a frame in which it can be scrolled."""
    caption = say("compare.caption").text()
    table = element(
        "table",
        element("caption", caption),
        element("thead", heads),
        *bodies,
        class_="tk-matrix",
    )
    return element(
        "div", table, class_="tk-matrix-frame", tabindex="0", role="region", aria_label=caption
    )


def _page(table: Table, base: str) -> str:
    return links.rules(table, table.page_of(table.prefix), base)


def _asked(topic: str, columns: Sequence[Table]) -> list[tuple[str, str, list[Sequence[Line]]]]:
    """The rows of a topic: a name for each, its question, and what every table answers."""
    asked: list[tuple[str, str, list[Sequence[Line]]]] = [
        (
            question.id.replace(".", "-").replace("_", "-"),
            question.title,
            [question.answer(table) for table in columns],
        )
        for question in telling.QUESTIONS
        if question.topic == topic
    ]
    if topic == "declarations":
        asked += _holdings(columns)
    return [row for row in asked if any(row[2])]


def _beside(columns: Sequence[Table], rows: Sequence[Sequence[Sequence[Line]]]) -> list[int]:
    """For each game the one to see it beside where there is room for two: what a house table extends;
    else, of those shown at first, the one that gives another answer to most of the same questions."""
    kinds = [_kinds(answers) for answers in rows]
    column_of = {table.name: n for n, table in enumerate(columns)}

    def differing(one: int, other: int) -> int:
        return sum(
            bool(answers[one] and answers[other]) and kind[one] != kind[other]
            for answers, kind in zip(rows, kinds, strict=True)
        )

    beside = []
    for one, table in enumerate(columns):
        parent = column_of.get(rules.origin(table.name), one)
        usual = [other for other in range(len(_usual())) if other != one] or [one]
        most = max(usual, key=lambda other: differing(one, other))
        beside.append(most if parent == one else parent)
    return beside


def _column(column: int, few: Collection[int]) -> str | None:
    """The class of a column. few: those that are shown where there is little room."""
    return _FURTHER if column >= len(_usual()) else None if column in few else _LATER


def _row(answers: Sequence[Sequence[Line]], few: Collection[int]) -> frozenset[str]:
    """The classes of a row. answers: of each table, none where it has no such thing."""
    kinds = _kinds(answers)
    usual = len(_usual())
    classes = set()
    if not any(answers[:usual]):
        classes.add(_FURTHER)
    elif not any(answers[column] for column in few):
        classes.add(_LATER)
    if len(set(kinds[:usual])) == 1:
        classes.add(_ALIKE)
    if len({kinds[column] for column in few}) == 1:
        classes.add(_FEW_ALIKE)
    return frozenset(classes)


def _body(rows: Sequence[frozenset[str]]) -> str | None:
    """The classes of several rows together: what none of them is shown for."""
    wide, narrow = {_FURTHER, _ALIKE}, {_FURTHER, _LATER, _FEW_ALIKE}
    classes = [
        name
        for name, hiding in ((_ALIKE, wide), (_FEW_ALIKE, narrow))
        if all(hiding & row for row in rows)
    ]
    return _names(classes)


def _names(classes: Iterable[str]) -> str | None:
    return " ".join(sorted(classes)) or None


def _kinds(answers: Sequence[Sequence[Line]]) -> list[int]:
    """A number for each answer; those that say the same have the same one."""
    plain = [
        tuple((line.label.casefold(), line.plain or line.value) for line in lines)
        for lines in answers
    ]
    kinds = list(dict.fromkeys(plain))
    return [kinds.index(said) for said in plain]


def _line(
    title: str,
    name: str,
    answers: Sequence[Sequence[Line]],
    columns: Sequence[Table],
    few: Collection[int],
    base: str,
) -> Markup:
    """A row: a question and what every table answers. Cells that say the same have the same
    number."""
    cells = [
        element(
            "td",
            _cell(lines, table, base),
            data_col=table.table,
            data_name=telling.short_name(table),
            data_says=str(kind),
            class_=_column(n, few),
        )
        for n, (lines, kind, table) in enumerate(
            zip(answers, _kinds(answers), columns, strict=True)
        )
    ]
    anchor = f"q-{name}".replace("_", "-")
    head = element("th", element("a", title, href=f"#{anchor}"), scope="row")
    return element("tr", head, *cells, id=anchor, class_=_names(_row(answers, few)))


def _holdings(columns: Sequence[Table]) -> list[tuple[str, str, list[Sequence[Line]]]]:
    """Return what some hands are worth, asked of every table that may hold them: a name for each row, a
    title and the answers."""
    names = {name: pack for pack, of in reversed(hands.HOLDINGS.items()) for name in of}
    in_order = dict.fromkeys((*hands.HOLDINGS["54"], *hands.HOLDINGS["78"]))
    rows: list[tuple[str, str, list[Sequence[Line]]]] = []
    for name in in_order:
        what = say(f"same.holding.{names[name]}.{name}").text()
        title = say("compare.holding", what=what).text()
        rows.append((f"holding-{name}", title, [_worth(table, name) for table in columns]))
    return rows


def _worth(table: Table, holding: str) -> tuple[Line, ...]:
    """Return what a hand with this holding declares; nothing where there are no such hands."""
    pack = str(table.pack.cards)
    if not table.declarations.rows or holding not in hands.HOLDINGS.get(pack, ()):
        return ()
    with local_names(table.names):
        rows = [(row, table.declarations.rows[row]) for row in hands.declared(table, pack, holding)]
        lines = tuple(
            Line(
                values.paid(table, one.pay),
                table.points_of(f"declarations.rows.{row}.self"),
                row=row,
                label=values.saying(row),
            )
            for row, one in rows
        )
        return lines or (Line(say("compare.worthless").text()),)


def _cell(lines: Sequence[Line], table: Table, base: str) -> Markup:
    """Return what a table answers; a dash where it has no such thing."""
    if not lines:
        return element(
            "span", "–", class_="tk-nothing", role="img", aria_label=say("compare.nothing").text()
        )
    paragraphs = []
    for line in lines:
        label = element("b", line.label) if line.label else None
        words = join(
            label, ": " if label else "", line.value, point_links.short(table, line.points, base)
        )
        paragraphs.append(element("p", words))
    return join(*paragraphs)


# -- what one can choose ------------------------------------------------------------------------


def _choices(columns: Sequence[Table], beside: Sequence[int], base: str) -> Markup:
    """Only where scripts run: which rule sets, which topic, and only what differs. beside: beside which each is shown
    at first where there is little room."""
    topics = [element("option", say("compare.all_topics").text(), value="")]
    topics += [element("option", telling.topic_title(t), value=t) for t in telling.TOPICS]
    topic = element(
        "label",
        element("span", say("compare.topic").text()),
        " ",
        element("select", *topics, name="topic"),
    )
    differ = element(
        "label",
        element("input", type="checkbox", name="differ", value="yes", checked=True),
        " ",
        element("span", say("compare.differ").text()),
        class_="tk-box",
    )
    words = {key: say(f"compare.{key}", n="{n}", all="{all}").text() for key in ("shown", "none")}
    return element(
        "form",
        _sets(columns, beside),
        element("div", topic, differ, class_="tk-fields"),
        element(
            "p",
            element("span", class_="tk-count", role="status", aria_live="polite"),
            " ",
            element(
                "a",
                say("compare.in_sentences").text(),
                href=f"{base}compare/two/",
                data_two="1",
                hidden=True,
            ),
        ),
        class_="tk-matrix-choices",
        autocomplete="off",
        hidden=True,
        data_words=words,
    )


def _sets(columns: Sequence[Table], beside: Sequence[int]) -> Markup:
    """A box for every rule set. A house table has another name in links than in its column."""
    boxes = [
        element(
            "label",
            element(
                "input",
                type="checkbox",
                name="sets",
                value=table.table,
                checked=table.name in _usual(),
                data_name=table.packed or None,
                data_beside=columns[other].table,
            ),
            element("span", telling.short_name(table)),
            class_="tk-chip",
        )
        for table, other in zip(columns, beside, strict=True)
    ]
    return element(
        "fieldset",
        element("legend", say("compare.sets").text()),
        element("div", *boxes, class_="tk-chips"),
    )
