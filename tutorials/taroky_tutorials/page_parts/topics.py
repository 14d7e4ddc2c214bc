"""A list of a long page's sections that stays in reach where there is no table of contents beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element


def topics(
    sections: Sequence[tuple[str, str]], classes: Mapping[str, str | None] | None = None
) -> Markup:
    """The list, folded away. sections: id and title of each; classes: of those that have one, by id."""
    links = [
        element("li", element("a", title, href=f"#{id}"), class_=(classes or {}).get(id))
        for id, title in sections
    ]
    title = say("topics.title").text()
    return element(
        "details",
        element("summary", title),
        element("ul", *links),
        class_="tk-contents",
        data_search_exclude=True,
    )
