"""A hand in lines, as one player sees it: what somebody did, and what there is to choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from taroky.cli.terminal import in_brackets
from taroky.cli.typed import label
from taroky.game.view import view
from taroky.hand import Action, Choice, Hand, Legal, Trick
from taroky.messages import Message, say
from taroky.players.reasons import named
from taroky.rules.table import Seat

#: Of the reasons against choices so many are read without being asked for.
_REASONS = 4


def done_lines(you: Seat, was: Hand, action: Action, now: Hand) -> Iterator[Message | str]:
    """Yield what an action did, and what followed from it, as far as this seat can see it."""
    if action.seat != you and action.kind != "play" and was.deal.dealt:
        yield say("terminal.did", seat=action.seat, what=_visible(you, action, now))
    if now.contract and now.contract != was.contract:
        each = now.row.sides == "each" or not now.declarer
        which = "terminal.contract_each" if each else "terminal.contract"
        yield say(which, seat=now.declarer, contract=now.contract)
    before, after = view(was, you), view(now, you)
    for name in ("faced", "talon_seen", "exposed", "shown", "drawn"):
        cards = [card for card in getattr(after, name) if card not in getattr(before, name)]
        if cards:
            yield say(f"terminal.{name}", cards=" ".join(cards))
    for seat, row, displayed in after.displayed[len(before.displayed) :]:
        yield say("terminal.displayed", seat=seat, row=row, cards=" ".join(displayed))
    if len(after.tricks) > len(before.tricks):
        trick = after.tricks[-1]
        yield say(
            "terminal.trick", number=len(after.tricks), cards=_cards(trick), seat=trick.winner or ""
        )
    if after.sides_public and not before.sides_public and now.declarer:
        which = "terminal.alone" if after.partner is None else "terminal.partner"
        yield say(which, seat=now.declarer, partner=after.partner or "")


def _visible(you: Seat, action: Action, now: Hand) -> Message:
    """An action of somebody else without what only they know."""
    if action.kind == "discard":
        return say("terminal.discards", n=len(action.what))
    seen = view(now, you)
    if action.kind == "call" and not (seen.called or seen.called_as):
        return say("terminal.calls")
    return named(action)


def turn_lines(hand: Hand, options: Legal) -> Iterator[Message | str]:
    """Yield what somebody has to know whose turn it is: the trick, their cards, what they may do, and
    why not the rest."""
    yield ""
    trick = hand.play.trick
    if options.phase == "play":
        cards = _cards(trick) if trick else "–"
        yield say("terminal.on_table", number=len(hand.play.tricks) + 1, cards=cards)
    else:
        yield say("terminal.phase", phase=options.phase)
    yield say("terminal.hand", cards=_by_suit(hand, hand.holds(options.seat)))
    numbered = [
        f"{place} {label(options.seat, choice)}" for place, choice in enumerate(options.legal, 1)
    ]
    yield say("terminal.choices", choices="   ".join(numbered))
    for kind, (few, many) in options.picks.items():
        if few == many and options.of(kind):
            yield say("terminal.choose", n=few)
        elif few == 0:
            yield say("terminal.silence")
    reasons = [*refused_lines(options)]
    yield from reasons[:_REASONS]
    if len(reasons) > _REASONS:
        yield say("terminal.more", n=len(reasons) - _REASONS)


def refused_lines(options: Legal) -> Iterator[str]:
    """Yield the choices that are not legal, those with the same reason together."""
    groups: dict[str, list[Choice]] = {}
    for choice in options.choices:
        if choice.refusal is not None:
            reason = f"{choice.refusal.text()}{in_brackets(choice.refusal.points)}"
            groups.setdefault(reason, []).append(choice)
    for reason, choices in groups.items():
        yield f"  {_named(options.seat, choices)}: {reason}"


def _named(seat: Seat, choices: Iterable[Choice]) -> str:
    return say("terminal.not", choices=", ".join(label(seat, choice) for choice in choices)).text()


def _cards(trick: Trick) -> str:
    return "  ".join(f"{seat} {card}" for seat, card in zip(trick.seats, trick.cards, strict=False))


def _by_suit(hand: Hand, cards: Sequence[str]) -> str:
    """Cards with a wider space between suits."""
    pack = hand.table.cards
    text = ""
    for card, before in zip(cards, ["", *cards], strict=False):
        same = before and pack.suit(before) == pack.suit(card)
        text += (" " if same else "   " if before else "") + card
    return text
