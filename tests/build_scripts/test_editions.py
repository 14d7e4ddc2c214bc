"""Editions of the site in several languages: links, navigation, what is kept of which, and a copy of one alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from taroky.messages import languages
from taroky_build.errors import BuildError
from taroky_build.notices.writing import FILE
from taroky_build.offline import precache
from taroky_build.offline.downloads import one_edition
from taroky_build.postprocess import search
from taroky_build.site_build import editions
from taroky_build.site_build.editions import Edition
from taroky_build.site_build.page_content import PageContent
from taroky_devtools.translations import pages
from taroky_tutorials.lessons import lesson_files

ROOT = Path(__file__).parents[2]
CZECH = Edition("cs", "cs/")
PAGES = {"index.md", "learn/index.md"}


def test_the_first_language_has_the_root() -> None:
    assert editions.editions("en, cs") == [Edition("en", ""), CZECH]
    assert editions.editions(["cs"]) == [Edition("cs", "")]
    with pytest.raises(BuildError, match=f"there is no xx; there are {', '.join(languages())}"):
        editions.editions("en xx")


def test_each_language_that_says_its_name_has_an_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "languages", lambda: ("cs", "en", "pl"))
    monkeypatch.setattr(editions, "_says_its_name", lambda language: language == "pl")
    assert editions.editions(editions.EVERY) == [Edition("en", ""), Edition("pl", "pl/")]
    monkeypatch.undo()
    assert CZECH in editions.editions(editions.EVERY)


def test_the_navigation_is_named_and_leads_to_the_edition(tmp_path: Path) -> None:
    (tmp_path / "nav.cs.yaml").write_text("Learn: Kurzy\n", "utf-8")
    nav = [{"Home": "index.md"}, {"Learn": ["learn/index.md"]}, {"About": ["about/index.md"]}]
    assert editions.navigation(nav, CZECH, PAGES, tmp_path) == [
        {"Home": "cs/index.md"},
        {"Kurzy": ["cs/learn/index.md"]},
    ]


def test_links_to_what_an_edition_lacks_leave_its_folder() -> None:
    text = "[a](../learn/index.md#x) [b](data.json) [c](https://example.org/) [d](#here)"
    assert editions.relinked(text, "strategy/index.md", PAGES) == (
        "[a](../learn/index.md#x) [b](../../strategy/data.json) [c](https://example.org/) [d](#here)"
    )
    html = '<a class="x" href="../learn/#a"></a><a href="../about/#b"></a><use xlink:href="../assets/cards.svg#c">'
    assert editions.shared(html, "house/", {"learn/"}, {"learn/", "about/"}) == (
        '<a class="x" href="../learn/#a"></a><a href="../../about/#b"></a>'
        '<use xlink:href="../../assets/cards.svg#c">'
    )


@pytest.fixture
def site(tmp_path: Path) -> Path:
    index = {
        "config": {"lang": ["en"], "pipeline": ["stemmer"], "fields": {}},
        "docs": [
            {"location": "x/", "title": "X", "text": ""},
            {"location": "cs/x/", "title": "X česky", "text": ""},
        ],
    }
    files = {
        "index.html": "Home",
        "x/index.html": "X",
        "404.html": "",
        FILE: "",
        "sw.js": "library;",
        "cs/index.html": '<link rel="alternate" href="../" hreflang="en"><a href="x/"></a>',
        "cs/x/index.html": '<a href="../"></a><img src="../../assets/images/a.png">',
        "assets/images/a.png": "",
        "assets/pages.json": "[]",
        "cs/assets/pages.json": "[]",
        "assets/py/taroky-1.0.0-0a-py3-none-any.whl": "",
        "assets/py/taroky_cs-1.0.0-0a-py3-none-any.whl": "",
        "search/search_index.json": json.dumps(index),
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    return tmp_path


def test_pages_say_when_their_language_has_only_been_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english, czech = tmp_path / "en", tmp_path / "cs"
    for folder in (english, czech):
        folder.mkdir()
    (english / "first.yaml").touch()
    monkeypatch.setattr(lesson_files, "FOLDER", english)
    page = PageContent(CZECH, "en", is_translated=True)
    started = page.linked("<p>Text</p>", "cs/", (), ())
    assert started.startswith("<p>Text</p>") and "teprve začatý" in started
    english_page = PageContent(CZECH, "en", is_translated=False).linked(
        "<p>Text</p>", "cs/", (), ()
    )
    assert "teprve začatý" not in english_page and "není přeložená" in english_page
    (czech / "first.yaml").touch()
    assert page.linked("<p>Text</p>", "cs/", (), ()) == "<p>Text</p>"
    in_english = PageContent(Edition("en", ""), "en", is_translated=True)
    assert in_english.linked("<p>Text</p>", "", (), ()) == "<p>Text</p>"


def test_each_edition_keeps_its_own_files_and_what_all_share(site: Path) -> None:
    precache.complete(site, "", {"": "en", "cs/": "cs"})
    kept = {}
    for folder in ("", "cs/"):
        text = (site / folder / "sw.js").read_text("utf-8")
        assert text.startswith("library;")
        plan, _ = json.JSONDecoder().raw_decode(text[text.index('{"files":') :])
        kept[folder] = {url for url, _ in plan["files"]}
    assert not any("cs" in url for url in kept[""])
    assert {
        "./",
        "x/",
        "assets/pages.json",
        "../404.html",
        f"../{FILE}",
        "../assets/images/a.png",
    } <= kept["cs/"]
    assert any("taroky_cs-" in url for url in kept["cs/"])
    assert "../assets/pages.json" not in kept["cs/"]


def test_each_edition_is_searched_alone(site: Path) -> None:
    search.complete(site, {"": "en", "cs/": "cs"})
    english, czech = (
        json.loads((site / folder / "search/search_index.json").read_text("utf-8"))
        for folder in ("", "cs")
    )
    assert [one["title"] for one in english["docs"]] == ["X"]
    assert [(one["location"], one["title"]) for one in czech["docs"]] == [("x/", "X česky")]
    assert "words" not in english["config"]
    assert "em" in czech["config"]["words"]["endings"] and czech["config"]["pipeline"] == []


def test_a_copy_of_one_edition_has_the_root_to_itself(
    site: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("copy")
    one_edition.take(site, "cs/", target)
    paths = {path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file()}
    assert paths == {
        "index.html",
        FILE,
        "x/index.html",
        "assets/images/a.png",
        "assets/pages.json",
        "assets/py/taroky-1.0.0-0a-py3-none-any.whl",
        "assets/py/taroky_cs-1.0.0-0a-py3-none-any.whl",
    }
    assert (target / "index.html").read_text("utf-8") == '<a href="x/"></a>'
    assert (target / "x/index.html").read_text(
        "utf-8"
    ) == '<a href="../"></a><img src="../assets/images/a.png">'


def test_a_page_says_what_it_was_made_from(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (tmp_path / "mkdocs.yml").write_text("site_name: X\nnav:\n  - Home: index.md\n", "utf-8")
    (docs / "index.md").write_text("First.\n", "utf-8")
    (docs / "other.md").write_text("Other.\n", "utf-8")
    (docs / "index.cs.md").write_text("---\ntitle: Domů\n---\nPrvní.\n", "utf-8")
    pages.update("cs", tmp_path)
    lines = list(pages.report("cs", tmp_path))
    assert lines[:2] == ["cs, pages: 1 of 2", "  missing: other.md"]
    (docs / "index.md").write_text("Second.\n", "utf-8")
    pages.update("cs", tmp_path)
    assert "  English has changed: docs/index.md" in list(pages.report("cs", tmp_path))


def test_a_build_compiles_the_words_before_it_asks_which_languages_there_are(
    tmp_path: Path,
) -> None:
    ignored = shutil.ignore_patterns("__pycache__", "prebuilt", "*.mo")
    for folder in ("engine/taroky", "tutorials/taroky_tutorials", "build_scripts/taroky_build"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    for name in ("mkdocs.yml", "engine/pyproject.toml", "tutorials/pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "docs/reference").mkdir(parents=True)
    command = (
        "from mkdocs.config import load_config; config = load_config('mkdocs.yml');"
        "config.plugins.run_event('config', config);"
        "from taroky.messages import languages; print(*languages())"
    )
    folders = (str(tmp_path / name) for name in ("engine", "tutorials", "build_scripts"))
    done = subprocess.run(
        [sys.executable, "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.returncode) == ([*languages()], 0), done.stderr
