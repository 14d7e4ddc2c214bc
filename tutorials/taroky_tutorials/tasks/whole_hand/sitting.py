"""A hand as the learner at A goes through it: what is asked, what touches have come to,
and what the others did in between. Nothing is kept but the exercise and the answers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from taroky.cards import Card
from taroky.errors import IllegalAction
from taroky.game import apply, current, dealt, legal
from taroky.game.view import view
from taroky.hand import Action, Choice, Hand, Legal
from taroky.messages import Message, say
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Table

from taroky_tutorials.tasks.checks import misplaced
from taroky_tutorials.tasks.exercise import Event, Exercise, Points, Position
from taroky_tutorials.tasks.outcome import Feedback
from taroky_tutorials.tasks.whole_hand.story import Line, tell

#: The learner's seat.
YOU = "A"
Key = tuple[tuple[str, str], ...]
#: A hand is short; no learner's has more answers than this.
_MOST = 4_000


@dataclass(frozen=True)
class Dealt(Position):
    """A deal by its number, so that no page holds the cards of others. favours: a seat that gets
    good cards, so that it may play alone."""

    deal: str
    favours: str = ""


@dataclass(frozen=True)
class Sitting:
    """Where the hand stands when the learner is asked, or at its end.

    told: what has happened since the last decision. chosen: what was touched of something that
    takes several touches; refused: what was touched and may not be done. feedback: the answer to the
    last touch, if it was no decision. before: the sitting at the decision before this one.
    """

    hand: Hand
    told: tuple[Line, ...] = ()
    chosen: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    feedback: Feedback | None = None
    tries: int = 0
    before: Sitting | None = None

    @property
    def over(self) -> bool:
        """Whether nothing is left to do."""
        return current(self.hand) is None

    @property
    def options(self) -> Legal:
        """What there is to choose."""
        found = legal(self.hand)
        assert found is not None
        return found

    @property
    def kind(self) -> str:
        """What is asked: the kind that most of it is about."""
        kinds = [choice.kind for choice in self.options.choices]
        return "play" if "play" in kinds else next((k for k in kinds if k != "choose"), "choose")

    def takes_several(self, kind: str) -> bool:
        """Whether touches of that kind are put together and then done."""
        picks = self.options.picks.get(kind)
        return picks is not None and self.kind != "play"


def cards_of(table: Table, at: Dealt) -> Hand:
    """The hand as it is dealt, before anybody has spoken."""
    rng = random.Random(f"deal/{at.deal}")
    pack, size = table.cards, table.deal.hand
    cards = list(pack.shuffled(rng))
    hands: dict[str, Sequence[Card]] = {}
    if at.favours:
        luck = {c: rng.random() - 0.55 * (pack.is_tarok(c) or pack.value(c) > 4) for c in cards}
        hands[at.favours] = sorted(cards, key=luck.__getitem__)[:size]
        cards = [card for card in cards if card not in hands[at.favours]]
    for seat in table.active:
        if seat not in hands:
            hands[seat], cards = cards[:size], cards[size:]
    return dealt(table, hands, cards)


def advice(hand: Hand) -> tuple[Action, Message]:
    """What the rule-of-thumb player does now, and why: always the same for the same hand."""
    asked = current(hand)
    options = legal(hand)
    assert asked is not None and options is not None
    lot = random.Random(f"{' '.join(hand.deal.talon_dealt)}/{len(hand.actions)}")
    return RuleOfThumb(hand.rules, lot).act(view(hand, asked[1]), options)


def _go_on(hand: Hand, told: list[Line]) -> Hand:
    """The others act until the learner has something to choose."""
    while (asked := current(hand)) is not None:
        if asked[1] == YOU and _choice(hand):
            break
        action, _ = advice(hand)
        after = apply(hand, action)
        told += tell(YOU, hand, action, after)
        hand = after
    return hand


def _choice(hand: Hand) -> bool:
    """Whether there is anything to choose but silence."""
    options = legal(hand)
    return options is not None and any(choice.legal for choice in options.choices)


@lru_cache(maxsize=256)
def _begin(exercise: Exercise) -> Sitting:
    at = exercise.position
    assert isinstance(at, Dealt)
    told: list[Line] = []
    hand = _go_on(cards_of(exercise.table, at), told)
    return Sitting(hand, tuple(told))


@lru_cache(maxsize=_MOST)
def _after(exercise: Exercise, answers: tuple[Key, ...]) -> Sitting:
    if not answers:
        return _begin(exercise)
    return _step(_after(exercise, answers[:-1]), dict(answers[-1]))


def sit(exercise: Exercise, answers: Sequence[Event]) -> Sitting:
    """Where the answers have led. Raises RecordError for one that does not belong there."""
    keys = tuple(tuple(sorted(answer.items())) for answer in answers)
    for n in range(len(keys)):  # from the first on, so that nothing recurses deeply
        _after(exercise, keys[: n + 1])
    return _after(exercise, keys)


def _step(at: Sitting, event: Event) -> Sitting:
    if "back" in event:
        if at.before is None:
            raise misplaced(event)
        undone = Feedback("info", say("guide.back_done"), (), at.before.told[-1:])
        return replace(at.before, tries=at.tries, feedback=undone, chosen=(), refused=())
    if at.over:
        raise misplaced(event)
    if "done" in event:
        return _finish(at, event)
    choice = next((c for c in touchable(at) if event_of(c) == event), None)
    if choice is None:
        raise misplaced(event)
    value = value_of(choice)
    if choice.refusal is not None:
        return _refuse(at, value, choice.refusal.message, choice.refusal.points)
    if not at.takes_several(choice.kind):
        return _act(at, Action(YOU, choice.kind, tuple(choice.what.split())))
    if value in at.chosen:
        chosen = tuple(one for one in at.chosen if one != value)
    else:
        chosen = (*at.chosen, value)
    return replace(at, chosen=chosen, feedback=None)


def _refuse(at: Sitting, value: str, message: Message, points: Points) -> Sitting:
    new = value not in at.refused
    return replace(
        at, tries=at.tries + new, refused=(*at.refused, value) if new else at.refused,
        feedback=Feedback("wrong", message, points),
    )  # fmt: skip


def several(at: Sitting) -> str | None:
    """The kind of what is put together by several touches now."""
    kinds = {choice.kind for choice in at.options.choices}
    return next((kind for kind in kinds if at.takes_several(kind)), None)


def _finish(at: Sitting, event: Event) -> Sitting:
    kind = several(at)
    if kind is None:
        raise misplaced(event)
    what = tuple(c.what for c in at.options.of(kind) if value_of(c) in at.chosen)
    if kind == "say":
        what = what or ("nothing",)
    return _act(at, Action(YOU, kind, what))


def _act(at: Sitting, action: Action) -> Sitting:
    try:
        after = apply(at.hand, action)
    except IllegalAction as problem:
        reason = dict(problem.message.params).get("reason", problem.message)
        new = replace(at, refused=tuple(one for one in at.refused if one != "1"))
        return _refuse(new, "1", reason, problem.points)
    told = tell(YOU, at.hand, action, after)
    hand = _go_on(after, told)
    before = replace(at, chosen=(), refused=(), feedback=None)
    return Sitting(hand, tuple(told), tries=at.tries, before=before)


# -- touches --------------------------------------------------------------------------------------


def touchable(at: Sitting) -> tuple[Choice, ...]:
    """Everything that can be touched now, legal or not: of very long lists what might be thought
    of."""
    rules = at.hand.rules
    first = next(iter(rules.doubling.steps), "")
    found = []
    for choice in at.options.choices:
        if choice.kind == "call" and not choice.legal:
            if choice.what in rules.cards.trumps and choice.what not in rules.cards.trumps[1:7]:
                continue
        word, colon, target = choice.what.partition(":")
        if choice.kind == "say" and colon and not choice.legal:
            if (word, target) != (first, "game"):
                continue
        found.append(choice)
    return tuple(found)


def value_of(choice: Choice) -> str:
    """The value that a touch sends."""
    if choice.kind in ("play", "discard"):
        return choice.what
    return f"{choice.kind} {choice.what}".strip()


def event_of(choice: Choice) -> Event:
    """The touch of a choice: a card, or a button with words."""
    return {"tap" if choice.kind in ("play", "discard") else "act": value_of(choice)}


def next_event(at: Sitting) -> Event | None:
    """The next touch of what the rule-of-thumb player would do."""
    if at.over:
        return None
    action, _ = advice(at.hand)
    kind = action.kind
    if not at.takes_several(kind):
        return event_of(Choice(kind, " ".join(action.what)))
    wanted = [event_of(Choice(kind, what)) for what in action.what if what != "nothing"]
    values = [next(iter(event.values())) for event in wanted]
    for value in at.chosen:
        if value not in values:
            return {next(iter(event_of(Choice(kind)))): value}
    missing = (event for event, value in zip(wanted, values, strict=True) if value not in at.chosen)
    return next(missing, {"done": "1"})
