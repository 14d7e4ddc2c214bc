"""The copies on the site itself: the page about them has a button for each that is there, with its size."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from taroky.messages import say
from taroky_tutorials.page_parts.elements import Markup, element

from taroky_build.offline import precache

#: Where the copies are, below the site's root, and the page that offers them.
FOLDER, PAGE = "offline", "take/"
#: Where the buttons are to be; a build alone leaves what is said there instead.
_PLACE = re.compile(r"<!-- downloads -->.*?<!-- end of downloads -->", re.DOTALL)


def put(site: Path, files: Sequence[Path], edition: str = "") -> None:
    """Put the files on the built site, and buttons on the page of the edition in this folder. What browsers keep of the site is the
    page with the buttons, but not the files."""
    folder, page = site / FOLDER, site / edition / PAGE / "index.html"
    folder.mkdir(exist_ok=True)
    for file in files:
        shutil.copy2(file, folder / file.name)
    html = page.read_text("utf-8") if page.is_file() else ""
    text = _PLACE.sub(lambda _: str(buttons(files, "../" * edition.count("/"))), html)
    if text != html:
        page.write_text(text, "utf-8")
        precache.note_changed(site / edition, PAGE, html.encode())


def buttons(files: Sequence[Path], up: str = "") -> Markup:
    """A button for each file with its size. up: from the folder of the edition to the site's root."""
    links = [
        element(
            "a",
            say(f"take.{file.suffix[1:]}", size=f"{file.stat().st_size / 1e6:.1f}").text(),
            class_="tk-button" if place else "tk-button tk-button--primary",
            href=f"{up}../{FOLDER}/{file.name}",
            download=file.name,
        )
        for place, file in enumerate(files)
    ]
    return element("p", *links, class_="tk-downloads")
