"""Pages of a course, as the build and the worker draw them; for a house table too."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials.browser import handle
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES, Heading
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.links import LiveWays, Ways
from taroky_tutorials.reading import course_pages, known_games

HOUSE = """\
table: u_lva
title: U lva
extends: hlucin
names: {XXI: mamlas}
declarations: {rows: {trul: {pay: 1.00}}}
"""


def asked(game: str, base: str = "../", **fields: str) -> dict[str, Any]:
    address = "#" + urlencode({"rules": game, **fields})
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
                    f"../play/#coached={name}",
                    "../reference/",
                    "../strategy/",
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
    again = asked(name, page="again")
    assert 'data-again="u_lva"' in again["html"]
    course = asked(name, page="course")["html"]
    assert 'data-due="u_lva"' in course and f'href="#rules={name}&amp;page=again"' in course


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"lesson": "nowhere"}, "has no lesson “nowhere”"),
        ({"lesson": "fr-pack"}, "has no lesson “fr-pack”"),
        ({"lesson": "../nowhere"}, "has no lesson"),
        ({"lesson": "talon", "rules": "h.zzz"}, "contains no club rules"),
        ({"lesson": "talon", "rules": "hlucin"}, "contains no club rules"),
        ({"lesson": "talon", "base": "//evil"}, "//evil"),
    ],
)
def test_what_does_not_fit_is_one_sentence(request_: dict[str, str], said: str) -> None:
    reply = asked(**{"game": rules.pack(HOUSE), "page": "lesson", **request_})
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


def test_a_lesson_with_a_drill_can_be_skipped_by_it() -> None:
    """The way to the test stands on the lesson's first page and on the map; it opens the drill."""
    lesson, following = lesson_files.load("hlucin", "talon")
    page = course_pages.lesson_page(lesson, following, Ways("../../../", "../")).body
    start, drill = page.index('id="start"'), page.index('id="drill"')
    assert start < page.index('href="#skip"') < page.index(f'id="{lesson.steps[0].id}"')
    assert drill < page.index('id="skip"')
    outlines = lesson_files.overview("hlucin")
    course = course_pages.course_page("hlucin", outlines, Ways("../../", "./")).body
    assert course.count("/#skip") == sum(outline.drill for outline in outlines) > 10
    bare = replace(lesson, drill=())
    assert "#skip" not in course_pages.lesson_page(bare, following, Ways("../../../", "../")).body


def test_those_who_know_a_trick_game_find_lessons_that_there_are() -> None:
    ids = {one.id: course for course in COURSES for one in lesson_files.overview(course)}
    games = known_games.load()
    assert len({game.id for game in games}) == len(games) >= 3
    for game in games:
        assert set(game.skip) | set(game.take) <= set(ids) and not set(game.skip) & set(game.take)
    for course in COURSES:
        outlines = lesson_files.overview(course)
        page = course_pages.course_page(course, outlines, Ways("../../", "./")).body
        section = page[page.index('id="known"') : page.index('<ol class="tk-course"')]
        here = {outline.id for outline in outlines}
        linked = re.findall(r'href="\./([a-z0-9-]+)/"', section)
        assert linked == [one for game in games for one in (*game.skip, *game.take) if one in here]
        assert section.count("<h3>") == len(games)


def test_a_known_game_with_a_wrong_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "known-games.yaml"
    path.write_text("- {id: x, title: X, words: W, skip: [a], takes: [b]}", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_games, "FILE", path)
        with pytest.raises(TarokyError, match="takes"):
            known_games.load()


def test_lessons_lead_to_strategy_only_where_there_are_such_pages() -> None:
    request = {
        "verb": "house",
        "address": f"#rules={rules.pack(HOUSE)}&page=lesson&lesson=declarations",
        "base": "../",
    }
    on_ours = json.loads(handle(json.dumps(request)))["html"]
    on_a_clubs = json.loads(handle(json.dumps({**request, "houses": {}})))["html"]
    assert 'href="../strategy/' in on_ours
    assert "strategy/" not in on_a_clubs


def test_a_course_leads_to_the_measure_where_there_is_one() -> None:
    outlines, ways = lesson_files.overview("hlucin"), Ways("../../", "./")
    bare = course_pages.course_page("hlucin", outlines, ways).body
    measured = course_pages.course_page("hlucin", outlines, ways, measured=True).body
    assert 'href="../../play/measure/"' in measured and "play/measure" not in bare


def test_the_last_lesson_of_a_course_leads_to_the_measure_where_there_is_one() -> None:
    *_, before, last = lesson_files.load_all("hlucin")
    heading, ways = Heading(last.id, last.title), Ways("../../../", "../")
    pages = {
        "last": course_pages.lesson_page(last, None, ways, measured=True),
        "without a measure": course_pages.lesson_page(last, None, ways),
        "before the last": course_pages.lesson_page(before, heading, ways, measured=True),
    }
    leading = [name for name, page in pages.items() if "play/measure/" in page.body]
    assert leading == ["last"]
    assert pages["last"].body.index("play/measure/") > pages["last"].body.index("tk-finish")
