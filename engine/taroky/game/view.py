"""The view of one seat on a hand: all that a bot or a page is given.

Sources: HLU-CALL-02, HLU-TALON-08, HLU-TALON-18, HLU-DISC-04, HLU-UI-02, HEUN-CALLING-02,
HEUN-TALON-02 to HEUN-TALON-06, HEUN-TALON-12, HEUN-DISCARD-08, MACH-CALL-10, VIC-CALL-08,
VIC-CALL-14, VIC-CALL-15, FR-CALLING-05, FR-TALON-01, FR-ANNOUNCE-06, FR-DEAL-09, FR-ETIQUETTE-06.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from taroky.cards import Card
from taroky.game.unseen import PERFECT, Memory, Unseen, unseen
from taroky.hand import Double, Hand, Trick
from taroky.hand.exchange import looked_at
from taroky.immutable import FrozenDict, hash_of_fields
from taroky.phases.discard import numbers_told_by_seat
from taroky.rules.table import Seat
from taroky.settling.counting.piles import pile_sizes


@dataclass(frozen=True)
class View:
    """The public part of a hand and what `seat` has seen itself.

    partner: the declarer's partner if this seat can know who it is. card_counts: how many cards each
    other player holds. called: the called card as far as this seat knows it; called_as: the word,
    where no card is named. talon_seen: talon cards this seat looked at; exposed: talon cards
    everybody saw. faced: cards that showed themselves in the deal. shown: discards laid face up;
    numbers_told: how many discards of a set each seat has told. displayed: taroky shown for a
    declaration. tricks: what was played, as far as one remembers it; piles: how many cards are in
    each player's tricks, which nobody may look through.
    """

    seat: Seat
    game: str
    cards: tuple[Card, ...]
    dealt: tuple[Card, ...]
    drawn: tuple[Card, ...]
    discards: tuple[Card, ...]
    card_counts: Mapping[Seat, int]
    calls: tuple[tuple[Seat, str], ...]
    contract: str
    declarer: Seat
    level: int
    called: Card
    called_as: str
    partner: Seat | None
    sides_public: bool
    talon_left: int
    talon_seen: tuple[Card, ...]
    exposed: tuple[Card, ...]
    faced: tuple[Card, ...]
    shown: tuple[Card, ...]
    numbers_told: Mapping[Seat, Mapping[str, int]]
    passed_draws: tuple[Seat, ...]
    declarations: Mapping[Seat, tuple[str, ...]]
    announced: tuple[tuple[Seat, str], ...]
    doubles: tuple[Double, ...]
    displayed: tuple[tuple[Seat, str, tuple[Card, ...]], ...]
    tricks: tuple[Trick, ...]
    trick: Trick | None
    piles: Mapping[Seat, int]
    _hand: Hand = field(repr=False, compare=False)

    __hash__ = hash_of_fields

    def __repr__(self) -> str:
        contract = f", {self.contract}" if self.contract else ""
        return f"<View of {self.seat}: {self.game}{contract}, {len(self.cards)} cards, {len(self.tricks)} tricks>"

    @property
    def others(self) -> Mapping[Seat, int]:
        """Return `card_counts`, by its name in version 1.0."""
        return self.card_counts

    @property
    def told(self) -> Mapping[Seat, Mapping[str, int]]:
        """Return `numbers_told`, by its name in version 1.0."""
        return self.numbers_told

    def unseen(self, memory: Memory = PERFECT) -> Unseen:
        """Return what the seat does not know, and the hand as it could be; for players that imagine how
        the hidden cards lie."""
        return unseen(self._hand, self.seat, memory)


def view(hand: Hand, seat: Seat) -> View:
    """The hand as `seat` sees it."""
    knows = hand.partner_public or hand.knows_called(seat)
    seen: tuple[Card, ...] = ()
    if hand.contract and seat == hand.declarer and hand.table.talon[hand.row.talon].sets:
        seen = tuple(card for group in looked_at(hand) for card in group)
    row = hand.calling.names.get(hand.call.called_as) if hand.calling else None
    unnamed = row is not None and row.said == "row"
    named = not unnamed or seat == hand.declarer or knows
    return View(
        seat=seat,
        game=hand.table.table,
        cards=hand.holds(seat),
        dealt=hand.deal.dealt.get(seat, ()),
        drawn=hand.exchange.drawn.get(seat, ()),
        discards=hand.discard.discards.get(seat, ()),
        card_counts={s: len(hand.holds(s)) for s in hand.active if s != seat},
        calls=hand.auction.calls,
        contract=hand.contract,
        declarer=hand.declarer,
        level=hand.exchange.level,
        called=hand.call.called if named else "",
        called_as=hand.call.called_as if unnamed else "",
        partner=hand.partner if knows else None,
        sides_public=hand.partner_public,
        talon_left=len(hand.cards.talon),
        talon_seen=seen,
        exposed=hand.exchange.exposed,
        faced=hand.deal.faced,
        shown=hand.discard.shown,
        numbers_told=numbers_told_by_seat(hand),
        passed_draws=hand.exchange.passed_draws,
        declarations=FrozenDict(hand.announce.declarations),
        announced=hand.announce.announced,
        doubles=hand.announce.doubles,
        displayed=hand.announce.displayed,
        tricks=hand.play.tricks,
        trick=hand.play.trick,
        piles=pile_sizes(hand),
        _hand=hand,
    )
