"""Builds the wheels for the browser, the same bytes every time.

The browser gains nothing from reading YAML, so the engine's and the tutorials' wheels are built from a
copy in which rule tables travel as JSON and message catalogues in compiled form. They may be cut down to the
modules that Python starts with; all other code of both comes in a third wheel then. That, and what else only
some pages want, the worker loads when Python asks for it: the lessons and terms as data, the text of the
reference, Markdown for their prose, PyYAML for a table that somebody types or brings. The last two are made
from what is installed here, their pure Python part. Each language beside English has wheels of its own, with
its messages, its lessons and terms, and its text of the reference. All are stored without compression, which
is left to the server.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from taroky import rules
from taroky.messages import ENGLISH, languages, speaking
from taroky.rules.tree import read_file
from taroky.version import VERSION
from taroky_tutorials.reference import templates

from taroky_build import build_cache
from taroky_build.browser_python import zip_files
from taroky_build.errors import BuildError

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

#: Folders of the packages that run in the browser; each depends only on those before it.
PACKAGES = ("engine", "tutorials")
#: Libraries that are loaded there when they are wanted: what is imported, and what it is called where
#: it is installed from.
LIBRARIES = {"markdown": "Markdown", "yaml": "PyYAML"}

#: The wheels that Python starts with, by the names in their files.
AT_START = ("taroky", "taroky_tutorials")

#: Subpackages of the tutorials whose data come in a wheel of their own.
_ROOMS = ("lessons", "reading")
_EPOCH = "1704067200"  # the date inside every wheel
#: Messages that only the command line says.
_OF_COMMANDS = ("cli.", "help.", "meaning.", "progress.", "question.", "terminal.")
_UNWANTED = (
    "__pycache__",
    "*.pyc",
    ".*",
    "__main__.py",
    "cli",
    "public.py",
    "py.typed",
    "rl",
    "test_tools.py",
)

_PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "{version}"
description = "{description}"
requires-python = ">=3.12"
dependencies = [{dependencies}]

[tool.hatch.build]
ignore-vcs = true

[tool.hatch.build.targets.wheel]
packages = {packages}
"""


@dataclass(frozen=True)
class _Recipe:
    """A wheel: what makes it in an empty folder, and the files, folders and words it is made from."""

    make: partial[Path]
    sources: Sequence[Path]
    words: tuple[str, ...] = ()


def build_wheels(root: Path, cache: Path, start: tuple[str, ...] = ()) -> list[Path]:
    """The paths of all wheels, kept in `cache` or made now. start: the files of our code that Python starts
    with, below the folders of their packages; all of them if there are none."""
    return [_kept(recipe, cache) for recipe in _recipes(root, start)]


def _recipes(root: Path, start: tuple[str, ...]) -> list[_Recipe]:
    engine, tutorials = (root / folder for folder in PACKAGES)
    package = tutorials / "taroky_tutorials"
    ours = (engine / "taroky", engine / "pyproject.toml")
    code = (*ours, *sorted(package.rglob("*.py")))  # it reads what becomes data
    pages = sorted((root / "docs" / "reference").glob("*.md"))
    rest = [*_pieces(tutorials), *sorted(package.rglob("*.po"))]
    return [
        _Recipe(partial(_build, engine, start), ours, start),
        _Recipe(partial(_build, tutorials, start), (tutorials / "pyproject.toml", *rest), start),
        *([_Recipe(partial(_more, root, start), (*ours, *rest), start)] if start else []),
        *(
            _Recipe(partial(_lessons, tutorials, language), (*code, *_data(package, language)))
            for language in languages()
        ),
        *(
            _Recipe(
                partial(_reference, root, language),
                (*code, package / "reference" / "practice_positions.yaml", *pages),
            )
            for language in languages()
        ),
        *(
            _Recipe(partial(_messages, root, language), _catalogues(root, language))
            for language in languages()
            if language != ENGLISH
        ),
        *(
            _Recipe(partial(_library, package, name), (), (name, metadata.version(name)))
            for package, name in LIBRARIES.items()
        ),
    ]


def _kept(recipe: _Recipe, cache: Path) -> Path:
    code = build_cache.digest((Path(__file__), Path(zip_files.__file__), *recipe.sources))
    made = [recipe.make.func.__name__, str(recipe.make.args[-1]), VERSION, *recipe.words]
    key = hashlib.sha256(code + json.dumps(made).encode())
    kept = cache / key.hexdigest()[:16]
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            wheel = recipe.make(Path(scratch, "stage"))
            # whole or not at all, should two builds run at once
            half = Path(scratch, "kept")
            half.mkdir()
            wheel.replace(half / wheel.name)
            with contextlib.suppress(OSError):
                half.replace(kept)
    os.utime(kept)
    build_cache.delete_unused(cache)
    (wheel,) = kept.iterdir()
    return wheel


def _build(source: Path, start: tuple[str, ...], stage: Path) -> Path:
    try:
        project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise BuildError(f"{source / 'pyproject.toml'} cannot be read: {error}.") from error
    name = project["name"]
    package = name.replace("-", "_")
    ours = [one for one in project.get("dependencies", ()) if one.startswith("taroky")]
    shutil.copytree(source / package, stage / package, ignore=shutil.ignore_patterns(*_UNWANTED))
    _describe(stage, name, VERSION, project["description"], [package], ours)
    if package == "taroky":
        rules.export_json(stage / package / "rules")
    # Lessons and terms reach the browser in the pages, else in a wheel of their own.
    for table in (stage / package).rglob("*.yaml"):
        table.unlink()
    _compile_catalogues(stage / package)
    for file in _pieces(source):
        if start and file.relative_to(source).as_posix() not in start:
            (stage / file.relative_to(source)).unlink(missing_ok=True)
    return _wheel(stage)


def _more(root: Path, start: tuple[str, ...], stage: Path) -> Path:
    """The code of the engine and the tutorials that Python does not start with."""
    for folder in PACKAGES:
        for source in _pieces(root / folder):
            path = source.relative_to(root / folder)
            if path.as_posix() not in start and source.name not in _UNWANTED:
                (stage / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, stage / path)
    _describe(stage, "taroky-more", VERSION, "What only some pages need", AT_START)
    return _wheel(stage)


def _pieces(source: Path) -> list[Path]:
    """The code of a package, with the data next to it."""
    files = source.glob("taroky*/**/*")
    return sorted(file for file in files if file.suffix in (".py", ".json"))


def _catalogues(root: Path, language: str) -> list[Path]:
    """The compiled messages of a language, with the forms of its words."""
    return sorted(
        path
        for folder in PACKAGES
        for path in (root / folder).glob(f"taroky*/messages/{language}.mo")
    )


def _messages(root: Path, language: str, stage: Path) -> Path:
    """Return what is said in a language beside English."""
    from babel.messages.mofile import read_mo

    for path in _catalogues(root, language):
        target = stage / Path(*path.parts[-3:])
        target.parent.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as file:
            _write_messages(read_mo(file), target)
    return _of_data(stage, "taroky", language, "Messages", AT_START)


def _data(package: Path, language: str) -> list[Path]:
    """The lessons, terms and known games: for a language beside English its words for them."""
    return [path for room in _ROOMS for path in sorted((package / room / language).glob("*.yaml"))]


def _lessons(tutorials: Path, language: str, stage: Path) -> Path:
    """The lessons, the terms and the known games as JSON, in the places where the tutorials look for them."""
    source, package = tutorials / "taroky_tutorials", stage / "taroky_tutorials"
    for path in _data(source, language):
        target = (package / path.relative_to(source)).with_suffix(".json")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(read_file(path).plain(), ensure_ascii=False, separators=(",", ":"))
        target.write_text(text, "utf-8")
    return _of_data(stage, "taroky-lessons", language, "Lessons as data", ["taroky_tutorials"])


def _reference(root: Path, language: str, stage: Path) -> Path:
    """The written reference pages as templates, and the positions to try on them as JSON, in the places
    where the tutorials look for them."""
    docs, package = root / "docs" / "reference", Path("taroky_tutorials", "reference")
    target = stage / package / "pages"
    target.mkdir(parents=True)
    if language == ENGLISH:
        data = read_file(root / "tutorials" / package / "practice_positions.yaml").plain()
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        (stage / package / "practice_positions.json").write_text(text, "utf-8")
    for name in rules.ids():
        path = docs / templates.file_name(name, language)
        if path.exists():
            made = target / templates.file_name(name, language, ".html")
            with speaking(language):
                made.write_text(templates.make(path.read_text("utf-8")), "utf-8")
    description = "Reference pages to fill in"
    return _of_data(stage, "taroky-reference", language, description, ["taroky_tutorials"])


def _of_data(
    stage: Path, name: str, language: str, description: str, packages: Sequence[str]
) -> Path:
    """A wheel without code; that of a language beside English has the language in its name."""
    full = name if language == ENGLISH else f"{name}-{language}"
    _describe(stage, full, VERSION, description, packages)
    return _wheel(stage)


def _library(package: str, name: str, stage: Path) -> Path:
    """A library as it is installed, without what was compiled for this machine."""
    module = sys.modules.get(package) or importlib.import_module(package)
    about = metadata.metadata(name)
    shutil.copytree(
        Path(str(module.__file__)).parent,
        stage / package,
        ignore=shutil.ignore_patterns(*_UNWANTED, "*.so", "*.pyd", "*.pyi"),
    )
    for file in metadata.files(name) or ():
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
            shutil.copyfile(str(file.locate()), stage / package / file.name)
    _describe(stage, name, metadata.version(name), about["Summary"], [package])
    return _wheel(stage)


def _describe(
    stage: Path,
    name: str,
    version: str,
    description: str,
    packages: Sequence[str],
    needs: Iterable[str] = (),
) -> None:
    (stage / "pyproject.toml").write_text(
        _PYPROJECT.format(
            name=name,
            version=version,
            description=description,
            dependencies=", ".join(f'"{one}"' for one in needs),
            packages=json.dumps(packages),
        ),
        "utf-8",
    )


def _compile_catalogues(package: Path) -> None:
    """Turn every English .po file into the .mo file that gettext reads, and leave out other languages: nobody
    who reads English should have to fetch them."""
    from babel.messages.pofile import read_po

    for other in (*package.rglob("messages/*.po"), *package.rglob("messages/*.mo")):
        if other.stem != "en":
            other.unlink()
    for source in sorted(package.rglob("*.po")):
        with source.open("rb") as file:
            _write_messages(read_po(file), source.with_suffix(".mo"))
        source.unlink()


def _write_messages(catalogue: Catalog, target: Path) -> None:
    """Write what gettext reads, without the words of the command line."""
    from babel.messages.mofile import write_mo

    for message in [*catalogue]:
        name = message.id if isinstance(message.id, str) else message.id[0]
        if name.startswith(_OF_COMMANDS):
            catalogue.delete(message.id, message.context)
    with target.open("wb") as file:
        write_mo(file, catalogue)


def _wheel(stage: Path) -> Path:
    from hatchling.builders.wheel import WheelBuilder

    os.environ["SOURCE_DATE_EPOCH"] = _EPOCH
    builder = WheelBuilder(str(stage))
    (built,) = builder.build(directory=str(stage / "dist"), versions=["standard"])
    wheel = Path(built)
    wheel.write_bytes(zip_files.stored(zip_files.contents(wheel.read_bytes())))
    return wheel
