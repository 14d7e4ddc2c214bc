"""The outcomes of exercises, worked out at build time, as the files that a page fetches."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from taroky import rules
from taroky_tutorials.lessons.lesson import Lesson
from taroky_tutorials.page_parts.links import outcomes_file
from taroky_tutorials.page_parts.spaces import with_spaces
from taroky_tutorials.play_page import first_hand, new_table
from taroky_tutorials.reading import course_pages
from taroky_tutorials.reading.course_pages import DRILL
from taroky_tutorials.reference import practice_positions
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import State

from taroky_build.build_cache import Files

#: From a lesson's page, from a reference page and from the table to the root of the site.
_LESSON_BASE, _REFERENCE_BASE, _TABLE_BASE = "../../../", "../../", "../"


def of_lesson(lesson: Lesson) -> Files:
    """Those of a lesson's steps and of its drill."""
    states = {step.id: lesson.state(step, _LESSON_BASE) for step in lesson.steps}
    if lesson.drill:
        states[DRILL] = course_pages.drill_state(lesson, _LESSON_BASE)
    return {
        outcomes_file(lesson.course, lesson.id, name): _as_json(state)
        for name, state in states.items()
    }


def of_reference_page(page: str) -> Files:
    """Those of the exercises beside the rules of a reference page."""
    return {
        practice_positions.outcomes_path(page, one): _as_json(one.state(_REFERENCE_BASE))
        for one in practice_positions.load(page)
    }


def of_table(game: str) -> Files:
    """The first hand of a game at the table where one plays, and the first with a coach."""
    hands = {
        new_table.FIRST_HAND: first_hand.first_hand(game, _TABLE_BASE),
        new_table.COACHED_HAND: first_hand.coached_hand(game, _TABLE_BASE),
    }
    return {
        path.format(rules.load(game).table): json.dumps(
            _with_spaces(hand), ensure_ascii=False, separators=(",", ":")
        )
        for path, hand in hands.items()
        if hand
    }


def _with_spaces(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A table, and what becomes of it, as `taroky_tutorials.browser` would answer it."""
    answers = hand.get("answers", {})
    changed = {**hand, "html": with_spaces(hand["html"])}
    if answers:
        changed["answers"] = {value: _with_spaces(after) for value, after in answers.items()}
    return changed


def _as_json(state: State[Any]) -> str:
    outcomes = {key: with_spaces(html) for key, html in widgets.outcomes(state)}
    return json.dumps(outcomes, ensure_ascii=False, separators=(",", ":"))
