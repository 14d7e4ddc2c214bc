"""In which browser engines the browser tests run, in which order all tests do, what is made once for all
of them, and what is said at the end."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from differing_cells import differing_cells
from engines import ENGINES
from filelock import FileLock
from taroky.rules.table import Table
from taroky_build.site_build import prebuilt
from taroky_devtools import release

ROOT = Path(__file__).resolve().parents[1]

# Ten thousand tests and all rule tables live to the end: to look through them for garbage again and again
# is a seventh of the processor time.
gc.set_threshold(100_000, 50, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--engine",
        action="append",
        choices=list(ENGINES),
        help="run the browser tests in this engine; may be given again (default: in Chromium, and one"
        " journey in all)",
    )
    parser.addoption(
        "--all-engines", action="store_true", help="run the browser tests in every engine"
    )


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: a test in a browser waits now and then, for a paint or a timer."""
    return (os.cpu_count() or 1) + 1


#: Folders of tests, those first whose tests take longest.
_FLOORS = ("build_scripts", "browser", "tutorials", "engine")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Floor by floor from the top, and on each the files with many tests first: what is left for the end
    are files of a second, so that no worker waits long for another. One file of the browser's comes before
    all: the site is built while another worker does what needs none. (Worker by worker this order holds
    by --no-loadscope-reorder.)"""
    sizes = Counter(item.path for item in items)

    def place(item: pytest.Item) -> tuple[int, int, Path]:
        folder = item.path.parent.name
        floor = _FLOORS.index(folder) if folder in _FLOORS else len(_FLOORS)
        return floor, -sizes[item.path], item.path

    items.sort(key=place)
    builds = next((item.path for item in items if item.path.parent.name == "browser"), None)
    items.sort(key=lambda item: item.path != builds)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Show of two rule tables the cells that differ: a whole table has thousands of words."""
    if op != "==" or not isinstance(left, Table) or not isinstance(right, Table):
        return None
    cells = list(differing_cells(left, right))
    return [f"the tables differ in {len(cells)} cells", *cells]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each engine: an engine that is not here is named, and its tests count as skipped."""
    counts: dict[str, Counter[str]] = {}
    for outcome in ("passed", "rerun", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            name = dict(getattr(report, "user_properties", ())).get("engine")
            if name:
                counts.setdefault(str(name), Counter())[outcome] += 1
    if counts:
        terminalreporter.section("browser engines")
    for name, engine in ENGINES.items():
        if name not in counts:
            continue
        outcomes = ", ".join(f"{number} {outcome}" for outcome, number in counts[name].items())
        if engine.find():
            terminalreporter.line(f"{engine.title}: {outcomes}")
        else:
            terminalreporter.line(
                f"{engine.title}: NOT RUN ({outcomes}). {engine.missing}", red=True
            )


# -- what is made once -----------------------------------------------------------------------------

Shared = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """Gives a folder of this name, which whichever process of a run asks first fills for all; none
    is to change it."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent

    def filled(name: str, fill: Callable[[Path], None]) -> Path:
        folder, done = base / name, base / f"{name}.done"
        with FileLock(base / f"{name}.lock"):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                done.touch()
        return folder

    return filled


def _run(command: Sequence[str], folder: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="session")
def installed(shared: Shared) -> dict[str, str]:
    """The environment of somebody who has installed a release's files for clubs, and no checkout."""

    def fill(folder: Path) -> None:
        names, sources = ("engine", "tutorials", "build_scripts"), folder / "sources"
        for name in names:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, sources / name, ignore=ignored)
        prebuilt.fill(ROOT, sources / "build_scripts" / "taroky_build" / "prebuilt")
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        _run(
            [
                *pip,
                "wheel",
                "--no-deps",
                "--no-build-isolation",
                "--no-index",
                "--wheel-dir",
                str(folder / "wheels"),
                *(str(sources / name) for name in names),
            ],
            folder,
        )
        release.complete(folder / "wheels")
        shutil.unpack_archive(folder / "wheels" / release.ARCHIVE, folder)
        install = ("install", "--no-deps", "--no-index", "--target", str(folder / "target"))
        _run([*pip, *install, "-r", "requirements.txt"], folder / release.FOLDER)

    target = shared("installed", fill) / "target"
    return {**os.environ, "PYTHONPATH": str(target)}


@pytest.fixture(scope="session")
def club_project(installed: dict[str, str], shared: Shared) -> Path:
    """The project of a club, with its built site, as one has it who has installed the wheels: a club with
    two rules of its own, a povinnost at twice the price and a mond that is free in Varšava. Some of its pages are there
    in Czech, too."""

    def fill(folder: Path) -> None:
        taroky = [sys.executable, "-m", "taroky"]
        said = _run(
            [*taroky, "new", "u_lva", "--title", "Klub U lva", "--languages", "en", "cs"],
            folder,
            installed,
        )
        assert "Created u_lva." in said
        project = folder / "u_lva"
        house, welcome = project / "house.yaml", project / "docs" / "index.md"
        text = house.read_text("utf-8")
        assert "  # varsava.mond_free: no\n" in text
        text = text.replace("  # varsava.mond_free: no\n", "  varsava.mond_free: yes\n")
        house.write_text(f"{text}contracts: {{povinnost: {{rate: 0.20}}}}\n", "utf-8")
        config = project / "mkdocs.yml"
        wanted = "      translate: index.md reference/* calculators/*\nexclude_docs:"
        config.write_text(config.read_text("utf-8").replace("exclude_docs:", wanted), "utf-8")
        asks = "\n## What does it pay?\n\n<!-- tool: settle rules=u_lva -->\n"
        welcome.write_text(welcome.read_text("utf-8") + asks, "utf-8")
        said = _run([*taroky, "build"], project, installed)
        assert "step mond: " in said and "The site is in site." in said

    return shared("club", fill) / "u_lva"
