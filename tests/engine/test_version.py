"""The version: VERSION alone at a release and without git, between releases with the commit."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest
import taroky
from packaging.version import Version
from taroky import version
from taroky.cli import main

ROOT = Path(__file__).parents[2]


def git(root: Path, *arguments: str) -> str:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    done = subprocess.run(
        ["git", *who, *arguments], cwd=root, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def of(root: Path, number: str | None = None) -> ModuleType:
    """Return the module as it is in this checkout, with this VERSION written into it."""
    path = root / "engine" / "taroky" / "version.py"
    if number:
        text = path.read_text("utf-8")
        path.write_text(re.sub(r"(?m)^VERSION = .*$", f'VERSION = "{number}"', text), "utf-8")
    spec = importlib.util.spec_from_file_location("version_here", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def commit(root: Path) -> str:
    git(root, "commit", "--quiet", "--allow-empty", "--all", "--message", "A change")
    return git(root, "rev-parse", "--short=7", "HEAD")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the version's file in it, as of a release."""
    root = tmp_path / "checkout"
    (root / "engine" / "taroky").mkdir(parents=True)
    (root / "engine" / "pyproject.toml").touch()
    shutil.copy(version.__file__, root / "engine" / "taroky")
    of(root, "1.1.0")
    git(root, "init", "--quiet")
    git(root, "add", ".")
    commit(root)
    return root


def test_a_release_is_its_number(checkout: Path) -> None:
    assert of(checkout).current() == "1.1.0"


def test_between_releases_each_commit_has_a_higher_version(checkout: Path) -> None:
    of(checkout, "1.2.0.dev0")
    names = ["1.1.0"]
    for number in range(12):
        local = commit(checkout)
        names.append(of(checkout).current())
        assert names[-1] == f"1.2.0.dev{number}+g{local}"
    names.append(of(checkout, "1.2.0").current())
    versions = [Version(one) for one in names]
    assert versions == sorted(set(versions))


def test_changes_that_are_in_no_commit_are_another_version(checkout: Path) -> None:
    of(checkout, "1.2.0.dev0")
    commit(checkout)
    versions = [of(checkout).current()]
    for text in ("one", "two"):
        (checkout / "engine" / "pyproject.toml").write_text(text, "utf-8")
        versions.append(of(checkout).current())
    commit(checkout)
    versions.append(of(checkout).current())
    assert len({*map(Version, versions)}) == 4
    assert versions[1].startswith(f"{versions[0]}.d") and Version(versions[3]) > Version(
        versions[1]
    )


def test_pip_installs_whichever_build_it_is_given(tmp_path: Path) -> None:
    """Over a release, an older build and one of the same commit with other changes."""
    target = tmp_path / "env"
    venv.create(target, with_pip=False)
    python = target / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    names = ("1.1.0", "1.2.0.dev3+g1234567", "1.2.0.dev12+g89abcde", "1.2.0.dev12+g89abcde.d0f")
    for name in names:
        wheel = tmp_path / f"taroky-{name}-py3-none-any.whl"
        info = f"taroky-{name}.dist-info"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("taroky_version.py", f"VERSION = {name!r}\n")
            archive.writestr(
                f"{info}/METADATA", f"Metadata-Version: 2.1\nName: taroky\nVersion: {name}\n"
            )
            archive.writestr(
                f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            )
            archive.writestr(f"{info}/RECORD", "")
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install"]
        subprocess.run([*pip, "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
        said = subprocess.run(
            [str(python), "-c", "from taroky_version import VERSION; print(VERSION)"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert said.stdout.strip() == name


def test_where_commits_cannot_be_counted_the_number_stays(checkout: Path, tmp_path: Path) -> None:
    of(checkout, "1.2.0.dev0")
    commit(checkout)
    local = commit(checkout)
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth", "1", checkout.as_uri(), str(shallow))
    assert of(shallow).current() == f"1.2.0.dev0+g{local}"
    shutil.rmtree(checkout / ".git")
    assert of(checkout).current() == "1.2.0.dev0"


def test_an_installed_wheel_says_what_it_was_built_with(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / "engine" / "pyproject.toml").unlink()
    monkeypatch.setattr(metadata, "version", {"taroky": "1.2.0.dev3+g1234567"}.__getitem__)
    assert of(checkout).current() == "1.2.0.dev3+g1234567"


def test_the_command_and_python_say_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert not stop.value.code
    assert capsys.readouterr().out == f"taroky {version.current()}\n"
    assert taroky.__version__ == version.current()
    assert version.current().startswith(version.VERSION.removesuffix("0"))


def test_it_stands_in_one_place() -> None:
    for package in ("engine", "tutorials", "build_scripts"):
        project = tomllib.loads((ROOT / package / "pyproject.toml").read_text("utf-8"))
        assert "version" not in project["project"], package
        source = project["tool"]["hatch"]["version"]
        assert (ROOT / package / source["path"]).resolve() == Path(version.__file__).resolve()
        assert source["expression"] == "of_source()"


def test_the_changelog_has_a_section_for_it() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    sections = re.findall(r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", changes, re.MULTILINE)
    if version.VERSION.endswith(".dev0"):
        assert sections.pop(0) == "Unreleased"
        assert Version(sections[0]) < Version(version.VERSION)
    else:
        assert sections[0] == version.VERSION
    numbers = [Version(one) for one in sections]
    assert numbers == sorted(set(numbers), reverse=True)
