"""A session told to people and programs: everything that a page or a command shows of it."""

from __future__ import annotations

from typing import Any

from taroky.messages import money
from taroky.session.session import Session


def show(session: Session) -> dict[str, Any]:
    """Everything about a session that a page or a command shows, as JSON data."""
    table = session.table
    hands = []
    for number, (played, dealer) in enumerate(
        zip(session.played, session.dealers, strict=False), start=1
    ):
        hands.append(
            {
                "number": number,
                "dealer": session.players[dealer],
                "contract": played.contract,
                "ended": played.ended,
                "counts": session.counts(played),
                "payments": {
                    session.players[p]: money(a) for p, a in session.paid[number - 1].items()
                },
                "pots": {name: money(change) for name, change in played.pots.items()},
            }
        )
    over = session.over
    return {
        "rules": table.table,
        "options": dict(table.chosen),
        "players": list(session.players),
        "unit": table.unit.name,
        "drawn": [
            {session.players[place]: card for place, card in row.items()} for row in session.drawn
        ],
        "hands": hands,
        "counted": session.hands,
        "limit": session.limit,
        "over": over,
        "dealer": None if over else session.players[session.dealer],
        "seats": {}
        if over
        else {session.seat_of(place): session.players[place] for place in session.seated_now},
        "sits_out": None if over or session.sits_out is None else session.players[session.sits_out],
        "first_hand": not over and session.first_hand,
        "pots": {name: money(content) for name, content in session.pots.items()},
        "share": money(session.shares),
        "standings": [
            {"rank": row.rank, "name": row.name, "total": money(row.total)}
            for row in session.standings
        ],
        "winners": [session.players[place] for place in session.winners],
    }
