"""Reasons are whole sentences in plain words for every kind of choice, and name rules and pages that there
are."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from taroky import rules
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.messages import local_names
from taroky.players.candidates import candidates, sayings
from taroky.players.comparing import Worth
from taroky.players.random_player import RandomBot
from taroky.players.reasons import done, named, reasons, signed

PAGES = {path.stem for path in (Path(__file__).resolve().parents[2] / "docs/strategy").glob("*.md")}


def worth(action: Action, mean: float) -> Worth:
    return Worth(action, mean, 0.1, gains=20 * mean, takes=30 * mean, points=4 * mean)


def test_a_pass_is_a_pass() -> None:
    assert done(Action("A", "bid", ("pass",))).text() == "pass"
    assert done(Action("A", "pass")).text() == "pass"
    assert named(Action("A", "bid", ("pass",))).text() == "“pass”"


def test_averages_have_no_more_decimals_than_the_game_counts_with() -> None:
    points, crowns = rules.load("polish").unit, rules.load("hlucin").unit
    assert [signed(mean, points) for mean in (48.0, 8.24, -3.96, 0.01)] == [
        "+48",
        "+8.2",
        "−4",
        "0",
    ]
    assert [signed(mean, crowns) for mean in (0.4, -3.154, 0.001)] == ["+0.40", "−3.15", "0.00"]


@pytest.mark.parametrize(
    ("action", "label", "doing"),
    [
        ("A play KD", "the king of diamonds", "play the king of diamonds"),
        (
            "A discard KD VII",
            "the king of diamonds and the VII",
            "discard the king of diamonds and the VII",
        ),
        ("A call XIX", "the XIX", "call the XIX"),
        ("A bid trojka", "“trojka”", "say “trojka”"),
        ("A say nothing", "say nothing", "say nothing"),
        (
            "A say pagat flek:game",
            "“pagát and flek on the game”",
            "say “pagát and flek on the game”",
        ),
        (
            "A say kontra:game kontra:pagat@B",
            "“kontra on the game and kontra on pagát”",
            "say “kontra on the game and kontra on pagát”",
        ),
        ("A choose varsava", "“Varšava”", "choose “Varšava”"),
        ("A draw", "draw from the talon", "draw from the talon"),
        ("A take second", "take the second set", "take the second set"),
        (
            "A look 1 4",
            "look at places 1 and 4 of the talon",
            "look at places 1 and 4 of the talon",
        ),
    ],
)
def test_actions_in_words(action: str, label: str, doing: str) -> None:
    seat, kind, *what = action.split()
    assert named(Action(seat, kind, tuple(what))).text() == label
    assert done(Action(seat, kind, tuple(what))).text() == doing


def choices(hand: Hand, rng: random.Random) -> list[Action]:
    """Return what a player compares here."""
    options, table = legal(hand), hand.table
    assert options is not None
    usual, _ = RandomBot(table, rng).act(view(hand, options.seat), options)
    plays = candidates(table, view(hand, options.seat), options, usual, rng)
    return [*plays, *(sayings(options) if options.of("say") else [])]


@pytest.mark.parametrize("name", rules.ids())
def test_every_kind_of_choice_has_its_reason(name: str) -> None:
    table = rules.load(name)
    kinds: set[str] = set()
    for seed in range(20):
        if seed >= 2 and "play" in kinds:
            break
        rng = random.Random(f"{name}/{seed}")
        hand = undealt(table, table.cards.shuffled(rng))
        bot = RandomBot(table, rng)
        while (asked := current(hand)) is not None:
            options = legal(hand)
            assert options is not None
            seen = view(hand, asked[1])
            if options.phase != "deal" and len(options.legal) > 1:
                first, *rest = choices(hand, rng)
                for other in rest[:3]:
                    with local_names(table.names):
                        explained = reasons(table, seen, worth(first, 3.0), worth(other, -1.0))
                        texts = [one.as_json()["text"] for one in explained]
                    kinds.add(first.kind)
                    assert texts[0].startswith("If you ") and signed(3, table.unit) in texts[0]
                    assert signed(-1, table.unit) in texts[0] and table.unit.name[:4] in texts[0]
                    assert not re.search(
                        r"reason\.|_|\w:\w|\bto (pass|draw|reject)\b", " ".join(texts)
                    )
                    for one in explained:
                        assert set(one.points) <= table.all_points()
                        assert one.page in PAGES | {""}
            hand = apply(hand, bot.act(seen, options)[0])
    assert "play" in kinds


def test_a_reason_leads_to_the_rule_and_to_the_page() -> None:
    table = rules.load("hlucin")
    hand = undealt(table, table.cards.shuffled(random.Random(5)))
    bot = RandomBot(table, random.Random(5))
    while (asked := current(hand)) is not None and asked[0].name != "auction":
        options = legal(hand)
        assert options is not None
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    assert asked is not None
    seat, seen = asked[1], view(hand, asked[1])
    povinnost, trojka, passes = (Action(seat, "bid", (w,)) for w in ("povinnost", "trojka", "pass"))
    first = reasons(table, seen, worth(trojka, 3.0), worth(povinnost, 1.0))[0]
    assert (first.points, first.page) == (("HLU-BID-04",), "bidding")
    # Passing is no bid: what it was better than is the subject.
    first = reasons(table, seen, worth(passes, 0.5), worth(trojka, -1.0))[0]
    assert first.points == ("HLU-BID-04",)
    flek, silent = Action(seat, "say", ("flek:game",)), Action(seat, "say", ("nothing",))
    first = reasons(table, seen, worth(silent, 0.5), worth(flek, -1.0))[0]
    assert (first.points, first.page) == (("HLU-DBL-01",), "doubling")
    pagat = Action(seat, "say", ("pagat",))
    first = reasons(table, seen, worth(pagat, 0.5), worth(silent, -1.0))[0]
    assert (first.points, first.page) == (("HLU-ANN-05",), "pagat")
