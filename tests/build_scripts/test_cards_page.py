"""The page of the cards: every card of both packs is shown, and its links lead to rule points."""

import re
from pathlib import Path

import pytest
from taroky import rules
from taroky_build.errors import BuildError
from taroky_build.pages import filled_pages

ROOT = Path(__file__).resolve().parents[2]
SOURCE = (ROOT / "docs/reference/cards.md").read_text("utf-8")


def test_every_card_of_the_small_pack_is_shown_and_two_suits_of_the_large_one() -> None:
    page = filled_pages.expand(SOURCE, "reference/cards.md", ROOT)
    shown = set(re.findall(r"assets/cards\.svg#card-([A-Z0-9]+)", page))
    large = rules.load("french").cards
    black_and_red = {card for card in large.cards if large.suit(card) in "SH"}
    assert set(rules.load("hlucin").cards.cards) | black_and_red == shown
    assert "{{" not in page and "<!-- hand" not in page
    assert "the A is the best of the four and the 4 the weakest" in page
    assert "the 4 is the best, and the A the weakest" in page
    assert "That makes 106" in page and "it makes 70" in page


def test_what_is_told_leads_to_the_points_it_comes_from() -> None:
    links = re.findall(r"\((\w+)\.md#([A-Z]+-[A-Z]+-\d+)\)", SOURCE)
    points = {point for _, point in links}
    for page, point in links:
        text = (ROOT / f"docs/reference/{page}.md").read_text("utf-8")
        assert f"#{point} .tk-point" in text, point
    history = {
        point
        for path in (ROOT / "docs/reference").glob("*.md")
        for point in re.findall(r"#([A-Z]+-HIST(?:ORY)?-\d+) \.tk-point", path.read_text("utf-8"))
    }
    # What is about one edition, its misprints or cards in general stays on the pages of the games.
    left = {
        "HLU-HIST-02",
        "FR-HISTORY-01",
        "FR-HISTORY-03",
        "HEUN-HISTORY-02",
        "POL-HIST-03",
        "VIC-HIST-02",
    }
    assert history - points <= left, history - points - left


@pytest.mark.parametrize(
    ("marker", "said"),
    [("<!-- hand atlantis: KS -->", "no rule set atlantis"), ("<!-- hand: 10H -->", "10H")],
)
def test_a_card_that_is_not_there_stops_the_build(marker: str, said: str) -> None:
    with pytest.raises(BuildError, match=said):
        filled_pages.expand(marker, "reference/cards.md", ROOT)
