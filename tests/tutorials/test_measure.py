"""The measure of how well one decides: what is said of a result, what a browser keeps, and how forms are put together. Its forms
here are three times the same few decisions."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from taroky.errors import TarokyError
from taroky.players.search import Effort
from taroky_devtools import measure as maker
from taroky_tutorials import browser
from taroky_tutorials.measure import page, taken
from taroky_tutorials.measure.forms import FORMS, KINDS, Decision, Measure, read
from taroky_tutorials.measure.taken import LENGTH, Kept, Sitting, Taken

TEXT = (Path(__file__).parent / "measure_draft.json").read_text("utf-8")
HLUCIN = read("hlucin", TEXT)
TODAY = "2026-11-27"


def ask(
    event: Mapping[str, Any], before: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """The page's answer to an event after another answer."""
    before = before or {}
    request = {"base": "../../", "kept": before.get("kept"), "now": before.get("now")}
    file = {"puzzles": TEXT, "today": TODAY}
    return page.answer({**request, **file, **more, "event": event})


def begun(**more: Any) -> dict[str, Any]:
    return ask({"begin": {"game": "hlucin"}}, **more)


def costs(measure: Measure, form: int, place: int) -> list[str]:
    """The choices of a decision, the best first."""
    decision = measure.forms[form - 1][place].costs
    return sorted(decision, key=lambda what: decision[what])


def event_of(measure: Measure, form: int, place: int, what: str) -> dict[str, str]:
    """The touch of a choice."""
    puzzle = measure.forms[form - 1][place].puzzle(measure.game)
    kind = puzzle.best.action.kind
    return {"tap": what} if puzzle.by_cards else {"act": f"{kind} {what}"}


def through(reply: dict[str, Any], form: int, which: int) -> dict[str, Any]:
    """The reply after all decisions: the best choice of each (0) or the worst (-1)."""
    for place in range(LENGTH):
        what = costs(HLUCIN, form, place)[which]
        reply = ask(event_of(HLUCIN, form, place, what), reply)
    return reply


def words(html: object) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", str(html)))


# -- taking it -------------------------------------------------------------------------------------


def test_nothing_is_told_before_the_end_and_then_all() -> None:
    reply = begun()
    for place in range(LENGTH):
        assert f"Decision {place + 1} of 12" in words(reply["html"])
        assert "is-advised" not in reply["html"] and "tk-measured" not in reply["html"]
        assert "press the button" not in reply["html"] and "Line." not in reply["html"]
        what = costs(HLUCIN, 1, place)[0]
        reply = ask(event_of(HLUCIN, 1, place, what), reply)
    assert words(reply["said"][0]) == "Lost in 12 decisions: 0.00 Kč"
    shown = words(reply["html"])
    assert "You did better than: Beginners, Regular players, Club players, Masters." in shown
    assert "did not lose more than club players" in shown
    (one,) = json.loads(reply["kept"])["taken"]
    assert one == ["hlucin", 1, TODAY, [0.0] * LENGTH]


def test_the_worst_choices_are_capped_placed_and_what_trains_them_is_named() -> None:
    reply = through(begun(), 1, -1)
    lost = json.loads(reply["kept"])["taken"][0][3]
    worst = [min(max(one.costs.values()), HLUCIN.cap) for one in HLUCIN.forms[0]]
    assert lost == pytest.approx(worst, abs=0.01) and max(lost) == HLUCIN.cap
    shown = words(reply["html"])
    assert "Better than you: Beginners, Regular players, Club players, Masters." in shown
    assert f"{sum(lost):.2f}" in words(reply["said"][0])
    assert shown.count("Practise:") == 2 and 'href="../../learn/hlucin/' in reply["html"]
    assert "How well do you decide?”, form 1" in shown


def test_the_next_form_is_another_and_earlier_results_are_shown() -> None:
    reply = begun()
    for form in (1, 2, 3, 1):
        assert f"form {form}" in words(reply["html"])
        reply = through(reply, form, 0)
        if form == 2:
            assert f"Form 1, {TODAY}: 0.00 Kč" in words(reply["html"])
        reply = ask({"begin": {"game": "hlucin"}}, reply)
    assert "form 2" in words(reply["html"])


def test_a_form_under_way_goes_on_after_a_reload() -> None:
    reply = ask(event_of(HLUCIN, 1, 0, costs(HLUCIN, 1, 0)[0]), begun())
    again = begun(kept=reply["kept"])
    assert "Decision 2 of 12" in words(again["html"]) and again["kept"] == reply["kept"]
    other = Kept(Sitting("hlucin", 1, ("no such word",))).as_text()
    assert "Decision 1 of 12" in words(begun(kept=other)["html"])


def test_each_form_can_be_drawn_in_each_language() -> None:
    for language, said in (("en", "Decision 1"), ("cs", "Rozhodnutí 1"), ("pl", "Decyzja 1")):
        request = {"verb": "measure", "language": language, "base": "", "today": TODAY}
        event = {"begin": {"game": "hlucin"}}
        asked = {**request, "puzzles": TEXT, "event": event}
        reply = json.loads(browser.handle(json.dumps(asked)))
        assert reply["ok"] and said in reply["html"]
        sitting = Sitting("hlucin", 1, tuple(costs(HLUCIN, 1, n)[-1] for n in range(LENGTH - 1)))
        last = event_of(HLUCIN, 1, LENGTH - 1, costs(HLUCIN, 1, LENGTH - 1)[-1])
        kept = {"kept": Kept(sitting).as_text(), "now": {"game": "hlucin"}, "event": last}
        reply = json.loads(browser.handle(json.dumps({**asked, **kept})))
        assert reply["ok"] and 'id="tk-measured"' in reply["html"]


def test_the_page_holds_nobody_elses_cards() -> None:
    for place in range(LENGTH):
        answers = tuple(costs(HLUCIN, 1, n)[0] for n in range(place))
        kept = Kept(Sitting("hlucin", 1, answers)).as_text()
        puzzle = HLUCIN.forms[0][place].puzzle("hlucin")
        own = {*puzzle.hand.holds(puzzle.seat)}
        hidden = {card for seat in puzzle.table.active for card in puzzle.hand.holds(seat)} - own
        html = begun(kept=kept)["html"]
        assert hidden and not hidden & {*re.findall(r"card-(\w+)", html)}


# -- what is damaged -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        "{}",
        "[" * 9000,
        '{"format":"taroky-measure","version":1,"game":"hlucin","form":4,"answers":[],"taken":[]}',
        '{"format":"taroky-measure","version":1,"game":"","form":0,"answers":[],"taken":[["hlucin",1,"<b>",[]]]}',
    ],
)
def test_what_cannot_be_read_is_said_and_gives_a_new_beginning(kept: str) -> None:
    reply = begun(kept=kept)
    assert reply["unreadable"] and "can no longer be read" in words(reply["said"][0])
    assert not begun(kept=reply["kept"])["unreadable"]


def test_what_is_kept_is_read_again() -> None:
    costs_ = (0.0, 1.9, *[0.25] * 10)
    kept = Kept(Sitting("hlucin", 2, ("KS",)), (Taken("hlucin", 1, "", costs_),))
    assert taken.from_text(kept.as_text()) == kept
    for row in (
        ["hlucin", 1, TODAY, [0] * 11],
        ["hlucin", 1, TODAY, [True] * 12],
        ["x" * 50, 1, "", costs_],
    ):
        assert taken.from_text(json.dumps({**json.loads(kept.as_text()), "taken": [row]})) is None


def test_damaged_files_and_events_get_a_sentence() -> None:
    for text in ("", "{", "[]", '{"cap": 1, "forms": []}', TEXT[:500]):
        with pytest.raises(TarokyError):
            begun(puzzles=text)
    with pytest.raises(TarokyError, match="no decisions for"):
        ask({"begin": {"game": "whist"}})
    first = begun()
    for event in ({"open": "send"}, {"act": "shout <i>"}):
        try:
            assert "<i>" not in ask(event, first)["html"]
        except TarokyError:
            continue
    for event in ({}, {"tap": "KS"}):
        with pytest.raises(TarokyError):
            ask(event)
    refused = ask({"tap": "ZZ"}, first)
    assert refused["kept"] == first["kept"] and len(refused["said"]) == 1


# -- making forms ----------------------------------------------------------------------------------


def made_up(kind: str, number: int, thumb: float) -> Decision:
    """A decision at which levels lose this much; of its row only the number of the deal counts."""
    return Decision(kind, (thumb + 0.4, thumb, thumb / 2, 0.0), [f"{number:x}"])


def test_forms_are_made_of_what_tells_most_and_are_even() -> None:
    pool = [
        made_up(kind, number, number / 40)
        for kind, count in KINDS.items()
        for number in range(2 * count * FORMS)
    ]
    forms = maker.dealt_out(pool, "x")
    assert [len(form) for form in forms] == [LENGTH] * FORMS
    for form in forms:
        assert [one.kind for one in form] == [
            kind for kind, count in KINDS.items() for _ in range(count)
        ]
    taken_ = [(one.kind, one.row[0]) for form in forms for one in form]
    assert len({*taken_}) == len(taken_)
    for kind, count in KINDS.items():  # the upper half tells more
        numbers = sorted(int(number, 16) for of, number in taken_ if of == kind)
        assert numbers == [*range(count * FORMS, 2 * count * FORMS)]
    lost = [sum(one.losses[1] for one in form) for form in forms]
    assert max(lost) - min(lost) < 0.1
    assert maker.dealt_out(pool, "x") == forms
    with pytest.raises(ValueError, match="call: 2 decisions, not 3"):
        maker.dealt_out([one for one in pool if one.kind != "call"] + pool[18:20], "x")


def test_a_decision_is_found_with_what_each_level_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = Effort(cards=8, plays=1, deals=6, batch=6)
    monkeypatch.setattr(maker, "_GLANCE", quick)
    monkeypatch.setattr(maker, "_LONG", quick)
    times = {"beginner": 2, "thumb": 1, "club": 1, "master": 1}
    monkeypatch.setattr(maker, "_OF_CARDS", times)
    made = maker.look(maker.Deal("hlucin", "draft", 1001, "play", 1.9))
    assert len(made) == 1 and made == maker.look(maker.Deal("hlucin", "draft", 1001, "play", 1.9))
    one = made[0]
    puzzle = one.puzzle("hlucin")
    assert {choice.action.kind for choice in puzzle.choices} == {one.kind} == {"play"}
    assert all(0 <= loss <= 1.9 for loss in one.losses) and max(one.costs.values()) > 0
