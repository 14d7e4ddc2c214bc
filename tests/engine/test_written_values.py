"""Values that people and programs write in other ways than these are read: each is refused with one sentence that
says how it is written, and nothing is cut off in silence."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from taroky import json_input, rules
from taroky.api.handler import handle
from taroky.errors import RecordError, TableError
from taroky.numbers import as_decimal

HEAD = "table: ours\ntitle: Ours\nextends: hlucin\n"
NO_NUMBERS = [
    ".inf",
    "-.inf",
    ".nan",
    "inf",
    "Infinity",
    "NaN",
    "0.333333333333",
    "1e3",
    "1_000",
    "1 000",
    '"1\xa0000"',
    '"0,50"',
    "1.000.50",
    "+0.50",
    ".5",
    "5.",
    "0x10",
    "1:30",
    "½",
    "−0.50",
    "١٢",
    '"٣"',
    "0.5 Kč",
    "9999999999999",
    "1" * 5000,
    '"0.5\\0"',
    '" 0.5"',
]


def refusal(text: str) -> TableError:
    with pytest.raises(TableError) as problem:
        rules.parse(text)
    return problem.value


@pytest.mark.parametrize("written", NO_NUMBERS)
def test_a_number_that_is_written_otherwise_is_told_how(written: str) -> None:
    for cell in ("contracts:\n  solo:\n    rate: %s\n", "session:\n  start_chips: %s\n"):
        problem = refusal(HEAD + cell % written)
        sentence = str(problem)
        assert "expected a number such as 0.50, with a decimal point" in sentence
        assert len(sentence) < 300 and sentence.isprintable()
        assert problem.fields["line"] == HEAD.count("\n") + cell.count("\n")


@pytest.mark.parametrize("written", ["1.5", "1 000", "0x10", "١٢"])
def test_a_whole_number_is_told_so(written: str) -> None:
    text = HEAD + f"declarations: {{per_group: {{honours: {{most: {written}}}}}}}\n"
    assert "a whole number in digits, such as 12" in str(refusal(text))


@pytest.mark.parametrize("written", ["0,50", "1,000.50", "1,5"])
def test_a_decimal_comma_in_braces_is_named(written: str) -> None:
    sentence = str(refusal(HEAD + f"contracts: {{solo: {{rate: {written}}}}}\n"))
    assert "a number is written with a point (0.50)" in sentence


@pytest.mark.parametrize("comment", ["#1", "# 1", "#", "  # ours"])
def test_a_comment_does_not_cut_a_title_short(comment: str) -> None:
    problem = refusal(f"table: ours\ntitle: Club {comment}\nextends: hlucin\n")
    assert problem.fields["line"] == 2 and "comment" in str(problem)
    named = refusal(HEAD + f"names:\n  XXI: Mond {comment}\n  I: Pagat\n")
    assert named.fields["line"] == 5 and "comment" in str(named)


def test_comments_elsewhere_stay() -> None:
    text = "# ours\ntable: ours  # short\ntitle: Ours\n# more\nextends: hlucin # of Hlučín\n"
    assert rules.parse(text + "contracts: {solo: {rate: 0.50}}  # dearer\n").title == "Ours"


@pytest.mark.parametrize("sign", ["\0", "\x07", "\x1b", "\x7f", "\ud800", "\ufffe"])
def test_a_sign_that_no_text_has_is_named_with_its_place(sign: str) -> None:
    problem = refusal(f"table: ours\ntitle: Ou{sign}rs\nextends: hlucin\n")
    assert (problem.fields["line"], problem.fields["column"]) == (2, 10)
    assert f"U+{ord(sign):04X}" in str(problem) and str(problem).isprintable()


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 2}', '{"b": [{"a": 1, "c": 2, "a": 1}]}', '{"a": {}, "\\u0061": 1}']
)
def test_a_key_of_json_is_there_once(text: str) -> None:
    with pytest.raises(RecordError) as problem:
        json_input.read(text)
    assert str(problem.value) == "“a” appears twice; use each key once."


FACTS: dict[str, Any] = {"contract": "povinnost", "declarer": "A", "partner": "C"}


@pytest.mark.parametrize(
    "points",
    [
        "inf",
        "-inf",
        "nan",
        "٣٩",
        "3_9",
        "39,5",
        "3 9",
        "39 ",
        "1e999999",
        "1e400",
        "³",
        "",
        "1/0",
        "1/٢",
        "39/1_0",
        True,
        None,
        [39],
        {"a": 1},
    ],
)
def test_points_are_numbers_in_plain_digits(points: Any) -> None:
    facts = {**FACTS, "points": {"declarers": points}}
    answer = handle({"verb": "score", "rules": "hlucin", "facts": facts})
    assert not answer["ok"] and "expected a number" in answer["error"]["text"]
    assert len(answer["error"]["text"]) < 200


@pytest.mark.parametrize("amount", ["inf", "٣", "1_0", "1e99999", "-1", "0x1", True])
def test_amounts_are_numbers_in_plain_digits(amount: Any) -> None:
    facts = {**FACTS, "points": {"declarers": 39}, "pots": {"pot": amount}}
    answer = handle(
        {"verb": "score", "rules": "polish", "facts": {**facts, "contract": "powinnosc"}}
    )
    assert not answer["ok"] and "expected a number" in answer["error"]["text"]


def test_what_programs_write_is_a_number() -> None:
    for number in (39, 39.5, Decimal("39.50"), "1e2", "1E-7", "-0.40", "2.6666666666666666666667"):
        assert as_decimal(number) == Decimal(str(number))
    assert as_decimal(1e-05) == Decimal("0.00001")
    assert [as_decimal(value) for value in (True, None, "", 10**12, float("inf"))] == [None] * 5
