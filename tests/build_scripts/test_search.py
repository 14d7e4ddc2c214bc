"""What the search of the built site is given besides what the theme finds."""

import json
from pathlib import Path

import pytest
from taroky_build.errors import BuildError
from taroky_build.postprocess import search

PAGE = """\
<p id="HLU-PLAY-03" class="tk-point">A rule.</p><p class="tk-point" id="HLU-PLAY-04">Another.</p>
<p id="other">None.</p><dl><dt id="option-x">An option</dt><dd>Yes.</dd></dl>
<dl class="tk-glossary"><dt id="skyz"><span lang="cs">škýz</span> (shkeez)</dt><dd><p>The
highest &amp; best.</p></dd></dl>
"""
WORKER = (
    'self.lunr=x;new lunr.Token(a,b);t.TokenSet.prototype.toString=g;addEventListener("message",f)'
)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for folder in ("search", "page", "assets/javascripts/workers"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text(PAGE, "utf-8")
    docs = [{"location": "page/", "title": "Page", "text": ""}]
    (tmp_path / "search" / "search_index.json").write_text(json.dumps({"docs": docs}), "utf-8")
    (tmp_path / "assets/javascripts/workers/search.1.min.js").write_text(WORKER, "utf-8")
    return tmp_path


def test_points_and_terms_are_found_by_name(site: Path) -> None:
    search.complete(site)
    docs = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    added = {entry["location"]: (entry["title"], entry["text"]) for entry in docs[1:]}
    assert added == {
        "page/#HLU-PLAY-03": ("HLU-PLAY-03", ""),
        "page/#HLU-PLAY-04": ("HLU-PLAY-04", ""),
        "page/#skyz": ("škýz (shkeez)", "The\nhighest &amp; best."),
    }


def test_the_worker_is_completed_once(site: Path) -> None:
    worker = site / "assets/javascripts/workers/search.1.min.js"
    search.complete(site)
    once = worker.read_text("utf-8")
    assert once.endswith(WORKER) and len(once) > len(WORKER)
    search.complete(site)
    assert worker.read_text("utf-8") == once


def test_another_theme_is_left_alone(tmp_path: Path) -> None:
    search.complete(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("languages", "kept"), [(["en"], False), (["en", "th"], True)])
def test_only_a_search_in_another_language_keeps_its_files(
    site: Path, languages: list[str], kept: bool
) -> None:
    index, thai = site / "search/search_index.json", site / "assets/javascripts/lunr/wordcut.js"
    index.write_text(json.dumps({"config": {"lang": languages}, "docs": []}), "utf-8")
    thai.parent.mkdir()
    thai.write_text("", "utf-8")
    search.complete(site)
    assert thai.exists() == kept


def test_a_worker_of_another_kind_stops_the_build(site: Path) -> None:
    (site / "assets/javascripts/workers/search.1.min.js").write_text("other", "utf-8")
    with pytest.raises(BuildError, match=r"search\.1\.min\.js does not hold 'self\.lunr='"):
        search.complete(site)
