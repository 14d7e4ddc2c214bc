"""Python as the browser gets it, in Node.js: cut down to what is needed, and nothing is missing that a
page may ask for."""

from __future__ import annotations

import base64
import gettext
import json
import random
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import read_mo
from table_events import moments
from taroky import rules
from taroky.messages import languages
from taroky_build.browser_python import wheels
from taroky_build.browser_python.assemble import LIBRARY, LOCK, STDLIB
from taroky_build.browser_python.slimming import split, switch
from taroky_build.browser_python.slimming.assemble import imports, replacements
from taroky_build.browser_python.slimming.needed import module
from taroky_tutorials.browser import handle
from taroky_tutorials.reference import templates
from taroky_tutorials.tasks.exercise import State
from taroky_tutorials.tasks.kinds import KINDS, make

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tutorials"))
import mutated_links  # noqa: E402

#: Answers every request as the worker does. Notes what is imported in vain.
ASKS = """
import { readFileSync } from "node:fs";
import { json } from "node:stream/consumers";
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const folder = process.argv[2];
const lock = JSON.parse(readFileSync(`${folder}/pyodide-lock.json`, "utf-8"));
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const log = console.log;
console.log = () => {};
const site = "/lib/python3.14/site-packages";
const python = await loadPyodide({ indexURL: folder, stdLibURL: `${folder}/${lock.library}` });
const { laid, parts, texts } = await json(process.stdin);
const unpack = (name) => {
  for (const path of parts[name]) {
    const place = `${site}/${path}`;
    python.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
    python.FS.writeFile(place, readFileSync(`${laid}/${path}`));
  }
};
["taroky", "taroky-tutorials"].forEach(unpack);
if (lock.ready) {
  unpack("ready");
  python.pyimport("taroky_ready");
}
python.runPython(`
import sys
compiled = []
def hear(event, about):
    if event == "compile" and isinstance(about[0], (str, bytes)):
        compiled.append(about[0])
sys.addaudithook(hear)
`);
const { handle, arrived } = python.pyimport("taroky_tutorials.browser");
const compiled = python.runPython("sum(map(len, compiled))");
const started = python.runPython("import sys; list(sys.modules)").toJs();
python.runPython(`
import sys
missing = []
class Notes:
    def find_spec(name, path=None, target=None):
        missing.append(name)
sys.meta_path.append(Notes)
`);
let mistake = "";
try {
  handle(5);
} catch (error) {
  mistake = error.message;
}
const answers = [];
for (const request of texts) {
  let answer = null;
  for (let tries = 0; tries < 6; tries++) {
    try {
      answer = JSON.parse(handle(request));
    } catch (error) {
      answer = { crashed: error.message.slice(-400) };
    }
    if (!answer.needs) break;
    answer.needs.forEach(unpack);
    arrived(python.toPy(answer.needs.flatMap((name) => parts[name])));
  }
  answers.push(answer);
}
const missing = python.globals.get("missing").toJs();
log(JSON.stringify({ started, compiled, answers, missing, mistake }));
"""


#: The runtime brings these itself, with no file.
BUILT_IN = {
    *(
        "abc",
        "codecs",
        "collections.abc",
        "importlib.util",
        "io",
        "os",
        "os.path",
        "posixpath",
        "stat",
    ),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("py")
    switch.assemble(ROOT, target)
    return target


def requests() -> list[str]:
    """Return what pages send, of every sort; and an exercise of every kind."""
    rng = random.Random("all that pages ask")
    bodies: list[dict[str, Any]] = [mutated_links.original(rng) for _ in range(70)]
    bodies.append({"verb": "ping"})
    bodies += exercises()
    bodies += files()
    bodies += at_the_table()
    bodies += [
        {"ask": ask, "rules": "hlucin"}
        for ask in ("rules", "describe", "schema", "settle", "legal")
    ]
    texts = {json.dumps(one) for one in bodies}
    return sorted(texts)


def exercises() -> list[dict[str, Any]]:
    """Return what Python is asked of an exercise of every kind and topic that Hlučín or French tarot has."""
    bodies = []
    for name, kind in KINDS.items():
        for topic in kind.topics:
            games = (game for game in ("hlucin", "french") if kind.has(rules.load(game), topic))
            for game in list(games)[:1]:
                widget = State("w-drill", make(name, topic, "1", game), base="../").as_json()
                bodies += [
                    {"verb": "widget", "widget": widget, "event": event}
                    for event in ({"hint": "1"}, {"another": "1"})
                ]
    return bodies


def files() -> list[dict[str, Any]]:
    """Return files in each encoding that is read, as pages send them."""
    bodies: list[dict[str, Any]] = []
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1250", "cp852"):
        data = base64.b64encode("Jméno;Číslo\nJiří;3\n".encode(encoding)).decode()
        bodies.append({"verb": "text", "name": "x", "bytes": data})
        file = {"name": "x.csv", "bytes": data}
        bodies.append({"verb": "sheet", "sheet": "tournament", "base": "", "file": file})
    return bodies


def at_the_table() -> list[dict[str, Any]]:
    """Return what the page sends where one plays."""
    kept = moments("hlucin", "axe")
    events = [
        ("bid", {}),
        ("bid", {"hint": "1"}),
        ("leads", {"open": "last"}),
        ("over", {"open": "review"}),
        ("over", {"open": "send"}),
        ("over", {"next": "1"}),
        ("over", {"from": "4"}),
    ]
    bodies = [{"kept": kept[name], "event": event} for name, event in events]
    bodies.append({"kept": {**kept["leads"], "hints": 1}, "event": {"hint": "1"}})
    bodies.append(
        {
            "kept": {**kept["over"], "panel": "review"},
            "event": {"go": str(len(kept["over"]["done"]))},
        }
    )
    for fields in (
        {"rules": "heun", "level": "master", "seed": "a"},
        {"day": "2026-11-25", "rules": "polish"},
    ):
        bodies.append({"kept": None, "event": {"sit": fields}})
    return [{"verb": "table", "base": "../", **one} for one in bodies]


def ask(folder: Path, texts: list[str]) -> dict[str, Any]:
    node = shutil.which("node")
    assert node, "Node.js is missing"
    script = folder.parent / f"{folder.name}-ask.mjs"
    script.write_text(ASKS, "utf-8")
    lock = json.loads((folder / LOCK).read_text("utf-8"))
    laid = folder.parent / f"{folder.name}-laid"
    files = {name: package["file_name"] for name, package in lock["packages"].items()}
    parts = {}
    for name, file in {**files, **({"ready": lock["ready"]} if "ready" in lock else {})}.items():
        with zipfile.ZipFile(folder / file) as archive:
            parts[name] = archive.namelist()
            archive.extractall(laid)
    done = subprocess.run(
        [node, str(script), str(folder)],
        input=json.dumps({"laid": str(laid), "parts": parts, "texts": texts}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-1000:]
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def reference(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The written reference pages as the browser has them."""
    folder = tmp_path_factory.mktemp("reference")
    (wheel,) = made.glob("taroky_reference-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "FOLDER", folder / "taroky_tutorials" / "reference" / "pages")
        yield


@pytest.fixture(scope="module")
def asked(made: Path, reference: None) -> tuple[list[str], dict[str, Any]]:
    """Return what pages ask, and what a Python that has just started answers and says of itself."""
    texts = requests()
    return texts, ask(made, texts)


@pytest.fixture(scope="module")
def started(asked: tuple[list[str], dict[str, Any]]) -> dict[str, Any]:
    """Return what it says of itself before it was asked for anything."""
    return asked[1]


@pytest.mark.usefixtures("reference")
def test_all_that_pages_ask_is_answered_and_no_module_is_missing(
    asked: tuple[list[str], dict[str, Any]],
) -> None:
    texts, got = asked
    verbs = {json.loads(text).get("verb") for text in texts}
    assert {"ping", "widget", "open", "drill", "tool", "house", "sheet", "table"} <= verbs
    crashed = {
        text[:300]: answer
        for text, answer in zip(texts, got["answers"], strict=True)
        if "ok" not in answer
    }
    assert not crashed
    known = {module(name) for name in _names(ROOT / "node_modules/pyodide" / STDLIB)}
    assert not known.intersection(got["missing"])
    # the same words as from the Python that builds the site, but for what is drawn at random
    for text, answer in zip(texts, got["answers"], strict=True):
        here = json.loads(handle(text))
        if "needs" not in here:
            assert answer["ok"] == here["ok"], text[:300]


def test_python_starts_without_what_only_some_pages_want(started: dict[str, Any]) -> None:
    modules = set(started["started"])
    assert {"taroky.hand", "taroky_tutorials.tasks.widgets"} <= modules
    rooms = ("forms", "sheets", "house_rules", "lessons", "tasks.tricks", "reading")
    assert not {f"taroky_tutorials.{room}" for room in rooms} & modules
    assert not {"asyncio.events", "logging", "shutil", "tempfile", "zipfile"} & modules
    assert not {"ssl", "unittest", "xml", "argparse", "email.message"} & modules
    assert not {"taroky.api.handler", "taroky.settling.paying"} & modules


def test_next_to_nothing_is_compiled_when_python_starts(started: dict[str, Any]) -> None:
    """Some lines for named tuples are; what dataclasses write for us, 185,000 characters, comes compiled."""
    assert 0 < started["compiled"] < 1000


def test_the_last_line_of_a_mistake_of_ours_says_what_it_is(started: dict[str, Any]) -> None:
    """The worker tells it; a traceback needs lines, which bytecode here does not know."""
    assert started["mistake"].strip().splitlines()[-1].startswith("AttributeError: ")


def test_every_kind_of_task_is_found_by_its_name() -> None:
    assert all(KINDS[name].name == name for name in KINDS)
    assert "rules" not in KINDS


def test_every_module_that_our_code_imports_is_there(made: Path) -> None:
    """In the library that Python starts with, or brought along by the wheel that imports it."""
    stock = {module(name) for name in _names(ROOT / "node_modules/pyodide" / STDLIB)}
    lock = json.loads((made / LOCK).read_text("utf-8"))
    first = _modules(made / lock[LIBRARY])
    assert len(first) < len(stock) / 2
    for wheel in wheels.build_wheels(ROOT, ROOT / ".cache" / "wheels", split.at_start(ROOT)):
        name = wheel.name.split("-")[0]
        (placed,) = made.glob(f"{name}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            imported = {
                word
                for path in archive.namelist()
                if path.endswith(".py")
                for word in imports(archive.read(path))
            }
        there = first if name in wheels.AT_START else first | _modules(placed)
        assert (imported & stock) - there - BUILT_IN == set(), name


def test_no_code_of_ours_is_lost_between_the_wheels(made: Path) -> None:
    ours = {
        module(file.relative_to(ROOT / folder).as_posix())
        for folder in wheels.PACKAGES
        for file in (ROOT / folder).glob("taroky*/**/*.py")
        if file.name not in ("__main__.py", "cli.py", "public.py")
    }
    parts = [_modules(file) for file in made.glob("taroky*.whl")]
    assert {name for part in parts for name in part if name.startswith("taroky")} == ours
    assert sum(len([n for n in part if n.startswith("taroky")]) for part in parts) == len(ours)


def test_data_come_with_the_code_that_reads_them(made: Path) -> None:
    """Code that is there already asks for no other wheel: data beside it would be missing for good."""
    (more,) = made.glob("taroky_more-*.whl")
    data = {name.rpartition("/")[0] for name in _names(more) if name.endswith(".json")}
    assert data
    for wheel in made.glob("taroky*.whl"):
        if wheel != more:
            code = {name.rpartition("/")[0] for name in _names(wheel) if name.endswith(".pyc")}
            assert not code & data, wheel.name


def test_modules_of_ours_lie_where_those_of_the_library_lie() -> None:
    assert set(replacements()) <= set(_names(ROOT / "node_modules/pyodide" / STDLIB))


def test_a_build_without_slimming_answers_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asked: tuple[list[str], dict[str, Any]]
) -> None:
    """Pyodide as npm brings it, and our wheels in sources; nothing comes later but data and libraries."""
    monkeypatch.setenv(switch.VARIABLE, "0")
    target = tmp_path / "py"
    switch.assemble(ROOT, target)
    for name in ("pyodide.asm.wasm", "pyodide.asm.mjs"):
        stock = ROOT / "node_modules" / "pyodide" / name
        assert (target / name).read_bytes() == stock.read_bytes()
    lock = json.loads((target / LOCK).read_text("utf-8"))
    assert not {"ready", "build", "taroky-more"} & {*lock, *lock["packages"]}
    texts, slim = asked
    some = [n for n, text in enumerate(texts) if '"widget"' in text or '"ping"' in text][:8]
    got = ask(target, [texts[n] for n in some])
    assert got["answers"] == [slim["answers"][n] for n in some]
    assert any("html" in answer for answer in got["answers"])


def test_rules_and_tables_come_with_the_start(made: Path) -> None:
    (engine,) = made.glob("taroky-*.whl")
    names = set(_names(engine))
    assert {f"taroky/rules/{name}.json" for name in rules.ids()} <= names


def _names(archive: Path) -> list[str]:
    with zipfile.ZipFile(archive) as opened:
        return [name for name in opened.namelist() if name.endswith((".py", ".pyc", ".json"))]


def _modules(archive: Path) -> set[str]:
    return {module(name.removesuffix("c")) for name in _names(archive) if name.endswith(".pyc")}


@pytest.mark.parametrize("language", languages())
def test_words_of_the_command_line_stay_at_home(language: str, tmp_path: Path) -> None:
    """Nobody types commands into a page; all other messages are there, with the forms of words."""
    source = ROOT / "engine" / "taroky" / "messages" / f"{language}.mo"
    with source.open("rb") as file:
        wheels._write_messages(read_mo(file), tmp_path / "browser.mo")
    with source.open("rb") as before, (tmp_path / "browser.mo").open("rb") as after:
        whole, left = (gettext.GNUTranslations(file)._catalog for file in (before, after))
    names = {key: key if isinstance(key, str) else key[0] for key in whole}
    gone = {key for key, name in names.items() if name.startswith(wheels._OF_COMMANDS)}
    assert len(gone) > 150
    assert {key: text for key, text in whole.items() if key not in gone and key} == {
        key: text for key, text in left.items() if key
    }
