"""Sources become bytecode for the browser; here with the Python that runs the tests."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from taroky_build.browser_python.bytecode import Compiler, contents, stored

LIBRARY = {
    "first.py": b"import second\n",
    "second.py": b"",
    "loaded.py": b"",
    "third.py": b"",
    "never.py": b"",
}
SOURCE = b'''"""What it is."""
def add(a, b):
    """Adds."""
    assert a > 0
    return a + b
def nothing():
    "Only words."
class Pair:
    """Two."""
'''


def compiler() -> Compiler:
    return Compiler(stored(LIBRARY), ["loaded", "sys"])


def test_a_wheel_is_compiled_the_same_way_every_time(tmp_path: Path) -> None:
    wheel = {
        "shop_x/__init__.py": SOURCE,
        "shop_x/data.json": b"{}",
        "shop_x-1.dist-info/RECORD": b"old",
    }
    made, again = (compiler().compiled(stored(wheel), "/lib/", 0, None, None) for _ in range(2))
    assert made == again
    files = contents(made)
    assert sorted(files) == ["shop_x-1.dist-info/RECORD", "shop_x/__init__.pyc", "shop_x/data.json"]
    rows = files["shop_x-1.dist-info/RECORD"].decode().splitlines()
    assert rows[-1] == "shop_x-1.dist-info/RECORD,,"
    assert [row.split(",")[0] for row in rows[:-1]] == ["shop_x/__init__.pyc", "shop_x/data.json"]
    assert rows[1].endswith(",2")  # bytes


def test_bytecode_runs_and_knows_no_lines_and_no_docstrings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compiler().compiled(stored({"shop_y.py": SOURCE}), "/lib/", 0, None, None)
    (tmp_path / "shop_y.pyc").write_bytes(contents(made)["shop_y.pyc"])
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("shop_y")
    try:
        assert module.add(1, 2) == 3
        with pytest.raises(AssertionError):
            module.add(0, 2)
        assert module.nothing() is None
        assert (module.__doc__, module.add.__doc__, module.Pair.__doc__) == (None, None, "-")
        code = module.add.__code__
        assert (code.co_filename, code.co_linetable) == ("/lib/shop_y.py", b"")
    finally:
        del sys.modules["shop_y"]


def test_without_asserts_where_they_are_not_wanted() -> None:
    def size(optimize: int) -> int:
        source = stored({"x.py": b"def f(a):\n    assert a, 'a message of some length'\n"})
        return len(compiler().compiled(source, "/", optimize, None, None))

    assert size(2) < size(0)


def test_the_library_keeps_what_the_start_needs_and_a_wheel_brings_the_rest() -> None:
    one = compiler()
    library = one.compiled(stored(LIBRARY), "/lib/", 2, None, ["first"])
    assert list(contents(library)) == ["first.pyc", "loaded.pyc", "second.pyc"]
    wheel = one.compiled(
        stored({"mine.py": b"import first, third\n"}), "/lib/", 0, ["first", "third"], ["first"]
    )
    assert list(contents(wheel)) == ["mine.pyc", "third.pyc"]
