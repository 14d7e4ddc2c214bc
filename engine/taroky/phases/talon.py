"""The talon: draws in turn, or looking at one set after another.

Sources: HLU-TALON-01 to HLU-TALON-18, HLU-CALL-11, HLU-CALL-12.
"""

from __future__ import annotations

from dataclasses import replace

from taroky.cards import Card
from taroky.hand import Action, Choice, Hand, Legal, Refusal
from taroky.messages import say
from taroky.rules.table import Choose, Draw, Seat, TalonUse


def use_of(hand: Hand) -> TalonUse:
    """The row that says what the contract does with the talon."""
    return hand.rules.talon[hand.row.talon]


def sets_of(hand: Hand) -> tuple[tuple[Card, ...], ...]:
    """The talon as dealt, cut into the sets that are looked at one after another."""
    found, at = [], 0
    for size in use_of(hand).sets:
        found.append(hand.talon_dealt[at : at + size])
        at += size
    return tuple(found)


def _most_passes(use: TalonUse) -> int:
    return use.passes.most if use.passes else 0


def next_draw(hand: Hand) -> tuple[str, Draw, Seat] | None:
    """The draw that is due: its name, its row and who draws; None when all are done."""
    use = use_of(hand)
    for name, row in use.draws.items():
        if name not in hand.draws_done:
            return name, row, hand.after(hand.declarer, row.after_declarer)
    for name, row in use.draws.items():
        passer = hand.after(hand.declarer, row.after_declarer)
        if passer in hand.passed_draws and f"for {name}" not in hand.draws_done:
            assert row.may_pass_to is not None
            return f"for {name}", row, hand.after(hand.declarer, row.may_pass_to)
    return None


class Talon:
    """Asks whoever is to draw, or the declarer whether he takes the set he looks at."""

    name = "talon"

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract:
            return None
        use = use_of(hand)
        if use.choose and not hand.set_taken:
            return hand.declarer
        due = next_draw(hand) if use.draws else None
        return due[2] if due else None

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        path = f"talon.{hand.row.talon}"
        if use_of(hand).choose:
            return self._sets(hand, seat, path)
        due = next_draw(hand)
        assert due is not None
        name, row, _ = due
        refusal = None
        if row.may_pass_to is None:
            points = hand.rules.points_of(f"{path}.draws.{name}.may_pass_to")
            refusal = Refusal(say("talon.must_draw", n=row.cards), points)
        elif len(hand.passed_draws) >= _most_passes(use_of(hand)):
            points = hand.rules.points_of(f"{path}.passes.most")
            refusal = Refusal(say("talon.passed_already", seat=hand.passed_draws[0]), points)
        return Legal(seat, self.name, (Choice("draw"), Choice("pass", refusal=refusal)))

    def _sets(self, hand: Hand, seat: Seat, path: str) -> Legal:
        choices = []
        looks = max(hand.looks, 1)
        for name, row in use_of(hand).choose.items():
            refusal = None
            if row.looks != looks:
                why = "talon.set_gone" if row.looks < looks else "talon.not_looked"
                refusal = Refusal(say(why, level=row.level), hand.rules.points_of(f"{path}.choose"))
            choices.append(Choice("take", name, refusal))
        last = looks >= len(use_of(hand).sets)
        refusal = (
            Refusal(say("talon.must_take"), hand.rules.points_of(f"{path}.choose"))
            if last
            else None
        )
        return Legal(seat, self.name, (*choices, Choice("reject", refusal=refusal)))

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        what = " ".join(action.what)
        options = self.legal(hand, action.seat).choices
        for choice in options:
            if choice.kind == action.kind and choice.what == what:
                return choice.refusal
        expected = [choice.what for choice in options if choice.kind == action.kind and choice.what]
        if not expected:
            return Refusal(say("hand.nothing_more", kind=action.kind))
        return Refusal(
            say("hand.no_such", what=what, expected=expected),
            hand.rules.points_of(f"talon.{hand.row.talon}"),
        )

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "reject":
            rejected = sets_of(hand)[max(hand.looks, 1) - 1]
            exposed = rejected if use_of(hand).show == "each_rejected" else ()
            return replace(hand, looks=2, exposed=(*hand.exposed, *exposed))
        if action.kind == "take":
            return self._take(hand, use_of(hand).choose[action.what[0]])
        due = next_draw(hand)
        assert due is not None
        name, row, seat = due
        if action.kind == "pass":
            return replace(
                hand,
                draws_done=(*hand.draws_done, name),
                passed_draws=(*hand.passed_draws, seat),
            )
        cards = hand.talon[: row.cards]
        return replace(
            hand,
            hands={**hand.hands, seat: hand.rules.cards.sort((*hand.holds(seat), *cards))},
            talon=hand.talon[row.cards :],
            drawn={**hand.drawn, seat: cards},
            draws_done=(*hand.draws_done, name),
        )

    def _take(self, hand: Hand, row: Choose) -> Hand:
        sets = sets_of(hand)
        cards = sets[row.take - 1]
        exposed = hand.exposed
        if row.take < row.looks and use_of(hand).show != "none":
            exposed = (*exposed, *sets[row.looks - 1])
        seat = hand.declarer
        return replace(
            hand,
            hands={**hand.hands, seat: hand.rules.cards.sort((*hand.holds(seat), *cards))},
            talon=tuple(card for card in hand.talon if card not in cards),
            drawn={**hand.drawn, seat: cards},
            level=row.level,
            looks=row.looks,
            set_taken=True,
            exposed=exposed,
        )

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None
