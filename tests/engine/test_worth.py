"""Estimate what a hand is worth in the auction: hands whose best bid nobody doubts, and sentences for
what cannot be asked."""

from __future__ import annotations

import io
import json
import random

import pytest
from taroky import rules
from taroky.api.handler import handle
from taroky.cli.main import main
from taroky.rules.table import Table

STRONG = "SKYZ XXI XX XIX XVIII XVII XVI XV KS KH QS I"
WEAK = "II III 7S 8S 9S AH 2H 3H 7C 8C 9C JC"
WITH_AUCTION = [name for name in rules.ids() if rules.load(name).auction.calls]


def asked(**about: object) -> dict[str, object]:
    return handle({"verb": "worth", "deals": 10, **about})


def weak(table: Table) -> list[str]:
    """The cards that count least."""
    pack = table.cards
    plain = [card for card in pack.cards if not pack.is_tarok(card) and not pack.is_excuse(card)]
    return sorted(plain, key=pack.value)[: table.deal.hand]


@pytest.mark.parametrize("name", WITH_AUCTION)
def test_nobody_bids_high_on_nothing(name: str) -> None:
    """Without a tarok the most expensive call loses money in every game, and is worth less than the best one."""
    table = rules.load(name)
    answer = asked(rules=name, hand=weak(table), seat=table.active[-1], deals=6)
    assert answer["ok"], answer
    choices = answer["choices"]
    assert [one["mean"] for one in choices] == sorted(
        (one["mean"] for one in choices), reverse=True
    )
    assert answer["deals"] == 6 and answer["unit"] == table.unit.name
    calls = table.auction.calls
    highest = max(calls, key=lambda call: calls[call].rank or 0)
    worth = {one["action"].split()[-1]: one["mean"] for one in choices}
    if highest in worth and len(worth) > 1:
        assert worth[highest] <= 0 and choices[0]["action"].split()[-1] != highest


def test_eight_of_the_highest_taroky_are_a_solo() -> None:
    answer = asked(rules="hlucin", hand=STRONG)
    assert answer["seat"] == "A" and answer["sure"]
    assert answer["choices"][0]["action"] == "A bid solo"
    assert answer["choices"][0]["gains"] == 100
    assert {"worth.strength", "worth.sure"} <= {reason["id"] for reason in answer["reasons"]}


def test_the_place_and_what_was_said_count() -> None:
    first = asked(rules="hlucin", hand=WEAK)
    third = asked(rules="hlucin", hand=WEAK, seat="C")
    over = asked(rules="hlucin", hand=WEAK, said="povinnost trojka")
    assert {one["action"] for one in first["choices"]} >= {"A bid povinnost", "A bid solo"}
    assert {one["action"] for one in third["choices"]} == {
        "C bid pass",
        "C bid trojka",
        "C bid solo",
    }
    assert over["seat"] == "C"
    assert {one["action"] for one in over["choices"]} == {"C bid pass", "C bid solo"}


def test_a_call_that_must_be_made_has_its_worth_too() -> None:
    answer = asked(rules="machtarok", hand=weak(rules.load("machtarok")))
    assert [one["action"] for one in answer["choices"]] == ["A bid povinnost"]
    assert answer["sure"] is True and len(answer["reasons"]) == 1


def test_the_same_question_gets_the_same_answer() -> None:
    cards = STRONG.split()
    random.Random(1).shuffle(cards)
    assert asked(rules="hlucin", hand=STRONG) == asked(rules="hlucin", hand=cards)


@pytest.mark.parametrize(
    ("about", "words"),
    [
        (
            {"rules": "french-practice-1", "hand": weak(rules.load("french-practice-1"))},
            "has no auction",
        ),
        ({"hand": "KS QS"}, "expected 12"),
        ({"hand": STRONG, "seat": "E"}, "not a seat here"),
        ({"hand": STRONG, "deals": 0}, "1 to 400"),
        ({"hand": STRONG, "deals": 10**6}, "1 to 400"),
        ({"hand": STRONG, "said": "trojka pass pass pass pass pass"}, "."),
        ({"hand": STRONG, "said": "povinnost pass pass pass", "seat": "B"}, "no turn"),
        ({"hand": STRONG, "said": "belote"}, "belote"),
        ({"hand": STRONG + " IV"}, "expected 12"),
        ({"hand": STRONG.replace("QS", "KS")}, "king of spades"),
    ],
)
def test_what_cannot_be_asked_gets_one_sentence(about: dict[str, object], words: str) -> None:
    answer = asked(**{"rules": "hlucin", **about})
    assert not answer["ok"]
    text = answer["error"]["text"]
    assert words in text and text.endswith(".") and "\n" not in text


def test_by_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command = [
        "worth",
        "--rules",
        "hlucin",
        "--cards",
        *STRONG.split(),
        "--seat",
        "A",
        "--deals",
        "10",
    ]
    assert main(command) == 0
    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head.startswith("A speaks.")
    assert first.endswith("“sólo”")
    assert main([*command, "--json"]) == 0
    assert {"ok": True, **json.loads(capsys.readouterr().out)} == asked(rules="hlucin", hand=STRONG)
    monkeypatch.setattr("sys.stdin", io.StringIO("rules: hlucin\nhand: KS\n"))
    assert main(["worth", "-"]) == 2
    assert "expected 12" in capsys.readouterr().err
