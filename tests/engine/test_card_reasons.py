"""What a reason says of the cards is true of the hand as it really is, in random positions of every game."""

from __future__ import annotations

import os
import random

import pytest
from redealing import positions
from taroky import rules
from taroky.game import legal
from taroky.game.unseen import lacks, not_held
from taroky.game.view import view
from taroky.hand import Hand, Reason
from taroky.players.random_player import RandomBot
from taroky.players.reasons import card_reasons
from taroky.players.rule_of_thumb import RuleOfThumb

#: How many hands of each game; more with TAROKY_REASONS=200 in the environment.
HANDS = int(os.environ.get("TAROKY_REASONS", "6"))


def false(hand: Hand, seat: str, reason: Reason) -> str:
    """Return what is not true in a reason; "" if all is."""
    pack, params = hand.table.cards, dict(reason.message.params)
    seen = view(hand, seat)
    out_there = {card for other in hand.active if other != seat for card in hand.holds(other)}
    match reason.message.id:
        case "reason.void" | "reason.void_taroky":
            held = [c for c in hand.holds(params["seat"]) if pack.suit(c) == params["suit"]]
            held = [card for card in held if not pack.is_excuse(card)]
            played = seen.trick.seats[: len(seen.trick.cards)] if seen.trick else ()
            return f"holds {held}" if held else "has played" if params["seat"] in played else ""
        case "reason.highest":
            card = params["card"]
            higher = [
                c for c in out_there if pack.suit(c) == pack.suit(card) and pack.beats(c, card)
            ]
            return f"{higher} are out" if higher else ""
        case "reason.higher":
            known = {*seen.cards, *seen.discards, *seen.shown}
            known.update(card for trick in seen.tricks for card in (*trick.cards, *trick.extra))
            known.update({*seen.exposed, *seen.talon_seen} & {*hand.cards.talon})
            out = {c for c in out_there if pack.suit(c) == pack.suit(params["card"])}
            out = {c for c in out if pack.beats(c, params["card"]) and not pack.is_excuse(c)}
            if {*params["cards"]} & known:
                return f"{ {*params['cards']} & known } can be seen"
            return f"{out - {*params['cards']}} are out, too" if out - {*params["cards"]} else ""
    raise AssertionError(reason.message.id)


@pytest.mark.parametrize("game", rules.ids())
def test_no_reason_is_false(game: str) -> None:
    table, checked = rules.load(game), 0
    for seed in range(HANDS):
        rng = random.Random(f"{game}/{seed}")
        bots = [RuleOfThumb(table, rng), RandomBot(table, rng)]
        for hand in positions(table, f"reasons/{game}/{seed}", bots[seed % 2 :]):
            options = legal(hand)
            assert options is not None
            seat, plays = options.seat, options.actions("play")
            for other, cards in not_held(hand).items():
                assert not cards.intersection(hand.holds(other)), (other, cards)
            for other, suits in lacks(hand).items():
                held = [c for c in hand.holds(other) if not table.cards.is_excuse(c)]
                assert suits.isdisjoint(map(table.cards.suit, held))
            if len(plays) < 2:
                continue
            seen = view(hand, seat)
            imagined = seen.unseen().hand
            for action in plays:
                for reason in card_reasons(table, seen, imagined, action):
                    assert not false(hand, seat, reason), (seed, action, reason.text())
                    checked += 1
    assert checked
