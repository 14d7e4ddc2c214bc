"""The excuse that goes back to its player: who owes a card for it, and which cards may be given."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.cards import Card
from taroky.hand import Hand, PlayState, Trick
from taroky.messages import Message, say
from taroky.rules.table import RulePoints, Seat, Table
from taroky.settling.counting.piles import excuse_swap

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, word_of
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll, PickOne

NOBODY = "nobody"
#: Which trick of the hand it was.
WHICH = ("early", "last")


@dataclass(frozen=True)
class Excused(Position):
    """A finished trick with the excuse in it. declarer: who plays alone against the others, "" where
    each plays alone."""

    contract: str
    trick: tuple[Card, ...]
    leader: Seat
    declarer: Seat
    which: str = "early"


class WhoOwes(PickOne[Excused]):
    """One seat, or nobody; the engine's piles decide."""

    name = "who-owes"
    topics = ("sides", "last")
    event = "seat"

    def read(self, table: Table, data: Mapping[str, Any]) -> Excused:
        trick = cards_of(table, data, "trick")
        if len(trick) != len(table.active) or not any(map(table.cards.is_excuse, trick)):
            raise bad(" ".join(trick))
        contract = contract_of(table, data)
        each = table.contracts[contract].sides == "each"
        declarer = "" if each else word_of(data, "declarer", table.active, "A")
        return Excused(
            contract,
            trick,
            word_of(data, "leader", table.active, "A"),
            declarer,
            word_of(data, "which", WHICH, "early"),
        )

    def has(self, table: Table, topic: str) -> bool:
        return bool(table.cards.excuse)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack = table.cards
        without_excuse = [card for card in pack.shuffled(rng) if not pack.is_excuse(card)]
        trick = [*without_excuse[: len(table.active) - 1], *pack.excuse]
        rng.shuffle(trick)
        which = "last" if topic == "last" and rng.random() < 0.6 else "early"
        data = {"trick": trick, "leader": rng.choice(table.active), "which": which}
        if table.contracts[next(iter(table.contracts))].sides != "each":
            data["declarer"] = rng.choice(table.active)
        return data

    def _seats(self, table: Table, position: Excused) -> tuple[tuple[Seat, ...], Seat, Seat]:
        """Return who played the trick's cards, who played the excuse, and who took it."""
        start = table.active.index(position.leader)
        seats = (*table.active[start:], *table.active[:start])
        player = next(
            s for s, c in zip(seats, position.trick, strict=True) if table.cards.is_excuse(c)
        )
        return seats, player, seats[table.cards.winner(position.trick)]

    def _judged(self, exercise: Exercise[Excused]) -> tuple[str, Message, RulePoints]:
        """Return who owes a card, and why."""
        table, position = exercise.table, exercise.position
        seats, player, taker = self._seats(table, position)
        before = table.deal.hand - 1 if position.which == "last" else 1
        hand = Hand(
            table=table,
            contract=position.contract,
            declarer=position.declarer,
            play=PlayState(
                (
                    *(Trick(taker, (), (), taker, ()) for _ in range(before)),
                    Trick(position.leader, position.trick, (), taker, seats),
                )
            ),
        )
        play = f"play.{table.contracts[position.contract].play}.excuse"
        if excuse_swap(hand) is not None:
            points = (*table.points_of(f"{play}.self"), *table.points_of(f"{play}.swap"))
            return player, say("owes.player", seat=player, other=taker), points
        if position.declarer and hand.same_side(player, taker):
            return (
                NOBODY,
                say("owes.same_side", seat=player, other=taker),
                table.points_of(f"{play}.swap"),
            )
        return (
            NOBODY,
            say("owes.last", seat=player, other=taker),
            table.points_of(f"{play}.last_trick"),
        )

    def answers(self, exercise: Exercise[Excused]) -> Mapping[str, Answer]:
        right, message, points = self._judged(exercise)
        seats = (*exercise.table.active, NOBODY)
        return {
            seat: Answer(True, message, points)
            if seat == right
            else Answer(False, self._wrong(seat, message), points)
            for seat in seats
        }

    def _wrong(self, seat: str, why: Message) -> Message:
        return say("owes.somebody" if seat == NOBODY else "seat.no", seat=seat, why=why)

    def task(self, state: State[Excused], outcome: Outcome) -> Message:
        position = state.exercise.position
        kind = "each" if not position.declarer else "sides"
        return say(f"owes.task_{kind}_{position.which}", seat=position.declarer)

    def board(self, state: State[Excused], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        alone = {position.declarer: [say("guide.badge_declarer").text()]}
        names = {
            seat: say("guide.you" if seat == table.active[0] else "guide.seat", seat=seat).text()
            for seat in table.active
        }
        on_table = show.trick(
            table,
            position.trick,
            position.leader,
            state.base,
            state.id,
            you=table.active[0],
            names=names,
            badges=alone,
        )
        options = [*names.items(), (NOBODY, say("owes.nobody").text())]
        return join(on_table, choices(state, "seat", options, outcome.marks))


@dataclass(frozen=True)
class OwnTricks(Position):
    """The tricks of the excuse's player; aside: what they discarded before the play."""

    contract: str
    pile: tuple[Card, ...]
    aside: tuple[Card, ...] = ()


class SwapCard(PickAll[OwnTricks]):
    """Every card that may be given for the excuse."""

    name = "swap-card"
    topics = ("pile",)

    def read(self, table: Table, data: Mapping[str, Any]) -> OwnTricks:
        position = OwnTricks(
            contract_of(table, data), cards_of(table, data, "pile"), cards_of(table, data, "aside")
        )
        if not any(row.right for row in self._answers(table, position).values()):
            raise bad(" ".join(position.pile))
        return position

    def has(self, table: Table, topic: str) -> bool:
        row = table.play[next(iter(table.contracts.values())).play].excuse
        return bool(table.cards.excuse) and row is not None and bool(row.swap)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        cards = [c for c in table.cards.shuffled(rng) if not table.cards.is_excuse(c)]
        pile = cards[: len(table.active) * min(level + 1, 3)]
        contract = next(iter(table.contracts))
        right = sum(
            row.right for row in self._answers(table, OwnTricks(contract, tuple(pile))).values()
        )
        return {"pile": pile} if 1 <= right < len(pile) else None

    def _answers(self, table: Table, position: OwnTricks) -> dict[Card, Answer]:
        path = f"play.{table.contracts[position.contract].play}"
        row = table.play[table.contracts[position.contract].play].excuse
        assert row is not None
        sets = [table.cards.members(name) for name in row.swap]
        points = table.points_of(f"{path}.excuse.swap")
        answers = {}
        for card in position.pile:
            right = any(card in members for members in sets)
            answers[card] = Answer(
                right, say("swap.yes" if right else "swap.no", card=card), points
            )
        for card in position.aside:
            right = row.swap_from != "tricks" and any(card in members for members in sets)
            answers[card] = Answer(
                right,
                say("swap.yes" if right else "swap.aside", card=card),
                table.points_of(f"{path}.excuse.swap_from"),
            )
        return answers

    def answers(self, exercise: Exercise[OwnTricks]) -> Mapping[Card, Answer]:
        position = exercise.position
        return self._answers(exercise.table, position)

    def conclusion(self, exercise: Exercise[OwnTricks]) -> tuple[Message, RulePoints]:
        right = [card for card, row in self.rows(exercise).items() if row.right]
        position = exercise.position
        path = f"play.{exercise.table.contracts[position.contract].play}.excuse.swap"
        return say("swap.all", cards=right), exercise.table.points_of(path)

    def solution(self, exercise: Exercise[OwnTricks]) -> Sequence[tuple[Message, RulePoints]]:
        return [self.conclusion(exercise)]

    def task(self, state: State[OwnTricks], outcome: Outcome) -> Message:
        return say("swap.task")

    def board(self, state: State[OwnTricks], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        parts = [
            show.hand(
                table,
                position.pile,
                state.base,
                state.id,
                event="tap",
                marks=outcome.marks,
                label=say("swap.pile").text(),
                touched=self.touched(state, outcome),
            )
        ]
        if position.aside:
            parts.append(element("p", say("swap.aside_label").text()))
            parts.append(
                show.hand(
                    table,
                    position.aside,
                    state.base,
                    state.id,
                    event="tap",
                    marks=outcome.marks,
                    label=say("swap.aside_label").text(),
                    touched=self.touched(state, outcome),
                )
            )
        return join(*parts)
