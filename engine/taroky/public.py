"""The public interface: what `import taroky` offers, in the order of a hand. `taroky.__all__` lists the names.

Every function takes and returns plain values or the immutable classes of the engine. Invalid input
raises a TarokyError: one sentence in `str(error)`, the rule points in `error.points`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from taroky import json_input, rules
from taroky.api.handler import language_of, table_of
from taroky.arguments import (
    check_place,
    check_seconds,
    check_seed,
    check_text,
    check_words,
    expect,
    wrong,
)
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.errors import TarokyError as TarokyError
from taroky.game import View as View
from taroky.game import apply as apply_action
from taroky.game import check, current, dealt, finished
from taroky.game import legal as legal_options
from taroky.game import record as records
from taroky.game import view as view_of
from taroky.hand import Action as Action
from taroky.hand import Choice as Choice
from taroky.hand import Hand as Hand
from taroky.hand import Legal as Legal
from taroky.messages import Message as Message
from taroky.messages import languages as languages
from taroky.messages import quoted, say
from taroky.messages import speaking as speaking_in
from taroky.messages.expected import like, one_of
from taroky.notebook import register as show_in_notebooks
from taroky.phases.deal import lay_out
from taroky.players.roster import PLAYERS
from taroky.players.roster import Bot as Bot
from taroky.players.roster import player as make_player
from taroky.players.simulate import finish, play_on
from taroky.rules.table import Seat
from taroky.rules.table import Table as Table
from taroky.session import FORMAT as SESSION_FORMAT
from taroky.session import Session as Session
from taroky.session import from_json as session_from_json
from taroky.session import start as begin_session
from taroky.session import to_json as session_to_json
from taroky.settling.counting.points import Counted
from taroky.settling.counting.points import count as count_cards
from taroky.settling.paying import Settlement as Settlement
from taroky.settling.paying import finished_facts
from taroky.settling.paying import settle as settle_facts
from taroky.settling.reported import reading

show_in_notebooks()


def speaking(language: str) -> AbstractContextManager[None]:
    """A context manager: within `with speaking("cs"):` every sentence is in this language, one of
    `languages()`, or in English if a translation is missing. Raises TarokyError for an unknown language."""
    if not isinstance(language, str) or not language:
        raise wrong("language", language, one_of(languages()))
    return speaking_in(language_of({"language": language}))


def rule_sets() -> tuple[str, ...]:
    """The ids of the rule sets that come with the engine, sorted."""
    return rules.ids()


def load(source: str | Path | Table, options: Mapping[str, Any] | None = None) -> Table:
    """The rule table of a rule set ("hlucin"), of a packed house table ("h.…"), or of a house table
    in a YAML file, fully checked.

    source: an id or packed name as text, a file as a `Path`. options: house options by their keys,
    {"varsava.scoring": "half_crown"}. Raises TarokyError with file and line for a table with a
    mistake.
    """
    expect("source", source, (str, Path, Table), say("expected.source"))
    if options is not None:
        expect("options", options, Mapping, like("{pool.enabled: yes}"))
        check_words("options", list(options), like("{pool.enabled: yes}"))
    if isinstance(source, Table):
        return rules.load(source.name, {**source.chosen, **options}) if options else source
    if isinstance(source, Path):
        if "\0" in str(source):  # which no system has in the name of a file
            raise wrong("source", source, say("expected.source"))
        chosen = {key: rules.as_word(value) for key, value in (options or {}).items()}
        return rules.read(source, chosen)
    return rules.load(source, options)


def deal(
    source: str | Path | Table,
    seed: int | str | None = None,
    *,
    hands: Mapping[Seat, str | Sequence[str]] | None = None,
    talon: str | Sequence[str] = (),
) -> Hand:
    """A hand whose cards have been dealt: at random, or as given.

    seed: the same seed deals the same cards; without one they differ each time. hands: the cards of
    every seat in codes ("KS", "XIX", "SKYZ") in place of a seed; talon: the rest, the top card first.
    Raises TarokyError for anything but a whole pack.
    """
    table = load(source)
    if seed is not None:
        check_seed(seed)
    if hands is not None:
        if seed is not None:
            raise RecordError(say("public.seed_or_hands"))
        expect("hands", hands, Mapping, like("{A: [XXI, KS]}"))
        check_words("hands", list(hands), one_of(table.active))
        dealt_hands = {seat: _cards(table, "hands", cards) for seat, cards in hands.items()}
        return dealt(table, dealt_hands, _cards(table, "talon", talon))
    if not isinstance(talon, tuple) or talon:
        raise RecordError(say("public.talon_alone"))
    rng = random.Random() if seed is None else random.Random(f"{seed}/0")
    packets = next(iter(table.deal.ways.values())).packets
    return dealt(table, *lay_out(table, table.cards.shuffled(rng), packets))


def turn(hand: Hand) -> Seat | None:
    """Return whose turn it is; None when the hand is over."""
    _check_hand(hand)
    asked = current(hand)
    return None if asked is None else asked[1]


def legal(hand: Hand) -> Legal | None:
    """Return what the seat whose turn it is may do; None when the hand is over.

    `choices`: every single choice, legal, or refused with the reason. `actions`: every legal action,
    complete, in the one form in which it is recorded; there may be very many, so it is a lazy
    sequence. Raises TarokyError for anything but a hand.
    """
    _check_hand(hand)
    return legal_options(hand)


def view(hand: Hand, seat: Seat) -> View:
    """Return the hand as a seat sees it. Raises TarokyError for a seat that is not at the table."""
    _check_hand(hand)
    _check_seat(hand, seat)
    return view_of(hand, seat)


def why_not(hand: Hand, action: Action | str) -> Message | None:
    """The reason why an action is not allowed now (`str()` gives its words); None if it is allowed.
    action: an `Action`, or its text, "A play KS". Raises TarokyError for text that is not an action."""
    refusal = check(hand, _action(hand, action))
    return None if refusal is None else refusal.message


def apply(hand: Hand, action: Action | str) -> Hand:
    """The hand after an action; the hand you pass in does not change. action: an `Action`, or its text,
    "A bid povinnost". Raises TarokyError with the reason and its rule points."""
    return apply_action(hand, _action(hand, action))


def player(
    name: str, table: str | Path | Table, seed: int | str = 0, seconds: float | None = None
) -> Bot:
    """A player: `act(view, legal)` returns an action and the reason for it.

    name: "beginner", "thumb" (rules of thumb), "club" or "master", each stronger than the one before,
    or "random" for any legal action. seconds: how long it may think about a decision; without a limit
    the same seed always plays the same. Raises TarokyError for an unknown name."""
    if not isinstance(name, str) or name not in PLAYERS:
        raise wrong("player", name, one_of(PLAYERS))
    check_seed(seed)
    if seconds is not None:
        check_seconds(seconds)
    return make_player(name, load(table), random.Random(seed), seconds)


def play(
    hand: Hand, player_name: str | Mapping[Seat, str | Bot] = "thumb", seed: int | str = 0
) -> Hand:
    """The hand played to its end from its current state.

    player_name: the name of the players, or who plays each seat: {"A": a player of your own, "B":
    "master"}; seats that are not named play by rules of thumb. The same seed plays the same way, as long
    as your own players do. Raises TarokyError for a name that no player has, and if a player returns an
    illegal action.
    """
    _check_hand(hand)
    check_seed(seed)
    if not isinstance(player_name, Mapping):
        player(player_name, hand.table)
        return finish(hand, random.Random(seed), player_name)
    bots: dict[Seat, Bot] = {
        seat: player("thumb", hand.table, f"{seed}/{seat}") for seat in hand.at_table
    }
    for seat, who in player_name.items():
        _check_seat(hand, seat)
        if not isinstance(who, str) and not callable(getattr(who, "act", None)):
            raise wrong("player", who, say("expected.player"))
        bots[seat] = player(who, hand.table, f"{seed}/{seat}") if isinstance(who, str) else who
    return play_on(hand, bots, lambda now, action: apply(now, action))


def record(hand: Hand) -> str:
    """The hand as readable text: rules, cards and actions, one per line."""
    _check_hand(hand)
    return records.to_text(records.of_hand(hand))


def replay(text: str) -> Hand:
    """The hand that a record describes, after its last action. text: the output of `record`, or a
    record as JSON or as a code from the site. Raises TarokyError with the line that is wrong."""
    expect("text", text, str, say("expected.text"))
    return records.read(text).replay()


def to_json(what: Hand | Session) -> dict[str, Any]:
    """A hand as the JSON data of its record, or a session as that of its file: plain mappings, lists and
    texts. Raises TarokyError for anything else."""
    if isinstance(what, Hand):
        return records.to_json(records.of_hand(what))
    expect("what", what, Session, say("expected.hand_or_session"))
    return session_to_json(what)


def from_json(data: Mapping[str, Any] | str) -> Hand | Session:
    """The hand or session that `to_json` wrote, with every hand replayed. data: the data, or its text.
    Raises TarokyError with one sentence for anything invalid."""
    if isinstance(data, str):
        data = json_input.read(data)
    if isinstance(data, Mapping) and data.get("format") == SESSION_FORMAT:
        return session_from_json(data)
    return records.from_json(dict(data) if isinstance(data, Mapping) else data).replay()


def count(source: str | Path | Table, cards: str | Sequence[str]) -> Counted:
    """Return what a pile of cards is worth: `points` as a fraction, `groups` with the working.
    Raises TarokyError for a card that the pack does not have, or that appears twice."""
    table = load(source)
    return count_cards(table, _cards(table, "cards", cards))


def settle(hand: Hand | Mapping[str, Any]) -> Settlement:
    """Return who pays whom, with the working: `payments` by seat (what a seat gets; negative if it
    pays), `items` with a sentence and rule points for each step.

    hand: a hand that is over, or the facts of one as a mapping: {"rules": "hlucin", "contract":
    "povinnost", "declarer": "A", "partner": "C", "points": {"declarers": 39}}. Raises TarokyError
    for a hand that is not over and for facts that are missing or cannot be true.
    """
    if isinstance(hand, Hand):
        if not finished(hand):
            raise RecordError(say("session.unfinished", actions=len(hand.actions)))
        return settle_facts(hand.table, finished_facts(hand))
    expect("hand", hand, Mapping, say("expected.hand_or_facts"))
    table = table_of(hand)
    return settle_facts(table, reading.read(table, hand))


def start_session(source: str | Path | Table, players: Sequence[str], dealer: int = 0) -> Session:
    """An evening at one table. players: names in order of play; dealer: the place, from 0, that deals
    first. `deal(rng)` returns the next hand and `add(hand)` the session after it, with its `totals`,
    `dealer` and `standings`. Raises TarokyError for a number of players that the game does not take."""
    session = begin_session(load(source), players)
    check_place("dealer", dealer, len(players))
    return begin_session(session.table, players, dealer)


def _check_hand(hand: Any) -> None:
    expect("hand", hand, Hand, say("expected.hand"))


def _check_seat(hand: Hand, seat: Any) -> None:
    if not isinstance(seat, str) or seat not in hand.at_table:
        raise RecordError(say("hand.no_seat", seat=quoted(seat), seats=list(hand.at_table)))


def _action(hand: Hand, action: Any) -> Action:
    _check_hand(hand)
    expected = say("expected.action", example="A play KS")
    if not isinstance(action, Action):
        check_text("action", action, expected)
        return records.parse_action(hand.table, action)
    check_words("action", [action.seat, action.kind], expected)
    check_words("action", action.what, expected)
    return Action(action.seat, action.kind, tuple(action.what))


def _cards(table: Table, key: str, cards: Any) -> tuple[Card, ...]:
    expect(key, cards, (str, list, tuple), say("expected.cards"))
    return table.cards.parse_all(cards)
