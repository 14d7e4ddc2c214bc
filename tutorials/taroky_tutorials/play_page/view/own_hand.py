"""Your hand, and what you can press besides its cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from taroky.api.word_lines import word_line
from taroky.cards import Card, Pack
from taroky.hand import Choice
from taroky.messages import card_label, say
from taroky.rules.table import WayRow

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.play_page.button_words import on_button
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.events.choices import CUTS, several, touchable, value_of
from taroky_tutorials.play_page.state import OF_HAND, PlayState, before_your_last, goes_by_itself
from taroky_tutorials.play_page.view import pack_pictures
from taroky_tutorials.play_page.view.coach import buttons as coach_buttons
from taroky_tutorials.play_page.view.seats import your_badges

#: From that many cards on a hand takes more rows, as the window has room.
_MANY = (8, 14, 17, 25)
#: The most ways of dealing that leave room for a sentence.
_FEW = 4
#: Suits so that black and red stand side by side.
_SUITS = ("S", "H", "C", "D")


def laid_out(pack: Pack, cards: Sequence[Card]) -> list[Card]:
    """A hand in its order: taroky, then the suits, no two of one colour side by side if it can be."""
    suits = [s for s in _SUITS if any(pack.suit(card) == s for card in cards)]
    if len(suits) == 3 and {suits[0], suits[2]} in ({"H", "D"}, {"S", "C"}):
        pass
    elif len(suits) == 3:
        odd = next(s for s in suits if [_red(t) for t in suits].count(_red(s)) == 1)
        rest = [s for s in suits if s != odd]
        suits = [rest[0], odd, rest[1]]
    order = {"T": 0, "": 0} | {suit: place for place, suit in enumerate(suits, start=1)}
    return sorted(cards, key=lambda card: (order[pack.suit(card)], pack.position(card)))


def _red(suit: str) -> bool:
    return suit in "HD"


def hand(state: PlayState, base: str, best: Card = "") -> Markup:
    """The cards, each of which can be touched. best: one that is marked as the best that could be played."""
    held = laid_out(state.hand.table.cards, state.hand.holds(state.you))
    choices = {c.what: c for c in touchable(state) if c.kind in OF_HAND}
    new = (
        state.hand.exchange.drawn.get(state.you, ()) if state.phase in ("talon", "discard") else ()
    )
    advised = coach.touches(state)
    items = [
        _card(state, card, choices.get(card), card in new, _why_marked(card, advised, best), base)
        for card in held
    ]
    return element(
        "ul",
        *items,
        class_="tk-fan",
        id="tk-own",
        data_n=str(len(items)),
        data_many=str(sum(len(items) >= many for many in _MANY)),
        aria_label=say("widget.your_hand").text(),
    )


def _why_marked(card: Card, advised: Collection[str], best: Card) -> str:
    """Return the id of the words why a card is ringed, "" if it is not."""
    return "review.better" if card == best else "table.advised" if card in advised else ""


def _card(
    state: PlayState, card: Card, choice: Choice | None, new: bool, advised: str, base: str
) -> Markup:
    refused = choice is not None and not choice.legal and "reasons" in state.evening.helps
    picked = card in state.evening.hand.picked
    mark = None
    if picked:
        mark = say("widget.picked" if state.kind == "discard" else "table.lifted").text()
    elif new:
        mark = say("guide.new").text()
    words = [
        card_label(card),
        *([mark] if mark else []),
        *([say("table.dim").text()] if refused else []),
        *([say(advised).text()] if advised else []),
    ]
    face = show.card(state.hand.table, card, base)
    button = element(
        "button",
        face,
        type="button",
        class_="tk-own-card",
        id=f"tk-own-{card}",
        data_play={"tap": card},
        aria_label=", ".join(words),
        aria_pressed="true" if picked else None,
        aria_disabled="true" if refused else None,
    )
    css = " ".join(
        name
        for name, on in (
            ("is-dim", refused),
            ("is-picked", picked),
            ("is-new", new),
            ("is-advised", advised),
        )
        if on
    )
    # A word would cover the card's own letters: it is raised and ringed besides.
    seen = ("✓" if state.kind == "discard" else None) if picked else mark
    return element(
        "li",
        button,
        element("span", seen, class_="tk-mark", aria_hidden="true") if seen else None,
        class_=css or None,
        data_key=card,
    )


# -- buttons ---------------------------------------------------------------------------------------------------


def choices(state: PlayState) -> Markup | None:
    """Everything you may choose now that is no card of your hand."""
    buttons = [
        button
        for choice in touchable(state)
        if choice.kind not in OF_HAND
        for button in _buttons(state, choice)
    ]
    if state.kind == "play" and state.evening.hand.panel != "sayings":
        buttons = []
    if state.phase == "deal" and state.options is not None and "talon" in state.options.kinds:
        line = word_line(state.hand, "talon", "")
        buttons = [option(say("table.way.talon").text(), "talon", line)]
    if not buttons:
        return None
    options = element(
        "ul",
        *(element("li", button) for button in buttons),
        class_="tk-options",
        data_n=str(len(buttons)),
        aria_label=say("guide.choices").text(),
    )
    few = len(buttons) <= _FEW  # with more, the line below each has to do
    return join(_about_the_deal(state), options) if state.phase == "deal" and few else options


def _about_the_deal(state: PlayState) -> Markup:
    """Return what is asked before the deal, in a sentence."""
    assert state.options is not None
    kinds, ways = state.options.kinds, state.hand.table.deal.ways
    asked = [ways[kind] for kind in kinds if kind in ways]
    knocks = any(way.pack == "uncut" for way in asked)
    usual = "dealer" if _dealer_chooses(asked) else "knock" if knocks else "cut"
    what = next((kind for kind in ("batch", "talon") if kind in kinds), usual)
    return element("p", say(f"table.deal.why.{what}").text(), class_="tk-about-deal")


def _buttons(state: PlayState, choice: Choice) -> list[Markup]:
    if choice.kind == "talon":
        return []
    line = word_line(state.hand, choice.kind, choice.what, state.you)
    ways = state.hand.table.deal.ways
    if state.phase == "deal" and choice.kind in ways and ways[choice.kind].pack == "cut":
        return [
            option(
                say(f"table.cut.{where}").text(),
                f"{choice.kind} {where}",
                line,
                picture=pack_pictures.cut(int(where)),
            )
            for where in CUTS
        ]
    value = value_of(choice)
    again = state.several(choice.kind) is not None and choice.kind == several(state)
    return [
        option(
            on_button(state, choice),
            value,
            line,
            str(value in state.evening.hand.picked).lower() if again else None,
            _picture(state, choice),
            value in coach.touches(state),
        )
    ]


def _picture(state: PlayState, choice: Choice) -> Markup | None:
    """The pack, where it is about how to deal it."""
    if state.phase != "deal":
        return None
    if choice.kind == "batch":
        return pack_pictures.batch(int(choice.what), len(state.hand.active))
    ways = state.hand.table.deal.ways
    chooses = choice.kind in ways and _dealer_chooses([ways[choice.kind]])
    return pack_pictures.whole() if chooses else pack_pictures.knocked_on()


def _dealer_chooses(ways: Sequence[WayRow]) -> bool:
    """Whether these ways of dealing are the dealer's to choose."""
    return bool(ways) and all(way.asked == "dealer" and way.after is None for way in ways)


def option(
    words: Content,
    value: str,
    line: str = "",
    pressed: str | None = None,
    picture: Markup | None = None,
    advised: bool = False,
) -> Markup:
    """A choice: its word, and below it what it commits to and pays."""
    name = f"tk-act-{value.replace(' ', '-').replace(':', '-').replace('@', '-')}"
    css = "tk-option" if picture is None else "tk-option tk-option--pictured"
    said = [element("b", words), *_below(line)]
    return element(
        "button",
        *(said if picture is None else [picture, element("span", *said)]),
        type="button",
        class_=f"{css} is-advised" if advised else css,
        data_play={"act": value},
        id=name,
        aria_pressed=pressed,
    )


def _below(line: str) -> tuple[Content, ...]:
    """Return the line below a word on its button, heard after it."""
    return (" ", element("span", line, class_="tk-says")) if line else ()


def actions(state: PlayState) -> Markup:
    """The row of buttons within the thumb's reach: what ends a choice, a hint, the way back."""
    buttons: list[Markup] = []
    kind = several(state)
    if kind is not None:
        buttons.append(_done(state, kind))
    if state.kind == "play" and any(c.kind not in OF_HAND for c in touchable(state)):
        buttons.append(tool("open", "sayings"))
    pressed_on = state.evening.settings.pace == "press" and not coach.waits(state)
    if pressed_on and (goes_by_itself(state) or state.resting):
        buttons.append(tool("go", str(len(state.evening.hand.done)), primary=True))
    buttons += coach_buttons(state)
    if state.may_hint and coach.advice(state) is None and not coach.waits(state):
        words = "more" if state.evening.hand.hints else "hint"
        buttons.append(tool("hint", "1", key=f"table.do.{words}"))
    if "back" in state.evening.helps and before_your_last(state) is not None:
        buttons.append(tool("back", "1"))
    return element("div", your_badges(state, named=True), *buttons, class_="tk-do")


def _done(state: PlayState, kind: str) -> Markup:
    n, few = len(state.evening.hand.picked), (state.several(kind) or (0, 0))[0]
    silent = kind == "say" and not n
    words = say("guide.do.nothing" if silent else f"guide.do.{kind}_done").text()
    if kind in ("discard", "look", "pick"):
        words = say("table.so_many", words=words, n=n, of=few).text()
    ready = silent or n >= few
    line = word_line(state.hand, "say", "nothing") if silent else ""
    css = "tk-button tk-button--primary" if ready else "tk-button"
    return element(
        "button",
        element("b", words),
        *_below(line),
        type="button",
        class_=f"{css} is-advised" if ready and coach.touches(state) else css,
        id="tk-done",
        data_play={"done": "1"},
    )


def tool(name: str, value: str, primary: bool = False, key: str = "") -> Markup:
    """A button of that row. key: its words, if they are not those of its name."""
    key = key or f"table.do.{value if name == 'open' else name}"
    return element(
        "button",
        say(key).text(),
        type="button",
        data_play={name: value},
        id=f"tk-do-{name}-{value if name == 'open' else ''}",
        class_="tk-button tk-button--primary" if primary else "tk-button",
    )
