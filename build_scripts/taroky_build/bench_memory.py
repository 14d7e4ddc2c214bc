"""What a tab holds after half an hour of drills, beside what it held after the first minute.

A learner answers an exercise in about ten seconds: six in a minute, 180 in half an hour. They are
answered here as fast as the page takes them, in the drills of several lessons in turn, one visit and
one worker, as the theme's instant navigation has it.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, Playwright
from taroky_tutorials.tasks import KINDS, from_json

from taroky_build.browser import FLAGS, find
from taroky_build.static_server import serve

FIRST = 6
ALL = 180
#: Lessons whose drills are answered by tapping; so many exercises of one after another.
LESSONS = ("following-suit", "who-wins", "card-values", "talon")
TURN = 15
_MAP = re.compile(r"<loc>https?://[^/]+/")


def tab(playwright: Playwright, site: Path, told: Callable[..., None]) -> None:
    """Measures and tells; raises RuntimeError if the page does not go on."""
    with serve(site) as server:
        sitemap = site / "sitemap.xml"  # instant navigation goes where it leads
        sitemap.write_text(_MAP.sub(f"<loc>{server.url}", sitemap.read_text("utf-8")), "utf-8")
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        page = browser.new_page()
        inside, outside = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
        held: list[dict[str, float]] = []
        started = time.perf_counter()
        for n in range(ALL):
            if n and n % 30 == 0:
                print(f"{n} of {ALL} exercises", file=sys.stderr, flush=True)
            if n % TURN == 0:
                _open(page, server.url, LESSONS[n // TURN % len(LESSONS)])
            _answer(page)
            if n + 1 in (FIRST, ALL):
                held.append(_held(page, inside, outside))
        seconds = time.perf_counter() - started
        browser.close()
    for before, after in pairwise(held):
        for name, unit in (("process", "MB"), ("JavaScript", "MB"), ("elements", "nodes"),
                           ("listeners", "listeners")):  # fmt: skip
            told(f"tab after {ALL} exercises, {name}", after[name], unit, f"after {FIRST}",
                 before[name], seconds=round(seconds))  # fmt: skip


def _open(page: Page, home: str, lesson: str) -> None:
    """The drill of a lesson: the first one from the address, others by a link within the visit."""
    path = f"{home}learn/hlucin/{lesson}/#drill"
    if page.url == "about:blank":
        page.goto(path)
        page.wait_for_selector("html[data-python=ready]", timeout=120_000)
        page.evaluate("window.sameVisit = true")
    else:
        page.evaluate(
            "(path) => { const link = document.createElement('a'); link.href = path;"
            " document.querySelector('article').append(link); link.click(); }",
            path,
        )
        page.wait_for_url(path)
    page.wait_for_selector(f"#w-{lesson}-drill:visible", timeout=60_000)
    if not page.evaluate("window.sameVisit"):
        raise RuntimeError("the page was loaded anew: instant navigation did not work")


def _answer(page: Page) -> None:
    """Solve the exercise that is shown, and go on to the next one."""
    drill = page.locator("[data-drill] .tk-widget")
    exercise = _exercise(page)
    made = from_json(exercise)
    for event in KINDS[made.kind].solve(made):
        page.evaluate(
            "(event) => [...document.querySelectorAll('[data-drill] .tk-widget [data-event]')]"
            ".find((one) => one.dataset.event === event).click()",
            json.dumps(event, separators=(",", ":"), ensure_ascii=False),
        )
    _solved(page, exercise)
    drill.locator("[data-event*=another]").last.click()
    deadline = time.monotonic() + 60
    while _exercise(page) == exercise:
        if time.monotonic() > deadline:
            raise RuntimeError(f"no other exercise came on {page.url}")
        page.wait_for_timeout(10)


def _solved(page: Page, exercise: Any) -> None:
    deadline = time.monotonic() + 60
    while not page.locator("[data-drill] .tk-widget[data-tries]").count():
        if time.monotonic() > deadline:
            said = page.locator("[data-drill] .tk-feedback").inner_text()
            raise RuntimeError(f"{page.url}: {exercise} was not solved: {said}")
        page.wait_for_timeout(10)


def _exercise(page: Page) -> Any:
    text = page.locator("[data-drill] .tk-widget").get_attribute("data-widget") or "{}"
    return json.loads(text)["exercise"]


def _held(page: Page, inside: CDPSession, outside: CDPSession) -> dict[str, float]:
    """What the tab holds once rubbish is gone: its process with the worker and its WebAssembly."""
    page.wait_for_timeout(1500)
    for _ in range(2):
        inside.send("HeapProfiler.collectGarbage")
    inside.send("Performance.enable")
    found = {one["name"]: one["value"] for one in inside.send("Performance.getMetrics")["metrics"]}
    processes = outside.send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [_size(one["id"]) for one in processes if one["type"] == "renderer"]
    return {
        "process": max(sizes) / 1e6,
        "JavaScript": found["JSHeapUsedSize"] / 1e6,
        "elements": found["Nodes"],
        "listeners": found["JSEventListeners"],
    }


def _size(process: int) -> float:
    """Bytes that a process has to itself, and its share of others'."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0
