"""The pages with calculators."""

from __future__ import annotations

from urllib.parse import urlencode

from taroky import rules
from taroky.messages import given_name, say
from taroky_tutorials.forms import tools
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.reading import course_pages
from taroky_tutorials.reading.course_pages import Page

LIST = "<!-- calculators -->"
#: The calculators that are one page for all rule sets, in the order of a hand; each has its page below calculators/.
SHARED = ("count", "bid", "worth", "partner", "discard", "declare", "play")


def path(name: str) -> str:
    """Return where the page of a rule set's calculator is, below docs/."""
    return f"calculators/{name}.md"


def page(name: str) -> str:
    """The page with a rule set's calculator."""
    table = rules.load(name)
    title = say("calc.page.title", title=table.title).text()
    about = say("about.tool", words=say("calc.words.settle"), game=table.title).text()
    front = course_pages.front(Page(title, Markup(), description=about))
    words = say("calc.page.words").text()
    more = say("calc.page.more").text()
    rules_link = f"[{say('calc.page.rules').text()}](../reference/{_reference(name)}.md)"
    return (
        f"{front}\n# {title}\n\n{words} {rules_link}.\n\n<!-- tool: settle rules={name} -->\n\n"
        f"## {more}\n\n{_others(name, '../../')}\n"
    )


def _reference(name: str) -> str:
    """The page that has the rules of a rule set: its own, or that of the game it extends."""
    table = rules.load(name)
    return table.pages.get(table.prefix, name)


def _others(name: str, base: str) -> Markup:
    """Those of them that a rule set has a use for."""
    links = []
    of_game = tools.of_game(name)
    for tool in (one for one in SHARED if one in of_game):
        address = f"{base}calculators/{tool}/#t={tool}&{urlencode({'rules': name})}"
        links.append(
            element(
                "li",
                element("a", say(f"calc.page.{tool}").text(), href=address, class_="tk-button"),
            )
        )
    return element("ul", *links, class_="tk-calculators")


def listed() -> Markup:
    """The calculators of all rule sets, for their index page: in the order of the courses, then the
    relatives of the last one. A script puts the game first that the reader has chosen."""
    links = [
        element(
            "li",
            element("a", given_name(rules.load(name).title), href=f"{name}/", class_="tk-button"),
        )
        for name in dict.fromkeys((*COURSES, *rules.ids()))
    ]
    return element("ul", *links, class_="tk-calculators", data_games=True)
