"""What chats, networks and search engines show of a link: title, description and picture of a page (Open
Graph), and for each rule point a small page that previews with its sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape, unescape
from urllib.parse import urljoin

from taroky_tutorials.page_parts.elements import Markup, element, join

#: Where the small pages of an edition are, below its folder.
RULES = "rule/"
#: Between the parts of a page's title.
_DASH = " – "
#: The size of the pictures in pixels, as cardart draws them.
_SIZE = (1200, 630)
#: How much of a text previews show, at most.
_LONGEST = 200
_POINT = re.compile(
    r'<p\b[^>]*?\bid="(?P<id>[A-Z]+-[A-Z]+-\d+)"[^>]*>(?P<words>.*?)</p>', re.DOTALL
)
#: What stands at a point and is no word of the rule: its own link.
_AT = re.compile(r'<span class="tk-point-at">.*?</span>', re.DOTALL)
_HEADING = re.compile(r"<h1\b[^>]*>(?P<words>.*?)</h1>", re.DOTALL)
_PERMALINK = re.compile(r'<a class="headerlink".*?</a>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")
_ALTERNATE = re.compile(
    r'<link rel="alternate" href="(?P<to>[^"]*)" hreflang="(?P<language>[^"]*)">'
)


@dataclass(frozen=True)
class Site:
    """What all previews of an edition say. name: of the site; address: where it will be, or ""; language: of the
    edition; alt: what the pictures show, in words."""

    name: str
    address: str
    language: str
    alt: str


def title(*parts: str) -> str:
    """The title of a page from its own, that of its game and that of its site; what another part says already is
    left out."""
    kept: list[str] = []
    for part in parts:
        if part and not any(part.casefold() in other.casefold() for other in kept):
            kept.append(part)
    return _DASH.join(kept)


def head(site: Site, name: str, description: str, url: str, picture: str) -> Markup:
    """The elements of a page's head that previews are made from. name: the page's title; url, picture: the
    addresses of the page and of a picture below the site's root. What has to be absolute is left out where the site
    does not know its address."""
    graph = {
        "og:type": "website",
        "og:site_name": site.name,
        "og:title": name,
        "og:description": description,
    }
    card = {"twitter:card": "summary", "twitter:title": name, "twitter:description": description}
    if site.address:
        image = urljoin(site.address, picture)
        graph |= {
            "og:url": urljoin(site.address, url),
            "og:image": image,
            "og:image:width": str(_SIZE[0]),
            "og:image:height": str(_SIZE[1]),
            "og:image:alt": site.alt,
        }
        card |= {"twitter:card": "summary_large_image", "twitter:image": image}
    return join(
        *(element("meta", property=key, content=said) for key, said in graph.items() if said),
        *(element("meta", name=key, content=said) for key, said in card.items() if said),
    )


def with_addresses(head_html: str, address: str, url: str, first: str) -> str:
    """A page's head whose links to other languages are absolute, as search engines want them, with one for readers
    of all others; `data-here` says where they lead in this copy of the site. Without an address it stays as it is.
    url: the page's; first: the language at the site's root."""

    def link(match: re.Match[str]) -> str:
        there = escape(urljoin(urljoin(address, url), unescape(match["to"])), quote=True)
        languages = [match["language"], *(["x-default"] if match["language"] == first else [])]
        here = f' data-here="{match["to"]}"'
        return "".join(
            f'<link rel="alternate" href="{there}" hreflang="{one}"{here}>' for one in languages
        )

    return _ALTERNATE.sub(link, head_html) if address else head_html


@dataclass(frozen=True)
class Rule:
    """A rule point. page: the address of the page it stands on, below the edition's folder; name: the page's
    heading; sentence: what it says, as plain text."""

    id: str
    page: str
    name: str
    sentence: str


def rules_on(html: str, page: str) -> Iterator[Rule]:
    """The rule points of a page. page: its address below its edition's folder."""
    heading = _HEADING.search(html)
    name = _plain(_PERMALINK.sub("", heading["words"])) if heading else ""
    for match in _POINT.finditer(html):
        yield Rule(match["id"], page, name, _short(_plain(_AT.sub("", match["words"]))))


def with_way_to_rules(html: str, page: str) -> str:
    """A page whose links to rule points are copied, with the way from it to their small pages (copy.js). page: its
    address below its edition's folder."""
    way = f"{'../' * page.count('/')}{RULES}"
    return html.replace('class="tk-copied"', f'class="tk-copied" data-rules="{way}"')


def rule_page(rule: Rule, site: Site, folder: str, picture: str) -> str:
    """The small page of a rule point: it previews with the sentence and leads on to the place, without a script.
    folder: that of its edition; picture: as for `head`."""
    place = f"../../{rule.page}#{rule.id}"
    name = title(rule.id, rule.name, site.name)
    canonical = urljoin(site.address, f"{folder}{rule.page}")
    parts = [
        Markup('<meta charset="utf-8">'),
        element("meta", http_equiv="Content-Security-Policy", content="default-src 'none'"),
        element("meta", http_equiv="refresh", content=f"0; url={place}"),
        element("meta", name="viewport", content="width=device-width"),
        element("meta", name="robots", content="noindex"),
        element("title", name),
        element("link", rel="canonical", href=canonical) if site.address else None,
        head(site, name, rule.sentence, f"{folder}{RULES}{rule.id}/", picture),
    ]
    body = element("p", rule.sentence, " ", element("a", rule.id, href=place))
    return (
        f'<!doctype html>\n<html lang="{site.language}"><head>{join(*parts)}</head>'
        f"<body>{body}</body></html>\n"
    )


def _plain(html: str) -> str:
    return " ".join(unescape(_TAG.sub("", html)).split())


def _short(text: str) -> str:
    """A text, or as many of its words as previews show."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST].rpartition(' ')[0]} …"
