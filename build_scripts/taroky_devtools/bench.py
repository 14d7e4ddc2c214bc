"""Measures what a learner waits for and a developer works with: one JSON line for each number.

{"name", "value", "unit", "compared_with"} and, where something else was measured beside it in the
same run, "ratio" = value / that value. Nothing here is a test: numbers depend on the machine.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from taroky_build.browser_python.zip_files import contents
from taroky_build.paths import CHECKOUT
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES

from taroky_devtools import (
    bench_build,
    bench_endings,
    bench_start,
    bench_tab_memory,
    bench_table,
    reading_grade,
)
from taroky_devtools.bench_start import until
from taroky_devtools.browsers import FLAGS, MISSING, find
from taroky_devtools.static_server import StaticServer, serve

ROOT = CHECKOUT
RULES = "hlucin"
#: Runs in CPython and in Pyodide alike.
HANDS = Path(__file__).with_name("bench_hands.py")
LEARNING = Path(__file__).with_name("bench_learning.py")
#: An environment of its own for what speed is compared with.
BESIDE = ROOT / ".cache" / "bench"
TAROK = "OpenSpiel tarok, from Python"


def say(
    name: str,
    value: float,
    unit: str,
    compared_with: str | None = None,
    other: float | None = None,
    **more: Any,
) -> None:
    """Print one measurement."""
    line: dict[str, Any] = {"name": name, "value": round(value, 1), "unit": unit}
    line["compared_with"] = compared_with
    if other:
        line |= {"compared_value": round(other, 1), "ratio": round(value / other, 3)}
    _print(line | more)


#: All lines of this run.
_said: list[dict[str, Any]] = []


def _print(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)
    _said.append(line)


def _say_all(lines: Iterable[dict[str, Any]]) -> None:
    for line in lines:
        say(**line)


def kept(playwright: Playwright, site: Path, path: str) -> None:
    """Measure what a first visit takes until Python answers, and then until the whole site is kept."""
    with serve(site, compress=True) as server, tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=find(), args=list(FLAGS)
        )
        page = context.new_page()
        page.goto(server.url + path)
        until(page, "performance.getEntriesByName('taroky:python').length")
        before = server.bytes_sent
        until(page, "document.querySelector('.tk-offline')?.textContent.startsWith('Ready')")
        after = server.bytes_sent - before
        room = page.evaluate("navigator.storage.estimate().then(({usage}) => usage)")
        context.close()
    say("bytes of a first visit before the site is kept", before / 1000, "kB", page=path)
    say("bytes to keep the rest of the site", after / 1000, "kB", "that visit", before / 1000)
    say("room that the kept site takes", room / 1000, "kB")


def lesson_pages(playwright: Playwright, site: Path) -> None:
    """Measure what a lesson weighs before Python, and how long an answer takes: one that the page
    brings along, and one that Python gives."""
    browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
    with serve(site, compress=True) as server:
        weights = {}
        for path in sorted(
            page.parent.relative_to(site).as_posix() + "/"
            for course in (RULES, "french")  # the last has the biggest hands
            for page in site.glob(f"learn/{course}/*/index.html")
            if "tk-widget" in page.read_text("utf-8")
        ):
            # now and then a browser asks for a few files twice
            weights[path] = statistics.median(_weight(browser, server, path) for _ in range(3))
        heaviest = max(weights, key=lambda path: weights[path])
        middle = statistics.median(weights.values())
        say(
            "page weight of a lesson before Python, median", middle / 1000, "kB", pages=len(weights)
        )
        say(
            "page weight of a lesson before Python, heaviest",
            weights[heaviest] / 1000,
            "kB",
            page=heaviest,
        )
        page = browser.new_page()
        page.goto(f"{server.url}learn/{RULES}/{ANSWERED}")
        until(page, "performance.getEntriesByName('taroky:python').length")
        bare = statistics.median(page.evaluate(BARE_CLICK) for _ in range(ANSWERS))
        brought, asked = [], []
        for turn in range(ANSWERS + 2):
            # the first answer comes with the page, the second one never does; two for warming up
            first, second = (_answer(page, button) for button in (0, 1))
            if turn >= 2:
                brought.append(first)
                asked.append(second)
            page.locator(f"{BOARD} [id$='-again']").click()
            until(page, f"!document.querySelector({json.dumps(BOARD + ' [id$=-again]')})")
    browser.close()
    beside = "a click that writes a word"
    say("click to feedback, outcome brought along", statistics.median(brought), "ms", beside, bare)
    say("click to feedback, from Python", statistics.median(asked), "ms", beside, bare)


#: The lesson that is visited; where in it answers are timed, and how often.
VISITED = "following-suit/"
ANSWERED = f"{VISITED}#follow"
BOARD = "#w-following-suit-follow"
ANSWERS = 15
#: From a click until what it says has been painted: by the page's own clock, in milliseconds.
CLOCK = """const painted = () => new Promise((done) =>
  requestAnimationFrame(() => setTimeout(() => done(performance.now()))));"""
BARE_CLICK = f"""async () => {{ {CLOCK}
  const button = document.createElement("button");
  const word = document.createElement("p");
  document.body.append(button, word);
  button.addEventListener("click", () => {{ word.textContent = "right"; }});
  const start = performance.now();
  button.click();
  const end = await painted();
  button.remove(); word.remove();
  return end - start;
}}"""
ANSWER_CLICK = f"""async ([board, number]) => {{ {CLOCK}
  const widget = document.querySelector(board);
  const before = widget.dataset.widget;
  const button = widget.querySelectorAll("[data-pick]")[number];
  const changed = new Promise((done) => {{
    new MutationObserver((_, watcher) => {{
      if (document.querySelector(board)?.dataset.widget === before) return;
      watcher.disconnect();
      done(undefined);
    }}).observe(document.body, {{ subtree: true, childList: true, attributes: true }});
  }});
  const start = performance.now();
  button.click();
  widget.querySelector("[data-event*=check]").click();
  await changed;
  return (await painted()) - start;
}}"""


def _answer(page: Page, button: int) -> float:
    """Give an answer and wait for what is said to it."""
    milliseconds: float = page.evaluate(ANSWER_CLICK, [BOARD, button])
    return milliseconds


def _weight(browser: Browser, server: StaticServer, path: str) -> int:
    """The bytes of a first visit's answers, without Python."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/assets/py/**", lambda route: route.abort())
    before = server.bytes_sent
    page.goto(server.url + path)
    # not until the network is idle: what a worker has asked for that was ended counts forever
    sent = -1
    while sent != server.bytes_sent - before:
        sent = server.bytes_sent - before
        page.wait_for_timeout(500)
    context.close()
    return sent


def reading(site: Path) -> None:
    """How hard lessons and other pages are to read, beside what they may be."""
    of_lessons = {
        f"learn/{course}/{lesson.id}/": reading_grade.grade(reading_grade.lesson_text(lesson))
        for course in COURSES
        for lesson in lesson_files.load_all(course)
    }
    of_pages = dict(reading_grade.page_grades(site))
    for name, grades, limit in (
        ("reading grade of a lesson, the hardest", of_lessons, reading_grade.LESSON),
        ("reading grade of any other page, the hardest", of_pages, reading_grade.PAGE),
    ):
        hardest = max(grades, key=lambda place: grades[place])
        say(
            name,
            grades[hardest],
            "school year",
            "limit",
            limit,
            median=round(statistics.median(grades.values()), 1),
            of=len(grades),
            page=hardest,
        )


def hands(playwright: Playwright, site: Path) -> None:
    """Measure what hands cost, in this Python beside OpenSpiel's tarok and in the browser's Python."""
    here = _run_beside(HANDS)
    tarok = here.get("tarok")
    beside = TAROK if tarok else None
    what: dict[str, Any] = {"rules": RULES, "clock": "processor"}
    if tarok:
        say("hands per second, OpenSpiel tarok", tarok, "hands/s")
    for key, name in (
        ("public", "hands per second, legal and apply"),
        ("cards", "hands per second, legal and apply, cards only"),
        ("worlds", "hands per second, many worlds at once"),
        ("bots", "hands per second, CPython"),
    ):
        say(name, here[key], "hands/s", beside, tarok, **what)
    say("settlement of a hand", here["settle"], "us", **what)
    say("replay of a hand", here["replay"], "us", **what)
    say("memory of a finished hand", here["final_bytes"], "bytes", **what)
    say("memory of each state, all kept", here["state_bytes"], "bytes", states=here["states"])
    with serve(site, compress=True) as server:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        page = browser.new_page()
        page.goto(server.url)
        there = in_pyodide(page, site, HANDS.read_text("utf-8"))
        browser.close()
    for key, name, unit in (
        ("bots", "hands per second, Pyodide", "hands/s"),
        ("public", "hands per second, legal and apply, Pyodide", "hands/s"),
        ("cards", "hands per second, legal and apply, cards only, Pyodide", "hands/s"),
        ("worlds", "hands per second, many worlds at once, Pyodide", "hands/s"),
        ("settle", "settlement of a hand, Pyodide", "us"),
        ("replay", "replay of a hand, Pyodide", "us"),
    ):
        say(name, there[key], unit, "CPython", here[key], **what)


def learning() -> None:
    """Measure how many steps a program that learns gets, beside OpenSpiel's tarok and RLCard's bridge."""
    there = _run_beside(LEARNING)
    what: dict[str, Any] = {"rules": RULES, "clock": "processor"}
    for key, beside in (("openspiel", TAROK), ("rlcard", "RLCard bridge")):
        if key in there:
            say(
                "steps per second, PettingZoo",
                there["taroky"],
                "steps/s",
                beside,
                there[key],
                **what,
            )
    if len(there) == 1:
        say("steps per second, PettingZoo", there["taroky"], "steps/s", **what)


def _run_beside(script: Path) -> Any:
    """Return what a script prints in the Python that has what is measured beside. Raises RuntimeError."""
    done = subprocess.run(
        [_beside(), str(script)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "engine")},
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or "no message")
    return json.loads(done.stdout)


def _beside() -> str:
    """The Python that has OpenSpiel and RLCard, made the first time; this one where they are not available."""
    python = BESIDE / "bin" / "python"
    wanted = ROOT / "requirements" / "bench.txt"
    mark = BESIDE / "installed"
    if mark.exists() and mark.read_bytes() == wanted.read_bytes():
        return str(python)
    try:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(BESIDE)], check=True)
        subprocess.run(
            [
                str(python),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--only-binary",
                ":all:",
                "--no-binary",  # it is pure Python, and there is no wheel of it
                "rlcard",
                "--require-hashes",
                "-r",
                str(wanted),
            ],
            check=True,
            stdout=sys.stderr,
        )
    except (OSError, subprocess.CalledProcessError) as problem:
        _skipped("OpenSpiel and RLCard", str(problem))
        return sys.executable
    mark.write_bytes(wanted.read_bytes())
    return str(python)


def in_pyodide(page: Page, site: Path, code: str) -> Any:
    """Return what code prints last in the browser's Python, as JSON; page: any page of the site."""
    folder = site / "assets" / "py"
    packages = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["packages"]
    files: list[tuple[str, str]] = []
    for name in ("taroky", "taroky-tutorials", "taroky-more"):
        laid = contents((folder / packages[name]["file_name"]).read_bytes())
        files += ((path, base64.b64encode(content).decode()) for path, content in laid.items())
    printed = page.evaluate(
        """async ([code, files]) => {
          const folder = new URL("/assets/py/", location.href).href;
          const lock = await (await fetch(folder + "pyodide-lock.json")).json();
          const { loadPyodide } = await import(folder + "pyodide.mjs");
          let printed = "";
          const python = await loadPyodide({
            indexURL: folder, stdLibURL: folder + lock.library,
            stdout: (line) => { printed = line; },
          });
          for (const [name, content] of files) {
            const path = `/lib/python3.14/site-packages/${name}`;
            python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
            python.FS.writeFile(path, Uint8Array.from(atob(content), (one) => one.charCodeAt(0)));
          }
          python.runPython("import importlib, sys; sys.path_importer_cache.clear()");
          python.runPython(code);
          return printed;
        }""",
        [code, files],
    )
    return json.loads(printed)


def _skipped(name: str, reason: str) -> None:
    _print({"name": name, "value": None, "skipped": reason})


def memory(site: Path | None, pace: float) -> None:
    """Measure what a tab holds after half an hour of drills, on this site or one built for it; pace:
    seconds from one exercise to the next."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        built = site or Path(folder)
        if not site:
            subprocess.run(
                [sys.executable, "-m", "mkdocs", "build", "-q", "-d", folder], cwd=ROOT, check=True
            )
        bench_tab_memory.tab(playwright, built, pace, say)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures speed and size.")
    parser.add_argument("--json", type=Path, help="a file for all lines of the run")
    parser.add_argument(
        "--memory", action="store_true", help="only what a tab holds after half an hour of drills"
    )
    parser.add_argument(
        "--pace",
        type=float,
        default=0,
        metavar="SECONDS",
        help="with --memory: from one exercise to the next, not as fast as it goes",
    )
    parser.add_argument(
        "--site", type=Path, help="a site that is built: only visits to a lesson, or the memory"
    )
    args = parser.parse_args()
    if args.pace and not args.memory:
        parser.error("--pace is about what a tab holds: name --memory, too")
    if find() is None:
        print(MISSING, file=sys.stderr)
        return 1
    if args.memory:
        memory(args.site, args.pace)
        return 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = args.site or Path(folder, "site")
        if not args.site:
            _say_all(bench_build.times(site))
            _attempt("reading grade", lambda: reading(site))
            _attempt("lessons", lambda: lesson_pages(playwright, site))
            _attempt("hands per second", lambda: hands(playwright, site))
            _attempt("steps per second", learning)
            _attempt("players", lambda: _say_all(bench_endings.measured()))
        path = f"learn/{RULES}/{VISITED}"
        _attempt("time to python", lambda: _say_all(bench_start.times(playwright, site, path)))
        _attempt("table", lambda: _say_all(bench_table.times(playwright, site)))
        _attempt("site kept offline", lambda: kept(playwright, site, path))
    if args.json:
        run = {
            "date": f"{date.today():%d %B %Y}",
            "machine": platform.platform(),
            "processors": os.cpu_count(),
            "lines": _said,
        }
        args.json.write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


def _attempt(name: str, measure: Callable[[], None]) -> None:
    """One measurement that cannot be made does not stop the others."""
    try:
        measure()
    except Exception as error:
        _skipped(name, str(error).strip().splitlines()[-1])


if __name__ == "__main__":
    raise SystemExit(main())
