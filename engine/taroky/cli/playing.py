"""`taroky play --seat A`: hands in the terminal, one seat yours, the others played by players of a level."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

from taroky.api import questions
from taroky.cli import progress
from taroky.cli.hand_lines import done_lines, refused_lines, turn_lines
from taroky.cli.screen import screen
from taroky.cli.settlement import settlement_lines
from taroky.cli.terminal import ANSWERED, BROKEN_OFF, in_brackets, language_of_reader, table_of
from taroky.cli.typed import action_of
from taroky.errors import RecordError, TarokyError
from taroky.game import apply, check, current, finished, legal, record, undealt
from taroky.hand import Action, Hand
from taroky.messages import local_names, number, quoted, say, speaking
from taroky.players.advice import analysis
from taroky.players.levels import LEVELS
from taroky.players.reasons import done
from taroky.players.roster import player
from taroky.players.simulate import next_action
from taroky.rules.table import Seat, Table

#: A hint has this many reasons at most.
_REASONS = 3
#: Seeds are drawn from this many where none is named.
_SEEDS = 100_000


class _BrokenOff(Exception):
    """Somebody wants to stop."""


def play(args: argparse.Namespace, out: TextIO) -> None:
    """Play hands with somebody at the terminal. A record of each, also of one broken off, goes to --out."""
    table = table_of(args)
    seat = str(args.seat).upper()
    if seat not in table.active:
        raise RecordError(say("hand.no_seat", seat=quoted(args.seat), seats=list(table.active)))
    progress.hidden()
    # The answer is the record; the game itself is for the eyes.
    apart = args.out or args.json
    shown = screen(sys.stderr if args.json and not args.out else sys.stdout) if apart else out
    seed = random.randrange(_SEEDS) if args.seed is None else args.seed
    with speaking(args.language or language_of_reader(())), local_names(table.names):
        for place in range(args.hands):
            game = _Game(table, seat, args.bot or "thumb", f"{seed}/{place}", shown, args.players)
            game.play()
            if apart:
                _keep(game, args.json, out)
            if game.broken_off is not None:
                if not args.out:
                    again = say("terminal.again", seat=seat, seed=seed, game=args.rules)
                    shown.write(f"{again}\n")
                args.status = game.broken_off
                return


def _keep(game: _Game, as_json: bool, out: TextIO) -> None:
    """Write the record of a hand."""
    if as_json and finished(game.hand):
        out.write(json.dumps(questions.hand_json(game.hand), ensure_ascii=False) + "\n")
    elif as_json:
        out.write(json.dumps(record.to_json(record.of_hand(game.hand)), ensure_ascii=False) + "\n")
    else:
        out.write(record.to_text(record.of_hand(game.hand, [f"seed {game.seed}"])) + "\n")


@dataclass
class _Game:
    """A hand that is played. you: the seat of the person; level: of the others; earlier: the hand at each
    of your decisions so far; broken_off: with which exit status it was, None if it was not."""

    table: Table
    you: Seat
    level: str
    seed: str
    shown: TextIO
    players: int | None
    earlier: list[Hand] = field(default_factory=list)
    broken_off: int | None = None

    def __post_init__(self) -> None:
        pack = self.table.cards.shuffled(random.Random(self.seed))
        self.hand = undealt(self.table, pack, players=self.players)

    def play(self) -> None:
        """Play to the end, or until somebody stops."""
        opponents = [seat for seat in self.table.active if seat != self.you]
        self._write(
            say(
                "terminal.welcome",
                game=self.table.title,
                seat=self.you,
                others=opponents,
                level=self.level,
            ),
            say("terminal.commands"),
        )
        try:
            while (asked := current(self.hand)) is not None:
                if asked[1] == self.you and asked[0].name != "deal":
                    self._ask()
                else:
                    self._do(self._of_player())
        except (_BrokenOff, EOFError, KeyboardInterrupt) as end:
            self.broken_off = BROKEN_OFF if isinstance(end, KeyboardInterrupt) else ANSWERED
            self._write("", say("terminal.broken_off"))
            return
        self._write(*self._settlement())

    def _of_player(self) -> Action:
        """Return what a player of the level does, always the same in the same place."""
        rng = random.Random(f"{self.seed}/{len(self.hand.actions)}")
        level = LEVELS.get(self.level)
        seconds = level.seconds if level is not None else None
        return next_action(self.hand, player(self.level, self.table, rng, seconds))

    def _do(self, action: Action) -> None:
        was, self.hand = self.hand, apply(self.hand, action)
        self._write(*done_lines(self.you, was, action, self.hand))

    # -- your turn -----------------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask until something has been done, or taken back."""
        options = legal(self.hand)
        assert options is not None
        if not options.legal and "say" in options.offered:
            self._do(action_of(self.hand, options, ""))  # nothing that could be said
            return
        self._write(*turn_lines(self.hand, options))
        while True:
            text = self._read()
            match text.lower():
                case "?" | "h" | "hint":
                    self._write(*self._hint())
                case "!" | "why":
                    self._write(*refused_lines(options))
                case "u" | "undo":
                    if self.earlier:
                        self.hand = self.earlier.pop()
                        self._write(say("terminal.undone"))
                        return
                    self._write(say("terminal.nothing_to_undo"))
                case "q" | "quit" | "exit":
                    raise _BrokenOff
                case _:
                    if self._done(text):
                        return

    def _done(self, text: str) -> bool:
        """Whether what was typed could be done."""
        options = legal(self.hand)
        assert options is not None
        try:
            action = action_of(self.hand, options, text)
        except TarokyError as problem:
            self._write(str(problem))
            return False
        refusal = check(self.hand, action)
        if refusal is not None:
            self._write(f"{refusal.text()}{in_brackets(refusal.points)}")
            return False
        self.earlier.append(self.hand)
        self._do(action)
        return True

    def _read(self) -> str:
        """Return what is typed. Raises EOFError when there is no more."""
        self.shown.write(f"{self.you}> ")
        self.shown.flush()
        try:
            text = sys.stdin.readline()
        except UnicodeDecodeError:
            text = "\ufffd\n"
        if not text:
            raise EOFError
        if not sys.stdin.isatty():  # what a terminal shows as it is typed
            self.shown.write(f"{quoted(text.strip())}\n")
        return text.strip()

    def _hint(self) -> Iterator[object]:
        """Yield what a strong player would do, and why."""
        advice = analysis(self.hand)
        if advice is None or not advice.hands:
            if advice is not None:
                yield say("terminal.hint", do=done(advice.usual))
                yield advice.why_usual or ""
            return
        yield say("terminal.hint", do=done(advice.choices[0].action))
        for reason in advice.reasons()[:_REASONS]:
            yield f"  {reason.text()}{in_brackets(reason.points)}"

    # -- the end -------------------------------------------------------------------------------

    def _settlement(self) -> Iterator[object]:
        """Yield what the hand pays, and who pays or gets how much."""
        settled = questions.settlement(self.hand)
        yield from (line.removeprefix("# ") for line in settlement_lines(settled))
        for seat, amount in settled.payments.items():
            which = "pays" if amount.startswith("-") else "gets"
            money = number(amount.removeprefix("-"))
            yield say(f"terminal.{which}", seat=seat, amount=money, unit=self.table.unit.name)

    def _write(self, *lines: object) -> None:
        self.shown.writelines(f"{line}\n" for line in lines)
