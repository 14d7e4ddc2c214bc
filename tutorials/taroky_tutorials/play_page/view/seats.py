"""The others round the table, and the trick in the middle: who sits where, what is known of them, and the card that
lies before each."""

from __future__ import annotations

from taroky.cards import Card
from taroky.game.view import view
from taroky.hand import Action, Trick
from taroky.messages import say
from taroky.phases.bidding import undecided
from taroky.rules.table import Seat

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.play_page.avatars import face
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.coaching.lines import PLATE
from taroky_tutorials.play_page.evening_parts import NOBODY
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.labels import badge, lines_of, said_last, told_content
from taroky_tutorials.play_page.view.word_notes import Lines, termed

#: How many letters of a name have room on one line; and of what was said, by all others together.
_SHORT, _SAID = 7, 45


def other_seats(state: PlayState) -> tuple[Seat, ...]:
    """The others from the left to the right: the next to play sits on your right hand, or on your left where
    the game goes clockwise."""
    seats = state.hand.at_table
    mine = seats.index(state.below)
    order = seats[mine + 1 :] + seats[:mine]
    return order if state.hand.table.seats.direction == "clockwise" else order[::-1]


def round_the_table(state: PlayState) -> tuple[Seat, ...]:
    """All seats as they are seen: the others from the left to the right, and who is below."""
    return (*other_seats(state), state.below)


def plates(state: PlayState) -> Markup:
    """Return who sits there, how many cards they hold, what they are in this hand, what they said last."""
    items = [_plate(state, seat) for seat in other_seats(state)]
    return element(
        "ul",
        *items,
        class_="tk-plates",
        data_seats=str(len(items)),
        aria_label=say("table.others").text(),
    )


def _plate(state: PlayState, seat: Seat) -> Markup:
    person = state.evening.person(seat)
    held = len(state.hand.holds(seat))
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
    spoken = said_last(state, seat)
    return element(
        "li",
        element(
            "span",
            face(person.face) if person else None,
            _name(state.names[seat]),
            backs,
            class_="tk-head",
        ),
        element("span", *_badges(state, seat), class_="tk-badges"),
        _spoken(state, seat, *spoken) if spoken else None,
        class_="tk-plate"
        + (" is-turn" if seat == state.turn else "")
        + (" is-pointed" if coach.points_at(state) == (PLATE, seat) else ""),
        id=f"tk-plate-{seat}",
    )


def _spoken(state: PlayState, seat: Seat, words: str, action: Action) -> Markup:
    """Return the last words of somebody, with a note on them; where there is room, what a declaration tells as well."""
    content = told_content(state, action)
    more = (
        element("span", say("table.tells", content=content).text(), class_="tk-content")
        if content
        else None
    )
    said = termed(join(words, more), f"tk-said-{seat}", note=bool(lines_of(state, action)))
    room = _SAID // len(other_seats(state))
    return element("span", said, class_="tk-spoken is-long" if len(words) > room else "tk-spoken")


def spoken_lines(state: PlayState) -> Lines:
    """The lines of what the others have said last, by the ids of their notes."""
    spoken = {seat: said_last(state, seat) for seat in other_seats(state)}
    return {f"tk-said-{seat}": lines_of(state, last[1]) for seat, last in spoken.items() if last}


def _name(name: str) -> Markup:
    """A name; a long one stands on several lines."""
    return element("b", name, class_="tk-name is-long" if len(name) > _SHORT else "tk-name")


def _badges(state: PlayState, seat: Seat) -> list[Markup]:
    hand = state.hand
    names = []
    if seat == hand.dealer and seat not in hand.active:
        names.append("rests")
    elif seat == hand.dealer and state.phase not in ("play", ""):
        names.append("deals")
    if seat == hand.declarer and not undecided(hand):
        names.append("declarer")
    knows = hand.contract and (hand.partner_public or hand.knows_called(state.you))
    if knows and seat == hand.partner and hand.row.sides == "called":
        names.append("partner")
    lies = lying(state)
    if lies is not None and seat == lies.leader:
        names.append("leads")
    return [badge(name) for name in names]


def your_badges(state: PlayState, named: bool = False) -> Markup:
    """Return what you are in this hand, or what the player is who is to take the device. named: with the name, where
    several people play at this device."""
    name = (
        element("b", state.names[state.below], class_="tk-own-name")
        if named and state.evening.several
        else None
    )
    return element("span", name, *_badges(state, state.below), class_="tk-badges tk-badges--yours")


# -- the cloth -----------------------------------------------------------------------------------------------


def cloth(state: PlayState, offered: Markup | None, base: str) -> Markup:
    """The middle of the table: the trick, or what you can choose."""
    playing = (state.phase == "play" or lying(state) is not None) and offered is None
    inside = (
        trick(state, base)
        if playing
        else element("div", _seen(state, base), _unseen(state), offered, class_="tk-asked")
    )
    return element("div", inside, class_="tk-cloth")


#: Phases in which the talon is on the table.
_WITH_TALON = ("talon", "discard", "auction", "calling")


def _seen_of_talon(state: PlayState) -> tuple[Card, ...]:
    """Return the talon cards that you, or all, have seen and that nobody has drawn."""
    if state.you not in (*state.hand.active, NOBODY) or state.phase not in _WITH_TALON:
        return ()
    seen = view(state.hand, state.you)
    return tuple(dict.fromkeys(c for c in (*seen.talon_seen, *seen.exposed) if c not in seen.drawn))


def _unseen(state: PlayState) -> Markup | None:
    """The talon face down, as long as it is there and you have seen nothing of it."""
    count = len(state.hand.cards.talon)
    if not count or state.phase not in _WITH_TALON or _seen_of_talon(state):
        return None
    backs = (element("span", class_="tk-back", aria_hidden="true") for _ in range(count))
    words = say("table.talon.left", n=count).text()
    return element("p", *backs, element("span", words), class_="tk-talon")


def _seen(state: PlayState, base: str) -> Markup | None:
    cards = _seen_of_talon(state)
    if not cards:
        return None
    return element(
        "p",
        *(show.card(state.hand.table, card, base) for card in cards),
        class_="tk-seen",
        aria_label=say("guide.talon_seen").text(),
    )


# -- the trick -----------------------------------------------------------------------------------------------


def lying(state: PlayState) -> Trick | None:
    """The trick in the middle: the one that is played, or the last while it rests."""
    if state.hand.play.trick is not None:
        return state.hand.play.trick
    return state.hand.play.tricks[-1] if state.resting else None


def trick(state: PlayState, base: str) -> Markup:
    """A place for each who plays, with the card that is there."""
    lies = lying(state)
    best = None
    if lies is not None and len(lies.cards) > 1:
        best = lies.winner or lies.by(lies.cards[state.hand.table.cards.winner(lies.cards)])
    row = [seat for seat in other_seats(state) if seat in state.hand.active]
    seats = [*row, *([state.below] if state.below in state.hand.active else [])]
    places = [_place(state, seat, lies, seat == best, base) for seat in seats]
    return element(
        "ol",
        *places,
        class_="tk-middle",
        data_seats=str(len(row)),
        aria_label=say("widget.trick").text(),
    )


def _place(state: PlayState, seat: Seat, lies: Trick | None, best: bool, base: str) -> Markup:
    card = _card_of(lies, seat)
    mine = seat == state.below
    css = "tk-lies" + (" is-mine" if mine else "") + (" is-best" if best else "")
    if card is None:
        turn = " is-turn" if seat == state.turn and not state.resting else ""
        return element("li", element("span", class_="tk-empty"), class_=css + turn)
    word = None
    if best:
        over = lies is not None and lies.winner is not None
        word = element(
            "span", say("table.takes_it" if over else "guide.ahead").text(), class_="tk-mark"
        )
    goes = lies.winner if lies is not None else None
    name = say("table.played_by", seat=state.names[seat]).text()
    return element(
        "li",
        show.card(state.hand.table, card, base),
        element("span", name, class_="tk-only-heard"),
        word,
        class_=css,
        data_key=card,
        data_from=None if mine else f"tk-plate-{seat}",
        data_to=None if goes is None else "tk-own" if goes == state.below else f"tk-plate-{goes}",
    )


def _card_of(lies: Trick | None, seat: Seat) -> Card | None:
    if lies is None:
        return None
    return next((card for card in lies.cards if lies.by(card) == seat), None)
