"""What the browser draws for a house table: rules with its numbers, what is different, lessons, tools;
and what it says to links that hold none."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from house_at_the_lion import LION
from taroky import rules
from taroky_tutorials.browser import handle
from taroky_tutorials.page_parts.links import LiveWays
from taroky_tutorials.reference import house_reference, other_rule_sets
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS

ROOT = Path(__file__).resolve().parents[2]
#: Tags that no page of ours has.
FOREIGN = {"script", "img", "iframe", "object", "embed", "style", "link", "meta", "base", "video"}


class Reader(HTMLParser):
    """Tags, ids, links and text of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        attributes = dict(attrs)
        assert not [name for name in attributes if name.startswith("on")], attributes
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if "href" in attributes:
            self.links.append(str(attributes["href"]))

    def handle_data(self, data: str) -> None:
        self.text += data


def ask(name: str, **fields: str) -> dict[str, Any]:
    address = LiveWays("../", "", name)._here(**fields)
    request = {"verb": "house", "address": address, "base": "../"}
    reply: dict[str, Any] = json.loads(handle(json.dumps(request)))
    return reply


def draw(name: str, **fields: str) -> Reader:
    reply = ask(name, **fields)
    assert reply["ok"], reply
    page = Reader(reply["html"])
    assert not page.tags & FOREIGN
    return page


def paragraph(html: str, point: str) -> str:
    match = re.search(
        rf'<p class="tk-point" id="{point}">(.*?)</p>(?:\s*<p class="tk-house-note">(.*?)</p>)?',
        html,
    )
    assert match, point
    return Reader(match[0]).text


@pytest.mark.usefixtures("pages")
def test_the_rules_are_told_with_the_numbers_of_the_house() -> None:
    lion = rules.pack(LION)
    html = ask(lion, page="reference")["html"]
    assert "2.00\u00a0Kč" in paragraph(html, "HLU-ANN-09")
    assert "At this table:" in paragraph(html, "HLU-ANN-09")
    assert (
        "What does a sólo pay for each point? Taroky (Hlučín): 0.60 Kč. At the Lion: 0.40 Kč."
        in html
    )
    assert "{{" not in html
    assert "<!--" not in html
    page = Reader(html)
    assert not page.tags & FOREIGN
    points = [one for one in page.ids if re.fullmatch(r"HLU-[A-Z]+-\d+", one)]
    assert len(points) == len(set(points)) > 150
    here = f"#rules={lion}&page=reference&at=HLU-PLAY-02"
    assert here in page.links
    assert "../reference/glossary/" in "".join(page.links)
    assert not [link for link in page.links if link.startswith("site:") or ".md" in link]


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("parent", rules.ids())
def test_every_rule_set_can_be_extended_and_is_told_in_full(parent: str) -> None:
    """A house that changes nothing reads as its parent's page does; all links within lead somewhere."""
    name = rules.pack({"extends": parent, "table": "club", "title": "Our club"})
    html = ask(name, page="reference")["html"]
    page = Reader(html)
    assert "tk-house-note" not in html
    assert "{{" not in html
    inside = [link.partition("&at=")[2] for link in page.links if "&page=reference&at=" in link]
    assert len(inside) > 30
    assert set(inside) <= set(page.ids)
    assert draw(name).text.count("Nothing: it is played exactly like") == 1


@pytest.mark.usefixtures("pages")
def test_settlements_and_positions_of_the_page_go_by_the_house() -> None:
    name = rules.pack(
        {
            "extends": "hlucin",
            "table": "dear",
            "title": "Dear",
            "choose": {"varsava.mond_free": "yes"},
            "contracts": {"povinnost": {"rate": "0.50"}},
        }
    )
    html = ask(name, page="reference")["html"]
    assert html.count('class="tk-settled"') > 3
    assert "Times 0.50 for the contract" in Reader(html).text
    assert f"../house/#rules={name}&page=tool&tool=settle&" in "".join(Reader(html).links)
    tried = re.findall(r'id="w-try-([a-z0-9-]+)"', html)
    assert "hlu-play-02" in tried
    assert "hlu-var-10" not in tried  # the mond is free at this table
    boards = [json.loads(unescape(data)) for data in re.findall(r'data-widget="([^"]*)"', html)]
    assert {board["exercise"]["rules"] for board in boards} == {name}


@pytest.mark.usefixtures("pages")
def test_what_other_rule_sets_say_is_told_below_a_rule_as_on_the_sites_own_pages() -> None:
    """But for the rule set that the house extends: what differs from that is told by other notes."""
    name = rules.pack(
        "extends: hlucin\ntable: ours\ntitle: Ours\nchoose: {varsava.mond_free: yes}\n"
    )
    html = ask(name, page="reference")["html"]
    points = rules.load("hlucin").all_points()
    built = [
        note for point in points if (note := str(other_rule_sets.note("hlucin", point, "../")))
    ]
    assert len(built) > 30 and [note for note in built if note not in html] == []
    assert html.count('class="tk-margin"') == len(built)
    under = re.search(r'id="HLU-SET-01">.*?</p>\s*(<p class="tk-margin".*?</p>)', html)
    assert under and "Victoria, 54 of 106 points" in under[1].replace("</a>", "")


@pytest.mark.usefixtures("pages")
def test_what_is_different_is_listed_with_its_rules() -> None:
    lion = rules.pack(LION)
    page = draw(lion)
    assert "Is the mond an ordinary tarok in Varšava?" in page.text
    assert "in “At the Lion”, 2.00\u00a0Kč for 10 or more taroky." in page.text
    changes = house_reference.changes(lion)
    assert len(changes) == 3  # what only follows from an option is told once
    assert all(change.points for change in changes)
    assert f"../house/#rules={lion}&page=reference&at=HLU-ANN-09" in page.links


@pytest.mark.usefixtures("pages")
def test_a_rule_that_the_house_has_taken_away_is_told_with_a_note() -> None:
    name = rules.pack(
        {
            "extends": "hlucin",
            "table": "b",
            "title": "B",
            "declarations": {"rows": {"barvicky": "off"}},
        }
    )
    html = ask(name, page="reference")["html"]
    assert "At this table:" in html
    assert "{{" not in html


@pytest.mark.usefixtures("pages")
def test_lessons_and_tools_go_by_the_house() -> None:
    lion = rules.pack(LION)
    course = draw(lion, page="course")
    assert "At the Lion" in course.text
    lesson = next(link for link in course.links if "page=lesson" in link)
    assert lesson.startswith(f"#rules={lion}&page=lesson&lesson=")
    shown = ask(lion, page="lesson", lesson="following-suit")["html"]
    assert 'data-step="u_lva/following-suit/' in shown
    assert f"#rules={lion}&amp;page=reference&amp;at=" in shown.replace("../house/", "")
    tools = draw(lion, page="tool")
    assert "What may I play?" in tools.text
    play = draw(lion, page="tool", tool="play")
    assert "form" in play.tags
    sheet = draw(lion, page="sheet")
    assert "At the Lion" in sheet.text and "2.00\u00a0Kč for 10 or more taroky" in sheet.text
    assert f"../house/#rules={lion}&page=reference&at=HLU-ANN-09" in sheet.links
    text = draw(lion, page="file").text
    assert "extends: hlucin" in text
    assert rules.pack(text[text.index("extends:") :]) == lion


def test_who_knows_the_game_learns_what_is_different() -> None:
    lion = rules.pack(LION)
    id = "hlucin-to-u-lva"
    assert f"#rules={lion}&page=lesson&lesson={id}" in draw(lion, page="course").links
    reply = ask(lion, page="lesson", lesson=id)
    assert reply["title"] == "From the Hlučín game to At the Lion"
    boards = [json.loads(unescape(d)) for d in re.findall(r'data-widget="([^"]*)"', reply["html"])]
    assert boards
    assert all(board["step"].startswith(f"u_lva/{id}/") for board in boards)
    for board in boards:  # each of them can be answered
        state = widgets.state_from_json(board)
        for event in KINDS[state.exercise.kind].solve(state.exercise):
            state = widgets.update(state, event)
        assert widgets.judge(state).done
    # what no question can be asked about is read
    title = rules.pack(
        {"extends": "hlucin", "table": "p", "title": "P", "penalties": {"misdeal": {"pay": "0.70"}}}
    )
    page = draw(title, page="lesson", lesson="hlucin-to-p")
    assert "0.70" in page.text
    same = rules.pack({"extends": "hlucin", "table": "s", "title": "S"})
    assert "lesson=hlucin-to-s" not in "".join(draw(same, page="course").links)


def test_a_table_is_changed_and_compared_where_the_site_has_pages_for_that() -> None:
    lion = rules.pack(LION)
    request = {"verb": "house", "address": f"#rules={lion}", "base": "../"}
    besides = ["house/build/", "compare/two/", "evening/", "tournament/"]
    asked = {**request, "site": [*besides, "https://example.org/"]}
    there = Reader(json.loads(handle(json.dumps(asked)))["html"])
    build, compare = (
        f"../house/build/#t=build&rules={lion}",
        "../compare/two/#t=compare&first=hlucin",
    )
    alone = Reader(json.loads(handle(json.dumps(request)))["html"])
    assert set(there.links) - set(alone.links) == {
        build,
        f"{compare}&second={lion}",
        f"../evening/#rules={lion}",
        f"../tournament/#rules={lion}",
    }


def club_page(text: str) -> Reader:
    request = {"verb": "tool", "tool": "club", "base": "../", "fields": [["house", text]]}
    reply = json.loads(handle(json.dumps(request)))
    assert reply["ok"], reply
    page = Reader(reply["html"])
    assert not page.tags & FOREIGN
    return page


def test_a_club_is_found_in_a_link_a_name_and_yaml() -> None:
    lion = rules.pack(LION)
    for text in (
        LION,
        lion,
        f"https://club.example/taroky/house/#rules={lion}",
        f"  http://x/house/#rules={lion}&page=lesson&lesson=talon\n",
    ):
        page = club_page(text)
        assert page.links == [f"../house/#rules={lion}"]
        assert "At the Lion: Taroky (Hlučín), with its own rules." in page.text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "house rules"),
        ("https://example.org/", "This link contains no club rules"),
        ("https://example.org/house/#rules=hlucin", "This link contains no club rules"),
        ("h.eNodjLEO", "cut short"),
        ("extends: hlucin\nchoose: {nonsense: yes}\n", "line 2"),
        ("extends: hlucin\ntitle: '<script>alert(1)</script>'\n", "line 2"),
        ("extends: [", "line"),
        ("a: &a [*a]", "line"),
    ],
)
def test_what_is_no_club_is_told_in_one_sentence(text: str, said: str) -> None:
    page = club_page(text)
    assert said in page.text
    assert page.links == []


def spoilt(name: str) -> list[str]:
    """Links that a stranger or a mail program has changed."""
    rng = random.Random(5)
    links = [
        "",
        "#",
        "#rules=",
        "#rules=h.",
        "#rules=hlucin",
        "#rules=../../etc",
        f"#rules={name[:-9]}",
        f"#rules={name}&page=nothing",
        f"#rules={name}&page=lesson&lesson=<b>x</b>",
        f"#rules={name}&page=tool&tool=nothing",
        f"#rules={name}&page=lesson",
        "#rules=%00%ff",
        f"#rules={name}{'&a=1' * 500}",
        "#rules=h." + "A" * 200_000,
        f"#x={name}",
        f"#rules={name}&page=<script>alert(1)</script>",
    ]
    alphabet = "ABCabc012-_.%<>&\"'"
    for _ in range(150):
        letters = list(name)
        for _ in range(rng.randint(1, 4)):
            letters[rng.randrange(2, len(letters))] = rng.choice(alphabet)
        links.append(f"#rules={''.join(letters)}")
    return links


@pytest.mark.usefixtures("pages")
def test_a_damaged_or_hostile_link_is_told_in_one_sentence() -> None:
    name = rules.pack(LION)
    for address in spoilt(name):
        reply = json.loads(handle(json.dumps({"verb": "house", "address": address, "base": "../"})))
        if reply["ok"]:  # a letter that says the same, or what follows the rules
            assert reply["title"] == "At the Lion", address
            continue
        assert len(reply["error"]) < 300, address
        assert reply["error"].endswith("."), address


@pytest.mark.usefixtures("pages")
def test_names_that_look_like_markup_stay_names() -> None:
    name = rules.pack(
        {"extends": "hlucin", "table": "m", "title": "A_b_ & (c) _d_", "names": {"SKYZ": "_S_ & K"}}
    )
    for fields in (
        {},
        {"page": "reference"},
        {"page": "course"},
        {"page": "lesson", "lesson": "the-pack"},
    ):
        reply = ask(name, **fields)
        assert reply["ok"], reply
        assert "&amp;" in reply["html"]
        assert "& (" not in reply["html"]
        page = Reader(reply["html"])
        assert not page.tags & FOREIGN
    assert "_S_ & K" in draw(name, page="reference").text


@pytest.mark.parametrize("base", ["javascript:", "//example.org/", "../x", "<b>"])
def test_the_way_to_the_site_is_checked(base: str) -> None:
    request = {"verb": "house", "address": f"#rules={rules.pack(LION)}", "base": base}
    assert not json.loads(handle(json.dumps(request)))["ok"]


@pytest.mark.usefixtures("pages")
def test_a_choice_without_effect_is_no_rule_of_the_house() -> None:
    """HLU-VAR-25, HLU-POOL-02: the pool takes what Varšava pays, whatever scale the club has chosen."""
    house = rules.pack(
        "table: club\ntitle: Club\nextends: hlucin\n"
        "choose: {pool.enabled: yes, varsava.scoring: half_crown}\n"
    )
    for page in ("", "reference"):
        html = ask(house, **({"page": page} if page else {}))["html"]
        assert "Club: Half a crown" not in html
        assert "“What does the loser of Varšava pay?” has no effect while this is true" in html
    html = ask(house, page="reference")["html"]
    assert "<strong>Half a crown" not in html and "now <code>half_crown</code>" not in html
    only = rules.pack(
        "table: club\ntitle: Club\nextends: hlucin\nchoose: {varsava.scoring: half_crown}\n"
    )
    html = ask(only, page="reference")["html"]
    assert "Club: Half a crown" in html and "<strong>Half a crown" in html
    assert "Varšava pay?” has no effect" not in html
