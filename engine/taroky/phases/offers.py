"""Offers: a choice put to a player at a fixed moment of the hand, or something that then happens by
itself. The rows say when; each phase that has such a moment asks here."""

from __future__ import annotations

from dataclasses import replace

from taroky.hand import Action, Choice, Hand, Refusal
from taroky.knowing import facts_for
from taroky.messages import say
from taroky.rules.table import Offer, Seat


def offered(hand: Hand, at: str, seat: Seat) -> dict[str, Offer]:
    """The offers open to that seat at that moment."""
    if not hand.contract or seat != hand.declarer:
        return {}
    return {
        name: offer
        for name, offer in hand.rules.offers.items()
        if offer.at == at and offer.who == "declarer" and offer.when.holds(facts_for(hand, seat))
    }


def choices(hand: Hand, at: str, seat: Seat) -> tuple[Choice, ...]:
    """All offers of that moment as choices; those whose condition fails say why not."""
    found = []
    for name, offer in hand.rules.offers.items():
        if offer.at != at or offer.who != "declarer" or seat != hand.declarer:
            continue
        open_now = offer.when.holds(facts_for(hand, seat))
        refusal = (
            None
            if open_now
            else Refusal(
                say(f"offer.{name}.not_now", contract=hand.contract),
                hand.rules.points_of(f"offers.{name}.when"),
            )
        )
        found.append(Choice("choose", name, refusal))
    return tuple(found)


def take(hand: Hand, action: Action) -> Hand:
    """The hand after its declarer took an offer."""
    offer = hand.rules.offers[action.what[0]]
    if offer.then == "end":
        return replace(hand, ended=action.what[0])
    assert offer.contract is not None
    return replace(hand, contract=offer.contract)


def check(hand: Hand, at: str, action: Action) -> Refusal | None:
    """Why an offer cannot be taken now."""
    for choice in choices(hand, at, action.seat):
        if (choice.what,) == action.what:
            return choice.refusal
    known = [choice.what for choice in choices(hand, at, action.seat)]
    return Refusal(say("hand.no_such", what=" ".join(action.what), expected=known))


def engine_offer(hand: Hand) -> str:
    """The offer that ends the hand by itself now, or ""."""
    if hand.ended or not hand.announcing_over or hand.tricks or hand.trick:
        return ""
    for name, offer in hand.rules.offers.items():
        if offer.who == "engine" and offer.at == "before_lead":
            if offer.when.holds(facts_for(hand, hand.declarer)):
                return name
    return ""
