"""The words of the game: data in terms.yaml, read strictly. What the glossary page and the notes on
words in lessons are made of; the columns are explained at the head of the file.

In another language they are told with the words of `<language>/terms.yaml`, an entry for each id. What has no
entry there, or one that was made from other English words, is told in English; `told_in` says which it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from taroky import rules
from taroky.messages import ENGLISH, known, language, say
from taroky.rules.tree import Node, read_file

from taroky_tutorials.lessons import translated

FILE = Path(__file__).parent / "en" / "terms.yaml"
_COMPILED = FILE.with_suffix(".json")
#: The sections of the glossary, in their order.
GROUPS = ("cards", "bidding", "announcing", "play", "french")
#: anywhere: wherever it stands; emphasised: only where it is emphasised.
MARKS = ("anywhere", "emphasised")
#: How long what a word means may be, in characters.
MOST = 140
#: A word of another language with how to say it, and what may follow it.
_WORD = re.compile(r"\s*(?P<word>[^\[\],]+?)\s*(?:\[(?P<said>[^\[\]]+)\])?\s*(?:,|$)")
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_SENTENCE = re.compile(r"[^.]+\.")
_SEE = re.compile(r"[a-z0-9-]+#[A-Za-z0-9-]+")
_NEEDED = ("id", "group", "term", "means", "forms")
_OPTIONAL = ("lang", "said", "more", "mark", "names", "rules", "see")
#: The English words that an entry in another language is made from, see `of`.
SOURCE = ("term", "means", "more")
_TOLD = ("of", "term", "said", "means", "more", "forms", "mark", "rules", "names")


@dataclass(frozen=True)
class Name:
    """A name in a language, and how to say it; nothing is said for English."""

    word: str
    said: str = ""


@dataclass(frozen=True)
class Term:
    """A word of the game. names: what it is called elsewhere, or besides; games: empty for all rule
    sets; see: "page#anchor" below reference/, or nothing; told_in: the language of `means` and `more`."""

    id: str
    group: str
    term: str
    means: str
    forms: tuple[str, ...]
    lang: str = "en"
    said: str = ""
    more: str = ""
    mark: str = "anywhere"
    names: tuple[tuple[str, tuple[Name, ...]], ...] = ()
    games: tuple[str, ...] = ()
    see: str = ""
    told_in: str = ENGLISH

    def words(self, language: str) -> tuple[Name, ...]:
        """Return what it is called in a language, its own word first; nothing where there is no word."""
        own = (Name(self.term, self.said),) if language == self.lang else ()
        return (*own, *dict(self.names).get(language, ()))

    def used_in(self, rule_set: str) -> bool:
        """Whether it has this meaning in a rule set."""
        return not self.games or rules.origin(rule_set) in self.games


def languages() -> tuple[str, ...]:
    """The languages of the glossary in the order in which it shows them, that which is spoken among them."""
    return tuple(dict.fromkeys([*_order(language()), *_order(ENGLISH), language()]))


def _order(spoken: str) -> list[str]:
    return say("term.languages").text(spoken).split()


def language_name(code: str) -> str:
    """Return what a language of the glossary is called, or what the one that is spoken calls itself."""
    name = f"term.language.{code}"
    return say(name if known(name) else "site.language").text()


def load(path: Path = FILE) -> tuple[Term, ...]:
    """All terms in their order. Raises TableError for what does not fit, with file and line."""
    if path == FILE and not path.exists():  # the browser has them only when they are asked for
        path = _COMPILED
        if not path.exists():
            raise ModuleNotFoundError("the terms are not here", name="taroky_lessons")
    return _load(path, (path.stat().st_mtime_ns, translated.changed(path)), language())


@cache
def _load(path: Path, _changed: tuple[int, int], _told_in: str) -> tuple[Term, ...]:
    root = read_file(path)
    if not isinstance(root.value, tuple):
        raise root.error(say("table.expected_list", path=path.name, value=str(root.value)[:40]))
    by_id: dict[str, Term] = {}
    said_for: dict[tuple[str, str], str] = {}
    own = translated.entries(path)
    for row in root.value:
        term = _read(row)
        if term.id in own:
            row, term = own[term.id], _translated(term, row, own[term.id])
        if term.id in by_id:
            raise row.error(say("term.same_id", id=term.id), "id")
        by_id[term.id] = term
        for form in term.forms:
            for rule_set in term.games or rules.ids():
                other = said_for.setdefault((form.casefold(), rule_set), term.id)
                if other != term.id:
                    raise row.error(
                        say("term.form_twice", form=form, id=term.id, other=other), "forms"
                    )
    return tuple(by_id.values())


def by_form(rule_sets: Iterable[str], terms: Iterable[Term] | None = None) -> Mapping[str, Term]:
    """Return what each form, written as it is in the data, means where the first of these rule sets
    is told."""
    known = load() if terms is None else tuple(terms)
    forms: dict[str, Term] = {}
    for rule_set in rule_sets:
        for term in known:
            if term.used_in(rule_set):
                for form in term.forms:
                    forms.setdefault(form, term)
    return forms


def _read(row: Node) -> Term:
    cells = row.value
    if not isinstance(cells, dict):
        raise row.error(say("table.expected_mapping", value=str(cells)[:40]))
    for key in cells:
        if key not in _NEEDED + _OPTIONAL:
            near = list(_NEEDED + _OPTIONAL)
            raise row.error(say("lesson.unknown_key", key=key, expected=near), key)
    for key in _NEEDED:
        if key not in cells:
            raise row.error(say("lesson.missing", key=key))
    term = Term(
        id=_text(cells, "id"),
        group=_one_of(cells, "group", GROUPS),
        term=_text(cells, "term"),
        means=_text(cells, "means"),
        forms=_texts(cells, "forms"),
        lang=_one_of(cells, "lang", languages(), "en"),
        said=_text(cells, "said"),
        more=_text(cells, "more"),
        mark=_one_of(cells, "mark", MARKS, "anywhere"),
        names=_names(cells),
        games=tuple(_known_rules(cells)),
        see=_text(cells, "see"),
    )
    if not _ID.fullmatch(term.id):
        raise row.error(say("term.bad_id", id=term.id), "id")
    _one_sentence(term, row)
    if term.lang != "en" and not term.said:
        raise row.error(say("term.not_said", id=term.id), "lang")
    if term.see and not _SEE.fullmatch(term.see):
        raise row.error(
            say("table.not_one_of", path="see", value=term.see, expected=["page#section"]), "see"
        )
    return term


def _one_sentence(term: Term, row: Node) -> None:
    if len(term.means) > MOST or not _SENTENCE.fullmatch(term.means):
        raise row.error(say("term.one_sentence", id=term.id, most=MOST), "means")


def _translated(term: Term, english: Node, row: Node) -> Term:
    """A term in the words of the language that is spoken; as it is if they were made from others. How
    words are said is written for readers of English, so nothing of it is left but what the entry says."""
    cells = row.value
    if not isinstance(cells, dict):
        raise row.error(say("table.expected_mapping", value=str(cells)[:40]))
    for key in cells:
        if key not in _TOLD:
            raise row.error(say("lesson.unknown_key", key=key, expected=list(_TOLD)), key)
    if not translated.current(english.plain(), row.plain(), SOURCE, needed=("means", "more")):
        return term
    word = _text(cells, "term")
    translation = replace(
        term,
        term=word or term.term,
        lang=language() if word else term.lang,
        said=_text(cells, "said"),
        means=_text(cells, "means"),
        more=_text(cells, "more"),
        forms=_texts(cells, "forms") if "forms" in cells else term.forms,
        mark=_one_of(cells, "mark", MARKS, term.mark),
        names=_told_names(term, word, cells),
        games=tuple(_known_rules(cells)) or term.games,
        told_in=language(),
    )
    _one_sentence(translation, row)
    return translation


def _told_names(
    term: Term, word: str, cells: Mapping[str, Node]
) -> tuple[tuple[str, tuple[Name, ...]], ...]:
    """Return what it is called elsewhere, where the language that is spoken has this word for it."""
    names = {code: tuple(Name(name.word) for name in words) for code, words in term.names}
    names.update(_names(cells, all_said=False))
    if word and term.lang != language():
        # what is in brackets tells words apart for readers of English
        plain = term.term.partition(" (")[0]
        names[term.lang] = (Name(plain), *names.get(term.lang, ()))
    own = [*re.split(r",\s*", word), word]
    names[language()] = tuple(name for name in names.get(language(), ()) if name.word not in own)
    return tuple((code, names[code]) for code in languages() if names.get(code))


def _text(cells: Mapping[str, Node], key: str) -> str:
    """A cell that is text, nothing if it is not there; empty is no value."""
    node = cells.get(key)
    if node is None:
        return ""
    if not isinstance(node.value, str) or not node.value.strip():
        raise node.error(say("table.expected_text", value=str(node.plain())[:40]))
    return node.value


def _texts(cells: Mapping[str, Node], key: str) -> tuple[str, ...]:
    node = cells.get(key)
    if node is None:
        return ()
    if not isinstance(node.value, tuple):
        raise node.error(say("table.expected_list", path=key, value=str(node.plain())[:40]))
    return tuple(_text({key: item}, key) for item in node.value)


def _one_of(cells: Mapping[str, Node], key: str, known: tuple[str, ...], default: str = "") -> str:
    if key not in cells and default:
        return default
    value = _text(cells, key)
    if value not in known:
        raise cells[key].error(say("table.not_one_of", path=key, value=value, expected=list(known)))
    return value


def _known_rules(cells: Mapping[str, Node]) -> Iterable[str]:
    for name in _texts(cells, "rules"):
        if name not in rules.ids():
            raise cells["rules"].error(
                say("table.not_one_of", path="rules", value=name, expected=list(rules.ids()))
            )
        yield name


def _names(
    cells: Mapping[str, Node], all_said: bool = True
) -> tuple[tuple[str, tuple[Name, ...]], ...]:
    node = cells.get("names")
    if node is None:
        return ()
    if not isinstance(node.value, dict):
        raise node.error(say("table.expected_mapping", value=str(node.plain())[:40]))
    for code in node.value:
        if code not in languages():
            raise node.error(
                say("table.not_one_of", path="names", value=code, expected=list(languages())),
                code,
            )
    return tuple(
        (code, _words(code, _text(node.value, code), node, all_said))
        for code in languages()
        if code in node.value
    )


def _words(code: str, text: str, node: Node, all_said: bool) -> tuple[Name, ...]:
    """The words of one language, each with how to say it, which English words do not need."""
    names: list[Name] = []
    start = 0
    while start < len(text):
        match = _WORD.match(text, start)
        if match is None or (all_said and bool(match["said"]) == (code == ENGLISH)):
            raise node.error(say("term.word", value=text, language=code), code)
        names.append(Name(match["word"], match["said"] or ""))
        start = match.end()
    return tuple(names)
