"""Sources become bytecode for the browser; here with the Python that runs the tests."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest
from taroky_build.browser_python.slimming.bytecode import compiled
from taroky_build.browser_python.slimming.needed import Library
from taroky_build.browser_python.zip_files import contents

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


def test_a_wheel_is_compiled_the_same_way_every_time(tmp_path: Path) -> None:
    wheel = {
        "shop_x/__init__.py": SOURCE,
        "shop_x/data.json": b"{}",
        "shop_x-1.dist-info/RECORD": b"old",
    }
    made, again = (compiled(wheel, "/lib/") for _ in range(2))
    assert made == again
    assert sorted(contents(made)) == ["shop_x/__init__.pyc", "shop_x/data.json"]


def test_bytecode_runs_and_knows_no_lines_and_no_docstrings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compiled({"shop_y.py": SOURCE}, "/lib/")
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


def test_the_library_keeps_what_is_imported_and_a_wheel_brings_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {
        "shop_first": "import shop_second",
        "shop_second": "",
        "shop_third": "import shop_first",
        "shop_never": "",
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    library = Library([*(f"{name}.py" for name in sources), "os.py", "data.json"])
    try:
        library.load(["shop_first", "os", "shop_no_module"])
        # the runtime has a module of that name built in
        assert library.loaded() == {"shop_first.py", "shop_second.py"}
        for _ in range(2):
            assert library.loaded_for(["shop_third", "shop_first"]) == {"shop_third.py"}
    finally:
        for name in sources:
            sys.modules.pop(name, None)
