"""The hand under way, replayed: how it stands, what you are asked, and what each action has meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from taroky.errors import IllegalAction, RecordError
from taroky.game import apply, asides, current, legal
from taroky.game.record import Record
from taroky.game.view import view
from taroky.hand import Action, Choice, Hand, Legal
from taroky.messages import local_names, say
from taroky.rules.table import Seat, Table

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import NOBODY
from taroky_tutorials.play_page.play_log import Line, dealt, tell

#: Kinds of choices that are cards of the hand.
OF_HAND = ("play", "discard")


@dataclass(frozen=True)
class PlayState:
    """An evening with its hand replayed. you: your seat, or NOBODY while the device is passed on; log: what has been
    told of each action; due: who is to take the device, "" if nobody is; below: whose place is at the bottom."""

    evening: Evening
    hand: Hand
    you: Seat
    log: tuple[tuple[Action, tuple[Line, ...]], ...]
    due: Seat = ""
    below: Seat = ""

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return current(self.hand) is None

    @property
    def turn(self) -> Seat | None:
        """Return whose turn it is."""
        asked = current(self.hand)
        return None if asked is None else asked[1]

    @property
    def phase(self) -> str:
        """Return which phase asks, "" when the hand is over."""
        asked = current(self.hand)
        return "" if asked is None else asked[0].name

    @property
    def resting(self) -> bool:
        """Whether the last trick still is in the middle."""
        rests = self.evening.hand.resting and self.hand.play.trick is None
        return (
            rests
            and bool(self.hand.play.tricks)
            and not (self.over and (self.evening.settings.pace == "at_once" or is_masters(self)))
        )

    @cached_property
    def options(self) -> Legal | None:
        """Return what there is to choose for you, None if it is not your turn."""
        return legal(self.hand) if self.turn == self.you else None

    @cached_property
    def aside(self) -> tuple[Choice, ...]:
        """Return what you may do now though nobody asks you for it."""
        if (
            self.you not in self.hand.active
            or not self.hand.deal.dealt
            or self.over
            or self.evening.hand.watched
        ):
            return ()
        asked = {(c.kind, c.what) for c in self.options.choices} if self.options else set()
        return tuple(
            c
            for c in asides(self.hand, self.you, "choose")
            if c.legal and (c.kind, c.what) not in asked
        )

    @cached_property
    def yours(self) -> bool:
        """Whether it is up to you: your turn, with something to choose."""
        if self.options is None or self.evening.hand.watched:
            return False
        return any(choice.legal for choice in self.options.choices)

    @property
    def may_hint(self) -> bool:
        """Whether a hint is available: help gives them, and you decide something that cards have a say in."""
        return self.yours and self.phase != "deal" and "hints" in self.evening.helps

    @cached_property
    def kind(self) -> str:
        """Return what you are asked: the kind that most of it is about; "" if it is not up to you."""
        if self.options is None or not self.yours:
            return ""
        kinds = [choice.kind for choice in self.options.legal]
        return "play" if "play" in kinds else next((k for k in kinds if k != "choose"), "choose")

    def several(self, kind: str) -> tuple[int, int] | None:
        """How few and how many of that kind are put together in one action; None if it is one."""
        return self.options.picks.get(kind) if self.options is not None else None

    @property
    def shows_record(self) -> str:
        """The record, as a code, that is only looked at; "" if the hand is played."""
        return self.evening.mode.record_shown(self.evening.hand.done)

    @property
    def names(self) -> Mapping[Seat, str]:
        """Return what the people at the seats are called."""
        return self.evening.names


def state_of(evening: Evening) -> PlayState:
    """The hand under way. Raises TarokyError for actions that do not hold."""
    with local_names(evening.table.names):
        hand = _replayed(evening, evening.you)[0]
        due = _due(evening, hand)
        you = NOBODY if due or (evening.hand.eyes < 0 and current(hand)) else evening.you
        log = _replayed(evening, you)[1]
    below = due or _next_here(evening, hand) if you == NOBODY else you
    return PlayState(evening, hand, you, log, due, below)


def _replayed(
    evening: Evening, you: Seat
) -> tuple[Hand, tuple[tuple[Action, tuple[Line, ...]], ...]]:
    """The hand, and what it has told somebody, action by action."""
    log, done = [], evening.hand.done
    for n in range(len(done)):  # from the first on, so that nothing recurses deeply
        hand, lines = _after(evening.start, done[: n + 1], you)
        if not evening.asks_how_to_deal and done[n].kind in ways_of_dealing(evening.table):
            lines = (dealt(you, hand),) if hand.deal.dealt else ()  # nobody was asked
        log.append((done[n], lines))
    return _after(evening.start, done, you)[0], tuple(log)


def _due(evening: Evening, hand: Hand) -> Seat:
    """Return who is to take the device: a person here who has something to choose and does not look at
    it; "" if nobody is."""
    asked = current(hand)
    if not evening.several or evening.hand.watched or asked is None:
        return ""
    place = evening.session.place_of(asked[1])
    if place not in evening.here or place == evening.hand.eyes:
        return ""
    there = PlayState(evening, hand, asked[1], ())
    return asked[1] if there.yours and not _forced(there) else ""


def _next_here(evening: Evening, hand: Hand) -> Seat:
    """Return whose turn comes first among the people here."""
    asked = current(hand)
    seats = hand.at_table
    first = seats.index(asked[1]) if asked is not None else 0
    return next(
        seat
        for seat in (*seats[first:], *seats[:first])
        if evening.session.place_of(seat) in evening.here
    )


def is_masters(state: PlayState) -> bool:
    """Whether it is a master's hand from the deal on, and nobody else has played it here."""
    return state.evening.hand.watched and not state.evening.hand.real


def those_here(state: PlayState) -> tuple[Seat, ...]:
    """The seats in this hand of several people at one device, none if there is only one."""
    evening = state.evening
    seats = [seat for seat in state.hand.active if evening.session.place_of(seat) in evening.here]
    return tuple(seats) if evening.several else ()


def ways_of_dealing(table: Table) -> set[str]:
    """Kinds of actions by which the cards are dealt."""
    return {*table.deal.ways, "batch", "talon"}


def hand_at(state: PlayState, n: int) -> Hand:
    """The hand after its first n actions."""
    return _after(state.evening.start, state.evening.hand.done[:n], state.you)[0]


def when_dealt(state: PlayState) -> int:
    """After how many actions all cards are dealt; 0 if they never are."""
    steps = range(len(state.evening.hand.done) + 1)
    return next((n for n in steps if hand_at(state, n).deal.dealt), 0)


@lru_cache(maxsize=700)
def _after(start: Record, done: tuple[Action, ...], you: Seat) -> tuple[Hand, tuple[Line, ...]]:
    """The hand after these actions, and what there is to tell of the last of them."""
    if not done:
        return start.start(), ()
    before = _after(start, done[:-1], you)[0]
    try:
        after = apply(before, done[-1])
    except IllegalAction as problem:
        raise RecordError(
            say("record.line", line=len(done), problem=problem.message), points=problem.points
        ) from None
    return after, tuple(_told(you, before, done[-1], after))


def _told(you: Seat, before: Hand, action: Action, after: Hand) -> list[Line]:
    lines = tell(you, before, action, after)
    if action.kind != "play":
        return lines
    own = "table.plays.you" if action.seat == you else "table.plays"
    return [(say(own, seat=action.seat, card=action.what[0]), ()), *lines]


def before_your_last(state: PlayState) -> Evening | None:
    """The evening at your last decision in this hand, once the cards are dealt; None if there is none, or if another
    person here has acted since."""
    done, evening = state.evening.hand.done, state.evening
    for n in range(len(done) - 1, -1, -1):
        if done[n].seat != state.you:
            if evening.session.place_of(done[n].seat) in evening.here:
                return None
            continue
        back = evening.in_hand(done=done[:n], picked=(), hints=0, resting=False, panel="")
        then = state_of(back)
        if then.yours and then.hand.deal.dealt and not _forced(then):
            return back
    return None


def _forced(state: PlayState) -> bool:
    """Whether there is nothing to decide: the cards are dealt without anybody being asked how, there is only one
    thing to do, or all come to the same, as with places of the talon of which nothing is known. A card that must be
    played is played by hand, but for the last one."""
    if state.phase == "deal":
        return not state.evening.asks_how_to_deal
    if state.aside or state.options is None:
        return False
    if state.kind == "play":
        return len(state.hand.holds(state.you)) == 1
    if state.options.kinds in (("look",), ("pick",)) and not _seen_of_talon(state):
        return True
    if state.options.several:
        return len(state.options.actions) == 1
    return len(state.options.legal) == 1  # what may be done besides nobody is asked for


def _seen_of_talon(state: PlayState) -> bool:
    seen = view(state.hand, state.you)
    return bool(seen.talon_seen or seen.exposed)


def goes_by_itself(state: PlayState) -> bool:
    """Whether nothing waits for you: another player acts, or you have nothing to choose."""
    return not state.over and not state.due and (not state.yours or _forced(state))
