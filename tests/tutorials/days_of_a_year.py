"""Hands of the day, played by the computer's players in all seats: in each a card falls. `python
tests/tutorials/days_of_a_year.py` plays those of a whole year in every game, which takes long; the tests play some."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from datetime import date, timedelta

from taroky import rules
from taroky.game import current, legal
from taroky.game.view import view
from taroky.hand import Action
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.links.same_deal import of_the_day
from taroky_tutorials.play_page.opponents import decision
from taroky_tutorials.play_page.state import PlayState, state_of

#: The first day whose hand is one that gets played.
FIRST = date(2026, 11, 28)


def days(first: date, many: int, step: int = 1) -> Iterator[str]:
    """Yield so many days, each so many days after the one before."""
    for number in range(many):
        yield (first + timedelta(days=number * step)).isoformat()


def gets_to_the_cards(evening: Evening) -> bool:
    """Whether those who sit there, and a rule of thumb in your place, come to the first card. Nobody thinks long
    about what cannot end a hand: which cards go, and what is announced."""
    state = state_of(evening)
    while (asked := current(state.hand)) is not None and asked[0].name != "play":
        state = state_of(state.evening.with_done(_decision(state, asked[0].name)))
    return asked is not None


def _decision(state: PlayState, phase: str) -> Action:
    options = legal(state.hand)
    assert options is not None
    if phase == "auction" or options.of("choose"):
        return decision(state, patient=True)
    lot = random.Random(f"{state.evening.seed}/{len(state.evening.hand.done)}")
    return RuleOfThumb(state.hand.table, lot).act(view(state.hand, options.seat), options)[0]


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays hands of the day up to their first card.")
    parser.add_argument("--first", type=date.fromisoformat, default=FIRST, help="the first day")
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--rules", nargs="*", default=rules.ids())
    args = parser.parse_args()
    unplayed = 0
    for game in args.rules:
        ended = [
            day
            for day in days(args.first, args.days)
            if not gets_to_the_cards(of_the_day(day, game))
        ]
        unplayed += len(ended)
        print(f"{game}: {args.days - len(ended)} of {args.days} played", *ended, flush=True)
    return 1 if unplayed else 0


if __name__ == "__main__":
    raise SystemExit(main())
