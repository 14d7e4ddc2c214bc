"""Hands, tables, sessions, views, players, settlements and refusals as Python objects: pickled, also into
another process, copied, compared and hashed at any moment of every game; and as a notebook shows them."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import fields, replace
from html.parser import HTMLParser
from typing import Any

import pytest
import taroky
from taroky import notebook, rules
from taroky.errors import CardError, IllegalAction, MissingFact, RecordError, TableError
from taroky.messages import say
from taroky.rules.table import Row, rows_of

GAMES = rules.ids()


def moments(game: str, seed: int = 1) -> Iterator[taroky.Hand]:
    """Yield a hand from before its deal to its end; the first moment of each phase, and of one trick."""
    evening = taroky.start_session(game, [f"Player {n}" for n in range(players_of(game))])
    hand = evening.deal(random.Random(f"{game}/{seed}"))
    player = taroky.player("random", hand.table, seed)
    seen: set[str] = set()
    last = hand
    while seat := taroky.turn(hand):
        options = taroky.legal(hand)
        assert options is not None
        if options.phase not in seen or len(hand.play.tricks) == 6 != len(last.play.tricks):
            seen.add(options.phase)
            yield hand
        last = hand
        hand = taroky.apply(hand, player.act(taroky.view(hand, seat), options)[0])
    yield hand


def players_of(game: str) -> int:
    return taroky.load(game).seats.players[0]


def things(hand: taroky.Hand) -> Iterator[Any]:
    """Yield an object of every public class at this moment."""
    yield hand
    yield hand.table
    for seat in hand.active:
        yield taroky.view(hand, seat)
    options = taroky.legal(hand)
    for name in ("random", "beginner", "thumb", "club", "master"):
        yield taroky.player(name, hand.table, 3)
    evening = taroky.start_session(
        hand.table, [f"P{n}" for n in range(players_of(hand.table.table))]
    )
    yield evening
    if options is None:
        yield taroky.settle(hand)
        yield (
            evening.add(hand) if hand.first_hand == evening.first_hand else evening.after({"A": 1})
        )
        return
    yield options
    yield options.actions
    yield options.choices
    yield options.actions[0]
    for choice in options.choices:
        if choice.refusal is not None:
            yield choice.refusal
            yield choice.refusal.message


def checked(thing: Any, again: Any) -> None:
    """Assert that two things are equal, and equal as keys."""
    assert type(again) is type(thing)
    assert again == thing and (again != thing) is False
    assert hash(again) == hash(thing)
    assert {thing: 1}[again] == 1
    assert repr(again) == repr(thing)


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_copied_and_pickled_at_any_moment(game: str) -> None:
    for hand in moments(game):
        for fresh in (True, False):  # before anything was worked out of it, and after
            for thing in things(hand):
                if fresh:
                    checked(thing, pickle.loads(pickle.dumps(thing)))
                checked(thing, copy.copy(thing))
                checked(thing, copy.deepcopy(thing))
                checked(thing, pickle.loads(pickle.dumps(thing)))


def gone_on(hand: taroky.Hand) -> tuple[taroky.Hand, Any, str]:
    """Return a hand as it came, what may be done in it, and its end: what another process does with it."""
    assert hand == pickle.loads(pickle.dumps(hand)) and hash(hand) == hash(copy.copy(hand))
    return hand, taroky.legal(hand), taroky.record(taroky.play(hand))


def same(thing: Any) -> Any:
    """Return what came, once it was used as a key."""
    assert thing in {thing: 1}
    return thing


def refused(kind: int) -> None:
    """Raise an error of one of the kinds, in Czech."""
    with taroky.speaking("cs"):
        raise errors()[kind]


def errors() -> list[taroky.TarokyError]:
    """One error of each class, with all that an error may carry."""
    hand = taroky.deal("hlucin", 7)
    reason = say("play.follow", card="KS", lead="QS", suit="S", same=["7S", "8S"], excuse="")
    made: list[taroky.TarokyError] = [
        taroky.TarokyError(say("card.twice", card="KS")),
        CardError(say("card.unknown", text="KX", cards=54), text="KX"),
        TableError(say("table.damaged"), file="our.yaml", line=3, column=1, key="x"),
        IllegalAction(
            say("hand.illegal", action="A play KS", reason=reason),
            points=("HLU-PLAY-02",),
            action="A play KS",
        ),
        RecordError(say("record.line", line=3, problem=reason), line=3),
        MissingFact(say("fact.trick_no"), fact="trick_no"),
    ]
    for wrong in ("B bid solo", "A bid pass", "A play KX", "x"):
        with pytest.raises(taroky.TarokyError) as problem:
            taroky.apply(hand, wrong)
        made.append(problem.value)
    return made


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Processes that know nothing but what they are sent."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        yield processes


@pytest.mark.parametrize("game", GAMES)
def test_everything_goes_into_another_process_and_comes_back(
    game: str, pool: ProcessPoolExecutor
) -> None:
    hands = list(moments(game, 2))
    for hand, (again, options, end) in zip(hands, pool.map(gone_on, hands), strict=True):
        checked(hand, again)
        assert options == taroky.legal(hand)
        assert end == taroky.record(taroky.play(hand))
    everything = [thing for hand in hands for thing in things(hand)]
    for thing, again in zip(everything, pool.map(same, everything, chunksize=50), strict=True):
        checked(thing, again)


def test_errors_cross_processes_whole(pool: ProcessPoolExecutor) -> None:
    for kind, error in enumerate(errors()):
        with pytest.raises(taroky.TarokyError) as problem:
            pool.submit(refused, kind).result()
        for again in (problem.value, pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
            assert type(again) is type(error)
            assert again.message == error.message and hash(again.message) == hash(error.message)
            assert (again.points, again.fields, again.code) == (
                error.points,
                error.fields,
                error.code,
            )
            for language in taroky.languages():
                assert again.message.text(language) == error.message.text(language)
            assert again.as_json() == error.as_json()
        assert str(problem.value) == error.message.text("cs")  # as it was said there


def test_an_error_keeps_its_words_and_notes() -> None:
    with taroky.speaking("cs"), pytest.raises(taroky.TarokyError) as problem:
        taroky.load("tarock")
    problem.value.add_note("while reading")
    again = pickle.loads(pickle.dumps(problem.value))
    assert str(again) == str(problem.value) != again.message.text("en")
    assert again.__notes__ == ["while reading"]


def test_players_are_equal_as_long_as_they_would_play_the_same() -> None:
    hand = taroky.deal("hlucin", 7)
    for name in ("random", "beginner", "thumb", "club", "master"):
        one, other = (taroky.player(name, hand.table, 5) for _ in range(2))
        assert one == other and hash(one) == hash(other)
        assert one != taroky.player(name, hand.table, 6)
        assert one != taroky.player(name, taroky.load("heun"), 5)
    one, other = (taroky.player("random", hand.table, 5) for _ in range(2))
    options = taroky.legal(hand)
    assert options is not None
    one.act(taroky.view(hand, "A"), options)
    assert one != other


@pytest.mark.parametrize("game", GAMES)
def test_a_table_cannot_be_changed_by_who_got_it(game: str) -> None:
    table = taroky.load(game)
    before = pickle.dumps(list(rows_of(table)))
    for row in rows_of(table):
        for column in fields(row):
            _try_to_change(getattr(row, column.name))
    _try_to_change(table.orders)
    _try_to_change(table.cards.sets)
    with pytest.raises(AttributeError):
        table.title = "Mine"  # type: ignore[misc]
    assert pickle.dumps(list(rows_of(table))) == before
    assert copy.deepcopy(table) is table and taroky.load(game) is table


def _try_to_change(thing: Any) -> None:
    """Try to write into a mapping and whatever lies in it."""
    if isinstance(thing, dict):
        for change in (
            lambda: thing.update(x=1),
            lambda: thing.__setitem__("x", 1),
            lambda: thing.__delitem__("x"),
            lambda: thing.pop("x", None),
            lambda: thing.setdefault("x", 1),
            thing.clear,
            thing.popitem,
            lambda: thing.__ior__({"x": 1}),
        ):
            with pytest.raises(TypeError, match="cannot be changed"):
                change()
        for value in thing.values():
            _try_to_change(value)
    elif isinstance(thing, tuple):
        for value in thing:
            _try_to_change(value)
    elif not isinstance(thing, Row):
        assert not isinstance(thing, list | set)
        if hasattr(thing, "value"):
            _try_to_change(thing.value)


def test_a_changed_table_keeps_its_change() -> None:
    """A table that was made from another by hand is no table of that name."""
    table = taroky.load("hlucin", {"varsava.scoring": "half_crown"})
    mine = replace(table, title="Mine")
    assert pickle.loads(pickle.dumps(mine)) == mine != table
    assert pickle.loads(pickle.dumps(table)) is table


@pytest.mark.parametrize("game", GAMES)
def test_each_object_is_one_short_line(game: str) -> None:
    for hand in moments(game):
        for thing in things(hand):
            if type(thing).__name__ not in ("tuple", "Refusal", "Message", "Action"):
                assert len(repr(thing)) < 150 and "\n" not in repr(thing), repr(thing)[:200]


class _Html(HTMLParser):
    """What there is in HTML: its tags and its text; every tag is closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.styles: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.styles |= {value or "" for name, value in attrs if name == "style"}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


#: Nothing of it runs, fetches or leads anywhere.
PLAIN_TAGS = {"div", "table", "thead", "tbody", "tr", "th", "td", "b", "br", "span"}
PLAIN_TAGS |= {"details", "summary"}


def shown(thing: Any) -> _Html:
    """Return what a notebook shows, which is plain."""
    html = _Html(thing._repr_html_())
    assert html.tags <= PLAIN_TAGS and html.attributes <= {"style", "title"}
    assert not any("background" in style or "url" in style for style in html.styles)
    return html


@pytest.mark.parametrize("game", GAMES)
def test_a_notebook_shows_hands_tables_and_settlements(game: str) -> None:
    for hand in moments(game):
        page = shown(hand)
        assert hand.table.title in page.text
        for seat in hand.active:
            assert all(card.rstrip("SHDC") in page.text for card in hand.holds(seat))
        if hand.play.trick is not None:
            leader, card = hand.play.trick.leader, hand.play.trick.cards[0]
            assert f"{leader}: {card.rstrip('SHDC') or card}"[:4] in page.text
    settlement = taroky.settle(hand)
    page = shown(settlement)
    for item in settlement.items:
        assert item.label.text() in page.text
        assert all(step.message.text() in page.text for step in item.steps)
    assert all(f"{amount}" in page.text for amount in settlement.payments.values())
    rules_page = shown(hand.table)
    assert hand.table.title in rules_page.text and len(rules_page.text) > 2000
    with taroky.speaking("cs"):
        assert shown(hand.table).text != rules_page.text


def test_names_of_a_house_are_text_in_a_notebook() -> None:
    house = rules.parse(
        "table: ours\ntitle: Q & A’s game\nextends: hlucin\nnames: {SKYZ: Fool & co}\n"
    )
    hand = taroky.deal(house, 3)
    assert "Q &amp; A’s game" in hand._repr_html_()  # type: ignore[attr-defined]
    assert "Fool &amp; co" in hand._repr_html_()  # type: ignore[attr-defined]


def test_red_is_read_on_white_and_on_black() -> None:
    channels = [int(notebook.RED[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    assert 1.05 / (light + 0.05) >= 4.3
    assert (light + 0.05) / (0.0130 + 0.05) >= 3  # on the grey of a dark notebook
