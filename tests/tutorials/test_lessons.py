"""Lessons are played at every build; a lesson that does not hold names itself and the step."""

import json
import re
from pathlib import Path

import pytest
from taroky.game import current
from taroky_devtools import step_counts
from taroky_tutorials.lessons import lesson_checks, lesson_files
from taroky_tutorials.lessons.lesson import COURSES, LessonError
from taroky_tutorials.lessons.lesson_files import FOLDER
from taroky_tutorials.page_parts.links import Ways
from taroky_tutorials.reading import course_pages
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.best_choice.decisions import hand_at
from taroky_tutorials.tasks.kinds import KINDS

#: A lesson of the tests' own: those that are shipped may change.
OURS = Path(__file__).parent / "lessons" / "en" / "following-suit.yaml"
TEXT = OURS.read_text(encoding="utf-8")


def broken(tmp_path: Path, old: str, new: str) -> str:
    """Return what is said to the first lesson with one thing changed."""
    assert old in TEXT
    path = tmp_path / "following-suit.yaml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LessonError) as caught:
        lesson = lesson_files.read(path, "hlucin")
        assert lesson is not None
        lesson_checks.check(lesson)
    return str(caught.value)


@pytest.mark.parametrize("course", COURSES)
def test_all_lessons_hold_and_come_in_order(course: str) -> None:
    lessons = lesson_files.load_all(course)
    assert lessons
    assert [lesson.order for lesson in lessons] == sorted({lesson.order for lesson in lessons})


@pytest.mark.parametrize("course", COURSES)
def test_no_lesson_shows_the_same_hand_twice(course: str) -> None:
    """Two seeds may draw the same of the turns whose choices have been compared."""
    for lesson in lesson_files.load_all(course):
        hands = []
        for step in lesson.steps:
            if step.exercise.kind == "pick-best":
                hand = hand_at(step.exercise.table, step.exercise.position)
                asked = current(hand)
                assert asked is not None
                hands.append(frozenset(hand.holds(asked[1])))
        assert len({*hands}) == len(hands), (course, lesson.id)


def test_each_wrong_try_is_answered_with_a_point_of_the_rules() -> None:
    tries = [
        wrong for one in lesson_files.load_all("hlucin") for s in one.steps for wrong in s.wrong
    ]
    assert len(tries) >= 12


def test_a_wrong_number_of_right_answers_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "answers: 2", "answers: 3")
    assert said == (
        "Lesson following-suit (hlucin), step follow: 3 first answers should be right, but 2 are."
    )


def test_a_wrong_try_that_is_right_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "{try: XXI,", "{try: KS,")
    assert said == "Lesson following-suit (hlucin), step follow: the wrong try KS is right."


def test_another_reason_than_the_lesson_says_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "says: play.follow", "says: play.trump")
    assert said == (
        "Lesson following-suit (hlucin), step follow: the wrong try XXI gets the answer play.follow, "
        "not play.trump."
    )


def test_another_rule_point_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "says: play.follow}", "says: play.follow, point: HLU-PLAY-03}")
    assert "names HLU-PLAY-02, not HLU-PLAY-03" in said


def test_a_card_twice_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "trick: [QS, 10S]", "trick: [QS, QS]")
    assert said.startswith(
        "Lesson following-suit (hlucin), step follow: The queen of spades appears twice"
    )


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "    hints:", "    hint:")
    assert "“hint” is not known here" in said


def test_step_ids_never_change() -> None:
    """Learners' progress is kept by these ids: a new step gets a new id, an old one keeps its own."""
    ids = {
        f"{lesson.id}/{step.id}"
        for course in COURSES
        for lesson in lesson_files.load_all(course)
        for step in lesson.steps
    }
    assert ids >= {
        "the-pack/suits",
        "the-pack/courts",
        "the-pack/black",
        "the-pack/red",
        "the-pack/taroky",
        "the-pack/numerals",
        "the-pack/trul",
        "card-values/fives",
        "card-values/courts",
        "card-values/ones",
        "card-values/strong",
        "following-suit/follow",
        "following-suit/trump",
        "following-suit/free",
        "following-suit/tarok-led",
        "following-suit/wins-suit",
        "following-suit/wins-tarok",
        "following-suit/mixed",
        "who-wins/nobody-follows",
        "who-wins/red-small",
        "who-wins/jester",
        "who-wins/all-three",
        "who-wins/other-order",
        "who-wins/take",
        "who-wins/leave",
        "who-wins/cheaply",
        "counting-by-threes/three",
        "counting-by-threes/courts",
        "counting-by-threes/two-left",
        "counting-by-threes/two-noted",
        "counting-by-threes/one-left",
        "counting-by-threes/any-order",
        "counting-by-threes/both-sides",
        "counting-by-threes/half",
        "counting-by-threes/half-and-card",
        "counting-faces/one-trick",
        "counting-faces/poor",
        "counting-faces/tens",
        "counting-faces/both-sides",
        "counting-faces/enough",
        "counting-faces/half",
    }


@pytest.mark.parametrize("course", [course for course in COURSES if course != "french"])
def test_every_course_of_54_cards_goes_from_playing_over_the_pack_to_counting(course: str) -> None:
    ids = [lesson.id for lesson in lesson_files.load_all(course) if lesson.order <= 60]
    counting = "counting-faces" if course in ("machtarok", "victoria") else "counting-by-threes"
    assert ids == [
        "play-first",
        "the-pack",
        "card-values",
        "following-suit",
        "first-hand",
        "who-wins",
        "play-four",
        counting,
    ]


@pytest.mark.parametrize("course", [course for course in COURSES if course != "french"])
def test_what_a_hand_needs_is_told_before_what_follows_from_it(course: str) -> None:
    """Call and talon before the partner; what bids by the lowest tarok promise after the last trick; declarations and settling
    after the first whole hands, the first of which comes early."""
    lessons = lesson_files.load_all(course)
    ids = [lesson.id for lesson in lessons]
    for before, after in (
        ("first-player", "calling"),
        ("calling", "talon"),
        ("talon", "partners"),
        ("partners", "play-partner"),
        ("hand-worth", "alone"),
        ("doubling", "pagat-last"),
        ("pagat-last", "whole-hand"),
        ("whole-hand", "declarations"),
        ("declarations", "settling"),
    ):
        if before in ids and after in ids:
            assert ids.index(before) < ids.index(after), (before, after)
    promising = [one.id for one in lessons for step in one.steps if step.id == "second-duty"]
    assert promising == (["pagat-last"] if course in ("hlucin", "polish") else [])
    assert step_counts.first_hand(course) <= 25


def test_progress_of_steps_that_moved_goes_with_them() -> None:
    """The page of a learner reads the old names of steps; there are none of these any more, and all of the new ones."""
    script = (Path(__file__).parents[2] / "docs/assets/js/progress.js").read_text("utf-8")
    table = script[script.index("const MOVED") : script.index("};")]
    moved = dict(re.findall(r'"([a-z-]+/[a-z-]+)": "([a-z-]+/[a-z-]+)"', table))
    there = {
        f"{lesson.id}/{step.id}"
        for course in COURSES
        for lesson in lesson_files.load_all(course)
        for step in lesson.steps
    }
    assert len(moved) >= 2 and {*moved.values()} <= there and not {*moved} & there


def test_judgement_is_asked_for_all_along_the_course_of_hlucin() -> None:
    """Not only what is allowed and what it pays: bids, doubles, announcements, the talon, leads and the lowest tarok."""
    counted = step_counts.counts("hlucin")
    assert counted["judgement"] >= 18 and counted["judgement"] > counted["sums"]
    asking = [
        lesson.id
        for lesson in lesson_files.load_all("hlucin")
        if any(step.exercise.kind == "pick-best" for step in lesson.steps)
    ]
    assert asking == [
        "play-partner",
        "hand-worth",
        "alone",
        "doubling",
        "pagat-last",
        "play-pagat",
        "leading",
        "varsava",
    ]


def words_of(lesson: Path, course: str, step: str) -> str:
    """Title, prose and why of a step as that course tells them."""
    whole = lesson_files.read(lesson, course)
    assert whole is not None
    return next(f"{one.title}\n{one.prose}\n{one.why}" for one in whole.steps if one.id == step)


def test_cards_have_the_names_of_the_place() -> None:
    """POL-DECK-01, HEUN-DECK-02, MACH-DECK-07: in the prose and in what is said to an answer."""
    assert "*škýz*" in words_of(FOLDER / "the-pack.yaml", "hlucin", "trul")
    assert "*skiż*" in words_of(FOLDER / "the-pack.yaml", "polish", "trul")
    assert "*Mond*" in words_of(FOLDER / "the-pack.yaml", "machtarok", "trul")
    assert "the 21 Tarok" in words_of(FOLDER / "the-pack.yaml", "heun", "trul")
    assert words_of(FOLDER / "the-pack.yaml", "heun", "courts").startswith(
        "King, queen, horseman, jack"
    )
    heun = lesson_files.read(FOLDER / "the-pack.yaml", "heun")
    assert heun is not None
    state = heun.state(next(one for one in heun.steps if one.id == "trul"), "")
    html = widgets.view(widgets.update(state, {"tap": "XXI"}))
    assert "The 21 Tarok is beaten by the škýz." in html


def test_the_trick_of_all_three_is_told_as_it_is_played() -> None:
    """POL-PLAY-01: in any order; HEUN-PLAY-20, HEUN-PLAY-21: in this one only; HLU-PLAY-06 and
    VIC-PLAY-07: never."""
    winners = {
        (course, step.id): next(iter(step.solution[0].values()))
        for course in COURSES
        for lesson in lesson_files.load_all(course)
        for step in lesson.steps
        if step.id in ("all-three", "other-order")
    }
    assert winners == {
        ("hlucin", "all-three"): "SKYZ",
        ("machtarok", "all-three"): "SKYZ",
        ("victoria", "all-three"): "SKYZ",
        ("polish", "all-three"): "I",
        ("polish", "other-order"): "I",
        ("heun", "all-three"): "I",
        ("heun", "other-order"): "SKYZ",
    }


def test_hints_and_prose_are_there_for_every_step() -> None:
    for lesson in (one for course in COURSES for one in lesson_files.load_all(course)):
        for step in lesson.steps:
            assert len(step.prose.split()) > 6
            assert all(re.search(r"[.?]$", hint) for hint in step.hints)


def test_outcomes_are_what_python_answers_live() -> None:
    """What a page ships for the first answer is what the worker would say."""
    lesson = lesson_files.read(OURS, "hlucin")
    assert lesson is not None
    state = lesson.state(lesson.steps[0], "../../")
    shipped = dict(widgets.outcomes(state))
    for event in KINDS["pick-legal"].first_checks(lesson.steps[0].exercise):
        key = json.dumps([event], sort_keys=True, separators=(",", ":"))
        assert shipped[key] == widgets.view(widgets.update(state, event))
    assert any("HLU-PLAY-02" in html for key, html in shipped.items() if "check" in key)
    assert '[{"hint":"1"}]' in shipped


def test_one_file_tells_each_game_its_own_numbers() -> None:
    """HLU-DECK-05 and MACH-DECK-05: the order of the small red cards comes from the table."""
    assert "ace, 2, 3, 4, the first" in words_of(OURS, "hlucin", "wins-suit")
    assert "4, 3, 2, ace, the first" in words_of(OURS, "machtarok", "wins-suit")
    assert "4, 3, 2, 1, the first" in words_of(OURS, "heun", "wins-suit")
    assert lesson_files.read(OURS, "french") is None


def test_a_placeholder_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "{{ red_pips }}", "{{ red_pipes }}")
    assert "“red_pipes” is not in the table of hlucin" in said


def test_the_why_of_a_step_is_read_like_its_prose(tmp_path: Path) -> None:
    """What holds for the rule set, filled in; a mistake in it is refused."""
    why = """    why:
      - {when: {rules: polish}, text: Not for this table.}
      - "Small *hearts*: {{ red_pips }}."
      - The last word.
"""
    start, end = TEXT.index("    why:"), TEXT.index("    task:")
    path = tmp_path / "following-suit.yaml"
    path.write_text(TEXT[:start] + why + TEXT[end:], encoding="utf-8")
    lesson = lesson_files.read(path, "hlucin")
    assert lesson is not None
    assert lesson.steps[0].why == "Small *hearts*: ace, 2, 3, 4.\n\nThe last word."
    assert next(step.why for step in lesson.steps if step.id == "wins-tarok") == ""
    page = str(course_pages.lesson_page(lesson, None, Ways("../", "")).body)
    assert (
        '<details class="tk-why"><summary>More</summary><p>Small <em>hearts</em>: ace, 2, 3, 4.</p> '
        "<p>The last word.</p></details></div>"
    ) in page
    path.write_text(path.read_text("utf-8").replace("red_pips }}.", "red_pipes }}."), "utf-8")
    with pytest.raises(LessonError, match="red_pipes"):
        lesson_files.read(path, "hlucin")


def test_lessons_lead_to_strategy_pages_that_there_are() -> None:
    """A link of a lesson's end leads to a page and to a place on it, in each language."""
    docs = Path(__file__).parents[2] / "docs/strategy"
    linked = {lesson.strategy for course in COURSES for lesson in lesson_files.load_all(course)}
    pages = {one.partition("#")[0] for one in linked - {""}}
    assert {"discards", "calling", "doubling", "pagat", "lead", "bidding", "worth"} <= pages
    for one in linked - {""}:
        page, _, place = one.partition("#")
        assert (docs / f"{page}.md").exists()
        for translated in docs.glob(f"{page}.*.md") if place else ():
            text = translated.read_text("utf-8")
            assert re.search(r"\{ ?#" + place + r" ?\}", text), (one, translated.name)
    lesson = next(one for one in lesson_files.load_all("hlucin") if one.id == "declarations")
    page = course_pages.lesson_page(lesson, None, Ways("../../../", "../")).whole()
    assert 'href="../../../strategy/odds/#what-may-be-declared">Read about the odds</a>' in page
