"""Run Lighthouse on a phone's first visit to pages of the built site: `make lighthouse`.

Lighthouse brings 185 MB of packages with it and is used for nothing else, so that npx fetches it, in
the version named here, when it is asked for. It works out from one visit how long a slow phone on a
slow line would have taken; on a machine that is busy with something else the figures are worse.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from taroky_build.errors import BuildError
from taroky_build.paths import CHECKOUT

from taroky_devtools import browsers
from taroky_devtools.static_server import serve

VERSION = "12.8.2"

ROOT = CHECKOUT
#: Home, a lesson, a page of rules, the comparison, a calculator and the table to play at.
PAGES = (
    "",
    "learn/hlucin/following-suit/",
    "reference/hlucin/",
    "compare/",
    "calculators/hlucin/",
    "play/",
)
#: How many times as fast as the phone Lighthouse takes a machine for, and the measure from which on that
#: is right.
SLOWDOWN, FAST = 4.0, 1500
#: What an audit must reach, out of one, not to be told as wanting.
GOOD = 0.9
#: Chromium holds a new page back until it is drawn, or for a second. Under Lighthouse it is mostly the
#: second, and scripts count that run after the page is seen; in a window, or driven otherwise, it is not.
_FLAGS = "--headless --no-sandbox --disable-gpu --disable-features=PaintHolding"
_SECONDS = 600
_MOST_SLOWDOWN = 20

#: What Lighthouse writes of one visit.
Report = dict[str, Any]


def reports(
    command: Sequence[str], chromium: str, url: str, runs: int, slowdown: float = SLOWDOWN
) -> Iterator[Report]:
    """Yield what Lighthouse reports of a page, of each run. command: what starts it; slowdown: how many
    times as fast as the phone this machine is taken for. Raises BuildError."""
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as scratch:
            report = Path(scratch, "report.json")
            _run(
                [
                    *command,
                    url,
                    "--quiet",
                    "--output=json",
                    f"--output-path={report}",
                    f"--throttling.cpuSlowdownMultiplier={slowdown:g}",
                    f"--chrome-flags={_FLAGS}",
                ],
                chromium,
                url,
            )
            yield read(report, url)


def _run(command: Sequence[str], chromium: str, url: str) -> None:
    try:
        done = subprocess.run(
            command,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_SECONDS,
            env={**os.environ, "CHROME_PATH": chromium},
        )
    except OSError as problem:
        raise BuildError(f"{command[0]} could not be started: {problem.strerror}.") from None
    except subprocess.TimeoutExpired:
        raise BuildError(f"Lighthouse had not done with {url} after {_SECONDS} seconds.") from None
    if done.returncode != 0:
        why = (done.stderr.strip() or f"it ended with {done.returncode}").splitlines()[-1]
        raise BuildError(f"Lighthouse could not look at {url}: {why}")


def read(file: Path, url: str) -> Report:
    """The report that Lighthouse wrote of a page. Raises BuildError."""
    try:
        report: Report = json.loads(file.read_text("utf-8"))
        trouble = report.get("runtimeError")
        marks = [one["score"] for one in report["categories"].values()]
        if marks and not trouble:
            report["environment"]["benchmarkIndex"] += 0.0  # a TypeError, were it no number
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        raise BuildError(f"Lighthouse wrote no report of {url} that can be read.") from None
    if trouble or not marks:
        why = (trouble or {}).get("message") or "it gave no marks"
        raise BuildError(f"Lighthouse could not look at {url}: {why}")
    return report


def middle(reports: Sequence[Report]) -> dict[str, int]:
    """The medians of a page's marks out of a hundred, by category; one that was not given is none."""
    return {
        name: round(
            100 * statistics.median(one["categories"][name]["score"] or 0 for one in reports)
        )
        for name in reports[0]["categories"]
    }


def machine(reports: Sequence[Report]) -> int:
    """How fast the machine was, the median of Lighthouse's own measure in the visits to a page."""
    measures: list[float] = [one["environment"]["benchmarkIndex"] for one in reports]
    return round(statistics.median(measures))


def weak(report: Report) -> Iterator[str]:
    """Yield what a report finds wanting among all that counts."""
    for category in report["categories"].values():
        for part in category["auditRefs"]:
            audit = report["audits"][part["id"]]
            if part["weight"] and (audit["score"] is not None) and audit["score"] < GOOD:
                yield f"{audit['title']}: {audit.get('displayValue') or 'no'}"


def look(
    pages: Sequence[str], site: Path, runs: int, program: str | None, slowdown: float = SLOWDOWN
) -> Iterator[str]:
    """A line for each page, and those on what is wanting there; at last one on the machine, if it is
    slower than it was taken for. program: a Lighthouse that is there, in place of npx; slowdown: as in
    `reports`. Raises BuildError."""
    if not (site / "index.html").is_file():
        raise BuildError(f"There is no site in {site}: run make site first.")
    chromium = browsers.find()
    if chromium is None:
        raise BuildError(browsers.MISSING)
    if program is None and not shutil.which("npx"):
        raise BuildError("npx is missing: install Node.js, or name a Lighthouse with --program.")
    command = [program] if program else ["npx", "--yes", f"lighthouse@{VERSION}"]
    seen: list[Report] = []
    with serve(site, compress=True) as server:
        server.compress_all()
        for path in pages:
            visits = list(reports(command, chromium, server.url + path, runs, slowdown))
            yield f"{path or 'home'} {json.dumps(middle(visits))}, machine {machine(visits):,}"
            yield from (f"    {line}" for line in weak(visits[-1]))
            seen += visits
    if slowdown == SLOWDOWN and seen and machine(seen) < FAST:
        yield (
            f"This machine is slower ({machine(seen):,}) than Lighthouse takes it for ({FAST:,} or more): "
            "--slowdown 2 is what its guide gives for 1,000 to 1,500."
        )


def main() -> int:
    """Print a line for each page, and what is wanting there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", default=PAGES, help="paths below the site's root")
    parser.add_argument("--site", type=Path, default=ROOT / "site")
    parser.add_argument("--runs", type=_times, default=3)
    parser.add_argument(
        "--slowdown",
        type=_factor,
        default=SLOWDOWN,
        help="how many times as fast as the phone this machine is taken for; 4 unless told",
    )
    parser.add_argument("--program", help="a Lighthouse that is there, in place of npx")
    asked = parser.parse_args()
    try:
        for line in look(asked.pages, asked.site, asked.runs, asked.program, asked.slowdown):
            print(line, flush=True)
    except BuildError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _times(text: str) -> int:
    """How often, at least once."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(
            f"“{text}” is not a valid number of runs; expected 1 or more"
        )
    return int(text)


def _factor(text: str) -> float:
    """A slowdown, at least one."""
    try:
        factor = float(text)
    except ValueError:
        factor = 0
    if not 1 <= factor <= _MOST_SLOWDOWN:
        raise argparse.ArgumentTypeError(
            f"“{text}” is no slowdown; expected 1 to {_MOST_SLOWDOWN}, such as 2"
        )
    return factor


if __name__ == "__main__":
    raise SystemExit(main())
