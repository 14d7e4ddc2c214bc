"""The parts that both copies are made of: the files that scripts ask for, packed as text, and the
scripts."""

from __future__ import annotations

import base64
import gzip
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from taroky_build.assets.bundle_scripts import esbuild
from taroky_build.errors import BuildError

#: What our scripts take for the site's address, as file_access.js says.
SITE = "https://carried.invalid/"
PAGE_SCRIPT, WORKER = "assets/js/main.js", "assets/js/worker.js"
CARDS, LETTERS, PYTHON = "assets/cards.svg", "assets/letters.svg", "assets/py"
#: What the home page asks for where somebody comes back.
LESSONS = "assets/lessons.json"
_SCRIPTS = Path(__file__).parent
_IMPORT = re.compile(r"(?<![\w$.])import\(")
#: How the theme's script names the index of its search beside a page that is a file.
_INDEX = re.compile(r'`\$\{new URL\("search/search_index\.js",\w+\.base\)\}`')
#: Where a script or a style sheet says what it was made of.
MAP = re.compile(r"\n?/[/*]# sourceMappingURL=.*", re.DOTALL)
_ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)
#: What a page has on it that scripts of other pages ask for: rules, or the lessons of a course.
_ASKED = ('class="tk-point"', 'class="tk-course"')
_SPRITE = re.compile(r"(?:\.\.?/)*assets/cards\.svg#")


@cache
def packed(content: bytes) -> str:
    """A file as text, as file_access.js reads it; what both copies of all editions hold, Python above
    all, is packed once."""
    return base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()


def own_script(name: str) -> str:
    """A script of this subpackage."""
    return (_SCRIPTS / name).read_text("utf-8")


def bundle(root: Path, script: Path, address: str) -> str:
    """A module with all that it imports as one classic script. root: the project, with esbuild;
    address: what the script takes for its own, as JavaScript. Raises BuildError."""
    return esbuild(root, [script], "--format=iife", f"--define:import.meta.url={address}")


def page_script(root: Path, site: Path) -> str:
    """The script of all pages. Raises BuildError."""
    return bundle(root, site / PAGE_SCRIPT, "carriedScript")


def theme_script(root: Path) -> tuple[Path, str]:
    """The theme's script below `root`, a built site or a copy of one, as it is in a copy: the index of
    its search is where our scripts say. Raises BuildError."""
    [script] = (root / "assets" / "javascripts").glob("bundle.*.min.js")
    text, count = _INDEX.subn("carriedIndex", MAP.sub("", script.read_text("utf-8")))
    if count != 1:
        raise BuildError(
            f"{script.name} does not name the index of its search once: look up how the theme's new "
            "version loads it, and mend taroky_build/offline/downloads/packed_files.py."
        )
    return script, text


def imports_carried(script: str) -> str:
    """The script of a worker with its imports at run time led to the files of the copy."""
    return _IMPORT.sub("carriedImport(", script)


def page_cards(text: str) -> str:
    """HTML, also inside of JSON, with cards that are in the page."""
    return _SPRITE.sub("#", text)


def _article(page: Path) -> str:
    """Return what a lesson shows or looks up of a page."""
    match = _ARTICLE.search(page.read_text("utf-8"))
    return match[0] if match else ""


def asked_for(root: Path, site: Path) -> Mapping[str, bytes]:
    """Return what scripts ask for while they run, by its path below the site's root: Python, workers,
    cards, the rules that lessons show, the maps of courses, puzzles, the measure, and the answers that widgets bring along.
    Raises BuildError."""
    files = {
        CARDS: (site / CARDS).read_bytes(),
        LETTERS: (site / LETTERS).read_bytes(),
        WORKER: imports_carried(bundle(root, site / WORKER, f'"{SITE}{WORKER}"')).encode(),
    }
    for file in sorted((site / PYTHON).iterdir()):
        content = file.read_bytes()
        if file.suffix == ".mjs":
            content = imports_carried(content.decode()).encode()
        files[file.relative_to(site).as_posix()] = content
    for file in sorted((site / "assets" / "javascripts" / "workers").glob("*.js")):
        files[file.relative_to(site).as_posix()] = file.read_bytes()
    for folder in ("learn", "reference"):
        for page in sorted((site / folder).glob("*/index.html")):
            text = _article(page)
            if any(mark in text for mark in _ASKED):
                files[page.relative_to(site).as_posix()] = page_cards(text).encode()
    lessons = site / LESSONS
    if lessons.is_file():
        files[LESSONS] = lessons.read_bytes()
    for folder in ("puzzles", "measure"):
        for file in sorted((site / "assets" / folder).glob("*.json")):
            files[file.relative_to(site).as_posix()] = file.read_bytes()
    for file in sorted((site / "assets" / "outcomes").rglob("*.json")):
        files[file.relative_to(site).as_posix()] = page_cards(file.read_text("utf-8")).encode()
    return files
