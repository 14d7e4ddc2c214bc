"""Where people who find a mistake can write: one address turns all links on, and without it there are none."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from taroky import rules
from taroky.messages import speaking
from taroky.version import VERSION
from taroky_build.errors import BuildError
from taroky_build.postprocess import contact
from taroky_build.site_build.editions import editions
from taroky_build.site_build.generate import Generated
from taroky_build.site_build.settings import Session, Settings
from taroky_build.site_build.site_build import SiteBuild
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.reference import templates
from taroky_tutorials.reference.points import permalink

PROSE = Path(__file__).parents[2] / "docs" / "reference"

HUB = "https://github.com/owner/name"
LAB = "https://gitlab.example.org/group/sub/name"
BERG = "https://codeberg.org/owner/name"


@pytest.mark.parametrize(
    ("named", "address"),
    [
        ("club@example.org", "club@example.org"),
        ("mailto:club@example.org", "club@example.org"),
        (f" {HUB}/ ", HUB),
        (f"{HUB}.git", HUB),
        (LAB, LAB),
        ("https://git.example.org:3000/owner/name", "https://git.example.org:3000/owner/name"),
    ],
)
def test_one_address_of_either_kind_is_read(named: str, address: str) -> None:
    read = contact.read(named)
    assert read and read.address == address and read.is_mail == ("://" not in address)


def test_no_address_is_none() -> None:
    assert contact.read("") is None and contact.read("  ") is None


@pytest.mark.parametrize(
    "named",
    [
        "club",
        "club@",
        "@example.org",
        "club@example",
        "a@example.org, b@example.org",
        "club@example.org?cc=x@example.org",
        "git@github.com:owner/name",
        "github.com/owner/name",
        "https://github.com/owner",
        "https://github.com/",
        "http://github.com/owner/name",
        "https://user:word@github.com/owner/name",
        "https://github.com/owner/name?x=1",
        "https://[::1/owner/name",
        'https://github.com/owner/"onclick="x',
        "javascript://example.org/a/b",
        "ftp://example.org/a/b",
    ],
)
def test_what_is_no_address_is_told_in_one_sentence(named: str) -> None:
    with pytest.raises(BuildError) as problem:
        contact.read(named)
    said = str(problem.value)
    assert said.startswith(f"contact: “{named}” is neither a mail address") and "\n" not in said


@pytest.mark.parametrize(
    ("address", "title", "text"),
    [
        ("club@example.org", "subject", "body"),
        (HUB, "title", "body"),
        (BERG, "title", "body"),
        (LAB, "issue[title]", "issue[description]"),
    ],
)
def test_a_message_begins_with_what_it_is_about(address: str, title: str, text: str) -> None:
    link = contact.Contact(address).message("Škýz & co.?", "one\ntwo #3")
    fields = parse_qs(urlsplit(link).query, strict_parsing=True)
    assert fields[title] == ["Škýz & co.?"]
    assert fields[text][0].splitlines() == ["one", "two #3"]
    assert unquote(link).startswith(f"mailto:{address}" if "@" in address else f"{address}/")


def test_only_where_others_cannot_read_it_is_a_message_private() -> None:
    private = {name: contact.Contact(name).private("x") for name in (HUB, LAB, BERG, "a@b.org")}
    assert private[HUB] == f"{HUB}/security/advisories/new"
    assert private[LAB].endswith("issue%5Bconfidential%5D=true")
    assert private[BERG] == "" and private["a@b.org"].startswith("mailto:")


def test_a_file_can_be_changed_where_there_is_a_repository() -> None:
    path = "docs/house/my rules.md"
    ways = [contact.Contact(name).edit(path) for name in (HUB, LAB, BERG, "a@b.org")]
    assert ways == [
        f"{HUB}/edit/main/docs/house/my%20rules.md",
        f"{LAB}/-/edit/main/docs/house/my%20rules.md",
        f"{BERG}/_edit/main/docs/house/my%20rules.md",
        "",
    ]


@pytest.mark.parametrize(
    ("language", "label", "title"),
    [
        ("en", "Is this rule wrong?", "HLU-BID-07 is wrong: Hlučín, version 1.2"),
        ("cs", "Je to pravidlo špatně?", "HLU-BID-07: chyba v pravidle, Hlučín, verze 1.2"),
        ("pl", "Błąd w tej zasadzie?", "HLU-BID-07: błąd w zasadzie, Hlučín, wersja 1.2"),
    ],
)
def test_a_rule_has_its_link_in_every_language(language: str, label: str, title: str) -> None:
    about = {"game": "Hlučín", "version": "1.2"}
    with speaking(language):
        page = f"<p>A rule. {permalink('HLU-BID-07')}</p>"
        html = contact.with_reports(page, contact.Contact(HUB), about, "https://x.org/r/")
    link = html.removeprefix(page.removesuffix("</p>")).removesuffix("</p>")
    assert link.startswith('<a class="tk-report" href="') and link.endswith(f">{label}</a>")
    fields = parse_qs(urlsplit(unescape(link.split('"')[3])).query)
    assert fields["title"] == [title]
    assert fields["body"][0].startswith("https://x.org/r/#HLU-BID-07\n\n")


@pytest.mark.parametrize("address", [HUB, LAB, "a@b.org"])
def test_house_rules_that_the_browser_draws_have_their_links(address: str, tmp_path: Path) -> None:
    """The page brings the address, the browser’s Python makes the links: with the house’s name, and the place in it
    as far as it is short."""
    build = site(tmp_path, address)
    build.excluded["house/index.md"] = []
    frame = f"<div>{house_pages.frame('../').body}</div>"
    shown = build.page_html("house/index.md", "house/", frame, [])
    report = unescape(re.findall('data-report="([^"]*)"', shown)[0])
    name = rules.pack({"table": "ours", "title": "U Lva", "extends": "hlucin"})
    asked = {
        "address": f"#rules={name}&page=reference",
        "base": "../",
        "here": "https://x.org/t/house/",
    }
    with templates.written(PROSE):
        bare = house_pages.answer(asked)["html"]
        script = house_pages.answer({**asked, "report": "javascript:alert(1)"})["html"]
        html = house_pages.answer({**asked, "report": report})["html"]
        here = "file:///home/me/x.html"
        nowhere = house_pages.answer({**asked, "report": report, "here": here})["html"]
    assert bare == script and "tk-report" not in bare
    links = [unescape(one) for one in re.findall('class="tk-report" href="([^"]*)"', html)]
    assert len(links) == bare.count('class="tk-point-at"') > 50
    message = unquote(links[0])
    assert message.startswith(f"mailto:{address}?" if "@" in address else f"{address}/")
    assert "U Lva" in message and VERSION in message
    assert f"https://x.org/t/house/#rules={name}&page=reference&at=HLU-" in message
    assert "/home/me" not in unquote(unescape(nowhere))
    without = site(tmp_path, "")
    without.excluded["house/index.md"] = []
    assert without.page_html("house/index.md", "house/", frame, []) == frame


def test_the_name_of_a_game_never_becomes_markup() -> None:
    about = {"game": '"><script>x & y</script>', "version": "1"}
    page = str(permalink("OUR-BID-01"))
    html = contact.with_reports(page, contact.Contact("a@b.org"), about, "")
    assert "<script" not in html


def test_a_page_says_how_to_reach_us_or_nothing() -> None:
    page = f"<p>x</p>\n{contact.MARKER}\n"
    assert contact.told(page, None, "Ours") == "<p>x</p>\n\n"
    said = contact.told(page, contact.Contact(HUB), "Ours")
    assert f'href="{HUB}/issues/new?' in said and "/security/advisories/new" in said
    assert "security" not in contact.told(page, contact.Contact(BERG), "Ours")


# -- in a site -----------------------------------------------------------------------------------


def site(folder: Path, address: str) -> SiteBuild:
    """A build of a site in two languages with this address."""
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    for name in ("index.md", "index.cs.md", "own.md"):
        (docs / name).touch()
    both = tuple(editions(["en", "cs"]))
    settings = Settings(
        folder, docs, folder, "Ours", "", "https://x.org/t/", both, contact=contact.read(address)
    )
    return SiteBuild(settings, Session(), {}, {one: Generated() for one in both})


@pytest.mark.parametrize("top", [".", "clubs"])
def test_a_written_page_leads_to_its_file(tmp_path: Path, top: str) -> None:
    """The file as the repository has it, wherever in it the site's folder is; in the language of the page if there
    is one."""
    (tmp_path / ".git").mkdir()
    folder = tmp_path / top
    folder.mkdir(exist_ok=True)
    build = site(folder, HUB)
    before = f"{HUB}/edit/main/{'' if top == '.' else 'clubs/'}docs"
    assert build.edit_url("index.md") == f"{before}/index.md"
    assert build.edit_url("cs/index.md") == f"{before}/index.cs.md"
    assert build.edit_url("cs/own.md") == f"{before}/own.md"
    assert build.edit_url("learn/hlucin/talon.md") is None  # nobody has written it
    assert site(folder, "a@b.org").edit_url("index.md") is None
    assert site(folder, "").edit_url("index.md") is None


def test_a_page_of_rules_names_game_version_and_place(tmp_path: Path) -> None:
    build = site(tmp_path, HUB)
    path, url = "cs/reference/hlucin.md", "cs/reference/hlucin/"
    build.excluded[path] = []
    html = build.page_html(path, url, f"<p>Text {permalink('HLU-BID-07')}</p>", [])
    (link,) = (part for part in html.split('"') if part.startswith(HUB))
    fields = parse_qs(urlsplit(unescape(link)).query)
    assert fields["title"] == [f"HLU-BID-07: chyba v pravidle, Taroky (Hlučín), verze {VERSION}"]
    assert fields["body"][0].startswith("https://x.org/t/cs/reference/hlucin/#HLU-BID-07\n")


def test_without_an_address_nothing_dangles(tmp_path: Path) -> None:
    build = site(tmp_path, "")
    build.excluded["reference/hlucin.md"] = []
    page = f"<p>Text {permalink('HLU-BID-07')}</p>{contact.MARKER}"
    shown = build.page_html("reference/hlucin.md", "reference/hlucin/", page, [])
    assert shown == page.removesuffix(contact.MARKER)
    assert build.template_values("index.md", "").contact == ""
    assert site(tmp_path, HUB).template_values("index.md", "").contact.startswith(HUB)
