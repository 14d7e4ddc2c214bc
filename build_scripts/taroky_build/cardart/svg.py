"""The few words of SVG that the card drawings are written in."""

from math import cos, pi, sin
from typing import Final

W: Final = 63.0
H: Final = 113.0
CX: Final = W / 2
CY: Final = H / 2

INK: Final = "#26221c"
FACE: Final = "#fcf6e6"
SKIN: Final = "#f7e3c4"
TINT: Final = "#f4e8cb"
GOLD: Final = "#d09a2d"
SUIT: Final = "currentColor"

#: What every id begins with.
OURS: Final = "card-"

type Value = str | float | int


def num(value: float) -> str:
    """Write a number as shortly as an eye can tell: two decimals, no idle zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def el(name: str, *children: str, **attributes: Value) -> str:
    """Write one element; underscores in attribute names become hyphens. Ids become those of cards: the
    drawing is in pages that have ids of their own."""
    parts = [name]
    for key, value in attributes.items():
        text = value if isinstance(value, str) else num(value)
        text = f"{OURS}{text}" if key == "id" else text
        parts.append(f'{key.strip("_").replace("_", "-")}="{text}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(children)}</{name}>" if children else f"<{head}/>"


def g(*children: str, **attributes: Value) -> str:
    """Group some drawings."""
    return el("g", *children, **attributes)


def path(d: str, **attributes: Value) -> str:
    """Draw a path."""
    return el("path", d=d, **attributes)


def circle(x: float, y: float, r: float, **attributes: Value) -> str:
    """Draw a circle."""
    return el("circle", cx=x, cy=y, r=r, **attributes)


def rect(x: float, y: float, w: float, h: float, **attributes: Value) -> str:
    """Draw a rectangle."""
    return el("rect", x=x, y=y, width=w, height=h, **attributes)


def use(ref: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0) -> str:
    """Place a shared part, scaled and turned about its own origin."""
    steps = []
    if x or y:
        steps.append(f"translate({num(x)} {num(y)})")
    if turn:
        steps.append(f"rotate({num(turn)})")
    if scale != 1:
        steps.append(f"scale({num(scale)})")
    if not steps:
        return el("use", href=f"#{OURS}{ref}")
    return el("use", href=f"#{OURS}{ref}", transform="".join(steps))


def both_ends(ref: str) -> str:
    """Place a shared part upright and again upside down, as cards have two heads."""
    turned = el("use", href=f"#{OURS}{ref}", transform=f"rotate(180 {num(CX)} {num(CY)})")
    return use(ref) + turned


def polar(r: float, turn: float) -> tuple[float, float]:
    """Point at radius ``r``, ``turn`` whole turns clockwise from twelve o'clock."""
    angle = 2 * pi * turn
    return r * sin(angle), -r * cos(angle)


def pt(point: tuple[float, float]) -> str:
    """Write a point for path data."""
    return f"{num(point[0])} {num(point[1])}"
