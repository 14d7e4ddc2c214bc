"""How long players think in the browser, and what memory they take: one JSON line for each level.

    python -m taroky_devtools.bench_players SITE [RULES]
    python -m taroky_devtools.bench_players here 0.43 [RULES]

A seat is played by the level, the others by rules of thumb. Seconds by the clock on the wall, over all
decisions with something to choose; megabytes by which the memory of the browser's Python grew. The second
form needs no browser and no quiet machine: it takes the processor time of this Python, and the
browser's Python to run at 0.43 of its speed, limits of time included.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright
from taroky.players.roster import LEVELS

from taroky_devtools.bench import in_pyodide
from taroky_devtools.browsers import FLAGS, MISSING, find
from taroky_devtools.static_server import serve

#: Hands of each level.
HANDS = 6
_CODE = """
import json, random
from taroky import rules
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
table = rules.load({rules!r})
before = memory()
start = clock()
from taroky.players.roster import LEVELS, player
imported = clock() - start
times = []
for n in range({hands}):
    rng = random.Random(f"bench/{{n}}")
    hand = undealt(table, table.cards.shuffled(rng))
    seat = table.active[n % len(table.active)]
    thinks = player({level!r}, table, random.Random(n), seconds=LEVELS[{level!r}].seconds)
    for one in (thinks, getattr(thinks, "worse", None)):
        if hasattr(one, "clock"):
            one.clock = clock
    others = player("thumb", table, random.Random(n))
    while (asked := current(hand)) is not None:
        options = legal(hand)
        seen = view(hand, asked[1])
        if asked[1] != seat:
            hand = apply(hand, others.act(seen, options)[0])
            continue
        start = clock()
        action = thinks.act(seen, options)[0]
        if len(options.legal) > 1:
            times.append(clock() - start)
        hand = apply(hand, action)
times.sort()
print(json.dumps([len(times), times[len(times) // 2], times[int(len(times) * 0.95)], times[-1],
                  imported, (memory() - before) / 1e6]))
"""
#: The clock and the memory of the browser's Python, and those of this one.
_IN_BROWSER = """
import time
import pyodide_js
clock = time.perf_counter
def memory():
    return pyodide_js._module.HEAPU8.length
"""
_HERE = """
import time
def clock():
    return time.process_time() / {speed}
def memory():
    return 0
"""


def main() -> int:
    """Measures all levels; 1 without a browser."""
    if sys.argv[1] == "here":
        speed, game = float(sys.argv[2]), (sys.argv[3:] or ["hlucin"])[0]
        for level in LEVELS:
            code = (_HERE + _CODE).format(speed=speed, rules=game, hands=HANDS, level=level)
            with contextlib.redirect_stdout(io.StringIO()) as output:
                exec(code, {})  # the code above, and nothing else
            _show(level, game, json.loads(output.getvalue()))
        return 0
    if find() is None:
        print(MISSING, file=sys.stderr)
        return 1
    site, game = Path(sys.argv[1]), (sys.argv[2:] or ["hlucin"])[0]
    with serve(site, compress=True) as server, sync_playwright() as playwright:
        for level in LEVELS:
            browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
            page = browser.new_page()
            page.goto(server.url)
            code = _CODE.format(rules=game, hands=HANDS, level=level)
            figures = in_pyodide(page, site, _IN_BROWSER + code)
            browser.close()
            _show(level, game, figures)
    return 0


def _show(level: str, game: str, figures: Sequence[float]) -> None:
    n, median, most, worst, imported, grown = figures
    print(
        json.dumps(
            {
                "level": level,
                "rules": game,
                "decisions": n,
                "median_s": round(median, 3),
                "p95_s": round(most, 3),
                "worst_s": round(worst, 3),
                "import_s": round(imported, 3),
                "memory_mb": round(grown, 1),
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    raise SystemExit(main())
