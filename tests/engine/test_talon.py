"""Cards left in the talon: who counts them, where that is drawn at random or picked unseen."""

from __future__ import annotations

from fractions import Fraction

from cases import fill, load, run
from taroky.game.record import of_hand
from taroky.hand import Hand
from taroky.phases.discard import goes_to
from taroky.phases.talon import rest_of
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import Finished, LastTrick, settle

TALON = "KH QH JH 4D 3D 2D"


def lone_five(option: str, held: str, then: str = "to end") -> Hand:
    """A plays Five with the called king in the Blind, to the end."""
    table = load("heun", (("talon.five_alone.first_three", option),))
    return run(fill(table, f"A: {held}; talon: {TALON}"), f"A five, A call KH, {then}")


def test_three_at_random() -> None:
    """HEUN-TALON-15: at random the lone bidder has some three of the Blind, the others the rest; the
    lot follows from the deal, so that a record replays, and is not always the first three."""
    threes = set()
    for held in ("KS", "KD", "KC", "SKYZ", "XXI", "XX", "XIX", "XVIII"):
        hand = lone_five("random", held)
        mine, opponents_cards = rest_of(hand)["declarers"], rest_of(hand)["opponents"]
        assert (len(mine), len(opponents_cards)) == (3, 3)
        assert {*mine, *opponents_cards} == set(TALON.split())
        assert rest_of(of_hand(hand).replay()) == rest_of(hand)
        assert set(mine) <= set(side_cards(hand)["declarers"])
        threes.add(frozenset(mine))
    assert len(threes) > 1


def test_three_picked_unseen() -> None:
    """HEUN-TALON-15: the lone bidder names three places after the last trick; then the hand is over."""
    picked = lone_five("chosen_unseen_by_bidder", "KS", "to talon, A pick 2 4 6")
    assert set(rest_of(picked)["declarers"]) == {"QH", "4D", "2D"}
    assert set(rest_of(picked)["opponents"]) == {"KH", "JH", "3D"}
    first = lone_five("dealt_order", "KS")
    assert rest_of(first) == {"declarers": ("KH", "QH", "JH"), "opponents": ("4D", "3D", "2D")}


def test_whose_the_discards_are() -> None:
    """MACH-DISC-08, VIC-DISC-07: with the side of the player who discarded them, or with the other one, or
    those of all but the declarer with the opponents."""
    cards = "A: XX XIX; C: XVIII; talon: 7S 8S 9S 10S 4H 3H"
    script = "A povinnost, to calling, A call XVIII"
    own = run(fill(load("machtarok"), cards), script)
    assert [goes_to(own, seat) for seat in "ABC"] == ["declarers", "opponents", "declarers"]
    other = run(fill(load("machtarok", (("counting.discards_to", "opponents"),)), cards), script)
    assert [goes_to(other, seat) for seat in "ABC"] == ["opponents", "declarers", "opponents"]
    menu = (("discard.defender_discards", "opposition"),)
    texas = run(fill(load("victoria", menu), cards), script)
    assert [goes_to(texas, seat) for seat in "ABC"] == ["declarers", "opponents", "opponents"]


def test_items_say_how_a_feat_went() -> None:
    """HLU-BON-01, HLU-BON-02, HLU-BON-04, HLU-BON-05: announced or silent, made or failed."""
    table = load("hlucin")
    made, failed = {"A": "I", "B": "KS"}, {"A": "I", "B": "V"}
    for said in ((), (("A", "pagat"),)):
        for winner, cards in (("A", made), ("B", failed)):
            facts = Finished(
                contract="solo",
                declarer="A",
                points={"declarers": Fraction(40), "opponents": Fraction(30)},
                tricks={"declarers": 6, "opponents": 6},
                announced=said,
                last_trick=LastTrick(winner, cards),
            )
            item = next(i for i in settle(table, facts).items if i.id == "pagat")
            how = (
                ("announced" if winner == "A" else "failed")
                if said
                else ("silent" if winner == "A" else "silent_failed")
            )
            assert item.label.id == f"item.bonus.{how}"
