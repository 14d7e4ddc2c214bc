"""Random whole hands of every rule set with random house options, none of which may fail.

    python tests/engine/soak.py --hands 100000 --rules heun french --workers 2

Prints a JSON line for each rule set: hands, option sets, how hands ended, seconds, failures. For each
failure (the first few of a rule set) another line says how to have that hand again. Ends with 1 if
anything failed. Not part of `make test`; run with `make soak`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import holding
from taroky import rules
from taroky.cli import trying
from taroky_devtools.cluster import each, workers

#: At most so many hands are played with one set of options before others are drawn.
_BATCH = 200
_SHOWN = 5


@dataclass
class Tally:
    """What came of some hands of one rule set."""

    hands: int = 0
    seconds: float = 0.0
    options: set[str] = field(default_factory=set)
    ended: Counter[str] = field(default_factory=Counter)
    contracts: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, Any]] = field(default_factory=list)
    failed: int = 0

    def add(self, other: Tally) -> None:
        self.hands += other.hands
        self.seconds += other.seconds
        self.options |= other.options
        self.ended += other.ended
        self.contracts += other.contracts
        self.failures += other.failures
        self.failed += other.failed


def batch(game: str, seed: str, hands: int) -> Tally:
    """Play this many hands with one set of options drawn from the seed."""
    started = time.process_time()
    rng = random.Random(f"{seed}/options")
    chosen = holding.choose_options(game, rng, most=6)
    table = rules.load(game, chosen)
    tally = Tally(options={json.dumps(chosen, sort_keys=True)})
    for n in range(hands):
        key = f"{seed}/{n}"
        bot = "random" if rng.random() < 0.75 else "thumb"
        players = rng.choice(table.seats.players)
        try:
            # Telling, looking and replaying take longer than playing.
            hand = trying.try_hand(table, key, bot, players, whole=n % 10 == 0)
            holding.check_points(hand)
            holding.check_payments(hand)
            tally.ended[hand.ended or "played"] += 1
            tally.contracts[hand.contract or "none"] += 1
        except Exception as problem:  # whatever it is, the hand is to be had again
            tally.failed += 1
            if len(tally.failures) < _SHOWN:
                tally.failures.append(
                    {
                        "rules": game,
                        "seed": key,
                        "bot": bot,
                        "players": players,
                        "options": chosen,
                        "problem": f"{type(problem).__name__}: {problem}"[:300],
                    }
                )
        tally.hands += 1
    tally.seconds = time.process_time() - started
    return tally


def played(job: tuple[str, str, int]) -> Tally:
    """A batch by its rule set, seed and number of hands, as it comes to a worker."""
    return batch(*job)


def main() -> int:
    """Plays all hands; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--hands", type=int, default=10_000, help="how many of each rule set")
    parser.add_argument("--rules", nargs="*", default=list(rules.ids()), help="rule sets (all)")
    parser.add_argument("--seed", default="1", help="the same seed, the same hands")
    parser.add_argument("--workers", type=int, help="processes of this machine (one a processor)")
    parser.add_argument(
        "--scheduler", default="", help="address of a Dask scheduler to use instead"
    )
    args = parser.parse_args()
    size = max(5, min(_BATCH, args.hands // 100))
    failed = 0
    with workers(args.workers, args.scheduler) as client:
        for game in args.rules:
            clock = time.perf_counter()
            sizes = [min(size, args.hands - start) for start in range(0, args.hands, size)]
            jobs = [(game, f"{args.seed}/{i}", n) for i, n in enumerate(sizes)]
            tally = Tally()
            for batch in each(client, played, jobs):
                tally.add(batch)
            for failure in tally.failures[:_SHOWN]:
                print(json.dumps({"failure": failure}, ensure_ascii=False), flush=True)
            print(
                json.dumps(
                    {
                        "rules": game,
                        "hands": tally.hands,
                        "failed": tally.failed,
                        "option_sets": len(tally.options),
                        "ended": dict(tally.ended.most_common()),
                        "contracts": dict(tally.contracts.most_common()),
                        "processor_seconds": round(tally.seconds, 1),
                        "seconds": round(time.perf_counter() - clock, 1),
                    },
                    ensure_ascii=False,
                ),
                flush=True,
            )
            failed += tally.failed
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
