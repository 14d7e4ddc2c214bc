"""Why an action is better than another, in sentences made of facts: what both bring, what becomes of the
trick and the points, who is known to have run out of the suit, what is still out."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.game.unseen import lacks
from taroky.game.view import View
from taroky.hand import Action, Hand
from taroky.messages import Message, say
from taroky.players.tally import Worth
from taroky.rules.table import Table

#: Smaller differences of points, and of hands among a hundred, are not worth a sentence.
_POINTS, _HANDS, _TRICKS = 1.0, 5.0, 20.0


def reasons(rules: Table, view: View, best: Worth, other: Worth) -> list[Message]:
    """Why the first is better than the second, the most telling first."""
    unit = rules.unit.name
    found = [say("reason.worth", best=named(best.action), worth=f"{best.mean:+.2f}",
                 other=named(other.action), less=f"{other.mean:+.2f}", unit=unit)]  # fmt: skip
    if best.takes is not None and other.takes is not None:
        if abs(best.takes - other.takes) >= _TRICKS:
            found.append(say("reason.trick", often=round(best.takes), other=round(other.takes)))
    if best.points is not None and other.points is not None:
        more = best.points - other.points
        if abs(more) >= _POINTS:
            which = "reason.more_points" if more > 0 else "reason.fewer_points"
            found.append(say(which, n=round(abs(more))))
    if abs(best.gains - other.gains) >= _HANDS:
        found.append(say("reason.gains", often=round(best.gains), other=round(other.gains)))
    if best.action.kind == "play":
        found += _of_cards(rules, view, best.action.what[0])
    return found


def named(action: Action) -> Message:
    """An action in words: its cards, what is said, or what is done."""
    if action.kind in ("play", "discard"):
        return say("reason.cards", cards=list(action.what))
    if action.kind == "call" and action.what[0].isupper():  # a card, not a word
        return say("reason.cards", cards=list(action.what))
    if action.kind in ("bid", "choose"):
        return say("reason.bids", words=list(action.what))
    if action.what:
        return say("reason.says", words=list(action.what))
    return say("reason.does", kind=action.kind)


def _of_cards(rules: Table, view: View, card: str) -> Iterator[Message]:
    """What everybody can know about the suit of a card that is led or played."""
    hand: Hand = view.unseen().hand
    pack = rules.cards
    led = pack.led(view.trick.cards) if view.trick else None
    suit = pack.suit(led or card)
    for seat, suits in lacks(hand).items():
        if suit in suits and seat != view.seat and hand.holds(seat):
            yield say("reason.void_taroky" if suit == "T" else "reason.void", seat=seat, suit=suit)
    if pack.is_excuse(card):
        return
    gone = {c for trick in view.tricks for c in (*trick.cards, *trick.extra)}
    here = set(view.trick.cards) if view.trick else set()
    higher = [c for c in pack.cards
              if pack.suit(c) == pack.suit(card) and pack.position(c) < pack.position(card)
              and c not in gone | here | {*view.cards, *view.discards, *view.shown}]  # fmt: skip
    if not higher:
        yield say("reason.highest", card=card)
    elif len(higher) <= 3:
        yield say("reason.higher", card=card, cards=higher)
