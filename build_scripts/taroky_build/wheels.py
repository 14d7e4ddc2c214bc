"""Builds the wheels for the browser, the same bytes every time.

The browser gains nothing from reading YAML, so the engine's and the tutorials' wheels are built from a
copy in which rule tables travel as JSON and message catalogues in compiled form. What only some pages
want comes in wheels of its own, which the worker loads when Python asks for them: the lessons and
terms as data, the text of the reference, Markdown for their prose, PyYAML for a table that somebody types or brings. The last two
are made from what is installed here, their pure Python part.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import shutil
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

from taroky import rules
from taroky.rules import export_json
from taroky.rules.tree import read_file
from taroky_tutorials.reference import templates

from taroky_build.errors import BuildError

#: Folders of the packages that run in the browser; each depends only on those before it.
PACKAGES = ("engine", "tutorials")
#: Libraries that are loaded there when they are wanted, by their import names.
LIBRARIES = ("markdown", "yaml")

_EPOCH = "1704067200"  # the date inside every wheel
_UNWANTED = ("__pycache__", "*.pyc", ".*")

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
packages = ["{package}"]
"""


def build_wheels(root: Path, workspace: Path) -> list[Path]:
    """Build the wheels inside `workspace` and return their paths."""
    return [
        *(_build(root / folder, workspace / folder) for folder in PACKAGES),
        _lessons(root / "tutorials", workspace / "lessons"),
        _reference(root, workspace / "reference"),
        *(_library(name, workspace / name) for name in LIBRARIES),
    ]


def tagged_name(wheel: Path) -> str:
    """The wheel's file name with a hash of its content as build tag, so that no browser's cache
    ever takes one build's wheel for another's."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()[:12]
    name, version, tags = wheel.name.split("-", 2)
    return f"{name}-{version}-0{digest}-{tags}"


def _build(source: Path, stage: Path) -> Path:
    try:
        project = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        raise BuildError(f"{source / 'pyproject.toml'} cannot be read: {error}.") from error
    name = project["name"]
    package = name.replace("-", "_")
    ours = [one for one in project.get("dependencies", ()) if one.startswith("taroky")]
    shutil.copytree(source / package, stage / package, ignore=shutil.ignore_patterns(*_UNWANTED))
    _describe(stage, name, project["version"], project["description"], package, ours)
    if package == "taroky":
        export_json(stage / package / "rules")
    # Lessons and terms reach the browser in the pages, else in a wheel of their own.
    for table in (stage / package).rglob("*.yaml"):
        table.unlink()
    _compile_catalogues(stage / package)
    return _wheel(stage)


def _lessons(tutorials: Path, stage: Path) -> Path:
    """The lessons and the terms as JSON, in the places where the tutorials look for them."""
    source, package = tutorials / "taroky_tutorials", stage / "taroky_tutorials"
    for path in sorted([source / "terms.yaml", *(source / "lessons").glob("*.yaml")]):
        target = (package / path.relative_to(source)).with_suffix(".json")
        target.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(read_file(path).plain(), ensure_ascii=False, separators=(",", ":"))
        target.write_text(text, "utf-8")
    version = metadata.version("taroky-tutorials")
    _describe(stage, "taroky-lessons", version, "Lessons as data", "taroky_tutorials")
    return _wheel(stage)


def _reference(root: Path, stage: Path) -> Path:
    """The written reference pages as templates, and the positions to try on them as JSON, in the places
    where the tutorials look for them."""
    docs, package = root / "docs" / "reference", Path("taroky_tutorials", "reference")
    target = stage / package / "pages"
    target.mkdir(parents=True)
    data = read_file(root / "tutorials" / package / "tries.yaml").plain()
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    (stage / package / "tries.json").write_text(text, "utf-8")
    for path in sorted(docs.glob("*.md")):
        if path.stem in rules.ids():
            (target / f"{path.stem}.html").write_text(
                templates.make(path.read_text("utf-8")), "utf-8"
            )
    version = metadata.version("taroky-tutorials")
    _describe(stage, "taroky-reference", version, "Reference pages to fill in", "taroky_tutorials")
    return _wheel(stage)


def _library(package: str, stage: Path) -> Path:
    """A library as it is installed, without what was compiled for this machine."""
    found = sys.modules.get(package) or importlib.import_module(package)
    name = metadata.packages_distributions()[package][0]
    about = metadata.metadata(name)
    shutil.copytree(
        Path(str(found.__file__)).parent, stage / package,
        ignore=shutil.ignore_patterns(*_UNWANTED, "*.so", "*.pyd", "*.pyi"),
    )  # fmt: skip
    for file in metadata.files(name) or ():
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
            shutil.copyfile(str(file.locate()), stage / package / file.name)
    _describe(stage, name, metadata.version(name), about["Summary"], package)
    return _wheel(stage)


def _describe(
    stage: Path, name: str, version: str, description: str, package: str, needs: Iterable[str] = ()
) -> None:
    (stage / "pyproject.toml").write_text(
        _PYPROJECT.format(
            name=name,
            version=version,
            description=description,
            dependencies=", ".join(f'"{one}"' for one in needs),
            package=package,
        ),
        "utf-8",
    )


def _compile_catalogues(package: Path) -> None:
    """Turn every .po file into the .mo file that gettext reads."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    for source in sorted(package.rglob("*.po")):
        with source.open("rb") as file:
            catalogue = read_po(file)
        with source.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        source.unlink()


def _wheel(stage: Path) -> Path:
    from hatchling.builders.wheel import WheelBuilder

    os.environ["SOURCE_DATE_EPOCH"] = _EPOCH
    builder = WheelBuilder(str(stage))
    (built,) = builder.build(directory=str(stage / "dist"), versions=["standard"])
    return Path(built)
