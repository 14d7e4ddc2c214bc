"""Measure how many steps a second programs that learn get, beside OpenSpiel's tarok and a game of tricks of
RLCard's, and print one JSON object. Needs the engine with its extra `rl`, and the others where they are
installed. A step: the mask of what is legal and what is observed, one of it drawn at random, and done. Times
are processor time.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from taroky.rl import HandEnvironment

SECONDS = 4.0


def of_taroky(rng: random.Random) -> int:
    """Play a hand; return its steps."""
    hands = HANDS
    hands.reset(seed=rng.getrandbits(32))
    steps = 0
    while not hands.terminations["player_0"]:
        seen = hands.observe(hands.agent_selection)
        hands.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        steps += 1
    return steps


def of_openspiel(game: Any, rng: random.Random) -> int:
    """Play a hand of tarok; return its steps. It has no tensor of what is observed, but a text."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
            continue
        np.flatnonzero(state.legal_actions_mask())
        state.information_state_string()
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    return steps


def of_rlcard(game: Any, rng: random.Random) -> int:
    """Play a hand of bridge, its nearest game; return its steps."""
    state, _ = game.reset()
    steps = 0
    while not game.is_over():
        state, _ = game.step(rng.choice(list(state["legal_actions"])))
        steps += 1
    return steps


def per_second(once: Callable[[], int]) -> float:
    """Steps in a second of processor time, after a first hand."""
    once()
    done, start = 0, time.process_time()
    while (passed := time.process_time() - start) < SECONDS:
        done += once()
    return done / passed


HANDS = HandEnvironment("hlucin")


def main() -> None:
    """Measure all that are here, each one's turn after the other's."""
    rng = random.Random(1)
    turns = {"taroky": lambda: of_taroky(rng)}
    with contextlib.suppress(ImportError):
        tarok = importlib.import_module("pyspiel").load_game("tarok(players=4)")
        turns["openspiel"] = lambda: of_openspiel(tarok, rng)
    with contextlib.suppress(ImportError):
        bridge = importlib.import_module("rlcard").make("bridge", config={"seed": 1})
        turns["rlcard"] = lambda: of_rlcard(bridge, rng)
    print(json.dumps({name: per_second(once) for name, once in turns.items()}))


if __name__ == "__main__":
    main()
