"""Pictures for previews of links, as chats and search engines show them: cards fanned out on the cloth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from taroky_build.cardart.codes import split
from taroky_build.cardart.sprite import sprite
from taroky_build.cardart.svg import INK, H, W, el, g, rect

#: In pixels, as previews of links want it.
WIDTH: Final = 1200
HEIGHT: Final = 630
_CLOTH: Final = "#2b5242"
_BACK: Final = "BACK"
#: The colours of suits and trumps, as on the pages.
_COLOURS: Final = {"S": INK, "C": INK, "H": "#a8262b", "D": "#a8262b", "T": "#2b3f73"}


@dataclass(frozen=True)
class Fan:
    """Cards held in a hand. codes: from left to right, "BACK" for one that shows its back; x, y: the middle of the
    circle on which they lie, in pixels; radius: from there to the middle of a card; turn: the angle from one to the
    next, in degrees; size: how many times as large as they are drawn; raised: those that stand out."""

    codes: Sequence[str]
    x: float = WIDTH / 2
    y: float = 1000
    radius: float = 660
    turn: float = 5.6
    size: float = 3.5
    raised: Sequence[str] = ()


#: Pages that are about no game, by their kind.
KINDS: Final[Mapping[str, Sequence[Fan]]] = {
    "taroky": [Fan(("SKYZ", "XXI", "I"), turn=13, size=4)],
    "play": [
        Fan(("XX", "XV", "IX", "II", "KH", "QH", "JS", "10C"), raised=("KH",), turn=6.4),
    ],
    "learn": [Fan(("KS", "QS", "RS", "JS", "10S"), turn=9.5, size=3.8)],
    "reference": [Fan(("SKYZ", "XXI", "I", "KS", "KH", "KD", "KC"), turn=7.6, size=3.6)],
    "compare": [
        Fan(("XXI", "XIX", "KS", "10S"), x=320, turn=8, size=2.9, y=960, radius=600),
        Fan(("SKYZ", "XX", "QH", "AH"), x=880, turn=8, size=2.9, y=960, radius=600),
    ],
    "calculators": [Fan(("KD", "QH", "RC", "JS", "XXI", "AD"), turn=8.4, size=3.7)],
    "sheets": [Fan((_BACK, _BACK, _BACK, _BACK, "I"), turn=9.5, size=3.8)],
    "strategy": [Fan(("XIX", "XII", "I", "QS", "8S", "KD", "7C"), raised=("I",), turn=7.2)],
    "house": [Fan(("KH", "QH", "RH", "JH", "AH"), turn=9.5, size=3.8)],
}
#: How wide a whole hand is spread, in degrees.
_SPREAD: Final = 64


def hand(codes: Sequence[str]) -> list[Fan]:
    """The picture of a game: one of its hands."""
    return [Fan(codes, turn=_SPREAD / (len(codes) - 1))]


def picture(fans: Sequence[Fan]) -> str:
    """A picture as an SVG document."""
    codes = {code: None for fan in fans for code in fan.codes if code != _BACK}
    symbols = sprite(list(codes)).partition(">")[2].rpartition("</svg>")[0]
    drawn = "".join(_fan(fan) for fan in fans)
    cloth = rect(0, 0, WIDTH, HEIGHT, fill=_CLOTH)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{symbols}</defs>{cloth}{drawn}</svg>\n'
    )


def _fan(fan: Fan) -> str:
    return "".join(_card(fan, place, code) for place, code in enumerate(fan.codes))


def _card(fan: Fan, place: int, code: str) -> str:
    width, height = W * fan.size, H * fan.size
    turn = (place - (len(fan.codes) - 1) / 2) * fan.turn
    out = fan.radius + (height / 5 if code in fan.raised else 0)
    card = el("use", href=f"#card-{code}", width=width, height=height)
    return g(
        card,
        color=INK if code == _BACK else _COLOURS[split(code)[1]],
        transform=f"translate({fan.x:g} {fan.y:g})rotate({turn:.2f})"
        f"translate({-width / 2:.1f} {-out - height / 2:.1f})",
    )
