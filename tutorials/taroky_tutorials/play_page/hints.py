"""A hint at a decision of yours: a move and one reason about the cards; asked for more, what it brings.

The move and the figures are those of the analysis that the review reads, too."""

from __future__ import annotations

from functools import lru_cache

from taroky.cards import Card
from taroky.game import Record, replay
from taroky.hand import Action, Choice, Hand, Reason
from taroky.messages import Message, say
from taroky.players.advice import Advice, analysis
from taroky.players.comparing import Worth
from taroky.players.reasons import ahead, because, done, reworded, sayings_in_words, signed
from taroky.players.trick_value import aim_of
from taroky.rules.table import Seat

from taroky_tutorials.play_page.button_words import on_button
from taroky_tutorials.play_page.play_log import card_or_word, offer_name
from taroky_tutorials.play_page.state import PlayState

#: Two choices are named if each is that many cards or words at most: more are only a list to read.
_NAMED = 2

#: A difference of that many tricks in a hundred hands is a reason.
_TRICKS = 20.0


def hint(state: PlayState) -> tuple[Reason, ...]:
    """The hint that has been asked for: a move and why; asked for more, what it brings."""
    advice = _advice(state.evening.start, state.evening.hand.done)
    return worded(state, advice, figures=state.evening.hand.hints >= 2)


def worded(state: PlayState, advice: Advice, figures: bool) -> tuple[Reason, ...]:
    """A hint from an analysis of the position; figures: with what the move brings."""
    move, why = _move(state, advice), _why(state, advice)
    return (move, *(_figures(state.hand, advice) if figures else ()), why)


def advised(state: PlayState) -> tuple[Action, ...]:
    """Return what the hint lets you do: the best, and what is as good."""
    advice = _advice(state.evening.start, state.evening.hand.done)
    if not advice.hands:
        return (advice.usual,)
    return (advice.choices[0].action, *(choice.action for choice in advice.equal))


@lru_cache(maxsize=4)
def _advice(start: Record, done_so_far: tuple[Action, ...]) -> Advice:
    """Return what is best in the hand after these actions, worked out once: the table is drawn more
    often."""
    advice = analysis(replay(start.start(), done_so_far))
    assert advice is not None
    return advice


def _move(state: PlayState, advice: Advice) -> Reason:
    """Return what to do, in the words of the buttons; of two that are as good, both."""
    action = advice.choices[0].action if advice.hands else advice.usual
    if not advice.equal:
        return because(say("table.hint.move", do=on_buttons(state, action)))
    other = advice.equal[0].action
    if max(len(action.what), len(other.what)) > _NAMED:
        return because(say("table.hint.several", do=on_buttons(state, action)))
    if action.kind == other.kind == "play":
        return because(say("table.hint.either_card", one=action.what[0], other=other.what[0]))
    if _OF_CARDS.isdisjoint((action.kind, other.kind)):
        one, two = _buttons(state, action), _buttons(state, other)
        return because(say("table.hint.either_button", one=one, other=two))
    one, two = on_buttons(state, action), on_buttons(state, other)
    return because(say("table.hint.equal", one=one, other=two))


#: What is done with cards or places, and not by a button of its own.
_OF_CARDS = frozenset({"play", "discard", "look", "pick"})


def on_buttons(state: PlayState, action: Action) -> Message:
    """An action as one finds it: cards by their names, anything else by what its buttons say."""
    what = [*action.what]
    if action.kind in ("play", "discard"):
        return say(f"table.hint.{action.kind}", cards=what)
    if action.kind in ("look", "pick"):
        return say("table.hint.look", places=what)
    return say("table.hint.press", words=_buttons(state, action))


def _buttons(state: PlayState, action: Action) -> Message:
    """The buttons of an action by what is on them."""
    if action.kind == "say" and action.what == ("nothing",):
        words = [say("guide.do.nothing").text()]
    else:
        words = [on_button(state, Choice(action.kind, what)) for what in action.what or ("",)]
    return say("table.hint.buttons", words=[say("table.hint.button", word=w) for w in words])


def _why(state: PlayState, advice: Advice) -> Reason:
    """Return one reason about the cards."""
    seen = advice.card_reasons()
    if seen:
        return seen[0]
    if not advice.hands:
        return because(advice.why_usual)
    best, *rest = advice.choices
    kind, what = best.action.kind, best.action.what
    if kind == "play":
        return because(_of_trick(state.hand, best, rest) or _best_so_far(state, what[0]))
    if kind == "discard":
        return because(_of_discard(state, best.action))
    named = kind == "call" and what[0] in state.hand.table.cards.cards
    if named or kind in ("draw", "look", "pick", "take"):
        return because(say(f"guide.hint.{kind}"))
    return because(held(state.hand, state.you))


def _of_trick(hand: Hand, best: Worth, rest: list[Worth]) -> Message | None:
    """Return that a card takes the trick, or leaves it, more often than the next best; None if neither is
    why."""
    if not rest or not rest[0].worse or best.takes is None or rest[0].takes is None:
        return None
    more = best.takes - rest[0].takes
    if abs(more) < _TRICKS or more * aim_of(hand) < 0:
        return None
    return say("table.hint.takes" if more > 0 else "table.hint.leaves")


def _of_discard(state: PlayState, action: Action) -> Message:
    """Return which suit is empty then, or what to keep."""
    pack, held = state.hand.table.cards, state.hand.holds(state.you)
    kept = {pack.suit(card) for card in held if card not in action.what}
    empty = [s for s in dict.fromkeys(map(pack.suit, action.what)) if s not in kept and s != "T"]
    if empty:
        return say("table.hint.empty", suit=empty[0])
    return say("guide.hint.discard")


def _figures(hand: Hand, advice: Advice) -> list[Reason]:
    """Return what the move brings on average, what the next best, and what else speaks for it in
    figures."""
    if not advice.hands:
        return []
    best, *rest = advice.choices
    unit = hand.table.unit.name
    worth = signed(best.mean, hand.table.unit)
    if not rest:
        return [because(say("table.hint.brings", worth=worth, unit=unit))]
    second = rest[0]
    if not second.worse:
        return [because(say("table.hint.either", worth=worth, unit=unit)), *ahead(hand.table)]
    less = signed(best.mean - second.behind, hand.table.unit)
    many = len(second.action.what) > _NAMED
    which = "table.hint.next" if many else "table.hint.compared"
    compared = say(which, worth=worth, unit=unit, other=done(second.action), less=less)
    first, *more = advice.reasons()
    about_cards = [reason.message for reason in advice.card_reasons()]
    figures = [reason for reason in more if reason.message not in about_cards]
    return [reworded(first, compared), *figures]


def held(hand: Hand, you: Seat) -> Message:
    """Return what makes a hand strong, counted."""
    cards, table = hand.holds(you), hand.table
    taroky = sum(map(table.cards.is_tarok, cards))
    kings = len(table.cards.members("kings").intersection(cards))
    return say("guide.hint.held" if kings else "guide.hint.held_kingless", n=taroky, kings=kings)


def _best_so_far(state: PlayState, card: Card) -> Message:
    """Return which card is the best so far and whose, or for a lead how many of its suit you hold."""
    hand, you = state.hand, state.you
    pack, trick = hand.table.cards, hand.play.trick
    if trick is None or pack.led(trick.cards) is None:
        suit = pack.suit(card)
        n = sum(pack.suit(other) == suit for other in hand.holds(you))
        return say("guide.hint.lead_tarok" if suit == "T" else "guide.hint.lead", n=n)
    best = trick.cards[pack.winner(trick.cards)]
    seat = trick.by(best)
    side = hand.knows_side(you, seat)
    to = "own" if side else "others" if side is False else "open"
    return say(f"guide.hint.follow_{to}", best=best, seat=seat)


def in_words(hand: Hand, action: Action) -> Message:
    """An action as advice: "play the 7 of clubs"."""
    what = list(action.what)
    match action.kind:
        case "bid" if what == ["pass"]:
            return say("guide.would.bid_pass")
        case "bid":
            return say("guide.would.bid", call=what[0])
        case "call":
            return say("guide.would.call", what=card_or_word(hand, what[0]))
        case "play":
            return say("guide.would.play", card=what[0])
        case "discard":
            return say("guide.would.discard", cards=what)
        case "look" | "pick":
            return say("guide.would.look", places=what)
        case "choose":
            return say("guide.would.choose", offer=offer_name(what[0]))
        case "say" if what == ["nothing"]:
            return say("guide.would.nothing")
        case "say":
            return say("guide.would.say", words=sayings_in_words(what))
    return say(f"guide.would.{action.kind}")
