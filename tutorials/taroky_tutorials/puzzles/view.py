"""The puzzle as it is seen: the table where one plays at the moment that is asked about, what each answer costs and why, and
the rest of the hand by two choices."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from taroky.api.word_lines import word_line
from taroky.game import apply, current
from taroky.game.view import view as view_of
from taroky.hand import Action, Hand, Reason, Trick
from taroky.messages import Message, say
from taroky.players.comparing import Worth
from taroky.players.reasons import named, reasons, reworded
from taroky.settling.paying import finished_facts, settle

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.page_parts.sentences import first_up
from taroky_tutorials.play_page.view import labels, layout, own_hand
from taroky_tutorials.play_page.view.panels import log, sending
from taroky_tutorials.play_page.view.panels.frame import framed
from taroky_tutorials.play_page.view.seats import cloth, plates, your_badges
from taroky_tutorials.puzzles.learner import Learner, address_of
from taroky_tutorials.puzzles.puzzle import Puzzle
from taroky_tutorials.puzzles.shown import Shown
from taroky_tutorials.tasks.whole_hand.deal import advice


def room(shown: Shown, learner: Learner, base: str) -> Markup:
    """The whole table."""
    state = shown.state
    inside = _panel(shown, base) if shown.panel else question(shown, base)
    return element(
        "section",
        _bar(shown, learner),
        plates(state),
        inside,
        layout.word_notes(state),
        class_="tk-room tk-puzzle",
        id="tk-room",
        data_phase=state.phase,
        data_panel=shown.panel or None,
        data_yours="true",
    )


def aloud(shown: Shown) -> list[str]:
    """Return what is said to those who hear the page."""
    state = shown.state
    if shown.refused is not None:
        return [labels.sentence(state, shown.refused[0])]
    if shown.panel:
        return []
    if not shown.answer:
        asked = (labels.newest(state),) if state.log else ()
        return [labels.sentence(state, one) for one in (*asked, labels.waits(state))]
    return [_verdict(shown).text(), *(labels.sentence(state, one.message) for one in _why(shown))]


def _bar(shown: Shown, learner: Learner) -> Markup:
    state = shown.state
    numbers = say(
        "puzzle.numbers", number=shown.number, rating=shown.puzzle.rating, yours=learner.number
    ).text()
    change = f" ({shown.change:+d})".replace("-", "−") if shown.change else ""
    return element(
        "div",
        look("leave", "1", "puzzle.leave"),
        element(
            "span",
            element("small", numbers, change),
            element("b", labels.contract_line(state)),
            class_="tk-played",
        ),
        look("open", "log", "table.do.log"),
        class_="tk-bar",
    )


def look(name: str, value: str, words: str) -> Markup:
    """A button of the bar."""
    return element(
        "button",
        say(words).text(),
        type="button",
        class_="tk-look",
        data_play={name: value},
        id=f"tk-bar-{name}",
    )


# -- the question ----------------------------------------------------------------------------------


def question(shown: Shown, base: str) -> Markup:
    """Return what is asked, below the others, and the hand."""
    state, best = shown.state, shown.puzzle.best
    of_cards = shown.puzzle.by_cards
    card = best.action.what[0] if of_cards and shown.answer else ""
    return join(
        cloth(state, None if of_cards else _words(shown, base), base),
        _line(shown, base),
        _actions(shown),
        own_hand.hand(state, base, card),
    )


def _words(shown: Shown, base: str) -> Markup:
    """Return the words to choose from, each with what it commits to, and several cards as pictures."""
    puzzle = shown.puzzle
    buttons = [
        own_hand.option(
            _pictures(puzzle, one, base) or first_up(named(one.action).text()),
            " ".join((one.action.kind, *one.action.what)),
            _commits(puzzle, one),
            str(one is shown.chosen).lower() if shown.answer else None,
            advised=bool(shown.answer) and one is puzzle.best,
        )
        for one in puzzle.as_shown
    ]
    return element(
        "ul",
        *(element("li", button) for button in buttons),
        class_="tk-options",
        data_n=str(len(buttons)),
        aria_label=say("guide.choices").text(),
    )


def _commits(puzzle: Puzzle, one: Worth) -> str:
    """Return what a word commits to; nothing of discards, or of several words at once."""
    kind, what = one.action.kind, one.action.what
    return (
        ""
        if kind == "discard" or len(what) > 1
        else word_line(puzzle.hand, kind, what[0], puzzle.seat)
    )


def _pictures(puzzle: Puzzle, one: Worth, base: str) -> Markup | None:
    """The cards of a choice that is made of several."""
    if one.action.kind != "discard":
        return None
    pictures = (show.card(puzzle.table, card, base) for card in one.action.what)
    return element("span", *pictures, class_="tk-small")


def _line(shown: Shown, base: str) -> Markup:
    """Return the question; then what the answer costs, and why."""
    state = shown.state
    if shown.refused is not None:
        return layout.line(labels.reason(state, *shown.refused, base), "is-refused")
    if shown.answer:
        verdict = element("strong", _verdict(shown).text())
        return layout.reasons_line(state, _why(shown), base, verdict)
    last = labels.sentence(state, labels.newest(state)) if state.log else ""
    asked = element("b", f"{turn(shown)} {say('puzzle.asks').text()}")
    return layout.line(join(element("span", last), " ", asked), "")


def turn(shown: Shown) -> str:
    """Return what is to be done; one answer discards, without the button that a table has for it."""
    if shown.puzzle.best.action.kind == "discard":
        return say("puzzle.discards").text()
    return labels.sentence(shown.state, labels.waits(shown.state))


def _verdict(shown: Shown) -> Message:
    return say("puzzle.right" if shown.chosen is shown.puzzle.best else "puzzle.wrong")


def _why(shown: Shown) -> list[Reason]:
    """Why the best is better than the other: with what a wrong answer costs, or what both bring."""
    puzzle, best, other = shown.puzzle, shown.puzzle.best, shown.other
    worth, *more = reasons(puzzle.table, view_of(puzzle.hand, puzzle.seat), best, other)
    if shown.chosen is not best:
        price = coins(Decimal(f"{other.behind:.2f}"), puzzle.table)
        worth = reworded(worth, say("table.review.better", best=named(best.action), price=price))
    return [worth, *more]


def _actions(shown: Shown) -> Markup:
    buttons: list[Markup] = []
    if shown.answer:
        buttons = [
            own_hand.tool("open", "send", key="puzzle.send"),
            own_hand.tool("see", "best", key="puzzle.see"),
            own_hand.tool("next", "1", primary=True, key="puzzle.next"),
        ]
    return element("div", your_badges(shown.state), *buttons, class_="tk-do")


# -- what can be opened ----------------------------------------------------------------------------


def _panel(shown: Shown, base: str) -> Markup:
    name = shown.panel
    if name == "log":
        title, body = say("table.panel.log"), log.log(shown.state, base)
    elif name == "send":
        link = address_of(shown.puzzle.game, shown.number)
        title, body = say("puzzle.send"), sending.sent("link", link, say("puzzle.invites").text())
    else:
        title, body = say("puzzle.see"), _rest(shown, base)
    return framed(title.text(), body)


def _rest(shown: Shown, base: str) -> Markup:
    """The rest of the hand as it lay, by the best choice and by the other: what each brings, and its tricks."""
    puzzle, table = shown.puzzle, shown.puzzle.table
    ways = {"best": puzzle.best, "other": shown.other}
    brought = {name: _brought(puzzle, one.action) for name, one in ways.items()}
    buttons = [
        element(
            "button",
            element("b", first_up(named(one.action).text())),
            " ",
            say(
                "table.day.amount",
                amount=signed(brought[name], table),
                unit=table.unit.name,
            ).text(),
            type="button",
            class_="tk-switch",
            id=f"tk-see-{name}",
            data_play={"see": name},
            aria_pressed=str(name == shown.panel).lower(),
        )
        for name, one in ways.items()
    ]
    luck = say("puzzle.luck" if brought["other"] > brought["best"] else "puzzle.these_cards")
    before = len(puzzle.hand.play.tricks)
    end = _end(puzzle, ways[shown.panel].action)
    tricks = enumerate(end.play.tricks[before:], start=before + 1)
    items = [_trick(shown, end, trick, number, base) for number, trick in tricks]
    return join(
        element("p", luck.text()),
        element("div", *buttons, class_="tk-settings-row"),
        element("ol", *items, class_="tk-rest")
        if items
        else element("p", say("puzzle.no_rest").text()),
    )


def _trick(shown: Shown, end: Hand, trick: Trick, number: int, base: str) -> Markup:
    names, table = shown.state.names, shown.puzzle.table
    winner = trick.winner or trick.leader
    own = "table.takes.you" if winner == shown.puzzle.seat else "table.takes"
    cards = [
        element(
            "span",
            show.card(table, card, base),
            class_="is-best" if seat == winner else None,
        )
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]
    return element(
        "li",
        element("b", f"{number}. {names[trick.leader]} → {names[winner]}", aria_hidden="true"),
        element(
            "span",
            labels.sentence(shown.state, say(own, seat=winner, number=number)),
            class_="tk-only-heard",
        ),
        element("span", *cards, class_="tk-small"),
        class_="is-yours" if end.same_side(winner, shown.puzzle.seat) else None,
    )


def _brought(puzzle: Puzzle, action: Action) -> Decimal:
    end = _end(puzzle, action)
    return settle(puzzle.table, finished_facts(end)).payments.get(puzzle.seat, Decimal(0))


@lru_cache(maxsize=8)
def _end(puzzle: Puzzle, action: Action) -> Hand:
    """The hand after this choice, played on by rules of thumb."""
    hand = apply(puzzle.hand, action)
    while current(hand) is not None:
        hand = apply(hand, advice(hand))
    return hand
