"""How long players think in the browser, and what memory they take: one JSON line for each level.

    python -m taroky_build.devtools.bench_players SITE [RULES]

A seat is played by the level, the others by rules of thumb. Seconds by the clock on the wall, over all
decisions with something to choose; megabytes by which the memory of the browser's Python grew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from taroky.players.roster import LEVELS

from taroky_build.devtools.bench import in_pyodide
from taroky_build.devtools.browsers import FLAGS, MISSING, find
from taroky_build.devtools.static_server import serve

#: Hands of each level.
HANDS = 6
_CODE = """
import json, random, time
import pyodide_js
from taroky import rules as tables
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
table = tables.load({rules!r})
def memory():
    return pyodide_js._module.HEAPU8.length
before = memory()
start = time.perf_counter()
from taroky.players.roster import LEVELS, player
imported = time.perf_counter() - start
times = []
for n in range({hands}):
    rng = random.Random(f"bench/{{n}}")
    hand = undealt(table, table.cards.shuffled(rng))
    seat = table.active[n % len(table.active)]
    thinks = player({level!r}, table, random.Random(n), seconds=LEVELS[{level!r}].seconds)
    others = player("thumb", table, random.Random(n))
    while (asked := current(hand)) is not None:
        options = legal(hand)
        seen = view(hand, asked[1])
        if asked[1] != seat:
            hand = apply(hand, others.act(seen, options)[0])
            continue
        start = time.perf_counter()
        action = thinks.act(seen, options)[0]
        if len(options.legal) > 1:
            times.append(time.perf_counter() - start)
        hand = apply(hand, action)
times.sort()
print(json.dumps([len(times), times[len(times) // 2], times[int(len(times) * 0.95)], times[-1],
                  imported, (memory() - before) / 1e6]))
"""


def main() -> int:
    """Measures all levels; 1 without a browser."""
    if find() is None:
        print(MISSING, file=sys.stderr)
        return 1
    site, rules = Path(sys.argv[1]), (sys.argv[2:] or ["hlucin"])[0]
    with serve(site, compress=True) as server, sync_playwright() as playwright:
        for level in LEVELS:
            browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
            page = browser.new_page()
            page.goto(server.url)
            code = _CODE.format(rules=rules, hands=HANDS, level=level)
            n, median, most, worst, imported, grown = in_pyodide(page, site, code)
            browser.close()
            print(json.dumps({
                "level": level, "rules": rules, "decisions": n, "median_s": round(median, 3),
                "p95_s": round(most, 3), "worst_s": round(worst, 3),
                "import_s": round(imported, 3), "memory_mb": round(grown, 1),
            }), flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
