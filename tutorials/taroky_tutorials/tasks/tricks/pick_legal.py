"""Which cards may you play? Every legal card is to be touched."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.messages import Message, say
from taroky.numbers import is_whole
from taroky.phases.play import legal_cards
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll, from_choice


@dataclass(frozen=True)
class YourTurn(Position):
    """You sit at A; the leader follows from how many cards are in the trick. called: the card that
    was called, and trick_no the trick of the hand, where rules of play ask for them."""

    contract: str
    hand: tuple[Card, ...]
    trick: tuple[Card, ...] = ()
    leader: Seat = "A"
    called: Card = ""
    trick_no: int | None = None


class PickLegal(PickAll[YourTurn]):
    """Every legal card is right, every other one gets the engine's reason."""

    name = "pick-legal"
    topics = ("follow", "tarok", "void", "nothing", "free", "over", "excuse", "beat")

    def read(self, table: Table, data: Mapping[str, Any]) -> YourTurn:
        hand, trick = cards_of(table, data, "hand"), cards_of(table, data, "trick")
        seats = table.active
        if not hand or set(hand) & set(trick) or len(trick) >= len(seats):
            raise bad(" ".join(trick))
        leader = seats[(len(seats) - len(trick)) % len(seats)]
        called, number = cards_of(table, data, "called"), str(data.get("trick_no") or 0)
        if len(called) > 1 or not is_whole(number) or int(number) > table.deal.hand:
            raise bad(f"{called} {number}")
        return YourTurn(
            contract_of(table, data),
            table.cards.sort(hand),
            trick,
            leader,
            "".join(called),
            int(number) or None,
        )

    def has(self, table: Table, topic: str) -> bool:
        """ "over": where one has to go over a tarok on the table; "beat": where one has to beat a card of
        the suit too; "excuse": a hand that holds one."""
        if topic == "beat":
            return self._beating(table) is not None
        if topic == "over":
            return any("overtrump" in row.duties for row in table.play.values())
        return topic != "excuse" or bool(table.cards.excuse)

    def _beating(self, table: Table) -> str | None:
        """The first contract in which every card has to be beaten that can be, if there is one."""
        return next(
            (
                name
                for name, row in table.contracts.items()
                if "beat" in table.play[row.play].duties
            ),
            None,
        )

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack = table.cards
        cards = pack.shuffled(rng)
        size = {1: rng.randint(4, 6), 2: rng.randint(6, 8), 3: rng.randint(9, 11)}[level]
        most = len(table.active) - 1
        hand, trick = cards[:size], cards[-rng.randint(1, most) :]
        if topic == "free":
            trick = ()
        held = {pack.suit(card) for card in hand}
        lead = next((pack.suit(card) for card in trick if not pack.is_excuse(card)), "")
        fits = {
            "follow": lead in held and lead != "T",
            "void": lead not in held and "T" in held,
            "nothing": lead not in held and "T" not in held,
            "tarok": lead == "T" and "T" in held,
            "free": not trick,
            "over": lead not in held - {"T"} and "T" in held and any(map(pack.is_tarok, trick)),
            "excuse": any(map(pack.is_excuse, hand)) and lead in (held | {"T"}),
            "beat": lead in held or "T" in held,
        }[topic]
        if not fits or (trick and not lead):
            return None
        contract = next(iter(table.contracts))
        if topic == "beat":
            contract = self._beating(table) or contract
            follow = lead if lead in held else "T"
            suited = [card for card in hand if pack.suit(card) == follow]
            legal = legal_cards(table, table.contracts[contract].play, hand, trick)
            if not trick or len(legal) >= len(suited):
                return None
            return {"hand": list(hand), "trick": list(trick), "contract": contract}
        legal = legal_cards(table, table.contracts[contract].play, hand, trick)
        if topic == "over" and len(legal) == sum(map(pack.is_tarok, hand)):
            return None  # nothing has to be gone over
        if trick and topic != "nothing" and len(legal) == len(hand):
            return None
        return {"hand": list(hand), "trick": list(trick), "contract": contract}

    def answers(self, exercise: Exercise[YourTurn]) -> Mapping[Card, Answer]:
        position = exercise.position
        answer = trick_questions.legal(
            exercise.table,
            position.hand,
            position.trick,
            position.contract,
            called=position.called,
            trick_no=position.trick_no,
        )
        return {choice.what: from_choice(choice) for choice in answer.cards}

    def conclusion(self, exercise: Exercise[YourTurn]) -> tuple[Message, RulePoints]:
        """Why it is these cards."""
        table, position = exercise.table, exercise.position
        play = f"play.{table.contracts[position.contract].play}"
        led = next((card for card in position.trick if not table.cards.is_excuse(card)), None)
        if led is None and position.trick:
            return say("legal.excuse_led_done", card=position.trick[0]), table.points_of(
                f"{play}.excuse_led"
            )
        barred = next(
            (row for row in self.rows(exercise).values() if not row.right and not position.trick),
            None,
        )
        if barred is not None:
            return say("legal.lead_barred", why=barred.message), barred.points
        if led is None:
            return say("legal.lead_done"), table.points_of(f"{play}.lead")
        message, points = self._duty(table, position, led)
        excuse = [card for card in position.hand if table.cards.is_excuse(card)]
        if excuse and message.id != "legal.free_done":
            message = say("legal.and_excuse", why=message, card=excuse[0])
            points = tuple(dict.fromkeys((*points, *table.points_of("pack.excuse"))))
        return message, points

    def _duty(self, table: Table, position: YourTurn, led: Card) -> tuple[Message, RulePoints]:
        """Return what had to be played to a trick in which this card says what is asked."""
        row = table.contracts[position.contract].play
        play = f"play.{row}"
        lead = table.cards.suit(led)
        held = {table.cards.suit(card) for card in position.hand}
        best = position.trick[table.cards.winner(position.trick)]
        trumps = lead == "T" or lead not in held
        if (
            trumps
            and "T" in held
            and table.cards.is_tarok(best)
            and "overtrump" in table.play[row].duties
        ):
            over = any(
                table.cards.is_tarok(c) and table.cards.beats(c, best) for c in position.hand
            )
            return (
                say("legal.over_done" if over else "legal.under_done", best=best),
                table.points_of(f"{play}.duties.overtrump"),
            )
        narrowed = self._narrowed(table, position, lead if lead in held else "T")
        if narrowed is not None:
            return narrowed
        if lead == "T" and "T" in held:
            cell, message = "tarok_lead", say("legal.tarok_done")
        elif lead in held:
            cell, message = "duties.follow", say("legal.follow_done", suit=lead)
        elif "T" in held:
            cell, message = "duties.trump", say("legal.trump_done", suit=lead)
        else:
            cell, message = "free", say("legal.free_done", suit=lead)
        return message, table.points_of(f"{play}.{cell}")

    def _narrowed(
        self, table: Table, position: YourTurn, follow: str
    ) -> tuple[Message, RulePoints] | None:
        """Why not every card that follows may go: the others are too low, or barred."""
        choices = trick_questions.legal(
            table, position.hand, position.trick, position.contract
        ).cards
        rows = {choice.what: from_choice(choice) for choice in choices}
        suited = {card for card in rows if table.cards.suit(card) == follow}
        kept = [row for card, row in rows.items() if card in suited and not row.right]
        if not kept or len(kept) == len(suited):
            return None
        beating = all(row.message.id == "play.beat" for row in kept)
        right = [card for card, row in rows.items() if row.right]
        points = tuple(dict.fromkeys(point for row in kept for point in row.points))
        return say("legal.beat_done" if beating else "legal.barred_done", cards=right), points

    def task(self, state: State[YourTurn], outcome: Outcome) -> Message:
        position = state.exercise.position
        return say("legal.task" if position.trick else "legal.task_lead")

    def board(self, state: State[YourTurn], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        played = show.turn(
            table,
            position.trick,
            position.leader,
            position.hand,
            state.base,
            state.id,
            outcome.marks,
            self.touched(state, outcome),
        )
        called = (
            element("p", say("legal.called", card=position.called).text())
            if position.called
            else None
        )
        return join(called, played)

    def solution(self, exercise: Exercise[YourTurn]) -> Sequence[tuple[Message, RulePoints]]:
        legal = [card for card, row in self.rows(exercise).items() if row.right]
        return [(say("legal.solution", cards=legal), ()), self.conclusion(exercise)]
