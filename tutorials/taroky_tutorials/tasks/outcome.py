"""The outcome of answers: whether the task is solved, how the cards stand, and what is said."""

from __future__ import annotations

from dataclasses import dataclass

from taroky.hand import Reason
from taroky.messages import Message
from taroky.rules.table import RulePoints

from taroky_tutorials.page_parts import cards as show


@dataclass(frozen=True)
class Feedback:
    """The feedback on the last answer. tone: "right", "wrong", "info" or "news" (what has happened);
    more: sentences after the first, a paragraph each; page: the strategy page that tells more, "" for none."""

    tone: str
    message: Message
    points: RulePoints = ()
    more: tuple[tuple[Message, RulePoints], ...] = ()
    page: str = ""


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


def said(reason: Reason) -> tuple[Message, RulePoints]:
    """A reason as a message with its rule points."""
    return reason.message, reason.points
