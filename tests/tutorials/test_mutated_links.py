"""A hundred changed links; all ten thousand are asked by `make fuzz`."""

from __future__ import annotations

import json
import random

import mutated_links as mutated
import pytest

#: Tools for house tables show the written rules.
pytestmark = pytest.mark.usefixtures("pages")


def test_changed_links_get_a_page_or_a_sentence_and_no_markup() -> None:
    tally = mutated.run(120, "quick")
    assert tally.failures == []
    assert set(tally.kinds) == {"parts", "house", "both", "bytes", "nothing"}
    assert tally.ends["page"] > 20 and tally.ends["refused"] > 20
    assert tally.slowest < 10


@pytest.mark.parametrize("n", range(20))
def test_what_pages_send_is_answered(n: int) -> None:
    request = mutated.original(random.Random(f"as sent/{n}"))
    assert mutated.answer(json.dumps(request)) in ("page", "refused")


@pytest.mark.parametrize("text", (*mutated.PAYLOADS, *mutated.STRANGE))
def test_what_a_stranger_writes_into_an_address_is_answered(text: str) -> None:
    """In the address of an exercise and in the fields of two tools."""
    widget = mutated.exercise("pick-legal", "follow", "hlucin")
    requests = [
        {"verb": "open", "address": f"#x=w-drill.pick_legal.{text}.1.1", "widget": widget},
        *(
            {"verb": "tool", "tool": tool, "base": "../", "fields": [[field, text]]}
            for tool, field in (("play", "hand"), ("settle", "points"))
        ),
    ]
    for request in requests:
        assert mutated.answer(json.dumps(request)) in ("page", "refused")


def test_the_same_seed_changes_the_same_link() -> None:
    assert mutated.mutant("1/7") == mutated.mutant("1/7")
    assert len({mutated.mutant(f"1/{n}")[1] for n in range(30)}) > 20


@pytest.mark.parametrize("payload", mutated.PAYLOADS)
def test_a_tool_shows_what_was_written_as_text(payload: str) -> None:
    request = {"verb": "tool", "tool": "words", "base": "../", "fields": [["find", payload]]}
    assert mutated.answer(json.dumps(request)) == "page"


def test_half_a_letter_becomes_a_question_mark() -> None:
    request = {"verb": "tool", "tool": "words", "base": "", "fields": [["find", "a\ud800b 😀"]]}
    assert mutated.answer(json.dumps(request)) == "page"
    assert "“a?b 😀”" in json.loads(mutated.handle(json.dumps(request)))["html"]


@pytest.mark.parametrize(
    ("html", "wrong"),
    [
        ("<p><img src=x></p>", "<img>"),
        ('<a href="javascript:x">', "javascript:x"),
        ('<p onclick="x">', "<p onclick>"),
        ("<p style='x'>", "<p style>"),
        ("<script>x</script>", "<script>"),
        ("<p><!-- x --></p>", "<!--"),
        ("<p class=x>&lt;img&gt;</p>", ""),
    ],
)
def test_markup_of_strangers_would_be_told(html: str, wrong: str) -> None:
    problems = mutated._Page(html).wrong
    assert any(wrong in one for one in problems) if wrong else not problems
