"""Parts that every group of questions is drawn with: choices, numbers, folded questions, and problems
beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taroky.hand.sides import SIDES
from taroky.messages import say, term
from taroky.rules.table import Seat

from taroky_tutorials.forms import controls, settlement_view
from taroky_tutorials.forms.finished_hand.form import HandForm
from taroky_tutorials.forms.finished_hand.questions import Questions
from taroky_tutorials.page_parts.elements import Content, Markup, element
from taroky_tutorials.page_parts.sentences import first_up

Option = tuple[str, str]


class FormParts:
    """The parts of one drawing of the form."""

    def __init__(self, hand: HandForm, base: str) -> None:
        self.table, self.fields, self.hand, self.base = hand.table, hand.fields, hand, base
        self.asks: Questions = hand.asks
        self.names = hand.names

    def text(self, name: str) -> str:
        """Return what is in a field."""
        return self.fields.text(name)

    def is_needed(self, what: str) -> bool:
        """Whether the hand cannot be settled without it."""
        return any(message.id == f"calc.need.{what}" for message in self.hand.needed)

    def seats(self, seats: Iterable[Seat] | None = None) -> list[Option]:
        """These players, or all, to choose from."""
        chosen = self.table.active if seats is None else seats
        return [(seat, self.names[seat]) for seat in chosen]

    def problems(self, group: str) -> Markup | None:
        """Return what does not fit in a group of fields."""
        problems = self.hand.problems.get(group, [])
        if not problems:
            return None
        lines = [
            element(
                "p",
                settlement_view.named(message, self.who()).text(),
                controls.rule_links(self.table, points, self.base),
            )
            for message, points in problems[:3]
        ]
        return element(
            "div", *lines, class_="tk-wrong", id=controls.place(self.fields, group, "wrong")
        )

    def chips(
        self, name: str, legend: str, options: Sequence[Option], chosen: str, group: str = ""
    ) -> Markup:
        """One of a few, each as large as a thumb."""
        chips = []
        for value, words in options:
            control_id = controls.place(self.fields, name, value or "none")
            box = element(
                "input",
                type="radio",
                name=name,
                value=value,
                id=control_id,
                checked=value == chosen,
            )
            chips.append(element("label", box, element("span", words), class_="tk-chip"))
        return self.group(group, legend, element("div", *chips, class_="tk-chips"))

    def group(self, group: str, legend: str, *content: Content) -> Markup:
        """A question with what does not fit in it."""
        wrong = self.problems(group) if group else None
        return element(
            "fieldset",
            element("legend", legend),
            *content,
            wrong,
            aria_describedby=controls.place(self.fields, group, "wrong") if wrong else None,
            class_="tk-question is-wrong" if wrong else "tk-question",
        )

    def folded(
        self, group: str, words: str, content: Markup, *, entries: int = 0, open: bool = False
    ) -> Markup:
        """Questions that most hands do not ask: folded up until something is told there."""
        wrong = self.problems(group)
        count = element("span", str(entries), class_="tk-told") if entries else None
        return element(
            "details",
            element("summary", words, " ", count),
            content,
            wrong,
            open=bool(entries or open or wrong),
            class_="tk-question is-wrong" if wrong else "tk-question",
        )

    def select(self, name: str, label: str, options: Sequence[Option], chosen: str) -> Markup:
        """One of a list."""
        return controls.select(self.fields, name, label, options, chosen)

    def number(self, name: str, label: str, rest: str, mode: str, group: str) -> Markup:
        """A number to type. rest: what follows if nothing is typed."""
        control_id = controls.place(self.fields, name)
        wrong = group in self.hand.problems
        control = element(
            "input",
            type="text",
            name=name,
            id=control_id,
            inputmode=mode,
            class_="tk-number",
            value=self.text(name),
            placeholder=rest or None,
            maxlength="9",
            aria_invalid="true" if wrong else None,
            aria_describedby=controls.place(self.fields, group, "wrong") if wrong else None,
        )
        return controls.labelled(self.fields, name, label, control)

    def side(self, side: str) -> str:
        """The players of a side, once they are told."""
        if not self.hand.sides_known:
            return first_up(term("side", side))
        ours = self.hand.ours
        seats = ours if side == "declarers" else [s for s in self.table.active if s not in ours]
        return say("calc.side", seats=[self.names[seat] for seat in seats]).text()

    def who(self) -> dict[str, str]:
        """Players and sides by their names."""
        return {**self.names, **{side: self.side(side) for side in SIDES}}
