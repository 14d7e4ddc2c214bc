"""Mutation testing: changes the engine in one place at a time and sees whether the cases notice.

    python -m taroky_build.devtools.mutants                 counting, settlement and legality
    python -m taroky_build.devtools.mutants settlement      only files whose name has this in it
    python -m taroky_build.devtools.mutants --sample 500    so many changes drawn at random (--seed), not all
    python -m taroky_build.devtools.mutants --show          also the change of every survivor

mutmut makes the changes and runs, for each, the cases that reach the changed function. It works on a
copy under .cache/mutants in which the engine lies beside the tests, as mutmut expects it; sentences
(`say(…)`) are not changed, since their wording is no rule. Prints a JSON line for each file and one
for all: killed / (killed + survived) is the score. Survivors that nobody could notice stand in
tests/engine/survivors.yaml with the reason; one that does not stand there is printed, and the command
ends with 1. Not part of `make test`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from typing import Any

import yaml

from taroky_build.paths import CHECKOUT

ROOT = CHECKOUT
#: By place in the engine, the changes that nobody could notice: the new line and the reason.
KNOWN = ROOT / "tests/engine/survivors.yaml"
WORK = ROOT / ".cache/mutants"
FILES = (
    "taroky/counting/points.py", "taroky/counting/piles.py", "taroky/settlement/*.py", "taroky/phases/declaring.py",
    "taroky/phases/discard.py", "taroky/phases/doubling.py", "taroky/phases/play.py",
    "taroky/phases/talon.py", "taroky/rules/conditions.py",
)  # fmt: skip
#: Cases as text, which are fast and name every rule point; whole random hands are left out.
TESTS = (
    "tests/engine/test_counting.py", "tests/engine/test_piles.py", "tests/engine/test_vectors.py",
)  # fmt: skip
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
mutate_only_covered_lines = true
pytest_add_cli_args_test_selection = {tests}
also_copy = ["tests"]
use_git_change_detection = false
timeout_constant = 10.0
"""
#: mutmut's exit codes of a mutant's tests.
NAMES = {
    0: "survived", 1: "killed", 3: "killed", 5: "no_tests", 33: "no_tests", 34: "skipped",
    24: "timeout", 36: "timeout", 152: "timeout", 255: "timeout", 37: "killed",
}  # fmt: skip


def prepare(files: tuple[str, ...]) -> None:
    """Lay out a fresh copy of the engine and its tests."""
    shutil.rmtree(WORK, ignore_errors=True)
    ignore = shutil.ignore_patterns("__pycache__", "*.pyc")
    shutil.copytree(ROOT / "engine/taroky", WORK / "taroky", ignore=ignore)
    for folder in ("engine", "vectors", "playthroughs"):
        shutil.copytree(ROOT / "tests" / folder, WORK / "tests" / folder, ignore=ignore)
    config = CONFIG.format(files=json.dumps(list(files)), tests=json.dumps(list(TESTS)))
    (WORK / "pyproject.toml").write_text(config, encoding="utf-8")


def mutmut(*args: str, capture: bool = False) -> str:
    """Runs mutmut in the copy; its own text goes to standard error."""
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONPYCACHEPREFIX")}
    done = subprocess.run(
        [sys.executable, "-m", "mutmut", *args], cwd=WORK, env=env, text=True, check=False,
        stdout=subprocess.PIPE if capture else sys.stderr,
    )  # fmt: skip
    return done.stdout if capture else ""


def results() -> dict[str, dict[str, str]]:
    """By file, what became of each change: {file: {name of the change: word}}."""
    found: dict[str, dict[str, str]] = {}
    for meta in sorted((WORK / "mutants").rglob("*.py.meta")):
        name = str(meta.relative_to(WORK / "mutants")).removesuffix(".meta")
        codes: dict[str, Any] = json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        if codes:
            found[name] = {
                key: NAMES.get(code, "killed") if code is not None else "not_run"
                for key, code in codes.items()
            }
    return found


def line(name: str, words: Counter[str]) -> dict[str, Any]:
    """The figures of a file, or of all."""
    killed = words["killed"] + words["timeout"]
    judged = killed + words["survived"]
    return {
        "file": name, "changes": words.total() - words["not_run"], "killed": killed,
        "survived": words["survived"], "not_reached": words["no_tests"] + words["skipped"],
        "score": round(killed / judged, 3) if judged else None,
    }  # fmt: skip


def main() -> int:
    """Runs everything and prints the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("only", nargs="?", default="", help="part of the names of files")
    parser.add_argument("--sample", type=int, help="how many changes, drawn at random (all)")
    parser.add_argument("--seed", default="1", help="the same seed, the same changes")
    parser.add_argument("--show", action="store_true", help="print the known survivors, too")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    paths = [path for pattern in FILES for path in sorted((ROOT / "engine").glob(pattern))]
    files = tuple(
        str(path.relative_to(ROOT / "engine")) for path in paths if args.only in str(path)
    )
    prepare(files)
    names: list[str] = []
    if args.sample:
        mutmut("run", "--max-children", str(args.workers), "none of them")  # only makes them
        every = sorted(key for words in results().values() for key in words)
        names = random.Random(args.seed).sample(every, min(args.sample, len(every)))
    mutmut("run", "--max-children", str(args.workers), *names)
    total: Counter[str] = Counter()
    survivors = []
    for name, words in results().items():
        counted = Counter(words.values())
        total += counted
        survivors += [key for key, word in words.items() if word == "survived"]
        print(json.dumps(line(name, counted)), flush=True)
    print(json.dumps(line("all", total)), flush=True)
    unknown = 0
    for key in survivors:
        place, change = place_of(key), changed(mutmut("show", key, capture=True))
        reason = known().get(place, {}).get(change)
        unknown += reason is None
        if reason is None or args.show:
            found = {"survivor": place, "change": change, "reason": reason}
            print(json.dumps(found, ensure_ascii=False), flush=True)
    return 0 if total and not unknown else 1


def known() -> dict[str, dict[str, str]]:
    """The survivors that nobody could notice: {place: {the new line: the reason}}."""
    rows = yaml.safe_load(KNOWN.read_text(encoding="utf-8"))
    return {
        place: {row["change"]: row["because"] for row in changes} for place, changes in rows.items()
    }


def place_of(key: str) -> str:
    """Where a change is: "counting.piles.excuse_swap"."""
    return (
        re.sub(r"\.x_", ".", key.partition("__mutmut")[0]).removeprefix("taroky.").replace("ǁ", ".")
    )


def changed(shown: str) -> str:
    """The lines that a change puts in place of others, as one; what it takes away if it puts none."""
    lines = [
        line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    new = [line[1:].strip() for line in lines if line[0] == "+"]
    return " ".join(new) if new else "without " + " ".join(line[1:].strip() for line in lines)


if __name__ == "__main__":
    sys.exit(main())
