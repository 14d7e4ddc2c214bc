"""What the build writes for browsers that keep the site."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from taroky_build.errors import BuildError
from taroky_build.offline import precache

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "index.html": "<html><head></head><body>Home</body></html>",
    "learn/x/index.html": '<div data-outcomes="../../assets/outcomes/hlucin/x-one.json"></div>',
    "404.html": '<a href="/learn/x/">',
    "assets/outcomes/hlucin/x-one.json": "{}",
    "assets/css/base.css": "a{}",
    "assets/images/site.png": "",
    "assets/javascripts/bundle.js.map": "{}",
    "search/search_index.json": '{"config":{"lang":["en"]},"docs":[]}',
    "sitemap.xml": "",
    "with space/index.html": "",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / precache.WORKER).write_text("/* library */\n", "utf-8")
    return tmp_path


def plan(site: Path) -> dict[str, list[list[str]] | int | str]:
    text = (site / precache.WORKER).read_text("utf-8")
    match = re.search(r"\(({\"files\":.*?})\)\);\n", text)
    assert match
    listed: dict[str, list[list[str]] | int | str] = json.loads(match[1])
    return listed


def test_every_file_that_pages_use_is_listed_with_its_hash(site: Path) -> None:
    precache.complete(site, "https://example.org/clubs/")
    precached = plan(site)
    assert isinstance(precached["files"], list)
    hashes = dict(precached["files"])
    assert set(hashes) == {
        "./",
        "404.html",
        "assets/css/base.css",
        precache.SIZE,
        "learn/x/",
        "search/search_index.json",
        "with%20space/",
    }
    digest = hashlib.sha256(FILES["index.html"].encode()).digest()
    assert hashes["./"] == base64.b64encode(digest).decode()
    assert precached["base"] == "/clubs/"
    listed = (
        "index.html",
        "404.html",
        "assets/css/base.css",
        "learn/x/index.html",
        "search/search_index.json",
    )
    assert precached["bytes"] == sum(len(FILES[path]) for path in listed)


def test_the_same_site_is_listed_the_same(site: Path) -> None:
    precache.complete(site, "")
    first = (site / precache.WORKER).read_bytes()
    (site / precache.WORKER).write_text("/* library */\n", "utf-8")
    precache.complete(site, "")
    assert (site / precache.WORKER).read_bytes() == first


def test_outcomes_are_named_by_their_content(site: Path) -> None:
    path = "assets/outcomes/hlucin/x-one.json"
    names = precache.outcome_names({path: str(site / path), "assets/cards.svg": ""})
    assert re.fullmatch(r"assets/outcomes/hlucin/x-one\.[0-9a-f]{8}\.json", names[path])
    page = precache.with_outcome_names((site / "learn/x/index.html").read_text("utf-8"), names)
    assert f'data-outcomes="../../{names[path]}"' in page


def test_the_library_is_there_or_missed_by_name(tmp_path: Path) -> None:
    text = precache.library(ROOT)
    assert "PrecacheController" in text and "sourceMappingURL" not in text
    with pytest.raises(BuildError, match=r"workbox-core.*run npm ci"):
        precache.library(tmp_path)


def test_a_site_that_is_not_kept_takes_the_worker_away(site: Path) -> None:
    precache.take_away(site)
    text = (site / precache.WORKER).read_text("utf-8")
    assert "unregister" in text and "library" not in text


def test_the_manifest_has_a_club_s_name_and_its_icons_are_there() -> None:
    manifest = json.loads(precache.manifest("Klub “U lva”", "Our rules"))
    assert manifest["name"] == "Klub “U lva”"
    for icon in manifest["icons"]:
        data = (ROOT / "docs" / icon["src"]).read_bytes()
        width, height = (int.from_bytes(data[i : i + 4]) for i in (16, 20))  # of a PNG
        assert icon["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert (ROOT / "docs" / "assets" / "images" / "apple-touch-icon.png").is_file()
