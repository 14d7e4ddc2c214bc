"""The parts of a form that tools are made of. Every part has a label, and an id made of the form's
and the field's name, so that the focus stays where it is when the form is drawn again."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.messages import Message, local_names, say
from taroky.rules.table import Table

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Content, Markup, element, join

Options = Sequence[tuple[str, str]]


def fieldset(legend: str, *parts: Content) -> Markup:
    """Fields that belong together."""
    return element("fieldset", element("legend", legend), *parts)


def labelled(fields: Fields, name: str, label: str, control: Markup, hint: str = "") -> Markup:
    """A label above a control that has the id `place(fields, name)`."""
    control_id = place(fields, name)
    note = element("span", hint, class_="tk-field-hint", id=f"{control_id}-hint") if hint else None
    return element("p", element("label", label, for_=control_id), control, note, class_="tk-field")


def place(fields: Fields, name: str, value: str = "") -> str:
    """The id of a control."""
    return "-".join(part for part in (fields.id, name, value) if part)


def select(
    fields: Fields, name: str, label: str, options: Options, chosen: str, hint: str = ""
) -> Markup:
    """One of several, folded up. options: (value, words)."""
    control_id = place(fields, name)
    rows = [
        element("option", words, value=value, selected=value == chosen) for value, words in options
    ]
    control = element(
        "select",
        *rows,
        name=name,
        id=control_id,
        aria_describedby=f"{control_id}-hint" if hint else None,
    )
    return labelled(fields, name, label, control, hint)


def radios(fields: Fields, name: str, legend: str, options: Options, chosen: str) -> Markup:
    """One of a few, all in view."""
    return _boxes(fields, name, legend, options, (chosen,), "radio")


def checkboxes(
    fields: Fields, name: str, legend: str, options: Options, chosen: Sequence[str]
) -> Markup:
    """Any of a few."""
    return _boxes(fields, name, legend, options, chosen, "checkbox")


def _boxes(
    fields: Fields, name: str, legend: str, options: Options, chosen: Sequence[str], type_: str
) -> Markup:
    boxes = [_box(fields, name, words, value, value in chosen, type_) for value, words in options]
    return element("fieldset", element("legend", legend), element("div", *boxes, class_="tk-boxes"))


def checkbox(fields: Fields, name: str, label: str, ticked: bool) -> Markup:
    """Yes or no."""
    return _box(fields, name, label, "yes", ticked, "checkbox")


def _box(fields: Fields, name: str, label: str, value: str, ticked: bool, type_: str) -> Markup:
    box = element(
        "input", type=type_, name=name, value=value, checked=ticked, id=place(fields, name, value)
    )
    return element("label", box, " ", label, class_="tk-box")


def number(
    fields: Fields,
    name: str,
    label: str,
    low: int,
    high: int,
    value: int | str | None,
    hint: str = "",
) -> Markup:
    """A whole number. value: what was written, also where it does not fit."""
    control_id = place(fields, name)
    shown = fields.text(name) or ("" if value is None else str(value))
    control = element(
        "input",
        type="number",
        name=name,
        id=control_id,
        inputmode="numeric",
        class_="tk-number",
        min=str(low),
        max=str(high),
        step="1",
        value=shown,
        aria_describedby=f"{control_id}-hint" if hint else None,
    )
    return labelled(fields, name, label, control, hint)


def text(fields: Fields, name: str, label: str, value: str, hint: str = "") -> Markup:
    """A line of text."""
    control_id = place(fields, name)
    control = element(
        "input",
        type="text",
        name=name,
        id=control_id,
        value=value,
        class_="tk-text",
        aria_describedby=f"{control_id}-hint" if hint else None,
    )
    return labelled(fields, name, label, control, hint)


def area(
    fields: Fields, name: str, label: str, value: str, rows: int = 8, hint: str = ""
) -> Markup:
    """Several lines of text."""
    control_id = place(fields, name)
    # An empty line first: HTML leaves out the line end after the tag.
    control = element(
        "textarea",
        f"\n{value}",
        name=name,
        id=control_id,
        rows=str(rows),
        spellcheck="false",
        class_="tk-text",
        aria_describedby=f"{control_id}-hint" if hint else None,
    )
    return labelled(fields, name, label, control, hint)


def file(fields: Fields, name: str, label: str, accept: str, press: str = "") -> Markup:
    """A file whose text goes into the field of that name, as if it had been typed. press: a button
    that is pressed then, too."""
    control_id = place(fields, name, "file")
    control = element(
        "input",
        type="file",
        id=control_id,
        accept=accept,
        data_into=place(fields, name),
        data_press=press or None,
    )
    return element("p", element("label", label, for_=control_id), control, class_="tk-field")


def hidden(fields: Fields, name: str, value: str, *, about: bool = False) -> Markup:
    """A field that is part of the state and has no control of its own. about: it says what the other
    fields are about; where that changes, none of them is the same field any more."""
    return element(
        "input", type="hidden", name=name, value=value, id=place(fields, name), data_about=about
    )


def button(
    fields: Fields, name: str, words: Content, value: str = "yes", primary: bool = False
) -> Markup:
    """A button that asks for something; a tool hears of it by `fields.pressed(name)`."""
    return element(
        "button",
        words,
        type="button",
        name=name,
        value=value,
        id=place(fields, name, value),
        class_="tk-button tk-button--primary" if primary else "tk-button",
    )


def clear(fields: Fields) -> Markup:
    """The button that empties the form; every tool has it without doing anything for it."""
    return button(fields, "clear", say("tool.clear").text())


def answer(*content: Content) -> Markup:
    """Return what the tool says: told to those who hear the page, too."""
    return element("div", *content, class_="tk-answer", role="status", aria_live="polite")


def problems(fields: Fields) -> Markup | None:
    """Return what of the form does not fit, in sentences."""
    if not fields.problems:
        return None
    items = [element("li", message.text()) for message in fields.problems[:8]]
    return element("div", element("ul", *items), class_="tk-problems", role="alert")


def rule_links(table: Table, points: Sequence[str], base: str) -> Markup:
    """Rule points as links to their paragraphs, each with a space before it."""
    anchors = (
        element("a", point, class_="tk-rule", href=links.rule(table, point, base))
        for point in points
    )
    return join(*(join(" ", link) for link in anchors))


def sentence(table: Table, message: Message, points: Sequence[str], base: str) -> Markup:
    """A sentence in the words of a rule set, with links to its rules."""
    with local_names(table.names):
        return join(message.text(), rule_links(table, points, base))
