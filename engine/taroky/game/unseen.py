"""The hand as it could be by what one seat knows: every card somewhere, as many in each place as really
are there, and nothing that the seat knows otherwise.

What a seat knows: its own cards, what was played, shown or displayed, who has run out of which suit,
what the others' words demand of their cards (`taroky.game.demands`), how discards are bound. Nothing else
about the true hand is used, so two hands that look the same to a seat give the same places and the same
hands.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from dataclasses import replace as with_fields

from taroky.cards import Card
from taroky.game.arrangement import DISCARDS, GONE, HAND, TALON, Arrangement, Place, Sayer, fill
from taroky.game.demands import (
    Demand,
    Piles,
    bit_of_cards,
    bits_of,
    demands,
    rows_said_alike,
    when_phase,
)
from taroky.hand import Cards, Hand, Saying, replace
from taroky.hand.exchange import looked_at
from taroky.hand.tricks import plays
from taroky.phases.declaring import row_of
from taroky.phases.discard import numbers_told_by_seat
from taroky.phases.discard import shown as shown_of
from taroky.phases.play import Moment, bound_cards, legal_cards
from taroky.rules.table import Seat, Table

#: How often all hidden cards are put somewhere again, where no change leads to what was said.
_FILLS = 40


@dataclass(frozen=True)
class Memory:
    """A player's memory of earlier tricks. suits: who has run out of what."""

    taroky: bool = True
    courts: bool = True
    rest: bool = True
    suits: bool = True

    def keeps(self, hand: Hand, card: Card) -> bool:
        """Whether it is remembered that this card was played."""
        pack = hand.table.cards
        if pack.is_tarok(card) or pack.is_excuse(card):
            return self.taroky
        return self.courts if pack.value(card) > 1 else self.rest


#: Everything is remembered.
PERFECT = Memory()


@dataclass(frozen=True)
class Unseen:
    """The unknown part of a hand, for one seat.

    seat: whose eyes. hand: the hand with the hidden cards in an order that says nothing. hidden: the
    cards whose place is not known. arrangement: one of them all.
    """

    seat: Seat
    hand: Hand
    hidden: tuple[Card, ...]
    arrangement: Arrangement


def unseen(hand: Hand, seat: Seat, memory: Memory = PERFECT) -> Unseen:
    """Return what this seat does not know. Raises ValueError if nothing fits, which no real hand leads
    to."""
    fixed, places = _places(hand, seat, memory)
    pack = hand.table.cards
    hidden = tuple(sorted((c for c in pack.cards if c not in fixed), key=pack.position))
    rng = random.Random(0)
    asked = _asked_of(hand, seat) if memory == PERFECT else {}
    for _ in range(_FILLS):
        if not fill(places, hidden, rng):
            raise ValueError("no arrangement of the hidden cards is possible")
        sayers = _sayers(hand, asked, fixed, places, rng)
        arrangement = Arrangement(places, sayers, bit_of_cards(hand.table))
        if arrangement.settle(rng):
            break
    guess = arranged(hand, seat, arrangement, rng)
    return Unseen(seat, _as_asked(hand, guess), hidden, arrangement)


def _asked_of(hand: Hand, seat: Seat) -> dict[Seat, list[Demand]]:
    """Return what is demanded of the cards of each other seat. A position that was put together may go against
    what was said in it: that counts for nothing."""
    by_seat: dict[Seat, list[Demand]] = {}
    for demand in demands(hand, seat):
        if not demand.lacks(_in_truth(hand, demand.seat)):
            by_seat.setdefault(demand.seat, []).append(demand)
    return by_seat


def _sayers(
    hand: Hand,
    asked: Mapping[Seat, Sequence[Demand]],
    fixed: set[Card],
    places: Sequence[Place],
    rng: random.Random,
) -> dict[Seat, Sayer]:
    """The seats of whose cards something is demanded, with the cards that they have in these places."""
    table, sayers = hand.table, {}
    for seat, wanted in asked.items():
        truth, known = _in_truth(hand, seat), bits_of(table, fixed)
        sayer = Sayer(truth.had & known, 0, truth.discards & known, tuple(wanted))
        for place in places:
            if place.seat == seat:
                sayer.had |= bits_of(table, place.cards)
                if place.kind == DISCARDS:
                    sayer.discards |= bits_of(table, place.cards)
        sayers[seat] = sayer
        drawn = hand.exchange.drawn.get(seat, ())
        if drawn and any(demand.of_deal for demand in wanted):
            _label(hand, sayer, drawn, rng)
    return sayers


def _in_truth(hand: Hand, seat: Seat) -> Piles:
    """The cards that a seat really has had."""
    discards = hand.discard.discards.get(seat, ())
    had = (*hand.holds(seat), *discards, *_played(hand, seat))
    drawn = hand.exchange.drawn.get(seat, ())
    return Piles(*(bits_of(hand.table, {*cards}) for cards in (had, drawn, discards)))


def _label(hand: Hand, sayer: Sayer, drawn: Sequence[Card], rng: random.Random) -> None:
    """Say which of its cards a seat has drawn: those everybody saw, and any others."""
    known = bits_of(hand.table, {*drawn} & {*hand.exchange.exposed})
    sayer.free, sayer.keeps_drawn = ~known, _keeps_drawn(hand)
    barred = sayer.discards if sayer.keeps_drawn else 0
    may_be = sayer.had & ~known & ~barred
    bits = [bit for bit in bit_of_cards(hand.table).values() if may_be & bit]
    sayer.drawn = known | sum(rng.sample(bits, len(drawn) - known.bit_count()))


def _keeps_drawn(hand: Hand) -> bool:
    """Whether cards from the talon may not be discarded."""
    row = hand.row.discard if hand.contract else None
    return row is not None and hand.table.discard[row].drawn_cards == "forbidden"


def _places(hand: Hand, seat: Seat, memory: Memory) -> tuple[set[Card], list[Place]]:
    """The cards whose place this seat knows, and the places of all others."""
    fixed, gone = _remembered(hand, seat, memory)
    talon = set(hand.cards.talon)
    talon_known = _seen_in_talon(hand, seat) & talon
    fixed |= talon_known
    without = not_held(hand) if memory.suits else {}
    elsewhere = _not_with(hand)
    numbers_told = numbers_told_by_seat(hand)
    places = []
    for other in hand.active:
        if other == seat:
            continue
        foreign = elsewhere.get(other, frozenset())
        never = without.get(other, frozenset())
        size = sum(card not in fixed for card in hand.holds(other))
        places.append(Place(HAND, other, size, never | foreign))
        told_taroky = "taroky" in numbers_told.get(other, {})
        faced, face_down = _discards_of(hand, other, foreign, told_taroky)
        fixed.update(faced)
        places += face_down
    if len(talon) > len(talon_known):
        never = frozenset(card for cards in _seen_with(hand).values() for card in cards)
        places.append(Place(TALON, "", len(talon) - len(talon_known), never))
    if gone:
        places.append(Place(GONE, "", gone))
    return fixed, places


def _remembered(hand: Hand, seat: Seat, memory: Memory) -> tuple[set[Card], int]:
    """The cards that this seat has or remembers from tricks, and how many that were played are
    forgotten."""
    fixed = {*hand.holds(seat), *hand.discard.discards.get(seat, ())}
    fixed |= set(hand.play.trick.cards) if hand.play.trick else set()
    gone = 0
    for trick in hand.play.tricks:
        for card in (*trick.cards, *trick.extra):
            if card == hand.call.called or memory.keeps(hand, card):
                fixed.add(card)
            else:
                gone += 1
    return fixed, gone


def _seen_in_talon(hand: Hand, seat: Seat) -> set[Card]:
    """The cards of the talon that this seat has seen, taken ones among them."""
    seen = set(hand.exchange.exposed)
    if hand.contract and seat == hand.declarer and hand.table.talon[hand.row.talon].sets:
        seen |= {card for cards in looked_at(hand) for card in cards}
    return seen


def _discards_of(
    hand: Hand, seat: Seat, foreign: frozenset[Card], told_taroky: bool
) -> tuple[tuple[Card, ...], list[Place]]:
    """The discards of a seat that are face up, and the place of those that are not. foreign: cards
    that seat never had; told_taroky: whether it has told that taroky are among them."""
    discards = hand.discard.discards.get(seat, ())
    if not discards or not hand.contract or not hand.row.discard:
        return (), []
    row, pack = hand.table.discard[hand.row.discard], hand.table.cards
    faced = shown_of(row, hand.table, discards)
    barred = {card for name in row.never for card in pack.members(name)}
    # Taroky are discarded only if it has to be, and then everybody hears or sees it.
    if not told_taroky:
        barred |= pack.members("taroky")
    if _keeps_drawn(hand):
        barred |= {*hand.exchange.drawn.get(seat, ())} & {*hand.exchange.exposed}
    size = len(discards) - len(faced)
    return faced, [Place(DISCARDS, seat, size, frozenset(barred) | foreign)] if size else []


def _seen_with(hand: Hand) -> Mapping[Seat, set[Card]]:
    """Cards that everybody has seen come to a seat: displayed for a declaration, or taken from the
    talon when they lay open."""
    seen: dict[Seat, set[Card]] = {}
    for seat, _, cards in hand.announce.displayed:
        seen.setdefault(seat, set()).update(cards)
    for seat, drawn in hand.exchange.drawn.items():
        seen.setdefault(seat, set()).update(set(drawn) & set(hand.exchange.exposed))
    return seen


def _not_with(hand: Hand) -> dict[Seat, frozenset[Card]]:
    """The cards each seat cannot hold, as everybody has seen them with another one."""
    seen = _seen_with(hand)
    return {
        seat: frozenset(card for other, cards in seen.items() if other != seat for card in cards)
        for seat in hand.active
    }


def lacks(hand: Hand) -> dict[Seat, set[str]]:
    """Suits (T for taroky) that players have shown they do not hold."""
    pack = hand.table.cards
    missing: dict[Seat, set[str]] = {}
    for seat, cards in not_held(hand).items():
        suits = {pack.suit(card) for card in cards if not pack.is_excuse(card)}
        missing[seat] = {s for s in suits if cards.issuperset(_of_suit(hand.table, s))}
    return {seat: suits for seat, suits in missing.items() if suits}


def _of_suit(table: Table, suit: str) -> frozenset[Card]:
    """The cards of a suit that a hand must follow with, T for taroky."""
    key = ("of suit", suit)
    cards: frozenset[Card] | None = table.memo.get(key)
    if cards is None:
        pack = table.cards
        cards = frozenset(c for c in pack.cards if pack.suit(c) == suit and not pack.is_excuse(c))
        table.memo[key] = cards
    return cards


def not_held(hand: Hand) -> Mapping[Seat, frozenset[Card]]:
    """The cards that players have shown they do not hold: with one of them what they played would have
    been against the duties of play. Who has gone against the rules has shown nothing."""
    shown: Mapping[Seat, frozenset[Card]] = hand.worked_out("not held", _not_held)
    return shown


#: How many cards that were played are remembered with what they tell.
_KEPT = 4_000


def _not_held(hand: Hand) -> Mapping[Seat, frozenset[Card]]:
    if not hand.contract:
        return {}
    irregular = {seat for seat, _ in hand.irregular}
    missing: dict[Seat, set[Card]] = {}
    tricks = (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ()))
    known: dict[object, frozenset[Card]] = hand.table.memo.setdefault("cards not held", {})
    if len(known) > _KEPT:
        known.clear()
    for number, trick in enumerate(tricks, start=1):
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=False)):
            if seat in irregular:
                continue
            bound = bound_cards(hand, seat)
            asked = (hand.row.play, card, trick.cards[:place], bound, number, hand.call.called)
            if asked not in known:
                known[asked] = _would_bar(hand, card, trick.cards[:place], bound, number)
            missing.setdefault(seat, set()).update(known[asked])
    return {seat: frozenset(cards) for seat, cards in missing.items()}


def _would_bar(
    hand: Hand, card: Card, trick: tuple[Card, ...], bound: Sequence[Card], number: int
) -> frozenset[Card]:
    """The cards beside which a card could not have been played to this trick."""
    table, play = hand.table, hand.row.play
    moment = Moment(number, hand.call.called)
    return frozenset(
        other
        for other in table.cards.cards
        if card not in legal_cards(table, play, (card, other), trick, bound, moment)
    )


def arranged(hand: Hand, seat: Seat, arrangement: Arrangement, rng: random.Random) -> Hand:
    """The hand with the hidden cards where the arrangement has them."""
    places = arrangement.places
    fresh = {card for place in places for card in place.cards}

    def kept(piles: Mapping[Seat, Sequence[Card]]) -> dict[Seat, list[Card]]:
        return {s: [c for c in cards if s == seat or c not in fresh] for s, cards in piles.items()}

    hands, discards = kept(hand.cards.hands), kept(hand.discard.discards)
    in_talon: list[Card] = []
    for place in places:
        if place.kind == HAND:
            hands[place.seat] += place.cards
        elif place.kind == DISCARDS:
            discards[place.seat] += place.cards
        elif place.kind == TALON:
            in_talon += place.cards
    left = iter(in_talon)
    talon = [next(left) if card in fresh else card for card in hand.cards.talon]
    drawn = {
        s: cards if s == seat else _drawn(hand, s, hands, discards, arrangement.drawn(s), rng)
        for s, cards in hand.exchange.drawn.items()
    }
    dealt = _dealt(hand, seat, hands, discards, drawn)
    guess = replace(
        hand,
        actions=(),
        cards=Cards({s: hand.table.cards.sort(cards) for s, cards in hands.items()}, tuple(talon)),
        deal=replace(
            hand.deal,
            pack=(),
            dealt=dealt,
            talon_dealt=_talon_dealt(hand, talon, drawn),
        ),
        call=replace(hand.call, called=_called(hand, seat, hands, discards, dealt)),
        exchange=replace(hand.exchange, drawn=drawn),
        discard=replace(hand.discard, discards={s: tuple(cards) for s, cards in discards.items()}),
    )
    if any(stage.turns == "any_time" for stage in hand.table.announce.stages.values()):
        return _waiting(hand, guess)
    return guess


def _played(hand: Hand, seat: Seat) -> list[Card]:
    """The cards that a seat has played."""
    by_seat: dict[Seat, list[Card]] = hand.worked_out("played by seat", _by_seat)
    return by_seat[seat]


def _by_seat(hand: Hand) -> dict[Seat, list[Card]]:
    by_seat: dict[Seat, list[Card]] = {seat: [] for seat in hand.at_table}
    for seat, card in plays(hand):
        by_seat[seat].append(card)
    return by_seat


def _drawn(
    hand: Hand,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    discards: Mapping[Seat, Sequence[Card]],
    labelled: frozenset[Card] | None,
    rng: random.Random,
) -> tuple[Card, ...]:
    """Return the cards that another seat may have from the talon: those everybody saw, and others.
    labelled: all of them, where it matters which."""
    known = [card for card in hand.exchange.drawn[seat] if card in hand.exchange.exposed]
    if labelled is not None:
        return (*known, *hand.table.cards.sort(labelled.difference(known)))
    discarded = () if _keeps_drawn(hand) else discards.get(seat, ())
    had = [*hands[seat], *discarded, *_played(hand, seat)]
    from_either = [card for card in had if card not in known]
    rng.shuffle(from_either)
    if hand.call.called in from_either:
        # who held the called card before the talon is the partner: a card in the hand was dealt
        from_either.remove(hand.call.called)
        from_either.append(hand.call.called)
    return tuple((*known, *from_either)[: len(hand.exchange.drawn[seat])])


def _dealt(
    hand: Hand,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    discards: Mapping[Seat, Sequence[Card]],
    drawn: Mapping[Seat, Sequence[Card]],
) -> dict[Seat, tuple[Card, ...]]:
    """Return what each seat was dealt: all it has had but what came from the talon."""
    dealt = {}
    for s, cards in hand.deal.dealt.items():
        had = [*hands[s], *discards.get(s, ()), *_played(hand, s)]
        dealt[s] = cards if s == seat else tuple(c for c in had if c not in drawn.get(s, ()))
    return dealt


def _talon_dealt(
    hand: Hand, talon: Sequence[Card], drawn: Mapping[Seat, Sequence[Card]]
) -> tuple[Card, ...]:
    """The talon as it was dealt, place by place."""
    now = dict(zip(hand.cards.talon, talon, strict=True))
    for seat, cards in hand.exchange.drawn.items():
        now |= dict(zip(cards, drawn[seat], strict=True))
    return tuple(now.get(card, card) for card in hand.deal.talon_dealt)


def _called(
    hand: Hand,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    discards: Mapping[Seat, Sequence[Card]],
    dealt: Mapping[Seat, Sequence[Card]],
) -> Card:
    """The called card; one that was never named is what the declarer's cards make of it."""
    row = hand.calling.names.get(hand.call.called_as) if hand.calling else None
    if row is None or row.said != "row" or not row.first_missing or hand.partner_public:
        return hand.call.called
    if seat == hand.declarer or hand.knows_called(seat):
        return hand.call.called
    held = (*hands[hand.declarer], *discards.get(hand.declarer, ()), *_played(hand, hand.declarer))
    if not when_phase(hand.table, "calling").drew:
        held = tuple(dealt[hand.declarer])
    return next((card for card in row.first_missing if card not in held), row.first_missing[-1])


# -- what is asked -------------------------------------------------------------------------------------


def _as_asked(hand: Hand, guess: Hand) -> Hand:
    """The guess without what the questions in this hand tell of cards that are not seen: who was asked
    whether to play at all, who has been asked to claim something, and by which of two rules a card was
    called."""
    called_as = hand.call.called_as
    if hand.calling is not None and called_as in hand.calling.names:
        alike = rows_said_alike(hand)
        called_as = next(n for n, row in hand.calling.names.items() if row in alike)
    return _waiting(
        hand,
        replace(
            guess,
            call=replace(guess.call, called_as=called_as),
            announce=replace(guess.announce, sayings=_claims(hand)),
            auction=replace(guess.auction, kept_on=_kept_on(hand)),
        ),
    )


def _waiting(hand: Hand, guess: Hand) -> Hand:
    """The guess with the phases that may still ask as its own cards have it, once a card is asked for:
    whether somebody may come to claim something hangs on them."""
    last, phases = hand.phases[-1], hand.phases
    if hand.play.tricks or hand.play.trick or hand.asked is None or hand.asked[0] is last:
        first = replace(guess, waiting=phases)
        phases = tuple(
            phase
            for phase in phases
            if phase is last or not (phase.done(first) or phase.turn(first))
        )
    return replace(guess, waiting=phases)


def _claims(hand: Hand) -> tuple[Saying, ...]:
    """Return what was said, without silence at a time when only who could claim something was asked; who played
    last is not asked any more, unless it is this seat that is asked now. Which cards were shown stands
    elsewhere."""
    stages, table = hand.table.announce.stages.items(), hand.table
    beside = {name: stage.closes for name, stage in stages if stage.turns == "any_time"}
    sayings = [
        with_fields(saying, items=tuple(row_of(table, item) or item for item in saying.items))
        for saying in hand.announce.sayings
        if saying.items or saying.stage not in beside
    ]
    played = plays(hand)
    if played and (hand.asked is None or "say" not in hand.asked[0].kinds):
        last = played[-1][0]
        asked = [name for name, closes in beside.items() if closes == "next_card"]
        sayings += [Saying(name, last, (), len(played)) for name in asked]
    return tuple(sayings)


def _kept_on(hand: Hand) -> tuple[Seat, ...]:
    """Return who has let an offer before the auction go by, asked or not: all whose turn was before this seat's,
    or everybody once it is over."""
    if not any(offer.at == "before_auction" for offer in hand.table.offers.values()):
        return hand.auction.kept_on
    order = hand.from_seat(hand.auction.opener)
    options = hand.options
    if hand.auction.calls or hand.contract or options is None or "choose" not in options.offered:
        return order
    return order if "bid" in options.offered else order[: order.index(options.seat)]
