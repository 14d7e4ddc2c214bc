"""Makes everything of the site that is not written by hand.

The MkDocs plugin runs this as a process of its own (`python -m taroky_build.produce`) for every
build, so that a change to the engine, the lessons or this package shows at once while the site is
served: MkDocs itself keeps the modules it once imported.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from taroky_build import places, verbatim
from taroky_build.errors import BuildError
from taroky_build.places import Place

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_ANSWER = "produced.json"


@dataclass
class Produced:
    """What was made: Markdown by docs-relative path, files by site-relative path. houses: the pages of
    house tables by their packed names; left_out: what their lessons do not tell, and why."""

    generated: list[str] = field(default_factory=list)
    markdown: dict[str, str] = field(default_factory=dict)
    assets: dict[str, str] = field(default_factory=dict)
    houses: dict[str, str] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Order:
    """What to make. folder: where mkdocs.yml is; docs: the folder of written pages, and `pages` those
    in it; target: a folder for the files, empty or as the last build left it; root: a checkout of the
    project that was named; rules: ids of rule sets and files of house tables, none for the project's
    own site; lessons, calculators: whether they are wanted for these."""

    folder: str
    docs: str
    pages: list[str]
    target: str
    root: str = ""
    rules: list[str] = field(default_factory=list)
    lessons: bool = True
    calculators: bool = True


def produce_apart(order: Order) -> Produced:
    """Run `produce` in a fresh Python. Raises BuildError with the sentence of what is wrong."""
    done = subprocess.run(
        [sys.executable, "-m", "taroky_build.produce"],
        input=json.dumps(asdict(order)),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=order.folder,
        check=False,
    )
    answer = Path(order.target) / _ANSWER
    if done.returncode != 0 or not answer.exists():
        raise BuildError(
            done.stdout.strip() or "The pages could not be generated; the reason is printed above."
        )
    return Produced(**json.loads(answer.read_text("utf-8")))


def produce(order: Order) -> Produced:
    """Generate pages, fill in all pages, and lay the site's generated files into the target. Raises
    BuildError or TarokyError."""
    folder = Path(order.folder)
    ours = (folder / "build_scripts" / "taroky_build").is_dir()  # mkdocs.yml of the project itself
    place = places.find(Path(order.root) if order.root else folder if ours else None)
    docs, target = Path(order.docs), Path(order.target)
    if place.root is not None and docs.resolve() == place.docs.resolve() and not order.rules:
        from taroky_build.pages import generated_assets

        generated, markdown = _markdown(place.root, docs, order.pages)
        return Produced(generated, markdown, _assets(place, target, generated_assets(place.root)))
    return _of_club(order, place)


def _of_club(order: Order, place: Place) -> Produced:
    """What is made for any other project."""
    from taroky.rules import ids
    from taroky_tutorials.lessons import COURSES

    from taroky_build import clubs

    folder, docs, target = Path(order.folder), Path(order.docs), Path(order.target)
    names = clubs.read(order.rules, folder) or tuple(name for name in COURSES if name in ids())
    club = clubs.Club(names, place.docs, folder, order.lessons, order.calculators)
    made, files = clubs.generated(club, order.pages)
    texts = {path: (docs / path).read_text("utf-8-sig") for path in order.pages}
    fronts = {path: _front_matter(text) for path, text in texts.items()}
    filled = clubs.written(club, {path: text[len(fronts[path]) :] for path, text in texts.items()})
    whole = {path: fronts[path] + text for path, text in filled.items()}
    assets = {path: str(file) for path, file in places.written(place.docs).items()}
    assets |= _assets(place, target, files)
    return Produced(sorted(made), {**whole, **made}, assets, club.houses, clubs.left_out(club))


def _markdown(root: Path, docs: Path, pages: list[str]) -> tuple[list[str], dict[str, str]]:
    from taroky_build.pages import filled_pages, generated_pages

    generated = generated_pages(root)
    twice = sorted(set(generated) & set(pages))
    if twice:
        raise BuildError(f"docs/{twice[0]} is generated and cannot be written by hand as well.")
    texts = {path: (docs / path).read_text("utf-8-sig") for path in pages} | generated
    fronts = {path: _front_matter(text) for path, text in texts.items()}
    filled = filled_pages(
        root,
        {
            path: text[len(fronts[path]) :]
            for path, text in texts.items()
            if verbatim.split(text)[1] is None
        },
    )
    whole = {path: fronts[path] + text for path, text in filled.items()}
    return sorted(generated), {**texts, **whole}


def _front_matter(text: str) -> str:
    found = _FRONT_MATTER.match(text)
    return found[0] if found else ""


def _assets(place: Place, target: Path, files: Mapping[str, bytes]) -> dict[str, str]:
    """All files of the site that are not written by hand: where each of them lies."""
    site = target / "site"
    with tempfile.TemporaryDirectory(dir=target) as scratch:
        fresh = Path(scratch, "site")
        fresh.mkdir()
        if place.root is not None:
            made_files(place.root, fresh)
        for path, content in files.items():
            file = fresh / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        _move(fresh, site)
    carried = _files(place.site) if place.site is not None else []
    found = {path.as_posix(): f"{place.site}/{path.as_posix()}" for path in carried}
    return found | {path.as_posix(): str(site / path) for path in _files(site)}


def made_files(root: Path, site: Path) -> None:
    """Lay into `site` what every site of ours needs and nobody writes: Python for the browser, fonts,
    scripts of others, the cards. Raises BuildError."""
    from taroky_build.fonts import copy_fonts
    from taroky_build.offline import WORKER, library
    from taroky_build.pyodide import assemble
    from taroky_build.wheels import build_wheels

    assets = site / "assets"
    assemble(root, build_wheels(root, root / ".cache" / "wheels"), assets / "py")
    copy_fonts(root, assets / "fonts")
    _copy_vendored(root, assets / "js" / "vendor")
    _draw_cards(assets / "cards.svg")
    (site / WORKER).write_text(library(root), "utf-8")


def _files(folder: Path) -> list[Path]:
    return sorted(file.relative_to(folder) for file in folder.rglob("*") if file.is_file())


def _move(fresh: Path, kept: Path) -> None:
    """Make `kept` the same as `fresh`; a file that is the same already keeps its date."""
    kept.mkdir(exist_ok=True)
    paths = _files(fresh)
    for path in set(_files(kept)) - set(paths):
        (kept / path).unlink()
    for path in paths:
        old = kept / path
        if not old.exists() or old.read_bytes() != (fresh / path).read_bytes():
            old.parent.mkdir(parents=True, exist_ok=True)
            (fresh / path).replace(old)


def _copy_vendored(root: Path, target: Path) -> None:
    # a quarter of the module's size; only the last line makes it one
    source = root / "node_modules" / "idiomorph" / "dist" / "idiomorph.min.js"
    if not source.exists():
        raise BuildError(f"{source} is missing: run npm ci (or make site) first.")
    target.mkdir(parents=True, exist_ok=True)
    text = f"{source.read_text('utf-8')}\nexport {{ Idiomorph }};\n"
    (target / "idiomorph.js").write_text(text, "utf-8")


def _draw_cards(target: Path) -> None:
    from taroky_build.cardart import CODES_78, sprite

    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(sprite(CODES_78), "utf-8")


def main() -> int:
    """Read the order from standard input; a failure is one sentence on standard output."""
    from taroky.errors import TarokyError

    order = Order(**json.load(sys.stdin))
    try:
        produced = produce(order)
    except (BuildError, TarokyError) as error:
        print(error)
        return 1
    (Path(order.target) / _ANSWER).write_text(json.dumps(asdict(produced)), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
