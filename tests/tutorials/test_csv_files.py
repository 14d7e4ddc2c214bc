"""Tables for spreadsheets: written as Excel of the reader's country expects them, read from whatever wrote
them, the same afterwards; no cell is a formula; and the work grows with the length and no faster."""

from __future__ import annotations

import base64
import csv
import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spoken_languages import WHOLE
from taroky import rules
from taroky import session as sessions
from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import languages, number, speaking
from taroky_tutorials.browser import handle
from taroky_tutorials.sheets import csv_files, headings
from taroky_tutorials.sheets.evening import csv_table, session_file
from taroky_tutorials.sheets.evening.session_file import session_of
from taroky_tutorials.sheets.tournament.entrant_list import names_of

LANGUAGES = sorted(languages())
SIGNS = "=+-@\t\r＝＋－＠"
HOSTILE = [
    *(f"{sign}1+1" for sign in SIGNS),
    "Petr;=1+1",
    "Petr,=1+1",
    "Petr;'=1+1",
    "Petr\t@SUM(A1)",
    "Petr; =1+1",
    "a;b,=c;+d",
    "'=1+1",
    "''=1+1",
    "''",
    "'Petr",
    "O'Neill",
    "-5",
    "+420 777",
    '=HYPERLINK("https://other.test/")',
    'Petr";=1+1;"',
    "=cmd|' /C calc'!A0",
]


def evening(names: list[str], title: str = "") -> sessions.Session:
    table = rules.load("polish")
    now = sessions.start(table, names, 1)
    for won in ("0.5", "-3", "12.25"):
        amounts = {"A": Decimal(won), "B": -Decimal(won), "C": Decimal(0), "D": Decimal(0)}
        now = now.after(amounts, contract="brewer", declarer="A")
    return replace(now, title=title)


def cells_for(text: str, separator: str) -> list[str]:
    """The cells that a spreadsheet sees whose list separator is this."""
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=separator)
    return [cell for row in rows for cell in row]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_in_the_reader_s_language_and_comes_back(language: str) -> None:
    now = evening(["Ada", "Jiří", "Żaneta", "Dan"], "U Lva, pátek; 7")
    with speaking(language):
        text, point = csv_table.to_csv(now), number("0.5")[1]
    separator = ";" if point == "," else ","
    assert text.startswith("\ufeff") and f"{separator}0{point}5{separator}" in text
    with speaking(language):
        assert headings.heading("dealer") in text
    assert f"{separator}12{point}25{separator}-12{point}25{separator}" in text
    for other in LANGUAGES:
        with speaking(other):
            assert session_of(csv_table.from_csv(text)) == now


def test_every_language_with_headings_has_all_of_them() -> None:
    every = {code: one.written for code, one in headings.by_language().items()}
    assert {"en", *WHOLE} <= set(every) <= set(LANGUAGES)
    for words in every.values():
        assert words.keys() == every["en"].keys()
        columns = [words[key] for key in ("hand", "dealer", "contract", "declarer", "ended")]
        about = [
            words[key]
            for key in ("rules", "option", "first_dealer", "start", "agreed", "stopped", "seated")
        ]
        assert len(set(columns)) == len(columns) and len({*about}) == len(about)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_becomes_a_formula_in_any_country(name: str, language: str) -> None:
    with speaking(language):
        text = csv_files.write([["hand", "dealer"], ["x", name, Decimal("-0.5")], [name, "x"]])
        rows = csv_files.read(text, headings.known_headings())
    assert [same_name(rows[2][0]), rows[2][1]] == [same_name(name), "x"]
    for separator in ",;\t":
        for cell in cells_for(text, separator):
            number = cell.replace(",", ".").lstrip("-").replace(".", "").isdecimal()
            assert number or not cell.lstrip().startswith(tuple(SIGNS)), (separator, cell)


@given(st.lists(st.text("=+-@'\t ;,\"ab1\u200bř", max_size=12), min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_every_text_comes_back(cells: list[str]) -> None:
    for language in LANGUAGES:
        with speaking(language):
            read = csv_files.read(
                csv_files.write([["hand", "dealer"], ["x", *cells, "x"]]), headings.known_headings()
            )
        assert [*map(same_name, read[1])] == ["x", *map(same_name, cells), "x"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_evening_of_hostile_names_comes_back(language: str) -> None:
    people = list(dict.fromkeys(same_name(name)[:24].strip() for name in HOSTILE))
    for first in range(0, len(people) - 4, 4):
        now = evening(people[first : first + 4], people[first])
        with speaking(language):
            back = session_of(csv_table.from_csv(csv_table.to_csv(now)))
        assert (back.players, back.paid, back.dealers) == (now.players, now.paid, now.dealers)


@pytest.mark.parametrize("encoding", ["cp1250", "utf-8-sig", "utf-16", "utf-16-le"])
def test_what_excel_saves_is_read(encoding: str) -> None:
    """As Czech Excel saves it: semicolons in its code page, UTF-8 or tabs in "Unicode text"; every row as long
    as the longest, and its own quotes."""
    now = evening(["Ada", "Jiří", "Šárka", "Dan"], "U Lva")
    with speaking("cs"):
        rows = list(
            csv.reader(io.StringIO(csv_table.to_csv(now).removeprefix("\ufeff")), delimiter=";")
        )
    width = max(map(len, rows))
    out = io.StringIO()
    separator = "\t" if encoding.startswith("utf-16") else ";"
    csv.writer(out, delimiter=separator).writerows(
        [*row, *[""] * (width - len(row))] for row in rows
    )
    data = base64.b64encode(out.getvalue().encode(encoding)).decode()
    file = {"name": "večer.csv", "bytes": data}
    reply = json.loads(
        handle(json.dumps({"verb": "sheet", "sheet": "evening", "base": "", "file": file}))
    )
    assert session_of(reply["kept"]["sheet"]) == now


def test_the_separator_is_that_of_the_headings() -> None:
    commas = "a,b,c,d,e,f,g,h,i,j,k,l"
    text = f"taroky;{commas}\nrules;hlucin\nhand;dealer;contract;declarer;ended;A;B;C;D\n1;A;;;;0,5;-0,5;0;0\n"
    assert session_of(csv_table.from_csv(text)).title == commas
    assert session_of(csv_table.from_csv("sep=;\r\n" + text.replace("\n", "\r\n"))).title == commas


LISTS = {
    "number;name\n3;Ada\n1;Ben": [(3, "Ada"), (1, "Ben")],
    "Číslo;Jméno;Klub\r\n3;Ada;Lev\r\n1;Ben;Lev": [(3, "Ada"), (1, "Ben")],
    "Imię i nazwisko\tNr\nAda\t3\nBen\t1": [(3, "Ada"), (1, "Ben")],
    'Name,Club\n"Novák, Jiří",Lion\nBen,Lion': [(1, "Novák, Jiří"), (2, "Ben")],
    "Jméno\nAda\nBen": [(1, "Ada"), (2, "Ben")],
    "12. Ada\nBen": [(12, "Ada"), (1, "Ben")],
    "\ufeffAda\nBen": [(1, "Ada"), (2, "Ben")],
    "Hráč;Body\nAda;5\n;\nBen;3": [(1, "Ada"), (2, "Ben")],
}


@pytest.mark.parametrize("text", LISTS)
def test_lists_of_names_with_headings_of_any_language(text: str) -> None:
    assert [(one.number, one.name) for one in names_of(text, ())] == LISTS[text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_standings_give_back_who_takes_part(language: str) -> None:
    def ask(**more: Any) -> Any:
        request = {"verb": "sheet", "sheet": "tournament", "base": "", "language": language, **more}
        return json.loads(handle(json.dumps(request)))

    people = ["Ada", "=1+1", "Petr;=1+1", "Jiří", "Żaneta", "Dan", "Eva", "Fred"]
    fields = [["names", "\n".join(people)], ["title", "Cup"], ["rules", "polish"], ["rounds", "2"]]
    kept = ask(kept=None, fields=fields, pressed=["begin", "yes"])["kept"]
    kept = ask(kept=kept, fields=[], pressed=["draw", "yes"])["kept"]
    file = ask(kept=kept, fields=[], pressed=["csv", "yes"])["file"]
    back = ask(file={"name": "x.csv", "text": file["text"]})["kept"]["sheet"]
    assert (back["title"], back["rules"]) == ("Cup", "polish")
    assert sorted(one["number"] for one in back["entrants"]) == list(range(1, 9))
    names = {one["number"]: one["name"] for one in back["entrants"]}
    assert [names[number] for number in range(1, 9)] == people


@pytest.mark.parametrize(
    "data", ["Příliš".encode("cp852"), b"\xff\xfe\x00", bytes(range(256)), b"name\n\x81\x83"]
)
def test_a_file_whose_letters_cannot_be_told_is_refused(data: bytes) -> None:
    for sheet in ("evening", "tournament"):
        file = {"name": "old.csv", "bytes": base64.b64encode(data).decode()}
        reply = json.loads(
            handle(json.dumps({"verb": "sheet", "sheet": sheet, "base": "", "file": file}))
        )
        assert not reply["ok"] and "UTF-8" in reply["error"] and "old.csv" in reply["error"]
    reply = json.loads(
        handle(json.dumps({"verb": "text", "name": "h.yaml", "bytes": file["bytes"]}))
    )
    assert not reply["ok"] and "UTF-8" in reply["error"] and "\ufffd" not in json.dumps(reply)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be"])
def test_the_text_of_a_file_for_a_field(encoding: str) -> None:
    text = "extends: hlucin\r\ntitle: U Žižky\r\n"
    data = base64.b64encode(text.encode(encoding)).decode()
    reply = json.loads(handle(json.dumps({"verb": "text", "name": "h.yaml", "bytes": data})))
    assert reply == {"ok": True, "text": text.replace("\r\n", "\n")}
    long = base64.b64encode(b"x" * 200_001).decode()
    reply = json.loads(handle(json.dumps({"verb": "text", "name": "h.yaml", "bytes": long})))
    assert not reply["ok"] and "too long" in reply["error"]


# -- how much work it is ---------------------------------------------------------------------------


def work(do: Callable[[], object]) -> int:
    """How many functions are called and left."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    session_file._known.clear()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        do()
    finally:
        sys.setprofile(before)
    return calls


def table_of(hands: int) -> str:
    lines = [f"{n},,,,,{n % 7},-{n % 7},0,0" for n in range(1, hands + 1)]
    return "\n".join(["rules,hlucin", "hand,dealer,contract,declarer,ended,Ada,Ben,Cy,Di", *lines])


def session_data(hands: int) -> Any:
    item = {
        "facts": {"contract": "trojka", "declarer": "A", "level": 3, "points": {"declarers": 40}}
    }
    players = ["Ada", "Ben", "Cy", "Di"]
    return {
        "format": "taroky-session",
        "version": 1,
        "rules": "hlucin",
        "players": players,
        "hands": [item] * hands,
    }


READERS: dict[str, Callable[[int], Callable[[], object]]] = {
    "evening": lambda n: lambda: csv_table.from_csv(table_of(n)),
    "session": lambda n: lambda: sessions.from_json(session_data(n)),
    "sheet": lambda n: lambda: session_of(session_data(n)),
    "entrants": lambda n: lambda: names_of("\n".join(f"Name {i}" for i in range(n)), ()),
    "entrants of a table": lambda n: (
        lambda: names_of("name;no\n" + "\n".join(f"Name {i};{i + 1}" for i in range(n)), ())
    ),
}


@pytest.mark.parametrize("reader", READERS)
def test_twice_the_length_is_twice_the_work(reader: str) -> None:
    read = READERS[reader]
    read(4)()  # what is worked out once
    few, many = work(read(60)), work(read(240))
    assert many < 4.4 * few


def test_a_file_too_long_is_refused_before_it_is_worked_on() -> None:
    with pytest.raises(RecordError, match="500"):
        csv_table.from_csv(table_of(501))

    def read() -> None:
        with pytest.raises(RecordError, match="5000"):
            csv_files.read("a\n" * 100_000)

    assert work(read) < 100_000


def test_a_language_without_headings_has_the_english_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    english = headings.by_language()["en"]
    monkeypatch.setattr(headings, "by_language", lambda: {"en": english})
    with speaking("cs"):
        assert headings.heading("dealer") == "dealer"
