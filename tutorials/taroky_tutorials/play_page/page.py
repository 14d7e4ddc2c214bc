"""The page's door to the table: the worker's verb."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from taroky.errors import RecordError, TarokyError
from taroky.messages import local_names, say

from taroky_tutorials.play_page.coached_deals import COACHED_HANDS
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.document_values import a_day
from taroky_tutorials.play_page.evening import Evening, from_json
from taroky_tutorials.play_page.evening_parts import Settings
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.links.same_deal import (
    from_link,
    masters,
    not_early,
    of_exercise,
    of_record,
    of_the_day,
)
from taroky_tutorials.play_page.modes import COACH, Coached, Match
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.review import looks_on, next_to_judge
from taroky_tutorials.play_page.seating import left, renewed, sit_down, with_coach
from taroky_tutorials.play_page.state import PlayState, goes_by_itself, is_masters, state_of
from taroky_tutorials.play_page.view import day_end, lesson_end
from taroky_tutorials.play_page.view.labels import sentence, waits
from taroky_tutorials.play_page.view.layout import view_of
from taroky_tutorials.tasks.widgets import checked_base

#: How long it takes, in milliseconds, until the next one acts (speaks, plays) and until a trick is swept, by pace.
_PAUSES = {
    "slow": (1600, 1000, 2600),
    "normal": (800, 450, 1300),
    "fast": (350, 180, 650),
    "at_once": (0, 0, 0),
}


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker's verb: {"verb": "table", "base": "../", "kept": {…} or null, "event": {"tap": "KS"}}; the event
    {"sit": {"rules": …}} begins an evening and {} only draws; "lot": a word that is another one each time. The answer
    holds what to keep, the table, what is to be said aloud, and after how many milliseconds the others act. Raises
    TarokyError; then nothing has changed."""
    base = checked_base(str(request.get("base", "")))
    event = request.get("event")
    if not isinstance(event, Mapping):
        raise RecordError(say("table.unreadable", key="event"))
    today = a_day(str(request.get("today", "")))
    if "sit" in event:
        new = _sat_down(event["sit"], request.get("kept"), today)
        before, step = 0, step_to(replace(new, today=today))
    else:
        evening = replace(from_json(request.get("kept")), today=today)
        before = len(evening.hand.done)
        event = {"next": today} if "next" in event else event
        step = update(evening, event) if event else step_to(evening)
        if "next" in event:
            step = step_to(renewed(step.evening, str(request.get("lot", ""))))
    return reply(step, before, base)


def _sat_down(fields: object, kept: object, today: str) -> Evening:
    """A new table: an evening, a match, the cards of a link, a record to look at, the cards of a lesson, first hands with a
    coach, or the hand of the day. Your hands at the table that you leave are remembered. Raises TarokyError."""
    if not isinstance(fields, Mapping):
        raise RecordError(say("table.unreadable", key="sit"))
    before = _left_there(kept)
    if "cards" in fields:
        new = from_link(str(fields["cards"]))
    elif "exercise" in fields:
        new = of_exercise(fields["exercise"])
    elif "record" in fields:
        new = of_record(str(fields["record"])[:80_000])
    elif "match" in fields:
        return _match(fields, before, today)
    elif "coached" in fields:
        return _coached(str(fields.get("rules", "")), before)
    elif "day" in fields:
        of_day = masters if fields.get("master") else of_the_day
        new = of_day(not_early(str(fields["day"]), today), str(fields.get("rules", "")))
    else:
        new = _evening(fields, before)
    if before is None:
        return new
    if (
        new.mode.resumes
        and before.seed == new.seed
        and state_of(before).over == bool(fields.get("look"))
    ):
        return before  # the hand is gone on with, or looked at again
    coach = new.settings.help & {COACH}
    settings = replace(before.settings, help=before.settings.help | coach)
    return replace(new, past=left(before, today), settings=settings)


def _coached(game: str, before: Evening | None) -> Evening:
    """The first hands with a coach: gone on with, if they are of this game and not all over. Raises TarokyError."""
    new = with_coach(game)
    if before is None or not isinstance(before.mode, Coached) or before.mode.one_hand:
        return new
    ended = before.number + 1 >= COACHED_HANDS and state_of(before).over
    same = before.table.name == new.table.name
    return replace(before, settings=new.settings) if same and not ended else new


def _left_there(kept: object) -> Evening | None:
    """The table that is kept, None if there is none that can be read."""
    try:
        return from_json(kept)
    except TarokyError:
        return None


def _evening(fields: Mapping[str, Any], before: Evening | None) -> Evening:
    """A new evening, with the customs of the one before. Raises TarokyError."""
    settings = before.settings if before is not None else Settings()
    new = replace(sit_down(fields, settings.customs), settings=settings)
    return new if new.asks_how_to_deal else dealt(new)


def _match(fields: Mapping[str, Any], before: Evening | None, today: str) -> Evening:
    """A match: of a link, the one that is kept as long as it is not over, or a new one. Raises TarokyError."""
    game, players = str(fields.get("rules", "")), str(fields.get("players", ""))
    if str(fields["match"]).strip("#") != "new":
        new = match.from_link(str(fields["match"]), before)
    elif before is not None and match.goes_on(before, game, players):
        new = before
    else:
        new = match.begun(game, str(fields.get("level", "")), str(fields.get("seed", "")), players)
        new = new.in_hand(panel=Match.results)  # first of all its link is sent
    if before is None or match.is_same(new, before):
        return new
    settings = replace(new.settings, pace=before.settings.pace)
    return replace(new, past=left(before, today), settings=settings)


def reply(step: Step, before: int, base: str) -> dict[str, Any]:
    """Return what the page gets. before: how many actions it knows of already."""
    state = step.state
    return {
        "id": "tk-room",
        "html": view_of(step, base),
        "kept": state.evening.as_json(),
        "said": _aloud(step, before),
        "wait": _pause(state),
        "go": str(len(state.evening.hand.done)),
        "day": day_end.result_of(state),
        "judged": lesson_end.result_of(state),
    }


def _aloud(step: Step, before: int) -> list[str]:
    """Return what has happened since, each action once, and what is asked now."""
    state = step.state
    if is_masters(state):
        return []
    with local_names(state.hand.table.names):
        if step.refused is not None:
            return [sentence(state, step.refused)]
        news = [message for _, lines in state.log[before:] for message, _ in lines]
        coached = coach.words(state)
        asked = [waits(state)] if state.yours and not state.resting else []
        if coached is not None:
            asked = [] if coached in news else [coached]
        if state.due:
            asked = [say("table.pass", seat=state.due)]
        return [sentence(state, message) for message in (*news, *asked)]


def _pause(state: PlayState) -> int | None:
    """After how many milliseconds the page sends "go"; None: not before something is pressed."""
    if looks_on(state):
        return 50 if next_to_judge(state) is not None else None
    if is_masters(state) and not state.over:
        return 0
    if (
        coach.waits(state)
        or state.evening.settings.pace == "press"
        or state.evening.hand.panel not in ("", "sayings")
    ):
        return None
    speaks, plays, rests = _PAUSES[state.evening.settings.pace]
    if state.resting:
        return rests if state.evening.settings.pace != "at_once" or goes_by_itself(state) else None
    if not goes_by_itself(state):
        return None
    return plays if state.phase == "play" else speaks
