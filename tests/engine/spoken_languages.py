"""The languages that tests look at. No test lists them, so that a new language is tested without a change."""

from pathlib import Path

from taroky.messages import ENGLISH, languages

#: From this many sentences written by hand, a language counts as complete.
MANY = 200


def by_hand(language: str) -> list[str]:
    """The sentences of a language that somebody has written by hand to compare them with: the id and its parameters,
    then the sentence; none where nobody has begun."""
    file = Path(__file__).parent / f"sentences.{language}.txt"
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [line for line in lines if line and not line.startswith("#")]


#: All languages, English first; one that is begun says in English what it has no words for.
EVERY = [ENGLISH, *(code for code in languages() if code != ENGLISH)]
#: Those besides English that say everything.
WHOLE = [code for code in EVERY if len(by_hand(code)) >= MANY]
