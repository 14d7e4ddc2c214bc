"""How long a lesson takes until it can be used and until Python answers, and how many bytes that is: a
part of `make bench`.

First and second visits with a profile of their own each, beside two other pages in the same run: one
that does nothing but start Pyodide as npm ships it and import the engine from its wheel, and the same lesson as a static page, with a script
in place of ours that is as heavy and does nothing. Also over a line of 8 Mbit/s with 100 ms there and
back, which the server makes, so that it holds for workers too.
"""

from __future__ import annotations

import gzip
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright
from taroky_build.paths import CHECKOUT

from taroky_devtools.browsers import FLAGS, find
from taroky_devtools.static_server import Line, StaticServer, serve

ROOT = CHECKOUT
ROUNDS = 5
SLOW = Line(rate=8e6 / 8, latency=0.1)
OVER = "at 8 Mbit/s and 100 ms"
#: How long a first visit lasts at least after what is waited for, in milliseconds: pages do then what they
#: have put off, and the browser writes down what it has compiled.
STAY = 3000
#: How long a browser is left alone after it was launched: it then loads pages of its own (Chromium a dozen
#: scripts of its address bar), on the same cores and for about as long as a page takes.
SETTLE = 2500

BARE_PAGE = """<!doctype html><meta charset="utf-8"><title>Bare</title><script type="module">
const worker = new Worker("/bare.js", { type: "module" });
worker.onmessage = () => performance.mark("taroky:python");
</script>"""
BARE_WORKER = """
import { loadPyodide } from "/assets/py/pyodide.mjs";
const pyodide = await loadPyodide({ indexURL: "/assets/py/" });
await pyodide.loadPackage("/WHEEL");
pyodide.runPython("import taroky.api.handler");
postMessage("ready");
"""
BARE, STATIC = (
    "bare page, Pyodide as npm ships it and the engine's wheel",
    "static Material page of the same weight",
)
_OURS = re.compile(
    r'(?:<link rel="modulepreload"[^>]*>)*<script src="[^"]*assets/js/main\.js" type="module"></script>'
)

#: Medians by when ("cold", "warm") and what (a mark, "bytes").
Medians = dict[tuple[str, str], float]


def times(
    playwright: Playwright, site: Path, path: str, rounds: int = ROUNDS
) -> Iterator[dict[str, Any]]:
    """Yield what `bench.say` prints of visits to a lesson; path: below the site's root."""
    with tempfile.TemporaryDirectory() as scratch:
        bare, static = Path(scratch, "bare"), Path(scratch, "static")
        _make_bare(bare)
        _make_static(site, path, static)
        for over, line in (("", None), (f" {OVER}", SLOW)):
            with (
                serve(site, compress=True, line=line) as ours,
                serve(bare, compress=True, line=line) as other,
                serve(static, compress=True, line=line) as plain,
            ):
                pages = (
                    (ours, path, "taroky:python"),
                    (other, "", "taroky:python"),
                    (plain, path, "taroky:interactive"),
                )
                samples: list[dict[tuple[str, str], list[float]]] = [{}, {}, {}]
                # the first round is not counted: the servers compress each file when it is first
                # asked for; the pages take turns, so that all have the same machine
                for counted in (False, *(True,) * rounds):
                    for page, sample in zip(pages, samples, strict=True):
                        _visits(playwright, *page, sample if counted else {})
                mine, stock, still = (
                    {key: statistics.median(values) for key, values in sample.items()}
                    for sample in samples
                )
            yield from _lines(mine, stock, still, over, path)


def _lines(
    mine: Medians, stock: Medians, still: Medians, over: str, path: str
) -> Iterator[dict[str, Any]]:
    for when in ("cold", "warm"):
        for mark, beside, other in (
            ("interactive", STATIC, still[when, "taroky:interactive"]),
            ("python", BARE, stock[when, "taroky:python"]),
        ):
            yield {
                "name": f"time to {mark}, {when}{over}",
                "value": mine[when, f"taroky:{mark}"],
                "unit": "ms",
                "compared_with": beside,
                "other": other,
                "page": path,
            }
        if not over:
            yield {
                "name": f"bytes transferred until Python answers, {when}",
                "value": mine[when, "bytes"] / 1000,
                "unit": "kB",
                "compared_with": BARE,
                "other": stock[when, "bytes"] / 1000,
                "page": path,
            }


def _make_bare(target: Path) -> None:
    """Make what anybody would write: the stock runtime, and the engine as pip builds it from its
    source."""
    shutil.copytree(ROOT / "node_modules" / "pyodide", target / "assets" / "py")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            str(target),
            str(ROOT / "engine"),
        ],
        check=True,
        stdout=sys.stderr,
    )
    (wheel,) = target.glob("*.whl")
    (target / "index.html").write_text(BARE_PAGE, "utf-8")
    (target / "bare.js").write_text(BARE_WORKER.replace("WHEEL", wheel.name), "utf-8")


def _make_static(site: Path, path: str, target: Path) -> None:
    """The site's page with a script that weighs as much as ours, and does nothing but say when it ran."""
    shutil.copytree(site, target, ignore=shutil.ignore_patterns("py", "*.js.map"))
    weight = sum(
        len(gzip.compress(file.read_bytes(), 9)) for file in (site / "assets" / "js").glob("*.js")
    )
    noise = random.Random("weight").randbytes(weight // 2 + 1).hex()  # compresses to a half
    script = f'performance.mark("taroky:interactive");//{noise}\n'
    (target / "assets" / "static.js").write_text(script, "utf-8")
    page = target / path / "index.html"
    root = "../" * path.count("/")
    html, replaced = _OURS.subn(
        f'<script src="{root}assets/static.js" defer></script>', page.read_text("utf-8")
    )
    if replaced != 1:
        raise ValueError(f"{path} does not load main.js as it used to: see bench_start.py.")
    page.write_text(html, "utf-8")


def _visits(
    playwright: Playwright,
    server: StaticServer,
    path: str,
    awaited: str,
    samples: dict[tuple[str, str], list[float]],
) -> None:
    """A visit with a new profile (cold) and a second one (warm)."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        for when in ("cold", "warm"):
            context = playwright.chromium.launch_persistent_context(
                profile, executable_path=find(), args=list(FLAGS)
            )
            before = server.bytes_sent
            for mark, value in _visit(context, server.url + path, awaited).items():
                samples.setdefault((when, mark), []).append(value)
            samples.setdefault((when, "bytes"), []).append(server.bytes_sent - before)
            if when == "cold":
                context.pages[-1].wait_for_timeout(STAY)
            context.close()


def _visit(context: BrowserContext, url: str, awaited: str) -> dict[str, float]:
    page = context.new_page()
    page.wait_for_timeout(SETTLE)
    page.goto(url)
    until(page, f"performance.getEntriesByName('{awaited}').length")
    marks: list[tuple[str, float]] = page.evaluate(
        "performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime])"
    )
    return dict(marks)


def until(page: Page, what: str) -> None:
    """Wait until an expression is true on the page. Raises TimeoutError after two minutes."""
    # not wait_for_function, which the page's security policy forbids
    deadline = time.monotonic() + 120
    while not page.evaluate(what):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} did not come about on {page.url}.")
        page.wait_for_timeout(20)
