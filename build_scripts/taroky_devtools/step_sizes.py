"""How many steps of the lessons fit a window: words, task, table and buttons in view together, nothing on
top of anything, before the first answer and after it; and whether the solution, unfolded, fits its place.

    python -m taroky_devtools.step_sizes SITE [COURSE …] [--misses]

prints a table of shares for each course and size of window, with how many steps are folded and how many
solutions go on, and with --misses what does not fit. First answers come from the outcomes that a page
brings along, so no Python is waited for. The browser tests hold the shares up.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page
from taroky_tutorials.lessons.lesson import COURSES

from taroky_devtools.site_visits import scripts, visit

#: A phone with the bars of its browser, a small one, a phone on its side, a small desk.
SIZES = ((390, 664), (360, 600), (844, 390), (1366, 768))
_SCRIPT = scripts("step_view", "step_sizes")


@dataclass(frozen=True)
class Step:
    """A step as a window of one size shows it. outside: what is not in view, in any of its states;
    covered: what is on what; folded: its words go on behind a button; goes_on: its solution, unfolded,
    does not fit its place; card: how much of each card of a hand to play from is seen, in pixels (None:
    there is none)."""

    course: str
    lesson: str
    step: str
    size: tuple[int, int]
    states: tuple[str, ...]
    outside: tuple[str, ...]
    covered: tuple[str, ...]
    folded: bool
    goes_on: bool
    card: float | None

    @property
    def fits(self) -> bool:
        """Whether all of it is in view."""
        return not self.outside


def lessons(site: Path, course: str) -> list[str]:
    """The lessons of a course that a built site has."""
    pages = (site / "learn" / course).glob("*/index.html")
    return sorted(
        page.parent.name for page in pages if page.parent.name not in ("learned", "again")
    )


def measure(
    page: Page,
    home: str,
    site: Path,
    course: str,
    sizes: Sequence[tuple[int, int]] = SIZES,
    only: Sequence[str] = (),
) -> Iterator[Step]:
    """Every step of a course in windows of these sizes. home: where the site is served; only: these lessons
    of it, if there are any."""
    # Python is not wanted, and would only make everything slow: it never comes, and never fails.
    page.route("**/assets/py/**", lambda route: None)
    for lesson in only or lessons(site, course):
        page.goto("about:blank")
        page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
        page.goto(f"{home}learn/{course}/{lesson}/")
        page.wait_for_selector(".tk-step.is-current")
        page.evaluate("document.fonts.ready.then(() => true)")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("(width) => innerWidth === width", arg=width)
            for row in page.evaluate(_SCRIPT):
                yield _step(course, lesson, (width, height), row)


def _step(course: str, lesson: str, size: tuple[int, int], row: dict[str, Any]) -> Step:
    return Step(
        course,
        lesson,
        row["step"],
        size,
        tuple(row["states"]),
        tuple(row["outside"]),
        tuple(row["covered"]),
        row["folded"],
        row["goesOn"],
        row["card"],
    )


def share(steps: Sequence[Step]) -> float:
    """How many of the steps fit, in per cent."""
    return 100 * sum(step.fits for step in steps) / len(steps)


def table(steps: Sequence[Step]) -> str:
    """The shares as a table in Markdown, a line for each course and one for all."""
    sizes = sorted({step.size for step in steps}, key=[*SIZES].index)
    courses = [course for course in COURSES if any(step.course == course for step in steps)]
    lines = [
        "| Course | Steps | " + " | ".join(f"{width} × {height}" for width, height in sizes) + " |",
        "|---|--:|" + "--:|" * len(sizes),
    ]
    for name in [*courses, "all"]:
        rows = [step for step in steps if name in (step.course, "all")]
        cells = [_cell([step for step in rows if step.size == size]) for size in sizes]
        count = sum(step.size == sizes[0] for step in rows)
        lines.append(f"| {name} | {count} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(steps: Sequence[Step]) -> str:
    folded, goes_on = sum(step.folded for step in steps), sum(step.goes_on for step in steps)
    notes = [f"{folded} folded"] if folded else []
    notes += [f"{goes_on} go on"] if goes_on else []
    return f"{share(steps):.1f} %" + (f" ({', '.join(notes)})" if notes else "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure a built site and print the table."""
    parser = argparse.ArgumentParser(
        prog="step_sizes", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("site", type=Path, help="a built site")
    parser.add_argument("courses", nargs="*", default=[], help="only these courses")
    parser.add_argument("--misses", action="store_true", help="name the steps that do not fit")
    wanted = parser.parse_args(arguments)
    steps: list[Step] = []
    try:
        with visit(wanted.site) as (page, home):
            for course in wanted.courses or COURSES:
                steps += measure(page, home, wanted.site, course)
    except FileNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(table(steps))
    if wanted.misses:
        for step in steps:
            misses = [*step.outside, *step.covered]
            misses += ["the solution goes on"] if step.goes_on else []
            if misses:
                where = f"{step.course}/{step.lesson}/#{step.step} {step.size[0]}x{step.size[1]}"
                print(where, *misses, sep="; ")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
