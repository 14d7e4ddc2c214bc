"""The engine's session that a sheet holds as JSON, with each session worked out once."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Sequence

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
#: Sessions worked out already, by the text of the sheet up to some hand.
_known: OrderedDict[tuple[str, ...], Session] = OrderedDict()
_MOST_KNOWN = 300


def session_of(sheet: Json) -> Session:
    """The session that a sheet holds, every hand of it settled again. Raises TarokyError."""
    if not isinstance(sheet.get("hands", []), list) or len(sheet.get("hands", [])) > MOST_HANDS:
        raise RecordError(say("evening.too_many", most=MOST_HANDS))
    changes = sheet.get("changes", [])
    if isinstance(changes, list) and len(changes) > MOST_HANDS:
        raise RecordError(say("evening.too_many", most=MOST_HANDS))
    head = {key: value for key, value in sheet.items() if key not in ("hands", "stopped")}
    hands = sheet.get("hands", [])
    texts = [json.dumps(part, sort_keys=True) for part in (head, *hands)]
    done = len(hands)
    while done >= 0 and tuple(texts[: done + 1]) not in _known:
        done -= 1
    if done < 0:
        session, done = sessions.from_json({**head, "hands": []}), 0
        _remember(texts[:1], session)
    else:
        session = _known[tuple(texts[: done + 1])]
    for number, item in enumerate(hands[done:], start=done + 1):
        try:
            session = sessions.with_json(session, item)
        except TarokyError as problem:
            raise RecordError(
                say("session.hand", number=number, problem=problem.message), points=problem.points
            ) from None
        _remember(texts[: number + 1], session)
    return session.stop() if sheet.get("stopped") is True else session


def _remember(texts: Sequence[str], session: Session) -> None:
    _known[tuple(texts)] = session
    while len(_known) > _MOST_KNOWN:
        _known.popitem(last=False)


def name_of(text: str) -> str:
    """Return a name as it is kept."""
    return same_name(text)[:MOST_NAME].strip()


def title_of(text: str) -> str:
    """Return a title as it is kept."""
    return same_name(text)[:MOST_TITLE].strip()
