"""Write the lists again: `python -m taroky_devtools.read_aloud` for all languages that have a list, or with those to write, such as `cs pl`.
Read what has changed (`git diff`) before you commit it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from taroky_devtools.read_aloud import lists


def main(args: Sequence[str] | None = None) -> None:
    """Write the lists of some languages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", default=lists.written(), help="codes")
    for language in parser.parse_args(args).languages:
        lists.path(language).write_text(lists.text(language), encoding="utf-8")
        print(lists.path(language))


if __name__ == "__main__":
    main()
