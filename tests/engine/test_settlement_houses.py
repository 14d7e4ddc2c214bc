"""Settlements by house tables: what a table may say about paying, and no game of ours says."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
import yaml
from cases import facts
from taroky import rules
from taroky.errors import MissingFact, RecordError
from taroky.settling.paying import Item, Settlement, settle, winner
from taroky.settling.paying.items import short
from taroky.settling.paying.multipliers import factor_by_contract

HLUCIN = "title: Ours\nextends: hlucin\n"
POOL = HLUCIN + "choose: {pool.enabled: yes}\n"


def settled(house: str, text: str) -> Settlement:
    """A hand by a house's table; the facts as a line of settle.txt tells them."""
    table = rules.load(rules.pack("table: ours\n" + house))
    return settle(table, facts(table, text))


def item(of: Settlement, name: str) -> Item:
    (matching,) = (item for item in of.items if item.id == name)
    return matching


def pays(of: Settlement) -> str:
    return " ".join(f"{amount:+}" for amount in of.payments.values())


DOUBLED = HLUCIN + "declarations: {doubled: yes}\n"


@pytest.mark.parametrize(
    ("doubled", "worth", "lines"),
    [
        ("", "0.50", ["A fixed amount: 0.50."]),
        (" flek", "1.00", ["A fixed amount: 0.50.", "Flek multiplies it by 2: 1.00."]),
        (" reflek", "2.00", ["A fixed amount: 0.50.", "Reflek multiplies it by 4: 2.00."]),
    ],
)
def test_declarations_may_be_doubled_with_the_game(
    doubled: str, worth: str, lines: list[str]
) -> None:
    trul = item(settled(DOUBLED, f"povinnost A+C 39{doubled} say=B:trul"), "trul")
    assert trul.amounts == {s: Decimal(worth) * (1 if s in "BD" else -1) for s in "ABCD"}
    last = f"Each loser pays {worth} to one winner."
    assert [step.message.text() for step in trul.steps] == [*lines, last]


def test_a_declaration_may_cost_more_in_one_contract() -> None:
    house = HLUCIN + (
        "declarations: {rows: {trul: {pay: {by: contract, povinnost: 0.50, trojka: 2.00}}}}\n"
    )
    assert item(settled(house, "trojka A 39 level=1 say=A:trul"), "trul").amounts["A"] == 6
    assert item(settled(house, "povinnost A+C 39 say=A:trul"), "trul").amounts["A"] == Decimal(
        "0.50"
    )


def test_a_declaration_may_be_worth_the_points_of_its_player() -> None:
    house = HLUCIN + (
        "contracts: {varsava: {says: [declarations]}}\n"
        "declarations: {to: each_other, rows: {trul: {pay: [{from: points.own}]}}}\n"
    )
    trul = item(settled(house, "varsava 31/20/12/7 say=B:trul"), "trul")
    assert trul.amounts == {"A": -20, "B": 60, "C": -20, "D": -20}


@pytest.mark.parametrize("to", ["opponents", "each_other"])
def test_opponents_alone_or_all_others_may_pay_a_declaration(to: str) -> None:
    trul = item(
        settled(
            HLUCIN + f"declarations: {{to: {to}}}\n",
            "povinnost A+C 39 say=B:trul",
        ),
        "trul",
    )
    half = Decimal("0.50")
    if to == "opponents":
        assert trul.amounts == {"A": -half, "B": 2 * half, "C": -half}
        assert trul.steps[-1].message.text() == "Each opponent pays 0.50."
    else:
        assert trul.amounts == {"A": -half, "B": 3 * half, "C": -half, "D": -half}
        assert trul.steps[-1].message.text() == "Each of the others pays 0.50."
    assert trul.steps[-1].value == half


def test_a_declaration_may_be_shared_by_the_others() -> None:
    house = HLUCIN + "declarations: {to: each_other_shared}\n"
    trul = item(settled(house, "povinnost A+C 39 say=B:trul"), "trul")
    # 0.50 by three: 0.17 from the first two in order of play, 0.16 from the third
    assert trul.amounts == {
        "B": Decimal("0.50"),
        "A": Decimal("-0.17"),
        "C": Decimal("-0.17"),
        "D": Decimal("-0.16"),
    }
    assert trul.steps[-1].message.text() == "Each of the others pays 0.17."


def test_declarations_may_go_to_the_winners_of_the_game() -> None:
    house = HLUCIN + "declarations: {to: game_winners}\n"
    assert pays(settled(house, "povinnost A+C 39 say=B:trul")) == "+0.90 -0.90 +0.90 -0.90"
    assert pays(settled(house, "povinnost A+C 30 say=A:trul")) == "-1.00 +1.00 -1.00 +1.00"


@pytest.mark.parametrize("price", ["0", "0.50"])
def test_a_bonus_that_pays_little_or_nothing_is_made_all_the_same(price: str) -> None:
    house = HLUCIN + f"bonuses: {{pagat: {{outcomes: {{silent_made: {{pay: {price}}}}}}}}}\n"
    pagat = item(settled(house, "povinnost A+C 39 last=C(I)"), "pagat")
    assert pagat.label.text() == "pagát, made unannounced by the declarer’s side"
    assert pagat.amounts == {s: Decimal(price) * (1 if s in "AC" else -1) for s in "ABCD"}


@pytest.mark.parametrize("price", ["0", "0.50"])
def test_the_pool_goes_to_the_player_who_made_the_bonus_however_little_it_pays(price: str) -> None:
    house = POOL + f"bonuses: {{pagat: {{outcomes: {{made: {{pay: {price}}}}}}}}}\n"
    table = rules.load(rules.pack("table: ours\n" + house))
    reported = (
        "{contract: druha_povinnost, declarer: B, partner: D, points: {declarers: 37},"
        " doubles: {pagat: flek}, last_trick: {winner: B, cards: {B: I}}, pots: {pot: 6.00}}"
    )
    pool = item(settle(table, facts(table, reported)), "pool_flek")
    assert pool.amounts == {"B": 3, "D": 3, "A": -3, "C": -3}


def test_an_outcome_may_be_worth_the_same_no_matter_who_doubled_it() -> None:
    house = HLUCIN + "bonuses: {pagat: {outcomes: {made: {doubled: no}}}}\n"
    pagat = item(settled(house, "povinnost A+C 39 pagat@A*2 last=A(I)"), "pagat")
    assert pagat.amounts["A"] == 2
    assert [step.value for step in pagat.steps] == [2, 2]


@pytest.mark.parametrize(
    ("doubles", "worth"),
    [("flek pagat@A", 4), ("pagat@A*2", 2), ("flek pagat@A*4", 4), ("pagat@A", 2)],
)
def test_an_outcome_may_be_doubled_with_the_game(doubles: str, worth: int) -> None:
    house = HLUCIN + "bonuses: {pagat: {outcomes: {made: {doubled: game}}}}\n"
    assert (
        item(settled(house, f"povinnost A+C 39 {doubles} last=A(I)"), "pagat").amounts["A"] == worth
    )


@pytest.mark.parametrize(
    ("doubles", "worth"),
    [("flek pagat@A", 4), ("pagat@A*2", 4), ("flek pagat@A*4", 8), ("pagat@A", 2)],
)
def test_an_outcome_may_be_doubled_by_its_own_or_else_by_the_game(doubles: str, worth: int) -> None:
    house = HLUCIN + "bonuses: {pagat: {outcomes: {made: {doubled: own_or_game}}}}\n"
    assert (
        item(settled(house, f"povinnost A+C 39 {doubles} last=A(I)"), "pagat").amounts["A"] == worth
    )


@pytest.mark.parametrize(
    ("who", "reported", "expected"),
    [
        ("offender", "ended=misdeal misdeal@B", "+1.00 -3.00 +1.00 +1.00"),
        ("declarer", "povinnost C ended=misdeal", "+1.00 +1.00 -3.00 +1.00"),
        ("dealer", "ended=misdeal misdeal@B", "+1.00 +1.00 +1.00 -3.00"),
    ],
)
def test_who_pays_for_a_hand_that_an_irregularity_ended(
    who: str, reported: str, expected: str
) -> None:
    house = HLUCIN + f"penalties: {{misdeal: {{who: {who}}}}}\n"
    assert pays(settled(house, reported)) == expected


def test_what_ends_a_hand_may_cost_more_in_one_contract() -> None:
    house = HLUCIN + "offers: {unchallenged: {pay: {by: contract, povinnost: 0.30}}}\n"
    reported = "povinnost A+C ended=unchallenged"
    assert pays(settled(house, reported)) == "+0.30 -0.30 +0.30 -0.30"


FIVE = """\
title: Ours
extends: french-5
offers: {unchallenged: {at: before_lead, who: engine, then: end, pay: 9, to: declarers}}
"""


def test_two_against_three_share_what_an_unplayed_hand_is_worth() -> None:
    # 9 from each of three is 27; two thirds of it are the declarer's
    of = settled(FIVE, "vzeti B+D ended=unchallenged players=5")
    assert pays(of) == "-9 +18 -9 +9 -9"


@pytest.mark.parametrize(
    ("parties", "expected"),
    [
        ("receiver: declarer", {"A": 2, "B": -1, "D": -1}),
        ("payer: each_opponent", {"A": 1, "C": 1, "B": -1, "D": -1}),
    ],
)
def test_a_payment_may_name_one_party_alone(parties: str, expected: dict[str, int]) -> None:
    """The other is the side that won, or lost, the game."""
    house = HLUCIN + f"payments: {{extra: {{when: {{won: declarers}}, pay: 1, {parties}}}}}\n"
    assert item(settled(house, "povinnost A+C 39"), "extra").amounts == expected


REVOKE = """\
title: Ours
extends: heun
choose: {penalties.revoke: hand_lost}
result: {game: {contracts: [four, five, five_over]}}
penalties:
  late: {event: late, who: offender, pay: 2, to: each_other_at_table}
"""


def test_a_hand_lost_by_a_revoke_leaves_other_penalties_due() -> None:
    table = rules.load(rules.pack("table: ours\n" + REVOKE))
    reported = (
        "{contract: four, level: 1, declarer: A, partner: C, ended: revoke,"
        " irregular: {B: [revoke], C: [late]}}"
    )
    of = settle(table, facts(table, reported))
    assert pays(of) == "+6 -2 -2 -2"
    assert item(of, "game").amounts == {"A": 4, "B": -4, "C": 4, "D": -4}
    assert item(of, "late").amounts == {"A": 2, "B": 2, "C": -6, "D": 2}


@pytest.mark.parametrize(
    ("game", "reported", "expected"),
    [
        ("hlucin", "povinnost A+C 36", ("game", "declarers")),
        ("hlucin", "povinnost A+C 35", ("game", "opponents")),
        ("hlucin", "varsava 31/20/12/7", ("varsava", "")),
        # half a point is rounded up for the declarer before 41 are asked of it
        (
            "french",
            "{contract: vzeti, declarer: A, points: {declarers: 40.5}, honours: 2}",
            ("game", "opponents"),
        ),
        (
            "french {counting.half_point: favour_taker}",
            "{contract: vzeti, declarer: A, points: {declarers: 40.5}, honours: 2}",
            ("game", "declarers"),
        ),
    ],
)
def test_who_has_won_by_points_alone(game: str, reported: str, expected: tuple[str, str]) -> None:
    name, _, options = game.partition(" ")
    table = rules.load(name, yaml.safe_load(options or "{}"))
    assert winner(table, facts(table, reported)) == expected


@pytest.mark.parametrize(
    ("doubled", "worth", "lines"),
    [
        ("", 1, ["A: A fixed amount: 1."]),
        (" flek", 2, ["A: A fixed amount: 1.", "A: Flek multiplies it by 2: 2."]),
        (" reflek", 4, ["A: A fixed amount: 1.", "A: Reflek multiplies it by 4: 4."]),
    ],
)
def test_the_declarer_may_pay_each_opponent_out_of_his_own_pocket(
    doubled: str, worth: int, lines: list[str]
) -> None:
    house = HLUCIN + (
        "payments: {extra: {when: {won: opponents}, payer: declarer, receiver: opponents,"
        " pay: 1, doubled: yes, points: {self: [OURS-01]}}}\n"
    )
    extra = item(settled(house, f"povinnost A+C 30{doubled}"), "extra")
    assert extra.amounts == {"A": -2 * worth, "B": worth, "D": worth}
    assert [step.message.text() for step in extra.steps] == lines
    assert extra.points == ("OURS-01",)


def test_what_nobody_would_get_is_no_item() -> None:
    house = HLUCIN + "payments: {extra: {when: {won: declarers}, payer: declarer, pay: 0}}\n"
    assert [item.id for item in settled(house, "povinnost A+C 39").items] == ["game"]


def test_each_of_the_side_that_lost_may_pay_the_declarer() -> None:
    house = HLUCIN + (
        "payments: {extra: {when: {won: opponents}, receiver: opponents, pay: 1, doubled: yes}}\n"
    )
    extra = item(settled(house, "povinnost A+C 30"), "extra")
    assert extra.amounts == {"A": -1, "C": -1, "B": 1, "D": 1}
    assert extra.steps[-1].message.text() == "Each loser pays 1.00 to one winner."


FEAT = """\
title: Ours
extends: machtarok
choose: {pagat.with_valat: yes}
payments: {extra: {when: {result: game}, payer: pagat.losers, receiver: pagat.winners, pay: 1}}
"""


def test_a_payment_may_go_to_the_side_that_made_a_bonus() -> None:
    """Whatever became of other bonuses; none is due where nobody made it."""
    reported = "povinnost A+C 62 tricks=8 valat@A"
    of = settled(FEAT, f"{reported} last=C(I)")
    assert item(of, "extra").amounts == {"A": 1, "C": 1, "B": -1, "D": -1}
    assert item(of, "valat").amounts == {"A": -40, "C": -40, "B": 40, "D": 40}
    assert "extra" not in [item.id for item in settled(FEAT, f"{reported} last=C(XX)").items]
    assert [item.id for item in settled(FEAT, "povinnost A+C 62 tricks=8").items] == ["game"]


def test_an_empty_pot_pays_nothing() -> None:
    house = POOL + (
        "payments: {extra: {when: {result: game}, payer: pot, receiver: declarers, pay: 1}}\n"
    )
    assert [item.id for item in settled(house, "povinnost A+C 39").items] == ["game"]


def test_a_contract_without_rule_points_for_one_who_is_alone() -> None:
    house = HLUCIN + (
        "contracts: {plain: {sides: called, calling: duty, talon: four_one_one,"
        " discard: laid_away, play: normal, rate: 1, points: {rate: [OURS-01]}}}\n"
        "result: {game: {contracts: [povinnost, druha_povinnost, trojka, solo, plain]}}\n"
    )
    game = item(settled(house, "plain A 40"), "game")
    assert game.amounts == {"A": 15, "B": -5, "C": -5, "D": -5}
    assert game.points == ("HLU-SET-01", "OURS-01")


def test_who_has_most_may_pay_a_fixed_amount_whatever_is_doubled() -> None:
    house = HLUCIN + (
        "contracts: {varsava: {says: [doubles]}}\n"
        "payments: {varsava: {pay: 1.00, points: {pay: [OURS-01]}}}\n"
    )
    game = item(settled(house, "varsava 31/20/12/7 flek"), "game")
    assert game.amounts == {"A": -3, "B": 1, "C": 1, "D": 1}
    assert [(step.value, step.points) for step in game.steps] == [(1, ("OURS-01",))]


FIVE_ALONE = """\
title: Ours
extends: french-5
unit: {step: 0.01}
contracts: {each: {sides: each, talon: boxed, play: normal, says: []}}
talon: {boxed: {rest: {all: {to: nobody}}}}
result:
  most: {contracts: [each], losers: most_points}
  game: {contracts: [vzeti, straz, straz_bez_talonu, straz_proti_talonu]}
payments: {game: {when: {result: game}}, most: {when: {result: most}, pay: 0.50, ties: shared_up}}
"""


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        # 0.50 to each of two is 1.00: three pay 0.40, and 0.60 each is what they have paid
        ("A: 20, B: 20, C: 20, D: 6, E: 4", "-0.40 -0.40 -0.40 +0.60 +0.60"),
        # two pay what they owe, 1.50, and no share of two is rounded
        ("A: 20, B: 20, C: 10, D: 6, E: 14", "-0.75 -0.75 +0.50 +0.50 +0.50"),
    ],
)
def test_what_three_pay_too_much_goes_to_the_others_alike(points: str, expected: str) -> None:
    table = rules.load(rules.pack("table: ours\n" + FIVE_ALONE))
    reported = f"{{contract: each, players: 5, points: {{{points}}}}}"
    assert pays(settle(table, facts(table, reported))) == expected


EACH = """\
title: Ours
extends: french-practice-1
payments: {own: off, most: {when: {result: most}, pay: 1, ties: shared, trickless: 2}}
"""


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        # the škýz comes back to a player without a trick, so one point may be of none
        ("points: {A: 9, B: 5, C: 3, D: 2}", "-3 +1 +1 +1"),
        ("points: {A: 9, B: 5, C: 4, D: 1}", "asks"),
        ("points: {A: 9, B: 5, C: 4, D: 0}", "asks"),
        ("points: {A: 9, B: 5, C: 4, D: 1}, tricks: {D: 0}", "-4 +1 +1 +2"),
        ("points: {A: 9, B: 5, C: 4, D: 1}, tricks: {D: 1}", "-3 +1 +1 +1"),
        ("points: {A: 9, B: 5, C: 4, D: 1}, tricks: {A: 9, B: 6, C: 3}", "-4 +1 +1 +2"),
    ],
)
def test_who_may_have_been_without_a_trick(tricks: str, expected: str) -> None:
    table = rules.load(rules.pack("table: ours\n" + EACH))
    reported = facts(table, f"{{contract: each, {tricks}}}")
    if expected == "asks":
        with pytest.raises(MissingFact) as problem:
            settle(table, reported)
        assert problem.value.fields["fact"] == "tricks"
    else:
        assert pays(settle(table, reported)) == expected


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        ("31/20/19/0", "-8.00 +2.00 +2.00 +4.00"),
        ("31/20/18/1", "asks"),
        ("31/20/18/1 tricks=6/5/0/1", "-8.00 +2.00 +4.00 +2.00"),
        ("31/20/18/1 tricks=6/3/2/1", "-6.00 +2.00 +2.00 +2.00"),
        ("31/20/19/0 tricks=6/6/0/0", "refused"),
    ],
)
def test_who_took_no_trick_may_count_what_he_discarded(tricks: str, expected: str) -> None:
    """Six cards of the talon are drawn; the most valuable six that may be discarded are the four queens
    and two riders: 12 less 2 for three queens, 10 less 2 for the other three, 18 together."""
    house = HLUCIN + "contracts: {varsava: {talon: four_one_one, discard: laid_away}}\n"
    if expected == "asks":
        with pytest.raises(MissingFact) as problem:
            settled(house, f"varsava {tricks}")
        assert problem.value.message.params == (("who", "C"),)
    elif expected == "refused":
        with pytest.raises(RecordError) as refusal:
            settled(house, f"varsava {tricks}")
        assert refusal.value.fields == {"fact": "tricks"}
    else:
        assert pays(settled(house, f"varsava {tricks}")) == expected


def test_how_many_card_points_a_bonus_moves_may_rest_on_the_contract() -> None:
    house = (
        "title: Ours\nextends: french\n"
        "bonuses: {jednicka: {outcomes: {last: {points_moved: {by: contract, vzeti: 4}}}}}\n"
    )
    reported = (
        "{contract: vzeti, declarer: A, points: {declarers: 46}, honours: 1,"
        " last_trick: {winner: A, cards: {A: I, B: 4S, C: 3S, D: 5S}}}"
    )
    table = rules.load(rules.pack("table: ours\n" + house))
    of = settle(table, facts(table, reported))
    # 46 and 4 are 50: one less than 51
    assert pays(of) == "-78 +26 +26 +26"
    assert item(of, "jednicka").steps[0].value == 4
    said = item(of, "jednicka").label.text()
    assert said == "4 card points for jednička nakonec go to the declarer’s side"


def test_card_points_move_between_sides_alone() -> None:
    house = HLUCIN + (
        "contracts: {varsava: {says: [bonuses]}}\n"
        "bonuses: {last: {side: last_takers,"
        " outcomes: {moved: {when: {last_trick: {I: 1}}, points_moved: 5}}}}\n"
    )
    of = settled(house, "varsava 31/20/12/7 last=A(I)")
    assert item(of, "game").label.text() == "Varšava: A had the most points, 31"


def test_of_a_group_the_bonus_counts_that_pays_most_in_all() -> None:
    house = (
        "title: Ours\nextends: heun\n"
        "choose: {bonus.last_trick_both: higher_only, bonus.declared_adds_to_silent: yes}\n"
        "bonuses: {king_last: {outcomes: {silent: {pay: 2}}},"
        " one_last: {outcomes: {silent: {pay: 3}}}}\n"
    )
    # the King Last 2 and 2, the 1 Last 3
    of = settled(house, "four A+C 40 level=1 tricks=6 called=KS king_last@C last=A(XX)C(KS)B(I)")
    assert [item.id for item in of.items] == ["game", "king_last", "king_last"]


@pytest.mark.parametrize(
    ("shares", "ours"),
    [
        ("declarer: 2, partner: 1", (18, 9)),
        ("declarer: 3, partner: 6", (9, 18)),
    ],
)
def test_a_house_may_share_otherwise_between_declarer_and_partner(
    shares: str, ours: tuple[int, int]
) -> None:
    of = settled(
        FIVE + f"settle: {{shares: {{{shares}}}}}\n", "vzeti B+D ended=unchallenged players=5"
    )
    assert (of.payments["B"], of.payments["D"]) == ours


@pytest.mark.parametrize(
    ("cells", "point"),
    [("pay.25-34: [OURS-02]", "OURS-02"), ("pay.0-24: [OURS-02]", "OURS-01")],
)
def test_a_row_of_a_scale_goes_by_its_own_rule_point(cells: str, point: str) -> None:
    house = HLUCIN + (
        "payments: {varsava: {pay: {by: points.loser, 0-24: 1, 25-34: 2, 35+: 4},"
        f" points: {{pay: [OURS-01], {cells}}}}}}}\n"
    )
    game = item(settled(house, "varsava 31/20/12/7"), "game")
    assert (game.steps[0].value, game.steps[0].points) == (2, (point,))


def test_what_no_row_of_a_scale_is_for_costs_nothing() -> None:
    house = HLUCIN + (
        "payments: {varsava: {pay: {by: points.loser, 0-29: 1},"
        " points: {pay: [OURS-01], pay.0-29: [OURS-02]}}}\n"
    )
    game = item(settled(house, "varsava 31/20/12/7"), "game")
    assert game.amounts == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert (game.steps[0].value, game.steps[0].points) == (0, ("OURS-01",))


@pytest.mark.parametrize(
    ("number", "in_hundredths", "in_halves"),
    [
        ("1E+2", "100", "100"),
        ("100.0001", "100", "100"),
        ("0.3333", "0.333", "0.333"),
        ("0.5", "0.50", "0.5"),
        ("40.50", "40.50", "40.5"),
        ("20", "20", "20"),
        ("20.0", "20.00", "20"),
    ],
)
def test_numbers_of_a_working_are_written_out(
    number: str, in_hundredths: str, in_halves: str
) -> None:
    assert short(Decimal(number), Decimal("0.01")) == in_hundredths
    assert short(Decimal(number), Decimal("0.10")) == in_hundredths
    assert short(Decimal(number), Decimal("0.5")) == in_halves


AT_TABLE = HLUCIN + (
    "penalties: {late: {event: late, who: offender, pay: 1, to: each_other_at_table%s}}\n"
)


PLAYED = "points: {declarers: 39}, partner: C"


@pytest.mark.parametrize(
    ("order", "points", "expected"),
    [
        ("", PLAYED, "+1.40 -4.40 +1.40 +0.60 +1.00"),
        (", order: 1", PLAYED, "+1.40 -4.40 +1.40 +0.60 +1.00"),
        # of a hand that was given up only what comes last is due
        ("", "ended: surrender", "-3.00 +1.00 +1.00 +1.00 +0"),
        (", order: 1", "ended: surrender", "-2.00 -3.00 +2.00 +2.00 +1.00"),
    ],
)
def test_a_penalty_may_go_to_everybody_at_the_table(order: str, points: str, expected: str) -> None:
    table = rules.load(rules.pack("table: ours\n" + AT_TABLE % order))
    reported = (
        f"{{contract: povinnost, declarer: A, players: 5, {points}, irregular: {{B: [late]}}}}"
    )
    assert pays(settle(table, facts(table, reported))) == expected


def test_only_what_rests_on_tricks_is_not_considered_without_them() -> None:
    house = (
        "title: Ours\nextends: victoria\n"
        "penalties: {lost: {event: hand_over, when: {contract: povinnost, won: opponents},"
        " who: declarer, pay: 1}}\n"
    )
    of = settled(house, "povinnost A+C 50")
    assert pays(of) == "-6 +4 -2 +4"
    assert [dict(note.params) for note in of.notes] == [{"bonus": "valat"}]


IRREGULAR = """\
title: Ours
extends: victoria
penalties:
  late:
    {event: late, who: offender,
     liable: {winner: pays_partners, loser: pays_side, lone_winner: nothing}}
  slip:
    {event: slipped, who: offender,
     liable: {winner: pays_partners, loser: pays_side, lone_winner: pays_each}}
"""


@pytest.mark.parametrize(
    ("events", "row", "pays_each"),
    [
        ("slipped", "slip", True),
        ("late", "late", False),
        ("wrong_discard, late", "wrong_discard", False),
        ("late, slipped", "slip", True),
        ("revoke, slipped", "revoke", True),
        ("slipped, late", "slip", True),
    ],
)
def test_of_several_rows_the_first_of_the_strictest_holds(
    events: str, row: str, pays_each: bool
) -> None:
    table = rules.load(rules.pack("table: ours\n" + IRREGULAR))
    reported = (
        "{contract: prever, declarer: B, level: 1, points: {declarers: 56},"
        f" irregular: {{B: [{events}]}}}}"
    )
    of = settle(table, facts(table, reported))
    assert pays(of) == ("+4 -12 +4 +4" if pays_each else "+0 +0 +0 +0")
    assert dict(item(of, "game").steps[-1].message.params)["row"] == row


#: Amounts below one, unlike Victoria's.
HELLERS = (
    HLUCIN
    + """\
play: {normal: {irregular: recorded}}
penalties:
  revoke:
    {event: revoke, who: offender, liable: {winner: %s, loser: pays_side, lone_winner: pays_each}}
"""
)


@pytest.mark.parametrize(
    ("winner_pays", "reported", "expected"),
    [
        ("pays_partners", "povinnost A+C 39 revoke@A", "-0.40 +0.00 +0.40 +0.00"),
        ("pays_each", "povinnost A+C 39 revoke@A", "-1.20 +0.40 +0.40 +0.40"),
        ("pays_each", "povinnost A+B 39 revoke@A", "-1.20 +0.40 +0.40 +0.40"),
        ("pays_partners_beside_losers", "povinnost A+C 39 revoke@A", "-0.40 +0.00 +0.80 -0.40"),
        ("pays_partners", "povinnost A+C 39 revoke@B", "+0.40 -0.80 +0.40 +0.00"),
        ("pays_partners", "povinnost A+D 39 revoke@B", "+0.40 -0.80 +0.00 +0.40"),
        ("pays_partners", "povinnost A 37 revoke@A", "-0.60 +0.20 +0.20 +0.20"),
        ("pays_partners", "povinnost A 37 revoke@B", "+0.60 -0.60 +0.00 +0.00"),
        ("pays_partners", "povinnost A 33 revoke@A", "-0.60 +0.20 +0.20 +0.20"),
        ("pays_partners", "povinnost A 33 revoke@C", "+0.00 +0.20 -0.40 +0.20"),
    ],
)
def test_who_answers_for_small_amounts(winner_pays: str, reported: str, expected: str) -> None:
    of = settled(HELLERS % winner_pays, reported)
    assert pays(of) == expected


RETURNED = """\
title: Ours
extends: victoria
choose: {penalty.keeps_holding_bonus: returned}
declarations: {to: opponents, rows: {trul: {pay: 0.5}}}
"""


@pytest.mark.parametrize(
    ("seat", "amounts", "lines"),
    [
        ("A", {"A": 0, "B": 0, "D": 0}, 3),
        ("C", {"A": 1, "B": Decimal("-0.5"), "D": Decimal("-0.5")}, 2),
        ("B", {"A": 1, "B": Decimal("-0.5"), "D": Decimal("-0.5")}, 2),
    ],
)
def test_who_has_no_part_in_a_declaration_gives_nothing_of_it_back(
    seat: str, amounts: dict[str, Decimal], lines: int
) -> None:
    table = rules.load(rules.pack("table: ours\n" + RETURNED))
    reported = (
        "{contract: povinnost, declarer: A, partner: C, points: {declarers: 56},"
        f" declarations: {{A: [trul]}}, irregular: {{{seat}: [revoke]}}}}"
    )
    trul = item(settle(table, facts(table, reported)), "trul")
    assert (trul.amounts, len(trul.steps)) == (amounts, lines)


PRICES = """\
title: Ours
extends: heun
payments:
  dear: {when: {contract: five_over}, times: 5, over: [one_last]}
  more: {times: 3, over: [king_last]}
"""


@pytest.mark.parametrize(
    ("contract", "row", "factor"),
    [
        ("four", "king_last", 3),
        ("five", "king_last", 6),
        ("five_over", "king_last", 12),
        ("four", "one_last", 1),
        ("five", "one_last", 2),
        ("five_over", "one_last", 20),
        ("five", "four_kings", 2),
        ("five", "game", 1),
        ("five", "late_discard", 1),
    ],
)
def test_what_a_contract_alone_multiplies(contract: str, row: str, factor: int) -> None:
    """What waits for the tricks, like a valát, is left out."""
    table = rules.load(rules.pack("table: ours\n" + PRICES))
    assert factor_by_contract(table, contract, row) == factor


@pytest.mark.parametrize(
    ("contract", "factor"),
    [("povinnost", "0.10"), ("solo", "0.60"), ("trojka", "1")],
)
def test_what_a_contract_multiplies_may_be_its_rate(contract: str, factor: str) -> None:
    """The rate of trojka rests on the level, which the contract alone does not tell."""
    house = HLUCIN + "payments: {more: {times: [{from: contract.rate}], over: [pagat]}}\n"
    table = rules.load(rules.pack("table: ours\n" + house))
    assert factor_by_contract(table, contract, "pagat") == Decimal(factor)


@pytest.mark.parametrize(
    ("reported", "expected"),
    [
        ("povinnost A+C 30", "-1.00 +1.00 -1.00 +1.00"),
        ("povinnost A+C 30 last=A(I)", "+0.00 +0.00 +0.00 +0.00"),
        ("povinnost A+C 30 last=B(I)", "-3.00 +3.00 -3.00 +3.00"),
        ("povinnost A+C 39", "+0.40 -0.40 +0.40 -0.40"),
    ],
)
def test_only_what_the_declarers_owe_may_be_multiplied(reported: str, expected: str) -> None:
    house = HLUCIN + (
        "payments: {loss: {when: {won: opponents}, times: 2, over: [game, pagat],"
        " owed_by: declarers}}\n"
    )
    assert pays(settled(house, reported)) == expected


def test_a_payment_may_have_the_name_of_the_bonus_it_takes_the_place_of() -> None:
    house = HLUCIN + (
        "payments: {pagat: {when: {outcome: pagat.silent_made}, payer: pagat.losers,"
        " receiver: pagat.winners, pay: 3, replaces: [pagat.silent_made]}}\n"
    )
    of = settled(house, "povinnost A+C 39 last=A(I)")
    assert [item.row for item in of.items] == ["game", "pagat"]
    assert pays(of) == "+3.40 -3.40 +3.40 -3.40"


def test_the_declarers_owe_what_one_of_them_pays_for_both() -> None:
    """0.01 between two is 0.01 and nothing; it is multiplied although the other side has a player
    who gets nothing."""
    house = HLUCIN + (
        "payments:\n"
        "  small: {when: {won: opponents}, payer: declarers, pay: 0.01, between: shared}\n"
        "  loss: {when: {won: opponents}, times: 2, over: [small], owed_by: declarers}\n"
    )
    small = item(settled(house, "povinnost A+C 30"), "small")
    assert small.amounts == {"A": Decimal("-0.02"), "B": Decimal("0.02"), "C": 0, "D": 0}


def test_what_has_fallen_away_takes_the_place_of_nothing() -> None:
    house = HLUCIN + (
        "bonuses: {pagat: {outcomes: {silent_made: {replaces: [valat]}}},"
        " valat: {outcomes: {silent_made: {replaces: [game]}}}}\n"
    )
    of = settled(house, "povinnost A+C 67 tricks=12 last=A(I)")
    assert [item.id for item in of.items] == ["game", "pagat"]
    assert [item.id for item in settled(house, "povinnost A+C 67 tricks=12").items] == ["valat"]


@pytest.mark.parametrize(
    ("who", "expected"),
    [
        ("offender", "+1.40 -3.40 +1.40 +0.60 +0"),
        ("declarer", "-2.60 +0.60 +1.40 +0.60 +0"),
        ("dealer", "+1.40 +0.60 +1.40 +0.60 -4"),
    ],
)
def test_who_pays_for_what_went_wrong_in_a_played_hand(who: str, expected: str) -> None:
    house = HLUCIN + f"penalties: {{late: {{event: slow, who: {who}, pay: 1}}}}\n"
    table = rules.load(rules.pack("table: ours\n" + house))
    played = facts(table, "povinnost A+C 39 players=5")
    of = settle(table, replace(played, irregular=(("B", "slow"),)))
    assert [of.payments[seat] for seat in "ABCDE"] == [Decimal(word) for word in expected.split()]


def test_every_penalty_that_is_due_is_paid_by_contract_and_only_there() -> None:
    house = HLUCIN + (
        "penalties:\n"
        "  late: {event: slow, who: offender, pay: {by: contract, povinnost: 1, trojka: 2}}\n"
        "  loud: {event: noise, when: {contract: trojka}, who: offender, pay: 1}\n"
    )
    table = rules.load(rules.pack("table: ours\n" + house))
    irregular = "irregular: {B: [slow], C: [noise]}"
    reported = (
        f"{{contract: trojka, level: 1, declarer: A, points: {{declarers: 36}}, {irregular}}}"
    )
    of = settle(table, facts(table, reported))
    assert item(of, "late").amounts == {"A": 2, "B": -6, "C": 2, "D": 2}
    assert item(of, "loud").amounts == {"A": 1, "B": 1, "C": -3, "D": 1}
    reported = f"{{contract: povinnost, declarer: A, points: {{declarers: 36}}, {irregular}}}"
    of = settle(table, facts(table, reported))
    assert item(of, "late").amounts == {"A": 1, "B": -3, "C": 1, "D": 1}
    assert "loud" not in [item.id for item in of.items]


@pytest.mark.parametrize(
    ("contract", "expected"),
    [("zolo_brewer", {"left_mund": {"A": -10, "pot": 10}}), ("brewer, level: 1", {})],
)
def test_a_card_left_in_the_talon_may_cost_something_in_one_contract_alone(
    contract: str, expected: dict[str, dict[str, int]]
) -> None:
    house = (
        "title: Ours\nextends: polish\nchoose: {pl.talon_mund_fine: yes}\n"
        "penalties: {left_mund: {when: {contract: zolo_brewer}}}\n"
    )
    table = rules.load(rules.pack("table: ours\n" + house))
    reported = (
        f"{{contract: {contract}, declarer: A, points: {{declarers: 43}}, talon_left: [XXI]}}"
    )
    items = settle(table, facts(table, reported)).items
    assert {item.id: item.amounts for item in items if item.id != "game"} == expected


def test_what_goes_into_a_pot_may_take_the_place_of_the_game() -> None:
    house = POOL + (
        "payments: {extra: {when: {won: declarers}, payer: declarer, receiver: pot, pay: 1,"
        " order: 3, replaces: [game]}}\n"
    )
    of = settled(house, "povinnost A+C 39")
    assert [item.id for item in of.items] == ["extra"]
    assert (pays(of), of.pots) == ("-1.00 +0 +0 +0", {"pot": 1})


def test_what_others_get_is_nothing_to_a_hand_that_came_to_nothing() -> None:
    house = "title: Ours\nextends: polish\ndeclarations: {to: opponents}\n"
    table = rules.load(rules.pack("table: ours\n" + house))
    reported = (
        "{contract: powinnosc, declarer: A, partner: C, points: {declarers: 43},"
        " declarations: {B: [barvy], C: [maly_tarok]}}"
    )
    of = settle(table, facts(table, reported))
    # A: 3 for the game and 3 for B's barwy; C has 4 more, and is of the declarer's side
    assert item(of, "net_zero").amounts == {"A": -5, "C": -5, "pot": 10}


def test_an_amount_may_pass_once_from_side_to_side() -> None:
    house = HLUCIN + (
        "payments: {extra: {when: {result: game}, payer: pagat.losers, receiver: pagat.winners,"
        " pay: 0.05, between: shared}}\n"
    )
    extra = item(settled(house, "povinnost A+C 39 last=A(I)"), "extra")
    assert [str(extra.amounts[seat]) for seat in "ABCD"] == ["0.03", "-0.03", "0.02", "-0.02"]
    three = Decimal("0.03")
    assert [(step.message.text(), step.value) for step in extra.steps[1:]] == [
        ("2 players share 0.05 equally.", three),
        ("2 players share 0.05 equally.", three),
    ]


def test_two_may_share_what_each_of_three_pays_besides_the_game() -> None:
    house = (
        "title: Ours\nextends: french-5\n"
        "payments: {extra: {when: {won: declarers}, receiver: declarers, pay: 9}}\n"
    )
    table = rules.load(rules.pack("table: ours\n" + house))
    reported = (
        "{contract: vzeti, declarer: D, partner: B, points: {declarers: 51}, honours: 1,"
        " players: 5}"
    )
    amounts = item(settle(table, facts(table, reported)), "extra").amounts
    assert amounts == {"A": -9, "B": 9, "C": -9, "D": 18, "E": -9}


@pytest.mark.parametrize("parties", ["payer: declarer", "receiver: opponents"])
def test_where_no_sides_play_no_side_wins_or_loses(parties: str) -> None:
    house = HLUCIN + f"payments: {{extra: {{when: {{result: varsava}}, pay: 1, {parties}}}}}\n"
    assert [item.id for item in settled(house, "varsava 31/20/12/7").items] == ["game"]


def test_a_bonus_that_nobody_pays_stays_nothing_whatever_it_is_multiplied_by() -> None:
    """In Varšava without a declarer there are no two sides."""
    house = HLUCIN + (
        "contracts: {varsava: {says: [bonuses]}}\n"
        "bonuses: {pagat: {outcomes: {silent_made: {best_of: last_trick}}}}\n"
        "payments: {loud: {when: {result: varsava}, times: 2, over: [pagat]}}\n"
    )
    table = rules.load(rules.pack("table: ours\n" + house))
    reported = (
        "{contract: varsava, points: {A: 31, B: 20, C: 12, D: 7},"
        " last_trick: {winner: A, cards: {A: I}}}"
    )
    pagat = item(settle(table, replace(facts(table, reported), declarer="")), "pagat")
    assert not any(pagat.amounts.values())
    assert pagat.steps[-1].value == 0


def test_who_pays_whom_after_two_factors_is_said_in_the_money_of_the_game() -> None:
    """Five points over are 0.50; times 1.5, then times 2."""
    loud = "when: {contract: [trojka]}, over: [game]"
    house = HLUCIN + f"payments: {{loud: {{{loud}, times: 1.5}}, louder: {{{loud}, times: 2}}}}\n"
    table = rules.load(rules.pack("table: ours\n" + house))
    reported = "{contract: trojka, declarer: B, level: 1, points: {declarers: 40}}"
    game = item(settle(table, facts(table, reported)), "game")
    assert [str(step.value) for step in game.steps[-3:]] == ["0.75", "1.50", "1.50"]
    assert str(dict(game.steps[-1].message.params)["amount"]) == "1.50"
    assert game.amounts["B"] == Decimal("4.50")
