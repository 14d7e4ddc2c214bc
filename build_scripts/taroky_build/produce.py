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
from dataclasses import asdict, dataclass, field
from pathlib import Path

from taroky_build import verbatim
from taroky_build.errors import BuildError

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_ANSWER = "produced.json"


@dataclass
class Produced:
    """What was made: Markdown by docs-relative path, files by site-relative path."""

    generated: list[str] = field(default_factory=list)
    markdown: dict[str, str] = field(default_factory=dict)
    assets: dict[str, str] = field(default_factory=dict)


def produce_apart(root: Path, docs: Path, pages: list[str], target: Path) -> Produced:
    """Run `produce` in a fresh Python. `pages` are the hand-written pages below `docs`, and
    `target` an empty folder for the files. Raises BuildError with the sentence of what is wrong."""
    order = {"root": str(root), "docs": str(docs), "pages": pages, "target": str(target)}
    done = subprocess.run(
        [sys.executable, "-m", "taroky_build.produce"],
        input=json.dumps(order),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        cwd=root,
        check=False,
    )
    answer = target / _ANSWER
    if done.returncode != 0 or not answer.exists():
        raise BuildError(
            done.stdout.strip() or "The pages could not be generated; the reason is printed above."
        )
    return Produced(**json.loads(answer.read_text("utf-8")))


def produce(root: Path, docs: Path, pages: list[str], target: Path) -> Produced:
    """Generate pages, fill in all pages, and lay the site's generated files into `target`."""
    generated, markdown = _markdown(root, docs, pages)
    return Produced(generated, markdown, _assets(root, target))


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


def _assets(root: Path, target: Path) -> dict[str, str]:
    from taroky_build.fonts import copy_fonts
    from taroky_build.pages import generated_assets
    from taroky_build.pyodide import assemble
    from taroky_build.wheels import build_wheels

    site = target / "site"
    with tempfile.TemporaryDirectory(dir=target) as scratch:
        fresh = Path(scratch, "site")
        assets = fresh / "assets"
        assemble(root, build_wheels(root, Path(scratch)), assets / "py")
        copy_fonts(root, assets / "fonts")
        _copy_vendored(root, assets / "js" / "vendor")
        _draw_cards(assets / "cards.svg")
        for path, content in generated_assets(root).items():
            file = fresh / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        _move(fresh, site)
    return {path.as_posix(): str(site / path) for path in _files(site)}


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

    order = json.load(sys.stdin)
    target = Path(order["target"])
    try:
        produced = produce(Path(order["root"]), Path(order["docs"]), order["pages"], target)
    except (BuildError, TarokyError) as error:
        print(error)
        return 1
    (target / _ANSWER).write_text(json.dumps(asdict(produced)), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
