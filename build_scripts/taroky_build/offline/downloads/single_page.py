"""taroky.html: the whole site as one single page."""

from __future__ import annotations

import base64
import json
import mimetypes
import re
from functools import partial
from pathlib import Path

from taroky_build.errors import BuildError
from taroky_build.notices import writing
from taroky_build.offline.downloads import packed_files, page_html
from taroky_build.postprocess import csp, inline_cards

NAME = "taroky.html"
_CONTAINER = '<div class="md-container"'
#: Where a page's own part begins, behind tabs and navigation, which many pages share; and where it ends.
_OWN = '<div class="md-sidebar md-sidebar--secondary"'
_DIALOG = '<div class="md-dialog"'
_SCRIPT = re.compile(r"<script\b(?![^>]*type=\"application/json\")[^>]*>.*?</script>", re.DOTALL)
_STYLESHEET = re.compile(r'\s*<link rel="stylesheet" href="([^"]+)"[^>]*>')
_URL = re.compile(r'url\("?(\.\./[^")]+)"?\)')
_IMAGE = re.compile(r'((?:src|href)=")((?:\.\./)*assets/images/[^"]+)(")')
_OUTCOMES = re.compile(r' data-(?:outcomes|coached)="([^"]*)"')
#: The list of licences is on a page, too; as a file it does not come along.
_LICENCES = re.compile(rf'<p><a href="[^"]*{re.escape(writing.FILE)}">[^<]*</a></p>')
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_GAP = re.compile(r"\s*\n\s*")
_PRE = re.compile(r"(<pre\b.*?</pre>)", re.DOTALL)


def make(root: Path, site: Path, target: Path) -> None:
    """Write the built site as one page to the file `target`. root: the project, for esbuild. Raises
    BuildError."""
    html_by_path = {
        path.relative_to(site).as_posix().removesuffix("index.html"): path.read_text("utf-8")
        for path in sorted(site.rglob("index.html"))
    }
    known = set(html_by_path)
    made = {path: _page(site, path, html, known) for path, html in html_by_path.items()}
    first = set(_OUTCOMES.findall(made[""]))
    pages = {f"{path}index.html" for path in html_by_path}
    blocks = {
        "pages.json": _book(made),
        "search/search_index.js": b"var __index=" + _search(site),
        "theme.js": packed_files.theme_script(site)[1].encode(),
        "taroky.js": packed_files.page_script(root, site).encode(),
        **{
            path: content
            for path, content in packed_files.asked_for(root, site).items()
            if path in first or not (path.startswith("assets/outcomes/") or path in pages)
        },
    }
    text = "".join(
        f'<script type="text/plain" data-carried="{path}">{packed_files.packed(content)}</script>\n'
        for path, content in blocks.items()
    )
    target.write_text(_shell(site, made[""], text), "utf-8")


def _page(site: Path, path: str, html: str, known: set[str]) -> str:
    """A page with links and pictures as the single page has them; that of all cards comes along once.
    Outcomes of exercises come with the home page only, which answers at once; for all others, which
    would make the file twice as big, Python works them out."""
    html = page_html.relinked(
        page_html.carried(inline_cards.without(html), ""), partial(_lead, path, known)
    )
    html = _LICENCES.sub("", html)
    html = _IMAGE.sub(lambda match: match[1] + _data(site / match[2].lstrip("./")) + match[3], html)
    return _OUTCOMES.sub("", html) if path else html


def _lead(path: str, known: set[str], href: str) -> str:
    """A link to a page of the site as page_router.js knows it."""
    target = page_html.target(path, href)
    if target is None:
        return href
    there = f"{target[0]}/" if target[0] else ""
    return f"?{there or 'index'}{target[1]}" if there in known else href


def _book(made: dict[str, str]) -> bytes:
    """All pages as page_router.js reads them; what many have in common is there once."""
    parts: dict[str, int] = {}
    book = {}
    for path, html in made.items():
        start, own, end = html.find(_CONTAINER), html.find(_OWN), html.find(_DIALOG)
        if not 0 < start < own < end:
            raise BuildError(
                f"The page {path} does not look as the theme used to make it: look up how it is now, "
                "and mend taroky_build/offline/downloads/single_page.py."
            )
        shared = _small(html[start:own])
        title = _TITLE.search(html)
        book[path] = [
            title[1].strip() if title else "",
            parts.setdefault(shared, len(parts)),
            _small(_SCRIPT.sub("", html[own:end])),
        ]
    return json.dumps({"parts": list(parts), "pages": book}, ensure_ascii=False).encode()


def _small(html: str) -> str:
    """Without the indentation of the theme's templates."""
    return "".join(
        part if part.startswith("<pre") else _GAP.sub("\n", part) for part in _PRE.split(html)
    )


def _shell(site: Path, home: str, blocks: str) -> str:
    """The home page with styles and scripts within it, and everything else behind it."""
    sheets = [match[1] for match in _STYLESHEET.finditer(home)]
    style = "".join(_style(site / sheet) for sheet in sheets)
    first = "".join(
        packed_files.own_script(name)
        for name in ("trusted_types.js", "single_page.js", "file_access.js", "page_router.js")
    )
    home = _STYLESHEET.sub("", home)
    home = re.sub(r'<script src="[^"]*"[^>]*></script>', "", home)
    html = home.replace("</head>", f"<style>{style}</style></head>", 1)
    html = html.replace("</body>", f"\n{blocks}<script>{first}</script></body>", 1)
    policy = page_html.policy("", csp.inline_scripts(html), csp.inline_styles(html))
    return page_html.with_policy(html, policy)


def _style(sheet: Path) -> str:
    text = packed_files.MAP.sub("", sheet.read_text("utf-8"))
    return _URL.sub(lambda match: f'url("{_data(sheet.parent / match[1])}")', text)


def _data(file: Path) -> str:
    """A file as an address that holds it."""
    kind = "font/woff2" if file.suffix == ".woff2" else mimetypes.guess_type(file.name)[0]
    return f"data:{kind};base64,{base64.b64encode(file.read_bytes()).decode()}"


def _search(site: Path) -> bytes:
    """The index of the search; a site may have none."""
    index = site / "search" / "search_index.json"
    return index.read_bytes() if index.exists() else b"{}"
