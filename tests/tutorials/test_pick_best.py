"""What is best at a turn: the turns whose choices have been compared, and the task made of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky.game import apply, current, legal
from taroky.players.advice import analysis
from taroky.players.reasons import signed
from taroky.players.search import Effort
from taroky.rules.table import Table
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.best_choice.decisions import (
    Compared,
    Decision,
    Decisions,
    decisions_of,
    file_of,
    hand_at,
)
from taroky_tutorials.tasks.best_choice.task import shown_words
from taroky_tutorials.tasks.best_choice.topics import AUCTION, TOPICS, topic_of
from taroky_tutorials.tasks.best_choice.turn import seat_of
from taroky_tutorials.tasks.exercise import Exercise
from taroky_tutorials.tasks.kinds import KINDS, State, from_json, make

KIND = KINDS["pick-best"]
GAMES = tuple(game for game in rules.ids() if file_of(game).exists())
#: Ways to answer without looking at the cards.
GUESSES: dict[str, Callable[[Sequence[str]], str]] = {
    "first": lambda words: words[0],
    "last": lambda words: words[-1],
    "longest": lambda words: max(words, key=len),
    "shortest": lambda words: min(words, key=len),
}


#: The topics that are asked with a card, and the games that have turns after the auction.
CARDS = ("lead", "partner", "follow", "pagat")
LATER = ("hlucin", "machtarok", "victoria", "heun", "polish")


def bids(game: str) -> Decisions:
    """The turns of a game's auction."""
    table = rules.load(game)
    return {one: c for of in AUCTION for one, c in decisions_of(table, of).items()}


def later(game: str, topics: Sequence[str] = TOPICS) -> Decisions:
    """The turns of a game after the auction."""
    table = rules.load(game)
    wanted = [topic for topic in topics if topic not in AUCTION]
    return {one: c for of in wanted for one, c in decisions_of(table, of).items()}


def test_most_games_with_an_auction_have_decisions() -> None:
    assert {"hlucin", "heun", "victoria", "polish", "machtarok"} <= {*GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_each_turn_is_one_of_an_auction_and_its_choices_may_be_said(game: str) -> None:
    table = rules.load(game)
    assert len(bids(game)) >= 30
    for decision, choices in bids(game).items():
        hand = hand_at(table, decision)
        options, asked = legal(hand), current(hand)
        assert options is not None and asked is not None and asked[0].name == "auction"
        assert {one.word for one in choices} <= {choice.what for choice in options.of("bid")}
        best, *rest = choices
        assert best.right and best.behind == 0 and any(not one.right for one in rest)
        assert sum(one.right for one in choices) <= len(choices) / 2
        assert all(one.mean <= best.mean + 0.01 and one.behind >= 0 for one in rest)
        assert all(one.behind > 0 for one in rest if not one.right)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_right_so_often_that_guessing_pays(game: str) -> None:
    compared = bids(game)
    best = Counter(choices[0].word for choices in compared.values())
    assert len(best) >= 2 and max(best.values()) <= 0.6 * len(compared), best
    by_chance = sum(sum(one.right for one in c) / len(c) for c in compared.values())
    for name, guess in GUESSES.items():
        right = sum(
            one.right
            for decision, choices in compared.items()
            for one in choices
            if one.word == guess(shown_words(decision, [each.word for each in choices]))
        )
        assert right <= by_chance + 0.25 * len(compared), (name, right, by_chance)


def test_with_other_luck_the_best_is_seldom_clearly_worse() -> None:
    worse = []
    for game in GAMES:
        table = rules.load(game)
        for decision, choices in [*bids(game).items()][::13]:
            again = analysis(hand_at(table, decision), Effort(deals=72, batch=12), "fresh")
            assert again is not None
            did = next(one for one in again.choices if one.action.what[0] == choices[0].word)
            worse += [decision] if did.worse else []
    assert len(worse) <= 1, worse


@pytest.mark.parametrize("game", GAMES)
def test_a_right_choice_solves_and_a_wrong_one_has_its_price(game: str) -> None:
    table = rules.load(game)
    for topic in AUCTION:
        if not KIND.has(table, topic):
            continue
        exercise = make("pick-best", topic, "t1", game)
        choices = decisions_of(table)[exercise.position]
        for one in choices:
            state = State("w", exercise, ({"call": one.word},))
            outcome = widgets.judge(state)
            assert outcome.done == one.right and outcome.feedback is not None
            assert outcome.feedback.tone == ("right" if one.right else "wrong")
            said = outcome.feedback.message.text()
            if not one.right:
                assert signed(one.behind, table.unit).lstrip("+") in said and outcome.tries == 1
            elif one.behind == 0:
                strength, prices = (message.text() for message, _ in outcome.feedback.more)
                assert strength.startswith("Strength ")
                brings = [signed(each.mean, table.unit) for each in choices]
                assert re.findall(r" ([+−]?\d[\d.]*)(?=[ ,.])", prices) == brings  # the best first


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_nobody_elses_cards(game: str) -> None:
    table = rules.load(game)
    topic = next(topic for topic in KIND.topics if KIND.has(table, topic))
    state = State("w", make("pick-best", topic, "t1", game))
    decision = state.exercise.position
    assert isinstance(decision, Decision)
    hand = hand_at(table, decision)
    asked = current(hand)
    assert asked is not None
    data = json.dumps(state.as_json())
    hidden = {card for seat in table.active if seat != asked[1] for card in hand.holds(seat)}
    assert hidden and not hidden & {*re.findall(r"[^\W_]+", data)}
    assert set(decision.plain()) <= {"deal", "said"}
    for decision in later(game):
        hand = hand_at(table, decision)
        you = seat_of(hand)
        page = json.dumps({**decision.plain(), "rules": game, "kind": "pick-best"})
        hidden = {card for seat in table.active if seat != you for card in hand.holds(seat)}
        assert not hidden & {*re.findall(r"[^\W_]{2,}", page)}


def test_the_hints_count_the_strength_of_the_hand_that_is_shown() -> None:
    state = State("w", make("pick-best", "answer", "t1", "hlucin"))
    first, second = KIND.hints(state)
    assert "one for each tarok" in first
    hand = hand_at(state.exercise.table, state.exercise.position)
    asked = current(hand)
    assert asked is not None
    cards = hand.holds(asked[1])
    pack = state.exercise.table.cards
    taroky, five = sum(map(pack.is_tarok, cards)), sum(pack.value(card) == 5 for card in cards)
    assert (
        second
        == f"Strength {taroky + five}: {taroky} for taroky and {five} for cards worth five points."
    )


def test_a_house_and_a_turn_that_nobody_compared_have_no_such_task() -> None:
    house = rules.parse("table: ours\ntitle: Ours\nextends: hlucin\n")
    assert not decisions_of(house) and not KIND.has(house, "open")
    chosen = rules.load("hlucin", {"pool.enabled": "yes"})
    assert not KIND.has(chosen, "answer")
    with pytest.raises(TarokyError):
        from_json({"kind": "pick-best", "rules": "hlucin", "deal": "0", "said": []})


# -- turns after the auction ---------------------------------------------------------------------------


def exercise_of(game: str, decision: Decision) -> Exercise[Decision]:
    made: Exercise[Decision] = from_json({"kind": "pick-best", "rules": game, **decision.plain()})
    return made


@pytest.mark.parametrize("game", LATER)
def test_each_later_turn_is_of_its_topic_and_its_choices_may_be_made(game: str) -> None:
    table = rules.load(game)
    assert len(later(game)) >= (30 if game == "hlucin" else 1)
    assert len(later(game)) >= (30 if game == "hlucin" else 1)
    for topic in TOPICS:
        for decision, choices in decisions_of(table, topic).items():
            hand = hand_at(table, decision)
            assert topic_of(hand) == topic
            best, *rest = choices
            assert best.right and best.behind == 0 and any(not one.right for one in rest)
            assert 2 * sum(one.right for one in choices) <= len(choices)
            for one in choices:
                apply(hand, one.worth(seat_of(hand)).action)


@pytest.mark.parametrize("game", LATER)
def test_with_other_luck_the_best_of_a_later_turn_is_seldom_clearly_worse(game: str) -> None:
    worse = []
    for decision, choices in [*later(game).items()][::6]:
        hand = hand_at(rules.load(game), decision)
        again = analysis(hand, Effort(cards=40, deals=36, batch=12), "fresh")
        assert again is not None
        did = again.of(choices[0].worth(seat_of(hand)).action)
        worse += [decision] if did is None or did.worse else []
    assert len(worse) <= 1, worse


@pytest.mark.parametrize("game", LATER)
def test_every_card_that_may_be_played_is_a_choice_and_no_other_is(game: str) -> None:
    for decision in later(game, CARDS):
        exercise = exercise_of(game, decision)
        hand = hand_at(exercise.table, decision)
        options = legal(hand)
        assert options is not None
        rows = KIND.rows(exercise)
        held = {*hand.holds(seat_of(hand))}
        assert {*rows} == held
        compared = decisions_of(exercise.table)[decision]
        assert {one.word for one in compared} == {choice.what for choice in options.of("play")}
        for card in held - {one.word for one in compared}:
            outcome = widgets.judge(State("w", exercise, ({"call": card},)))
            assert not outcome.done and outcome.feedback is not None and outcome.feedback.points


@pytest.mark.parametrize("game", LATER)
def test_no_answer_after_the_auction_is_right_so_often_that_guessing_pays(game: str) -> None:
    """Of a topic that is answered in words no word is right more often than two times in three, where there are enough
    turns; of one that is answered with cards no place in the hand is."""
    table = rules.load(game)
    for topic in TOPICS:
        compared = decisions_of(table, topic)
        if topic in AUCTION or len(compared) < 6:
            continue
        if topic not in CARDS:
            best = Counter(choices[0].value for choices in compared.values())
            assert max(best.values()) <= 2 / 3 * len(compared), (topic, best)
            continue
        by_chance = sum(sum(one.right for one in c) / len(c) for c in compared.values())
        for place in (0, -1):
            hits = sum(_at(table, decision, c, place).right for decision, c in compared.items())
            assert hits <= by_chance + 0.4 * len(compared), (topic, place, hits, by_chance)


def _at(table: Table, decision: Decision, choices: Sequence[Compared], place: int) -> Compared:
    """The choice that lies first or last in the hand."""
    held = table.cards.sort(hand_at(table, decision).holds(seat_of(hand_at(table, decision))))
    return sorted(choices, key=lambda one: held.index(one.word))[place]


@pytest.mark.parametrize("game", LATER)
def test_a_later_reply_says_price_reason_and_where_to_read_more(game: str) -> None:
    for decision, choices in later(game).items():
        exercise = exercise_of(game, decision)
        for one in choices:
            state = State("w", exercise, ({"call": one.value},), "../")
            outcome = widgets.judge(state)
            assert outcome.done == one.right and outcome.feedback is not None
            feedback, page = outcome.feedback, str(widgets.view(state))
            assert re.search(r'href="\.\./strategy/[a-z]+/"', page), decision
            said = [feedback.message.text(), *(message.text() for message, _ in feedback.more)]
            assert not re.search(r"\b[B-E]\b", " ".join(said)), said  # people, not letters
            if not one.right:
                assert f"{one.behind:.2f}".rstrip("0").rstrip(".") in said[0]
            else:
                assert all(signed(each.mean, exercise.table.unit) in said[-1] for each in choices)
            if one.kind == "play":
                assert len(said) >= 2


def test_a_turn_shows_what_is_known_and_asks_in_its_own_words() -> None:
    asked = {
        "double": "What do you say?",
        "set": "What do you do with these cards?",
        "each": "What do you choose?",
        "lead": "You lead. Which card do you play?",
        "pagat": "Which card do you play?",
    }
    for topic, words in asked.items():
        decision = next(iter(later("hlucin", (topic,))))
        page = str(widgets.view(State("w", exercise_of("hlucin", decision))))
        assert words in page
        assert "declarer" in page or "play" in page
        assert ("data-turn" in page) == (topic in CARDS)


def test_the_winner_of_each_seat_is_drawn_from_where_you_sit() -> None:
    """You are always at the same place, whatever your seat is."""
    seen = set()
    for decision in later("hlucin", CARDS):
        exercise = exercise_of("hlucin", decision)
        seen.add(seat_of(hand_at(exercise.table, decision)))
        page = str(widgets.view(State("w", exercise)))
        own = re.search(r'data-seat="A"><span class="tk-seat-name">([^<]*)<', page)
        assert own is not None and own[1] == "You"
    assert len(seen) > 1
