"""Changes to what the theme built, where it has no setting for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from taroky_build.errors import BuildError

#: Where the theme's instant navigation finds out which pages there are. It takes them from the site map,
#: whose addresses are only right where the site was built for; these are seen from the site's root.
PAGES = "assets/pages.json"

#: What is changed in the theme's script: how it is found, what takes its place, and what it is about.
_CHANGES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str], str], ...] = (
    # It would fetch the search index at once; so it waits until somebody turns to the search, as for
    # pages opened as files. That it marks found words on a page (search.highlight) must be off too.
    (re.compile(r'\(location\.protocol!=="file:"\),'), "(!1),", "when to fetch the search index"),
    # A request from within the first run of a script takes the page twenty times as long as a later one.
    (
        re.compile(r'(\w+\(new URL\()"sitemap\.xml"(,\w+\)\))'),
        rf'inTurn([0],()=>\1"{PAGES}"\2)[0]',
        "where the site map is",
    ),
    (
        re.compile(r'\w+\.parseFromString\((\w+),"text/xml"\)'),
        r"JSON.parse(\1)",
        "how the site map is read",
    ),
    (
        re.compile(
            r'(for\(let (\w+) of )\w+\("url",(\w+)\)\)\{let \w+=\w+\("loc",\2\),'
            r"(\w+)=\[\w+\(new URL\(\w+\.textContent\),(\w+)\)\];"
            r'(\w+\.set\(`\$\{\4\[0\]\}`,\4\);)for\(let \w+ of \w+\("\[rel=alternate\]",\2\)\)\{[^{}]*\}\}'
        ),
        r"\1\3){let \4=[new URL(\2,\5)];\6}",
        "what the addresses in the site map mean",
    ),
    # It writes out every address of the first page in full, to know on the next one what its head has
    # already; what is below is exchanged then. A style sheet is read anew by that, and the whole page
    # laid out once more: its address is noted instead.
    (
        re.compile(
            r'of (\w+)\("\[href\], \[src\]",(\w+)\)\)(for\(let \w+ of\["href","src"\]\)\{[^{}]*\{)'
            r"(\w+)\[(\w+)\]=\4\[\5\];break"
        ),
        r'of \1("[href], [src]",\2===document?\2.head:\2))\3'
        r'\4.rel==="stylesheet"&&\2===document?\4.whole=\4.href:\4[\5]=\4[\5];break',
        "which addresses are written out in full",
    ),
    (
        re.compile(r"\.set\((\w+)\.outerHTML,\1\)"),
        r'.set(\1.rel==="stylesheet"?\1.whole||\1.href:\1.outerHTML,\1)',
        "what stands in the head of two pages alike",
    ),
    # What would fade is kept from it while colours change; they do not when a page has just come.
    (
        re.compile(
            r'(\.subscribe\((\w+)=>\{if\()(document\.body\.setAttribute\("data-md-color-switching",""\))'
        ),
        r'\1document.body.getAttribute("data-md-color-scheme")===\2.color.scheme||\3',
        "when colours change",
    ),
    # base.css says it, from the first moment on; here it would lay the whole page out once more, and
    # an element that says nothing would do so, too.
    (re.compile(r"\b\w+\.content=\w+\.colorScheme,"), "", "whether the page is dark"),
    (
        re.compile(r'(\w+\("meta",\{name:"color-scheme"\}\);)document\.head\.appendChild\(\w+\);'),
        r"\1",
        "where it says whether the page is dark",
    ),
    # A class and an attribute of the page that no style sheet knows cost as much.
    (
        re.compile(
            r'\(document\.documentElement\.classList\.add\("js-focus-visible"\),'
            r'document\.documentElement\.setAttribute\("data-js-focus-visible",""\)\)'
        ),
        "0",
        "how a page says that it looks after the focus",
    ),
    # All parts of a page are made to work in one go, in which nothing can be tapped; each gets a turn of
    # its own.
    (
        re.compile(r"function \w+\(\w+,\w+\)\{return new (\w+)\(\w+=>\{let \w+=new XMLHttpRequest"),
        r"function inTurn(parts,work){return parts.map(part=>new \1(told=>{let turn=setTimeout(()=>"
        r"work(part).subscribe(told));return()=>clearTimeout(turn)}))}\g<0>",
        "what an observable is",
    ),
    (
        re.compile(r'\.\.\.\w+\("consent"\)\.map\(.*\.\.\.\w+\("top"\)\.map\('),
        lambda parts: re.sub(r'(\w+\("[\w-]+"\))\.map\(', r"inTurn(\1,", parts[0]),
        "how the parts of a page are made to work",
    ),
    (
        re.compile(r'(\w+\("navigation\.instant"\)&&)(\w+\(\{sitemap\$:[^{}]*\}\))\.subscribe'),
        r"\1inTurn([0],()=>\2)[0].subscribe",
        "how links are followed",
    ),
    (
        re.compile(
            r'(\w+\(document,"DOMContentLoaded",\{once:!0\}\)\.subscribe\()(\(\)=>\w+\.next\(document\))\)'
        ),
        r'(document.readyState==="loading"?\1()=>setTimeout(\2)):setTimeout(\2))',
        "when a page has come",
    ),
    # The search puts the game first that the reader has chosen (games.js).
    (
        re.compile(r"(\.next\(\{type:2,data:\w+)(\}\))"),
        r"\1,game:document.documentElement.dataset.game\2",
        "what the search is asked",
    ),
    # It would fetch the list of every other edition's pages to find this page among them; the page names
    # them itself (language.js).
    (re.compile(r'\w+\("link\[rel=alternate\]"\)'), "[]", "where a page is in other languages"),
    # It looks at every link of a page for whether it is to show what it leads to, which none is
    # (navigation.instant.preview must be off).
    (
        re.compile(r'(\.\.\.\w+\("a)(",\w+\)\.map\()'),
        r"\1[data-preview]\2",
        "which links show where they lead",
    ),
    # It notes where on the page one is, which takes a browser long, even if that is its very beginning.
    (
        re.compile(r'(\.subscribe\(\(\{offset:(\w+)\}\)=>\{)(history\.replaceState\(\2,""\))\}\)'),
        r"\1(\2.y||history.state||location.hash)&&\3})",
        "when to note where on the page one is",
    ),
    # Where the whole page comes at once, it would be laid out and gone through before any of it is shown
    # (csp_guard.js says when that is).
    (
        re.compile(r'\A"use strict";\(\(\)=>\{(.*)\}\)\(\);', re.DOTALL),
        r'"use strict";(self.firstPaint||Promise.resolve()).then((()=>{\1}));',
        "when it begins",
    ),
)

#: When scripts were mended in this process.
_mended: set[int] = set()


def mend(site: Path) -> None:
    """Let pages fetch the search index, by far their biggest file, only for a search, and know each
    other wherever the site is put. Raises BuildError if the theme's script is not as it was."""
    for script in sorted((site / "assets" / "javascripts").glob("bundle.*.min.js")):
        if script.stat().st_mtime_ns in _mended:
            continue  # still there from the last build
        text = script.read_text("utf-8")
        for pattern, replacement, about in _CHANGES:
            text, times = pattern.subn(replacement, text)
            if times != 1:
                raise BuildError(
                    f"{script.name} does not hold {pattern.pattern!r} once: look up in the theme's new "
                    f"version how it decides {about}, and mend taroky_build/postprocess/theme.py."
                )
        script.write_text(text, "utf-8")
        _mended.add(script.stat().st_mtime_ns)


def list_pages(site: Path, urls: Iterable[str]) -> None:
    """Write down the site's pages for instant navigation. urls: as seen from the root."""
    (site / PAGES).parent.mkdir(parents=True, exist_ok=True)
    (site / PAGES).write_text(json.dumps(sorted(urls), indent=0), "utf-8")
