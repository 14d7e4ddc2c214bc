"""Read what a form or a link says, and check it. Nothing here fails for a value that does not fit: a
tool asks for what it needs, gets something it can use, and what was wrong is told in `problems`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Any

from taroky import rules, sent_links
from taroky.cards import Card, Pack
from taroky.errors import CardError, RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.brief import brief
from taroky.numbers import as_decimal
from taroky.rules.table import Table

#: A form has at most so many fields; so long may a value be; the name of a rule set may hold a house's
#: whole table; and all of them together.
MOST_FIELDS = 400
LONGEST = 70_000
LONGEST_RULES = 60_000
LONGEST_ALL = 160_000
#: Fields that hold the name of a rule set.
RULES = frozenset({"rules", "first", "second", "house"})
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,59}")


class Fields:
    """The fields of a form: texts by name, in the order of the form.

    id: of the form, for the ids inside it. problems: what was wrong, in sentences for the reader.
    """

    def __init__(
        self,
        values: Mapping[str, Sequence[str]] | None = None,
        pressed: tuple[str, str] | None = None,
        id: str = "t",
    ) -> None:
        self._values = {name: tuple(of) for name, of in (values or {}).items()}
        self._pressed = pressed
        self.id = id
        self.problems: list[Message] = []

    @classmethod
    def from_json(cls, data: Any, pressed: Any = None) -> Fields:
        """Fields as a page sent them: [["hand", "XXI KS"], …], and the button that was pressed:
        ["tap", "KS"] or nothing. Raises RecordError for what no form sends."""
        if not isinstance(data, list) or len(data) > MOST_FIELDS:
            raise RecordError(say("tool.bad", what=quoted(data)))
        values: dict[str, tuple[str, ...]] = {}
        length = 0
        for pair in [*data, *([pressed] if pressed is not None else [])]:
            name, value = _pair(pair)
            length += len(value)
            if length > LONGEST_ALL:
                raise RecordError(say("tool.long", name=name, most=LONGEST_ALL))
        for name, value in map(_pair, data):
            values[name] = (*values.get(name, ()), value)
        return cls(values, _pair(pressed) if pressed is not None else None)

    @property
    def game(self) -> str:
        """The name of the rule set: an installed one's id or a packed house table; "" if the form has
        none."""
        return self.text("rules", most=LONGEST_RULES)

    @cached_property
    def table(self) -> Table:
        """The rule table that the form is about. Raises TableError."""
        return rules.load(self.game)

    def pressed(self, name: str) -> str:
        """The value of the button that was pressed, "" if it was none of that name."""
        return self._pressed[1] if self._pressed and self._pressed[0] == name else ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fields that are filled in."""
        return tuple(name for name in self._values if self.all(name))

    def replace(self, values: Mapping[str, Sequence[str]]) -> None:
        """Set these fields and empty all others but those that name the rule set."""
        kept = {name: of for name, of in self._values.items() if name in ("rules", "choose")}
        self._values = {**kept, **{name: tuple(of) for name, of in values.items()}}

    def put(self, name: str, *values: str) -> None:
        """Set a field, as a press of a button asks for."""
        self._values[name] = values

    def all(self, name: str) -> tuple[str, ...]:
        """All values of a field that may be there several times; empty ones left out."""
        return tuple(value for value in self._values.get(name, ()) if value)

    def text(self, name: str, default: str = "", most: int = LONGEST) -> str:
        """A text without spaces around it."""
        value = (self._values.get(name) or (default,))[-1].strip()
        if len(value) > most:
            self.problem("tool.long", name=name, most=most)
            return default
        return value

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.all(name))

    def choice(self, name: str, allowed: Sequence[str], default: str = "") -> str:
        """One of the values that may be chosen; default where none is."""
        value = self.text(name)
        if not value or value in allowed:
            return value or default
        self.problem("tool.choice", name=name, value=value[:60], expected=list(allowed))
        return default

    def choices(self, name: str, allowed: Sequence[str]) -> tuple[str, ...]:
        """Those of the values that are chosen, in the order in which they are allowed."""
        chosen = self.all(name)
        strange = [value for value in chosen if value not in allowed]
        if strange:
            self.problem("tool.choice", name=name, value=strange[0][:60], expected=list(allowed))
        return tuple(value for value in allowed if value in chosen)

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int | None:
        """A whole number from low to high; default where nothing is filled in or it does not fit."""
        value = self.text(name)
        if not value:
            return default
        # a minus sign in front is the number's own
        bare = value.rstrip(sent_links.MARKS).lstrip(sent_links.MARKS.replace("-", ""))
        value = bare or value
        if re.fullmatch(r"[+-]?[0-9]{1,9}", value) and low <= int(value) <= high:
            return int(value)
        self.problem("tool.number", value=value[:60], low=low, high=high)
        return default

    def amount(self, name: str, low: Decimal, high: Decimal) -> Decimal | None:
        """A decimal number, with a point or a comma; None where nothing is filled in or it does not
        fit."""
        value = self.text(name)
        if not value:
            return None
        amount = as_decimal(value.replace(",", "."))
        if amount is not None and low <= amount <= high:
            return amount
        self.problem("tool.number", value=value[:60], low=low, high=high)
        return None

    def cards(self, name: str, most: int | None = None) -> tuple[Card, ...]:
        """Different cards of the rule set's pack in the order given; those that are none are told and
        left out."""
        pack, cards = self.table.cards, []
        for written in self.text(name).replace(",", " ").split():
            try:
                card = pack.parse(_in_pack(pack, written[:20]))
            except CardError as problem:
                self.problems.append(problem.message)
                continue
            if card not in cards:
                cards.append(card)
        if most is not None and len(cards) > most:
            self.problem("tool.cards", n=len(cards), most=most)
        return tuple(cards[:most])

    def problem(self, id: str, **params: Any) -> None:
        """Note that something does not fit; told once."""
        message = brief(say(id, **params))
        if message not in self.problems:
            self.problems.append(message)


def under_current_names(fields: Fields, table: Table, name: str) -> None:
    """Put what a link says of a pot by an old name of it under the name it has now. name: of the field,
    with {} for that of the pot."""
    for row, pot in table.pots.items():
        for old in pot.old_names:
            values = fields.all(name.format(old))
            if values and not fields.all(name.format(row)):
                fields.put(name.format(row), *values)
            fields.put(name.format(old))


def _in_pack(pack: Pack, word: str) -> str:
    """The word, without what a sentence puts around it if it is a card then."""
    bare = sent_links.without_marks(word)
    try:
        pack.parse(bare)
    except CardError:
        return word
    return bare


def _pair(data: Any) -> tuple[str, str]:
    if (
        not isinstance(data, list)
        or len(data) != 2
        or not all(isinstance(part, str) for part in data)
        or not _NAME.fullmatch(data[0])
    ):
        raise RecordError(say("tool.bad", what=quoted(data)))
    name, value = data
    most = LONGEST_RULES if name in RULES else LONGEST
    if len(value) > most:
        raise RecordError(say("tool.long", name=name, most=most))
    if name in RULES and name != "house":
        value = rules.mended(value)
    # No control characters but those of a text of several lines.
    return name, "".join(c for c in value.replace("\r\n", "\n") if c >= " " or c in "\n\t")
