"""Words that pages and sentences do without are found where readers meet them, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest
from taroky_build.paths import CHECKOUT
from taroky_devtools.words import PAGE, Words, files

WORDS = Words()


def found(file: str, text: str) -> list[tuple[int, str]]:
    """Line and word of all that is found in such a text."""
    return [(one.line, one.found) for one in WORDS.find(Path(file), text)]


@pytest.mark.parametrize("file", files(), ids=str)
def test_what_readers_meet_is_free_of_them(file: Path) -> None:
    text = (CHECKOUT / file).read_text("utf-8")
    assert [str(one) for one in WORDS.find(file, text)] == []


def test_pages_lessons_messages_and_the_readme_are_read() -> None:
    read = {str(file) for file in files()}
    assert {
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
    assert found("docs/odd.md", text) == where


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
    assert found("docs/odd.md", text) == []


def test_straight_quotation_marks_are_found_where_they_are_read() -> None:
    page = '---\ntitle: "What?"\n---\n\n!!! example "A hand"\n\nThe dealer\'s <b class="c">"left"</b>.\n'
    assert found("docs/odd.md", page) == [(7, "'"), (7, '"'), (7, '"')]
    assert found("odd/en.po", 'msgid "it\'s"\nmsgstr "A club\'s \\"rules\\""\n') == [
        (2, "'"),
        (2, '"'),
        (2, '"'),
    ]
    assert found("odd.yaml", "prose: \"It's two\"\nother: 'one'\n") == [(1, "'")]


def test_a_player_is_they() -> None:
    text = '# his\nmsgid "cell.his"\nmsgstr "{his} tricks, his discards"\n'
    assert found("odd/en.po", text) == [(3, "his")]
    for file in ("docs/reference/odd.md", "docs/strategy/odd.md", "lessons/en/odd.yaml"):
        assert found(file, "The declarer plays his cards.") == [(1, "his")]


def test_in_a_lesson_the_ids_of_steps_stay() -> None:
    text = "steps:\n  - id: dearer\n    prose: |\n      It is a\n      dearer game.\n"
    assert found("odd.yaml", text) == [(5, "dearer")]


def test_what_to_write_instead_is_said() -> None:
    (one,) = WORDS.find(Path("docs/odd.md"), "Divide by nought.")
    assert str(one) == "docs/odd.md, line 1: “nought”; write “zero” or “nothing”."


def test_a_word_may_stay_where_it_is_the_subject_and_nowhere_else() -> None:
    page = "docs/calculators/discard.md"
    assert found(page, "Discard (players say: lay away) two.") == []
    assert found(page, "Discard (players say: lay away) two, lay away more.") == [(1, "lay away")]
    # an exception that nothing needs any more is reported, too
    assert [one.found for one in WORDS.find(Path(page), "Discard two.")] == [
        "players say: lay away"
    ]
