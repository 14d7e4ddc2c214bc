"""Says how two built sites differ: `python -m taroky_devtools.site_differences site other`.

Pages are compared by their tags and words, not by their white space. What differs in the same way on many pages is
said once. Hashes and sizes follow from the rest: in a page's policy, in the service worker's list of files.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path

#: How many pages are named for one difference.
_NAMED = 3
_FOLLOWING = re.compile(
    r"""(?<=')sha256-[^']+(?=')|(?<=")[A-Za-z0-9+/]{43}=(?=")|(?<="bytes":)\ ?\d+"""
)
_TAG = re.compile(r"(<[^>]*>)")


def parts(page: str) -> list[str]:
    """The tags and words of a page, one after another."""
    pieces = (" ".join(piece.split()) for piece in _TAG.split(_FOLLOWING.sub("…", page)))
    return [unescape(piece) for piece in pieces if piece]


def differences(site: Path, other: Path) -> dict[str, list[str]]:
    """The paths of the files that differ, by how they do."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    ours, theirs = (_files(folder) for folder in (site, other))
    for path in sorted(ours | theirs):
        if path not in theirs or path not in ours:
            kinds[f"only in {site if path in ours else other}"].append(path)
        else:
            for kind in _of_file((site / path).read_bytes(), (other / path).read_bytes(), path):
                kinds[kind].append(path)
    return dict(kinds)


def _files(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def _of_file(one: bytes, two: bytes, path: str) -> Iterator[str]:
    if one == two:
        return
    if path.endswith(".html"):
        yield from _of_pages(parts(one.decode()), parts(two.decode()))
    elif not path.endswith((".js", ".json")) or _own_text(one) != _own_text(two):
        yield "other bytes"


def _own_text(content: bytes) -> str:
    return _FOLLOWING.sub("…", content.decode())


def _of_pages(one: list[str], two: list[str]) -> Iterator[str]:
    removed, added = Counter(one) - Counter(two), Counter(two) - Counter(one)
    if removed or added:
        lines = [*(f"- {part}" for part in removed), *(f"+ {part}" for part in added)]
        yield "\n".join(lines)
    elif one != two:
        yield "the same parts in another order"


def main() -> int:
    """Print the differences, the most frequent ones first; 1 if there are others than those that are meant."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--meant", help="a pattern of the differences that are meant")
    args = parser.parse_args()
    kinds = differences(args.site, args.other)
    for kind, paths in sorted(kinds.items(), key=lambda one: -len(one[1])):
        named = ", ".join(paths[:_NAMED]) + (" …" if len(paths) > _NAMED else "")
        print(f"{kind}\n  in {len(paths)}: {named}")
    print(f"{len(kinds)} differences between {args.site} and {args.other}.")
    return int(not all(args.meant and re.fullmatch(args.meant, kind) for kind in kinds))


if __name__ == "__main__":
    sys.exit(main())
