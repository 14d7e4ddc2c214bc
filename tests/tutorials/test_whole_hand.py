"""A whole hand: every decision the engine's, nobody's cards on the page before they are seen."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from taroky import rules
from taroky.ask.questions import hand_json
from taroky.cards import Card
from taroky.errors import TarokyError
from taroky.game import finished, replay
from taroky.game.record import from_code, from_text, of_hand
from taroky.game.view import view
from taroky.messages import Message
from taroky.settlement import finished_facts, settle
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, Event, Exercise, State, make
from taroky_tutorials.tasks.whole_hand.sitting import (
    Sitting,
    advice,
    cards_of,
    event_of,
    sit,
    touchable,
)

KIND = KINDS["whole-hand"]
GAMES = ("hlucin", "polish", "machtarok", "victoria", "heun")
ONES = [
    (game, topic, seed)
    for game in GAMES
    for topic in KIND.topics
    for seed in ("s1", "s2", "s3")
    if KIND.has(rules.load(game), topic)
]


def one(game: str, topic: str = "duty", seed: str = "s1", level: int = 2) -> Exercise:
    return make("whole-hand", topic, seed, game, level)


def walk(exercise: Exercise) -> Iterator[tuple[State, Sitting]]:
    """Every state on the way that the solution takes, the last one included."""
    state = State("w-x", exercise, base="../")
    yield state, sit(exercise, ())
    for event in KIND.solve(exercise):
        state = widgets.update(state, event)
        yield state, sit(exercise, state.given)


def public_and_own(at: Sitting) -> set[Card]:
    """The cards that the learner at A has or has seen, said of no other seat's hand."""
    seen = view(at.hand, "A")
    tricks = [*seen.tricks, *([seen.trick] if seen.trick else [])]
    return {
        *seen.cards, *seen.dealt, *seen.drawn, *seen.discards, *seen.talon_seen, *seen.exposed,
        *seen.faced, *seen.shown, *(c for _, _, cards in seen.displayed for c in cards),
        *(c for trick in tricks for c in (*trick.cards, *trick.extra)),
    }  # fmt: skip


def said_cards(value: Any, codes: frozenset[Card]) -> Iterator[Card]:
    """Every card that a message names in its parameters."""
    if isinstance(value, Message):
        for name, parameter in value.params:
            if name != "card" or not value.id.startswith("guide.call"):
                yield from said_cards(parameter, codes)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from said_cards(item, codes)
    elif isinstance(value, str) and value in codes:
        yield value


@pytest.mark.parametrize(("game", "topic", "seed"), ONES)
def test_a_hand_is_played_to_its_end_and_paid_as_the_engine_pays(
    game: str, topic: str, seed: str
) -> None:
    exercise = one(game, topic, seed)
    *_, (state, at) = walk(exercise)
    outcome = widgets.judge(state)
    assert outcome.done and outcome.tries == 0
    assert len(at.hand.play.tricks) >= 1
    again = replay(cards_of(exercise.table, exercise.position), at.hand.actions)
    assert finished(again)
    paid = settle(exercise.table, finished_facts(again)).payments
    html = widgets.view(state)
    data = hand_json(again)
    for seat, text in data["settlement"]["payments"].items():
        amount = paid[seat]
        words = (
            r"You (get|pay) |You neither "
            if seat == "A"
            else rf"{seat} (gets|pays) |{seat} neither "
        )
        line = re.search(rf"<li>((?:{words})[^<]*)</li>", html.partition("tk-paid")[2])
        assert line is not None
        if amount:
            assert f" {text.removeprefix('-')} " in line[1]
            assert ("get" in line[1]) == (amount > 0)
        else:
            assert "neither" in line[1]
    for name, points in data["card_points"]["sides"].items():
        assert re.search(rf": {re.escape(points)}, from", html), name
    record = of_hand(again)
    shown = re.search(r"<textarea[^>]*>(.*?)</textarea>", html, re.S)
    code = re.search(r'<code class="tk-code">([^<]+)</code>', html)
    assert shown and code and from_code(code[1]) == from_text(shown[1]) == record


@pytest.mark.parametrize("game", GAMES)
def test_topics_are_what_they_say(game: str) -> None:
    for topic, seed in (("duty", "t1"), ("alone", "t1")):
        if not KIND.has(rules.load(game), topic):
            assert (game, topic) == ("heun", "alone")
            continue
        *_, (_, at) = walk(one(game, topic, seed, level=1))
        assert at.hand.row.sides == ("called" if topic == "duty" else "alone")
        # in machtarok the first player never may play alone
        assert (at.hand.declarer == "A") == ((game, topic) != ("machtarok", "alone"))


@pytest.mark.parametrize(("game", "topic"), sorted({(game, topic) for game, topic, _ in ONES}))
def test_no_hidden_card_is_on_the_page_before_it_is_public(game: str, topic: str) -> None:
    """HLU-CALL-02, HLU-UI-02: a page holds nothing that a player could not see."""
    exercise = one(game, topic, "h1")
    codes = frozenset(exercise.table.cards.cards)
    hidden = False
    for state, at in walk(exercise):
        if at.over:
            break
        state = widgets.update(widgets.update(state, {"hint": "1"}), {"hint": "2"})
        html = widgets.view(state)
        may = public_and_own(at)
        pictures = set(re.findall(r"cards\.svg#card-(\w+)", html))
        assert pictures <= may, pictures - may
        called = {at.hand.call.called} if view(at.hand, "A").called else set()
        told = {card for message, _ in at.told for card in said_cards(message, codes)}
        assert told <= may | called, told - may
        assert set(re.findall(r'"tap":"(\w+)"', html.replace("&quot;", '"'))) <= may
        deal = exercise.position.deal
        assert f'"deal":"{deal}"' in html.replace("&quot;", '"')  # the deal is a number, no cards
        hidden |= bool(codes - may)
    assert hidden


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_the_partner_is_not_told_before_it_is_known(game: str) -> None:
    for seed in ("p1", "p2", "p3"):
        for state, at in walk(one(game, "duty", seed)):
            hand = at.hand
            if at.over or hand.partner_public or hand.knows_called("A"):
                continue
            html = widgets.view(state)
            assert ">partner<" not in html
            assert "The partner is" not in html.replace("The partner is the player who", "")


@pytest.mark.parametrize("game", GAMES)
def test_a_touch_against_the_rules_gets_its_reason_and_changes_nothing(game: str) -> None:
    exercise = one(game)
    known = exercise.table.all_points()
    kinds = set()
    for state, at in walk(exercise):
        if at.over:
            break
        for choice in touchable(at):
            if choice.legal:
                continue
            after = widgets.update(state, event_of(choice))
            outcome = widgets.judge(after)
            assert outcome.feedback is not None and outcome.feedback.tone == "wrong"
            assert outcome.feedback.message.text().endswith(".")
            assert set(outcome.feedback.points) <= set(known)
            assert outcome.feedback.points, choice
            assert outcome.tries == at.tries + 1
            assert sit(exercise, after.given).hand == at.hand
            kinds.add(choice.kind)
    assert {"bid", "play"} <= kinds
    if game != "heun":
        assert {"call", "discard"} <= kinds


def test_too_few_cards_laid_away_are_refused_with_the_rule() -> None:
    """HLU-DISC-01: as many cards go as were drawn."""
    exercise = one("hlucin", level=1)
    events: list[Event] = []
    for event in KIND.solve(exercise):
        if event == {"done": "1"}:
            break
        events.append(event)
    at = sit(exercise, [*events[:-1], {"done": "1"}])
    assert at.feedback is not None and at.feedback.tone == "wrong"
    assert at.kind == "discard" and at.tries == 1
    assert sit(exercise, [*events[:-1], {"done": "1"}, events[-1], {"done": "1"}]).kind != "discard"


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_can_be_taken_back(game: str) -> None:
    exercise = one(game)
    answers: list[Event] = []
    before = sit(exercise, ())
    for event in KIND.solve(exercise):
        at = sit(exercise, [*answers, event])
        if at.before is not None and at.hand is not before.hand:
            back = sit(exercise, [*answers, event, {"back": "1"}])
            assert back.hand == before.hand
            assert back.chosen == ()
            assert back.feedback is not None and back.feedback.message.id == "guide.back_done"
        answers.append(event)
        before = at
    state = State("w-x", exercise, tuple(answers))
    for _ in range(3):  # also from the end of the hand, and on from there
        state = widgets.update(state, {"back": "1"})
    assert not widgets.judge(state).done
    for event in answers[-3:]:
        state = widgets.update(state, event)
    assert widgets.judge(state).done
    with pytest.raises(TarokyError):
        sit(exercise, [{"back": "1"}])


def test_slips_are_still_counted_after_taking_back() -> None:
    exercise = one("hlucin")
    at = sit(exercise, [{"act": "bid pass"}, {"act": "bid povinnost"}, {"back": "1"}])
    assert at.tries == 1 and at.hand.auction.calls == ()


def test_hints_belong_to_the_decision_at_which_they_are_asked_for() -> None:
    exercise = one("hlucin", level=1)
    state = State("w-x", exercise)
    weak = widgets.update(state, {"hint": "1"})
    assert "taroky and" in widgets.view(weak)
    assert "rule of thumb" not in widgets.view(weak)
    strong = widgets.update(weak, {"hint": "2"})
    html = widgets.view(strong)
    assert "rule of thumb would say povinnost" in html
    assert "is-hinted" in html
    assert widgets.next_right(strong) == {"act": "bid povinnost"}
    after = widgets.update(strong, {"act": "bid povinnost"})
    assert "rule of thumb" not in widgets.view(after)
    assert KIND.asked(after) == 0
    assert advice(sit(exercise, after.given).hand)[0].kind == "call"


def test_what_happened_is_said_aloud() -> None:
    exercise = one("hlucin", level=1)
    state = widgets.update(State("w-x", exercise), {"act": "bid povinnost"})
    live = re.search(
        r'<div class="tk-feedback[^>]*aria-live="polite"[^>]*>(.*?)</div>', widgets.view(state)
    )
    assert live is not None
    assert "You say povinnost." in live[1]
    assert "You are the declarer" in live[1]


@pytest.mark.parametrize("event", [{"tap": "XX"}, {"act": "bid"}, {"done": "1"}, {"x": "y"}, {}])
def test_an_answer_that_does_not_belong_there_is_refused(event: Event) -> None:
    with pytest.raises(TarokyError):
        sit(one("hlucin"), [event])


@pytest.mark.parametrize("data", [{"deal": ""}, {"deal": "<b>"}, {"deal": "a", "favours": "Z"}])
def test_a_deal_that_cannot_be_is_refused(data: dict[str, str]) -> None:
    with pytest.raises(TarokyError):
        KIND.read(rules.load("hlucin"), data)
