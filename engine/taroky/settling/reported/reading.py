"""The facts of a finished hand as a person or a program writes them (YAML or JSON) → `Finished`.

    contract: povinnost        declarer: A        partner: C   (none: the declarer is alone)
    level: 2                   which set of the talon, where the contract has levels, or its name
    called: KS                 the called card, where a bonus is about it
    points: {declarers: 39}    the other side follows; by seat where each plays alone
    left_over: {declarers: 1}  cards beyond the last full packet, where they matter
    honours: 2                 of the trul, with the declarers' tricks
    tricks: {declarers: 7}     by side or by seat
    declarations: {D: [barvicky]}
    announced: {A: [pagat]}
    doubles: {game: flek, pagat: reflek}
    last_trick: {winner: A, cards: {A: I, B: 7S}}        other: a card that no rule names
    lost_with: SKYZ            the declarers' card in the one trick they lost (other: no such card)
    captured: {XXI: {holder: C, taker: A, card: SKYZ}}   card: other, where no rule names it
    talon_left: [XXI]          talon cards nobody took
    irregular: {B: [revoke]}   what went wrong, by seat: the event, or the penalty for it
    left_in_hand: {B: [7S]}    cards a player was left with; they count for the other side
    opener: B                  who opened the auction, if the first player handed that on
    pots: {pot: 30}            what was in a pot before the hand
    players: 5                 ended: surrender

`schema()` is the JSON Schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from taroky.cards import Card
from taroky.errors import RecordError
from taroky.hand.sides import SIDES
from taroky.messages import local_names, quoted, say, term
from taroky.messages.expected import like, one_of, suggestion
from taroky.numbers import as_decimal, is_whole
from taroky.rules.table import SEATS, Seat, Table
from taroky.settling.finished_hand import OTHER_CARD, Capture, Finished, LastTrick
from taroky.settling.reported.fact_names import TOLD
from taroky.settling.reported.irregular import (
    count_for_the_others,
    ended_by_irregularity,
    irregular,
    left_in_hand,
    opener_of,
    with_openings_paid,
)
from taroky.settling.reported.values import (
    amount,
    bad,
    cards_of,
    check_size,
    mapping,
    players,
    said_by,
    text_of,
    whole,
)

KEYS = tuple(TOLD)


def with_current_names(table: Table, data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return facts with the names that pots have now. Raises RecordError for a pot that is named both
    ways."""
    pots = data.get("pots")
    if not isinstance(pots, Mapping):
        return data
    named: dict[str, Any] = {}
    for name, value in pots.items():
        now = table.pot_named(name)
        if now != name and now in pots:
            raise RecordError(say("old_name.both", old=name, name=now))
        named[now] = value
    return {**data, "pots": named} if named.keys() != pots.keys() else data


def read(table: Table, data: Any) -> Finished:
    """Return the facts that were written down. Raises RecordError for one that is unknown or of the
    wrong kind."""
    if not isinstance(data, Mapping):
        raise bad("facts", data, like("{contract: …, declarer: A}"))
    check_size(data)
    for key in data:
        if key not in KEYS:
            near = suggestion(quoted(key), KEYS)
            raise RecordError(say("fact.unknown", key=quoted(key), near=near))
    data = with_current_names(table, data)
    contract = _row(table, text_of(data, "contract"), table.contracts, "term")
    if not contract and "ended" not in data and len(table.contracts) == 1:
        (contract,) = table.contracts
    each = contract in table.contracts and table.contracts[contract].sides == "each"
    partner = text_of(data, "partner")
    events = irregular(table, data)
    ended = text_of(data, "ended") or _ended_by_event(table, contract, events)
    left_over = _left_over(data) or _none_left_over(table, data, each)
    held = left_in_hand(table, data, events)
    opener = opener_of(table, data)
    points = _points(table, data, each, left_over, not held)
    if held and not each:
        ours = {text_of(data, "declarer"), partner}
        count_for_the_others(table, points, held, ours)
    return Finished(
        contract=contract,
        declarer=text_of(data, "declarer") or (table.active[0] if each else ""),
        partner={"": None, "none": ""}.get(partner, partner),
        called=table.cards.parse(text_of(data, "called")) if data.get("called") else "",
        level=_level(table, contract, data.get("level")),
        players=players(table, data),
        points=points,
        left_over=left_over and _both_left_over(table, left_over),
        honours=None if data.get("honours") is None else whole("honours", data["honours"]),
        tricks=_tricks(table, data, each),
        declarations=_declarations(table, data, opener),
        announced=tuple(
            (seat, _row(table, bonus, table.bonuses, "say"))
            for seat, names in said_by(data, "announced").items()
            for bonus in names
        ),
        factors=_factors(table, data),
        last_trick=_last_trick(table, data),
        lost_with=_lost_with(table, text_of(data, "lost_with")),
        captured=_captured(table, data),
        talon_left=cards_of(table, data, "talon_left"),
        irregular=events,
        left_in_hand=held,
        opener=opener,
        pots=_pots(table, data),
        ended=ended,
        untold=frozenset({"players", "opener", *table.pots} - {*data, *mapping(data, "pots")})
        | {"said"},
    )


def _ended_by_event(table: Table, contract: str, events: Iterable[tuple[Seat, str]]) -> str:
    """Return what ended the hand, where only an irregularity says so: one of the dealer before there was a
    contract, or a revoke that loses the hand, which is not played on; else ""."""
    if not contract:
        return ended_by_irregularity(table, events)
    revoked = contract in table.contracts and any(event == "revoke" for _, event in events)
    if revoked and table.play[table.contracts[contract].play].irregular == "hand_lost":
        return "revoke"
    return ""


def _row(table: Table, word: str, rows: Iterable[str], kind: str) -> str:
    """The row that a word means: its id, or what the rule set's players call it ("walat")."""
    known = list(rows)
    if not word or word in known:
        return word
    with local_names(table.names):
        called = {term(kind, row).casefold(): row for row in known}
    return called.get(word.casefold(), word)


def _level(table: Table, contract: str, value: Any) -> int | None:
    """A level, or the name of the set that was taken in the end ("back")."""
    if value is None:
        return None
    if contract in table.contracts:
        choose = table.talon[table.contracts[contract].talon].choose
        if str(value) in choose:
            return choose[str(value)].level
    return whole("level", value)


def _left_over(data: Mapping[str, Any]) -> dict[str, int] | None:
    """Return the cards left over in counting, by side or seat; None if that is not given."""
    if data.get("left_over") is None:
        return None
    numbers = mapping(data, "left_over")
    return {who: whole(f"left_over of {who}", n) for who, n in numbers.items()}


def _none_left_over(table: Table, data: Mapping[str, Any], each: bool) -> dict[str, int] | None:
    """Return that no side has cards left over, where both sides' points are told and nothing is lost in
    counting."""
    points = mapping(data, "points")
    if each or set(points) != set(SIDES) or len(table.cards.cards) % table.count.packet:
        return None
    losses = {_lost_in_counting(table, {"declarers": n}) for n in range(1, table.count.packet)}
    whole = sum(_points(table, data, each, None).values()) == table.total
    return {"declarers": 0, "opponents": 0} if whole and losses and 0 not in losses else None


def _both_left_over(table: Table, left_over: Mapping[str, int]) -> dict[str, int]:
    """Return what one side has left over tells what the other has."""
    packet, cards = table.count.packet, len(table.cards.cards)
    both = dict(left_over)
    for mine, theirs in (SIDES, SIDES[::-1]):
        if mine in both:
            both.setdefault(theirs, (cards - both[mine]) % packet)
    return both


def _lost_with(table: Table, card: str) -> dict[str, frozenset[Card]]:
    """Return the card in the one trick that the declarers lost; nothing if that is not given."""
    if not card:
        return {}
    return {
        "declarers": frozenset() if card == OTHER_CARD else frozenset({table.cards.parse(card)})
    }


def _captured(table: Table, data: Mapping[str, Any]) -> dict[str, Capture] | None:
    """Return which cards fell to whom; None if that is not given."""
    if data.get("captured") is None:
        return None
    captures = {}
    for name, where in mapping(data, "captured").items():
        fits = isinstance(where, Mapping) and {"holder", "taker"} <= set(where) <= {
            "holder",
            "taker",
            "card",
        }
        if not fits or not all(isinstance(value, str) for value in where.values()):
            raise bad(f"captured.{name}", where, like("{holder: C, taker: A, card: SKYZ}"))
        by = where.get("card", "")
        by = table.cards.parse(by) if by not in ("", OTHER_CARD) else by
        captures[table.cards.parse(name)] = Capture(where["holder"], where["taker"], by)
    return captures


def _pots(table: Table, data: Mapping[str, Any]) -> dict[str, Decimal]:
    """Return what was in each pot before the hand."""
    pots = {name: pot.starts for name, pot in table.pots.items()}
    for name, value in mapping(data, "pots").items():
        if name not in pots:
            raise bad("pots", name, one_of(pots) if pots else say("expected.no_pot"))
        pots[name] = amount(f"pots.{name}", value)
    return pots


def _declarations(
    table: Table, data: Mapping[str, Any], opener: Seat
) -> dict[Seat, tuple[str, ...]]:
    """Return what was declared, with what is paid for handing the opening on."""
    declared = {
        seat: tuple(_row(table, name, table.declarations.rows, "say") for name in names)
        for seat, names in said_by(data, "declarations").items()
    }
    return with_openings_paid(table, declared, opener)


def _points(
    table: Table,
    data: Mapping[str, Any],
    each: bool,
    left_over: Mapping[str, int] | None,
    complete: bool = True,
) -> dict[str, Fraction]:
    """The points told, if complete with the rest for a side that is not."""
    points = {}
    for who, value in mapping(data, "points").items():
        number = _fraction(value)
        if number is None:
            raise bad(f"points.{who}", value, say("expected.number"))
        points[who] = number
    if complete and not each:
        _complete(points, Fraction(table.total) - _lost_in_counting(table, left_over))
    return points


def _fraction(value: Any) -> Fraction | None:
    """A number, or two whole ones with a stroke between them: 79/3."""
    if isinstance(value, Fraction):
        return value
    above, stroke, below = (value if isinstance(value, str) else "").partition("/")
    if stroke:
        fits = is_whole(above) and is_whole(below) and int(below)
        return Fraction(int(above), int(below)) if fits else None
    number = as_decimal(value)
    return None if number is None else Fraction(number)


def _lost_in_counting(table: Table, left_over: Mapping[str, int] | None) -> Fraction:
    """Return what two sides with cards left over count less than the whole pack together."""
    left = next(iter((left_over or {}).values()), 0) % table.count.packet
    if not left:
        return Fraction(0)
    count = table.count
    theirs = count.packet - left
    return Fraction(count.left[str(left)] + count.left[str(theirs)] - count.deduct)


def _tricks(table: Table, data: Mapping[str, Any], each: bool) -> dict[str, int] | None:
    """Return the tricks, the other side with the rest; None if they are not given."""
    if data.get("tricks") is None:
        return None
    tricks = {who: whole(f"tricks of {who}", n) for who, n in mapping(data, "tricks").items()}
    if not each:
        _complete(tricks, table.deal.hand)
    return tricks


def _complete(by_side: dict[str, Any], total: Any) -> None:
    """The other side has the rest."""
    for mine, theirs in (SIDES, SIDES[::-1]):
        if mine in by_side and theirs not in by_side and by_side[mine] <= total:
            by_side[theirs] = total - by_side[mine]


def _factors(table: Table, data: Mapping[str, Any]) -> dict[str, int]:
    """Return what the doubles came to, by what was doubled."""
    factors = {}
    for doubled, word in mapping(data, "doubles").items():
        name, sign, sayer = doubled.partition("@")
        target = _row(table, name, ("game", *table.bonuses), "say") + sign + sayer
        if not table.doubling.steps:
            raise RecordError(say("double.none"), points=table.points_of("doubling.steps"))
        if word not in table.doubling.steps:
            raise bad(f"doubles.{target}", word, one_of(table.doubling.steps))
        if target.partition("@")[0] not in table.doubling.on:
            raise RecordError(
                say("double.no_target", target=target[:60], expected=list(table.doubling.on)),
                points=table.points_of("doubling.on"),
            )
        factors[target] = table.doubling.steps[word]
    return factors


def _last_trick(table: Table, data: Mapping[str, Any]) -> LastTrick | None:
    """Return the last trick; None if it is not given."""
    if data.get("last_trick") is None:
        return None
    last = mapping(data, "last_trick")
    winner = last.get("winner")
    if not isinstance(winner, str) or set(last) - {"winner", "cards"}:
        raise bad("last_trick", dict(last), like("{winner: A, cards: {A: I}}"))
    cards = {
        seat: card if card == OTHER_CARD else table.cards.parse(str(card))
        for seat, card in mapping(last, "cards").items()
    }
    return LastTrick(winner, cards)


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


def schema() -> dict[str, Any]:
    """JSON Schema of the facts."""
    seat = {"enum": list(SEATS)}
    amounts = {"type": "object", "additionalProperties": {"type": ["number", "string"]}}
    names = {
        "type": "object",
        "propertyNames": seat,
        "additionalProperties": {"type": "array", "items": {"type": "string"}},
    }
    cards = {
        "type": "object",
        "propertyNames": seat,
        "additionalProperties": {"type": "string"},
    }
    properties: dict[str, Any] = {
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
        "last_trick": _object(
            ["winner"],
            winner={"description": "the seat that took it", **seat},
            cards={"description": "the cards in it that matter, by seat", **cards},
        ),
        "left_over": {"type": "object", "additionalProperties": {"type": "integer"}},
        "honours": {"type": "integer", "minimum": 0},
        "lost_with": {"type": "string"},
        "captured": {
            "type": "object",
            "additionalProperties": _object(
                ["holder", "taker"],
                holder={"description": "the seat whose card it was", **seat},
                taker={"description": "the seat that took it", **seat},
                card={"description": "the card it was taken with, or other", "type": "string"},
            ),
        },
        "talon_left": {"type": "array", "items": {"type": "string"}},
        "irregular": names,
        "left_in_hand": names,
        "opener": seat,
        "pots": amounts,
        "ended": {"type": "string"},
    }
    described = {key: {"description": TOLD[key].says, **one} for key, one in properties.items()}
    return _object([], **described)
