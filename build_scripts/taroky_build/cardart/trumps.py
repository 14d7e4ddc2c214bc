"""Taroky: a numeral at both ends and between them an ornament grown from the number."""

from math import gcd, pi
from typing import Final

from taroky_build.cardart.codes import ROMAN, SKYZ
from taroky_build.cardart.glyphs import word
from taroky_build.cardart.svg import (
    CX,
    CY,
    FACE,
    GOLD,
    INK,
    SKIN,
    SUIT,
    TINT,
    Value,
    both_ends,
    circle,
    el,
    g,
    num,
    path,
    polar,
    pt,
    rect,
    use,
)

HONOURS: Final = ("I", "XXI", SKYZ)

# A fanned hand shows about half of a card: the numeral must be in it whole.
ROOM: Final = 25.0


def leaves(n: int, r0: float, r1: float, spread: float, turn: float = 0.0) -> str:
    """Path data of ``n`` leaves from radius ``r0`` to ``r1``; ``spread`` 1 makes them touch."""
    d = ""
    half = spread / n / 2
    mid = r0 + (r1 - r0) * 0.55
    for k in range(n):
        angle = k / n + turn
        foot, tip = polar(r0, angle), polar(r1, angle)
        d += f"M{pt(foot)}Q{pt(polar(mid, angle - half))} {pt(tip)}"
        d += f"Q{pt(polar(mid, angle + half))} {pt(foot)}Z"
    return d


def star(n: int, step: int, r: float, turn: float = 0.0) -> str:
    """Path data of the star polygon {n/step}, in as many strands as it takes."""
    d = ""
    strands = gcd(n, step)
    for first in range(strands):
        points = [polar(r, (first + i * step) / n + turn) for i in range(n // strands)]
        d += "M" + "L".join(pt(p) for p in points) + "Z"
    return d


def spikes(n: int, r0: float, r1: float, turn: float = 0.0) -> str:
    """Path data of a star with ``n`` points: outer radius ``r1``, inner ``r0``."""
    points = []
    for k in range(n):
        points.append(polar(r1, k / n + turn))
        points.append(polar(r0, (k + 0.5) / n + turn))
    return "M" + "L".join(pt(p) for p in points) + "Z"


def scallops(n: int, r: float) -> str:
    """Path data of a scalloped ring of ``n`` arcs."""
    points = [polar(r, (k + 0.5) / n) for k in range(n)]
    bow = num(2 * r * pi / n * 0.52)
    d = f"M{pt(points[-1])}"
    for p in points:
        d += f"A{bow} {bow} 0 0 1 {pt(p)}"
    return d + "Z"


def beads(n: int, r: float, size: float, colour: str, turn: float = 0.0) -> str:
    """A ring of ``n`` round beads, drawn as one dotted circle."""
    return circle(
        0,
        0,
        r,
        fill="none",
        stroke=colour,
        stroke_width=size,
        stroke_linecap="round",
        stroke_dasharray=f"0 {2 * pi * r / n:.4f}",
        transform=f"rotate({num(360 * turn - 90)})",
    )


def ornament(n: int) -> str:
    """Draw the ornament of trump ``n`` (2 to 20) around the origin."""
    if n <= 5:
        return _blossom(n)
    if n <= 10:
        return _compass(n)
    if n <= 15:
        return _rosette(n)
    return _monstrance(n)


def _blossom(n: int) -> str:
    """II to V: a blossom of n broad leaves with n buds between them."""
    spread = {2: 0.78, 3: 0.96, 4: 0.98, 5: 1.0}[n]
    return (
        path(leaves(n, 4, 26.5, spread), fill=SUIT)
        + path(leaves(n, 7, 21, spread * 0.42), fill=GOLD)
        + beads(n, {2: 13, 3: 16, 4: 18, 5: 19}[n], 4.6, INK, 0.5 / n)
        + circle(0, 0, 4.6, fill=FACE, stroke=INK, stroke_width=1)
        + circle(0, 0, 2, fill=GOLD)
    )


def _compass(n: int) -> str:
    """VI to X: a star of n points on a ring, with a blossom of n in its middle."""
    inner = {6: 12.2, 7: 12.6, 8: 13.2, 9: 14.6, 10: 14.2}[n]
    fill, plate = {
        6: (SUIT, FACE),
        7: (FACE, SUIT),
        8: (SUIT, GOLD),
        9: (GOLD, SUIT),
        10: (SUIT, FACE),
    }[n]
    ring = circle(0, 0, 19.4, fill="none", stroke=GOLD, stroke_width=1.6)
    return (
        ring
        + path(
            spikes(n, inner, 25.5),
            fill=fill,
            stroke=SUIT,
            stroke_width=1.3,
            stroke_linejoin="round",
        )
        + beads(n, 23, 3, INK, 0.5 / n)
        + circle(0, 0, inner - 1.6, fill=plate)
        + path(leaves(n, 2.4, inner - 2.6, 0.92), fill=SUIT if plate == GOLD else GOLD)
        + (beads(n, inner - 4.4, 1.9, SUIT, 0.5 / n) if n == 10 else "")
        + circle(0, 0, 2.6, fill=FACE if plate == GOLD else INK)
    )


def _rosette(n: int) -> str:
    """XI to XV: n scallops, n leaves and an interlaced star of n strands."""
    step = {11: 4, 12: 5, 13: 5, 14: 5, 15: 4}[n]
    ground, leaf, plate, heart = {
        11: (SUIT, GOLD, FACE, GOLD),
        12: (TINT, SUIT, FACE, GOLD),
        13: (GOLD, SUIT, TINT, SUIT),
        14: (SUIT, FACE, SUIT, GOLD),
        15: (SUIT, GOLD, FACE, SUIT),
    }[n]
    line = GOLD if plate == SUIT else SUIT
    core = (
        path(spikes(n - 10, 2.6, 7.4), fill=heart)
        if n % 2
        else path(leaves(n - 8, 1, 7.4, 0.95), fill=heart)
    )
    rim = beads(n, 24.6, 1.6, GOLD if ground == SUIT else INK) if n > 13 else ""
    return (
        path(scallops(n, 23.2), fill=ground, stroke=SUIT, stroke_width=1.1)
        + path(leaves(n, 9, 23.6, 0.94), fill=leaf)
        + rim
        + circle(0, 0, 14, fill=plate, stroke=line, stroke_width=1.1)
        + path(star(n, step, 13.4), fill="none", stroke=line, stroke_width=0.8)
        + beads(n, 26, 1.8, INK, 0.5 / n)
        + core
        + circle(0, 0, 1.5, fill=INK)
    )


def _sun(n: int) -> str:
    """The outermost ring of XVI to XX, of another make for each."""
    thin: dict[str, Value] = {"stroke": INK, "stroke_width": 0.6, "stroke_linejoin": "round"}
    if n == 16:
        return path(spikes(16, 19, 27), fill=GOLD, **thin)
    if n == 17:
        return path(leaves(17, 15, 27, 1.15), fill=SUIT) + beads(17, 25, 1.8, GOLD, 0.5 / 17)
    if n == 18:
        return path(scallops(18, 24.2), fill=GOLD, **thin) + beads(18, 24.4, 2, SUIT)
    if n == 19:
        return path(spikes(19, 20, 27.2), fill=SUIT) + beads(19, 24.8, 2.2, GOLD, 0.5 / 19)
    return path(spikes(20, 20, 27.4), fill=GOLD, **thin) + path(
        leaves(20, 17, 27, 0.8, 0.5 / 20), fill=SUIT
    )


def _monstrance(n: int) -> str:
    """XVI to XX: rays, scallops, beads, an interlaced star and a rosette within."""
    step = {16: 5, 17: 6, 18: 5, 19: 8, 20: 7}[n]
    band, plate, heart = {
        16: (SUIT, FACE, SUIT),
        17: (GOLD, SUIT, FACE),
        18: (SUIT, TINT, GOLD),
        19: (TINT, FACE, SUIT),
        20: (SUIT, SUIT, FACE),
    }[n]
    line = GOLD if plate == SUIT else SUIT
    petal = SUIT if heart == GOLD else GOLD
    return (
        _sun(n)
        + path(scallops(n, 20.2), fill=band, stroke=SUIT, stroke_width=0.6)
        + beads(n, 19.8, 1.9, SUIT if band in (TINT, GOLD) else FACE)
        + circle(0, 0, 17, fill=plate, stroke=GOLD, stroke_width=1)
        + path(star(n, step, 16.6), fill="none", stroke=line, stroke_width=0.7)
        + circle(0, 0, 9.6, fill=heart, stroke=SUIT if heart != SUIT else GOLD, stroke_width=1)
        + (
            path(spikes(n - 10, 4.4, 8.8), fill=petal)
            if n % 2
            else path(leaves(n - 10, 1.6, 9, 0.96), fill=petal)
        )
        + circle(0, 0, 2.6, fill=FACE, stroke=INK, stroke_width=0.8)
    )


def _corners(n: int) -> str:
    """Fill the corners of the middle field, more of them the higher the trump."""
    tier = 0 if n <= 5 else 1 if n <= 10 else 2 if n <= 15 else 3
    if not tier:
        return ""
    d = "M7 37V30.6H13.4"
    if tier > 1:
        d += "M7 30.6L11 34.6"
    extra = circle(11.4, 35, 1.7, fill=GOLD) if tier > 2 else ""
    quarter = path(d, fill="none", stroke=SUIT, stroke_width=1.1) + extra
    for k in range(max(0, n - 15)):
        quarter += circle(16.6 + 2.6 * k, 30.7, 0.8, fill=GOLD)
    mirrored = g(quarter, transform="translate(63 0)scale(-1 1)")
    top = quarter + mirrored
    return top + g(top, transform=f"rotate(180 {num(CX)} {num(CY)})")


def _bird() -> str:
    """The pagát: a small bird that hopes for the last trick."""
    return (
        path("M-19 21H19", fill="none", stroke=INK, stroke_width=1.6)
        + path(
            "M-5 12V21M3 13V21M-8 21L-5 18L-2 21M0 21L3 18L6 21",
            fill="none",
            stroke=INK,
            stroke_width=1.3,
        )
        + path("M-25-9L-9-1L-13 5L-27 2Z", fill=INK)
        + path(
            "M-14 2C-14 11-7 15.5 1 15.5C12 15.5 16 7 15 -3L15.5-8C15.5-14 11-18 6-18"
            "C0-18-3-14-4-9C-6-4-14-4-14 2Z",
            fill=SUIT,
        )
        + path(
            "M-13.4 2.4C-6 7 3 6 8-5C-2-6-8-2-13.4 2.4Z", fill=GOLD, stroke=INK, stroke_width=0.8
        )
        + path("M14.6-13L23-10.4L15.4-7.6Z", fill=GOLD, stroke=INK, stroke_width=0.8)
        + path("M4 14.6C11 13 14.4 6 14.6 0C9 3 4 8 4 14.6Z", fill=TINT)
        + circle(8, -11.6, 2.6, fill=FACE)
        + circle(8.6, -11.6, 1.3, fill=INK)
        + path("M0-18L-1-25M4-19L5-26M-3-16L-7-21", stroke=SUIT, stroke_width=1.4, fill="none")
    )


def _moon() -> str:
    """The mond: a moon with a face in a wreath of twenty-one rays."""
    rays = path(
        spikes(21, 20.5, 27), fill=GOLD, stroke=INK, stroke_width=0.6, stroke_linejoin="round"
    )
    sky = circle(0, 0, 20, fill=SUIT) + beads(21, 18.4, 1.2, GOLD, 0.5 / 21)
    moon = path(
        "M5-15.5A15.6 15.6 0 1 0 5 15.5C0 13.5-1 10-.4 7L2.4 5.6L.6 4.4L2.2 3L1 1.6L4.6.6"
        "L.2-6C.4-10 2-13.4 5-15.5Z",
        fill=SKIN,
        stroke=INK,
        stroke_width=0.9,
        stroke_linejoin="round",
    )
    face = (
        path(
            "M-6.6-3.6C-5-5-3-5-1.8-3.6M-5.2 6.6C-3.6 7.6-2 7.4-.4 6.6",
            fill="none",
            stroke=INK,
            stroke_width=1,
        )
        + circle(-4, -2.4, 1.1, fill=INK)
        + circle(-8.4, 3, 1.9, fill=GOLD)
    )
    stars = "".join(
        g(path(spikes(5, 1.3, 3.2), fill=FACE), transform=f"translate({x} {y})")
        for x, y in ((9.6, -7), (12, 2.6), (8, 10))
    )
    return rays + sky + moon + face + stars


def _fool() -> str:
    """One half of the škýz: a jester with a belled cap and a chequered ruff."""
    cap = (
        path(
            "M31.5 41C22 41 21 35 14 36.6C9 37.4 8 42 9 45"
            "C3 38 8 29.4 17 29.4C22 29.4 25 31 27.6 33.6Z",
            fill=SUIT,
        )
        + path(
            "M31.5 41C41 41 42 35 49 36.6C54 37.4 55 42 54 45"
            "C60 38 55 29.4 46 29.4C41 29.4 38 31 35.4 33.6Z",
            fill=GOLD,
        )
        + path("M23.5 41C23.5 35 27 33.4 31.5 30C36 33.4 39.5 36 39.5 41Z", fill=FACE)
        + circle(9.4, 46, 2.4, fill=GOLD)
        + circle(53.6, 46, 2.4, fill=SUIT)
        + circle(31.5, 30.4, 1.8, fill=GOLD)
    )
    face = path("M23.5 41H39.5V46C39.5 49.6 36 52 31.5 52S23.5 49.6 23.5 46Z", fill=SKIN) + path(
        "M23.5 40.4H39.5V44.6C37 46.6 33.6 46 31.5 44C29.4 46 26 46.6 23.5 44.6Z", fill=INK
    )
    eyes = circle(27.4, 43, 1.1, fill=FACE, stroke="none") + circle(
        35.6, 43, 1.1, fill=FACE, stroke="none"
    )
    smile = path("M28 48.4C30 50.4 33 50.4 35 48.4", fill="none")
    points = "M8 56.5"
    for i in range(6):
        tip = (11.9 + i * 7.83, 49.4 if i in (0, 5) else 51.6)
        points += f"L{pt(tip)}L{pt((15.83 + i * 7.83, 56.5))}"
    ruff = path(points + "Z", fill=SUIT)
    return ruff + face + eyes + smile + cap


def parts() -> str:
    """Shared definitions: panels, the marks in them and the jester's half."""
    panel = g(
        rect(4, 4, 55, 21.5, rx=1.6, fill=TINT, stroke=SUIT, stroke_width=0.9),
        id="t-panel",
    )
    plain = path("M52 10L55.4 14.75L52 19.5L48.6 14.75Z", id="t-plain", fill=GOLD)
    mark = g(
        circle(50.4, 14.75, 6.4, fill=GOLD, stroke=INK, stroke_width=0.8),
        path(spikes(5, 2.2, 5.2), transform="translate(50.4 14.9)", fill=INK),
        id="t-mark",
    )
    fool = el("g", _fool(), id="t-fool", stroke=INK, stroke_width="0.7", stroke_linejoin="round")
    return panel + plain + mark + fool


def middle(code: str) -> str:
    """Draw what stands between the two numerals."""
    if code == SKYZ:
        belt = path("M8 56.5H55", fill="none", stroke=INK, stroke_width=1.2)
        return both_ends("t-fool") + belt
    n = ROMAN.index(code) + 1
    figure = _bird() if n == 1 else _moon() if n == 21 else ornament(n)
    return _corners(n) + g(figure, transform=f"translate({num(CX)} {num(CY)})")


def head(code: str) -> str:
    """Draw the panel with the numeral, for the upper end of the card."""
    mark = use("t-mark" if code in HONOURS else "t-plain")
    if code == SKYZ:
        name = word("ŠKÝZ", 6.6, 10.4, 12.8, ROOM)
        return use("t-panel") + name + mark
    return use("t-panel") + word(code, 6.6, 6.2, 17, ROOM) + mark


def rule() -> str:
    """The thin line round the middle field."""
    return rect(4, 27.6, 55, 57.8, rx=1.6, fill="none", stroke=SUIT, stroke_width=0.6)
