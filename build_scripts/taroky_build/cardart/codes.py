"""Card codes of the two packs, in the order in which a sorted hand shows them."""

from typing import Final, Literal

SUITS: Final = ("S", "H", "D", "C")
BLACK: Final = ("S", "C")
COURTS: Final = ("K", "Q", "R", "J")
PIPS: Final = ("10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
ROMAN: Final = (
    "I",
    "II",
    "III",
    "IV",
    "V",
    "VI",
    "VII",
    "VIII",
    "IX",
    "X",
    "XI",
    "XII",
    "XIII",
    "XIV",
    "XV",
    "XVI",
    "XVII",
    "XVIII",
    "XIX",
    "XX",
    "XXI",
)
SKYZ: Final = "SKYZ"
TRUMPS: Final = (SKYZ, *reversed(ROMAN))


def pack_codes(size: Literal[54, 78]) -> tuple[str, ...]:
    """Return the codes of the 54-card or the 78-card pack, trumps first, high to low."""
    if size not in (54, 78):
        raise ValueError(f"no pack of {size} cards: it must be 54 or 78")
    codes: list[str] = list(TRUMPS)
    for suit in SUITS:
        pips: tuple[str, ...] = PIPS
        if size == 54:
            pips = PIPS[:4] if suit in BLACK else PIPS[6:]
        codes.extend(rank + suit for rank in (*COURTS, *pips))
    return tuple(codes)


CODES_78: Final = pack_codes(78)


def split(code: str) -> tuple[str, str]:
    """Split a card code into rank and suit; trumps come back with suit ``T``.

    >>> split("10S"), split("XXI")
    (('10', 'S'), ('XXI', 'T'))
    """
    if code in TRUMPS:
        return code, "T"
    rank, suit = code[:-1], code[-1:]
    if suit in SUITS and (rank in COURTS or rank in PIPS):
        return rank, suit
    raise ValueError(f"no such card: {code!r}")
