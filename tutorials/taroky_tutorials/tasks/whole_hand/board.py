"""The table as the learner sees it: what stands, the trick, the hand and everything that may be touched; at
the end the count and the settlement."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from taroky.ask import questions
from taroky.counting import points as counting
from taroky.counting.piles import side_cards
from taroky.game import current, record
from taroky.game.view import view
from taroky.hand import Choice, Hand
from taroky.hand.exchange import next_draw, use_of
from taroky.messages import Message, card_label, say, term
from taroky.rules.table import Seat

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.drawing import rule_link
from taroky_tutorials.tasks.exercise import State
from taroky_tutorials.tasks.outcome import said
from taroky_tutorials.tasks.whole_hand.sitting import YOU, Sitting, several, touchable, value_of
from taroky_tutorials.tasks.whole_hand.story import by, card_or_word, offer_name

Marks = Mapping[str, tuple[str, str]]


def board(at: Sitting, state: State, marks: Marks) -> Markup:
    """The whole of it, from top to bottom."""
    if at.over:
        return join(_standing(at.hand), result(at, state))
    playing = at.kind == "play"
    return join(
        _standing(at.hand),
        _trick(at.hand, state) if playing else _calls(at.hand),
        _last_trick(at.hand, state) if playing else _talon(at.hand, state),
        _hand(at, state, marks),
        _buttons(at, state, marks),
        _done(at, state, marks),
        _back(at, state),
    )


# -- what stands ----------------------------------------------------------------------------------


def _standing(hand: Hand) -> Markup | None:
    """Contract, partner, what was announced, tricks so far: a line each."""
    seen = view(hand, YOU)
    lines: list[Message] = []
    if hand.contract:
        name = "standing_each" if not hand.declarer else "standing"
        lines.append(by(YOU, name, hand.declarer or YOU, contract=hand.contract))
    if seen.called or seen.called_as:
        lines.append(
            say("guide.standing_called", what=card_or_word(hand, seen.called or seen.called_as))
        )
    if hand.contract and hand.row.sides == "called" and hand.call.made:
        lines.append(_sides(hand))
    for seat, rows in hand.announce.declarations.items():
        if rows:
            lines.append(by(YOU, "standing_declared", seat, rows=list(rows)))
    for seat, row in hand.announce.announced:
        lines.append(by(YOU, "standing_announced", seat, row=row))
    for double in hand.announce.doubles:
        lines.append(by(YOU, "standing_doubled", double.by, word=double.word, target=double.target))
    if hand.play.tricks and current(hand) is not None:
        won = [
            say("guide.taken", seat=seat, n=hand.tricks_of((seat,))).text() for seat in hand.active
        ]
        lines.append(say("guide.standing_tricks", seats=won))
    if not lines:
        return None
    items = [element("li", line.text()) for line in lines]
    return element("ul", *items, class_="tk-facts tk-standing")


def _sides(hand: Hand) -> Message:
    """Who plays with whom, as far as you know."""
    if hand.partner_public or hand.knows_called(YOU):
        public = "" if hand.partner_public else "_secret"
        if hand.partner is None:
            return by(YOU, f"side_alone{public}", hand.declarer)
        if hand.partner == YOU:
            return say(f"guide.side_partner{public}", seat=hand.declarer)
        return say("guide.side_known", seat=hand.partner)
    return say("guide.side_open")


def _badges(hand: Hand) -> dict[Seat, list[str]]:
    badges: dict[Seat, list[str]] = {seat: [] for seat in hand.active}
    if hand.dealer in badges:
        badges[hand.dealer].append(say("guide.badge_dealer").text())
    if hand.declarer:
        badges[hand.declarer].append(say("guide.badge_declarer").text())
    partner = hand.partner if hand.partner_public or hand.knows_called(YOU) else None
    if partner and hand.row.sides == "called":
        badges[partner].append(say("guide.badge_partner").text())
    return badges


def _calls(hand: Hand) -> Markup | None:
    if not hand.auction.calls or hand.contract:
        return None
    told = [
        element("li", say("call.said", seat=say("guide.you" if s == YOU else "guide.seat", seat=s),
                          call=call).text())
        for s, call in hand.auction.calls
    ]  # fmt: skip
    return element("ol", *told, class_="tk-said", aria_label=say("phase.auction").text())


def _trick(hand: Hand, state: State) -> Markup:
    trick = hand.play.trick
    return show.trick(
        hand.rules, trick.cards if trick else (), trick.leader if trick else YOU, state.base,
        state.id, you=YOU, badges=_badges(hand), marks=_winning(hand),
    )  # fmt: skip


def _winning(hand: Hand) -> dict[str, tuple[str, str]]:
    cards = hand.play.trick.cards if hand.play.trick else ()
    if len(cards) < 2:
        return {}
    return {cards[hand.rules.cards.winner(cards)]: ("is-winner", "guide.ahead")}


def _last_trick(hand: Hand, state: State) -> Markup | None:
    """The cards of the trick before, small."""
    if not hand.play.tricks:
        return None
    trick = hand.play.tricks[-1]
    label = say("guide.last_trick", number=len(hand.play.tricks)).text()
    items = [element("li", label)]
    for seat, code in zip(trick.seats, trick.cards, strict=True):
        won = seat == trick.winner
        name = say("guide.you_short" if seat == YOU else "guide.seat", seat=seat).text()
        words = say("guide.took", seat=name).text() if won else name
        face = show.card(hand.rules, code, state.base)
        items.append(
            element("li", element("span", words), face, class_="is-winner" if won else None)
        )
    return element("ol", *items, class_="tk-last", aria_label=label)


def _talon(hand: Hand, state: State) -> Markup | None:
    """Talon cards that you or all have seen."""
    seen = view(hand, YOU)
    mine = tuple(c for c in (*seen.talon_seen, *seen.exposed) if c not in seen.drawn)
    if not mine:
        return None
    words = say("guide.talon_seen").text()
    return show.groups(hand.rules, [(tuple(dict.fromkeys(mine)), words, "")], state.base)


# -- what can be touched ----------------------------------------------------------------------------


def _hand(at: Sitting, state: State, marks: Marks) -> Markup:
    hand = at.hand
    taps = any(choice.kind in ("play", "discard") for choice in at.options.choices)
    return show.hand(
        hand.rules, hand.holds(YOU), state.base, state.id, event="tap" if taps else None,
        marks=marks, label=say("widget.your_hand").text(),
    )  # fmt: skip


def _buttons(at: Sitting, state: State, marks: Marks) -> Markup | None:
    """Everything to choose that is no card of yours, as buttons with words."""
    items = []
    for choice in touchable(at):
        if choice.kind in ("play", "discard"):
            continue
        value = value_of(choice)
        css, mark = show.mark(marks, value)
        picked = str(value in at.chosen).lower() if at.takes_several(choice.kind) else None
        button = element(
            "button", words_of(at.hand, choice), type="button", class_="tk-choice",
            id=f"{state.id}-act-{value.replace(' ', '-')}", data_event={"act": value},
            aria_pressed=picked,
        )  # fmt: skip
        items.append(element("li", button, mark, class_=css))
    if not items:
        return None
    return element("ul", *items, class_="tk-choices",
                   aria_label=say("guide.choices").text())  # fmt: skip


def words_of(hand: Hand, choice: Choice) -> str:
    """What a button says."""
    rules, what = hand.rules, choice.what
    match choice.kind:
        case "bid":
            return term("call", what)
        case "call":
            return card_label(what) if what in rules.cards.cards else term("guide.call", what)
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


def _done(at: Sitting, state: State, marks: Marks) -> Markup | None:
    """The button that ends a choice of several things."""
    kind = several(at)
    if kind is None:
        return None
    silent = kind == "say" and not at.chosen
    words = say("guide.do.nothing" if silent else f"guide.do.{kind}_done").text()
    css, mark = show.mark(marks, "1")
    button = element(
        "button", words, type="button", class_="tk-choice tk-choice--done", id=f"{state.id}-done",
        data_event={"done": "1"},
    )  # fmt: skip
    return element("ul", element("li", button, mark, class_=css), class_="tk-choices")


def _back(at: Sitting, state: State) -> Markup | None:
    if at.before is None:
        return None
    button = element("button", say("guide.back").text(), type="button", class_="tk-button",
                     id=f"{state.id}-back", data_event={"back": "1"})  # fmt: skip
    return element("div", button, class_="tk-actions")


# -- the end ----------------------------------------------------------------------------------------


def result(at: Sitting, state: State) -> Markup:
    """Card points and who pays and gets what; folded away every item of the settlement with its working,
    the count of each pile, the record."""
    hand = at.hand
    data = questions.hand_json(hand)
    settled = data["settlement"]
    return element(
        "div", _points(hand, data), _payments(hand, settled), _items(settled, state),
        _piles(hand, state) if not hand.ended else None, _record(hand, state), _back(at, state),
        class_="tk-result",
    )  # fmt: skip


def _points(hand: Hand, data: Mapping[str, Any]) -> Markup | None:
    if hand.ended:
        return None
    each = hand.row.sides == "each"
    lines = [
        say("guide.points_each" if each else "guide.points", who=name, points=points,
            seats=[name] if each else list(hand.declarers if name == "declarers" else hand.opponents),
            n=hand.tricks_of((name,) if each else hand.declarers if name == "declarers"
                             else hand.opponents))
        for name, points in data["card_points"]["sides"].items()
    ]  # fmt: skip
    return element("ul", *(element("li", line.text()) for line in lines), class_="tk-facts")


def _items(settled: Mapping[str, Any], state: State) -> Markup:
    items = []
    for item in settled["items"]:
        label, _ = said(item["label"])
        links = [rule_link(state.exercise, point, state.base) for point in item["points"]]
        steps = [
            element("li", said(step)[0].text(),
                    *(join(" ", rule_link(state.exercise, p, state.base)) for p in step["points"]))
            for step in item["steps"]
        ]  # fmt: skip
        items.append(
            element("li", element("strong", label.text()), *(join(" ", link) for link in links),
                    element("ul", *steps) if steps else None)
        )  # fmt: skip
    if not items:
        return element("p", say("pay.nothing_due").text())
    return element("details", element("summary", say("guide.working").text()),
                   element("ol", *items, class_="tk-bill"),
                   class_="tk-solution", id=f"{state.id}-working")  # fmt: skip


def _payments(hand: Hand, settled: Mapping[str, Any]) -> Markup:
    unit = hand.rules.unit.name
    lines = []
    for seat, text in settled["payments"].items():
        amount = Decimal(text)
        name = "nothing" if not amount else "gets" if amount > 0 else "pays"
        lines.append(by(YOU, name, seat, amount=text.removeprefix("-"), unit=unit))
    lines += [say("guide.pot", amount=text, unit=unit) for text in settled["pots"].values()]
    return element("ul", *(element("li", line.text()) for line in lines), class_="tk-facts tk-paid")


def _piles(hand: Hand, state: State) -> Markup:
    each = hand.row.sides == "each"
    parts: list[Markup] = []
    for name, pile in side_cards(hand).items():
        counted = counting.count(hand.rules, pile, each)
        words = say("guide.pile_of", who=name) if not each else say("guide.seat", seat=name)
        laid = [
            (group.cards, say("pile.working", faces=group.faces, deduct=str(group.deduct),
                              worth=str(group.worth)).text(), "")
            for group in counted.groups
        ]  # fmt: skip
        parts += [element("h3", words.text()), element("p", counted.total.text()),
                  show.groups(hand.rules, laid, state.base)]  # fmt: skip
    return element("details", element("summary", say("guide.count").text()), *parts,
                   class_="tk-solution", id=f"{state.id}-count")  # fmt: skip


def _record(hand: Hand, state: State) -> Markup:
    kept = record.of_hand(hand)
    label = f"{state.id}-record-text"
    text = record.to_text(kept)
    return element(
        "details", element("summary", say("guide.record").text()),
        element("label", say("guide.record_text").text(), for_=label),
        element("textarea", text, id=label, class_="tk-record", readonly=True, rows="12"),
        element("p", say("guide.record_code").text(), " ",
                element("code", record.to_code(kept), class_="tk-code")),
        class_="tk-solution", id=f"{state.id}-record",
    )  # fmt: skip


def marks_of(at: Sitting) -> dict[str, tuple[str, str]]:
    """How things stand: new cards, what was touched, what is refused; after a refusal everything
    else that may not be done."""
    marks: dict[str, tuple[str, str]] = {}
    hand = at.hand
    if at.kind == "discard":
        new = {
            c: ("is-new", "guide.new")
            for c in hand.exchange.drawn.get(YOU, ())
            if c in hand.holds(YOU)
        }
        marks |= new
    if at.refused and at.kind in ("play", "discard"):
        marks |= {value_of(c): ("is-dim", "widget.may_not") for c in touchable(at) if not c.legal}
    marks |= dict.fromkeys(at.refused, ("is-wrong", "widget.may_not"))
    word = "widget.picked" if at.kind == "discard" else "guide.chosen"
    marks |= dict.fromkeys(at.chosen, ("is-picked", word))
    return marks
