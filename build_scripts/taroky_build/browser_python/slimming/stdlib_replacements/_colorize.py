"""No colours: the library's own module reads dataclasses, and writes some, before the ready-made methods are
there, for tracebacks in a terminal."""

from __future__ import annotations


class Plain(str):
    """An empty text; so are all its parts."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Plain:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


def can_colorize(*, file: object = None) -> bool:
    """False."""
    return False


def get_theme(**wishes: object) -> Plain:
    """One that writes nothing before and behind words."""
    return Plain()
