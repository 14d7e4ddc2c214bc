"""Whole hands of a table, dealt, played, told, settled, kept, replayed and looked at by every seat. The first
thing that fails is told with its place in the table and the seed that shows it again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from taroky.api import questions
from taroky.cli.hand_lines import done_lines, turn_lines
from taroky.cli.settlement import settlement_lines
from taroky.errors import RecordError, TarokyError
from taroky.game import apply, legal, record, undealt
from taroky.hand import Action, Hand
from taroky.messages import Message, quoted, say
from taroky.players.bot import Bot
from taroky.players.guesses import guesses
from taroky.players.roster import player
from taroky.players.simulate import play_on
from taroky.rules.table import Seat, Table
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import finished_facts, settle

#: Who plays one hand after another: somebody who does anything, and the levels that answer at once.
_BOTS = ("random", "random", "thumb", "random", "beginner")
#: After so many actions each a seat looks where the hidden cards may be.
_LOOKS_AFTER = 5
#: No hand has so many actions: it would never end.
_MOST_ACTIONS = 2_000


class Failed(Exception):
    """A hand that fails. message: where and why in words; row: the path of the row of the table that says most
    about the moment."""

    def __init__(self, message: Message, row: tuple[str, ...]) -> None:
        super().__init__(message.text())
        self.message, self.row = message, row


def try_seed(table: Table, seed: int) -> Hand:
    """Play the hand that `taroky play` begins this seed with, and do all that can be done with it. The seed
    says who plays and how many sit at the table. Raises Failed."""
    bot = _BOTS[seed % len(_BOTS)]
    return try_hand(table, f"{seed}/0", bot, table.seats.players[seed % len(table.seats.players)])


def try_hand(table: Table, seed: str, bot: str, players: int, whole: bool = True) -> Hand:
    """Play a hand and settle it. whole: it is also told to everybody as it goes on, seats look where the
    hidden cards may be, and its record is replayed, which takes longer than playing. Raises Failed."""
    rng = random.Random(seed)
    trial = _Trial(
        undealt(table, table.cards.shuffled(rng), players=players), whole, random.Random(seed)
    )
    return trial.tried(lambda: player(bot, table, rng), seed)


@dataclass
class _Trial:
    """A hand that is tried. hand: as far as it has come; moment: what is done with all of it, "" while it is
    played; looker: the seat that looks where the cards may be, "" if none does."""

    hand: Hand
    whole: bool
    rng: random.Random
    moment: str = ""
    looker: Seat = ""

    def tried(self, bot: Callable[[], Bot], seed: str) -> Hand:
        """The hand at its end. Raises Failed."""
        try:
            who = bot()
            play_on(self.hand, dict.fromkeys(self.hand.at_table, who), self._act)
            for moment, does in (_AFTERWARDS if self.whole else _ALWAYS).items():
                self.moment = moment
                does(self.hand)
        except TarokyError as problem:
            raise self._failed(problem.message, seed) from problem
        except Exception as problem:  # whatever it is, the hand is to be had again
            kind = type(problem).__name__
            sentence = say("try.unforeseen", kind=kind, problem=quoted(str(problem)))
            raise self._failed(sentence, seed) from problem
        return self.hand

    def _act(self, was: Hand, action: Action) -> Hand:
        if len(was.actions) > _MOST_ACTIONS:
            raise RecordError(say("try.endless", most=_MOST_ACTIONS))
        self.hand = was
        now = apply(was, action)
        if self.whole:
            options = legal(was)
            assert options is not None
            _tell(turn_lines(was, options))
            for you in was.active:
                _tell(done_lines(you, was, action, now))
        self.hand = now
        if self.whole and now.deal.dealt and now.asked and len(now.actions) % _LOOKS_AFTER == 0:
            self.looker = self.rng.choice(now.active)
            guesses(now, self.looker, 1, self.rng)
            self.looker = ""
        return now

    def _failed(self, problem: Message, seed: str) -> Failed:
        """The sentence and the place for what went wrong."""
        asked = self.hand.asked if not self.moment else None
        if self.looker:
            moment, row = say("try.looking", seat=self.looker), self._row("")
        elif asked is not None:
            name = asked[0].name
            moment, row = say("try.turn", phase=name, seat=asked[1]), self._row(name)
        else:
            moment, row = say(f"try.{self.moment or 'cards'}"), self._row("")
        number = seed.removesuffix("/0")
        path = ".".join(row)
        return Failed(say("try.failed", row=path, seed=number, at=moment, problem=problem), row)

    def _row(self, phase: str) -> tuple[str, ...]:
        """The row that the contract names for a phase, else the contract; the section before there is one."""
        hand = self.hand
        if not hand.contract:
            return (phase,) if phase and hasattr(hand.table, phase) else ("contracts",)
        named = getattr(hand.row, phase, None) if phase else None
        if isinstance(named, str):
            return phase, named
        return ("announce",) if phase == "announce" else ("contracts", hand.contract)


def _tell(lines: Iterable[Message | str]) -> None:
    for line in lines:
        str(line)


def check_cards(hand: Hand) -> None:
    """Every card is somewhere, and only once. Raises TarokyError."""
    cards = everywhere(hand)
    if sorted(cards) != sorted(hand.table.cards.cards):
        expected = len(hand.table.cards.cards)
        raise RecordError(say("try.lost_cards", n=len({*cards}), expected=expected))


def everywhere(hand: Hand) -> list[str]:
    """Every card, wherever it lies."""
    if not hand.deal.dealt:
        return list(hand.deal.pack)
    tricks = (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ()))
    piles = (*hand.cards.hands.values(), *hand.discard.discards.values(), hand.cards.talon)
    played = [pile for trick in tricks for pile in (trick.cards, trick.extra)]
    return [card for pile in (*piles, *played) for card in pile]


def check_settlement(hand: Hand) -> None:
    """Whatever is paid is got, by everybody at the table or pots, and no card counts for two. Raises TarokyError."""
    settled = settle(hand.table, finished_facts(hand))
    if hand.play.tricks:
        piled = [card for cards in side_cards(hand).values() for card in cards]
        if len({*piled}) != len(piled):
            raise RecordError(say("try.counted_twice"))
    whole = sum(settled.payments.values()) + sum(settled.pots.values())
    if whole and not writes_down(hand.table):
        raise RecordError(say("try.sum", sum=str(whole)))


def writes_down(table: Table) -> bool:
    """Whether something is written and not paid, so that the sums need not be zero."""
    payers = [row.payer for row in table.payments.values()]
    payers += [one.payer for row in table.bonuses.values() for one in row.outcomes.values()]
    return table.settle.between == "sides_thrice" or "nobody" in payers


def _tell_all(hand: Hand) -> None:
    """Everything that can be said of a hand that is over."""
    json.dumps(questions.hand_json(hand))
    _tell(settlement_lines(questions.settlement(hand)))


def check_record(hand: Hand) -> None:
    """The record survives text, JSON and code, and leads to the very same hand. Raises TarokyError."""
    kept = record.of_hand(hand)
    text = record.to_text(kept)
    read = (
        record.from_text(text),
        record.from_json(json.loads(json.dumps(record.to_json(kept)))),
        record.from_code(record.to_code(kept)),
    )
    if any(one != kept for one in read) or record.read(text).replay() != hand:
        raise RecordError(say("try.another_hand"))


#: What is done with every hand that is over, by the moment; the sentences have it after "try.".
_ALWAYS: Mapping[str, Callable[[Hand], None]] = {"cards": check_cards, "settling": check_settlement}
_AFTERWARDS = {**_ALWAYS, "telling": _tell_all, "replaying": check_record}
