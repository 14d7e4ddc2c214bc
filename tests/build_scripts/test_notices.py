"""The list of what the site serves that is not ours: it says what the packages say themselves, and stands in the
repository, in what a club installs and on a club's site."""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from taroky_build.errors import BuildError
from taroky_build.notices import listing, writing
from taroky_build.notices.listing import Part, parts, rows, text
from taroky_build.site_build.site_assets import files_below

ROOT = Path(__file__).resolve().parents[2]
WITH_PACKAGE = [row for row in rows()["parts"] if "package" in row]


def licence_of(package: str) -> str:
    """Return what a package says of its licence in a file of its own, "" if it brings none."""
    kind, name = package.split(" ", 1)
    if kind == "npm":
        files = sorted((ROOT / "node_modules" / name).glob("LICENSE*"))
    else:
        listed = metadata.files(name) or []
        files = [Path(str(one.locate())) for one in listed if one.name.startswith("LICENSE")]
    return "\n".join(file.read_text("utf-8") for file in files)


def words(string: str) -> str:
    return re.sub(r"[\s\"“”]+", " ", string).casefold()


@pytest.mark.parametrize("row", WITH_PACKAGE, ids=lambda row: row["package"])
def test_a_notice_says_what_the_package_says(row: dict[str, object]) -> None:
    own = words(licence_of(str(row["package"])))
    if not own:
        assert row["package"] == "npm pyodide"  # it brings none
        return
    (name,) = row["texts"]  # type: ignore[misc]
    assert words(text(name)).strip() in own
    holders = [words(line) for line in row["copyright"]]  # type: ignore[attr-defined]
    # Alegreya Sans is a package of its own; idiomorph names nobody.
    assert holders[0] in own or row["name"] == "idiomorph"


def test_what_was_looked_into_is_what_is_served() -> None:
    """What is linked into Pyodide and bundled with the theme was found by looking into these versions. A new one
    fails here: look again, then write its number into notices.yaml."""
    looked_into = rows()["looked_into"]
    served = {**listing.carried_versions(ROOT)}
    served["installed mkdocs-material"] = metadata.version("mkdocs-material")
    assert looked_into == {package: served[package] for package in looked_into}
    lock = json.loads((ROOT / "node_modules/pyodide/pyodide-lock.json").read_text("utf-8"))
    named = {part.name: part.version for part in parts(ROOT)}
    assert named["CPython"] == lock["info"]["python"]
    assert f"emscripten_{named['Emscripten'].replace('.', '_')}" == lock["info"]["platform"]


#: What only these libraries write into the module that runs Python.
LINKED = {
    b"deflate %s Copyright": "zlib",
    b"bzip2/libbzip2: internal error": "bzip2",
    b"expat_%s": "Expat",
    b"sqlite3_blob_open": "SQLite",
    b"lzma_code": "liblzma (XZ Utils)",
    b"ZSTD_isError": "Zstandard",
    b"ffi_call_js": "libffi",
}


def test_what_is_linked_into_python_is_listed() -> None:
    module = (ROOT / "node_modules/pyodide/pyodide.asm.wasm").read_bytes()
    listed = {part.name: part for part in parts(ROOT)}
    for mark, name in LINKED.items():
        assert mark.replace(b"%s", listed[name].version.encode()) in module, name
        assert "assets/py/pyodide.asm.wasm" in listed[name].files


def test_the_file_in_the_repository_is_that_list() -> None:
    made = (ROOT / writing.THIRD_PARTY).read_text("utf-8")
    assert made == writing.third_party(parts(ROOT)), "run make notices"


def test_every_text_is_named_and_every_name_has_a_text() -> None:
    named = {name for part in parts(ROOT) for name in part.texts}
    folder = Path(listing.__file__).with_name("texts")
    assert {file.stem for file in folder.iterdir()} == named


def test_a_package_that_is_not_installed_any_more_is_named(tmp_path: Path) -> None:
    (tmp_path / "package-lock.json").write_text('{"packages": {}}', "utf-8")
    with pytest.raises(BuildError, match=r"notices\.yaml names npm @fontsource/alegreya, which"):
        parts(tmp_path)


def test_what_a_notice_says_never_becomes_markup() -> None:
    part = Part(
        "<b>x",
        "1",
        "MIT",
        ('"<i>"',),
        "https://example.org/?a&b",
        "&",
        "",
        (),
        (),
        (),
        (),
        ("MIT",),
    )
    html = writing.page_list([part])
    assert "<b>" not in html and "<i>" not in html and "?a&amp;b" in html
    assert 'href="#licence-mit"' in html and 'id="licence-mit"' in html


def test_a_clubs_site_has_the_list_without_a_checkout(club_project: Path) -> None:
    """The versions that are not installed there come with the wheel."""
    site = club_project / "site"
    assert (site / writing.FILE).read_text("utf-8") == writing.plain(parts(ROOT))
    page = (site / writing.URL / "index.html").read_text("utf-8")
    assert f'href="../../{writing.FILE}"' in page and "Alegreya" in page
    assert not (site / "cs" / writing.FILE).exists()
    for path, to in (
        ("index.html", writing.URL),
        ("reference/u_lva/index.html", f"../../{writing.URL}"),
        ("cs/reference/u_lva/index.html", f"../../../{writing.URL}"),
    ):
        assert f'href="{to}"' in (site / path).read_text("utf-8"), path


def test_all_that_a_clubs_site_serves_is_in_the_list(club_project: Path) -> None:
    patterns = [*rows()["ours"], *(pattern for part in parts(ROOT) for pattern in part.files)]
    served = files_below(club_project / "site")
    assert [
        path for path in served if not any(fnmatch(path, pattern) for pattern in patterns)
    ] == []


def test_every_wheel_has_licence_and_readme(installed: dict[str, str]) -> None:
    wheels = sorted((Path(installed["PYTHONPATH"]).parent / "wheels").glob("*.whl"))
    assert len(wheels) == 3
    licence = (ROOT / "LICENSE").read_bytes()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            (name,) = (one for one in archive.namelist() if one.endswith("licenses/LICENSE"))
            (about,) = (one for one in archive.namelist() if one.endswith("dist-info/METADATA"))
            assert archive.read(name) == licence
            said = archive.read(about).decode()
        assert "Description-Content-Type: text/markdown" in said and "\n# Taroky" in said
        assert "License-Expression: MIT" in said and "Author: The Taroky authors" in said
        assert "Keywords:" in said and "Classifier: Programming Language :: Python :: 3.14" in said
        assert "Home-page" not in said and "Project-URL" not in said  # there is no address yet


@pytest.mark.parametrize("package", ["engine", "tutorials", "build_scripts"])
def test_each_package_has_the_licence_of_the_project(package: str) -> None:
    """A package can take its licence from its own folder only."""
    assert (ROOT / package / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@pytest.mark.parametrize("package", ["engine", "tutorials"])
def test_a_package_of_sources_has_licence_and_readme(package: str, tmp_path: Path) -> None:
    builder = SdistBuilder(str(ROOT / package))
    (built,) = builder.build(directory=str(tmp_path), versions=["standard"])
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "PKG-INFO", "pyproject.toml"} <= names
