"""The command line `taroky`: what was typed, what answers it, and what becomes of errors.

Wrong input gives one sentence on standard error and exit status 2. Files are written whole or not at all.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence

from taroky.api.questions import QUESTIONS
from taroky.cli import completion, parser, progress
from taroky.cli.options import Verb
from taroky.cli.output import refusal, take_any_letter
from taroky.cli.screen import screen
from taroky.cli.terminal import (
    ANSWERED,
    BROKEN_OFF,
    WRONG,
    in_brackets,
    language_of_reader,
    write_whole,
)
from taroky.cli.verbs import verbs
from taroky.cli.words import main_fact
from taroky.errors import MissingFact, TarokyError
from taroky.messages import ENGLISH, speaking

#: Refusals of a call in which something is not typed at all: the right form helps.
_INCOMPLETE = ("request.missing", "session.nothing_to_add", "diff.needs_two")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command. Returns 0 when answered, 2 for wrong input, 130 when ended by Ctrl-C."""
    take_any_letter(sys.stdout, sys.stderr)
    typed = sys.argv[1:] if argv is None else argv
    with speaking(language_of_reader(typed)):
        known = parser.build(verbs())
        completion.answer(known)
        try:
            args = parser.read(known, typed)
        except TarokyError as problem:
            return _refused(problem)
    with speaking(args.language or ENGLISH):
        return _run(args)


def _run(args: argparse.Namespace) -> int:
    try:
        with progress.shown() as line:
            if args.out:
                write_whole(args.out, lambda file: args.verb.run(args, file))
            else:
                out = screen(sys.stdout, line, plain=args.json)
                args.verb.run(args, out)
                out.flush()
    except TarokyError as problem:
        return _refused(problem, args)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return BROKEN_OFF
    return int(getattr(args, "status", ANSWERED))


def _example_helps(args: argparse.Namespace, problem: TarokyError) -> bool:
    """Whether the example of a command shows what this call lacks: it is by the same rules, of the same
    contract, and has it."""
    words = shlex.split(args.verb.example)
    fact = str(problem.fields.get("fact") or dict(problem.message.params).get("key", ""))
    if getattr(args, "file", None) or getattr(args, "what", words[0]) not in words:
        return False
    if getattr(args, "rules", None) not in (None, *words):
        return False
    if getattr(args, "contract", None) not in (None, *words):
        return False
    typed_alone = fact in ("contract", "file") or fact in _main_facts(args.verb)
    return not fact or typed_alone or f"--{fact.replace('_', '-')}" in words


def _main_facts(verb: Verb) -> tuple[str, ...]:
    """Return the fact that a question is most about, typed without an option."""
    name = verb.name.replace("-", "_")
    return (main_fact(name)[0],) if name in QUESTIONS else ()


def _refused(problem: TarokyError, args: argparse.Namespace | None = None) -> int:
    sentence = f"{refusal(str(problem))}{in_brackets(problem.points)}"
    lacks = isinstance(problem, MissingFact) or problem.message.id in _INCOMPLETE
    if args is not None and lacks:
        sentence = f"{sentence} {parser.right_form(args.verb, _example_helps(args, problem))}"
    sys.stderr.write(f"taroky: {sentence}\n")
    return WRONG
