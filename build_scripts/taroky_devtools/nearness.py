"""How near our sentences are to those of the sources of the rules, which are not in the repository.

Of the sources only fingerprints are kept: three bytes for every run of six words, sorted, from which no sentence can
be read. `python -m taroky_devtools.nearness SOURCE …` writes them again from text files; without a file it prints the
paragraphs that share the longest runs of words with a source.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path

from taroky_build.paths import CHECKOUT

#: The number of words behind a fingerprint.
RUN = 6
#: No more words in a row may be those of a source: an everyday phrase can have as many.
LIMIT = 8
FINGERPRINTS = Path(__file__).with_name("source_fingerprints.bin")
_SIZE = 3
#: All that people read and that tells of a source, by patterns below the repository.
_READ = (
    "docs/**/*.md",
    "tutorials/taroky_tutorials/lessons/**/*.yaml",
    "tutorials/taroky_tutorials/reading/**/*.yaml",
    "*/taroky*/messages/*.po",
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
#: Between these a sentence has a value that is filled in, or an address.
_FILLED_IN, _ADDRESS = re.compile(r"\{\{.*?\}\}"), re.compile(r"\]\([^)]*\)")
_POINT = re.compile(r"#([A-Z]+-[A-Z]+-\d+)")


def words_of(text: str) -> list[str]:
    """Return the words of a text without capitals and marks; a value that is filled in counts as no word."""
    plain = _ADDRESS.sub(" ", _FILLED_IN.sub(" ", text))
    return [word.casefold().replace("’", "'") for word in _WORD.findall(plain)]


def fingerprints(texts: Iterable[str]) -> frozenset[bytes]:
    """Return the fingerprint of every run of six words in these texts."""
    return frozenset(chain.from_iterable(_prints(words_of(text)) for text in texts))


def read(file: Path = FINGERPRINTS) -> frozenset[bytes]:
    data = file.read_bytes()
    return frozenset(data[start : start + _SIZE] for start in range(0, len(data), _SIZE))


def longest_run(text: str, known: Collection[bytes]) -> list[str]:
    """Return the longest run of words that a text shares with a source; none if it is shorter than six words."""
    words = words_of(text)
    best: list[str] = []
    start = 0
    for index, fingerprint in enumerate(_prints(words)):
        if fingerprint not in known:
            start = index + 1
        elif index + RUN - start > len(best):
            best = words[start : index + RUN]
    return best


def paragraphs(root: Path = CHECKOUT) -> Iterator[tuple[str, str]]:
    """Yield every paragraph that people read, after where it is: its file, and the rule point that it tells."""
    for pattern in _READ:
        for file in sorted(root.glob(pattern)):
            path = file.relative_to(root).as_posix()
            for text in re.split(r"\n[ \t]*\n", file.read_text("utf-8")):
                point = _POINT.search(text)
                yield f"{path} {point[1] if point else ''}".strip(), text


def _prints(words: list[str]) -> Iterator[bytes]:
    for start in range(len(words) - RUN + 1):
        run = " ".join(words[start : start + RUN]).encode()
        yield hashlib.blake2b(run, digest_size=_SIZE).digest()


def main() -> int:
    files = [Path(name) for name in sys.argv[1:]]
    if files:
        made = fingerprints(file.read_text("utf-8") for file in files)
        FINGERPRINTS.write_bytes(b"".join(sorted(made)))
        print(f"{len(made)} fingerprints of {len(files)} files.")
        return 0
    known = read()
    shared = [(longest_run(text, known), place) for place, text in paragraphs()]
    for run, place in sorted(shared, key=lambda run_and_place: -len(run_and_place[0]))[:20]:
        print(len(run), place, "·", " ".join(run))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
