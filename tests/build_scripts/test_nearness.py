"""Our sentences are our own: none shares a long run of words with a source of the rules."""

from __future__ import annotations

from taroky_devtools import nearness

_TOLD = "The dealer gives every player twelve cards in packets of six, and lays six aside."


def test_no_paragraph_is_near_its_source() -> None:
    known = nearness.read()
    near = [
        f"{place}: “{' '.join(run)}”"
        for place, text in nearness.paragraphs()
        if len(run := nearness.longest_run(text, known)) > nearness.LIMIT
    ]
    assert not near, "Say it in our own words:\n" + "\n".join(near)


def test_what_is_copied_is_noticed() -> None:
    known = nearness.fingerprints([_TOLD])
    copied = f"Listen! {_TOLD.replace('six,', 'SIX –')} Then they look."
    assert nearness.longest_run(copied, known) == nearness.words_of(_TOLD)
    part = "In some places the dealer gives every player twelve cards at once."
    assert nearness.longest_run(part, known) == [
        "the",
        "dealer",
        "gives",
        "every",
        "player",
        "twelve",
        "cards",
    ]


def test_another_order_of_the_same_words_is_ours() -> None:
    known = nearness.fingerprints([_TOLD])
    assert not nearness.longest_run("Six cards are laid aside; all players get twelve.", known)


def test_a_value_that_is_filled_in_is_no_word() -> None:
    text = "gives {{ deal.hand }} every [player](x.md) twelve"
    assert nearness.words_of(text) == ["gives", "every", "player", "twelve"]


def test_the_fingerprints_are_there_and_tell_no_sentence() -> None:
    data = nearness.FINGERPRINTS.read_bytes()
    assert len(nearness.read()) > 10_000
    pieces = [data[start : start + 3] for start in range(0, len(data), 3)]
    assert pieces == sorted(set(pieces))  # in no order that a reader could follow
