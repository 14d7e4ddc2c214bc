"""Offers: a choice put to a player at a fixed moment of the hand, or something that then happens by
itself. The rows say when; each phase that has such a moment asks here."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.hand import Action, Choice, Hand, Refusal, replace
from taroky.hand.condition_facts import facts_for
from taroky.hand.exchange import next_draw
from taroky.messages import known, say
from taroky.rules.table import OfferRow, Seat, Table

#: What a player says who lets an offer go by.
PLAY_ON = "play_on"


def _offers_to(hand: Hand, moment: str, seat: Seat) -> Iterator[tuple[str, OfferRow]]:
    """The offers of that moment which are that seat's to take, whether open now or not."""
    for name, offer in _rows(hand.table, moment):
        if offer.who == "any" or (hand.contract and seat == hand.declarer):
            yield name, offer


def _rows(table: Table, moment: str) -> tuple[tuple[str, OfferRow], ...]:
    """The offers of that moment that a player takes."""
    offers: tuple[tuple[str, OfferRow], ...] | None = table.memo.get(("offers", moment))
    if offers is None:
        rows = table.offers.items()
        offers = tuple(
            (name, row) for name, row in rows if row.at == moment and row.who != "engine"
        )
        table.memo["offers", moment] = offers
    return offers


def refusal(hand: Hand, seat: Seat, name: str) -> Refusal | None:
    """Why that seat cannot take this offer: by its condition, or because it has made its own call
    (HEUN-PENALTIES-08)."""
    if hand.table.offers[name].when.holds(facts_for(hand, seat)):
        return _too_late(hand, seat, name)
    own = f"offer.{name}.not_now"
    message = say(own if known(own) else "offer.not_now", contract=hand.contract)
    return Refusal(message, hand.table.points_of(f"offers.{name}.when"))


def _too_late(hand: Hand, seat: Seat, name: str) -> Refusal | None:
    offer = hand.table.offers[name]
    if offer.at != "before_own_call" or offer.until == "lead" or not _spoken(hand, seat):
        return None
    return Refusal(say("offer.spoken"), hand.table.points_of(f"offers.{name}.until"))


def _spoken(hand: Hand, seat: Seat) -> bool:
    """Whether a player has made a call of their own, or can make none any more."""
    return bool(hand.contract) or any(by == seat for by, _ in hand.auction.calls)


def choices(hand: Hand, moment: str, seat: Seat) -> tuple[Choice, ...]:
    """All offers of that moment as choices; those whose condition fails say why not."""
    return tuple(
        Choice("choose", name, refusal(hand, seat, name))
        for name, _ in _offers_to(hand, moment, seat)
    )


def asides(hand: Hand, seat: Seat) -> tuple[Choice, ...]:
    """Offers that seat may take no matter whose turn it is, once their moment has come: those that stay
    open until the player's first call or until the first lead, and those until the discard where others
    draw before that."""
    if not hand.deal.dealt or hand.play.tricks or hand.play.trick:
        return ()
    reached = {
        "before_own_call": True,
        "after_draw": seat in hand.exchange.drawn,
        "after_look": bool(hand.exchange.looks or hand.exchange.set_taken),
    }
    spoken = _spoken(hand, seat)
    open_now = []
    for moment, now in reached.items():
        for choice in choices(hand, moment, seat) if now else ():
            until = hand.table.offers[choice.what].until
            waits = until == "discard" and _others_draw_first(hand)
            if until == "lead" or (until == "own_call" and not spoken) or waits:
                open_now.append(choice)
    return tuple(open_now)


def _others_draw_first(hand: Hand) -> bool:
    """Whether others are still to draw, where all do before anybody discards."""
    order = [name for name in hand.table.phases if name in ("talon", "discard")]
    return order == ["talon", "discard"] and next_draw(hand) is not None


def choices_until_lead(hand: Hand, seat: Seat) -> tuple[Choice, ...]:
    """Offers whose moment came with the talon and that stay open until the first lead."""
    if not hand.exchange.drawn.get(seat) or hand.play.tricks or hand.play.trick:
        return ()
    names = {name for name, offer in hand.table.offers.items() if offer.until == "lead"}
    if not names:
        return ()
    early = (*choices(hand, "after_look", seat), *choices(hand, "after_draw", seat))
    return tuple(choice for choice in early if choice.what in names)


def open_to(hand: Hand, moment: str, seat: Seat) -> bool:
    """Whether that seat may take some offer of that moment."""
    facts = facts_for(hand, seat)
    return any(offer.when.holds(facts) for _, offer in _offers_to(hand, moment, seat))


def take(hand: Hand, action: Action) -> Hand:
    """The hand after an offer was taken."""
    name = action.what[0]
    offer = hand.table.offers[name]
    if offer.then != "play":
        return replace(hand, ended=name)
    assert offer.contract is not None
    return replace(hand, contract=offer.contract)


def check(hand: Hand, moment: str, action: Action) -> Refusal | None:
    """Why an offer cannot be taken now."""
    for choice in choices(hand, moment, action.seat):
        if (choice.what,) == action.what:
            return choice.refusal
    name = " ".join(action.what)
    if name in hand.table.offers:
        cells = (hand.table.points_of(f"offers.{name}.{cell}") for cell in ("at", "until"))
        points = tuple(dict.fromkeys(point for ids in cells for point in ids))
        return refusal(hand, action.seat, name) or Refusal(say("offer.not_now"), points)
    known = [choice.what for choice in choices(hand, moment, action.seat)]
    return Refusal(say("hand.no_such", what=name, expected=known))


def closed(hand: Hand, action: Action) -> Refusal | None:
    """Why an offer of the table is not open to this seat at this moment; None for other actions."""
    name = action.what[0] if action.kind == "choose" and action.what else ""
    if name not in hand.table.offers:
        return None
    if hand.table.offers[name].who == "any" and action.seat in hand.deal.dealt:
        never = refusal(
            hand, action.seat, name
        )  # this hand could not have chosen it earlier either
        if never is not None:
            return never
    cells = (hand.table.points_of(f"offers.{name}.{cell}") for cell in ("at", "until"))
    points = tuple(dict.fromkeys(point for ids in cells for point in ids))
    return Refusal(say("offer.not_now", row=name), points)


def engine_offer(hand: Hand) -> str:
    """The offer that ends the hand by itself now, or ""."""
    if (
        not hand.table.offers
        or hand.ended
        or not hand.announce.announcing_over
        or hand.play.tricks
        or hand.play.trick
    ):
        return ""
    for name, offer in hand.table.offers.items():
        if offer.who == "engine" and offer.at == "before_lead":
            if offer.when.holds(facts_for(hand, hand.declarer)):
                return name
    return ""
