"""What your hands at this kind of table come to: a curve of your results, the kind of mistake that reviews have found most
often this week with what trains it, and another level where your results suggest one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from decimal import Decimal
from itertools import accumulate
from statistics import mean, stdev

from taroky.messages import say
from taroky.players.levels import LEVELS

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.evening_parts import Past
from taroky_tutorials.play_page.seating import with_hand
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view import practice_links

#: How many hands are in the curve, and how many decide about a level.
_SHOWN, _JUDGED = 30, 10
#: What of a hand's kinds of decisions has a name of its own; all else is about the talon.
_NAMED = ("bid", "call", "discard", "say", "play")
#: The curve's size, in its own units, and how far it stays from the edges.
_WIDE, _HIGH, _EDGE = 300, 90, 6


def progress(state: PlayState, base: str) -> Markup:
    """Return what there is to say of your hands by these rules, this one with them if it is over."""
    evening, game = state.evening, state.hand.table.name
    past = with_hand(state, evening.today) if state.over else evening.past
    mine = [hand for hand in past if hand.game == game]
    return join(
        _curve(state, mine[-_SHOWN:]),
        *_mistakes(state, mine, base),
        _level(mine[-_JUDGED:]),
    )


def _curve(state: PlayState, hands: Sequence[Past]) -> Markup | None:
    """A line from hand to hand of what they have brought together, and the line of nothing won or lost."""
    if len(hands) < 2:
        return None
    sums = [Decimal(0), *accumulate(hand.amount for hand in hands)]
    low, high = min(sums), max(sums)
    room = high - low or Decimal(1)

    def height(value: Decimal) -> str:
        return f"{_EDGE + float((high - value) / room) * (_HIGH - 2 * _EDGE):.1f}"

    step = (_WIDE - 2 * _EDGE) / len(hands)
    places = [f"{_EDGE + n * step:.1f} {height(value)}" for n, value in enumerate(sums)]
    table = state.hand.table
    words = say(
        "table.curve",
        n=len(hands),
        amount=signed(sums[-1], table),
        low=signed(low, table),
        high=signed(high, table),
        unit=table.unit.name,
    ).text()
    x, y = places[-1].split()
    return element(
        "figure",
        element(
            "svg",
            element("path", d=f"M0 {height(Decimal(0))}H{_WIDE}", class_="tk-curve-zero"),
            element("path", d="M" + "L".join(places), class_="tk-curve-line"),
            element("circle", cx=x, cy=y, r="4", class_="tk-curve-end"),
            viewBox=f"0 0 {_WIDE} {_HIGH}",
            class_="tk-curve",
            aria_hidden="true",
        ),
        element("figcaption", words),
    )


def _mistakes(state: PlayState, hands: Sequence[Past], base: str) -> Iterator[Markup]:
    """The kind of mistake that reviews of the last seven days have found most often, and what trains it."""
    today = state.evening.today
    if not today:
        return
    since = str(date.fromisoformat(today) - timedelta(days=6))
    mistakes = Counter(kind for hand in hands if since <= hand.day for kind in hand.mistakes)
    if not mistakes:
        return
    (kind, many), *_ = mistakes.most_common(1)
    name = kind if kind in _NAMED else "talon"
    words = say(f"table.mistake.{name}", n=many, all=mistakes.total()).text()
    yield element("p", words, " ", *practice_links.links(state.hand.table, kind, base))


def _level(hands: Sequence[Past]) -> Markup | None:
    """A level for the next evening, where the last hands were all at one level and went clearly well or badly."""
    levels, names = {hand.level for hand in hands}, list(LEVELS)
    if len(hands) < _JUDGED or len(levels) != 1 or (level := levels.pop()) not in names:
        return None
    amounts = [float(hand.amount) for hand in hands]
    clearly = stdev(amounts) / len(amounts) ** 0.5
    way = 1 if mean(amounts) > clearly else -1 if mean(amounts) < -clearly else 0
    place = names.index(level) + way
    if not way or not 0 <= place < len(names):
        return None
    new = say(f"table.level.{names[place]}").text()
    return element("p", say(f"table.level.{'up' if way > 0 else 'down'}", level=new).text())
