"""Changes to what the theme built, where it has no setting for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

from taroky_build.errors import BuildError

#: Where the theme's instant navigation finds out which pages there are. It takes them from the site map,
#: whose addresses are only right where the site was built for; these are seen from the site's root.
PAGES = "assets/pages.xml"

#: What is changed in the theme's script: how it is found, what takes its place, and what it is about.
_CHANGES = (
    # It would fetch the search index at once; so it waits until somebody turns to the search, as for
    # pages opened as files. That it marks found words on a page (search.highlight) must be off too.
    (re.compile(r'\(location\.protocol!=="file:"\),'), "(!1),", "when to fetch the search index"),
    (re.compile(r'new URL\("sitemap\.xml",'), f'new URL("{PAGES}",', "where the site map is"),
    (re.compile(r"\w+\(new URL\((\w+\.textContent)\),(\w+)\)"), r"new URL(\1,\2)",
     "what the addresses in the site map mean"),
    # It writes out every address of the first page in full, to know on the next one what its head has
    # already; what is below is exchanged then. A style sheet is read anew by that, and the whole page
    # laid out once more: its address is noted instead.
    (re.compile(r'of (\w+)\("\[href\], \[src\]",(\w+)\)\)(for\(let \w+ of\["href","src"\]\)\{[^{}]*\{)'
                r"(\w+)\[(\w+)\]=\4\[\5\];break"),
     r'of \1("[href], [src]",\2===document?\2.head:\2))\3'
     r'\4.rel==="stylesheet"&&\2===document?\4.whole=\4.href:\4[\5]=\4[\5];break',
     "which addresses are written out in full"),
    (re.compile(r"\.set\((\w+)\.outerHTML,\1\)"),
     r'.set(\1.rel==="stylesheet"?\1.whole||\1.href:\1.outerHTML,\1)',
     "what stands in the head of two pages alike"),
    # What would fade is kept from it while colours change; they do not when a page has just come.
    (re.compile(r'(\.subscribe\((\w+)=>\{if\()(document\.body\.setAttribute\("data-md-color-switching",""\))'),
     r'\1document.body.getAttribute("data-md-color-scheme")===\2.color.scheme||\3',
     "when colours change"),
    # base.css says it, from the first moment on; here it would lay the whole page out once more, and
    # an element that says nothing would do so, too.
    (re.compile(r"\b\w+\.content=\w+\.colorScheme,"), "", "whether the page is dark"),
    (re.compile(r'(\w+\("meta",\{name:"color-scheme"\}\);)document\.head\.appendChild\(\w+\);'), r"\1",
     "where it says whether the page is dark"),
    # A class and an attribute of the page that no style sheet knows cost as much.
    (re.compile(r'\(document\.documentElement\.classList\.add\("js-focus-visible"\),'
                r'document\.documentElement\.setAttribute\("data-js-focus-visible",""\)\)'),
     "0", "how a page says that it looks after the focus"),
)  # fmt: skip

#: When scripts were mended in this process.
_mended: set[int] = set()


def mend(site: Path) -> None:
    """Let pages fetch the search index, by far their biggest file, only for a search, and know each
    other wherever the site is put. Raises BuildError if the theme's script is not as it was."""
    for script in sorted((site / "assets" / "javascripts").glob("bundle.*.min.js")):
        if script.stat().st_mtime_ns in _mended:
            continue  # still there from the last build
        text = script.read_text("utf-8")
        for found, instead, about in _CHANGES:
            text, times = found.subn(instead, text)
            if times != 1:
                raise BuildError(
                    f"{script.name} does not hold {found.pattern!r} once: look up in the theme's new "
                    f"version how it decides {about}, and mend taroky_build/theme.py."
                )
        script.write_text(text, "utf-8")
        _mended.add(script.stat().st_mtime_ns)


def list_pages(site: Path, urls: Iterable[str]) -> None:
    """Write down the site's pages for instant navigation. urls: as seen from the root."""
    entries = "".join(f"<url><loc>{escape(url)}</loc></url>\n" for url in sorted(urls))
    (site / PAGES).parent.mkdir(parents=True, exist_ok=True)
    (site / PAGES).write_text(f"<urlset>\n{entries}</urlset>\n", "utf-8")
