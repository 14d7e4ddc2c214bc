"""What previews of links are made from: titles, tags, pictures, and the small pages of rule points."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from taroky import rules
from taroky_build.assets import rasterise
from taroky_build.cardart import previews as pictures
from taroky_build.errors import BuildError
from taroky_build.paths import CHECKOUT
from taroky_build.postprocess import previews, search_engines
from taroky_build.postprocess.previews import Rule, Site
from taroky_build.site_build import page_kinds
from taroky_tutorials.lessons.lesson import COURSES

ADDRESS = "https://example.org/taroky/"
HERE = Site("Taroky", ADDRESS, "en", "Cards")
ELSEWHERE = Site("Taroky", "", "en", "Cards")


class _Head(HTMLParser):
    """The tags of a head by their names."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        name = named.get("property") or named.get("name") or named.get("rel")
        if name:
            self.tags[name] = named.get("content") or named.get("href") or ""


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (("The pack", "MachTarok", "Taroky"), "The pack – MachTarok – Taroky"),
        (("The pack", "Taroky (Hlučín)", "Taroky"), "The pack – Taroky (Hlučín)"),
        (("Learn Taroky (Heun)", "Taroky (Heun)", "Taroky"), "Learn Taroky (Heun)"),
        (("The pack", "Lhota", "Our club"), "The pack – Lhota – Our club"),
        (("About", "", "Taroky"), "About – Taroky"),
        (("", "", "Taroky"), "Taroky"),
    ],
)
def test_a_title_names_game_and_site_once(parts: tuple[str, ...], whole: str) -> None:
    assert previews.title(*parts) == whole


def test_with_an_address_a_preview_has_a_picture() -> None:
    html = previews.head(HERE, "The pack", "Which cards.", "cs/learn/", "assets/previews/x.png")
    tags = _Head(html).tags
    assert tags["og:url"] == f"{ADDRESS}cs/learn/"
    assert tags["og:image"] == tags["twitter:image"] == f"{ADDRESS}assets/previews/x.png"
    assert tags["og:image:alt"] == "Cards"
    assert tags["twitter:card"] == "summary_large_image"
    assert (tags["og:title"], tags["og:description"]) == ("The pack", "Which cards.")


def test_without_an_address_nothing_is_said_that_needs_one() -> None:
    tags = _Head(previews.head(ELSEWHERE, "The pack", "", "learn/", "assets/previews/x.png")).tags
    assert tags == {
        "og:type": "website",
        "og:site_name": "Taroky",
        "og:title": "The pack",
        "twitter:card": "summary",
        "twitter:title": "The pack",
    }


def test_words_of_a_table_never_become_markup() -> None:
    name = '"><script>alert(1)</script>&amp;'
    site = Site(name, ADDRESS, "en", name)
    tags = _Head(previews.head(site, name, name, "", "x.png")).tags
    assert tags["og:title"] == tags["og:description"] == tags["og:image:alt"] == name
    rule = Rule("LHO-SET-01", "reference/lhota/", name, name)
    html = previews.rule_page(rule, site, "", "x.png")
    assert "<script" not in html
    assert _Head(html).tags["og:description"] == name


def test_links_to_other_languages_are_absolute_and_know_the_way_here() -> None:
    links = (
        '<link rel="alternate" href="./" hreflang="en">'
        '<link rel="alternate" href="../cs/learn/" hreflang="cs">'
    )
    assert previews.with_addresses(links, "", "learn/", "en") == links
    absolute = re.findall(
        r'href="([^"]*)" hreflang="([^"]*)" data-here="([^"]*)"',
        previews.with_addresses(links, ADDRESS, "learn/", "en"),
    )
    assert absolute == [
        (f"{ADDRESS}learn/", "en", "./"),
        (f"{ADDRESS}learn/", "x-default", "./"),
        (f"{ADDRESS}cs/learn/", "cs", "../cs/learn/"),
    ]


def test_a_rule_is_found_with_its_sentence() -> None:
    html = (
        '<h1 id="x">Rules<a class="headerlink" href="#x" title="Link">§</a></h1>'
        '<p class="tk-point" id="HLU-PLAY-01">Follow <em>suit</em> &amp; trump. '
        '<span class="tk-point-at"><a class="tk-point-id" href="#HLU-PLAY-01">HLU-PLAY-01</a></span></p>'
        '<p id="other">No rule.</p>'
    )
    [rule] = previews.rules_on(html, "reference/hlucin/")
    assert rule == Rule("HLU-PLAY-01", "reference/hlucin/", "Rules", "Follow suit & trump.")


def test_a_long_rule_ends_with_a_word() -> None:
    [rule] = previews.rules_on(f'<p id="HLU-PLAY-01">{"word " * 100}</p>', "")
    assert len(rule.sentence) <= 202
    assert rule.sentence.endswith("word …")


def test_the_page_of_a_rule_leads_on_without_a_script() -> None:
    rule = Rule("HLU-PLAY-01", "reference/hlucin/", "Rules", "Follow suit.")
    html = previews.rule_page(rule, HERE, "cs/", "assets/previews/hlucin.png")
    tags = _Head(html).tags
    assert 'content="0; url=../../reference/hlucin/#HLU-PLAY-01"' in html
    assert tags["robots"] == "noindex"
    assert tags["canonical"] == f"{ADDRESS}cs/reference/hlucin/"
    assert tags["og:url"] == f"{ADDRESS}cs/rule/HLU-PLAY-01/"
    assert tags["og:description"] == "Follow suit."
    assert len(html.encode()) < 2000
    assert "canonical" not in _Head(previews.rule_page(rule, ELSEWHERE, "", "x.png")).tags


@pytest.mark.parametrize(
    ("url", "game", "picture"),
    [
        ("", "", "taroky"),
        ("learn/", "", "learn"),
        ("learn/heun/talon/", "heun", "heun"),
        ("reference/french-3/summary/", "french-3", "french"),
        ("reference/glossary/", "", "reference"),
        ("calculators/victoria/", "victoria", "victoria"),
        ("tournament/", "", "sheets"),
        ("play/", "", "play"),
        ("about/privacy/", "", "taroky"),
    ],
)
def test_a_page_knows_its_game_and_picture(url: str, game: str, picture: str) -> None:
    assert page_kinds.game_of(url, None) == game
    assert page_kinds.picture_of(url, None) == f"assets/previews/{picture}.png"


def test_a_house_has_the_picture_of_the_game_it_extends() -> None:
    name = rules.pack("table: lhota\ntitle: Lhota\nextends: victoria\n", "house.yaml")
    houses = {name: "lhota"}
    assert page_kinds.game_of("reference/lhota/", houses) == name
    assert page_kinds.picture_of("reference/lhota/", houses) == "assets/previews/victoria.png"
    assert page_kinds.game_of("reference/elsewhere/", houses) == ""


def test_every_picture_that_a_page_may_have_is_drawn() -> None:
    folders = [
        "",
        "play/",
        "learn/",
        "reference/",
        "compare/",
        "calculators/",
        "evening/",
        "house/",
    ]
    urls = [*folders, "tournament/", "strategy/", *(f"learn/{game}/" for game in COURSES)]
    named = {page_kinds.picture_of(url, None).split("/")[-1].removesuffix(".png") for url in urls}
    assert named == {*pictures.KINDS, *COURSES}


def test_a_picture_is_a_small_png_and_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    document = pictures.picture(pictures.KINDS["taroky"])
    picture = rasterise.png(CHECKOUT, {"x": document}, 16)["x"]
    assert picture.startswith(b"\x89PNG")
    size = (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24]))
    assert size == (pictures.WIDTH, pictures.HEIGHT) == (1200, 630)
    assert len(picture) < 60_000
    monkeypatch.setenv("PATH", "")
    assert rasterise.png(CHECKOUT, {"y": document}, 16) == {"y": picture}


def test_a_missing_library_is_told(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="run npm ci"):
        rasterise.png(tmp_path, {"x": "<svg/>"}, 16)


def test_search_engines_are_told_of_a_site_map_that_has_pages(tmp_path: Path) -> None:
    assert search_engines.robots("").splitlines() == ["User-agent: *", "Allow: /"]
    assert f"Sitemap: {ADDRESS}sitemap.xml" in search_engines.robots(ADDRESS)
    site_map = tmp_path / "sitemap.xml"
    site_map.write_text("<urlset><url><loc>https://example.org/</loc></url></urlset>")
    search_engines.without_empty_map(tmp_path)
    assert site_map.exists()
    site_map.write_text("<urlset></urlset>")
    (tmp_path / "sitemap.xml.gz").write_bytes(b"")
    search_engines.without_empty_map(tmp_path)
    assert not list(tmp_path.iterdir())
