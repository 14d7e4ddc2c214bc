"""Characters that nobody sees, or that a terminal would act on: written out, or left out of names."""

from __future__ import annotations

import re
import unicodedata

#: Control characters but tab and line end, marks of direction, joiners and other signs without a shape,
#: halves of letters.
_UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_ESCAPED = re.compile(f"[{_UNSEEN}]")
_DROPPED = re.compile(f"[{_UNSEEN}]+")
#: Blanks and line ends, but for the blank at which no line ends.
_BLANKS = re.compile(r"[^\S\xa0]+")


def escaped(text: str) -> str:
    """Return the text with every character that is not seen written as in JSON, "\\u001b"; tabs and line
    ends stay."""
    return _ESCAPED.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def one_line(text: str) -> str:
    """Return the text on one line: characters that are not seen written out, blanks and line ends as one
    blank each."""
    return _BLANKS.sub(" ", escaped(text)).strip()


def unseen_removed(text: str) -> str:
    """Return the text without characters that are not seen."""
    return _DROPPED.sub("", text)


def same_name(name: str) -> str:
    """Return a name as names are compared and kept: letters with their accents in one piece (NFC), no
    characters that are not seen, one blank between words and none around them."""
    words = " ".join(re.sub(r"[\x1c-\x1f\x85\u2028\u2029]", " ", name).split())
    return unicodedata.normalize("NFC", " ".join(unseen_removed(words).split()))
