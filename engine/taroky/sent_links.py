"""Links and codes as messengers, mail programs and sentences leave them: with a full stop behind, in brackets or
quotes, percent-encoded once or twice, broken over lines. What was put in is taken out again until the code's
checksum holds; what belongs to the code is never guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from taroky.characters import unseen_removed

#: How often a text may have been percent-encoded.
_MOST_TIMES = 4
#: A line end of a mail, with what marks the next line as quoted, or that the line was too long.
_LINE_END = re.compile(r"=?\r?\n[> \t]*")
_EMPTY_LINE = re.compile(r"\r?\n[> \t]*\r?\n")
#: What may stand around a link or a word in a sentence, in Markdown or in a mail.
MARKS = " \t\r\n\xa0.,;:!?…()[]{}<>«»‹›„“”‚‘’\"'`*_~|\\#/&-"
_TRACKING = re.compile(r"utm_\w+|(fb|g|d|gb|wb|msc|tt|tw|y)clid|igshid|mc_[ce]id|_hs\w+|amp;.*")
#: The signs that codes are made of, and how many of them behind a code may be those of a sentence.
_OF_CODES = re.compile(r"[A-Za-z0-9._~-]*")
_AT_END, _MOST_AT_END = "._~-", 8


def readings(text: str) -> Iterator[str]:
    """Yield texts that a link or code may have been before it was sent, without percent-encoding, however often it was
    done, and characters that nobody sees: with its line ends taken out up to an empty line, as it is, and
    without any blanks."""
    paragraph = _LINE_END.sub("", _EMPTY_LINE.split(decoded(text).strip())[0])
    for reading in (paragraph, text, "".join(_LINE_END.sub("", decoded(text)).split())):
        yield unseen_removed(decoded(reading).replace("—", "--")).replace("&amp;", "&")


def decoded(text: str) -> str:
    """Return a text without percent-encoding; signs that stand for nothing stay."""
    for _ in range(_MOST_TIMES):
        plain = unquote(text)
        if plain == text:
            break
        text = plain
    return text


def without_marks(text: str) -> str:
    """Return a word without what a sentence puts around it."""
    return text.strip(MARKS)


def is_tracking(name: str) -> bool:
    """Whether a part of an address was put there by those who count clicks."""
    return bool(_TRACKING.fullmatch(name))


def codes(text: str) -> Iterator[str]:
    """The codes that a text may begin with: up to the first sign that no code has, and then without the
    last of its signs that may be those of a sentence."""
    match = _OF_CODES.match(text)
    code = match[0] if match else ""
    for _ in range(_MOST_AT_END):
        yield code
        if not code.endswith(tuple(_AT_END)):
            return
        code = code[:-1]
