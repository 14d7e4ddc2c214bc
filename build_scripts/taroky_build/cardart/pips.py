"""Pip cards: suit shapes in the classic lay-out, one to ten."""

from typing import Final

from taroky_build.cardart.svg import CX, CY, GOLD, H, circle, path, use

LEFT: Final = 24.4
RIGHT: Final = 63 - LEFT
TOP: Final = 18
SIZE: Final = 0.62
LARGE: Final = 0.85

_STEP: Final = (H - 2 * TOP) / 6
_ROW: Final = [TOP + i * _STEP for i in range(7)]

_TWO: Final = [(CX, _ROW[0]), (CX, _ROW[6])]
_FOUR: Final = [(x, y) for y in (_ROW[0], _ROW[6]) for x in (LEFT, RIGHT)]
_SIX: Final = [(x, y) for y in (_ROW[0], _ROW[3], _ROW[6]) for x in (LEFT, RIGHT)]
_EIGHT: Final = [(x, y) for y in (_ROW[0], _ROW[2], _ROW[4], _ROW[6]) for x in (LEFT, RIGHT)]

LAYOUTS: Final[dict[int, list[tuple[float, float]]]] = {
    1: [(CX, CY)],
    2: _TWO,
    3: [*_TWO, (CX, CY)],
    4: _FOUR,
    5: [*_FOUR, (CX, CY)],
    6: _SIX,
    7: [*_SIX, (CX, (_ROW[0] + _ROW[3]) / 2)],
    8: [*_SIX, (CX, (_ROW[0] + _ROW[3]) / 2), (CX, (_ROW[3] + _ROW[6]) / 2)],
    9: [*_EIGHT, (CX, CY)],
    10: [*_EIGHT, (CX, _ROW[1]), (CX, _ROW[5])],
}


def pips(rank: str, suit: str) -> str:
    """Lay out the pips of a card; those below the middle stand on their heads."""
    count = 1 if rank == "A" else int(rank)
    if count == 1:
        ring = circle(CX, CY, 21.5, fill="none", stroke=GOLD, stroke_width=0.9)
        beads = circle(
            CX,
            CY,
            21.5,
            fill="none",
            stroke="currentColor",
            stroke_width=2.2,
            stroke_linecap="round",
            stroke_dasharray="0 11.257",
        )
        tips = path("M31.5 23V30M31.5 90V83", fill="none", stroke=GOLD, stroke_width=0.9)
        return tips + ring + beads + use(f"s-{suit}", CX, CY, 1.5)
    size = LARGE if count < 4 else SIZE
    drawn = []
    for x, y in LAYOUTS[count]:
        drawn.append(use(f"s-{suit}", x, y, size, 180 if y > CY + 0.1 else 0))
    return "".join(drawn)
