"""The page for what is not there: what one can do from it, in place of the theme's two words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from taroky.messages import language, say, speaking
from taroky_tutorials.page_parts.elements import Markup, element, join

#: Where one can go on, if the site has it: the message that names it, and its address.
_WAYS = (("home", ""), ("learn", "learn/"), ("rules", "reference/"), ("tools", "calculators/"))


def content(
    root: str, pages: Collection[str], other_editions: Mapping[str, tuple[str, Collection[str]]]
) -> Markup:
    """Return the content of the page. root: the site's address, seen from its server; pages: those that the site has; others:
    folder and pages of its editions in other languages, by these, in which it says the same."""
    parts = [_ways_on(root, pages)]
    for code, (folder, translated) in other_editions.items():
        with speaking(code):
            own = _ways_on(f"{root}{folder}", translated, heading="h2")
        parts.append(element("div", own, lang=code))
    return join(*parts)


def _ways_on(root: str, pages: Collection[str], heading: str = "h1") -> Markup:
    # The theme opens its search by a box that any label may tick.
    search = element("label", say("missing.search").text(), class_="tk-button", for_="__search")
    links = [
        element("a", say(f"missing.{name}").text(), class_="tk-button", href=f"{root}{page}")
        for name, page in _WAYS
        if not page or page in pages
    ]
    return join(
        element(heading, say("missing.title").text()),
        element("p", say("missing.words").text()),
        element("p", search, *links, class_="tk-actions"),
        element("p", say("missing.offline").text()),
        _kept(root),
    )


def _kept(root: str) -> Markup:
    """Return what is told where there is no network and another page is asked for than those that are kept:
    in which language these are, and the way to the same page in it. The service worker shows it and fills in
    both."""
    named = element("span", class_="tk-kept-language", data_in=language())
    way = element("a", say("missing.open_kept").text(), class_="tk-kept-way", href=root)
    words = say("missing.one_language").text()
    return element("p", words, " ", named, ". ", way, ".", class_="tk-kept-page", hidden=True)
