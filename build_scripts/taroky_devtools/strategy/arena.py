"""Find out which of two levels of player is stronger, by playing the same cards with both. `make
arena`.

A deal is played once by four players of the lower level, and once for each seat with a player of the
higher level in that seat. What counts is how much more that seat got, on average over the seats; the
luck of the cards is in both and cancels. Deal number n of a seed is always the same, so a test plays the
first ones again.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.bot import Bot
from taroky.players.playout.money import worth
from taroky.players.roster import LEVELS, player
from taroky.rules.table import Seat, Table
from taroky.settling.paying import finished_facts, settle
from taroky_build.strategy import kept_results

from taroky_devtools.cluster import each, workers
from taroky_devtools.strategy.experiment import Z

#: How many deals a table of the docs rests on, if the command names no number: those of a level that
#: thinks long cost most.
DEALS = {"thumb": 400, "club": 100, "master": 100}
#: How many deals are kept one by one, for a test that plays them again.
_AGAIN = 2


@dataclass(frozen=True)
class Duel:
    """A level against the one below it, in one rule set."""

    game: str
    above: str
    below: str
    seed: str = "1"

    @property
    def id(self) -> str:
        """How files and commands name it."""
        usual = (self.below, self.above) in pairwise(LEVELS)
        return f"{self.game}/{self.above}" + ("" if usual else f"/{self.below}")


@dataclass(frozen=True)
class Deal:
    """One deal of a duel, by its number."""

    duel: Duel
    number: int


def duels(
    games: Sequence[str], levels: Sequence[str], seed: str, lower: str = ""
) -> Iterator[Duel]:
    """These levels, each against the one below or against this lower one, in each of these rule
    sets."""
    for below, above in pairwise(LEVELS):
        for name in games:
            if above in levels:
                yield Duel(name, above, lower or below, seed)


#: What a player of a level has done in a seat after these actions, and the state of its luck then.
Done = dict[tuple[str, Seat, tuple[Action, ...]], tuple[Action, Any]]


def gain(deal: Deal) -> float:
    """How much more a seat got with the higher level in it, on average over the seats, in the unit of
    the rule set."""
    duel, table = deal.duel, rules.load(deal.duel.game)
    done: Done = {}
    same = _play(table, deal, {}, done)
    gains = [
        _play(table, deal, {seat: duel.above}, done)[seat] - same[seat] for seat in table.active
    ]
    return sum(gains) / len(gains)


def _play(table: Table, deal: Deal, levels: Mapping[Seat, str], done: Done) -> dict[Seat, float]:
    """Return what each seat gets when the seats named are played by these levels, the others by the
    lower."""
    key = f"{deal.duel.game}/{deal.duel.seed}/{deal.number}"
    hand = undealt(table, table.cards.shuffled(random.Random(key)))
    return play(
        {seat: levels.get(seat, deal.duel.below) for seat in hand.at_table}, hand, key, done
    )


def play(
    level_of: Mapping[Seat, str],
    hand: Hand,
    key: str,
    done: Done,
    make: Callable[[str, Table, random.Random], Bot] = player,
) -> dict[Seat, float]:
    """Return what each seat gets when this hand is played by these levels. key: what their luck is drawn from;
    done: decisions that were made before in the same deal after the same actions are made again, and not
    thought about again; make: a player by its name."""
    table = hand.table
    luck = {seat: random.Random(f"{key}/{seat}") for seat in hand.at_table}
    players = {seat: make(level, table, luck[seat]) for seat, level in level_of.items()}
    while (asked := current(hand)) is not None:
        seat, options = asked[1], legal(hand)
        assert options is not None
        moment = (level_of[seat], seat, hand.actions)
        if moment in done:
            action, state = done[moment]
            luck[seat].setstate(state)
        else:
            action = players[seat].act(view(hand, seat), options)[0]
            done[moment] = action, luck[seat].getstate()
        hand = apply(hand, action)
    return worth(settle(table, finished_facts(hand)), table.active)


def figure(gains: Sequence[float]) -> tuple[float, float]:
    """Mean and half the width of its 95% interval."""
    n = len(gains)
    mean = sum(gains) / n
    spread = sum((value - mean) ** 2 for value in gains)
    return mean, Z * (spread / (n * (n - 1))) ** 0.5 if n > 1 else float("inf")


# -- kept as data ----------------------------------------------------------------------------------


def _command(duel: Duel, deals: int) -> str:
    below = f" --below {duel.below}" if duel.id.endswith(f"/{duel.below}") else ""
    return f'make arena ARGS="--rules {duel.game} --levels {duel.above}{below} --deals {deals}"'


def keep(path: Path, duel: Duel, gains: Sequence[float]) -> None:
    """Write one duel into the file."""
    mean, half = figure(gains)
    entry = {
        "rules": duel.game,
        "above": duel.above,
        "below": duel.below,
        "seed": duel.seed,
        "deals": len(gains),
        "unit": rules.load(duel.game).unit.name,
        "gain": [round(mean, 4), round(half, 4)],
        "command": _command(duel, len(gains)),
        "first": [round(value, 6) for value in gains[:_AGAIN]],
    }
    known = dict(sorted({**kept_results.load(path), duel.id: entry}.items()))
    lines = [
        f" {json.dumps(name)}: {json.dumps(one, ensure_ascii=False)}" for name, one in known.items()
    ]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def main() -> int:
    """Plays all duels asked for; 1 if one of them does not show its upper level to be the stronger."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rules", nargs="*", default=list(rules.ids()), choices=rules.ids())
    upper = [above for _, above in pairwise(LEVELS)]
    parser.add_argument("--levels", nargs="*", default=upper, choices=upper)
    parser.add_argument(
        "--below", default="", choices=[*LEVELS], help="another level to play against"
    )
    parser.add_argument("--deals", type=int, help="how many; if not given, what the docs rest on")
    parser.add_argument("--seed", default="1", help="the same seed, the same cards")
    parser.add_argument("--workers", type=int, help="processes of this machine (one a processor)")
    parser.add_argument(
        "--scheduler", default="", help="address of a Dask scheduler to use instead"
    )
    parser.add_argument("--show", action="store_true", help="show the figures, keep nothing")
    args = parser.parse_args()
    unproven = 0
    with workers(args.workers, args.scheduler) as client:
        for duel in duels(args.rules, args.levels, args.seed, args.below):
            started = time.perf_counter()
            count = args.deals or DEALS[duel.above]
            gains = [*each(client, gain, [Deal(duel, n) for n in range(count)])]
            mean, half = figure(gains)
            unproven += mean - half <= 0
            if not args.show:
                keep(kept_results.file(Path.cwd(), "arena"), duel, gains)
            unit = rules.load(duel.game).unit.name
            print(
                f"{duel.game}: {duel.above} over {duel.below} {mean:+.3f} ± {half:.3f} {unit} a hand "
                f"and seat, {count} deals, {time.perf_counter() - started:.0f} s",
                flush=True,
            )
    return 1 if unproven else 0


if __name__ == "__main__":
    sys.exit(main())
