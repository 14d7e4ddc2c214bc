"""The pack before the deal, seen from the side: where it is cut, that it is knocked on, and its batches."""

from __future__ import annotations

from taroky_tutorials.page_parts.elements import Markup, element

#: The pack is so many lines high, and lies so far down; what is lifted off lies higher.
_LINES, _BOTTOM, _GAP = 12, 34, 7


def cut(quarter: int) -> Markup:
    """A pack that is cut. quarter: how much of it is lifted off, in quarters."""
    lifted = _LINES * quarter // 4
    return _picture(*_stack(8, 32, _LINES - lifted), *_stack(8, 32, lifted, _LINES - lifted, _GAP))


def whole() -> Markup:
    """A pack, from the side."""
    return _picture(*_stack(8, 32, _LINES))


def knocked_on() -> Markup:
    """A pack that stays as it is: a knuckle taps on it."""
    tap = element("path", d="M20 10v-5M13 11l-3-4M27 11l3-4", class_="tk-tap")
    return _picture(*_stack(8, 32, 8), tap)


def batch(number: int, many: int) -> Markup:
    """Batches side by side, one of which is taken. number: from 1."""
    wide = 40 // many
    stacks = (
        _stack(n * wide + 1, (n + 1) * wide - 2, 7, css="is-taken" if n + 1 == number else None)
        for n in range(many)
    )
    return _picture(*(line for stack in stacks for line in stack))


def _stack(
    left: int, right: int, lines: int, below: int = 0, gap: int = 0, css: str | None = None
) -> list[Markup]:
    """The edges of a pile of cards. below: how many lines are below them, gap: how far above those."""
    return [
        element("path", d=f"M{left} {_BOTTOM - 2 * (below + n) - gap}H{right}", class_=css)
        for n in range(lines)
    ]


def _picture(*parts: Markup) -> Markup:
    return element("svg", *parts, class_="tk-dealt-how", viewBox="0 0 40 40", aria_hidden="true")
