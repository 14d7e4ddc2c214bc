"""Index letters and numerals, drawn with a broad and a narrow pen.

Every glyph is 14 units tall from 0 at its head to 14 at its foot. ``broad`` and ``fine`` are
path data for the two pens; the fine pen draws the serifs.
"""

from typing import Final, NamedTuple

from taroky_build.cardart.svg import g, num, path

TALL: Final = 14.0


class Glyph(NamedTuple):
    """One letter: its width and its strokes."""

    width: float
    broad: str
    fine: str = ""


BROAD: Final = 2.5
FINE: Final = 1.2

GLYPHS: Final = {
    "I": Glyph(4.2, "M2.1 0V14", "M0 .6H4.2M0 13.4H4.2"),
    "V": Glyph(9.4, "M1.7.6L4.9 13.4", "M0 .6H4M5.2 13.6L8.2.6M6.4.6H9.4"),
    "X": Glyph(9.4, "M1.7.6L7.7 13.4", "M0 .6H4M5.4 13.4H9.4M7.7.6L1.7 13.4M6.2.6H9.2M.2 13.4H3.2"),
    "K": Glyph(
        10.4, "M2.3 0V14M4.6 6L8.6 13.4", "M0 .6H4.4M0 13.4H4.4M3 8.4L8.6.6M7 .6H10M7 13.4H10.6"
    ),
    "Q": Glyph(
        10.4,
        "M1.6 7C1.6 1.4 3.4.9 5.2.9S8.8 1.4 8.8 7S7 13.1 5.2 13.1S1.6 12.6 1.6 7ZM5.6 9.6L9.2 15",
    ),
    "R": Glyph(
        10.4,
        "M2.3 0V14M5.2 7.2L8.6 13.4M7.9 3.8C7.9 5.7 7 6.6 5 6.9",
        "M0 .6H5.2C7 .6 8.2 1.6 8.2 3.8S7 7 5.2 7H3M0 13.4H4.4M7.2 13.4H10.6",
    ),
    "J": Glyph(8.4, "M5.5.4V9.6C5.5 12.2 4.5 13 3 13S1.1 12 1.2 10.4", "M3 .6H8"),
    "D": Glyph(
        10.2,
        "M2.3 0V14M6.3 1.1C7.9 1.9 8.5 3.9 8.5 7S7.9 12.1 6.3 12.9",
        "M0 .6H4.4C5.3 .6 5.8 .8 6.3 1.1M0 13.4H4.4C5.3 13.4 5.8 13.2 6.3 12.9",
    ),
    "W": Glyph(
        14,
        "M1.7 .6L4.3 13.4M6.9 .6L9.5 13.4",
        "M0 .6H3.8M4.5 13.4L7.2 2.4M5.3 .6H8.6M9.7 13.4L12.7 .6M11 .6H14",
    ),
    "A": Glyph(10.4, "M5.3.6L8.7 13.4", "M5 .8L1.6 13.4M0 13.4H3.2M6.8 13.4H10.4M2.8 9.2H7.4"),
    "Š": Glyph(
        7.4,
        "M6 3.6C5.8 1.8 5 1.1 3.7 1.1S1.4 2 1.4 3.7C1.4 7.2 6.2 6.4 6.2 10.1"
        "C6.2 12 5.2 12.9 3.7 12.9S1.4 12 1.2 10.2",
        "M1.2-4.2L3.7-1.6L6.2-4.2",
    ),
    "Ý": Glyph(9, "M1.6.6L4.6 7.4V14", "M0 .6H3.6M4.8 7.4L7.6.6M6 .6H9M2.6 13.4H6.6M4-1.5L6.6-4.6"),
    "Z": Glyph(7.8, "M6.4.9L1.4 13.1", "M.8 3.4V.7H7M.8 13.3H7.2V10.6"),
    "2": Glyph(8.2, "M1.4 4.2C1.4 2 2.4 1.1 4 1.1S6.8 2 6.8 4C6.8 7.2 2.6 9 1.3 12.8H7.6"),
    "3": Glyph(
        8.2,
        "M1.4 3.4C1.6 1.9 2.5 1.1 3.9 1.1C5.6 1.1 6.6 2 6.6 3.7S5.6 6.5 3.4 6.6"
        "C5.8 6.6 6.9 7.8 6.9 9.8S5.7 12.9 3.9 12.9C2.4 12.9 1.4 12.1 1.2 10.6",
    ),
    "4": Glyph(8.8, "M6 .4V14", "M5.8.9L.9 9.7H8.8M3.8 13.4H8.2"),
    "5": Glyph(
        8.2,
        "M7 1.2H2L1.7 6.4C2.4 5.8 3.1 5.5 4 5.5C5.9 5.5 7 6.8 7 9.1"
        "S5.8 12.9 3.9 12.9C2.4 12.9 1.4 12.1 1.2 10.6",
    ),
    "6": Glyph(
        8.4,
        "M6.4 1.2C3.4 1.6 1.4 4.6 1.4 8.8C1.4 11.6 2.5 12.9 4.2 12.9"
        "S7 11.6 7 9.3S6 5.9 4.4 5.9S1.6 7.2 1.5 9",
    ),
    "7": Glyph(8.2, "M1 1.2H6.8C4.6 5 3.6 8.6 3.4 14"),
    "8": Glyph(
        8.4,
        "M4.2 6.6C2.6 6 1.8 5.1 1.8 3.7C1.8 2 2.8 1.1 4.2 1.1S6.6 2 6.6 3.7"
        "C6.6 5.1 5.8 6 4.2 6.6C2.3 7.3 1.3 8.3 1.3 9.9C1.3 11.9 2.5 12.9 4.2 12.9"
        "S7.1 11.9 7.1 9.9C7.1 8.3 6.1 7.3 4.2 6.6Z",
    ),
    "9": Glyph(
        8.4,
        "M2 12.8C5 12.4 7 9.4 7 5.2C7 2.4 5.9 1.1 4.2 1.1S1.4 2.4 1.4 4.7"
        "S2.4 8.1 4 8.1S6.8 6.8 6.9 5",
    ),
    "1": Glyph(4.8, "M2.8 0V14", "M.2 2.8C1.4 2.4 2.2 1.6 2.6.4M.4 13.4H5"),
    "0": Glyph(7, "M1.3 7C1.3 1.6 2.2 1.1 3.5 1.1S5.7 1.6 5.7 7S4.8 12.9 3.5 12.9S1.3 12.4 1.3 7Z"),
}

GAP: Final = 0.9


def width(text: str) -> float:
    """Natural width of a word."""
    return sum(GLYPHS[c].width for c in text) + GAP * (len(text) - 1)


def word(text: str, x: float, y: float, tall: float, room: float, align: float = 0.0) -> str:
    """Write ``text`` with its head at ``y``, squeezed if need be to fit into ``room``.

    ``align`` says where the idle room goes: 0 to the right of the word, 0.5 to both sides.
    """
    scale = tall / TALL
    wide = width(text) * scale
    squeeze = min(1.0, room / wide)
    x += (room - wide * squeeze) * align
    strokes = {BROAD: "", FINE: ""}
    offset = 0.0
    for char in text:
        glyph = GLYPHS[char]
        strokes[BROAD] += _shift(glyph.broad, offset)
        strokes[FINE] += _shift(glyph.fine, offset)
        offset += glyph.width + GAP
    across = scale * squeeze
    pens = "".join(path(d, stroke_width=pen / squeeze**0.5) for pen, d in strokes.items() if d)
    matrix = f"matrix({num(across)} 0 0 {num(scale)} {num(x)} {num(y)})"
    return g(pens, transform=matrix, fill="none", stroke="currentColor")


def _shift(d: str, dx: float) -> str:
    """Move absolute path data to the right by ``dx``."""
    if not d or not dx:
        return d
    out: list[str] = []
    for command, numbers in _tokens(d):
        moved = []
        for i, value in enumerate(numbers):
            sideways = command == "H" or (command != "V" and i % 2 == 0)
            moved.append(num(value + dx if sideways else value))
        out.append(command + " ".join(moved))
    return "".join(out)


def _tokens(d: str) -> list[tuple[str, list[float]]]:
    """Read path data made of absolute commands without arcs."""
    tokens: list[tuple[str, list[float]]] = []
    digits = ""

    def flush() -> None:
        nonlocal digits
        if digits:
            tokens[-1][1].append(float(digits))
            digits = ""

    for char in d:
        if char.isalpha():
            flush()
            tokens.append((char, []))
        elif char in " ,":
            flush()
        elif char == "-" or (char == "." and "." in digits):
            flush()
            digits = char
        else:
            digits += char
    flush()
    return tokens
