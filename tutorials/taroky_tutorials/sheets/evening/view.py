"""The view of the score sheet of an evening: made for a phone that goes round the table, and for
one sheet of paper."""

from __future__ import annotations

from decimal import Decimal

from taroky.messages import local_names, say, term
from taroky.numbers import is_whole
from taroky.rules.table import Table
from taroky.session import Played, Session

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.finished_hand import view as hand_view
from taroky_tutorials.forms.finished_hand.view_contract import ending
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.sheets.amounts import shown, signed
from taroky_tutorials.sheets.evening.entry import CHIPS, FACTS, Entry, before
from taroky_tutorials.sheets.game_choice import game_options, game_table
from taroky_tutorials.sheets.sheet import Undo, undo_buttons

#: A sheet of paper has room for so many lines; more of them are written smaller, and then smaller
#: still. The player who plays on after that takes a second sheet.
_LINES, _SMALL_LINES, _TINY_LINES = 26, 44, 64
#: More people than these, and a phone has no room for a column of each.
_COLUMNS = 6


# -- beginning --------------------------------------------------------------------------------------


def beginning(fields: Fields) -> Markup:
    """The form of a sheet that has not begun: the game, the people, who deals."""
    table = game_table(fields)
    with local_names(table.names):
        return _beginning(fields, table)


def _beginning(fields: Fields, table: Table) -> Markup:
    names = [fields.text(f"player.{i}") for i in range(max(table.seats.players))]
    people = [
        _name_field(fields, f"player.{i}", names[i], say("evening.player", number=i + 1).text())
        for i in range(len(names))
    ]
    hint = say("evening.players_hint", numbers=list(map(str, table.seats.players)))
    options = [("draw", say("evening.draw").text())] if _draws(table) else []
    options += [
        (str(i), name or say("evening.player", number=i + 1).text()) for i, name in enumerate(names)
    ]
    dealer = controls.select(
        fields,
        "dealer",
        say("evening.first_dealer").text(),
        options,
        fields.text("dealer") or options[0][0],
    )
    return join(
        element("h2", say("evening.begin").text()),
        element(
            "div",
            controls.select(
                fields, "rules", say("tool.rules").text(), game_options(fields), fields.game
            ),
            controls.text(
                fields,
                "title",
                say("evening.title").text(),
                fields.text("title"),
                say("evening.title_hint").text(),
            ),
            class_="tk-fields",
        ),
        controls.fieldset(
            say("evening.players").text(),
            element("div", *people, class_="tk-fields"),
            element("p", hint.text(), class_="tk-field-hint"),
        ),
        element("div", dealer, *_agreements(fields, table), class_="tk-fields"),
        controls.problems(fields),
        element(
            "p",
            controls.button(fields, "begin", say("evening.begin_button").text(), primary=True),
            class_="tk-actions",
        ),
    )


def _draws(table: Table) -> bool:
    """Whether the first dealer is found by cards or at random."""
    return table.deal.first_dealer in ("highest_draw", "before_high_draw", "draw_lowest", "random")


def _agreements(fields: Fields, table: Table) -> list[Markup]:
    """Return what a table leaves to be agreed: the chips at the start, the number of hands."""
    chips = table.session.start_chips
    inputs = [
        _amount_field(
            fields,
            "chips",
            say("evening.chips").text(),
            shown(chips, table),
            say("evening.chips_hint", unit=table.unit.name).text(),
        )
    ]
    if table.session.ends.hands == "agreed":
        inputs.append(
            controls.number(
                fields,
                "agreed",
                say("evening.agreed").text(),
                1,
                500,
                None,
                say("evening.agreed_hint").text(),
            )
        )
    return inputs


def _name_field(fields: Fields, name: str, value: str, label: str) -> Markup:
    control = element(
        "input",
        type="text",
        name=name,
        id=controls.place(fields, name),
        value=value,
        maxlength="24",
        class_="tk-text",
        autocapitalize="words",
    )
    return controls.labelled(fields, name, label, control)


def _amount_field(
    fields: Fields, name: str, label: Content, hint: str = "", below: str = "", flips: bool = False
) -> Markup:
    """An amount; hint: what is there while nothing is filled in."""
    control_id = controls.place(fields, name)
    control = element(
        "input",
        type="text",
        name=name,
        id=control_id,
        value=fields.text(name),
        inputmode="decimal",
        class_="tk-number",
        placeholder=hint,
        maxlength="12",
        aria_describedby=f"{control_id}-hint" if below else None,
    )
    words = say("evening.flip", name=str(label)).text()
    flip = element(
        "button",
        "±",
        type="button",
        name="flip",
        value=name,
        class_="tk-flip",
        id=controls.place(fields, "flip", name),
        aria_label=words,
        title=words,
    )
    inside = element("span", control, flip if flips else None, class_="tk-amount")
    note = (
        element("span", below, class_="tk-field-hint", id=f"{control_id}-hint") if below else None
    )
    return element("p", element("label", label, for_=control_id), inside, note, class_="tk-field")


# -- a sheet under way ------------------------------------------------------------------------------


def sheet(session: Session, fields: Fields, undo: Undo, base: str) -> Markup:
    """The whole sheet: who deals, how it stands, the next hand, the hands so far."""
    index_text = fields.text("at")
    correcting = (
        int(index_text) if is_whole(index_text) and int(index_text) < len(session.played) else None
    )
    if correcting is None:
        fields.put("at", "")
    then = session if correcting is None else before(session, correcting)
    entry = None if session.over and correcting is None else Entry(then, fields)
    return join(
        element("h2", session.title or say("evening.untitled").text(), class_="tk-document-title"),
        _status(session),
        _totals(session),
        _pots(session),
        _entry(entry, fields, correcting, base) if entry else _over(session),
        _back(fields, undo, session),
        _hands(session, fields, correcting),
        _seats(session, fields),
        _settings(session, fields),
    )


def _status(session: Session) -> Markup:
    """The one line that everybody asks for."""
    table = session.table
    parts: list[Content] = [element("strong", table.title)]
    if not session.over:
        number = len(session.played) + 1
        parts += [
            " · ",
            say("evening.deals", number=number, dealer=session.players[session.dealer]).text(),
        ]
        if session.sits_out is not None:
            parts += [" ", say("evening.rests", name=session.players[session.sits_out]).text()]
        if session.limit is not None:
            parts += [" ", say("evening.left", n=session.limit - session.hands).text()]
    return element("p", *parts, class_="tk-document-status")


def _totals(session: Session) -> Markup:
    """Everybody with what they have now."""
    cells = []
    for place, name in enumerate(session.players):
        marks = []
        if not session.over and place == session.dealer:
            marks.append(element("span", say("evening.mark_deals").text(), class_="tk-flag"))
        if not session.over and place == session.sits_out:
            marks.append(element("span", say("evening.mark_rests").text(), class_="tk-flag"))
        if not session.over and place not in session.seated_now:
            marks.append(element("span", say("evening.mark_gone").text(), class_="tk-flag"))
        if place in session.winners:
            marks.append(element("span", say("evening.mark_won").text(), class_="tk-flag"))
        now = session.chips + session.totals[place]
        cells.append(
            element(
                "li",
                element("span", name, class_="tk-who"),
                element("b", shown(now, session.table), class_=_tone(session.totals[place])),
                *marks,
            )
        )
    return element(
        "ul",
        *cells,
        class_="tk-totals",
        aria_label=say("evening.totals", unit=_unit(session.table)).text(),
    )


def _unit(table: Table) -> str:
    return table.unit.name


def _tone(amount: Decimal) -> str | None:
    return "is-plus" if amount > 0 else "is-minus" if amount < 0 else None


def _pots(session: Session) -> Markup | None:
    if not session.pots:
        return None
    sentences = [
        say("evening.pot", pot=name, amount=shown(content, session.table)).text()
        for name, content in session.pots.items()
    ]
    if session.over and session.shares:
        sentences.append(say("evening.share", amount=shown(session.shares, session.table)).text())
    return element("p", " ".join(sentences), class_="tk-document-pots")


def _over(session: Session) -> Markup:
    """Return what is said when no more hands are played, with the standings."""
    rows = [
        element(
            "tr",
            element("td", say("evening.rank", rank=row.rank).text()),
            element("th", row.name, scope="row"),
            element("td", shown(row.total, session.table)),
        )
        for row in session.standings
    ]
    names = [session.players[place] for place in session.winners]
    key = "evening.over_won" if names else "evening.over"
    sentence = element("p", say(key, n=session.hands, names=names).text())
    table = element("table", element("tbody", *rows), class_="tk-standings")
    return element(
        "section",
        element("h3", say("evening.over_title").text()),
        sentence,
        table,
        class_="tk-over",
    )


# -- writing a hand down ----------------------------------------------------------------------------


def _entry(entry: Entry, fields: Fields, correcting: int | None, base: str) -> Markup:
    number = len(entry.session.played) + 1
    key = "evening.next" if correcting is None else "evening.correcting"
    buttons: list[Content] = [
        controls.button(fields, "enter", say("evening.enter").text(), primary=True)
    ]
    if correcting is not None:
        buttons += [
            controls.button(fields, "cancel", say("evening.cancel").text()),
            controls.button(fields, "strike", say("evening.strike").text(), str(correcting)),
        ]
    return element(
        "section",
        element("h3", say(key, number=number).text()),
        controls.hidden(fields, "at", "" if correcting is None else str(correcting), about=True),
        controls.hidden(fields, "seated", str(entry.dealer)),
        controls.hidden(fields, "told", entry.how),
        _how(entry, fields),
        _facts(entry, fields, base) if entry.how == FACTS else _chips(entry, fields),
        None if fields.pressed("rename") or fields.pressed("seat") else controls.problems(fields),
        element("p", *buttons, class_="tk-actions"),
        class_="tk-entry",
        data_opened=correcting is not None,
    )


def _how(entry: Entry, fields: Fields) -> Markup:
    """Whether the hand is told by what happened or by what was paid."""
    chips = []
    for value in (FACTS, CHIPS):
        box = element(
            "input",
            type="radio",
            name="how",
            value=value,
            checked=value == entry.how,
            id=controls.place(fields, "how", value),
        )
        words = element("span", say(f"evening.how.{value}", unit=_unit(entry.table)).text())
        chips.append(element("label", box, words, class_="tk-chip"))
    legend = element("legend", say("evening.how").text(), class_="tk-visually-hidden")
    return element(
        "fieldset", legend, element("div", *chips, class_="tk-chips"), class_="tk-question"
    )


def _facts(entry: Entry, fields: Fields, base: str) -> Markup:
    """Return what happened, and what it comes to."""
    _, inside, _ = hand_view.within(entry.table, fields, base)
    return join(inside, _more(entry, fields))


def _chips(entry: Entry, fields: Fields) -> Markup:
    """The amounts, and what else matters: how it ended, who dealt."""
    rest = entry.rest
    boxes = []
    for name, place in zip(
        entry.fields_of_places, [p for p in entry.places if p != entry.resting], strict=True
    ):
        hint = signed(rest[1], entry.table) if rest and rest[0] == name else ""
        boxes.append(_amount_field(fields, name, entry.session.players[place], hint, flips=True))
    for name in entry.fields_of_pots:
        label = say("evening.into", pot=name.partition(".")[2]).text()
        boxes.append(_amount_field(fields, name, label, flips=True))
    key = "evening.amounts" if entry.balanced else "evening.amounts_written"
    return join(
        controls.hidden(fields, "replay", "yes") if fields.flag("replay") else None,
        controls.fieldset(
            say(key, unit=_unit(entry.table)).text(),
            element("div", *boxes, class_="tk-amounts"),
            element("p", say("evening.rest_hint").text(), class_="tk-field-hint")
            if entry.balanced
            else None,
        ),
        _more(entry, fields),
    )


def _more(entry: Entry, fields: Fields) -> Markup:
    """Return what may be told besides, and must be where the next deal rests on it."""
    table = entry.table
    seats = [(seat, entry.names[seat]) for seat in table.active]
    none = ("", "–")
    parts = []
    if entry.endings and entry.how == CHIPS:
        options = [
            ("", say("evening.played_out").text()),
            *((name, ending(table, name)) for name in entry.endings),
        ]
        parts.append(
            controls.select(fields, "end", say("evening.end").text(), options, fields.text("end"))
        )
    if len(table.contracts) > 1 and entry.how == CHIPS:
        games = [none, *((name, term("call", name)) for name in table.contracts)]
        parts.append(
            controls.select(
                fields, "game", say("evening.contract").text(), games, fields.text("game")
            )
        )
    if entry.how == CHIPS:
        parts.append(
            controls.select(
                fields, "by", say("evening.declarer").text(), [none, *seats], fields.text("by")
            )
        )
    if entry.asks_opener:
        parts.append(
            controls.select(
                fields, "opened", say("evening.opener").text(), seats, fields.text("opened") or "A"
            )
        )
    people = [(str(place), entry.session.players[place]) for place in entry.places]
    parts.append(
        controls.select(fields, "dealt", say("evening.dealt").text(), people, str(entry.dealer))
    )
    chips = entry.how == CHIPS
    filled_in = chips and any(fields.text(name) for name in ("end", "game", "by"))
    needed = entry.asks_opener or (chips and bool(table.session.next_dealer_by))
    words = say("evening.more" if chips else "evening.more_facts").text()
    return element(
        "details",
        element("summary", words),
        element("div", *parts, class_="tk-fields"),
        class_="tk-more",
        id=controls.place(fields, "more"),
        open=filled_in or needed or entry.dealer != entry.session.dealer,
    )


# -- the hands so far -------------------------------------------------------------------------------


def _back(fields: Fields, undo: Undo, session: Session) -> Markup:
    """Taking back, doing again, and the end."""
    buttons = undo_buttons(fields, undo)
    if session.stopped is not None:
        buttons.append(controls.button(fields, "resume", say("evening.resume").text()))
    elif not session.over and session.played:
        buttons.append(controls.button(fields, "stop", say("evening.stop").text()))
    return element("p", *buttons, class_="tk-actions")


def _hands(session: Session, fields: Fields, correcting: int | None) -> Markup:
    """Every hand with what it brought and how it stood then; empty lines are for a pen."""
    heads = [
        element("th", say("evening.hand").text(), scope="col"),
        *(element("th", name, scope="col") for name in session.players),
    ]
    body = []
    balances = [session.chips] * len(session.players)
    for index, (played, dealer) in enumerate(zip(session.played, session.dealers, strict=False)):
        cells = []
        seated = session.seated(index)
        for place in range(len(session.players)):
            if place not in seated:
                cells.append(element("td"))
                continue
            change = session.paid[index].get(place, Decimal(0))
            balances[place] += change
            cells.append(_cell(session, change, balances[place], place == dealer))
        body.append(
            element(
                "tr",
                _which(session, fields, index, played),
                *cells,
                class_="is-corrected" if index == correcting else None,
            )
        )
    for number in range(len(session.played), _LINES):
        empty = [element("td", " ") for _ in session.players]
        body.append(element("tr", element("td", str(number + 1)), *empty, class_="tk-paper-only"))
    n = len(session.played)
    size = "" if n <= _LINES else " is-tiny" if _SMALL_LINES < n <= _TINY_LINES else " is-small"
    return element(
        "table",
        element("caption", say("evening.caption", unit=_unit(session.table)).text()),
        element("thead", element("tr", *heads)),
        element("tbody", *body),
        class_=f"tk-hands{size}{' is-wide' if len(session.players) > _COLUMNS else ''}",
    )


def _cell(session: Session, change: Decimal, balance: Decimal, dealt: bool) -> Markup:
    mark = None
    if dealt:
        words = say("evening.mark_dealt").text()
        mark = element("abbr", "D", title=words, class_="tk-dealt", aria_label=words)
    return element(
        "td",
        element("span", signed(change, session.table), class_=_tone(change)),
        element("b", shown(balance, session.table)),
        mark,
        class_="is-dealer" if dealt else None,
    )


def _which(session: Session, fields: Fields, index: int, played: Played) -> Markup:
    """The number of a hand, which opens it to be put right, and what was played."""
    words = say("evening.correct", number=index + 1).text()
    number = element(
        "button",
        str(index + 1),
        type="button",
        name="correct",
        value=str(index),
        class_="tk-plain",
        id=controls.place(fields, "correct", str(index)),
        aria_label=words,
        title=words,
    )
    parts = [term("call", played.contract)] if played.contract else []
    if played.ended:
        parts.append(ending(session.table, played.ended))
    return element("th", number, element("span", ", ".join(parts), class_="tk-what"), scope="row")


def _seats(session: Session, fields: Fields) -> Markup | None:
    """Return who is at the table, for when somebody comes or goes."""
    if session.over:
        return None
    tried = bool(fields.pressed("seat"))
    there = [session.players[place] for place in session.seated_now]
    chairs = range(max(session.table.seats.players))
    names = [
        fields.text(f"chair.{i}") if tried else dict(enumerate(there)).get(i, "") for i in chairs
    ]
    boxes = [
        _name_field(fields, f"chair.{i}", names[i], say("evening.chair", number=i + 1).text())
        for i in chairs
    ]
    hint = say("evening.seat_hint", numbers=list(map(str, session.table.seats.players)))
    return element(
        "details",
        element("summary", say("evening.seats").text()),
        element("p", hint.text(), class_="tk-field-hint"),
        element("div", *boxes, class_="tk-fields"),
        controls.problems(fields) if tried else None,
        element(
            "p", controls.button(fields, "seat", say("evening.seat").text()), class_="tk-actions"
        ),
        class_="tk-more",
        id=controls.place(fields, "seats"),
        open=tried,
    )


def _settings(session: Session, fields: Fields) -> Markup:
    """The title and the names, to be put right."""
    names = [
        _name_field(
            fields,
            f"player.{i}",
            fields.text(f"player.{i}") or name,
            say("evening.player", number=i + 1).text(),
        )
        for i, name in enumerate(session.players)
    ]
    title = controls.text(
        fields, "title", say("evening.title").text(), fields.text("title") or session.title
    )
    return element(
        "details",
        element("summary", say("evening.settings").text()),
        element("div", title, *names, class_="tk-fields"),
        controls.problems(fields) if fields.pressed("rename") else None,
        element(
            "p",
            controls.button(fields, "rename", say("evening.rename").text()),
            class_="tk-actions",
        ),
        class_="tk-more",
        id=controls.place(fields, "settings"),
        open=bool(fields.pressed("rename")),
    )
