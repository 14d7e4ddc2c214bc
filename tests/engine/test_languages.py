"""Every language that declines its words: all it says can be said with every card and number, and reads as its
players speak."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import taroky_tutorials.lessons  # noqa: F401  (its catalogues)
from babel.numbers import format_decimal
from spoken_languages import WHOLE, by_hand
from taroky import rules
from taroky.messages import Message, Untranslated, card_label, forms, say, speaking
from taroky.messages.speakers import speaker
from taroky_build.catalogues import form_tables, po_files
from taroky_build.catalogues.mistakes import more_parameters
from taroky_build.catalogues.po_files import Entry
from taroky_devtools.translations import catalogues, checks

ENGINE = catalogues.FOLDERS[0]
LANGUAGES = sorted(path.name.split(".")[1] for path in ENGINE.glob("forms.*.yaml"))
EACH = pytest.mark.parametrize("language", LANGUAGES)
CATALOGUES = [
    (language, folder)
    for language in LANGUAGES
    for folder in catalogues.FOLDERS
    if (folder / f"{language}.po").exists()
]
EACH_CATALOGUE = pytest.mark.parametrize(
    ("language", "folder"),
    CATALOGUES,
    ids=[f"{language}-{folder.parent.name}" for language, folder in CATALOGUES],
)
NUMBERS = (*range(23), "0.10", "40.5", "81/2", "-3.80", "1000")


@cache
def entries(folder: Path, language: str) -> dict[str, Entry]:
    return po_files.entries(po_files.read(folder / f"{language}.po"))


@cache
def cards() -> tuple[str, ...]:
    names = {card for name in rules.ids() for card in rules.load(name).cards.cards}
    return tuple(sorted(names))


@cache
def rows(family: str) -> tuple[str, ...]:
    """The names of a family: the rows that `call.…` has words for; a task of that name is none."""
    folder = catalogues.FOLDERS[family.startswith("guide")]
    return tuple(
        name.removeprefix(f"{family}.")
        for name, one in entries(folder, "en").items()
        if name.startswith(f"{family}.") and not one.fields()
    )


def family(way: str, cases: list[str]) -> str:
    """`call` of `term-call.locative.v`, `guide.offer` of `term-guide.offer`."""
    words = way.split(".")
    end = next((n for n, one in enumerate(words) if one in (*cases, "agree")), len(words))
    return ".".join(words[:end]).rpartition("-")[2]


def values(language: str, ways: set[str], name: str) -> Iterator[object]:
    """All that may stand in a slot which is said in these ways."""
    by = speaker(language)
    cases = by.forms.cases if by.forms else []
    for way in ways:
        kind = way.partition(".")[0]
        if kind == "card":
            yield from cards()
        elif kind in ("cards", "or-cards"):
            yield from ([], [cards()[0]], list(cards()[:2]), list(cards()))
        elif kind == "suit":
            yield from "SHDCT"
        elif "terms" in kind:
            # English says the ids themselves of some families, such as the kinds of actions.
            names = rows(family(way, cases)) or ("play", "bid", "call")
            yield from ([names[0]], list(names[:2]), list(names))
        elif kind.startswith("term-"):
            yield from rows(family(way, cases))
        elif kind in ("list", "or"):
            yield from ([], ["A"], ["A", "B"], ["A", "B", "C"])
        elif kind in ("money", "signed"):
            yield from (n for n in NUMBERS if "/" not in str(n))
        elif kind in cases:
            yield from (by.term("call", row) for row in rows("call"))
        elif kind in ("", "count", "number", "name", "term"):
            yield from NUMBERS
    if name == "set":
        yield from rows("set")
    if name in ("unit", "name"):
        yield from ("points", "chip", "Kč", "crowns")
    if name == "what":
        yield from (by.term("set", row) for row in rows("set"))


def said(language: str, folder: Path, name: str) -> Iterator[str]:
    """A message with every value in each of its slots, the others standing still. Raises for what
    cannot be said in the language alone."""
    one, other = entries(folder, language)[name], entries(folder, "en")[name]
    own = one.fields()
    slots = {
        key: tuple(dict.fromkeys(map(_frozen, values(language, own.get(key, set()) | ways, key))))
        for key, ways in (
            *other.fields().items(),
            *((more, set[str]()) for more in more_parameters(other)),
            *((key, ways) for key, ways in own.items() if key not in other.fields()),
        )
    }
    still = {key: _thawed((pool or ("A",))[0]) for key, pool in slots.items()}
    if len(one.words) > 1:
        still["n"] = 1
    yield Message(name, tuple(still.items())).said(language)
    for key, pool in slots.items():
        for value in pool:
            parameter = _thawed(value)
            if key == "n" and len(one.words) > 1 and not isinstance(parameter, int):
                continue
            yield Message(name, tuple({**still, key: parameter}.items())).said(language)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _thawed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@EACH
def test_what_is_translated_has_the_parameters_and_forms_it_asks_for(language: str) -> None:
    """What is not translated yet is no mistake: it is said in English, and `make translations` lists it."""
    if language in WHOLE:
        assert checks.missing_forms(language) == ()
        assert catalogues.state(ENGINE, language).percent > 90
    for folder in catalogues.FOLDERS:
        if (language, folder) in CATALOGUES:
            assert list(checks.problems(folder, language)) == []


@EACH_CATALOGUE
def test_every_sentence_can_be_said_with_every_card_and_number(language: str, folder: Path) -> None:
    many = unsaid = 0
    closing = set()
    for name, words in entries(folder, "en").items():
        if name not in entries(folder, language) or not entries(folder, language)[name].used(words):
            continue
        sentences = said(language, folder, name)
        while True:
            try:
                sentence = next(sentences)
            except StopIteration:
                break
            except Untranslated:
                unsaid += 1  # said in English, whole
                break
            many += 1
            closing |= set(re.findall("[“”]", sentence))
            assert "{" not in sentence.replace("{card: …}", ""), (name, sentence)
            assert not re.search(r"“\b", sentence), (name, sentence)
            after = re.findall(r"[.?!] (\w)", sentence)
            assert not any(letter.islower() for letter in after), (name, sentence)
    assert len(closing) <= 1, "a language closes its quotation marks in one way: „…“ or „…”"
    if language in WHOLE:
        assert unsaid == 0 and closing and many > len(entries(folder, language))


@EACH
def test_sentences_read_as_they_were_written_by_hand(language: str) -> None:
    """Written without looking at what comes out. A line: the id, the parameters, the sentence."""
    rows, wrong = by_hand(language), []
    with speaking(language):
        for line in rows:
            about, sentence = line.split(" | ")
            name, *pairs = about.split(" ")
            params = {key: _value(text) for key, text in (pair.split("=") for pair in pairs)}
            spoken = say(name, **params).text().replace("\u00a0", " ")
            if spoken != sentence:
                wrong.append(f"{about}\n  written: {sentence}\n  said:    {spoken}")
    assert not wrong, "\n".join(wrong)


def test_languages_that_say_everything_are_compared_with_what_was_written_by_hand() -> None:
    assert {"cs", "pl"} <= set(WHOLE) <= set(LANGUAGES)


def _value(text: str) -> object:
    if text.startswith("["):
        return [one for one in text.strip("[]").split(",") if one]
    return int(text) if re.fullmatch(r"\d+", text) else text


@EACH
def test_cards_have_names_of_their_own(language: str) -> None:
    with speaking(language):
        assert len({card_label(card) for card in cards()}) == len(cards())


@EACH
def test_numbers_are_written_as_babel_writes_them(language: str) -> None:
    word_forms = forms.of(language)
    assert word_forms is not None
    for text in ("0.10", "3.80", "40.5", "1000", "12345.50"):
        pattern = "#,##0." + "0" * len(text.partition(".")[2])
        assert word_forms.number(text) == format_decimal(text, pattern, locale=language), text


@EACH
def test_every_word_of_the_table_has_a_form_for_each_case(language: str) -> None:
    table = form_tables.read(ENGINE / f"forms.{language}.yaml")
    assert table.mistakes == [] and table.words < table.entries.keys()
