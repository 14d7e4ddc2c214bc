"""How even the seating of tournaments comes out and how long it takes: one JSON line for each size.

    python -m taroky_devtools.bench_seating [SITE]

`repeats` counts how often a pair meets again, `bound` what it cannot be less than by counting,
`at_random` what it is on the average where every round is drawn by itself; `ms` is processor time. With
the folder of a built site two draws are timed in the browser's Python, too, by the clock on the wall.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright
from taroky_tutorials.sheets.tournament import seating
from taroky_tutorials.sheets.tournament.seating import Seats

from taroky_devtools.bench import in_pyodide
from taroky_devtools.browsers import FLAGS, MISSING, find
from taroky_devtools.static_server import serve

#: People, rounds, and whether there may be tables of five.
SIZES = (
    (12, 4, False),
    (16, 5, False),
    (20, 5, False),
    (23, 5, False),
    (23, 5, True),
    (24, 5, False),
    (24, 6, False),
    (40, 5, False),
    (61, 5, True),
    (100, 5, False),
    (200, 5, False),
    (203, 5, True),
    (400, 5, False),
)
#: Draws of each size, with different seeds.
DRAWS = 5
#: Timed in the browser: the largest, and one that is searched to the end.
_BROWSER = ((200, 5, False), (23, 5, True))
_CODE = """
import json, time
from taroky_tutorials.sheets.tournament import seating
found = []
for people, rounds, larger in {sizes}:
    times = []
    for lot in range({draws}):
        start = time.perf_counter()
        seating.draw([range(1, people + 1)] * rounds, (), (4, 5), 4, larger, str(lot))
        times.append(time.perf_counter() - start)
    found.append(sorted(times)[len(times) // 2] * 1000)
print(json.dumps(found))
"""


def measure(people: int, rounds: int, larger: bool) -> dict[str, object]:
    """Several draws of one size: the median of the time, the best and the worst seating."""
    groups = [range(1, people + 1)] * rounds
    times, again, least = [], [], 0
    for lot in range(DRAWS):
        start = time.process_time()
        plan = seating.draw(groups, (), (4, 5), 4, larger, str(lot))
        times.append((time.process_time() - start) * 1000)
        again.append(seating.repeats(plan))
        least = seating.bound(plan)
    return {
        "people": people,
        "rounds": rounds,
        "fives": larger,
        "repeats": [min(again), max(again)],
        "bound": least,
        "at_random": round(_at_random(people, rounds, larger), 1),
        "ms": round(statistics.median(times), 1),
    }


def _at_random(people: int, rounds: int, larger: bool) -> float:
    rng = random.Random(1)
    shape = seating.sizes(people, (4, 5), 4, larger) or ()
    repeats = []
    for _ in range(20):
        plan = []
        for _ in range(rounds):
            left = rng.sample(range(people), people)
            plan.append(Seats(tuple(tuple(left.pop() for _ in range(n)) for n in shape)))
        repeats.append(seating.repeats(plan))
    return statistics.mean(repeats)


def in_browser(site: Path) -> None:
    """The times of the browser's Python."""
    code = _CODE.format(sizes=repr(_BROWSER), draws=DRAWS)
    with serve(site, compress=True) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        page = browser.new_page()
        page.goto(server.url)
        times = in_pyodide(page, site, code)
        browser.close()
    for (people, rounds, larger), ms in zip(_BROWSER, times, strict=True):
        line = {"people": people, "rounds": rounds, "fives": larger, "python": "Pyodide"}
        print(json.dumps({**line, "ms": round(ms, 1)}), flush=True)


def main() -> int:
    for people, rounds, larger in SIZES:
        print(json.dumps(measure(people, rounds, larger)), flush=True)
    if len(sys.argv) > 1:
        if find() is None:
            print(MISSING, file=sys.stderr)
            return 1
        in_browser(Path(sys.argv[1]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
