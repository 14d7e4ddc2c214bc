"""Compiles the catalogues of this checkout that have changed: `python -m taroky_build.catalogues`."""

from __future__ import annotations

import sys

from taroky_build.catalogues.compiling import compile_changed
from taroky_build.errors import BuildError
from taroky_build.paths import CHECKOUT


def main() -> int:
    """Compile them; a mistake in one is one sentence."""
    try:
        compile_changed(CHECKOUT)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
