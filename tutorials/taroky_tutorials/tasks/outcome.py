"""The outcome of answers: whether the task is solved, how the cards stand, and what is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from taroky.api.questions import Reason
from taroky.messages import Message, say
from taroky.rules.table import RulePoints

from taroky_tutorials.page_parts import cards as show


@dataclass(frozen=True)
class Feedback:
    """The feedback on the last answer. tone: "right", "wrong", "info" or "news" (what has happened);
    more: sentences after the first, a paragraph each."""

    tone: str
    message: Message
    points: RulePoints = ()
    more: tuple[tuple[Message, RulePoints], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """The outcome of the answers so far. marks: how cards stand (class, id of the word on them). done:
    the task is solved. tries: how many answers were wrong. missed: it cannot be solved any more, but
    only begun again.
    """

    done: bool = False
    feedback: Feedback | None = None
    marks: show.Marks | None = None
    tries: int = 0
    missed: bool = False


def said(reason: Mapping[str, Any]) -> tuple[Message, RulePoints]:
    """A reason of `taroky.api.questions`, worded or not, as a message with its rule points."""
    if isinstance(reason, Reason):
        return reason.message, reason.points
    return say(reason["id"], **reason["params"]), tuple(reason["points"])
