"""The facts of a finished hand as a person or a program writes them (YAML or JSON) → `Finished`.

    contract: povinnost        declarer: A        partner: C
    level: 2                   which set of the talon, where the contract has levels, or its name
    called: KS                 the called card, where a bonus is about it
    points: {declarers: 39}    the other side follows; by seat where each plays alone
    left_over: {declarers: 1}  cards beyond the last full packet, where they matter
    honours: 2                 of the trul, with the declarers' tricks
    tricks: {declarers: 7}     by side or by seat
    declarations: {D: [barvicky]}
    announced: {A: [pagat]}
    doubles: {game: flek, pagat: reflek}
    last_trick: {winner: A, cards: {A: I, B: 7S}}
    lost_with: SKYZ            the declarers' card in the one trick they lost
    captured: {XXI: {holder: C, taker: A, card: SKYZ}}   card: other, where no rule names it
    talon_left: [XXI]          talon cards nobody took
    irregular: {B: [revoke]}   what went wrong, by seat: the event, or the penalty for it
    pots: {zid: 30}            what lay in a pot before the hand
    players: 5                 ended: surrender

`schema()` is the JSON Schema.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from taroky.errors import RecordError
from taroky.facts.finished import OF_THEMSELVES, OTHER_CARD, Capture, Finished, LastTrick
from taroky.messages import local_names, say, term
from taroky.numbers import is_whole
from taroky.rules.table import SEATS, Seat, Table

KEYS = (
    "rules", "options", "contract", "declarer", "partner", "called", "level", "players", "points", "tricks",
    "declarations", "announced", "doubles", "last_trick", "ended", "left_over", "honours",
    "lost_with", "captured", "talon_left", "irregular", "pots",
)  # fmt: skip

#: Slips that can be recorded in any game.
SLIPS = ("revoke", "wrong_discard", "misdeal")


def _bad(key: str, value: Any, expected: str) -> RecordError:
    return RecordError(say("fact.kind", key=key, value=str(value)[:60], expected=expected))


def read(rules: Table, data: Any) -> Finished:
    """Raises RecordError for a fact that is unknown or of the wrong kind."""
    if not isinstance(data, Mapping):
        raise _bad("facts", data, "key: value pairs")
    for key in data:
        if key not in KEYS:
            near = difflib.get_close_matches(str(key), KEYS, n=1, cutoff=0.0)
            raise RecordError(say("fact.unknown", key=str(key)[:60], near=near[0]))
    contract = _row(rules, _text(data, "contract"), rules.contracts, "term")
    if not contract and "ended" not in data and len(rules.contracts) == 1:
        (contract,) = rules.contracts
    sides = rules.contracts[contract].sides if contract in rules.contracts else "alone"
    each = sides == "each"
    partner = _text(data, "partner")
    irregular = _irregular(rules, data)
    ended = _text(data, "ended")
    if not contract and not ended:
        ended = _ended_by_slip(rules, irregular)
    if (
        not ended
        and contract in rules.contracts
        and any(event == "revoke" for _, event in irregular)
    ):
        # a hand that a revoke loses is not played on
        lost = rules.play[rules.contracts[contract].play].irregular == "hand_lost"
        ended = "revoke" if lost else ""
    left_over = _left_over(data) or _none_left_over(rules, data, each)
    return Finished(
        contract=contract,
        declarer=_text(data, "declarer") or (rules.active[0] if each else ""),
        partner=None if partner in ("", "none") else partner,
        called=rules.cards.parse(_text(data, "called")) if data.get("called") else "",
        level=_level(rules, contract, data.get("level")),
        players=_players(rules, data),
        points=_points(rules, data, each, left_over),
        left_over=left_over and _both_left_over(rules, left_over),
        honours=None if data.get("honours") is None else _whole("honours", data["honours"]),
        tricks=_tricks(rules, data, each),
        declarations={
            seat: tuple(_row(rules, name, rules.declarations.rows, "say") for name in names)
            for seat, names in _said(data, "declarations").items()
        },
        announced=tuple(
            (seat, _row(rules, bonus, rules.bonuses, "say"))
            for seat, names in _said(data, "announced").items()
            for bonus in names
        ),
        factors=_factors(rules, data),
        last_trick=_last_trick(rules, data),
        lost_with={"declarers": frozenset({rules.cards.parse(_text(data, "lost_with"))})}
        if data.get("lost_with")
        else {},
        captured=_captured(rules, data),
        talon_left=_cards(rules, data, "talon_left"),
        irregular=irregular,
        pots=_pots(rules, data),
        ended=ended,
    )


def _ended_by_slip(rules: Table, irregular: Sequence[tuple[Seat, str]]) -> str:
    """A hand without a contract that a slip of the dealer has ended, or ""."""
    for _, event in irregular:
        for name, row in rules.penalties.items():
            if (row.event or name) == event and row.who == "dealer":
                return name
    return ""


def _row(rules: Table, word: str, rows: Iterable[str], kind: str) -> str:
    """The row that a word means: its id, or what the rule set's players call it ("walat")."""
    known = list(rows)
    if not word or word in known:
        return word
    with local_names(rules.names):
        called = {term(kind, row).casefold(): row for row in known}
    return called.get(word.casefold(), word)


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if value is None or value is False:
        return ""
    if not isinstance(value, str):
        raise _bad(key, value, "a word")
    return value


def _level(rules: Table, contract: str, value: Any) -> int | None:
    """A level, or the name of the set that was taken in the end ("back")."""
    if value is None:
        return None
    if contract in rules.contracts:
        choose = rules.talon[rules.contracts[contract].talon].choose
        if str(value) in choose:
            return choose[str(value)].level
    return _whole("level", value)


def _whole(key: str, value: Any) -> int:
    if isinstance(value, bool) or not is_whole(value):
        raise _bad(key, value, "a whole number")
    return int(value)


def _players(rules: Table, data: Mapping[str, Any]) -> int:
    players = _whole("players", data.get("players", rules.seats.active))
    if players not in rules.seats.players:
        raise _bad("players", players, " or ".join(map(str, rules.seats.players)))
    return players


def _mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = data.get(key) or {}
    if not isinstance(value, Mapping) or not all(isinstance(k, str) for k in value):
        raise _bad(key, value, "a mapping such as {A: …}")
    return value


def _left_over(data: Mapping[str, Any]) -> dict[str, int] | None:
    if data.get("left_over") is None:
        return None
    given = _mapping(data, "left_over")
    return {who: _whole(f"left_over of {who}", n) for who, n in given.items()}


def _none_left_over(rules: Table, data: Mapping[str, Any], each: bool) -> dict[str, int] | None:
    """Where both sides' points are told and nothing is lost in counting, nothing was left over."""
    told = _mapping(data, "points")
    if (
        each
        or set(told) != {"declarers", "opponents"}
        or len(rules.cards.cards) % rules.count.packet
    ):
        return None
    losses = {_lost_in_counting(rules, {"declarers": n}) for n in range(1, rules.count.packet)}
    whole = sum(_points(rules, data, each, None).values()) == rules.total
    return {"declarers": 0, "opponents": 0} if whole and losses and 0 not in losses else None


def _both_left_over(rules: Table, left_over: Mapping[str, int]) -> dict[str, int]:
    """What one side has left over tells what the other has."""
    packet, cards = rules.count.packet, len(rules.cards.cards)
    found = dict(left_over)
    for mine, other in (("declarers", "opponents"), ("opponents", "declarers")):
        if mine in found:
            found.setdefault(other, (cards - found[mine]) % packet)
    return found


def _captured(rules: Table, data: Mapping[str, Any]) -> dict[str, Capture] | None:
    if data.get("captured") is None:
        return None
    found = {}
    for name, where in _mapping(data, "captured").items():
        fits = isinstance(where, Mapping) and {"holder", "taker"} <= set(where) <= {
            "holder", "taker", "card",
        }  # fmt: skip
        if not fits or not all(isinstance(value, str) for value in where.values()):
            raise _bad(f"captured {name}", where, "{holder: C, taker: A, card: SKYZ}")
        by = where.get("card", "")
        by = rules.cards.parse(by) if by not in ("", OTHER_CARD) else by
        found[rules.cards.parse(name)] = Capture(where["holder"], where["taker"], by)
    return found


def _cards(rules: Table, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = data.get(key) or []
    if not isinstance(value, str | list) or not all(isinstance(card, str) for card in value):
        raise _bad(key, value, "a list of cards")
    return rules.cards.parse_all(value)


def _pots(rules: Table, data: Mapping[str, Any]) -> dict[str, Decimal]:
    pots = {name: pot.starts for name, pot in rules.pots.items()}
    for name, value in _mapping(data, "pots").items():
        if name not in pots:
            raise _bad("pots", name, " or ".join(pots) or "no pot in this game")
        pots[name] = _amount(f"pot {name}", value)
    return pots


def _amount(key: str, value: Any) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        raise _bad(key, value, "a number") from None
    if isinstance(value, bool) or not number.is_finite() or number < 0:
        raise _bad(key, value, "a number, 0 or more")
    return number


def _points(
    rules: Table, data: Mapping[str, Any], each: bool, left_over: Mapping[str, int] | None
) -> dict[str, Fraction]:
    points = {}
    for who, value in _mapping(data, "points").items():
        try:
            if isinstance(value, bool):
                raise ValueError
            points[who] = (
                Fraction(str(value)) if "/" in str(value) else Fraction(Decimal(str(value)))
            )
        except (ValueError, InvalidOperation, ZeroDivisionError, OverflowError):
            raise _bad(f"points of {who}", value, "a number") from None
    if not each:
        _complete(points, Fraction(rules.total) - _lost_in_counting(rules, left_over))
    return points


def _lost_in_counting(rules: Table, left_over: Mapping[str, int] | None) -> Fraction:
    """What two sides with cards left over count less than the whole pack together."""
    left = next(iter((left_over or {}).values()), 0) % rules.count.packet
    if not left:
        return Fraction(0)
    count = rules.count
    other = count.packet - left
    return Fraction(count.left[str(left)] + count.left[str(other)] - count.deduct)


def _tricks(rules: Table, data: Mapping[str, Any], each: bool) -> dict[str, int] | None:
    if data.get("tricks") is None:
        return None
    tricks = {who: _whole(f"tricks of {who}", n) for who, n in _mapping(data, "tricks").items()}
    if not each:
        _complete(tricks, rules.deal.hand)
    return tricks


def _complete(by_side: dict[str, Any], total: Any) -> None:
    """The other side has the rest."""
    for mine, other in (("declarers", "opponents"), ("opponents", "declarers")):
        if mine in by_side and other not in by_side and by_side[mine] <= total:
            by_side[other] = total - by_side[mine]


def _said(data: Mapping[str, Any], key: str) -> dict[Seat, tuple[str, ...]]:
    found = {}
    for seat, names in _mapping(data, key).items():
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
            raise _bad(f"{key} of {seat}", names, "a list of names")
        found[seat] = tuple(names)
    return found


def _irregular(rules: Table, data: Mapping[str, Any]) -> tuple[tuple[Seat, str], ...]:
    """Slips by the name of the event, or of the penalty for it. One without a price is no mistake;
    one that no table knows of would be lost in silence."""
    events = {
        name: row.event or name for name, row in rules.penalties.items()
        if (row.event or name) not in OF_THEMSELVES
    }  # fmt: skip
    known = {event: event for event in (*SLIPS, *events.values())} | events
    found = []
    seats = SEATS[: _players(rules, data)]
    for seat, names in _said(data, "irregular").items():
        if seat not in seats:
            raise RecordError(say("hand.no_seat", seat=seat[:60], seats=list(seats)))
        for name in names:
            if name not in known:
                raise _bad(f"irregular of {seat}", name, " or ".join(dict.fromkeys(known)))
            _check_slip(rules, seat, known[name], seats[-1])
            found.append((seat, known[name]))
    return tuple(found)


def _check_slip(rules: Table, seat: Seat, event: str, dealer: Seat) -> None:
    """Nobody but the dealer misdeals."""
    for name, row in rules.penalties.items():
        if (row.event or name) == event and row.who == "dealer" and seat != dealer:
            raise RecordError(
                say("fact.not_dealer", row=name, dealer=dealer, seat=seat),
                points=rules.points_of(f"penalties.{name}.self"), fact="irregular",
            )  # fmt: skip


def _factors(rules: Table, data: Mapping[str, Any]) -> dict[str, int]:
    factors = {}
    for told, word in _mapping(data, "doubles").items():
        name, at, sayer = told.partition("@")
        target = _row(rules, name, ("game", *rules.bonuses), "say") + at + sayer
        if not rules.doubling.steps:
            raise RecordError(say("double.none"), points=rules.points_of("doubling.steps"))
        if word not in rules.doubling.steps:
            raise _bad(f"doubles of {target}", word, " or ".join(rules.doubling.steps))
        if target.partition("@")[0] not in rules.doubling.on:
            raise RecordError(
                say("double.no_target", target=target[:60], expected=list(rules.doubling.on)),
                points=rules.points_of("doubling.on"),
            )
        factors[target] = rules.doubling.steps[word]
    return factors


def _last_trick(rules: Table, data: Mapping[str, Any]) -> LastTrick | None:
    if data.get("last_trick") is None:
        return None
    last = _mapping(data, "last_trick")
    winner = last.get("winner")
    if not isinstance(winner, str) or set(last) - {"winner", "cards"}:
        raise _bad("last_trick", dict(last), "{winner: A, cards: {A: I}}")
    cards = {seat: rules.cards.parse(str(card)) for seat, card in _mapping(last, "cards").items()}
    return LastTrick(winner, cards)


def schema() -> dict[str, Any]:
    """JSON Schema of the facts."""
    seat = {"enum": list(SEATS)}
    amounts = {"type": "object", "additionalProperties": {"type": ["number", "string"]}}
    names = {
        "type": "object",
        "propertyNames": seat,
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Facts of a finished hand",
        "type": "object",
        "additionalProperties": False,
        "required": [],
        "properties": {
            "rules": {"type": "string"},
            "options": {"type": "object", "additionalProperties": {"type": "string"}},
            "contract": {"type": "string"},
            "declarer": seat,
            "partner": {"enum": [*SEATS, "none", None]},
            "called": {"type": "string"},
            "level": {"type": ["integer", "string"], "minimum": 0},
            "players": {"type": "integer"},
            "points": amounts,
            "tricks": {"type": "object", "additionalProperties": {"type": "integer"}},
            "declarations": names,
            "announced": names,
            "doubles": {"type": "object", "additionalProperties": {"type": "string"}},
            "last_trick": {
                "type": "object",
                "required": ["winner"],
                "additionalProperties": False,
                "properties": {
                    "winner": seat,
                    "cards": {
                        "type": "object",
                        "propertyNames": seat,
                        "additionalProperties": {"type": "string"},
                    },
                },
            },
            "left_over": {"type": "object", "additionalProperties": {"type": "integer"}},
            "honours": {"type": "integer", "minimum": 0},
            "lost_with": {"type": "string"},
            "captured": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "required": ["holder", "taker"],
                    "additionalProperties": False,
                    "properties": {"holder": seat, "taker": seat, "card": {"type": "string"}},
                },
            },
            "talon_left": {"type": "array", "items": {"type": "string"}},
            "irregular": names,
            "pots": amounts,
            "ended": {"type": "string"},
        },
    }
