"""The copies to carry: their links, their policy, the files that scripts ask for."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import zipfile
from pathlib import Path

import pytest
from taroky_build.offline import precache
from taroky_build.offline.downloads import offered, packed_files, page_html, zip_file


@pytest.mark.parametrize(
    ("page", "href", "leads"),
    [
        ("learn/hlucin/", "../../", ("", "")),
        ("learn/hlucin/", "talon/#draw", ("learn/hlucin/talon", "#draw")),
        ("", "house/?x=1#rules=h.a", ("house", "?x=1#rules=h.a")),
        ("learn/", "../../..", ("", "")),  # never above the root
        ("learn/", "#top", None),
        ("learn/", "https://example.org/", None),
        ("learn/", "mailto:a@example.org", None),
        ("learn/", "/etc/passwd", None),
    ],
)
def test_where_a_link_leads(page: str, href: str, leads: tuple[str, str] | None) -> None:
    assert page_html.target(page, href) == leads


def test_a_policy_lets_nothing_out() -> None:
    text = page_html.policy("file:", ["run()"], [])
    assert "http" not in text and "'self'" not in text and "*" not in text
    rules = dict(rule.split(" ", 1) for rule in text.split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["connect-src"] == "blob: data:"
    assert "'unsafe-inline'" not in text and "'unsafe-eval'" not in text


def test_a_page_takes_the_copys_policy_behind_its_encoding() -> None:
    old = '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">'
    html = page_html.with_policy(f'<head>{old}<meta charset="utf-8"><title>', "default-src 'none'")
    assert html.startswith('<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"')
    assert html.count("Content-Security-Policy") == 1 and "'self'" not in html


def test_a_page_loses_what_needs_a_server() -> None:
    html = (
        '<head><link rel="manifest" href="m"><link rel="icon" href="i">'
        '<meta name="taroky-offline" content="yes"></head><body>'
        '<svg><use xlink:href="../../assets/cards.svg#card-XXI"/></svg>'
        '<script id="__config">{"features": ["navigation.instant", "toc.follow"]}</script>'
        '<script src="main.js" type="module"></script></body>'
    )
    assert page_html.carried(html, "<script src=x></script>") == (
        '<head><link rel="icon" href="i"></head><body>'
        '<svg><use xlink:href="#card-XXI"/></svg>'
        '<script id="__config">{"features": ["toc.follow"]}</script>'
        "<script src=x></script></body>"
    )


def test_files_travel_as_text() -> None:
    content = bytes(range(256)) * 9
    assert gzip.decompress(base64.b64decode(packed_files.packed(content))) == content
    assert packed_files.packed(content) == packed_files.packed(content)


def test_outcomes_of_a_lesson_travel_in_one_file() -> None:
    files = {
        f"assets/outcomes/hlucin/{name}.json": f'"{name}"'.encode()
        for name in ("the-talon-draw.0a", "the-talon-lay.1b", "talon-x.2c", "start.3d")
    }
    made = zip_file.bundled({**files, "assets/py/a.json": b"{}"})
    bundles = {path: json.loads(content) for path, content in made.items()}
    folder = "assets/outcomes/hlucin/"
    assert {path: len(texts) for path, texts in bundles.items()} == {
        "assets/py/a.json": 0,
        f"{folder}the-talon": 2,
        f"{folder}talon": 1,
        f"{folder}start.3d": 1,
    }
    assert bundles[f"{folder}the-talon"][f"{folder}the-talon-lay.1b.json"] == '"the-talon-lay.1b"'


def test_imports_of_a_worker_are_led_to_the_copy() -> None:
    script = "const a=await import(b);x.import(c);reimport(d);import.meta;"
    led = "const a=await carriedImport(b);x.import(c);reimport(d);import.meta;"
    assert packed_files.imports_carried(script) == led


def test_the_zip_file_is_the_same_for_the_same_folder(tmp_path: Path) -> None:
    (tmp_path / "copy" / "b").mkdir(parents=True)
    (tmp_path / "copy" / "b" / "ž.html").write_text("x", "utf-8")
    for name in ("one.zip", "two.zip"):
        zip_file.pack(tmp_path / "copy", tmp_path / name)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["taroky-offline/b/ž.html"]


def test_a_site_offers_the_copies_that_are_on_it(tmp_path: Path) -> None:
    site = tmp_path / "site"
    page = site / offered.PAGE / "index.html"
    page.parent.mkdir(parents=True)
    html = "<p>Take it.</p><!-- downloads --><p>None here.</p><!-- end of downloads --><p>Good.</p>"
    page.write_text(html, "utf-8")
    (site / precache.WORKER).write_text("/* library */\n", "utf-8")
    precache.complete(site, "")
    files = []
    for name in ("taroky.html", "taroky-offline.zip"):
        file = tmp_path / name
        file.write_bytes(b"x" * 1_234_567)
        files.append(file)
    offered.put(site, files)
    shown = page.read_text("utf-8")
    assert "None here" not in shown and shown.count("1.2 MB") == 2
    assert shown.startswith("<p>Take it.</p>") and shown.endswith("<p>Good.</p>")
    for href in re.findall(r'href="([^"]+)"', shown):
        assert (page.parent / href).resolve().is_file()  # no dead link
    # Browsers keep the page as it is now, and not the copies.
    worker = (site / precache.WORKER).read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(page.read_bytes()).digest()).decode()
    assert f'["{offered.PAGE}","{digest}"]' in worker
    assert "offline/taroky" not in worker
