"""The engine's session that a sheet holds as JSON, with each session worked out once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from taroky import session as sessions
from taroky.characters import same_name
from taroky.errors import RecordError, TarokyError
from taroky.messages import say
from taroky.session import Session

from taroky_tutorials.sheets.history import Json

#: The longest name, the longest title, and the most hands of a sheet.
MOST_NAME, MOST_TITLE, MOST_HANDS = 24, 60, 500
#: The most people that a sheet has a column for.
MOST_PEOPLE = 10
#: How many sessions that were worked out already are remembered.
_MOST_KNOWN = 2_000


@dataclass
class _Known:
    """A session that was worked out already, and those after one more hand, by the hand's text."""

    session: Session
    after: dict[str, _Known] = field(default_factory=dict)


#: By the text of what a sheet says before its hands.
_known: dict[str, _Known] = {}
_count = 0


def session_of(sheet: Json) -> Session:
    """The session that a sheet holds, every hand of it settled again. Raises TarokyError."""
    if not isinstance(sheet.get("hands", []), list) or len(sheet.get("hands", [])) > MOST_HANDS:
        raise RecordError(say("evening.too_many", most=MOST_HANDS))
    changes = sheet.get("changes", [])
    if isinstance(changes, list) and len(changes) > MOST_HANDS:
        raise RecordError(say("evening.too_many", most=MOST_HANDS))
    head = {key: value for key, value in sheet.items() if key not in ("hands", "stopped")}
    known = _remembered(_known, head, lambda: sessions.from_json({**head, "hands": []}))
    for number, item in enumerate(sheet.get("hands", []), start=1):
        before = known.session
        try:
            known = _remembered(known.after, item, partial(sessions.with_json, before, item))
        except TarokyError as problem:
            raise RecordError(
                say("session.hand", number=number, problem=problem.message), points=problem.points
            ) from None
    return known.session.stop() if sheet.get("stopped") is True else known.session


def with_current_names(document: Json) -> Json:
    """A document of a sheet that holds, with the names that pots have now: in the sheet, and in the steps
    that have led to it."""
    sheet = document["sheet"]
    pots = session_of(sheet).table.pots if sheet else {}
    names = {old: name for name, pot in pots.items() for old in pot.old_names}
    return _renamed(document, names) if names else document


def _renamed(data: Json, names: Mapping[str, str]) -> Json:
    if isinstance(data, list):
        return [_renamed(item, names) for item in data]
    if not isinstance(data, dict):
        return data
    renamed = {key: _renamed(value, names) for key, value in data.items()}
    if isinstance(renamed.get("pots"), dict):
        renamed["pots"] = {names.get(key, key): value for key, value in renamed["pots"].items()}
    path, key = renamed.get("at"), renamed.get("key")
    in_pots = isinstance(path, list) and path[-1:] == ["pots"]  # where a step changes a pot alone
    if in_pots and isinstance(key, str):
        renamed["key"] = names.get(key, key)
    return renamed


def _remembered(known: dict[str, _Known], part: Json, make: Callable[[], Session]) -> _Known:
    """The session that follows from a part of a sheet, worked out once. Raises TarokyError."""
    global _count
    text = json.dumps(part, sort_keys=True)
    if text not in known:
        session = make()
        if _count >= _MOST_KNOWN:
            _known.clear()
            _count = 0
        known[text] = _Known(session)
        _count += 1
    return known[text]


def name_of(text: str) -> str:
    """Return a name as it is kept."""
    return same_name(text)[:MOST_NAME].strip()


def title_of(text: str) -> str:
    """Return a title as it is kept."""
    return same_name(text)[:MOST_TITLE].strip()
