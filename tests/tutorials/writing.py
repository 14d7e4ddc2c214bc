"""Somebody who writes on a sheet as its page does: what is kept goes back and forth as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from taroky_tutorials.browser import handle


class Writer:
    """One sheet with what it keeps, shows, says and gives as a file."""

    sheet: ClassVar[str]

    def __init__(self, kept: Any = None) -> None:
        self.kept = kept
        self.html = ""
        self.said: list[str] = []
        self.file: dict[str, str] = {}

    def send(
        self, fields: Mapping[str, str] | None = None, press: str = "", value: str = "yes"
    ) -> Any:
        """The reply to a form with these fields, and a button pressed."""
        request: dict[str, Any] = {
            "verb": "sheet",
            "sheet": self.sheet,
            "base": "../",
            "kept": self.kept,
            "fields": [list(pair) for pair in (fields or {}).items()],
        }
        if press:
            request["pressed"] = [press, value]
        return self._take(request)

    def load(self, text: str, name: str = "kept.json") -> Any:
        """The reply to a file."""
        return self._take(
            {
                "verb": "sheet",
                "sheet": self.sheet,
                "base": "../",
                "file": {"name": name, "text": text},
            }
        )

    def _take(self, request: dict[str, Any]) -> Any:
        reply = json.loads(handle(json.dumps(request)))
        if reply["ok"]:
            self.kept = json.loads(json.dumps(reply["kept"]))
            self.html, self.said = reply["html"], reply.get("said", [])
            self.file = reply.get("file", self.file)
        return reply
