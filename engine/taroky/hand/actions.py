"""Actions, choices, reasons and refusals: what a seat may do, does, or may not do and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, NamedTuple, overload

from taroky.immutable import FrozenDict
from taroky.messages import Message
from taroky.rules.table import Seat


class Action(NamedTuple):
    """An action of a seat: kind is the verb ("bid", "play", …), what its words or cards."""

    seat: Seat
    kind: str
    what: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join(map(str, (self.seat, self.kind, *self.what)))


class Reason:
    """Why something is so: a sentence with the rule points it rests on.

    why: makes the reason when somebody asks for its words; most are never asked. page: the strategy page
    that tells more about a piece of advice, "" for none; None for what is no advice.
    """

    def __init__(
        self,
        message: Message | None = None,
        points: Sequence[str] = (),
        why: Callable[[], Reason] | None = None,
        page: str | None = None,
    ) -> None:
        self._stated = (message, tuple(points))
        self._why = why
        self.page = page

    @cached_property
    def _parts(self) -> tuple[Message, tuple[str, ...]]:
        if self._why is not None:
            return self._why()._parts
        message, points = self._stated
        assert message is not None
        return message, points

    @property
    def message(self) -> Message:
        """The sentence."""
        return self._parts[0]

    @property
    def points(self) -> tuple[str, ...]:
        """The rule points it rests on."""
        return self._parts[1]

    def text(self) -> str:
        """The sentence in the language that is spoken, with the names that are local now."""
        return self.message.text()

    def as_json(self) -> dict[str, Any]:
        """{id, params, text, points}, and page for advice."""
        page = {} if self.page is None else {"page": self.page}
        return {**self.message.as_json(), "points": [*self.points], **page}

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, Reason) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts)

    def __reduce__(self) -> Any:
        # What makes the reason knows the hand of a moment; what travels are its words.
        return type(self), (*self._parts, None, self.page)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.message!r}, {self.points!r})"


class Refusal(Reason):
    """Why something may not be done."""


class Choice(NamedTuple):
    """One thing a player may think of doing now; refusal is None where it is legal.

    must: it has to be part of what is chosen (cards that have to be discarded first).
    """

    kind: str
    what: str = ""
    refusal: Refusal | None = None
    must: bool = False

    @property
    def legal(self) -> bool:
        """Whether it may be done."""
        return self.refusal is None


class Actions(Sequence[Action]):
    """Legal actions, each of them whole and in the one way in which it is recorded: a discard with all its
    cards, silence, everything that may be said together.

    They may be very many, so they are worked out as they are asked for, always in the same order; how many
    there are, and whether an action is among them, is known without going through all. parts: the actions
    in their order, one sequence after another; allowed: whether an action is among them.
    """

    def __init__(
        self, parts: Sequence[Sequence[Action]], allowed: Callable[[Action], bool] | None = None
    ) -> None:
        self._parts = tuple(parts)
        self._allowed = allowed

    def of(self, kind: str) -> Actions:
        """Those of a kind: "play", "discard", "say", …"""
        return Actions([part for part in self._parts if len(part) and part[0].kind == kind])

    def __call__(self, kind: str) -> tuple[Action, ...]:
        """Return those of a kind, as `Legal.actions` did in version 1.0."""
        return tuple(self.of(kind))

    def __len__(self) -> int:
        return sum(map(len, self._parts))

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self._parts)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        place = index if index >= 0 else index + len(self)
        for part in self._parts if place >= 0 else ():
            if place < len(part):
                return part[place]
            place -= len(part)
        raise IndexError(index)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        if self._allowed is not None:
            return self._allowed(action)
        return any(action in part for part in self._parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Actions):
            return NotImplemented
        return len(self) == len(other) and all(map(Action.__eq__, self, other))

    def __hash__(self) -> int:
        return hash((len(self), *islice(self, 1)))

    def __repr__(self) -> str:
        kinds = dict.fromkeys(part[0].kind for part in self._parts if len(part))
        return f"<Actions: {len(self)}{' of ' if kinds else ''}{', '.join(kinds)}>"


@dataclass(frozen=True, eq=False, repr=False)
class Legal:
    """Everything a seat may think of doing now.

    offered: the kinds this is about, legal now or not, irregularities included. work: makes the choices with
    their reasons, once somebody looks at them; free: those that are legal, where they are found
    sooner than the reasons against the rest; whole: lists the actions. several: how few and how many choices of a kind are
    taken in one action, one by default; None for all that are legal. irregular: kinds of irregularity the
    table lets be recorded now; no player is asked for them.
    """

    seat: Seat
    phase: str
    offered: frozenset[str]
    work: Callable[[], tuple[Choice, ...]]
    several: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)
    irregular: tuple[str, ...] = ()
    free: Callable[[], tuple[Choice, ...]] | None = None
    whole: Callable[[], Actions] | None = None

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Every choice with its reason."""
        return self.work()

    @cached_property
    def picks(self) -> Mapping[str, tuple[int, int]]:
        """How few and how many choices of a kind are taken in one action; one by default."""
        return {
            kind: (few, len(self.of(kind)) if many is None else many)
            for kind, (few, many) in self.several.items()
        }

    @cached_property
    def legal(self) -> tuple[Choice, ...]:
        """The legal choices."""
        if self.free is not None:
            return self.free()
        return tuple([choice for choice in self.choices if choice.refusal is None])

    def of(self, kind: str) -> tuple[Choice, ...]:
        """The legal choices of a kind."""
        return tuple([choice for choice in self.legal if choice.kind == kind])

    def singly(self, kind: str) -> tuple[Action, ...]:
        """The legal actions of a kind, where each is a single choice."""
        return tuple([Action(self.seat, kind, (c.what,) if c.what else ()) for c in self.of(kind)])

    @cached_property
    def actions(self) -> Actions:
        """Every legal action, whole; what goes against the rules and is only recorded, such as a revoke, is
        none."""
        if self.whole is not None:
            return self.whole()
        return Actions([self.singly(kind) for kind in self.kinds if kind not in self.several])

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds with something legal, in order."""
        return tuple(dict.fromkeys([choice.kind for choice in self.legal]))

    def __eq__(self, other: object) -> bool:
        return self._all == other._all if isinstance(other, Legal) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.seat, self.phase, self.choices))

    def __getstate__(self) -> dict[str, Any]:
        return {column.name: getattr(self, column.name) for column in fields(self)}

    def __repr__(self) -> str:
        return f"<Legal for {self.seat}: {self.phase}, {', '.join(self.kinds) or 'nothing'}>"

    @property
    def _all(self) -> tuple[object, ...]:
        return self.seat, self.phase, self.choices, self.picks, self.irregular


def legal_among(
    seat: Seat,
    phase: str,
    choices: tuple[Choice, ...],
    several: Mapping[str, tuple[int, int | None]] | None = None,
    irregular: tuple[str, ...] = (),
) -> Legal:
    """Return what a seat may think of doing, where the choices are known already."""
    offered = frozenset([*[choice.kind for choice in choices], *irregular])
    return Legal(
        seat, phase, offered, partial(tuple, choices), FrozenDict(several or {}), irregular
    )
