"""The file of a session, as JSON data: written, and read again with every hand of it replayed or settled.

A hand in it is a record, or the facts of its end, or just what was paid. What cannot be read is refused
with one sentence that says where and what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from taroky import rules
from taroky.arguments import check_names
from taroky.cards import Card
from taroky.characters import same_name
from taroky.errors import RecordError, TarokyError
from taroky.game import record as records
from taroky.messages import as_text, money, say
from taroky.messages.expected import like
from taroky.messages.expected import one_of as one_of_words
from taroky.rules.table import SEATS, Table
from taroky.session.json_values import as_number, bad, check_keys, one_of
from taroky.session.played import Played, reported_hand
from taroky.session.session import Session, start
from taroky.settling.reported.reading import with_current_names

FORMAT = "taroky-session"
VERSION = 1


def to_json(session: Session) -> dict[str, Any]:
    """The session as JSON data; its schema is schemas/session.json."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": session.table.name,
        "options": dict(session.table.chosen),
        "players": [session.players[place] for place in session.seated(-1)],
        "first_dealer": session.players[session.first],
        "chips": str(session.chips),
        "hands": [_played_json(session, played) for played in session.played],
    }
    if changes := session.changed:
        data["changes"] = changes
    if session.title:
        data["title"] = session.title
    if session.agreed is not None:
        data["agreed_hands"] = session.agreed
    if session.stopped is not None:
        data["stopped"] = True
    if session.drawn:
        data["drawn"] = [
            {session.players[place]: card for place, card in row.items()} for row in session.drawn
        ]
    return data


def _played_json(session: Session, played: Played) -> dict[str, Any]:
    dealt = {} if played.dealer is None else {"dealer": session.players[played.dealer]}
    if played.source:
        return {key: value for key, value in played.source.items() if key != "dealer"} | dealt
    data: dict[str, Any] = {"payments": {s: str(a) for s, a in played.payments.items()}}
    if played.pots:
        data["pots"] = {name: str(change) for name, change in played.pots.items()}
    for key in ("contract", "declarer", "ended"):
        if getattr(played, key):
            data[key] = getattr(played, key)
    if played.opener != "A":
        data["opener"] = played.opener
    if played.replay:
        data["replay"] = True
    return data | dealt


_KEYS = (
    "format",
    "version",
    "rules",
    "options",
    "players",
    "first_dealer",
    "chips",
    "hands",
    "agreed_hands",
    "stopped",
    "drawn",
    "title",
    "changes",
)
_HAND_KEYS = (
    "record",
    "facts",
    "payments",
    "pots",
    "contract",
    "declarer",
    "opener",
    "ended",
    "replay",
    "dealer",
)


def from_json(data: Any) -> Session:
    """The session that JSON data holds, every hand of it replayed or settled again. Raises
    RecordError with one sentence that says where and what."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise RecordError(say("session.json", expected=f'{{"format": "{FORMAT}", …}}'))
    if data.get("version") != VERSION:
        version = as_text(data.get("version"))[:20]
        raise RecordError(say("record.version", found=version, expected=VERSION))
    check_keys(data, _KEYS)
    options = data.get("options", {})
    players: Any = data.get("players")
    if not isinstance(options, Mapping):
        raise bad("options", options, like("{pool.enabled: yes}"))
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise bad("players", players, say("expected.names"))
    check_names(players)
    table = rules.load(
        as_text(data.get("rules")),
        {as_text(k): rules.as_word(v) for k, v in options.items()},
    )
    players = list(map(same_name, players))
    dealer = _name(data.get("first_dealer", players[0] if players else ""))
    if dealer not in players:
        raise bad("first_dealer", dealer, one_of_words(players))
    agreed = data.get("agreed_hands")
    if agreed is not None and (not isinstance(agreed, int) or isinstance(agreed, bool)):
        raise bad("agreed_hands", agreed, say("expected.whole"))
    chips = as_number(data.get("chips", str(table.session.start_chips)), "chips")
    session = start(table, players, players.index(dealer), chips=chips or None, hands=agreed)
    title = data.get("title", "")
    if not isinstance(title, str):
        raise bad("title", title, say("expected.text"))
    session = replace(session, drawn=_drawn(session, data.get("drawn", [])), title=title)
    session = session.with_changes(_changes(data.get("changes", [])))
    hands = data.get("hands", [])
    if not isinstance(hands, list):
        raise bad("hands", hands, say("expected.hands"))
    for number, item in enumerate(hands, start=1):
        try:
            session = with_json(session, item)
        except TarokyError as problem:
            raise RecordError(
                say("session.hand", number=number, problem=problem.message), points=problem.points
            ) from None
    return session.stop() if data.get("stopped") is True else session


def _name(value: Any) -> Any:
    """A name as names are compared; what is none is for others to refuse."""
    return same_name(value) if isinstance(value, str) else value


def _changes(changes: Any) -> Iterator[tuple[int, list[str]]]:
    """Yield who came and went, after how many hands. Raises RecordError."""
    if not isinstance(changes, list):
        raise bad("changes", changes, like("[{after: 4, players: [Ada, …]}]"))
    last = 0
    for change in changes:
        after = change.get("after") if isinstance(change, Mapping) else None
        players = change.get("players") if isinstance(change, Mapping) else None
        if (
            set(change if isinstance(change, Mapping) else ()) != {"after", "players"}
            or not isinstance(after, int)
            or isinstance(after, bool)
            or after < last
            or not isinstance(players, list)
            or not all(isinstance(name, str) for name in players)
        ):
            raise bad(
                "changes", change, say("expected.in_order", example="{after: 4, players: [Ada, …]}")
            )
        yield after, players
        last = after


def with_json(session: Session, item: Any) -> Session:
    """The session after a hand given as JSON data: {"record": …}, {"facts": …} or {"payments": …}.
    Raises RecordError."""
    if not isinstance(item, Mapping):
        raise bad("hands", item, one_of_words(("{record: …}", "{facts: …}", "{payments: …}")))
    check_keys(item, _HAND_KEYS)
    kinds = [key for key in ("record", "facts", "payments") if key in item]
    if len(kinds) != 1:
        raise RecordError(say("session.one_of", found=kinds))
    if kinds == ["record"]:
        after = session.add(records.from_json(item["record"]).replay())
    elif kinds == ["facts"]:
        after = session.with_facts(item, kept=True)
    else:
        after = _with_payments(session, item)
    if "dealer" not in item:
        return after
    there = [session.players[place] for place in session.seated_now]
    dealer = session.players.index(one_of(_name(item["dealer"]), there, "dealer"))
    played = replace(after.played[-1], dealer=dealer)
    return replace(after, played=(*session.played, played))


def _with_payments(session: Session, item: Mapping[str, Any]) -> Session:
    payments = item["payments"]
    if not isinstance(payments, Mapping):
        raise bad("payments", payments, like("{A: 0.40}"))
    seats = SEATS[: len(session.seated_now)]
    amounts = {
        one_of(seat, seats, "payments"): as_number(value, f"payments.{seat}")
        for seat, value in payments.items()
    }
    pots = with_current_names(session.table, item).get("pots", {})
    if not isinstance(pots, Mapping):
        raise bad("pots", pots, like("{pot: 0.40}"))
    changes = {
        one_of(name, list(session.table.pots), "pots"): as_number(value, f"pots.{name}")
        for name, value in pots.items()
    }
    if sum(amounts.values()) + sum(changes.values()) and not written(session.table):
        raise RecordError(say("session.sum", total=money(sum(amounts.values(), Decimal(0)))))
    return session.with_hand(
        Played(
            amounts,
            changes,
            **reported_hand(session.table, item),
            replay=item.get("replay") is True,
        )
    )


def written(table: Table) -> bool:
    """Whether some points are only written down, with nobody who pays them."""
    payers = {row.payer for row in table.payments.values()}
    outcomes = {row.payer for bonus in table.bonuses.values() for row in bonus.outcomes.values()}
    return "nobody" in payers | outcomes


def _drawn(session: Session, data: Any) -> tuple[Mapping[int, Card], ...]:
    rounds = []
    for row in data if isinstance(data, list) else [None]:
        if not isinstance(row, Mapping):
            raise bad("drawn", data, like("[{Ada: XXI}]"))
        rounds.append(
            {
                session.players.index(
                    one_of(_name(name), session.players, "drawn")
                ): session.table.cards.parse(as_text(card))
                for name, card in row.items()
            }
        )
    return tuple(rounds)
