"""What has happened: the whole hand so far, and the last trick."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.hand import Action
from taroky.messages import say

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.page_parts.sentences import with_minus
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.labels import lines_of, sentence


def log(state: PlayState, base: str) -> Markup:
    drawn = [
        element(
            "li",
            sentence(
                state,
                say("table.drew_for_deal", seat=state.evening.session.players[place], card=card),
            ),
        )
        for row in state.evening.session.drawn
        for place, card in row.items()
    ]
    return element(
        "ol",
        *(drawn if not state.evening.session.played else []),
        *_happened(state),
        class_="tk-log",
    )


def _happened(state: PlayState) -> Iterator[Markup]:
    """Yield each sentence; behind a bid, an offer or a double the line of its word, once."""
    seen: set[str] = set()
    for action, messages in state.log:
        lines = () if _says_all(state, action) else lines_of(state, action)
        for message, _ in messages:
            new = [with_minus(line) for line in lines if line not in seen]
            seen.update(lines)
            small = element("small", " ", " ".join(new), class_="tk-says") if new else None
            yield element("li", sentence(state, message), small)


def _says_all(state: PlayState, action: Action) -> bool:
    """Whether the sentence itself says what was said: of calls, declarations and announcements it does."""
    doubles = state.hand.table.doubling.steps
    announces = action.kind == "say" and action.what[0].partition(":")[0] not in doubles
    return announces or action.kind == "call"


def last_trick(state: PlayState, base: str) -> Markup:
    if not state.hand.play.tricks:
        return element("p", say("table.no_trick").text())
    last = state.hand.play.tricks[-1]
    items = []
    for seat, card in zip(last.seats, last.cards, strict=True):
        name = state.names[seat]
        words = say("table.took_it", seat=name).text() if seat == last.winner else name
        items.append(
            element(
                "li",
                show.card(state.hand.table, card, base),
                element("span", words),
                class_="is-best" if seat == last.winner else None,
            )
        )
    extra = [
        element(
            "li",
            show.card(state.hand.table, card, base),
            element("span", say("guide.talon_seen").text()),
        )
        for card in last.extra
    ]
    return element("ol", *items, *extra, class_="tk-last-trick")
