"""What is Heun's own and does not fit a table of cases."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from cases import fill, load, run
from taroky import rules
from taroky import session as sessions
from taroky.errors import CardError, RecordError, TableError
from taroky.game import apply, dealt, undealt
from taroky.game.view import view
from taroky.hand import Action
from taroky.phases.talon import rest_of
from taroky.settling.paying import finished_facts, settle

HEUN = rules.load("heun")
TAROKY = """I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI SKYZ"""


def test_the_pack() -> None:
    """HEUN-DECK-01, HEUN-DECK-02, HEUN-DECK-03, HEUN-DECK-04, HEUN-COUNTING-08: 54 cards, eight in
    each suit, one to four in red and seven to ten in black; 19 of them are counters."""
    black = [f"{rank}{suit}" for suit in "SC" for rank in ("7", "8", "9", "10", *"JRQK")]
    red = [f"{rank}{suit}" for suit in "HD" for rank in "A234JRQK"]
    cards = HEUN.cards.cards
    assert len(cards) == 54
    assert set(cards) == {*black, *red, *TAROKY.split()}
    assert sum(HEUN.cards.is_tarok(card) for card in cards) == 22
    assert HEUN.cards.is_tarok("SKYZ")
    assert Counter(map(HEUN.cards.value, cards)) == {1: 35, 2: 4, 3: 4, 4: 4, 5: 7}


def test_four_play_clockwise() -> None:
    """HEUN-SEATING-01, HEUN-SEATING-02: exactly four, and everything goes to the left."""
    assert HEUN.seats.direction == "clockwise"
    assert HEUN.active == ("A", "B", "C", "D")
    for wrong in (3, 5):
        with pytest.raises(RecordError):
            sessions.start(HEUN, [str(n) for n in range(wrong)])
        with pytest.raises(CardError):
            undealt(HEUN, HEUN.cards.cards, players=wrong)


def test_a_deal_of_wrong_numbers_is_none() -> None:
    """HEUN-DEAL-04, HEUN-PENALTIES-02: thirteen cards for A and eleven for B are no deal."""
    hand = fill(HEUN)
    hands = {
        **hand.cards.hands,
        "A": (*hand.cards.hands["A"], hand.cards.hands["B"][0]),
        "B": hand.cards.hands["B"][1:],
    }
    with pytest.raises(CardError) as problem:
        dealt(HEUN, hands, hand.cards.talon)
    assert "HEUN-DEAL-04" in problem.value.points


def test_nobody_sees_a_card_before_the_deal_is_done() -> None:
    """HEUN-DEAL-05: the stacks lie face down while they are chosen."""
    hand = undealt(HEUN, HEUN.cards.cards)
    for action in (Action("C", "tap"), Action("A", "batch", ("3",))):
        hand = apply(hand, action)
        for seat in HEUN.active:
            seen = view(hand, seat)
            assert not (*seen.cards, *seen.dealt, *seen.talon_seen, *seen.exposed)


def test_a_king_called_without_its_suit() -> None:
    """HEUN-CALLING-03: who calls the fourth King does not say which; its holder knows."""
    hand = run(fill(HEUN, "A: KS KH KD; C: KC"), "A four, A call fourth")
    assert [view(hand, seat).called for seat in HEUN.active] == ["KC", "", "KC", ""]
    assert view(hand, "B").called_as == "fourth"
    assert view(hand, "B").partner is None


def test_what_is_told_of_discarded_taroky() -> None:
    """HEUN-DISCARD-08: everybody hears how many of the three are taroky, nobody sees which."""
    layout = "A: KS QH IV VI VIII IX X XI XII XIII XIV XV; B: KD; talon: V 4D 3D 10C 2D 7C"
    hand = run(
        fill(HEUN, layout), "A four, A call KD, A look 1 2 3, A take first, A discard QH IV VI"
    )
    for seat in "BCD":
        seen = view(hand, seat)
        assert seen.numbers_told == {"A": {"taroky": 2}}
        assert seen.shown == seen.discards == ()


def test_three_cards_drawn_at_random() -> None:
    """HEUN-TALON-15: where chance gives a lone Five bidder three cards, every card of the Blind
    has its turn, and the same hand always gives the same three."""
    options = (("talon.five_alone.first_three", "random"),)
    top = "A: SKYZ XXI XX XIX XVIII XVII XVI XV XIV XIII XII XI"
    talon = ["KH", "QH", "JH", "4D", "3D", "2D"]
    rng = random.Random(1)
    drawn: Counter[str] = Counter()
    for _ in range(40):
        cards = list(HEUN.cards.cards)
        rng.shuffle(cards)
        other_cards = [card for card in cards if card not in (*top.split()[1:], *talon)]
        layout = f"{top}; B: {' '.join(other_cards[:12])}; talon: {' '.join(talon)}"
        hand = run(fill(load("heun", options), layout), "A five, A call KH, to end")
        mine = rest_of(hand)["declarers"]
        assert len(mine) == len(rest_of(hand)["opponents"]) == 3
        assert {*mine, *rest_of(hand)["opponents"]} == set(talon)
        assert rest_of(hand) == rest_of(hand)
        drawn.update(mine)
    assert set(drawn) == set(talon)
    assert max(drawn.values()) < 40


def test_any_number_of_chips() -> None:
    """HEUN-OPTIONS-02, HEUN-SESSION-02: 25 for each player, or what the house says."""
    assert HEUN.session.start_chips == 25
    chosen = rules.load("heun", {"session.starting_chips": "50"})
    assert chosen.session.start_chips == 50
    assert chosen.chosen == {"session.starting_chips": "50"}
    for wrong in ("0", "-3", "many", "1e3", ""):
        with pytest.raises(TableError):
            rules.load("heun", {"session.starting_chips": wrong})


def test_every_payment_is_settled_by_itself_and_added() -> None:
    """HEUN-SETTLEMENT-07: the hand, a special case and a penalty stand apart and add up."""
    layout = "A: KS 7S 8S 9S 10S JS V VI VII VIII IX X; B: KH; talon: 4H 8C 9C 10C 2D 3D"
    script = "A four, A call KH, A look 1 2 3, A take first, A late_discard, A play KS, A discard *"
    hand = run(fill(HEUN, layout), f"{script}, to end")
    settled = settle(HEUN, finished_facts(hand))
    assert {item.id for item in settled.items} >= {"game", "late_discard"}
    for seat in HEUN.active:
        assert settled.payments[seat] == sum(i.amounts.get(seat, 0) for i in settled.items)
