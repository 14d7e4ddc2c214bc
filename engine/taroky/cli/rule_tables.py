"""`taroky rules`: list, show, compare, check, pack and try rule tables."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

from taroky import rules, telling
from taroky.cli import progress
from taroky.cli.terminal import (
    in_brackets,
    is_file,
    is_there,
    missing,
    one_or_more,
    show_json,
    text_of,
)
from taroky.errors import RecordError
from taroky.messages import local_names, say
from taroky.rules.differences import differences
from taroky.rules.idle_options import idle_choices
from taroky.rules.table import Table

#: What can be done with tables.
WHAT = ("list", "show", "diff", "check", "pack", "try")


def answer(args: argparse.Namespace, out: TextIO) -> None:
    if args.what == "list":
        titles = [{"id": name, "title": rules.load(name).title} for name in rules.ids()]
        if args.json:
            show_json(titles, out)
        else:
            out.writelines(f"{row['id']:20} {row['title']}\n" for row in titles)
    elif args.what == "show":
        name = (args.names or missing("a rule set"))[0]
        if args.json or args.flat:
            data = rules.flat_file(Path(name)) if is_file(name) else rules.flat(name)
            if args.json:
                show_json(data, out)
            else:
                import yaml

                yaml.safe_dump(data, out, allow_unicode=True, sort_keys=False, width=110)
            return
        out.write(text_of(name) if is_file(name) else rules.as_yaml(name))
    elif args.what == "diff":
        _diff(args, out)
    elif args.what == "pack":
        for name in args.names or missing("a file"):
            out.write(checked(name).name + "\n")
    elif args.what == "try":
        _try(args, out)
    else:
        for name in args.names or sorted(map(str, map(_file_of, rules.ids()))):
            table = checked(name)
            out.write(f"{say('table.ok', file=name)}\n")
            out.writelines(f"{idle.message(table)}\n" for idle in idle_choices(table).values())


def _try(args: argparse.Namespace, out: TextIO) -> None:
    """Play hands by each table. Raises TableError for the first that fails."""
    from taroky.cli import trying  # players and settlement are only wanted here

    one_or_more("--hands", args.hands)
    answers: list[dict[str, Any]] = []
    for name in args.names or sorted(map(str, map(_file_of, rules.ids()))):
        table = checked(name)
        contracts, ended = Counter(dict.fromkeys(table.contracts, 0)), Counter[str]()
        with local_names(table.names):
            seeds = range(args.seed, args.seed + args.hands)
            for seed in progress.counted(seeds, args.hands):
                try:
                    hand = trying.try_seed(table, seed)
                except trying.Failed as failed:
                    raise rules.place_of(name, failed.row).error(failed.message) from failed
                contracts += Counter([hand.contract] if hand.contract else [])
                ended += Counter([hand.ended] if hand.ended else [])
        answers.append(
            {
                "file": name,
                "seed": args.seed,
                "hands": args.hands,
                "contracts": {row: contracts[row] for row in table.contracts},
                "ended": dict(ended),
            }
        )
        if args.json:
            continue
        out.write(f"{say('rules.try.ok', file=name, hands=args.hands)}\n")
        never = [row for row in table.contracts if not contracts[row]]
        if never:
            out.write(f"{say('rules.try.unseen', file=name, contracts=never)}\n")
    if args.json:
        show_json(answers, out)


def checked(name: str) -> Table:
    """The table in a file, of a rule set or of a packed house table, with every value of its options tried.
    Raises TarokyError."""
    if name in rules.ids():
        return rules.read(_file_of(name))
    return rules.read(Path(name)) if is_file(name) or is_there(name) else rules.load(name)


def _file_of(game: str) -> Path:
    """The file of a rule set that comes with the engine."""
    return rules.FOLDER / f"{game}.yaml"


def _diff(args: argparse.Namespace, out: TextIO) -> None:
    if len(args.names) != 2:
        raise RecordError(say("diff.needs_two"))
    first, second = args.names
    flats = [rules.flat_file(Path(n)) if is_file(n) else rules.flat(n) for n in args.names]
    built = [rules.read(Path(n)) if is_file(n) else rules.load(n) for n in args.names]
    changed = differences(flats[0], flats[1], (built[0], built[1]))
    sentences = telling.compared(built[0], built[1])
    sentences_of = telling.by_path(sentences, [d.path for d in changed])
    if args.json:
        rows = [
            {
                "path": d.path,
                "first": d.first,
                "second": d.second,
                "points": [list(d.first_points), list(d.second_points)],
                "text": " ".join(sentence.text for sentence in sentences_of[d.path])
                or d.message(first, second).text(),
            }
            for d in changed
        ]
        show_json({"first": first, "second": second, "differences": rows}, out)
        return
    for topic in telling.TOPICS:
        of_topic = [sentence for sentence in sentences if sentence.question.topic == topic]
        if of_topic:
            out.write(f"{telling.topic_title(topic)}\n")
        for question in dict.fromkeys(sentence.question for sentence in of_topic):
            for sentence in of_topic:
                if sentence.question == question:
                    points = dict.fromkeys((*sentence.first_points, *sentence.second_points))
                    out.write(f"- {sentence.text}{in_brackets(tuple(points))}\n")
            for path in (
                d.path
                for d in changed
                if sentences_of[d.path][:1] and sentences_of[d.path][0].question == question
            ):
                out.write(f"      {path}\n")
    without_words = [d for d in changed if not sentences_of[d.path]]
    for d in without_words:
        points = dict.fromkeys((*d.first_points, *d.second_points))
        out.write(f"{d.message(first, second).text()}{in_brackets(tuple(points))}\n")
    if not changed:
        out.write(say("diff.none", first=first, second=second).text() + "\n")
