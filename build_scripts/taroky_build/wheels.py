"""Builds the engine's and the tutorials' wheels for the browser, the same bytes every time.

The browser's Python has no PyYAML and gains nothing from reading YAML, so the wheels are built
from a copy in which rule tables travel as JSON and message catalogues in compiled form.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tomllib
from pathlib import Path

from taroky.rules import export_json

from taroky_build.errors import BuildError

#: Folders of the packages that run in the browser; each depends only on those before it.
PACKAGES = ("engine", "tutorials")

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
    return [_build(root / folder, workspace / folder) for folder in PACKAGES]


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
    (stage / "pyproject.toml").write_text(
        _PYPROJECT.format(
            name=name,
            version=project["version"],
            description=project["description"],
            dependencies=", ".join(f'"{one}"' for one in ours),
            package=package,
        ),
        "utf-8",
    )
    if package == "taroky":
        export_json(stage / package / "rules")
    # What is left of YAML is read at build time only: lessons reach the browser in the pages.
    for table in (stage / package).rglob("*.yaml"):
        table.unlink()
    _compile_catalogues(stage / package)
    return _wheel(stage)


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
