"""`taroky new`, `taroky serve` and `taroky build`: a club's own site. The command line of the engine
finds them by the entry point group `taroky.commands`."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Template
from typing import TextIO

from taroky import rules
from taroky.cli import progress
from taroky.cli.options import Option, Verb
from taroky.errors import RecordError
from taroky.messages import ENGLISH, language, languages, local_names, say
from taroky.messages.expected import one_of
from taroky.rules import option_words, packing
from taroky.rules.table import Table
from taroky.rules.tree import read_file
from taroky_tutorials.reference import house_options

STARTER = Path(__file__).parent / "starter"
_HOUSE, _CONFIG = "house.yaml", "mkdocs.yml"
_IGNORED = "site/\n.cache/\n"
#: A title in the menu of mkdocs.yml, with what stands before and after it.
_TITLE = re.compile(r"^( *- )([A-Z][^:\n]*)(:)", re.MULTILINE)


def verbs() -> tuple[Verb, ...]:
    """The commands."""
    return (
        Verb(
            "new",
            "clubs",
            "help.new",
            _new,
            "{folder}",
            "taroky new our-club --extends polish",
            (
                Option("folder", "help.option.new.folder"),
                Option("--extends", "help.option.new.extends", game=True, left_out="hlucin"),
                Option("--title", "help.option.new.title"),
                Option("--languages", "help.option.new.languages", many=True),
            ),
        ),
        Verb(
            "serve",
            "clubs",
            "help.serve",
            _serve,
            "",
            "taroky serve --address 127.0.0.1:8001",
            (Option("--address", "help.option.serve.address", left_out="127.0.0.1:8000"),),
        ),
        Verb(
            "build",
            "clubs",
            "help.build",
            _build,
            "",
            "taroky build --site public",
            (Option("--site", "help.option.build.site", left_out="site"),),
        ),
    )


# -- a new project -------------------------------------------------------------------------------


def _new(args: argparse.Namespace, out: TextIO) -> None:
    folder = Path(args.folder)
    id = table_id(folder.name)
    if not packing.TABLE_ID.fullmatch(id) or id in rules.ids():
        raise RecordError(say("club.name", name=folder.name[:60]))
    parent = rules.load(args.extends)
    title = args.title or folder.name
    spoken = tuple(dict.fromkeys(args.languages or (language(),)))
    unknown = next((one for one in spoken if one not in languages()), None)
    if unknown is not None:
        expected = one_of(languages())
        raise RecordError(
            say("request.kind", key="--languages", value=unknown[:60], expected=expected)
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RecordError(say("club.exists", folder=str(folder)))
    house = house_table(id, title, parent)
    rules.pack(house, _HOUSE)  # says so if the title is none
    named = {"id": id, "title": title, "parent": parent.title}
    texts = {_HOUSE: house, ".gitignore": _IGNORED, **dict(_site(named, spoken))}
    for path, text in texts.items():
        file = folder / path
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        except OSError as problem:
            reason = say("file.unreadable", reason=problem.strerror or "")
            raise RecordError(say("input.file", file=str(file), problem=reason)) from None
    out.write(say("club.made", folder=str(folder), file=_HOUSE).text() + "\n")


def table_id(name: str) -> str:
    """A name as an id: small letters without accents, with "-" between words."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")


def _site(named: dict[str, str], spoken: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The site's files with their text. spoken: its languages, the first one first."""
    first, *other_languages = spoken
    site = {
        "languages": ", ".join(spoken),
        "known": ", ".join(languages()),
        "to_dark": say("site.default").text(first),
        "to_light": say("site.slate").text(first),
    }
    titles = _titles(first)
    config = _starter("mkdocs.yml", {**named, **site})
    yield _CONFIG, _TITLE.sub(lambda m: f"{m[1]}{titles.get(m[2], m[2])}{m[3]}", config)
    yield "docs/index.md", _starter("index.md", named, first)
    for one in other_languages:
        own = _titles(one)
        rows = [f"{titles.get(name, name)}: {own.get(name, name)}\n" for name in {**titles, **own}]
        yield f"docs/nav.{one}.yaml", "".join(rows)
        yield f"docs/index.{one}.md", _starter("index.md", named, one)


def _titles(spoken: str) -> dict[str, str]:
    """The titles of the menu in a language, by those in English."""
    file = STARTER / f"nav.{spoken}.yaml"
    return read_file(file).plain() if file.exists() else {}


def _starter(name: str, named: dict[str, str], spoken: str = ENGLISH) -> str:
    own = (STARTER / name).with_suffix(f".{spoken}{Path(name).suffix}")
    file = own if own.exists() else STARTER / name
    return Template(file.read_text("utf-8")).substitute(named)


def house_table(id: str, title: str, parent: Table) -> str:
    """A house table that says nothing yet, with what may be said as comments."""
    quoted = title if re.fullmatch(r"[^\W\d_][\w ()’.-]*", title) else f'"{title}"'
    lines = [
        f"# The rules of {title}: only what differs from {parent.title}.",
        f"# That rule set whole: taroky rules show {parent.table}",
        f"# Is this file in order? taroky rules check {_HOUSE}",
        f"# What does it change? taroky rules diff {parent.table} {_HOUSE}",
        "",
        f"table: {id}    # a short id: addresses and learners' progress go by it, so leave it as it is",
        f"title: {quoted}",
        f"extends: {parent.table}",
        "",
        "# House options: questions that tables answer differently. The answer that holds stands last;",
        "# take the # before it away and write another one of those above it.",
        "choose:",
        *_options(parent),
        "",
        "# Anything else of the rule set can be written anew here, row by row and cell by cell.",
        "# For example (take the # away):",
        *_examples(parent),
    ]
    return "\n".join(lines) + "\n"


def _options(parent: Table) -> Iterator[str]:
    for topic, choices in house_options.by_topic(house_options.choices(parent)).items():
        yield f"  # --- {option_words.topic(topic).text()}"
        for choice in choices:
            point = f" ({choice.points[0]})" if choice.points else ""
            yield f"  # {choice.question}{point}"
            for value, answer in choice.answers:
                yield f"  #   {value}: {answer}"
            if choice.any_number:
                yield f"  #   {say('options.any_number').text()}"
            yield f"  # {choice.key}: {choice.stands}"
            yield "  #"


def _examples(parent: Table) -> Iterator[str]:
    """Cells of the parent as it has them, to be changed."""
    flat = rules.flat(parent.table)
    with local_names(parent.names):
        for section, row, cell in (("contracts", None, "rate"), ("declarations.rows", None, "pay")):
            here = flat
            for key in section.split("."):
                here = here.get(key, {})
            row_name = next(
                (name for name, cells in here.items() if isinstance(cells.get(cell), str)), row
            )
            if row_name is None:
                continue
            for depth, key in enumerate([*section.split("."), row_name]):
                yield f"# {'  ' * depth}{key}:"
            yield f"# {'  ' * (len(section.split('.')) + 1)}{cell}: {here[row_name][cell]}"


# -- MkDocs ---------------------------------------------------------------------------------------


def _serve(args: argparse.Namespace, out: TextIO) -> None:
    out.write(say("club.serve", address=args.address).text() + "\n")
    out.flush()
    _mkdocs("serve", "--dev-addr", args.address)


def _build(args: argparse.Namespace, out: TextIO) -> None:
    _mkdocs("build", "--clean", "--site-dir", str(Path(args.site).absolute()))
    out.write(say("club.built", folder=args.site).text() + "\n")


def _mkdocs(*words: str) -> None:
    """Run MkDocs in this folder. Raises RecordError if it does not work; it has said why."""
    progress.hidden()  # MkDocs tells on the same terminal
    if not Path(_CONFIG).is_file():
        raise RecordError(say("club.no_project", folder=str(Path.cwd())))
    done = None
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", *words],
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            check=False,
        )
    except KeyboardInterrupt:
        return
    if done.returncode != 0:
        raise RecordError(say("club.failed"))
