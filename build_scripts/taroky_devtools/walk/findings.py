"""The findings of a walk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

#: What is counted, and how the table calls it.
COUNTED = {
    "dead end": "Dead ends",
    "unexplained": "Words of the game not explained where they first stand",
    "same words": "Wrong answers told the same as another one",
    "no effect": "Presses that do nothing",
    "overlap": "Something on top of something",
    "scroll": "Something to scroll for",
    "error": "Errors of scripts, and files that did not come",
}


@dataclass(frozen=True)
class Finding:
    """Something in the way: what of `COUNTED` it is, where, and what exactly."""

    kind: str
    lesson: str
    step: str
    what: str

    def __str__(self) -> str:
        return f"{self.lesson}/#{self.step}; {self.kind}; {self.what}"


class DeadEnd(Exception):
    """Here a newcomer cannot go on."""


def table(findings: Sequence[Finding], title: str) -> str:
    """The counts as a table in Markdown."""
    counts = Counter(finding.kind for finding in findings)
    rows = [f"| {words} | {counts[kind]} |" for kind, words in COUNTED.items()]
    return "\n".join([f"| {title} | Count |", "|---|--:|", *rows])
