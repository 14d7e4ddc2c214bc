"""The house rule builder: a rule set's options in the words of the rules and its prices as numbers;
beside them what that changes, a hand settled both ways, and the table to take along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from taroky import rules, telling
from taroky.errors import RecordError, TableError
from taroky.messages import Message, local_names, say
from taroky.rules import option_words, packing
from taroky.rules.idle_options import idle_options
from taroky.rules.table import Table, Topic
from taroky.rules.tree import from_plain

from taroky_tutorials.forms import controls, settlement_view
from taroky_tutorials.forms.fields import LONGEST, Fields, under_current_names
from taroky_tutorials.house_rules import example_hand, house_table
from taroky_tutorials.house_rules.house_table import House, Price
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.page_parts.links import HOUSE, LiveWays, to_keep
from taroky_tutorials.reference import changed_points, house_options, house_reference, templates
from taroky_tutorials.reference.house_options import Choice

_NO_CELLS = frozenset({"table", "title", "extends", "choose"})


class Build:
    """The tool."""

    def view(self, fields: Fields, base: str) -> Markup:
        read, problem = _read(fields)
        house = read or _opened(fields) or _from_form(fields)
        if house is None:
            return join(controls.answer(controls.problems(fields)), _reading(fields, problem))
        fields.put("rules", house.parent)
        parent = rules.load(house.parent)
        with local_names(parent.names):
            menu = _Menu(fields, house, base)
            made = menu.made()
            return join(
                controls.text(
                    fields,
                    "title",
                    say("build.title").text(),
                    house.title,
                    say("build.title_hint").text(),
                ),
                element("div", menu.markup(), _results(fields, made, base), class_="tk-build"),
                _reading(fields, problem),
                element("p", controls.clear(fields), class_="tk-actions"),
            )


# -- what the form says --------------------------------------------------------------------------


def _read(fields: Fields) -> tuple[House | None, Message | None]:
    """The house of a text that is to be read, or what is wrong with that text."""
    text = _yaml(fields)
    if not (fields.pressed("read") and text):
        return None, None
    try:
        house = house_table.from_yaml(text)
    except TableError as problem:
        return None, _placed(problem)
    except RecordError as problem:
        return None, problem.message
    fields.put("yaml", "")
    return house, None


def _yaml(fields: Fields) -> str:
    """The text as it stands: an empty first line counts as a line."""
    return next(iter(fields.all("yaml")), "")


def _opened(fields: Fields) -> House | None:
    """The house that a link names; None if it names none, or one that does not hold, which is told."""
    if not packing.is_packed(fields.game):
        return None
    try:
        return house_table.opened(fields.game)
    except (TableError, RecordError) as problem:
        fields.problems.append(problem.message)
    return None


def _placed(problem: TableError) -> Message:
    """Return what is wrong with a table; with line and column, where they are known."""
    params = dict(problem.message.params)
    what = params.get("problem", problem.message)
    line, column = problem.fields["line"], problem.fields.get("column", 0)
    return say("build.at", line=line, column=column, problem=what) if line else what


def _from_form(fields: Fields) -> House | None:
    """The house that the form itself says; what does not fit its rule set is told and left out."""
    if packing.is_packed(fields.game):
        return None
    chosen = {}
    before = fields.text("for")
    moved = rules.load(before).options if before in rules.ids() and before != fields.game else {}
    for key, row in fields.table.options.items():
        answer = fields.text(f"o.{key}") or row.default
        if moved and (key not in moved or answer == moved[key].default or answer not in row.values):
            answer = row.default  # what was drawn for another rule set, and not chosen there
        elif not row.number_in:
            answer = fields.choice(f"o.{key}", tuple(row.values), row.default)
        elif answer not in row.values:
            try:
                rules.load(fields.game, {key: answer})
            except TableError as problem:
                fields.problems.append(_placed(problem))
                answer = row.default
        if answer != row.default:
            chosen[key] = answer
    rest: Mapping[str, Any] = {}
    if fields.text("rest"):
        try:
            rest = rules.unpack(fields.text("rest"), fields.game)
        except TableError as problem:
            fields.problems.append(_placed(problem))
    rest = {key: value for key, value in rest.items() if key not in _NO_CELLS}
    # In older links it is called "id", which hides a form's own from scripts.
    id = fields.text("table") or fields.text("id")
    house = House(fields.game, fields.text("title"), id, chosen, {}, rest)
    return house if moved else replace(house, prices=_written(fields, house))


def _written(fields: Fields, house: House) -> dict[str, str]:
    """The prices that are filled in."""
    try:
        table = house.before_prices()
    except TableError:
        return {}
    under_current_names(fields, table, "n.pots.{}.starts")
    prices = house_table.prices(table)
    return {price.name: text for price in prices if (text := fields.text(f"n.{price.name}"))}


@dataclass(frozen=True)
class Made:
    """A house that holds: its packed name and its table, the rule set it is made from, and why what else was
    chosen has no effect."""

    house: House
    name: str
    table: Table
    parent: Table
    choices: tuple[Choice, ...]
    prices: tuple[Price, ...]
    idle: tuple[Message, ...]


class _Menu:
    """The questions and prices of a rule set, as a house has answered them."""

    def __init__(self, fields: Fields, house: House, base: str) -> None:
        self.fields, self.house, self.base = fields, house, base
        self.parent = telling.short_name(rules.load(house.parent))
        chosen_of_parent = rules.load(house.parent, house.chosen)
        self.choices = house_options.choices(chosen_of_parent)
        #: Options that change nothing as the others stand: kept, and neither shown nor written.
        self.idle = idle_options(chosen_of_parent)
        chosen = {key: value for key, value in house.chosen.items() if key not in self.idle}
        self.plain = replace(house, chosen=chosen, prices={})
        self.prices: tuple[Price, ...] = ()
        self.problem: Message | None = None
        try:
            self.table = self.plain.before_prices()
            self.prices = house_table.prices(self.table)
        except TableError as problem:
            self.problem = _placed(problem)

    def made(self) -> Made | None:
        """The house with its table; None where something does not hold, which is told then."""
        if self.problem:
            self.fields.problems.append(self.problem)
            return None
        title = self.house.title or say("build.untitled").text()
        house = replace(self.plain, title=title, prices=self._prices())
        try:
            name = house.name()
        except TableError as problem:
            self.fields.problems.append(_placed(problem))
            return None
        table, parent = rules.load(name), rules.load(house.parent)
        idle = (choice.idle for choice in self.choices if choice.key in self.house.chosen)
        return Made(
            house, name, table, parent, self.choices, self.prices, tuple(filter(None, idle))
        )

    def _prices(self) -> dict[str, str]:
        """The prices that are filled in, those that are none told and left out."""
        prices = {}
        for price in self.prices:
            written = self.house.prices.get(price.name)
            if not written:
                continue
            try:
                if house_table.amount(written, self.table, price) != price.value:
                    prices[price.name] = written
            except RecordError as problem:
                self.fields.problems.append(problem.message)
        return prices

    def markup(self) -> Markup:
        """The topics, folded up, with what is in no field."""
        topics = house_options.by_topic(self.choices)
        parts = [self._topic(topic, topics.get(topic, ())) for topic in option_words.TOPICS]
        return element("div", *parts, *self._kept(), class_="tk-build-menu")

    def _topic(self, topic: Topic, choices: Sequence[Choice]) -> Markup | None:
        shown = [choice for choice in choices if choice.key not in self.idle]
        idle = [choice for choice in choices if choice.key in self.idle]
        prices = [price for price in self.prices if price.topic == topic]
        if not shown and not prices:
            return None
        changed = sum(choice.key in self.plain.chosen for choice in shown)
        changed += sum(price.name in self.house.prices for price in prices)
        count = say("build.changed", n=changed) if changed else say("build.points", n=len(shown))
        summary = element(
            "summary",
            element("span", option_words.topic(topic).text(), class_="tk-build-topic"),
            " ",
            element("span", count.text(), class_="tk-count" + (" is-changed" if changed else ""))
            if changed or shown
            else None,
        )
        return element(
            "details",
            summary,
            *map(self._option, [*shown, *idle]),
            self._amounts(prices),
            id=controls.place(self.fields, "topic", topic),
        )

    def _option(self, choice: Choice) -> Markup:
        name = f"o.{choice.key}"
        stands = self.house.chosen.get(choice.key, choice.default)
        if choice.typed:
            control = controls.text(self.fields, name, choice.question, stands)
        else:
            answers = [
                (
                    value,
                    say("build.default", answer=said, title=self.parent).text()
                    if value == choice.default
                    else said,
                )
                for value, said in choice.answers
            ]
            control = controls.radios(self.fields, name, choice.question, answers, stands)
        links = controls.rule_links(rules.load(self.house.parent), choice.points[:3], self.base)
        changed = " is-changed" if choice.key in self.plain.chosen else ""
        return element(
            "div",
            control,
            element("p", links, class_="tk-build-links"),
            class_=f"tk-build-option{changed}",
            hidden=choice.key in self.idle,
        )

    def _amounts(self, prices: Sequence[Price]) -> Markup | None:
        if not prices:
            return None
        boxes = []
        for price in prices:
            name = f"n.{price.name}"
            field_id = controls.place(self.fields, name)
            written = self.house.prices.get(price.name, "")
            control = element(
                "input",
                type="text",
                name=name,
                id=field_id,
                value=written,
                inputmode="decimal",
                class_="tk-number",
                maxlength="10",
                placeholder=house_table.shown(price.value, self.table),
            )
            boxes.append(controls.labelled(self.fields, name, price.label, control))
        return controls.fieldset(
            say("build.amounts").text(), element("div", *boxes, class_="tk-fields tk-build-prices")
        )

    def _kept(self) -> Iterator[Markup]:
        """Yield what the form must not forget, though it is in no control."""
        usual = {f"o.{choice.key}": choice.default for choice in self.choices}
        usual |= {f"n.{price.name}": "" for price in self.prices}
        yield element(
            "input",
            type="hidden",
            name="for",
            value=self.house.parent,
            id=controls.place(self.fields, "for"),
            data_usual=usual,
        )
        if self.house.id:
            yield controls.hidden(self.fields, "table", self.house.id)
        if self.house.rest:
            packed = packing.pack(from_plain(dict(self.house.rest), packing.PLACE))
            if len(packed) > LONGEST:
                self.fields.problem("tool.long", name="rest", most=LONGEST)
            else:
                yield controls.hidden(self.fields, "rest", packed)


def _reading(fields: Fields, problem: Message | None) -> Markup:
    """Return where a table is pasted or loaded, and what is wrong with it."""
    text = _yaml(fields)
    area = element(
        "textarea",
        f"\n{text}",
        name="yaml",
        id=controls.place(fields, "yaml"),
        rows="10",
        spellcheck="false",
        class_="tk-text",
        data_passing=True,
        aria_invalid="true" if problem else None,
    )
    return element(
        "details",
        element("summary", say("build.read_title").text()),
        element("p", say("build.read_words").text()),
        element("p", problem.text(), class_="tk-problems", role="alert") if problem else None,
        controls.file(fields, "yaml", say("build.file").text(), ".yaml,.yml,.txt", "read"),
        controls.labelled(fields, "yaml", say("build.yaml").text(), area),
        element(
            "p", controls.button(fields, "read", say("build.read").text()), class_="tk-actions"
        ),
        class_="tk-build-read",
        id=controls.place(fields, "reading"),
        open=bool(text),
    )


# -- what it comes to ----------------------------------------------------------------------------


def _results(fields: Fields, made: Made | None, base: str) -> Markup:
    said: list[Content] = [controls.problems(fields)]
    if made is None:
        return element("div", controls.answer(*said), class_="tk-build-result")
    title, parent = made.table.title, telling.short_name(made.parent)
    changes = list(_changes(made, base))
    key = "build.differs" if changes else "build.same"
    said.append(
        element("p", element("strong", say(key, title=title, parent=parent, n=len(changes)).text()))
    )
    said += [element("p", idle.text()) for idle in made.idle]
    parts: list[Content] = [
        element("h2", title, class_="tk-build-title"),
        controls.answer(*said),
        element("ul", *changes, class_="tk-build-changes") if changes else None,
    ]
    if changes:
        parts += [
            _along(made, base),
            _hand(made, base),
            _rules(made, base),
            _sentences(made, base),
            _as_text(made),
        ]
    return element("div", *parts, class_="tk-build-result")


def _changes(made: Made, base: str) -> Iterator[Markup]:
    """Yield what differs from the rule set it is made from, each in a sentence."""
    of = {choice.key: choice for choice in made.choices}
    for key, value in made.house.chosen.items():
        choice = of[key]
        before = say("build.instead", value=choice.answer(choice.default)).text()
        yield _line(
            choice.question,
            choice.answer(value),
            before,
            controls.rule_links(made.parent, choice.points[:3], base),
        )
    for price in made.prices:
        written = made.house.prices.get(price.name)
        if written is not None:
            now = house_table.shown(house_table.amount(written, made.table, price), made.table)
            before = house_table.shown(price.value, made.table)
            yield _line(
                f"{price.label}:",
                f"{now}.",
                say("build.instead", value=f"{before}.").text(),
                controls.rule_links(made.parent, _points(made.parent, price), base),
            )
    for sentence in _besides(made):
        yield element(
            "li", sentence.text, controls.rule_links(made.parent, _both_points(sentence), base)
        )


def _line(about: str, now: str, before: str, links: Markup) -> Markup:
    return element(
        "li",
        about,
        " ",
        element("strong", now),
        " ",
        element("span", before, class_="tk-instead"),
        links,
    )


def _points(table: Table, price: Price) -> tuple[str, ...]:
    cell = f"{price.path}.{price.key}" if price.key else price.path
    return table.points_of(cell) or table.points_of(price.path)


def _besides(made: Made) -> tuple[telling.Sentence, ...]:
    """Return what the table says besides answers and prices, in words."""
    if not made.house.rest:
        return ()
    without = rules.load(replace(made.house, rest={}).name())
    return telling.compared(without, made.table)


def _along(made: Made, base: str) -> Markup:
    """A link that holds all of it and opens its rules, lessons and tools, the table as a file, a sheet
    to print."""
    ways = LiveWays(base, "", made.name)
    here = f"{base}{HOUSE}{ways.overview()}"
    doors = (
        ("rules", ways.reference()),
        ("lessons", ways.course()),
        ("tools", ways.tool("")),
        ("sheet", ways.sheet()),
    )
    links = [element("a", say("build.overview", title=made.table.title).text(), href=here)]
    links += [
        element("a", say(f"house.{name}").text(), href=f"{base}{HOUSE}{address}")
        for name, address in doors
    ]
    buttons = [
        _button("copy", say("house.copy").text(), data_copy_house=here),
        _button("keep", say("house.remember").text(), data_keep_house=to_keep(made.table)),
        _button(
            "save",
            say("build.download").text(),
            data_save=f"{made.table.table}.yaml",
            data_of="t-build-yaml-text",
        ),
        _button("print", say("build.print").text(), data_print="1"),
    ]
    words = {
        key: say(f"house.{key}", title=made.table.title).text()
        for key in ("kept", "not_kept", "copied", "not_copied")
    }
    said = element("span", role="status", aria_live="polite", class_="tk-build-said")
    return element(
        "div",
        element("h3", say("build.along").text()),
        element("ul", *(element("li", link) for link in links), class_="tk-build-doors"),
        element(
            "p",
            *(join(button, " ") for button in buttons),
            said,
            class_="tk-build-buttons",
            data_words=words,
        ),
        class_="tk-build-take",
    )


def _button(name: str, words: str, **data: Any) -> Markup:
    """A button that the page itself answers; without a name, so that the form does not."""
    return element("button", words, type="button", class_="tk-button", id=f"t-build-{name}", **data)


def _hand(made: Made, base: str) -> Markup:
    """A hand by both tables."""
    both = example_hand.differing(made.house.parent, made.name)
    head = element("h3", say("build.hand").text())
    if both is None:
        return element("div", head, element("p", say("build.no_hand").text()))
    facts = element(
        "ul",
        *(element("li", line.text()) for line in example_hand.tell(both.facts)),
        class_="tk-facts",
    )
    sides = [
        element(
            "div",
            element("h4", say("build.by", title=telling.short_name(table)).text()),
            settlement_view.balance(table, settled, settlement_view.SEAT_NAMES),
            settlement_view.working(table, settled, settlement_view.SEAT_NAMES, base),
            class_="tk-build-side",
        )
        for table, settled in ((made.parent, both.first), (made.table, both.second))
    ]
    return element("div", head, facts, element("div", *sides, class_="tk-build-both"))


def _rules(made: Made, base: str) -> Markup | None:
    """The points of the reference that have other numbers, old and new."""
    paragraphs = changed_points.paragraphs(
        made.name, templates.load(house_reference.page_of(made.name))
    )
    if not paragraphs:
        return None
    to = LiveWays(base, "", made.name).reference
    lines = [
        element(
            "li",
            Markup(house_reference.linked(text, lambda anchor: f"{base}{HOUSE}{to(anchor)}", base)),
            controls.rule_links(made.table, (point,), base),
        )
        for point, text in paragraphs
    ]
    return element(
        "div",
        element("h3", say("build.rules").text()),
        element("ul", *lines, class_="tk-build-points"),
    )


def _sentences(made: Made, base: str) -> Markup | None:
    """All that is another by the two tables, in sentences."""
    sentences = telling.compared(made.parent, made.table)
    if not sentences:
        return None
    lines = [
        element("li", one.text, controls.rule_links(made.parent, _both_points(one), base))
        for one in sentences
    ]
    return element(
        "div",
        element("h3", say("build.sentences").text()),
        element("ul", *lines, class_="tk-build-sentences"),
    )


def _both_points(one: telling.Sentence) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one.first_points, *one.second_points)))


def _as_text(made: Made) -> Markup:
    """The table itself."""
    return element(
        "details",
        element("summary", say("build.text").text()),
        element(
            "pre", element("code", rules.as_yaml(made.name)), id="t-build-yaml-text", tabindex="0"
        ),
        id="t-build-text",
    )


TOOL = Build()
