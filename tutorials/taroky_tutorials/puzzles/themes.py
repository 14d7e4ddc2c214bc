"""What a puzzle is about, told by the hand alone, and never by its answer: the name of a theme gives nothing away."""

from __future__ import annotations

from taroky.game import current, legal
from taroky.hand import Hand
from taroky.rules.table import Seat

#: In the order in which a page names them.
THEMES = ("bid", "double", "partner", "pagat", "taroky", "points", "last")
#: The fewest taroky with which one may think of drawing those of the others.
_MANY = 4
#: The last tricks, and the fewest points in a trick that are worth a thought.
_LAST, _POINTS = 3, 5


def themes_of(hand: Hand) -> tuple[str, ...]:
    """Return the themes of this turn, at least one."""
    asked = current(hand)
    assert asked is not None
    phase, seat = asked[0].name, asked[1]
    if phase == "auction":
        return ("bid",)
    options = legal(hand)
    assert options is not None
    said = [choice.what.partition(":") for choice in options.of("say")]
    doubles = any(word in hand.table.doubling.steps for word, _, _ in said)
    about = {
        "double": phase != "play" and doubles,
        "partner": phase == "calling" or _seeks(hand, seat),
        "pagat": _pagat(hand, seat, [word for word, _, _ in said]),
        **dict.fromkeys(("taroky", "points", "last"), False),
    }
    if phase == "play":
        laid = hand.play.trick.cards if hand.play.trick else ()
        pack, held = hand.table.cards, hand.holds(seat)
        taroky = sum(map(pack.is_tarok, held))
        about["taroky"] = not laid and _MANY <= taroky < len(held)
        about["points"] = sum(map(pack.value, laid)) >= _POINTS
        about["last"] = len(held) <= _LAST
    return tuple(name for name in THEMES if about.get(name)) or ("points",)


def _seeks(hand: Hand, seat: Seat) -> bool:
    """Whether the seat cannot know who is with it."""
    if not hand.contract or hand.row.sides != "called":
        return False
    return any(hand.knows_side(seat, other) is None for other in hand.active)


def _pagat(hand: Hand, seat: Seat, words: list[str]) -> bool:
    """Whether the lowest tarok matters now: it is held, lies in the trick, or may be announced."""
    lowest = hand.table.cards.trumps[-1]
    laid = hand.play.trick.cards if hand.play.trick else ()
    bonuses = hand.table.bonuses
    spoken = any(word in bonuses and bonuses[word].card == lowest for word in words)
    return spoken or lowest in laid or lowest in hand.holds(seat)
