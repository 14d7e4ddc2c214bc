"""The files that every site of ours needs and nobody writes: Python for the browser, fonts, our
scripts bundled, the cards.

Each part is made by a process of its own (`python -m taroky_build.site_build.site_assets`) while the pages are drawn.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from taroky_build import paths
from taroky_build.child_process import ChildProcess
from taroky_build.errors import BuildError

#: What pages need to be seen, and what they need to answer, which takes longer to make.
PAGE, PYTHON = "page", "python"
PARTS = (PAGE, PYTHON)
#: Where the pictures for previews of links are, below the site's root; and of how many colours each is made: with
#: twice as many all of them would take 950 kB and not 550.
PREVIEWS = "assets/previews"
_COLOURS = 16


class SiteAssets:
    """One part of these files for a project, which is made from now on. folder: where its mkdocs.yml is; root: a
    checkout of ours that it names, or ""; target: a folder to lay them into, below one of the part's name, empty or
    as the last build left it."""

    def __init__(self, part: str, folder: Path, root: str, target: Path) -> None:
        order = {"folder": str(folder), "root": root, "target": str(target), "part": part}
        self._files = target / part
        self._work = ChildProcess("taroky_build.site_build.site_assets", order, folder)

    def place(self, site: Path, before: set[str]) -> set[str]:
        """Wait for them and put them into a built site, and away what an earlier build has put there:
        `before`. Returns their paths. Raises BuildError."""
        self._work.wait()
        laid = set(files_below(self._files))
        for path in before - laid:
            (site / path).unlink(missing_ok=True)
        for path in laid:
            there, here = site / path, self._files / path
            if not there.exists() or there.stat().st_mtime_ns != here.stat().st_mtime_ns:
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(here, there)
        return laid

    def end(self) -> None:
        """Give up what is not made yet."""
        self._work.end()


def make(part: str, root: Path, site: Path) -> None:
    """Lay a part of them into `site`. root: a checkout of ours. Raises BuildError."""
    {PAGE: _make_for_pages, PYTHON: _make_python}[part](root, site)


def _make_python(root: Path, site: Path) -> None:
    from taroky_build.browser_python.slimming.switch import assemble

    assemble(root, site / "assets" / "py")


def _make_for_pages(root: Path, site: Path) -> None:
    from taroky_build.assets import bundle_scripts, fonts
    from taroky_build.offline.precache import WORKER, library

    assets = site / "assets"
    fonts.copy_fonts(root, assets / "fonts")
    (site / fonts.STYLES).parent.mkdir(parents=True, exist_ok=True)
    (site / fonts.STYLES).write_text(fonts.styles(), "utf-8")
    bundle_scripts.lay(root, assets / "js")
    _draw_cards(assets)
    _draw_previews(root, site / PREVIEWS)
    (site / WORKER).write_text(library(root), "utf-8")


def files_below(folder: Path) -> list[str]:
    """The paths of all files below a folder, as seen from it."""
    start = len(f"{folder}{os.sep}")
    paths = (
        f"{parent}{os.sep}{name}"[start:] for parent, _, names in os.walk(folder) for name in names
    )
    return sorted(path.replace(os.sep, "/") for path in paths)


def lay(files: Mapping[str, bytes], folder: Path) -> None:
    """Make `folder` hold these files and no other; one that is there already keeps its date."""
    for path in set(files_below(folder)) - set(files):
        (folder / path).unlink()
    for path, content in files.items():
        file = folder / path
        if not file.exists() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def _draw_cards(assets: Path) -> None:
    """The picture of all cards, and the letters that readers of any language may have on them."""
    from taroky.messages import languages
    from taroky_tutorials.page_parts import card_letters

    from taroky_build.cardart import CODES_78, letters, sprite

    assets.mkdir(parents=True, exist_ok=True)
    (assets / "cards.svg").write_text(sprite(CODES_78), "utf-8")
    try:
        drawn = letters(card_letters.known(languages()))
    except ValueError as problem:
        raise BuildError(f"letters.own: {problem}") from problem
    (assets / "letters.svg").write_text(drawn, "utf-8")


def _draw_previews(root: Path, folder: Path) -> None:
    """The pictures for previews of links: one for each kind of page, and for each game one of its hands."""
    from taroky import deal
    from taroky_tutorials.lessons.lesson import COURSES

    from taroky_build.assets import rasterise
    from taroky_build.cardart import previews

    fans = dict(previews.KINDS)
    for game in COURSES:
        dealt = deal(game, seed=game)
        fans[game] = previews.hand([str(card) for card in dealt.cards.hands[dealt.table.active[0]]])
    documents = {name: previews.picture(picture) for name, picture in fans.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in rasterise.png(root, documents, _COLOURS).items():
        (folder / f"{name}.png").write_bytes(picture)


def main() -> int:
    """Read the order from standard input; a failure is one sentence on standard output."""
    from taroky.errors import TarokyError

    order = json.load(sys.stdin)
    target, part = Path(order["target"]), order["part"]
    try:
        place = paths.of_project(
            Path(order["folder"]), Path(order["root"]) if order["root"] else None
        )
        # An installed wheel brings them along ready-made.
        if place.root is not None:
            with tempfile.TemporaryDirectory(dir=target) as scratch:
                made = Path(scratch)
                make(part, place.root, made)
                files = {path: (made / path).read_bytes() for path in files_below(made)}
            lay(files, target / part)
    except (BuildError, TarokyError) as error:
        print(error)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
