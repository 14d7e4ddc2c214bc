"""Czech: every sentence can be said with every card and number, and reads as a Czech player says it."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import taroky_tutorials.lessons  # noqa: F401  (its catalogues)
import yaml
from babel.numbers import format_decimal
from taroky import messages, rules
from taroky.messages import Message, card_label, card_name, forms, say, speaking
from taroky.messages.speakers import speaker
from taroky_build.devtools.translations import catalogues, checks, compiled
from taroky_build.devtools.translations.catalogues import Entry

HERE = Path(__file__).parent
CS = "cs"
CASES = ("nominative", "genitive", "dative", "accusative", "locative", "instrumental")
FOLDERS = pytest.mark.parametrize(
    "folder", catalogues.FOLDERS, ids=lambda folder: folder.parent.name
)
NUMBERS = (*range(23), "0.10", "40.5", "81/2", "-3.80", "1000")


@cache
def english(folder: Path) -> dict[str, Entry]:
    return catalogues.entries(catalogues.read(folder / "en.po"))


@cache
def czech(folder: Path) -> dict[str, Entry]:
    return catalogues.entries(catalogues.read(folder / "cs.po"))


@cache
def cards() -> tuple[str, ...]:
    found = {card for name in rules.ids() for card in rules.load(name).cards.cards}
    return tuple(sorted(found))


@cache
def rows(family: str) -> tuple[str, ...]:
    """The names of a family: the rows that `call.…` has words for; a task of that name is none."""
    folder = catalogues.FOLDERS[family.startswith("guide")]
    return tuple(
        name.removeprefix(f"{family}.") for name, one in english(folder).items()
        if name.startswith(f"{family}.") and not one.fields()
    )  # fmt: skip


def family(way: str) -> str:
    """`call` of `term-call.locative.v`, `guide.offer` of `term-guide.offer`."""
    words = way.split(".")
    at = next((n for n, one in enumerate(words) if one in (*CASES, "agree")), len(words))
    return ".".join(words[:at]).rpartition("-")[2]


def values(ways: set[str], name: str) -> Iterator[object]:
    """All that may stand in a slot which is said in these ways."""
    for way in ways:
        kind = way.partition(".")[0]
        if kind == "card":
            yield from cards()
        elif kind in ("cards", "or-cards"):
            yield from ([], [cards()[0]], list(cards()[:2]), list(cards()))
        elif kind == "suit":
            yield from "SHDCT"
        elif "terms" in kind:
            names = rows(family(way))
            yield from ([names[0]], list(names[:2]), list(names))
        elif kind.startswith("term-"):
            yield from rows(family(way))
        elif kind in ("list", "or"):
            yield from ([], ["A"], ["A", "B"], ["A", "B", "C"])
        elif kind in ("money", "signed"):
            yield from (n for n in NUMBERS if "/" not in str(n))
        elif kind in CASES:
            yield from (speaker(CS).term("call", row) for row in rows("call"))
        elif kind in ("", "count", "number", "name", "term"):
            yield from NUMBERS
    if name == "set":
        yield from rows("set")
    if name in ("unit", "name"):
        yield from ("points", "chip", "Kč", "crowns")
    if name == "what":
        yield from (speaker(CS).term("set", row) for row in rows("set"))


def said(folder: Path, name: str) -> Iterator[str]:
    """A message with every value in each of its slots, the others standing still. Raises for what
    cannot be said in Czech alone."""
    one, other = czech(folder)[name], english(folder)[name]
    slots = {
        key: tuple(dict.fromkeys(map(_frozen, values(one.fields().get(key, set()) | ways, key))))
        for key, ways in (
            *other.fields().items(),
            *((more, set[str]()) for more in catalogues.more_parameters(other)),
            *((key, ways) for key, ways in one.fields().items() if key not in other.fields()),
        )
    }  # fmt: skip
    still = {key: _thawed((pool or ("A",))[0]) for key, pool in slots.items()}
    if len(one.words) > 1:
        still["n"] = 1
    yield Message(name, tuple(still.items())).said(CS)
    for key, pool in slots.items():
        for value in pool:
            given = _thawed(value)
            if key == "n" and len(one.words) > 1 and not isinstance(given, int):
                continue
            yield Message(name, tuple({**still, key: given}.items())).said(CS)


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _thawed(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def test_what_is_translated_has_the_parameters_and_forms_it_asks_for() -> None:
    """What is not translated yet is no mistake: it is said in English, and `make translations` lists it."""
    assert checks.missing_forms(CS) == ()
    for folder in catalogues.FOLDERS:
        assert catalogues.state(folder, CS).percent > 90
        assert list(checks.problems(folder, CS)) == []


@FOLDERS
def test_every_sentence_can_be_said_with_every_card_and_number(folder: Path) -> None:
    many = 0
    for name, words in english(folder).items():
        if name not in czech(folder) or not czech(folder)[name].used(words):
            continue
        for sentence in said(folder, name):
            many += 1
            assert "{" not in sentence.replace("{card: …}", ""), (name, sentence)
            assert not re.search(r"“\b|”", sentence), (name, sentence)
            assert not re.search(r"[.?!] [a-zěščřžýáíéúů]", sentence), (name, sentence)
    assert many > 10_000


def test_sentences_read_as_they_were_written_by_hand() -> None:
    """Written without looking at what comes out. A line: the id, the parameters, the sentence."""
    lines = (HERE / "czech_sentences.txt").read_text("utf-8").splitlines()
    told = [line for line in lines if line and not line.startswith("#")]
    wrong = []
    with speaking(CS):
        for line in told:
            about, sentence = line.split(" | ")
            name, *pairs = about.split(" ")
            params = {key: _value(text) for key, text in (pair.split("=") for pair in pairs)}
            found = say(name, **params).text().replace("\u00a0", " ")
            if found != sentence:
                wrong.append(f"{about}\n  written: {sentence}\n  said:    {found}")
    assert len(told) >= 200
    assert not wrong, "\n".join(wrong)


def _value(text: str) -> object:
    if text.startswith("["):
        return [one for one in text.strip("[]").split(",") if one]
    return int(text) if re.fullmatch(r"\d+", text) else text


def test_cards_have_their_own_names() -> None:
    with speaking(CS):
        labels = {card: card_label(card) for card in cards()}
        assert len(set(labels.values())) == len(cards())
        assert [labels[card] for card in ("KS", "10C", "AH", "XIX", "SKYZ")] == [
            "Pikový král", "Křížová desítka", "Srdcové eso", "Tarok XIX", "Škýz",
        ]  # fmt: skip
        assert card_name("QD") == "kárová dáma"
    assert card_name("QD") == "the queen of diamonds"


def test_what_has_no_translation_is_said_in_english_whole() -> None:
    with speaking(CS):
        assert say("fact.kind", key="points", value="x", expected="a number").text() == (
            say("fact.kind", key="points", value="x", expected="a number").text("en")
        )
        outer = say("input.file", file="a.json", problem=say("request.json", problem="no"))
        assert outer.text() == "a.json: The request is not JSON: no."
        assert say("input.file", file="a.json", problem=say("ask.over")).text() == (
            "a.json: Už se nikoho neptá."
        )


def test_names_that_a_house_has_made_stay_as_they_are() -> None:
    with speaking(CS), messages.local_names({"trojka": "Velká", "XXI": "moudrý"}):
        assert say("call.may", call="trojka").text() == "Můžeš říct Velká."
        assert say("winner.beaten", card="XXI", best="SKYZ").text() == "Škýz přebíjí moudrý."
    with speaking(CS), messages.local_names(rules.load("heun").names):
        assert say("declare.may", row="king_last", amount="1").text() == (
            "Tenhle list může hlásit posledního krále: od druhé strany je za to 1."
        )


def test_numbers_are_written_as_babel_writes_them() -> None:
    table = forms.of(CS)
    assert table is not None
    for text in ("0.10", "3.80", "40.5", "1000", "12345.50"):
        pattern = "#,##0." + "0" * len(text.partition(".")[2])
        assert table.number(text) == format_decimal(text, pattern, locale=CS), text


@FOLDERS
def test_the_compiled_catalogue_is_fresh(folder: Path, tmp_path: Path) -> None:
    for name in ("cs.po", "en.po", "forms.cs.yaml"):
        if (folder / name).exists():
            (tmp_path / name).write_bytes((folder / name).read_bytes())
    compiled.write(tmp_path, CS)
    assert (tmp_path / "cs.mo").read_bytes() == (folder / "cs.mo").read_bytes()


def test_every_word_of_the_table_has_a_form_for_each_case() -> None:
    table = yaml.safe_load((catalogues.FOLDERS[0] / "forms.cs.yaml").read_text("utf-8"))
    assert len(dict(compiled.compiled_forms(table, "forms.cs.yaml"))) > 100
    with pytest.raises(Exception, match=r"rank\.K has 2 forms; there are 6 cases"):
        table["words"]["rank.K"]["one"] = "král, krále"
        dict(compiled.compiled_forms(table, "forms.cs.yaml"))
