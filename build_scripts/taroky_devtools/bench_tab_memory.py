"""Measure what a tab holds after half an hour of drills, beside what it held after the first minute.

A learner answers an exercise in about ten seconds: six in a minute, 180 in half an hour. They are
answered here as fast as the page takes them, or in that time if a pace is asked for, in the drills of
several lessons in turn, one visit and one worker, as the theme's instant navigation has it.

The service worker lives in the tab's process, and what it has read of the site while it kept it lies
there until it is stopped. A browser does that when nobody has asked it for half a minute, but not
while DevTools look on, as they do here; so it is stopped before each look.
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
from taroky_tutorials.tasks.kinds import KINDS, from_json

from taroky_devtools.browsers import FLAGS, find
from taroky_devtools.static_server import serve

FIRST = 6
ALL = 180
#: Lessons whose drills are answered by tapping; so many exercises of one after another.
LESSONS = ("following-suit", "who-wins", "card-values", "talon")
TURN = 15
_SIZE = re.compile(r"^(Pss\w*):\s+(\d+) kB", re.MULTILINE)


def tab(playwright: Playwright, site: Path, pace: float, say: Callable[..., None]) -> None:
    """Measures and tells; pace: seconds from one exercise to the next, at least. Raises RuntimeError if
    the page does not go on."""
    with serve(site) as server:
        browser = playwright.chromium.launch(
            executable_path=find(), args=[*FLAGS, "--js-flags=--expose-gc"]
        )
        page = browser.new_page()
        inside, outside = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
        looks: list[dict[str, float]] = []
        started = time.perf_counter()
        for n in range(ALL):
            if n and n % 30 == 0:
                print(f"{n} of {ALL} exercises", file=sys.stderr, flush=True)
            if n % TURN == 0:
                open_drill(page, server.url, LESSONS[n // TURN % len(LESSONS)])
            answer(page)
            page.wait_for_timeout(max(0, (started + (n + 1) * pace - time.perf_counter()) * 1000))
            if n + 1 in (FIRST, ALL):
                page.wait_for_function("() => navigator.serviceWorker.controller", timeout=120_000)
                looks.append(held(page, inside, outside))
        seconds = time.perf_counter() - started
        browser.close()
    units = {"elements": "nodes", "listeners": "listeners"}
    for before, after in pairwise(looks):
        for name in before:
            unit = units.get(name, "MB")
            say(
                f"tab after {ALL} exercises, {name}",
                after[name],
                unit,
                f"after {FIRST}",
                before[name],
                seconds=round(seconds),
                pace=pace,
            )


def open_drill(page: Page, home: str, lesson: str) -> None:
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
        raise RuntimeError("the page was loaded again: instant navigation did not work")


def answer(page: Page) -> None:
    """Solve the exercise that is shown, and go on to the next one."""
    drill = page.locator("[data-drill] .tk-widget")
    exercise = _exercise(page)
    made = from_json(exercise)
    for event in KINDS[made.kind].solve(made):
        page.evaluate(
            "([event, picked]) => [...document.querySelectorAll('[data-drill] .tk-widget :is([data-event], [data-pick])')]"
            ".find((one) => one.dataset.event === event || (picked && one.dataset.pick === picked)).click()",
            [json.dumps(event, separators=(",", ":"), ensure_ascii=False), event.get("tap", "")],
        )
    check = drill.locator("[id$=-check]")
    if check.count():
        check.click()
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


def held(page: Page, inside: CDPSession, outside: CDPSession) -> dict[str, float]:
    """Return what the tab holds once rubbish is gone: its process with the worker and its WebAssembly."""
    inside.send("ServiceWorker.enable")
    inside.send("ServiceWorker.stopAllWorkers")
    page.wait_for_timeout(1500)
    for worker in page.workers:
        worker.evaluate("gc()")
    for _ in range(2):
        inside.send("HeapProfiler.collectGarbage")
    inside.send("Performance.enable")
    metrics = {
        one["name"]: one["value"] for one in inside.send("Performance.getMetrics")["metrics"]
    }
    processes = outside.send("SystemInfo.getProcessInfo")["processInfo"]
    whole, own = max(_sizes(one["id"]) for one in processes if one["type"] == "renderer")
    return {
        "process": whole / 1e6,
        "process without the browser's own files": own / 1e6,
        "JavaScript": metrics["JSHeapUsedSize"] / 1e6,
        "elements": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
    }


def _sizes(process: int) -> tuple[int, int]:
    """Bytes that a process has to itself and its share of others', all of it and what no file backs."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    sizes = {name: int(size) * 1024 for name, size in _SIZE.findall(text)}
    return sizes["Pss"], sizes["Pss"] - sizes["Pss_File"]
