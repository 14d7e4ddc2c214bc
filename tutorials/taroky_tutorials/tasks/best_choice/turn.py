"""A turn after the auction as a learner sees it: what is known, the trick, what can be chosen, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from taroky.game import current, legal
from taroky.game.view import view
from taroky.hand import Action, Hand, Reason
from taroky.messages import Message, say
from taroky.players.reasons import named, reasons, reworded, signed
from taroky.rules.table import Seat, UnitRow

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.people import name_at
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.tasks.best_choice.decisions import Compared, Decision
from taroky_tutorials.tasks.drawing import choices, trick_before
from taroky_tutorials.tasks.exercise import State
from taroky_tutorials.tasks.outcome import Outcome

#: The most reasons that a reply gives besides what a choice costs.
_REASONS = 1


def seat_of(hand: Hand) -> Seat:
    """Return whose turn it is."""
    asked = current(hand)
    assert asked is not None
    return asked[1]


def by_card(compared: Sequence[Compared]) -> bool:
    """Return whether a card of the hand is played."""
    return compared[0].kind == "play"


def refused(hand: Hand, compared: Sequence[Compared]) -> dict[str, Reason]:
    """Why cards of the hand may not be played, by card."""
    options = legal(hand)
    assert options is not None
    return {
        choice.what: choice.refusal
        for choice in options.choices
        if by_card(compared) and choice.kind == "play" and choice.refusal is not None
    }


def why(hand: Hand, compared: Sequence[Compared], chosen: Compared) -> list[Reason]:
    """Why the best is better than what was chosen, if that is wrong, or than the best of what is wrong. The first reason says
    what both bring, what the choice costs, or that it is as good."""
    seat, best = seat_of(hand), compared[0]
    other = next(one for one in compared if not one.right) if chosen.right else chosen
    first, *more = reasons(hand.table, view(hand, seat), best.worth(seat), other.worth(seat))
    names = {one: named(one.worth(seat).action) for one in (best, chosen)}
    if not chosen.right:
        price = coins(Decimal(f"{chosen.behind:.2f}"), hand.table)
        first = reworded(first, say("table.review.better", best=names[best], price=price))
    elif chosen is not best:
        first = reworded(first, say("reason.equal", best=names[best], other=names[chosen]))
    return [_of_people(one, seat) for one in (first, *more[:_REASONS])]


def _of_people(reason: Reason, you: Seat) -> Reason:
    message = reason.message
    params = {key: name_at(value, you) if key == "seat" else value for key, value in message.params}
    return reworded(reason, say(message.id, **params))


def price(one: Compared, seat: Seat, unit: UnitRow) -> Message:
    """A choice with what it brings."""
    return say("best.price_of", what=named(one.worth(seat).action), mean=signed(one.mean, unit))


# -- the board -------------------------------------------------------------------------------------


def board(
    hand: Hand,
    compared: Sequence[Compared],
    state: State[Decision],
    outcome: Outcome,
    order: Sequence[str],
) -> Markup:
    """The whole of it, from top to bottom. order: of words to choose from, by their values."""
    you, table = seat_of(hand), hand.table
    facts = [element("li", line.text()) for line in _facts(hand, you)]
    cards = by_card(compared)
    held = show.hand(
        table,
        table.cards.sort(hand.holds(you)),
        state.base,
        state.id,
        event="call" if cards and not outcome.done else None,
        marks=outcome.marks,
        label=say("widget.your_hand").text(),
    )
    return join(
        element("ul", *facts, class_="tk-facts tk-standing") if facts else None,
        _looked_at(hand, you, state),
        _trick(hand, you, state) if hand.play.tricks or hand.play.trick or cards else None,
        None if cards else _words(hand, compared, state, outcome, order),
        held,
    )


def _facts(hand: Hand, you: Seat) -> Iterator[Message]:
    """Yield who plays what and with whom, what was said, and how many tricks each has, as far as you can know."""
    if hand.contract:
        yield from _sides(hand, you)
    for action in hand.actions:
        if action.kind == "say" and action.what != ("nothing",):
            words = [word for word in action.what if word not in hand.table.declarations.rows]
            if words:
                said = Action(action.seat, "say", tuple(words))
                yield say("best.said", seat=name_at(action.seat, you), what=named(said))
    if hand.play.tricks:
        taken = [
            say(
                "guide.taken",
                seat=name_at(seat, you),
                n=sum(trick.winner == seat for trick in hand.play.tricks),
            ).text()
            for seat in hand.from_seat(you)
        ]
        yield say("guide.standing_tricks", seats=taken)


def _sides(hand: Hand, you: Seat) -> Iterator[Message]:
    yours = ".you" if hand.declarer == you else ""
    seat = name_at(hand.declarer, you)
    if hand.call.called:
        name = "open.called_yours" if yours else "open.called"
        yield say(name, seat=seat, card=hand.call.called)
        friends = [
            name_at(other, you) for other in hand.from_seat(you)[1:] if hand.knows_side(you, other)
        ]
        if friends:
            yield say("best.with_you", seats=friends)
    else:
        yield say(f"best.plays{yours}", seat=seat, contract=hand.contract)


def _looked_at(hand: Hand, you: Seat, state: State[Decision]) -> Markup | None:
    """The cards of the talon that you look at now."""
    options = legal(hand)
    assert options is not None
    if not {*options.kinds} & {"take", "reject"}:
        return None
    seen = [card for card in view(hand, you).talon_seen if card in hand.cards.talon]
    open_to_all = [card for card in hand.exchange.exposed if card in hand.cards.talon]
    groups = [
        (say("best.open_to_all"), open_to_all),
        (say("best.looked_at"), [card for card in seen if card not in open_to_all]),
    ]
    return join(
        *(
            join(
                element("p", words.text()),
                show.hand(hand.table, cards, state.base, f"{state.id}-t", label=words.text()),
            )
            for words, cards in groups
            if cards
        )
    )


def _trick(hand: Hand, you: Seat, state: State[Decision]) -> Markup:
    """The trick on the table, and the one before it."""
    trick = hand.play.trick
    leader = trick.leader if trick else you
    over = hand.play.tricks[-1] if hand.play.tricks else None
    winner = name_at(over.winner or you, you) if over else ""
    return show.trick(
        hand.table,
        trick.cards if trick else (),
        leader,
        state.base,
        state.id,
        you=you,
        names={seat: name_at(seat, you) for seat in hand.active},
        held={you: trick_before(hand.table, over, winner, state) if over else None},
    )


def _words(
    hand: Hand,
    compared: Sequence[Compared],
    state: State[Decision],
    outcome: Outcome,
    order: Sequence[str],
) -> Markup:
    """A button for each choice."""
    seat = seat_of(hand)
    options = [
        (one.value, first_up(named(one.worth(seat).action).text()))
        for one in sorted(compared, key=lambda one: order.index(one.value))
    ]
    return choices(state, "call", options, outcome.marks)
