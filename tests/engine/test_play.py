"""Playing a card: bars that only a house has, and what is no card to play."""

from __future__ import annotations

import pytest
from cases import act, fill, load, run
from taroky import rules as tables
from taroky.game import check, legal
from taroky.phases.play import Moment, judge, legal_cards
from taroky.rules.table import Table


def house(bars: str, extends: str = "hlucin") -> Table:
    """A table with bars of a house."""
    text = f"table: u_hry\ntitle: U hry\nextends: {extends}\nplay: {{normal: {{bars: {bars}}}}}"
    return tables.load(tables.pack(text))


def test_a_bar_for_following_leaves_the_lead_free() -> None:
    rules = house("{late: {card: XX, at: follow, points: {self: [HLU-PLAY-05]}}}")
    assert legal_cards(rules, "normal", ("XX", "II"), ()) == ("XX", "II")
    assert legal_cards(rules, "normal", ("XX", "II"), ("V",)) == ("II",)
    barred, _ = judge(rules, "normal", ("XX", "II"), ("V",))
    assert barred.refusal is not None and barred.refusal.points == ("HLU-PLAY-05",)


def test_a_bar_for_the_lead_leaves_following_free() -> None:
    rules = house("{early: {card: XX, at: lead, points: {self: [HLU-PLAY-05]}}}")
    assert legal_cards(rules, "normal", ("XX", "II"), ()) == ("II",)
    assert legal_cards(rules, "normal", ("XX", "II"), ("V",)) == ("XX", "II")


def test_a_card_that_is_spared_may_be_led_and_not_follow() -> None:
    rules = house(
        "{honours: {cards: trul, at: any, spares_lead: XXI, points: {self: [HLU-PLAY-05]}}}"
    )
    assert legal_cards(rules, "normal", ("XXI", "SKYZ", "II"), ()) == ("XXI", "II")
    assert legal_cards(rules, "normal", ("XXI", "SKYZ", "II"), ("V",)) == ("II",)


def test_a_bar_may_be_about_the_called_card() -> None:
    """FR-CALLING-07 asks this of the called suit; a house may ask it of other cards."""
    called = Moment(1, called="KH")
    rules = house("{kept: {cards: called, at: any, points: {self: [FR-CALLING-07]}}}", "french-5")
    assert legal_cards(rules, "normal", ("KH", "4S"), (), moment=called) == ("4S",)
    bar = "{late: {card: XX, at: any, when: {hand: {called: 1}}, points: {self: [FR-CALLING-07]}}}"
    rules = house(bar, "french-5")
    assert legal_cards(rules, "normal", ("XX", "KH"), (), moment=called) == ("KH",)
    assert legal_cards(rules, "normal", ("XX", "KS"), (), moment=called) == ("XX", "KS")
    bar = "{late: {card: XX, at: any, when: {lead_card: called}, points: {self: [FR-CALLING-07]}}}"
    rules = house(bar, "french-5")
    assert legal_cards(rules, "normal", ("XX", "II"), ("KH",), moment=called) == ("II",)
    assert legal_cards(rules, "normal", ("XX", "II"), ("KD",), moment=called) == ("XX", "II")


def test_the_last_trick_has_a_number_too() -> None:
    """FR-PLAY-03: a hand has eighteen tricks."""
    bar = "{late: {card: XX, at: any, when: {trick_no: NUMBER}, points: {self: [FR-PLAY-03]}}}"
    for number in ("18", "last"):
        rules = house(bar.replace("NUMBER", number), "french")
        assert legal_cards(rules, "normal", ("XX", "II"), (), moment=Moment(18)) == ("II",)
        assert legal_cards(rules, "normal", ("XX", "II"), (), moment=Moment(17)) == ("XX", "II")


def test_only_after_an_excuse_its_rule_is_named() -> None:
    """FR-PLAY-06, FR-PLAY-20."""
    rules = load("french")
    for trick, named in ((("9S",), False), (("SKYZ", "9S"), True)):
        refusal = judge(rules, "normal", ("V", "KS"), trick)[0].refusal
        assert refusal is not None and "FR-PLAY-06" in refusal.points
        assert ("FR-PLAY-20" in refusal.points) == named


@pytest.mark.parametrize(
    ("action", "message"),
    [("B play 8S KH", "play.one_card"), ("B play", "play.one_card"), ("B play KC", "hand.not_held"),
     ("B revoke KC", "hand.not_held"), ("B revoke 8S", "play.no_revoke"),
     ("B play KH", "play.follow")],
)  # fmt: skip
def test_what_is_no_card_to_play(action: str, message: str) -> None:
    """HLU-PLAY-02, HLU-PEN-01."""
    rules = load("hlucin", (("pool.enabled", "yes"),))
    hand = run(fill(rules, "A: 7S; B: 8S KH; C: KC"), "D solo, to play, A play 7S")
    refusal = check(hand, act(action))
    assert refusal is not None and refusal.message.id == message


def test_the_play_asks_for_a_card() -> None:
    """HLU-PLAY-01."""
    options = legal(run(fill(load("hlucin"), "A: 7S"), "D solo, to play"))
    assert options is not None and (options.phase, options.kinds) == ("play", ("play",))
