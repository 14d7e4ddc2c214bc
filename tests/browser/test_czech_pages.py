"""Czech pages hold no English words outside elements that say they are English."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytestmark = pytest.mark.browser

#: Frequent English words that are no Czech ones.
ENGLISH = frozenset(
    re.findall(
        r"\w+",
        "the and you your with of is are not this that from for or what which how have has will can",
    )
)
_VOID = frozenset(
    re.findall(
        r"\w+",
        "area base br col embed hr img input link meta source track wbr",
    )
)
_NO_WORDS = frozenset(("code", "kbd", "pre", "script", "style", "template"))
_READ = ("alt", "aria-label", "placeholder", "title")


class _Texts(HTMLParser):
    """What a page says in its own language: texts and attributes that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        foreign = (
            tag != "html" and (attributes.get("lang") or attributes.get("hreflang") or "cs") != "cs"
        )
        silent = tag in _NO_WORDS or foreign or self._silent
        if not silent:
            self.texts += [attributes[name] or "" for name in _READ if name in attributes]
        if tag not in _VOID:
            self._open.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while any(name == tag for name, _ in self._open):
            if self._open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)

    @property
    def _silent(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def english_in(page: str) -> list[str]:
    """The texts of a Czech page in which English words stand."""
    reader = _Texts()
    reader.feed(page)
    return [
        " ".join(text.split())
        for text in reader.texts
        if ENGLISH & {word.lower() for word in re.findall(r"\w+", text)}
    ]


def test_english_words_are_found_where_no_element_says_so() -> None:
    page = (
        '<html lang="cs"><p>Vezmi si <b>the talon</b>.<br>Jako by <i lang="en">of the Blind</i> byl.</p>'
        '<img alt="What is led"><code>for x</code><p>Konec.</p></html>'
    )
    assert english_in(page) == ["the talon", "What is led"]


def test_czech_pages_have_no_english_words(built: Path) -> None:
    """The small pages of rule points have their words as plain text, which cannot say that a name is English."""
    english = {
        str(file.relative_to(built)): texts
        for file in sorted((built / "cs").rglob("*.html"))
        if built / "cs" / "rule" not in file.parents
        and (texts := english_in(file.read_text("utf-8")))
    }
    assert english == {}
