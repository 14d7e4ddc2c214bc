"""The frame of all that is opened over a table: its title, and the button that closes it."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element


def framed(title: str, body: Markup | None) -> Markup:
    """Return a panel. title: in words."""
    close = element(
        "button",
        say("table.do.close").text(),
        type="button",
        class_="tk-button",
        id="tk-close",
        data_play={"open": ""},
        data_focus=True,
    )
    return element(
        "div",
        element("div", element("h2", title), close, class_="tk-panel-head"),
        element("div", body, class_="tk-panel-body", tabindex="0"),
        class_="tk-panel",
    )
