"""House options by topic, and the lists of the reference pages."""

import re
from pathlib import Path

import pytest
from taroky import rules
from taroky.rules import option_words
from taroky_build.pages import filled_pages
from taroky_tutorials.reference import house_options

ROOT = Path(__file__).resolve().parents[2]
PAGES = [p.stem for p in (ROOT / "docs/reference").glob("*.md") if p.stem in rules.ids()]


def shown(page: str) -> str:
    text = (ROOT / f"docs/reference/{page}.md").read_text("utf-8")
    return filled_pages.expand(text, f"reference/{page}.md", ROOT)


@pytest.mark.parametrize("name", rules.ids())
def test_every_option_is_a_choice_in_words(name: str) -> None:
    table = rules.load(name)
    choices = house_options.choices(table)
    assert {choice.key for choice in choices} == set(table.options)
    places = [option_words.TOPICS.index(choice.topic) for choice in choices]
    assert places == sorted(places)
    for choice in choices:
        row = table.options[choice.key]
        assert [value for value, _ in choice.answers] == list(row.values)
        assert choice.stands == choice.default == row.default
        assert choice.points[0] == row.points["self"][0]
        assert set(choice.points) <= table.all_points()


def test_a_choice_knows_what_it_needs_and_touches() -> None:
    of = {choice.key: choice for choice in house_options.choices(rules.load("hlucin"))}
    assert of["varsava.scoring"].needs == (("pool.enabled", "no"),)
    assert {"HLU-DISC-09", "HLU-DISC-01"} == set(of["discard.called_card"].points)
    assert of["discard.called_card"].answer("forbidden") == "No, never."
    heun = {choice.key: choice for choice in house_options.choices(rules.load("heun"))}
    assert heun["session.starting_chips"].any_number


def test_what_a_house_has_chosen_stands() -> None:
    table = rules.load("heun", {"session.starting_chips": "40"})
    (chips,) = (c for c in house_options.choices(table) if c.key == "session.starting_chips")
    assert (chips.default, chips.stands, chips.answer("40")) == ("25", "40", "40.")


@pytest.mark.parametrize("page", PAGES)
def test_a_reference_page_lists_every_option_once(page: str) -> None:
    html = shown(page)
    tables = [t for t in map(rules.load, rules.ids()) if t.page_of(f"{t.prefix}-") == page]
    for table in tables:
        for choice in house_options.choices(table):
            assert choice.question in re.sub("&[^;]+;", "’", html) or "'" in choice.question
    ids = re.findall(r'<dt id="([^"]+)"', html)
    assert len(ids) == len(set(ids)) >= len(tables[0].options)
    for target in re.findall(r"\(#(option-[^)]+)\)", html):
        assert target in ids
    assert html.count("](#option-") >= 1
    assert "<!-- options" not in html


def test_a_key_that_is_a_link_already_stays_as_it_is() -> None:
    table = rules.load("machtarok")
    written = "Our option [`deck.ace_high`](#MACH-OPT-01)"
    assert house_options.linked(f"{written}, see `deck.ace_high`.", table) == (
        f"{written}, see [`deck.ace_high`](#option-deck.ace_high)."
    )


def test_headings_go_on_from_the_page() -> None:
    levels = [int(n) for n in re.findall(r"<h(\d)>", shown("hlucin"))]
    assert set(levels) == {4}
    assert {int(n) for n in re.findall(r"<h(\d)>", shown("victoria"))} == {3}
