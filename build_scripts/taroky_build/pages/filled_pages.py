"""Pages written by hand, with everything filled in that is generated: which markers and placeholders
stand for something in which page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials.measure import page as measure
from taroky_tutorials.page_parts import placeholders
from taroky_tutorials.play_page.new_table import games
from taroky_tutorials.puzzles import page as puzzles
from taroky_tutorials.puzzles.puzzle import rows_of
from taroky_tutorials.reference import (
    example_settlements,
    house_options,
    other_rule_sets,
    points,
    practice_positions,
)

from taroky_build.build_cache import Files, Job
from taroky_build.errors import BuildError
from taroky_build.pages import columns, commands, home, markers, reviewed_hands, rooms
from taroky_build.pages.course_outlines import outlines, read_outlines
from taroky_build.pages.page_cache import run_cached
from taroky_build.strategy import arena_table, figures, kept_results

#: Pages that tell of several games: their placeholders are filled in from the common rule set's table.
_ABOUT_ALL = ("strategy", "reference/cards")
#: From a reference page and from those of the puzzles and the measure to the root of the site.
_REFERENCE_BASE = _PUZZLES_BASE = "../../"
_PUZZLES, _MEASURE = "<!-- puzzles -->", "<!-- measure -->"


def filled_pages(root: Path, texts: Mapping[str, str]) -> dict[str, str]:
    """Pages without their front matter, by their path below docs/, with everything filled in.
    Raises BuildError."""
    data = _data_files(root)
    lessons = json.dumps(outlines(root)).encode()
    jobs = [
        Job(
            _filled_page,
            (path, text, str(root)),
            (*data, lessons) if markers.COURSE_LIST in text or home.START in text else data,
        )
        for path, text in texts.items()
    ]
    return {path: text for made in run_cached(root, jobs) for path, text in made.items()}


def _filled_page(path: str, text: str, root: str) -> Files:
    return {path: expand(text, path, Path(root))}


def _data_files(root: Path) -> tuple[bytes, ...]:
    """Return what pages written by hand may draw on besides tables and lessons."""
    return tuple(file.read_bytes() for file in sorted((root / "docs").rglob("*.json")))


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    path = PurePosixPath(page_path)
    markdown = markers.fill(markdown, page_path)
    if home.START in markdown:
        markdown = markdown.replace(home.START, str(home.start(read_outlines(outlines(root)))))
    if markers.COURSE_LIST in markdown:
        markdown = markdown.replace(markers.COURSE_LIST, str(markers.course_list(outlines(root))))
    if _PUZZLES in markdown:
        markdown = markdown.replace(_PUZZLES, str(puzzles.on_page(_PUZZLES_BASE, _puzzles(root))))
    if _MEASURE in markdown:
        markdown = markdown.replace(_MEASURE, str(measure.on_page(_PUZZLES_BASE, _measured(root))))
    if path.parent.name == "reference" and path.stem in rules.ids():
        markdown = house_options.filled(markdown, path.stem)
        markdown = _filled(markdown, path.stem, page_path)
        markdown = _settled(markdown, path.stem, page_path)
        return points.marked(markdown, _below(path.stem))
    if str(path).startswith(_ABOUT_ALL):
        if "figures: " in markdown or "simulation: " in markdown:
            markdown = figures.fill(
                markdown, kept_results.load(kept_results.file(root, "figures")), page_path
            )
        if arena_table.MARK in markdown:
            markdown = arena_table.fill(
                markdown, kept_results.load(kept_results.file(root, "arena"))
            )
        if "<!-- reviewed: " in markdown:
            hands = kept_results.load(kept_results.file(root, "reviewed"))
            markdown = reviewed_hands.fill(markdown, hands, page_path)
        markdown = _filled(markdown, markers.COMMON, page_path)
    return commands.fill(columns.fill(rooms.fill(markdown, root)))


def _puzzles(root: Path) -> dict[str, Sequence[Any]]:
    """The rows of each game that has puzzles, in the order in which games are offered. Raises TarokyError."""
    files = (
        (game, root / "docs" / puzzles.FILE.format(rules.load(game).table)) for game in games()
    )
    return {game: rows_of(game, file.read_text("utf-8")) for game, file in files if file.exists()}


def _measured(root: Path) -> list[str]:
    """The games that have a measure, in the order in which games are offered. Raises TarokyError."""
    files = {game: measure.FILE.format(rules.load(game).table) for game in games()}
    return [game for game, file in files.items() if (root / "docs" / file).exists()]


def _settled(text: str, rule_set: str, page: str) -> str:
    try:
        return example_settlements.drawn(text, rule_set, _REFERENCE_BASE)
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from None


def _filled(text: str, rule_set: str, page: str) -> str:
    try:
        return placeholders.fill(text, rule_set)
    except TarokyError as problem:
        raise BuildError(f"{page}: {problem}") from None


def _below(page: str) -> Callable[[str], str]:
    """Return what is made for each rule point of a reference page, to be below it."""
    boards = {
        one.point: practice_positions.view(one, _REFERENCE_BASE, page)
        for one in practice_positions.load(page)
    }

    def below(point: str) -> str:
        made = other_rule_sets.note(page, point, _REFERENCE_BASE), boards.get(point, "")
        return "\n\n".join(str(one) for one in made if one)

    return below
