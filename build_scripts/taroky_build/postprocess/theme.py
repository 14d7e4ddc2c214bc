"""Changes to what the theme built, where it has no setting for it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from taroky_build.errors import BuildError

#: Where the theme's instant navigation finds out which pages there are. It takes them from the site map,
#: whose addresses are only right where the site was built for; these are seen from the site's root.
PAGES = "assets/pages.json"
#: Where the theme's script is, below the site's root as below the theme's templates.
SCRIPTS, SCRIPT = "assets/javascripts", "bundle.*.min.js"


class Change(NamedTuple):
    """A change to the theme's script. pattern: how the place is found, once; replacement: what takes its place;
    about: what the theme decides there; trick: the one that it belongs to, which may be left out, or "" where the
    site needs it."""

    pattern: re.Pattern[str]
    replacement: str | Callable[[re.Match[str]], str]
    about: str
    trick: str = ""


#: What makes a page quicker, by names, and what it does.
TRICKS: Mapping[str, str] = {
    "addresses": "no address of a page's text is written out in full",
    "colours": "colours that stay are not said to change",
    "focus": "no class says that the script looks after the focus",
    "turns": "each part of a page gets a turn of its own",
    "previews": "only links that show where they lead are looked at",
    "paint": "the script waits until the page is painted",
}
_CHANGES: tuple[Change, ...] = (
    # It would fetch the search index at once; so it waits until somebody turns to the search, as for
    # pages opened as files. That it marks found words on a page (search.highlight) must be off too.
    Change(
        re.compile(r'\(location\.protocol!=="file:"\),'), "(!1),", "when to fetch the search index"
    ),
    Change(
        re.compile(r'(?<=\w\(new URL\()"sitemap\.xml"(?=,\w+\)\))'),
        f'"{PAGES}"',
        "where the site map is",
    ),
    Change(
        re.compile(r'\w+\.parseFromString\((\w+),"text/xml"\)'),
        r"JSON.parse(\1)",
        "how the site map is read",
    ),
    Change(
        re.compile(
            r'(for\(let (\w+) of )\w+\("url",(\w+)\)\)\{let \w+=\w+\("loc",\2\),'
            r"(\w+)=\[\w+\(new URL\(\w+\.textContent\),(\w+)\)\];"
            r'(\w+\.set\(`\$\{\4\[0\]\}`,\4\);)for\(let \w+ of \w+\("\[rel=alternate\]",\2\)\)\{[^{}]*\}\}'
        ),
        r"\1\3){let \4=[new URL(\2,\5)];\6}",
        "what the addresses in the site map mean",
    ),
    # It writes out every address of the first page in full, to know on the next one what its head has
    # already; what is below is exchanged then. A style sheet is read again by that, and the whole page
    # laid out once more: its address is noted instead.
    Change(
        re.compile(
            r'of (\w+)\("\[href\], \[src\]",(\w+)\)\)(for\(let \w+ of\["href","src"\]\)\{[^{}]*\{)'
            r"(\w+)\[(\w+)\]=\4\[\5\];break"
        ),
        r'of \1("[href], [src]",\2===document?\2.head:\2))\3'
        r'\4.rel==="stylesheet"&&\2===document?\4.whole=\4.href:\4[\5]=\4[\5];break',
        "which addresses are written out in full",
        trick="addresses",
    ),
    Change(
        re.compile(r"\.set\((\w+)\.outerHTML,\1\)"),
        r'.set(\1.rel==="stylesheet"?\1.whole||\1.href:\1.outerHTML,\1)',
        "what two pages share in their head",
        trick="addresses",
    ),
    # What would fade is kept from it while colours change; they do not when a page has just come.
    Change(
        re.compile(
            r'(\.subscribe\((\w+)=>\{if\()(document\.body\.setAttribute\("data-md-color-switching",""\))'
        ),
        r'\1document.body.getAttribute("data-md-color-scheme")===\2.color.scheme||\3',
        "when colours change",
        trick="colours",
    ),
    # A class and an attribute of the page that no style sheet knows have the whole page laid out once more.
    Change(
        re.compile(
            r'\(document\.documentElement\.classList\.add\("js-focus-visible"\),'
            r'document\.documentElement\.setAttribute\("data-js-focus-visible",""\)\)'
        ),
        "0",
        "how a page says that it looks after the focus",
        trick="focus",
    ),
    # All parts of a page are made to work in one go, in which nothing can be tapped; each gets a turn of
    # its own.
    Change(
        re.compile(r"function \w+\(\w+,\w+\)\{return new (\w+)\(\w+=>\{let \w+=new XMLHttpRequest"),
        r"function inTurn(parts,work){return parts.map(part=>new \1(told=>{let turn=setTimeout(()=>"
        r"work(part).subscribe(told));return()=>clearTimeout(turn)}))}\g<0>",
        "what an observable is",
        trick="turns",
    ),
    Change(
        re.compile(r'\.\.\.\w+\("consent"\)\.map\(.*\.\.\.\w+\("top"\)\.map\('),
        lambda parts: re.sub(r'(\w+\("[\w-]+"\))\.map\(', r"inTurn(\1,", parts[0]),
        "how the parts of a page are made to work",
        trick="turns",
    ),
    Change(
        re.compile(r'(\w+\("navigation\.instant"\)&&)(\w+\(\{sitemap\$:[^{}]*\}\))\.subscribe'),
        r"\1inTurn([0],()=>\2)[0].subscribe",
        "how links are followed",
        trick="turns",
    ),
    # A request from within the first run of a script takes the page twenty times as long as a later one.
    Change(
        re.compile(rf'\w+\(new URL\("{re.escape(PAGES)}",\w+\)\)'),
        r"inTurn([0],()=>\g<0>)[0]",
        "when to fetch the site map",
        trick="turns",
    ),
    Change(
        re.compile(
            r'(\w+\(document,"DOMContentLoaded",\{once:!0\}\)\.subscribe\()(\(\)=>\w+\.next\(document\))\)'
        ),
        r'(document.readyState==="loading"?\1()=>setTimeout(\2)):setTimeout(\2))',
        "when a page has come",
        trick="turns",
    ),
    # The search puts the game first that the reader has chosen (games.js), or shows one game alone (search_field.js).
    Change(
        re.compile(r"(\.next\(\{type:2,data:\w+)(\}\))"),
        r"\1,game:document.documentElement.dataset.game,only:document.documentElement.dataset.searched\2",
        "what the search is asked",
    ),
    # It would fetch the list of every other edition's pages to find this page among them; the page names
    # them itself (language.js).
    Change(
        re.compile(r'\w+\("link\[rel=alternate\]"\)'), "[]", "where a page is in other languages"
    ),
    # It looks at every link of a page for whether it is to show what it leads to, which none is
    # (navigation.instant.preview must be off).
    Change(
        re.compile(r'(\.\.\.\w+\("a)(",\w+\)\.map\()'),
        r"\1[data-preview]\2",
        "which links show where they lead",
        trick="previews",
    ),
    # Where the whole page comes at once, it would be laid out and gone through before any of it is shown
    # (csp_guard.js says when that is).
    Change(
        re.compile(r'\A"use strict";\(\(\)=>\{(.*)\}\)\(\);', re.DOTALL),
        r'"use strict";(self.firstPaint||Promise.resolve()).then((()=>{\1}));',
        "when it begins",
        trick="paint",
    ),
)

#: When scripts were mended in this process.
_mended: set[int] = set()


def mend(site: Path, without: Collection[str] = ()) -> None:
    """Let pages fetch the search index, by far their biggest file, only for a search, and know each
    other wherever the site is put. without: tricks that are left out. Raises BuildError if the theme's script is not as
    it was."""
    for script in sorted((site / SCRIPTS).glob(SCRIPT)):
        if script.stat().st_mtime_ns in _mended:
            continue  # still there from the last build
        text = script.read_text("utf-8")
        for change in _CHANGES:
            if change.trick in without:
                continue
            text, times = change.pattern.subn(change.replacement, text)
            if times != 1:
                raise BuildError(
                    f"{script.name} does not hold {change.pattern.pattern!r} once: look up in the theme's new "
                    f"version how it decides {change.about}, and mend taroky_build/postprocess/theme.py."
                )
        script.write_text(text, "utf-8")
        _mended.add(script.stat().st_mtime_ns)


def list_pages(site: Path, urls: Iterable[str]) -> None:
    """Write down the site's pages for instant navigation. urls: as seen from the root."""
    (site / PAGES).parent.mkdir(parents=True, exist_ok=True)
    (site / PAGES).write_text(json.dumps(sorted(urls), indent=0), "utf-8")
