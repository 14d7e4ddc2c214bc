"""Completion of words by the shell, where argcomplete is installed: `pip install taroky[completion]`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator

from taroky import rules
from taroky.api import parameters
from taroky.api.questions import QUESTIONS
from taroky.cli.options import Verb
from taroky.errors import RecordError
from taroky.messages import say

SHELLS = ("bash", "zsh", "fish")


def script(shell: str) -> str:
    """Return what this shell has to run to complete the words of `taroky`. Raises RecordError where
    argcomplete is not installed."""
    try:
        from argcomplete.shell_integration import shellcode
    except ImportError:
        raise RecordError(say("cli.no_completion")) from None
    return str(shellcode(["taroky"], shell=shell))


def answer(parser: argparse.ArgumentParser) -> None:
    """End with the words that may follow, where a shell asks for them."""
    if "_ARGCOMPLETE" in os.environ:
        import argcomplete

        argcomplete.autocomplete(parser, always_complete_options="long")


def games(**_: object) -> Iterator[str]:
    """Yield the rule sets."""
    yield from rules.ids()


def of_words(verb: Verb) -> Callable[..., Iterator[str]]:
    """Return what completes the words of a verb that stand without an option: the games, and the cards
    of a question about cards."""
    question = QUESTIONS.get(verb.also or verb.name)
    cards = question is not None and parameters.CARDS in question.takes.values()

    def words(prefix: str, **_: object) -> Iterator[str]:
        yield from games()
        if cards and prefix:
            yield from rules.load("hlucin").cards.cards

    return words
