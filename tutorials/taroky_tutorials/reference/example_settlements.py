"""Worked settlements on the reference pages, worked out by the engine at every build.

    <!-- settle: {contract: povinnost, declarer: A, partner: C, points: {declarers: 39}} -->

draws the settlement of these facts (as `taroky.settling.reported.reading` reads them) with its whole working, and a link
to the calculator with this hand filled in. `rules: …` among them names another rule set than the
page's, `options: {…}` the house options it is settled by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from taroky import rules
from taroky.errors import RecordError, TarokyError
from taroky.messages import local_names, say
from taroky.rules.tree import from_yaml
from taroky.settling.paying import settle
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.forms import settlement_view
from taroky_tutorials.forms.finished_hand.to_fields import fields_of
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.tasks.counting.settling import tell

_SETTLE = re.compile(
    r"^(?P<indent> *)<!-- settle: (?P<facts>\{.*?\}) -->$", re.MULTILINE | re.DOTALL
)


def drawn(markdown: str, game: str, base: str) -> str:
    """The text with every settlement in the place of its marker. game: of the page, also a packed
    house table's name; base: the way to the site's root. Raises RecordError with the facts."""

    def draw(match: re.Match[str]) -> str:
        facts = " ".join(match["facts"].split())
        try:
            return match["indent"] + str(settlement(game, from_yaml(facts, "").plain(), base))
        except TarokyError as problem:
            raise RecordError(
                say("worked.problem", facts=facts[:200], problem=problem.message)
            ) from None

    return _SETTLE.sub(draw, markdown)


def settlement(game: str, data: Mapping[str, Any], base: str) -> Markup:
    """One settlement: what happened, the working, who pays whom. Raises TarokyError."""
    facts = {key: value for key, value in data.items() if key not in ("rules", "options")}
    options = dict(data.get("options") or {})
    table = rules.load(str(data.get("rules", game)), options)
    with local_names(table.names):
        finished = facts_of.read(table, facts)
        settled = settle(table, finished)
        story = " ".join(line.text() for line in tell(facts))
        link = None
        if not options:
            fields = [(name, v) for name, of in fields_of(table, finished).items() for v in of]
            address = links.calculator(table, base, fields)
            link = element(
                "p", element("a", say("calc.open").text(), href=address), class_="tk-remark"
            )
        names = settlement_view.SEAT_NAMES
        return element(
            "div",
            element("p", story),
            settlement_view.working(table, settled, names, base, assumed=False),
            settlement_view.payments(table, settled, names),
            link,
            class_="tk-settled",
        )
