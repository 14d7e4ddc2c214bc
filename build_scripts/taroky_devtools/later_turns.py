"""Look for turns after the auction at which it matters what one does: the second half of `python -m taroky_devtools.decisions`.

Hands are played by rules of thumb and looked through for turns of the topics that still need some. A glance leaves out most of
them; the others are compared twice, with other luck, and kept if both agree on the best, on what is as good, and on what costs
something. No answer, and no way to guess among cards, may be right more often than others.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taroky.game import apply, legal, view
from taroky.hand import Action, Hand
from taroky.players.advice import analysis
from taroky.players.comparing import Worth
from taroky.players.reasons import reasons
from taroky.players.search import Effort
from taroky.rules.table import Table
from taroky_tutorials.page_parts import action_code
from taroky_tutorials.tasks.best_choice.decisions import Compared, Decision, played_out, start_of
from taroky_tutorials.tasks.best_choice.topics import AUCTION, TOPICS, topic_of
from taroky_tutorials.tasks.open_tricks.trick_counts import finished

from taroky_devtools.puzzles import kept, least_gap, played

#: Topics that are asked with the cards of the play; the others are answered with a word, or with cards to discard.
CARDS = ("lead", "partner", "follow", "pagat")
LATER = tuple(topic for topic in TOPICS if topic not in AUCTION)
#: How often each choice is tried: at a glance, and then twice.
_GLANCE = Effort(cards=12, plays=2, deals=12, batch=12)
_LOOK = Effort(cards=60, plays=2, deals=60, batch=12)
#: The most choices, and in how many tricks before it a card still is to be chosen by what one can see.
_MOST, _TRICKS = 8, 6
#: By how much more than chance a way to guess may be right.
_LUCK = 1.5
#: The answer that is a card.
_ANY = "cards"
#: The seats that get good cards, so that they play alone now and then.
_FAVOURED = 0.5


@dataclass
class Wanted:
    """What is still looked for. wanted: how many turns of each topic; best: for each topic how often each answer was the best;
    luck: by how much more than chance ways to guess were right."""

    wanted: dict[str, int]
    best: dict[str, Counter[str]] = field(default_factory=dict)
    luck: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))

    def needs(self, topic: str) -> bool:
        """Return whether turns of a topic are still looked for."""
        return self.best.get(topic, Counter()).total() < self.wanted.get(topic, 0)

    def is_full(self, topic: str, answer: str) -> bool:
        """Return whether an answer is the best in as many turns as it may be: half of them, where it is a word."""
        counts = self.best.get(topic, Counter())
        return topic not in CARDS and answer != _ANY and counts[answer] >= self.wanted[topic] / 2

    def fits(self, topic: str, choices: Sequence[Compared], order: Sequence[str]) -> bool:
        """Return whether no answer is right too often with this turn, too."""
        if topic not in CARDS:
            return not self.is_full(topic, _answer(choices[0].worth("A").action))
        more = _luck(choices, order)
        return all(
            extra <= 0 or self.luck[topic, name] + extra <= _LUCK for name, extra in more.items()
        )

    def count(self, topic: str, best: Action) -> None:
        """Count a turn of the rows so far."""
        self.best.setdefault(topic, Counter())[_answer(best)] += 1

    def add(self, topic: str, choices: Sequence[Compared], order: Sequence[str]) -> None:
        """Count a turn that is kept."""
        self.count(topic, choices[0].worth("A").action)
        if topic in CARDS:
            for name, extra in _luck(choices, order).items():
                self.luck[topic, name] += extra


def _answer(best: Action) -> str:
    """An answer as far as one could learn it by heart: a word; cards are always others."""
    return _ANY if best.kind in ("play", "discard") else " ".join(best.what) or best.kind


def _luck(choices: Sequence[Compared], order: Sequence[str]) -> dict[str, float]:
    """By how much more than chance the first, the last and the highest of the cards are right."""
    in_order = sorted(choices, key=lambda one: order.index(one.word))
    chance = sum(one.right for one in choices) / len(choices)
    guesses = {"first": in_order[0], "last": in_order[-1], "middle": in_order[len(in_order) // 2]}
    return {name: one.right - chance for name, one in guesses.items()}


def look(
    table: Table, deals: Iterator[Decision], need: Wanted, least: float
) -> Iterator[tuple[str, Decision, tuple[Compared, ...]]]:
    """Yield turns with their topics until there are enough, or no more deals. deals: turn 0 of each; least: by how much the
    best must be better than what is wrong, in the money of the game."""
    for deal in deals:
        if not any(need.needs(topic) for topic in need.wanted):
            return
        hand = start = start_of(table, deal)
        whole = played(start, random.Random(f"later/{deal.deal}"), "thumb")
        turns: list[tuple[str, int, Hand]] = []
        for turn, action in enumerate(whole.actions):
            topic = topic_of(hand)
            if topic and need.needs(topic) and (topic in CARDS) == deal.played_out:
                turns.append((topic, turn, hand))
            hand = apply(hand, action)
        random.Random(deal.deal).shuffle(turns)
        seen: set[str] = set()
        for topic, turn, before in turns:
            if topic in seen or not _asks(topic, before):
                continue
            seen.add(topic)
            choices = compared(topic, before, least, need)
            order = list(table.cards.sort(before.holds(_seat(before))))
            if not choices or not need.fits(topic, choices, order):
                continue
            need.add(topic, choices, order)
            code = action_code.write([(start, whole.actions)])
            yield (
                topic,
                Decision(deal.deal, (), code, turn, deal.played_out, deal.favours),
                choices,
            )


def _seat(hand: Hand) -> str:
    options = legal(hand)
    assert options is not None
    return options.seat


def _asks(topic: str, hand: Hand) -> bool:
    """Return whether there is a choice that a page has room for, and that needs nothing a page does not show."""
    options = legal(hand)
    assert options is not None
    declared = hand.table.declarations.rows
    words = [choice.what for kind in options.kinds for choice in options.of(kind)]
    if topic in ("double", "announce"):
        return not any(word in declared for word in words)
    if topic in CARDS:
        late = len(finished(hand)) > _TRICKS
        return 1 < len(words) <= _MOST and not late and not _said(hand)
    return True


def _said(hand: Hand) -> bool:
    """Return whether anybody has said anything before the first card."""
    return any(action.kind == "say" and action.what != ("nothing",) for action in hand.actions)


def compared(topic: str, hand: Hand, least: float, need: Wanted) -> tuple[Compared, ...]:
    """The choices of a turn as two looks agree on them, the best first; none if they do not, if it hardly matters, or if enough
    turns have that answer."""
    glance = analysis(hand, _GLANCE, "glance")
    if glance is None or not _matters(topic, hand, glance.choices, least / 2):
        return ()
    if need.is_full(topic, _answer(glance.choices[0].action)):
        return ()
    once, again = (analysis(hand, _LOOK, seed) for seed in ("once", "again"))
    assert once is not None and again is not None
    first, second = (_of_topic(topic, hand, one.choices) for one in (once, again))
    if not first or not _matters(topic, hand, first, least):
        return ()
    seconds = {one.action: one for one in second}
    choices = _agreed(first, seconds, least)
    if not choices or topic not in CARDS:
        return choices
    wrong = next(one for one in choices if not one.right)
    seat = first[0].action.seat
    why = reasons(hand.table, view(hand, seat), choices[0].worth(seat), wrong.worth(seat))
    return choices if len(why) > 1 else ()


def _of_topic(topic: str, hand: Hand, choices: Sequence[Worth]) -> tuple[Worth, ...]:
    """The choices that a page shows: single words, and no bonus where doubles are asked about."""
    if topic not in ("double", "announce"):
        return tuple(choices)
    bonuses = hand.table.bonuses
    return tuple(
        one
        for one in choices
        if len(one.action.what) == 1 and (topic == "announce" or one.action.what[0] not in bonuses)
    )


def _matters(topic: str, hand: Hand, choices: Sequence[Worth], least: float) -> bool:
    """Return whether some choice is worse by so much, and few enough of them are not."""
    shown = _of_topic(topic, hand, choices)
    if len(shown) < 2 or shown[0] is not choices[0]:
        return False
    good = sum(one.behind < least for one in shown)
    return 2 * good <= len(shown)


def _agreed(
    once: Sequence[Worth], again: dict[Action, Worth], least: float
) -> tuple[Compared, ...]:
    """Both looks together; none if they differ. A choice is right if neither look finds it worse, and wrong if both find it worse
    and it costs something; where it is neither, there is no question."""
    best = once[0].action
    if best not in again or again[best].behind > 0 or {one.action for one in once} != {*again}:
        return ()
    choices: list[Compared] = []
    for one in once:
        other = again[one.action]
        behind = (one.behind + other.behind) / 2
        if one.worse != other.worse or (one.worse and behind < least / 2):
            return ()
        notes = [
            None if a is None or b is None else round((a + b) / 2, 1)
            for a, b in ((one.takes, other.takes), (one.points, other.points))
        ]
        choices.append(
            Compared(
                " ".join(one.action.what),
                round((one.mean + other.mean) / 2, 2),
                round(behind, 2),
                not one.worse,
                round((one.gains + other.gains) / 2),
                one.action.kind,
                *notes,
            )
        )
    right = sum(one.right for one in choices)
    wrong = [one.behind for one in choices if not one.right]
    if 2 * right > len(choices) or not wrong or wrong[0] < least:
        return ()
    return tuple(choices)


# -- rows ------------------------------------------------------------------------------------------


def later_rows(
    table: Table,
    topics: Sequence[str],
    each: int,
    rows: Sequence[Mapping[str, Any]],
    deals: int,
    seed: str,
) -> Iterator[dict[str, Any]]:
    """Yield rows until there are so many of each topic, counted with the rows so far, or so many deals are looked
    through."""
    need = Wanted(dict.fromkeys(topics or LATER, each))
    for row in rows:
        if row["topic"] in need.wanted:
            word, kind = row["choices"][0][0], row["choices"][0][5]
            need.count(row["topic"], Action("A", kind, tuple(word.split())))
    least = least_gap(played_out(table))
    for topic, decision, choices in look(table, _drawn(table, seed, deals), need, least):
        yield {"topic": topic, **decision.plain(), "choices": [*map(_values, choices)]}


def from_puzzles(game: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of the puzzles of a game, which have been compared with still more luck: of hands in which nobody else has
    declared anything, since a task does not say what was declared."""
    for one in kept(game):
        declared = one.table.declarations.rows
        if any(
            action.kind == "say" and action.seat != one.seat and {*action.what} & {*declared}
            for action in one.said_and_played
        ):
            continue
        choices = [
            Compared(
                " ".join(choice.action.what),
                round(choice.mean, 2),
                round(choice.behind, 2),
                choice is one.best,
                round(choice.gains),
                choice.action.kind,
                *(
                    None if note is None else round(note, 1)
                    for note in (choice.takes, choice.points)
                ),
            )
            for choice in one.choices
        ]
        decision = Decision(one.deal, (), one.code, one.turn, played_out=True)
        topic = topic_of(one.hand)
        yield {"topic": topic, **decision.plain(), "choices": [*map(_values, choices)]}


def _values(one: Compared) -> list[Any]:
    values = [one.word, one.mean, one.behind, one.right, one.gains, one.kind]
    return values + [note for note in (one.takes, one.points) if note is not None]


def _drawn(table: Table, seed: str, many: int) -> Iterator[Decision]:
    """Yield deals to look through, by turns played out and as the game has it."""
    rng = random.Random(f"{table.table}/later/{seed}")
    for number in range(many):
        favours = rng.choice(table.active) if rng.random() < _FAVOURED else ""
        yield Decision(f"{rng.getrandbits(32):x}", played_out=number % 2 == 1, favours=favours)
