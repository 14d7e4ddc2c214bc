"""How long it takes until the table where one plays is seen and the first bid can be made: a part of `make bench`.

First and second visits with a profile of their own each. On the first one somebody sits down as soon as the button is
there, and says the first thing that can be said; on the second one the table that was left is opened, and its menu.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Playwright

from taroky_devtools.bench_start import OVER, ROUNDS, SETTLE, SLOW, STAY, until
from taroky_devtools.browsers import FLAGS, find
from taroky_devtools.static_server import StaticServer, serve

PATH = "play/"
#: Aims at 8 Mbit/s, in milliseconds.
AIMS = {
    ("first", "seen"): 1500,
    ("first", "bid"): 4000,
    ("second", "seen"): 1500,
    ("second", "answer"): 1500,
}
#: Presses as soon as it can what is named first, waits for the second, and tells when that was there.
_PRESSED = """async ([pressed, awaited]) => {
  const there = (what) => new Promise((found) => {
    const look = () => {
      const one = document.querySelector(what);
      if (one && one.getClientRects().length > 0) found(one);
      else requestAnimationFrame(look);
    };
    look();
  });
  if (pressed) (await there(pressed)).click();
  await there(awaited);
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return performance.now();
}"""
_TABLE = "#tk-own .tk-own-card"
_BID = ".tk-option"


def times(playwright: Playwright, site: Path, rounds: int = ROUNDS) -> Iterator[dict[str, Any]]:
    """Yield what `bench.say` prints of visits to the table."""
    for over, line in (("", None), (f" {OVER}", SLOW)):
        samples: dict[tuple[str, str], list[float]] = {}
        with serve(site, compress=True, line=line) as server:
            server.compress_all()
            for _ in range(rounds):
                _visits(playwright, server, samples)
        for (when, what), values in samples.items():
            yield {
                "name": f"table {what}, {when} visit{over}",
                "value": statistics.median(values),
                "unit": "ms",
                "compared_with": "aim" if over else None,
                "other": AIMS[when, what] if over else None,
                "most": round(max(values)),
            }


def _visits(
    playwright: Playwright, server: StaticServer, samples: dict[tuple[str, str], list[float]]
) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for when in ("first", "second"):
            context = playwright.chromium.launch_persistent_context(
                profile, executable_path=find(), args=list(FLAGS)
            )
            page = context.new_page()
            page.wait_for_timeout(SETTLE)
            page.goto(server.url + PATH, wait_until="commit")
            if when == "first":
                _note(samples, when, "seen", page, ".tk-sit-down [type=submit]", _TABLE)
                _note(samples, when, "bid", page, _BID, "#tk-room:not(:has(.tk-option))")
                until(page, "document.querySelector('#tk-room[data-yours]') !== null")  # Python's
                page.wait_for_timeout(STAY)
            else:
                _note(samples, when, "seen", page, "", _TABLE)
                _note(samples, when, "answer", page, "#tk-bar-menu", ".tk-panel")
            context.close()


def _note(
    samples: dict[tuple[str, str], list[float]],
    when: str,
    what: str,
    page: Page,
    pressed: str,
    awaited: str,
) -> None:
    value: float = page.evaluate(_PRESSED, [pressed, awaited])
    samples.setdefault((when, what), []).append(value)
