"""What the tests of tables and links changed at random share: counting what came of them, and the
command line. Whatever fails is named by a seed that gives the same again."""

from __future__ import annotations

import argparse
import json
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from taroky.cli.progress import counted

#: All of it has to do with so much memory.
MOST_BYTES = 2 * 1024**3
#: Makes a mutant from a seed: its kind, and what `Try` is to be given.
Make = Callable[[str], tuple[Any, ...]]
#: What came of a mutant, in a word. Raises for what must not be.
Try = Callable[..., str]


class TooLong(Exception):
    """It took longer than it may take."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stops what takes more processor time: on a busy machine, nothing else says whose fault it is."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong(f"more than {seconds} seconds of the processor")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@dataclass
class Tally:
    """What came of the mutants."""

    kinds: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, str]] = field(default_factory=list)
    slowest: float = 0.0


def run(make: Make, attempt: Try, count: int, seed: str = "1") -> Tally:
    """Try this many mutants; failures are printed to stderr as they come."""
    tally = Tally()
    for n in counted(range(count), count):
        key = f"{seed}/{n}"
        kind, *mutant = make(key)
        started = time.process_time()
        try:
            end = attempt(*mutant)
        except Exception as problem:  # whatever it is, the mutant is to be had again
            end = "failed"
            text = f"{type(problem).__name__}: {problem}"[:400]
            tally.failures.append({"seed": key, "kind": kind, "problem": text})
            print(json.dumps({"failure": tally.failures[-1]}), file=sys.stderr)
        tally.slowest = max(tally.slowest, time.process_time() - started)
        tally.kinds[kind] += 1
        tally.ends[end] += 1
    return tally


def main(what: str, make: Make, attempt: Try, show: Callable[[str], None]) -> int:
    """Makes and tries all of them, prints a JSON line; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=f"{what.capitalize()} changed at random.")
    parser.add_argument(f"--{what}", type=int, default=10_000, dest="count")
    parser.add_argument("--seed", default="1", help=f"the same seed, the same {what}")
    parser.add_argument("--show", help="print what a seed such as 1/42 makes, and what comes of it")
    args = parser.parse_args()
    if args.show:
        show(args.show)
        return 0
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    started = time.perf_counter()
    tally = run(make, attempt, args.count, args.seed)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        json.dumps(
            {
                what: args.count,
                "failed": len(tally.failures),
                "kinds": dict(tally.kinds.most_common()),
                "ends": dict(tally.ends.most_common()),
                "slowest_seconds": round(tally.slowest, 2),
                "peak_megabytes": peak,
                "seconds": round(time.perf_counter() - started, 1),
            },
            ensure_ascii=False,
        )
    )
    return 1 if tally.failures else 0
