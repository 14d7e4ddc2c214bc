"""One edition of a built site as a site of its own, which is what a copy to carry holds: a reader takes one
language along."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from taroky.messages import ENGLISH, languages

from taroky_build.notices import writing
from taroky_build.offline.precache import OF_LANGUAGE
from taroky_build.postprocess.previews import RULES

#: The links to other editions in the theme's header, and what such a page says of them in its head.
_CHOICE = re.compile(
    r'<div class="md-header__option">\s*<div class="md-select">.*?</ul>\s*</div>\s*</div>\s*</div>',
    re.DOTALL,
)
_ALTERNATE = re.compile(r'(?<!\s)\s*<link rel="alternate"[^>]*>')
#: What the editions share, and what each has of its own within that folder.
_SHARED, _OWN = "assets", ("outcomes", "pages.json", "lessons.json", "kept.json")


def editions(site: Path) -> dict[str, str]:
    """The languages of a built site by the folders of their editions."""
    translations = {f"{one}/": one for one in languages() if (site / one / "index.html").is_file()}
    return {"": ENGLISH, **translations}


def take(site: Path, folder: str, target: Path) -> None:
    """Fill the folder `target` with the edition in `folder` of a built site, as if there were no other."""
    known = editions(site)
    for file in _files(site, folder, known):
        path = file.relative_to(site).as_posix()
        made = OF_LANGUAGE.fullmatch(path)
        if made is None or made["language"] == known[folder]:
            there = target / (path.removeprefix(folder) if path.startswith(folder) else path)
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, there)
    if len(known) > 1:
        for page in target.rglob("*.html"):
            depth = len(page.relative_to(target).parts) - 1
            text = _ALTERNATE.sub("", _CHOICE.sub("", page.read_text("utf-8")))
            page.write_text(_lowered(text, depth) if folder else text, "utf-8")


def _files(site: Path, folder: str, known: dict[str, str]) -> Iterator[Path]:
    """The files of an edition, and what all share."""
    other_folders = [site / one for one in known if one and one != folder]
    for file in sorted(site.rglob("*")):
        if not file.is_file() or any(file.is_relative_to(one) for one in other_folders):
            continue
        path = file.relative_to(site)
        if path.as_posix().startswith(f"{folder}{RULES}"):
            continue  # these are for previews of links
        shared = path.parts[0] == _SHARED and path.parts[1] not in _OWN
        if shared or path.as_posix() == writing.FILE or path.as_posix().startswith(folder):
            yield file


def _lowered(html: str, depth: int) -> str:
    """A page, so deep in its edition's folder, whose ways out of that folder end in it."""
    return re.sub(rf'(?<=["\' (])(?:\.\./){{{depth + 1}}}(?=[a-z])', "../" * depth, html)
