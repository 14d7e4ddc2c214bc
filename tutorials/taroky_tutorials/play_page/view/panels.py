"""The panels that can be opened in place of the cards: what has happened, the last trick, the score
sheet, what has been played, the piles, how the payment was worked out, and the settings."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from taroky.cards import Card
from taroky.game import record as records
from taroky.game.view import view
from taroky.hand import Hand
from taroky.messages import in_units, money, say, term
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import side_cards

from taroky_tutorials.forms import settlement_view
from taroky_tutorials.page_parts import card_letters
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page import match, same_deal
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import PACES
from taroky_tutorials.play_page.modes import MATCH_HANDS, whole_hand
from taroky_tutorials.play_page.seating import with_hand
from taroky_tutorials.play_page.state import Sitting
from taroky_tutorials.play_page.view.labels import sentence
from taroky_tutorials.play_page.view.own_hand import laid_out
from taroky_tutorials.play_page.view.result import session_after, settled
from taroky_tutorials.play_page.view.review import review


def panel(at: Sitting, base: str) -> Markup | None:
    """What is open, with the button that closes it."""
    name = at.evening.hand.panel
    draw = _PANELS.get(name)
    if draw is None:
        return None
    close = element(
        "button",
        say("table.do.close").text(),
        type="button",
        class_="tk-button",
        id="tk-close",
        data_play={"open": ""},
        data_focus=True,
    )
    return element(
        "div",
        element(
            "div", element("h2", say(f"table.panel.{name}").text()), close, class_="tk-panel-head"
        ),
        element("div", draw(at, base), class_="tk-panel-body", tabindex="0"),
        class_="tk-panel",
    )


def _log(at: Sitting, base: str) -> Markup:
    lines = [element("li", sentence(at, message)) for _, told in at.log for message, _ in told]
    drawn = [
        element(
            "li",
            sentence(
                at, say("table.drew_for_deal", seat=at.evening.session.players[place], card=card)
            ),
        )
        for row in at.evening.session.drawn
        for place, card in row.items()
    ]
    return element("ol", *(drawn if not at.evening.session.played else []), *lines, class_="tk-log")


def _last(at: Sitting, base: str) -> Markup:
    if not at.hand.play.tricks:
        return element("p", say("table.no_trick").text())
    last = at.hand.play.tricks[-1]
    items = []
    for seat, card in zip(last.seats, last.cards, strict=True):
        name = at.names[seat]
        words = say("table.took_it", seat=name).text() if seat == last.winner else name
        items.append(
            element(
                "li",
                show.card(at.hand.table, card, base),
                element("span", words),
                class_="is-best" if seat == last.winner else None,
            )
        )
    extra = [
        element(
            "li",
            show.card(at.hand.table, card, base),
            element("span", say("guide.talon_seen").text()),
        )
        for card in last.extra
    ]
    return element("ol", *items, *extra, class_="tk-last-trick")


def _sheet(at: Sitting, base: str) -> Markup:
    """The evening's hands, what each brought to everybody, and the sum."""
    session = session_after(at) if at.over else at.evening.session
    step = session.table.unit.step

    def cell(amount: Decimal) -> Markup:
        return element("td", signed(amount, session.table))

    head = element(
        "tr",
        element("th", say("table.hand").text(), scope="col"),
        *(element("th", name, scope="col") for name in session.players),
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
                *(cell(paid.get(place, Decimal(0))) for place in range(len(session.players))),
            )
        )
    total = element(
        "tr",
        element("th", say("table.together").text(), scope="row"),
        *map(cell, session.totals),
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
        None if at.evening.several else _yours(at),
    )


def _yours(at: Sitting) -> Markup:
    """Your hands by these rules so far: how many, what they brought, and how often which contract was made."""
    table = at.hand.table
    past = with_hand(at, "") if at.over else at.evening.past
    mine = [one for one in past if one.game == table.name]
    total = signed(sum((one.amount for one in mine), Decimal(0)), table)
    won = sum(one.amount > 0 for one in mine)
    lines = [say("table.mine", n=len(mine), won=won, amount=total, unit=table.unit.name).text()]
    for contract in table.contracts:
        declared = [one for one in mine if one.declared and one.contract == contract]
        if declared:
            made = sum(one.amount > 0 for one in declared)
            lines.append(say("table.made", contract=contract, n=len(declared), made=made).text())
    return element("ul", *(element("li", line) for line in lines), class_="tk-log")


def _count(at: Sitting, base: str) -> Markup:
    """What you have not seen yet, suit by suit."""
    if (
        "count" not in at.evening.settings.help
        or at.you not in at.hand.active
        or not at.hand.deal.dealt
    ):
        return element("p", say("table.no_count").text())
    pack = at.hand.table.cards
    seen = view(at.hand, at.you)
    known = {
        *seen.cards,
        *seen.discards,
        *seen.shown,
        *seen.exposed,
        *seen.talon_seen,
        *(card for trick in seen.tricks for card in (*trick.cards, *trick.extra)),
        *(seen.trick.cards if seen.trick else ()),
    }
    left = [card for card in laid_out(pack, pack.cards) if card not in known]
    rows = []
    for suit in dict.fromkeys(map(pack.suit, left)):
        cards = [card for card in left if pack.suit(card) == suit]
        words = say("table.out", what=term("suit", suit), n=len(cards)).text()
        rows.append(
            element(
                "li",
                element("span", words),
                element("span", *_small(at, cards, base), class_="tk-small"),
            )
        )
    return element("ul", *rows, class_="tk-still-out")


def _small(at: Sitting, cards: list[Card] | tuple[Card, ...], base: str) -> list[Markup]:
    return [show.card(at.hand.table, card, base) for card in cards]


def _piles(at: Sitting, base: str) -> Markup:
    """At the end: what each side took, the talon as it was dealt, what was discarded."""
    hand = at.hand
    if not at.over:
        return element("p", say("table.later").text())
    parts: list[Markup] = []
    if not hand.ended:
        each = hand.row.sides == "each"
        for name, pile in side_cards(hand).items():
            counted = counting.count(hand.table, pile, each)
            who = at.names[name] if each else term("side", name)
            laid = [
                (
                    group.cards,
                    say(
                        "pile.working",
                        faces=group.faces,
                        deduct=str(group.deduct),
                        worth=str(group.worth),
                    ).text(),
                    "",
                )
                for group in counted.groups
            ]
            parts += [
                element("h3", first_up(who)),
                element("p", counted.total.text()),
                show.groups(hand.table, laid, base),
            ]
    parts += [
        element("h3", say("table.talon").text()),
        element("p", *_small(at, hand.deal.talon_dealt, base), class_="tk-small"),
    ]
    for seat, cards in hand.discard.discards.items():
        parts += [
            element("h3", say("table.laid_away", seat=at.names[seat]).text()),
            element("p", *_small(at, cards, base), class_="tk-small"),
        ]
    return join(*parts)


def _working(at: Sitting, base: str) -> Markup:
    if not at.over:
        return element("p", say("table.later").text())
    return settlement_view.working(at.hand.table, settled(at), at.names, base, assumed=False)


def _send(at: Sitting, base: str) -> Markup:
    """A link to the same cards, and what one may tell of the result."""
    if not at.over:
        return element("p", say("table.later").text())
    table = at.hand.table
    mine = settled(at).payments.get(at.you, Decimal(0))
    day = at.evening.mode.day
    told = say(
        "table.send.day" if day else "table.send.hand",
        rules=table.title,
        day=day,
        amount=signed(mine, table),
        unit=table.unit.name,
    ).text()

    if day:
        days = [past.day for past in with_hand(at, day)]
        told += " " + say("table.send.streak", n=same_deal.streak(days, day)).text()

    return join(
        element("p", say("table.send.words").text()) if at.hand.deal.pack else None,
        copied("link", "", same_deal.link(at)) if at.hand.deal.pack else None,
        copied("review", "", same_deal.link(at, "record")),
        copied("line", told),
        copied("record", records.to_text(records.of_hand(at.hand))),
    )


def copied(name: str, value: str, linked: str | None = None) -> Markup:
    """A text to copy, or a link to this page."""
    return join(
        element("label", say(f"table.send.{name}").text(), for_=f"tk-send-{name}"),
        element(
            "textarea",
            value,
            id=f"tk-send-{name}",
            class_="tk-record",
            rows="3",
            readonly=True,
            data_link=linked,
        ),
        element(
            "button",
            say("table.send.copy").text(),
            type="button",
            class_="tk-button",
            data_copies=f"tk-send-{name}",
            data_copied=say("table.send.copied").text(),
        ),
    )


def _match(at: Sitting, base: str) -> Markup:
    """Return what each hand of the match brought you and the other, as far as you have played, and the
    link."""
    evening, table = at.evening, at.hand.table
    mine = [
        at_seat(evening, number, whole_hand(code))
        for number, code in enumerate(match.yours(evening))
    ]
    theirs = [
        at_seat(evening, number, hand)
        for number in range(len(mine))
        if (hand := evening.mode.played_before(number)) is not None
    ]
    head = element(
        "tr",
        *(
            element("th", say(f"table.match.{name}").text(), scope="col")
            for name in ("hand", "you", *(["other"] if theirs else []))
        ),
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
        *(element("td", signed(one, table)) for one in sums),
        class_="is-sum",
    )
    over = len(mine) == MATCH_HANDS
    words = "both" if theirs and over else "after" if over else "before"
    leave = element(
        "button",
        say("table.do.leave").text(),
        type="button",
        class_="tk-look",
        data_play={"leave": "1"},
        id="tk-match-leave",
    )
    return join(
        element(
            "table",
            element("thead", head),
            element("tbody", *rows, total),
            class_="tk-score tk-score--match",
        )
        if mine
        else None,
        element("p", say(f"table.match.words.{words}", n=len(mine)).text()),
        copied("match", "", match.link(evening)),
        element("p", leave) if over else None,
    )


def at_seat(evening: Evening, number: int, hand: Hand) -> tuple[str, Decimal]:
    """What was played in a hand of a match, and what it brought to your place."""
    seat = match.your_seat(evening, number)
    what = term("call", hand.contract) if hand.contract else term("ended", hand.ended)
    if seat not in hand.active:
        what = say("table.badge.rests").text()
    return what, same_deal.brought(hand, seat)


def _menu(at: Sitting, base: str) -> Markup:
    def switch(name: str) -> Markup:
        on = name in at.evening.settings.help
        return element(
            "button",
            say(f"table.help.{name}").text(),
            type="button",
            class_="tk-switch",
            aria_pressed=str(on).lower(),
            data_play={"help": name},
            id=f"tk-help-{name}",
        )

    def pace(name: str) -> Markup:
        return element(
            "button",
            say(f"table.pace.{name}").text(),
            type="button",
            class_="tk-switch",
            aria_pressed=str(name == at.evening.settings.pace).lower(),
            data_play={"pace": name},
            id=f"tk-pace-{name}",
        )

    looks = [
        element(
            "button",
            say(f"table.do.{name}").text(),
            type="button",
            class_="tk-look",
            data_play={"open": name},
            id=f"tk-menu-{name}",
        )
        for name in ("log", at.evening.mode.results, "count")
    ]
    rules = element(
        "a",
        say("table.rules").text(),
        href=f"{base}reference/{at.hand.table.table}/",
        class_="tk-look",
    )
    home = element("a", say("table.home").text(), href=base or "./", class_="tk-look")
    leave = element(
        "button",
        say("table.do.leave").text(),
        type="button",
        class_="tk-look",
        data_play={"leave": "1"},
        id="tk-leave",
    )
    return join(
        element("div", *looks, class_="tk-looks"),
        element("h3", say("table.help").text()),
        element("div", *map(switch, at.evening.mode.helps), class_="tk-settings-row"),
        element("p", say("table.no_misdeals").text()),
        element("h3", say("table.pace").text()),
        element("div", *map(pace, PACES), class_="tk-settings-row"),
        element("h3", say("letters.title").text()),
        card_letters.choice(),
        element("div", rules, home, leave, class_="tk-looks"),
    )


_PANELS: dict[str, Callable[[Sitting, str], Markup]] = {
    "log": _log,
    "last": _last,
    "sheet": _sheet,
    "count": _count,
    "piles": _piles,
    "working": _working,
    "menu": _menu,
    "send": _send,
    "review": review,
    "match": _match,
}
