"""What a command is made of: its words, its options, and how a value is read. The commands themselves are
rows in `verbs`, and of packages that build on this one."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TextIO

from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.expected import near

#: A whole number as people type it; a longer one nobody means.
_WHOLE = re.compile(r"[-+]?[0-9]{1,40}")

#: What is answered by a command: it gets what was typed, and where its answer goes.
Run = Callable[[argparse.Namespace, TextIO], None]
#: What becomes of the words that stand without an option: they are put where options would put them.
Place = Callable[[argparse.Namespace, list[str]], None]


@dataclass(frozen=True)
class Option:
    """A word or an option of a command. name: as it is typed, with "--" before an option; help: the id of
    the message that explains it; also: another spelling; many: it takes several words; switch: it takes
    none; choices: the words it may be; whole: it takes a whole number; game: it takes a rule set, among others; left_out: what stands for it where
    it is not typed; optional: a word that may be left out; needed: an option that may not."""

    name: str
    help: str
    also: tuple[str, ...] = ()
    many: bool = False
    switch: bool = False
    choices: tuple[str, ...] = ()
    whole: bool = False
    game: bool = False
    left_out: Any = None
    optional: bool = False
    needed: bool = False


@dataclass(frozen=True)
class Verb:
    """A command. help: the id of the message that says what it does; form: what follows its name, with
    words for the things in braces (`help.word.…`); example: a call that works; place: reads the words
    that stand without an option, None where each is an `Option` of its own; also: its old spelling."""

    name: str
    group: str
    help: str
    run: Run
    form: str
    example: str
    options: tuple[Option, ...] = ()
    place: Place | None = None
    also: str = ""


#: The options of every command.
EVERYWHERE = (
    Option("--json", "help.option.json", switch=True),
    Option("--out", "help.option.out"),
)
#: The options of commands that play or answer by the rules of a game.
OF_RULES = (
    Option("--rules", "help.option.rules", game=True),
    Option("--option", "help.option.option", many=True),
)


def reader(option: Option) -> Callable[[str], Any]:
    """Return what reads a value of this option. It raises RecordError for one that it cannot be."""

    def read(text: str) -> Any:
        if option.whole:
            if not _WHOLE.fullmatch(text):
                expected = say("expected.whole")
                raise RecordError(
                    say("request.kind", key=option.name, value=quoted(text), expected=expected)
                )
            return int(text)
        if option.choices and text not in option.choices:
            raise RecordError(_none_of(option, text))
        return text

    return read


def _none_of(option: Option, text: str) -> Message:
    likely = near(text, option.choices)
    name = "cli.none_of_near" if likely else "cli.none_of"
    return say(name, word=quoted(text), known=list(option.choices), near=likely)
