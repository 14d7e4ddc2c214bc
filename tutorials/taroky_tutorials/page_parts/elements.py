"""HTML as text, with everything that is not written here escaped: nothing from a link, a file or a
table ever becomes markup."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

#: Most text has none of these.
_SPECIAL = re.compile("[&<>\"']")


class Markup(str):
    """Text that is HTML already. Only `element` and `join` make it."""

    __slots__ = ()


Content = Markup | str | None


def _text(content: Content) -> str:
    if content is None:
        return ""
    return str(content) if isinstance(content, Markup) else _escaped(content)


def _escaped(text: str) -> str:
    return escape(text, quote=True) if _SPECIAL.search(text) else text


def element(tag: str, *content: Content, **attributes: Any) -> Markup:
    """An element. Attribute names: class_ for class, data_event for data-event; a value of None or
    False leaves the attribute out, True writes it bare, mappings and lists are written as JSON."""
    parts = [tag]
    for name, value in attributes.items():
        if value is None or value is False:
            continue
        name = name.rstrip("_").replace("_", "-")
        if value is True:
            parts.append(name)
            continue
        if isinstance(value, dict | list):
            value = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        parts.append(f'{name}="{_escaped(str(value))}"')
    inner = "".join(map(_text, content))
    if tag in ("input", "br", "hr", "meta", "link"):
        return Markup(f"<{' '.join(parts)}>")
    return Markup(f"<{' '.join(parts)}>{inner}</{tag}>")


def join(*content: Content) -> Markup:
    """Several pieces after one another."""
    return Markup("".join(map(_text, content)))
