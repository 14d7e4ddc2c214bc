"""Look for the decisions of the measure of a learner, and put its forms together: `make measure` writes docs/assets/measure, which
the page “How well do you decide?” asks for.

A decision is a turn of a hand, each of a deal of its own. All that may be done there is compared in many imagined hands, and
players of all levels are asked what they would do, time after time; what a level's choice costs is its loss, capped, so that
no single decision counts more than a usual hand. Of each kind those are taken that tell the levels apart best, and they are
dealt out to forms that are as hard as each other.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from pathlib import Path
from statistics import mean

from taroky import rules
from taroky.cli.progress import counted
from taroky.game import apply, legal
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.advice import analysis
from taroky.players.comparing import Worth
from taroky.players.levels import LEVELS
from taroky.players.search import Effort, LooksAhead
from taroky_tutorials.measure.forms import FORMS, KINDS, Decision, Measure, read
from taroky_tutorials.measure.page import FILE
from taroky_tutorials.page_parts import action_code
from taroky_tutorials.puzzles.puzzle import Puzzle, from_row, table_of
from taroky_tutorials.puzzles.ratings import rated
from taroky_tutorials.puzzles.themes import themes_of
from taroky_tutorials.tasks.whole_hand.deal import Dealt, cards_of

from taroky_devtools.cluster import each, workers
from taroky_devtools.puzzles import asked_of, is_same, played, usual_amount

DOCS = Path("docs")
#: In how many imagined hands choices are compared: to see whether they differ, and for good.
_GLANCE = Effort(cards=20, plays=2, deals=12, batch=12)
_LONG = Effort(cards=160, plays=2, deals=96, batch=24)
#: How often each level is asked for a card, and for anything else.
_OF_CARDS: Mapping[str, int] = {"beginner": 16, "thumb": 4, "club": 6, "master": 2}
_OF_WORDS: Mapping[str, int] = {"beginner": 12, "thumb": 2, "club": 3, "master": 1}
#: In how many deals a decision is looked for; and the most choices where several cards or words make one.
_DEALS, _MOST = 4, 6
#: What choices must cost on average, as a part of a usual hand, to be worth a question.
_PART = 0.1
#: From how many ways to deal the decisions out to forms better ones are looked for.
_TRIED = 100


@dataclass(frozen=True)
class Deal:
    """Deals to look through for a decision of one kind. usual: what a hand brings or costs a player on average."""

    game: str
    seed: str
    number: int
    kind: str
    usual: float


def deals(game: str, seed: str, many: int, usual: float) -> list[Deal]:
    """Return what to look through: some deals for each decision of all forms, the kinds mixed. many: among how many each is chosen."""
    kinds = [kind for kind, count in KINDS.items() for _ in range(count * FORMS * many)]
    random.Random(f"kinds/{seed}").shuffle(kinds)
    return [Deal(game, seed, number, kind, usual) for number, kind in enumerate(kinds)]


def look(deal: Deal) -> list[Decision]:
    """Return the first decision of that kind in a few deals; none if there is no turn that asks for a thought."""
    table = table_of(deal.game)
    rng = random.Random(f"measure/{table.table}/{deal.seed}/{deal.number}")
    for _ in range(_DEALS):
        number = f"{rng.getrandbits(32):x}"
        hand = start = cards_of(table, Dealt(number))
        whole = played(start, rng, "thumb")
        turns: list[tuple[int, Hand]] = []
        for turn, action in enumerate(whole.actions):
            if action.kind == deal.kind and _is_open(hand, action.kind):
                turns.append((turn, hand))
            hand = apply(hand, action)
        if not turns:
            continue
        turn, before = rng.choice(turns)
        asked = _asked(before, deal)
        if asked is None:
            continue
        picks, actions = asked
        choices = _compared(before, actions)
        fails = {level: [one != choices[0].action for one in did] for level, did in picks.items()}
        code = action_code.write([(start, whole.actions)])
        draft = Puzzle(deal.game, number, code, turn, rated(fails), themes_of(before), choices)
        puzzle = from_row(deal.game, draft.as_row())
        behind = {one.action: one.behind for one in puzzle.choices}
        losses = (mean(min(behind[one], deal.usual) for one in picks[level]) for level in LEVELS)
        return [Decision(deal.kind, tuple(losses), puzzle.as_row())]
    return []


def _is_open(hand: Hand, kind: str) -> bool:
    """Whether there is a choice of that kind."""
    options = legal(hand)
    assert options is not None
    return len(options.of(kind)) > 1


def _asked(hand: Hand, deal: Deal) -> tuple[dict[str, list[Action]], list[Action]] | None:
    """Return what players of each level do here, each time, and all choices to compare; None if it makes no difference, or a
    player would do something of another kind."""
    glance = analysis(hand, _GLANCE, deal.seed)
    choices = [one for one in glance.choices if one.action.kind == deal.kind] if glance else []
    if len(choices) < 2:
        return None
    best = min(one.behind for one in choices)
    if mean(min(one.behind - best, deal.usual) for one in choices) < _PART * deal.usual:
        return None
    known = [one.action for one in choices]
    picks: dict[str, list[Action]] = {}
    for level, times in (_OF_CARDS if deal.kind == "play" else _OF_WORDS).items():
        picks[level] = [_as_known(one, known) for one in asked_of(hand, level, times)]
        if any(one.kind != deal.kind for one in known):
            return None
    picked = {one for some in picks.values() for one in some}
    if any(
        len(one.what) > 1 for one in known
    ):  # of very many ways, no more than a page has room for
        known.sort(key=lambda one: one not in picked)
        known = known[: max(_MOST, len(picked))]
    return picks, known


def _as_known(action: Action, known: list[Action]) -> Action:
    """The action as it is known already, whatever the order of its cards; else it is known from now on."""
    for one in known:
        if is_same(one, action):
            return one
    known.append(action)
    return action


def _compared(hand: Hand, actions: Sequence[Action]) -> tuple[Worth, ...]:
    """Return what each brings, the best first."""
    rng = random.Random(f"measure/{len(hand.actions)}")
    looks = LooksAhead(hand.table, rng, _LONG, explains=True)
    judged = looks.compare(view(hand, actions[0].seat), actions)
    assert judged is not None
    return judged.choices


# -- forms -----------------------------------------------------------------------------------------


def telling(one: Decision) -> float:
    """How well a decision tells the levels apart: by how much the weaker lose more."""
    beginner, thumb, club, master = one.losses
    return beginner - master + thumb - club


def dealt_out(pool: Iterable[Decision], seed: str) -> list[list[Decision]]:
    """The forms of the decisions that tell most, as even as can be. Raises ValueError if there are too few of a kind."""
    pool, taken = [*pool], []
    for kind, count in KINDS.items():
        some = sorted((one for one in pool if one.kind == kind), key=telling, reverse=True)
        if len(some) < count * FORMS:
            raise ValueError(f"{kind}: {len(some)} decisions, not {count * FORMS}")
        taken.append(some[: count * FORMS])
    rng = random.Random(f"forms/{seed}")
    ways = (_evened(_one_way(taken, rng)) for _ in range(_TRIED))
    return min(ways, key=_uneven)


def _one_way(taken: Sequence[Sequence[Decision]], rng: random.Random) -> list[list[Decision]]:
    mixed = [rng.sample(some, len(some)) for some in taken]
    return [list(chain(*(some[form::FORMS] for some in mixed))) for form in range(FORMS)]


def _evened(forms: list[list[Decision]]) -> list[list[Decision]]:
    """Exchange two decisions of a kind between two forms, time after time, as long as that makes the forms more even."""
    places = [
        (one, other, first, second)
        for one, other in combinations(range(FORMS), 2)
        for first, second in product(range(len(forms[0])), repeat=2)
        if forms[one][first].kind == forms[other][second].kind
    ]
    uneven, better = _uneven(forms), True
    while better:
        better = False
        for one, other, first, second in places:
            changed = [[*form] for form in forms]
            changed[one][first], changed[other][second] = forms[other][second], forms[one][first]
            if (now := _uneven(changed)) < uneven:
                forms, uneven, better = changed, now, True
    return forms


def _uneven(forms: Sequence[Sequence[Decision]]) -> float:
    """How much the losses of the levels differ between forms; a large difference counts more than several small ones."""
    apart: list[float] = []
    for place in range(len(LEVELS)):
        sums = [sum(one.losses[place] for one in form) for form in forms]
        apart.append(max(sums) - min(sums))
    return sum(value**2 for value in apart)


# -- files -----------------------------------------------------------------------------------------


def file_of(game: str) -> Path:
    """The file of a game."""
    return DOCS / FILE.format(rules.load(game).table)


def make(game: str, seed: str, many: int, processes: int) -> None:
    """Look for decisions, deal them out to forms, and write the file of a game. many: among how many each is chosen."""
    usual = round(usual_amount(table_of(game)), 1)
    tasks = deals(game, seed, many, usual)
    pool: list[Decision] = []
    if processes > 1:
        with workers(processes) as client:
            pool += chain.from_iterable(each(client, look, tasks))
    else:
        pool += chain.from_iterable(map(look, counted(tasks, len(tasks))))
    measure = Measure(game, usual, tuple(map(tuple, dealt_out(pool, seed))))
    file_of(game).parent.mkdir(exist_ok=True)
    file_of(game).write_text(measure.as_text(), "utf-8")


def tell(game: str) -> None:
    """Print what each level loses at each form."""
    measure = read(game, file_of(game).read_text("utf-8"))
    print(f"{game}: a decision counts {measure.cap} at most")
    for form in range(1, FORMS + 1):
        lost = (f"{level} {measure.of_level(form, level):.2f}" for level in LEVELS)
        print(f"  form {form}: {', '.join(lost)}")


def main() -> None:
    """Make the measure of games, or print what their forms are like."""
    parser = argparse.ArgumentParser(description=__doc__, prog="make measure")
    parser.add_argument("games", nargs="+", choices=rules.ids(), metavar="game")
    parser.add_argument("--seed", default="3", help="the same seed, the same hands (3)")
    parser.add_argument("--many", type=int, default=2, help="decisions to choose each from (2)")
    parser.add_argument("--workers", type=int, default=1, help="in so many processes (1)")
    parser.add_argument("--tell", action="store_true", help="print what the levels lose instead")
    args = parser.parse_args()
    for game in args.games:
        if not args.tell:
            make(game, args.seed, args.many, args.workers)
        tell(game)


if __name__ == "__main__":
    main()
