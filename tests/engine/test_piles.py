"""Tests of who owns every card: the excuse that goes home and the card paid for it, cards left over."""

from __future__ import annotations

import pytest
from taroky import rules
from taroky.hand import CallState, Cards, DiscardState, Hand, PlayState, Trick, replace
from taroky.phases.play import winner
from taroky.players.simulate import play_hand
from taroky.rules.table import Seat
from taroky.settling.counting import points
from taroky.settling.counting.piles import (
    captors,
    excuse_swap,
    lost_tricks,
    lost_with,
    pile_sizes,
    seat_cards,
    side_cards,
    trick_cards,
)


def played(
    tricks: str,
    game: str = "french",
    declarer: Seat = "A",
    contract: str = "vzeti",
    called: str = "",
    **options: str,
) -> Hand:
    """A hand of which only these tricks are known: "A: KS 2S 3S 4S; A: …", each with its leader."""
    chosen = rules.load(game, {key.replace("__", "."): v for key, v in options.items()})
    hand = Hand(table=chosen, contract=contract, declarer=declarer, call=CallState(called))
    played_tricks = []
    for text in tricks.split(";"):
        leader, _, cards = text.strip().partition(": ")
        laid = tuple(cards.split())
        best, _ = winner(chosen, "normal", laid)
        seats = hand.from_seat(leader)
        played_tricks.append(Trick(leader, laid, winner=seats[best], seats=seats))
    return replace(hand, play=PlayState(tuple(played_tricks)))


def padded(hand: Hand) -> Hand:
    """The hand as if enough empty tricks had been played after those given to make it whole."""
    rest = hand.table.deal.hand - len(hand.play.tricks)
    blank = Trick("B", (), winner="B", seats=())
    return replace(hand, play=PlayState((*hand.play.tricks, *[blank] * rest)))


OWN = "A: KS 2S 3S JS"
LOST = "A: SKYZ KH 2H 3H"


def test_the_excuse_goes_home_for_a_number_card() -> None:
    """FR-PLAY-21, FR-PLAY-22."""
    hand = played(f"{OWN}; {LOST}")
    swap = excuse_swap(hand)
    assert swap is not None
    assert (swap.player, swap.taker, swap.card, swap.after) == ("A", "B", "2S", 1)
    piles = side_cards(hand)
    assert set(piles["declarers"]) == {"KS", "JS", "3S", "SKYZ"}
    assert points.value(hand.table, piles["declarers"]) == 11
    assert set(piles["opponents"]) == {"KH", "2H", "3H", "2S"}
    assert captors(hand)["SKYZ"] == "A"


def test_a_tarok_may_be_given_only_where_the_house_says_so() -> None:
    """FR-PLAY-22: suit cards 1 to 10 by default, never the pagát."""
    tricks = f"A: XX KD QD I; {LOST}"
    hand = played(tricks)
    assert excuse_swap(hand).card == ""
    low = played(tricks, skyz__swap_card="any_low")
    assert excuse_swap(low).card == "XX"


def test_the_card_is_owed_until_there_is_one() -> None:
    """FR-PLAY-23: škýz in the first trick, the first number card won in the fifth."""
    more_tricks = "B: KD 2D 3D 4D; B: QD 5D 6D 7D"
    tricks = f"{LOST}; {more_tricks}; A: KS QS RS JS; A: KC 2C QC RC"
    for n in range(1, 5):
        early = excuse_swap(played(";".join(tricks.split(";")[:n])))
        assert early.after is None and early.kept
    assert excuse_swap(played(tricks)).after == 5
    assert excuse_swap(played(tricks)).card == "2C"


def test_without_a_card_to_give_the_excuse_is_kept_or_lost() -> None:
    """FR-PLAY-24: KH QH JH RH and the škýz are 16.5 points."""
    tricks = "A: KH QH JH RH; A: SKYZ KS 2S 3S"
    hand = padded(played(tricks))
    assert set(side_cards(hand)["declarers"]) == {"KH", "QH", "JH", "RH", "SKYZ"}
    assert points.value(hand.table, side_cards(hand)["declarers"]) == 33 / 2
    lost = padded(played(tricks, skyz__no_swap_card="lose"))
    assert set(side_cards(lost)["declarers"]) == {"KH", "QH", "JH", "RH"}
    assert "SKYZ" in side_cards(lost)["opponents"]


def test_a_side_gives_from_its_common_pile_and_nothing_to_itself() -> None:
    """FR-PLAY-25."""
    hand = played("C: KS 2S 3S 4S; B: SKYZ 2H 3H KH", declarer="A")
    swap = excuse_swap(hand)
    assert (swap.player, swap.taker, swap.giver, swap.card) == ("B", "A", "C", "2S")
    same = played("A: 2S SKYZ KS 3S")
    assert excuse_swap(same) is None
    assert set(side_cards(same)["opponents"]) == {"2S", "SKYZ", "KS", "3S"}


@pytest.mark.parametrize(("option", "card"), [("no", ""), ("yes", "4H")])
def test_the_card_comes_from_the_cards_laid_aside_only_where_the_house_says_so(
    option: str, card: str
) -> None:
    """FR-PLAY-26."""
    hand = played(LOST, skyz__swap_from_stranou=option)
    hand = replace(hand, discard=DiscardState({"A": ("4H", "QC")}))
    assert excuse_swap(hand).card == card
    piles = side_cards(hand)
    assert ("4H" in piles["opponents"]) == bool(card)
    assert sorted(card for pile in piles.values() for card in pile) == sorted(
        ["SKYZ", "KH", "2H", "3H", "4H", "QC"]
    )
    assert sum(map(len, seat_cards(hand).values())) == 6


def test_the_last_trick_keeps_the_excuse_or_takes_it() -> None:
    """FR-PLAY-28 in the full game, FR-PLAY-27 in the practice games."""
    first = "; ".join(["B: KD 2D 3D 4D"] * 16)
    tricks = f"{OWN}; {first}; B: QH 4H 5H SKYZ"
    full = played(tricks)
    assert excuse_swap(full) is None
    assert "SKYZ" in side_cards(full)["opponents"]
    for game, options in (("french-practice-3", {}), ("french", {"skyz__last_trick": "kept"})):
        kept = played(tricks, game, **options)
        assert excuse_swap(kept).card == "2S"
        assert "SKYZ" in side_cards(kept)["declarers"]


def test_with_five_a_player_gives_from_his_own_tricks() -> None:
    """FR-PLAY-31: the debt waits for an own trick, and in the end the side pays it."""
    game = "french-5"
    won = "A: KS 2S 3S 4S 5S"  # the partner's trick is not D's
    lost = "D: SKYZ 2H 3H 4H KH"
    hand = played(f"{won}; D: RD KD 2D 3D 4D; {lost}", game, called="RD")
    assert hand.partner == "D"
    assert excuse_swap(hand).after is None
    assert excuse_swap(padded(hand)).card == "2S"
    later = played(f"{won}; {lost}; D: KD RD 2D 3D 4D", game, called="KD")
    assert (excuse_swap(later).card, excuse_swap(later).giver) == ("2D", "D")


def test_with_five_a_card_given_within_a_side_changes_nothing() -> None:
    """FR-PLAY-31: partner D plays the škýz to a trick of the Předák A."""
    tricks = "D: KD 2D 3D 4D 5D; D: SKYZ KS 2S 3S 4S"
    hand = played(f"{tricks}", "french-5", declarer="E", called="KD")
    swap = excuse_swap(hand)
    assert (swap.player, swap.taker, swap.card) == ("D", "E", "2D")
    assert len(side_cards(hand)["declarers"]) == 10


def test_what_a_side_lost_and_with_which_cards() -> None:
    """FR-ANNOUNCE-10: the one trick lost with the škýz."""
    hand = played(f"{OWN}; {LOST}")
    assert lost_tricks(hand, ("A",)) == 1
    assert lost_with(hand, ("A",)) == {"SKYZ"}
    assert lost_tricks(hand, hand.opponents) == 1


def test_the_least_card_is_given_by_its_rank_and_not_by_its_name() -> None:
    """FR-PLAY-22: 2S lies below 10S."""
    assert excuse_swap(played(f"A: KS 10S 2S JS; {LOST}")).card == "2S"
    assert excuse_swap(played(f"A: KS 10S 9S JS; {LOST}")).card == "9S"


def test_a_card_won_before_the_excuse_was_played_is_given_at_once() -> None:
    """FR-PLAY-23: with two own tricks, the card is paid when the third has been lost."""
    swap = excuse_swap(played(f"{OWN}; A: KC 2C QC RC; {LOST}"))
    assert (swap.card, swap.after) == ("2C", 2)


def test_a_partner_who_took_the_excuse_is_not_paid_by_the_side() -> None:
    """FR-PLAY-31: D has no card to give, and A, who took the trick, is on D's side."""
    tricks = "D: SKYZ KS 2S 3S 4S; E: KD 2D 3D 4D RD"
    swap = excuse_swap(
        padded(played(tricks, "french-5", declarer="E", called="RD", contract="vzeti"))
    )
    assert (swap.player, swap.taker) == ("D", "E")
    assert swap.card == ""


@pytest.mark.parametrize("game", ["french", "french-5", "french-practice-3"])
def test_the_sizes_of_the_piles_are_those_of_the_cards_in_them(game: str) -> None:
    """FR-ETIQUETTE-06: how many cards lie with each player, the excuse at home."""
    for seed in range(40):
        hand = play_hand(rules.load(game), f"sizes {seed}")
        if hand.play.tricks:
            in_tricks = {seat: len(cards) for seat, cards in trick_cards(hand).items()}
            assert pile_sizes(hand) == in_tricks
    begun = played(f"{OWN}; {LOST}")
    assert pile_sizes(begun) == {"A": 4, "B": 4, "C": 0, "D": 0}
    aside = replace(
        played(LOST, skyz__swap_from_stranou="yes"), discard=DiscardState({"A": ("4H", "QC")})
    )
    assert pile_sizes(aside) == {"A": 1, "B": 4, "C": 0, "D": 0}
    owed = played(LOST)
    assert pile_sizes(owed) == {"A": 1, "B": 3, "C": 0, "D": 0}


def test_without_an_excuse_the_piles_are_the_tricks_and_the_discards() -> None:
    """HLU-COUNT-08, and HLU-VAR-14 for a talon card laid on a trick."""
    trick = Trick("A", ("KS", "7S", "8S", "QS"), ("XXI",), winner="A", seats=tuple("ABCD"))
    hand = replace(
        Hand(table=rules.load("hlucin"), contract="varsava"),
        play=PlayState((trick,)),
        discard=DiscardState({"B": ("7C",)}),
    )
    assert pile_sizes(hand) == {"A": 5, "B": 0, "C": 0, "D": 0}
    assert seat_cards(hand)["A"] == ("KS", "7S", "8S", "QS", "XXI")
    assert seat_cards(hand)["B"] == ("7C",)
    assert side_cards(hand)["B"] == ("7C",)


@pytest.mark.parametrize(
    ("irregular", "side"),
    [
        ((("A", "wrong_discard"),), "opponents"),
        ((("A", "revoke"),), "declarers"),
        ((("B", "wrong_discard"),), "declarers"),
        ((), "declarers"),
    ],
)
def test_what_an_offender_is_left_with_counts_for_the_other_side(
    irregular: tuple[tuple[Seat, str], ...], side: str
) -> None:
    """VIC-PEN-03: after a wrong discard only, and only of who made it."""
    hand = Hand(table=rules.load("victoria"), contract="prever", declarer="A")
    hand = replace(hand, irregular=irregular, cards=Cards({"A": ("7S",)}))
    assert side_cards(hand)[side] == ("7S",)


def test_an_irregularity_by_another_name_and_where_each_plays_alone() -> None:
    """VIC-PEN-03 in a house table: the penalty need not be called as its event, and who plays alone
    keeps what is left."""
    house = rules.load(
        rules.pack(
            "table: u_lva\ntitle: U lva\nextends: hlucin\npenalties:\n  slip: {event: wrong_discard, who: "
            "offender, pay: 1, to: each_other, left_over_to: other_side}\n"
        )
    )
    hand = Hand(table=house, contract="trojka", declarer="A", cards=Cards({"A": ("7S",)}))
    wrong = replace(hand, irregular=(("A", "wrong_discard"),))
    assert side_cards(wrong)["opponents"] == ("7S",)
    assert side_cards(replace(wrong, contract="varsava", declarer=""))["A"] == ("7S",)
