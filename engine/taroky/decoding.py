"""Text that comes in as bytes, whatever the door: files, standard input, files that a browser hands over.

What is not text in an encoding that can be told for sure is refused with a sentence that says how to save
it; no letter is ever guessed or replaced.
"""

from __future__ import annotations

import codecs
import errno
import re

from taroky.errors import RecordError
from taroky.messages import Message, say

#: Why a system does not read or write a file, as far as people can do something about it.
_REASONS = {
    errno.ENOENT: "file.missing",
    errno.ENOTDIR: "file.missing",
    errno.ENAMETOOLONG: "file.missing",
    errno.EISDIR: "file.folder",
    errno.EACCES: "file.forbidden",
    errno.EPERM: "file.forbidden",
    errno.EROFS: "file.forbidden",
    errno.ENOSPC: "file.full",
}
#: What a file may begin with, the longest mark first, and its encoding.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: What spreadsheets of Czech and Polish Windows write.
_OF_LISTS = "cp1250"
#: What such a list has besides letters, and what of it stands between two letters of a name.
_SIGNS = "\xa0§°·×–—‘’‚“”„•…‹›«»€´"
_WITHIN = "\xa0–—’´"
#: The letters beside those of ASCII that stand together in a word of one language: Czech, Slovak, Polish,
#: German, Hungarian, Croatian and Slovene, Romanian, French. What another code page becomes mixes them.
_ALPHABETS = tuple(
    map(
        frozenset,
        (
            "áčďéěíňóřšťúůýž",
            "áäčďéíĺľňóôŕšťúýž",
            "ąćęłńóśźż",
            "äöüßé",
            "áéíóöőúüű",
            "čćđšž",
            "ăâîşţ",
            "âçéëîôü",
        ),
    )
)
_WORD = re.compile(r"[^\W\d_]+")
_JAMMED = re.compile(
    rf"(?<=[^\W\d_])[^\x00-\x7f\w{_WITHIN}]+(?=[^\W\d_])|(?<!\w)[—…•°·×´€](?=[^\W\d_])"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def decoded(data: bytes, *, is_list: bool = False) -> str:
    """Return the text of these bytes, without a byte order mark and with plain line ends: UTF-8, or UTF-16 and UTF-32 by their mark,
    UTF-16 also without one where every second byte is zero as nowhere else. is_list: a list of names or a
    table of a spreadsheet, which may be in the code page of Czech and Polish Windows. Raises RecordError,
    which says how to save it."""
    return _text(data, is_list).replace("\r\n", "\n").replace("\r", "\n")


def unreadable(problem: OSError) -> Message:
    """Return that a file cannot be read, and why."""
    return say("file.unreadable", reason=reason_of(problem))


def unwritable(problem: OSError) -> Message:
    """Return that a file cannot be written, and why."""
    return say("file.unwritable", reason=reason_of(problem))


def reason_of(problem: OSError) -> Message:
    """Return why a system refuses something about a file, in words of the language that is spoken."""
    return say(_REASONS.get(problem.errno or 0, "file.refused"))


def _text(data: bytes, is_list: bool) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding)
    wide = _wide(data)
    if wide:
        return _strictly(data, wide)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if not is_list:
            raise _refusal() from None
    text = _strictly(data, _OF_LISTS)
    if not _is_list(text):
        raise _refusal()
    return text


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        raise _refusal() from None


def _wide(data: bytes) -> str:
    """Return which UTF-16 without a mark this is, "" if it is none: the zeros of common letters all stand
    first in their pairs, or all second."""
    if len(data) % 2 or b"\0" not in data:
        return ""
    high, low = data[::2], data[1::2]
    for encoding, zeros, letters in (("utf-16-be", high, low), ("utf-16-le", low, high)):
        if b"\0" in letters or zeros.count(0) * 2 < len(zeros):
            continue
        text = data.decode(encoding, "replace")
        if "\ufffd" not in text and not _CONTROL.search(text):
            return encoding
    return ""


def _is_list(text: str) -> bool:
    """Whether this reads as a list of names in Czech, Polish or a neighbour's language."""
    signs = {c for c in text if c > "\x7f" and not (c.isupper() or c.islower())}
    if signs.difference(_SIGNS) or _CONTROL.search(text) or _JAMMED.search(text):
        return False
    return all(map(_is_word, _WORD.findall(text)))


def _is_word(word: str) -> bool:
    """Whether accented letters are in this word as in a word of one language, capitals first."""
    if word.isascii():
        return True
    accented = {c for c in word.lower() if c > "\x7f"}
    capital_within = not word.isupper() and any(c.isupper() and c > "\x7f" for c in word[1:])
    return not capital_within and any(map(accented.issubset, _ALPHABETS))


def _refusal() -> RecordError:
    return RecordError(say("file.encoding"))
