"""Walks a course as a newcomer does, by touch on a phone: from the home page to the last lesson, with a wrong
answer first at every step, and counts what is in the way.

    python -m taroky_devtools.walk SITE [COURSE] [--lessons N] [--pictures FOLDER] [--size 360x600]
        [--language cs]

prints a table of counts and each finding with its place, and ends with an error if there is one. What is wrong
and what is right is asked of the same Python that the page asks. Nothing but taps and typing is sent to the
page. With --pictures every wrong answer, and whatever was found, is kept as a picture of the window.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from taroky.messages import ENGLISH, languages, speaking
from taroky_tutorials.lessons.lesson import COURSES

from taroky_devtools.site_visits import visit
from taroky_devtools.walk.course import PHONE, Walk
from taroky_devtools.walk.findings import table


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk a course of a built site and print what was found."""
    parser = argparse.ArgumentParser(prog="walk", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("site", type=Path, help="a built site")
    parser.add_argument(
        "course", nargs="?", choices=COURSES, default=COURSES[0], help="which course"
    )
    parser.add_argument("--lessons", type=int, help="only so many of its lessons")
    parser.add_argument("--pictures", type=Path, help="where to keep pictures")
    parser.add_argument("--size", help="of the window, as 360x600")
    parser.add_argument(
        "--language", default=ENGLISH, choices=sorted(languages()), help="of the edition"
    )
    wanted = parser.parse_args(arguments)
    options = {**PHONE, "locale": wanted.language}
    if wanted.size:
        width, height = map(int, wanted.size.split("x"))
        options["viewport"] = {"width": width, "height": height}
    try:
        with visit(wanted.site, **options) as (page, home), speaking(wanted.language):
            edition = home if wanted.language == ENGLISH else f"{home}{wanted.language}/"
            walk = Walk(page, edition, wanted.course, wanted.lessons, wanted.pictures)
            walk.go()
    except FileNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    steps = len(walk.places)
    print(
        table(
            walk.findings,
            f"{wanted.course}, {steps} steps, {len(set(walk.wrong))} with a wrong answer",
        )
    )
    print(*walk.findings, sep="\n")
    return 1 if walk.findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
