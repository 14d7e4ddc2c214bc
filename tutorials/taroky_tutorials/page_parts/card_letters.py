"""The choice of letters on court cards, which letters.js shows and remembers."""

from __future__ import annotations

from collections.abc import Iterable

from taroky.messages import ENGLISH, say

from taroky_tutorials.page_parts.elements import Markup, element

_OWN = "letters.own"


def known(languages: Iterable[str]) -> list[str]:
    """All letters that may stand on court cards in these languages."""
    every = " ".join(say(_OWN).text(language) for language in languages)
    return list(dict.fromkeys(every.split()))


def choice() -> Markup:
    """A button for the letters that cards are drawn with, for those of the language if it has others, and for
    none; only where scripts run."""
    sets = {letters: letters for letters in (say(_OWN).text(ENGLISH), say(_OWN).text())}
    buttons = [
        element(
            "button",
            words,
            type="button",
            class_="tk-switch",
            data_letters=letters,
            aria_pressed="false",
            id=f"tk-letters-{place}",
        )
        for place, (letters, words) in enumerate({**sets, "": say("letters.none").text()}.items())
    ]
    return element(
        "div",
        *buttons,
        class_="tk-settings-row",
        hidden=True,
        role="group",
        aria_label=say("letters.title").text(),
        data_search_exclude=True,
    )
