"""Tools: forms whose fields are their whole state (calculators, comparisons, a builder).

A tool is a module with an object `TOOL`, and is named in `MODULES`. It is drawn when
the site is built, where a page says `<!-- tool: play rules=hlucin -->`, and again by the worker for
every change; the page forwards the form's fields, puts the new form in place of the old one, and
writes the fields into the address.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any, Protocol

from taroky import rules
from taroky.errors import RecordError
from taroky.messages import given_name, known, local_names, quoted, say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks import widgets

#: Every tool by its name: the module that has it.
MODULES = {
    "bid": "calculators.bid",
    "build": "house_rules.builder",
    "club": "house_rules.finder",
    "compare": "comparison.two_games",
    "count": "calculators.count",
    "declare": "calculators.declare",
    "discard": "calculators.discard",
    "partner": "calculators.partner",
    "play": "calculators.play",
    "same-hand": "comparison.same_hand",
    "settle": "calculators.settle",
    "words": "reading.word_search",
    "worth": "calculators.worth",
}
NAMES = tuple(MODULES)
#: The field by which a marker asks for a choice of rule sets (`choose=rules`), and the first of them.
CHOOSE, DEFAULT = "choose", "hlucin"


class Tool(Protocol):
    """A tool: it can draw the inside of its form.

    `view` never fails for what a form or a link may say: what does not fit is told in the form, and
    everything else that was filled in stays. A tool with `aside = True` stands on a page about something
    else: its fields go into no address. One that some games have no use for says with `serves(table)`
    whether a game does.
    """

    def view(self, fields: Fields, base: str) -> Markup: ...


def by_rules() -> tuple[str, ...]:
    """The tools that answer a question by the rules of one table: `calc.page.…` is what they are
    called, `calc.words.…` what they are for."""
    names = [name for name in NAMES if known(f"calc.words.{name}")]
    return tuple(sorted(names, key=lambda name: name != "settle"))


def of_game(game: str) -> tuple[str, ...]:
    """Those of them that a game has a use for: where nobody calls a partner, nobody asks whom. Raises RecordError."""
    table = rules.load(game)
    serves = {name: getattr(tool(name), "serves", None) for name in by_rules()}
    return tuple(name for name, of in serves.items() if of is None or of(table))


def titled(name: str) -> tuple[str, str]:
    """Return what one of these tools is called, and what it is for."""
    return say(f"calc.page.{name}").text(), say(f"calc.words.{name}").text()


def tool(name: str) -> Tool:
    """The tool of that name. Raises RecordError."""
    if name not in NAMES:
        raise RecordError(say("tool.unknown", name=name[:60], expected=list(NAMES)))
    form_tool: Tool = importlib.import_module(f"taroky_tutorials.{MODULES[name]}").TOOL
    return form_tool


def draw(name: str, fields: Fields, base: str) -> Markup:
    """The form of a tool. base: the way from its page to the site's root. Raises TarokyError only
    for a tool or a rule set that there is not."""
    shown = tool(name)
    fields.id = f"t-{name}"
    if fields.pressed("clear"):
        kept = {name: fields.all(name) for name in ("rules", CHOOSE)}
        fields = Fields(kept, id=fields.id)
    chooses = fields.flag(CHOOSE)
    game = fields.game or (next(iter(links.of_site()), DEFAULT) if chooses else "")
    fields.put("rules", game)
    with local_names(fields.table.names) if game else nullcontext():
        inside = shown.view(fields, base)
    return element(
        "form",
        _rules(fields, chooses) if game else None,
        inside,
        element("p", class_="tk-live", role="status", aria_live="polite"),
        class_="tk-tool",
        id=fields.id,
        autocomplete="off",
        novalidate=True,
        data_tool=name,
        data_base=base,
        data_aside=getattr(shown, "aside", False),
        data_words={"wait": say("tool.wait").text(), "failed": say("tool.failed").text()},
    )


def _rules(fields: Fields, chooses: bool) -> Markup:
    """The rule set of a form: where its marker says so, there is a choice of all games."""
    if not chooses:
        return controls.hidden(fields, "rules", fields.game)
    games = sorted(rules.ids(), key=lambda id: (id not in COURSES, id))
    names = (*links.of_site(), *COURSES, *games[len(COURSES) :])
    options = [(name, given_name(rules.load(name).title)) for name in names]
    if fields.game not in dict(options):
        options.append((fields.game, given_name(fields.table.title)))
    control = controls.select(fields, "rules", say("tool.rules").text(), options, fields.game)
    return join(
        controls.hidden(fields, CHOOSE, "rules"), element("div", control, class_="tk-fields")
    )


def on_page(name: str, values: Mapping[str, str], base: str) -> Markup:
    """A tool as a page brings it, with what its marker gives. Raises TarokyError."""
    form = draw(name, Fields({key: (value,) for key, value in values.items()}), base)
    without = element("p", say("tool.noscript").text(), class_="tk-assumed tk-no-script")
    return element("section", form, without, class_="tk-tool-frame", data_search_exclude=True)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker's verb: {"verb": "tool", "tool": "play", "base": "../", "fields": [["hand", "XXI"],
    …], "pressed": ["tap", "KS"]} → {"id": …, "html": …}. Raises TarokyError."""
    name, base = quoted(request.get("tool", "")), widgets.checked_base(str(request.get("base", "")))
    fields = Fields.from_json(request.get("fields"), request.get("pressed"))
    html = draw(name, fields, base)
    return {"id": f"t-{name}", "html": html}
