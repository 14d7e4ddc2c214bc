"""Rules that no table of vectors can hold: who sees what, whose pile a card counts in, the seats."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from cases import SEATS, easy, fill, run, until
from taroky import rules
from taroky import session as sessions
from taroky.errors import CardError, RecordError
from taroky.game import apply, current, record, undealt
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.simulate import play_hand
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import Finished, finished_facts, settle

RULES = rules.load("hlucin")
PACK = RULES.cards
TALON = "talon: 7S 8S 9S 10S 4H 3H"


def seen(hand: Hand, seat: str) -> set[str]:
    """Every card that seat has seen or can see."""
    v = view(hand, seat)
    tricks = [c for t in v.tricks for c in (*t.cards, *t.extra)]
    here = v.trick.cards if v.trick else ()
    return {
        *v.cards,
        *v.dealt,
        *v.drawn,
        *v.discards,
        *v.talon_seen,
        *v.exposed,
        *v.shown,
        *tricks,
        *here,
    }


# -- the pack ------------------------------------------------------------------------------------


def test_the_pack() -> None:
    """HLU-DECK-01, HLU-DECK-03: 22 taroky and four suits of eight, all different."""
    assert len(PACK.cards) == len(set(PACK.cards)) == 54 == 22 + 4 * 8
    assert sum(map(PACK.is_tarok, PACK.cards)) == 22
    assert [c for c in PACK.cards if PACK.suit(c) == "S"] == [
        "KS",
        "QS",
        "RS",
        "JS",
        "10S",
        "9S",
        "8S",
        "7S",
    ]
    assert [c for c in PACK.cards if PACK.suit(c) == "C"] == [
        "KC",
        "QC",
        "RC",
        "JC",
        "10C",
        "9C",
        "8C",
        "7C",
    ]
    assert [c for c in PACK.cards if PACK.suit(c) == "H"] == [
        "KH",
        "QH",
        "RH",
        "JH",
        "AH",
        "2H",
        "3H",
        "4H",
    ]
    assert [c for c in PACK.cards if PACK.suit(c) == "D"] == [
        "KD",
        "QD",
        "RD",
        "JD",
        "AD",
        "2D",
        "3D",
        "4D",
    ]
    assert 4 * RULES.deal.hand + RULES.deal.talon.cards == 54


@pytest.mark.parametrize("wrong", ["10H", "AS", "2C", "XXII", "1S", "IIII", "T", "", "7H", "9D"])
def test_no_such_card(wrong: str) -> None:
    """HLU-DECK-03, HLU-DECK-04, HLU-DECK-05: red suits have no 10 to 7, black ones no ace."""
    with pytest.raises(CardError):
        PACK.parse(wrong)


def test_five_point_cards() -> None:
    """HLU-DECK-09, HLU-DECK-06: four kings and the trul, nothing else, are worth five."""
    five = {"KS", "KH", "KD", "KC", "SKYZ", "XXI", "I"}
    assert PACK.members("five") == five
    assert {card for card in PACK.cards if PACK.value(card) == 5} == five
    assert sum(map(PACK.value, PACK.cards)) == 106  # HLU-COUNT-05: 106 - 36 = 70


# -- seats and session ---------------------------------------------------------------------------


def test_the_deal_goes_round() -> None:
    """HLU-DEAL-02: the deal passes to the next in order of play; A is always next to the dealer."""
    session = sessions.start(RULES, ("Ada", "Ben", "Cyril", "Dana"), dealer=3)
    for dealer in (3, 0, 1, 2, 3):
        assert session.dealer == dealer
        assert session.sits_out is None
        assert session.seat_of(dealer) == "D"
        assert session.seat_of((dealer + 1) % 4) == "A"
        session = session.after(dict.fromkeys(SEATS, Decimal(0)))
    assert session.hands == 5


def test_five_sit_out_in_turn() -> None:
    """HLU-SEAT-05, HLU-SEAT-03: each of five deals, and sits out, once in five hands."""
    session = sessions.start(RULES, tuple("VWXYZ"), dealer=4)
    out = []
    for _ in range(5):
        out.append(session.sits_out)
        assert session.seat_of(session.dealer) == "E"
        session = session.after({"A": Decimal(1), "B": Decimal(-1)})
    assert out == [4, 0, 1, 2, 3]
    assert sum(session.totals) == 0
    assert session.totals == (Decimal(0),) * 5  # everybody was A once and B once


def test_misdeal_deals_again() -> None:
    """HLU-DEAL-08: the dealer pays each other 1.00 and deals again; so does a sitting-out dealer."""
    for players in (4, 5):
        session = sessions.start(RULES, tuple("VWXYZ")[:players], dealer=1)
        hand = undealt(RULES, PACK.cards, players=players)
        hand = apply(hand, Action(hand.dealer, "misdeal"))
        payments = settle(RULES, finished_facts(hand)).payments
        after = session.after(payments, hand.ended)
        assert after.dealer == 1
        assert after.hands == 0
        assert after.totals[1] == -(players - 1)
        assert sorted(after.totals)[1:] == [1] * (players - 1)


@pytest.mark.parametrize(
    ("drawn", "place"),
    [
        ("KH V 7S XXI", 3),  # the source of the ledger's example
        ("KH KD QS I", 3),  # any tarok outranks any suit card
        ("KH QH RH JH", 0),
        ("10S 9C 2H 4D", 0),  # 10 is the first pip of black
        ("9S AH 8C 4D", 1),  # the ace is the first pip of red
        ("KH KD QS JC", None),  # equal ranks cut again
        ("AH 10S 3D 7C", None),
        ("SKYZ XXI XX XIX", 0),
    ],
)
def test_first_dealer(drawn: str, place: int | None) -> None:
    """HLU-DEAL-01: the player who cuts the highest card deals first."""
    assert sessions.first_dealer(RULES, drawn.split()) == place


def test_first_dealer_by_value() -> None:
    """HLU-DEAL-01: a house may compare the cards by their value."""
    table = rules.load("hlucin", {"deal.first_dealer": "cut_high_by_value"})
    assert sessions.first_dealer(table, ["KH", "V", "7S", "XX"]) == 0
    assert sessions.first_dealer(table, ["KH", "V", "7S", "XXI"]) is None


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_how_many_play(players: int) -> None:
    """HLU-SEAT-01, HLU-SEAT-03: four or five sit at the table."""
    with pytest.raises(CardError):
        undealt(RULES, PACK.cards, players=players)
    with pytest.raises(RecordError):
        sessions.start(RULES, tuple("UVWXYZ")[:players])


def test_with_five_the_dealer_plays_no_part() -> None:
    """HLU-SEAT-03: E holds no card, is never asked, and neither wins nor loses."""
    hand = undealt(RULES, PACK.cards, players=5)
    hand = run(hand, "B cut 20, D solo, to announce")
    assert hand.dealer == "E"
    assert set(hand.deal.dealt) == set(SEATS)
    while (asked := current(hand)) is not None:
        assert asked[1] != "E"
        hand = apply(hand, easy(hand))
    payments = settle(RULES, finished_facts(hand)).payments
    assert payments["E"] == 0
    assert sum(payments.values()) == 0


# -- who sees what -------------------------------------------------------------------------------


def test_the_partner_is_secret() -> None:
    """HLU-CALL-02: only the holder knows until the called card is seen."""
    hand = run(fill(RULES, f"A: XX; B: V; C: XIX; D: XVIII; {TALON}"), "A povinnost, to announce")
    assert {s: view(hand, s).partner for s in SEATS} == {"A": None, "B": None, "C": "C", "D": None}
    hand = run(hand, "A say nothing, B say flek:game, to play, A play XX, B play V")
    assert [view(hand, s).partner for s in SEATS] == [None, None, "C", None]
    hand = run(hand, "C play XIX")  # HLU-PLAY-12: now it is public
    assert [view(hand, s).partner for s in SEATS] == ["C"] * 4
    assert view(hand, "B").sides_public


def test_the_lone_declarer_is_secret() -> None:
    """HLU-CALL-06, HLU-CALL-02: three opponents do not know that the bidder called a card of their own."""
    hand = run(fill(RULES, f"A: XIX; {TALON}"), "A povinnost, to announce")
    assert hand.alone
    for seat in "BCD":
        assert view(hand, seat).partner is None
        assert not view(hand, seat).sides_public
        assert "XIX" not in seen(hand, seat)


def test_drawn_cards_are_hidden() -> None:
    """HLU-TALON-18, HLU-TALON-01, HLU-DISC-04: drawn cards and discarded suit cards are seen by
    their owner alone."""
    hand = run(fill(RULES, TALON), "A povinnost, A call XIX, A draw, A discard 7S 8S 9S 10S")
    assert set(view(hand, "A").drawn) == {"7S", "8S", "9S", "10S"}
    for seat in "BCD":
        assert not seen(hand, seat) & {"7S", "8S", "9S", "10S", "4H", "3H"}
    hand = run(hand, "B draw")
    assert "4H" in seen(hand, "B")
    assert not any("4H" in seen(hand, seat) for seat in "ACD")
    assert view(hand, "A").card_counts == {"B": 13, "C": 12, "D": 12}
    assert view(hand, "A").talon_left == 1


def test_discarded_taroky_are_shown() -> None:
    """HLU-DISC-04: everybody sees the tarok, nobody the suit card beside it."""
    layout = "A: SKYZ XXI XX XV X IX V III KS KH QD 7C; talon: IV VI VII VIII 4H 3H"
    hand = run(fill(RULES, layout), "A povinnost, A call XIX, A draw, A discard QD 7C V III")
    for seat in "BCD":
        assert set(view(hand, seat).shown) == {"V", "III"}
        assert not seen(hand, seat) & {"QD", "7C", "IV", "VI"}


def test_who_sees_the_talon_in_trojka() -> None:
    """HLU-TALON-08, HLU-TALON-09, HLU-TALON-10, HLU-TALON-12."""
    first, second = {"7S", "8S", "9S"}, {"10S", "4H", "3H"}
    hand = run(fill(RULES, f"C: XX; {TALON}"), "C trojka")
    assert set(view(hand, "C").talon_seen) == first
    assert not any(seen(hand, s) & (first | second) for s in "ABD")
    one = run(hand, "C take first")
    assert not any(seen(one, s) & (first | second) for s in "ABD")
    assert not seen(one, "C") & second
    two = run(hand, "C reject")
    assert set(view(two, "C").talon_seen) == first | second
    assert all(seen(two, s) >= first and not seen(two, s) & second for s in "ABD")
    two = run(two, "C take second")
    assert not any(seen(two, s) & second for s in "ABD")
    three = run(hand, "C reject, C take back")
    assert all(seen(three, s) >= first | second for s in "ABD")


def test_who_sees_the_talon_in_a_house_that_hides_it() -> None:
    """HLU-TALON-15: nothing at level 2, only the bottom three at level 3."""
    table = rules.load("hlucin", {"trojka.exposure": "bottom_on_third_level_only"})
    first, second = {"7S", "8S", "9S"}, {"10S", "4H", "3H"}
    hand = run(fill(table, f"C: XX; {TALON}"), "C trojka, C reject")
    two, three = run(hand, "C take second"), run(hand, "C take back")
    for seat in "ABD":
        assert not seen(two, seat) & (first | second)
        assert seen(three, seat) & (first | second) == second


@pytest.mark.parametrize("contract", ["A solo", "A varsava"])
def test_nobody_sees_the_talon(contract: str) -> None:
    """HLU-TALON-14, HLU-VAR-04: in sólo and Varšava nobody has looked into the talon."""
    hand = run(fill(RULES, TALON), f"{contract}, to play")
    for seat in SEATS:
        assert seen(hand, seat) == set(hand.deal.dealt[seat])


# -- play and piles ------------------------------------------------------------------------------


def test_the_winner_leads() -> None:
    """HLU-PLAY-07, HLU-PLAY-13, HLU-PLAY-01: twelve tricks, each led by the winner of the last."""
    hand = until(run(fill(RULES, TALON), "D solo, to play"), "end")
    assert len(hand.play.tricks) == 12
    assert hand.play.tricks[0].leader == "A"
    for before, trick in zip(hand.play.tricks, hand.play.tricks[1:], strict=False):
        assert trick.leader == before.winner
    for trick in hand.play.tricks:
        order = hand.from_seat(trick.leader)
        assert trick.winner == order[PACK.winner(trick.cards)]
        assert len(trick.cards) == 4 and not trick.extra


def test_varsava_talon_goes_with_the_tricks() -> None:
    """HLU-VAR-14, HLU-VAR-15, HLU-TALON-17: t1 to t6 on the first six tricks, to their winner,
    without a say in who wins."""
    layout = "A: 7S; B: 8S; C: 9S; D: 10S; talon: SKYZ XXI XX KH KD KC"
    hand = run(fill(RULES, layout), "A varsava")
    hand = apply(hand, Action("A", "play", ("7S",)))
    for seat in "BCD":  # the player who can overtake must; 8S, 9S, 10S are there for it
        hand = run(hand, f"{seat} play *")
    assert hand.play.tricks[0].extra == ("SKYZ",)
    assert hand.play.tricks[0].winner != "A"
    assert hand.play.tricks[0].winner == hand.after(
        hand.play.tricks[0].leader, PACK.winner(hand.play.tricks[0].cards)
    )
    assert len(hand.cards.talon) == 5
    hand = until(hand, "end")
    assert [t.extra for t in hand.play.tricks] == [
        *((card,) for card in ("SKYZ", "XXI", "XX", "KH", "KD", "KC")),
        *[()] * 6,
    ]
    piles = side_cards(hand)
    assert set(piles) == set(SEATS)
    for trick in hand.play.tricks:
        assert set(trick.cards) | set(trick.extra) <= set(piles[trick.winner or ""])
    assert sum(map(len, piles.values())) == 54
    points = finished_facts(hand).points
    assert points == {s: counting.value(RULES, cards) for s, cards in piles.items()}


def test_discards_count_for_the_discarder() -> None:
    """HLU-DISC-05, HLU-COUNT-08, HLU-PLAY-11: B's queen counts for the opponents, A's discards
    with A and the partner; nothing of the talon is left."""
    layout = "A: XX; B: QH 7S; C: XIX; D: XVIII; talon: 8S 9S 10S 7C 4H 3H"
    hand = run(
        fill(RULES, layout),
        "A povinnost, A call XIX, A draw, A discard 8S 9S 10S 7C, B draw, B discard QH, "
        "C draw, C discard *, A say nothing, B say flek:game, to play",
    )
    laid_by_c = hand.discard.discards["C"]
    hand = until(hand, "end")
    piles = side_cards(hand)
    assert {"8S", "9S", "10S", "7C"} | set(laid_by_c) <= set(piles["declarers"])
    assert "QH" in piles["opponents"]
    facts = finished_facts(hand)
    assert sum(facts.points.values()) == 70  # HLU-COUNT-06
    assert facts.points["declarers"] == counting.value(RULES, piles["declarers"])  # HLU-COUNT-07


@pytest.mark.parametrize(
    ("script", "theirs"),
    [
        ("C trojka, C take first, C discard *", "10S 4H 3H"),
        ("C trojka, C reject, C take second, C discard *", "7S 8S 9S"),
        ("C trojka, C reject, C take back, C discard *", "10S 4H 3H"),
        ("C solo", "7S 8S 9S 10S 4H 3H"),
    ],
)
def test_the_rest_of_the_talon(script: str, theirs: str) -> None:
    """HLU-COUNT-08, HLU-TALON-09, HLU-TALON-11, HLU-TALON-12, HLU-TALON-14: talon cards nobody
    took count with the opponents of the bidder."""
    hand = until(run(fill(RULES, f"C: XX; {TALON}"), script), "end")
    piles = side_cards(hand)
    assert set(theirs.split()) <= set(piles["opponents"])
    assert set(hand.discard.discards.get("C", ())) <= set(piles["declarers"])
    assert len(piles["declarers"]) + len(piles["opponents"]) == 54
    assert sum(finished_facts(hand).points.values()) == 70


def test_team_piles_are_counted_together() -> None:
    """HLU-COUNT-07: piles worth 15 and 3 apart are worth 17 as one."""
    eight, five = (
        ["KS", "QS", "7S", "8S", "SKYZ", "9S", "10S", "JS"],
        ["4H", "3H", "2H", "AH", "JH"],
    )
    assert counting.value(RULES, eight) == 20 - 4 - 1 == 15
    assert counting.value(RULES, five) == 6 - 2 - 1 == 3
    assert counting.value(RULES, eight + five) == 26 - 8 - 1 == 17


@pytest.mark.parametrize(
    ("sizes", "total"), [((5, 10, 15, 24), 70), ((10, 10, 10, 24), 69), ((5, 5, 5, 39), 71)]
)
def test_varsava_totals(sizes: tuple[int, ...], total: int) -> None:
    """HLU-VAR-17: four piles rounded apart may make 69, 70 or 71; counted exactly they make 70."""
    exact = rules.load("hlucin", {"varsava.rounding": "exact_thirds"})
    cards = list(PACK.cards)
    piles = []
    for size in sizes:
        piles.append(cards[:size])
        cards = cards[size:]
    assert sum(counting.value(RULES, pile) for pile in piles) == total
    assert sum(counting.value(exact, pile, each=True) for pile in piles) == 70
    assert [counting.value(exact, pile) for pile in piles] == [
        counting.value(RULES, pile) for pile in piles
    ]


def test_settlement_notes_and_working() -> None:
    """HLU-SET-01, HLU-DBL-06: 39 points with a flek: 39, less 35, times 0.10, doubled."""
    facts = Finished(
        "povinnost", "A", "B", points={"declarers": 39, "opponents": 31}, factors={"game": 2}
    )
    (game,) = settle(RULES, facts).items
    assert [step.value for step in game.steps] == [
        Decimal(39),
        Decimal(4),
        Decimal("0.40"),
        Decimal("0.80"),
        Decimal("0.80"),
    ]


def test_a_note_keeps_its_hash_sign() -> None:
    hand = play_hand(rules.load("hlucin"), "n")
    kept = record.of_hand(hand, ["table #3, hand #7"])
    assert record.from_text(record.to_text(kept)) == kept


def test_without_a_pool_only_the_misdeal_is_fined() -> None:
    """HLU-PEN-01: fines for irregularities go to a pool; where none is kept there are none.
    HLU-PEN-03: the misdeal is paid to the players, every crown of it."""
    table = rules.load("hlucin")
    assert list(table.penalties) == ["misdeal"]
    with pytest.raises(RecordError, match="irregular"):
        settle(table, Finished(contract="solo", declarer="A", ended="irregular"))
    paid = settle(table, Finished(ended="misdeal")).payments
    assert [str(paid[seat]) for seat in "ABCD"] == ["1.00", "1.00", "1.00", "-3.00"]
    assert table.points_of("penalties.misdeal.to") == ("HLU-PEN-03",)


def test_a_double_on_what_that_player_did_not_announce_is_refused() -> None:
    """HLU-DBL-07: D announced valát, so nothing of B's can have been doubled."""
    facts = Finished(
        contract="solo",
        declarer="A",
        points={"declarers": Fraction(40), "opponents": Fraction(30)},
        tricks={"declarers": 8, "opponents": 4},
        announced=(("D", "valat"),),
        factors={"valat@B": 2},
    )
    with pytest.raises(RecordError) as caught:
        settle(rules.load("hlucin"), facts)
    assert caught.value.points == ("HLU-DBL-07",)
