"""The card sprite: complete, well-formed, self-contained, small, and no two cards alike."""

from __future__ import annotations

import gzip
import re
from itertools import combinations
from typing import Literal
from xml.etree import ElementTree as ET

import pytest
from taroky_build.cardart import letters, pack_codes, sprite
from taroky_build.cardart.codes import ROMAN, SUITS, split
from taroky_build.cardart.glyphs import GLYPHS, word
from taroky_build.cardart.pips import LAYOUTS
from taroky_build.cardart.svg import CX, CY, num
from taroky_build.cardart.trumps import middle, ornament

SVG = "{http://www.w3.org/2000/svg}"
SIZES: tuple[Literal[54, 78], ...] = (54, 78)
DRAWN = {size: sprite(pack_codes(size)) for size in SIZES}
PARSED = {size: ET.fromstring(text) for size, text in DRAWN.items()}


def symbols(size: Literal[54, 78]) -> dict[str, ET.Element]:
    return {s.attrib["id"].removeprefix("card-"): s for s in PARSED[size].iter(f"{SVG}symbol")}


@pytest.mark.parametrize("size", SIZES)
def test_pack_has_its_number_of_different_cards(size: Literal[54, 78]) -> None:
    codes = pack_codes(size)
    assert len(codes) == len(set(codes)) == size
    assert set(codes) >= {"SKYZ", "XXI", "I", "KS", "RC", "QH", "JD"}


def test_the_small_pack_has_high_black_and_low_red_pips() -> None:
    codes = set(pack_codes(54))
    assert {"10S", "7C", "AH", "4D"} <= codes
    assert not {"6S", "AC", "5H", "10D"} & codes
    assert codes < set(pack_codes(78))


def test_there_is_no_pack_of_another_size() -> None:
    with pytest.raises(ValueError, match="52"):
        pack_codes(52)  # type: ignore[arg-type]


def test_letters_of_other_languages_are_those_of_the_cards_or_drawn_like_them() -> None:
    drawn = ET.fromstring(letters(["K", "Q", "D", "W"]))
    assert [one.attrib["id"] for one in drawn] == [f"letter-{one}" for one in "KQDW"]
    corner = PARSED[54].find(f".//{SVG}g[@id='card-i-K']")
    assert corner is not None and ET.tostring(corner[0]) == ET.tostring(drawn[0][0])
    with pytest.raises(ValueError, match="the letter Ω is not drawn"):
        letters(["Ω"])


@pytest.mark.parametrize("code", ["", "S", "11S", "KX", "XXII", "1H", "skyz"])
def test_unknown_codes_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        split(code)


@pytest.mark.parametrize("size", SIZES)
def test_every_card_has_one_symbol_of_the_right_shape(size: Literal[54, 78]) -> None:
    by_id = symbols(size)
    assert set(by_id) == {*pack_codes(size), "BACK", *(f"suit-{s}" for s in SUITS)}
    for code in (*pack_codes(size), "BACK"):
        assert by_id[code].attrib["viewBox"] == "0 0 63 113"


@pytest.mark.parametrize("size", SIZES)
def test_no_id_is_given_twice_or_could_be_another_ones_of_a_page(size: Literal[54, 78]) -> None:
    ids = [e.attrib["id"] for e in PARSED[size].iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert all(name.startswith("card-") for name in ids)


def resolve(element: ET.Element, parts: dict[str, ET.Element]) -> str:
    """The drawing with every shared part put in its place; ids play no part in it."""
    attributes = " ".join(
        f"{k}={v}" for k, v in sorted(element.attrib.items()) if k not in ("id", "href")
    )
    inside = [resolve(child, parts) for child in element]
    if "href" in element.attrib:
        inside.append(resolve(parts[element.attrib["href"].removeprefix("#")], parts))
    return f"<{element.tag.removeprefix(SVG)} {attributes}>{''.join(inside)}</>"


@pytest.mark.parametrize("size", SIZES)
def test_no_two_symbols_draw_the_same(size: Literal[54, 78]) -> None:
    parts = {e.attrib["id"]: e for e in PARSED[size].iter() if "id" in e.attrib}
    drawings = {code: resolve(symbol, parts) for code, symbol in symbols(size).items()}
    for one, other in combinations(drawings, 2):
        assert drawings[one] != drawings[other], f"{one} looks like {other}"


@pytest.mark.parametrize("size", SIZES)
def test_every_reference_stays_in_the_file_and_leads_somewhere(size: Literal[54, 78]) -> None:
    ids = {e.attrib["id"] for e in PARSED[size].iter() if "id" in e.attrib}
    for element in PARSED[size].iter():
        for name, value in element.attrib.items():
            if name.endswith("href"):
                assert value.startswith("#") and value[1:] in ids
            assert "url(" not in value
    assert re.findall(r"https?://[^\"]+", DRAWN[size]) == ["http://www.w3.org/2000/svg"]


@pytest.mark.parametrize("size", SIZES)
def test_a_strict_content_policy_has_nothing_to_object_to(size: Literal[54, 78]) -> None:
    for element in PARSED[size].iter():
        tag = element.tag.removeprefix(SVG)
        assert tag in {"svg", "defs", "symbol", "g", "path", "circle", "rect", "use"}
        for name in element.attrib:
            assert name not in ("style", "class")
            assert not name.startswith("on")


@pytest.mark.parametrize("size", SIZES)
def test_colours_are_plain_or_the_ink_of_the_page(size: Literal[54, 78]) -> None:
    for element in PARSED[size].iter():
        for name in ("fill", "stroke"):
            value = element.attrib.get(name, "none")
            assert value in ("none", "currentColor") or re.fullmatch("#[0-9a-f]{6}", value)


@pytest.mark.parametrize("size", SIZES)
def test_the_sprite_stays_small(size: Literal[54, 78]) -> None:
    data = DRAWN[size].encode()
    assert len(data) < 120_000
    assert len(gzip.compress(data, mtime=0)) < 25_000


@pytest.mark.parametrize("size", SIZES)
def test_the_same_pack_is_always_drawn_the_same(size: Literal[54, 78]) -> None:
    assert sprite(pack_codes(size)) == DRAWN[size]


def test_ornaments_of_all_trumps_differ() -> None:
    drawings = {code: middle(code) for code in (*ROMAN, "SKYZ")}
    assert len(drawings) == 22
    assert len(set(drawings.values())) == 22


@pytest.mark.parametrize("n", range(2, 21))
def test_an_ornament_is_grown_from_its_number(n: int) -> None:
    """Some figure of the ornament of trump n has n equal parts."""
    root = ET.fromstring(f"<g>{ornament(n)}</g>")
    parts = []
    for shape in root.iter("path"):
        d = shape.attrib["d"]
        points = d.count("L") + d.count("M")
        parts += [d.count("M"), d.count("A"), points, points / 2]
    assert n in parts


def test_higher_ornaments_are_richer() -> None:
    def richness(numbers: range) -> float:
        return sum(len(ornament(n)) for n in numbers) / len(numbers)

    tiers = [richness(range(low, low + 5)) for low in (6, 11, 16)]
    assert [richness(range(2, 6)), *tiers] == sorted([richness(range(2, 6)), *tiers])


def test_the_honours_carry_a_mark_and_the_others_do_not() -> None:
    parts = {e.attrib["id"]: e for e in PARSED[54].iter() if "id" in e.attrib}
    marked = {
        code
        for code in (*ROMAN, "SKYZ")
        if any(
            u.attrib.get("href") == "#card-t-mark"
            for u in parts[f"card-e-{code}"].iter(f"{SVG}use")
        )
    }
    assert marked == {"I", "XXI", "SKYZ"}


@pytest.mark.parametrize("count", range(1, 11))
def test_pips_are_as_many_as_the_card_says_and_lie_evenly(count: int) -> None:
    places = LAYOUTS[count]
    assert len(set(places)) == count
    assert all(15 < x < 48 and 10 < y < 103 for x, y in places)
    left_right = {(round(2 * CX - x, 6), round(y, 6)) for x, y in places}
    assert left_right == {(round(x, 6), round(y, 6)) for x, y in places}
    if count != 7:
        upside_down = {(round(x, 6), round(2 * CY - y, 6)) for x, y in places}
        assert upside_down == {(round(x, 6), round(y, 6)) for x, y in places}


@pytest.mark.parametrize("code", ROMAN)
def test_a_numeral_fits_into_what_a_fanned_hand_shows(code: str) -> None:
    scale, x = re.search(  # type: ignore[union-attr]
        r"matrix\((\S+) 0 0 \S+ (\S+) ", word(code, 6.6, 6, 17, 25)
    ).groups()
    wide = sum(GLYPHS[c].width for c in code) + 0.9 * (len(code) - 1)
    assert float(x) + float(scale) * wide < 32.5


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, ".5"), (-0.25, "-.25"), (10.0, "10"), (-0.001, "0"), (1.239, "1.24")]
)
def test_numbers_are_written_shortly(value: float, text: str) -> None:
    assert num(value) == text
