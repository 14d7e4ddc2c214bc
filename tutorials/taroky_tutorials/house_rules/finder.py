"""I play by my club's rules: finds the house table in a link, a file or YAML text that somebody has."""

from __future__ import annotations

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import say
from taroky.rules import packing

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import HOUSE, LiveWays, to_keep


class Club:
    """The tool."""

    #: What is pasted stays out of the address of a page that is about something else.
    aside = True

    def view(self, fields: Fields, base: str) -> Markup:
        text = fields.text("house", most=packing.MOST_TEXT)
        return join(
            controls.area(
                fields,
                "house",
                say("club.house").text(),
                text,
                rows=3,
                hint=say("club.hint").text(),
            ),
            controls.file(fields, "house", say("club.file").text(), ".yaml,.yml,.txt"),
            controls.answer(controls.problems(fields), _result(text, base) if text else None),
        )


def _result(text: str, base: str) -> Markup:
    try:
        name = house_pages.found_in(text)
    except TarokyError as problem:
        return element("p", str(problem))
    table = rules.load(name)
    origin = rules.origin(name)
    message = (
        say("club.found", title=table.title, parent=rules.load(origin).title)
        if origin
        else say("club.alone", title=table.title)
    )
    link = element(
        "a",
        say("club.open", title=table.title).text(),
        class_="tk-button tk-button--primary",
        href=f"{base}{HOUSE}{LiveWays(base, '', name).overview()}",
        data_keep_house=to_keep(table),
    )
    return join(element("p", message.text()), element("p", link))


TOOL = Club()
