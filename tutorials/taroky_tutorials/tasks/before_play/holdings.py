"""What does this hand hold? The declarations it may make are to be touched; or the cards that are to
be discarded."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from taroky.api import announcing as declaring_questions
from taroky.api import exchange as talon_questions
from taroky.api.exchange import ChosenDiscardsAnswer, JudgedDiscard
from taroky.cards import Card
from taroky.messages import Message, money, say, term
from taroky.phases import discard
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.placeholders import coin_name
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, picked, word_of
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Event, Exercise, Position, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll, from_choice


@dataclass(frozen=True)
class Held(Position):
    """A hand as it is when declarations are made. among: the declarations to choose from, for a
    learner who has not met the others; all, if it is empty."""

    hand: tuple[Card, ...]
    among: tuple[str, ...] = ()


class NameDeclarations(PickAll[Held]):
    """Every holding that is there; what they bring together is said at the end."""

    name = "name-declarations"
    topics = ("length", "honours", "any")
    event = "row"

    def read(self, table: Table, data: Mapping[str, Any]) -> Held:
        hand = table.cards.sort(cards_of(table, data, "hand"))
        if not hand or len(hand) > table.deal.hand:
            raise bad(len(hand))
        among = data.get("among", ())
        known = table.declarations.rows
        if not isinstance(among, list | tuple) or not all(isinstance(row, str) for row in among):
            raise bad("among")
        unknown = [row for row in among if row not in known]
        if unknown and not table.packed:  # a house may have left one out
            raise bad(unknown[0])
        return Held(hand, tuple(row for row in among if row in known))

    def has(self, table: Table, topic: str) -> bool:
        return bool(table.declarations.rows)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack = table.cards
        cards = list(pack.shuffled(rng))
        wanted = pack.members("taroky" if topic == "length" else "trul")
        if topic != "any":  # such hands are rare: the cards that make them come first more often
            honours = wanted | pack.members("kings") if topic == "honours" else wanted
            # Few taroky are worth something too, so a length may be a short one.
            weight = rng.uniform(-0.7, 1.1) if topic == "length" else 0.55
            cards.sort(key=lambda card: rng.random() - (weight if card in honours else 0))
        hand = cards[: table.deal.hand]
        right = sum(choice.legal for choice in declaring_questions.declarations(table, hand).rows)
        return {"hand": hand} if 1 <= right <= level + 1 else None

    def answers(self, exercise: Exercise[Held]) -> Mapping[str, Answer]:
        position = exercise.position
        return {
            choice.what: from_choice(choice)
            for choice in declaring_questions.declarations(exercise.table, position.hand).rows
            if choice.legal or not position.among or choice.what in position.among
        }

    def conclusion(self, exercise: Exercise[Held]) -> tuple[Message, RulePoints]:
        position = exercise.position
        answer = declaring_questions.declarations(exercise.table, position.hand)
        points = tuple(
            dict.fromkeys(
                point for choice in answer.rows if choice.legal for point in choice.why.points
            )
        )
        value = money(Decimal(answer.value) + Decimal(answer.claims_value))
        unit = coin_name(exercise.table, float(value) == 1)
        rows = [*answer.best, *answer.claims]
        # What may be declared, but not with the others, is not among the best.
        together = all(choice.what in rows for choice in answer.rows if choice.legal)
        each = exercise.table.declarations.to == "each_other"
        key = ("declare.all" if together else "declare.best") + ("_each" if each else "")
        return say(key, rows=rows, value=value, unit=unit), points

    def solution(self, exercise: Exercise[Held]) -> Sequence[tuple[Message, RulePoints]]:
        rows = self.rows(exercise).values()
        return [
            *((row.message, row.points) for row in rows if row.right),
            self.conclusion(exercise),
        ]

    def task(self, state: State[Held], outcome: Outcome) -> Message:
        return say("declare.task")

    def board(self, state: State[Held], outcome: Outcome) -> Markup:
        position = state.exercise.position
        held = show.hand(
            state.exercise.table,
            position.hand,
            state.base,
            state.id,
            label=say("widget.your_hand").text(),
        )
        options = [(row, term("say", row)) for row in self.rows(state.exercise)]
        return join(
            choices(state, "row", options, outcome.marks, self.touched(state, outcome)), held
        )


@dataclass(frozen=True)
class Exchange(Position):
    """A hand after the draw, with more cards than it may keep."""

    contract: str
    hand: tuple[Card, ...]
    called: Card = ""
    drawn: tuple[Card, ...] = ()
    goal: str = ""


class ChooseDiscards(Kind[Exchange]):
    """Any cards that may go together; each that may not gets its reason. With the goal "void" the
    hand has to run out of one suit more."""

    name = "choose-discards"
    topics = ("plain", "short", "void")
    goals = ("", "void")

    def read(self, table: Table, data: Mapping[str, Any]) -> Exchange:
        named = data.get("contract") or self._of(table)
        contract = contract_of(table, {**data, "contract": named})
        hand = table.cards.sort(cards_of(table, data, "hand"))
        called = cards_of(table, data, "called")
        row = table.contracts[contract].discard
        if row is None or len(hand) <= table.deal.hand:
            raise bad(f"{contract} {len(hand)}")
        drawn = cards_of(table, data, "drawn")
        position = Exchange(
            contract, hand, called[0] if called else "", drawn, word_of(data, "goal", self.goals)
        )
        if any(card not in hand for card in drawn) or (
            position.goal and not self._ways(table, position)
        ):
            raise bad(" ".join(hand))
        return position

    def _of(self, table: Table) -> str:
        return next((name for name, row in table.contracts.items() if row.discard), "")

    def has(self, table: Table, topic: str) -> bool:
        return bool(self._of(table)) and (topic != "short" or self._short(table))

    def _short(self, table: Table) -> bool:
        row = table.contracts[self._of(table)].discard
        return bool(row and table.discard[row].only_if_short)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        contract = table.contracts[self._of(table)]
        use = table.talon[contract.talon]
        drawn = max([draw.cards for draw in use.draws.values()], default=0) or max(
            use.sets, default=0
        )
        cards = list(table.cards.shuffled(rng))
        if topic == "short":  # few cards that may go freely
            row = table.discard[contract.discard or ""]
            rich = frozenset().union(
                *(
                    table.cards.members(of)
                    for of in (*row.never, *row.only_if_short)
                    if of != "called"
                )
            )
            weight = rng.uniform(0.3, 0.8)
            cards.sort(key=lambda card: rng.random() - (weight if card in rich else 0))
        hand = cards[: table.deal.hand + drawn]
        if not drawn:
            return None
        use_row = table.discard[contract.discard or ""]
        new = hand[-drawn:] if use_row.drawn_cards == "forbidden" else ()
        judged = discard.judge(table, contract.discard or "", hand, drawn, "", new)
        must = sum(choice.must for choice in judged)
        barred = sum(not choice.legal for choice in judged)
        if (topic == "short") != (0 < must <= drawn) or barred < 1:
            return None
        data: dict[str, Any] = {"hand": hand}
        if new:
            data["drawn"] = new
        if topic == "void":
            data["goal"] = "void"
            position = Exchange(
                self._of(table), tuple(hand), "", tuple(data.get("drawn", ())), "void"
            )
            if not 1 <= len(self._ways(table, position)) <= 4 - level:
                return None
        return data

    def _ways(self, table: Table, position: Exchange) -> list[list[Card]]:
        """The suits that can be discarded whole, each as its cards, the poorest first."""
        row = table.contracts[position.contract].discard or ""
        n = len(position.hand) - table.deal.hand
        judged = discard.judge(table, row, position.hand, n, position.called, position.drawn)
        free = {choice.what for choice in judged if choice.legal and not choice.must}
        must = sum(choice.must for choice in judged)
        suits: dict[str, list[Card]] = {}
        for card in position.hand:
            suits.setdefault(table.cards.suit(card), []).append(card)
        whole = [
            cards
            for suit, cards in suits.items()
            if suit != "T" and len(cards) <= n - must and all(card in free for card in cards)
        ]
        return sorted(whole, key=lambda cards: (len(cards), sum(map(table.cards.value, cards))))

    def _judged(
        self, exercise: Exercise[Exchange]
    ) -> tuple[str, int, dict[Card, Answer], list[Card]]:
        """The discard row, how many go, every card with its answer, and the cards that must go."""
        table, position = exercise.table, exercise.position
        row = table.contracts[position.contract].discard or ""
        n = len(position.hand) - table.deal.hand
        if "rows" not in exercise.memo:
            answer = talon_questions.discards(
                table, position.hand, position.contract, (), position.called, position.drawn
            )
            exercise.memo["rows"] = answer.cards
        choices: Sequence[JudgedDiscard] = exercise.memo["rows"]
        answers = {choice.what: from_choice(choice) for choice in choices}
        return row, n, answers, [choice.what for choice in choices if choice.must]

    def judge(self, exercise: Exercise[Exchange], answers: Sequence[Event]) -> Outcome:
        table, position = exercise.table, exercise.position
        row, n, rows, _ = self._judged(exercise)
        marks: dict[str, tuple[str, str]] = {}
        chosen: list[Card] = []
        feedback: Feedback | None = None
        tries, done = 0, False
        for event in answers:
            if "lay" in event:
                refusal = discard.check_set(
                    table, row, position.hand, n, chosen, position.called, position.drawn
                )
                if refusal is not None:
                    tries += 1
                    feedback = Feedback("wrong", refusal.message, refusal.points)
                    continue
                if position.goal and not self._void(exercise, chosen):
                    tries += 1
                    feedback = Feedback("wrong", say("discard.not_void"), self._trumping(exercise))
                    continue
                done = True
                feedback = Feedback("right", *self._laid(exercise, chosen))
                continue
            card = picked(event, "tap", tuple(rows))
            feedback = None
            if card in chosen:
                chosen.remove(card)
            elif rows[card].right:
                chosen.append(card)
            else:
                tries += card not in marks
                marks[card] = ("is-wrong", "widget.may_not")
                feedback = Feedback("wrong", rows[card].message, rows[card].points)
        marks |= dict.fromkeys(chosen, ("is-picked", "widget.picked"))
        return Outcome(done, feedback, marks, tries)

    def _void(self, exercise: Exercise[Exchange], chosen: Sequence[Card]) -> bool:
        """Whether a suit is gone with these cards."""
        position = exercise.position
        return any(set(cards) <= set(chosen) for cards in self._ways(exercise.table, position))

    def _trumping(self, exercise: Exercise[Exchange]) -> RulePoints:
        """The rule that makes a void worth having."""
        table, position = exercise.table, exercise.position
        return table.points_of(f"play.{table.contracts[position.contract].play}.duties.trump")

    def _laid(
        self, exercise: Exercise[Exchange], chosen: Sequence[Card]
    ) -> tuple[Message, RulePoints]:
        table, position = exercise.table, exercise.position
        answer = talon_questions.discards(
            table, position.hand, position.contract, chosen, position.called, position.drawn
        )
        row, _, _, _ = self._judged(exercise)
        if isinstance(answer, ChosenDiscardsAnswer):
            if answer.shown:
                return (
                    say("discard.done_shown", cards=list(answer.shown)),
                    table.points_of(f"discard.{row}.shown"),
                )
            if answer.told:
                n = sum(answer.told.values())
                return say("discard.done_told", n=n), table.points_of(f"discard.{row}.told")
        if position.goal:
            return say("discard.done_void"), self._trumping(exercise)
        return say("discard.done"), table.points_of(f"discard.{row}.count")

    def task(self, state: State[Exchange], outcome: Outcome) -> Message:
        _, n, _, _ = self._judged(state.exercise)
        position = state.exercise.position
        return say("discard.task_void" if position.goal else "discard.task", n=n)

    def board(self, state: State[Exchange], outcome: Outcome) -> Markup:
        position = state.exercise.position
        held = show.hand(
            state.exercise.table,
            position.hand,
            state.base,
            state.id,
            event="tap",
            marks=outcome.marks,
            label=say("widget.your_hand").text(),
        )
        new = say("discard.drawn", cards=list(position.drawn)).text() if position.drawn else ""
        drawn = element("p", new) if new else None
        if outcome.done:
            return join(drawn, held)
        return join(drawn, held, choices(state, "lay", [("1", say("discard.lay").text())]))

    def _some(self, exercise: Exercise[Exchange]) -> list[Card]:
        """Cards that may go together: those that must, and then the poorest of the others."""
        table = exercise.table
        _, n, rows, must = self._judged(exercise)
        free = [card for card, row in rows.items() if row.right and card not in must]
        order = table.cards.trumps

        def poor(card: Card) -> tuple[bool, object, int]:
            """The poorest of the suits first, then the lowest taroky."""
            low = -order.index(card) if card in order else 0
            return card in order, table.cards.value(card), low

        free.sort(key=poor)
        position = exercise.position
        first = self._ways(table, position)[0] if position.goal else []
        return [*must, *first, *(card for card in free if card not in first)][:n]

    def solution(self, exercise: Exercise[Exchange]) -> Sequence[tuple[Message, RulePoints]]:
        some = self._some(exercise)
        return [(say("discard.some", cards=some), self._laid(exercise, some)[1])]

    def solve(self, exercise: Exercise[Exchange]) -> Sequence[Event]:
        return [*({"tap": card} for card in self._some(exercise)), {"lay": "1"}]

    def next_right(self, state: State[Exchange]) -> Event | None:
        """The next card to choose; one to take back, if there are too many; or to lay what is chosen."""
        exercise = state.exercise
        marks = self.judge(exercise, state.without_hints).marks or {}
        chosen = [card for card, (css, _) in marks.items() if css == "is-picked"]
        if self.judge(exercise, (*({"tap": card} for card in chosen), {"lay": "1"})).done:
            return {"lay": "1"}
        some = self._some(exercise)
        extra = [card for card in chosen if card not in some]
        missing = [card for card in some if card not in chosen]
        full = len(chosen) >= len(some)
        return {"tap": extra[0] if full and extra else missing[0]}

    def right(self, exercise: Exercise[Exchange]) -> int:
        _, _, rows, _ = self._judged(exercise)
        return sum(row.right for row in rows.values())

    def first_events(self, exercise: Exercise[Exchange]) -> Iterator[Event]:
        position = exercise.position
        for card in position.hand:
            yield {"tap": card}
