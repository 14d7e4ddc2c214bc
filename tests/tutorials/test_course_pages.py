"""Pages of a course, as the build and the worker draw them; for a house table too."""

import json
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest
from taroky import rules
from taroky_tutorials.browser import handle
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.links import LiveWays, Ways
from taroky_tutorials.reading import course_pages

HOUSE = """\
table: u_lva
title: U lva
extends: hlucin
names: {XXI: mamlas}
declarations: {rows: {trul: {pay: 1.00}}}
"""


def asked(rules: str, base: str = "../", **fields: str) -> dict[str, Any]:
    address = "#" + urlencode({"rules": rules, **fields})
    request = {"verb": "house", "address": address, "base": base}
    reply: dict[str, Any] = json.loads(handle(json.dumps(request)))
    return reply


class _Balanced(HTMLParser):
    """Every element that is opened is closed, in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [str(value) for name, value in attrs if name == "id"]
        if tag not in ("br", "hr", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_worker_draws_the_page_that_the_build_makes() -> None:
    lesson, following = lesson_files.load("hlucin", "talon")
    built = course_pages.lesson_page(lesson, following, Ways("../../../", "../"))
    drawn = course_pages.lesson_page(lesson, following, LiveWays("../../../", "", "hlucin"))
    assert drawn.title == built.title == "Talon and discards"
    words = [re.sub(r"<[^>]*>", "", page.whole()) for page in (built, drawn)]
    assert words[0] == words[1]
    assert "data-outcomes" in built.body and "data-outcomes" not in drawn.body


def test_a_house_has_its_own_course_in_the_browser() -> None:
    name = rules.pack(HOUSE)
    course = asked(name, page="course")
    assert course["title"] == "Learn U lva" and "U lva: the whole course" in course["html"]
    page = asked(name, page="lesson", lesson="declarations")
    for html in (course["html"], page["html"]):
        ids = _Balanced(html).ids
        assert len(ids) == len(set(ids))
        for link in re.findall(r'href="([^"]*)"', html):
            assert link.startswith(
                (
                    f"#rules={name}",
                    f"../house/#rules={name}",
                    "../reference/",
                    "../assets/cards.svg#",
                )
            ), link
    # The first link leads back, the progress line to the steps of this very page.
    assert f'href="#rules={name}&amp;page=course"' in page["html"]
    assert f"&amp;page=lesson&amp;lesson=declarations&amp;step={'drill'}" in page["html"]
    # Progress goes by the short id, whatever else the house changes later.
    assert 'data-step="u_lva/declarations/' in page["html"]
    assert name not in re.findall(r'data-step="([^"]*)"', page["html"])
    learned = asked(name, page="learned")
    assert learned["title"] == "What I have learned: U lva"


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"lesson": "nowhere"}, "has no lesson “nowhere”"),
        ({"lesson": "fr-pack"}, "has no lesson “fr-pack”"),
        ({"lesson": "../talon"}, "has no lesson"),
        ({"lesson": "talon", "rules": "h.zzz"}, "holds no club's rules"),
        ({"lesson": "talon", "rules": "hlucin"}, "holds no club's rules"),
        ({"lesson": "talon", "base": "//evil"}, "//evil"),
    ],
)
def test_what_does_not_fit_is_one_sentence(request_: dict[str, str], said: str) -> None:
    reply = asked(**{"rules": rules.pack(HOUSE), "page": "lesson", **request_})
    assert not reply["ok"] and said in reply["error"] and "html" not in reply


def test_prose_never_lets_html_through() -> None:
    page = str(course_pages.prose("*Škýz* <script>alert(1)</script>\n\n<div onclick='x'>y</div>"))
    assert "<em>Škýz</em>" in page and "<script" not in page and "<div" not in page


def test_rules_of_a_house_are_linked_where_the_site_has_them() -> None:
    table = rules.load(rules.pack(HOUSE))
    here = f"../house/#rules={table.packed}&page=reference&at=HLU-BID-01"
    assert links.rule(table, "HLU-BID-01", "../") == here  # drawn by the browser
    with links.houses({table.packed: "u_lva"}):
        assert links.rule(table, "HLU-BID-01", "../") == "../reference/u_lva/#HLU-BID-01"
        there = rules.load("hlucin")
        assert links.rule(there, "HLU-BID-01", "") == "reference/hlucin/#HLU-BID-01"


def test_ways_lead_where_the_pages_are() -> None:
    below = Ways("../../../", "../")
    assert (below.course(), below.lesson("talon", "draw")) == ("../", "../talon/#draw")
    assert below.step("talon", "draw") == "#draw"
    live = LiveWays("../", "", "h.x")
    assert live.step("talon", "draw") == "#rules=h.x&page=lesson&lesson=talon&step=draw"
    home, away = switching.PAIRS[0]
    link = course_pages.switch_link(home, away, Ways("../", ""))
    assert f'href="../learn/switch/{home}-to-{away}/"' in link
