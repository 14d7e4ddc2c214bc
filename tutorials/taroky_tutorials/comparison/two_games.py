"""Compare any two rule sets, a house's own among them, in sentences with their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from taroky import rules, telling
from taroky.errors import TarokyError
from taroky.messages import given_name, say
from taroky.rules.differences import Difference, differences
from taroky.rules.table import Table
from taroky.telling import Question, Sentence

from taroky_tutorials.comparison import point_links
from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import LONGEST_RULES, Fields
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join

#: What is compared as long as nobody chooses.
_FIRST = ("hlucin", "victoria")
_SIDES = ("first", "second")


class Compare:
    """The tool. Fields: `first` and `second`, names of rule sets or packed house tables."""

    def view(self, fields: Fields, base: str) -> Markup:
        names = [
            _name(fields, side, default) for side, default in zip(_SIDES, _first(), strict=True)
        ]
        if fields.pressed("swap"):
            names.reverse()
            for side, name in zip(_SIDES, names, strict=True):
                fields.put(side, name)
        options = _options(names)
        first, second = (
            controls.select(fields, side, say(f"compare.{side}").text(), options, name)
            for side, name in zip(_SIDES, names, strict=True)
        )
        swap = controls.button(fields, "swap", say("compare.swap").text())
        asked = element("div", first, swap, second, class_="tk-fields tk-two")
        built = rules.load(names[0]), rules.load(names[1])
        return join(asked, _comparison(fields, names, built, base))


def _first() -> tuple[str, str]:
    """On a club's site what its table extends, and that table."""
    for house in links.of_site():
        return rules.origin(house) or _FIRST[0], house
    return _FIRST


def _name(fields: Fields, side: str, default: str) -> str:
    """The rule set of a side; what is none is told."""
    name = fields.text(side, default, most=LONGEST_RULES) or default
    try:
        rules.load(name)
    except TarokyError as problem:
        fields.problems.append(problem.message)
        return default
    return name


def _options(names: Sequence[str]) -> list[tuple[str, str]]:
    known = [*links.of_site(), *COURSES, *(name for name in rules.ids() if name not in COURSES)]
    return [(name, given_name(rules.load(name).title)) for name in dict.fromkeys((*known, *names))]


def _comparison(
    fields: Fields, names: Sequence[str], built: tuple[Table, Table], base: str
) -> Markup:
    first, second = built
    sentences = telling.compared(first, second)
    changes = differences(rules.flat(names[0]), rules.flat(names[1]), built)
    asked = [one for one in changes if one.asked is not None]
    titles = {"first": telling.short_name(first), "second": telling.short_name(second)}
    if not sentences:
        said = say("compare.same", **titles).text()
        return join(
            controls.answer(controls.problems(fields), element("p", said)),
            _house_options(asked, built),
        )
    topics = list(dict.fromkeys(one.question.topic for one in sentences))
    wanted = fields.choice("topic", telling.TOPICS)
    shown = [topic for topic in topics if topic == wanted] or topics
    said = say("compare.count", n=len(sentences), **titles).text()
    return join(
        _topics(fields, topics, sentences, wanted if wanted in topics else ""),
        controls.answer(controls.problems(fields), element("p", element("strong", said))),
        *(_topic(topic, sentences, built, base) for topic in shown),
        _house_options(asked, built),
        _alike(sentences, built, base),
    )


def _topics(
    fields: Fields, topics: Sequence[str], sentences: Sequence[Sentence], chosen: str
) -> Markup:
    """Return which topic to read, each with how many differences it has."""
    many = Counter(one.question.topic for one in sentences)
    options = [("", say("compare.all_topics").text(), len(sentences))]
    options += [(topic, telling.topic_title(topic), many[topic]) for topic in topics]
    chips = []
    for value, words, n in options:
        box = element(
            "input",
            type="radio",
            name="topic",
            value=value,
            checked=value == chosen,
            id=controls.place(fields, "topic", value or "all"),
        )
        label = element("span", words, " ", element("small", str(n)))
        chips.append(element("label", box, label, class_="tk-chip"))
    return element(
        "fieldset",
        element("legend", say("compare.topic").text()),
        element("div", *chips, class_="tk-chips"),
        class_="tk-topics",
    )


def _topic(
    topic: str, sentences: Sequence[Sentence], built: tuple[Table, Table], base: str
) -> Markup:
    """The differences of a topic, those that answer the same question together."""
    by_question: dict[Question, list[Sentence]] = {}
    for one in sentences:
        if one.question.topic == topic:
            by_question.setdefault(one.question, []).append(one)
    lines = [
        join(
            element("dt", question.title),
            *(element("dd", one.text, _links(one, built, base)) for one in of),
        )
        for question, of in by_question.items()
    ]
    groups = [element("div", line) for line in lines]
    title = element("h2", telling.topic_title(topic))
    return element("div", title, element("dl", *groups), class_="tk-differences")


def _links(one: Sentence, built: tuple[Table, Table], base: str) -> Markup:
    """The rules on both sides, each once: what both tell, on the page of the club's own table."""
    first, second = one.first_points, one.second_points
    if built[1].packed in links.of_site():
        first = tuple(point for point in first if point not in second)
    else:
        second = tuple(point for point in second if point not in first)
    return join(point_links.full(built[0], first, base), point_links.full(built[1], second, base))


def _house_options(asked: Sequence[Difference], built: tuple[Table, Table]) -> Markup | None:
    """Choices that are not left to the house alike, folded up: there are many."""
    if not asked:
        return None
    names = [telling.short_name(table) for table in built]
    lines = [element("li", one.message(*names).text()) for one in asked]
    title = say("compare.options", n=len(lines)).text()
    return element("details", element("summary", title), element("ul", *lines), class_="tk-folded")


def _alike(sentences: Sequence[Sentence], built: tuple[Table, Table], base: str) -> Markup | None:
    """Return what both answer alike, folded up."""
    lines = list(_same(sentences, built, base))
    title = say("compare.alike", n=len(lines)).text()
    return (
        element("details", element("summary", title), element("ul", *lines), class_="tk-folded")
        if lines
        else None
    )


def _same(sentences: Sequence[Sentence], built: tuple[Table, Table], base: str) -> Iterator[Markup]:
    differ: set[Question] = {one.question for one in sentences}
    told_by = built[built[1].packed in links.of_site()]
    for question in telling.QUESTIONS:
        lines = question.answer(built[0])
        if question in differ or not lines or not question.answer(built[1]):
            continue
        answer = "; ".join(line.text for line in lines)
        points = tuple(dict.fromkeys(point for line in lines for point in line.points))
        yield element(
            "li",
            element("b", question.title),
            ": ",
            answer,
            point_links.full(told_by, points, base),
        )


TOOL = Compare()
