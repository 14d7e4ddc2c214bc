"""How much does each pay? The facts of a finished hand are told, and what one player gets or pays is
written down; the answer is the engine's settlement with its working."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from taroky.errors import TarokyError
from taroky.messages import Message, known, say
from taroky.phases.sayings import expand
from taroky.rules.table import RulePoints, Table
from taroky.settling.finished_hand import OTHER_CARD
from taroky.settling.paying import Settlement, settle
from taroky.settling.reported import reading as facts_of
from taroky.settling.reported.pile_sizes import fitting

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import purses
from taroky_tutorials.page_parts.placeholders import coin_name, coins
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, misplaced, word_of
from taroky_tutorials.tasks.counting.number_form import amount_form
from taroky_tutorials.tasks.counting.wrong_amounts import Ended, WrongAmount
from taroky_tutorials.tasks.exercise import Event, Exercise, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome

_AMOUNT = re.compile(r"[+-]?\d{1,5}([.,]\d{1,2})?", re.ASCII)


class WhoPays(Kind[Ended]):
    """The amount of one seat, with a sign."""

    name = "who-pays"
    topics = ("game", "bonus", "doubled")

    def has(self, table: Table, topic: str) -> bool:
        """Games in which sides play, and for bonuses those that have something of the kind."""
        cards = any(row.card in table.cards.trumps for row in table.bonuses.values())
        there = any(row.sides != "each" for row in table.contracts.values())
        if topic == "doubled":
            return there and "game" in table.doubling.on
        return there and (topic != "bonus" or cards or bool(table.declarations.rows))

    def read(self, table: Table, data: Mapping[str, Any]) -> Ended:
        facts = data.get("facts")
        if not isinstance(facts, Mapping):
            raise bad(facts)
        settle(table, facts_of.read(table, facts))
        seat = word_of(data, "seat", table.active, str(facts.get("declarer") or table.active[0]))
        return Ended(dict(facts), seat)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        facts = draw_facts(table, rng, topic == "bonus", level)
        if facts is None:
            return None
        if topic == "doubled":
            words = list(table.doubling.steps)
            facts["doubles"] = {"game": rng.choice(words[: level + 1])}
        try:
            settled = settle(table, facts_of.read(table, facts))
        except TarokyError:
            return None
        if (topic == "bonus") != (len(settled.items) > 1):
            return None
        return {"facts": facts, "seat": rng.choice(table.active)}

    def _settled(self, exercise: Exercise[Ended]) -> Settlement:
        position = exercise.position
        if "settled" not in exercise.memo:
            facts = facts_of.read(exercise.table, position.facts)
            exercise.memo["settled"] = settle(exercise.table, facts)
        settled: Settlement = exercise.memo["settled"]
        return settled

    def _amount(self, exercise: Exercise[Ended]) -> Decimal:
        position = exercise.position
        return self._settled(exercise).payments[position.seat]

    def judge(self, exercise: Exercise[Ended], answers: Sequence[Event]) -> Outcome:
        due = self._amount(exercise)
        feedback: Feedback | None = None
        tries, done = 0, False
        for event in answers:
            text = event.get("amount", "").strip().replace("−", "-")
            if not _AMOUNT.fullmatch(text):
                raise misplaced(event)
            answer = Decimal(text.replace(",", "."))
            if answer == due:
                done = True
                feedback = Feedback("right", *self._result(exercise))
                continue
            tries += 1
            feedback = Feedback("wrong", *self._wrong(exercise, answer, due, text))
        return Outcome(done, feedback, None, tries)

    def _result(self, exercise: Exercise[Ended]) -> tuple[Message, RulePoints]:
        position = exercise.position
        due = self._amount(exercise)
        word = "pay.gets" if due > 0 else "pay.pays" if due < 0 else "pay.nothing"
        points = tuple(
            dict.fromkeys(p for item in self._settled(exercise).items for p in item.points)
        )
        return say(word, seat=position.seat, amount=coins(abs(due), exercise.table)), points

    def _wrong(
        self, exercise: Exercise[Ended], answer: Decimal, due: Decimal, text: str
    ) -> tuple[Message, RulePoints]:
        """Return what helps with this very answer; if nothing is known of it, where to begin."""
        position = exercise.position
        wrong = WrongAmount(exercise.table, position, self._settled(exercise), answer, due, text)
        first, points = self._working(exercise)[0]
        mistake = wrong.find()
        if mistake is None:
            return say("pay.wrong", said=text, first=first), points
        return mistake[0], mistake[1] or points

    def _working(self, exercise: Exercise[Ended]) -> list[tuple[Message, RulePoints]]:
        """Each item with its steps, one line each."""
        lines: list[tuple[Message, RulePoints]] = []
        for item in self._settled(exercise).items:
            lines.append((say("pay.item", label=[item.label]), item.points))
            lines += [(step.message, step.points) for step in item.steps]
        return lines or [(say("pay.nothing_due"), ())]

    def task(self, state: State[Ended], outcome: Outcome) -> Message:
        position = state.exercise.position
        return say("pay.task", seat=position.seat)

    def board(self, state: State[Ended], outcome: Outcome) -> Markup:
        position = state.exercise.position
        facts = element(
            "ul", *(element("li", line.text()) for line in tell(position.facts)), class_="tk-facts"
        )
        if outcome.done:
            return join(facts, purses(state.exercise.table, self._settled(state.exercise)))
        question = say("pay.ask", seat=position.seat, unit=coin_name(state.exercise.table))
        return join(facts, amount_form(state, "amount", question))

    def solution(self, exercise: Exercise[Ended]) -> Sequence[tuple[Message, RulePoints]]:
        return [*self._working(exercise), self._result(exercise)]

    def solve(self, exercise: Exercise[Ended]) -> Sequence[Event]:
        return [{"amount": format(self._amount(exercise).normalize(), "f")}]

    def right(self, exercise: Exercise[Ended]) -> int:
        return 1

    def first_events(self, exercise: Exercise[Ended]) -> Iterator[Event]:
        yield from self.solve(exercise)


def tell(facts: Mapping[str, Any]) -> list[Message]:
    """The facts of a hand in sentences, for a reader."""
    lines = [say("facts.contract", contract=facts["contract"])] if facts.get("contract") else []
    if facts.get("ended"):
        lines.append(say(f"facts.ended.{facts['ended']}"))
    partner = facts.get("partner") if facts.get("partner") != "none" else None
    if facts.get("declarer"):
        key = "facts.pair" if partner else "facts.declarer" if facts.get("ended") else "facts.alone"
        lines.append(say(key, seat=facts["declarer"], partner=str(partner or "")))
    if facts.get("level") is not None:
        taken = say(f"calc.level.{facts['level']}")
        if known(taken.id):
            lines.append(say("facts.taken", taken=taken))
        else:
            lines.append(say("facts.level", level=facts["level"]))
    for who, points in dict(facts.get("points", {})).items():
        lines.append(say("facts.points", who=who, points=str(points)))
    for who, n in dict(facts.get("left_over") or {}).items():
        if who == "declarers" and int(n):
            lines.append(say("facts.left_over", n=int(n)))
    if facts.get("honours") is not None:
        lines.append(say("facts.honours", count=facts["honours"]))
    for who, n in dict(facts.get("tricks") or {}).items():
        if who in ("declarers",) or "declarers" not in facts.get("points", {}):
            lines.append(say("facts.tricks", who=who, count=n))
    for seat, rows in dict(facts.get("declarations") or {}).items():
        lines.append(say("facts.declared", seat=seat, rows=list(rows)))
    for seat, rows in dict(facts.get("announced") or {}).items():
        lines.append(say("facts.announced", seat=seat, rows=list(rows)))
    for target, word in dict(facts.get("doubles") or {}).items():
        lines.append(say("facts.doubled", target=target.partition("@")[0], word=word))
    last = facts.get("last_trick")
    if last:
        cards = {s: card for s, card in last.get("cards", {}).items() if card != OTHER_CARD}
        mine = cards.pop(last["winner"], "")
        lines.append(
            say("facts.last_with" if mine else "facts.last_trick", seat=last["winner"], card=mine)
        )
        lines += [say("facts.last_other", seat=seat, card=card) for seat, card in cards.items()]
    return [*lines, *_told_besides(facts)]


def _told_besides(facts: Mapping[str, Any]) -> list[Message]:
    """Return what went wrong, which cards were lost to the others, and what was in a pot."""
    lines = []
    for card, where in dict(facts.get("captured") or {}).items():
        lines.append(say("facts.captured", card=card, holder=where["holder"], taker=where["taker"]))
    for name, amount in dict(facts.get("pots") or {}).items():
        lines.append(say("facts.pot", pot=name, amount=str(amount)))
    for seat, events in dict(facts.get("irregular") or {}).items():
        lines += [say(f"facts.{event}", seat=seat) for event in events]
    return lines


def draw_facts(table: Table, rng: random.Random, bonus: bool, level: int) -> dict[str, Any] | None:
    """Facts of a hand that could have been, drawn at random; None where all play for themselves. bonus:
    with something beside the game; level: 1 to 3, how much there may be in it."""
    names = [name for name, row in table.contracts.items() if row.sides != "each"]
    if not names:
        return None
    contract = rng.choice(names if level > 1 else names[:2])
    row = table.contracts[contract]
    declarer = rng.choice(table.active)
    facts: dict[str, Any] = {"contract": contract, "declarer": declarer}
    if row.sides == "called" and (level == 1 or rng.random() < 0.8):
        facts["partner"] = rng.choice([seat for seat in table.active if seat != declarer])
    levels = [choice.level for choice in table.talon[row.talon].choose.values()]
    if levels:
        facts["level"] = rng.choice(levels)
    half = int(table.total) // 2
    facts["points"] = {"declarers": rng.randint(half - half // 2, half + half // 2)}
    if table.count.packet > 2:
        facts["left_over"] = {"declarers": rng.randrange(table.count.packet)}
    if any(result.target for result in table.result.values()):
        facts["honours"] = rng.randint(0, 3)
    facts["tricks"] = {"declarers": rng.randint(3, table.deal.hand - 3)}
    if table.doubling.steps and level == 3:
        facts["doubles"] = {"game": rng.choice(list(table.doubling.steps))}
    facts = fitting(table, facts)
    return _with_bonus(table, rng, facts, level) if bonus else facts


def _with_bonus(
    table: Table, rng: random.Random, facts: dict[str, Any], level: int
) -> dict[str, Any]:
    """The same with something declared, or with a card taking the last trick."""
    seat = rng.choice(table.active)
    cards = [name for name, row in table.bonuses.items() if row.card in table.cards.trumps]
    if cards and (level > 1 or not table.declarations.rows):
        name = rng.choice(cards)
        card = table.bonuses[name].card or ""
        facts["last_trick"] = {"winner": seat, "cards": {seat: card}}
        if level == 3 and _announced(table, name):
            facts["announced"] = {seat: [name]}
    elif table.declarations.rows:
        facts["declarations"] = {seat: [rng.choice(list(table.declarations.rows))]}
    return facts


def _announced(table: Table, bonus: str) -> bool:
    """Whether anybody announces this bonus before play."""
    return any(bonus in expand(table, stage.says) for stage in table.announce.stages.values())
