"""The page’s door to the measure: the worker’s verb, and what the build puts on the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from taroky import rules
from taroky.errors import RecordError
from taroky.messages import given_name, local_names, quoted, say

from taroky_tutorials.measure import view
from taroky_tutorials.measure.forms import Measure, read
from taroky_tutorials.measure.taken import LENGTH, Kept, from_text
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.play_page.document_values import a_day
from taroky_tutorials.puzzles.choosing import chosen
from taroky_tutorials.puzzles.place import field, place
from taroky_tutorials.puzzles.shown import Shown
from taroky_tutorials.tasks.checks import misplaced
from taroky_tutorials.tasks.widgets import checked_base

#: Where the file of a game is, by its table's id, below the site's root.
FILE = "assets/measure/{}.json"
#: What can be open in place of the cards.
_PANELS = ("", "log")


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker’s verb: {"verb": "measure", "base": "../", "kept": "…" or null, what the browser keeps as text; "now": {…} or null,
    what is shown; "puzzles": "…", the file of the game; "today": "2026-11-27"; "event": …}.

    Events: {"begin": {"game": "hlucin"}}, {"tap": "KS"}, {"act": "bid solo"}, {"open": "log"}; {} only draws. The answer holds
    what to keep, what is shown, and what is to be said aloud; unreadable: whether what was kept could not be read. Raises
    TarokyError; then nothing has changed."""
    base = checked_base(str(request.get("base", "")))
    event = request.get("event")
    if not isinstance(event, Mapping):
        raise RecordError(say("table.unreadable", key="event"))
    read_kept = from_text(str(request.get("kept") or ""))
    game = _game(event, request.get("now"))
    text = str(request.get("puzzles") or "")
    if not text:
        raise RecordError(say("measure.no_game", game=quoted(game)))
    measure = read(game, text)
    kept = _holding(read_kept or Kept(), measure)
    if "begin" in event:
        kept = kept.begun(game)
    said = [] if read_kept else [say("measure.afresh").text()]
    with local_names(rules.load(game).names):
        kept, html, aloud, panel = _after(event, kept, measure, str(request.get("today")), base)
    return {
        "id": "tk-room",
        "html": html,
        "kept": kept.as_text(),
        "now": {"game": game, "panel": panel},
        "address": "",
        "said": [*said, *aloud],
        "unreadable": read_kept is None,
    }


def _game(event: Mapping[str, Any], now: object) -> str:
    """The game that is asked about. Raises RecordError."""
    fields = event.get("begin", now)
    game = fields.get("game") if isinstance(fields, Mapping) else None
    if game not in rules.ids():
        raise RecordError(say("measure.no_game", game=quoted(game)))
    return str(game)


def _holding(kept: Kept, measure: Measure) -> Kept:
    """Without a form under way whose decisions are others now."""
    sitting = kept.sitting
    if sitting is None or sitting.game != measure.game:
        return kept
    asked = measure.forms[sitting.form - 1]
    known = all(what in one.costs for one, what in zip(asked, sitting.answers, strict=False))
    return kept if known else replace(kept, sitting=None)


def _after(
    event: Mapping[str, Any], kept: Kept, measure: Measure, today: str, base: str
) -> tuple[Kept, Markup, list[str], str]:
    """Return what is kept, shown, said and open after an event. Raises TarokyError."""
    panel = str(event.get("open", ""))
    if panel not in _PANELS:
        raise misplaced({"open": panel})
    shown = _shown(kept, measure, panel)
    if shown is not None and ("tap" in event or "act" in event):
        choice, shown = chosen(shown, event)
        if choice:
            kept = _answered(kept, measure, choice, today)
            shown = _shown(kept, measure, panel)
    if shown is not None:
        assert kept.sitting is not None
        form = kept.sitting.form
        return kept, view.room(shown, form, base), view.aloud(shown, form), panel
    taken = kept.of(measure.game)
    if not taken:
        raise misplaced({str(key): str(value) for key, value in event.items()})
    html = view.result(measure, taken, kept.following(measure.game), base)
    verdict = [view.verdict(measure, taken[-1]), *view.places(measure, taken[-1])]
    return kept, html, verdict, ""


def _shown(kept: Kept, measure: Measure, panel: str) -> Shown | None:
    """The decision that is asked now; None between forms. Raises TarokyError."""
    sitting = kept.sitting
    if sitting is None or sitting.game != measure.game:
        return None
    place = len(sitting.answers)
    decision = measure.forms[sitting.form - 1][place]
    return Shown(decision.puzzle(measure.game), place + 1, panel=panel)


def _answered(kept: Kept, measure: Measure, choice: str, today: str) -> Kept:
    kept = kept.answered(choice)
    assert kept.sitting is not None
    if len(kept.sitting.answers) < LENGTH:
        return kept
    lost = measure.lost(kept.sitting.form, kept.sitting.answers)
    return kept.finished(a_day(today), [round(one, 2) for one in lost])


# -- the page that the build makes -----------------------------------------------------------------


def on_page(base: str, games: Sequence[str]) -> Markup:
    """Return the form to begin with, and the place for the table. games: those that have a measure."""
    options = (
        element(
            "option",
            given_name(rules.load(game).title),
            value=game,
            data_puzzles=base + FILE.format(rules.load(game).table),
        )
        for game in games
    )
    game = field("tk-puzzle-game", "table.game", *options, name="game")
    return place("measure", base, element("div", game, class_="tk-which"))
