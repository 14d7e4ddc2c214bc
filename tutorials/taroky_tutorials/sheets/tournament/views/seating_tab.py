"""Who sits where, round by round, and the draw."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.sheets.tournament import seating
from taroky_tutorials.sheets.tournament.model import Round, Tournament
from taroky_tutorials.sheets.tournament.views.names import (
    chosen_round,
    name_of,
    round_name,
    round_select,
    short_round_name,
)


def view(now: Tournament, fields: Fields) -> Markup:
    if not now.drawn:
        return join(_draw(now, fields), _explained(now))
    number = chosen_round(now, fields, now.begun + 1)
    one = now.drawn[number - 1]
    stale = (
        element(
            "p",
            say("tournament.stale", rounds=list(map(str, now.stale))).text(),
            class_="tk-assumed",
        )
        if now.stale
        else None
    )
    return join(
        stale,
        element("div", round_select(now, fields, number), class_="tk-fields"),
        element("h3", round_name(now, number)),
        element(
            "ol",
            *(_table(now, one, index) for index in range(len(one.seats.tables))),
            class_="tk-tables",
        ),
        _resting(now, one),
        element("h3", say("tournament.who_where").text()),
        _who_where(now),
        element("h3", say("tournament.meetings").text()),
        _meetings(now),
        _draw(now, fields),
        _extra(now, fields),
    )


def _table(now: Tournament, one: Round, index: int) -> Markup:
    people = [element("li", name_of(now, number)) for number in one.seats.tables[index]]
    return element(
        "li",
        element("strong", say("tournament.table", table=index + 1).text()),
        element("ul", *people),
    )


def _resting(now: Tournament, one: Round) -> Markup | None:
    if not one.seats.resting:
        return None
    names = [f"{number} {now.by_number[number].name}" for number in one.seats.resting]
    return element("p", say("tournament.rest", names=names).text())


def _who_where(now: Tournament) -> Markup:
    """For the notice board: everybody with their table in every round."""
    head = [
        element("th", say(f"tournament.column.{key}").text(), scope="col")
        for key in ("number", "name")
    ]
    head += [
        element("th", short_round_name(now, n), scope="col") for n in range(1, len(now.drawn) + 1)
    ]
    where = [
        {
            number: str(table_number)
            for table_number, table in enumerate(one.seats.tables, start=1)
            for number in table
        }
        | dict.fromkeys(one.seats.resting, "–")
        for one in now.drawn
    ]
    rows = [
        element(
            "tr",
            element("td", str(one.number)),
            element("th", one.name, scope="row"),
            *(element("td", places.get(one.number, "")) for places in where),
        )
        for one in now.entrants
    ]
    return element(
        "table", element("thead", element("tr", *head)), element("tbody", *rows), class_="tk-list"
    )


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
    sentence = (
        say(key, n=again, least=least).text() if again else say("tournament.none_again").text()
    )
    return element("p", " ".join(counted), " ", sentence)


def _draw(now: Tournament, fields: Fields) -> Markup | None:
    """Return what it takes to draw, or to draw again."""
    coming = range(now.begun + 1, now.rounds + 1)
    if not coming:
        return None
    first = now.stale[0] if now.stale else coming[0]
    options = [(str(n), say("tournament.from_round", number=n).text()) for n in coming]
    parts: list[Content] = []
    if now.begun or now.drawn:
        parts.append(
            controls.select(
                fields,
                "first",
                say("tournament.draw_from").text(),
                options,
                fields.text("first") or str(first),
            )
        )
    parts.append(
        controls.text(
            fields,
            "seed",
            say("tournament.seed_label").text(),
            now.seed,
            say("tournament.seed_hint").text(),
        )
    )
    key = "tournament.draw" if now.stale else "tournament.draw_again"
    button = controls.button(fields, "draw", say(key).text(), primary=bool(now.stale))
    inside = join(
        element("div", *parts, class_="tk-fields"), element("p", button, class_="tk-actions")
    )
    if now.stale:
        return element("div", inside, class_="tk-draw")
    return element(
        "details",
        element("summary", say("tournament.draw_again").text()),
        inside,
        class_="tk-more",
        id=controls.place(fields, "again"),
    )


def _extra(now: Tournament, fields: Fields) -> Markup | None:
    if now.agreed["resting"] == "middle" or len(now.drawn) < now.rounds:
        return None
    if len(now.owed) < now.table.seats.active:
        return None
    message = say("tournament.owed", n=len(now.owed), names=[str(number) for number in now.owed])
    button = controls.button(fields, "extra", say("tournament.draw_extra").text())
    return element(
        "div",
        element("p", message.text()),
        element("p", button, class_="tk-actions"),
        class_="tk-draw",
    )


def _explained(now: Tournament) -> Markup:
    """How the tables come out for so many people."""
    n = len(now.group(1))
    tables = now.sizes(n)
    active = now.table.seats.active
    big = sum(size > active for size in tables)
    sentences = [say("tournament.tables", n=len(tables) - big, seats=active).text()]
    if big:
        sentences.append(say("tournament.big_tables", n=big, seats=active + 1).text())
    if sum(tables) < n:
        sentences.append(say("tournament.resting_told", n=n - sum(tables)).text())
    return element("p", " ".join(sentences))
