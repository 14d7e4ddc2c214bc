"""Imagined hands are hands that could have been dealt: played again from them, all that was said and done may
be said and done, and looks the same to who imagined them."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from redealing import positions, redealt
from taroky import rules
from taroky.errors import IllegalAction
from taroky.game import apply, current, dealt, legal
from taroky.game.unseen import unseen
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.guesses import Guesser
from taroky.players.likelihood import hearing
from taroky.players.random_player import RandomBot
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Table

#: House options that make words demand other cards, or at another time.
HOUSES = (
    ("hlucin", {"declare.mandatory": "yes"}),
    ("hlucin", {"declare.on": "hand_dealt", "declare.mandatory": "yes"}),
    ("hlucin", {"pool.enabled": "yes"}),
    ("polish", {"pl.first_player_may_bid_pagat": "yes"}),
    ("machtarok", {"announcements.hand": "as_dealt"}),
    ("machtarok", {"announcements.honours_stack": "yes"}),
    ("machtarok", {"calling.discarded_card": "discarder_is_partner"}),
    ("victoria", {"calling.discarded_called_card": "call_next_lower"}),
    ("victoria", {"calling.when": "before_exchange", "zesta.partner_secret": "shown"}),
    ("victoria", {"calling.own_discard": "callable", "calling.self_call_secret": "shown"}),
)


def played(table: Table, seed: str, which: int) -> list[Hand]:
    rng = random.Random(seed)
    thumb, other = RuleOfThumb(table, rng), RandomBot(table, rng)
    return positions(table, seed, [[thumb], [other], [thumb, other]][which % 3])


def check_guesses(hand: Hand, each: int) -> None:
    """Each imagined hand goes through the front door and leads to the same view."""
    assert hand.asked is not None
    seat = hand.asked[1]
    known = unseen(hand, seat)
    for listens in (None, hearing(known.hand, seat)):
        for guess in Guesser(known, random.Random(1), listens).draw(each):
            anew, refused = redealt(hand, guess)
            assert refused is None, (refused, [str(action) for action in hand.actions])
            assert view(anew, seat) == view(hand, seat)
            # The same to the eyes is the same to the imagination.
            again = unseen(anew, seat)
            assert again.hand == known.hand
            assert again.hidden == known.hidden


@pytest.mark.parametrize("game", rules.ids())
def test_imagined_hands_go_through_the_front_door(game: str) -> None:
    table = rules.load(game)
    for seed in range(3):
        for hand in played(table, f"{game}/{seed}", seed)[seed::11]:
            check_guesses(hand, 2)


@pytest.mark.parametrize(("game", "options"), HOUSES)
def test_so_do_those_of_a_house(game: str, options: Mapping[str, str]) -> None:
    table = rules.load(game, options)
    for seed in range(3):
        for hand in played(table, f"house/{game}/{seed}", seed)[seed::13]:
            check_guesses(hand, 2)


def after(table: Table, seed: int, held: Mapping[str, str], *actions: str) -> Hand:
    """A hand in which these seats were dealt these cards, and others as they come, after some actions."""
    cards = {seat: table.cards.parse_all(text) for seat, text in held.items()}
    rest = [card for card in table.cards.cards if not any(card in own for own in cards.values())]
    random.Random(seed).shuffle(rest)
    for seat in table.active:
        own = cards.setdefault(seat, ())
        n = table.deal.hand - len(own)
        cards[seat], rest = (*own, *rest[:n]), rest[n:]
    hand = dealt(table, cards, rest)
    for text in actions:
        seat, kind, *what = text.split()
        hand = apply(hand, Action(seat, kind, tuple(what)))
    return hand


@pytest.mark.parametrize(
    ("game", "bids"),
    [
        ("hlucin", ("A bid povinnost", "B bid druha_povinnost", "C bid pass", "D bid pass")),
        ("polish", ("A bid powinnosc", "B bid pagat", "C bid pass", "D bid pass")),
    ],
)
@pytest.mark.parametrize("listens", [False, True])
def test_who_bids_what_needs_the_pagat_holds_it(
    game: str, bids: tuple[str, ...], listens: bool
) -> None:
    for seed in range(5):
        hand = after(rules.load(game), seed, {"B": "I"}, *bids)
        known = unseen(hand, "C")
        heard = hearing(known.hand, "C") if listens else None
        guesses = Guesser(known, random.Random(seed), heard).draw(100)
        assert all("I" in guess.deal.dealt["B"] for guess in guesses)


#: Conditions that a house may write: what has to be met, as a range for the cards of a set that were dealt.
WRITTEN = (
    ("hand: {taroky: 5+}", "taroky", 5, 12),
    ("dealt: {kings: 2-3}", "kings", 2, 3),
    ("hand: {hearts: 0}", "hearts", 0, 0),
    ("hand: {XXI: 1, SKYZ: 0}", "trul", 1, 2),
)


@pytest.mark.parametrize(("condition", "of", "low", "top"), WRITTEN)
def test_a_condition_that_a_house_wrote_is_met(condition: str, of: str, low: int, top: int) -> None:
    text = f"""
table: ours
title: Ours
prefix: OURS
extends: hlucin
auction:
  calls:
    trojka: {{when: {{{condition}}}}}
"""
    table = rules.parse(text)
    members = table.cards.members(of)
    for seed in range(200):
        try:
            bids = ("A bid povinnost", "B bid pass", "C bid trojka", "D bid pass")
            hand = after(table, seed, {}, *bids)
        except IllegalAction:
            continue
        for guess in Guesser(unseen(hand, "B"), random.Random(1)).draw(50):
            assert low <= len(members.intersection(guess.deal.dealt["C"])) <= top
        return
    raise AssertionError("nobody may bid it")


#: A hand with more taroky and kings than it can keep, so that taroky have to be discarded.
LONG = "XXI XX XIX XVIII XVII XVI XV XIV XIII XII KS KH"


@pytest.mark.parametrize(
    ("game", "held", "bids"),
    [
        ("hlucin", LONG, ("A bid povinnost", "B bid trojka", "C bid pass", "D bid pass")),
        ("machtarok", LONG, ("A bid povinnost", "B bid prever")),
        ("victoria", LONG, ("A bid povinnost", "B bid prever")),
        ("heun", LONG, ("A bid pass", "B bid four")),
    ],
)
def test_who_discards_what_goes_last_has_nothing_else(
    game: str, held: str, bids: tuple[str, ...]
) -> None:
    hand = after(rules.load(game), 3, {"B": held}, *bids)
    bot = RuleOfThumb(hand.table, random.Random(1))
    checked = 0
    while (asked := current(hand)) is not None and len(hand.play.tricks) < 2:
        options = legal(hand)
        assert options is not None
        if hand.discard.discards and asked[1] != "B":
            check_guesses(hand, 1)
            checked += 1
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    assert checked and hand.table.cards.members("taroky") & {*hand.discard.discards["B"]}
