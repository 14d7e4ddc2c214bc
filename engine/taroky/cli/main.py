"""The command line `taroky`: what there is, what each command takes, and what becomes of errors.

Wrong input gives one sentence on standard error and exit code 2. Files are written whole or not at all.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from typing import NoReturn, TextIO

from taroky import version
from taroky.api import parameters, schemas
from taroky.api.questions import MEANINGS, QUESTIONS
from taroky.cli import hands, reviewing, rule_tables, sessions
from taroky.cli.asking import asks
from taroky.cli.terminal import in_brackets, show_json, write_whole
from taroky.errors import TarokyError
from taroky.messages import ENGLISH, languages, speaking
from taroky.players.roster import PLAYERS

#: Questions that have commands of their own.
_OTHERWISE = ("replay", "review", "advice", "session")


class _Parser(argparse.ArgumentParser):
    """One sentence instead of a usage block."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"taroky: {message}. Try: {self.prog} --help\n")
        raise SystemExit(2)


class _Version(argparse.Action):
    """Ask for the version only where somebody wants it: in a checkout it takes git."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"taroky {version.current()}")
        parser.exit()


def _of_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules", default="hlucin", help="rule set, packed house table or a file (hlucin)"
    )
    command.add_argument(
        "--option", nargs="*", action="extend", help="house options: varsava.scoring=half_crown"
    )


def _of_language(parser: argparse.ArgumentParser, default: str) -> None:
    known = languages()
    parser.add_argument(
        "--language", choices=known, default=default, help="the language of answers"
    )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="taroky",
        description="Rules of Taroky: what is allowed, why, and what it pays. Cards are written KS "
        "(king of spades), QH, RC (rider), JD, 10S, AH; taroky I to XXI; the škýz SKYZ.",
    )
    _of_language(parser, ENGLISH)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version")
    sub = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    def verb(
        name: str, help_text: str, run: Callable[[argparse.Namespace, TextIO], None]
    ) -> argparse.ArgumentParser:
        command = sub.add_parser(name, help=help_text, description=help_text)
        command.add_argument("--json", action="store_true", help="answer as JSON")
        _of_language(command, argparse.SUPPRESS)
        command.add_argument("--out", help="write the answer to this file")
        command.set_defaults(run=run)
        return command

    rules = verb("rules", "list, show, compare, check or pack rule tables", rule_tables.answer)
    rules.add_argument("what", choices=["list", "show", "diff", "check", "pack"])
    rules.add_argument(
        "names",
        nargs="*",
        help="a rule set or a file (show), two of them (diff), files (check, pack)",
    )
    rules.add_argument("--flat", action="store_true", help="show: with all that it extends")

    deal = verb("deal", "deal the cards", hands.deal)
    play = verb("play", "let bots play whole hands to the payment", hands.play)
    for command in (deal, play):
        _of_rules(command)
        command.add_argument("--seed", type=int, default=1, help="the same seed, the same cards")
    play.add_argument("--hands", type=int, default=1, help="how many")
    play.add_argument("--bot", choices=PLAYERS, default="random", help="who plays")
    play.add_argument("--players", type=int, help="people at the table (4, or 5 with one out)")

    kept = verb("session", "keep a session of many hands in a file", sessions.session)
    kept.add_argument("what", choices=["new", "add", "play", "seat", "show", "stop"])
    kept.add_argument("file", help="the session file (JSON)")
    kept.add_argument("hand", nargs="?", help="add: a record as text, JSON or code; - for stdin")
    _of_rules(kept)
    kept.add_argument(
        "--players",
        nargs="*",
        help="new, seat: the names in order of play, seat: from the next hand on",
    )
    kept.add_argument("--dealer", help="new: who deals first, if it is not drawn")
    kept.add_argument("--chips", help="new: what everybody starts with")
    kept.add_argument("--hands", type=int, help="new: how many are agreed; play: how many")
    kept.add_argument("--force", action="store_true", help="new: in place of a file that is there")
    kept.add_argument(
        "--seed", type=int, default=1, help="new, play: the same seed, the same cards"
    )
    kept.add_argument("--bot", choices=PLAYERS, default="random", help="play: who plays")
    kept.add_argument("--payments", nargs="*", help="add: only what was paid, A=1.00 B=-1.00 …")
    kept.add_argument("--contract", help="add, with --payments: what was played")
    kept.add_argument("--declarer", help="add, with --payments: the declarer's seat")
    kept.add_argument("--opener", help="add, with --payments: who opened, if not A")
    kept.add_argument("--ended", help="add, with --payments: what ended the hand before play")

    replay = verb("replay", "replay a record and settle it", hands.replay)
    replay.add_argument("file", help="a record as text, JSON or code; - for standard input")

    reviewed = verb("review", QUESTIONS["review"].tell, reviewing.review)
    advised = verb("advice", QUESTIONS["advice"].tell, reviewing.advice)
    for command in (reviewed, advised):
        command.add_argument("file", help="a record as text, JSON or code; - for standard input")
    reviewed.add_argument("--seat", required=True, help="whose decisions")

    for name, question in QUESTIONS.items():
        if name in _OTHERWISE:
            continue
        command = verb(name, question.tell, asks(name))
        command.add_argument("file", nargs="?", help="YAML or JSON with the facts; - for stdin")
        _of_rules(command)
        for key, kind in question.takes.items():
            if kind is not parameters.FACTS:
                flags = [f"--{key.replace('_', '-')}", *(["--cards"] if key == "hand" else [])]
                command.add_argument(*flags, nargs="*" if kind.many else None, help=MEANINGS[key])
    score = sub.choices["score"]
    score.add_argument("--contract", help="the contract")
    score.add_argument("--declarer", help="seat of the declarer")
    score.add_argument("--partner", help="seat of the partner; leave out when alone")
    score.add_argument("--level", help="level of the talon set taken")
    score.add_argument("--players", help="people at the table")
    score.add_argument("--ended", help="how the hand ended before play")
    score.add_argument("--points", nargs="*", help="declarers=39, or A=26 B=26 …")
    score.add_argument("--tricks", nargs="*", help="declarers=7, or A=3 …")
    score.add_argument("--doubles", nargs="*", help="game=flek pagat=reflek")
    score.add_argument("--declare", nargs="*", help="A=trul,honery D=barvicky")
    score.add_argument("--announce", nargs="*", help="A=pagat")
    score.add_argument("--left-over", nargs="*", help="cards over in counting: declarers=1")
    score.add_argument("--honours", help="how many of the trul the declarers' tricks hold")
    score.add_argument("--lost-with", help="the declarers' card in the one trick they lost")
    score.add_argument("--talon-left", nargs="*", help="talon cards nobody took")
    score.add_argument("--irregular", nargs="*", help="what went wrong: B=revoke")
    score.add_argument(
        "--left-in-hand",
        nargs="*",
        help="cards a player was left with after an irregularity: B=7S,8S",
    )
    score.add_argument("--opener", help="who opened the auction, if the first player handed it on")
    score.add_argument("--pots", nargs="*", help="what lay in the pot before: zid=30")
    score.add_argument("--last-trick", nargs="*", help="winner, then what was played: A A=I C=X")

    for entry in entry_points(group="taroky.commands"):  # of packages that build on this one
        entry.load()(verb)

    schema = verb("schema", "print a JSON Schema", _schema)
    schema.add_argument("name", choices=sorted(schemas.SCHEMAS))
    return parser


def _schema(args: argparse.Namespace, out: TextIO) -> None:
    show_json(schemas.SCHEMAS[args.name](), out)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 0 when answered, 2 for wrong input."""
    args = _parser().parse_args(argv)
    with speaking(args.language):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    try:
        if args.out:
            write_whole(args.out, lambda file: args.run(args, file))
        else:
            args.run(args, sys.stdout)
            sys.stdout.flush()
    except TarokyError as problem:
        sys.stderr.write(f"taroky: {problem}{in_brackets(problem.points)}\n")
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return 0
