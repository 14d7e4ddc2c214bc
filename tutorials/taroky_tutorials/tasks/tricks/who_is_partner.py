"""Who plays with the declarer? From the called card, your own hand and what has been seen so far: a
seat, nobody, or it cannot be known yet. The engine says what a seat can know."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from taroky.api import bidding as bidding_questions
from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.hand import (
    CallState,
    Cards,
    DealState,
    DiscardState,
    ExchangeState,
    Hand,
    PlayState,
    Trick,
)
from taroky.messages import Message, say
from taroky.phases import discard, play
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, word_of
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickOne

#: Answers that are no seat.
NOBODY, UNKNOWN = "nobody", "unknown"
Tricks = tuple[tuple[Seat, tuple[Card, ...]], ...]


@dataclass(frozen=True)
class Seen(Position):
    """Your knowledge (the first seat's) of a hand with a called partner.

    hand: what you hold now. called: the called card, "" if nobody is called. tricks: (who led, the
    cards in order), the last one perhaps unfinished. drawn: what you took from the talon. discards:
    by seat, your own and those others had to show. exposed: talon cards that all have seen.
    """

    contract: str
    declarer: Seat
    called: Card
    hand: tuple[Card, ...]
    tricks: Tricks = ()
    drawn: tuple[Card, ...] = ()
    discards: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    exposed: tuple[Card, ...] = ()

    def plain(self) -> dict[str, Any]:
        tricks = [{"leader": seat, "cards": list(cards)} for seat, cards in self.tricks]
        return {**super().plain(), **({"tricks": tricks} if tricks else {})}


class WhoIsPartner(PickOne[Seen]):
    """A seat, nobody, or not to be known yet."""

    name = "who-is-partner"
    topics = ("seen", "mine", "hidden", "alone")
    event = "seat"

    def read(self, table: Table, data: Mapping[str, Any]) -> Seen:
        contract = contract_of(table, {**data, "contract": data.get("contract") or self._of(table)})
        if table.contracts[contract].calling is None:
            raise bad(contract)
        seats = table.active
        tricks = self._tricks(table, data.get("tricks", []), contract)
        discards = data.get("discards", {})
        if not isinstance(discards, Mapping) or any(seat not in seats for seat in discards):
            raise bad(discards)
        called = str(data.get("called", ""))
        position = Seen(
            contract,
            word_of(data, "declarer", seats, seats[0]),
            table.cards.parse_all(called)[0] if called else "",
            table.cards.sort(cards_of(table, data, "hand")),
            tricks,
            cards_of(table, data, "drawn"),
            {seat: cards_of(table, discards, seat) for seat in discards},
            cards_of(table, data, "exposed"),
        )
        self._check(table, position)
        return position

    def _check(self, table: Table, position: Seen) -> None:
        """Every card is in one place, nobody has too many, and that card may be called at all."""
        seats = table.active
        piles = (
            position.hand,
            *(cards for _, cards in position.tricks),
            *position.discards.values(),
            position.exposed,
        )
        everything = [card for pile in piles for card in pile]
        table.cards.parse_all(everything)
        own = [
            *position.hand,
            *_played(table, position)[seats[0]],
            *position.discards.get(seats[0], ()),
        ]
        if len(own) > table.deal.hand + len(position.drawn) or any(
            c not in own for c in position.drawn
        ):
            raise bad(" ".join(own))
        if not position.hand or not _meaning(table, position):
            raise bad(position.called)

    def _tricks(self, table: Table, value: Any, contract: str) -> Tricks:
        """Tricks in data: the player who took one leads to the next."""
        tricks: list[tuple[Seat, tuple[Card, ...]]] = []
        due: Seat | None = None
        for i, row in enumerate(value if isinstance(value, list | tuple) else [value]):
            if not isinstance(row, Mapping):
                raise bad(row)
            leader = word_of(row, "leader", table.active)
            cards = cards_of(table, row, "cards")
            whole = len(cards) == len(table.active)
            if not cards or len(cards) > len(table.active) or due not in (None, leader):
                raise bad(" ".join(cards))
            if not whole and i < len(value) - 1:
                raise bad(" ".join(cards))
            if whole:
                due = trick_questions.winner(table, cards, leader, contract, i + 1).winner
            tricks.append((leader, cards))
        return tuple(tricks)

    def _of(self, table: Table) -> str:
        """The first contract in which somebody is called aloud."""
        return next(
            (
                name
                for name, row in table.contracts.items()
                if row.calling and table.calling[row.calling].at != "none"
            ),
            "",
        )

    def has(self, table: Table, topic: str) -> bool:
        row = table.contracts[self._of(table)].calling if self._of(table) else None
        return row is not None and table.calling[row].secret != "no"

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        contract = self._of(table)
        row = table.contracts[contract].calling or ""
        pack, seats, n = table.cards.shuffled(rng), table.active, table.deal.hand
        hands = {seat: list(pack[i * n : (i + 1) * n]) for i, seat in enumerate(seats)}
        declarer = rng.choice(seats)
        words = bidding_questions.callable_cards(table, hands[declarer], contract).legal
        cards = [word for word in words if word in pack]
        if not cards or (topic == "alone") != any(card in hands[declarer] for card in cards):
            return None
        called = rng.choice([c for c in cards if (c in hands[declarer]) == (topic == "alone")])
        holder = next((seat for seat, held in hands.items() if called in held), None)
        if holder is None and table.calling[row].partner != "holder_before_talon":
            return None  # a talon that is drawn to the last card hides nobody's partner
        if (topic == "mine") != (holder == seats[0] != declarer):
            return None
        tricks = self._played_out(table, rng, hands, contract, declarer, 1 + level)
        fell = any(called in cards for _, cards in tricks)
        yours = topic == "alone" and declarer == seats[0]
        if topic != "mine" and (fell or yours) != (topic != "hidden"):
            return None
        if topic == "hidden" and _ruled_out(table, called, tricks):
            return None
        return {
            "contract": contract,
            "declarer": declarer,
            "called": called,
            "hand": hands[seats[0]],
            "tricks": [{"leader": seat, "cards": list(cards)} for seat, cards in tricks],
        }

    def _played_out(
        self,
        table: Table,
        rng: random.Random,
        hands: dict[Seat, list[Card]],
        contract: str,
        declarer: Seat,
        n: int,
    ) -> Tricks:
        """Take this many tricks of cards that may be played out of the hands."""
        row = table.contracts[contract].play
        call = table.auction.calls.get(contract)
        opens = call is not None and call.who == "opener"
        first = opens or table.play[row].lead == "declarer"
        leader = declarer if first else rng.choice(table.active)
        tricks = []
        for number in range(n):
            cards: list[Card] = []
            start = table.active.index(leader)
            for seat in (*table.active[start:], *table.active[:start]):
                card = rng.choice(play.legal_cards(table, row, hands[seat], cards))
                hands[seat].remove(card)
                cards.append(card)
            tricks.append((leader, tuple(cards)))
            leader = trick_questions.winner(table, cards, leader, contract, number + 1).winner
        return tuple(tricks)

    def _right(self, table: Table, position: Seen) -> tuple[str, Hand]:
        """Return what can be known, by the engine, and the hand it was asked of."""
        hand = _hand(table, position)
        you = table.active[0]
        known = [hand.knows_side(you, seat) for seat in table.active]
        if None in known:
            return UNKNOWN, hand
        return hand.partner or NOBODY, hand

    def answers(self, exercise: Exercise[Seen]) -> Mapping[str, Answer]:
        table, position = exercise.table, exercise.position
        right, hand = self._right(table, position)
        why, points = self._why(table, position, right, hand)
        seats = [seat for seat in table.active if seat != position.declarer]
        return {
            value: Answer(True, why, points)
            if value == right
            else Answer(False, self._wrong(table, position, value, right, why), points)
            for value in (*seats, NOBODY, UNKNOWN)
        }

    def _why(
        self, table: Table, position: Seen, right: str, hand: Hand
    ) -> tuple[Message, RulePoints]:
        you, card = table.active[0], position.called
        row = table.contracts[position.contract].calling
        path = f"calling.{row}"

        def points(*cells: str) -> RulePoints:
            by_cell = (table.points_of(f"{path}.{cell}") for cell in (*cells, "secret", "self"))
            return next((one for one in by_cell if one), ())

        if right == UNKNOWN:
            return say("sides.unknown", card=card), points()
        if right == you:
            return say("sides.you", card=card), points()
        if right != NOBODY:
            laid = hand.discarded_by(card) is not None
            return (
                say("sides.laid" if laid else "sides.played", seat=right, card=card),
                points("if_discarded") if laid else points(),
            )
        alone = table.points_of(f"contracts.{position.contract}.alone") or points("partner")
        if not card:
            return say("sides.unsaid"), alone
        if card in position.exposed or hand.holder(card) is None:
            return say("sides.talon", card=card), points("partner")
        if hand.discarded_by(card) is not None:
            return say("sides.laid_alone", card=card), points("if_discarded")
        if position.declarer == you and card in position.drawn:
            return say("sides.drawn", card=card), points("drawn") if row else alone
        own = "sides.own" if position.declarer == you else "sides.own_seen"
        return say(own, card=card, seat=position.declarer), alone

    def _wrong(self, table: Table, position: Seen, value: str, right: str, why: Message) -> Message:
        you, card = table.active[0], position.called
        if value == you:
            return say("sides.not_yours", card=card) if card else why
        if right == UNKNOWN:
            key = "sides.perhaps_alone" if value == NOBODY else "sides.not_proved"
            return say(key, card=card, seat=value)
        key = {UNKNOWN: "sides.known", NOBODY: "sides.not_alone"}.get(value, "seat.no")
        return say(key, seat=value, why=why)

    def task(self, state: State[Seen], outcome: Outcome) -> Message:
        table, position = state.exercise.table, state.exercise.position
        if position.declarer == table.active[0]:
            return say("sides.task_yours")
        return say("sides.task", seat=position.declarer)

    def board(self, state: State[Seen], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        you = table.active[0]
        facts = element(
            "ul",
            *(element("li", line.text()) for line in self._sentences(table, position)),
            class_="tk-facts",
        )
        tricks = [
            show.trick(table, cards, leader, state.base, state.id, you=you)
            for leader, cards in position.tricks
        ]
        held = show.hand(
            table, position.hand, state.base, state.id, label=say("widget.your_hand").text()
        )
        options = [
            (value, self._option(table, position, value)) for value in self.rows(state.exercise)
        ]
        return join(facts, *tricks, held, choices(state, "seat", options, outcome.marks))

    def _sentences(self, table: Table, position: Seen) -> list[Message]:
        """The position in sentences."""
        you = table.active[0]
        mine = position.declarer == you
        words: dict[str, Any] = {
            "seat": _placed(table, position.declarer),
            "contract": position.contract,
            "card": position.called,
        }
        if table.calling[table.contracts[position.contract].calling or ""].at == "none":
            key = "sides.told_unnamed"
        else:
            key = "sides.told" if position.called else "sides.told_unsaid"
        lines = [say(key + ("_yours" if mine else ""), **words)]
        if position.drawn:
            lines.append(say("sides.told_drawn", cards=list(position.drawn)))
        for seat, cards in position.discards.items():
            key = "sides.told_laid_yours" if seat == you else "sides.told_laid"
            lines.append(say(key, seat=_placed(table, seat), cards=list(cards)))
        if position.exposed:
            lines.append(say("sides.told_exposed", cards=list(position.exposed)))
        return lines

    def _option(self, table: Table, position: Seen, value: str) -> str:
        if value == UNKNOWN:
            return say("sides.say_unknown").text()
        if value == NOBODY:
            yours = position.declarer == table.active[0]
            return say(
                "sides.say_nobody_yours" if yours else "sides.say_nobody", seat=position.declarer
            ).text()
        return say("widget.you").text() if value == table.active[0] else _placed(table, value)


def _ruled_out(table: Table, called: Card, tricks: Tricks) -> bool:
    """Whether somebody has shown by their cards that they cannot hold the called card: what may be
    worked out from that is no matter for this task."""
    suit = table.cards.suit(called)
    for _, cards in tricks:
        lead = table.cards.suit(cards[0])
        played = {table.cards.suit(card) for card in cards[1:]}
        if (suit == lead and played != {lead}) or (suit == "T" and played - {lead, "T"}):
            return True
    return False


def _played(table: Table, position: Seen) -> dict[Seat, list[Card]]:
    """Return what each seat has played."""
    played: dict[Seat, list[Card]] = {seat: [] for seat in table.active}
    for leader, cards in position.tricks:
        start = table.active.index(leader)
        for i, card in enumerate(cards):
            played[table.active[(start + i) % len(table.active)]].append(card)
    return played


def _meaning(table: Table, position: Seen) -> str:
    """The name of the row by which that card is called; "" if it never is."""
    rows = table.calling[table.contracts[position.contract].calling or ""].names
    for name, row in rows.items():
        named = {card for of in row.cards for card in table.cards.members(of)}
        if position.called in (row.card, *row.first_missing, *named):
            return name
        if not position.called and row.card == "none":
            return name
    return ""


def _hand(table: Table, position: Seen) -> Hand:
    """A hand of which you know as much. A called card that you cannot have seen lies with another
    player who is not the declarer; with which one changes nothing that you know."""
    you = table.active[0]
    played = _played(table, position)
    hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(table.active, ())
    hands[you] = position.hand
    seen = {
        *position.hand,
        *position.exposed,
        *(c for cards in played.values() for c in cards),
        *(c for cards in position.discards.values() for c in cards),
    }
    if position.called and position.called not in seen:
        other = next(seat for seat in table.active if seat not in (you, position.declarer))
        hands[other] = (position.called,)
    known = {
        seat: (*hands[seat], *played[seat], *position.discards.get(seat, ()))
        for seat in table.active
    }
    tricks = [
        Trick(
            leader,
            cards,
            (),
            trick_questions.winner(table, cards, leader, position.contract, i + 1).winner,
            _order(table, leader),
        )
        for i, (leader, cards) in enumerate(position.tricks)
    ]
    row = table.contracts[position.contract].discard
    own = discard.shown(table.discard[row], table, position.discards.get(you, ())) if row else ()
    others_discards = (
        card for seat, cards in position.discards.items() if seat != you for card in cards
    )
    return Hand(
        table=table,
        contract=position.contract,
        declarer=position.declarer,
        cards=Cards(hands),
        call=CallState(position.called, _meaning(table, position)),
        deal=DealState(
            dealt={
                seat: tuple(
                    card for card in cards if card not in (*position.drawn, *position.exposed)
                )
                for seat, cards in known.items()
            }
        ),
        exchange=ExchangeState(drawn={you: position.drawn}, exposed=position.exposed),
        discard=DiscardState(dict(position.discards), shown=(*own, *others_discards)),
        play=PlayState(tuple(tricks)),
    )


def _order(table: Table, leader: Seat) -> tuple[Seat, ...]:
    start = table.active.index(leader)
    return (*table.active[start:], *table.active[:start])


def _placed(table: Table, seat: Seat) -> str:
    """A seat with where it is, seen from yours: "B (on your right)"; with five at the table some
    places have no name."""
    key = show.place(table, seat, table.active[0])
    if key == "widget.seat":
        return seat
    place = say(key).text()
    return f"{seat} ({place[:1].lower()}{place[1:]})"
