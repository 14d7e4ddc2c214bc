"""The others round the table, and the trick in the middle: who sits where, what is known of them, and the card that
lies before each."""

from __future__ import annotations

from taroky.cards import Card
from taroky.game.view import view
from taroky.hand import Trick
from taroky.messages import say
from taroky.rules.table import Seat

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.play_page.avatars import face
from taroky_tutorials.play_page.evening_parts import NOBODY
from taroky_tutorials.play_page.state import Sitting
from taroky_tutorials.play_page.view.labels import badge, said_last

#: How many letters of a name have room on one line.
_SHORT = 7


def others(at: Sitting) -> tuple[Seat, ...]:
    """The others from the left to the right: the next to play sits on your right hand, or on your left where
    the game goes clockwise."""
    seats = at.hand.at_table
    mine = seats.index(at.below)
    order = seats[mine + 1 :] + seats[:mine]
    return order if at.hand.table.seats.direction == "clockwise" else order[::-1]


def plates(at: Sitting) -> Markup:
    """Return who sits there, how many cards they hold, what they are in this hand, what they said last."""
    items = [_plate(at, seat) for seat in others(at)]
    return element(
        "ul",
        *items,
        class_="tk-plates",
        data_seats=str(len(items)),
        aria_label=say("table.others").text(),
    )


def _plate(at: Sitting, seat: Seat) -> Markup:
    person = at.evening.person(seat)
    held = len(at.hand.holds(seat))
    backs = (
        element(
            "span",
            element("span", class_="tk-back", aria_hidden="true"),
            str(held),
            element("span", say("table.cards", n=held).text(), class_="tk-only-heard"),
            class_="tk-backs",
        )
        if held
        else None
    )
    last = said_last(at, seat)
    return element(
        "li",
        element(
            "span",
            face(person.face) if person else None,
            _name(at.names[seat]),
            backs,
            class_="tk-head",
        ),
        element("span", *_badges(at, seat), class_="tk-badges"),
        element("span", last, class_="tk-spoken") if last else None,
        class_="tk-plate" + (" is-turn" if seat == at.turn else ""),
        id=f"tk-plate-{seat}",
    )


def _name(name: str) -> Markup:
    """A name; a long one stands on several lines."""
    return element("b", name, class_="tk-name is-long" if len(name) > _SHORT else "tk-name")


def _badges(at: Sitting, seat: Seat) -> list[Markup]:
    hand = at.hand
    found = []
    if seat == hand.dealer and seat not in hand.active:
        found.append("rests")
    elif seat == hand.dealer and at.phase not in ("play", ""):
        found.append("deals")
    if seat == hand.declarer:
        found.append("declarer")
    knows = hand.contract and (hand.partner_public or hand.knows_called(at.you))
    if knows and seat == hand.partner and hand.row.sides == "called":
        found.append("partner")
    lies = lying(at)
    if lies is not None and seat == lies.leader:
        found.append("leads")
    return [badge(name) for name in found]


def your_badges(at: Sitting) -> Markup:
    """Return what you are in this hand, or what the player is who is to take the device."""
    return element("span", *_badges(at, at.below), class_="tk-badges tk-badges--yours")


# -- the cloth -----------------------------------------------------------------------------------------------


def cloth(at: Sitting, offered: Markup | None, base: str) -> Markup:
    """The middle of the table: the trick, or what you can choose."""
    playing = (at.phase == "play" or lying(at) is not None) and offered is None
    inside = (
        trick(at, base) if playing else element("div", _seen(at, base), offered, class_="tk-asked")
    )
    return element("div", inside, class_="tk-cloth")


def _seen(at: Sitting, base: str) -> Markup | None:
    """Talon cards that you, or all, have seen and that nobody has drawn."""
    if at.you not in (*at.hand.active, NOBODY):
        return None
    seen = view(at.hand, at.you)
    found = tuple(
        dict.fromkeys(c for c in (*seen.talon_seen, *seen.exposed) if c not in seen.drawn)
    )
    if not found or at.phase not in ("talon", "discard", "auction", "calling"):
        return None
    return element(
        "p",
        *(show.card(at.hand.table, card, base) for card in found),
        class_="tk-seen",
        aria_label=say("guide.talon_seen").text(),
    )


# -- the trick -----------------------------------------------------------------------------------------------


def lying(at: Sitting) -> Trick | None:
    """The trick in the middle: the one that is played, or the last while it rests."""
    if at.hand.play.trick is not None:
        return at.hand.play.trick
    return at.hand.play.tricks[-1] if at.resting else None


def trick(at: Sitting, base: str) -> Markup:
    """A place for each who plays, with the card that lies there."""
    lies = lying(at)
    best = None
    if lies is not None and len(lies.cards) > 1:
        best = lies.winner or lies.by(lies.cards[at.hand.table.cards.winner(lies.cards)])
    row = [seat for seat in others(at) if seat in at.hand.active]
    seats = [*row, *([at.below] if at.below in at.hand.active else [])]
    places = [_place(at, seat, lies, seat == best, base) for seat in seats]
    return element(
        "ol",
        *places,
        class_="tk-middle",
        data_seats=str(len(row)),
        aria_label=say("widget.trick").text(),
    )


def _place(at: Sitting, seat: Seat, lies: Trick | None, best: bool, base: str) -> Markup:
    card = _card_of(lies, seat)
    mine = seat == at.below
    css = "tk-lies" + (" is-mine" if mine else "") + (" is-best" if best else "")
    if card is None:
        turn = " is-turn" if seat == at.turn and not at.resting else ""
        return element("li", element("span", class_="tk-empty"), class_=css + turn)
    word = None
    if best:
        over = lies is not None and lies.winner is not None
        word = element(
            "span", say("table.takes_it" if over else "guide.ahead").text(), class_="tk-mark"
        )
    goes = lies.winner if lies is not None else None
    name = say("table.played_by", seat=at.names[seat]).text()
    return element(
        "li",
        show.card(at.hand.table, card, base),
        element("span", name, class_="tk-only-heard"),
        word,
        class_=css,
        data_key=card,
        data_from=None if mine else f"tk-plate-{seat}",
        data_to=None if goes is None else "tk-own" if goes == at.below else f"tk-plate-{goes}",
    )


def _card_of(lies: Trick | None, seat: Seat) -> Card | None:
    if lies is None:
        return None
    return next((card for card in lies.cards if lies.by(card) == seat), None)
