"""Run simulations and keep their figures: `make strategy`, `make strategy ARGS="lead memory"`.

Without a name all are run, which takes about half an hour of one processor. Each is written into
docs/strategy/figures.json as soon as it is done.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path

from taroky_build.strategy import figures, kept_results

from taroky_devtools.cluster import each, workers
from taroky_devtools.strategy import announcing, bidding, deals, discarding, leading

EXPERIMENTS = {
    one.id: one
    for room in (deals, leading, discarding, bidding, announcing)
    for one in room.EXPERIMENTS
}


def main() -> int:
    """Runs what was named; 2 for a name that is none."""
    parser = argparse.ArgumentParser(description="Run simulations and keep their figures.")
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(EXPERIMENTS)} (all)")
    parser.add_argument("--hands", type=int, help="show the figures of so many hands, keep nothing")
    parser.add_argument("--workers", type=int, help="processes of this machine (one a processor)")
    parser.add_argument(
        "--scheduler", default="", help="address of a Dask scheduler to use instead"
    )
    args = parser.parse_args()
    for name in args.names:
        if name not in EXPERIMENTS:
            sys.stderr.write(
                f"There is no simulation {name}; there are {', '.join(EXPERIMENTS)}.\n"
            )
            return 2
    with workers(args.workers, args.scheduler) as client:
        for name in args.names or EXPERIMENTS:
            started = time.perf_counter()
            one, spread = EXPERIMENTS[name], partial(each, client)
            if args.hands:
                for key, (n, mean, half) in one.run(args.hands, spread).items():
                    print(f"{name}/{key}: {mean:.3f} ± {half:.3f} ({n:.0f} hands)")
            else:
                figures.keep(
                    kept_results.file(Path.cwd(), "figures"), name, one.kept(spread=spread)
                )
            seconds = time.perf_counter() - started
            print(f"{name}: {args.hands or one.hands} hands, {seconds:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
