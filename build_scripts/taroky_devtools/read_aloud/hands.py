"""Tables with house options, and hands played at them, all drawn from fixed seeds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from taroky import rules
from taroky.errors import TarokyError
from taroky.game import legal
from taroky.game.view import view
from taroky.hand import Action
from taroky.players.roster import player
from taroky_tutorials.play_page import opponents
from taroky_tutorials.play_page.customs import known
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import PlayState, state_of

#: How many house tables of each game.
_HOUSES = 1
#: How many options a house table chooses at most.
_MOST_CHOSEN = 6
#: Sits down at a house table, in every language.
TITLE = "Lípa"


@cache
def games() -> tuple[str, ...]:
    """All rule sets and a few house tables of each, as ids and packed names."""
    houses = (house(game, number) for game in rules.ids() for number in range(_HOUSES))
    return (*rules.ids(), *houses)


def house(game: str, number: int) -> str:
    """A house table with options drawn at random that go together, by its packed name."""
    rng = random.Random(f"{game}/{number}")
    menu = rules.load(game).options
    while True:
        keys = rng.sample(sorted(menu), min(len(menu), _MOST_CHOSEN))
        chosen: dict[str, str] = {}
        for key in keys:
            chosen |= {key: rng.choice([*menu[key].values]), **menu[key].needs}
        own = {"table": "lipa", "title": TITLE, "extends": game, "choose": chosen}
        try:
            return rules.pack(own)
        except TarokyError:
            continue  # they do not go together


@cache
def played() -> tuple[tuple[PlayState, ...], ...]:
    """Hands, each as its states from the first action to the last."""
    return tuple((*_states(game, number),) for number, game in enumerate(games()))


def _states(game: str, number: int) -> Iterator[PlayState]:
    """A hand: before the first card everybody does anything that is allowed, then they play by rules of
    thumb. Every second hand has all customs of its game."""
    customs = known(game) if number % 2 else ()
    state = state_of(sit_down({"rules": game, "seed": f"{number}"}, customs))
    while not state.over:
        state = state_of(state.evening.with_done(_action(state, number)))
        yield state


def _action(state: PlayState, number: int) -> Action:
    options = legal(state.hand)
    assert options is not None
    if options.phase in ("deal", "play"):
        return opponents.decision(state, patient=True)
    rng = random.Random(f"{number}/{len(state.hand.actions)}")
    bot = player("random", state.hand.table, rng)
    return bot.act(view(state.hand, options.seat), options)[0]
