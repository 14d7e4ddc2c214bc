"""Draws everything of the site that is not written by hand.

The MkDocs plugin runs this as a process of its own (`python -m taroky_build.site_build.generate`) for every
build, so that a change to the engine, the lessons or this package shows at once while the site is
served: MkDocs itself keeps the modules it once imported.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from taroky.messages import ENGLISH, speaking

from taroky_build import paths
from taroky_build.child_process import ChildProcess
from taroky_build.errors import BuildError
from taroky_build.notices import writing
from taroky_build.notices.listing import parts
from taroky_build.pages import raw_html
from taroky_build.paths import Place
from taroky_build.site_build.site_assets import files_below, lay

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_ANSWER, _SITE = "generated.json", "site"


@dataclass
class Generated:
    """The files that were made: Markdown by docs-relative path, files by site-relative path. houses: on
    a club's site the pages of its house tables by their packed names; left_out: what their lessons do
    not tell, and why; courses: on the project's own site the pages of each course's lessons, by its
    map; untranslated: pages that are not there in the language that was ordered."""

    generated: list[str] = field(default_factory=list)
    markdown: dict[str, str] = field(default_factory=dict)
    assets: dict[str, str] = field(default_factory=dict)
    houses: dict[str, str] | None = None
    left_out: list[str] = field(default_factory=list)
    courses: dict[str, list[str]] = field(default_factory=dict)
    untranslated: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Order:
    """The order to make pages. folder: where mkdocs.yml is; docs: the folder of written pages, and
    `pages` those in it; target: a folder for the files, empty or as the last build left it; root: a
    checkout of the project that was named; rules: ids of rule sets and files of house tables, none for
    the project's own site; lessons, calculators: whether they are wanted for these; language: in which
    it is made; first: the language of the site's root; wanted: patterns of the pages to make."""

    folder: str
    docs: str
    pages: list[str]
    target: str
    root: str = ""
    rules: list[str] = field(default_factory=list)
    lessons: bool = True
    calculators: bool = True
    language: str = ENGLISH
    first: str = ENGLISH
    wanted: str = "*"


class Generating:
    """`generate` at work in a fresh Python."""

    def __init__(self, order: Order) -> None:
        self._answer = Path(order.target) / _ANSWER
        self._answer.parent.mkdir(parents=True, exist_ok=True)
        module = "taroky_build.site_build.generate"
        self._process = ChildProcess(module, asdict(order), Path(order.folder))

    def wait(self) -> Generated:
        """Return what it has made. Raises BuildError with the sentence of what is wrong."""
        self._process.wait()
        return Generated(**json.loads(self._answer.read_text("utf-8")))


def generate(order: Order) -> Generated:
    """Generate pages, fill in all pages, and lay the files that go with them into the target. Raises
    BuildError or TarokyError."""
    place = paths.of_project(Path(order.folder), Path(order.root) if order.root else None)
    docs, target = Path(order.docs), Path(order.target)
    if place.root is not None and docs.resolve() == place.docs.resolve() and not order.rules:
        made, files = _of_ours(order, place.root)
    else:
        made, files = _of_club(order, place)
    if order.language == order.first:
        files = {**files, writing.FILE: writing.plain(parts(place.root)).encode()}
    lay(files, target / _SITE)
    shared = place.site if order.language == order.first else None
    prebuilt = {path: f"{shared}/{path}" for path in files_below(shared)} if shared else {}
    laid = {path: f"{target / _SITE}/{path}" for path in sorted(files)}
    folder = "" if order.language == order.first else f"{order.language}/"
    markdown = {
        path: writing.fill(text, place.root, folder) for path, text in made.markdown.items()
    }
    return replace(made, markdown=markdown, assets={**made.assets, **prebuilt, **laid})


def _of_ours(order: Order, root: Path) -> tuple[Generated, Mapping[str, bytes]]:
    """Return what is made for the project's own site: pages, and the files that go with them."""
    from taroky_build.pages.course_outlines import lesson_pages
    from taroky_build.pages.generated_pages import generated_assets

    made = _markdown(root, Path(order.docs), order.pages, order.wanted)
    return replace(made, courses=lesson_pages(root)), generated_assets(root, order.wanted)


def _of_club(order: Order, place: Place) -> tuple[Generated, Mapping[str, bytes]]:
    """Return what is made for any other project."""
    from taroky import rules
    from taroky_tutorials.lessons.lesson import COURSES

    from taroky_build.clubs import club_pages
    from taroky_build.pages import translated_pages

    folder, docs = Path(order.folder), Path(order.docs)
    names = club_pages.read(order.rules, folder) or tuple(
        name for name in COURSES if name in rules.ids()
    )
    club = club_pages.Club(
        names, place.docs, folder, order.lessons, order.calculators, order.wanted
    )
    by_hand = [page for page in order.pages if club.has(page)]
    made, files = club_pages.generated(club, by_hand)
    texts, other = translated_pages.written(docs, by_hand, order.first)
    fronts = {path: _front_matter(text) for path, text in texts.items()}
    bodies = {path: text[len(fronts[path]) :] for path, text in texts.items()}
    with speaking(order.first):
        filled = club_pages.written(club, {path: bodies.pop(path) for path in other})
    filled |= club_pages.written(club, bodies)
    whole = {path: fronts[path] + text for path, text in filled.items()}
    written = {path: str(file) for path, file in paths.written(place.docs).items()}
    return Generated(
        sorted(made),
        {**whole, **made},
        written if order.language == order.first else {},
        club.houses,
        club_pages.left_out(club),
        untranslated=sorted(other),
    ), files


def _markdown(root: Path, docs: Path, pages: list[str], wanted: str) -> Generated:
    from taroky_build.pages import translated_pages
    from taroky_build.pages.generated_pages import generated_pages

    generated = generated_pages(root, wanted)
    twice = sorted(set(generated) & set(pages))
    if twice:
        raise BuildError(f"docs/{twice[0]} is generated and cannot be written by hand as well.")
    written, english = translated_pages.written(docs, translated_pages.wanted(pages, wanted))
    texts = written | generated
    with speaking(ENGLISH):
        filled = _filled(root, {path: texts[path] for path in english})
    filled |= _filled(root, {path: text for path, text in texts.items() if path not in filled})
    return Generated(sorted(generated), filled, untranslated=sorted(english))


def _filled(root: Path, texts: Mapping[str, str]) -> dict[str, str]:
    """These pages with everything filled in that is generated."""
    from taroky_build.pages.filled_pages import filled_pages

    fronts = {path: _front_matter(text) for path, text in texts.items()}
    filled = filled_pages(
        root,
        {
            path: text[len(fronts[path]) :]
            for path, text in texts.items()
            if raw_html.split(text)[1] is None
        },
    )
    return {**texts, **{path: fronts[path] + text for path, text in filled.items()}}


def _front_matter(text: str) -> str:
    front_matter = _FRONT_MATTER.match(text)
    return front_matter[0] if front_matter else ""


def main() -> int:
    """Read the order from standard input; a failure is one sentence on standard output."""
    from taroky.errors import TarokyError

    order = Order(**json.load(sys.stdin))
    try:
        with speaking(order.language):
            made = generate(order)
    except (BuildError, TarokyError) as error:
        print(error)
        return 1
    (Path(order.target) / _ANSWER).write_text(json.dumps(asdict(made)), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
