"""Where the cards are: what you have not seen yet, and at the end the piles."""

from __future__ import annotations

from taroky.cards import Card
from taroky.game.view import view
from taroky.messages import number, say, term
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import side_cards
from taroky.settling.counting.points import Group

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.own_hand import laid_out


def count(state: PlayState, base: str) -> Markup:
    """Return what you have not seen yet, suit by suit."""
    if (
        "count" not in state.evening.helps
        or state.you not in state.hand.active
        or not state.hand.deal.dealt
    ):
        return element("p", say("table.no_count").text())
    pack = state.hand.table.cards
    seen = view(state.hand, state.you)
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
                element("span", *_small(state, cards, base), class_="tk-small"),
            )
        )
    return element("ul", *rows, class_="tk-still-out")


def _worked_out(group: Group) -> str:
    """Return what a group of cards is worth, with the working where something is taken off."""
    worth = str(group.worth)
    if not group.deduct:
        return number(worth)
    return say("pile.working", faces=group.faces, deduct=str(group.deduct), worth=worth).text()


def _small(state: PlayState, cards: list[Card] | tuple[Card, ...], base: str) -> list[Markup]:
    return [show.card(state.hand.table, card, base) for card in cards]


def piles(state: PlayState, base: str) -> Markup:
    """At the end: what each side took, the talon as it was dealt, what was discarded."""
    hand = state.hand
    if not state.over:
        return element("p", say("table.later").text())
    parts: list[Markup] = []
    if not hand.ended:
        each = hand.row.sides == "each"
        for name, pile in side_cards(hand).items():
            counted = counting.count(hand.table, pile, each)
            who = state.names[name] if each else term("side", name)
            laid = [
                (
                    group.cards,
                    _worked_out(group),
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
        element("p", *_small(state, hand.deal.talon_dealt, base), class_="tk-small"),
    ]
    for seat, cards in hand.discard.discards.items():
        parts += [
            element("h3", say("table.laid_away", seat=state.names[seat]).text()),
            element("p", *_small(state, cards, base), class_="tk-small"),
        ]
    return join(*parts)
