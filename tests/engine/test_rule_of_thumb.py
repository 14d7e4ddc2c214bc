"""The player by rules of thumb calls a partner where there is one, challenges when strong, and does
not throw high taroky away."""

import random

from taroky import rules
from taroky.game import apply, dealt, legal
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.roster import RuleOfThumb

HLUCIN = {
    "A": "XX XVIII VII IV III I QS AH QD 2D KC JC",
    "B": "SKYZ XXI XVI XIII XII X 9S QH 4H JD 4D RC",
    "C": "XIX XIV VIII V JS 10S 7S KH RH AD QC 9C",
    "D": "XVII XV VI KS RS 8S KD RD 3D 10C 8C 7C",
}
TALON = "JH IX XI 3H II 2H"


def start(game: str, **swapped: str) -> Hand:
    hands = {seat: cards.split() for seat, cards in {**HLUCIN, **swapped}.items()}
    return dealt(rules.load(game), hands, TALON.split())


def play_until(hand: Hand, kind: str) -> tuple[Hand, Action, str]:
    """The hand when the first action of that kind is due, the action and its reason."""
    while True:
        asked = hand.asked
        options = legal(hand)
        assert asked is not None and options is not None
        bot = RuleOfThumb(hand.table, random.Random(1))
        action, why = bot.act(view(hand, asked[1]), options)
        if action.kind == kind and action.what != ("nothing",):
            return hand, action, why.id
        hand = apply(hand, action)


def test_a_partner_is_called_rather_than_nobody() -> None:
    _, action, why = play_until(start("victoria"), "call")
    assert (action.what, why) == (("XIX",), "bot.call")


def test_more_than_half_a_hand_of_taroky_challenges_the_game() -> None:
    strong = {"A": HLUCIN["A"].replace("XX ", "9S "), "B": HLUCIN["B"].replace("9S", "XX")}
    hand, action, why = play_until(start("hlucin", **strong), "say")
    while action.seat == "A":
        hand, action, why = play_until(apply(hand, action), "say")
    assert action.seat == "B"
    assert "flek:game" in action.what
    assert why == "bot.double"


def test_of_taroky_the_low_ones_go_first() -> None:
    bot = RuleOfThumb(rules.load("hlucin"), random.Random(1))
    seen = view(start("hlucin"), "A")
    assert bot._keep(seen, "III") < bot._keep(seen, "XVIII") < bot._keep(seen, "XX")
    assert bot._keep(seen, "KC") < bot._keep(seen, "III")
