"""The languages that tests look at. No test lists them, so that a new language is tested without a change."""

from pathlib import Path

from taroky.messages import ENGLISH, languages

#: All languages, English first; one that is begun says in English what it has no words for.
EVERY = [ENGLISH, *(code for code in languages() if code != ENGLISH)]
#: Those besides English that say everything: somebody has written a list of sentences by hand to compare them with.
WHOLE = sorted(file.suffixes[0][1:] for file in Path(__file__).parent.glob("sentences.*.txt"))
