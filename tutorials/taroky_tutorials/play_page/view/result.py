"""The end of a hand: what was played and won, who gets and pays what, and the way on."""

from __future__ import annotations

from decimal import Decimal

from taroky.api import settling as settling_questions
from taroky.messages import say, term
from taroky.session import Session
from taroky.session.session_file import written
from taroky.settling.paying import Settlement, finished_facts
from taroky.settling.paying import settle as settle_facts

from taroky_tutorials.forms import settlement_view
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.page_parts.payment_summary import MOST_COINS, coin, signed, transfers
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.links.same_deal import brought
from taroky_tutorials.play_page.review import verdict
from taroky_tutorials.play_page.seating import as_played
from taroky_tutorials.play_page.state import PlayState, is_masters, state_of
from taroky_tutorials.play_page.view import day_end, lesson_end
from taroky_tutorials.play_page.view.coach import bubble
from taroky_tutorials.play_page.view.seats import round_the_table


def settled(state: PlayState) -> Settlement:
    """Return what the hand pays, with what was in the pots before it."""
    return settle_facts(state.hand.table, finished_facts(state.hand, state.evening.session.pots))


def session_after(state: PlayState) -> Session:
    """The evening's session with this hand, as it was played."""
    played = state_of(as_played(state.evening)) if state.evening.hand.real else state
    return played.evening.session.add(played.hand)


def result(state: PlayState) -> Markup:
    """How the hand ended, and what everybody gets or pays; the working is a press away."""
    paid = settled(state)
    mine = paid.payments.get(state.you)
    mode = state.evening.mode
    after = session_after(state) if mode.adds_up else None
    over = after is not None and after.over
    coached = coach.coaching(state.evening) is not None
    items = [
        element("li", first_up(settlement_view.sentence(item.label, state.names)))
        for item in paid.items
    ]
    return element(
        "div",
        element("h2", _headline(state, mine), class_="tk-headline"),
        element("p", *_points(state), class_="tk-points") if not state.hand.ended else None,
        settlement_view.balance(
            state.hand.table, paid, state.names, round_the_table(state), moves=coached
        ),
        _coin(state, paid) if coached else None,
        element("ul", *items, class_="tk-what-for") if items else None,
        element(
            "p", say("table.evening_over", winners=[after.players[p] for p in after.winners]).text()
        )
        if after is not None and over
        else None,
        _compared(state, mine),
        day_end.day_end(state),
        lesson_end.lesson_end(state, _more("review")),
        bubble(state),
        element("div", *_looks(state), class_="tk-looks"),
        element(
            "p",
            say("table.watched" if state.evening.hand.watched else "table.tried").text(),
            " ",
            element(
                "button",
                say("table.do.real").text(),
                type="button",
                class_="tk-look",
                id="tk-real",
                data_play={"real": "1"},
            ),
        )
        if state.evening.hand.real
        else None,
        element("div", _shares(state), _way_on(state, over), class_="tk-do"),
        class_="tk-ended",
    )


def _looks(state: PlayState) -> list[Markup | None]:
    """Return what can be looked at of a hand that is over; the hand of a day has no other hands beside it."""
    mode = state.evening.mode
    besides = () if mode.day else (_more(mode.results), _more("log"))
    sends = None if mode.day or is_masters(state) else _more("send")
    working = _more("working") if settled(state).items else None
    if coach.coaching(state.evening):
        return [_more("review") if state.evening.number else None, working]
    review = None if verdict(state) is not None else _more("review")
    return [review, _watch(state), sends, working, _more("piles"), *besides]


def _shares(state: PlayState) -> Markup | None:
    """The way to the card of the day's result."""
    if not day_end.counts(state):
        return None
    return element(
        "button",
        say("table.do.share").text(),
        type="button",
        class_="tk-button tk-button--primary",
        data_play={"open": "send"},
        id="tk-open-send",
    )


def _coin(state: PlayState, paid: Settlement) -> Markup | None:
    """Return what one of the coins is worth, where each that is paid can be seen."""
    table, worth = state.hand.table, coin(state.hand.table, paid)
    if not worth or any(amount > MOST_COINS * worth for _, _, amount in transfers(paid)):
        return None
    return element("p", say("table.coin", amount=coins(worth, table)).text(), class_="tk-coin")


def _way_on(state: PlayState, over: bool) -> Markup:
    event, words = state.evening.mode.way_on(state.evening.number, over)
    return element(
        "button",
        say(f"table.do.{words}").text(),
        type="button",
        data_focus=True,
        class_="tk-button" if day_end.counts(state) else "tk-button tk-button--primary",
        id="tk-next",
        data_play=event,
    )


def _compared(state: PlayState, mine: Decimal | None) -> Markup | None:
    """Both results, where somebody played the same cards before."""
    before = state.evening.mode.played_before(state.evening.number)
    if before is None or mine is None or state.shows_record:
        return None
    theirs = brought(before, state.you)
    table = state.hand.table
    return element(
        "p",
        say(
            "table.compared",
            theirs=signed(theirs, table),
            yours=signed(mine, table),
            unit=table.unit.name,
        ).text(),
        class_="tk-compared",
    )


def _headline(state: PlayState, mine: Decimal | None) -> str:
    if is_masters(state):
        amount = signed(mine or Decimal(0), state.hand.table)
        return say("table.master.brought", amount=amount, unit=state.hand.table.unit.name).text()
    if state.hand.ended:
        return (
            say("guide.ended", row=state.hand.ended).text()
            if state.hand.ended != "all_pass"
            else say("auction.all_pass").text()
        )
    if state.evening.several:
        paid = settled(state).payments
        winners = [state.names[seat] for seat in state.hand.active if paid.get(seat, 0) > 0]
        return say(
            "table.result.winners" if winners else "table.over", winners=winners, n=len(winners)
        ).text()
    if written(state.hand.table):
        return _who_is_ahead(state, mine or Decimal(0))
    which = "nothing" if not mine else "won" if mine > 0 else "lost"
    return say(
        f"table.result.{which}", amount=coins(abs(mine or Decimal(0)), state.hand.table)
    ).text()


def _who_is_ahead(state: PlayState, mine: Decimal) -> str:
    """Return who has won where points are only written down, and what you have of them."""
    winners = settled(state).winners
    amount = coins(abs(mine), state.hand.table)
    if winners == (state.you,) and mine:
        return say("table.result.with", amount=amount).text()
    if state.you in winners:
        return say("table.result.you").text()
    names = [state.names[seat] for seat in winners]
    who = say("table.result.winners", winners=names, n=len(names)).text()
    had = "table.result.have" if mine > 0 else "table.result.lost"
    return f"{who} {say(had, amount=amount).text()}" if mine else who


def _points(state: PlayState) -> list[Markup]:
    """Card points and tricks of each side."""
    hand = state.hand
    sides = []
    for name, points in settling_questions.card_points(hand).sides.items():
        each = hand.row.sides == "each"
        seats = [name] if each else list(hand.declarers if name == "declarers" else hand.opponents)
        who = state.names[name] if each else term("side", name)
        people = [state.names[seat] for seat in seats]
        sides.append(
            element(
                "span",
                say(
                    "table.points_each" if each else "table.points",
                    who=first_up(who),
                    people=people,
                    points=points,
                    n=hand.tricks_of(seats),
                ).text(),
            )
        )
    return sides


def _watch(state: PlayState) -> Markup | None:
    if state.you not in state.hand.active or state.evening.hand.real or is_masters(state):
        return None
    return element(
        "button",
        say("table.do.watch").text(),
        type="button",
        class_="tk-look",
        id="tk-watch",
        data_play={"watch": "1"},
    )


def _more(panel: str) -> Markup:
    return element(
        "button",
        say(f"table.do.{panel}").text(),
        type="button",
        class_="tk-look",
        data_play={"open": panel},
        id=f"tk-open-{panel}",
    )
