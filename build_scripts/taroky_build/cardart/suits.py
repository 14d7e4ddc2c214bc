"""The four suit shapes, each about 20 units tall around its own middle."""

from typing import Final

from taroky_build.cardart.codes import SUITS
from taroky_build.cardart.svg import el, path, use

SHAPES: Final = {
    "S": (
        "M0-9.8C2.4-5.4 9.2-2.4 9.2 3C9.2 6 7 7.7 4.8 7.7C3.1 7.7 1.7 6.9.9 5.6"
        "C1.1 7.6 2 9 3.8 9.6H-3.8C-2 9-1.1 7.6-.9 5.6C-1.7 6.9-3.1 7.7-4.8 7.7"
        "C-7 7.7-9.2 6-9.2 3C-9.2-2.4-2.4-5.4 0-9.8Z"
    ),
    "H": (
        "M0 9.6C-2.2 5-9.4 2-9.4-3.8C-9.4-7.2-7-9.2-4.6-9.2C-2.4-9.2-.7-7.9 0-5.8"
        "C.7-7.9 2.4-9.2 4.6-9.2C7-9.2 9.4-7.2 9.4-3.8C9.4 2 2.2 5 0 9.6Z"
    ),
    "D": ("M0-10C2-6 4.6-2.7 7.6 0C4.6 2.7 2 6 0 10C-2 6-4.6 2.7-7.6 0C-4.6-2.7-2-6 0-10Z"),
    "C": (
        "M0-9.7A4.5 4.5 0 0 1 3.4-2.3A4.6 4.6 0 1 1 .9 4.6C1.1 7 2 8.9 4 9.6H-4"
        "C-2 8.9-1.1 7-.9 4.6A4.6 4.6 0 1 1-3.4-2.3A4.5 4.5 0 0 1 0-9.7Z"
    ),
}


def parts() -> str:
    """Shared definitions, ids ``s-S`` and so on."""
    return "".join(path(SHAPES[s], id=f"s-{s}", fill="currentColor") for s in SUITS)


def symbol(suit: str) -> str:
    """Return the stand-alone symbol for use in running text and on buttons."""
    return el("symbol", use(f"s-{suit}"), id=f"suit-{suit}", viewBox="-10 -10 20 20")
