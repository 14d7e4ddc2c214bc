"""Look for the deals of the hands with a coach. `python -m taroky_devtools.coached_deals` prints the table of
taroky_tutorials.play_page.coached_deals; with ids of games, their rows alone."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import count

from taroky import rules
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.play_page import coached_deals
from taroky_tutorials.play_page.coached_deals import COACHED_HANDS
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.coaching.moment import Moment
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.events import update
from taroky_tutorials.play_page.modes import coached_session
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.seating import with_coach
from taroky_tutorials.play_page.state import PlayState, state_of

#: The most touches from the home page, the one that leads to the table counted, until your first card lies there.
MOST_TOUCHES = 8
#: What the coach says in a hand in which all happens that a first hand shows.
SHOWN = ("hand", "trick", "trump", "points", "little_home")


@dataclass(frozen=True)
class Walk:
    """A hand played as the coach advises. touches: how many until your first card, the one that leads to the table counted;
    lines: what the coach has said, in its order; yours_first: whether you are asked before anybody else has acted."""

    state: PlayState
    touches: int
    lines: tuple[str, ...]
    yours_first: bool

    @property
    def brought(self) -> Decimal:
        """Return what the hand has brought you."""
        return Moment(self.state).brought

    @property
    def played_out(self) -> bool:
        """Whether it was played to its last trick."""
        return not self.state.hand.ended and bool(self.state.hand.play.tricks)

    @property
    def tells_all(self) -> bool:
        """Whether all happens in it that a first hand shows: you are asked first, you win on the side of the declarer, a
        partner is found where the game has one, the lowest tarok is brought home, and the way to your first card is
        short."""
        hand, you = self.state.hand, self.state.you
        called = any(row.sides == "called" for row in hand.table.contracts.values())
        return (
            self.played_out
            and self.state.over
            and self.yours_first
            and self.touches <= MOST_TOUCHES
            and you in hand.declarers
            and set(self.lines) >= {*SHOWN, *(["partner"] if called else [])}
            and self.brought > 0
        )


def first_evening(game: str, number: int = 0) -> Evening:
    """The table of one of the hands with a coach, as if those before it were over."""
    evening = with_coach(game)
    if not number:
        return evening
    session = coached_session(evening.table, evening.session.players, number)
    later = replace(evening, session=session, records=("",) * number)
    return dealt(replace(later, hand=later.new_hand()))


def what_is_advised(state: PlayState) -> dict[str, str] | None:
    """Return the next touch of a player who does what the coach says; None where the table goes on by itself."""
    go = {"go": str(len(state.evening.hand.done))}
    if coach.waits(state):
        return go
    touches = coach.touches(state)
    if not touches:
        return None
    (value,) = touches
    if value == "done":
        return {"done": "1"}
    return {"tap": value} if value in state.hand.holds(state.you) else {"act": value}


def walk(evening: Evening, declaring: bool = False) -> Walk:
    """The hand of this evening as the coach advises, and where the coach is silent as it would be advised. declaring: only
    as far as it is known that you are not on the declarer's side."""
    state = state_of(evening)
    yours_first = state.yours and not state.hand.auction.calls
    touches = 1
    lines: list[str] = []
    first_card = False
    while not (state.over and not state.resting):
        if declaring and state.phase == "play" and state.you not in state.hand.declarers:
            break
        shown = coach.line(state)
        if shown is not None:
            lines.append(shown.name)
        event, advised = what_is_advised(state), Moment(state).advised
        if event is None and advised is not None:
            state = state_of(coach.acted(state, state.evening.with_done(advised)))
            continue
        touches += event is not None and not first_card
        first_card = first_card or (event is not None and "tap" in event)
        state = update(
            state.evening, event or {"go": str(len(state.evening.hand.done))}, patient=True
        ).state
    if (shown := coach.line(state)) is not None:
        lines.append(shown.name)
    return Walk(state, touches, tuple(dict.fromkeys(lines)), yours_first)


def search(game: str) -> Iterator[int]:
    """Yield the number of each hand's deal."""
    table = rules.load(game).table
    row: list[int] = []
    for number in range(COACHED_HANDS):
        for deal in count(row[-1] + 1 if row else 0):
            coached_deals.DEALS[table] = (*row, deal)
            evening = first_evening(game, number)
            if not number and not state_of(evening).yours:
                continue
            walked = walk(evening, declaring=not number)
            if walked.played_out if number else walked.tells_all:
                break
        row.append(deal)
        yield deal


def main() -> int:
    parser = argparse.ArgumentParser(description="Looks for the deals of the hands with a coach.")
    parser.add_argument("games", nargs="*", default=COURSES)
    for game in parser.parse_args().games:
        print(f'    "{rules.load(game).table}": {tuple(search(game))},', flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
