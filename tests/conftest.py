"""In which browser engines the browser tests run, and what is said of it at the end."""

from __future__ import annotations

from collections import Counter

import pytest
from engines import ENGINES


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
        told = ", ".join(f"{number} {outcome}" for outcome, number in counts[name].items())
        if engine.find():
            terminalreporter.line(f"{engine.title}: {told}")
        else:
            terminalreporter.line(f"{engine.title}: NOT RUN ({told}). {engine.missing}", red=True)
