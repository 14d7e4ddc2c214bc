"""The text below each field of a class, which says what the field means: read from the source of the class."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from textwrap import dedent

#: By class; reading a source takes time.
_texts: dict[type, Mapping[str, str]] = {}


def field_texts(kind: type) -> Mapping[str, str]:
    """The text below each field of a class, and of those it is made from, each on one line."""
    if kind not in _texts:
        _texts[kind] = _read(kind)
    return _texts[kind]


def _read(kind: type) -> Mapping[str, str]:
    texts: dict[str, str] = {}
    for cls in reversed(kind.__mro__):
        if not inspect.get_annotations(cls):
            continue
        (body,) = ast.parse(dedent(inspect.getsource(cls))).body
        assert isinstance(body, ast.ClassDef)
        for item, below in zip(body.body, body.body[1:], strict=False):
            if (
                isinstance(item, ast.AnnAssign)
                and isinstance(item.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                texts[item.target.id] = " ".join(str(below.value.value).split())
    return texts
