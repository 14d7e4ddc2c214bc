"""House options in the words of the rules: the question an option asks and its answers.

The words are messages: `option.<key>` is a question, `option.<key>.<value>` an answer, `option.<key>.*`
what is said of any other number. Where a rule set means another thing by a key than the rest, its own
words end with @ and its id: `option.contra.who@victoria`. A house table has the words of the rule
sets it extends, and an option that it adds itself is asked for by its key.
"""

from __future__ import annotations

from typing import get_args

from taroky.messages import Message, known, say
from taroky.rules.table import Table, Topic

TOPICS: tuple[Topic, ...] = get_args(Topic)


def lineage(table: Table) -> tuple[str, ...]:
    """The table and those it extends, itself first."""
    return tuple(dict.fromkeys((table.table, *reversed(tuple(table.pages.values())))))


def topic(name: Topic) -> Message:
    """The heading of a topic."""
    return say(f"topic.{name}")


def question(table: Table, key: str) -> Message:
    """Return what an option asks."""
    return _worded(table, f"option.{key}") or say("options.key", key=key)


def answer(table: Table, key: str, value: str) -> Message:
    """Return what a value of it answers."""
    exact = _worded(table, f"option.{key}.{value}", value=value)
    return (
        exact
        or _worded(table, f"option.{key}.*", value=value)
        or say("options.value", value=value.replace("_", " "))
    )


def standing(table: Table, key: str) -> str:
    """The value that an option has in this table."""
    return table.chosen.get(key, table.options[key].default)


def _worded(table: Table, message_id: str, **params: str) -> Message | None:
    for own in (*(f"{message_id}@{name}" for name in lineage(table)), message_id):
        if known(own):
            return say(own, **params)
    return None
