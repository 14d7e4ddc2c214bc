"""The state of a hand, in one small part for each phase that writes it.

A part starts as it is made without arguments: before anything has happened. `replace` makes the next
one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, dataclass_transform

from taroky.cards import Card
from taroky.immutable import hash_of_fields
from taroky.rules.table import Seat


class State:
    """The state of a hand, or of a part of it, at one moment. Never changed; `replace` makes another."""

    _names: ClassVar[frozenset[str]]

    def __getstate__(self) -> dict[str, Any]:
        # What it has worked out for itself stays behind, as in `replace`.
        return {name: self.__dict__[name] for name in self._names}


@dataclass_transform(frozen_default=True)
def state_class[T: State](cls: type[T]) -> type[T]:
    """A frozen dataclass that `replace` knows."""
    if "__hash__" not in vars(cls):
        cls.__hash__ = hash_of_fields  # type: ignore[assignment, method-assign]
    made = dataclass(frozen=True)(cls)
    made._names = frozenset(column.name for column in fields(made))  # type: ignore[arg-type]
    return made


def replace[T: State](thing: T, /, **changes: Any) -> T:
    """Like dataclasses.replace, for a hand and its parts, which are made by the thousand. What the
    thing has worked out for itself stays behind. Raises TypeError for a field it does not have."""
    names = thing._names
    if not changes.keys() <= names:
        raise TypeError(f"not fields of {type(thing).__name__}: {sorted(changes.keys() - names)}")
    made = object.__new__(type(thing))
    before, values = thing.__dict__, made.__dict__
    for name in names:
        values[name] = before[name]
    values.update(changes)
    return made


@dataclass(frozen=True)
class Trick:
    """Cards in the order played, from `leader` on; extra: a talon card laid on it.

    seats: who plays to it, in order: all but those who have no card left.
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    winner: Seat | None = None
    seats: tuple[Seat, ...] = ()

    def by(self, card: Card) -> Seat:
        """Return who played this card."""
        return self.seats[self.cards.index(card)]


@dataclass(frozen=True)
class Double:
    """A flek or one of its answers. sayer: whose announcement is meant ("" for the game)."""

    by: Seat
    word: str
    target: str
    sayer: Seat = ""


@dataclass(frozen=True)
class Saying:
    """One turn of announcing: in which stage, who, what (nothing: silence), and how many cards had
    been played before it."""

    stage: str
    seat: Seat
    items: tuple[str, ...]
    cards_played: int = 0


@state_class
class Cards(State):
    """The places of the cards now: in each seat's hand, and what is left of the talon, the top first.
    Dealing, the exchange, discarding and playing move them. untold: the seats whose cards a question
    does not tell, so that all is open to them that some cards would allow; in play there are none."""

    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    talon: tuple[Card, ...] = ()
    untold: frozenset[Seat] = frozenset()


@state_class
class DealState(State):
    """The deal. pack: the shuffled cards, top first, where the hand starts before the deal; cut:
    how many were lifted off; way: how it is dealt, way_kept: the dealer left it at that; stacks:
    which batch each seat took; scattered: places of the talon in the pack; faced: cards that showed
    themselves; dealt, talon_dealt: what each seat and the talon got."""

    pack: tuple[Card, ...] = ()
    cut: int = 0
    way: str = ""
    way_kept: bool = False
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    scattered: tuple[int, ...] = ()
    faced: tuple[Card, ...] = ()
    dealt: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    talon_dealt: tuple[Card, ...] = ()


@state_class
class AuctionState(State):
    """The auction. opener: who opens; kept_on: who let an earlier offer go by; calls: who said
    what, passes included."""

    opener: Seat = "A"
    kept_on: tuple[Seat, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()


@state_class
class CallState(State):
    """The call of a partner. called: the card; called_as: the row that names it, or that nobody is
    called; silent_call: made by drawing without a word; void_calls: cards called in vain."""

    called: Card = ""
    called_as: str = ""
    silent_call: bool = False
    void_calls: tuple[Card, ...] = ()

    @property
    def made(self) -> bool:
        """Whether a partner has been called, be it that nobody is."""
        return bool(self.called or self.called_as)


@state_class
class ExchangeState(State):
    """The exchange with the talon. picked: places of the set the declarer chose to look at;
    rest_picked: places the declarer chose after the last trick; drawn: what each seat took up; draws_done: the
    names of the draws that are over; passed_draws: who passed a draw; looks: how many sets were
    looked at; set_taken: whether one was; level: which; exposed: talon cards everybody saw."""

    picked: tuple[int, ...] = ()
    rest_picked: tuple[int, ...] = ()
    drawn: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    draws_done: tuple[str, ...] = ()
    passed_draws: tuple[Seat, ...] = ()
    looks: int = 0
    set_taken: bool = False
    level: int = 1
    exposed: tuple[Card, ...] = ()


@state_class
class DiscardState(State):
    """Discarding. discards: by seat; shown: those laid face up; late: who put it off, each time."""

    discards: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    shown: tuple[Card, ...] = ()
    late: tuple[Seat, ...] = ()


@state_class
class AnnounceState(State):
    """Announcing. sayings: each turn, silence too; declarations: by seat; displayed: taroky shown
    for a declaration; announced: bonuses with who announced them; doubles: in the order said;
    announcing_over: whether nobody is asked any more before the first lead."""

    sayings: tuple[Saying, ...] = ()
    declarations: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    displayed: tuple[tuple[Seat, str, tuple[Card, ...]], ...] = ()
    announced: tuple[tuple[Seat, str], ...] = ()
    doubles: tuple[Double, ...] = ()
    announcing_over: bool = False


@state_class
class PlayState(State):
    """The tricks: those finished, and the one under way."""

    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
