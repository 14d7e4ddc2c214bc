"""Lessons for house tables: they follow the house's numbers and names, and what does not fit is left
out with a reason instead of being told wrongly."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from taroky import rules
from taroky_tutorials.lessons import house_lessons, lesson_files
from taroky_tutorials.lessons.lesson import COURSES, Lesson, Step
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS

#: Houses as clubs might have them: parent, what they write, and how many steps may be missing.
HOUSES: dict[str, tuple[str, int]] = {
    "u_lva": (
        "title: U lva\nextends: hlucin\nnames: {XXI: mamlas}\n"
        "contracts: {povinnost: {rate: 0.20}}\n"
        "declarations: {rows: {trul: {pay: 1.00}, barvicky: {pay: 1.50}}}\n"
        "bonuses: {pagat: {outcomes: {made: {pay: 3}, failed: {pay: -4}}}}\n",
        1,
    ),
    "no_warsaw": ("title: No Warsaw\nextends: hlucin\nchoose: {varsava.mond_free: yes}\n", 1),
    "pool": (
        "title: With a pool\nextends: hlucin\nchoose: {pool.enabled: yes, "
        "povinnost.throw_in_unchallenged: no}\n",
        10,
    ),
    "zabrzeg": (
        "title: Zabrzeg\nextends: polish\nchoose: {pl.rounding: up, pl.tie: no_payment}\n",
        8,
    ),
    "chips": (
        "title: Our chips\nextends: machtarok\nunit: {name: beans}\n"
        "bonuses: {valat: {outcomes: {made: {pay: 60}, failed: {pay: -60}}}}\n",
        2,
    ),
    "picnic": (
        "title: Picnic\nextends: victoria\nchoose: {deck.red_pips: ace_low, "
        "contra.who: any_player}\ndeclarations: {rows: {trul: {pay: 5}}}\n",
        5,
    ),
    "family": (
        "title: Family\nextends: heun\ncontracts: {four: {rate: {by: level, 1: 5, 2: 6, 3: 7}}, "
        "five: {rate: 10}}\n",
        1,
    ),
    "paris": ("title: Paris\nextends: french\nchoose: {skyz.swap_card: any_low}\n", 3),
}


#: The kind of steps whose choices have been compared by the prices of rule sets alone.
COMPARED = "pick-best"


def packed(house: str) -> str:
    return rules.pack(f"table: {house}\n{HOUSES[house][0]}")


def _left_out(name: str) -> list[str]:
    """Return what the house cannot be told, but for what no house can."""
    lessons = lesson_files.load_all(rules.origin(name))
    compared = {
        (lesson.id, step.id) for lesson, step in steps_of(lessons) if step.exercise.kind == COMPARED
    }
    out = [message.text() for message in lesson_files.left_out(name)]
    return [sentence for sentence in out if _place(sentence) not in compared]


def _place(sentence: str) -> tuple[str, ...]:
    """The lesson and the step that a sentence is about."""
    match = re.match(r"Lesson (\S+) \(\w+\), step (\S+):", sentence)
    assert match is not None, sentence
    return match.groups()


def steps_of(lessons: tuple[Lesson, ...]) -> Iterator[tuple[Lesson, Step]]:
    return ((lesson, step) for lesson in lessons for step in lesson.steps)


def step_told(house: str, lesson: str, step: str) -> Step:
    (wanted,) = (
        one
        for of, one in steps_of(lesson_files.load_all(packed(house)))
        if (of.id, one.id) == (lesson, step)
    )
    return wanted


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_has_nearly_the_whole_course_of_its_parent(house: str) -> None:
    name = packed(house)
    mine, theirs = lesson_files.load_all(name), lesson_files.load_all(rules.origin(name))
    out = _left_out(name)
    count = [
        sum(step.exercise.kind != COMPARED for _, step in steps_of(course))
        for course in (mine, theirs)
    ]
    assert count[0] >= count[1] - HOUSES[house][1], out
    assert len(out) >= count[1] - count[0]
    for sentence in out:
        assert re.match(rf"Lesson [a-z0-9-]+ \({house}\), step [a-z0-9–-]+: .+[.?]$", sentence)
    for lesson, step in steps_of(mine):
        assert lesson.course == house and step.exercise.table.packed in (name, "")
        kind = KINDS[step.exercise.kind]
        assert kind.right(step.exercise) == step.answers
        state = lesson.state(step, "")
        for event in step.solution:
            state = widgets.update(state, event)
        outcome = widgets.judge(state)
        assert outcome.done and not outcome.tries
        assert "{{" not in step.title + step.prose + step.why + "".join(step.hints)


def test_prices_and_names_of_the_house_are_told_and_asked() -> None:
    step = step_told("u_lva", "settling", "game")
    assert "pays 0.20\u00a0Kč in povinnost" in step.prose.replace("\n", " ")
    assert step.solution == ({"amount": "1.6"},) and "1.60\u00a0Kč" in step.hints[1]
    step = step_told("u_lva", "declarations", "trul")
    assert "are worth 1.00\u00a0Kč" in step.prose
    step = step_told("u_lva", "pagat-last", "announced")
    assert "you get 3.00\u00a0Kč if it works, and pay 4.00\u00a0Kč if not" in step.prose.replace(
        "\n", " "
    )
    # The words say nothing of a price, and the hint works it out by the house's.
    step = step_told("u_lva", "settling", "whole")
    assert step.solution == ({"amount": "18.3"},) and "trul. A fixed amount: 1.00" in step.hints[1]
    step = step_told("u_lva", "the-pack", "trul")
    assert "mamlas" in step.prose and "mond" not in step.prose
    step = step_told("family", "pagat-last", "five")
    assert "worth 10 chips" in re.sub(r"\s", " ", step.prose)
    assert "gets 3 beans" in step_told("chips", "settling", "game").hints[1]


def test_words_that_would_be_wrong_are_not_told() -> None:
    name = packed("no_warsaw")
    (reason,) = _left_out(name)
    assert reason.startswith("Lesson varsava (no_warsaw), step mond: ")
    # What needs no throwing in is told all the same.
    doubling = next(one for one in lesson_files.load_all(packed("pool")) if one.id == "doubling")
    words = next(step for step in doubling.steps if step.id == "words")
    assert "flek" in words.prose and "*kontra*" in words.why and "thrown in" not in words.why
    assert not any(
        one.id == "unplayed" for _, one in steps_of(lesson_files.load_all(packed("pool")))
    )


def test_cells_named_as_typed_are_cells_of_some_table() -> None:
    flats = [rules.flat(name) for name in rules.ids()]
    paths = {path.split(".")[0]: path for flat in flats for path in flat}

    def there(node: Any, keys: list[str]) -> bool:
        if not keys:
            return True
        if not isinstance(node, dict):
            return False
        first, *rest = keys
        inside = node.values() if first == "*" else [node[first]] if first in node else []
        return any(there(item, rest) for item in inside)

    cells = set()
    for path in lesson_files.FOLDER.glob("*.yaml"):
        data = lesson_files._data(path)
        for row in _rows(data):
            for cell in row.get("typed", []):
                cells.add(cell["text"] if isinstance(cell, dict) else cell)
    assert cells
    for cell in cells:
        keys = cell.split(".")
        # a cell may have its default in all tables, but its row is one of theirs
        assert keys[0] in paths and any(
            there(flat, keys) or there(flat, keys[:-1]) for flat in flats
        ), cell


def _rows(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for item in node.values():
            yield from _rows(item)
    elif isinstance(node, list):
        for item in node:
            yield from _rows(item)


def test_only_what_the_house_changed_counts_as_changed() -> None:
    assert house_lessons.changed_cells("hlucin") == ()
    name = packed("u_lva")
    assert set(house_lessons.changed_cells(name)) == {
        "names",
        "contracts.povinnost.rate",
        "declarations.rows.trul.pay",
        "declarations.rows.barvicky.pay",
        "bonuses.pagat.outcomes.made.pay",
        "bonuses.pagat.outcomes.failed.pay",
    }
    assert house_lessons.first_changed_cell(name, ["contracts.*.rate"]) == "contracts.*.rate"
    assert house_lessons.first_changed_cell(name, ["bonuses.pagat"]) == "bonuses.pagat"
    assert house_lessons.first_changed_cell(name, ["contracts.povinnost.rate.3"]) is not None
    assert house_lessons.first_changed_cell(name, ["contracts.solo.rate", "bonuses.valat"]) is None


@pytest.mark.parametrize("course", COURSES)
def test_rule_sets_of_the_engine_leave_nothing_out(course: str) -> None:
    assert lesson_files.left_out(course) == ()
