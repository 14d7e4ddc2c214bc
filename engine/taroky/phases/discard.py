"""Discarding after a draw.

Where the table prices them, irregularities are recorded by name: "A wrong_discard 7S 8S" (a wrong
number of cards, or cards that may not go), and "A late_discard" (the declarer does not discard now;
that player is asked again before playing a first card, and after it).

Sources: HLU-DISC-01 to HLU-DISC-09, HLU-TALON-01, HLU-CALL-13, HLU-CALL-14, HEUN-DISCARD-01 to
HEUN-DISCARD-11, HEUN-PENALTIES-03 to HEUN-PENALTIES-05, MACH-DISC-01 to MACH-DISC-09, VIC-DISC-01
to VIC-DISC-09, VIC-PEN-18, FR-DISCARD-01 to FR-DISCARD-08.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial

from taroky.cards import Card
from taroky.hand import Action, Choice, Hand, Legal, Phase, Refusal, legal_among, replace
from taroky.hand.sides import SIDES, other_side
from taroky.hand.tricks import leader_of, plays
from taroky.messages import say
from taroky.phases import offers
from taroky.rules.table import DiscardRow, Seat, Table

_LATE = ("no_discard_at_own_first_card", "no_discard_at_first_card")


def judge(
    table: Table,
    row_name: str,
    cards: Sequence[Card],
    n: int,
    called: Card = "",
    drawn: Collection[Card] = (),
) -> tuple[Choice, ...]:
    """Every card of a hand that has to discard n cards: may it go, must it go, and why not.
    drawn: those of the cards that came from the talon."""
    row = table.discard[row_name]

    def within(names: Sequence[str]) -> frozenset[Card]:
        cards_of_sets = _union(table, names)
        return cards_of_sets | {called} if called and "called" in names else cards_of_sets

    fresh = set(drawn) if row.drawn_cards == "forbidden" else set()
    barred = within(row.never).intersection(cards) | fresh
    short = within(row.only_if_short).intersection(cards) - barred
    free = [card for card in cards if card not in barred and card not in short]
    freely = row.short_test == "whole_hand" and len(free) < n
    choices = []
    for card in cards:
        refusal = None
        must = False
        if card in barred:
            refusal = Refusal(why=partial(_barred, table, row_name, card, called, card in fresh))
        elif card in short:
            if len(free) >= n or (free and row.short_test == "none_left"):
                count = min(n, len(free))
                refusal = Refusal(why=partial(_not_short, table, row_name, card, free, count))
            else:
                must = len(free) + len(short) == n
        else:
            must = len(free) <= n and not freely
        choices.append(Choice("discard", card, refusal, must))
    return tuple(choices)


def _barred(table: Table, row_name: str, card: Card, called: Card, fresh: bool) -> Refusal:
    """Why a card may never go."""
    row = table.discard[row_name]
    sets = tuple(name for name in row.never if name != "called")
    never = card in _union(table, sets)
    cell = "never" if never else "called"
    if fresh and not never and not (card == called and "called" in row.never):
        cell = "drawn_cards"
    message = say(f"discard.{cell}", card=card)
    if cell == "never" and not ("five" in sets and card in _union(table, ("five",))):
        message = say("discard.never_set", card=card, sets=list(sets))
    return Refusal(message, table.points_of(f"discard.{row_name}.{cell}"))


def _not_short(table: Table, row_name: str, card: Card, free: list[Card], n: int) -> Refusal:
    return Refusal(
        say("discard.not_short", card=card, others=free, have=len(free), n=n),
        table.points_of(f"discard.{row_name}.only_if_short"),
    )


def _union(table: Table, names: Sequence[str]) -> frozenset[Card]:
    """The cards of all these sets."""
    key = ("union", *names)
    cards: frozenset[Card] | None = table.memo.get(key)
    if cards is None:
        cards = frozenset(c for n in names if n != "called" for c in table.cards.members(n))
        table.memo[key] = cards
    return cards


def check_set(
    table: Table,
    row_name: str,
    cards: Sequence[Card],
    n: int,
    chosen: Sequence[Card],
    called: Card = "",
    drawn: Collection[Card] = (),
    judged: Sequence[Choice] = (),
) -> Refusal | None:
    """Why these cards may not be discarded together; None if they may. judged: what `judge` says of
    the cards, if somebody has asked already."""
    path = f"discard.{row_name}"
    refusal = _check_held(cards, chosen)
    if refusal is not None:
        return Refusal(refusal.message, table.points_of(f"{path}.count"))
    judged = judged or judge(table, row_name, cards, n, called, drawn)
    now = laid_now(table, row_name, judged, n)
    if len(chosen) != now:
        return Refusal(
            say("discard.count", n=now, given=len(chosen)), table.points_of(f"{path}.count")
        )
    choices = {choice.what: choice for choice in judged}
    for card in chosen:
        if choices[card].refusal is not None:
            return choices[card].refusal
    missing = [card for card, choice in choices.items() if choice.must and card not in chosen]
    if missing:
        return Refusal(
            say("discard.first", cards=missing),
            (
                *table.points_of(f"{path}.only_if_short"),
                *table.discard[row_name].points.get("short_test", ()),
            ),
        )
    return None


def laid_now(table: Table, row_name: str, judged: Sequence[Choice], n: int) -> int:
    """How many of the n cards go at once: where taroky wait until no other card is left, the others
    go first, by themselves."""
    if table.discard[row_name].short_test != "none_left":
        return n
    return min(n, sum(choice.legal for choice in judged))


def _check_held(cards: Sequence[Card], chosen: Sequence[Card]) -> Refusal | None:
    if len(set(chosen)) != len(chosen):
        twice = next(card for card in chosen if list(chosen).count(card) > 1)
        return Refusal(say("card.twice", card=twice))
    for card in chosen:
        if card not in cards:
            return Refusal(say("hand.not_held", card=card))
    return None


def shown(row: DiscardRow, table: Table, cards: Iterable[Card]) -> tuple[Card, ...]:
    """The discards that are face up."""
    return tuple(c for c in cards if any(c in table.cards.members(name) for name in row.shown))


def numbers_told(row: DiscardRow, table: Table, cards: Iterable[Card]) -> dict[str, int]:
    """How many of the discards belong to each set of which the number is told, if any do."""
    cards = tuple(cards)
    counted = {name: sum(c in table.cards.members(name) for c in cards) for name in row.told}
    return {name: n for name, n in counted.items() if n}


def numbers_told_by_seat(hand: Hand) -> dict[Seat, dict[str, int]]:
    """Return what each seat has told of its discards."""
    if not hand.contract or hand.row.discard is None:
        return {}
    row = hand.table.discard[hand.row.discard]
    if row.order == "simultaneous" and any(owed(hand, seat) > 0 for seat in hand.active):
        return {}
    numbers_of = {
        seat: numbers_told(row, hand.table, cards) for seat, cards in hand.discard.discards.items()
    }
    return {seat: numbers for seat, numbers in numbers_of.items() if numbers}


def owed(hand: Hand, seat: Seat) -> int:
    """How many cards the seat has still to discard: as many as it drew."""
    if (seat, "wrong_discard") in hand.irregular:
        return 0
    return len(hand.exchange.drawn.get(seat, ())) - len(hand.discard.discards.get(seat, ()))


def goes_to(hand: Hand, seat: Seat) -> str:
    """Return the side that counts this seat's discards: "declarers" or "opponents"."""
    mine = SIDES[seat not in hand.declarers]
    if hand.row.discard is None:
        return mine
    row = hand.table.discard[hand.row.discard]
    to = row.counts_for if seat == hand.declarer else row.others_for or row.counts_for
    if to == "other_side":
        return other_side(mine)
    return mine if to == "discarder" else to


class DiscardPhase(Phase):
    """Asks the player who holds too many cards."""

    name = "discard"
    kinds = ("discard", "wrong_discard", "late_discard")
    together = ("discard",)
    of_cards = ("discard", "wrong_discard")
    aside_kinds = ("discard",)
    irregular_kinds = ("wrong_discard", "late_discard")

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract or hand.row.discard is None:
            return None
        owing = [seat for seat in hand.exchange.drawn if owed(hand, seat) > 0]
        if not owing:
            return None
        row = hand.table.discard[hand.row.discard]
        first = hand.declarer if row.order == "from_declarer" else hand.auction.opener
        for seat in hand.from_seat(first):
            if seat in owing and self._due(hand, seat):
                return seat
        return None

    def _due(self, hand: Hand, seat: Seat) -> bool:
        """Whether a seat that owes cards is asked now; one that put it off is asked when its own
        first card is due, and again when it has played it."""
        if seat not in hand.discard.late:
            return True
        if any(seat_of == seat for seat_of, _ in plays(hand)):
            return True
        if hand.play.trick is None or hand.discard.late.count(seat) > 1:
            return False
        return hand.play.trick.seats[len(hand.play.trick.cards)] == seat

    def _judged(self, hand: Hand, seat: Seat) -> tuple[str, int, tuple[Card, ...]]:
        assert hand.row.discard is not None
        return hand.row.discard, owed(hand, seat), hand.exchange.drawn.get(seat, ())

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        row, n, drawn = self._judged(hand, seat)
        cards = judge(hand.table, row, hand.holds(seat), n, hand.call.called, drawn)
        now = laid_now(hand.table, row, cards, n)
        return legal_among(
            seat,
            self.name,
            (*cards, *self._offers(hand, seat)),
            {"discard": (now, now)},
            self._irregularities(hand, seat),
        )

    def _offers(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        now = offers.choices(hand, "after_draw", seat)
        return (*now, *(c for c in offers.choices_until_lead(hand, seat) if c not in now))

    def _irregularities(self, hand: Hand, seat: Seat) -> tuple[str, ...]:
        kinds = []
        if hand.table.priced("wrong_discard"):
            kinds.append("wrong_discard")
        played = any(by == seat for by, _ in plays(hand))
        if seat == hand.declarer and not played and any(map(hand.table.priced, _LATE)):
            kinds.append("late_discard")
        return tuple(kinds)

    def aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        """Let a player who owes cards discard out of turn, where all discard at once."""
        if not hand.contract or hand.row.discard is None:
            return ()
        row = hand.table.discard[hand.row.discard]
        if row.order != "simultaneous" or self.turn(hand) in (None, seat) or owed(hand, seat) < 1:
            return ()
        return tuple(c for c in self.legal(hand, seat).choices if c.kind == "discard")

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            for choice in self._offers(hand, action.seat):
                if (choice.what,) == action.what:
                    return choice.refusal
            return offers.check(hand, "after_draw", action)
        if action.kind == "late_discard":
            return Refusal(say("hand.nothing_more", kind=action.kind)) if action.what else None
        row, n, drawn = self._judged(hand, action.seat)
        held = hand.holds(action.seat)
        options = hand.options_of(self, action.seat)
        judged = [choice for choice in options.choices if choice.kind == "discard"]
        refusal = check_set(hand.table, row, held, n, action.what, hand.call.called, drawn, judged)
        if action.kind == "wrong_discard":
            if refusal is None:
                return Refusal(say("discard.not_wrong", cards=list(action.what)))
            return _check_held(held, action.what)
        return refusal

    def recorded(self, hand: Hand, action: Action) -> Action:
        if action.kind not in self.of_cards:
            return super().recorded(hand, action)
        return action._replace(what=hand.table.cards.sort(action.what))

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        seat = action.seat
        if action.kind == "late_discard":
            return self._put_off(hand, seat)
        assert hand.row.discard is not None
        row = hand.table.discard[hand.row.discard]
        kept = tuple(card for card in hand.holds(seat) if card not in action.what)
        discards = (*hand.discard.discards.get(seat, ()), *action.what)
        hand = replace(
            hand,
            cards=replace(hand.cards, hands={**hand.cards.hands, seat: kept}),
            discard=replace(hand.discard, discards={**hand.discard.discards, seat: discards}),
        )
        if action.kind == "wrong_discard":
            hand = replace(hand, irregular=(*hand.irregular, (seat, "wrong_discard")))
            play = hand.table.play[hand.row.play]
            if play.short_hand == "redeal" and len(kept) < hand.table.deal.hand:
                return replace(hand, ended=hand.table.penalty("wrong_discard"))
        if row.order != "simultaneous":
            return self._shown(hand, (*hand.discard.shown, *shown(row, hand.table, action.what)))
        if any(owed(hand, player) > 0 for player in hand.active):
            return hand
        order = hand.from_seat(hand.auction.opener)
        every = (card for player in order for card in hand.discard.discards.get(player, ()))
        return self._shown(hand, shown(row, hand.table, every))

    def _shown(self, hand: Hand, cards: tuple[Card, ...]) -> Hand:
        return replace(hand, discard=replace(hand.discard, shown=cards))

    def _put_off(self, hand: Hand, seat: Seat) -> Hand:
        """An irregularity is one as soon as nothing but the card itself can come next."""
        first = hand.play.trick is None
        own = leader_of(hand) == seat if first else True
        hand = replace(hand, discard=replace(hand.discard, late=(*hand.discard.late, seat)))
        for event in _LATE:
            if not hand.table.priced(event):
                continue
            at_once = first if event == "no_discard_at_first_card" else own
            if at_once:
                return replace(hand, irregular=(*hand.irregular, (seat, event)))
        return hand

    def places(self, hand: Hand, action: Action) -> list[str]:
        """Return when cards are discarded in this contract, if they are."""
        if action.kind != "discard" or not hand.contract:
            return []
        row = hand.row
        if row.discard:
            return [f"discard.{row.discard}.{cell}" for cell in ("once", "order")]
        return [f"contracts.{hand.contract}.{'discard' if 'discard' in row.points else 'talon'}"]

    def done(self, hand: Hand) -> bool:
        return not hand.discard.late and self.turn(hand) is None
