"""Playing a card: bars that only a house has, and what is no card to play."""

from __future__ import annotations

import pytest
from cases import act, fill, load, run
from taroky import rules as tables
from taroky.game import check
from taroky.phases.play import judge, legal_cards
from taroky.rules.table import Table


def house(bars: str) -> Table:
    """Hlučín with bars of a house."""
    return tables.load(
        tables.pack(
            f"table: u_hry\ntitle: U hry\nextends: hlucin\nplay: {{normal: {{bars: {bars}}}}}"
        )
    )


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
