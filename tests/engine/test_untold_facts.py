"""Every fact of a finished hand taken away, whole or in part: what is paid stays the same, or the answer asks, or
its notes say what the fact was taken for. Nothing changes in silence."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky.hand import Hand
from taroky.players.simulate import play_hands
from taroky.rules.table import Table
from taroky.settling.finished_hand import Finished
from taroky.settling.paying import Settlement, settle
from taroky.settling.played import finished_facts
from taroky.settling.reported.reading import read

#: Rule sets, and house options by which more rests on facts.
TABLES: dict[str, tuple[str, dict[str, str]]] = {
    **{game: (game, {}) for game in rules.ids()},
    "hlucin, pool": ("hlucin", {"pool.enabled": "yes", "bidding.first_player_druha": "always"}),
    "polish, fines": (
        "polish",
        {
            "pl.mund_fine": "only_by_skiz",
            "pl.talon_mund_fine": "yes",
            "pl.emperor_last_trick_pagat_bonus": "no",
        },
    ),
    "victoria, pagat": (
        "victoria",
        {
            "pagat.taken_by_partner": "neutral",
            "pagat.announced_early_fall": "no_penalty",
            "forhan_pass.repeat": "chain",
        },
    ),
    "heun, both": (
        "heun",
        {"bonus.declared_adds_to_silent": "yes", "penalties.revoke": "hand_lost"},
    ),
    "machtarok, valat": (
        "machtarok",
        {"valat.scope": "caller_only", "contra.scope": "game_and_pagat"},
    ),
    "french, skyz": ("french", {"slam.max_lost_tricks": "skyz_only", "slam.defenders": "yes"}),
}


def reported(table: Table, facts: Finished) -> dict[str, Any]:
    """The facts of a hand as somebody would write all of them down."""
    words = {factor: word for word, factor in table.doubling.steps.items()}
    last = facts.last_trick
    each = facts.contract and table.contracts[facts.contract].sides == "each"
    data: dict[str, Any] = {
        "contract": facts.contract,
        "declarer": facts.declarer,
        "partner": "" if each else facts.partner or "none",
        "called": facts.called,
        "level": facts.level,
        "players": facts.players,
        "points": {who: str(points) for who, points in facts.points.items()},
        "tricks": dict(facts.tricks or {}),
        "left_over": dict(facts.left_over or {}),
        "honours": facts.honours,
        "declarations": {seat: list(rows) for seat, rows in facts.declarations.items()},
        "announced": _by_seat(facts.announced),
        "doubles": {what: words[n] for what, n in facts.factors.items() if n > 1},
        "last_trick": {"winner": last.winner, "cards": dict(last.cards)} if last else None,
        "lost_with": next(iter(facts.lost_with.get("declarers", ())), ""),
        "captured": {
            card: {"holder": fall.holder, "taker": fall.taker, "card": fall.card}
            for card, fall in (facts.captured or {}).items()
        },
        "talon_left": list(facts.talon_left),
        "irregular": _by_seat(facts.irregular),
        "opener": facts.opener,
        "pots": {name: str(amount) for name, amount in facts.pots.items()},
        "ended": facts.ended,
    }
    return {key: value for key, value in data.items() if value not in (None, "", {}, [])}


def with_something_wrong(hand: Hand) -> Finished:
    """The facts of a hand, with something in its pots, and now and then with what has a price."""
    table = hand.table
    facts = finished_facts(hand, pots={pot: Decimal(30) for pot in table.pots})
    events = [row.event or name for name, row in table.penalties.items()]
    priced = [event for event in events if event in ("revoke", "wrong_discard")]
    rng = random.Random(str(hand.cards))
    if facts.ended or not facts.contract or not priced or rng.random() < 0.6:
        return facts
    if table.contracts[facts.contract].discard is None:
        priced.remove("wrong_discard")
    return replace(facts, irregular=((rng.choice(table.active), rng.choice(priced)),))


def _by_seat(pairs: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    seats = dict.fromkeys(seat for seat, _ in pairs)
    return {seat: [name for by, name in pairs if by == seat] for seat in seats}


def with_parts_left_out(data: Any) -> Iterator[Any]:
    """The same data, each time without another of its parts, however deep."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            rest = {name: item for name, item in data.items() if name != key}
            yield rest
            yield from ({**data, key: less} for less in with_parts_left_out(value))
    elif isinstance(data, list):
        for place, item in enumerate(data):
            yield [*data[:place], *data[place + 1 :]]
            for less in with_parts_left_out(item):
                yield [*data[:place], less, *data[place + 1 :]]


@cache
def hands(name: str) -> tuple[Hand, ...]:
    """Hands played to their end, some by anybody and some with sense."""
    game, options = TABLES[name]
    table = rules.load(game, options)
    games = [
        play_hands(table, f"untold {name}", 5, bot, players=players)
        for players in table.seats.players
        for bot in ("random", "thumb")
    ]
    return tuple(hand for played in games for hand in played)


def settled(table: Table, data: Any) -> Settlement:
    return settle(table, read(table, data))


def amounts(answer: Settlement) -> dict[str, Decimal]:
    """All that passes; who gets and pays nothing is left out."""
    return {who: n for who, n in {**answer.payments, **answer.pots}.items() if n}


def notes(answer: Settlement) -> set[str]:
    return {note.text() for note in answer.notes}


def silent_changes(table: Table, data: dict[str, Any]) -> Iterator[tuple[Any, Settlement]]:
    """Yield what is left of these facts, where it pays otherwise than all of them and no note says why."""
    whole = settled(table, data)
    for part in with_parts_left_out(data):
        try:
            answer = settled(table, part)
        except TarokyError as question:
            assert len(question.message.text()) < 400
            continue
        if amounts(answer) != amounts(whole) and not notes(answer) - notes(whole):
            yield part, answer


@pytest.mark.parametrize("name", TABLES)
def test_no_fact_is_left_out_in_silence(name: str) -> None:
    seen = 0
    for hand in hands(name):
        facts = with_something_wrong(hand)
        data = reported(hand.table, facts)
        assert not settle(hand.table, facts).notes
        assert settled(hand.table, data).payments == settle(hand.table, facts).payments
        for part, answer in silent_changes(hand.table, data):
            raise AssertionError((data, part, answer))
        seen += 1
    assert seen == len(hands(name))
