"""Rule tables in words: the same questions for every table, and its answers.

`QUESTIONS` are in the order of a hand; `Question.answer(table)` gives lines with their rule points,
in the table's own names. `compared(one, other)` says what differs between two tables in sentences.
"""

from taroky.telling import setting, bidding, exchange, announcing, playing, paying  # noqa: F401, I001
from taroky.telling.base import QUESTIONS, TOPICS, Line, Question
from taroky.telling.comparing import (
    Sentence,
    by_path,
    clause,
    compared,
    labelled_clause,
    pairs,
    place,
    short_name,
    topic_title,
)

__all__ = [
    "QUESTIONS",
    "TOPICS",
    "Line",
    "Question",
    "Sentence",
    "by_path",
    "clause",
    "compared",
    "labelled_clause",
    "pairs",
    "place",
    "short_name",
    "topic_title",
]
