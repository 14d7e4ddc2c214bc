"""A Content Security Policy for every page of the built site.

The policy allows nothing but the site's own files and the inline scripts that the theme brings,
each by its hash; no inline style at all. Where browsers know Trusted Types, text becomes HTML or a
script only through two policies: `taroky` (docs/assets/js/trusted.js) for what Python makes, and
`default` for the theme, in csp_guard.js, which is written into every page. With instant navigation the
first page's policy stays in force for the whole visit, so every page carries the hashes of all pages.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_STYLE = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL | re.IGNORECASE)
_TYPE = re.compile(r"""\btype\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
#: Firefox fetches such a page ahead, for which a policy has no word of its own.
_AHEAD = re.compile(r'<link rel="next"[^>]*>')
_HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)
_CHARSET = re.compile(r"<meta\s+charset[^>]*>", re.IGNORECASE)
_SRC = re.compile(r"\bsrc\s*=", re.IGNORECASE)
_RUNS = {"module", "text/javascript", "application/javascript"}


def inline_scripts(html: str) -> list[str]:
    """The text of every inline script that a browser would run; data blocks are none."""
    scripts = []
    for attributes, text in _SCRIPT.findall(html):
        kind = _TYPE.search(attributes)
        if not _SRC.search(attributes) and (kind is None or kind[1].lower() in _RUNS):
            scripts.append(text)
    return scripts


def inline_styles(html: str) -> list[str]:
    """The text of every style element; style attributes are never allowed."""
    return _STYLE.findall(html)


def source_hash(text: str) -> str:
    """The expression that allows one inline script or style."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def guard() -> str:
    """The script that stands first in every page, without its comments."""
    text = Path(__file__).with_name("csp_guard.js").read_text("utf-8")
    lines = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", text, flags=re.DOTALL | re.MULTILINE).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def policy(scripts: Iterable[str], styles: Iterable[str] = ()) -> str:
    """The policy that allows these inline scripts and style elements."""
    run, styled = (sorted({source_hash(text) for text in texts}) for texts in (scripts, styles))
    return "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self' 'wasm-unsafe-eval'", *run)),
            "worker-src 'self'",
            " ".join(("style-src 'self'", *styled)),
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "require-trusted-types-for 'script'",
            "trusted-types taroky default",
        )
    )


def protect(site: Path) -> str:
    """Write the policy and the guard into every page below `site`; returns the policy."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    scripts = {text for html in pages.values() for text in inline_scripts(html)}
    styles = {text for html in pages.values() for text in inline_styles(html)}
    text = policy({*scripts, guard()}, styles)
    meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">'
    for path, html in pages.items():
        # The encoding stays first: browsers look for it in the first 1024 bytes.
        charset = _CHARSET.search(html)
        first = charset[0] if charset else ""
        head = f"{first}{meta}<script>{guard()}</script>"
        html = _AHEAD.sub("", html.replace(first, "", 1))
        start = _HEAD.search(html)
        if start:
            html = html[: start.end()] + head + html[start.end() :]
            path.write_text(html, "utf-8")
    return text
