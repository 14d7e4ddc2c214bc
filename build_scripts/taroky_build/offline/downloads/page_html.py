"""A built page as a page of a copy: its scripts, its policy, its links."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from html import escape, unescape

from taroky_build.offline.downloads.packed_files import page_cards
from taroky_build.postprocess import csp

_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
#: What only a site on a server has use for.
_SERVED = re.compile(
    r'(?<!\s)\s*<link\b[^>]*\brel="(?:canonical|manifest|modulepreload|preload|prefetch|alternate)"[^>]*>'
    r'|<meta name="taroky-offline"[^>]*>'
    r'|<meta (?:property="og|name="twitter):[^>]*>'
    r'| data-rules="[^"]*"'
)
_MODULE = re.compile(r'<script\b[^>]*\btype="module"[^>]*>\s*</script>')
#: A feature of the theme that fetches pages, and that silences it where it cannot.
_INSTANT = re.compile(r'"navigation\.instant[\w.]*", |, "navigation\.instant[\w.]*"')
_LINK = re.compile(r'(<(?:a|link)\b[^>]*?\shref=")([^"]*)(")')
_ENCODING = re.compile(r'<meta charset="utf-8">', re.IGNORECASE)


def policy(sources: str, scripts: Iterable[str], styles: Iterable[str]) -> str:
    """A policy under which a page reaches no network at all. sources: where styles, pictures and
    scripts come from beside the page ("file:", or nothing); scripts, styles: the inline ones."""
    run, styled = (
        " ".join(sorted({csp.source_hash(text) for text in texts})) for texts in (scripts, styles)
    )
    rules = (
        "default-src 'none'",
        f"script-src {sources} blob: 'wasm-unsafe-eval' {run}",
        "worker-src blob:",
        f"style-src {sources} {styled}",
        f"img-src {sources} data: blob:",
        f"font-src {sources} data:",
        "connect-src blob: data:",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types taroky default carried",
    )
    return "; ".join(" ".join(rule.split()) for rule in rules)


def with_policy(html: str, text: str) -> str:
    """The page with this policy in place of another, behind its encoding, which no server tells."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{escape(text, quote=False)}">'
    return _ENCODING.sub(lambda match: match[0] + meta, _POLICY.sub("", html), count=1)


def carried(html: str, script: str) -> str:
    """Return the page without what needs a server. script: what is in place of its modules."""
    html = _INSTANT.sub("", _SERVED.sub("", html))
    html, count = _MODULE.subn("", html)
    if count:
        html = html.replace("</body>", f"{script}</body>", 1)
    return page_cards(html)


def relinked(html: str, lead: Callable[[str], str]) -> str:
    """The page with every link as `lead` has it."""

    def link(match: re.Match[str]) -> str:
        return match[1] + escape(lead(unescape(match[2]))) + match[3]

    return _LINK.sub(link, html)


def target(page: str, href: str) -> tuple[str, str] | None:
    """Return where a link on the page at `page` ("learn/hlucin/") leads below the root, and what
    follows the path; None if it leads elsewhere, or within the page."""
    end = re.search(r"[?#]", href)
    path, rest = (href[: end.start()], href[end.start() :]) if end else (href, "")
    if not path or path.startswith(("/", "//")) or re.match(r"[A-Za-z][\w+.-]*:", path):
        return None
    there = posixpath.normpath(posixpath.join("/", page, path)).lstrip("/")
    return there, rest
