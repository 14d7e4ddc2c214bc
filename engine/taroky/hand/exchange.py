"""How far the exchange with the talon has come: the sets of the talon, which draw is due, who has still
to draw, choose or discard.

Sources: HLU-TALON-01 to HLU-TALON-18, MACH-TALON-08 to MACH-TALON-12, HEUN-TALON-02 to HEUN-TALON-16,
VIC-TALON-05 to VIC-TALON-18, FR-TALON-01 to FR-TALON-06.
"""

from __future__ import annotations

from taroky.cards import Card
from taroky.hand.state import Hand
from taroky.rules.table import DrawRow, Seat, TalonUseRow


def use_of(hand: Hand) -> TalonUseRow:
    """The row that says what the contract does with the talon."""
    return hand.table.talon[hand.row.talon]


def sets_of(hand: Hand) -> tuple[tuple[Card, ...], ...]:
    """The talon as dealt, cut into the sets that are looked at one after another; picked cards
    are the first set."""
    cards = hand.deal.talon_dealt
    if hand.exchange.picked:
        first = tuple(cards[place - 1] for place in hand.exchange.picked)
        cards = (*first, *(card for card in cards if card not in first))
    sets, start = [], 0
    for size in use_of(hand).sets:
        sets.append(cards[start : start + size])
        start += size
    return tuple(sets)


def looked_at(hand: Hand) -> tuple[tuple[Card, ...], ...]:
    """The sets the declarer has looked at, the first of them as soon as it is the declarer’s turn at the talon."""
    use = use_of(hand)
    if use.pick and not hand.exchange.picked:
        return ()
    return sets_of(hand)[: max(hand.exchange.looks, 1)]


def most_passes(use: TalonUseRow) -> int:
    """How many draws may be passed in all."""
    return use.passes.most if use.passes else 0


def next_draw(hand: Hand) -> tuple[str, DrawRow, Seat] | None:
    """The draw that is due: its name, its row and who draws; None when all are done.

    "for second" is the draw of the player who was passed the draw `second`; "back second" that of the
    player whose offered card was refused.
    """
    return hand.worked_out("next_draw", _next_draw)


def _next_draw(hand: Hand) -> tuple[str, DrawRow, Seat] | None:
    use = use_of(hand)
    offered = use.passes is not None and use.passes.moves == "card"
    done = hand.exchange.draws_done
    late: list[tuple[str, DrawRow, Seat]] = []
    for name, row in use.draws.items():
        seat = hand.after(hand.declarer, row.after_declarer)
        if name not in done:
            if not late or not offered:
                return name, row, seat
            break
        if seat in hand.exchange.passed_draws:
            assert row.may_pass_to is not None
            receiver = hand.after(hand.declarer, row.may_pass_to)
            if f"for {name}" not in done:
                late.append((f"for {name}", row, receiver))
            elif f"refused {name}" in done and f"back {name}" not in done:
                late.append((f"back {name}", row, seat))
    return late[0] if late else None


def exchanging(hand: Hand) -> bool:
    """Whether somebody has still to draw, choose or discard before the first lead."""
    full = hand.table.deal.hand
    if any(
        len(cards) > full and s not in hand.discard.discards
        for s, cards in hand.cards.hands.items()
    ):
        return True
    return choosing(hand) or bool(use_of(hand).draws and next_draw(hand))


def choosing(hand: Hand) -> bool:
    """Whether the declarer has still to take a set; with an empty talon there is none."""
    return bool(use_of(hand).choose and not hand.exchange.set_taken and hand.cards.talon)
