"""The outlines of all lessons, by their courses: what lists and neighbouring lessons need to know, so
that a change of a lesson's words touches no page but its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES, Outline

from taroky_build.build_cache import Files, Job
from taroky_build.pages.page_cache import lesson_sources, run_cached


@cache
def outlines(root: Path) -> dict[str, list[dict[str, Any]]]:
    """The outlines of all lessons by their courses, as data, in their order."""
    files = sorted(lesson_files.FOLDER.glob("*.yaml"))
    made = run_cached(root, [Job(_outline, (str(file),), lesson_sources(file)) for file in files])
    by_course: dict[str, list[dict[str, Any]]] = {course: [] for course in COURSES}
    for one in made:
        for course, text in one.items():
            by_course[course].append(json.loads(text))
    return {
        course: sorted(listed, key=lambda one: (one["order"], one["id"]))
        for course, listed in by_course.items()
    }


def read_outlines(data: Mapping[str, Sequence[Any]]) -> dict[str, list[Outline]]:
    """Outlines from what `outlines` gives."""
    return {course: [Outline.read(one) for one in listed] for course, listed in data.items()}


def lesson_pages(root: Path) -> dict[str, list[str]]:
    """The pages of each course's lessons in their order, by the page of its map; paths below docs/."""
    return {
        f"learn/{course}/index.md": [f"learn/{course}/{one['id']}.md" for one in listed]
        for course, listed in outlines(root).items()
    }


def _outline(file: str) -> Files:
    """The outline of a lesson by each course that has it."""
    pages = {
        course: lesson_files.read_lesson(Path(file), course, play=False).lesson
        for course in COURSES
    }
    return {
        course: json.dumps(asdict(lesson.outline))
        for course, lesson in pages.items()
        if lesson is not None
    }
