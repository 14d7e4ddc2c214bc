"""The words of a call that stand without an option: a game, a file, and what a question is about."""

from __future__ import annotations

import argparse
from pathlib import Path

from taroky import rules
from taroky.api.parameters import FACTS, Kind
from taroky.api.questions import QUESTIONS
from taroky.cli.options import Place
from taroky.cli.terminal import is_file, is_there
from taroky.errors import RecordError, TarokyError
from taroky.messages import quoted, say
from taroky.messages.expected import near
from taroky.rules import packing
from taroky.rules.rule_sets import USUAL
from taroky.rules.tree import read_file


def is_game(word: str) -> bool:
    """Whether a word is a rule set, a packed house table or the file of one. Raises RecordError for a
    word that is nearly the id of a rule set."""
    if is_file(word):
        return is_there(word) and _is_table(Path(word))
    if word in rules.ids() or packing.is_packed(word):
        return True
    if len(word) > 3 and (likely := near(word, rules.ids())):
        if not _is_word_of_a_game(word):
            raise RecordError(say("cli.near_game", word=quoted(word), near=likely))
    return False


def _is_table(path: Path) -> bool:
    """Whether a file holds a rule table, and not facts."""
    try:
        data = read_file(path).plain()
    except TarokyError:
        return False  # what reads it says why not
    return isinstance(data, dict) and not data.keys().isdisjoint({"table", "extends"})


def _is_word_of_a_game(word: str) -> bool:
    """Whether some rule set has a contract or a call of this name."""
    tables = map(rules.load, rules.ids())
    return any(word in table.contracts or word in table.auction.calls for table in tables)


def take_game(args: argparse.Namespace, words: list[str]) -> list[str]:
    """The words without the game that they may begin with; it becomes that of --rules. Raises
    RecordError if --rules names another."""
    if words and is_game(words[0]):
        game, *words = words
        if args.rules not in (None, game):
            raise RecordError(say("cli.two_games", first=quoted(game), second=quoted(args.rules)))
        args.rules = game
    args.rules = args.rules or USUAL
    return words


def game_alone(args: argparse.Namespace, words: list[str]) -> None:
    """The words of a call that takes a game and no more. Raises RecordError for more."""
    rest = take_game(args, words)
    if rest:
        raise unplaced(rest[0])


def unplaced(word: str) -> RecordError:
    """The error for a word that has no place in a call."""
    likely = near(word, rules.ids())
    if likely and likely != word:
        return RecordError(say("cli.near_game", word=quoted(word), near=likely))
    return RecordError(say("cli.unplaced", word=quoted(word)))


def of_question(verb: str) -> Place:
    """Return what places the words of a question: a game, a file with facts, and its main fact."""
    key, kind = main_fact(verb)

    def place(args: argparse.Namespace, words: list[str]) -> None:
        words = take_game(args, words)
        args.file = None
        if words and (words[0] == "-" or is_file(words[0]) or is_there(words[0])):
            args.file, *words = words
        if not words:
            return
        if getattr(args, key, None):
            raise unplaced(words[0])
        if not kind.many and len(words) > 1:
            raise unplaced(words[1])
        setattr(args, key, words if kind.many else words[0])

    return place


def main_fact(verb: str) -> tuple[str, Kind]:
    """The fact that a question is most about, with its kind: the first that it needs, or takes."""
    question = QUESTIONS[verb]
    key = next(iter(question.needs or question.takes))
    kind = question.takes[key]
    return ("contract", QUESTIONS["leads"].takes["contract"]) if kind is FACTS else (key, kind)


def of_session(args: argparse.Namespace, words: list[str]) -> None:
    """Place the words of `taroky session`: the file; for a new one the game on either side of it; the
    hand to add. Raises RecordError without a file and for a word too many."""
    if args.what == "new" and len(words) > 1:
        game = next(filter(is_game, words), None)
        if game is not None:
            words = take_game(args, [game, *(word for word in words if word != game)])
    args.rules = args.rules or USUAL
    if not words:
        raise RecordError(say("request.missing", key="file"))
    most = 2 if args.what == "add" else 1
    if len(words) > most:
        raise unplaced(words[most])
    args.file, args.hand = words[0], next(iter(words[1:]), None)
