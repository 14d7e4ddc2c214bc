"""What stands in the browser's library in place of Python's and Pyodide's own modules: small ones, and some
that are imported and not read before something of them is asked for."""

from __future__ import annotations

import importlib
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from taroky_build.browser_python import stdlib_replacements
from taroky_build.browser_python.stdlib_replacements import asyncio, sitecustomize

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The source of a module that is put off; it tells sys.modules["sold"] each time it is read."""
    sold = ModuleType("sold")
    vars(sold)["times"] = 0
    monkeypatch.setitem(sys.modules, "sold", sold)
    monkeypatch.setattr(sitecustomize, "LATER", frozenset({"shop_z"}))
    monkeypatch.setattr(sys, "meta_path", [sitecustomize.Finder, *sys.meta_path])
    monkeypatch.syspath_prepend(str(tmp_path))
    source = tmp_path / "shop_z.py"
    source.write_text("import sold\nsold.times += 1\nprice = 3\n__all__ = ['price']\n", "utf-8")
    yield source
    sys.modules.pop("shop_z", None)


def times() -> int:
    return int(sys.modules["sold"].times)


@pytest.mark.usefixtures("shop")
def test_it_is_read_once_when_something_of_it_is_asked_for() -> None:
    module = importlib.import_module("shop_z")
    assert importlib.import_module("shop_z") is module
    assert (module.__name__, times()) == ("shop_z", 0)
    assert not hasattr(module, "__path__")
    assert times() == 0
    assert (module.price, module.price, times()) == (3, 3, 1)
    assert type(module) is ModuleType
    assert importlib.reload(module).price == 3
    with pytest.raises(AttributeError):
        _ = module.weight


@pytest.mark.parametrize("how", ["from shop_z import price", "from shop_z import *"])
@pytest.mark.usefixtures("shop")
def test_taking_from_it_reads_it(how: str) -> None:
    names: dict[str, object] = {}
    exec(how, names)
    assert (names["price"], times()) == (3, 1)


def test_what_cannot_be_read_says_so_each_time(shop: Path) -> None:
    shop.write_text("import sold\nsold.times += 1\n1 / 0\n", "utf-8")
    module = importlib.import_module("shop_z")
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            _ = module.price
    assert times() == 2


@pytest.mark.usefixtures("shop")
def test_other_modules_are_found_as_ever(tmp_path: Path) -> None:
    (tmp_path / "shop_other_z.py").write_text("price = 4\n", "utf-8")
    module = importlib.import_module("shop_other_z")
    assert (type(module), module.price) == (ModuleType, 4)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("shop_missing_z")
    del sys.modules["shop_other_z"]


def test_modules_lie_here_as_they_lie_in_the_library() -> None:
    stock = zipfile.ZipFile(ROOT / "node_modules" / "pyodide" / "python_stdlib.zip")
    with stock:
        there = set(stock.namelist())
    ours = stdlib_replacements.sources()
    assert set(ours) - there == {"sitecustomize.py"}
    assert all(b"from __future__" in text for text in ours.values())


def test_what_would_wait_for_the_browser_says_that_it_cannot() -> None:
    with pytest.raises(RuntimeError, match="no event loop"):
        asyncio.get_event_loop()
