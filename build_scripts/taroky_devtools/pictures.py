"""Takes pictures of a built site, to set beside those of another build: home, three lessons, the rules and
the tools, on a phone and on a desk, light and dark.

    python -m taroky_devtools.pictures SITE FOLDER

writes one WebP file for each into the folder, and prints how large they are.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from taroky_devtools.site_visits import visit

#: What is shown, by the name that its pictures have; of a lesson its first step.
PAGES = {
    "home": "",
    "who-wins": "learn/hlucin/who-wins/#nobody-follows",
    "following-suit": "learn/hlucin/following-suit/#follow",
    "settling": "learn/hlucin/settling/#game",
    "rules": "reference/hlucin/",
    "tools": "calculators/",
}
#: Windows, and how much smaller than they are their pictures become.
WINDOWS: dict[str, tuple[dict[str, Any], float]] = {
    "phone": (
        {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True},
        1,
    ),
    "desk": ({"viewport": {"width": 1366, "height": 768}}, 0.6),
}
SCHEMES = ("light", "dark")
_QUALITY = 55
#: Time for what a page's scripts do after it has come, in milliseconds.
_REST = 800


def take(site: Path, folder: Path) -> Iterator[Path]:
    """Write the pictures into the folder; each file once it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    for (window, (options, scale)), scheme in product(WINDOWS.items(), SCHEMES):
        with visit(site, color_scheme=scheme, **options) as (page, home):
            chromium = page.context.new_cdp_session(page)
            for name, path in PAGES.items():
                page.goto(home + path)
                page.evaluate("document.fonts.ready.then(() => true)")
                page.wait_for_timeout(_REST)
                top = page.evaluate("scrollY")
                area = {"x": 0, "y": top, **options["viewport"], "scale": scale}
                shot = chromium.send(
                    "Page.captureScreenshot",
                    {"format": "webp", "quality": _QUALITY, "clip": area},
                )
                file = folder / f"{name}-{window}-{scheme}.webp"
                file.write_bytes(base64.b64decode(shot["data"]))
                yield file


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the pictures of a built site."""
    parser = argparse.ArgumentParser(prog="pictures", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("site", type=Path, help="a built site")
    parser.add_argument("folder", type=Path, help="where the pictures are to be")
    wanted = parser.parse_args(arguments)
    try:
        sizes = {file: file.stat().st_size for file in take(wanted.site, wanted.folder)}
    except FileNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    for file, size in sizes.items():
        print(f"{file.name}: {size / 1000:.1f} kB")
    print(f"{len(sizes)} pictures, {sum(sizes.values()) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
