"""What the hands have brought: the sheet of the evening, and how the payment of this hand was worked out."""

from __future__ import annotations

from decimal import Decimal

from taroky.messages import in_units, money, say, term

from taroky_tutorials.forms import settlement_view
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.seating import with_hand
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.panels.progress import progress
from taroky_tutorials.play_page.view.result import session_after, settled
from taroky_tutorials.play_page.view.seats import round_the_table


def sheet(state: PlayState, base: str) -> Markup:
    """The evening's hands, what each brought to everybody, and the sum."""
    session = session_after(state) if state.over else state.evening.session
    step = session.table.unit.step
    places = [state.evening.session.place_of(seat) for seat in round_the_table(state)]

    def cell(amount: Decimal) -> Markup:
        return element("td", signed(amount, session.table))

    head = element(
        "tr",
        element("th", say("table.hand").text(), scope="col"),
        *(element("th", session.players[place], scope="col") for place in places),
    )
    rows = []
    for number, (played, paid) in enumerate(
        zip(session.played, session.paid, strict=True), start=1
    ):
        what = (
            term("call", played.contract)
            if played.contract and not played.ended
            else term("ended", played.ended)
        )
        rows.append(
            element(
                "tr",
                element("th", f"{number}. {what}", scope="row"),
                *(cell(paid.get(place, Decimal(0))) for place in places),
            )
        )
    total = element(
        "tr",
        element("th", say("table.together").text(), scope="row"),
        *(cell(session.totals[place]) for place in places),
        class_="is-sum",
    )
    pots = [
        element(
            "p",
            say(
                "table.pot", amount=money(in_units(content, step)), unit=session.table.unit.name
            ).text(),
        )
        for content in session.pots.values()
    ]
    return join(
        element("table", element("thead", head), element("tbody", *rows, total), class_="tk-score"),
        *pots,
        *(() if state.evening.several else (_yours(state), progress(state, base))),
    )


def _yours(state: PlayState) -> Markup:
    """Your hands by these rules so far: how many, what they brought, and how often which contract was made."""
    table = state.hand.table
    past = with_hand(state, "") if state.over else state.evening.past
    mine = [hand for hand in past if hand.game == table.name]
    total = signed(sum((hand.amount for hand in mine), Decimal(0)), table)
    won = sum(hand.amount > 0 for hand in mine)
    none = "" if won else ".none"
    lines = [
        say(f"table.mine{none}", n=len(mine), won=won, amount=total, unit=table.unit.name).text()
    ]
    for contract in table.contracts:
        declared = [hand for hand in mine if hand.declared and hand.contract == contract]
        if declared:
            made = sum(hand.amount > 0 for hand in declared)
            none = "" if made else ".none"
            lines.append(
                say(f"table.made{none}", contract=contract, n=len(declared), made=made).text()
            )
    return element("ul", *(element("li", line) for line in lines), class_="tk-log")


def working(state: PlayState, base: str) -> Markup:
    if not state.over:
        return element("p", say("table.later").text())
    return settlement_view.working(
        state.hand.table,
        settled(state),
        state.names,
        base,
        assumed=False,
        order=round_the_table(state),
    )
