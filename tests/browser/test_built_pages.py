"""Every page of the built site: each link leads somewhere, each rule point has its place, and the
HTML is valid."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

import pytest
from taroky import rules
from taroky.messages import languages
from taroky_devtools.reading_grade import PAGE, page_grades

ROOT = Path(__file__).resolve().parents[2]
HOME = "http://site.test/"
#: Attributes that name a file of the site, or a place in one.
LINKS = {"href", "src", "xlink:href", "data-outcomes"}
#: What the theme writes and we cannot change: rule of html-validate, element.
THEME = {
    ("valid-autocomplete", "#__drawer"),
    ("valid-autocomplete", "#__search"),
    ("attribute-allowed-values", "#__nav_label"),
}


class _Page(HTMLParser):
    """The links of a page or a picture, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: list[str] = []
        self.root = ""
        self.feed(text)
        self.there = frozenset(self.places)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.places.append(value)
            elif name in LINKS and value is not None:
                self.links.append(value)
                if ("rel", "canonical") in attrs:
                    self.root = value


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, _Page]:
    """Pages and pictures by their path."""
    files = [*site.rglob("*.html"), *site.rglob("*.svg")]
    return {
        file.relative_to(site).as_posix(): _Page(file.read_text("utf-8"))
        for file in sorted(files)
        if "test-widget" not in file.parts
    }


def _target(path: str, link: str, own: str) -> tuple[str, str] | None:
    """The file and the place that a link of this page leads to; None if it leaves the site."""
    here = HOME + path.removesuffix("index.html")
    there, place = urldefrag(urljoin(here, link.replace(own, HOME) if own else link))
    if not there.startswith(HOME):
        return None
    file = unquote(urlsplit(there).path).lstrip("/")
    return (f"{file}index.html" if not file or file.endswith("/") else file), unquote(place)


def _broken(
    site: Path, pages: dict[str, _Page], looked_at: dict[str, _Page] | None = None
) -> Iterator[str]:
    """Links that lead nowhere on some of the pages, or on all of them."""
    own = min((page.root for page in pages.values() if page.root), key=len, default="")
    for path, page in (pages if looked_at is None else looked_at).items():
        for link in dict.fromkeys(page.links):
            target = _target(path, link, own)
            if target is None:
                continue
            file, place = target
            if not (site / file).is_file():
                yield f"{path}: {link}"
            # What holds "=" is the state of a form or an exercise, and not a place.
            elif place and "=" not in place and place not in pages[file].there:
                yield f"{path}: {link} (no such place)"


def test_every_link_leads_somewhere(site: Path, pages: dict[str, _Page]) -> None:
    assert len(pages) > 100
    assert sorted(set(_broken(site, pages))) == []


def test_a_broken_link_is_found(site: Path, pages: dict[str, _Page]) -> None:
    page = _Page(
        '<a href="../hlucin/#HLU-PLAY-99"></a><a href="../hlucin/#HLU-PLAY-03"></a>'
        '<img src="../../none.png"><a href="/reference/none/"></a>'
    )
    links = list(_broken(site, pages, {"reference/x/index.html": page}))
    assert links == [
        "reference/x/index.html: ../hlucin/#HLU-PLAY-99 (no such place)",
        "reference/x/index.html: ../../none.png",
        "reference/x/index.html: /reference/none/",
    ]


def test_style_sheets_name_only_files_that_are_there(site: Path) -> None:
    for sheet in (site / "assets" / "css").glob("*.css"):
        for url in re.findall(r"""url\(["']?(?!data:)([^"')]+)""", sheet.read_text("utf-8")):
            assert (sheet.parent / url).is_file(), f"{sheet.name}: {url}"


@pytest.mark.parametrize("name", rules.ids())
def test_every_rule_point_has_its_place(pages: dict[str, _Page], name: str) -> None:
    table = rules.load(name)
    points = table.all_points()
    assert points
    for point in points:
        page = pages[f"reference/{table.page_of(point)}/index.html"]
        assert page.places.count(point) == 1, point
        assert f"#{point}" in page.links


def _heads(site: Path) -> dict[str, str]:
    """The heads of all pages of our own by their paths, but for the small ones of rule points."""
    return {
        file.relative_to(site).as_posix(): file.read_text("utf-8").partition("<body")[0]
        for file in sorted(site.rglob("index.html"))
        if "test-widget" not in file.parts and "rule" not in file.parts
    }


@pytest.mark.parametrize(
    "said", ['<meta name="description" content="([^"]+)">', "<title>([^<]+)</title>"]
)
def test_no_two_pages_say_the_same_of_themselves(site: Path, said: str) -> None:
    pages: dict[str, list[str]] = {}
    for path, head in _heads(site).items():
        pages.setdefault(re.findall(said, head)[0], []).append(path)
    assert len(pages) > 100
    other = tuple(f"{language}/" for language in languages())
    # a page that is not translated is in English in each edition
    twice = {
        words: [path for path in paths if not path.startswith(other)]
        for words, paths in pages.items()
    }
    assert {words: paths for words, paths in twice.items() if len(paths) > 1} == {}


def test_every_page_has_a_preview_with_a_picture_if_its_address_is_known(site: Path) -> None:
    previews = list((site / "assets" / "previews").iterdir())
    assert sum(file.stat().st_size for file in previews) < 1_000_000
    for path, head in _heads(site).items():
        tags = dict(
            re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]+)">', head)
        )
        assert tags["og:title"] and tags["og:description"] == tags["twitter:description"], path
        canonical = re.search(r'<link rel="canonical" href="([^"]+)">', head)
        assert tags.get("og:url") == (canonical and canonical[1]), path
        picture = tags.get("og:image", "").rpartition("/")[2]
        assert bool(picture) == bool(canonical), path
        assert not picture or site / "assets" / "previews" / picture in previews, path


def test_every_rule_has_a_small_page_that_no_browser_keeps(site: Path) -> None:
    ids = {point for name in rules.ids() for point in rules.load(name).all_points()}
    assert ids <= {folder.name for folder in (site / "rule").iterdir()}
    sizes = [file.stat().st_size for file in site.glob("rule/*/index.html")]
    assert max(sizes) < 2_500
    kept = (site / "sw.js").read_text("utf-8")
    assert "reference/hlucin/" in kept
    assert not re.search(r'"(?:\.\./)?(?:rule/|assets/previews/|robots\.txt)', kept)


#: What only somebody who writes a page should see.
WRITTEN = re.compile(r"\]\(|\*\*|\{:|\{\{|<!--|&lt;/?(?:a|b|i|p|span)\b")


def _read(html: str) -> str:
    """The words of a page's article, without code."""
    article = re.search(r"<article.*?</article>", html, re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", article[0] if article else "", flags=re.DOTALL)
    text = re.sub(r"<(script|style|pre)\b.*?</\1>", "", text, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", "", re.sub(r"<code\b.*?</code>", "x", text, flags=re.DOTALL))


def test_no_page_shows_the_signs_it_is_written_with(site: Path) -> None:
    assert WRITTEN.search(_read("<article>see <a>[<code>x</code>](#y)</a></article>"))
    signs = {
        page.relative_to(site).as_posix(): match[0]
        for page in site.rglob("*.html")
        if (match := WRITTEN.search(_read(page.read_text("utf-8"))))
    }
    assert signs == {}


def test_no_page_has_a_style_or_a_handler_in_its_html(site: Path) -> None:
    """The policy would stop them; what is drawn in the browser is looked at in tests/tutorials."""
    within = re.compile(r"<[a-z][^<>]*\s(?:style|on[a-z]+)\s*=|<style", re.IGNORECASE)
    assert within.search('<p class="x" style="color: red">') and within.search("<b onclick=x>")
    tags = {
        page.relative_to(site).as_posix(): match[0][:120]
        for page in site.rglob("*.html")
        if (
            match := within.search(
                re.sub(r"<script.*?</script>", "", page.read_text("utf-8"), flags=re.DOTALL)
            )
        )
    }
    assert tags == {}


def _has_markup_of_its_own(path: str) -> bool:
    """Lessons and calculators of another language are made by the code that makes the English ones; the
    small pages of rule points are all alike."""
    made = re.compile("[a-z]{2}/(learn|calculators|rule)/.|rule/(?!HLU-PLAY-01/)")
    return path.endswith(".html") and not made.match(path)


def test_every_page_is_valid_html(site: Path, pages: dict[str, _Page], tmp_path: Path) -> None:
    checker = ROOT / "node_modules" / ".bin" / "html-validate"
    assert checker.exists(), "html-validate is missing: run npm ci."
    config = tmp_path / "html-validate.json"
    config.write_text('{"root": true, "extends": ["html-validate:standard"]}')
    bad = tmp_path / "bad.html"
    bad.write_text("<!DOCTYPE html><title>Bad</title><b id=a></b><p id=a><div></div></p>")
    files = [str(bad)] + [str(site / path) for path in pages if _has_markup_of_its_own(path)]
    report = tmp_path / "found.json"
    subprocess.run(
        [str(checker), "--config", str(config), "--formatter", f"json={report}", *files],
        check=False,
    )
    problems = {
        page["filePath"]: [
            f"{one['line']}: {one['ruleId']}: {one['message']}"
            for one in page["messages"]
            if (one["ruleId"], re.sub(r"_\d+", "", one.get("selector") or "")) not in THEME
        ]
        for page in json.loads(report.read_text("utf-8"))
    }
    assert any("no-dup-id" in problem for problem in problems.pop(str(bad)))
    assert {path: faults for path, faults in problems.items() if faults} == {}


def test_pages_are_easy_to_read(site: Path) -> None:
    grades = dict(page_grades(site))
    assert {
        "",
        "reference/hlucin/",
        "strategy/odds/",
        "calculators/hlucin/",
        "clubs/",
        "about/",
    } <= set(grades)
    assert {page: grade for page, grade in grades.items() if grade > PAGE} == {}
