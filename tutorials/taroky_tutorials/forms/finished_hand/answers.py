"""Single fields of the form, read with care: what does not fit is told beside its question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from taroky.messages import Message, say
from taroky.rules.table import RulePoints

from taroky_tutorials.forms.fields import Fields

#: A sentence beside a question, with its rule points.
Problem = tuple[Message, RulePoints]
_WHOLE = re.compile(r"\d{1,3}", re.ASCII)
_POINTS = re.compile(r"(\d{1,4})(?:[.,](\d{1,2})|\s?(½)|/(\d{1,2}))?", re.ASCII)


@dataclass
class Answers:
    """The answers in the fields of a form. problems: sentences by the name of the question they stand
    beside; needed: what is still to be told, in the order of the form."""

    fields: Fields
    problems: dict[str, list[Problem]] = field(default_factory=dict)
    needed: list[Message] = field(default_factory=list)

    def need(self, what: str, **params: Any) -> None:
        """Something is still to be told."""
        self.needed.append(say(f"calc.need.{what}", **params))

    def problem(self, group: str, message: Message) -> None:
        """A sentence beside a question."""
        self.problems.setdefault(group, []).append((message, ()))

    def choice(self, name: str, allowed: Sequence[str], group: str) -> str:
        """One of the allowed words, "" where there is none."""
        value = self.fields.text(name)
        if value and value not in allowed:
            self.problem(group, say("calc.no_choice", text=value[:40]))
            return ""
        return value

    def several(self, name: str, allowed: Sequence[str], group: str) -> tuple[str, ...]:
        """Those of the allowed words that are ticked."""
        values = tuple(dict.fromkeys(self.fields.all(name)))
        for value in values:
            if value not in allowed:
                self.problem(group, say("calc.no_choice", text=value[:40]))
        return tuple(value for value in values if value in allowed)

    def whole_number(self, name: str, group: str, most: int) -> int | None:
        """A whole number up to `most`; None if nothing usable is there."""
        text = self.fields.text(name)
        if not text:
            return None
        if not _WHOLE.fullmatch(text):
            self.problem(group, say("calc.not_whole", text=text[:40]))
            return None
        if int(text) > most:
            self.problem(group, say("calc.too_many", number=int(text), most=most))
            return None
        return int(text)

    def card_points(self, name: str, group: str) -> str:
        """Card points as `taroky.settling.reported.reading` reads them: "39", "40.5", "88/3"."""
        text = self.fields.text(name)
        match = _POINTS.fullmatch(text)
        if not text:
            return ""
        if match is None or (match[4] and int(match[4]) == 0):
            self.problem(group, say("calc.not_points", text=text[:40]))
            return ""
        whole, part, half, under = match.groups()
        if under:
            return f"{whole}/{under}"
        part = part or ("5" if half else "")
        return f"{whole}.{part}" if part else whole


def card_points_text(points: Fraction) -> str:
    """Card points as people write them: "39", "40.5", and "88/3" where there is no other way."""
    if points.denominator in (1, 2):
        return f"{float(points):g}"
    return str(points)


def amount_text(amount: Decimal) -> str:
    """An amount as people type it."""
    return format(amount.normalize(), "f") if amount else "0"
