"""A review tells what decisions have cost, shown on hands whose right answer is known by proof."""

from __future__ import annotations

import io
import json
import random

import pytest
from taroky import rules
from taroky.api.handler import handle
from taroky.cli.main import main
from taroky.errors import RecordError
from taroky.game import Record, apply, check, current, dealt, legal, record, undealt, view
from taroky.hand import Action, Hand
from taroky.players.random_player import RandomBot
from taroky.players.review import Decision, review
from taroky.players.roster import RuleOfThumb
from taroky.players.search import Effort
from taroky.settling.paying import finished_facts, settle

QUICK = Effort(cards=40, plays=2, deals=24, batch=12)


Kind = type[RuleOfThumb] | type[RandomBot]


def played(seed: str, game: str = "hlucin", by: Kind = RuleOfThumb, **options: str) -> Hand:
    """A hand that rules of thumb have played to its end, or another player."""
    table = rules.load(game, options)
    rng = random.Random(seed)
    hand = undealt(table, table.cards.shuffled(rng))
    bot = by(table, rng)
    while (asked := current(hand)) is not None:
        options_now = legal(hand)
        assert options_now is not None
        hand = apply(hand, bot.act(view(hand, asked[1]), options_now)[0])
    return hand


def before(hand: Hand, number: int) -> Hand:
    """The hand before action so and so."""
    again = record.of_hand(hand).start()
    for action in hand.actions[: number - 1]:
        again = apply(again, action)
    return again


def paid(hand: Hand, seat: str) -> float:
    return float(settle(hand.table, finished_facts(hand)).payments[seat])


def exactly(hand: Hand, seat: str) -> float:
    """Return what the seat gets if everybody sees all cards and plays as well as can be."""
    asked = current(hand)
    if asked is None:
        return paid(hand, seat)
    options = legal(hand)
    assert options is not None
    values = [exactly(apply(hand, action), seat) for action in options.actions("play")]
    return max(values) if hand.same_side(asked[1], seat) else min(values)


def reviewed(hand: Hand, number: int, effort: Effort = QUICK) -> Decision:
    """Return what the review says of one action."""
    (decision,) = review(record.of_hand(hand), hand.actions[number - 1].seat, effort, only={number})
    return decision


def first_card(hand: Hand) -> int:
    return next(n for n, action in enumerate(hand.actions, start=1) if action.kind == "play")


#: Hands by their seed, the number of an action with two cards left, and what it cost if all cards were
#: seen: found by trying every way to the end.
ENDINGS = [("review/146", 63, "A", 0.6), ("review/849", 66, "A", 0.4)]


@pytest.mark.parametrize(("seed", "number", "seat", "cost"), ENDINGS)
def test_a_mistake_in_an_ending_is_found(seed: str, number: int, seat: str, cost: float) -> None:
    hand = played(seed, **{"povinnost.throw_in_unchallenged": "no"})
    now, did = before(hand, number), hand.actions[number - 1]
    options = legal(now)
    assert options is not None
    worth = {a: exactly(apply(now, a), seat) for a in options.actions("play")}
    assert max(worth.values()) - worth[did] == pytest.approx(cost)
    decision = reviewed(hand, number)
    assert decision.mistake
    assert worth[decision.best.action] == max(worth.values())
    assert decision.reasons[0].message.id == "reason.worth"


#: Of a game in which the declarer alone writes points, a defender’s last cards: hands by random players.
UNPAID = [("review/31", 69, "A", 1.0), ("review/57", 72, "D", 1.0), ("review/111", 68, "C", 1.0)]


@pytest.mark.parametrize(("seed", "number", "seat", "cost"), UNPAID)
def test_who_writes_nothing_still_plays_against_the_declarer(
    seed: str, number: int, seat: str, cost: float
) -> None:
    """What the declarer writes less, each of four is ahead by a quarter of it (FR-SETTLE-14)."""
    hand = played(seed, "french-practice-2", RandomBot)
    now, did = before(hand, number), hand.actions[number - 1]
    declarer, options = hand.declarer, legal(now)
    assert declarer and declarer != seat and options is not None
    written = {a: exactly(apply(now, a), declarer) for a in options.actions("play")}
    assert (written[did] - min(written.values())) / 4 == pytest.approx(cost)
    decision = reviewed(hand, number, Effort(cards=240, plays=4))
    assert decision.mistake
    assert written[decision.best.action] == min(written.values())
    assert [reason.message.id for reason in decision.reasons[:2]] == [
        "reason.worth",
        "reason.ahead",
    ]
    assert decision.reasons[1].points == ("FR-SETTLE-14",)


def solo(*leads: str) -> Hand:
    """A has the škýz, the ten highest taroky and the pagát, plays a solo and leads these first."""
    table = rules.load("hlucin")
    mine = ["SKYZ", "XXI", "XX", "XIX", "XVIII", "XVII", "XVI", "XV", "XIV", "XIII", "XII", "I"]
    rest = [card for card in table.cards.cards if card not in mine]
    random.Random(1).shuffle(rest)
    hands = {"A": mine, "B": rest[:12], "C": rest[12:24], "D": rest[24:36]}
    hand = dealt(table, hands, rest[36:])
    for seat, call in zip("ABCD", ("solo", "pass", "pass", "pass"), strict=True):
        hand = apply(hand, Action(seat, "bid", (call,)))
    bot, left = RuleOfThumb(table, random.Random(1)), [*leads]
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        action = bot.act(view(hand, asked[1]), options)[0]
        if asked == (asked[0], "A") and action.kind == "play" and hand.play.trick is None:
            action = Action("A", "play", (left.pop(0),)) if left else action
        elif action.kind == "say":
            action = Action(asked[1], "say", ("nothing",))
            action = (
                action if check(hand, action) is None else bot.act(view(hand, asked[1]), options)[0]
            )
        hand = apply(hand, action)
    return hand


def test_a_pagat_thrown_away_is_a_mistake() -> None:
    """Led to the first trick it falls to any tarok; kept to the last trick nobody can beat it."""
    hand = solo("I")
    first = reviewed(hand, first_card(hand))
    assert first.did.action.what == ("I",)
    assert first.mistake
    assert first.loss > 0.5


def test_of_cards_that_are_as_good_none_is_a_mistake() -> None:
    """XXI, XX and XIX are one as good as the other while all are in one hand."""
    for lead in ("XXI", "XX", "XIX"):
        hand = solo(lead)
        first = reviewed(hand, first_card(hand))
        assert not first.mistake, lead


def test_a_strong_hand_that_stays_out_of_varsava_pays() -> None:
    """Twelve cards of which most cost in Varšava: calling a partner is right, and Varšava a mistake."""
    table = rules.load("hlucin")
    pack = table.cards
    strong = ["SKYZ", "XXI", "XX", "XVIII", "XVII", "XVI", "XV", "XIV", "KS", "KH", "QS", "QH"]
    rest = [card for card in pack.cards if card not in strong]
    random.Random(3).shuffle(rest)
    hand = dealt(
        table, {"A": strong, "B": rest[:12], "C": rest[12:24], "D": rest[24:36]}, rest[36:]
    )
    for text in ("A bid povinnost", "B bid pass", "C bid pass", "D bid pass", "A choose varsava"):
        seat, kind, what = text.split()
        hand = apply(hand, Action(seat, kind, (what,)))
    bot = RuleOfThumb(table, random.Random(1))
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    number = next(n for n, action in enumerate(hand.actions, start=1) if action.kind == "choose")
    chosen = reviewed(hand, number)
    assert chosen.mistake
    assert chosen.best.action.kind == "call"
    assert chosen.loss > 0.5


def test_the_same_by_command_api_and_python(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taroky.players.advice.EFFORT", Effort(cards=2, plays=1, deals=2))
    hand = played("same")
    text = record.to_text(record.of_hand(hand))
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["review", "-", "--seat", "A", "--json"]) == 0
    by_command = json.loads(capsys.readouterr().out)
    by_api = handle({"verb": "review", "record": text, "seat": "A"})
    assert by_api == {"ok": True, **by_command}
    assert {one["number"] for one in by_command["decisions"]} <= {*range(1, len(hand.actions) + 1)}


def test_advice_names_the_best_first_and_why() -> None:
    seed, number, _, _ = ENDINGS[0]
    hand = played(seed, **{"povinnost.throw_in_unchallenged": "no"})
    first = before(hand, first_card(hand))
    for now, why in ((before(hand, number), "reason.worth"), (first, "reason.equal")):
        answer = handle({"verb": "advice", "record": record.to_text(record.of_hand(now))})
        assert answer["ok"]
        means = [one["mean"] for one in answer["choices"]]
        assert means == sorted(means, reverse=True)
        assert answer["reasons"][0]["id"] == why
    over = handle({"verb": "advice", "record": record.to_text(record.of_hand(hand))})
    assert not over["ok"] and over["error"]["id"] == "review.over"


def test_a_seat_that_does_not_play_is_refused() -> None:
    entry: Record = record.of_hand(played("seat"))
    with pytest.raises(RecordError, match="E"):
        list(review(entry, "E", QUICK))
