"""Playing a card: bars that only a house has, and what is no card to play."""

from __future__ import annotations

import pytest
from cases import act, fill, load, run
from taroky import rules
from taroky.game import check, legal
from taroky.phases.play import Moment, PlayPhase, judge, legal_cards, moment_of
from taroky.rules.table import Table


def house(bars: str, extends: str = "hlucin") -> Table:
    """A table with bars of a house."""
    text = f"table: u_hry\ntitle: U hry\nextends: {extends}\nplay: {{normal: {{bars: {bars}}}}}"
    return rules.load(rules.pack(text))


def test_a_bar_for_following_leaves_the_lead_free() -> None:
    table = house("{late: {card: XX, at: follow, points: {self: [HLU-PLAY-05]}}}")
    assert legal_cards(table, "normal", ("XX", "II"), ()) == ("XX", "II")
    assert legal_cards(table, "normal", ("XX", "II"), ("V",)) == ("II",)
    barred, _ = judge(table, "normal", ("XX", "II"), ("V",))
    assert barred.refusal is not None and barred.refusal.points == ("HLU-PLAY-05",)


def test_a_bar_for_the_lead_leaves_following_free() -> None:
    table = house("{early: {card: XX, at: lead, points: {self: [HLU-PLAY-05]}}}")
    assert legal_cards(table, "normal", ("XX", "II"), ()) == ("II",)
    assert legal_cards(table, "normal", ("XX", "II"), ("V",)) == ("XX", "II")


def test_a_card_that_is_spared_may_be_led_and_not_follow() -> None:
    table = house(
        "{honours: {cards: trul, at: any, spares_lead: XXI, points: {self: [HLU-PLAY-05]}}}"
    )
    assert legal_cards(table, "normal", ("XXI", "SKYZ", "II"), ()) == ("XXI", "II")
    assert legal_cards(table, "normal", ("XXI", "SKYZ", "II"), ("V",)) == ("II",)


def test_a_bar_may_be_about_the_called_card() -> None:
    """FR-CALLING-07 asks this of the called suit; a house may ask it of other cards."""
    called = Moment(1, called="KH")
    table = house("{kept: {cards: called, at: any, points: {self: [FR-CALLING-07]}}}", "french-5")
    assert legal_cards(table, "normal", ("KH", "4S"), (), moment=called) == ("4S",)
    bar = "{late: {card: XX, at: any, when: {hand: {called: 1}}, points: {self: [FR-CALLING-07]}}}"
    table = house(bar, "french-5")
    assert legal_cards(table, "normal", ("XX", "KH"), (), moment=called) == ("KH",)
    assert legal_cards(table, "normal", ("XX", "KS"), (), moment=called) == ("XX", "KS")
    bar = "{late: {card: XX, at: any, when: {lead_card: called}, points: {self: [FR-CALLING-07]}}}"
    table = house(bar, "french-5")
    assert legal_cards(table, "normal", ("XX", "II"), ("KH",), moment=called) == ("II",)
    assert legal_cards(table, "normal", ("XX", "II"), ("KD",), moment=called) == ("XX", "II")


def test_the_last_trick_has_a_number_too() -> None:
    """FR-PLAY-03: a hand has eighteen tricks."""
    bar = "{late: {card: XX, at: any, when: {trick_no: NUMBER}, points: {self: [FR-PLAY-03]}}}"
    for number in ("18", "last"):
        table = house(bar.replace("NUMBER", number), "french")
        assert legal_cards(table, "normal", ("XX", "II"), (), moment=Moment(18)) == ("II",)
        assert legal_cards(table, "normal", ("XX", "II"), (), moment=Moment(17)) == ("XX", "II")


def test_only_after_an_excuse_its_rule_is_named() -> None:
    """FR-PLAY-06, FR-PLAY-20."""
    table = load("french")
    for trick, named in ((("9S",), False), (("SKYZ", "9S"), True)):
        refusal = judge(table, "normal", ("V", "KS"), trick)[0].refusal
        assert refusal is not None and "FR-PLAY-06" in refusal.points
        assert ("FR-PLAY-20" in refusal.points) == named


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("B play 8S KH", "play.one_card"),
        ("B play", "play.one_card"),
        ("B play KC", "hand.not_held"),
        ("B revoke KC", "hand.not_held"),
        ("B revoke 8S", "play.no_revoke"),
        ("B play KH", "play.follow"),
    ],
)
def test_what_is_no_card_to_play(action: str, message: str) -> None:
    """HLU-PLAY-02, HLU-PEN-01."""
    table = load("hlucin", (("pool.enabled", "yes"),))
    hand = run(fill(table, "A: 7S; B: 8S KH; C: KC"), "D solo, to play, A play 7S")
    refusal = check(hand, act(action))
    assert refusal is not None and refusal.message.id == message


def test_the_play_asks_for_a_card() -> None:
    """HLU-PLAY-01; HLU-PEN-01: an irregularity is recorded where there is a pool."""
    options = legal(run(fill(load("hlucin"), "A: 7S"), "D solo, to play"))
    assert options is not None
    assert (options.phase, options.kinds, options.irregular) == ("play", ("play",), ())
    pool = load("hlucin", (("pool.enabled", "yes"),))
    options = legal(run(fill(pool, "A: 7S"), "D solo, to play"))
    assert options is not None and options.irregular == ("revoke",)
    assert options.offered == {"play", "revoke"}


def test_a_talon_card_goes_to_the_first_trick() -> None:
    """HLU-VAR-14: four cards and the top of the talon."""
    hand = fill(load("hlucin"), "A: XX; talon: 7S 8S 9S 10S 4H 3H")
    hand = run(hand, "A varsava, A play XX, B play *, C play *, D play *")
    (trick,) = hand.play.tricks
    assert (trick.leader, len(trick.cards), trick.extra) == ("A", 4, ("7S",))
    assert hand.cards.talon == ("8S", "9S", "10S", "4H", "3H")


def test_where_a_card_has_its_place() -> None:
    """HLU-PLAY-01, HLU-PLAY-07: the first lead is the table's, all others the winner's."""
    play, card, bid = PlayPhase(), act("A play XX"), act("A bid solo")
    fresh = fill(load("hlucin"), "A: XX XXI; talon: 7S 8S 9S 10S 4H 3H")
    assert play.places(fresh, card) == []
    hand = run(fresh, "D solo, to play")
    first, later = (["play.normal.order", f"play.normal.{c}"] for c in ("lead", "winner_leads"))
    assert (play.places(hand, card), play.places(hand, bid)) == (first, [])
    hand = run(hand, "A play XX")
    assert play.places(hand, card) == later
    hand = run(hand, "B play *, C play *, D play *")
    assert play.places(hand, card) == later
    assert not play.done(hand)
    assert play.done(run(hand, "to end"))


def test_a_trick_may_be_looked_at_later() -> None:
    """FR-PLAY-19 asks which trick it was and how many its leader's side had lost before it."""
    layout = "A: 7S; B: KS; talon: 8C 9C 10C JC 4H 3H"
    hand = run(
        fill(load("hlucin"), layout), "A solo, to play, A play 7S, B play KS, C play *, D play *"
    )
    now, then = moment_of(hand, "A"), moment_of(hand, "A", ())
    assert (now.trick_no, then.trick_no) == (2, 1)
    with_partner = run(fill(load("hlucin"), "A: XX; C: XIX"), "A povinnost, A call XIX, to play")
    assert (now.called, moment_of(with_partner, "A").called) == ("", "XIX")
    assert now.lost is not None and now.lost() == {"leader": 1}
    assert then.lost is not None and then.lost() == {"leader": 0}
