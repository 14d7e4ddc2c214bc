"""Entrants from a list of names, as people type, paste or export it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import say

from taroky_tutorials.sheets.tournament.model import MOST_ENTRANTS, MOST_NAME, Entrant

#: A number before a name, as lists have it: "12 Ada", "12. Ada", "12;Ada".
_NUMBERED = re.compile(r"(\d{1,4})\s*[.):;,\t ]\s*(\S.*)")
#: First lines of lists that are no names.
_HEADS = frozenset({"name", "names", "number; name", "number,name", "number, name", "number;name"})


def names_of(text: str, taken: Sequence[int], since: int = 1) -> list[Entrant]:
    """Entrants from a list, one in each line, with numbers in front or without. Raises RecordError
    with the line."""
    entrants: list[Entrant] = []
    used = set(taken)
    lines = [
        " ".join(line.replace("\t", "; ").strip(" ,;\"'").split()) for line in text.splitlines()
    ]
    matches = [_NUMBERED.fullmatch(line) for line in lines]
    wanted = {int(match[1]) for match in matches if match}
    after = max(used, default=0) + 1
    for line_number, (line, match) in enumerate(zip(lines, matches, strict=True), start=1):
        if not line or (line_number == 1 and line.casefold() in _HEADS):
            continue
        name = plain_name(match[2] if match else line)
        if not any(letter.isalnum() for letter in name):
            raise RecordError(
                say("record.line", line=line_number, problem=say("tournament.no_name"))
            )
        if match:
            number = int(match[1])
        else:
            while after in used or after in wanted:
                after += 1
            number = after
        if number in used or not number:
            raise RecordError(
                say("record.line", line=line_number, problem=say("tournament.twice", number=number))
            )
        used.add(number)
        entrants.append(Entrant(number, name, since))
    if len(entrants) + len(taken) > MOST_ENTRANTS:
        raise RecordError(say("tournament.many", most=MOST_ENTRANTS))
    return entrants


def plain_name(name: str) -> str:
    """Return a name as it is kept."""
    return same_name(name.replace('"', ""))[:MOST_NAME].strip(" ;,")
