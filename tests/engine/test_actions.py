"""`legal(hand).actions` holds every legal action of a moment and nothing else, each once and whole, in the one
way in which it is recorded."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import taroky
from taroky import rules
from taroky.game import check, current, legal, undealt
from taroky.game.driver import apply
from taroky.hand import Action, Hand, Legal, Subsets, replace
from taroky.phases import PHASES
from taroky.rules.table import Table

IRREGULAR = {kind for phase in PHASES.values() for kind in phase.irregular_kinds}
PLAYTHROUGHS = Path(__file__).parents[1] / "playthroughs"
#: How many actions are gone through one by one; of more it is samples.
MANY = 2000


def words_of(table: Table) -> list[str]:
    """Every word that an action at this table may have."""
    doubles = [
        f"{step}:{target}{sayer}"
        for step in table.doubling.steps
        for target in ("game", *table.bonuses)
        for sayer in ("", *(f"@{seat}" for seat in table.active))
    ]
    rows = [name for row in table.calling.values() for name in row.names]
    sets = [name for use in table.talon.values() for name in use.choose]
    numbers = map(str, range(len(table.cards.cards) + 1))
    words = (*table.cards.cards, *table.auction.calls, *table.offers, "play_on", *rows, *sets)
    said = (*table.declarations.rows, *table.bonuses, *doubles, *table.doubling.steps, "nothing")
    return [*dict.fromkeys((*words, *said, "none", *numbers))]


def kinds_of(table: Table) -> list[str]:
    """Every kind of action, those that go against the rules left out."""
    kinds = {kind for phase in PHASES.values() for kind in (*phase.kinds, *phase.aside_kinds)}
    return sorted((kinds | set(table.deal.ways)) - IRREGULAR)


def moments(table: Table, seed: str, share: float) -> Iterator[tuple[Hand, Legal, random.Random]]:
    """Yield the moments of a hand in which anything that is legal may happen. share: of those in play; 0: the
    hand ends with its first card."""
    rng = random.Random(seed)
    hand = undealt(table, table.cards.shuffled(rng), players=table.seats.players[-1])
    player = taroky.player("random", table, seed)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        if asked[0].name != "play" or rng.random() < share:
            yield hand, options, rng
        elif not share and hand.play.trick is not None:
            return
        if rng.random() < 0.5:
            hand = apply(hand, rng.choice(options.actions))
        else:
            hand = apply(hand, player.act(taroky.view(hand, asked[1]), options)[0])


def as_recorded(hand: Hand, action: Action) -> Action:
    """Return a legal action as the hand keeps it."""
    return apply(hand, action).actions[-1]


def check_listed(hand: Hand, options: Legal, rng: random.Random) -> None:
    """Assert that what is listed is legal, each once, and leads somewhere of its own."""
    actions = options.actions
    listed = list(itertools.islice(actions, MANY))
    assert len(actions) > 0 and (len(actions) == len(listed) or len(listed) == MANY)
    assert len(set(listed)) == len(listed)
    places = {0, len(actions) - 1, len(actions) // 2, rng.randrange(len(actions))}
    for place in places:
        assert actions[place] in actions
        assert place >= MANY or actions[place] == listed[place]
    assert actions[-1] == actions[len(actions) - 1]
    with pytest.raises(IndexError):
        actions[len(actions)]
    states = set()
    for action in rng.sample(listed, min(len(listed), 25)):
        assert check(hand, action) is None
        assert action in actions
        after = apply(hand, action)
        assert after.actions[-1] == action
        states.add(replace(after, actions=()))
    cut = listed[0].kind == "cut"  # two cuts may bring the same way of dealing
    assert cut or len(states) == min(len(listed), 25)


def check_nothing_else(hand: Hand, options: Legal, rng: random.Random) -> None:
    """Assert that nothing else is legal for the seat: each kind with each single word, and some words
    together."""
    actions = options.actions
    whole = set(actions) if len(actions) <= MANY else actions
    words, kinds = words_of(hand.table), kinds_of(hand.table)
    tried = [Action(options.seat, kind, (word,)) for kind in kinds for word in words]
    tried += [Action(options.seat, kind) for kind in kinds]
    for kind in {choice.kind for choice in options.choices}:
        choices = [choice.what for choice in options.choices if choice.kind == kind]
        few, many = options.picks.get(kind, (0, 3))
        for n in [few, many, *range(1, 4)] * 3:
            some = rng.sample(choices, min(n, len(choices)))
            tried.append(Action(options.seat, kind, tuple(some)))
    for action in tried:
        if check(hand, action) is None:
            assert as_recorded(hand, action) in whole, (hand, action)
        else:
            assert action not in whole, (hand, action)


@pytest.mark.parametrize("game", rules.ids())
def test_all_legal_actions_and_no_others_are_listed(game: str) -> None:
    for hand, options, rng in moments(taroky.load(game), f"{game}/1", 0.1):
        check_listed(hand, options, rng)
        check_nothing_else(hand, options, rng)


def usual(table: Table, key: str, value: str) -> bool:
    return table.options[key].default == value


@pytest.mark.parametrize("game", rules.ids())
def test_so_it_is_with_each_house_option(game: str) -> None:
    table = taroky.load(game)
    for key, row in table.options.items():
        for value in row.values:
            if value != row.default and row.topic not in ("settlement", "counting", "pots"):
                house = taroky.load(game, {**row.needs, key: value})
                for hand, options, rng in moments(house, f"{key}/{value}", 0):
                    check_listed(hand, options, rng)


def test_silence_and_every_discard_are_among_them() -> None:
    hand = taroky.deal("hlucin", 7)
    for bid in ("A bid trojka", "B bid pass", "C bid pass", "D bid pass"):
        hand = taroky.apply(hand, bid)
    kinds: dict[str, int] = {}
    while (options := taroky.legal(hand)) is not None:
        for kind in {action.kind for action in itertools.islice(options.actions, MANY)}:
            kinds[kind] = kinds.get(kind, 0) + len(options.actions.of(kind))
        if options.phase == "announce":
            assert Action(options.seat, "say", ("nothing",)) in options.actions
        hand = taroky.apply(hand, options.actions[0])
    assert kinds["discard"] > 4 and kinds["say"] > 8 and kinds["play"] > 48


def test_one_act_has_one_record() -> None:
    """Other spellings are read, and kept as all others are."""
    text = (
        taroky.record(taroky.deal("hlucin", 7))
        + "A bid povinnost\nB bid pass\nC bid pass\nD bid pass\n"
    )
    hand = taroky.replay(text + "A call XIX\nA draw\n")
    options = taroky.legal(hand)
    while options is not None and options.phase == "talon":
        hand = taroky.apply(hand, options.actions[0])
        options = taroky.legal(hand)
    assert options is not None and options.phase == "discard"
    action = options.actions[0]
    backwards = action._replace(what=action.what[::-1])
    assert len(action.what) > 1 and backwards not in options.actions
    assert taroky.apply(hand, backwards) == taroky.apply(hand, action)
    lines = taroky.record(taroky.apply(hand, backwards))
    assert lines == taroky.record(taroky.apply(hand, action))
    written = lines.replace(" ".join(action.what), " ".join(backwards.what))
    assert written != lines and taroky.record(taroky.replay(written)) == lines
    hand = taroky.apply(hand, action)
    while (options := taroky.legal(hand)) is not None and options.phase != "announce":
        hand = taroky.apply(hand, options.actions[0])
    assert options is not None
    silence = taroky.apply(hand, f"{options.seat} say")
    assert silence.actions[-1].what == ("nothing",)
    assert silence == taroky.apply(hand, f"{options.seat} say nothing")


@pytest.mark.parametrize("look", ["look 04 2 05", "look 5 4 2"])
def test_numbers_are_recorded_in_their_order(look: str) -> None:
    text = (PLAYTHROUGHS / "heun-four.txt").read_text("utf-8")
    hand = taroky.replay(text.partition("D look")[0])
    assert taroky.apply(hand, f"D {look}").actions[-1].what == ("2", "4", "5")
    assert taroky.why_not(hand, "D look 2 02 5") is not None


def test_a_great_many_actions_are_counted_and_not_made() -> None:
    words = [str(n) for n in range(1, 79)]
    apart = Subsets(Action("D", "talon"), words, 6, apart=True)
    assert len(apart) == 170_230_452
    assert apart[0].what == ("1", "3", "5", "7", "9", "11")
    assert apart[-1].what == ("68", "70", "72", "74", "76", "78")
    some = Subsets(Action("A", "discard"), words[:8], 4, must=["3", "6"], apart=False)
    assert list(some) == [some[i] for i in range(len(some))] and len(some) == 15
    assert all({"3", "6"} <= {*action.what} for action in some)
    near = Subsets(Action("D", "talon"), words[:9], 3, apart=True)
    assert list(near) == [near[i] for i in range(len(near))]
    assert {action.what for action in near} == {
        some
        for some in itertools.combinations(words[:9], 3)
        if all(int(b) - int(a) > 1 for a, b in itertools.pairwise(some))
    }


def test_actions_are_called_by_kind_as_in_version_one() -> None:
    options = taroky.legal(taroky.deal("hlucin", 7))
    assert options is not None
    assert options.actions("bid") == tuple(options.actions) == options.actions[:]
    assert options.actions("play") == ()
