"""Parts that every answer is made of: reasons, choices with their reasons, and the checks of what is
asked.

A reason is {"text", "id", "params", "points"}: the sentence, its message id, and rule points. It is worded
when it is read, and `as_data` words all of an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.errors import CardError, RecordError
from taroky.hand import Choice, Refusal
from taroky.messages import Message, say
from taroky.rules.table import Table

Answer = dict[str, Any]


class Reason(Mapping[str, Any]):
    """A sentence with the rule points it rests on, read like the JSON object it becomes; it is
    worded only when somebody reads the text, since most of them are never read."""

    __slots__ = ("_data", "_refusal")

    def __init__(self, refusal: Refusal) -> None:
        self._refusal = refusal
        self._data: Answer | None = None

    @property
    def message(self) -> Message:
        """The sentence."""
        return self._refusal.message

    @property
    def points(self) -> tuple[str, ...]:
        """The rule points it rests on."""
        return self._refusal.points

    def as_json(self) -> Answer:
        """{"text", "id", "params", "points"}, worded with the names that are local now."""
        return {**self.message.as_json(), "points": list(self.points)}

    def __getitem__(self, key: str) -> Any:
        if self._data is None:
            self._data = self.as_json()
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(("id", "params", "text", "points"))

    def __len__(self) -> int:
        return 4


def as_data(answer: Any) -> Any:
    """An answer as JSON data, its reasons worded."""
    if isinstance(answer, Reason):
        return answer.as_json()
    if isinstance(answer, dict):
        return {key: as_data(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [as_data(value) for value in answer]
    return answer


def reason(message: Message, points: Sequence[str]) -> Reason:
    """A sentence with the rule points it rests on."""
    return Reason(Refusal(message, tuple(points)))


def choice_json(choice: Choice, legal_reason: Reason | None = None) -> Answer:
    """{"what", "legal", "why"}; legal_reason: why it is allowed, where that is told."""
    if choice.refusal is not None:
        return {"what": choice.what, "legal": False, "why": Reason(choice.refusal)}
    return {"what": choice.what, "legal": True, "why": legal_reason}


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
