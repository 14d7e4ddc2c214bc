"""Who is with whom, what may be taken from the talon, and running out of a suit: the answers are what
the engine lets a seat know and do."""

from typing import Any

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky.phases import discard
from taroky_tutorials.page_parts.placeholders import fill
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, State, from_json, make

PARTNER = KINDS["who-is-partner"]
SETS = KINDS["choose-set"]
HAND = ["XXI", "IX", "VI", "V", "III", "KH", "QS", "8S", "JH", "2H", "RC", "9C"]


def partner(rules_id: str = "hlucin", **position: Any) -> str:
    """Return what is right: a seat, nobody or unknown."""
    exercise = from_json(
        {
            "kind": "who-is-partner",
            "rules": rules_id,
            "declarer": "C",
            "called": "XIX",
            "hand": HAND,
            **position,
        }
    )
    (event,) = PARTNER.solve(exercise)
    return event["seat"]


def trick(leader: str, *cards: str) -> dict[str, Any]:
    return {"leader": leader, "cards": list(cards)}


def test_nobody_can_know_before_the_called_card_is_seen() -> None:
    """HLU-CALL-02: no card but the called one tells who is with whom."""
    assert partner() == "unknown"
    assert partner(tricks=[trick("C", "KD", "QD", "3D", "JD")], hand=HAND[:-1]) == "unknown"


def test_the_one_who_holds_the_called_card_knows_it() -> None:
    assert partner(hand=["XIX", *HAND[:-1]]) == "A"


def test_the_called_card_on_the_table_shows_the_partner() -> None:
    """HLU-PLAY-12."""
    assert partner(tricks=[trick("C", "XIV", "VII", "II", "XIX")], hand=HAND[:-1]) == "B"
    assert partner(tricks=[trick("C", "XIV", "XIX")]) == "D"


def test_a_declarer_with_the_called_card_is_alone() -> None:
    """HLU-CALL-06, HLU-CALL-12."""
    assert partner(tricks=[trick("C", "XIX", "VII")]) == "nobody"
    drew = {"declarer": "A", "drawn": ["XIX", "QD", "4D", "3D"], "hand": ["XIX", *HAND[:-1]]}
    assert partner(**drew, discards={"A": ["QD", "4D", "3D", "9C"]}) == "nobody"


@pytest.mark.parametrize(
    ("rules_id", "called", "expected"),
    [("hlucin", "XIX", "D"), ("victoria", "XX", "D"), ("machtarok", "XIX", "nobody")],
)
def test_a_discarded_called_card(rules_id: str, called: str, expected: str) -> None:
    """HLU-DISC-09, VIC-CALL-09, MACH-CALL-13."""
    assert partner(rules_id, called=called, discards={"D": [called]}) == expected


def test_a_king_in_the_blind_makes_the_bidder_alone() -> None:
    """HEUN-CALLING-05: even if the declarer took it and plays it."""
    assert partner("heun", called="KS") == "unknown"
    assert partner("heun", called="KS", exposed=["KS", "4D", "VII"]) == "nobody"
    took = {"declarer": "A", "drawn": ["KS", "IX", "VI"], "hand": ["KS", *HAND[:-1]]}
    assert partner("heun", called="KS", **took, discards={"A": ["9C", "8C", "7C"]}) == "nobody"


def test_nobody_called_and_nobody_named() -> None:
    """VIC-CALL-04: silence tells that the declarer is alone; VIC-CALL-14: in Zesta nobody knows."""
    assert partner("victoria", called="") == "nobody"
    assert partner("victoria", called="XX", contract="zesta") == "unknown"


@pytest.mark.parametrize(
    "broken",
    [
        {"called": "XXI"},
        {"called": "KS"},
        {"hand": []},
        {"hand": ["IX", "IX"]},
        {"drawn": ["XX"]},
        {"tricks": [trick("C", "IX", "VII")]},
        {"tricks": [trick("C", "II"), trick("D", "IV")]},
        {"tricks": [trick("C", "XX", "II", "IV", "VII"), trick("D", "X")]},
        {"discards": {"Z": []}},
        {"discards": []},
        {"contract": "solo"},
    ],
)
def test_a_position_that_cannot_be_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(TarokyError):
        partner(**broken)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
@pytest.mark.parametrize("rules_id", ["hlucin", "machtarok", "victoria", "heun"])
def test_topics_are_about_what_they_say(rules_id: str, seed: str) -> None:
    answers = {"mine": {"A"}, "hidden": {"unknown"}, "alone": {"nobody"}, "seen": {*"ABCD"}}
    for topic, allowed in answers.items():
        exercise = make("who-is-partner", topic, seed, rules_id)
        (event,) = PARTNER.solve(exercise)
        assert event["seat"] in allowed


def right_sets(rules_id: str, contract: str, looks: int) -> set[str]:
    talon = ["KH", "VII", "4D", "QS", "2H", "IX"]
    exercise = from_json(
        {
            "kind": "choose-set",
            "rules": rules_id,
            "contract": contract,
            "talon": talon,
            "looks": looks,
        }
    )
    return {event["set"] for event in SETS.solve(exercise)}


def test_what_may_be_taken_from_the_talon() -> None:
    """HLU-TALON-13, HEUN-TALON-10, VIC-TALON-13 and VIC-TALON-14."""
    assert right_sets("hlucin", "trojka", 1) == {"1", "next"}
    assert right_sets("hlucin", "trojka", 2) == {"1", "2"}
    assert right_sets("heun", "four", 1) == {"1", "next", "give_up"}
    assert right_sets("victoria", "prever_duo", 2) == {"2", "next"}
    assert right_sets("victoria", "prever_duo", 3) == {"1", "3"}
    for contract, looks in (("trojka", 3), ("trojka", 0), ("solo", 1)):
        with pytest.raises(TarokyError):
            right_sets("hlucin", contract, looks)


@pytest.mark.parametrize("rules_id", ["hlucin", "heun"])
def test_running_out_of_a_suit(rules_id: str) -> None:
    """The solution empties a suit and may be discarded; other cards are told why not."""
    exercise = make("choose-discards", "void", "q", rules_id)
    kind, position = KINDS["choose-discards"], exercise.position
    laid = [event["tap"] for event in kind.solve(exercise) if "tap" in event]
    table = rules.load(rules_id)
    row = table.contracts[position.contract].discard
    assert row is not None
    assert discard.check_set(table, row, position.hand, len(laid), laid, "", position.drawn) is None
    suits = {table.cards.suit(card) for card in position.hand if card not in laid}
    assert suits < {table.cards.suit(card) for card in position.hand}


def test_a_card_just_taken_from_the_blind_stays() -> None:
    """HEUN-DISCARD-03."""
    exercise = make("choose-discards", "plain", "q", "heun")
    state = State("w-x", exercise)
    outcome = widgets.judge(widgets.update(state, {"tap": exercise.position.drawn[0]}))
    assert outcome.tries == 1
    assert outcome.feedback is not None
    assert "HEUN-DISCARD-03" in outcome.feedback.points


def test_each_game_uses_its_own_names() -> None:
    assert fill("{{ duty | call }}", "polish") == "powinność"
    html = widgets.view(State("w-x", make("choose-call", "open", "q", "heun")))
    assert ">Five Over<" in html
