"""How hands were played, in as few letters as it takes: each action is the number of a choice among all that were legal
at that moment, and all numbers together are one. Whatever is read is therefore a way to play these cards; what is in
a link beside it says whether it is the one that was meant."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from taroky.errors import RecordError
from taroky.game import apply, asides, finished, legal
from taroky.hand import Action, Hand
from taroky.messages import say
from taroky.rules.table import Seat

#: The most actions of a hand.
_MOST = 600


@dataclass(frozen=True)
class _Kind:
    """A kind of action that somebody may do now, with what it may be about; most: so many of these at once, 0 for one."""

    seat: Seat
    kind: str
    items: tuple[str, ...]
    most: int


def write(played: Iterable[tuple[Hand, Sequence[Action]]]) -> str:
    """The code of hands that were played from a position each. Raises RecordError for what nobody may do."""
    digits = [digit for hand, actions in played for digit in _digits(hand, actions)]
    number = 0
    for value, base in reversed(digits):
        number = number * base + value
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def read(code: str, starts: Iterable[Hand]) -> tuple[Hand, ...]:
    """The hands of a code, each played to its end. Raises TarokyError for a code of other hands."""
    try:
        raw = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise _damaged() from None
    number = int.from_bytes(raw, "big")
    hands = []
    for hand in starts:
        for _ in range(_MOST):
            if finished(hand):
                break
            action, number = _next(hand, number)
            hand = apply(hand, action)
        hands.append(hand)
    if number or not all(map(finished, hands)):
        raise _damaged()
    return tuple(hands)


def _damaged() -> RecordError:
    return RecordError(say("table.link.damaged"))


def _kinds(hand: Hand) -> tuple[_Kind, ...]:
    """Everything that may be done now, in an order of its own."""
    options = legal(hand)
    if options is None:
        raise _damaged()
    kinds = {*options.kinds, *(["say"] if "say" in options.offered else [])}
    kinds_now = [
        _Kind(
            options.seat,
            kind,
            _sorted(c.what for c in options.of(kind)),
            options.picks.get(kind, (0, 0))[1],
        )
        for kind in sorted(kinds)
    ]
    for seat in hand.active:
        besides = [c for c in asides(hand, seat, "choose") if c.legal]
        if besides and (seat, "choose") not in {(kind.seat, kind.kind) for kind in kinds_now}:
            kinds_now.append(_Kind(seat, "choose", _sorted(c.what for c in besides), 0))
    return tuple(kinds_now)


def _sorted(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(items)))


def _digits(hand: Hand, actions: Sequence[Action]) -> Iterator[tuple[int, int]]:
    """The numbers of actions, each with how many there could have been."""
    for action in actions:
        kinds = _kinds(hand)
        place = next(
            (
                n
                for n, kind in enumerate(kinds)
                if (kind.seat, kind.kind) == (action.seat, action.kind)
            ),
            None,
        )
        if place is None:
            raise _damaged()
        yield place, len(kinds)
        yield from _what(kinds[place], action.what)
        hand = apply(hand, action)


def _what(kind: _Kind, what: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    what = () if what == ("nothing",) and "nothing" not in kind.items else what
    many = kind.most or 1
    if kind.most or not kind.items:
        yield len(what), many + 1
    for item in what:
        if item not in kind.items:
            raise _damaged()
        yield kind.items.index(item), len(kind.items)


def _next(hand: Hand, number: int) -> tuple[Action, int]:
    """The action that a number begins with, and the rest of it."""
    kinds = _kinds(hand)
    number, place = divmod(number, len(kinds))
    kind, n = kinds[place], 1
    if kind.most or not kind.items:
        number, n = divmod(number, (kind.most or 1) + 1)
    what = []
    for _ in range(n):
        number, item = divmod(number, max(len(kind.items), 1))
        what.append(kind.items[item] if kind.items else "")
    if kind.kind == "say" and not what:
        what = ["nothing"]
    return Action(kind.seat, kind.kind, tuple(filter(None, what))), number
