"""The hand again, step by step and with all cards open; your mistakes first as a question."""

from __future__ import annotations

from decimal import Decimal

from taroky.hand import Hand
from taroky.messages import say
from taroky.players.reasons import named, reworded
from taroky.rules.table import Seat

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.play_page.hints import in_words
from taroky_tutorials.play_page.review import decision, next_to_judge
from taroky_tutorials.play_page.state import PlayState, hand_at, is_masters, those_here, when_dealt
from taroky_tutorials.play_page.view import labels, practice_links
from taroky_tutorials.play_page.view.labels import sentence
from taroky_tutorials.play_page.view.own_hand import laid_out
from taroky_tutorials.play_page.view.result import settled


def review(state: PlayState, base: str) -> Markup:
    """The hand after so many actions, and what is said of the next one."""
    if not state.over and is_masters(state):
        tricks = len(state.hand.play.tricks)
        return element("p", say("table.master.plays", n=tricks).text())
    if not state.over:
        return element("p", say("table.later").text())
    n = max(when_dealt(state), min(state.evening.review.looks_at, len(state.evening.hand.done)))
    hand = hand_at(state, n)
    rows = [_row(state, hand, seat, base) for seat in hand.active]
    return join(
        element("p", *_step(state, n), class_="tk-step-said"),
        element("ul", *rows, class_="tk-open-hands"),
        _trick(state, hand, base),
        _judged(state, n, base),
        _beside(state) if is_masters(state) else _mistakes(state),
        _whose(state),
        _ways(state, n),
    )


def _step(state: PlayState, n: int) -> list[Markup]:
    count = say("table.review.step", number=n, n=len(state.evening.hand.done)).text()
    sentences = (
        [sentence(state, message) for message, _ in state.log[n - 1][1]]
        if n
        else [say("table.deals").text()]
    )
    return [element("small", count), element("span", " ", " ".join(sentences[:2]))]


def _row(state: PlayState, hand: Hand, seat: Seat, base: str) -> Markup:
    held = laid_out(hand.table.cards, hand.holds(seat))
    cards = [show.card(hand.table, card, base) for card in held]
    turn = hand.asked is not None and hand.asked[1] == seat
    return element(
        "li",
        element("b", state.names[seat]),
        element("span", *cards, class_="tk-small"),
        class_="is-turn" if turn else None,
    )


def _trick(state: PlayState, hand: Hand, base: str) -> Markup | None:
    lies = hand.play.trick or (hand.play.tricks[-1] if hand.play.tricks else None)
    if lies is None:
        return None
    items = [
        element(
            "li",
            show.card(hand.table, card, base),
            element("span", state.names[seat]),
            class_="is-best" if seat == lies.winner else None,
        )
        for seat, card in zip(lies.seats, lies.cards, strict=False)
    ]
    return element("ol", *items, class_="tk-last-trick tk-last-trick--small")


# -- mistakes --------------------------------------------------------------------------------------------------


def _judged(state: PlayState, n: int, base: str) -> Markup | None:
    """Return what is said of the action that comes next, if it was a mistake of yours: a question, then
    the answer."""
    cost = dict(state.evening.review.judged).get(n + 1)
    if not cost:
        return None
    action = state.evening.hand.done[n]
    did = in_words(state.hand, action)
    if state.evening.review.asked < 1:
        ask = element(
            "button",
            say("table.review.show").text(),
            type="button",
            class_="tk-button",
            id="tk-review-show",
            data_play={"ask": "1"},
        )
        return element(
            "div",
            element("p", say("table.review.question", did=did).text()),
            ask,
            class_="tk-judged",
        )
    judgment = decision(state, n + 1)
    if judgment is None:
        return None
    price = coins(abs(_money(cost)), state.hand.table)
    worth, *more = judgment.reasons
    better = say("table.review.better", best=named(judgment.best.action), price=price)
    reasons = [reworded(worth, better), *more[:2]]
    lines = [element("p", line) for line in labels.because(state, reasons, 3, base)]
    on = element(
        "button",
        say("table.review.play_on").text(),
        type="button",
        class_="tk-button",
        id="tk-review-play",
        data_play={"from": str(n)},
    )
    return element(
        "div",
        *lines,
        on,
        *practice_links.links(state.hand.table, action.kind, base),
        *labels.pages(reasons, base, "tk-look"),
        class_="tk-judged",
    )


def _money(text: str) -> Decimal:
    return Decimal(text)


def _mistakes(state: PlayState) -> Markup:
    """The mistakes found so far, each a way to its place."""
    mistakes = [(number, cost) for number, cost in state.evening.review.judged if cost]
    left = next_to_judge(state) is not None
    count = say("table.review.looking" if left else "table.review.mistakes", n=len(mistakes)).text()
    links = [
        element(
            "button",
            _place(state, number),
            type="button",
            class_="tk-look",
            id=f"tk-mistake-{number}",
            data_play={"look": str(number - 1)},
        )
        for number, _ in mistakes
    ]
    return element("p", count, " ", *links, class_="tk-mistakes")


#: Decisions that have a name of their own; all others before the play are about the talon.
_NAMED = ("bid", "call", "choose", "discard", "say")


def _place(state: PlayState, number: int) -> str:
    """Return what the action of this number in the hand was about: its trick, or what was decided."""
    kind = state.evening.hand.done[number - 1].kind
    if kind == "play":
        before = hand_at(state, number - 1)
        return say("table.review.trick", number=len(before.play.tricks) + 1).text()
    return say(f"table.review.of.{kind if kind in _NAMED else 'talon'}").text()


def _beside(state: PlayState) -> Markup:
    """Return what the hand brought a master in your place, and you."""
    table, evening = state.hand.table, state.evening
    amounts = [
        past.amount
        for past in evening.past
        if (past.day, past.game) == (evening.mode.day, table.name)
    ]
    amount = signed(settled(state).payments.get(state.you, Decimal(0)), table)
    masters = say("table.master.brought", amount=amount, unit=table.unit.name).text()
    yours = (
        say("table.master.you", amount=signed(amounts[-1], table), unit=table.unit.name).text()
        if amounts
        else say("table.master.not_you").text()
    )
    return element("p", masters, " ", yours, class_="tk-mistakes")


def _whose(state: PlayState) -> Markup | None:
    """Return whose play is judged, of a record that somebody opened or where several people played
    here."""
    whose = state.hand.active if state.shows_record else those_here(state)
    if not whose:
        return None
    seats = [
        element(
            "button",
            state.names[seat],
            type="button",
            class_="tk-look",
            id=f"tk-whose-{seat}",
            data_play={"seat": seat},
            aria_pressed=str(seat == state.you).lower(),
        )
        for seat in whose
    ]
    return element("p", say("table.review.whose").text(), " ", *seats, class_="tk-mistakes")


def _ways(state: PlayState, n: int) -> Markup:
    first, last = when_dealt(state), len(state.evening.hand.done)
    ways = (
        ("first", first),
        ("before", max(n - 1, first)),
        ("after", min(n + 1, last)),
        ("last", last),
    )
    return element(
        "div",
        *(
            element(
                "button",
                say(f"table.review.{name}").text(),
                type="button",
                class_="tk-button",
                id=f"tk-review-{name}",
                data_play={"look": str(to)},
                disabled=to == n,
            )
            for name, to in ways
        ),
        class_="tk-do tk-ways",
    )
