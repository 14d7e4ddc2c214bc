"""MachTarok: rules that no table of cases can hold."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from cases import fill, load, run
from taroky.errors import TarokyError
from taroky.game import record, undealt
from taroky.game.view import view
from taroky.hand import Hand
from taroky.phases.declaring import check_combination, judge_declarations
from taroky.rules.table import Table
from taroky.session import Session, first_dealer
from taroky.settling.paying import finished_facts, settle

RULES = load("machtarok")
PACK = RULES.cards
HONOURS = ("KS", "KH", "KD", "KC", "SKYZ", "XXI", "I")


def test_the_pack() -> None:
    """MACH-DECK-01, MACH-TUT-04: 22 trumps and four suits of eight, all different.
    MACH-DECK-04, MACH-DECK-05, MACH-DECK-06, MACH-TUT-07: four courts and four pips a suit."""
    assert len(PACK.cards) == len(set(PACK.cards)) == 54 == 22 + 4 * 8
    assert sum(map(PACK.is_tarok, PACK.cards)) == 22
    for suit in "SC":
        ranks = ("K", "Q", "R", "J", "10", "9", "8", "7")
        assert [c for c in PACK.cards if PACK.suit(c) == suit] == [rank + suit for rank in ranks]
    for suit in "HD":
        ranks = ("K", "Q", "R", "J", "4", "3", "2", "A")
        assert [c for c in PACK.cards if PACK.suit(c) == suit] == [rank + suit for rank in ranks]


def test_the_sets() -> None:
    """MACH-DECK-03, MACH-DECK-07, MACH-DECK-08."""
    assert PACK.trumps[:3] == ("SKYZ", "XXI", "XX")
    assert PACK.trumps[-2:] == ("II", "I")
    assert set(PACK.members("trul")) == {"SKYZ", "XXI", "I"}
    assert set(PACK.members("five")) == set(HONOURS)


@pytest.mark.parametrize("players", [3, 5])
def test_always_four(players: int) -> None:
    """MACH-SEAT-01: three or five are refused."""
    assert undealt(RULES, PACK.cards, players=4).at_table == ("A", "B", "C", "D")
    with pytest.raises(TarokyError):
        undealt(RULES, PACK.cards, players=players)


def test_direction() -> None:
    """MACH-SEAT-02: counter-clockwise, or mirrored."""
    assert RULES.seats.direction == "anticlockwise"
    mirrored = load("machtarok", (("seating.direction", "clockwise"),))
    assert mirrored.seats.direction == "clockwise"


# -- the first dealer ----------------------------------------------------------------------------


def test_the_first_dealer() -> None:
    """MACH-DEAL-01, MACH-OPT-04: the host, the eldest, or the player who draws the highest card."""
    assert RULES.deal.first_dealer == "host"
    for value, cell in (("senior", "senior"), ("high_card", "highest_draw")):
        assert load("machtarok", (("deal.first_dealer", value),)).deal.first_dealer == cell


def test_drawing_for_the_deal() -> None:
    """MACH-DEAL-02: by card points; equals draw again. By rank trumps stand above all suits."""
    by_points = load("machtarok", (("deal.first_dealer", "high_card"),))
    by_rank = load("machtarok", (("deal.first_dealer", "high_card"), ("deal.high_card_by", "rank")))
    assert first_dealer(by_points, ("KS", "XV", "7C", "XX")) == 0
    assert first_dealer(by_rank, ("KS", "XV", "7C", "XX")) == 3
    assert first_dealer(by_points, ("KS", "I", "7C", "XX")) is None
    assert first_dealer(by_rank, ("KS", "I", "7C", "QS")) == 1
    assert first_dealer(by_rank, ("KS", "KH", "7C", "QS")) is None
    assert first_dealer(by_points, ("7C", "XX", "AH", "XV")) is None


# -- money cards ---------------------------------------------------------------------------------


def call_sets(table: Table) -> Counter[frozenset[str]]:
    """Every set of money cards that a hand of twelve may call in full, over all splits into Trul
    cards, other trumps, kings and the rest."""
    trul, kings = ("SKYZ", "XXI", "I"), ("KS", "KH", "KD", "KC")
    other_trumps = [card for card in PACK.trumps if card not in trul]
    plain = [c for c in PACK.cards if not PACK.is_tarok(c) and c not in kings]
    counts: Counter[frozenset[str]] = Counter()
    for t in range(4):
        for k in range(5):
            for o in range(12 - t - k + 1):
                hand = (*trul[:t], *kings[:k], *other_trumps[:o], *plain[: 12 - t - k - o])
                legal = [c.what for c in judge_declarations(table, hand) if c.legal]
                assert check_combination(table, legal) is None
                counts[frozenset(legal)] += 1
    return counts


def chips(table: Table, rows: frozenset[str]) -> int:
    return sum(int(table.declarations.rows[row].pay.number or 0) for row in rows)


def test_every_set_of_money_cards() -> None:
    """MACH-ANN-20: 23 sets can occur, as listed; MACH-ANN-12, MACH-ANN-13, MACH-ANN-19: no others.
    MACH-ANN-21: the best is worth 10. MACH-ANN-30: there are eight money cards."""
    assert set(RULES.declarations.rows) == {
        "uni",
        "bida",
        "tarocky",
        "taroky",
        "trul",
        "pane",
        "rosa_pane",
        "rosa_pane_plus",
    }
    listed = {
        2: ["bida", "tarocky", "pane", "trul"],
        4: ["uni", "rosa_pane", "taroky", "bida pane", "pane tarocky", "pane trul", "tarocky trul"],
        6: [
            "rosa_pane_plus",
            "rosa_pane bida",
            "rosa_pane tarocky",
            "pane taroky",
            "pane tarocky trul",
            "taroky trul",
        ],
        8: [
            "rosa_pane uni",
            "rosa_pane_plus bida",
            "rosa_pane_plus tarocky",
            "rosa_pane_plus trul",
            "pane taroky trul",
        ],
        10: ["rosa_pane_plus tarocky trul"],
    }
    wanted = {frozenset(rows.split()): n for n, each in listed.items() for rows in each}
    assert len(wanted) == 23
    chips_by_set = {rows: chips(RULES, rows) for rows in call_sets(RULES) if rows}
    assert chips_by_set == wanted


def test_honours_that_stack() -> None:
    """MACH-ANN-13, MACH-ANN-19, MACH-ANN-20: with Pane on top of the Rosa calls there are 23 sets
    too, the best worth 12."""
    table = load("machtarok", (("announcements.honours_stack", "yes"),))
    chips_by_set = {rows: chips(table, rows) for rows in call_sets(table) if rows}
    assert len(chips_by_set) == 23
    assert max(chips_by_set.values()) == 12
    assert all("pane" in rows for rows in chips_by_set if rows & {"rosa_pane", "rosa_pane_plus"})


def test_pairs_that_never_meet() -> None:
    """MACH-ANN-12, MACH-ANN-18, MACH-ANN-19."""
    never = {
        ("uni", "bida"),
        ("uni", "tarocky"),
        ("uni", "taroky"),
        ("bida", "tarocky"),
        ("bida", "taroky"),
        ("tarocky", "taroky"),
        ("uni", "rosa_pane_plus"),
        ("uni", "trul"),
        ("bida", "trul"),
        ("rosa_pane", "rosa_pane_plus"),
        ("rosa_pane", "trul"),
        ("taroky", "rosa_pane"),
        ("taroky", "rosa_pane_plus"),
        ("pane", "uni"),
        ("pane", "rosa_pane"),
        ("pane", "rosa_pane_plus"),
    }
    sets = call_sets(RULES)
    rows = sorted(RULES.declarations.rows)
    for pair in combinations_with_replacement(rows, 2):
        met = any(set(pair) <= rows_of_set for rows_of_set in sets)
        assert met is not (pair in never or pair[::-1] in never), pair


def test_money_cards_are_paid_first() -> None:
    """MACH-ANN-24: they change hands before the round is played, so they stand first."""
    layout = "A: KS KH KD KC V VI VII VIII QS RS JS 10S; talon: 7S 8S 9S 4H 3H 2H"
    hand = run(fill(RULES, layout), "A povinnost, to end")
    assert hand.announce.declarations["A"] == ("rosa_pane",)
    items = [item.id for item in settle(RULES, finished_facts(hand)).items]
    game = min(i for i, name in enumerate(items) if name in ("game", "valat"))
    assert "rosa_pane" in items[:game]
    assert not set(items[game:]) & set(RULES.declarations.rows)


# -- the round -----------------------------------------------------------------------------------


def test_setup_play_cleanup() -> None:
    """MACH-SESS-06: the phases of a whole round come in this order. MACH-PLAY-15: twelve tricks."""
    path = Path(__file__).parents[1] / "playthroughs" / "machtarok-partner.txt"
    hand = record.read(path.read_text(encoding="utf-8")).replay()
    kinds = list(dict.fromkeys(action.kind for action in hand.actions))
    assert kinds == ["twelves", "bid", "draw", "pass", "discard", "call", "say", "play"]
    assert len(hand.play.tricks) == 12
    assert all(len(trick.cards) == 4 for trick in hand.play.tricks)
    assert not any(hand.cards.hands.values())


@pytest.mark.parametrize("rounds", [4, 8, 12])
def test_a_fixed_number_of_rounds(rounds: int) -> None:
    """MACH-SESS-05: a house may agree on 4, 8 or 12 rounds. Chips may go below zero."""
    table = load("machtarok", (("session.rounds", str(rounds)),))
    game = Session(table, ("Ann", "Ben", "Cid", "Dan"))
    nothing = dict.fromkeys("ABCD", Decimal(0))
    for _ in range(rounds - 1):
        game = game.after(nothing)
    assert not game.over
    assert game.dealer == 3  # so that Ann has seat A again
    game = game.after({**nothing, "A": Decimal(5), "B": Decimal(-5)})
    assert game.over
    assert [(row.name, row.total) for row in game.standings[::3]] == [
        ("Ann", Decimal(5)),
        ("Ben", Decimal(-5)),
    ]


def test_who_deals_and_cuts() -> None:
    """MACH-SESS-01, MACH-SESS-02: Povinnost of a round deals the next and cuts the one after."""
    game = Session(RULES, ("Ann", "Ben", "Cid", "Dan"))
    nothing = dict.fromkeys("ABCD", Decimal(0))
    game = game.after(nothing, opener="C")  # Ann deals, Dan holds the II
    povinnost = 3
    assert game.dealer == povinnost
    assert game.place_of("A") == (povinnost + 1) % 4
    game = game.after(nothing)
    assert game.place_of("C") == povinnost  # the cutter sits before the dealer
    assert game.dealer == (povinnost + 1) % 4


# -- who sees what -------------------------------------------------------------------------------

TALON = "talon: 7S 8S 9S 10S 4H 3H"


def seen(hand: Hand, seat: str) -> set[str]:
    """Every card that seat has in hand or has seen."""
    v = view(hand, seat)
    tricks = (*v.tricks, *((v.trick,) if v.trick else ()))
    played = [card for trick in tricks for card in trick.cards]
    return {*v.cards, *v.dealt, *v.drawn, *v.discards, *v.talon_seen, *v.exposed, *v.shown, *played}


def test_an_offered_card_is_not_seen() -> None:
    """MACH-TALON-10: it is offered before its owner has seen it, and is taken or refused unseen."""
    hand = run(fill(RULES, f"A: XX; {TALON}"), "A povinnost, A draw, B pass")
    assert not any("4H" in seen(hand, seat) for seat in "ABCD")
    taken = run(hand, "D draw")
    assert ["4H" in seen(taken, seat) for seat in "ABCD"] == [False, False, False, True]
    refused = run(hand, "D pass, B draw")
    assert ["4H" in seen(refused, seat) for seat in "ABCD"] == [False, True, False, False]


def test_what_a_lone_player_shows() -> None:
    """MACH-TALON-04: rejected cards are shown to all, and nothing else; MACH-TALON-06: the cards
    left over stay unseen by those who count them."""
    start = run(fill(RULES, f"C: XX; {TALON}"), "C prever")
    top, bottom = {"7S", "8S", "9S"}, {"10S", "4H", "3H"}
    kept = run(start, "C take first")
    assert top <= seen(kept, "C")
    assert not any((top | bottom) & seen(kept, seat) for seat in "ABD")
    once = run(start, "C reject, C take second")
    assert all(top <= seen(once, seat) for seat in "ABCD")
    assert not any(bottom & seen(once, seat) for seat in "ABD")
    twice = run(start, "C reject, C take back")
    assert all(top | bottom <= seen(twice, seat) for seat in "ABCD")


def test_discards_are_face_down_but_for_trumps() -> None:
    """MACH-DISC-07: only the trumps among them are shown."""
    layout = "A: SKYZ XXI XX XV X IX V III KS KH QD 7C; talon: IV VI VII VIII 4H 3H"
    hand = run(fill(RULES, layout), "A povinnost, A draw, B draw, C draw, A discard QD 7C V III")
    for seat in "BCD":
        assert {"QD", "7C", "V", "III"} & seen(hand, seat) == {"V", "III"}


def test_the_partner_keeps_quiet() -> None:
    """MACH-CALL-10: only the holder knows, until the called card is played."""
    hand = run(
        fill(RULES, f"A: XX; B: XXI; C: XIX XII; {TALON}"), "A povinnost, to calling, A call XIX"
    )
    assert [view(hand, seat).partner for seat in "ABCD"] == [None, None, "C", None]
    hand = run(hand, "to play, A play XX, B play XXI")
    assert view(hand, "A").partner is None
    hand = run(hand, "C play XIX")
    assert [view(hand, seat).partner for seat in "ABCD"] == ["C"] * 4
