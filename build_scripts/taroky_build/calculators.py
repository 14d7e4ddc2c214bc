"""Pages with calculators, and worked settlements in the text of a page.

`<!-- settle: {contract: povinnost, declarer: A, …} -->` on the reference page of a rule set draws the
settlement of these facts with its whole working, and a link to the calculator with the hand filled
in; `options: {…}` among the facts are the house options it is settled by.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import yaml
from taroky import facts as facts_of
from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import local_names, say
from taroky.settlement import settle
from taroky_tutorials.html import Markup, element
from taroky_tutorials.tasks.settling import tell
from taroky_tutorials.tools import working
from taroky_tutorials.tools.hand_form import fields_of

from taroky_build.errors import BuildError

LIST = "<!-- calculators -->"
SETTLE = re.compile(
    r"^(?P<indent> *)<!-- settle: (?P<facts>\{.*?\}) -->$", re.MULTILINE | re.DOTALL
)
#: The calculators that are one page for all rule sets, and where they are.
SHARED = {
    "count": "calculators/count", "declare": "calculators/declare", "bid": "calculators/bid",
    "partner": "calculators/partner", "discard": "calculators/discard", "play": "tools/play",
}  # fmt: skip


def pages() -> dict[str, str]:
    """A page for each rule set, by its path below docs/."""
    return {f"calculators/{name}.md": _page(name) for name in rules.ids()}


def _page(name: str) -> str:
    table = rules.load(name)
    title = say("calc.page.title", title=table.title).text()
    front = f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\nhide: [navigation, toc]\n---\n"
    words = say("calc.page.words").text()
    more = say("calc.page.more").text()
    page = f"[{say('calc.page.rules').text()}](../reference/{_reference(name)}.md)"
    return (
        f"{front}\n# {title}\n\n{words} {page}.\n\n<!-- tool: settle rules={name} -->\n\n"
        f"## {more}\n\n{_others(name, '../../')}\n"
    )


def _reference(name: str) -> str:
    """The page that has the rules of a rule set: its own, or that of the game it extends."""
    table = rules.load(name)
    return table.pages.get(table.prefix, name)


def _others(name: str, base: str) -> Markup:
    links = []
    for tool, place in SHARED.items():
        address = f"{base}{place}/#t={tool}&{urlencode({'rules': name})}"
        links.append(element("li", element("a", say(f"calc.page.{tool}").text(), href=address,
                                           class_="tk-button")))  # fmt: skip
    return element("ul", *links, class_="tk-calculators")


def listed() -> Markup:
    """The calculators of all rule sets, for their index page."""
    links = [
        element("li", element("a", rules.load(name).title, href=f"{name}/", class_="tk-button"))
        for name in rules.ids()
    ]
    return element("ul", *links, class_="tk-calculators")


def worked(text: str, rule_set: str, page: str, base: str) -> str:
    """The text with every worked settlement drawn."""

    def draw(match: re.Match[str]) -> str:
        try:
            data = yaml.safe_load(match["facts"])
            if not isinstance(data, dict):
                raise BuildError(
                    f"{page}: the facts of a settlement are a mapping: {match['facts']}"
                )
            return match["indent"] + str(_worked(rule_set, data, base))
        except (TarokyError, yaml.YAMLError) as problem:
            raise BuildError(f"{page}: {match['facts']}: {problem}") from problem

    return SETTLE.sub(draw, text)


def _worked(rule_set: str, data: Mapping[str, Any], base: str) -> Markup:
    options = {key: _word(value) for key, value in dict(data.get("options") or {}).items()}
    facts = {key: value for key, value in data.items() if key != "options"}
    table = rules.load(rule_set, options)
    with local_names(table.names):
        finished = facts_of.read(table, facts)
        settled = settle(table, finished)
        told = " ".join(line.text() for line in tell(facts))
        names = working.SEAT_NAMES
        link = None
        if not options:
            fields = [(k, v) for k, of in fields_of(table, finished).items() for v in of]
            address = f"{base}calculators/{rule_set}/#t=settle&{urlencode(fields)}"
            link = element("p", element("a", say("calc.open").text(), href=address))
        return element(
            "div",
            element("p", told),
            working.working(table, settled, names, base, assumed=False),
            working.payments(table, settled, names),
            link,
            class_="tk-settled",
        )  # fmt: skip


def _word(value: Any) -> str:
    """An option as it is written, before YAML made yes and no of it."""
    return (
        {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    )
