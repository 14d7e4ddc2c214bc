"""What a tournament looks like: made for a desk with a printer."""

from __future__ import annotations

from fractions import Fraction

from taroky.messages import local_names, say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.sheets import seating
from taroky_tutorials.sheets.amounts import shown, signed
from taroky_tutorials.sheets.game_choice import game_options, game_table
from taroky_tutorials.sheets.sheet import Undo, undo_buttons
from taroky_tutorials.sheets.tournament_model import (
    CHOICES,
    MOST_ROUNDS,
    Result,
    Round,
    Row,
    Tournament,
)

TABS = ("seating", "results", "standings", "cards", "entrants", "agreed")


# -- beginning --------------------------------------------------------------------------------------


def beginning(fields: Fields) -> Markup:
    """The form of a tournament that has not begun."""
    rules = game_table(fields)
    with local_names(rules.names):
        return join(
            element("h2", say("tournament.begin").text()),
            element("div",
                    controls.text(fields, "title", say("tournament.title").text(), fields.text("title")),
                    controls.select(fields, "rules", say("tool.rules").text(), game_options(fields),
                                fields.rules),
                    class_="tk-fields"),
            controls.area(fields, "names", say("tournament.names").text(), fields.text("names"), 10,
                      say("tournament.names_hint").text()),
            _agreements(fields, {}, rules.seats.active + 1 in rules.seats.players),
            controls.problems(fields),
            element("p", controls.button(fields, "begin", say("tournament.begin_button").text(),
                                     primary=True), class_="tk-actions"),
        )  # fmt: skip


def _agreements(fields: Fields, now: dict[str, str], larger: bool) -> Markup:
    """How many rounds, what happens to those left over, how results are told and count."""
    parts = [
        controls.number(fields, "rounds", say("tournament.rounds").text(), 1, MOST_ROUNDS,
                    now.get("rounds", "4"))
    ]  # fmt: skip
    for key, words in CHOICES.items():
        if key == "leftovers" and not larger:
            continue
        options = [(word, say(f"tournament.{key}.{word}").text()) for word in words]
        chosen = fields.text(key) or now.get(key, words[0])
        parts.append(controls.select(fields, key, say(f"tournament.{key}").text(), options, chosen))
        entered = fields.text("entered") or now.get("entered", "won")
        if key == "entered" and entered == "left":
            at = controls.place(fields, "stake")
            value = fields.text("stake") or now.get("stake", "")
            control = element("input", type="text", name="stake", id=at, value=value,
                              inputmode="decimal", class_="tk-number", maxlength="9")  # fmt: skip
            parts.append(
                controls.labelled(fields, "stake", say("tournament.stake").text(), control)
            )
    return element("div", *parts, class_="tk-fields")


# -- under way --------------------------------------------------------------------------------------


def sheet(now: Tournament, fields: Fields, undo: Undo, base: str) -> Markup:
    """The whole sheet: one part of it at a time."""
    tab = fields.choice("tab", TABS, "seating")
    views = {"seating": _seating, "results": _results, "standings": _standings, "cards": _cards,
             "entrants": _entrants, "agreed": _agreed}  # fmt: skip
    buttons = [
        element("button", say(f"tournament.tab.{name}").text(), type="button", name="tab", value=name,
                id=controls.place(fields, "tab", name), class_="tk-button",
                aria_pressed="true" if name == tab else "false")
        for name in TABS
    ]  # fmt: skip
    return join(
        element("h2", now.title or say("tournament.untitled").text(), class_="tk-document-title"),
        element("p", element("strong", now.rules.title), " · ", _state(now),
                class_="tk-document-status"),
        element("p", *buttons, class_="tk-actions tk-tabs"),
        controls.hidden(fields, "tab", tab),
        controls.problems(fields),
        element("section", views[tab](now, fields), class_=f"tk-part tk-part--{tab}"),
        *(controls.hidden(fields, name, text)
          for name, text in half_filled(now, fields, besides=tab).items()),
        element("p", *undo_buttons(fields, undo), class_="tk-actions"),
    )  # fmt: skip


def half_filled(now: Tournament, fields: Fields, besides: str = "") -> dict[str, str]:
    """Fields that hold what no button has taken yet: a result that is not the one entered, names that are
    to join. besides: the part whose fields are left out, since it shows them."""
    found: dict[str, str] = {}
    if besides != "entrants" and fields.text("names").strip():
        found["names"] = fields.text("names")
    if besides == "results" or not now.drawn or not fields.text("about"):
        return found
    number, table = told(now, fields)
    one = now.drawn[number - 1]
    there = one.results.get(table)
    entered = {
        f"won.{seat}": _told(now, there, seat) for seat in range(len(one.seats.tables[table]))
    }
    entered["pot"] = _pot(now, there)
    typed = {name: fields.text(name) for name in entered}
    stands = fields.flag("stands") and not (there and there.stands)
    if stands or any(text not in ("", entered[name]) for name, text in typed.items()):
        found |= {name: text for name, text in typed.items() if text}
        found["about"] = f"{number}.{table + 1}"
        found |= {"stands": "yes"} if fields.flag("stands") else {}
    return found


def _state(now: Tournament) -> str:
    told = [say("tournament.entrants_told", n=len(now.entrants)).text()]
    if now.begun:
        missing = sum(len(one.seats.tables) - len(one.results) for one in now.drawn[: now.begun])
        told.append(say("tournament.played", n=now.begun, rounds=now.rounds).text())
        if missing:
            told.append(say("tournament.missing", n=missing).text())
    return " ".join(told)


def _round_name(now: Tournament, number: int) -> str:
    key = "tournament.extra_round" if now.drawn[number - 1].extra else "tournament.round"
    return say(key, number=number).text()


def _round(now: Tournament, fields: Fields, usual: int) -> int:
    """The round that is looked at."""
    number = fields.text("round")
    if number.isdecimal() and 1 <= int(number) <= len(now.drawn):
        return int(number)
    return max(1, min(usual, len(now.drawn)))


def _rounds(now: Tournament, fields: Fields, chosen: int) -> Markup:
    options = [(str(n), _round_name(now, n)) for n in range(1, len(now.drawn) + 1)]
    return controls.select(
        fields, "round", say("tournament.which_round").text(), options, str(chosen)
    )


# -- seating ----------------------------------------------------------------------------------------


def _seating(now: Tournament, fields: Fields) -> Markup:
    if not now.drawn:
        return join(_draw(now, fields), _explained(now))
    number = _round(now, fields, now.begun + 1)
    one = now.drawn[number - 1]
    stale = element("p", say("tournament.stale", rounds=list(map(str, now.stale))).text(),
                    class_="tk-assumed") if now.stale else None  # fmt: skip
    return join(
        stale,
        element("div", _rounds(now, fields, number), class_="tk-fields"),
        element("h3", _round_name(now, number)),
        element("ol", *(_table(now, one, at) for at in range(len(one.seats.tables))),
                class_="tk-tables"),
        _resting(now, one),
        element("h3", say("tournament.who_where").text()),
        _who_where(now),
        element("h3", say("tournament.meetings").text()),
        _meetings(now),
        _draw(now, fields),
        _extra(now, fields),
    )  # fmt: skip


def _name(now: Tournament, number: int) -> Markup:
    return join(element("b", str(number)), " ", now.by_number[number].name)


def _table(now: Tournament, one: Round, at: int) -> Markup:
    people = [element("li", _name(now, number)) for number in one.seats.tables[at]]
    return element("li", element("strong", say("tournament.table", table=at + 1).text()),
                   element("ul", *people))  # fmt: skip


def _resting(now: Tournament, one: Round) -> Markup | None:
    if not one.seats.resting:
        return None
    names = [f"{number} {now.by_number[number].name}" for number in one.seats.resting]
    return element("p", say("tournament.rest", names=names).text())


def _who_where(now: Tournament) -> Markup:
    """For the notice board: everybody with his table in every round."""
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col")
            for key in ("number", "name")]  # fmt: skip
    head += [element("th", _short(now, n), scope="col") for n in range(1, len(now.drawn) + 1)]
    where = [
        {number: str(at) for at, table in enumerate(one.seats.tables, start=1) for number in table}
        | dict.fromkeys(one.seats.resting, "–")
        for one in now.drawn
    ]
    rows = [
        element("tr", element("td", str(one.number)), element("th", one.name, scope="row"),
                *(element("td", places.get(one.number, "")) for places in where))
        for one in now.entrants
    ]  # fmt: skip
    return element("table", element("thead", element("tr", *head)), element("tbody", *rows),
                   class_="tk-list")  # fmt: skip


def _short(now: Tournament, number: int) -> str:
    key = "tournament.column.extra" if now.drawn[number - 1].extra else "tournament.column.round"
    return say(key, number=number).text()


def _meetings(now: Tournament) -> Markup:
    """How often pairs meet, and how well that could be done."""
    rounds = [one.seats for one in now.drawn]
    people = len(frozenset().union(*(seats.people for seats in rounds)))
    counted = [
        say(
            f"tournament.meet_{times}" if times < 3 else "tournament.meet", n=pairs, times=times
        ).text()
        for times, pairs in seating.spread(rounds, people).items()
    ]
    again, least = seating.repeats(rounds), seating.bound(rounds)
    key = "tournament.best" if again <= least else "tournament.bound"
    told = say(key, n=again, least=least).text() if again else say("tournament.none_again").text()
    return element("p", " ".join(counted), " ", told)


def _draw(now: Tournament, fields: Fields) -> Markup | None:
    """What it takes to draw, or to draw anew."""
    coming = range(now.begun + 1, now.rounds + 1)
    if not coming:
        return None
    first = now.stale[0] if now.stale else coming[0]
    options = [(str(n), say("tournament.from_round", number=n).text()) for n in coming]
    parts: list[Content] = []
    if now.begun or now.drawn:
        parts.append(controls.select(fields, "first", say("tournament.draw_from").text(), options,
                                 fields.text("first") or str(first)))  # fmt: skip
    parts.append(controls.text(fields, "seed", say("tournament.seed_label").text(), now.seed,
                           say("tournament.seed_hint").text()))  # fmt: skip
    key = "tournament.draw" if now.stale else "tournament.draw_again"
    button = controls.button(fields, "draw", say(key).text(), primary=bool(now.stale))
    inside = join(element("div", *parts, class_="tk-fields"),
                  element("p", button, class_="tk-actions"))  # fmt: skip
    if now.stale:
        return element("div", inside, class_="tk-draw")
    return element("details", element("summary", say("tournament.draw_again").text()), inside,
                   class_="tk-more", id=controls.place(fields, "again"))  # fmt: skip


def _extra(now: Tournament, fields: Fields) -> Markup | None:
    if now.agreed["resting"] == "middle" or len(now.drawn) < now.rounds:
        return None
    if len(now.owed) < now.rules.seats.active:
        return None
    told = say("tournament.owed", n=len(now.owed), names=[str(number) for number in now.owed])
    button = controls.button(fields, "extra", say("tournament.draw_extra").text())
    return element("div", element("p", told.text()), element("p", button, class_="tk-actions"),
                   class_="tk-draw")  # fmt: skip


def _explained(now: Tournament) -> Markup:
    """How the tables come out for so many people."""
    n = len(now.group(1))
    tables = now.sizes(n)
    active = now.rules.seats.active
    big = sum(size > active for size in tables)
    told = [say("tournament.tables", n=len(tables) - big, seats=active).text()]
    if big:
        told.append(say("tournament.big_tables", n=big, seats=active + 1).text())
    if sum(tables) < n:
        told.append(say("tournament.resting_told", n=n - sum(tables)).text())
    return element("p", " ".join(told))


# -- results ----------------------------------------------------------------------------------------


def chosen(now: Tournament, fields: Fields) -> tuple[int, int]:
    """The round (from 1) and the table (from 0) that the form is about: the first table without a
    result where none is named."""
    open_ = next((n for n, one in enumerate(now.drawn, start=1) if not one.complete), 1)
    number = _round(now, fields, open_)
    one = now.drawn[number - 1]
    table = fields.text("table")
    if table.isdecimal() and 1 <= int(table) <= len(one.seats.tables):
        return number, int(table) - 1
    tables = range(len(one.seats.tables))
    return number, next((at for at in tables if at not in one.results), 0)


def told(now: Tournament, fields: Fields) -> tuple[int, int]:
    """The round and the table that what is filled in is about, also when another one has been
    chosen since."""
    parts = zip(("round", "table"), fields.text("about").split("."), strict=False)
    about = Fields({name: (value,) for name, value in parts})
    return chosen(now, about if fields.text("about") else fields)


def _results(now: Tournament, fields: Fields) -> Markup:
    if not now.drawn:
        return element("p", say("tournament.not_drawn").text())
    number, table = chosen(now, fields)
    if fields.text("about") and told(now, fields) != (number, table):
        for name in ("won.0", "won.1", "won.2", "won.3", "won.4", "pot", "stands"):
            fields.put(name)
    one = now.drawn[number - 1]
    options = [
        (str(at + 1), say("tournament.table_done" if at in one.results else "tournament.table",
                          table=at + 1).text())
        for at in range(len(one.seats.tables))
    ]  # fmt: skip
    stale = None
    if not now.fits(number):
        stale = element("p", say("tournament.stale", rounds=[str(number)]).text(),
                        class_="tk-assumed")  # fmt: skip
    rows = [_result_row(now, fields, one, at) for at in range(len(one.seats.tables))]
    return join(
        stale,
        element("div", _rounds(now, fields, number),
                controls.select(fields, "table", say("tournament.which_table").text(), options,
                            str(table + 1)),
                class_="tk-fields"),
        _result_form(now, fields, number, table),
        element("table", element("tbody", *rows), class_="tk-list"),
    )  # fmt: skip


def _result_form(now: Tournament, fields: Fields, number: int, table: int) -> Markup:
    one = now.drawn[number - 1]
    left = now.agreed["entered"] == "left"
    there = one.results.get(table)
    boxes = []
    for seat, who in enumerate(one.seats.tables[table]):
        name = f"won.{seat}"
        value = fields.text(name) or _told(now, there, seat)
        label = _name(now, who)
        at = controls.place(fields, name)
        goto = seat == 0 and fields.flag("goto")
        control = element("input", type="text", name=name, id=at, value=value, inputmode="text",
                          class_="tk-number", maxlength="12", data_goto=goto)  # fmt: skip
        boxes.append(element("p", element("label", label, for_=at), control, class_="tk-field"))
    if now.pots:
        at = controls.place(fields, "pot")
        value = fields.text("pot") or _pot(now, there)
        control = element("input", type="text", name="pot", id=at, value=value, class_="tk-number",
                          maxlength="12")  # fmt: skip
        boxes.append(controls.labelled(fields, "pot", say("tournament.pot").text(), control))
    due = shown(now.stake * len(one.seats.tables[table]), now.rules)
    hint = say("tournament.left_hint", due=due) if left else say("evening.rest_hint")
    stands = fields.flag("stands") or bool(there and there.stands)
    buttons: list[Content] = [
        controls.button(
            fields, "save", say("tournament.save", table=table + 1).text(), primary=True
        )
    ]
    if there is not None:
        buttons.append(controls.button(fields, "clear", say("tournament.clear").text()))
    key = "tournament.enter_left" if left else "tournament.enter_won"
    return element(
        "section",
        controls.hidden(fields, "about", f"{number}.{table + 1}", about=True),
        controls.fieldset(say(key, table=table + 1, unit=now.rules.unit.name).text(),
                      element("div", *boxes, class_="tk-amounts"),
                      element("p", hint.text(), class_="tk-field-hint") if now.balanced else None,
                      controls.checkbox(fields, "stands", say("tournament.stands").text(), stands)
                      if now.balanced else None),
        element("p", *buttons, class_="tk-actions"),
        class_="tk-entry",
    )  # fmt: skip


def _told(now: Tournament, there: Result | None, seat: int) -> str:
    """What stands in a field: as it was entered."""
    if there is None:
        return ""
    left = now.stake if now.agreed["entered"] == "left" else 0
    return shown(there.won[seat] + left, now.rules)


def _pot(now: Tournament, there: Result | None) -> str:
    return shown(there.pot, now.rules) if there and there.pot else ""


def _result_row(now: Tournament, fields: Fields, one: Round, at: int) -> Markup:
    there = one.results.get(at)
    button = element("button", say("tournament.table", table=at + 1).text(), type="button",
                     name="table", value=str(at + 1), class_="tk-plain",
                     id=controls.place(fields, "table", str(at + 1)))  # fmt: skip
    cells = []
    for seat, number in enumerate(one.seats.tables[at]):
        amount = element("span", signed(there.won[seat], now.rules)) if there else None
        cells.append(element("td", _name(now, number), " ", amount))
    return element("tr", element("th", button, scope="row"), *cells)


# -- standings --------------------------------------------------------------------------------------


def _standings(now: Tournament, fields: Fields) -> Markup:
    if not now.begun:
        return element("p", say("tournament.nothing_yet").text())
    places = now.agreed["ranking"] == "places"
    keys = ["rank", "number", "name", *(["places"] if places else []), "total"]
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col") for key in keys]
    head += [element("th", _short(now, n), scope="col") for n in range(1, now.begun + 1)]
    rows = [_standing(now, row, places) for row in now.standings if row.played or _here(now, row)]
    note = say("tournament.places_note" if places else "tournament.points_note",
               unit=now.rules.unit.name).text()  # fmt: skip
    return join(
        element("table", element("thead", element("tr", *head)), element("tbody", *rows),
                class_="tk-list tk-ranks"),
        element("p", note, class_="tk-field-hint"),
    )  # fmt: skip


def _here(now: Tournament, row: Row) -> bool:
    """Whether somebody without a result takes part at all."""
    one = row.entrant
    return one.until is None or one.until >= one.since


def _standing(now: Tournament, row: Row, places: bool) -> Markup:
    cells: list[Markup] = [element("td", say("evening.rank", rank=row.rank).text()),
                           element("td", str(row.entrant.number))]  # fmt: skip
    gone = row.entrant.until is not None
    mark = element("small", " ", say("tournament.gone").text()) if gone else None
    cells.append(element("th", row.entrant.name, mark, scope="row"))
    if places:
        cells.append(element("td", element("b", _points(row.places))))
    total = signed(row.won, now.rules)
    cells.append(element("td", total if places else element("b", total)))
    for won, points in list(zip(row.by_round, row.places_by_round, strict=True))[: now.begun]:
        told = "" if won is None else signed(won, now.rules)
        extra = element("small", _points(points), " ") if places and points is not None else None
        cells.append(element("td", extra, told))
    return element("tr", *cells)


def _points(points: Fraction) -> str:
    """Points for places: "3", "2.5", "1.33"."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")


# -- cards to print ---------------------------------------------------------------------------------


def _cards(now: Tournament, fields: Fields) -> Markup:
    if not now.drawn:
        return element("p", say("tournament.not_drawn").text())
    kinds = ("tables", "personal")
    kind = fields.choice("kind", kinds, "tables")
    options = [(word, say(f"tournament.cards.{word}").text()) for word in kinds]
    choices = [controls.select(fields, "kind", say("tournament.cards").text(), options, kind)]
    rounds = range(1, len(now.drawn) + 1)
    if kind == "tables":
        named = [(str(n), _round_name(now, n)) for n in rounds]
        usual = str(min(now.begun + 1, len(now.drawn)))
        which = fields.choice("cards", [*(word for word, _ in named), "all"], usual)
        choices.append(controls.select(
            fields, "cards", say("tournament.which_round").text(),
            [*named, ("all", say("tournament.all_rounds").text())], which,
        ))  # fmt: skip
        wanted = rounds if which == "all" else [int(which)]
        cards = [_table_card(now, n, at) for n in wanted
                 for at in range(len(now.drawn[n - 1].seats.tables))]  # fmt: skip
    else:
        cards = [_personal_card(now, one.number) for one in now.entrants if one.until != 0]
    return join(
        element("div", *choices, class_="tk-fields"),
        element("p", say("tournament.cards_hint", n=len(cards)).text(), class_="tk-field-hint"),
        element("div", *cards, class_=f"tk-cards tk-cards--{kind}"),
    )  # fmt: skip


def _table_card(now: Tournament, number: int, at: int) -> Markup:
    """For one table in one round: the people, what each won, and that all agree."""
    left = now.agreed["entered"] == "left"
    rows = [
        element("tr", element("td", element("b", str(n))), element("th", now.by_number[n].name,
                scope="row"), element("td"), element("td"))
        for n in now.drawn[number - 1].seats.tables[at]
    ]  # fmt: skip
    due = shown(now.stake * len(rows), now.rules) if left else "0"
    if now.pots:
        rows.append(element("tr", element("td"), element("th", say("tournament.pot").text(),
                            scope="row"), element("td"), element("td")))  # fmt: skip
    if now.balanced:
        rows.append(element("tr", element("td"), element("th", say("tournament.card_sum").text(),
                            scope="row"), element("td", due), element("td")))  # fmt: skip
    heads = ["number", "name", "left" if left else "won", "signed"]
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col") for key in heads]
    return element(
        "article",
        element("h3", say("tournament.card", round=_round_name(now, number), table=at + 1).text()),
        element("p", now.title, class_="tk-card-title"),
        element("table", element("thead", element("tr", *head)), element("tbody", *rows)),
        class_="tk-score-card",
    )  # fmt: skip


def _personal_card(now: Tournament, number: int) -> Markup:
    """For one entrant: where he sits in every round, and room for his results."""
    rows = []
    for n, one in enumerate(now.drawn, start=1):
        at = next((i for i, t in enumerate(one.seats.tables, start=1) if number in t), None)
        place = str(at) if at else "–" if number in one.seats.resting else ""
        if at or number in one.seats.resting:
            rows.append(element("tr", element("th", _short(now, n), scope="row"),
                                element("td", place), element("td"), element("td")))  # fmt: skip
    heads = ["round_head", "table", "won", "sum"]
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col") for key in heads]
    return element(
        "article", element("h3", _name(now, number)),
        element("p", now.title, class_="tk-card-title"),
        element("table", element("thead", element("tr", *head)), element("tbody", *rows)),
        class_="tk-score-card",
    )  # fmt: skip


# -- entrants, and what is agreed -------------------------------------------------------------------


def _entrants(now: Tournament, fields: Fields) -> Markup:
    coming = range(now.begun + 1, max(now.rounds, now.begun + 1) + 1)
    options = [(str(n), say("tournament.from_round", number=n).text()) for n in coming]
    adding = element(
        "section",
        controls.area(fields, "names", say("tournament.add").text(), fields.text("names"), 3,
                  say("tournament.names_hint").text()),
        element("div", controls.select(fields, "since", say("tournament.since").text(), options,
                                   fields.text("since") or str(coming[0])), class_="tk-fields")
        if now.begun or now.drawn else None,
        element("p", controls.button(fields, "join", say("tournament.join").text(), primary=True),
                class_="tk-actions"),
        class_="tk-entry",
    )  # fmt: skip
    rows = []
    for one in now.entrants:
        gone = one.until is not None
        button = element(
            "button", say("tournament.return" if gone else "tournament.leave").text(),
            type="button", name="return" if gone else "leave", value=str(one.number),
            class_="tk-plain", id=controls.place(fields, "leave", str(one.number)),
            aria_label=say("tournament.return_name" if gone else "tournament.leave_name",
                           name=one.name).text(),
        )  # fmt: skip
        told = []
        if one.since > 1:
            told.append(say("tournament.from_round", number=one.since).text())
        if one.until is not None:
            told.append(say("tournament.until", number=one.until).text())
        rows.append(element("tr", element("td", str(one.number)), element("th", one.name, scope="row"),
                            element("td", ", ".join(told)), element("td", button)))  # fmt: skip
    people = [(str(one.number), f"{one.number} {one.name}") for one in now.entrants]
    renaming = element(
        "details", element("summary", say("tournament.rename").text()),
        element("div", controls.select(fields, "who", say("tournament.column.number").text(), people,
                                   fields.text("who") or people[0][0]),
                controls.text(fields, "name", say("tournament.column.name").text(), fields.text("name")),
                class_="tk-fields"),
        element("p", controls.button(fields, "rename", say("tournament.rename").text()),
                class_="tk-actions"),
        class_="tk-more", id=controls.place(fields, "renaming"),
    ) if people else None  # fmt: skip
    return join(adding, element("table", element("tbody", *rows), class_="tk-list"), renaming)


def _agreed(now: Tournament, fields: Fields) -> Markup:
    values = {**now.agreed, "rounds": str(now.rounds), "stake": shown(now.stake, now.rules)}
    return element(
        "section",
        element("div", controls.text(fields, "title", say("tournament.title").text(),
                                 fields.text("title") or now.title), class_="tk-fields"),
        _agreements(fields, values, now.may_be_larger),
        element("p", controls.button(fields, "agree", say("tournament.agree").text(), primary=True),
                class_="tk-actions"),
    )  # fmt: skip
