"""Building again while the site is served: only what changed is drawn."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

ROOT = Path(__file__).resolve().parents[2]
CONFIG = """\
site_name: Small
theme: {{name: material, font: false}}
plugins: [search, {{taroky: {{root: {root}, rules: [heun], lessons: false, calculators: false}}}}]
nav: [index.md, other.md]
"""


def drawn(site: Path) -> dict[str, int]:
    return {
        page.relative_to(site).as_posix(): page.stat().st_mtime_ns for page in site.rglob("*.html")
    }


def test_a_page_that_changed_is_drawn_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_MKDOCS_2_WARNING", "1")
    docs, site = tmp_path / "docs", tmp_path / "site"
    docs.mkdir()
    (docs / "index.md").write_text("# Home\n\nA page.\n")
    (docs / "other.md").write_text("# Other\n\nFirst.\n")
    (tmp_path / "mkdocs.yml").write_text(CONFIG.format(root=ROOT))

    def config() -> MkDocsConfig:
        return load_config(str(tmp_path / "mkdocs.yml"), site_dir=str(site))

    first = config()
    first.plugins.on_startup(command="serve", dirty=True)
    build(first, serve_url="http://127.0.0.1:8000/", dirty=True)
    # No browser keeps a site while it is written, and what one has kept of it goes.
    assert "unregister" in (site / "sw.js").read_text("utf-8")
    assert "taroky-offline" not in (site / "index.html").read_text("utf-8")
    before = drawn(site)
    (docs / "other.md").write_text("# Other\n\nSecond words.\n")
    again = config()
    build(again, serve_url="http://127.0.0.1:8000/", dirty=True)
    after = drawn(site)

    theme_pages = {"404.html"}
    changed = {page for page in after if after[page] != before.get(page)} - theme_pages
    assert changed == {"other/index.html"}
    assert "Second words." in (site / "other/index.html").read_text("utf-8")
    reference = (site / "reference/heun/index.html").read_text("utf-8")
    assert reference.count('class="tk-point"') > 50  # made for us, and as it was
    index = json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]
    texts = " ".join(entry["text"] for entry in index)
    assert "Second words." in texts and "First." not in texts and "A page." in texts
    # several pages at once, the home page among them
    (docs / "index.md").write_text("# Home\n\nIts third words.\n")
    (docs / "other.md").write_text("# Other\n\nFourth words.\n")
    build(config(), serve_url="http://127.0.0.1:8000/", dirty=True)
    entries = json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]
    texts = " ".join(entry["text"] for entry in entries)
    assert "third words." in texts and "Fourth words." in texts
    assert "Second words." not in texts and "A page." not in texts
    known = {entry["location"] for entry in index}
    assert known == {entry["location"] for entry in entries} and len(index) == len(entries)
    # a change to the configuration may change every page
    with (tmp_path / "mkdocs.yml").open("a") as file:
        file.write("site_description: New\n")
    build(config(), serve_url="http://127.0.0.1:8000/", dirty=True)
    assert all(drawn(site)[page] != stamp for page, stamp in after.items())
    again.plugins.on_shutdown()
