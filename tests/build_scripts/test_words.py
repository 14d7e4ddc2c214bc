"""Words that pages, sentences and code do without are found where readers meet them, and only there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from taroky_build.paths import CHECKOUT
from taroky_devtools.words import PAGE, Words, code_files, files
from taroky_devtools.words import WORDS as LIST

WORDS = Words()


def words_in(file: str, text: str) -> list[tuple[int, str]]:
    """Line and word of all that is found in such a text."""
    return [(one.line, one.phrase) for one in WORDS.find(Path(file), text)]


@pytest.mark.parametrize("file", files(), ids=str)
def test_what_readers_meet_is_free_of_them(file: Path) -> None:
    text = (CHECKOUT / file).read_text("utf-8")
    assert [str(one) for one in WORDS.find(file, text)] == []


def test_pages_lessons_messages_and_the_readme_are_read() -> None:
    read = {str(file) for file in files()}
    assert {
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "README.md",
        "docs/index.md",
        "docs/reference/hlucin.md",
        "engine/taroky/messages/en.po",
        "tutorials/taroky_tutorials/messages/en.po",
        "tutorials/taroky_tutorials/lessons/en/talon.yaml",
    } <= read
    assert str(PAGE) not in read
    assert (CHECKOUT / PAGE).exists()


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("The XIX.\n\nWhoever holds it is the partner.\n", [(3, "Whoever")]),
        ("A king in\nthe\nown hand.\n", [(2, "the own")]),
        ("You laid the XIX\naway.\n", [(1, "laid the XIX away")]),
        ("A dearer game, dearly.\n", [(1, "dearer")]),
        ("A sleeve may slip.\n", []),
        ("John McLeod and his friends.\n", []),  # a page about somebody may
    ],
)
def test_a_word_is_found_in_its_line(text: str, where: list[tuple[int, str]]) -> None:
    assert words_in("docs/odd.md", text) == where


@pytest.mark.parametrize(
    "text",
    [
        "`whoever`",
        "```\nwhoever\n```\n",
        "<!-- claim: whoever\n > 0 -->",
        "[Prices](heun.md#dearer-in-five)",
        "{{ figures: nought | mean }}",
        "## More expensive {: #dearer-in-five }",
    ],
)
def test_code_addresses_and_placeholders_are_no_words(text: str) -> None:
    assert words_in("docs/odd.md", text) == []


def test_straight_quotation_marks_are_found_where_they_are_read() -> None:
    page = '---\ntitle: "What?"\n---\n\n!!! example "A hand"\n\nThe dealer\'s <b class="c">"left"</b>.\n'
    assert words_in("docs/odd.md", page) == [(7, "'"), (7, '"'), (7, '"')]
    assert words_in("odd/en.po", 'msgid "it\'s"\nmsgstr "A club\'s \\"rules\\""\n') == [
        (2, "'"),
        (2, '"'),
        (2, '"'),
    ]
    assert words_in("odd.yaml", "prose: \"It's two\"\nother: 'one'\n") == [(1, "'")]


def test_a_player_is_they() -> None:
    text = '# his\nmsgid "cell.his"\nmsgstr "{his} tricks, his discards"\n'
    assert words_in("odd/en.po", text) == [(3, "his")]
    for file in ("docs/reference/odd.md", "docs/strategy/odd.md", "lessons/en/odd.yaml"):
        assert words_in(file, "The declarer plays his cards.") == [(1, "his")]


def test_in_a_lesson_the_ids_of_steps_stay() -> None:
    text = "steps:\n  - id: dearer\n    prose: |\n      It is a\n      dearer game.\n"
    assert words_in("odd.yaml", text) == [(5, "dearer")]


def test_what_to_write_instead_is_said() -> None:
    (one,) = WORDS.find(Path("docs/odd.md"), "Divide by nought.")
    assert str(one) == "docs/odd.md, line 1: “nought”; write “zero” or “nothing”."


def test_a_word_may_stay_where_it_is_the_subject_and_nowhere_else() -> None:
    page = "docs/calculators/discard.md"
    assert words_in(page, "Discard (players say “lay away”) two.") == []
    assert words_in(page, "Discard (players say “lay away”) two, lay away more.") == [
        (1, "lay away")
    ]
    # an exception that nothing needs any more is reported, too
    assert [one.phrase for one in WORDS.find(Path(page), "Discard two.")] == [
        "players say “lay away”"
    ]


def in_code(file: str, text: str, words: Words = WORDS) -> list[tuple[int, str]]:
    """Return line and word of all that is found in such a file of code."""
    return [(one.line, one.phrase) for one in words.find_in_code(Path(file), text)]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (
            "The rules as handed down.\nThis is not treated.\n",
            [(1, "handed down"), (2, "not treated")],
        ),
        ("Its id stands beside the rule.\n", [(1, "stands beside")]),
        ("The pagát stands in for a king.\n", []),
        ("If there is no tarok, “x” is no amount.\n", [(1, "is no amount")]),
        ("So often it walks. So many a king. So it is paid.\n", [(1, "So many a")]),
        ("For every card, a set that there is.\n", [(1, "that there is")]),
    ],
)
def test_turns_that_sound_translated_are_found(text: str, where: list[tuple[int, str]]) -> None:
    assert words_in("docs/odd.md", text) == where


def test_sentences_of_python_and_the_makefile_are_read() -> None:
    code = """HELP = "write the whole catalogue anew"\nKEY = "anew"\nsay(f"{n} {x} is told to whoever asks for it")\n"""
    assert in_code("engine/odd.py", code) == [(1, "anew"), (3, "whoever"), (3, "is told")]
    assert in_code("tests/engine/test_odd.py", code) == []  # what is expected of others
    assert in_code("Makefile", "site: a b  ## build the site anew (X=1)\n") == [(1, "anew")]


def test_turns_in_docstrings_and_comments_are_counted_and_may_not_grow() -> None:
    anew = next(word for word in WORDS.turns if "anew" in word.pattern.pattern)
    few = '"""Made anew, and afresh."""\n# anew\nanew = "made anew for all of you"\n'
    assert WORDS.count_turns(Path("engine/odd.py"), few)[anew] == 3
    assert list(WORDS.too_many(Counter({anew: anew.in_code}))) == []
    (report,) = WORDS.too_many(Counter({anew: anew.in_code + 1}))
    assert f"at most {anew.in_code}" in str(report)


def test_all_code_is_read() -> None:
    read = {str(file) for file in code_files()}
    assert {
        "Makefile",
        "engine/taroky/hand/state.py",
        "engine/taroky/rules/hlucin.yaml",
        "tutorials/taroky_tutorials/browser.py",
        "build_scripts/taroky_devtools/words.py",
        "docs/assets/js/main.js",
        "docs/assets/css/lesson.css",
        "tests/build_scripts/test_words.py",
    } <= read
    assert not [file for file in read if "/prebuilt/" in file]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("def laid_away(): ...\n", [(1, "laid_away")]),
        ("x = 1\nclass SlipsSeen: ...\n", [(2, "SlipsSeen")]),
        ("lot = fields_by_lot = 1\n", [(1, "fields_by_lot")]),
        ("clean = lean = 1\n", [(1, "lean")]),
        ("x = held_back_calls(1)\n", [(1, "held_back_calls")]),
        ('"""Divide by\nnought."""\n', [(2, "nought")]),
        ("x = 1  # whoever\n", [(1, "whoever")]),
        ("# divided in the\n# midst of it\n", [(1, "in the midst of")]),
        ("x = 1  # fmt: " + "skip\n", [(1, "fmt: " + "skip")]),
        ("def f(rules: Table) -> None: ...\n", [(1, "rules: Table")]),
        ("class A:\n    rules: str\n", [(2, "rules: str")]),
        ("def f(table: Table, game: str, rules: Mapping) -> None: ...\n", []),
        ("x = {'laid_away': 'whoever'}\n", []),  # what is written by users or saved
        ("def f(slippery: str) -> None: ...\n", []),
    ],
)
def test_words_in_python(text: str, where: list[tuple[int, str]]) -> None:
    assert in_code("odd.py", text) == where


@pytest.mark.parametrize(
    ("docstring", "found_there"),
    [
        ("What a pile is worth.", "What"),
        ("So many hands.", "So many"),
        ("Return what a pile is worth.", ""),
        ("Whether a pile is worth it.", ""),
        ("The value of a pile.", ""),
    ],
)
def test_how_a_docstring_begins(docstring: str, found_there: str) -> None:
    found_here = [word for _, word in in_code("odd.py", f'def f():\n    """{docstring}"""\n')]
    assert found_here == ([found_there] if found_there else [])


def test_a_test_says_what_holds_and_a_comment_what_it_is() -> None:
    assert in_code("odd.py", 'def test_f():\n    """What is written stays."""\n') == []
    assert in_code("odd.py", "#: So many hands are kept.\nMOST = 1\n") == [(1, "So many")]
    assert in_code("odd.py", "# Cards are kept\n# so many times.\n") == []


@pytest.mark.parametrize(
    ("file", "text", "where"),
    [
        ("odd.js", "// for whoever\nconst leg = 'leg';\n", [(1, "whoever"), (2, "leg")]),
        ("odd.mjs", "/* one\n * nought */\nlegOf(`leg`);\n", [(2, "nought"), (3, "legOf")]),
        ("odd.css", ".leg { top: 0; } /* dearer */\n", [(1, "dearer")]),
        ("Makefile", "slip:  ## help whoever\n\t@echo slip\n", [(1, "whoever")]),
        ("odd.yaml", "slip: 1\nx: 1  # a slip\n", [(2, "a slip"), (2, "slip")]),
    ],
)
def test_words_in_other_code(file: str, text: str, where: list[tuple[int, str]]) -> None:
    assert in_code(file, text) == where


def test_a_name_of_a_file() -> None:
    assert in_code("odd/going_on.py", "") == [(1, "going_on")]


def test_a_line_of_a_rule_table_has_at_most_160_letters() -> None:
    table = f"a: {'b' * 157}\nc: {'ž' * 158}\n"
    assert in_code("engine/taroky/rules/odd.yaml", table) == [(2, f"c: {'ž' * 17}…")]
    assert in_code("engine/odd.yaml", table) == []


def test_an_exception_in_code_names_file_and_text(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    exception = "  - {file: odd.py, text: 'laid_away: bool'}\n"
    path.write_text(LIST.read_text("utf-8") + exception, "utf-8")
    words = Words(path)
    text = "def f(laid_away: bool) -> None:\n    return laid_away\n"
    assert in_code("odd.py", text, words) == [(2, "laid_away")]
    assert (1, "laid_away") in in_code("other.py", text, words)
    # an exception that nothing needs any more is reported, too
    assert in_code("odd.py", "", words) == [(1, "laid_away: bool")]


def test_arguments_and_locals_are_nouns() -> None:
    text = "def f(told: int) -> None:\n    found = told\n"
    assert sorted(in_code("odd.py", text)) == [(1, "told"), (2, "found")]
