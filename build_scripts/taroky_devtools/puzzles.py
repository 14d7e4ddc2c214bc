"""Look for puzzles: turns of hands, their cards played by club players, at which one choice is clearly the best. `make puzzles`
writes what it finds into docs/assets/puzzles, as it goes; the site’s page of puzzles asks for these files.

Each hand is looked through turn by turn with the one analysis. A turn is kept if the same choice is best with three kinds of
luck, the last time in ten times as many hands, each time by more than the noise and more than is worth asking about; if
there are reasons for it; and if players of lower levels really choose at least two others. How often each level fails
it is its number. No way to guess, such as the highest card, may be right more often than chance.

Links name puzzles by their numbers: new ones are added at the end.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from taroky import rules
from taroky.cli.progress import counted
from taroky.game import apply, current, legal
from taroky.hand import Action, Hand
from taroky.players.advice import EFFORT, Advice, advise, analysis
from taroky.players.comparing import Worth
from taroky.players.playout.money import worth
from taroky.players.reasons import named
from taroky.players.roster import player
from taroky.players.search import Effort
from taroky.players.simulate import next_action
from taroky.rules.table import Table
from taroky.settling.paying import finished_facts, settle
from taroky_tutorials.page_parts import action_code
from taroky_tutorials.puzzles.puzzle import Puzzle, as_text, from_row, rows_of, table_of
from taroky_tutorials.puzzles.ratings import LEVELS, expected, rated
from taroky_tutorials.puzzles.themes import themes_of
from taroky_tutorials.tasks.whole_hand.deal import Dealt, cards_of

from taroky_devtools.cluster import each, workers

FOLDER = Path("docs/assets/puzzles")
#: What a puzzle may ask for; which cards are discarded or drawn is nearly always a near tie.
_KINDS = frozenset({"bid", "call", "choose", "play", "say"})
#: The glance that leaves out most turns, and the last look.
_GLANCE = Effort(cards=20, plays=EFFORT.plays, deals=12, batch=20)
_LONG = Effort(cards=10 * EFFORT.cards, plays=EFFORT.plays, deals=10 * EFFORT.deals, batch=48)
#: A difference is worth asking about from this part of what a hand brings or costs a player on average: in Hlučín 0.10 Kč.
_PART, _HANDS = 0.052, 150
#: How often each level is asked, and how many other choices the lower ones have to make.
_OF_CARDS: Mapping[str, int] = {"beginner": 16, "thumb": 4, "club": 12, "master": 3}
_OF_WORDS: Mapping[str, int] = {"beginner": 6, "thumb": 3, "club": 5, "master": 1}
_LOWER = ("beginner", "thumb", "club")
_WRONG = 2
#: The most puzzles of one hand; and by how much more than chance a way to guess may be right in all of them.
_OF_A_HAND, LUCK = 4, 3.0


@dataclass(frozen=True)
class Deal:
    """A deal to look through. least: how much a difference must be worth; words: how many turns before the cards are looked
    at, each of which takes as long as all the cards."""

    game: str
    seed: str
    number: int
    least: float
    words: int = 1


def least_gap(table: Table) -> float:
    """How much better the best must be, in the money of the game: the same part everywhere of what a hand brings or costs."""
    return _PART * usual_amount(table)


def usual_amount(table: Table) -> float:
    """Return what a hand played by rules of thumb brings or costs a player on average, in the money of the game."""
    paid: list[float] = []
    for number in range(_HANDS):
        rng = random.Random(f"least/{table.table}/{number}")
        hand = played(cards_of(table, Dealt(f"{rng.getrandbits(32):x}")), rng, "thumb")
        paid += map(abs, worth(settle(table, finished_facts(hand)), table.active).values())
    return mean(paid)


def played(hand: Hand, rng: random.Random, cards: str = "club") -> Hand:
    """The hand to its end: what is said goes by rules of thumb, which takes no time, and cards are played by players of a
    level."""
    said, played = (player(level, hand.table, rng) for level in ("thumb", cards))
    while (asked := current(hand)) is not None:
        hand = apply(hand, next_action(hand, played if asked[0].name == "play" else said))
    return hand


def look(deal: Deal) -> list[Puzzle]:
    """Return the puzzles of a deal, some of its turns in no particular order."""
    table = table_of(deal.game)
    rng = random.Random(f"puzzles/{table.table}/{deal.seed}/{deal.number}")
    number = f"{rng.getrandbits(32):x}"
    hand = start = cards_of(table, Dealt(number))
    whole = played(start, rng)
    turns: list[tuple[int, Hand]] = []
    for turn, action in enumerate(whole.actions):
        if action.kind in _KINDS:
            turns.append((turn, hand))
        hand = apply(hand, action)
    rng.shuffle(turns)
    words = [one for one in turns if whole.actions[one[0]].kind != "play"]
    puzzles: list[Puzzle] = []
    for turn, before in turns:
        if (turn, before) in words[deal.words :]:
            continue
        choices = _choices(before, whole.actions[turn], deal.least)
        if choices is None:
            continue
        code = action_code.write([(start, whole.actions)])
        rating = rated(_fails(before, choices[0].action))
        draft = Puzzle(deal.game, number, code, turn, rating, themes_of(before), choices)
        puzzles.append(from_row(deal.game, draft.as_row()))
        if len(puzzles) == _OF_A_HAND:
            break
    return puzzles


def _choices(hand: Hand, did: Action, least: float) -> tuple[Worth, ...] | None:
    """The choices of a turn, the best first, as they were compared in most hands; None if it is no puzzle."""
    options = legal(hand)
    if options is None or len(options.of(did.kind)) <= _WRONG:
        return None
    glance = analysis(hand, _GLANCE, "glance")
    if glance is None or min((one.behind for one in glance.choices[1:]), default=0.0) < least / 2:
        return None
    first = analysis(hand, None, "first")
    if first is None or not _clear(first, did, least):
        return None
    best = first.choices[0].action
    second = analysis(hand, None, "second")
    if second is None or not _agrees(second, first, did, least) or not _tempts(hand, first, best):
        return None
    third = advise(hand, _LONG, random.Random(f"third/{len(hand.actions)}"))
    if third is None or not _agrees(third, first, did, least):
        return None
    return third.choices if len(third.reasons()) > 1 else None


def _agrees(advice: Advice, first: Advice, did: Action, least: float) -> bool:
    """Whether another look finds the same best, as clearly."""
    same = advice.choices[:1] and advice.choices[0].action == first.choices[0].action
    return bool(same) and _clear(advice, did, least)


def _clear(advice: Advice, did: Action, least: float) -> bool:
    """Whether one choice is better than all others by more than the noise, and by enough."""
    if len(advice.choices) <= _WRONG or {one.action.kind for one in advice.choices} != {did.kind}:
        return False
    return all(one.worse and one.behind >= least for one in advice.choices[1:])


def is_same(one: Action, other: Action) -> bool:
    return one.kind == other.kind and {*one.what} == {*other.what}


def asked_of(hand: Hand, level: str, times: int) -> Iterator[Action]:
    """Return the actions of players of a level at this turn."""
    asked = current(hand)
    assert asked is not None
    for number in range(times):
        rng = random.Random(f"{level}/{number}/{len(hand.actions)}")
        yield next_action(hand, player(level, hand.table, rng))


def _times(did: Action) -> Mapping[str, int]:
    return _OF_CARDS if did.kind == "play" else _OF_WORDS


def _tempts(hand: Hand, advice: Advice, best: Action) -> bool:
    """Whether players of lower levels make enough other choices."""
    tempting = {one.action for one in advice.choices if one.action != best}
    wrong: set[Action] = set()
    for level in reversed(_LOWER):
        for action in asked_of(hand, level, _times(best)[level]):
            wrong |= {one for one in tempting if is_same(one, action)}
            if len(wrong) >= _WRONG:
                return True
    return False


def _fails(hand: Hand, best: Action) -> dict[str, list[bool]]:
    """How each level has failed it or not, time after time."""
    return {
        level: [not is_same(action, best) for action in asked_of(hand, level, many)]
        for level, many in _times(best).items()
    }


# -- guessing --------------------------------------------------------------------------------------

#: Ways to answer without thinking: of the choices, in their order on the page, one.
GUESSES: Mapping[str, Callable[[Table, Sequence[Worth]], Worth]] = {
    "first": lambda _, choices: choices[0],
    "last": lambda _, choices: choices[-1],
    "longest": lambda _, choices: max(choices, key=lambda one: len(named(one.action).text())),
    "highest": lambda table, choices: min(choices, key=lambda one: _place(table, one)),
    "most points": lambda table, choices: max(choices, key=lambda one: _points(table, one)),
    "fewest points": lambda table, choices: min(choices, key=lambda one: _points(table, one)),
}


def _place(table: Table, one: Worth) -> int:
    what = one.action.what[0]
    return table.cards.position(what) if what in table.cards.cards else 0


def _points(table: Table, one: Worth) -> int:
    what = one.action.what[0]
    return table.cards.value(what) if what in table.cards.cards else 0


def luck(puzzles: Iterable[Puzzle]) -> dict[str, float]:
    """How many more of these each way to guess gets right than chance does."""
    puzzles = tuple(puzzles)
    return {name: sum(_luck(guess, one) for one in puzzles) for name, guess in GUESSES.items()}


def _luck(guess: Callable[[Table, Sequence[Worth]], Worth], puzzle: Puzzle) -> float:
    hit = guess(puzzle.table, puzzle.as_shown) == puzzle.best
    return hit - 1 / len(puzzle.choices)


def is_fair(puzzle: Puzzle, so_far: Mapping[str, float]) -> bool:
    """Whether no way to guess is too often right with this one, too. so_far: its luck with the puzzles before it."""
    more = luck([puzzle])
    return all(more[name] <= 0 or so_far[name] + more[name] <= LUCK for name in GUESSES)


# -- files -----------------------------------------------------------------------------------------


def file_of(game: str, folder: Path = FOLDER) -> Path:
    """The file of a game."""
    return folder / f"{rules.load(game).table}.json"


def kept(game: str, folder: Path = FOLDER) -> list[Puzzle]:
    """The puzzles of a game so far."""
    file = file_of(game, folder)
    rows = rows_of(game, file.read_text("utf-8")) if file.exists() else []
    return [from_row(game, row) for row in rows]


def add(game: str, looked: Iterable[Sequence[Puzzle]], wanted: int) -> None:
    """Write each new puzzle behind those before it. wanted: how many a game may have."""
    puzzles = kept(game)
    known, chances = {(one.deal, one.turn) for one in puzzles}, luck(puzzles)
    for one in (puzzle for of_deal in looked for puzzle in of_deal):
        if len(puzzles) >= wanted:
            return
        if (one.deal, one.turn) in known or not is_fair(one, chances):
            continue
        puzzles.append(one)
        chances = {name: chances[name] + more for name, more in luck([one]).items()}
        FOLDER.mkdir(exist_ok=True)
        file_of(game).write_text(as_text(puzzles), "utf-8")


def measure(game: str, many: int) -> None:
    """Print in how many of these puzzles a fresh look finds the same, how often each level fails those of each number, and how
    much luck guesses have."""
    puzzles = kept(game)
    some = random.Random(game).sample(puzzles, min(many, len(puzzles)))
    same = 0
    fails: dict[str, list[tuple[bool, float]]] = {level: [] for level in LEVELS}
    for one in counted(some, len(some)):
        advice = analysis(one.hand, None, "fresh")
        assert advice is not None
        same += advice.choices[0].action == one.best.action
        for level, failed in _fails(one.hand, one.best.action).items():
            chance = expected(one.rating, LEVELS[level])
            fails[level] += [(each_time, chance) for each_time in failed]
    print(f"{game}: {len(puzzles)} puzzles; a fresh look finds the same in {same} of {len(some)}")
    for level, times in fails.items():
        failed, chance = (100 * mean(column) for column in zip(*times, strict=True))
        print(f"  {level} fails {failed:.0f} of 100; by the numbers {chance:.0f}")
    for name, more in luck(puzzles).items():
        print(f"  {name}: {more:+.1f} more than chance")


def main() -> None:
    """Look for puzzles, or measure those of a game."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make puzzles")
    parser.add_argument("games", nargs="+", choices=rules.ids(), metavar="game")
    parser.add_argument("--seed", default="1", help="the same seed, the same hands (1)")
    parser.add_argument("--deals", type=int, default=400, help="how many hands (400)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first hand (0)")
    parser.add_argument("--words", type=int, default=1, help="turns of a hand before its cards (1)")
    parser.add_argument("--wanted", type=int, default=500, help="how many puzzles of a game (500)")
    parser.add_argument("--workers", type=int, default=1, help="in so many processes (1)")
    parser.add_argument("--measure", type=int, default=0, help="look at so many again instead")
    args = parser.parse_args()
    for game in args.games:
        if args.measure:
            measure(game, args.measure)
            continue
        least = least_gap(table_of(game))
        numbers = range(args.first, args.first + args.deals)
        deals = [Deal(game, args.seed, number, least, args.words) for number in numbers]
        if args.workers > 1:
            with workers(args.workers) as client:
                add(game, each(client, look, deals), args.wanted)
        else:
            add(game, map(look, counted(deals, len(deals))), args.wanted)
        print(f"{game}: {len(kept(game))} puzzles, gaps of at least {least:.2f}", flush=True)


if __name__ == "__main__":
    main()
