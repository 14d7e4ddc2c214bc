"""What the build puts on the pages of the puzzles and of the measure: the form to begin with, and the place for the table."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element


def place(verb: str, base: str, *fields: Markup, daily: Markup | None = None) -> Markup:
    """Return the place that puzzles.js fills. verb: that of the worker, which is also how ids of its messages begin; fields: what
    the form asks; daily: a second button."""
    words = {name: say(f"{verb}.words.{name}").text() for name in ("wait", "failed", "full")}
    begin = element(
        "button",
        say(f"{verb}.begin").text(),
        type="submit",
        class_="tk-button tk-button--primary",
    )
    form = element(
        "form",
        *fields,
        element("p", class_="tk-why-not", role="status"),
        element("div", begin, daily, class_="tk-actions"),
        class_="tk-sit-down",
        id=f"tk-{verb}-form",
        autocomplete="off",
    )
    return element(
        "div",
        form,
        element(
            "section",
            element("p", words["wait"], class_="tk-line"),
            class_="tk-room",
            id="tk-room",
        ),
        element("p", class_="tk-only-heard", role="status", aria_live="polite", id="tk-heard"),
        element("p", say("tool.noscript").text(), class_="tk-assumed tk-no-script"),
        class_="tk-puzzles tk-play-here",
        data_verb=verb,
        data_base=base,
        data_words=words,
        data_search_exclude=True,
    )


def field(id: str, words: str, *options: Markup, name: str) -> Markup:
    """One choice of the form. words: the id of its label's message."""
    label = element("label", say(words).text(), for_=id)
    return element("p", label, element("select", *options, name=name, id=id), class_="tk-field")
