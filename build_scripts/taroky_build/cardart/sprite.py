"""One SVG document with a symbol for every card, the back and the suits."""

from collections.abc import Collection, Sequence

from taroky_build.cardart import back, courts, suits, trumps
from taroky_build.cardart.codes import COURTS, SUITS, split
from taroky_build.cardart.glyphs import GLYPHS, word
from taroky_build.cardart.pips import pips
from taroky_build.cardart.svg import FACE, INK, both_ends, el, rect, use

BOX = "0 0 63 113"


def _corner(text: str) -> str:
    """Draw what is in the corner of a card."""
    return word(text, 4, 5.4, 16.5, 13, 0.5)


def _index(rank: str) -> str:
    """Return the shared index letter or number of a rank, ids ``i-K`` and so on."""
    return el("g", _corner(rank), id=f"i-{rank}")


def letters(known: Collection[str]) -> str:
    """Return a document with these letters as they stand on court cards, ids ``letter-K`` and so on. Raises
    ValueError for one that is not drawn yet."""
    for char in "".join(known):
        if char not in GLYPHS:
            raise ValueError(
                f"the letter {char} is not drawn; draw it in taroky_build/cardart/glyphs.py."
            )
    drawn = (f'<g id="letter-{text}">{_corner(text)}</g>' for text in dict.fromkeys(known))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(drawn)}</svg>\n'


def _ends(rank: str, suit: str) -> str:
    """Both indices of a suit card."""
    return both_ends(f"e-{rank}{suit}")


def _face(code: str) -> tuple[str, str]:
    """Draw one card; return its definitions and its symbol."""
    rank, suit = split(code)
    if suit == "T":
        ends = el("g", trumps.head(code), id=f"e-{code}")
        body = trumps.rule() + trumps.middle(code) + both_ends(f"e-{code}")
    else:
        ends = el("g", use(f"i-{rank}"), use(f"s-{suit}", 10.5, 31.2, 0.6), id=f"e-{code}")
        body = (courts.court if rank in COURTS else pips)(rank, suit) + _ends(rank, suit)
    return ends, el("symbol", use("face"), body, id=code, viewBox=BOX)


def sprite(codes: Sequence[str]) -> str:
    """Return the sprite for ``codes``: card, back and suit symbols in one document, the ids of its symbols
    ``card-XXI``, ``card-BACK``, ``card-suit-S`` and so on.

    The suit's ink is ``currentColor``, so that the page colours it where a card is used.
    """
    face = rect(0.4, 0.4, 62.2, 112.2, rx=4, id="face", fill=FACE, stroke=INK, stroke_width=0.8)
    ranks = dict.fromkeys(rank for rank, suit in map(split, codes) if suit != "T")
    shared = face + suits.parts() + courts.parts() + trumps.parts() + back.parts()
    shared += "".join(_index(rank) for rank in ranks)
    drawn = [_face(code) for code in codes]
    defs = el("defs", shared, *(ends for ends, _ in drawn))
    symbols = [symbol for _, symbol in drawn]
    symbols.append(el("symbol", back.back(), id="BACK", viewBox=BOX))
    symbols.extend(suits.symbol(suit) for suit in SUITS)
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join([defs, *symbols]) + "\n</svg>\n"
