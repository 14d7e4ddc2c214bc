"""The page's door to the puzzles: the worker's verb, and what the build puts on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from taroky import rules
from taroky.errors import RecordError
from taroky.messages import given_name, local_names, quoted, say

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.play_page.document_values import a_day
from taroky_tutorials.puzzles import ratings, view
from taroky_tutorials.puzzles.choosing import chosen
from taroky_tutorials.puzzles.learner import (
    Learner,
    address_of,
    following,
    from_text,
    name_of,
    named_in,
    of_the_day,
)
from taroky_tutorials.puzzles.place import field, place
from taroky_tutorials.puzzles.puzzle import from_row, rows_of
from taroky_tutorials.puzzles.shown import PANELS, Shown
from taroky_tutorials.puzzles.themes import THEMES
from taroky_tutorials.tasks.checks import misplaced
from taroky_tutorials.tasks.widgets import checked_base

#: Where the file of a game is, by its table's id, below the site's root.
FILE = "assets/puzzles/{}.json"


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker's verb: {"verb": "puzzle", "base": "../", "kept": "…" or null, what the browser keeps as text; "now": {…} or
    null, the puzzle that is shown; "puzzles": "…", the file of the game, for the events that choose one; "event": …}.

    Events: {"begin": {"game": "hlucin", "theme": ""}}, {"next": "1"}, {"puzzle": "#puzzle=hlucin.12"}, {"day": "2026-11-27",
    "game": "hlucin"}, {"tap": "KS"}, {"act": "bid solo"}, {"open": "log"}, {"see": "best"}; {} only draws. The answer holds what
    to keep, what is shown and its address, and what is to be said aloud; unreadable: whether what was kept could not be read. Raises
    TarokyError; then nothing has changed."""
    base = checked_base(str(request.get("base", "")))
    event = request.get("event")
    if not isinstance(event, Mapping):
        raise RecordError(say("table.unreadable", key="event"))
    read = from_text(str(request.get("kept") or ""))
    learner, shown = _after(event, read or Learner(), request)
    said = [] if read else [say("puzzle.afresh", number=ratings.FIRST).text()]
    with local_names(shown.puzzle.table.names):
        return {
            "id": "tk-room",
            "html": view.room(shown, learner, base),
            "kept": learner.as_text(),
            "now": shown.as_json(),
            "address": address_of(shown.puzzle.game, shown.number),
            "said": [*said, *view.aloud(shown)],
            "unreadable": read is None,
        }


def _after(
    event: Mapping[str, Any], learner: Learner, request: Mapping[str, Any]
) -> tuple[Learner, Shown]:
    """The learner, and what is shown after an event. Raises TarokyError."""
    text = str(request.get("puzzles") or "")
    if "begin" in event:
        learner = _begun(event["begin"], learner)
    elif "next" in event:
        learner = _in_game(learner, Shown.from_json(request.get("now")).puzzle.game)
    if "begin" in event or "next" in event:
        rows = _rows(learner.game, text)
        return learner, _shown(learner.game, following(learner, rows), rows)
    if "puzzle" in event:
        game, number = named_in(str(event["puzzle"]))
        return learner, _shown(game, number, _rows(game, text))
    if "day" in event:
        game, day = _game(event.get("game")), a_day(str(event["day"]))
        rows = _rows(game, text)
        return learner, _shown(game, of_the_day(day, len(rows)), rows)
    shown = Shown.from_json(request.get("now"))
    if "tap" in event or "act" in event:
        return _answered(learner, shown, event)
    if "open" in event or "see" in event:
        panel = str(event.get("open", event.get("see")))
        if panel not in PANELS or (panel not in ("", "log") and not shown.answer):
            raise misplaced({"open": panel})
        return learner, replace(shown, panel=panel)
    return learner, shown


def _begun(fields: object, learner: Learner) -> Learner:
    """The learner with what was chosen. Raises RecordError."""
    if not isinstance(fields, Mapping):
        raise RecordError(say("table.unreadable", key="begin"))
    theme = str(fields.get("theme", ""))
    if theme not in ("", *THEMES):
        raise RecordError(say("puzzle.none"))
    return replace(learner, game=_game(fields.get("game")), theme=theme)


def _in_game(learner: Learner, game: str) -> Learner:
    """The learner going on with a game, which a link may have named."""
    return learner if learner.game == game else replace(learner, game=game, theme="")


def _game(name: object) -> str:
    """The id of a rule set. Raises RecordError."""
    if name not in rules.ids():
        raise RecordError(say("puzzle.no_game", game=quoted(name)))
    return str(name)


def _rows(game: str, text: str) -> Sequence[Any]:
    """The rows of a game. Raises TarokyError."""
    rows = rows_of(_game(game), text) if text else ()
    if not rows:
        raise RecordError(say("puzzle.no_game", game=quoted(game)))
    return rows


def _shown(game: str, number: int, rows: Sequence[Any]) -> Shown:
    """The puzzle of that number. Raises TarokyError."""
    if number > len(rows):
        raise RecordError(say("puzzle.no_number", number=number, most=len(rows)))
    return Shown(from_row(game, rows[number - 1]), number)


def _answered(learner: Learner, shown: Shown, event: Mapping[str, Any]) -> tuple[Learner, Shown]:
    """After a choice: the first one counts. A card that may not be played is refused with its reason."""
    puzzle = shown.puzzle
    if shown.answer:
        return learner, shown
    choice, shown = chosen(shown, event)
    if not choice:
        return learner, shown
    name = name_of(puzzle.game, shown.number)
    after = learner.answered(name, puzzle.rating, puzzle.choice(choice) is puzzle.best)
    return after, replace(shown, answer=choice, change=after.number - learner.number)


# -- the page that the build makes -----------------------------------------------------------------


def on_page(base: str, known: Mapping[str, Sequence[Any]]) -> Markup:
    """Return the form to begin with, and the place for the table. known: the rows of each game that has puzzles."""
    games = (
        element(
            "option",
            given_name(rules.load(game).title),
            value=game,
            data_puzzles=base + FILE.format(rules.load(game).table),
            data_themes={name: sum(name in row[4] for row in rows) for name in THEMES},
        )
        for game, rows in known.items()
    )
    themes = (
        element("option", say(f"puzzle.theme.{name}").text(), value=value)
        for value, name in (("", "any"), *((name, name) for name in THEMES))
    )
    which = element(
        "div",
        field("tk-puzzle-game", "table.game", *games, name="game"),
        field("tk-puzzle-theme", "puzzle.theme", *themes, name="theme"),
        class_="tk-which",
    )
    number = element("b", str(ratings.FIRST), data_number=True)
    daily = element(
        "button",
        say("puzzle.daily").text(),
        type="button",
        class_="tk-button",
        data_play={"day": "today"},
    )
    yours = element("p", say("puzzle.your_number").text(), " ", number)
    return place("puzzle", base, which, yours, daily=daily)
