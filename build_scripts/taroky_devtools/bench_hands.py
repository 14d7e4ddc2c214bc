"""Measure what hands cost, and print one JSON object of numbers. Runs in CPython and in Pyodide alike,
and beside OpenSpiel's tarok where that is installed. It needs the engine and nothing else of ours.
Times are processor time.

Hands are played at the lowest bid, so that they run their full length, cards drawn at random; the house
option keeps an unchallenged hand from being paid without play.
"""

import contextlib
import gc
import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from taroky import rules
from taroky.game import apply, current, dealt, legal, replay
from taroky.hand import Action, Hand, Legal
from taroky.players.playout import play_out
from taroky.players.simulate import play_hands
from taroky.settling.paying import finished_facts, settle

pyspiel: Any = None
with contextlib.suppress(ImportError):
    pyspiel = importlib.import_module("pyspiel")

RULES = "hlucin"
TABLE = rules.load(RULES, {"povinnost.throw_in_unchallenged": "no"})
SECONDS = 1.5
WORLDS = 4096


def deal(rng: random.Random) -> Hand:
    """Cards dealt at random."""
    pack, size = TABLE.cards.shuffled(rng), TABLE.deal.hand
    hands = {seat: pack[i * size : (i + 1) * size] for i, seat in enumerate(TABLE.active)}
    return dealt(TABLE, hands, pack[len(TABLE.active) * size :])


def choose(options: Legal, hand: Hand, rng: random.Random) -> Action:
    """The lowest bid, nothing said, the first draws and discards; cards at random."""
    seat, phase = options.seat, options.phase
    if phase == "play":
        return rng.choice(options.actions("play"))
    if phase == "announce":
        return Action(seat, "say", ("nothing",))
    if phase == "auction":
        bids = [choice.what for choice in options.of("bid")]
        return Action(seat, "bid", ("pass" if hand.auction.calls else bids[0],))
    if phase == "discard":
        must = sorted(options.of("discard"), key=lambda choice: not choice.must)
        return Action(seat, "discard", tuple(c.what for c in must[: options.picks["discard"][0]]))
    choice = next(choice for choice in options.choices if choice.legal)
    return Action(seat, choice.kind, (choice.what,) if choice.what else ())


def play_on(hand: Hand, rng: random.Random) -> Hand:
    """The hand at its end, through legal() and apply()."""
    while (options := legal(hand)) is not None:
        hand = apply(hand, choose(options, hand, rng))
    return hand


def tarok(game: Any, rng: random.Random) -> None:
    """A hand of OpenSpiel's tarok at the lowest bid, cards at random."""
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[1])
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def per_second(once: Callable[[], None], many: int = 1) -> float:
    """How often in a second of processor time (other programs may be running), after a first time;
    many: how many one call does."""
    once()
    done, start = 0, time.process_time()
    while (passed := time.process_time() - start) < SECONDS:
        once()
        done += many
    return done / passed


def numbers() -> dict[str, float]:
    """All of them, each engine's turn after the other's."""
    rng = random.Random(1)
    deals = [deal(rng) for _ in range(50)]
    figures: dict[str, float] = {}
    if pyspiel is not None:
        game = pyspiel.load_game("tarok(players=4)")
        figures["tarok"] = per_second(lambda: tarok(game, rng))
    figures["public"] = per_second(lambda: void(play_on(rng.choice(deals), rng)))
    starts = []
    for hand in deals:
        while (asked := current(hand)) is not None and asked[0].name != "play":
            options = legal(hand)
            assert options is not None
            hand = apply(hand, choose(options, hand, rng))
        starts.append(hand)
    figures["cards"] = per_second(lambda: void(play_on(rng.choice(starts), rng)))
    figures["worlds"] = per_second(
        lambda: void(play_out([rng.choice(starts)], WORLDS, rng)), WORLDS
    )
    figures["bots"] = per_second(lambda: void(*play_hands(RULES, rng.randrange(10**6), 1)))
    finals = [play_on(hand, rng) for hand in deals]
    figures["settle"] = 1e6 / per_second(lambda: void(score(rng.choice(finals))))
    pairs = list(zip(deals, finals, strict=True))
    figures["replay"] = 1e6 / per_second(lambda: void(again(*rng.choice(pairs))))
    # the browser's Python has no module for that
    return figures if sys.platform == "emscripten" else figures | memory(rng)


def score(hand: Hand) -> object:
    """The settlement of a finished hand."""
    return settle(TABLE, finished_facts(hand))


def again(start: Hand, end: Hand) -> Hand:
    """The hand once more, from its actions."""
    return replay(start, end.actions)


def memory(rng: random.Random) -> dict[str, float]:
    """Bytes of a finished hand, and of a whole hand with every state on the way kept."""
    import tracemalloc

    start = deal(rng)
    play_on(start, rng)
    kept: list[Hand] = []
    gc.collect()
    tracemalloc.start()
    hand = start
    while (options := legal(hand)) is not None:
        hand = apply(hand, choose(options, hand, rng))
        kept.append(hand)
    del options
    gc.collect()
    whole = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    states = len(kept)
    kept.clear()
    gc.collect()
    tracemalloc.start()
    again(start, hand)
    finals = [again(start, hand) for _ in range(20)]
    gc.collect()
    final = tracemalloc.get_traced_memory()[0] / len(finals)
    tracemalloc.stop()
    return {"states": states, "state_bytes": whole / states, "final_bytes": final}


def void(*_: object) -> None:
    """Throw away whatever was worked out, and return nothing."""


print(json.dumps(numbers()))
