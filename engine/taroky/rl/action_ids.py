"""Every action of a table as a number that is always the same.

A number stands for one choice: a bid, a card to play, a card to discard, a bonus to announce. Where the rules
take several choices as one action (five cards to discard, a bonus and a declaration in one turn), they are
picked one after the other; what has been picked is in the next observation. Announcements end with the choice
("say", "nothing"), which alone is silence; what a player must announce is said without being picked. Records
of what went against the rules and the ways of dealing have no number: hands begin with their cards dealt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from taroky.game import check
from taroky.hand import Action, Hand, Legal
from taroky.phases.calling import NOBODY, callable_cards
from taroky.phases.offers import PLAY_ON
from taroky.rules.table import Seat, Table

#: The end of a turn of announcing; without anything before it silence.
NOTHING = ("say", "nothing")

#: A kind of action, and what is chosen: a card, a word, "" where the kind says it all.
type Choosing = tuple[str, str]


@dataclass(frozen=True)
class Picked:
    """Choices of an action that is not whole yet: its kind, "" before the first, and what was chosen."""

    kind: str = ""
    what: tuple[str, ...] = ()


@dataclass(frozen=True)
class ActionIds:
    """The choices of a table by their numbers."""

    table: Table = field(repr=False)
    choices: tuple[Choosing, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "choices", tuple(dict.fromkeys(_all_choices(self.table))))

    @cached_property
    def numbers(self) -> dict[Choosing, int]:
        """The number of each choice."""
        return {choice: number for number, choice in enumerate(self.choices)}

    def legal(self, hand: Hand, options: Legal, picked: Picked) -> list[int]:
        """The numbers of the choices that may come next, without order. options: those of the hand now."""
        return [self.numbers[choice] for choice in _open(hand, options, picked)]

    def chosen(self, options: Legal, picked: Picked, number: int) -> Action | Picked:
        """Return what a legal choice leads to: a whole action, or one that waits for more choices."""
        kind, what = self.choices[number]
        seat = options.seat
        if (kind, what) == NOTHING:
            return Action(seat, "say", (*_compulsory(options), *picked.what) or ("nothing",))
        if kind != "say" and kind not in options.picks:
            return Action(seat, kind, (what,) if what else ())
        picked = Picked(kind, (*picked.what, what))
        if kind == "say" or len(picked.what) < options.picks[kind][0]:
            return picked
        return Action(seat, kind, picked.what)

    def written(self, number: int) -> str:
        """A choice in the words of a record: "play KS"."""
        return " ".join(filter(None, self.choices[number]))


def _open(hand: Hand, options: Legal, picked: Picked) -> Iterator[Choosing]:
    seat = options.seat
    for kind in [picked.kind] if picked.kind else options.kinds:
        if kind == "say":
            continue
        choices = [choice for choice in options.of(kind) if choice.what not in picked.what]
        if kind in options.picks:
            musts = [choice for choice in choices if choice.must]
            left = options.picks[kind][0] - len(picked.what)
            choices = musts if len(musts) >= left else choices
        yield from ((kind, choice.what) for choice in choices)
    if "say" not in options.offered or picked.kind not in ("", "say"):
        return
    said = (*_compulsory(options), *picked.what)
    for choice in options.of("say"):
        if choice.what not in said:
            if not said or _may_say(hand, seat, (*said, choice.what)):
                yield "say", choice.what
    if _may_say(hand, seat, said or ("nothing",)):
        yield NOTHING


def _compulsory(options: Legal) -> tuple[str, ...]:
    return tuple(choice.what for choice in options.of("say") if choice.must)


def _may_say(hand: Hand, seat: Seat, items: tuple[str, ...]) -> bool:
    return check(hand, Action(seat, "say", items)) is None


def _all_choices(table: Table) -> Iterator[Choosing]:
    """Every choice that a table may ever offer, in the order of a hand."""
    yield from (("bid", call) for call in table.auction.calls)
    yield from (("choose", name) for name in (PLAY_ON, *table.offers))
    for calling in table.calling:
        yield from (("call", choice.what) for choice in callable_cards(table, calling, ()))
        yield "call", NOBODY
    yield from ((kind, "") for kind in ("draw", "pass", "reject"))
    yield from (("take", name) for use in table.talon.values() for name in use.choose)
    for place in range(1, table.deal.talon.cards + 1):
        yield from ((kind, str(place)) for kind in ("look", "pick"))
    yield from (("discard", card) for card in table.cards.cards)
    yield from (("say", name) for name in (*table.declarations.rows, *table.bonuses))
    for word in table.doubling.steps:
        for target in table.doubling.on:
            sayers = [f"@{seat}" for seat in table.active] if target in table.bonuses else [""]
            yield from (("say", f"{word}:{target}{sayer}") for sayer in sayers)
    yield NOTHING
    yield from (("play", card) for card in table.cards.cards)
