"""Reads the catalogues of a language beside the English ones, and says what has to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from taroky import rules
from taroky.cards import SUITS
from taroky_build.catalogues import form_tables
from taroky_build.catalogues.compiling import folders
from taroky_build.catalogues.form_tables import shown
from taroky_build.catalogues.mistakes import in_text
from taroky_build.catalogues.po_files import Entry, entries, id_of, read
from taroky_build.errors import BuildError
from taroky_build.paths import CHECKOUT

FOLDERS = folders(CHECKOUT)


def is_language(code: str) -> bool:
    """Whether this is the code of a language beside English, of which Babel knows how it counts."""
    try:
        return code != "en" and str(Locale.parse(code)) == code
    except (ValueError, UnknownLocaleError):
        return False


def languages() -> tuple[str, ...]:
    """The languages beside English."""
    return tuple(sorted(path.stem for path in FOLDERS[0].glob("*.po") if path.stem != "en"))


@dataclass(frozen=True)
class State:
    """The state of one catalogue of a language. changed: old and new English words; unused: those of
    them whose parameters are others now."""

    path: Path
    many: int
    untranslated: tuple[str, ...]
    fuzzy: tuple[str, ...]
    changed: Mapping[str, tuple[str, str]]
    unknown: tuple[str, ...]
    unused: frozenset[str]

    @property
    def percent(self) -> int:
        """How much of it is said in the language, rounded down."""
        return (
            100
            * (self.many - len(self.untranslated) - len(self.fuzzy) - len(self.unused))
            // max(self.many, 1)
        )


#: Families of ids that a language may have and English has not: names of ranks and kinds of action, and
#: what rule tables call things.
_OWN = ("rank.", "term.", "pot.", "name.")


def state(folder: Path, language: str) -> State:
    """How a language is next to the English catalogue of a folder."""
    english = entries(read(folder / "en.po"))
    path = folder / f"{language}.po"
    own = entries(read(path)) if path.exists() else {}
    here = {name: own.get(name, Entry(name, ())) for name in english}
    return State(
        path,
        len(english),
        tuple(name for name, one in here.items() if not one.fuzzy and not one.translated),
        tuple(name for name, one in here.items() if one.fuzzy),
        {
            name: (one.comment, english[name].source)
            for name, one in here.items()
            if one.translated and one.comment != english[name].source
        },
        tuple(name for name in own if name not in english and not name.startswith(_OWN)),
        frozenset(
            name for name, one in here.items() if one.translated and not one.used(english[name])
        ),
    )


def made_by_tables(folder: Path, language: str) -> dict[str, str]:
    """The ids that rule tables make and English has no words for, and what English says: ranks, pots, titles and
    names of the tables; and those that the catalogue of any language has words for. None that the language's table
    of forms has already, and none for the catalogue that names no ranks."""
    english = entries(read(folder / "en.po"))
    if not any(name.startswith("rank.") for name in english):
        return {}
    ids = {name for path in FOLDERS[0].glob("*.po") for name in entries(read(path))}
    for table in map(rules.load, rules.ids()):
        ids |= {f"rank.{card[:-1]}" for card in table.cards.cards if card[-1] in SUITS}
        ids |= {f"pot.{name}" for name in table.pots}
        ids |= {f"name.{name}" for name in (table.title, *table.names.values())}
    forms = FOLDERS[0] / f"forms.{language}.yaml"
    ids -= form_tables.read(forms).words if forms.exists() else set()
    made = sorted(name for name in ids if name.startswith(_OWN) and name not in english)
    return {name: name.partition(".")[2].replace("_", " ") for name in made}


def update(folder: Path, language: str) -> None:
    """Write the language's catalogue again, in the order of the English one: new messages without words,
    those whose English has changed marked as fuzzy, and all with the English words of today. Raises BuildError for a
    file with lines that are none of a catalogue, and leaves it as it is."""
    english, path = read(folder / "en.po"), folder / f"{language}.po"
    for line, problem in in_text(path) if path.exists() else ():
        raise BuildError(
            f"{shown(path)}, line {line}: {problem}. Correct this first; nothing was changed."
        )
    old = read(path) if path.exists() else Catalog(locale=language)
    own = entries(old)
    new = Catalog(locale=language, header_comment=old.header_comment, charset="utf-8", fuzzy=False)
    new.mime_headers = old.mime_headers
    known = entries(english)
    for message in english:
        if not message.id:
            continue
        name = id_of(message)
        have, source = own.get(name, Entry(name, ())), known[name].source
        changed = any(have.words) and have.comment != source
        plural = isinstance(message.id, tuple)
        words = have.words or (("",) * new.num_plurals if plural else ("",))
        new.add(
            message.id,
            words if plural else words[0],
            flags={"fuzzy"} if have.fuzzy or changed else set(),
            auto_comments=[source],
            user_comments=[f"was: {have.comment}"] if changed else [],
        )
    for message in old:
        if message.id and id_of(message) not in known:
            new.add(message.id, message.string, auto_comments=message.auto_comments)
    for name, source in made_by_tables(folder, language).items():
        if name not in own:
            new.add(name, "", auto_comments=[source])
    with path.open("wb") as file:
        write_po(file, new, width=0, include_previous=False)
