"""The points of a reference page: each a paragraph with a permalink, a button that copies it, and
below it what is made for that point."""

from __future__ import annotations

import re
from collections.abc import Callable

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element

#: The end of a paragraph that is a rule point, as the pages are written.
_POINT = re.compile(r"\n\{: #(?P<id>[A-Z]+-[A-Z]+-\d+) \.tk-point \}")


def marked(markdown: str, below: Callable[[str], str] = lambda point: "") -> str:
    """The Markdown of a page with a permalink at the end of every point; below: the HTML that is to
    are below a point, "" for nothing."""

    def end(match: re.Match[str]) -> str:
        more = below(match["id"])
        return f" {permalink(match['id'])}{match[0]}" + (f"\n\n{more}" if more else "")

    text, count = _POINT.subn(end, markdown)
    return f"{text}\n\n{_said()}\n" if count else text


def permalink(point: str) -> Markup:
    """The id of a rule point as a link to itself, and the button that copies that link; the button
    is shown only where scripts run."""
    copy = element(
        "button",
        type="button",
        class_="tk-copy",
        data_copy=point,
        aria_label=say("point.copy", point=point).text(),
    )
    return element(
        "span",
        element("a", point, class_="tk-point-id", href=f"#{point}"),
        copy,
        class_="tk-point-at",
    )


def _said() -> Markup:
    """Return where it is said that a link was copied."""
    words = {
        name: say(f"point.{name}", point="{point}", address="{address}").text()
        for name in ("copied", "not_copied")
    }
    return element("p", class_="tk-copied", role="status", aria_live="polite", data_words=words)
