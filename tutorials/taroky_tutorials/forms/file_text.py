"""The text of a file that a browser hands over as it is, in bytes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from taroky.decoding import decoded
from taroky.errors import RecordError
from taroky.messages import say

#: The longest file of a field, in bytes; the page sends one more of a longer one.
_MOST = 200_000


def of_browser(content: Any, *, is_list: bool = False) -> str:
    """The text of a file's bytes in base64, see `taroky.decoding`. Raises RecordError."""
    return decoded(_bytes(content), is_list=is_list)


def _bytes(content: Any) -> bytes:
    try:
        return base64.b64decode(str(content), validate=True)
    except (binascii.Error, ValueError):
        raise RecordError(say("file.encoding")) from None


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker's verb: {"verb": "text", "name": "house.yaml", "bytes": "…"} → {"text": …}. Raises
    RecordError, which names the file."""
    name = str(request.get("name", ""))[:60]
    data = _bytes(request.get("bytes", ""))
    if len(data) > _MOST:
        raise RecordError(say("sheet.too_long", file=name, most=_MOST))
    try:
        return {"text": decoded(data)}
    except RecordError as problem:
        raise RecordError(say("input.file", file=name, problem=problem.message)) from None
