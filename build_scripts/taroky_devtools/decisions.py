"""Look for turns in the auction at which it matters what one says, and compare the choices: `python -m taroky_devtools.decisions
hlucin` writes the file of `taroky_tutorials.tasks.best_choice.decisions`; `--later double lead` looks for later turns.

Each choice is compared in twice as many imagined hands as a review takes, twice, with other luck. A turn is kept if both
agree on the best and on what is as good; so that no word is right more often than others, each is the best in about as many turns.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from taroky import rules
from taroky.game import apply, current, legal
from taroky.hand import Action, Hand
from taroky.players.advice import analysis
from taroky.players.comparing import Worth
from taroky.players.search import Effort
from taroky.players.strength import strength
from taroky.rules.table import Table
from taroky_tutorials.tasks.best_choice.decisions import Compared, Decision, file_of, hand_at
from taroky_tutorials.tasks.best_choice.topics import TOPICS, topic_of
from taroky_tutorials.tasks.whole_hand.deal import Dealt, cards_of

from taroky_devtools.later_turns import LATER, from_puzzles, later_rows

#: Parts of two points for each card, between which a strong hand is; and how many deals are drawn to find it.
_STRENGTHS, _DRAWN = (0.25, 0.6), 60
#: How often each choice is tried: at first, to see whether it is worth more; then twice; and once to see that the best stays
#: among the right ones.
_FIRST, _MORE, _THIRD = (Effort(deals=deals, batch=12) for deals in (36, 144, 72))


def look(
    table: Table, wanted: int, most_deals: int, seed: str
) -> Iterator[tuple[Decision, tuple[Compared, ...]]]:
    """Yield turns until there are so many, or so many deals have been looked at."""
    rng = random.Random(f"{table.table}/{seed}")
    best: Counter[str] = Counter()
    for _ in range(most_deals):
        deal, hand = _deal(table, rng, rng.uniform(*_STRENGTHS))
        said: list[str] = []
        while (asked := current(hand)) is not None and asked[0].name == "auction":
            options = legal(hand)
            assert options is not None
            words = [choice.what for choice in options.of("bid")]
            if not words:
                break
            decision = Decision(deal, tuple(said))
            compared, word = _compared(hand, words, best, wanted)
            if compared:
                best[compared[0].word] += 1
                yield decision, compared
                if best.total() == wanted:
                    return
            hand = apply(hand, Action(asked[1], "bid", (word,)))
            said.append(word)


def _deal(table: Table, rng: random.Random, strong: float) -> tuple[str, Hand]:
    """A deal in which somebody is about so strong, as a part of the strongest hand there can be. Most hands are alike, and
    the bids of strong ones would not come up."""
    deals = [f"{rng.getrandbits(32):x}" for _ in range(_DRAWN)]
    hands = {deal: cards_of(table, Dealt(deal)) for deal in deals}
    sought = 2 * table.deal.hand * strong

    def off(deal: str) -> float:
        return min(abs(strength(table, hands[deal].holds(seat)) - sought) for seat in table.active)

    deal = min(deals, key=off)
    return deal, hands[deal]


def _compared(
    hand: Hand, words: Sequence[str], best: Counter[str], wanted: int
) -> tuple[tuple[Compared, ...], str]:
    """The choices compared, none if they tell nothing new; and what the auction goes on with."""
    first = analysis(hand, _FIRST, "first")
    if len(words) < 2 or first is None or len(first.choices) < 2:
        return (), words[0]
    word = first.choices[0].action.what[0]
    words_so_far = max(len(best), 2)
    if best[word] * words_so_far >= wanted or not any(one.worse for one in first.choices):
        return (), word
    once, again = (analysis(hand, _MORE, seed) for seed in ("once", "again"))
    third = analysis(hand, _THIRD, "with other luck")
    assert once is not None and again is not None and third is not None
    compared = _agreed(once.choices, again.choices)
    right = {one.word for one in compared if one.right}
    if third.choices[0].action.what[0] not in right:
        return (), word
    return compared, word


def _agreed(once: Sequence[Worth], again: Sequence[Worth]) -> tuple[Compared, ...]:
    """Both comparisons together; none if they differ in what is best, or as good."""
    second = {one.action: one for one in again}
    if once[0].action != again[0].action or any(
        one.action not in second or one.worse != second[one.action].worse for one in once
    ):
        return ()
    right = [one for one in once if not one.worse]
    if 2 * len(right) > len(once):  # a guess would do
        return ()
    return tuple(
        Compared(
            one.action.what[0],
            round((one.mean + second[one.action].mean) / 2, 2),
            round((one.behind + second[one.action].behind) / 2, 2),
            not one.worse,
            round((one.gains + second[one.action].gains) / 2),
        )
        for one in once
    )


def rows_of(game: str) -> list[dict[str, Any]]:
    """The rows of a game's file."""
    file = file_of(game)
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def write(game: str, rows: Iterable[dict[str, Any]]) -> None:
    """Write the file of a game, in the order in which a hand asks."""
    in_order = sorted(rows, key=lambda row: TOPICS.index(row["topic"]))
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in in_order)
    file_of(game).write_text(f"[\n{lines}\n]\n", "utf-8")
    print(game, Counter(row["topic"] for row in in_order), flush=True)


def auction_rows(table: Table, turns: int, deals: int, seed: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of turns in the auction."""
    for decision, choices in look(table, turns, deals, seed):
        values = [[one.word, one.mean, one.behind, one.right, one.gains] for one in choices]
        topic = topic_of(hand_at(table, decision))
        yield {
            "topic": topic,
            **decision.plain(),
            "said": list(decision.said),
            "choices": values,
        }


def main() -> None:
    """Write the files of the games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", choices=rules.ids(), metavar="game")
    parser.add_argument("--turns", type=int, default=40, help="how many in the auction")
    parser.add_argument("--deals", type=int, default=400, help="in how many deals at most")
    parser.add_argument("--seed", default="1", help="the same seed, the same turns")
    parser.add_argument("--later", nargs="*", choices=LATER, help="instead: topics after it")
    parser.add_argument("--each", type=int, default=8, help="how many of each of these (8)")
    args = parser.parse_args()
    for game in args.games:
        table, rows = rules.load(game), rows_of(game)
        if args.later is None:
            kept = [row for row in rows if row["topic"] in LATER]
            write(game, [*auction_rows(table, args.turns, args.deals, args.seed), *kept])
            continue
        rows += [row for row in from_puzzles(game) if row not in rows]
        for row in later_rows(table, args.later, args.each, rows, args.deals, args.seed):
            rows.append(row)
            write(game, rows)


if __name__ == "__main__":
    main()
