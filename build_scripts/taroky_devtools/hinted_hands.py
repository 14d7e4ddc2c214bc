"""Hands played by the table’s hints, and what the table’s review says of them: `python -m
taroky_devtools.hinted_hands --hands 50`. It should find no mistake in any."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from taroky import rules
from taroky_tutorials.play_page import opponents, review
from taroky_tutorials.play_page.hints import advised
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import PlayState, state_of


def played_by_hints(game: str, seed: str) -> PlayState:
    """A hand of the first person played to its end: wherever there is a hint, something that it lets one
    do."""
    rng = random.Random(seed)
    state = state_of(sit_down({"rules": game, "level": "thumb", "seed": seed}))
    while not state.over:
        action = (
            rng.choice(advised(state))
            if state.may_hint
            else opponents.decision(state, patient=True)
        )
        state = state_of(state.evening.with_done(action))
    return state


def mistakes(state: PlayState) -> tuple[int, list[tuple[int, str]]]:
    """How many decisions the review has looked at, and those that it calls mistakes with their price."""
    judged = [review.judge(state, number) for number in review.decisions(state)]
    return len(judged), [(number, cost) for number, cost in judged if cost]


def main(args: Sequence[str] | None = None) -> None:
    """Play, review and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=11, help="how many in all, game after game")
    parser.add_argument("--seed", default="hinted", help="which hands")
    options = parser.parse_args(args)
    games = rules.ids()
    looked, mistaken = 0, 0
    for number in range(options.hands):
        game = games[number % len(games)]
        state = played_by_hints(game, f"{options.seed}/{number}")
        decisions, wrong = mistakes(state)
        looked, mistaken = looked + decisions, mistaken + len(wrong)
        for place, cost in wrong:
            print(f"{game} {options.seed}/{number}: action {place} costs {cost}", flush=True)
    print(f"{options.hands} hands, {looked} decisions, {mistaken} mistakes")


if __name__ == "__main__":
    main()
