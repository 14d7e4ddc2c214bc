"""The one door between the pages and Python: text in, text out."""

from __future__ import annotations

import json


def handle(text: str) -> str:
    """Answer one request of the page, JSON in and JSON out."""
    request = json.loads(text)
    verb = request.get("verb")
    if verb == "ping":
        return json.dumps({"ok": True, "verb": "ping"})
    return json.dumps({"ok": False, "error": f"This page asked for {verb!r}, which is not known."})
