"""What one seat may know of a hand: the only thing a bot or a page is handed.

Sources: HLU-CALL-02, HLU-TALON-08, HLU-TALON-18, HLU-DISC-04, HLU-UI-02.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from taroky.cards import Card
from taroky.hand import Double, Hand, Trick
from taroky.phases.talon import sets_of
from taroky.rules.table import Seat


@dataclass(frozen=True)
class View:
    """The public part of a hand and what `seat` has seen itself.

    partner: the declarer's partner if this seat can know him. others: how many cards each holds.
    talon_seen: talon cards this seat looked at; exposed: talon cards everybody saw.
    """

    seat: Seat
    rules: str
    cards: tuple[Card, ...]
    dealt: tuple[Card, ...]
    drawn: tuple[Card, ...]
    discards: tuple[Card, ...]
    others: Mapping[Seat, int]
    calls: tuple[tuple[Seat, str], ...]
    contract: str
    declarer: Seat
    level: int
    called: Card
    partner: Seat | None
    sides_public: bool
    talon_left: int
    talon_seen: tuple[Card, ...]
    exposed: tuple[Card, ...]
    shown: tuple[Card, ...]
    passed_draws: tuple[Seat, ...]
    declarations: Mapping[Seat, tuple[str, ...]]
    announced: tuple[tuple[Seat, str], ...]
    doubles: tuple[Double, ...]
    tricks: tuple[Trick, ...]
    trick: Trick | None


def view(hand: Hand, seat: Seat) -> View:
    """The hand as `seat` sees it."""
    knows = hand.partner_public or bool(hand.called and hand.holder(hand.called) == seat)
    seen: tuple[Card, ...] = ()
    if hand.contract and seat == hand.declarer and hand.rules.talon[hand.row.talon].sets:
        looked = max(hand.looks, 1)
        seen = tuple(card for group in sets_of(hand)[:looked] for card in group)
    return View(
        seat=seat,
        rules=hand.rules.table,
        cards=hand.holds(seat),
        dealt=hand.dealt.get(seat, ()),
        drawn=hand.drawn.get(seat, ()),
        discards=hand.discards.get(seat, ()),
        others={s: len(hand.holds(s)) for s in hand.active if s != seat},
        calls=hand.calls,
        contract=hand.contract,
        declarer=hand.declarer,
        level=hand.level,
        called=hand.called,
        partner=hand.partner if knows else None,
        sides_public=hand.partner_public,
        talon_left=len(hand.talon),
        talon_seen=seen,
        exposed=hand.exposed,
        shown=hand.shown,
        passed_draws=hand.passed_draws,
        declarations=hand.declarations,
        announced=hand.announced,
        doubles=hand.doubles,
        tricks=hand.tricks,
        trick=hand.trick,
    )
