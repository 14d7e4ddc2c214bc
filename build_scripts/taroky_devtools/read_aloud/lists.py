"""Choose what is read, and write it as a list: the same sentences in every language."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from taroky.messages import ENGLISH, speaking

from taroky_devtools.read_aloud.sources import KINDS_READ, Said, Source

#: The most sentences of one kind that are about the same message.
_MOST_OF_ONE = 3
_FOLDER = Path(__file__).parents[3] / "tests" / "build_scripts" / "read_aloud"


@dataclass(frozen=True)
class Place:
    """Where a sentence comes from, the same in every language: the kind, the number of its source, and of the sentence
    there; id: of the message it is about."""

    kind: str
    source: int
    number: int
    id: str


def path(language: str) -> Path:
    """The list of a language."""
    return _FOLDER / f"{language}.txt"


def written() -> tuple[str, ...]:
    """The languages that have a list."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.txt")))


def text(language: str) -> str:
    """The list in a language: a block for each kind, a line for each sentence, ordered by message id."""
    blocks = []
    with speaking(language):
        for kind in KINDS_READ:
            blocks.append("\n".join([f"# {kind}", *_lines(kind)]) + "\n")
    return "\n".join(blocks)


def _lines(kind: str) -> Iterator[str]:
    of_source: dict[int, list[Said]] = {}
    sources = _sources(kind)
    for place in chosen(kind):
        if place.source not in of_source:
            of_source[place.source] = [*sources[place.source].said()]
        said = of_source[place.source][place.number]
        yield f"{place.id} | {said.words()}"


@cache
def _sources(kind: str) -> tuple[Source, ...]:
    return (*KINDS_READ[kind][0](),)


@cache
def chosen(kind: str) -> tuple[Place, ...]:
    """The places of the sentences of a kind that are read: first those that show another message, then
    a second and a third of each, always from the game that has the fewest."""
    wanted = KINDS_READ[kind][1]
    candidates = (*_in_turn(_by_game(kind)),)
    places: dict[Place, None] = {}
    uses: Counter[str] = Counter()
    shown: set[str] = set()
    for most, new in product(range(1, _MOST_OF_ONE + 1), (True, False)):
        for place, within in candidates:
            if len(places) == wanted:
                break
            if place not in places and uses[place.id] < most and not (new and within <= shown):
                places[place] = None
                uses[place.id] += 1
                shown |= within
    return tuple(sorted(places, key=lambda place: (place.id, place.source, place.number)))


#: A place and all messages in its sentence.
_Candidate = tuple[Place, frozenset[str]]


def _by_game(kind: str) -> dict[str, list[_Candidate]]:
    """All sentences of a kind in English, by game, in an order that no wording changes."""
    by_game: dict[str, list[_Candidate]] = {}
    with speaking(ENGLISH):
        for number, source in enumerate(_sources(kind)):
            for index, said in enumerate(source.said()):
                place = Place(kind, number, index, said.id)
                by_game.setdefault(source.game, []).append((place, frozenset(said.ids)))
    for candidates in by_game.values():
        candidates.sort(key=lambda one: _lot(one[0]))
    return by_game


def _lot(place: Place) -> str:
    return hashlib.sha256(repr(place).encode()).hexdigest()


def _in_turn(by_game: dict[str, list[_Candidate]]) -> Iterator[_Candidate]:
    """Yield the candidates of all games, one game after another, as long as there are any."""
    most = max(map(len, by_game.values()))
    for index in range(most):
        for candidates in by_game.values():
            if index < len(candidates):
                yield candidates[index]
