"""What another version of this project changes for a club: rules, house options, payments, words and pages.

A club's folder has a note of the version that it was made for, with all that version said of its rules. A house
table is put over the rules of that note and over those that are installed, and what differs is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import yaml
from taroky import rules, telling, version
from taroky.errors import RecordError, TableError
from taroky.messages import ENGLISH, Message, languages, say, speaking
from taroky.rules import differences, house_tables, option_words, reading, rule_sets
from taroky.rules.table import Table
from taroky.rules.tree import Node, from_plain, read_file

from taroky_build import paths
from taroky_build.clubs import club_pages
from taroky_build.clubs.starter_files import CONFIG
from taroky_build.errors import BuildError

#: The note, in the club's folder.
NOTE = "made-for.json"
#: The most sentences of words alone that are told; there may be hundreds.
_MOST_WORDS = 20

type Flat = dict[str, Any]


@dataclass(frozen=True)
class Noted:
    """What the note says. version: of this project; language: that its words are in; rules: the flattened
    tables of the rule sets that the club's tables rest on, by their ids; words: what each of these answers to
    each question; pages: the paths of all pages."""

    version: str
    language: str = ENGLISH
    rules: Mapping[str, Flat] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    pages: Sequence[str] = ()


@dataclass(frozen=True)
class Told:
    """What is told, line by line; holds: whether all tables of the club hold in this version."""

    lines: tuple[str, ...]
    holds: bool


def noted(folder: Path) -> Noted | None:
    """The note in a club's folder; None if there is none. Raises RecordError if it cannot be read."""
    file = folder / NOTE
    if not file.exists():
        return None
    try:
        note = Noted(**json.loads(file.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        raise RecordError(say("update.note", file=str(file))) from None
    if not isinstance(note.version, str) or note.language not in languages():
        raise RecordError(say("update.note", file=str(file)))
    return note


def note(folder: Path) -> None:
    """Note the installed version in a club's folder. Raises TarokyError for a table that does not hold."""
    project = _Project.read(folder)
    tables = {entry: project.table(entry) for entry in project.entries}
    named = {_origin(project.tree(entry)) for entry in tables}
    origins = sorted(named & set(rules.ids()))
    made = Noted(
        version.current(),
        project.language,
        {name: rules.flat(name) for name in origins},
        {name: _words(rules.load(name), project.language) for name in origins},
        project.pages(),
    )
    text = json.dumps(asdict(made), ensure_ascii=False, indent=1)
    (folder / NOTE).write_text(text + "\n", "utf-8")


def tell(folder: Path) -> Told:
    """Return what the installed version changes for the club in a folder. Raises RecordError."""
    project, before = _Project.read(folder), noted(folder)
    now = version.current()
    lines = [
        say("update.first", new=now)
        if before is None
        else say("update.versions", old=before.version, new=now)
    ]
    holds = True
    changes: list[Message | str] = []
    for entry in project.entries:
        try:
            table = project.table(entry)
        except TableError as problem:
            holds = False
            changes += [*_lost(project.tree(entry), before)] or [problem.message]
            continue
        if before is not None:
            changes += _changes(project.tree(entry), table, before)
    if before is not None:
        changes += [*_worded(before), *_pages(before.pages, project.pages())]
    if not changes and before is not None:
        changes = [say("update.nothing")]
    if not holds:
        changes.append(say("update.mend"))
    return Told(tuple(str(line) for line in (*lines, *changes)), holds)


# -- the club's project ---------------------------------------------------------------------------


class _Settings(yaml.SafeLoader):
    """Reads mkdocs.yml, whatever tags its other plugins have in it."""


_Settings.add_multi_constructor("", lambda *_: None)


@dataclass(frozen=True)
class _Project:
    """entries: the rule sets and files of house tables that mkdocs.yml names; language: of the site's root;
    options: those of our plugin."""

    folder: Path
    entries: tuple[str, ...]
    language: str
    options: Mapping[str, Any]

    @staticmethod
    def read(folder: Path) -> _Project:
        """The project in a folder. Raises RecordError."""
        try:
            settings = yaml.load((folder / CONFIG).read_text("utf-8"), _Settings)
            plugins = settings["plugins"]
            named = plugins if isinstance(plugins, dict) else _merged(plugins)
            options = named["taroky"] or {}
            entries = tuple(map(str, options.get("rules") or ()))
            spoken = options.get("languages") or ENGLISH
            first = str(
                (spoken.replace(",", " ").split() if isinstance(spoken, str) else spoken)[0]
            )
        except (OSError, ValueError, yaml.YAMLError, LookupError, TypeError, AttributeError):
            raise RecordError(say("update.settings", file=str(folder / CONFIG))) from None
        return _Project(folder, entries, first if first in languages() else ENGLISH, options)

    def tree(self, entry: str) -> Node:
        """Return what the club itself says in an entry. Raises TableError."""
        if entry in rules.ids():
            return from_plain({"extends": entry}, entry)
        own = reading.without_retired(read_file(self.folder / entry))
        return house_tables.with_current_names(own)

    def table(self, entry: str) -> Table:
        """The table of an entry by the installed rules. Raises TableError."""
        return rules.load(entry) if entry in rules.ids() else rules.read(self.folder / entry)

    def pages(self) -> list[str]:
        """The paths of the pages that the plugin adds, but for lessons that a house's rules leave out. None for
        tables that do not hold."""
        with suppress(BuildError):
            root = self.options.get("root")
            place = paths.of_project(self.folder, Path(root) if isinstance(root, str) else None)
            names = club_pages.read(self.entries, self.folder)
            club = club_pages.Club(
                names,
                place.docs,
                self.folder,
                self.options.get("lessons") is not False,
                self.options.get("calculators") is not False,
            )
            return sorted(club_pages.paths_of_pages(club))
        return []


def _merged(plugins: Sequence[Any]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for plugin in plugins:
        named |= plugin if isinstance(plugin, dict) else {plugin: None}
    return named


def _origin(own: Node) -> str:
    """The rule set that a table rests on."""
    cells = own.value if isinstance(own.value, dict) else {}
    return str(cells["extends"].value) if "extends" in cells else ""


# -- what changes ---------------------------------------------------------------------------------


def _changes(own: Node, now: Table, before: Noted) -> Iterator[Message | str]:
    """Return what changes for a table of the club's."""
    flat = _as_noted(own, before)
    if flat is None:
        return
    new_flat = rules.flat(now.name)
    try:
        old: Table | None = reading.build(flat)
    except TableError:  # the columns of tables have changed as well
        old = None
    places = say("update.before").text(), say("update.now").text()
    sentences = telling.compared(old, now, places) if old is not None else ()
    changed = differences.differences(flat.plain(), new_flat, (old or now, now))
    sentences_of = telling.by_path(sentences, [one.path for one in changed])
    yield from (f"- {sentence.text}" for sentence in sentences)
    for one in changed:
        if one.path.startswith("options."):
            yield from _option(one, old, now)
        elif not sentences_of[one.path]:
            yield say(
                "update.cell",
                path=one.path.replace(".", " › "),
                old=_cell(one.first),
                new=_cell(one.second),
            )


def _as_noted(own: Node, before: Noted) -> Node | None:
    """A table of the club's over the rules of the note; None if it has none of them."""
    origin = _origin(own)
    if origin and origin not in before.rules:
        return None

    try:
        only_parent = isinstance(own.value, dict) and len(own.value) == 1
        if origin and only_parent:
            return _rule_set(before, origin)
        return reading.flatten(own, lambda name: _rule_set(before, name))
    except (TableError, KeyError):
        return None


def _rule_set(before: Noted, name: str) -> Node:
    """A rule set of the note."""
    table = reading.without_retired(from_plain(before.rules[name], NOTE))
    known = name in rules.ids()
    return reading.with_current_names(table, rule_sets.tree_of(name)) if known else table


def _cell(value: str | None) -> str:
    return say("update.no_cell").text() if value is None else value


def _option(change: differences.Difference, old: Table | None, now: Table) -> Iterator[Message]:
    """Return what changes in a house option."""
    key = change.path.removeprefix("options.")
    if change.second is None:
        question = option_words.question(old, key) if old is not None else ""
        yield say("update.option.gone", key=key, question=question)
        return
    question = option_words.question(now, key)
    stands = option_words.standing(now, key)
    answer = option_words.answer(now, key, stands)
    if change.first is None:
        yield say("update.option.new", key=key, question=question, answer=answer)
    elif old is not None and option_words.standing(old, key) != stands:
        yield say("update.option.stands", key=key, question=question, answer=answer)
    else:
        values = ", ".join(now.options[key].values)
        yield say("update.option.values", key=key, question=question, values=values)


def _lost(own: Node, before: Noted | None) -> Iterator[Message]:
    """Return what a club is to write for house options that it chose and that are there no more."""
    cells = own.value if isinstance(own.value, dict) else {}
    chosen = cells["choose"].plain() if "choose" in cells else {}
    origin = _origin(own)
    if before is None or origin not in before.rules or origin not in rules.ids():
        return
    menu, new_menu = (
        flat.get("options") or {} for flat in (before.rules[origin], rules.flat(origin))
    )
    for key, value in (chosen or {}).items():
        values = menu.get(key, {}).get("values", {})
        if value not in values or value in new_menu.get(key, {}).get("values", {}):
            continue
        cells_of_value = values[value]
        same = [
            f"{name}: {other}"
            for name, row in new_menu.items()
            for other, cells_there in row["values"].items()
            if cells_of_value
            and (name not in menu or other not in menu[name]["values"])
            and cells_there == cells_of_value
        ]
        line = f"{key}: {value}"
        if same:
            yield say("update.lost.renamed", line=line, other=same[0])
        elif cells_of_value:
            flow = yaml.safe_dump(
                cells_of_value, default_flow_style=True, allow_unicode=True, width=10**6
            )
            yield say(
                "update.lost.cells",
                line=line,
                cells=flow.strip().removeprefix("{").removesuffix("}"),
            )
        else:
            yield say("update.lost.nothing", line=line)


def _words(table: Table, language: str) -> dict[str, str]:
    """Return what a table answers to each question, by the question and the row it is about."""
    with speaking(language):
        return {
            f"{question.id} {line.row or number}": line.text
            for question in telling.QUESTIONS
            for number, line in enumerate(question.answer(table))
        }


def _worded(before: Noted) -> Iterator[Message]:
    """Return what is said in other words now of rules that are as they were."""
    changed = []
    for name, known in before.words.items():
        try:
            now = _words(reading.build(_rule_set(before, name)), before.language)
        except (TableError, KeyError):
            continue
        both = [(known[key], now[key]) for key in known if key in now]
        changed += [pair for pair in both if pair[0] != pair[1]]
    for was, text in changed[:_MOST_WORDS]:
        yield say("update.words", old=was, new=text)
    if len(changed) > _MOST_WORDS:
        yield say("update.more_words", n=len(changed) - _MOST_WORDS)


def _pages(before: Sequence[str], now: Sequence[str]) -> Iterator[Message]:
    """Return which pages are new, and which are gone."""
    if not before or not now:
        return
    new = [page for page in now if page not in before]
    gone = [page for page in before if page not in now]
    if new:
        yield say("update.pages.new", pages=", ".join(new), file=CONFIG)
    if gone:
        yield say("update.pages.gone", pages=", ".join(gone))
