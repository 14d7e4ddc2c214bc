"""taroky-offline.zip: the whole site to unpack anywhere."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from taroky_build.offline.downloads import packed_files, page_html
from taroky_build.postprocess import csp, inline_cards

NAME = "taroky-offline"
_BEFORE, _AFTER = "assets/js/carried.js", "assets/js/taroky.js"
#: Files of the built site that are of no use in the copy, or come as scripts.
_LEFT = (
    "*.map",
    "sitemap.xml*",
    "robots.txt",
    "previews",
    "404.html",
    "lunr",
    "py",
    "outcomes",
    "workers",
    "sw.js",
    "*.webmanifest",
    "pages.json",
    "search_index.json",
    "cards.svg",
    "letters.svg",
    "site.png",
    "js",
)
#: The outcomes of a step, and the bundle they go into: what stands before the last "-".
_OUTCOME = re.compile(r"(?P<bundle>assets/outcomes/.+?)(?:-[^-/]*)?\.json")
_DATE = (1980, 1, 1, 0, 0, 0)


def make(root: Path, site: Path, target: Path) -> None:
    """Fill the folder `target` with a copy of the built site that works from files. root: the
    project, for esbuild. Raises BuildError."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(site, target, ignore=shutil.ignore_patterns(*_LEFT))
    for path, content in bundled(packed_files.asked_for(root, site)).items():
        _write(target / f"{path}.js", f'carried("{path}","{packed_files.packed(content)}")')
    first = ("trusted_types.js", "zip_file.js", "file_access.js")
    _write(target / _BEFORE, "".join(map(packed_files.own_script, first)))
    _write(*packed_files.theme_script(target))
    _write(target / _AFTER, packed_files.page_script(root, site))
    _write_search(site, target)
    _write_pages(target)


def bundled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files with the outcomes of each lesson in one, as file_access.js takes them out of it: they are nine hundred,
    much alike, and a zip file packs each file for itself."""
    separate: dict[str, bytes] = {}
    bundles: dict[str, dict[str, str]] = {}
    for path, content in files.items():
        outcome = _OUTCOME.fullmatch(path)
        if outcome:
            bundles.setdefault(outcome["bundle"], {})[path] = content.decode()
        else:
            separate[path] = content
    made = {path: json.dumps(texts, ensure_ascii=False).encode() for path, texts in bundles.items()}
    return separate | made


def pack(folder: Path, archive: Path) -> None:
    """The folder as a zip file, the same bytes for the same content."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            name = f"{NAME}/{file.relative_to(folder).as_posix()}"
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, file.read_bytes())


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _write_search(site: Path, target: Path) -> None:
    """The index as the theme looks for it beside a page that is a file."""
    index = site / "search" / "search_index.json"
    if not index.exists():
        return
    data = json.loads(index.read_text("utf-8"))
    for entry in data["docs"]:
        path, mark, anchor = entry["location"].partition("#")
        entry["location"] = f"{path}index.html{mark}{anchor}"
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    _write(target / "search" / "search_index.js", f"var __index={text}")


def _write_pages(target: Path) -> None:
    made = {}
    for file in sorted(target.rglob("*.html")):
        path = file.relative_to(target).as_posix().removesuffix("index.html")
        up = "../" * path.count("/")
        html = page_html.carried(
            # Cards are drawn from the picture that every copy has once.
            inline_cards.without(file.read_text("utf-8")),
            f'<script src="{up}{_AFTER}" defer></script>',
        )
        html = html.replace("</head>", f'<script src="{up}{_BEFORE}"></script></head>', 1)
        made[file] = page_html.relinked(html, partial(_lead, target, path))
    scripts = {text for html in made.values() for text in csp.inline_scripts(html)}
    styles = {text for html in made.values() for text in csp.inline_styles(html)}
    text = page_html.policy("file:", scripts, styles)
    for file, html in made.items():
        file.write_text(page_html.with_policy(html, text), "utf-8")


def _lead(folder: Path, page: str, href: str) -> str:
    """A link to a folder as one to the page in it."""
    target = page_html.target(page, href)
    if target is None or not (folder / target[0] / "index.html").is_file():
        return href
    path = re.split(r"[?#]", href)[0]
    return f"{path.rstrip('/')}/index.html{target[1]}"
