"""Report what each language lacks: python -m taroky_devtools.translations [cs …] [--stats] [--update]"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from taroky_build.errors import BuildError
from taroky_build.paths import CHECKOUT

from taroky_devtools.translations import (
    catalogues,
    checks,
    lessons,
    pages,
    reading,
    words_left,
)

#: How many of a kind are listed; --all lists the rest.
_SHOWN = 10


def main() -> int:
    """Report on languages, or write their files; 1 if a translation cannot be used as it stands."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("languages", nargs="*", help="such as cs; all if none is named")
    parser.add_argument(
        "--update",
        action="store_true",
        help="rewrite the catalogues: new messages without words, changed ones marked as fuzzy",
    )
    parser.add_argument(
        "--lesson",
        nargs="+",
        default=[],
        metavar="talon",
        help="with --update: begin these lessons, all words empty",
    )
    parser.add_argument("--all", action="store_true", help="list everything")
    parser.add_argument(
        "--stats",
        action="store_true",
        help="show how many words are left, by room, and nothing else",
    )
    args = parser.parse_args()
    for language in args.languages:
        if not catalogues.is_language(language):
            parser.error(
                f"“{language}” is no language; expected a code such as sk, as in its files."
            )
    if args.stats:
        for language in args.languages or catalogues.languages():
            print(*words_left.table(language), sep="\n")
        return 0
    failed = False
    for language in args.languages or catalogues.languages():
        for folder in catalogues.FOLDERS:
            there = (folder / f"{language}.po").exists()
            if args.update and (there or args.languages):
                try:
                    catalogues.update(folder, language)
                except BuildError as error:
                    print(error, file=sys.stderr)
                    return 1
            wrong = list(checks.problems(folder, language)) if there else []
            failed |= bool(wrong)
            for line in _report(catalogues.state(folder, language), args.all):
                print(line)
            for line in wrong:
                print(f"  wrong: {line}", file=sys.stderr)
        if args.update:
            lessons.update(language, args.lesson)
            reading.update(language)
            pages.update(language)
        reports = (lessons.report, reading.report, pages.report)
        print(*(line for report in reports for line in report(language)), sep="\n")
        missing = checks.missing_forms(language)
        if missing:
            print(f"{language}: {len(missing)} words without forms: {', '.join(missing)}")
    return int(failed)


def _report(state: catalogues.State, everything: bool) -> Iterator[str]:
    done = state.many - len(state.untranslated) - len(state.fuzzy) - len(state.unused)
    name = state.path.relative_to(CHECKOUT)
    yield f"{name}: {state.percent} %, {done} of {state.many} messages"
    for kind, ids in (
        ("untranslated", state.untranslated),
        ("fuzzy", state.fuzzy),
        ("not in English", state.unknown),
    ):
        shown = ids if everything else ids[:_SHOWN]
        rest = f" … and {len(ids) - len(shown)} more" if len(shown) < len(ids) else ""
        if ids:
            yield f"  {kind}, {len(ids)}: {', '.join(shown)}{rest}"
    for key, (old, new) in state.changed.items():
        unused = " (not used, for its parameters are others now)" if key in state.unused else ""
        yield f"  English has changed: {key}{unused}"
        yield f"    - {old}"
        yield f"    + {new}"


if __name__ == "__main__":
    sys.exit(main())
