"""Errors, as a small tree. Each error carries a stable code, the message (id and
parameters, so that it can be said in any language), the fields it is about and, where a rule is
broken, the rule points."""

from __future__ import annotations

from typing import Any

from taroky.messages import Message
from taroky.messages.brief import brief


class TarokyError(Exception):
    """Something said or given cannot be used. `str(error)` is one full sentence, of at most 300 letters."""

    code = "error"

    def __init__(self, message: Message, *, points: tuple[str, ...] = (), **fields: Any) -> None:
        self.message = brief(message)
        super().__init__(self.message.text())
        self.points = points
        self.fields = fields

    def __reduce__(self) -> Any:
        # By default an exception is made again of its text alone, and dies on its way between processes.
        return _again, (type(self), self.args, self.__dict__)

    def as_json(self) -> dict[str, Any]:
        """Code, message and rule points as plain data."""
        return {"code": self.code, "points": list(self.points), **self.message.as_json()}


def _again(kind: type[TarokyError], args: tuple[Any, ...], state: dict[str, Any]) -> TarokyError:
    """The error that another process or a copy has, with its words as they were said."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class CardError(TarokyError):
    """No such card, or a card that cannot be where it is said to be."""

    code = "card"


class TableError(TarokyError):
    """A rule table that cannot be used; fields: file, line, column, key."""

    code = "table"


class IllegalAction(TarokyError):
    """The rules do not allow this now; `points` name the rule."""

    code = "illegal"


class RecordError(TarokyError):
    """A hand record or a file of facts that cannot be read; fields: line."""

    code = "record"


class MissingFact(TarokyError):
    """A question needs a fact that was not given; fields: fact."""

    code = "missing"
