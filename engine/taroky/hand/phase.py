"""The questions that every phase of a hand answers. The subpackage `taroky.phases` has them, a file for each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from taroky.hand.actions import Action
from taroky.hand.whole_actions import Subsets

if TYPE_CHECKING:
    from taroky.hand.actions import Choice, Legal, Refusal
    from taroky.hand.state import Hand
    from taroky.rules.table import Seat


class Phase:
    """One phase: whose turn it is in it, what may be done and why not, and what follows. No phase
    knows another one; a table lists which it has, and in which order they are asked. What a phase
    has to remember is a part of the state (`taroky.hand.parts`) and a field of the hand: a hand that
    a player imagines has its parts, and no actions.

    kinds: the kinds of actions it takes; together: those of them that put several choices into one
    action; of_cards: those that name cards; aside_kinds: those a seat may take out of turn;
    irregular_kinds: those that go against the rules, recorded as they happened.
    """

    name: str
    kinds: Collection[str] = ()
    together: Collection[str] = ()
    of_cards: Collection[str] = ()
    aside_kinds: Collection[str] = ()
    irregular_kinds: Collection[str] = ()

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)  # a phase that came from another process is the same phase

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def turn(self, hand: Hand) -> Seat | None:
        """Return whose turn it is in this phase; None if it has nothing to ask now."""
        raise NotImplementedError

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        """Return what that seat may do, and why not the rest."""
        raise NotImplementedError

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        """Why this action may not be done; None if it may."""
        raise NotImplementedError

    def actions(self, hand: Hand, seat: Seat, kind: str) -> Sequence[Action]:
        """The legal actions of a kind, each whole, as `recorded` writes them."""
        options = hand.options_of(self, seat)
        if kind not in options.several:
            return options.singly(kind)
        n, _ = options.picks[kind]
        choices = options.of(kind)
        return Subsets(
            Action(seat, kind),
            [choice.what for choice in choices],
            n,
            [choice.what for choice in choices if choice.must],
        )

    def recorded(self, hand: Hand, action: Action) -> Action:
        """The action as it is recorded: of the ways in which one act may be written the one that is kept."""
        return (
            action
            if "" not in action.what
            else action._replace(what=tuple(filter(None, action.what)))
        )

    def apply(self, hand: Hand, action: Action) -> Hand:
        """The hand after an action that check() let pass, given as it is recorded."""
        raise NotImplementedError

    def done(self, hand: Hand) -> bool:
        """Asked where the last phase begins a trick: whether this one asks nothing and lets nobody
        speak any more, if from now on cards are played until none is left."""
        raise NotImplementedError

    def by_itself(self, hand: Hand) -> Hand:
        """The hand with what now happens in this phase without anybody's doing."""
        return hand

    def aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        """Return what a seat may do in this phase although it is not its turn: a misdeal, a claim
        during the play, a word out of turn."""
        return ()

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """The hand with what this action, which is of another phase, silently says in this one."""
        return None

    def places(self, hand: Hand, action: Action) -> list[str]:
        """The cells of the table that say when, and how often, such an action has its place."""
        return []

    def closed(self, hand: Hand, action: Action) -> Refusal | None:
        """Why something of this phase can no longer be done at all; None if that is not what is in
        the way."""
        return None
