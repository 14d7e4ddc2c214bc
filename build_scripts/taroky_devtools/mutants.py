"""Mutation testing: changes the engine in one place at a time and sees whether the cases notice.

    python -m taroky_devtools.mutants                 counting, settlement and legality
    python -m taroky_devtools.mutants paying          only files whose name has this in it
    python -m taroky_devtools.mutants --sample 500    so many changes drawn at random (--seed), not all
    python -m taroky_devtools.mutants --again         only what survived the last time
    python -m taroky_devtools.mutants --show          also the change of every survivor

mutmut makes the changes; mutant_trials.py runs, for each, the cases that reach the changed function. They
work on a copy under .cache/mutants in which the engine is next to the tests, as mutmut expects it;
what there is to try is shared out among the processes of this machine, or among the workers of a Dask
scheduler, which need this checkout in the same place. Sentences (`say(…)`) are not changed, since their wording is no rule. Prints a JSON line for each file and one
for all: killed / (killed + survived) is the score. Survivors that nobody could notice are in
tests/engine/survivors.yaml with the reason; one that is not there is printed, and the command
ends with 1. Not part of `make test`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from itertools import batched
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml
from taroky_build.paths import CHECKOUT

from taroky_devtools.cluster import each, workers

if TYPE_CHECKING:
    from distributed import Client

ROOT = CHECKOUT
#: By place in the engine, the changes that nobody could notice: the new line and the reason.
KNOWN = ROOT / "tests/engine/survivors.yaml"
WORK = ROOT / ".cache/mutants"
RESULTS = WORK / "results.json"
FILES = (
    "taroky/settling/counting/points.py",
    "taroky/settling/counting/piles.py",
    "taroky/settling/paying/*.py",
    "taroky/phases/declaring.py",
    "taroky/phases/discard.py",
    "taroky/phases/doubling.py",
    "taroky/phases/play.py",
    "taroky/phases/talon.py",
    "taroky/rules/conditions.py",
)
#: Cases as text, which are fast and name every rule point; whole random hands are left out.
TESTS = (
    "tests/engine/test_counting.py",
    "tests/engine/test_piles.py",
    "tests/engine/test_vectors.py",
    "tests/engine/test_heun.py",
    "tests/engine/test_machtarok.py",
    "tests/engine/test_victoria.py",
    "tests/engine/test_talon.py",
    "tests/engine/test_play.py",
    "tests/engine/test_settlement_houses.py",
)
#: A worker tries so many changes with one collection of the tests.
AT_A_TIME = 60
CONFIG = """\
[tool.pytest]
minversion = "9"
addopts = ["--strict-markers", "--import-mode=importlib"]
cache_dir = "pytest_cache"
pythonpath = ["tests/engine"]
markers = ["browser: needs a Chromium and the built site"]

[tool.mutmut]
source_paths = ["taroky"]
only_mutate = {files}
do_not_mutate_patterns = ["say\\\\(", "^__all__", "^ *assert "]
also_copy = ["tests"]
use_git_change_detection = false
"""


def prepare(files: tuple[str, ...]) -> None:
    """Lay out a fresh copy of the engine and its tests."""
    shutil.rmtree(WORK, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(ROOT / "engine/taroky", WORK / "taroky", ignore=ignore)
    for folder in ("engine", "vectors", "playthroughs"):
        shutil.copytree(ROOT / "tests" / folder, WORK / "tests" / folder, ignore=ignore)
    config = CONFIG.format(files=json.dumps(list(files)))
    (WORK / "pyproject.toml").write_text(config, encoding="utf-8")


def trials(client: Client, *args: str) -> dict[str, dict[str, list[str]]]:
    """Makes the changes and has them tried; what mutmut and pytest tell meanwhile goes to standard error."""
    ran = _mutant_trials("make", *TESTS, *args)
    if ran.returncode:
        raise SystemExit(ran.returncode)
    files: dict[str, list[str]] = json.loads((WORK / "plan.json").read_text("utf-8"))["files"]
    changes = [change for of in files.values() for change in of]
    tried: dict[str, list[str]] = {}
    for done in each(client, _tried, [*batched(changes, AT_A_TIME)]):
        tried |= done
        left = [change for change, (word, _) in done.items() if word == "survived"]
        sys.stderr.writelines(f"{change} survived\n" for change in left)
        print(f"{len(tried)} of {len(changes)} tried", file=sys.stderr, flush=True)
    results = {file: {change: tried[change] for change in of} for file, of in files.items()}
    RESULTS.write_text(json.dumps(results), encoding="utf-8")
    return results


def _tried(changes: Sequence[str]) -> dict[str, list[str]]:
    """Return what became of these changes; done by a worker."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "words.json"
        ran = _mutant_trials("try", *TESTS, "--out", str(out), stdin=" ".join(changes))
        if ran.returncode or not out.exists():
            raise ChildProcessError(f"trying {changes[0]} and so on ended with {ran.returncode}")
        outcomes: dict[str, list[str]] = json.loads(out.read_text("utf-8"))
    return outcomes


def _mutant_trials(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONPYCACHEPREFIX")}
    command = (sys.executable, "-m", "taroky_devtools.mutant_trials", *args)
    return subprocess.run(
        command, cwd=WORK, env=env, stdout=sys.stderr.fileno(), input=stdin, text=True
    )


def last() -> dict[str, dict[str, list[str]]]:
    """Return what became of the changes: {file: {name of the change: [word, new line]}}."""
    outcomes: dict[str, dict[str, list[str]]] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return outcomes


def line(name: str, words: Counter[str]) -> dict[str, Any]:
    """The figures of a file, or of all."""
    killed = words["killed"] + words["timeout"]
    judged = killed + words["survived"]
    return {
        "file": name,
        "changes": words.total(),
        "killed": killed,
        "survived": words["survived"],
        "score": round(killed / judged, 3) if judged else None,
    }


def main() -> int:
    """Runs everything and prints the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("only", nargs="?", default="", help="part of the names of files")
    parser.add_argument("--sample", type=int, help="how many changes, drawn at random (all)")
    parser.add_argument("--seed", default="1", help="the same seed, the same changes")
    parser.add_argument("--again", action="store_true", help="only what survived the last time")
    parser.add_argument("--show", action="store_true", help="print the known survivors, too")
    parser.add_argument("--workers", type=int, help="processes of this machine (one a processor)")
    parser.add_argument(
        "--scheduler", default="", help="address of a Dask scheduler to use instead"
    )
    args = parser.parse_args()
    paths = [path for pattern in FILES for path in sorted((ROOT / "engine").glob(pattern))]
    files = tuple(
        str(path.relative_to(ROOT / "engine")) for path in paths if args.only in str(path)
    )
    asked = []
    if args.sample is not None:
        asked += ["--sample", str(args.sample), "--seed", args.seed]
    again = "\n".join(key for key, _ in survivors(last())) if args.again else ""
    prepare(files)
    if args.again:
        (WORK / "these.txt").write_text(again, encoding="utf-8")
        asked += ["--these", "these.txt"]
    with workers(args.workers, args.scheduler) as client:
        results = trials(client, *asked)
    total: Counter[str] = Counter()
    for name, words in results.items():
        counted = Counter(word for word, _ in words.values())
        total += counted
        print(json.dumps(line(name, counted)), flush=True)
    print(json.dumps(line("all", total)), flush=True)
    unknown = 0
    for key, change in survivors(results):
        place = place_of(key)
        reason = known().get(place, {}).get(change)
        unknown += reason is None
        if reason is None or args.show:
            row = {"survivor": place, "change": change, "reason": reason}
            print(json.dumps(row, ensure_ascii=False), flush=True)
    return 0 if total and not unknown else 1


def survivors(results: dict[str, dict[str, list[str]]]) -> list[tuple[str, str]]:
    """The names and new lines of changes that nothing noticed."""
    every = [each for words in results.values() for each in words.items()]
    return [(key, change) for key, (word, change) in every if word == "survived"]


def known() -> dict[str, dict[str, str]]:
    """The survivors that nobody could notice: {place: {the new line: the reason}}."""
    rows = yaml.safe_load(KNOWN.read_text(encoding="utf-8"))
    return {
        place: {row["change"]: row["because"] for row in changes} for place, changes in rows.items()
    }


def place_of(key: str) -> str:
    """Return where a change is: "counting.piles.excuse_swap"."""
    function = key.partition("__mutmut")[0].removeprefix("taroky.")
    return re.sub(r"\.x[_ǁ]", ".", function).replace("ǁ", ".")


if __name__ == "__main__":
    sys.exit(main())
