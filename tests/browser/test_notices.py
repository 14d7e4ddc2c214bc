"""What the built site serves, file by file, against the list of what is not ours: nothing of others is served
without a notice, and no notice is left of what is not served."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import material
import pytest
from taroky_build.notices import writing
from taroky_build.notices.listing import Part, parts, rows
from taroky_build.site_build.site_assets import files_below

ROOT = Path(__file__).resolve().parents[2]
THEME = Path(material.__path__[0]) / "templates"
#: Our own modules in archives for the browser's Python; an archive also says what it is.
OURS = ("taroky", "taroky_tutorials", "taroky_ready")


@cache
def listed() -> tuple[Part, ...]:
    return tuple(parts(ROOT))


def matches(path: str, patterns: tuple[str, ...] | list[str]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def unlisted(site: Path) -> list[str]:
    patterns = [*rows()["ours"], *(pattern for part in listed() for pattern in part.files)]
    return [path for path in files_below(site) if not matches(path, patterns)]


def test_every_file_is_ours_or_has_a_notice(built: Path) -> None:
    assert unlisted(built) == []


def test_a_file_of_others_without_a_notice_is_found(tmp_path: Path) -> None:
    for path in ("index.html", "assets/vendor/jquery.js", "assets/fonts/Other.ttf"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert unlisted(tmp_path) == ["assets/fonts/Other.ttf", "assets/vendor/jquery.js"]


def test_every_pattern_is_of_a_file_that_is_served(built: Path) -> None:
    served = files_below(built)
    patterns = [*rows()["ours"], *(pattern for part in listed() for pattern in part.files)]
    assert [one for one in patterns if not any(fnmatch(path, one) for path in served)] == []


def test_what_is_bundled_into_scripts_and_styles_has_a_notice(built: Path) -> None:
    """Source maps say what a file was bundled from."""
    bundled = {}
    maps = {path: built / path for path in files_below(built) if path.endswith(".js.map")}
    for file in (THEME / "assets" / "stylesheets").glob("*.css.map"):
        maps[f"assets/css/all.{file.stem}"] = file
    for path, file in maps.items():
        for source in json.loads(file.read_text("utf-8"))["sources"]:
            if match := re.search(r".*node_modules/((?:@[^/]+/)?[^/]+)/", source):
                bundled.setdefault(match[1], set()).add(path.removesuffix(".map"))
    assert {"idiomorph", "rxjs", "lunr"} <= bundled.keys()
    notices = {name: part for part in listed() for name in part.bundled}
    assert bundled.keys() == notices.keys()
    for name, files in bundled.items():
        assert all(matches(file, notices[name].files) for file in files), name


def test_what_is_in_the_archives_for_python_has_a_notice(built: Path) -> None:
    archives = [*built.glob("assets/py/*.whl"), *built.glob("assets/py/*.zip")]
    assert len(archives) > 5
    known = {name: part for part in listed() for name in part.modules}
    library = next(part for part in listed() if part.name == "CPython")
    for archive in archives:
        path = archive.relative_to(built).as_posix()
        with zipfile.ZipFile(archive) as opened:
            tops = {name.split("/")[0] for name in opened.namelist()}
        for top in tops:
            module = re.sub(r"\.pyc?$", "", top)
            if module in OURS or module.endswith(".dist-info"):
                continue
            part = library if module in sys.stdlib_module_names else known[module]
            assert matches(path, part.files), (path, module)


def test_no_icon_is_of_a_set_without_a_notice(built: Path) -> None:
    sets = {name for part in listed() for name in part.icons}
    line = re.compile(r' d="([^"]{12,})"')
    other = {
        shape: folder.name
        for folder in (THEME / ".icons").iterdir()
        if folder.is_dir() and folder.name not in sets
        for file in folder.rglob("*.svg")
        for shape in line.findall(file.read_text("utf-8"))
    }
    shown = {shape for page in built.rglob("*.html") for shape in line.findall(page.read_text())}
    assert len(other) > 1000 and len(shown) > 20
    assert {other[shape] for shape in shown & other.keys()} == set()


def test_the_list_is_a_page_and_a_file(built: Path) -> None:
    page = (built / writing.URL / "index.html").read_text("utf-8")
    assert f'href="../../{writing.FILE}"' in page
    plain = (built / writing.FILE).read_text("utf-8")
    for part in listed():
        assert f"{part.name} ({part.version})\n  {part.licence}\n" in plain
        assert f"({part.version}): {part.licence}." in page
    about = (built / "about" / "index.html").read_text("utf-8")
    assert re.search(r'<article.*href="licences/".*</article>', about, re.DOTALL)


@pytest.mark.parametrize("folder", ["learn", "reference", "cs/learn", "cs/reference"])
def test_every_page_leads_there_in_each_edition(built: Path, folder: str) -> None:
    pages = sorted((built / folder).rglob("index.html"))
    assert pages
    for file in pages:
        to = re.search(rf'href="([./a-z]*{writing.URL})"', file.read_text("utf-8"))
        assert to and (file.parent / to[1] / "index.html").exists(), file
