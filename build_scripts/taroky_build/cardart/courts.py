"""Court figures: king, queen, rider and jack, built of a few shared parts, two-headed.

A figure is one half, drawn in the upper half of the card and turned for the lower one. It is
drawn in two inks and the suit's colour; the badge on the breast is the suit itself.
"""

from typing import Final

from taroky_build.cardart.svg import (
    CX,
    CY,
    FACE,
    GOLD,
    INK,
    SKIN,
    SUIT,
    TINT,
    both_ends,
    circle,
    el,
    g,
    num,
    path,
    rect,
    use,
)

FRAME: Final = "M18.5 6H57.5V72H44.5V107H5.5V41H18.5Z"


def _face(x: float = 38, y: float = 27) -> str:
    """Draw a face with eyes and nose around a middle."""
    skin = path("M-6.6-8H6.6V2C6.6 7 3 10 0 10S-6.6 7-6.6 2Z", fill=SKIN)
    lines = path("M-4.6-3.4H-1.6M1.6-3.4H4.6M0-2V2.4H1.4", fill="none", stroke_width=0.8)
    eyes = "".join(circle(dx, -1.4, 0.9, fill=INK, stroke="none") for dx in (-3, 3))
    return g(skin, lines, eyes, transform=f"translate({num(x)} {num(y)})")


def _king() -> str:
    robe = path("M6 56.5C7 47 17 42.5 28 41H48C53 42 56 45 57 56.5Z", fill=SUIT)
    cape = path("M27 40L38 56.5L49 40L44 38H32Z", fill=FACE)
    spots = path(
        "M31.5 43V44.6M34.6 47.4V49M44.5 43V44.6M41.4 47.4V49M38 51.5V53",
        stroke_width=1.1,
        fill="none",
    )
    hair = path("M29.6 20H46.4L48 36H28Z", fill=INK)
    beard = path(
        "M31.4 29C33 29 35.8 30.4 38 30.4S43 29 44.6 29C45.4 37 42 45.5 38 46.5"
        "C34 45.5 30.6 37 31.4 29Z",
        fill=INK,
    )
    mouth = path("M36.4 33.4H39.6", stroke=SKIN, stroke_width=1, fill="none")
    crown = path("M29 19.6L27 8.6L32.6 13.4L38 7L43.4 13.4L49 8.6L47 19.6Z", fill=GOLD)
    band = rect(28.6, 17.4, 18.8, 3.4, fill=SUIT) + "".join(
        circle(x, y, 1.5, fill=FACE) for x, y in ((27, 9), (38, 7.4), (49, 9))
    )
    sceptre = (
        path("M53.6 18V56.5", stroke_width=2.6, fill="none")
        + path("M53.6 18V56.5", stroke=GOLD, stroke_width=1.3, fill="none")
        + path("M53.6 8.5L56.6 14L53.6 19.5L50.6 14Z", fill=GOLD)
    )
    hand = circle(53.4, 46, 2.7, fill=SKIN)
    return (
        robe + cape + spots + hair + _face(38, 27) + beard + mouth + crown + band + sceptre + hand
    )


def _queen() -> str:
    veil = path(
        "M38 9.5C28 9.5 25.5 18 25.4 27C25.3 37 23 41 20.4 44.6H55.6C53 41 50.7 37 50.6 27"
        "C50.5 18 48 9.5 38 9.5Z",
        fill=GOLD,
    )
    strands = path("M28.4 24C28.4 34 27 39 25 43M47.6 24C47.6 34 49 39 51 43", fill="none")
    dress = path("M9 56.5C11 50 19 45.4 30 44L32 41H44L46 44C51 45 55 48 56 56.5Z", fill=SUIT)
    bust = path("M32 40.6C32 49 35 51 38 51S44 49 44 40.6L41.6 39V35H34.4V39Z", fill=SKIN)
    beads = path(
        "M32.6 42.4C34 46.4 42 46.4 43.4 42.4",
        fill="none",
        stroke=INK,
        stroke_width=1.5,
        stroke_dasharray="0 2",
        stroke_linecap="round",
    )
    lips = path("M36.2 32.6H39.8L38 34Z", fill=SUIT, stroke="none")
    tiara = (
        path("M30 19.4C31 13 45 13 46 19.4C42 16.8 34 16.8 30 19.4Z", fill=FACE)
        + path("M38 6.8L40 10.6L38 14.6L36 10.6Z", fill=SUIT)
        + circle(33.2, 13.6, 1.1, fill=FACE)
        + circle(42.8, 13.6, 1.1, fill=FACE)
    )
    stem = path(
        "M53.2 26V52M53.2 38C50.8 37.6 49.6 36 49.4 33.6C51.8 34 53 35.6 53.2 38Z",
        fill=INK,
        stroke_width=1.1,
    )
    petals = "".join(
        circle(53.2 + dx, 20.4 + dy, 2.5, fill=SUIT)
        for dx, dy in ((0, -3.2), (3, -1), (1.9, 2.6), (-1.9, 2.6), (-3, -1))
    )
    flower = petals + circle(53.2, 20.4, 1.8, fill=FACE)
    hand = circle(52.6, 46.6, 2.4, fill=SKIN)
    return (
        veil + strands + dress + bust + beads + _face(38, 26) + lips + tiara + stem + flower + hand
    )


def _rider() -> str:
    coat = path("M6 56.5C7 48 14 43 22 40L34 44V56.5Z", fill=SUIT) + path(
        "M7.4 51C12 47.4 18 46 26 47.4", fill="none", stroke=GOLD, stroke_width=1.8
    )
    head = (
        path("M20.6 18H31V30C31 33 28.6 35 25.8 35S20.6 33 20.6 30Z", fill=SKIN)
        + circle(27.6, 24.6, 0.9, fill=INK, stroke="none")
        + path("M31 24L32.6 28H31", fill=SKIN)
        + path("M22 35V41L30 42.6V33.4", fill=SKIN)
    )
    hair = path("M19.6 19H24V30C24 33 22 35 19.4 35.4Z", fill=INK)
    hat = path("M20.4 17.4C20.6 9.6 31 9.6 31.6 17.4Z", fill=SUIT) + path(
        "M18.8 20.6V17H34.4L33 20.6Z", fill=GOLD
    )
    neck = path("M27 56.5C27.4 44 30 32 37 22L44 20L48 36L45.6 56.5Z", fill=FACE)
    muzzle = path(
        "M36.6 21.4C39 16.6 43.6 15 46.4 18.4L55.6 35.4C57 38.6 55 41.4 52 41.4"
        "C49.6 41.4 48.6 39.6 46.6 37.4L41.6 34Z",
        fill=FACE,
    )
    ears = path("M38 20.6L38.6 11.4L43 16.8L46.4 10.6L47 19.4Z", fill=FACE)
    mane = path(
        "M38.4 12.6L34 16.4L35.2 19.6L30.6 23L32.4 26.4L28 30.6L30.2 33.6L26 38.6L28.6 41.4"
        "L24.8 47L27.4 49.6L24 56.5H31C31.4 45 33.6 34 40 24Z",
        fill=INK,
    )
    eye = circle(45, 24.2, 1.4, fill=INK, stroke="none") + circle(
        53.4, 37.6, 0.8, fill=INK, stroke="none"
    )
    bridle = path(
        "M41.6 34L50.4 26.4M40.4 22.4L47.4 36.8M46.6 37.4C45 42 42 50 36 56.5",
        fill="none",
        stroke=SUIT,
        stroke_width=1.9,
    )
    studs = circle(47.2, 29.2, 1.5, fill=GOLD)
    return coat + head + hair + hat + neck + muzzle + ears + mane + eye + bridle + studs


def _jack() -> str:
    tunic = path("M8 56.5C10 48 18 44 29 42.6H47C52 43.4 55 46 56 56.5Z", fill=FACE) + path(
        "M38 42.6V56.5H56C55 46 52 43.4 47 42.6ZM13.4 49.4C15.6 47.6 18 46.2 21 45V56.5H11.2Z"
        "M25 43.6L31 42.6V56.5H25Z",
        fill=SUIT,
    )
    ruff = path(
        "M30 43C28.6 40 30 38 33 38.4L34.6 36H41.4L43 38.4C46 38 47.4 40 46 43"
        "C44 45.4 41 44.6 38 44.6S32 45.4 30 43Z",
        fill=GOLD,
    )
    hair = path(
        "M29.4 18H46.6V33C46.6 35 44.4 35.4 43 34.4H33C31.6 35.4 29.4 35 29.4 33Z", fill=INK
    )
    smile = path("M36 32.2C37 33.4 39 33.4 40 32.2", fill="none")
    cap = path("M26.8 19.4C25 13 31 9.4 38.4 10.4C46 11.4 49.4 15 48.6 19.4Z", fill=SUIT) + rect(
        28, 17.4, 20, 3.2, fill=GOLD
    )
    feather = path("M45 18.4C43.6 12 37 7.4 22.4 7.2C23 13.6 31 19 45 18.4Z", fill=FACE) + path(
        "M45 18.4C40 13.4 32 10.4 24.6 8.8M33.6 11.6L31 9M37 13.2L35.2 9.8M34.4 12L31.6 14.2"
        "M38.4 14L36.4 16.8",
        fill="none",
        stroke_width=0.8,
    )
    sword = (
        path("M52.4 44V12L53.9 8L55.4 12V44Z", fill=FACE)
        + path("M49.4 44H58.2M53.9 44V51", stroke_width=2.8, fill="none")
        + path("M50 44H57.6", stroke=GOLD, stroke_width=1.4, fill="none")
        + circle(53.9, 52.4, 1.8, fill=GOLD)
    )
    hand = circle(53.6, 48, 2.3, fill=SKIN)
    return tunic + ruff + hair + _face(38, 26) + smile + cap + feather + sword + hand


def parts() -> str:
    """Shared definitions: the frame, the belt and one half-figure per rank."""
    frame = path(FRAME, id="c-frame", fill=TINT, stroke=INK, stroke_width=0.6)
    belt = g(
        rect(5.5, 53.4, 52, 6.2, fill=GOLD),
        path(
            "M8 56.5H56",
            stroke_width=2.4,
            stroke_dasharray="0 4",
            stroke_linecap="round",
            stroke=FACE,
            fill="none",
        ),
        id="c-belt",
        stroke=INK,
        stroke_width=0.7,
    )
    halves = "".join(
        el("g", draw(), id=f"c-{rank}", stroke=INK, stroke_width="0.7", stroke_linejoin="round")
        for rank, draw in (("K", _king), ("Q", _queen), ("R", _rider), ("J", _jack))
    )
    return frame + belt + halves


def court(rank: str, suit: str) -> str:
    """Draw the figure of a court card between the two indices."""
    badge = circle(CX, CY, 7.6, fill=FACE, stroke=INK, stroke_width=0.7)
    return (
        use("c-frame")
        + both_ends(f"c-{rank}")
        + use("c-belt")
        + badge
        + use(f"s-{suit}", CX, CY, 0.52)
    )
