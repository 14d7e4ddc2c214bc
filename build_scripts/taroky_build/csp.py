"""A Content Security Policy for every page of the built site.

The policy allows nothing but the site's own files and the inline scripts that the theme brings,
each by its hash. With instant navigation the first page's policy stays in force for the whole
visit, so every page carries the hashes of all pages.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_TYPE = re.compile(r"""\btype\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)
_SRC = re.compile(r"\bsrc\s*=", re.IGNORECASE)
_RUNS = {"module", "text/javascript", "application/javascript"}


def inline_scripts(html: str) -> list[str]:
    """The text of every inline script that a browser would run; data blocks are none."""
    found = []
    for attributes, text in _SCRIPT.findall(html):
        kind = _TYPE.search(attributes)
        if not _SRC.search(attributes) and (kind is None or kind[1].lower() in _RUNS):
            found.append(text)
    return found


def source_hash(script: str) -> str:
    """The expression that allows one inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy(scripts: Iterable[str]) -> str:
    """The policy that allows these inline scripts."""
    hashes = sorted({source_hash(script) for script in scripts})
    return "; ".join(
        (
            "default-src 'self'",
            " ".join(("script-src 'self' 'wasm-unsafe-eval'", *hashes)),
            "worker-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
        )
    )


def protect(site: Path) -> str:
    """Write the policy into every page below `site` and return it."""
    pages = {path: path.read_text("utf-8") for path in sorted(site.rglob("*.html"))}
    text = policy(script for html in pages.values() for script in inline_scripts(html))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{text}">'
    for path, html in pages.items():
        path.write_text(_HEAD.sub(lambda head: head[0] + meta, html, count=1), "utf-8")
    return text
