"""A settlement in lines."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.api.settling import SettlementAnswer
from taroky.cli.terminal import in_brackets
from taroky.messages import number


def settlement_lines(settled: SettlementAnswer) -> Iterator[str]:
    """A settlement in words: each item with its amounts and its working, notes, who gets what."""
    for item in settled.items:
        amounts = "  ".join(f"{seat} {number(amount)}" for seat, amount in item.amounts.items())
        yield f"# {item.label.text()}: {amounts}{in_brackets(item.points)}"
        for step in item.steps:
            yield f"#     {step.text()}{in_brackets(step.points)}"
    for note in settled.notes:
        yield f"# {note.text()}"
    total = "  ".join(f"{seat} {number(amount)}" for seat, amount in settled.payments.items())
    yield f"# = {total}"
