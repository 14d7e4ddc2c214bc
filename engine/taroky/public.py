"""The public door: what `import taroky` offers, in the order of a hand. `taroky.__all__` lists the names.

Every function takes and returns plain values or the immutable classes of the engine. What cannot be
used raises a TarokyError: one sentence in `str(error)`, the rule points in `error.points`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.api.handler import language_of, table_of
from taroky.errors import RecordError
from taroky.errors import TarokyError as TarokyError
from taroky.game import apply as apply_action
from taroky.game import check, current, dealt, finished
from taroky.game import legal as legal
from taroky.game import record as records
from taroky.game import view as view
from taroky.hand import Action as Action
from taroky.hand import Hand as Hand
from taroky.messages import Message, say
from taroky.messages import languages as languages
from taroky.messages import speaking as speaking_in
from taroky.messages.expected import one_of
from taroky.phases.deal import lay_out
from taroky.players.roster import PLAYERS, Bot
from taroky.players.roster import player as make_player
from taroky.players.simulate import finish
from taroky.rules.table import Seat
from taroky.rules.table import Table as Table
from taroky.session import Session as Session
from taroky.session import start as begin_session
from taroky.settling.counting.points import Counted
from taroky.settling.counting.points import count as count_cards
from taroky.settling.paying import Settlement, finished_facts
from taroky.settling.paying import settle as settle_facts
from taroky.settling.reported import reading


def speaking(language: str) -> AbstractContextManager[None]:
    """Within `with speaking("cs"):` every sentence is in this language, one of `languages()`; in English
    where it has no words for something. Raises TarokyError for another."""
    return speaking_in(language_of({"language": language}))


def rule_sets() -> tuple[str, ...]:
    """The ids of the rule sets that come with the engine, sorted."""
    return rules.ids()


def load(source: str | Path | Table, options: Mapping[str, Any] | None = None) -> Table:
    """The rule table of a rule set ("hlucin"), of a packed house table ("h.…"), or of a house table
    in a YAML file, checked in full.

    source: an id or packed name as text, a file as a `Path`. options: house options by their keys,
    {"varsava.scoring": "half_crown"}. Raises TarokyError with file and line for a table with a
    mistake.
    """
    if isinstance(source, Table):
        return rules.load(source.name, {**source.chosen, **(options or {})}) if options else source
    if isinstance(source, Path):
        chosen = {key: rules.as_word(value) for key, value in (options or {}).items()}
        return rules.read(source, chosen)
    return rules.load(source, options)


def deal(
    source: str | Path | Table,
    seed: int | str | None = None,
    *,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    talon: Sequence[str] = (),
) -> Hand:
    """A hand whose cards have been dealt: at random, or as given.

    seed: the same seed deals the same cards; without one they differ each time. hands: the cards of
    every seat in codes ("KS", "XIX", "SKYZ") in place of a seed; talon: the rest, the top card first.
    Raises TarokyError for anything but a whole pack.
    """
    table = load(source)
    if hands is not None:
        if seed is not None:
            raise RecordError(say("public.seed_or_hands"))
        parse = table.cards.parse
        dealt_hands = {seat: [parse(card) for card in cards] for seat, cards in hands.items()}
        return dealt(table, dealt_hands, [parse(card) for card in talon])
    rng = random.Random() if seed is None else random.Random(f"{seed}/0")
    packets = next(iter(table.deal.ways.values())).packets
    return dealt(table, *lay_out(table, table.cards.shuffled(rng), packets))


def turn(hand: Hand) -> Seat | None:
    """Return whose turn it is; None when the hand is over."""
    asked = current(hand)
    return None if asked is None else asked[1]


def why_not(hand: Hand, action: Action | str) -> Message | None:
    """Why an action cannot be done now, as a sentence (`str()` gives its words); None if it can.
    action: an `Action`, or its text, "A play KS". Raises TarokyError for text that is no action."""
    refusal = check(hand, _action(hand, action))
    return None if refusal is None else refusal.message


def apply(hand: Hand, action: Action | str) -> Hand:
    """The hand after an action; the hand given stays as it was. action: an `Action`, or its text,
    "A bid povinnost". Raises TarokyError with the reason and its rule points."""
    return apply_action(hand, _action(hand, action))


def _action(hand: Hand, action: Action | str) -> Action:
    return records.parse_action(hand.table, action) if isinstance(action, str) else action


def player(name: str, table: Table, seed: int | str = 0, seconds: float | None = None) -> Bot:
    """A player: `act(view, legal)` returns an action and the reason for it.

    name: "beginner", "thumb" (rules of thumb), "club" or "master", each stronger than the one before,
    or "random" for any legal action. seconds: how long it may think about a decision; without a limit
    the same seed always plays the same. Raises TarokyError for another name."""
    if name not in PLAYERS:
        raise RecordError(
            say("request.kind", key="player", value=name[:60], expected=one_of(PLAYERS))
        )
    return make_player(name, table, random.Random(seed), seconds)


def play(hand: Hand, player_name: str = "thumb", seed: int | str = 0) -> Hand:
    """The hand played to its end by players of this name, from where it stands. The same seed plays
    the same way. Raises TarokyError for a name that no player has."""
    player(player_name, hand.table)
    return finish(hand, random.Random(seed), player_name)


def record(hand: Hand) -> str:
    """The hand as text, to read and to keep: rules, cards and actions, a line each."""
    return records.to_text(records.of_hand(hand))


def replay(text: str) -> Hand:
    """The hand that a record tells of, after its last action. text: what `record` wrote, or the
    record as JSON or as a code of the site. Raises TarokyError with the line that does not hold."""
    return records.read(text).replay()


def count(source: str | Path | Table, cards: Sequence[str]) -> Counted:
    """Return what a pile of cards is worth: `points` as a fraction, `groups` with the working.
    Raises TarokyError for a card that the pack does not have."""
    table = load(source)
    return count_cards(table, [table.cards.parse(card) for card in cards])


def settle(hand: Hand | Mapping[str, Any]) -> Settlement:
    """Return who pays whom, with the working: `payments` by seat (what a seat gets, or pays below
    zero), `items` with a sentence and rule points for each step.

    hand: a hand that is over, or the facts of one as a mapping: {"rules": "hlucin", "contract":
    "povinnost", "declarer": "A", "partner": "C", "points": {"declarers": 39}}. Raises TarokyError
    for a hand that is not over and for facts that are missing or cannot be true.
    """
    if isinstance(hand, Hand):
        if not finished(hand):
            raise RecordError(say("session.unfinished", actions=len(hand.actions)))
        return settle_facts(hand.table, finished_facts(hand))
    table = table_of(hand)
    return settle_facts(table, reading.read(table, hand))


def start_session(source: str | Path | Table, players: Sequence[str], dealer: int = 0) -> Session:
    """An evening at one table. players: names in order of play; dealer: the place, from 0, that deals
    first. `deal(rng)` gives the next hand, `add(hand)` the session after it; `totals`, `dealer` and
    `standings` follow. Raises TarokyError for a number of players that the game does not take."""
    return begin_session(load(source), players, dealer)
