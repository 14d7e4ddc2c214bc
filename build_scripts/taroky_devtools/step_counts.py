"""Count the steps of the courses by what they ask: `python -m taroky_devtools.step_counts [hlucin …] [--lessons FOLDER]`.

Facts: which cards there are, what is allowed, what a rule means. Sums: to count or to settle. Cards: a card to choose among
open ones, for a goal. Judgement: what is best, where nobody can be sure. Hands: a whole hand at the table.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.tasks.kinds import MODULES

#: In the order of the columns; every kind that is not named asks for facts.
KINDS = {
    "facts": (),
    "sums": ("count-pile", "who-pays", "reach-target"),
    "cards": ("open-tricks", "pick-goal"),
    "judgement": ("pick-best",),
    "hands": ("whole-hand",),
}
_OF_KIND = {kind: asks for asks, kinds in KINDS.items() for kind in kinds}


def asks(kind: str) -> str:
    """Return what a kind of task asks for."""
    return _OF_KIND.get(kind, "facts")


def counts(course: str, folder: Path = lesson_files.FOLDER) -> Counter[str]:
    """How many steps of a course ask for what."""
    lessons = lesson_files.load_all(course, folder)
    return Counter(asks(step.exercise.kind) for one in lessons for step in one.steps)


def first_hand(course: str, folder: Path = lesson_files.FOLDER) -> int:
    """After how many minutes of a course the first whole hand comes."""
    minutes = 0
    for lesson in lesson_files.load_all(course, folder):
        if any(asks(step.exercise.kind) == "hands" for step in lesson.steps):
            break
        minutes += lesson.minutes
    return minutes


def main() -> None:
    """Print a line for each course."""
    assert {*_OF_KIND} <= {*MODULES}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("courses", nargs="*", default=COURSES)
    parser.add_argument("--lessons", type=Path, default=lesson_files.FOLDER, help="their folder")
    args = parser.parse_args()
    print(f"{'':10}", *(f"{name:>9}" for name in (*KINDS, "all")), " first hand after")
    for course in args.courses:
        of_course = counts(course, args.lessons)
        numbers = [*(of_course[name] for name in KINDS), of_course.total()]
        minutes = first_hand(course, args.lessons)
        print(f"{course:10}", *(f"{number:9}" for number in numbers), f" {minutes} minutes")


if __name__ == "__main__":
    main()
