"""Parts that every command shares: tables and files by name, answers as JSON, files that are written
whole."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TextIO

from taroky import rules
from taroky.api.reviewing import WorthOfAction
from taroky.cli.file_lock import locked
from taroky.cli.output import can_write
from taroky.decoding import decoded, unreadable, unwritable
from taroky.errors import RecordError
from taroky.messages import ENGLISH, languages, quoted, say
from taroky.messages.expected import like
from taroky.rules.table import Table

#: Exit statuses. Ctrl-C ends a call as shells expect: 128 and the number of the signal.
ANSWERED, WRONG, BROKEN_OFF = 0, 2, 130
#: Where a system says which language its user reads, the first that says something.
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of_reader(typed: Sequence[str]) -> str:
    """The language of help and of what is asked on the terminal: the one that --language names, else
    that of the system where there is a catalogue for it."""
    words = [word.removeprefix("--language=") for word in typed if word.startswith("--language=")]
    words += [word for option, word in pairwise(typed) if option == "--language"]
    if words:
        return words[-1] if words[-1] in languages() else ENGLISH
    system = next(filter(None, map(os.environ.get, _LOCALE)), "")
    spoken = re.split(r"[_.@-]", system)[0].lower()
    return spoken if spoken in languages() else ENGLISH


def show_json(data: Any, out: TextIO) -> None:
    """Write data as JSON; where the stream does not have all its letters, by their numbers."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    out.write((text if can_write(out, text) else json.dumps(data, indent=2)) + "\n")


def in_brackets(points: Sequence[str]) -> str:
    return f"  [{', '.join(points)}]" if points else ""


def mean(choice: WorthOfAction, unit: str) -> str:
    """Return what a choice brings on average, and how sure that is."""
    return say("cli.mean", mean=f"{choice.mean:+7.2f}", half=f"{choice.half:.2f}", unit=unit).text()


def text_of(name: str) -> str:
    """The text of a file, "-" for standard input. Raises RecordError, which names the file."""
    try:
        return decoded(Path(name).read_bytes()) if name != "-" else _typed()
    except OSError as problem:
        raise RecordError(say("input.file", file=name, problem=unreadable(problem))) from None
    except RecordError as problem:
        raise RecordError(say("input.file", file=name, problem=problem.message)) from None


def _typed() -> str:
    """Return what comes in on standard input, as bytes where there are bytes."""
    buffer = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if buffer is None else decoded(buffer.read())


def is_file(name: str) -> bool:
    """Whether a name means a table in a file and not a rule set."""
    return name.endswith((".yaml", ".yml", ".json"))


def is_there(name: str) -> bool:
    """Whether there is a file of this name, whatever the name is."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # longer than any name of a file, or with a sign that none has
        return False


def table_of(
    args: argparse.Namespace, name: str = "", more: Mapping[str, str] | None = None
) -> Table:
    """The rule set or the file that --rules names, with the options chosen."""
    name = name or args.rules
    chosen = pairs(args.option, "--option", "varsava.scoring=half_crown", "option")
    options = {**(more or {}), **chosen.get("option", {})}
    return rules.read(Path(name), options) if is_file(name) else rules.load(name, options)


def pairs(
    words: Sequence[str] | None, option: str, example: str, key: str, many: bool = False
) -> dict[str, Any]:
    """Return what the words of an option say, each "name=value", as one fact of this key; nothing where there
    are none. many: a value may be several words with commas between them. Raises RecordError for
    a word without "=", which shows the example, and for a name with two values."""
    values: dict[str, Any] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise RecordError(
                say("request.kind", key=option, value=quoted(word), expected=like(example))
            )
        if values.get(name, value) != value:
            raise RecordError(say("cli.twice", option=option, name=quoted(name)))
        values[name] = value
    split = {name: value.split(",") for name, value in values.items()}
    return {key: split if many else values} if values else {}


def one_or_more(option: str, number: int) -> None:
    """Refuse a number below 1. Raises RecordError."""
    if number < 1:
        expected = say("expected.or_more", least=1)
        raise RecordError(say("request.kind", key=option, value=number, expected=expected))


def missing(what: str) -> NoReturn:
    raise RecordError(say("request.missing", key=what))


@contextmanager
def locked_file(path: str) -> Iterator[None]:
    """Within this block no other command changes the file. Raises RecordError where nothing can be written
    beside it."""
    with ExitStack() as stack:
        try:
            stack.enter_context(locked(Path(path)))
        except OSError as problem:
            raise RecordError(say("input.file", file=path, problem=unwritable(problem))) from None
        yield


def write_whole(path: str, run: Callable[[TextIO], None]) -> None:
    """The file is there in full or not at all."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as problem:
        raise RecordError(say("input.file", file=path, problem=unwritable(problem))) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace") as file:
            run(file)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
