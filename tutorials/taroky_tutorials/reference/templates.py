"""The written reference pages as HTML in which a house table's numbers are still to be filled in: made
by the build for the browser, which then needs no Markdown for them.

What is left open: placeholders as in the Markdown, `<!-- options -->` where the options are listed,
`<!-- settle: {"contract": …} -->` for a worked settlement, `<!-- at HLU-PLAY-01 -->` below each rule
point; links to other pages of the site begin with `site:`.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from html import escape, unescape
from pathlib import Path

from taroky.messages import ENGLISH, language, say
from taroky.rules.tree import from_yaml

from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.reference import points

#: Where they are in the browser.
FOLDER = Path(__file__).parent / "pages"
#: While a site is built: the folder with the written pages.
_written: ContextVar[Path | None] = ContextVar("written", default=None)
#: As mkdocs.yml has them, so that a page reads the same.
EXTENSIONS = (
    "abbr",
    "admonition",
    "attr_list",
    "def_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
)
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_TITLE = re.compile(r"\A\s*# [^\n]*\n")
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}")
#: Stands for a placeholder while Markdown is read: no character that it knows.
_HOLD = re.compile("\ue000(\\d+)\ue001")
_HREF = re.compile(r'href="(?P<to>[^"]*)"')
_REMARK = re.compile(r"<!-- (?!at |options|settle: ).*?-->", re.DOTALL)
_SETTLE = re.compile(r"<!-- settle: (?P<facts>\{.*?\}) -->", re.DOTALL)


def make(markdown: str) -> str:
    """The template of a written page; its title is left out."""
    from markdown import markdown as render

    text = _TITLE.sub("", _FRONT.sub("", markdown))
    text = points.marked(text, lambda point: f"<!-- at {point} -->")
    held: list[str] = []

    def hold(match: re.Match[str]) -> str:
        held.append(match[0])
        return f"\ue000{len(held) - 1}\ue001"

    html = render(
        _PLACEHOLDER.sub(hold, text),
        extensions=list(EXTENSIONS),
        extension_configs={
            "toc": {"permalink": "§", "permalink_title": say("site.section").text()}
        },
    )
    html = _SETTLE.sub(_as_json, _HREF.sub(_of_site, _REMARK.sub("", html)))
    return _HOLD.sub(lambda match: held[int(match[1])], html)


def _as_json(match: re.Match[str]) -> str:
    """Facts as the browser can read them without YAML."""
    facts = from_yaml(" ".join(match["facts"].split()), "").plain()
    return f"<!-- settle: {escape(json.dumps(facts, ensure_ascii=False))} -->"


def _of_site(match: re.Match[str]) -> str:
    """A link of a page in docs/reference/ as one from the root of the built site."""
    to = unescape(match["to"])
    if to.startswith("#") or re.match(r"[a-z]+:", to):
        return match[0]
    path, _, anchor = to.partition("#")
    if path.endswith(".md"):
        path = posixpath.normpath(posixpath.join("reference", path)).removesuffix(".md")
        path = f"{path.removesuffix('index').rstrip('/')}/"
    return f'href="site:{escape(path)}{anchor and "#"}{escape(anchor)}"'


@contextmanager
def written(folder: Path) -> Iterator[None]:
    """Within this block templates are made from the written pages in this folder."""
    token = _written.set(folder)
    try:
        yield
    finally:
        _written.reset(token)


def load(page: str) -> Markup:
    """The template of a rule set's page. Raises ModuleNotFoundError where the browser has not asked
    for it yet."""
    folder = _written.get()
    if folder is not None:
        return Markup(make(_spoken(folder, page, ".md").read_text("utf-8")))
    path = _spoken(FOLDER, page, ".html")
    if not path.exists():
        raise ModuleNotFoundError("the reference is not here", name="taroky_reference")
    return Markup(path.read_text("utf-8"))


def _spoken(folder: Path, page: str, suffix: str) -> Path:
    """The file of a page in the language that is spoken, or in English."""
    own = folder / file_name(page, language(), suffix)
    return own if own.exists() else folder / f"{page}{suffix}"


def file_name(page: str, in_language: str, suffix: str = ".md") -> str:
    """Return what the file of a page is called: "hlucin.md" in English, "hlucin.cs.md" in Czech."""
    return f"{page}{suffix}" if in_language == ENGLISH else f"{page}.{in_language}{suffix}"
