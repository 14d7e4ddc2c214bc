"""The words on buttons and at seats: choices in words, what somebody said last, and sentences with
people's names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taroky.api.word_lines import declared_content, word_line
from taroky.hand import Action, Choice, Reason
from taroky.messages import Message, say, term
from taroky.phases.bidding import undecided
from taroky.rules import option_words
from taroky.rules.table import Seat

from taroky_tutorials.forms import settlement_view
from taroky_tutorials.forms.controls import rule_links
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.button_words import words_of
from taroky_tutorials.play_page.play_log import card_or_word
from taroky_tutorials.play_page.state import PlayState, when_dealt


def sentence(state: PlayState, message: Message) -> str:
    """A message with the names of those who sit there."""
    return first_up(settlement_view.sentence(message, state.names))


def reason(state: PlayState, message: Message, points: Sequence[str], base: str) -> Markup:
    """A sentence with links to its rules."""
    return join(sentence(state, message), rule_links(state.hand.table, points, base))


def because(state: PlayState, reasons: Sequence[Reason], most: int, base: str) -> Iterator[Markup]:
    """Sentences with links to the rules that each rests on: so many at most, and each once."""
    named: set[str] = set()
    for why in reasons:
        new = [point for point in why.points if point not in named][:most]
        named.update(new)
        yield reason(state, why.message, new, base)


def pages(reasons: Sequence[Reason], base: str, css: str = "") -> Iterator[Markup]:
    """Links to the strategy pages that tell more, each once."""
    for page in dict.fromkeys(why.page for why in reasons if why.page):
        words = say(f"table.page.{page}").text()
        yield element("a", words, href=f"{base}strategy/{page}/", class_=css or None)


def said_last(state: PlayState, seat: Seat) -> tuple[str, Action] | None:
    """Return what a seat has said last, with the action that said it, as long as it matters: until the
    first trick is over."""
    if state.hand.play.tricks or state.over:
        return None
    for action, _ in reversed(state.log):
        if action.seat == seat and (words := _spoken(state, action)):
            return words, action
    return None


def lines_of(state: PlayState, action: Action) -> tuple[str, ...]:
    """Return the lines of the words that somebody has said, each with its word where there are several;
    none for silence."""
    if action.kind not in ("bid", "call", "say", "choose") or action.what == ("nothing",):
        return ()
    lines = [(item, word_line(state.hand, action.kind, item)) for item in action.what]
    if len(lines) == 1:
        return (lines[0][1],)
    return tuple(
        say("table.word_line", word=first_up(_word(state, item)), line=line).text()
        for item, line in lines
    )


def told_content(state: PlayState, action: Action) -> str:
    """Return what a single declaration tells of the hand: "8 to 9 taroky"; "" for anything else said."""
    rows = state.hand.table.declarations.rows
    item = action.what[0].partition(":")[0] if len(action.what) == 1 else ""
    return declared_content(state.hand.table, item) if item in rows else ""


def _spoken(state: PlayState, action: Action) -> str:
    what = action.what
    match action.kind:
        case "bid":
            return term("call", what[0])
        case "call":
            return card_or_word(state.hand, what[0]) if _public(state, action) else ""
        case "say" if what == ("nothing",):
            return say("table.silent").text()
        case "say":
            first, *more = [_word(state, item) for item in what]
            return say("table.says", first=first, n=len(more)).text() if more else first
        case "draw" | "take":
            return say("table.drew", n=len(state.hand.exchange.drawn.get(action.seat, ()))).text()
        case "pass":
            return say("table.passed").text()
    return ""


def _word(state: PlayState, item: str) -> str:
    """Return what somebody has said, short: a double of the game needs no more than its word."""
    word, _, target = item.partition(":")
    return term("say", word) if target == "game" else words_of(state.hand, Choice("say", item))


def _public(state: PlayState, action: Action) -> bool:
    """Whether a call names a card or a word for all to hear."""
    return action.what[0] != "none" or action.seat == state.you or state.hand.partner_public


def newest(state: PlayState) -> Message:
    """The last that happened, in one short sentence; all of it is in the log."""
    action, lines = state.log[-1]
    trick = (
        state.hand.play.tricks[-1]
        if state.hand.play.tricks and state.hand.play.trick is None
        else None
    )
    if action.kind == "play" and trick is not None and trick.winner is not None:
        own = "table.takes.you" if trick.winner == state.you else "table.takes"
        return say(own, seat=trick.winner, number=len(state.hand.play.tricks))
    if action.seat == state.you and action.kind in _SEEN_BELOW:
        return say(f"table.own.{action.kind}", n=len(action.what))
    return lines[0][0] if lines else say("table.quiet", seat=action.seat)


def played_out(state: PlayState) -> Message | None:
    """At your first decision at a table: that hands are played there which the rules would end before a card falls."""
    evening = state.evening
    begun = any(action.seat == state.you for action, _ in state.log[when_dealt(state) :])
    if evening.number or begun or not state.yours:
        return None
    return next(
        (
            say(
                "table.played_out",
                question=option_words.question(evening.table, key),
                answer=option_words.answer(evening.table, key, value),
            )
            for key, value in customs.to_play_out(evening.table.name).items()
            if evening.table.chosen.get(key) == value
        ),
        None,
    )


#: What you have done with cards that you see below.
_SEEN_BELOW = ("draw", "take", "discard", "look", "pick")


def waits(state: PlayState) -> Message:
    """Return what is asked now, of you or of somebody else."""
    hand, kind = state.hand, state.kind
    if state.over:
        return say("table.over")
    if not kind and state.turn == state.you:
        return say("table.waits.master" if state.evening.hand.watched else "table.waits.you")
    if not kind:
        return say("table.waits", seat=state.turn or "")
    if state.phase == "deal":
        own = "deal" if kind not in ("batch", "talon") else kind
        return say(f"table.task.{own}")
    if kind == "discard":
        few, _ = state.several("discard") or (0, 0)
        return say("discard.task", n=few)
    if kind == "play":
        return say("table.task.play" if hand.play.trick else "table.task.lead")
    if kind in ("look", "pick"):
        few, _ = state.several(kind) or (0, 0)
        return say("guide.task.look", n=few)
    return say(f"table.task.{kind}")


def contract_lines(state: PlayState) -> tuple[str, ...]:
    """Return the lines of what is played, and of the last double; nothing before there is a contract."""
    hand = state.hand
    if not hand.contract or undecided(hand):
        return ()
    lines = [word_line(hand, "bid", hand.contract)]
    for double in hand.announce.doubles[-1:]:
        item = f"{double.word}:{double.target}"
        lines.append(word_line(hand, "say", item))
    return tuple(lines)


def contract_line(state: PlayState) -> str:
    """Return what is played, by whom and for whom, as short as it can be."""
    hand = state.hand
    if not hand.contract or undecided(hand):
        return state.hand.table.title
    words = [first_up(term("call", hand.contract))]
    known = hand.call.called and (
        hand.partner_public or hand.knows_called(state.you) or _named(state)
    )
    if known:
        words.append(card_or_word(hand, hand.call.called))
    for double in hand.announce.doubles[-1:]:
        words.append(term("say", double.word))
    return " · ".join(words)


def _named(state: PlayState) -> bool:
    """Whether all have heard which card was called."""
    calling = state.hand.calling
    row = calling.names.get(state.hand.call.called_as) if calling else None
    return row is None or row.said != "row"


def badge(name: str) -> Markup:
    """A small word at a seat."""
    return element("span", say(f"table.badge.{name}").text(), class_="tk-badge", data_badge=name)
