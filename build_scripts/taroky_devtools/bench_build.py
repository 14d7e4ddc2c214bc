"""How long the site takes to build: a part of `make bench`."""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from taroky_build.pages import translated_pages
from taroky_build.paths import CHECKOUT
from taroky_build.site_build.editions import EVERY, editions
from taroky_build.site_build.generate import Generating, Order

from taroky_devtools.static_server import free_port

ROOT = CHECKOUT
#: The game of the course that is looked at while the site is served.
RULES = "hlucin"

PLAIN_CONFIG = """\
site_name: Taroky
docs_dir: {docs}
site_dir: {site}
theme: {{name: material, font: false}}
markdown_extensions: [abbr, admonition, attr_list, def_list, footnotes, md_in_html, tables, toc]
"""


def times(site: Path) -> Iterator[dict[str, Any]]:
    """How long it takes to build the site into `site` with nothing kept, again, until `make serve` shows the first
    page with nothing kept, and after a change to a lesson while it is served, in seconds, beside plain Material on
    pages of the same number and text in all languages: what `bench.say` prints."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch, "copy")
        _copy(copy)
        first = _build(copy, "--site-dir", str(site))
        again = _build(copy, "--site-dir", str(site))
        pages = _plain_pages(copy, Path(scratch, "docs"))
        config = Path(scratch, "mkdocs.yml")
        config.write_text(
            PLAIN_CONFIG.format(docs=Path(scratch, "docs"), site=Path(scratch, "plain")), "utf-8"
        )
        plain = _build(copy, "-f", str(config))
        shutil.rmtree(copy / ".cache")
        first_page, rebuilt = _serve(copy)
        for name, seconds in (
            ("build, nothing kept", first),
            ("build again", again),
            ("first page of make serve, nothing kept", first_page),
            ("rebuild after a change to a lesson, in make serve", rebuilt),
        ):
            yield {
                "name": name,
                "value": seconds,
                "unit": "s",
                "other": plain,
                "compared_with": "plain Material build of the same pages",
                "pages": pages,
            }


def _copy(target: Path) -> None:
    """The project as it is now, without what it has built; its packages run from the copy."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
    (target / "node_modules").symlink_to(ROOT / "node_modules")


def _environment(copy: Path) -> dict[str, str]:
    folders = os.pathsep.join(str(copy / name) for name in ("engine", "tutorials", "build_scripts"))
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": folders}


def _build(copy: Path, *options: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--clean", *options],
        cwd=copy,
        env=_environment(copy),
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - start


def _plain_pages(copy: Path, docs: Path) -> int:
    """Write the Markdown of all our pages in every language into `docs`; how many there are."""
    ours = copy / "docs"
    files = (file.relative_to(ours).as_posix() for file in sorted(ours.rglob("*.md")))
    written = [path for path in files if translated_pages.language_of(path, "") == ""]
    pages = 0
    for edition in editions(EVERY):
        with tempfile.TemporaryDirectory() as target:
            order = Order(str(copy), str(ours), written, target, language=edition.language)
            generated = Generating(order).wait()
        for path, text in generated.markdown.items():
            file = docs / edition.path(path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        pages += len(generated.markdown)
    return pages


def _serve(copy: Path) -> tuple[float, float]:
    """Seconds until a page is served, and from saving a lesson until the served page shows the change: the median of
    three."""
    lesson = copy / "tutorials" / "taroky_tutorials" / "lessons" / "en" / "following-suit.yaml"
    address = f"127.0.0.1:{free_port()}"
    with subprocess.Popen(
        [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--dirty", "--dev-addr", address],
        cwd=copy,
        env={**_environment(copy), "TAROKY_LANGUAGES": EVERY},
        stdout=subprocess.DEVNULL,
    ) as server:
        page = f"http://{address}/learn/{RULES}/"
        try:
            begun = time.perf_counter()
            _served(page, "")
            first_page = time.perf_counter() - begun
            times = []
            for n in range(3):
                text = lesson.read_text("utf-8")
                start = time.perf_counter()
                lesson.write_text(
                    re.sub(r"(?m)^summary:.*$", f"summary: Change {n}.", text), "utf-8"
                )
                _served(page, f"Change {n}.")
                times.append(time.perf_counter() - start)
            return first_page, statistics.median(times)
        finally:
            server.terminate()


def _served(address: str, part: str) -> str:
    """The page once it is served and holds this part. Raises TimeoutError after three minutes."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                text: str = answer.read().decode()
            if part in text:
                return text
        except OSError:
            pass
        time.sleep(0.02)
    raise TimeoutError(f"{address} did not show {part!r}.")
