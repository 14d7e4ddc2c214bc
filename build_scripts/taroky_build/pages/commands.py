"""The reference of the command line, made from its rows (`taroky.cli.verbs`), and of the words that each game
knows, made from its rule table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from taroky import rules
from taroky.cli.options import OF_RULES, Option, Verb
from taroky.cli.parser import form_of
from taroky.cli.verbs import GROUPS, verbs
from taroky.messages import say
from taroky.rules.table import Table

from taroky_build.errors import BuildError

PLACE = re.compile(r"<!-- commands: (?P<group>[a-z]+) -->")
WORDS = "<!-- words of games -->"


def fill(markdown: str) -> str:
    """A page with the commands of the groups that it asks for, and the words of all games. Raises
    BuildError for an unknown group."""
    markdown = PLACE.sub(lambda match: reference(match["group"]), markdown)
    return markdown.replace(WORDS, words()) if WORDS in markdown else markdown


def reference(group: str) -> str:
    """The commands of a group: what each does, its form, a call, and its options."""
    if group not in GROUPS:
        raise BuildError(f"“{group}” is no group of commands.")
    return "\n\n".join(_command(verb) for verb in verbs() if verb.group == group)


def _command(verb: Verb) -> str:
    lines = [
        f"### `{verb.name}` {{ #{verb.name} }}",
        "",
        f"{_sentence(say(verb.help).text())}",
        "",
        "```text",
        f"taroky {verb.name} {form_of(verb)}".rstrip(),
        verb.example,
        "```",
    ]
    own = [option for option in verb.options if option not in OF_RULES]
    if own:
        lines += ["", "| Word or option | What it is |", "|---|---|", *map(_row, own)]
    return "\n".join(lines)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _row(option: Option) -> str:
    names = ", ".join(f"`{name}`" for name in (option.name, *option.also))
    text = say(option.help).text().replace("|", "\\|")
    if option.choices:
        text += f": {_list(option.choices)}"
    return f"| {names} | {text} |"


def _list(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


#: What a game has words for, by the options and facts that take them.
_OF_GAME: dict[str, Callable[[Table], Iterable[str]]] = {
    "contract": lambda table: table.contracts,
    "calls in the auction": lambda table: table.auction.calls,
    "declare": lambda table: table.declarations.rows,
    "announce": lambda table: table.bonuses,
    "doubles": lambda table: table.doubling.steps,
    "ended": lambda table: [name for name, row in table.offers.items() if row.then == "end"],
    "irregular": lambda table: table.penalties,
    "pots": lambda table: table.pots,
}


def words() -> str:
    """For each game the words that its questions and facts take."""
    return "\n\n".join("\n".join(_words_of(rules.load(game))) for game in rules.ids())


def _words_of(table: Table) -> Iterator[str]:
    yield f"### {table.title}: `{table.table}` {{ #{table.table} }}"
    yield ""
    yield "| What | Words |"
    yield "|---|---|"
    for what, names in _OF_GAME.items():
        known = list(names(table))
        if known:
            yield f"| {what} | {_list(known)} |"
    options = [f"`{key}` ({_list(row.values)})" for key, row in table.options.items()]
    yield f"| option | {'; '.join(options)} |"
