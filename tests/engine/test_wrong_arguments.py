"""Whatever is handed to the public door, it answers or refuses in one sentence: every public function with
wrong values for each of its arguments."""

from __future__ import annotations

import inspect
import math
import random
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import taroky

HAND = taroky.deal("hlucin", 7)
OVER = taroky.play(HAND)
SESSION = taroky.start_session("hlucin", ["Ada", "Bo", "Cy", "Di"])
FACTS: dict[str, Any] = {
    "rules": "hlucin",
    "contract": "povinnost",
    "declarer": "A",
    "partner": "C",
    "points": {"declarers": 39},
    "tricks": {"declarers": 7},
}
HUGE = 10**5000
ITSELF: list[Any] = []
ITSELF.append(ITSELF)


class Unfriendly:
    """Something that is nothing of ours, and looks odd."""

    def __repr__(self) -> str:
        return "odd\nlines"


WRONG: Mapping[str, Any] = {
    "none": None,
    "true": True,
    "whole": 3,
    "below zero": -1,
    "huge": HUGE,
    "huge below zero": -HUGE,
    "float": 0.5,
    "infinite": math.inf,
    "no number": math.nan,
    "decimal": Decimal("1e500"),
    "no text": "",
    "blanks": "  \t\n",
    "words": "A play",
    "lines": "A\nplay KS",
    "zero": "hlucin\0",
    "escape": "\x1b[31mred",
    "long": "x" * 5000,
    "digits": "9" * 5000,
    "power": "1e9999",
    "bytes": b"hlucin",
    "list": [],
    "list of lists": [[1], [None]],
    "list in itself": ITSELF,
    "a card twice": ["KS", "KS"],
    "cards and none": ["KS", None, b"KS", True],
    "mapping": {},
    "mapping of numbers": {1: 2},
    "huge key": {HUGE: HUGE},
    "unknown seats": {"Z": ["KS"]},
    "seats and huge": {"A": HUGE, "B": [HUGE]},
    "set": {"KS"},
    "function": len,
    "class": taroky.Hand,
    "odd": Unfriendly(),
    "no file": Path("/no/such/file.yaml"),
    "folder": Path("/"),
    "zero in a path": Path("a\0b"),
    "short action": taroky.Action("A", "play"),
    "action of numbers": taroky.Action(1, 2, (3,)),  # type: ignore[arg-type]
    "action of a text": taroky.Action("A", "play", "KS"),  # type: ignore[arg-type]
    "action of another seat": taroky.Action("E", "play", ("KS",)),
    "action of lines": taroky.Action("A", "play", ("K\nS",)),
    "action with huge": taroky.Action("A", "bid", ("x" * 9000,)),
}

#: Right arguments of each function, in which one after another is made wrong.
RIGHT: Mapping[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "apply": (taroky.apply, {"hand": HAND, "action": "A bid povinnost"}),
    "count": (taroky.count, {"source": "hlucin", "cards": ["KS"]}),
    "deal": (
        taroky.deal,
        {
            "source": "hlucin",
            "seed": None,
            "hands": {seat: HAND.holds(seat) for seat in "ABCD"},
            "talon": HAND.cards.talon,
        },
    ),
    "from_json": (taroky.from_json, {"data": taroky.to_json(OVER)}),
    "languages": (taroky.languages, {}),
    "legal": (taroky.legal, {"hand": HAND}),
    "load": (taroky.load, {"source": "hlucin", "options": {"varsava.scoring": "half_crown"}}),
    "play": (taroky.play, {"hand": HAND, "player_name": "random", "seed": 1}),
    "player": (
        taroky.player,
        {"name": "thumb", "table": "hlucin", "seed": 1, "seconds": 0.1},
    ),
    "record": (taroky.record, {"hand": HAND}),
    "replay": (taroky.replay, {"text": taroky.record(OVER)}),
    "rule_sets": (taroky.rule_sets, {}),
    "settle": (taroky.settle, {"hand": OVER}),
    "speaking": (taroky.speaking, {"language": "cs"}),
    "start_session": (
        taroky.start_session,
        {"source": "hlucin", "players": ["Ada", "Bo", "Cy", "Di"], "dealer": 1},
    ),
    "to_json": (taroky.to_json, {"what": OVER}),
    "turn": (taroky.turn, {"hand": HAND}),
    "view": (taroky.view, {"hand": HAND, "seat": "B"}),
    "why_not": (taroky.why_not, {"hand": HAND, "action": taroky.Action("A", "bid", ("solo",))}),
    "Session.seat_of": (SESSION.seat_of, {"place": 0}),
    "Session.place_of": (SESSION.place_of, {"seat": "B"}),
    "Session.add": (SESSION.add, {"hand": FACTS}),
    "Session.deal": (SESSION.deal, {"rng": random.Random(1)}),
    "Session.seat": (SESSION.seat, {"players": ["Ada", "Bo", "Cy", "Eve"]}),
}


def answer(function: Callable[..., Any], arguments: Mapping[str, Any], about: str) -> Any:
    """Return what it answers; a refusal is a TarokyError of one sentence."""
    try:
        return function(**arguments)
    except taroky.TarokyError as problem:
        for language in taroky.languages():
            sentence = problem.message.text(language)
            assert re.fullmatch(r"[^\n]+[.?!]", sentence), (about, sentence)
            assert len(sentence) < 1000, (about, sentence)
        return problem


def test_every_public_function_is_tried_with_all_its_arguments() -> None:
    public = {name: getattr(taroky, name) for name in taroky.__all__}
    functions = {name for name, what in public.items() if not inspect.isclass(what)}
    assert functions == {name for name in RIGHT if "." not in name}
    for name, (function, arguments) in RIGHT.items():
        assert set(inspect.signature(function).parameters) == set(arguments), name


@pytest.mark.parametrize("name", RIGHT)
def test_right_arguments_are_taken(name: str) -> None:
    function, arguments = RIGHT[name]
    assert not isinstance(answer(function, arguments, name), Exception)


#: What is right although it stands among the wrong: by function and argument.
TAKEN = {
    ("deal", "seed"): {"none"},
    ("load", "options"): {"none", "mapping"},
    ("play", "seed"): {"whole", "below zero"},
    ("play", "player_name"): {"mapping"},
    ("player", "seed"): {"whole", "below zero"},
    ("player", "seconds"): {"none", "whole", "float"},
    ("start_session", "dealer"): {"whole"},
    ("Session.seat_of", "place"): {"whole"},
    # answered by a sentence: these are actions, if none that is legal
    ("why_not", "action"): {"words", "lines", "short action", "action of another seat"},
    ("count", "cards"): {"no text", "blanks", "list"},
}
TEXTS = {"no text", "blanks", "words", "lines", "zero", "escape", "long", "digits", "power"}


@pytest.mark.parametrize("name", RIGHT)
def test_wrong_arguments_are_refused_in_one_sentence(name: str) -> None:
    function, arguments = RIGHT[name]
    for argument in arguments:
        for kind, value in WRONG.items():
            about = f"{name}({argument}={kind})"
            refused = isinstance(
                answer(function, {**arguments, argument: value}, about), taroky.TarokyError
            )
            taken = TAKEN.get((name, argument), set()) | (TEXTS if argument == "seed" else set())
            if name == "deal" and argument == "seed":
                taken = {"none"}  # the cards are given
            assert refused is (kind not in taken), about


def test_a_seed_alone() -> None:
    for kind, value in WRONG.items():
        made = answer(taroky.deal, {"source": "hlucin", "seed": value}, kind)
        fits = kind in ("none", "whole", "below zero") or kind in TEXTS
        assert isinstance(made, taroky.Hand) is fits, kind
    with pytest.raises(taroky.TarokyError, match="“hands”"):
        taroky.deal("hlucin", 7, talon=["KS"])


def changed(data: Any) -> Iterator[tuple[str, Any]]:
    """Yield JSON data with one value in it replaced by each of the wrong ones, or left out."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield f"without {key}", {k: v for k, v in data.items() if k != key}
            for kind, wrong in WRONG.items():
                yield f"{key} = {kind}", {**data, key: wrong}
            for about, inner in changed(value):
                yield f"{key}.{about}", {**data, key: inner}
        for kind, wrong in WRONG.items():
            if isinstance(wrong, str | int | bytes | type(None)):
                yield f"key {kind}", {**data, wrong: 1}
    elif isinstance(data, list) and data:
        for kind, wrong in WRONG.items():
            yield f"0 = {kind}", [wrong, *data[1:]]
        for about, inner in changed(data[0]):
            yield f"0.{about}", [inner, *data[1:]]


EVENING = taroky.to_json(SESSION.add(FACTS))
PAID = {**EVENING, "hands": [{"payments": {"A": "1", "B": "-1"}, "contract": "solo"}]}


@pytest.mark.parametrize(
    ("function", "data"),
    [
        pytest.param(taroky.from_json, taroky.to_json(HAND), id="hand"),
        pytest.param(taroky.from_json, EVENING, id="session"),
        pytest.param(taroky.from_json, PAID, id="payments"),
        pytest.param(taroky.settle, FACTS, id="facts"),
        pytest.param(
            taroky.settle,
            {
                **FACTS,
                "called": "XIX",
                "level": 1,
                "players": 4,
                "left_over": {"declarers": 1},
                "honours": 1,
                "declarations": {"D": ["barvicky"]},
                "announced": {"A": ["pagat"]},
                "doubles": {"game": "flek"},
                "last_trick": {"winner": "A", "cards": {"A": "I"}},
                "lost_with": "SKYZ",
                "captured": {"XXI": {"holder": "C", "taker": "B", "card": "SKYZ"}},
                "talon_left": ["XXI"],
                "irregular": {"B": ["revoke"]},
                "left_in_hand": {"B": ["7S"]},
                "opener": "A",
                "pots": {"pool": 1},
                "ended": "surrender",
            },
            id="all facts",
        ),
        pytest.param(SESSION.add, FACTS, id="facts of a hand"),
    ],
)
def test_wrong_values_inside_of_data_are_refused_in_one_sentence(
    function: Callable[..., Any], data: dict[str, Any]
) -> None:
    (parameter,) = inspect.signature(function).parameters
    for about, wrong in changed(data):
        answer(function, {parameter: wrong}, about)
