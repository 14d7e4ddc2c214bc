"""What Lighthouse says of a phone's first visit to pages of the built site: `make lighthouse`.

Lighthouse brings 185 MB of packages with it and is used for nothing else, so that npx fetches it, in
the version named here, when it is asked for. It works out from one visit how long a slow phone on a
slow line would have taken; on a machine that is busy with something else the figures are worse.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from taroky_build.browser import find
from taroky_build.static_server import serve

VERSION = "12.8.2"
ROOT = Path(__file__).resolve().parents[2]
#: Home, a lesson, a page of rules and the comparison.
PAGES = ("", "learn/hlucin/following-suit/", "reference/hlucin/", "compare/")
_FLAGS = "--headless --no-sandbox --disable-gpu"


def reports(command: Sequence[str], url: str, runs: int) -> Iterator[dict[str, Any]]:
    """What Lighthouse reports of a page, of each run. Raises CalledProcessError."""
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as scratch:
            report = Path(scratch, "report.json")
            subprocess.run(
                [*command, url, "--quiet", "--output=json", f"--output-path={report}",
                 f"--chrome-flags={_FLAGS}"],
                check=True, stderr=subprocess.DEVNULL, timeout=600,
                env={**os.environ, "CHROME_PATH": str(find())},
            )  # fmt: skip
            yield json.loads(report.read_text("utf-8"))


def middle(found: Sequence[dict[str, Any]]) -> dict[str, int]:
    """The medians of a page's marks out of a hundred, by category."""
    return {
        name: round(100 * statistics.median(one["categories"][name]["score"] or 0 for one in found))
        for name in found[0]["categories"]
    }


def weak(found: dict[str, Any]) -> Iterator[str]:
    """What a report finds wanting among all that counts."""
    for category in found["categories"].values():
        for part in category["auditRefs"]:
            audit = found["audits"][part["id"]]
            if part["weight"] and (audit["score"] is not None) and audit["score"] < 0.9:
                yield f"{audit['title']}: {audit.get('displayValue') or 'no'}"


def main() -> int:
    """Print a line for each page, and what is wanting there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", default=PAGES, help="paths below the site's root")
    parser.add_argument("--site", type=Path, default=ROOT / "site")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--program", help="a Lighthouse that is there, in place of npx")
    asked = parser.parse_args()
    command = [asked.program] if asked.program else ["npx", "--yes", f"lighthouse@{VERSION}"]
    with serve(asked.site, compress=True) as server:
        for path in asked.pages:
            found = list(reports(command, server.url + path, asked.runs))
            print(path or "home", json.dumps(middle(found)), flush=True)
            for line in weak(found[-1]):
                print(f"    {line}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
