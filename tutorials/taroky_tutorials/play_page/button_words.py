"""The words on buttons: what each choice is called where one presses it."""

from __future__ import annotations

from taroky.hand import Choice, Hand
from taroky.hand.exchange import next_draw, use_of
from taroky.messages import card_label, say, term

from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page.play_log import offer_name, way_of_dealing
from taroky_tutorials.play_page.state import PlayState


def on_button(state: PlayState, choice: Choice) -> str:
    """Return what a button of this choice says."""
    if state.phase == "deal" and choice.kind in state.hand.table.deal.ways:
        return _way(state, choice.kind)
    if choice.kind == "batch":
        return say("table.batch", number=choice.what).text()
    text = words_of(state.hand, choice)
    return first_up(text)


def words_of(hand: Hand, choice: Choice) -> str:
    """Return what a button says."""
    table, what = hand.table, choice.what
    match choice.kind:
        case "bid":
            return term("call", what)
        case "call":
            return card_label(what) if what in table.cards.cards else term("guide.call", what)
        case "draw":
            due = next_draw(hand)
            return say("guide.do.draw", n=due[1].cards if due else 1).text()
        case "pass":
            return say("guide.do.pass").text()
        case "look" | "pick":
            return say("guide.do.place", number=what).text()
        case "take":
            row = use_of(hand).choose[what]
            again = row.take < (row.earliest or row.looks)
            name = "guide.do.back" if again or what == "back" else "guide.do.take"
            return say(name, number=row.take).text()
        case "reject":
            return say("guide.do.reject").text()
        case "choose":
            return offer_name(what)
    word, colon, target = what.partition(":")
    if colon:
        return say("guide.do.double", word=word, target=target.partition("@")[0]).text()
    return term("say", word)


def _way(state: PlayState, name: str) -> str:
    """A way of dealing, told by its columns."""
    word, params = way_of_dealing(state.hand.table.deal.ways[name])
    return say(f"table.way.{word}", **params).text()
