"""The parser of the command line, made from the rows of `verbs`: help by groups, in the language of the
reader, and one sentence for a call that cannot be read."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NoReturn

from taroky import version
from taroky.cli import completion
from taroky.cli.options import EVERYWHERE, Option, Verb, reader
from taroky.cli.output import refusal
from taroky.cli.terminal import WRONG
from taroky.cli.words import unplaced
from taroky.errors import TarokyError
from taroky.messages import languages, quoted, say
from taroky.messages.expected import near

#: What argparse says of a call, with the message that says it here.
_SAID = (
    (r"the following arguments are required: command", "cli.no_verb"),
    (r"the following arguments are required: (?P<what>.+)", "cli.required"),
    (r"argument (?P<what>[^ :]+): expected (one|at least one) argument", "cli.no_value"),
    (r"ambiguous option: (?P<what>.+) could match (?P<options>.+)", "cli.ambiguous"),
    (r"argument (?P<what>[^ :]+): ignored explicit argument .*", "cli.takes_nothing"),
    (r"argument (?P<what>[^ :]+): invalid choice: .*", "cli.no_choice"),
)
_NO_VERB = re.compile(r"argument command: invalid choice: '(?P<word>.*?)' \(")
_HELP_COLUMN = 17


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help with the heading of the usage in the language that is spoken."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, prefix or f"{say('help.usage')} ")


class Parser(argparse.ArgumentParser):
    """A parser of one verb, or of the whole command: then it knows all verbs."""

    verb: Verb | None = None
    verbs: tuple[Verb, ...] = ()

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read what was typed; a value that an option cannot have is refused in one sentence, too."""
        try:
            return super().parse_known_args(args, namespace)
        except TarokyError as problem:
            self.refuse(str(problem))

    def error(self, message: str) -> NoReturn:
        """End with one sentence for what argparse could not read."""
        self.refuse(self._in_words(message))

    def refuse(self, sentence: str) -> NoReturn:
        """End with a sentence, the right form and where there is more."""
        sys.stderr.write(f"taroky: {refusal(sentence)} {right_form(self.verb)}\n")
        raise SystemExit(WRONG)

    def _in_words(self, message: str) -> str:
        unknown = _NO_VERB.match(message)
        if unknown:
            return _no_such("cli.no_such_verb", unknown["word"], [verb.name for verb in self.verbs])
        for pattern, name in _SAID:
            match = re.fullmatch(pattern, message)
            if match:
                return say(name, **match.groupdict(), known=self._choices_of(match)).text()
        return say("cli.wrong", problem=quoted(message)).text()

    def _choices_of(self, match: re.Match[str]) -> list[str]:
        """The words that the option may be which argparse speaks of."""
        named = match.groupdict().get("what")
        actions = (one for one in self._actions if named in (one.dest, *one.option_strings))
        return [str(word) for one in actions for word in one.choices or ()]

    def unknown_option(self, word: str) -> NoReturn:
        """End with the sentence for an option that this verb does not have."""
        known = [name for action in self._actions for name in action.option_strings]
        self.refuse(_no_such("cli.no_such_option", word.partition("=")[0], known))

    def format_help(self) -> str:
        """The help, of the whole command by groups of verbs."""
        if not self.verbs:
            return super().format_help()
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, [], [])
        formatter.add_text(self.description)
        for group in dict.fromkeys(verb.group for verb in self.verbs):
            formatter.add_text(_group(group, (v for v in self.verbs if v.group == group)))
        formatter.start_section(say("help.options").text())
        formatter.add_arguments(action for action in self._actions if action.option_strings)
        formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()


def right_form(verb: Verb | None, with_example: bool = True) -> str:
    """A call of this command that works, if it helps, and where to read on."""
    if verb is None:
        return say("cli.try", command="taroky --help").text()
    more = say("cli.try", command=f"taroky {verb.name} --help").text()
    return f"{say('cli.form', example=verb.example)} {more}" if with_example else more


def _no_such(message: str, word: str, known: Sequence[str]) -> str:
    likely = near(word, known)
    more = f" {say('cli.near', near=likely)}" if likely else ""
    return f"{say(message, word=quoted(word))}{more}"


def _width() -> int:
    return max(40, min(shutil.get_terminal_size().columns, 100) - 2)


def _folded(text: str) -> str:
    return textwrap.fill(text, _width())


def _group(name: str, verbs: Iterable[Verb]) -> str:
    """A group of verbs with its heading, a line or more for each."""
    lines = [f"{say(f'help.group.{name}')}:"]
    for verb in verbs:
        lines += textwrap.wrap(
            say(verb.help).text(),
            _width(),
            initial_indent=f"  {verb.name:{_HELP_COLUMN - 3}} ",
            subsequent_indent=" " * _HELP_COLUMN,
        )
    return "\n".join(lines)


class _Version(argparse.Action):
    """Ask for the version only where somebody wants it: in a checkout it takes git."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(f"taroky {version.current()}")
        parser.exit()


class _Completion(argparse.Action):
    """Print what a shell has to know to complete words."""

    def __call__(
        self, parser: argparse.ArgumentParser, _: object, shell: Any, *__: object
    ) -> NoReturn:
        print(completion.script(shell))
        parser.exit()


def build(verbs: tuple[Verb, ...]) -> Parser:
    """The parser of these commands."""
    parser = Parser(
        prog="taroky",
        usage=f"taroky {say('help.form')}",
        description=_folded(say("help.taroky").text()),
        epilog=f"{_folded(say('help.more').text())}\n\n{_folded(say('help.statuses').text())}",
        formatter_class=_Formatter,
        add_help=False,
    )
    parser.verbs = verbs
    _with_help(parser)
    parser.add_argument("--version", action=_Version, nargs=0, help=say("help.version").text())
    parser.add_argument(
        "--completion",
        action=_Completion,
        choices=completion.SHELLS,
        help=say("help.completion").text(),
    )
    _of_language(parser, None)
    sub = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    for verb in verbs:
        _add(sub, verb)
    return parser


def _with_help(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("-h", "--help", action="help", help=say("help.help").text())


def _of_language(parser: argparse._ActionsContainer, left_out: Any) -> None:
    _add_option(
        parser,
        Option("--language", "help.option.language", choices=languages(), left_out=left_out),
    )


def form_of(verb: Verb) -> str:
    """Return what follows the name of a command, in words of the language that is spoken."""
    return re.sub(r"\{(\w+)\}", lambda match: say(f"help.word.{match[1]}").text(), verb.form)


def _add(sub: argparse._SubParsersAction[Parser], verb: Verb) -> None:
    parser = sub.add_parser(
        verb.name,
        prog=f"taroky {verb.name}",
        usage=f"taroky {verb.name} {form_of(verb)} [{say('help.options')}]",
        description=_folded(say(verb.help).text()),
        epilog=say("help.example", example=verb.example).text(),
        formatter_class=_Formatter,
        add_help=False,
    )
    parser.verb = verb
    parser.set_defaults(verb=verb)
    typed = parser.add_argument_group(say("help.words").text())
    options = parser.add_argument_group(say("help.options").text())
    for option in (*verb.options, *EVERYWHERE):
        _add_option(options if option.name.startswith("--") else typed, option)
    if verb.place is not None:
        words = typed.add_argument("words", nargs="*", default=[], help=argparse.SUPPRESS)
        words.completer = completion.of_words(verb)  # type: ignore[attr-defined]
    _of_language(options, argparse.SUPPRESS)
    _with_help(options)


def _add_option(group: argparse._ActionsContainer, option: Option) -> None:
    help_text = say(option.help).text().replace("%", "%%")
    if option.switch:
        group.add_argument(option.name, action="store_true", help=help_text)
        return
    more: dict[str, Any] = {}
    if option.name.startswith("--"):
        more = {"required": option.needed}
        if option.many:
            more["action"] = "extend"
    nargs = "*" if option.many else "?" if option.optional else None
    added = group.add_argument(
        option.name,
        *option.also,
        nargs=nargs,
        type=reader(option),
        choices=option.choices or None,
        default=option.left_out,
        help=help_text,
        **more,
    )
    if option.game:
        added.completer = completion.games  # type: ignore[attr-defined]


def read(parser: Parser, typed: Sequence[str]) -> argparse.Namespace:
    """Return what was typed, with the words that stand without an option in their places. Ends the
    program for a call that cannot be read."""
    args, rest = parser.parse_known_args([*_hyphens(typed, parser.verbs)])
    own = _parser_of(parser, args.verb.name)
    for word in rest:
        if word.startswith("-") and word != "-":
            own.unknown_option(word)
    try:
        if args.verb.place is not None:
            args.verb.place(args, [*args.words, *rest])
        elif rest:
            _place_rest(args, rest)
    except TarokyError as problem:
        own.refuse(str(problem))
    return args


def _place_rest(args: argparse.Namespace, rest: Sequence[str]) -> None:
    """Give words after an option to the argument of many words: argparse fills it before the first option
    only. Raises RecordError where there is none."""
    many = (one for one in args.verb.options if one.many and not one.name.startswith("--"))
    option = next(many, None)
    if option is None:
        raise unplaced(rest[0])
    setattr(args, option.name, [*(getattr(args, option.name) or ()), *map(reader(option), rest)])


def _hyphens(typed: Sequence[str], verbs: Sequence[Verb]) -> Iterator[str]:
    """Yield what was typed, with hyphens in the names of options and in that of the verb."""
    names = {old: verb.name for verb in verbs for old in (verb.also, verb.name) if old}
    for word in typed:
        name, equals, value = word.partition("=")
        if re.fullmatch(r"--[a-z]+(_[a-z]+)+", name):
            yield f"{name.replace('_', '-')}{equals}{value}"
        else:
            yield names.get(word, word)
            if word in names:
                names = {}


def _parser_of(parser: Parser, verb: str) -> Parser:
    (sub,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    own: Parser = sub.choices[verb]
    return own
