"""The drawings of the cards that a page shows."""

from __future__ import annotations

import re
from xml.etree.ElementTree import canonicalize

import pytest
from taroky_build.cardart import CODES_78, sprite
from taroky_build.offline.downloads.packed_files import page_cards
from taroky_build.postprocess.inline_cards import Drawings, without

CARD = '<svg class="tk-card"><use xlink:href="../../assets/cards.svg#card-{}"/></svg>'


@pytest.fixture(scope="module")
def drawings(tmp_path_factory: pytest.TempPathFactory) -> Drawings:
    picture = tmp_path_factory.mktemp("cards") / "cards.svg"
    picture.write_text(sprite(CODES_78), "utf-8")
    return Drawings(picture)


def page(*codes: str, folded: str = "") -> str:
    cards = "".join(CARD.format(code) for code in codes)
    return f"<main><article><h1>Cards</h1>{cards}<noscript>{folded}</noscript></article></main>"


def test_a_page_holds_what_its_cards_are_drawn_with_and_no_more(drawings: Drawings) -> None:
    text = drawings.into(page("XXI", "QH", "XXI"))
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert {"drawn-card-XXI", "drawn-card-QH"} <= set(ids)
    assert {"drawn-card-KC", "drawn-card-BACK"}.isdisjoint(ids)
    named = re.findall(r'\bxlink:href="([^"]+)"', text)
    assert named.count("#drawn-card-XXI") == 2
    assert {name.removeprefix("#") for name in named} == set(ids)
    assert re.search(r'</article><svg class="tk-drawn" aria-hidden="true">.*</svg></main>$', text)
    assert "<use href" not in text  # the theme's instant navigation would try to write it


@pytest.mark.parametrize("code", CODES_78)
def test_a_card_is_drawn_as_in_the_picture(drawings: Drawings, code: str) -> None:
    symbol = re.compile(rf'<symbol id="(?:drawn-)?card-{code}".*?</symbol>', re.DOTALL)
    here, there = symbol.search(drawings.into(page(code))), symbol.search(sprite(CODES_78))
    assert here
    assert there
    as_there = here[0].replace("drawn-card-", "card-").replace("xlink:href", "href")
    assert canonicalize(as_there) == canonicalize(there[0])


def test_what_is_folded_away_keeps_naming_the_picture(drawings: Drawings) -> None:
    text = drawings.into(page("I", folded=CARD.format("II")))
    assert '<noscript><svg class="tk-card"><use xlink:href="../../assets/cards.svg#card-II"' in text
    assert "drawn-card-II" not in text


@pytest.mark.parametrize(
    "text",
    [
        page(),
        page(folded=CARD.format("I")),
        page("I", "NO-SUCH-CARD"),
        f"<p>{CARD.format('I')}</p>",
        page().replace("Cards", "assets/cards.svg#card-I"),
    ],
)
def test_a_page_without_cards_of_ours_stays_as_it_is(drawings: Drawings, text: str) -> None:
    assert drawings.into(text) == text


def test_a_copy_that_brings_the_picture_leaves_a_pages_drawings_out(drawings: Drawings) -> None:
    plain = page("XXI", "QH", folded=CARD.format("II"))
    assert page_cards(without(drawings.into(plain))) == page_cards(plain)
    assert without(plain) == plain
