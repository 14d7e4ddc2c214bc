"""Facts that are told in part: a settlement is right, or asks, or says what it left out of account; it
never guesses in silence. Facts that contradict each other are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from taroky import rules
from taroky.api.handler import handle, table_of
from taroky.errors import MissingFact, RecordError, TableError
from taroky.hand import Hand
from taroky.hand.sides import SIDES
from taroky.players.simulate import play_hand
from taroky.session import from_json
from taroky.settling.counting.piles import side_cards
from taroky.settling.finished_hand import Finished
from taroky.settling.paying import Settlement, settle
from taroky.settling.played import finished_facts
from taroky.settling.reported.pile_sizes import cards_of_declarers
from taroky.settling.reported.reading import read

VARSAVA = {"contract": "varsava", "points": {"A": 38, "B": 19, "C": 13, "D": 0}}
POVINNOST = {"contract": "povinnost", "declarer": "A", "partner": "C", "points": {"declarers": 39}}
POWINNOSC = {**POVINNOST, "rules": "polish", "contract": "powinnosc"}


def settled(facts: dict[str, Any]) -> Settlement:
    table = table_of(facts)
    return settle(table, read(table, facts))


def payments(facts: dict[str, Any]) -> list[str]:
    return [f"{amount:+}" for amount in settled(facts).payments.values()]


def refused(facts: dict[str, Any]) -> RecordError:
    with pytest.raises(RecordError) as problem:
        settled(facts)
    return problem.value


def asked(facts: dict[str, Any]) -> str:
    with pytest.raises(MissingFact) as question:
        settled(facts)
    return str(question.value.fields["fact"])


@pytest.mark.parametrize("tricks", [None, {}, {"D": 0}, {"A": 7}, {"A": 5, "B": 4, "C": 3}])
def test_a_seat_not_named_is_not_a_seat_without_a_trick(tricks: dict[str, int] | None) -> None:
    """HLU-VAR-22: only D, who has no points, pays and gets double."""
    facts = {**VARSAVA, "tricks": tricks} if tricks is not None else VARSAVA
    assert payments(facts) == ["-8.00", "+2.00", "+2.00", "+4.00"]


def test_points_without_a_trick_are_refused() -> None:
    problem = refused({**VARSAVA, "tricks": {"B": 0}})
    assert str(problem) == "B has 19 card points, so B must have taken a trick."
    assert problem.fields["fact"] == "tricks"


def test_the_capturing_card_is_asked_for_where_it_decides() -> None:
    """POL-POT-03: with this option the mond costs its holder only if the škýz took it."""
    facts = {**POWINNOSC, "options": {"pl.mund_fine": "only_by_skiz"}}
    fell = {"holder": "A", "taker": "B"}
    assert asked({**facts, "captured": {"XXI": fell}}) == "captured"
    by_skiz = settled({**facts, "captured": {"XXI": {**fell, "card": "SKYZ"}}})
    assert [item.id for item in by_skiz.items] == ["game", "lost_mund"]
    any_card = settled({**POWINNOSC, "captured": {"XXI": fell}})
    assert [item.id for item in any_card.items] == ["game", "lost_mund"]


@pytest.mark.parametrize(
    "facts",
    [
        {"contract": "trojka", "declarer": "A", "points": {"declarers": 40}},
        {"rules": "polish", "contract": "brewer", "declarer": "A", "points": {"declarers": 40}},
        {"rules": "machtarok", "contract": "prever", "declarer": "A", "points": {"declarers": 40}},
        {"rules": "victoria", "contract": "prever", "declarer": "A", "points": {"declarers": 40}},
        {"rules": "heun", "contract": "four", "declarer": "A", "points": {"declarers": 40}},
    ],
    ids=lambda facts: f"{facts.get('rules', 'hlucin')}-{facts['contract']}",
)
def test_the_level_is_asked_for_where_the_price_rests_on_it(facts: dict[str, Any]) -> None:
    """HLU-SET-02, MACH-TALON-05, VIC-SETT-11."""
    assert asked(facts) == "level"
    assert len({tuple(payments({**facts, "level": level})) for level in (1, 2, 3)}) == 3


def test_a_won_prever_needs_no_level() -> None:
    """MACH-TALON-05: only who loses pays for the cards rejected."""
    won = {"rules": "machtarok", "contract": "prever", "declarer": "A", "points": {"declarers": 60}}
    assert payments(won) == payments({**won, "level": 3})


def test_tricks_are_asked_for_where_a_valat_hangs_on_them() -> None:
    """HEUN-BONUS-18: a side with so few points may have been without a trick; with more it was not."""
    facts = {"rules": "heun", "contract": "five", "declarer": "A", "points": {"declarers": 70}}
    assert asked(facts) == "tricks"
    assert payments({**facts, "tricks": {"declarers": 12}}) == ["+48", "-16", "-16", "-16"]
    assert payments({**facts, "tricks": {"declarers": 11}}) == ["+24", "-8", "-8", "-8"]
    assert payments({**facts, "points": {"declarers": 40}}) == ["+24", "-8", "-8", "-8"]


def test_the_tricks_of_a_zesta_are_not_assumed_in_silence() -> None:
    """VIC-PEN-13: the fine may be due to a bidder alone; with a partner's points a note says what is not
    considered."""
    zesta = {"rules": "victoria", "contract": "zesta", "declarer": "A", "points": {"declarers": 5}}
    assert asked(zesta) == "tricks"
    notes = settled({**zesta, "partner": "C", "points": {"declarers": 56}}).notes
    assert any(
        "Zesta" in note.text() and "No number of tricks is given" in note.text() for note in notes
    )


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({**POVINNOST, "declarer": "B"}, "Only the first player, A, can bid povinnost"),
        ({**POVINNOST, "declarer": "C", "partner": "A"}, "Only the first player, A, can bid"),
        ({**POVINNOST, "contract": "druha_povinnost"}, "The first player cannot bid"),
        (
            {**POVINNOST, "called": "XIX", "declarations": {"C": ["barvy"]}},
            "C cannot have declared",
        ),
        (
            {**POWINNOSC, "captured": {"SKYZ": {"holder": "A", "taker": "B", "card": "XX"}}},
            "The XX cannot take the škýz.",
        ),
        (
            {
                **POWINNOSC,
                "points": {"declarers": 70},
                "tricks": {"opponents": 0},
                "captured": {"XXI": {"holder": "A", "taker": "B", "card": "SKYZ"}},
            },
            "took no trick",
        ),
        (
            {
                **POWINNOSC,
                "last_trick": {"winner": "A", "cards": {"A": "XXI"}},
                "captured": {"XXI": {"holder": "A", "taker": "B", "card": "SKYZ"}},
            },
            "last trick",
        ),
        ({"irregular": {"B": ["misdeal"]}}, "Only the dealer, D"),
        (
            {
                "rules": "victoria",
                "contract": "zesta",
                "declarer": "A",
                "points": {"declarers": 60},
                "irregular": {"A": ["wrong_discard"]},
            },
            "Nobody discards",
        ),
    ],
)
def test_facts_that_contradict_each_other_are_refused(facts: dict[str, Any], said: str) -> None:
    """HLU-BID-09, HLU-BID-11, HLU-ANN-13, HLU-DEAL-08."""
    assert said in str(refused(facts))


def test_what_the_rules_allow_is_not_refused() -> None:
    """HLU-POOL-11: with the pool the first player may bid druhá povinnost; HLU-ANN-12: the holder of one
    tarok may declare barvičky."""
    pagat = {"last_trick": {"winner": "A", "cards": {"A": "I"}}}
    druha = {**POVINNOST, **pagat, "contract": "druha_povinnost"}
    assert settled({**druha, "options": {"pool.enabled": "yes"}}).items
    assert settled({**POVINNOST, "called": "XIX", "declarations": {"C": ["barvicky"]}}).items


def test_a_misdeal_needs_no_contract() -> None:
    """HLU-DEAL-08, VIC-PEN-01."""
    assert payments({"irregular": {"D": ["misdeal"]}}) == ["+1.00", "+1.00", "+1.00", "-3.00"]
    victoria = {"rules": "victoria", "irregular": {"D": ["misdeal"]}}
    assert payments(victoria) == ["+2", "+2", "+2", "-6"]


def test_a_rule_sets_own_words_are_facts() -> None:
    """POL-BID-01: "walat" and "barwy" are what players in Zabrzeg say."""
    won = {**POWINNOSC, "points": {"declarers": 70}, "tricks": {"declarers": 12}}
    assert payments({**won, "announced": {"A": ["walat"]}}) == payments(
        {**won, "announced": {"A": ["valat"]}}
    )
    own, ids = {"declarations": {"B": ["Barwy"]}}, {"declarations": {"B": ["barvy"]}}
    assert payments({**POWINNOSC, **own}) == payments({**POWINNOSC, **ids})


def test_an_options_error_points_at_the_request() -> None:
    with pytest.raises(TableError) as problem:
        settled({**POVINNOST, "options": {"varsava.scoring": "half"}})
    assert str(problem.value).startswith("options: “half” is not a value of varsava.scoring")


def test_a_number_is_read_as_a_number_in_an_option() -> None:
    for game in rules.ids():
        for key, option in rules.load(game).options.items():
            for value in option.values:
                if "." in value and value.replace(".", "").isdigit():
                    short = value.rstrip("0").rstrip(".")
                    assert rules.load(game, {key: short}) == rules.load(game, {key: value})


def test_a_hand_without_a_seat_is_told_without_one() -> None:
    taroky = "SKYZ XXI XX XIX XVIII XVII XVI XV XIV XIII XII XI X IX"
    answer = handle({"verb": "legal", "rules": "hlucin", "hand": taroky})
    assert answer["error"]["text"] == "The hand has 14 cards; expected 1–12."


def test_thirds_of_the_pool_add_up() -> None:
    """HLU-POOL-12: the value of the pool passes once, no more and no less."""
    facts = {
        "options": {"pool.enabled": "yes"},
        "contract": "druha_povinnost",
        "declarer": "B",
        "points": {"declarers": 45},
        "doubles": {"pagat": "flek"},
        "pots": {"pot": 5},
        "last_trick": {"winner": "B", "cards": {"B": "I"}},
        "tricks": {"declarers": 7},
    }
    (pool,) = (item for item in settled(facts).items if item.id == "pool_flek_alone")
    assert pool.amounts == {
        "B": Decimal("5.00"),
        "A": Decimal("-1.67"),
        "C": Decimal("-1.67"),
        "D": Decimal("-1.66"),
    }


def test_an_offender_answers_for_his_side_alone() -> None:
    """VIC-PEN-17: where the holder of the Pagat settles with each, their own partner among them, that partner
    still owes a share when somebody of the other side broke a rule."""
    facts = {
        **POVINNOST,
        "rules": "victoria",
        "options": {"pagat.payment": "holder_and_each"},
        "points": {"declarers": 56},
        "tricks": {"declarers": 7},
        "last_trick": {"winner": "B", "cards": {"B": "I"}},
        "irregular": {"A": ["revoke"]},
    }
    (pagat,) = (item for item in settled(facts).items if item.id == "pagat")
    assert {k: int(v) for k, v in pagat.amounts.items()} == {"A": -10, "B": 15, "C": 0, "D": -5}


def test_a_zesta_without_a_trick_beside_a_lost_valat() -> None:
    """VIC-PEN-14: both are paid, or by the option the Valat alone."""
    facts = {
        "rules": "victoria",
        "contract": "zesta",
        "declarer": "A",
        "partner": "C",
        "points": {"declarers": 50},
        "tricks": {"declarers": 6, "A": 0},
        "announced": {"A": ["valat"]},
    }
    rows = [item.row for item in settled(facts).items]
    assert rows == ["valat.failed", "zesta_no_trick"]
    only = settled({**facts, "options": {"zesta.no_trick_beside_valat": "valat_only"}})
    assert [item.row for item in only.items] == ["valat.failed"]


# -- facts with parts taken away ------------------------------------------------------------------


@cache
def played(game: str) -> tuple[Hand, ...]:
    """Hands of a rule set played at random to their end."""
    table = rules.load(game)
    return tuple(play_hand(table, f"{game}/{n}") for n in range(40))


def _told_in_part(facts: Finished, rng: random.Random) -> Iterator[Finished]:
    """The same facts, each time with another part that nobody told."""
    yield replace(facts, level=None)
    yield replace(facts, honours=None)
    yield replace(facts, left_over=None)
    yield replace(facts, called="")
    if facts.captured:
        unknown = {card: replace(fall, card="") for card, fall in facts.captured.items()}
        yield replace(facts, captured=unknown)
    for side in SIDES:
        if side in facts.points:
            yield replace(facts, points={side: facts.points[side]})
    if facts.tricks:
        yield replace(facts, tricks=None)
        for _ in range(3):
            kept = {who: n for who, n in facts.tricks.items() if rng.random() < 0.5}
            yield replace(facts, tricks=kept)


@pytest.mark.parametrize("game", rules.ids())
def test_with_parts_taken_away_it_is_right_or_asks(game: str) -> None:
    rng = random.Random(f"parts {game}")
    table = rules.load(game)
    same = 0
    for hand in played(game):
        facts = finished_facts(hand)
        if facts.ended or not facts.contract:
            continue
        whole = settle(table, facts)
        for part in _told_in_part(facts, rng):
            try:
                settled_part = settle(table, part)
            except MissingFact as question:
                assert question.fields["fact"], str(question)
                continue
            if settled_part.payments != whole.payments:
                untold = {note.id for note in settled_part.notes} - {
                    note.id for note in whole.notes
                }
                assert untold & {"settle.no_tricks", "settle.no_tricks_event"}, (
                    part,
                    settled_part,
                    whole,
                )
                continue
            same += 1
    assert same > 20


@pytest.mark.parametrize("judged", ["hand_dealt", "hand_after_discarding"])
def test_a_drawn_tarok_says_nothing_about_what_was_declared_before_it(judged: str) -> None:
    """HLU-ANN-08: with declarations of the hand as dealt, who had barvy may play a tarok from the talon."""
    facts = {
        **POVINNOST,
        "declarations": {"A": ["barvy"]},
        "last_trick": {"winner": "B", "cards": {"C": "XX", "D": "RC", "A": "XV", "B": "SKYZ"}},
    }
    if judged == "hand_dealt":
        facts["options"] = {"declare.on": judged}
        assert settled(facts).payments["A"] > 0
    else:
        assert refused(facts).message.id == "fact.declared_never"


WRONG_DISCARD = {
    "rules": "victoria",
    "contract": "povinnost",
    "declarer": "A",
    "partner": "C",
    "irregular": {"A": ["wrong_discard"]},
}


def test_cards_an_offender_is_left_with_count_for_the_other_side() -> None:
    """VIC-PEN-03: 53 against 52 and a card left over makes 53 against 53, which the declarer loses by
    one."""
    facts = {**WRONG_DISCARD, "left_in_hand": {"A": ["7S"]}}
    read_ = read(table_of(facts), {**facts, "points": {"declarers": 53, "opponents": 52}})
    assert read_.points == {"declarers": 53, "opponents": 53}
    assert payments({**facts, "points": {"declarers": 53}}) == payments(
        {**facts, "points": {"declarers": 53, "opponents": 52}}
    )
    by_b = {**facts, "irregular": {"B": ["wrong_discard"]}, "left_in_hand": {"B": "KS"}}
    read_ = read(table_of(by_b), {**by_b, "points": {"declarers": 50, "opponents": 52}})
    assert read_.points == {"declarers": 54, "opponents": 52}


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": {"declarers": 53, "opponents": 52}, "left_in_hand": {"C": ["7S"]}},
        {"points": {"declarers": 53, "opponents": 40}, "left_in_hand": {"A": ["7S"]}},
        {"points": {"declarers": 54, "opponents": 53}, "left_in_hand": {"A": ["7S"]}},
        {"points": {"declarers": 53}, "left_in_hand": {"E": ["7S"]}},
        {"points": {"declarers": 53}, "left_in_hand": {"A": ["7X"]}},
        {"points": {"declarers": 53}, "left_in_hand": {"A": 3}},
    ],
)
def test_cards_left_in_hand_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    answer = handle({"verb": "score", "rules": "victoria", "facts": {**WRONG_DISCARD, **wrong}})
    assert not answer["ok"]
    assert answer["error"]["text"].endswith(".")


def test_the_points_of_the_side_that_was_left_with_cards_are_asked_for() -> None:
    facts = {**WRONG_DISCARD, "left_in_hand": {"A": ["7S"]}, "points": {"opponents": 52}}
    with pytest.raises(MissingFact):
        settled(facts)
    plain = {"rules": "heun", "contract": "four", "declarer": "A", "partner": "C"}
    assert refused({**plain, "points": {"declarers": 36}, "left_in_hand": {"A": ["7S"]}})


def test_a_forhan_that_was_passed_is_told_by_who_opened() -> None:
    """VIC-BID-12 to VIC-BID-16: A, without a tarok, is paid four by each at once, and B has to open."""
    played = {
        "rules": "victoria",
        "contract": "povinnost",
        "declarer": "B",
        "partner": "D",
        "points": {"declarers": 60},
    }
    passed = settled({**played, "opener": "B"}).payments
    usual = settled(played).payments
    assert [passed[s] - usual[s] for s in "ABCD"] == [12, -4, -4, -4]
    declared = settled({**played, "opener": "B", "declarations": {"A": ["una_beeda"]}}).payments
    assert declared == passed
    assert refused({**played, "opener": "A"}).message.id == "fact.bidder_opener"
    assert refused({**played, "opener": "C"}).message.id == "fact.handed_on_once"
    often = settled(
        {
            **played,
            "declarer": "C",
            "partner": "D",
            "opener": "C",
            "options": {"forhan_pass.repeat": "chain"},
        }
    ).payments
    assert sum(often.values()) == 0


def test_where_the_first_player_always_opens_nobody_else_has() -> None:
    """HLU-BID-02."""
    assert refused({**POVINNOST, "opener": "B"}).message.id == "fact.opener"
    assert payments({**POVINNOST, "opener": "A"}) == payments(POVINNOST)


@pytest.mark.parametrize(("tricks", "left"), [(7, 1), (7, 0), (6, 1), (8, 0)])
def test_leftover_cards_fit_the_tricks(tricks: int, left: int) -> None:
    """HEUN-COUNTING-14: in a Four the pile has four cards for each trick and the three discarded."""
    facts = {
        "rules": "heun",
        "contract": "four",
        "declarer": "A",
        "partner": "C",
        "level": 1,
        "points": {"declarers": 40},
        "tricks": {"declarers": tricks},
        "left_over": {"declarers": left},
    }
    if (4 * tricks + 3) % 3 == left:
        assert settled(facts).payments
    else:
        assert refused(facts).message.id == "fact.left_over"


@pytest.mark.parametrize("game", rules.ids())
def test_the_pile_of_a_played_hand_has_as_many_cards_as_its_facts_tell(game: str) -> None:
    """VIC-TALON-17, HEUN-COUNTING-02, HLU-COUNT-08: tricks, discards and the rest of the talon."""
    seen = 0
    for hand in played(game):
        if hand.ended or hand.row.sides == "each":
            continue
        expected = cards_of_declarers(hand.table, finished_facts(hand), hand.row)
        if expected is not None:
            seen += 1
            assert expected == len(side_cards(hand)["declarers"])
    assert seen or game in OPEN_PILES


#: Rule sets whose piles the facts do not tell: an excuse goes back, each plays alone, a draw is passed
#: on, or nobody counts the talon.
OPEN_PILES = {name for name in rules.ids() if name.startswith("french")} | {"tarok54"}


# -- facts that cannot be, and facts that decide what was announced ----------------------------------

SEVENTY = {**POVINNOST, "points": {"declarers": 70}}
FIVE = {
    "rules": "heun",
    "contract": "five",
    "declarer": "A",
    "partner": "B",
    "points": {"declarers": 40},
    "tricks": {"declarers": 6},
}


@pytest.mark.parametrize(
    ("tricks", "valat"),
    [
        ({"A": 12}, True),
        ({"A": 7, "C": 5}, True),
        ({"A": 7, "C": 4}, False),
        ({"B": 0, "D": 0}, True),
        ({"A": 6, "B": 0, "C": 6}, True),
        ({"B": 1, "D": 0}, False),
    ],
)
def test_tricks_of_seats_make_those_of_their_sides(tricks: dict[str, int], valat: bool) -> None:
    """HLU-BON-07."""
    items = [item.id for item in settled({**SEVENTY, "tricks": tricks}).items]
    assert items == ["game", "valat"] if valat else ["game"]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({**POVINNOST, "tricks": {"B": 6, "D": 6}}, "took no tricks and cannot have 39 points"),
        ({**POVINNOST, "tricks": {"A": 0, "C": 0}}, "took no tricks and cannot have 39 points"),
        ({**POVINNOST, "tricks": {"A": 3, "C": 3, "declarers": 7}}, "A and C add up to 6"),
        ({**POVINNOST, "tricks": {"A": 8, "declarers": 7}}, "A add up to 8"),
        ({**POVINNOST, "tricks": {"A": 5, "B": 5, "C": 5}}, "add up to 15"),
        ({**POVINNOST, "points": {"declarers": 60}, "tricks": {"A": 1, "C": 0}}, "at most 47"),
        ({**POVINNOST, "tricks": {"A": 0}, "last_trick": {"winner": "A"}}, "has no tricks"),
        ({**POVINNOST, "points": {"declarers": "39.5"}}, "39.5 card points are impossible"),
        ({**POVINNOST, "points": {"declarers": "118/3"}}, "118/3 card points are impossible"),
        ({**VARSAVA, "points": {"A": "38.5", "B": "18.5", "C": 13, "D": 0}}, "38.5 card points"),
        ({**POVINNOST, "called": "XV"}, "The XV cannot have been called"),
        ({**POVINNOST, "called": "KS"}, "cannot have been called"),
        ({**POVINNOST, "contract": "solo", "partner": "none", "called": "XIX"}, "Nobody is called"),
        (
            {**POVINNOST, "called": "XIX", "last_trick": {"winner": "B", "cards": {"B": "XIX"}}},
            "The XIX was called and B held it, so the partner is B, not C.",
        ),
        (
            {**POVINNOST, "called": "XIX", "last_trick": {"winner": "A", "cards": {"A": "XIX"}}},
            "so the partner is A, not C.",
        ),
        (
            {
                **POWINNOSC,
                "partner": "none",
                "called": "XIX",
                "captured": {"XIX": {"holder": "D", "taker": "A"}},
            },
            "The XIX was called and D held it, so A did not play alone.",
        ),
        ({**FIVE, "announced": {"C": ["king_last"]}}, "Only the holder of the called card may"),
        (
            {"rules": "french", "contract": "vzeti", "declarer": "A", "points": {"declarers": 3}}
            | {"honours": 3},
            "at least 13.5",
        ),
        (
            {"rules": "french", "contract": "vzeti", "declarer": "A", "honours": 1}
            | {"points": {"declarers": "40.25"}},
            "the smallest part of a point here is 0.5",
        ),
    ],
)
def test_facts_that_no_hand_can_have_are_refused(facts: dict[str, Any], said: str) -> None:
    """HLU-COUNT-01, HLU-CALL-05, HLU-VAR-17, FR-COUNTING-10, FR-COUNTING-11."""
    problem = refused(facts)
    assert said in str(problem) and problem.fields["fact"]


def test_thirds_are_points_where_they_are_counted() -> None:
    """HLU-VAR-17."""
    thirds = {"A": "112/3", "B": "59/3", "C": 13, "D": 0}
    facts = {**VARSAVA, "points": thirds}
    assert settled({**facts, "options": {"varsava.rounding": "exact_thirds"}}).items
    assert refused(facts).message.id == "fact.points_whole"


ANNOUNCED = {**POVINNOST, "announced": {"A": ["pagat"]}, "tricks": {"declarers": 7}}


@pytest.mark.parametrize(
    "last",
    [
        {"winner": "A"},
        {"winner": "A", "cards": {}},
        {"winner": "A", "cards": {"B": "7S", "C": "8S"}},
        None,
    ],
)
def test_the_card_of_who_announced_is_asked_for(last: dict[str, Any] | None) -> None:
    """HLU-BON-04, HLU-BON-05."""
    assert asked({**ANNOUNCED, "last_trick": last} if last else ANNOUNCED) == "last_trick"


@pytest.mark.parametrize(
    ("last", "paid"),
    [
        ({"winner": "A", "cards": {"A": "I"}}, "+2.40"),
        ({"winner": "A", "cards": {"A": "KS"}}, "-1.60"),
        ({"winner": "A", "cards": {"A": "other"}}, "-1.60"),
        # no matter who took it: that player has not taken it with the pagát that A announced
        ({"winner": "B"}, "-1.60"),
        ({"winner": "C"}, "-1.60"),
    ],
)
def test_nothing_is_asked_that_changes_nothing(last: dict[str, Any], paid: str) -> None:
    assert payments({**ANNOUNCED, "last_trick": last})[0] == paid


def test_the_holder_of_the_called_card_is_asked_for_or_known() -> None:
    """HEUN-ANNOUNCEMENTS-01."""
    last = {"winner": "A", "cards": {"B": "KS", "A": "II"}}
    said = {**FIVE, "announced": {"B": ["king_last"]}}
    assert asked({**said, "last_trick": {"winner": "A"}}) == "last_trick"
    assert asked({**said, "last_trick": last}) == "called"
    made = settled({**said, "called": "KS", "last_trick": last})
    assert [item.row for item in made.items] == ["game", "king_last.said"]
    nobody = {key: value for key, value in said.items() if key != "partner"}
    assert asked({**nobody, "called": "KS", "last_trick": last}) == "partner"
    assert asked(nobody) == "partner"


def test_what_is_taken_for_granted_is_said() -> None:
    facts = {"contract": "povinnost", "declarer": "A", "points": {"declarers": 39}}
    ids = {note.id for note in settled(facts).notes}
    assert ids == {
        "settle.alone",
        "settle.no_tricks",
        "settle.no_last_trick",
        "settle.nothing_said",
    }
    all_of_it = {
        **facts,
        "partner": "none",
        "tricks": {"declarers": 7},
        "last_trick": {"winner": "B", "cards": dict.fromkeys("ABCD", "other")},
        "declarations": {"C": ["barvy"]},
    }
    (note,) = settled(all_of_it).notes
    assert note.text().endswith("only this is given and considered: C: barvy.")


def test_the_card_of_the_one_lost_trick_is_asked_for() -> None:
    """FR-ANNOUNCE-10."""
    facts = {
        "rules": "french",
        "options": {"slam.max_lost_tricks": "skyz_only"},
        "contract": "vzeti",
        "declarer": "A",
        "points": {"declarers": 86},
        "honours": 2,
        "tricks": {"declarers": 17},
    }
    slam = {**facts, "announced": {"A": ["slam"]}}
    assert asked(slam) == "lost_with"
    rows = {
        card: [item.row for item in settled({**slam, "lost_with": card}).items]
        for card in ("SKYZ", "other")
    }
    assert rows == {"SKYZ": ["game", "slam.made"], "other": ["game", "slam.failed"]}
    assert "settle.lost_with" in {note.id for note in settled(facts).notes}


BY_MISTAKE = {"rules": "victoria", "options": {"wrong_discard.short_hand": "redeal"}}


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"ended": "misdeal", "declarations": {"A": ["pan"]}}, "hand.no_such"),
        ({"ended": "misdeal", "declarations": {"X": ["pani"]}}, "hand.no_seat"),
        ({"ended": "misdeal", "declarations": {"A": ["pani", "pani"]}}, "announce.twice"),
        (
            {"ended": "misdeal", "declarations": {"A": ["trul"], "B": ["trul"]}},
            "fact.declared_never",
        ),
        ({"ended": "misdeal", "contract": "trojka"}, "fact.contract"),
        ({"ended": "wrong_discard", "declarations": {"A": ["pani"]}}, "fact.irregular"),
        ({"ended": "wrong_discard", "declarer": "A"}, "fact.irregular"),
    ],
)
def test_a_hand_that_a_mistake_ended_is_checked_too(facts: dict[str, Any], message: str) -> None:
    with pytest.raises((RecordError, MissingFact)) as problem:
        settled({**BY_MISTAKE, **facts})
    assert problem.value.message.id == message


def test_declarations_stand_where_a_mistake_ends_the_hand() -> None:
    """VIC-ANN-16, VIC-PEN-18."""
    facts = {**BY_MISTAKE, "ended": "wrong_discard", "irregular": {"B": ["wrong_discard"]}}
    assert payments({**facts, "declarations": {"A": ["pani"]}}) == ["+6", "-2", "-2", "-2"]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"rules": "french", "contract": "vzeti", "announced": "B slam"}, "only by the declarer"),
        ({"rules": "french-5", "contract": "vzeti", "announced": "B slam"}, "only by the declarer"),
        ({"rules": "victoria", "contract": "prever", "announced": "B valat"}, "only by"),
        ({"rules": "hlucin", "contract": "varsava", "announced": "B valat"}, "nothing can be"),
        ({"rules": "heun", "contract": "five", "announced": "B slam"}, "cannot be chosen here"),
    ],
)
def test_who_leads_is_not_told_from_what_nobody_may_announce(
    facts: dict[str, Any], said: str
) -> None:
    """FR-ANNOUNCE-08, VIC-ANN-18, HLU-VAR-02."""
    answer = handle({"verb": "leads", "declarer": "A", **facts})
    assert not answer["ok"] and said in answer["error"]["text"]


def test_who_announced_a_slam_leads() -> None:
    """FR-ANNOUNCE-09: and in Victoria the partner may have announced a Valat."""
    slam = {"rules": "french", "contract": "vzeti", "declarer": "C", "announced": "C slam"}
    assert handle({"verb": "leads", **slam})["seat"] == "C"
    valat = {"rules": "victoria", "contract": "povinnost", "declarer": "A", "announced": "C valat"}
    assert handle({"verb": "leads", **valat})["ok"]


@pytest.mark.parametrize("seat", ["", "A", "C"])
@pytest.mark.parametrize("partner", ["none", "B"])
@pytest.mark.parametrize(
    "asked_of",
    [
        {"rules": "heun", "contract": "five", "declarer": "C", "called": "KD"},
        {
            "rules": "victoria",
            "options": {"bidding.when": "after_talon"},
            "contract": "povinnost",
            "declarer": "A",
            "called": "XX",
        },
    ],
    ids=["heun", "victoria"],
)
def test_somebody_may_speak_before_anything_is_said(
    asked_of: dict[str, Any], partner: str, seat: str
) -> None:
    """HEUN-ANNOUNCEMENTS-12, VIC-ANN-01, VIC-BID-11."""
    request = {"verb": "sayings", **asked_of, "partner": partner, "seat": seat}
    answer = handle({key: value for key, value in request.items() if value})
    assert answer["ok"] and not answer["finished"]
    assert answer["seat"] == asked_of["declarer"] and answer["legal"]


def test_a_hand_of_an_old_session_file_stands_as_it_was_paid() -> None:
    """Files written before these checks go on being read, and pay what they paid."""
    table = rules.load("hlucin")
    for facts in (
        {**POVINNOST, "announced": {"A": ["pagat"]}, "last_trick": {"winner": "A", "cards": {}}},
        {**POVINNOST, "points": {"declarers": "39.5"}},
        {**POVINNOST, "tricks": {"A": 3, "C": 3, "declarers": 7}},
        {"ended": "surrender", "declarer": "A"},
    ):
        with pytest.raises((RecordError, MissingFact)):
            settle(table, read(table, facts))
        data = {"format": "taroky-session", "version": 1, "rules": "hlucin", "first_dealer": "Dan"}
        data |= {"players": ["Ada", "Bob", "Cyd", "Dan"], "hands": [{"facts": facts}]}
        assert (
            from_json(data).played[0].payments
            == settle(table, read(table, facts), kept=True).payments
        )
