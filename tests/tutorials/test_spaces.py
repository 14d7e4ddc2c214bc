"""Spaces that do not break, in all that a page shows in another language than English."""

from __future__ import annotations

import json
import re

import pytest
from taroky.messages import languages, speaking
from taroky_tutorials.browser import handle
from taroky_tutorials.page_parts.spaces import with_spaces

LOOSE = re.compile(r"(?<!\w)[aikosuvzw] \w|\d [^\W\d_A-Z]", re.I)


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("cs", "V talonu je 6 karet a o 5 Kč.", "V~talonu je 6~karet a~o~5~Kč."),
        ("cs", "27. listopadu 2026. V roce", "27.~listopadu 2026. V~roce"),
        ("cs", "tarok XIX, k „Janě“, 50 % z 3,5 bodu", "tarok~XIX, k~„Janě“, 50~% z~3,5~bodu"),
        ("cs", "Krok 3. Potom kolo 4 Dál", "Krok 3. Potom kolo 4 Dál"),
        ("cs", "ve\nvýnosu i\nv autě", "ve\nvýnosu i~v~autě"),
        ("cs", "pik 2 – 3, A1 a, v", "pik 2 – 3, A1 a, v"),
        ("pl", "W tej lewie i z 5 kart", "W~tej lewie i~z~5~kart"),
        ("pl", "k rana", "k rana"),
        ("de", "12 Karten zu 0,50 Kč. Runde 4 Dann", "12~Karten zu 0,50~Kč. Runde 4 Dann"),
        ("en", "A card, 5 chips", "A card, 5 chips"),
    ],
)
def test_where_a_line_must_not_end(language: str, text: str, expected: str) -> None:
    with speaking(language):
        assert with_spaces(text) == expected.replace("~", "\u00a0")


def test_tags_code_and_fields_stay_as_they_are() -> None:
    html = (
        '<p title="a b" data-event=\'{"a": "v b 5 karet"}\'>Karta <em>v</em> ruce, <b>a</b> '
        "<code>A bid v 5 karet</code></p><textarea>A play v 5 karet</textarea>"
    )
    with speaking("cs"):
        assert with_spaces(html) == html
        assert with_spaces("<li>Karty v <em>ruce</em></li>") == (
            "<li>Karty v\u00a0<em>ruce</em></li>"
        )


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_an_answer_has_no_loose_word_at_the_end_of_a_line(language: str) -> None:
    sit = {"verb": "table", "base": "../", "kept": None, "language": language}
    answer = json.loads(handle(json.dumps({**sit, "event": {"sit": {"rules": "hlucin"}}})))
    assert answer["ok"]
    prose = re.sub(r"<(textarea|pre|code|svg)\b.*?</\1>|<[^>]*>", "|", answer["html"], flags=re.S)
    assert not LOOSE.findall(prose)
    assert "\u00a0" in prose
    assert '"A "' not in json.dumps(answer["kept"])
