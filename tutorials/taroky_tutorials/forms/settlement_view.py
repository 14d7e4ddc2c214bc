"""A settlement to read: who pays whom, and every line of the working with its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from taroky.messages import Message, say, term
from taroky.rules.table import SEATS, Seat, Table
from taroky.settling.paying import Item, Settlement, WorkingStep
from taroky.settling.paying.untold import ASSUMED

from taroky_tutorials.forms import controls
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import in_coins, seats_shown, signed, transfers
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.page_parts.sentences import first_up, with_minus

#: What players are called, by seat.
Names = Mapping[Seat, str]
#: Parameters of messages in which a player stands.
_SEATED = frozenset(
    {
        "by",
        "dealer",
        "declarer",
        "first",
        "holder",
        "opener",
        "partner",
        "seat",
        "seats",
        "second",
        "taker",
        "turn",
        "who",
    }
)
#: Their seats as names, for a hand whose players have none.
SEAT_NAMES: Names = {seat: seat for seat in SEATS}


def sentence(message: Message, names: Names) -> str:
    """A message with the names of the players, and a proper minus before its numbers."""
    return with_minus(named(message, names).text())


def named(message: Message, names: Names) -> Message:
    """The message with the names of the players in place of their seats."""
    return say(message.id, **{key: _named(key, value, names) for key, value in message.params})


def _named(key: str, value: Any, names: Names) -> Any:
    if isinstance(value, Message):
        return named(value, names)
    if key not in _SEATED:
        return value
    if isinstance(value, str):
        return names.get(value, value)
    return [names.get(one, one) for one in value] if isinstance(value, list | tuple) else value


def who(name: str, names: Names) -> str:
    """A player, or a pot."""
    return names[name] if name in names else say("calc.pot_name").text()


def balance(
    table: Table,
    settled: Settlement,
    names: Names,
    order: Sequence[Seat] = (),
    moves: bool = False,
) -> Markup:
    """Return what each gets or pays, and what goes into a pot or comes out of it. order: in which the players
    stand, that of play if not given; moves: with what a script needs that lets coins go from one to another."""
    items = []
    for name in _in_order(seats_shown(table, settled), order):
        amount = settled.payments.get(name, settled.pots.get(name, Decimal(0)))
        css = "is-plus" if amount > 0 else "is-minus" if amount < 0 else None
        shown, label = signed(amount, table), who(name, names)
        if name in settled.pots:
            css, shown = "is-pot", coins(abs(amount), table)
            label = say("calc.pot_gets" if amount > 0 else "calc.pot_pays").text()
        items.append(
            element(
                "li",
                element("span", label, class_="tk-who"),
                " ",
                element("strong", shown),
                class_=css,
                data_purse=name if moves else None,
            )
        )
    pays = [list(one) for one in in_coins(table, settled)] if moves else None
    return element("ul", *items, class_="tk-balance", data_n=str(len(items)), data_pays=pays)


def _in_order(shown: Sequence[str], order: Sequence[Seat]) -> list[str]:
    """Return who is shown in this order; those who are not in it come last."""
    return sorted(shown, key=lambda name: order.index(name) if name in order else len(order))


def payments(table: Table, settled: Settlement, names: Names) -> Markup:
    """Return who pays whom in the end."""
    due = {**settled.payments, **settled.pots}
    if not any(due.values()):
        return element("p", say("calc.nothing").text())
    paid = transfers(settled)
    if not paid:
        return element("p", say("calc.written").text())
    lines = []
    for payer, receiver, amount in paid:
        key = (
            "calc.from_pot"
            if payer not in names
            else "calc.to_pot"
            if receiver not in names
            else "calc.pays"
        )
        message = say(
            key, payer=who(payer, names), receiver=who(receiver, names), amount=coins(amount, table)
        )
        lines.append(element("li", message.text()))
    return element("ul", *lines, class_="tk-pays")


def working(
    table: Table,
    settled: Settlement,
    names: Names,
    base: str,
    assumed: bool = True,
    order: Sequence[Seat] = (),
) -> Markup:
    """Every item with its steps, what it comes to for each, and the sum. assumed: with a word on
    tricks that nobody has told; order: in which the players stand, that of play if not given."""
    shown = _in_order(seats_shown(table, settled), order)
    items = [
        element(
            "li",
            element(
                "p",
                element("strong", first_up(sentence(item.label, names))),
                controls.rule_links(table, item.points, base),
                class_="tk-item",
            ),
            element(
                "ol",
                *(
                    element(
                        "li",
                        sentence(step.message, names),
                        controls.rule_links(table, step.points, base),
                    )
                    for step in _telling(item)
                ),
                class_="tk-steps",
            )
            if item.steps
            else None,
            element("p", _amounts(table, item.amounts, shown, names), class_="tk-item-sum"),
        )
        for item in settled.items
    ]
    # What a bonus would need is asked in the form; one sentence says what it takes for granted.
    no_tricks = {"settle.no_tricks"}
    remarks = [note for note in settled.notes if note.id not in ASSUMED | no_tricks]
    if assumed and any(note.id in no_tricks for note in settled.notes):
        remarks.append(say("calc.no_tricks"))
    notes = [element("p", sentence(note, names), class_="tk-remark") for note in remarks]
    return join(
        element("ol", *items, class_="tk-items") if items else None,
        _sum(table, settled, names, shown) if len(items) > 1 else None,
        *notes,
    )


#: Steps that say nothing where they change nothing.
_IDLE = frozenset(
    {
        "step.positive",
        "step.round",
        "step.round_whole",
        "step.least",
        "step.least_met",
        "step.times_rate",
    }
)


def _telling(item: Item) -> list[WorkingStep]:
    """The steps of the working without those that leave their number as it was."""
    before = (None, *(step.value for step in item.steps))
    return [
        step
        for step, value in zip(item.steps, before, strict=False)
        if step.message.id not in _IDLE or step.value != value
    ]


def _amounts(
    table: Table, amounts: Mapping[str, Decimal], shown: Sequence[str], names: Names
) -> str:
    """ "A +0.40, B −0.40", without those whom it does not touch."""
    parts = [
        f"{who(name, names)}\u00a0{signed(amounts[name], table)}"
        for name in shown
        if amounts.get(name)
    ]
    return " · ".join(parts) if parts else say("calc.no_amount").text()


def _sum(table: Table, settled: Settlement, names: Names, shown: Sequence[str]) -> Markup:
    """All items in one table, with their sum."""
    head = element("tr", element("td"), *(element("th", who(n, names), scope="col") for n in shown))
    rows = [
        element(
            "tr",
            element("th", _short(item), scope="row"),
            *(element("td", signed(item.amounts.get(name, Decimal(0)), table)) for name in shown),
        )
        for item in settled.items
    ]
    total = {**settled.payments, **settled.pots}
    last = element(
        "tr",
        element("th", say("calc.sum").text(), scope="row"),
        *(element("td", signed(total[name], table)) for name in shown),
        class_="is-sum",
    )
    sums_to = sum(total.values(), Decimal(0))
    note = None if sums_to else element("p", say("calc.zero").text(), class_="tk-remark")
    return join(
        element("table", element("thead", head), element("tbody", *rows, last), class_="tk-sums"),
        note,
    )


def _short(item: Item) -> str:
    """Return what an item is about, in a word or two."""
    name, _, outcome = (item.row or item.id).partition(".")
    if name == "game":
        return say("calc.game").text()
    kinds = () if outcome else ("pay", "penalty", "ended")
    words = (term(kind, name) for kind in (*kinds, "say"))
    return next((word for word in words if word != name.replace("_", " ")), term("say", name))
