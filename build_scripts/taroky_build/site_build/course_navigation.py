"""The lessons of a course in the site's navigation: below the course's map, and only while one of them is shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


def with_lessons(nav: Any, pages: Mapping[str, Sequence[str]]) -> Any:
    """The navigation with the lessons of each course below its map: on a phone a lesson's page lists
    them. pages: those of the lessons by that of the map."""
    if isinstance(nav, list):
        return [with_lessons(entry, pages) for entry in nav]
    if not isinstance(nav, dict):
        return nav
    return {
        title: [{title: below}, *pages[below]]
        if isinstance(below, str) and below in pages
        else with_lessons(below, pages)
        for title, below in nav.items()
    }


@dataclass(frozen=True)
class Course:
    """A course in a navigation: the list that it is in, its place there, and itself; its first page is its map."""

    siblings: list[Any]
    place: int
    section: Any

    def show_for(self, page: Any) -> None:
        """List the lessons if the page is one of the course; otherwise there is its map alone."""
        pages = self.section.children
        self.siblings[self.place] = self.section if page in pages else pages[0]


def courses(items: list[Any], maps: Collection[str]) -> Iterator[Course]:
    """Every course below these items of a navigation. maps: the addresses of the courses' maps."""
    for place, item in enumerate(items):
        if not item.children:
            continue
        first = item.children[0]
        if not first.children and first.url in maps:
            yield Course(items, place, item)
        else:
            yield from courses(item.children, maps)
