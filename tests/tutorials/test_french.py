"""The French course: smaller games inside a course, and the tasks that only this game has."""

from pathlib import Path

import pytest
from taroky.errors import TarokyError
from taroky.messages import local_names
from taroky_tutorials.lessons import lesson_checks, lesson_files
from taroky_tutorials.lessons.lesson import Lesson, LessonError
from taroky_tutorials.lessons.lesson_files import FOLDER
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, State, from_json, make

TEXT = (FOLDER / "fr-practice-2.yaml").read_text(encoding="utf-8")


def written(tmp_path: Path, text: str) -> Lesson:
    path = tmp_path / "fr-practice-2.yaml"
    path.write_text(text, encoding="utf-8")
    lesson = lesson_files.read(path, "french")
    assert lesson is not None
    lesson_checks.check(lesson)
    return lesson


def said(exercise: object, *events: dict[str, str]) -> tuple[str, str, tuple[str, ...]]:
    """Tone, words and rule points after these answers."""
    state = State("w-x", exercise)  # type: ignore[arg-type]
    for event in events:
        state = widgets.update(state, event)
    feedback = widgets.judge(state).feedback
    assert feedback is not None
    with local_names(state.exercise.table.names):
        return feedback.tone, feedback.message.text(), feedback.points


def test_every_table_of_the_game_has_its_lesson() -> None:
    """The course goes through the three practice games to three and five players."""
    course = lesson_files.load_all("french")
    games = [step.exercise.game for lesson in course for step in lesson.steps]
    first = list(dict.fromkeys(games))
    assert first == [
        "french",
        "french-practice-1",
        "french-practice-2",
        "french-practice-3",
        "french-3",
        "french-5",
    ]
    assert [lesson.id for lesson in course[:2]] == ["fr-play-first", "fr-pack"]
    for lesson in course:
        played = {step.exercise.kind for step in lesson.steps} == {"open-tricks"}
        assert (1 if played else 4) <= len(lesson.steps) <= 8
        assert lesson.drill
        for drill in lesson.drill:
            assert make(drill.kind, drill.topic, "a1", drill.game).game == drill.game


def test_lessons_and_their_steps_keep_their_ids() -> None:
    """Learners' progress is kept by these ids."""
    ids = {f"{one.id}/{step.id}" for one in lesson_files.load_all("french") for step in one.steps}
    assert ids >= {
        "fr-pack/suit",
        "fr-practice-1/follow",
        "fr-going-over/over",
        "fr-practice-2/bids",
        "fr-practice-3/pair",
        "fr-auction/open",
        "fr-aside/whose",
        "fr-skyz/owes",
        "fr-over/hunt",
        "fr-handfuls/ten",
        "fr-slam/announced",
        "fr-settling/all",
        "fr-customs/talon",
        "fr-three/half",
        "fr-five/call",
    }


def test_a_lesson_of_another_table_counts_for_its_course() -> None:
    lesson = next(one for one in lesson_files.load_all("french") if one.id == "fr-practice-2")
    assert lesson.game == "french"
    step = next(step for step in lesson.steps if step.id == "need")
    assert lesson.state(step, "").step == "french/fr-practice-2/need"
    assert "12 with none" in step.prose  # of the practice game; the whole game says 56
    assert {drill.game for drill in lesson.drill} == {"french-practice-2"}


def test_a_step_and_a_task_may_name_their_table(tmp_path: Path) -> None:
    text = TEXT.replace("  - id: need\n", "  - id: need\n    rules: french-practice-3\n")
    text = text.replace("try: need 10, says", "try: need 36, says").replace(
        "try: need 12, says", "try: need 8, says"
    )
    step = next(step for step in written(tmp_path, text).steps if step.id == "need")
    assert step.exercise.game == "french-practice-3"
    assert "56 with none" in step.prose
    assert said(step.exercise, {"need": "8"})[2] == (
        "FR-COUNTING-11",
        "FR-COUNTING-16",
        "FR-TALON-05",
        "FR-BIDDING-12",
    )
    task = TEXT.replace(
        "{kind: reach-target, topic: need, cards",
        "{kind: reach-target, topic: need, rules: french, cards",
    ).replace("try: need 10, says", "try: need 8, says")
    step = next(step for step in written(tmp_path, task).steps if step.id == "need")
    assert step.exercise.game == "french"
    assert "12 with none" in step.prose  # the words are still those of the lesson's table


def test_a_table_or_a_drill_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TarokyError, match="french-practice-9"):
        written(tmp_path, TEXT.replace("rules: french-practice-2", "rules: french-practice-9"))
    with pytest.raises(LessonError, match="reach-target nothing"):
        written(tmp_path, TEXT.replace("reach-target need", "reach-target nothing", 1))


def test_a_position_with_conditions_in_its_course_is_of_its_own_table(tmp_path: Path) -> None:
    """`when` in a lesson of a practice game asks the table of that game."""
    text = TEXT.replace("  - id: need\n", "  - id: need\n    when: {count.packet: 2}\n")
    assert all(step.id != "need" for step in written(tmp_path, text).steps)


OWES = {"kind": "who-owes", "rules": "french", "declarer": "B", "leader": "A"}


def test_the_player_of_the_excuse_owes_a_card() -> None:
    """FR-PLAY-21 and FR-PLAY-22."""
    exercise = from_json({**OWES, "trick": ["9H", "SKYZ", "KH", "2H"]})
    tone, words, points = said(exercise, {"seat": "B"})
    assert tone == "right" and "B owes C a card" in words
    assert {"FR-PLAY-21", "FR-PLAY-22"} <= set(points)
    assert said(exercise, {"seat": "C"})[0] == "wrong"


def test_defenders_owe_each_other_nothing() -> None:
    """FR-PLAY-25: they keep one pile."""
    exercise = from_json(
        {**OWES, "declarer": "A", "leader": "B", "trick": ["SKYZ", "4H", "KH", "5H"]}
    )
    tone, words, points = said(exercise, {"seat": "nobody"})
    assert tone == "right" and "same side" in words and "FR-PLAY-25" in points


@pytest.mark.parametrize(
    ("game", "owes", "point"),
    [("french", "nobody", "FR-PLAY-28"), ("french-practice-3", "B", "FR-PLAY-21")],
)
def test_the_last_trick_takes_the_excuse_in_the_whole_game(
    game: str, owes: str, point: str
) -> None:
    """FR-PLAY-27 and FR-PLAY-28."""
    exercise = from_json(
        {**OWES, "rules": game, "which": "last", "trick": ["QH", "SKYZ", "4H", "5H"]}
    )
    tone, _, points = said(exercise, {"seat": owes})
    assert tone == "right" and point in points


def test_players_who_play_alone_owe_the_one_who_won() -> None:
    exercise = from_json(
        {**OWES, "rules": "french-practice-1", "trick": ["SKYZ", "4H", "KH", "5H"]}
    )
    assert said(exercise, {"seat": "A"})[0] == "right"
    assert "declarer" not in exercise.as_json()


def test_swap_cards_are_number_cards_out_of_tricks() -> None:
    """FR-PLAY-22 and FR-PLAY-26, and the option that lets the cards laid aside be given."""
    data = {"kind": "swap-card", "rules": "french", "pile": ["KS", "2S", "X", "I"], "aside": ["4H"]}
    exercise = from_json(data)
    assert KINDS["swap-card"].solve(exercise) == [{"tap": "2S"}]
    assert said(exercise, {"tap": "4H"})[2] == ("FR-PLAY-26",)
    aside = from_json({**data, "options": {"skyz.swap_from_stranou": "yes"}})
    assert KINDS["swap-card"].right(aside) == 2
    low = from_json({**data, "options": {"skyz.swap_card": "any_low"}})
    assert [event["tap"] for event in KINDS["swap-card"].solve(low)] == ["2S", "X"]


@pytest.mark.parametrize(
    ("cards", "points", "need", "won"),
    [
        ("KS QS", "56", "56", "yes"),
        ("KS QS", "55.5", "56", "no"),
        ("I KS", "51", "51", "yes"),
        ("I XXI", "40.5", "41", "no"),
        ("SKYZ I XXI", "36", "36", "yes"),
        ("XX KS", "55", "56", "no"),
    ],
)
def test_honours_say_what_is_needed(cards: str, points: str, need: str, won: str) -> None:
    """FR-COUNTING-11 to FR-COUNTING-13, and half points as FR-COUNTING-10 has them."""
    exercise = from_json(
        {"kind": "reach-target", "rules": "french", "cards": cards.split(), "points": points}
    )
    assert KINDS["reach-target"].solve(exercise) == [{"need": need}, {"won": won}]


@pytest.mark.parametrize("points", ["92", "-1", "many", "40.25"])
def test_points_that_cannot_be_are_refused(points: str) -> None:
    with pytest.raises(TarokyError):
        from_json({"kind": "reach-target", "rules": "french", "cards": ["KS"], "points": points})


def test_what_is_needed_comes_before_whether_it_is_there() -> None:
    exercise = from_json(
        {"kind": "reach-target", "rules": "french", "cards": ["I", "KS"], "points": "50"}
    )
    with pytest.raises(TarokyError):
        widgets.update(State("w-x", exercise), {"won": "no"})
    assert said(exercise, {"need": "56"})[:2] == (
        "wrong",
        "Not 56. One honour (the pagát): the declarer needs 51 points.",
    )


def test_going_over_and_the_excuse_are_explained() -> None:
    """FR-PLAY-09, FR-PLAY-10 and FR-PLAY-18."""
    data = {"kind": "pick-legal", "rules": "french", "trick": ["9S", "X"]}
    over = from_json({**data, "hand": ["III", "XV", "SKYZ"]})
    _, words, points = said(over, {"tap": "XV"}, {"tap": "SKYZ"})
    assert words == (
        "You have to play a tarok, and you can beat the X, so you must: any higher tarok "
        "will do. You may also play the škýz at any time."
    )
    assert {"FR-PLAY-09", "FR-PLAY-18"} <= set(points)
    under = from_json({**data, "hand": ["III", "4C"]})
    assert "none of yours is higher" in said(under, {"tap": "III"})[1]
    led = from_json({**data, "trick": ["SKYZ"], "hand": ["III", "4C"]})
    _, words, points = said(led, {"tap": "III"}, {"tap": "4C"})
    assert "the others must follow your card" in words and points == ("FR-PLAY-20",)


def test_the_called_suit_is_barred_in_the_first_trick() -> None:
    """FR-CALLING-07."""
    data = {"kind": "pick-legal", "rules": "french-5", "hand": ["KS", "4H", "SKYZ"], "called": "KH"}
    first = from_json({**data, "trick_no": 1})
    assert said(first, {"tap": "4H"})[2] == ("FR-CALLING-07",)
    assert "king of hearts was called" in widgets.view(State("w-x", first))
    later = from_json({**data, "trick_no": 2})
    assert KINDS["pick-legal"].right(later) == 3
    for wrong in ({"trick_no": 16}, {"trick_no": "x"}, {"called": "KH KS"}):
        with pytest.raises(TarokyError):
            from_json({**data, **wrong})


def test_halves_are_written_as_people_write_them() -> None:
    exercise = from_json({"kind": "count-pile", "rules": "french", "pile": ["RS", "8C", "KH"]})
    pairs = [{"tap": "RS"}, {"tap": "8C"}, {"worth": "3"}, {"tap": "KH"}, {"worth": "4½"}]
    assert said(exercise, *pairs, {"total": "7,5"})[1] == "3 and 4.5 add up to 7.5 points."


def test_honours_are_found_under_the_name_of_the_table() -> None:
    """FR-DECK-06: kings are none."""
    cards = ["KS", "I", "SKYZ", "XXI", "XX"]
    exercise = from_json(
        {"kind": "find-cards", "rules": "french", "cards": cards, "sought": "trul"}
    )
    assert "Tap all honours among these cards." in widgets.view(State("w-x", exercise))
    assert KINDS["find-cards"].right(exercise) == 3
    assert said(exercise, {"tap": "I"})[0] == "right"
