"""The back of the cards: a plain basket weave."""

from typing import Final

from taroky_build.cardart.svg import FACE, INK, path, rect, use

COLOUR: Final = "#7c2a22"
CELL: Final = 8.5


def parts() -> str:
    """Shared definition: one row of the weave, over and under in turn."""
    d = ""
    for i in range(6):
        x = 6 + i * CELL
        for k in range(3):
            offset = 1.75 + k * 2.5
            if i % 2 == 0:
                d += f"M{x + 0.4:g} {offset:g}h{CELL - 0.8:g}"
            else:
                d += f"M{x + offset:g} .4v{CELL - 0.8:g}"
    return path(d, id="b-row", fill="none", stroke=FACE, stroke_width=1.2)


def back() -> str:
    """Draw the back: every other row runs mirrored, which weaves the strands."""
    rows = []
    for i in range(12):
        y = 5.5 + i * CELL
        row = use("b-row", 0, y)
        if i % 2:
            row = row.replace('transform="', 'transform="translate(63 0)scale(-1 1)')
        rows.append(row)
    edge = rect(0.4, 0.4, 62.2, 112.2, rx=4, fill=FACE, stroke=INK, stroke_width=0.8)
    ground = rect(3.5, 3.5, 56, 106, rx=2, fill=COLOUR)
    return edge + ground + "".join(rows)
