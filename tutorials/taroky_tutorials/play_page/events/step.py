"""What an event comes to."""

from __future__ import annotations

from dataclasses import dataclass

from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.rules.table import RulePoints

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.state import PlayState, state_of


@dataclass(frozen=True)
class Step:
    """The result of an event: the evening, the hand replayed, and why what was touched may not be done."""

    state: PlayState
    refused: Message | None = None
    points: RulePoints = ()

    @property
    def evening(self) -> Evening:
        """The evening after it."""
        return self.state.evening


def step_to(evening: Evening) -> Step:
    """Return the step to this evening. Raises TarokyError if its actions do not hold."""
    return Step(state_of(evening))


def misplaced(event: object) -> RecordError:
    """Return what is raised for an event that makes no sense there."""
    return RecordError(say("exercise.event", what=quoted(event)))
