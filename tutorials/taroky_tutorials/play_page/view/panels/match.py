"""The results of a match, yours and the other's, and its link."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from taroky.hand import Hand
from taroky.messages import say, term
from taroky.rules.table import Table

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.links import match, same_deal
from taroky_tutorials.play_page.modes import MATCH_HANDS, Match, whole_hand
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.panels.sending import sent

#: What was played in a hand, and what it brought.
_Result = tuple[str, Decimal]


def results(state: PlayState, base: str) -> Markup:
    """Return what each hand of the match brought you and the other, as far as you have played, and the link as long as
    there is something to send."""
    evening = state.evening
    mine = [
        _at_seat(evening, number, whole_hand(code))
        for number, code in enumerate(match.yours(evening))
    ]
    theirs = [
        _at_seat(evening, number, hand)
        for number in range(len(mine))
        if (hand := evening.mode.played_before(number)) is not None
    ]
    over = len(mine) == MATCH_HANDS
    leave = element(
        "button",
        say("table.do.leave").text(),
        type="button",
        class_="tk-look",
        data_play={"leave": "1"},
        id="tk-match-leave",
    )
    complete = over and isinstance(evening.mode, Match) and evening.mode.answered
    words = "told" if complete else "both" if theirs else "after"
    words = words if over else "before" if mine else "opening"
    return join(
        _score(mine, theirs, state.hand.table) if mine else None,
        element("p", say(f"table.match.words.{words}", n=len(mine)).text()),
        None if complete else sent("match", match.link(evening), say("table.match.invites").text()),
        element("p", leave)
        if over
        else None
        if mine
        else element("div", _begins(), class_="tk-looks"),
    )


def _begins() -> Markup:
    """The way from the link to the first hand."""
    return element(
        "button",
        say("table.match.begin").text(),
        type="button",
        class_="tk-button",
        data_play={"open": ""},
        id="tk-match-begin",
    )


def _score(mine: Sequence[_Result], theirs: Sequence[_Result], table: Table) -> Markup:
    """The hands one below the other, and what they come to. theirs: as many, or none."""
    columns = ["hand", "you", *(["other"] if theirs else [])]
    head = element(
        "tr", *(element("th", say(f"table.match.{name}").text(), scope="col") for name in columns)
    )
    rows = [
        element(
            "tr",
            element("th", str(number), scope="row"),
            *(
                element("td", element("small", what), " ", element("b", signed(amount, table)))
                for what, amount in row
            ),
        )
        for number, row in enumerate(zip(mine, *([theirs] if theirs else []), strict=True), start=1)
    ]
    sums = [
        sum((amount for _, amount in column), Decimal(0)) for column in (mine, theirs) if column
    ]
    total = element(
        "tr",
        element("th", say("table.together").text(), scope="row"),
        *(element("td", signed(amount, table)) for amount in sums),
        class_="is-sum",
    )
    return element(
        "table",
        element("thead", head),
        element("tbody", *rows, total),
        class_="tk-score tk-score--match",
    )


def _at_seat(evening: Evening, number: int, hand: Hand) -> _Result:
    """Return what was played in a hand of a match, and what it brought to your place."""
    seat = match.your_seat(evening, number)
    what = term("call", hand.contract) if hand.contract else term("ended", hand.ended)
    if seat not in hand.active:
        what = say("table.badge.rests").text()
    return what, same_deal.brought(hand, seat)
