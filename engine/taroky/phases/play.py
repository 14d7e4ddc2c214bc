"""Playing the tricks.

The order of the tests: what must be followed or trumped, then cards that are barred or held back
(unless nothing else is left), then the duty to beat. `judge` is the one authority: a page, a bot
and the referee all ask it.

Sources: HLU-PLAY-01 to HLU-PLAY-13, HLU-VAR-05 to HLU-VAR-15.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taroky.cards import Card
from taroky.hand import Action, Choice, Hand, Legal, Refusal, Trick
from taroky.messages import say
from taroky.phases.announce import announced
from taroky.rules.conditions import Facts
from taroky.rules.table import Bar, Seat, Table


def legal_cards(
    rules: Table,
    play: str,
    cards: Sequence[Card],
    trick: Sequence[Card],
    bound: Sequence[Card] = (),
) -> tuple[Card, ...]:
    """The cards of a hand that may go to a trick; bound: announced cards that are held back."""
    return _narrow(rules, play, cards, trick, bound)[-1][1]


def judge(
    rules: Table,
    play: str,
    cards: Sequence[Card],
    trick: Sequence[Card],
    bound: Sequence[Card] = (),
) -> tuple[Choice, ...]:
    """Every card of a hand: may it go to this trick, and if not, which rule took it out."""
    stages = _narrow(rules, play, cards, trick, bound)
    found = []
    for card in cards:
        refusal = None
        for stage, kept in stages:
            if card not in kept:
                refusal = _reason(rules, play, stage, card, cards, trick)
                break
        found.append(Choice("play", card, refusal))
    return tuple(found)


def _narrow(
    rules: Table, play: str, cards: Sequence[Card], trick: Sequence[Card], bound: Sequence[Card]
) -> list[tuple[str, tuple[Card, ...]]]:
    """The cards left after each test, with the test's name."""
    pack, row = rules.cards, rules.play[play]
    left = tuple(cards)
    stages = [("all", left)]
    if trick:
        lead = pack.suit(trick[0])
        same = tuple(c for c in left if pack.suit(c) == lead)
        taroky = tuple(c for c in left if pack.is_tarok(c))
        if "follow" in row.duties and same:
            left = same
            stages.append(("follow", left))
        elif "trump" in row.duties and taroky:
            left = taroky
            stages.append(("trump", left))
    barred = {
        bar.card: f"bars.{name}"
        for name, bar in row.bars.items()
        if bar.card in left and _bars(rules, bar, cards, trick)
    }
    barred |= {card: "hold_back" for card in bound if card in left}
    if barred and len(barred) < len(left):
        for card, stage in barred.items():
            left = tuple(c for c in left if c != card)
            stages.append((stage, left))
    if trick and "beat" in row.duties:
        best = trick[pack.winner(trick)]
        beating = tuple(c for c in left if pack.beats(c, best))
        if beating:
            left = beating
            stages.append(("beat", left))
    return stages


def _bars(rules: Table, bar: Bar, cards: Sequence[Card], trick: Sequence[Card]) -> bool:
    if (bar.at == "lead" and trick) or (bar.at == "follow" and not trick):
        return False
    zones = {"hand": cards, "trick": trick}

    def count(zone: str, of: str) -> int:
        members = rules.cards.members(of)
        return sum(card in members for card in zones[zone])

    def fact(name: str) -> object:
        raise KeyError(name)

    facts = Facts(count, fact)
    return bar.when.holds(facts) and not (bar.unless is not None and bar.unless.holds(facts))


def _reason(
    rules: Table, play: str, stage: str, card: Card, cards: Sequence[Card], trick: Sequence[Card]
) -> Refusal:
    pack, path = rules.cards, f"play.{play}"
    if stage == "follow":
        lead = pack.suit(trick[0])
        same = [c for c in cards if pack.suit(c) == lead]
        if lead == "T":
            return Refusal(
                say("play.tarok_led", card=card, lead=trick[0], same=same),
                rules.points_of(f"{path}.tarok_lead"),
            )
        return Refusal(
            say("play.follow", card=card, lead=trick[0], suit=lead, same=same),
            rules.points_of(f"{path}.duties.follow"),
        )
    if stage == "trump":
        return Refusal(
            say("play.trump", card=card, lead=trick[0], suit=pack.suit(trick[0])),
            rules.points_of(f"{path}.duties.trump"),
        )
    if stage == "beat":
        best = trick[pack.winner(trick)]
        cell = "beat_tarok" if pack.is_tarok(best) or pack.is_tarok(card) else "beat_suit"
        return Refusal(
            say("play.beat", card=card, best=best),
            rules.points_of(f"{path}.{cell}"),
        )
    if stage == "hold_back":
        bonus = next(name for name, row in rules.bonuses.items() if row.card == card)
        return Refusal(
            say("play.hold_back", card=card, bonus=bonus), rules.points_of(f"bonuses.{bonus}.binds")
        )
    return Refusal(
        say(f"play.{stage}", card=card, trick=list(trick)), rules.points_of(f"{path}.{stage}.self")
    )


def bound_cards(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """Cards that seat has to hold back because it announced their bonus."""
    found = []
    for sayer, bonus in announced(hand):
        row = hand.rules.bonuses[bonus]
        if sayer == seat and row.binds and row.card:
            found.append(row.card)
    return tuple(found)


class Play:
    """Tricks, from the first player's lead to the last card."""

    name = "play"

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract or not any(hand.hands.values()):
            return None
        if hand.trick is not None:
            return hand.after(hand.trick.leader, len(hand.trick.cards))
        return hand.tricks[-1].winner if hand.tricks else hand.active[0]

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        trick = hand.trick.cards if hand.trick else ()
        bound = bound_cards(hand, seat)
        return Legal(
            seat, self.name, judge(hand.rules, hand.row.play, hand.holds(seat), trick, bound)
        )

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if len(action.what) != 1:
            return Refusal(say("play.one_card", what=" ".join(action.what)))
        for choice in self.legal(hand, action.seat).choices:
            if (choice.what,) == action.what:
                return choice.refusal
        return Refusal(say("hand.not_held", card=action.what[0]))

    def apply(self, hand: Hand, action: Action) -> Hand:
        seat, card = action.seat, action.what[0]
        trick = hand.trick or Trick(seat)
        trick = replace(trick, cards=(*trick.cards, card))
        hands = {**hand.hands, seat: tuple(c for c in hand.hands[seat] if c != card)}
        if len(trick.cards) < len(hand.active):
            return replace(hand, hands=hands, trick=trick)
        winner = hand.after(trick.leader, hand.rules.cards.winner(trick.cards))
        extra: tuple[Card, ...] = ()
        talon = hand.talon
        rest = hand.rules.talon[hand.row.talon].rest.values()
        if talon and any(row.to == "trick_takers" for row in rest):
            extra, talon = talon[:1], talon[1:]
        done = replace(trick, winner=winner, extra=extra)
        return replace(hand, hands=hands, trick=None, tricks=(*hand.tricks, done), talon=talon)

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None
