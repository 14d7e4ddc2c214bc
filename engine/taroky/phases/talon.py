"""The talon: draws in turn, or looking at one set after another, and who counts what is left.

A declarer who may pick looks with "look 2 4 5" (places in the order dealt) before taking or
rejects; one who picks cards after the last trick says "pick 2 4 5".

Sources: HLU-TALON-01 to HLU-TALON-18, HLU-CALL-11, HLU-CALL-12, MACH-TALON-08 to MACH-TALON-12,
HEUN-TALON-02 to HEUN-TALON-16, VIC-TALON-05 to VIC-TALON-18, FR-TALON-01 to FR-TALON-06.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping

from taroky.cards import Card
from taroky.hand import Action, Cards, Choice, Hand, Legal, Phase, Refusal, legal_among, replace
from taroky.hand.condition_facts import facts_for
from taroky.hand.exchange import choosing, looked_at, most_passes, next_draw, sets_of, use_of
from taroky.hand.tricks import over
from taroky.messages import say
from taroky.numbers import is_whole
from taroky.phases import offers
from taroky.rules.table import ChooseRow, RestRow, Seat


def rest_of(hand: Hand) -> Mapping[str, tuple[Card, ...]]:
    """The cards left in the talon by who counts them: declarers, opponents or nobody. Asked when
    the hand is over; a card that was laid on a trick is no longer there."""
    rest: dict[str, tuple[Card, ...]] = {}
    left = list(hand.cards.talon)
    for _, row in rest_rows(hand):
        if row.to == "trick_takers":
            continue
        cards = [card for card in cards_of(hand, row) if card in left]
        left = [card for card in left if card not in cards]
        rest[row.to] = (*rest.get(row.to, ()), *cards)
    return rest


def rest_rows(hand: Hand) -> Iterator[tuple[str, RestRow]]:
    """The rows that say who counts what is left of the talon, as far as they apply to this hand."""
    facts = facts_for(hand, hand.declarer)
    return ((name, row) for name, row in use_of(hand).rest.items() if row.when.holds(facts))


def cards_of(hand: Hand, row: RestRow) -> Iterable[Card]:
    """The cards of the talon as dealt that a row is about, taken ones among them."""
    places = hand.deal.talon_dealt
    match row.cards.partition("_"):
        case ("all" | "others", "", ""):
            return places
        case ("unseen", "", ""):
            seen = {card for group in looked_at(hand) for card in group} if _looks(hand) else ()
            return (card for card in places if card not in seen)
        case ("chosen", _, n):
            return tuple(places[place - 1] for place in hand.exchange.rest_picked[: int(n)])
        case ("random", _, n):
            return sorted(places, key=lambda card: _random_key(hand, card))[: int(n)]
    first, _, last = row.cards.partition("-")
    return places[int(first) - 1 : int(last or first)]


def _looks(hand: Hand) -> bool:
    return bool(use_of(hand).sets)


def _random_key(hand: Hand, card: Card) -> bytes:
    """A number for each card that follows from the deal and that nobody can foresee."""
    deal = " ".join(card for seat in hand.active for card in hand.deal.dealt[seat])
    return hashlib.sha256(f"{deal} {card}".encode()).digest()


def _to_pick(hand: Hand) -> int:
    """How many talon cards the declarer has still to pick after the last trick."""
    if hand.exchange.rest_picked or not hand.play.tricks or hand.play.trick or not over(hand):
        return 0
    facts = facts_for(hand, hand.declarer)
    for row in use_of(hand).rest.values():
        kind, _, n = row.cards.partition("_")
        if kind == "chosen" and row.when.holds(facts):
            return int(n)
    return 0


def _taken_up(hand: Hand, seat: Seat, cards: Collection[Card]) -> Cards:
    """Return where the cards are when a seat has taken these from the talon into its hand."""
    held = hand.table.cards.sort((*hand.holds(seat), *cards))
    left = tuple(card for card in hand.cards.talon if card not in cards)
    return replace(hand.cards, hands={**hand.cards.hands, seat: held}, talon=left)


class TalonPhase(Phase):
    """Asks the player who is to draw, or the declarer whether to take the set that is looked at."""

    name = "talon"
    kinds = ("draw", "pass", "take", "reject", "look", "pick")

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract:
            return None
        use = use_of(hand)
        if choosing(hand):
            return hand.declarer
        due = next_draw(hand) if use.draws else None
        if due is None:
            return hand.declarer if _to_pick(hand) else None
        return due[2]

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        path = f"talon.{hand.row.talon}"
        use = use_of(hand)
        if choosing(hand):
            if use.pick and not hand.exchange.picked:
                return self._places(hand, seat, "look", use.sets[0])
            return self._sets(hand, seat, path)
        due = next_draw(hand) if use.draws else None
        if due is None:
            return self._places(hand, seat, "pick", _to_pick(hand))
        name, row, _ = due
        refusal = None
        if name.startswith("for ") and use.passes is not None and use.passes.refusable:
            pass
        elif name.startswith("back "):
            points = hand.table.points_of(f"{path}.passes.refusable")
            refusal = Refusal(say("talon.refused"), points)
        elif name in use.draws and row.may_pass_to is None:
            points = hand.table.points_of(f"{path}.draws.{name}.may_pass_to")
            message = (
                say("talon.no_passing")
                if row.after_declarer
                else say("talon.must_draw", n=row.cards)
            )
            refusal = Refusal(message, points)
        elif name not in use.draws or len(hand.exchange.passed_draws) >= most_passes(use):
            points = hand.table.points_of(f"{path}.passes.most")
            refusal = Refusal(
                say("talon.passed_already", seat=hand.exchange.passed_draws[0])
                if hand.exchange.passed_draws
                else say("talon.no_passing"),
                points,
            )
        early = offers.choices(hand, "before_talon", seat) if self._untouched(hand) else ()
        return legal_among(
            seat, self.name, (Choice("draw"), Choice("pass", refusal=refusal), *early)
        )

    def _untouched(self, hand: Hand) -> bool:
        return not (hand.exchange.draws_done or hand.exchange.looks or hand.exchange.set_taken)

    def _places(self, hand: Hand, seat: Seat, kind: str, n: int) -> Legal:
        places = (Choice(kind, str(i)) for i in range(1, len(hand.deal.talon_dealt) + 1))
        return legal_among(seat, self.name, tuple(places), {kind: (n, n)})

    def _sets(self, hand: Hand, seat: Seat, path: str) -> Legal:
        choices = []
        looks = max(hand.exchange.looks, 1)
        for name, row in use_of(hand).choose.items():
            refusal = None
            if not (row.earliest or row.looks) <= looks <= row.looks:
                if row.looks < looks:
                    message = say("talon.set_gone", n=row.take)
                elif row.take <= looks:  # seen already, and the way back is not open yet
                    after = row.earliest or row.looks
                    message = say("talon.back_later", number=row.take, n=after)
                else:
                    message = say("talon.not_looked", n=row.take)
                refusal = Refusal(message, hand.table.points_of(f"{path}.choose"))
            choices.append(Choice("take", name, refusal))
        last = looks >= len(use_of(hand).sets)
        refusal = (
            Refusal(say("talon.must_take"), hand.table.points_of(f"{path}.choose"))
            if last
            else None
        )
        given_up = offers.choices(hand, "after_look", seat)
        return legal_among(
            seat, self.name, (*choices, Choice("reject", refusal=refusal), *given_up)
        )

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            early = use_of(hand).draws and self._untouched(hand)
            return offers.check(hand, "before_talon" if early else "after_look", action)
        what = " ".join(action.what)
        legal = hand.options_of(self, action.seat)
        if action.kind in ("look", "pick"):
            return self._check_places(hand, action, *legal.picks[action.kind])
        for choice in legal.choices:
            if choice.kind == action.kind and choice.what == what:
                return choice.refusal
        expected = [c.what for c in legal.choices if c.kind == action.kind and c.what]
        if not expected:
            return Refusal(say("hand.nothing_more", kind=action.kind))
        return Refusal(
            say("hand.no_such", what=what, expected=expected),
            hand.table.points_of(f"talon.{hand.row.talon}"),
        )

    def _check_places(self, hand: Hand, action: Action, n: int, _: int) -> Refusal | None:
        path = f"talon.{hand.row.talon}"
        last = len(hand.deal.talon_dealt)
        for place in action.what:
            if not is_whole(place) or not 1 <= int(place) <= last:
                return Refusal(say("talon.no_place", what=place, last=last))
        places = set(map(int, action.what))
        if len(places) != len(action.what) or len(action.what) != n:
            return Refusal(
                say("talon.places", many=n, given=len(places)),
                hand.table.points_of(f"{path}.pick"),
            )
        return None

    def recorded(self, hand: Hand, action: Action) -> Action:
        if action.kind not in ("look", "pick"):
            return super().recorded(hand, action)
        return action._replace(what=tuple(map(str, sorted(map(int, action.what)))))

    def apply(self, hand: Hand, action: Action) -> Hand:
        match action.kind:
            case "choose":
                return offers.take(hand, action)
            case "look":
                picked = tuple(map(int, action.what))
                return replace(hand, exchange=replace(hand.exchange, picked=picked, looks=1))
            case "pick":
                picked = tuple(map(int, action.what))
                return replace(hand, exchange=replace(hand.exchange, rest_picked=picked))
            case "reject":
                return self._reject(hand)
            case "take":
                return self._take(hand, use_of(hand).choose[action.what[0]])
        due = next_draw(hand)
        assert due is not None
        name, row, seat = due
        if action.kind == "pass":
            if name.startswith("for "):
                refused = f"refused {name.removeprefix('for ')}"
                done = (*hand.exchange.draws_done, name, refused)
                return replace(hand, exchange=replace(hand.exchange, draws_done=done))
            exchange = replace(
                hand.exchange,
                draws_done=(*hand.exchange.draws_done, name),
                passed_draws=(*hand.exchange.passed_draws, seat),
            )
            return replace(hand, exchange=exchange)
        cards = hand.cards.talon[: row.cards]
        seen = cards if use_of(hand).seen_by == "all" else ()
        exchange = replace(
            hand.exchange,
            drawn={**hand.exchange.drawn, seat: (*hand.exchange.drawn.get(seat, ()), *cards)},
            draws_done=(*hand.exchange.draws_done, name),
            exposed=(*hand.exchange.exposed, *seen),
        )
        return replace(hand, cards=_taken_up(hand, seat, cards), exchange=exchange)

    def _reject(self, hand: Hand) -> Hand:
        show = use_of(hand).show
        looks = max(hand.exchange.looks, 1)
        rejected = sets_of(hand)[looks - 1]
        open_now = show == "each_rejected" or (show == "first_rejected" and looks == 1)
        exposed = rejected if open_now else ()
        exchange = replace(
            hand.exchange, looks=looks + 1, exposed=(*hand.exchange.exposed, *exposed)
        )
        return replace(hand, exchange=exchange)

    def _take(self, hand: Hand, row: ChooseRow) -> Hand:
        use, sets = use_of(hand), sets_of(hand)
        cards = sets[row.take - 1]
        exposed = hand.exchange.exposed
        looks = max(hand.exchange.looks, 1)
        if row.take < looks and use.show in ("each_rejected", "bottom_on_back"):
            exposed = (*exposed, *sets[looks - 1])
        seat = hand.declarer
        exchange = replace(
            hand.exchange,
            drawn={**hand.exchange.drawn, seat: cards},
            level=row.level,
            looks=looks,
            set_taken=True,
            exposed=exposed,
        )
        return replace(hand, cards=_taken_up(hand, seat, cards), exchange=exchange)

    def places(self, hand: Hand, action: Action) -> list[str]:
        """Return what the contract does with the talon."""
        if action.kind not in ("draw", "take", "reject", "look") or not hand.contract:
            return []
        return [f"contracts.{hand.contract}.talon", f"talon.{hand.row.talon}.self"]

    def done(self, hand: Hand) -> bool:
        picks = any(row.cards.startswith("chosen") for row in use_of(hand).rest.values())
        return not picks and self.turn(hand) is None
