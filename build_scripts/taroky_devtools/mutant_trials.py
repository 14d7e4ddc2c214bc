"""Makes the changes of the engine, and tries some of them: for each a fork, in which tests run until one fails.

    python -m taroky_devtools.mutant_trials make TESTS             plan.json: what there is to try
    python -m taroky_devtools.mutant_trials try TESTS --out FILE   the changes named on standard input

mutants.py starts this in its copy of the engine, the second as often as there is work for its workers.
mutmut makes the changes and switches one of them on; the tests run from here, since mutmut has pytest
collect them again for each change, which takes longer than they do. Here they are collected once for many
changes, and each change is tried in a fork, with the tests that run through the changed statement; a
change that none of them runs through has survived. Before the fork no code of the engine has run but that
which reads tables, so that nothing kept from an unchanged engine hides a change; changes in what reads
tables are tried before that.

What comes of a change depends on nothing but the change: the word, and of one that survived the line
that it puts in place of others.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import json
import os
import random
import resource
import signal
import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from _pytest.runner import runtestprotocol
from mutmut.__main__ import create_mutants
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state
from mutmut.utils.file_utils import (
    copy_also_copy_files,
    copy_src_dir,
    setup_source_paths,
    walk_mutatable_files,
)

#: A test under a change may take so many seconds, and so many times as long as without.
SECONDS, TIMES = 4.0, 5
#: A change may make a list without end.
MEMORY = 3 << 30
KILLED, SURVIVED, FAILED = 1, 0, 2
#: pytest's plugins that keep files or threads.
NOT_NEEDED = ("cacheprovider", "rerunfailures", "xdist")


class Plan:
    """The pytest plugin that runs all tests once without a change, in place of running them."""

    def __init__(self, changes: Collection[str]) -> None:
        self.modules = {module_of(change) for change in changes}
        self.results: dict[str, Any] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.results = forked(lambda: self._unchanged(session.items))
        if not self.results["passed"]:
            raise pytest.UsageError(f"{self.results['failed']} fails without any change")
        self.results["reading"] = forked(lambda: read_tables(session.items))
        return True

    def _unchanged(self, items: Sequence[pytest.Item]) -> dict[str, Any]:
        """Runs all tests without a change: through which lines each runs, and how long it takes."""
        through: dict[str, list[int]] = {}
        seconds = []
        silence()
        set_mutant_under_test("")
        lines = Lines(self.modules)
        for n, item in enumerate(items):
            lines.run_through.clear()
            sys.monitoring.restart_events()
            passed, took = run(item, items[n + 1] if n + 1 < len(items) else None)
            if not passed:
                return {"passed": False, "failed": item.nodeid}
            seconds.append(took)
            for line in lines.run_through:
                through.setdefault(line, []).append(n)
        return {"passed": True, "through": through, "seconds": seconds}


class Trials:
    """The pytest plugin that tries changes in place of running the tests once."""

    def __init__(self, plan: Mapping[str, Any], changes: Sequence[str]) -> None:
        """plan: the lines of each change, through which lines each test runs and how long it takes,
        and which functions read tables."""
        self.plan, self.changes = plan, changes
        self.words: dict[str, str] = {}
        self.noticed: dict[str, list[int]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = session.items
        reading = {*self.plan["reading"]}
        self._try(change for change in self.changes if function_of(change) in reading)
        read_tables(self.items)
        gc.freeze()  # a collection in a fork would touch, and so copy, all of it
        self._try(change for change in self.changes if function_of(change) not in reading)
        return True

    def _try(self, changes: Iterable[str]) -> None:
        through, seconds = self.plan["through"], self.plan["seconds"]
        for change in changes:
            module = module_of(change)
            tests = {
                n
                for line in self.plan["lines"][change]
                for n in through.get(f"{module}:{line}", ())
            }
            if not tests:
                self.words[change] = "survived"
                continue
            # Those first that have noticed another change of the function.
            before = [n for n in self.noticed.get(function_of(change), []) if n in tests]
            order = [*before, *sorted(tests - {*before}, key=lambda n: seconds[n])]
            self.words[change] = self._tried(change, order)

    def _tried(self, change: str, order: Sequence[int]) -> str:
        notes = Path(f"noticed.{os.getpid()}")
        notes.unlink(missing_ok=True)
        pid = os.fork()
        if not pid:
            self._in_fork(change, order, notes)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if notes.exists():
            noticed = self.noticed.setdefault(function_of(change), [])
            test = int(notes.read_text(encoding="utf-8"))
            if test in noticed:
                noticed.remove(test)
            noticed.insert(0, test)
            notes.unlink()
        return "timeout" if code < 0 else ("survived", "killed")[code]

    def _in_fork(self, change: str, order: Sequence[int], notes: Path) -> NoReturn:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        silence()
        set_mutant_under_test(change)
        for n, following in zip(order, (*order[1:], None), strict=True):
            most = SECONDS + TIMES * self.plan["seconds"][n]
            signal.setitimer(signal.ITIMER_VIRTUAL, most)
            try:
                passed = run(self.items[n], None if following is None else self.items[following])[0]
            except BaseException:  # a change may bring down pytest itself
                passed = False
            if not passed:
                notes.write_text(str(n), encoding="utf-8")
                os._exit(KILLED)
        os._exit(SURVIVED)


def run(item: pytest.Item, following: pytest.Item | None) -> tuple[bool, float]:
    """Whether a test passes, and the seconds that it takes."""
    reports = runtestprotocol(item, log=False, nextitem=following)
    return not any(one.failed for one in reports), sum(one.duration for one in reports)


def read_tables(items: Sequence[pytest.Item]) -> list[str]:
    """Reads the tables of all cases. The functions that this reaches."""
    set_mutant_under_test("stats")
    for item in items:
        case = getattr(item, "callspec", None)
        _ = case and "case" in case.params and case.params["case"].table
    return sorted(state()._stats)


class Lines:
    """The lines of unchanged functions that have been run through, as "module:line"."""

    def __init__(self, modules: Collection[str]) -> None:
        self.run_through: set[str] = set()
        tool, events = sys.monitoring.PROFILER_ID, sys.monitoring.events
        sys.monitoring.use_tool_id(tool, "mutants")
        sys.monitoring.register_callback(tool, events.LINE, self._line)
        self.module = {}
        for module in modules:
            for code in unchanged(vars(importlib.import_module(module))):
                self.module[code] = module
                sys.monitoring.set_local_events(tool, code, events.LINE)

    def _line(self, code: types.CodeType, line: int) -> object:
        self.run_through.add(f"{self.module[code]}:{line}")
        return sys.monitoring.DISABLE


def unchanged(members: Mapping[str, Any]) -> Iterator[types.CodeType]:
    """Yield what mutmut has kept of the functions of a module or class as they were, with functions in
    them."""
    for name, value in members.items():
        if name.endswith("__mutmut_orig"):
            yield from with_inner(getattr(value, "__func__", value).__code__)
        elif isinstance(value, type) and value.__module__ == members.get("__name__"):
            yield from unchanged(vars(value))


def with_inner(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, types.CodeType):
            yield from with_inner(inner)


def statements(path: Path, changes: Iterable[str]) -> dict[str, list[int]]:
    """Return for each change the lines of the statement that is changed, in the function as it was."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    lines_of = {}
    for change in changes:
        name = change.rpartition(".")[2]
        was, now = functions[function_of(name) + "__mutmut_orig"], functions[name]
        lines = {*different(was.body, now.body)}
        alike = ast.dump(was.args) == ast.dump(now.args)
        lines_of[change] = sorted(lines if alike and lines else range(was.lineno, end(was) + 1))
    return lines_of


def different(was: Sequence[ast.stmt], now: Sequence[ast.stmt]) -> Iterator[int]:
    """The lines of the statements that are not the same; of an `if` or a `for` those before its body."""
    if len(was) != len(now):
        yield from range(was[0].lineno, end(was[-1]) + 1)
        return
    for one, other in zip(was, now, strict=True):
        if ast.dump(one) == ast.dump(other):
            continue
        body = getattr(one, "body", None)
        if type(one) is not type(other) or not body or isinstance(one, ast.Try):
            yield from range(one.lineno, end(one) + 1)
            continue
        parts = [part for part in ("body", "orelse") if hasattr(one, part)]
        inner = [n for part in parts for n in different(getattr(one, part), getattr(other, part))]
        yield from inner or range(one.lineno, max(one.lineno, body[0].lineno - 1) + 1)


def end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def forked(work: Callable[[], Any]) -> Any:
    """Return what some work gives, done in a process of its own, so that it leaves nothing behind,
    neither what the engine keeps nor threads."""
    out = Path("forked.json")
    pid = os.fork()
    if not pid:
        code = FAILED
        try:
            out.write_text(json.dumps(work()), encoding="utf-8")
            code = 0
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        raise ChildProcessError(f"{work.__name__} ended with {code}")
    return json.loads(out.read_text(encoding="utf-8"))


def silence() -> None:
    """Throw away what tests print."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def function_of(change: str) -> str:
    """The function that a change is in, by mutmut's name."""
    return change.partition("__mutmut_")[0]


def new_line(change: str, file: str) -> str:
    """The lines that a change puts in place of others, as one; what it takes away if it puts none."""
    lines = [
        line
        for line in get_diff_for_mutant(change, path=file).splitlines()
        if line[:1] in "+-" and line[:3] not in ("+++", "---")
    ]
    new = [line[1:].strip() for line in lines if line[0] == "+"]
    return " ".join(new) if new else "without " + " ".join(line[1:].strip() for line in lines)


def module_of(change: str) -> str:
    """The module that a change is in: what stands before mutmut's name of the function."""
    return change.rpartition(".")[0]


def made() -> dict[str, list[str]]:
    """Makes the changes, by file."""
    copy_src_dir()
    copy_also_copy_files()
    create_mutants(1)
    changes = {}
    for path in sorted(walk_mutatable_files()):
        data = SourceFileMutationData(path=path)
        data.load()
        if data.exit_code_by_key:
            changes[str(path)] = list(data.exit_code_by_key)
    return changes


def drawn(changes: Collection[str], number: int | None, seed: str) -> list[str]:
    """Draw this many of the changes at random, or return all."""
    if number is None:
        return list(changes)
    return random.Random(seed).sample(sorted(changes), min(number, len(changes)))


def plan(tests: Sequence[str], sample: int | None, seed: str, these: Sequence[str] | None) -> int:
    """Makes the changes, runs the tests without any and writes down what there is to try."""
    files = forked(made)
    setup_source_paths()
    changes = drawn([change for of in files.values() for change in of], sample, seed)
    wanted = {change for change in changes if these is None or change in these}
    os.chdir("mutants")
    lines = {
        change: numbers
        for file, of in files.items()
        for change, numbers in statements(Path(file), [one for one in of if one in wanted]).items()
    }
    first_run = Plan(lines)
    code = int(with_tests(tests, first_run))
    os.chdir("..")
    chosen = {file: [change for change in of if change in wanted] for file, of in files.items()}
    written = {**first_run.results, "lines": lines, "files": chosen}
    Path("plan.json").write_text(json.dumps(written), encoding="utf-8")
    return code


def trial(tests: Sequence[str], changes: Sequence[str], out: Path) -> int:
    """Tries these changes and writes what became of each."""
    written = json.loads(Path("plan.json").read_text(encoding="utf-8"))
    file_of = {change: file for file, of in written["files"].items() for change in of}
    setup_source_paths()
    os.chdir("mutants")
    trials = Trials(written, changes)
    code = int(with_tests(tests, trials))
    os.chdir("..")
    outcomes = {
        change: [word, new_line(change, file_of[change]) if word == "survived" else ""]
        for change, word in trials.words.items()
    }
    out.write_text(json.dumps(outcomes), encoding="utf-8")
    return code


def with_tests(tests: Sequence[str], plugin: object) -> int:
    """Has pytest collect the tests and hand them to a plugin."""
    plain = [word for name in NOT_NEEDED for word in ("-p", f"no:{name}")]
    return int(pytest.main(["-q", "-s", "--tb=no", *plain, *tests], plugins=[plugin]))


def main() -> int:
    """Makes the changes, or tries those named on standard input."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("make", "try"))
    parser.add_argument("tests", nargs="+", help="the files with the tests")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--these", help="a file with names of changes, make no others")
    parser.add_argument("--out", type=Path, help="the file to write to")
    args = parser.parse_args()
    if args.what == "try":
        return trial(args.tests, sys.stdin.read().split(), args.out)
    these = None if args.these is None else Path(args.these).read_text(encoding="utf-8").split()
    return plan(args.tests, args.sample, args.seed, these)


if __name__ == "__main__":
    sys.exit(main())
