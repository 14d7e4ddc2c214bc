"""Which messages a text was put together from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from taroky.messages import Message

#: Signs that no message has: one before an id, one between it and the words.
_BEFORE, _AFTER = "\ue000", "\ue001"


@contextmanager
def traced() -> Iterator[None]:
    """Within this block every message writes its id before its words, wherever they go from there."""
    plain = Message.said

    def said(self: Message, in_language: str) -> str:
        return f"{_BEFORE}{self.id}{_AFTER}{plain(self, in_language)}"

    with patch.object(Message, "said", said):
        yield


def ids(text: str) -> tuple[str, ...]:
    """The ids in a text that was said within `traced`, each once, the outermost first."""
    return tuple(dict.fromkeys(re.findall(f"{_BEFORE}(.*?){_AFTER}", text)))
