"""A link beside the id of each rule, to say that the rule is wrong. It leads to a message that has begun, of which
a template has the address."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

from taroky.messages import say

from taroky_tutorials.page_parts.elements import element

#: What a template has in place of the title and of the text.
TITLE, TEXT = "{title}", "{text}"
#: The end of what is next to a rule: its id as a link, and the button that copies it.
_POINT = re.compile(
    r'<span class="tk-point-at"><a [^>]*>(?P<point>[A-Z]+-[A-Z]+-\d+)</a>.*?</button></span>',
    re.DOTALL,
)


def with_reports(
    html: str, template: str, page: Callable[[str], str], *, game: str, version: str
) -> str:
    """A page with such a link beside each rule. template: the address of a message with `TITLE` and `TEXT` in it, as
    addresses write them; page: the address of a rule, as much as is known of it."""
    label = say("contact.wrong").text()

    def report(match: re.Match[str]) -> str:
        point = match["point"]
        title = say("contact.subject", point=point, game=game, version=version).text()
        text = f"{page(point)}\n\n{say('contact.ask').text()}\n"
        if template.startswith("mailto:"):
            text = text.replace("\n", "\r\n")
        address = template.replace(quote(TITLE, safe=""), quote(title, safe=""))
        address = address.replace(quote(TEXT, safe=""), quote(text, safe=""))
        return f"{match[0]}{element('a', label, class_='tk-report', href=address)}"

    return _POINT.sub(report, html)
