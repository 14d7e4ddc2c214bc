"""The table of an exercise as the learner sees it: the others with their cards, the trick, the learner’s hand."""

from __future__ import annotations

from taroky.hand import Hand, Trick
from taroky.messages import Message, say
from taroky.rules.table import Seat

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.drawing import trick_before
from taroky_tutorials.tasks.exercise import State
from taroky_tutorials.tasks.open_tricks.attempt import Sitting, shown_trick
from taroky_tutorials.tasks.open_tricks.position import FewCards
from taroky_tutorials.tasks.open_tricks.trick_counts import (
    YOU,
    finished,
    piles,
    player_at,
    points_of,
    side_known,
    taker,
    your_side,
)


def board(sitting: Sitting, state: State[FewCards], marks: show.Marks) -> Markup:
    """The whole of it, from top to bottom."""
    hand, trick = sitting.hand, shown_trick(sitting)
    held = {seat: _held(hand, seat, state) for seat in hand.active if seat != YOU}
    over = finished(hand) if trick is hand.play.trick else ()
    before = trick_before(hand.table, over[-1], taker(over[-1]), state) if over else None
    table = show.trick(
        hand.table,
        trick.cards if trick else (),
        trick.leader if trick else YOU,
        state.base,
        state.id,
        you=YOU,
        names={seat: player_at(seat) for seat in hand.active},
        marks=_winner(hand, trick),
        held={**held, YOU: before},
    )
    own = show.hand(
        hand.table,
        hand.holds(YOU),
        state.base,
        state.id,
        event=None if sitting.over else "tap",
        marks=marks,
        label=say("widget.your_hand").text(),
    )
    return join(_standing(sitting, state), table, own if hand.holds(YOU) else None)


def _held(hand: Hand, seat: Seat, state: State[FewCards]) -> Markup | None:
    """Return what another seat still holds: its cards where they are open, else how many."""
    cards = hand.holds(seat)
    if not cards:
        return None
    if not state.exercise.position.open:
        return element("span", say("open.cards", n=len(cards)).text(), class_="tk-held")
    faces = [element("li", show.card(hand.table, card, state.base)) for card in cards]
    return element(
        "ul", *faces, class_="tk-held", aria_label=say("open.held", seat=player_at(seat)).text()
    )


def _winner(hand: Hand, trick: Trick | None) -> show.Marks:
    """The card that has won the trick, or is ahead in it."""
    if trick is None or len(trick.cards) < 2:
        return {}
    if trick.winner is not None:
        card = next(card for card in trick.cards if trick.by(card) == trick.winner)
        return {card: ("is-winner", "widget.wins")}
    return {trick.cards[hand.table.cards.winner(trick.cards)]: ("is-winner", "guide.ahead")}


def marks_of(sitting: Sitting) -> dict[str, tuple[str, str]]:
    """After a refusal every card that may not be played now."""
    if not sitting.refused:
        return {}
    barred = [card for card, choice in sitting.choices.items() if not choice.legal]
    return dict.fromkeys(barred, ("is-dim", "widget.may_not")) | dict.fromkeys(
        sitting.refused, ("is-wrong", "widget.may_not")
    )


def _standing(sitting: Sitting, state: State[FewCards]) -> Markup | None:
    """Return what is played, and what your side has, where there are sides or points are wanted."""
    hand, goal = sitting.hand, state.exercise.position.goal
    lines: list[Message] = []
    if hand.call.called:
        name = "open.called_yours" if hand.declarer == YOU else "open.called"
        lines.append(say(name, seat=player_at(hand.declarer), card=hand.call.called))
    known = side_known(hand)
    tricks, side = finished(hand), your_side(hand)
    if len(side) > 1 and known:
        won = sum(trick.winner in side for trick in tricks)
        with_you = [player_at(seat) for seat in side if seat != YOU]
        lines.append(say("open.sides", seats=with_you, n=won, lost=len(tricks) - won))
    elif tricks:
        counted = [
            say(
                "guide.taken",
                seat=player_at(seat),
                n=sum(trick.winner == seat for trick in tricks),
            ).text()
            for seat in hand.active
        ]
        lines.append(say("guide.standing_tricks", seats=counted))
    if "points" in goal and (known or sitting.over):
        lines.append(say("open.points", points=str(points_of(hand, piles(hand)[0]).points)))
    if not lines:
        return None
    items = [element("li", line.text()) for line in lines]
    return element("ul", *items, class_="tk-facts tk-standing")
