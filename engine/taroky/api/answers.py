"""Parts that every answer is made of: fields that become the keys of a JSON object, reasons, choices with their
reasons, and the checks of what is asked.

A reason is {"text", "id", "params", "points"}: the sentence, its message id, and rule points. It is worded
when somebody reads it, and `as_json` words all of an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from typing import Any

from taroky.cards import Card
from taroky.errors import CardError, RecordError
from taroky.hand import Choice, Reason
from taroky.messages import Message, local_names, say
from taroky.rules.table import Table

#: An answer as JSON data.
Data = dict[str, Any]

#: Of a field that the JSON object does not have where it is None.
ABSENT = {"absent": True}
#: Of a field of reasons that each name a strategy page, or "" for none.
ADVICE = {"pages": True}
#: Of a field that JSON does not have.
UNWRITTEN = {"unwritten": True}
#: Of a field that is called "rules" in JSON.
RULES = {"key": "rules"}


@dataclass(frozen=True, kw_only=True)
class Answer:
    """An answer, or a part of one. Its fields are the keys of the JSON object, in this order."""

    def as_json(self) -> Data:
        """The answer as JSON data, its reasons worded in the language that is spoken."""
        values = ((column, getattr(self, column.name)) for column in written(type(self)))
        return {
            key_of(column): _data(value)
            for column, value in values
            if value is not None or not may_be_absent(column)
        }


@dataclass(frozen=True, kw_only=True)
class AnswerByRecord(Answer):
    """An answer about a record. A record names its own rules, so it is worded with their names."""

    table: Table = field(metadata=UNWRITTEN)
    """the table of the record"""

    def as_json(self) -> Data:
        """The answer as JSON data, with the names of the record's table."""
        with local_names(self.table.names):
            return super().as_json()


def written(kind: type[Answer]) -> list[Field[Any]]:
    """The fields of an answer that its JSON object has."""
    return [column for column in fields(kind) if not column.metadata.get("unwritten")]


def key_of(column: Field[Any]) -> str:
    """The key of a field in JSON."""
    return str(column.metadata.get("key", column.name))


def may_be_absent(column: Field[Any]) -> bool:
    """Whether the JSON object does without the field where it is None."""
    return bool(column.metadata.get("absent"))


def _data(value: Any) -> Any:
    """A value of a field as JSON data."""
    if isinstance(value, Answer | Reason | Message):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: _data(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_data(entry) for entry in value]
    return value


@dataclass(frozen=True, kw_only=True)
class JudgedChoice(Answer):
    """One thing that may be chosen or not, and why."""

    what: str
    """what is chosen, by id"""
    legal: bool
    """whether it may be chosen"""
    why: Reason
    """the reason, with its rule points"""


def judged(choice: Choice, legal_reason: Reason) -> dict[str, Any]:
    """The fields of a JudgedChoice. legal_reason: why it is allowed, if it is."""
    why = choice.refusal or legal_reason
    return {"what": choice.what, "legal": choice.legal, "why": why}


def legal_of(choices: Sequence[JudgedChoice]) -> tuple[str, ...]:
    """Return what of these is legal."""
    return tuple(choice.what for choice in choices if choice.legal)


def contract_of(table: Table, name: str | None) -> str:
    """The contract of that name, the first of the table where none is told. Raises RecordError."""
    contract = name or next(iter(table.contracts))
    if contract not in table.contracts:
        raise RecordError(say("fact.contract", value=contract, expected=list(table.contracts)))
    return contract


def check_hand(table: Table, cards: Sequence[Card], most: int | None = None) -> None:
    """Raises CardError for no cards, and for more than a hand has (or than `most`)."""
    top = most or table.deal.hand
    if not cards or len(cards) > top:
        raise CardError(
            say("hand.size", n=len(cards), expected=f"1–{top}"),
            points=table.points_of("deal.hand"),
        )
