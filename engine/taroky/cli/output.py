"""What goes to a terminal or a pipe: no letter that it cannot take ends a command, and nothing that comes
from a record, a file or an argument makes a terminal do anything."""

from __future__ import annotations

import codecs
import io
import unicodedata
from typing import TextIO

from taroky.characters import one_line
from taroky.messages.brief import MOST

#: How letters are replaced where an encoding does not have them.
_REPLACING = "taroky.replacing"
#: Letters and signs that Unicode does not take apart.
_PLAIN = {
    "−": "-",
    "–": "-",
    "—": "-",
    "„": '"',
    "“": '"',
    "”": '"',
    "‚": "'",
    "‘": "'",
    "’": "'",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
    "→": "->",
    "·": "-",
}


def _replaced(problem: UnicodeError) -> tuple[str, int]:
    """The letter without its accent, else its number as JSON writes it."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    replacements = map(_plain, problem.object[problem.start : problem.end])
    return "".join(replacements), problem.end


def _plain(letter: str) -> str:
    taken_apart = unicodedata.normalize("NFKD", _PLAIN.get(letter, letter))
    plain = "".join(c for c in taken_apart if not unicodedata.combining(c))
    return plain if plain.isascii() else letter.encode("ascii", "backslashreplace").decode()


codecs.register_error(_REPLACING, _replaced)


def take_any_letter(*streams: TextIO | None) -> None:
    """Let these streams replace letters that their encodings do not have."""
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_REPLACING)


def can_write(out: TextIO, text: str) -> bool:
    """Whether the stream's encoding has all letters of the text."""
    try:
        text.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def refusal(sentence: str) -> str:
    """Return the sentence as standard error gets it: on one line, and not longer than any refusal."""
    line = one_line(sentence)
    return line if len(line) <= MOST else f"{line[: MOST // 2]} … {line[-MOST // 3 :]}"
