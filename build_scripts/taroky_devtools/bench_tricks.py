"""What each trick that makes the start shorter brings: all of them beside all but one, visited in turns.

python -m taroky_devtools.bench_tricks python --site SITE --made FOLDER --out FILE visits a lesson with a new
profile and once more until Python has answered; SITE is a built site, FOLDER gets one for each trick. With
`pages`, which builds its site itself, it is about words that are painted and pages that can be used; with `theme`,
which takes a SITE, about the same without a change to the theme's script, on the next page, too. `--line slow` is 8 Mbit/s with 100 ms. Samples go to FILE; `table --out FILE` prints by how much more a visit took than
that with all tricks of the same round, medians over the rounds: what else runs on the machine falls on both.
Processor time, of the browser with all its processes, hardly knows of it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, Playwright, sync_playwright
from taroky_build.assets import bundle_scripts
from taroky_build.browser_python.slimming.switch import TRICKS as PYTHON
from taroky_build.browser_python.slimming.switch import assemble
from taroky_build.paths import CHECKOUT
from taroky_build.postprocess import csp, page_weight, theme

from taroky_devtools.bench_start import SETTLE, SLOW, until
from taroky_devtools.browsers import FLAGS, find
from taroky_devtools.static_server import StaticServer, serve

ROUNDS = 7
LESSON = "learn/hlucin/following-suit/"
PAGES = (LESSON, "reference/hlucin/")
#: All tricks once more: what differs between two visits to the same site is noise.
ALL, AGAIN, NONE = "all", "all, again", "none"
LINES = {"fast": None, "slow": SLOW}
#: Milliseconds that a first visit goes on: Python's memory is kept, and what the browser has compiled is written down.
STAY = 2500
#: Not to hold the first frame back, by a second in half of all visits without a screen.
PAINT_AT_ONCE = "--disable-features=PaintHolding"

#: Of the worker: what is replaced to leave a trick out.
WORKER: Mapping[str, tuple[tuple[str, str], ...]] = {
    "zeros": (("while (at < end && words[at] === 0) at++;", ""),),
    "ahead": (
        (
            "const [script, module] = [import(`${folder}pyodide.mjs`), import(`${folder}pyodide.asm.mjs`)];",
            "const script = import(`${folder}pyodide.mjs`);",
        ),
        ("  const library = fetch(folder + lock.library);\n", ""),
        (
            "const first = Promise.all(files.map(bytesOf));",
            "let asked; const first = { then: (f, g) => (asked ??= Promise.all(files.map(bytesOf))).then(f, g) };",
        ),
        ("  const nothing = Promise.resolve(new Response());\n", ""),
        (
            "  fetched.set(`${folder}pyodide.asm.wasm`, nothing).set(folder + lock.library, library);\n",
            "",
        ),
        ("    createPyodideModule: (await module).default,\n", ""),
        ("const compiled = compile();\n", ""),
        ("WebAssembly.instantiateStreaming = async", "const unused = async"),
    ),
}


def linked(source: Path, target: Path) -> Path:
    """A copy of a folder that shares its files."""
    shutil.copytree(source, target, copy_function=os.link)
    return target


def write(file: Path, text: str) -> None:
    """In place of a shared file."""
    file.unlink(missing_ok=True)
    file.write_text(text, "utf-8")


# -- Python -------------------------------------------------------------------------------------------


def python_sites(site: Path, target: Path) -> dict[str, Path]:
    """A site for each trick that is left out, not kept offline meanwhile."""
    made = {}
    for name in (ALL, AGAIN, *PYTHON, *WORKER, NONE):
        here = made[name] = linked(site, target / name)
        page = here / LESSON / "index.html"
        write(page, page.read_text("utf-8").replace('<meta name="taroky-offline"', "<meta"))
        shutil.rmtree(here / "assets" / "py")
        assemble(
            CHECKOUT, here / "assets" / "py", PYTHON if name == NONE else PYTHON.keys() & {name}
        )
        text = (CHECKOUT / bundle_scripts.SOURCES / "worker.js").read_text("utf-8")
        for old, new in WORKER.get(name, ()):
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        with tempfile.TemporaryDirectory() as scratch:
            worker = Path(scratch, "worker.js")
            worker.write_text(text, "utf-8")
            made_ = bundle_scripts.esbuild(CHECKOUT, [worker], "--format=esm")
        write(here / "assets" / "js" / "worker.js", made_)
    return made


def cpu_seconds(profile: str) -> float:
    """Return the processor time of the browser with this profile so far."""
    of: dict[int, tuple[int, float]] = {}
    roots = set()
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            of[int(entry.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / 100)
            words = (entry / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if f"--user-data-dir={profile}".encode() in words and b"--type=" not in words:
            roots.add(int(entry.name))
    total = 0.0
    for pid, (_, seconds) in of.items():
        ancestor = pid
        while ancestor in of and ancestor not in roots:
            ancestor = of[ancestor][0]
        total += seconds if ancestor in roots else 0
    return total


def python_round(
    playwright: Playwright, servers: Mapping[str, StaticServer], note: Callable[..., None]
) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        for when in ("cold", "warm"):
            names = list(servers)
            random.shuffle(names)
            contexts = {
                name: playwright.chromium.launch_persistent_context(
                    str(Path(scratch, name)), executable_path=find(), args=list(FLAGS)
                )
                for name in names
            }
            time.sleep(SETTLE / 1000)
            for name in names:
                profile, server = str(Path(scratch, name)), servers[name]
                page = contexts[name].new_page()
                page.wait_for_timeout(300)
                cpu, sent = cpu_seconds(profile), server.bytes_sent
                page.goto(server.url + LESSON)
                until(page, "performance.getEntriesByName('taroky:python').length")
                note(name, when, "cpu", (cpu_seconds(profile) - cpu) * 1000)
                note(name, when, "bytes", (server.bytes_sent - sent) / 1000)
                for mark, value in _marks(page).items():
                    note(name, when, mark, value)
                if when == "cold":
                    page.wait_for_timeout(STAY)
                contexts[name].close()


def _marks(page: Page) -> dict[str, float]:
    marks: list[tuple[str, float]] = page.evaluate(
        """[...performance.getEntriesByType('mark'), ...performance.getEntriesByType('paint')]
          .map((mark) => [mark.name, mark.startTime])"""
    )
    return dict(marks)


# -- pages --------------------------------------------------------------------------------------------


#: Builds the site and keeps it as it is before its pages are made light.
_BUILD = """
import os, shutil
from taroky_build.postprocess import page_weight
page_weight.slim = lambda site: shutil.copytree(site, os.environ["BENCH_TRICKS"])
from mkdocs.__main__ import cli
cli()
"""


def heavy_site(target: Path) -> None:
    """Build the site into a folder without what makes its pages light."""
    with tempfile.TemporaryDirectory() as site:
        subprocess.run(
            [sys.executable, "-c", _BUILD, "build", "--quiet", "--site-dir", site],
            cwd=CHECKOUT,
            env={**os.environ, "BENCH_TRICKS": str(target), "TAROKY_LANGUAGES": "en"},
            check=True,
        )


def page_sites(raw: Path, target: Path) -> dict[str, Path]:
    """A site for each trick that is left out. raw: the site before its pages were made light."""
    made = {}
    for name in (ALL, AGAIN, *page_weight.TRICKS):
        here = made[name] = target / name
        shutil.copytree(raw / "assets", here / "assets", ignore=shutil.ignore_patterns("py"))
        for file in raw.glob("sitemap.xml*"):
            shutil.copyfile(file, here / file.name)
        for page in PAGES:
            (here / page).mkdir(parents=True)
            shutil.copyfile(raw / page / "index.html", here / page / "index.html")
        page_weight.slim(here, {name})
        csp.protect(here)
    return made


def theme_sites(site: Path, target: Path) -> dict[str, Path]:
    """A site for each trick that is left out of what is changed in the theme's script."""
    bundle = next((site / theme.SCRIPTS).glob(theme.SCRIPT))
    templates = files("material") / "templates"
    original = templates / theme.SCRIPTS / bundle.name
    made = {}
    for name in (ALL, AGAIN, *theme.TRICKS):
        here = made[name] = target / name
        shutil.copytree(site / "assets", here / "assets", copy_function=os.link)
        for page in PAGES:
            linked(site / page, here / page)
        write(here / theme.SCRIPTS / bundle.name, original.read_text("utf-8"))
        theme.mend(here, {name})
    return made


WATCH = """
window.blocked = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.blocked += Math.max(0, duration - 50);
}).observe({ type: "longtask", buffered: true });
"""


def page_round(
    browser: Browser, servers: Mapping[str, StaticServer], note: Callable[..., None]
) -> None:
    for path in PAGES:
        names = list(servers)
        random.shuffle(names)
        for name in names:
            context = browser.new_context(viewport={"width": 1200, "height": 800})
            context.add_init_script(WATCH)
            kind = "lesson" if path == LESSON else "rules"
            for when in ("cold", "warm"):
                page = context.new_page()
                sent = servers[name].bytes_sent
                with _cpu(browser, partial(note, name, f"{kind} {when}")):
                    page.goto(servers[name].url + path)
                    page.wait_for_timeout(700)
                for mark, value in _marks(page).items():
                    note(name, f"{kind} {when}", mark, value)
                note(name, f"{kind} {when}", "blocked", page.evaluate("window.blocked"))
                note(name, f"{kind} {when}", "bytes", (servers[name].bytes_sent - sent) / 1000)
                if when == "warm" and path != PAGES[-1]:
                    with _cpu(browser, partial(note, name, "followed")):
                        _follow(page, PAGES[-1])
                page.close()
            context.close()


@contextmanager
def _cpu(browser: Browser, note: Callable[[str, float], None]) -> Iterator[None]:
    """Note the processor time in milliseconds that all processes of the browser take meanwhile."""
    session = browser.new_browser_cdp_session()
    before = _process_seconds(session)
    yield
    note("cpu", (_process_seconds(session) - before) * 1000)
    session.detach()


def _process_seconds(session: CDPSession) -> float:
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return float(sum(process["cpuTime"] for process in processes))


def _follow(page: Page, path: str) -> None:
    """Go to another page as if a link on this one had been pressed, until its text is there."""
    page.evaluate(
        """(path) => {
          const link = document.querySelector(".md-content a[href]");
          link.href = document.querySelector(".md-logo").href + path;
          link.click();
        }""",
        path,
    )
    page.wait_for_function("(path) => location.pathname.endsWith(path)", arg=f"/{path}")
    page.wait_for_timeout(700)


# -- both ---------------------------------------------------------------------------------------------


def measure(what: str, sites: Mapping[str, Path], line: str, rounds: int, out: Path) -> None:
    """Visit all in turns; every sample is a line of JSON in `out`."""
    with ExitStack() as stack, out.open("a", encoding="utf-8") as file:
        servers = {
            name: stack.enter_context(serve(site, compress=True, line=LINES[line]))
            for name, site in sites.items()
        }
        playwright = stack.enter_context(sync_playwright())
        browser = None
        if what != "python":
            browser = playwright.chromium.launch(
                executable_path=find(), args=[*FLAGS, PAINT_AT_ONCE]
            )
            time.sleep(SETTLE / 1000)
        # the round before the first is not counted: the servers compress each file when it is first asked for
        for number in range(-1, rounds):

            def note(name: str, when: str, mark: str, value: float, number: int = number) -> None:
                sample = [what, line, number, name, when, mark, round(value, 1)]
                if number >= 0:
                    file.write(json.dumps(sample) + "\n")

            if browser:
                page_round(browser, servers, note)
            else:
                python_round(playwright, servers, note)
            file.flush()
            print(what, line, number, time.strftime("%H:%M:%S"), file=sys.stderr, flush=True)


def table(samples: Path) -> Iterator[str]:
    """The medians, and by how much more it takes without each trick."""
    values_by_key: dict[tuple[str, ...], dict[str, dict[int, float]]] = {}
    for text in samples.read_text("utf-8").splitlines():
        what, line, number, name, when, mark, value = json.loads(text)
        values_by_key.setdefault((what, line, when, mark), {}).setdefault(name, {})[number] = value
    for key, by_name in values_by_key.items():
        base = by_name.get(ALL, {})
        if not base:
            continue
        middle = statistics.median(base.values())
        yield f"{' '.join(key)}: all {middle:.0f} (n={len(base)})"
        for name, values in by_name.items():
            if name == ALL:
                continue
            more = [value - base[n] for n, value in values.items() if n in base]
            if more:
                difference = statistics.median(more)
                middles = statistics.median(values.values()) - middle
                share = 100 * difference / middle if middle else 0
                yield f"    {name:36} {difference:+8.0f} ({share:+.1f} %)  medians {middles:+.0f}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures what each trick of the start brings.")
    parser.add_argument("what", choices=("python", "pages", "theme", "table"))
    parser.add_argument("--site", type=Path, help="a built site, for python and theme")
    parser.add_argument("--line", choices=LINES, default="fast")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--out", type=Path, default=Path("tricks.jsonl"))
    parser.add_argument("--made", type=Path, help="where the sites are, or are put")
    args = parser.parse_args()
    if args.what == "table":
        print("\n".join(table(args.out)))
        return 0
    if not args.made.exists():
        args.made.mkdir(parents=True)
        with tempfile.TemporaryDirectory() as scratch:
            if args.what == "python":
                python_sites(args.site.resolve(), args.made.resolve())
            elif args.what == "theme":
                theme_sites(args.site.resolve(), args.made.resolve())
            else:
                heavy_site(Path(scratch, "site"))
                page_sites(Path(scratch, "site"), args.made.resolve())
    sites = {site.name: site for site in sorted(args.made.iterdir())}
    measure(args.what, sites, args.line, args.rounds, args.out)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
