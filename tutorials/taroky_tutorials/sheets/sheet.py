"""Sheets: documents that people keep in their browser, an evening's scores or a tournament.

A sheet is JSON data. What is done to it, what it looks like, and what a file of it says is decided
here; the page only keeps it, hands it over with every event, and reads and writes files. The view of
a sheet is one form: its fields are what is being filled in, its buttons what can be done.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from taroky.errors import RecordError, TarokyError
from taroky.messages import Message, say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.file_text import of_browser
from taroky_tutorials.page_parts.elements import Content, Markup, element
from taroky_tutorials.sheets import history
from taroky_tutorials.sheets.history import Change, Json

#: Every kind of sheet, by the name of its module.
NAMES = ("evening", "tournament")
#: How many steps can be taken back, and how long a file may be that is read.
MOST_STEPS = 200
MOST_TEXT = 2_000_000
_BASE = re.compile(r"(\.\./)*(\./)?")


@dataclass(frozen=True)
class File:
    """A file to write: `name` without its end."""

    name: str
    text: str
    end: str = "csv"
    type: str = "text/csv"


#: The fields of a form: a text for each, or several.
Values = Mapping[str, str | Sequence[str]]


@dataclass(frozen=True)
class Done:
    """The result of an event. sheet: as it is now. said: told to the player who did it. label: what can
    be taken back ("hand 7"). file: to be written. fields: what the form shows next, None for what it
    showed.
    """

    sheet: Json
    said: Message | None = None
    label: Message | None = None
    file: File | None = None
    fields: Values | None = None


@dataclass(frozen=True)
class Undo:
    """The changes that can be taken back and done again: a word for each, "" for nothing."""

    back: str = ""
    again: str = ""


class Kind(Protocol):
    """A kind of sheet: what can be done with it. {} is a sheet that has not begun."""

    def check(self, sheet: Json) -> Any:
        """Return what a sheet holds. Raises TarokyError with one sentence that says where and what."""

    def with_current_names(self, document: Json) -> Json:
        """Return what the page kept, with the names that rows of its table have now. The sheet in it
        holds."""

    def update(self, sheet: Json, fields: Fields) -> Done | None:
        """Return what comes of a button; None where it is none of this kind. Raises TarokyError."""

    def view(self, sheet: Json, fields: Fields, undo: Undo, base: str) -> Markup:
        """The inside of the form."""

    def read(self, text: str, name: str) -> Json:
        """The sheet that a file holds. Raises TarokyError."""

    def summary(self, sheet: Json) -> tuple[str, str]:
        """Its title, and a line about it, as a list of sheets has them."""


def kind(name: str) -> Kind:
    """The kind of that name. Raises RecordError."""
    if name not in NAMES:
        raise RecordError(say("sheet.unknown", name=name[:60], expected=list(NAMES)))
    sheet_kind: Kind = importlib.import_module(f"{__package__}.{name}.kind").KIND
    return sheet_kind


# -- what is kept -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kept:
    """A sheet with the steps that have led to it, the newest last."""

    sheet: Json = field(default_factory=dict)
    done: tuple[tuple[str, list[Change]], ...] = ()
    undone: tuple[tuple[str, list[Change]], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the document that the page keeps."""
        return {
            "sheet": self.sheet,
            "done": [list(step) for step in self.done],
            "undone": [list(step) for step in self.undone],
        }

    @property
    def undo(self) -> Undo:
        """Return what can be taken back and done again."""
        return Undo(
            self.done[-1][0] if self.done else "", self.undone[-1][0] if self.undone else ""
        )

    def after(self, sheet: Json, label: str) -> Kept:
        """Return the history with the sheet as it is now; what was taken back before can no longer be
        done again."""
        step = history.changes(self.sheet, sheet)
        if not step:
            return self
        return Kept(sheet, (*self.done, (label, step))[-MOST_STEPS:])

    def back(self) -> Kept:
        """The last step taken back. Raises RecordError."""
        if not self.done:
            raise RecordError(say("sheet.no_step"))
        label, step = self.done[-1]
        before = history.apply(self.sheet, history.back(step))
        return Kept(before, self.done[:-1], (*self.undone, (label, step)))

    def again(self) -> Kept:
        """The last step that was taken back done again. Raises RecordError."""
        if not self.undone:
            raise RecordError(say("sheet.no_step"))
        label, step = self.undone[-1]
        return Kept(history.apply(self.sheet, step), (*self.done, (label, step)), self.undone[:-1])


def kept_from_json(data: Any) -> Kept:
    """Return what the page kept; steps that make no sense are forgotten, the sheet itself is not
    judged."""
    if data is None:
        return Kept()
    if not isinstance(data, Mapping) or not isinstance(data.get("sheet"), Mapping):
        raise RecordError(say("sheet.damaged"))
    return Kept(dict(data["sheet"]), _steps(data.get("done")), _steps(data.get("undone")))


def _steps(data: Any) -> tuple[tuple[str, list[Change]], ...]:
    steps = data if isinstance(data, list) else []
    fits = all(
        isinstance(step, list)
        and len(step) == 2
        and isinstance(step[0], str)
        and isinstance(step[1], list)
        and all(map(history.is_change, step[1]))
        for step in steps
    )
    return tuple((step[0][:60], step[1]) for step in steps) if fits else ()


# -- the page's door --------------------------------------------------------------------------------


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker's verb: {"verb": "sheet", "sheet": "evening", "base": "../", "kept": {…} or null,
    "fields": [["amount-0", "2"], …], "pressed": ["enter", "yes"]} or with "file": {"name", "text"}
    instead of fields, or {"name", "bytes"}, the bytes in base64. The answer holds what to keep, the form, what the sheet is called in a list,
    and what is said or written. Raises TarokyError; then nothing has changed."""
    name, base = str(request.get("sheet", "")), str(request.get("base", ""))
    of = kind(name)
    if not _BASE.fullmatch(base):
        raise RecordError(say("tool.bad", what=base[:60]))
    if "file" in request:
        return _reply(
            name, Kept(_read(of, request["file"])), _fields(name), base, said=say("sheet.imported")
        )
    kept = kept_from_json(request.get("kept"))
    fields = Fields.from_json(request.get("fields", []), request.get("pressed"))
    fields.id = f"s-{name}"
    of.check(kept.sheet)
    kept = kept_from_json(of.with_current_names(kept.as_json()))
    try:
        done = _update(of, kept, fields)
    except TarokyError as problem:
        fields.problems.append(problem.message)
        return _reply(name, kept, fields, base)
    if isinstance(done, Kept):
        of.check(done.sheet)
        return _reply(name, done, _fields(name), base)
    after = kept
    if done.sheet != kept.sheet:
        of.check(done.sheet)
        after = kept.after(done.sheet, done.label.text() if done.label else "")
    shown = fields if done.fields is None else _fields(name, done.fields)
    return _reply(name, after, shown, base, said=done.said, file=done.file)


def _update(of: Kind, kept: Kept, fields: Fields) -> Kept | Done:
    if fields.pressed("undo"):
        return kept.back()
    if fields.pressed("redo"):
        return kept.again()
    return of.update(kept.sheet, fields) or Done(kept.sheet)


def _fields(name: str, values: Values | None = None) -> Fields:
    pairs = (values or {}).items()
    return Fields({key: (of,) if isinstance(of, str) else of for key, of in pairs}, id=f"s-{name}")


def _reply(
    name: str,
    kept: Kept,
    fields: Fields,
    base: str,
    *,
    said: Message | None = None,
    file: File | None = None,
) -> dict[str, Any]:
    title, line = kind(name).summary(kept.sheet)
    reply: dict[str, Any] = {
        "id": fields.id,
        "html": draw(name, kept, fields, base),
        "kept": kept.as_json(),
        "title": title,
        "line": line,
    }
    if said is not None:
        reply["said"] = [said.text()]
    if file is not None:
        reply["file"] = {"name": f"{file.name}.{file.end}", "text": file.text, "type": file.type}
    return reply


def draw(name: str, kept: Kept, fields: Fields, base: str) -> Markup:
    """The form of a sheet."""
    of = kind(name)
    inside = of.view(kept.sheet, fields, kept.undo, base)
    return element(
        "form", inside, class_="tk-document", id=fields.id, autocomplete="off", novalidate=True
    )


def on_page(name: str, base: str) -> Markup:
    """A sheet that has not begun, with what is there for all sheets: the list, files, printing.
    Raises TarokyError."""
    kind(name)
    words = {key: say(f"sheet.words.{key}").text() for key in _WORDS}
    return element(
        "section",
        draw(name, Kept(), _fields(name), base),
        _bar(name),
        _said(),
        element("p", say("tool.noscript").text(), class_="tk-assumed tk-no-script"),
        class_="tk-tool tk-keeper",
        data_sheet=name,
        data_base=base,
        data_words=words,
        data_search_exclude=True,
    )


def undo_buttons(fields: Fields, undo: Undo) -> list[Content]:
    """Taking back the last step, and doing it again."""
    buttons: list[Content] = []
    for name, label in (("undo", undo.back), ("redo", undo.again)):
        words = say(f"sheet.{name}" if label else f"sheet.{name}_nothing", step=label).text()
        buttons.append(
            element(
                "button",
                words,
                type="button",
                name=name,
                value="yes",
                class_="tk-button",
                id=controls.place(fields, name, "yes"),
                disabled=not label,
            )
        )
    return buttons


#: What the page itself says.
_WORDS = (
    "wait",
    "failed",
    "full",
    "unreadable",
    "elsewhere",
    "newer",
    "same",
    "removed",
    "restored",
    "nothing",
    "too_long",
    "unstored",
    "nameless",
)


def _bar(name: str) -> Markup:
    """The list of sheets and what can be done with one. It needs a script and is shown by it."""

    def button(what: str, needs: bool = False) -> Markup:
        return element(
            "button",
            say(f"sheet.bar.{what}").text(),
            type="button",
            class_="tk-button",
            data_keep=what,
            data_needs_sheet=needs,
            disabled=needs,
        )

    select_id = f"s-{name}-open"
    choice = element(
        "p",
        element("label", say(f"sheet.bar.open_{name}").text(), for_=select_id),
        element("select", id=select_id, data_keep="open"),
        class_="tk-field",
        hidden=True,
    )
    picked = element(
        "input",
        type="file",
        accept=".json,.csv,.txt,application/json,text/csv",
        class_="tk-file",
        data_keep="import",
    )
    files = element("label", say("sheet.bar.import").text(), picked, class_="tk-button")
    csv = element(
        "button",
        say("sheet.bar.csv").text(),
        type="button",
        class_="tk-button",
        name="csv",
        value="yes",
        data_needs_sheet=True,
        disabled=True,
    )
    actions = element(
        "p",
        button("new"),
        files,
        button("json", True),
        csv,
        button("print"),
        button("remove", True),
        class_="tk-keep-actions",
    )
    return element("div", choice, actions, class_="tk-keeper-bar", hidden=True, data_scripted=True)


def _said() -> Markup:
    """Return where it is said what became of something, with a way back for what was removed."""
    restore = element(
        "button",
        say("sheet.bar.restore").text(),
        type="button",
        class_="tk-button",
        data_keep="restore",
        hidden=True,
    )
    return element(
        "p", element("span", role="status", aria_live="polite"), " ", restore, class_="tk-kept"
    )


def _read(of: Kind, file: Any) -> Json:
    if not isinstance(file, Mapping):
        raise RecordError(say("sheet.damaged"))
    name, text = str(file.get("name", ""))[:60], file.get("text")
    try:
        if "bytes" in file:
            text = of_browser(file["bytes"], is_list=True)
        if not isinstance(text, str) or len(text) > MOST_TEXT:
            raise RecordError(say("sheet.too_long", file=name, most=MOST_TEXT))
        sheet = of.read(text.removeprefix("\ufeff"), name)
        of.check(sheet)
    except TarokyError as problem:
        if problem.message.id == "sheet.too_long":
            raise
        raise RecordError(
            say("sheet.bad_file", file=name, problem=problem.message), points=problem.points
        ) from None
    return sheet
