"""The working of a count: what each packet is worth, what is taken off it, and by which rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
from taroky import rules
from taroky.api import handler
from taroky.settling.counting import points as counting

HLUCIN = rules.load("hlucin")
EXACT = rules.load("hlucin", {"varsava.rounding": "exact_thirds"})
PILE = ("KS", "QS", "7S", "RH", "4D")


def test_packets_and_what_is_left_over() -> None:
    """HLU-COUNT-01, HLU-COUNT-02, HLU-COUNT-03: threes less two; of two cards or one, one less."""
    packet, two = counting.count(HLUCIN, PILE).groups
    assert (packet.cards, packet.faces, packet.deduct, packet.worth) == (PILE[:3], 10, 2, 8)
    assert (two.cards, two.faces, two.deduct, two.worth) == (PILE[3:], 4, 1, 3)
    assert packet.points == ("HLU-COUNT-01",)
    assert two.points == ("HLU-COUNT-02",)
    one = counting.count(HLUCIN, PILE[:4]).groups[1]
    assert (one.deduct, one.worth, one.points) == (1, 2, ("HLU-COUNT-03",))


def test_exact_thirds_only_where_each_plays_alone() -> None:
    """HLU-VAR-17: left-over cards count to the third of a point, but only for one who plays alone,
    and only where the house wants it."""
    third = Fraction(1, 3)
    two = counting.count(EXACT, PILE, each=True).groups[1]
    assert (two.deduct, two.worth, two.points) == (4 * third, 8 * third, ("HLU-VAR-17",))
    assert counting.value(EXACT, PILE, each=True) == 8 + 8 * third
    assert counting.value(EXACT, PILE[:3], each=True) == 8
    for table, each in ((EXACT, False), (HLUCIN, True), (HLUCIN, False)):
        assert counting.value(table, PILE, each) == 11
        assert counting.count(table, PILE, each).points == 11
    assert counting.value(EXACT, PILE) == 11
    assert counting.count(EXACT, PILE).points == 11
    for contract, points in (("varsava", "32/3"), ("povinnost", "11"), (None, "11")):
        asked = {"verb": "count", "pile": list(PILE), "contract": contract}
        assert handler.ask(asked, EXACT)["points"] == points
        assert handler.ask(asked, HLUCIN)["points"] == "11"


def test_the_cheapest_cards_are_left_over_and_noted() -> None:
    """HEUN-COUNTING-14, HEUN-COUNTING-15, HEUN-COUNTING-16: counters stay in the packets wherever
    they lie; what is left over is worth nothing and is told with the points."""
    heun = rules.load("heun")
    for pile in (("7S", "8S", "9S", "KS"), ("KS", "8S", "9S", "7S")):
        counted = counting.count(heun, pile)
        assert (counted.points, counted.noted, len(counted.left_over)) == (5, True, 1)
        assert counted.groups[-1].worth == 0
        assert "KS" in counted.groups[0].cards
    assert not counting.count(HLUCIN, PILE).noted
    two = counting.count(heun, (*PILE[:3], "4D", "8S"))
    assert two.left_over == ("4D", "8S")
    assert two.groups[-1].points
    worthless = rules.load("heun", {"counting.leftover_counter": "no_points"})
    last = counting.count(worthless, ("KS", "QS", "RS", "JS")).groups[-1]
    assert (last.cards, last.faces, last.deduct, last.worth) == (("JS",), 2, 2, 0)
    assert last.points == worthless.points_of("count.left_over")
    assert counting.value(worthless, ("KS", "QS", "RS", "JS")) == 10


def test_one_of_a_side_counts_as_a_side_unless_it_is_said_that_each_plays_alone() -> None:
    """HLU-VAR-17, HLU-COUNT-02: without a word cards left over are counted as those of a side."""
    assert counting.group(EXACT, PILE[3:]).deduct == 1
    assert counting.worth(EXACT, 14, 5) == 11


def test_faces_alone_do_not_tell_what_worthless_cards_take_off() -> None:
    """HEUN-COUNTING-17: which cards are left over decides, so they have to be known."""
    worthless = rules.load("heun", {"counting.leftover_counter": "no_points"})
    assert counting.worth(worthless, 10, 3) == 8
    with pytest.raises(ValueError, match=r"^which cards are left over decides$"):
        counting.worth(worthless, 10, 4)
