"""What holds in every hand of the Victoria rules, irregularities included."""

from __future__ import annotations

import random

import pytest
from cases import load
from taroky.api import handler
from taroky.game import apply, check, current, legal, undealt
from taroky.game.record import from_text, of_hand, to_text
from taroky.game.view import view
from taroky.hand import Action, Hand, Legal
from taroky.players.random_player import RandomBot
from taroky.settling.paying import finished_facts, settle

RULES = load("victoria")


@pytest.mark.parametrize(
    ("game", "verb", "contract", "said", "point"),
    [
        ("victoria", "discards", "zesta", "Nobody discards in Zesta", "VIC-TALON-16"),
        ("victoria", "callable", "prever", "Nobody calls a partner in Prever", "VIC-CALL-12"),
        ("victoria", "callable", "zesta", "Nobody calls a partner in Zesta", "VIC-CALL-10"),
        ("heun", "discards", "five", "Nobody discards in Five", "HEUN-DISCARD-11"),
        ("french-practice-1", "calls", None, "has no auction", "FR-PLAY-32"),
    ],
)
def test_what_a_contract_has_no_place_for(
    game: str, verb: str, contract: str | None, said: str, point: str
) -> None:
    hand = "SKYZ XX XIX XV XII X VIII VI IV II KS KH KD"
    about = {"contract": contract} if contract is not None else {}
    reply = handler.handle({"verb": verb, "rules": game, **about, "hand": hand})
    assert said in reply["error"]["text"]
    assert point in reply["error"]["points"]


def played(seed: int, irregular: float = 0.0) -> Hand:
    """A hand from the shuffled pack to its end, in which so many actions are irregular."""
    rng = random.Random(seed)
    hand = undealt(RULES, RULES.cards.shuffled(rng))
    player = RandomBot(RULES, rng)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        action = wrong_action(hand, options, rng) if rng.random() < irregular else None
        if action is None:
            action, _ = player.act(view(hand, asked[1]), options)
        hand = apply(hand, action)
    return hand


def wrong_action(hand: Hand, options: Legal, rng: random.Random) -> Action | None:
    """A revoke or a wrong number of discards, if one can happen now."""
    if "revoke" in options.irregular:
        wrong = [c.what for c in options.choices if c.kind == "play" and not c.legal]
        return Action(options.seat, "revoke", (rng.choice(wrong),)) if wrong else None
    if "wrong_discard" in options.irregular:
        cards = rng.sample(hand.holds(options.seat), rng.randrange(6))
        action = Action(options.seat, "wrong_discard", tuple(cards))
        return action if check(hand, action) is None else None
    return None


def test_it_goes_to_the_right() -> None:
    """VIC-SEAT-01, VIC-SEAT-05: four play, and everything goes anticlockwise."""
    assert (RULES.seats.active, RULES.seats.players) == (4, (4,))
    assert RULES.seats.direction == "anticlockwise"


@pytest.mark.parametrize("seed", range(25))
def test_whole_points_pass_between_the_players(seed: int) -> None:
    """VIC-SETT-31, VIC-SETT-05, VIC-COUNT-06: whole amounts that sum to zero, 106 points in all."""
    hand = played(seed)
    facts = finished_facts(hand)
    payments = settle(RULES, facts).payments
    assert sum(payments.values()) == 0
    assert all(amount % RULES.unit.step == 0 for amount in payments.values())
    assert RULES.unit.step == 1
    assert sum(facts.points.values()) == 106


@pytest.mark.parametrize("seed", range(40))
def test_who_broke_a_rule_never_collects(seed: int) -> None:
    """VIC-PEN-03, VIC-PEN-07, VIC-PEN-10, VIC-PEN-18: a hand with irregularities is played out and counted,
    and the player who went against the rules gets nothing for its outcome."""
    hand = played(seed, irregular=0.1)
    facts = finished_facts(hand)
    assert sum(facts.points.values()) == 106
    assert len(hand.play.tricks) == 12
    settled = settle(RULES, facts)
    assert sum(settled.payments.values()) == 0
    for seat, _ in hand.irregular:
        for item in settled.items:
            if item.row not in {*RULES.declarations.rows, "zesta_no_trick"}:
                assert item.amounts.get(seat, 0) <= 0, item
    text = to_text(of_hand(hand))
    assert from_text(text).replay().actions == hand.actions
