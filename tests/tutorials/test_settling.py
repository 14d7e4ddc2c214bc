"""A wrong amount is answered with what helps for that amount; the words of doubling; Varšava."""

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.features import Features
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, State, from_json

PAIR = {"contract": "povinnost", "declarer": "A", "partner": "C", "points": {"declarers": 39}}
LONE = {"contract": "trojka", "declarer": "A", "level": 2, "points": {"declarers": 45}}
FLEK = {**PAIR, "doubles": {"game": "flek"}}
TRUL = {**FLEK, "declarations": {"B": ["trul"]}}
LAST = {"winner": "A", "cards": {"A": "I", "B": "7S", "C": "KD", "D": "4H"}}
VARSAVA = {"contract": "varsava", "tricks": {"A": 5, "B": 3, "C": 2, "D": 2}}


def answer(facts: object, amount: str, seat: str = "A", rules_id: str = "hlucin"):  # type: ignore[no-untyped-def]
    exercise = from_json({"kind": "who-pays", "rules": rules_id, "facts": facts, "seat": seat})
    state = widgets.update(State("w-x", exercise), {"amount": amount})
    return widgets.judge(state).feedback


@pytest.mark.parametrize(
    ("facts", "seat", "amount", "says"),
    [
        (PAIR, "A", "-0.40", "pay.sign_gets"),
        (PAIR, "B", "0.4", "pay.sign_pays"),
        (PAIR, "A", "40", "pay.unit"),
        (PAIR, "A", "4", "pay.halfway"),
        (PAIR, "A", "0.80", "pay.too_often"),
        (LONE, "A", "2.00", "pay.one_share"),
        (LONE, "B", "-6,00", "pay.too_often"),
        (LONE, "A", "9", "pay.other_level"),
        (FLEK, "A", "0.40", "pay.no_double"),
        (FLEK, "A", "1.60", "pay.other_double"),
        (TRUL, "B", "0.20", "pay.not_doubled"),
        (TRUL, "B", "-0.80", "pay.left_out"),
        (TRUL, "B", "-1.30", "pay.item_gets"),
        ({**PAIR, "last_trick": LAST}, "A", "2.40", "pay.as_announced"),
        (
            {**PAIR, "last_trick": LAST, "announced": {"A": ["pagat"]}},
            "A",
            "1.40",
            "pay.unannounced",
        ),
        (PAIR, "A", "7.77", "pay.wrong"),
        ({**VARSAVA, "points": {"A": 31, "B": 20, "C": 12, "D": 7}}, "A", "-2", "pay.one_of_each"),
        ({**VARSAVA, "points": {"A": 26, "B": 26, "C": 10, "D": 8}}, "A", "-2", "pay.shared"),
        ({**VARSAVA, "points": {"A": 31, "B": 20, "C": 12, "D": 7}}, "B", "-6", "pay.other_seat"),
    ],
)
def test_a_wrong_amount_is_answered_for_itself(
    facts: object, seat: str, amount: str, says: str
) -> None:
    feedback = answer(facts, amount, seat)
    assert (feedback.tone, feedback.message.id) == ("wrong", says)
    assert feedback.points and set(feedback.points) <= rules.load("hlucin").all_points()


def test_a_wrong_amount_where_nothing_is_due() -> None:
    """Victoria: 5 for the game, 5 lost with the pagát."""
    facts = {
        "contract": "povinnost",
        "declarer": "A",
        "partner": "C",
        "points": {"declarers": 66},
        "last_trick": {"winner": "C", "cards": {"A": "I", "C": "XII"}},
    }
    assert answer(facts, "5", rules_id="victoria").message.id == "pay.left_out"
    assert answer(facts, "10", rules_id="victoria").message.id == "pay.item_pays"
    assert answer(facts, "0", rules_id="victoria").tone == "right"


def test_chips_are_written_whole_and_crowns_with_two_decimals() -> None:
    chips = answer({**PAIR, "points": {"declarers": 66}}, "5", rules_id="machtarok")
    assert chips.message.text() == "A gets 5 chips."
    assert answer(PAIR, "0.4").message.text() == "A gets 0.40\u00a0Kč."


def test_who_may_double_follows_the_sides() -> None:
    """HLU-DBL-04, HLU-DBL-05, HLU-DBL-11: the opponents, then the declarers, then the opponents."""
    kind = KINDS["who-doubles"]
    for said, seats in (([], "BD"), (["D"], "AC"), (["D", "C"], "BD")):
        exercise = from_json(
            {
                "kind": "who-doubles",
                "contract": "povinnost",
                "declarer": "A",
                "partner": "C",
                "said": said,
            }
        )
        assert [event["seat"] for event in kind.solve(exercise)] == list(seats)
    lone = from_json({"kind": "who-doubles", "contract": "solo", "declarer": "B"})
    assert [event["seat"] for event in kind.solve(lone)] == ["A", "C", "D"]


@pytest.mark.parametrize(
    "data",
    [
        {"contract": "povinnost", "declarer": "A"},
        {"contract": "povinnost", "declarer": "A", "partner": "A"},
        {"contract": "solo", "declarer": "A", "partner": "C"},
        {"contract": "povinnost", "declarer": "A", "partner": "C", "said": ["C"]},
        {"contract": "povinnost", "declarer": "A", "partner": "C", "said": ["B", "A", "D"]},
    ],
)
def test_sides_and_doubles_that_cannot_be_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(TarokyError):
        from_json({"kind": "who-doubles", **data})


def test_the_words_of_doubling_stand_in_the_order_of_their_factors() -> None:
    """POL-DBL-02."""
    exercise = from_json({"kind": "order-doubles", "rules": "polish"})
    state = State("w-x", exercise)
    assert [event["tap"] for event in KINDS["order-doubles"].solve(exercise)] == [
        "kontra",
        "re",
        "sub",
        "mord",
    ]
    wrong = widgets.judge(widgets.update(state, {"tap": "sub"})).feedback
    assert wrong is not None
    assert (
        wrong.message.text()
        == "Sub multiplies by 8. Before it comes kontra, which multiplies by 2."
    )


def test_a_card_too_low_or_barred_is_named_at_the_end() -> None:
    """HLU-VAR-06, HLU-VAR-09."""
    kind = KINDS["pick-legal"]
    for hand, trick, word, point in (
        (["KS", "7S"], ["QS"], "legal.beat_done", "HLU-VAR-06"),
        (["I", "V", "KD"], ["7C"], "legal.barred_done", "HLU-VAR-09"),
    ):
        exercise = from_json(
            {"kind": "pick-legal", "contract": "varsava", "hand": hand, "trick": trick}
        )
        message, points = kind.solution(exercise)[-1]
        assert message.id == word and point in points


def test_a_claim_may_bring_its_reason() -> None:
    exercise = from_json(
        {
            "kind": "true-false",
            "claim": "cell",
            "path": "bonuses.pagat.binds",
            "number": "no",
            "text": "It does not bind.",
            "why": "It does.",
        }
    )
    said = widgets.judge(widgets.update(State("w-x", exercise), {"say": "true"})).feedback
    assert said is not None and said.message.text() == "It is not true. It does."
    assert said.points == ("HLU-PLAY-09", "HLU-PLAY-10")


def test_prices_come_from_the_table() -> None:
    features = {name: Features(name) for name in ("hlucin", "polish", "victoria", "heun")}
    assert [features[n]["pricing"] for n in features] == ["points", "fives", "tens", "flat"]
    assert [features[n]["pagat_said"] for n in features] == ["2.00", "8", "10", None]
    assert [features[n]["valat_silent"] for n in features] == ["7.00", "20", "16", None]
    assert [features[n]["valat_pays"] for n in features] == [
        "besides",
        "everything",
        "instead",
        None,
    ]
    assert [features[n]["example_price"] for n in features] == ["0.40", "2", "5", "4"]
    assert features["hlucin"]["pool_fine"] == "1.00" and features["victoria"]["pool_fine"] is None


@pytest.mark.parametrize("course", [course for course in COURSES if course != "french"])
def test_the_later_lessons_are_there(course: str) -> None:
    lessons = {lesson.id: lesson for lesson in lesson_files.load_all(course)}
    there = {
        "doubling": course != "heun",
        "pagat-last": True,
        "varsava": course == "hlucin",
        "settling": True,
        "manners": True,
    }
    assert {name: name in lessons for name in there} == there
    assert all(4 <= len(lessons[name].steps) <= 11 for name in there if name in lessons)
