"""The start of the play page: the choice of a game and of the other players, on the page that the build
makes."""

from __future__ import annotations

from taroky import rules
from taroky.messages import given_name, say
from taroky.players.levels import LEVELS

from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.play_page.evening_parts import HERE
from taroky_tutorials.play_page.seating import LONGEST_NAME, USUAL_LEVEL
from taroky_tutorials.tasks.whole_hand.deal import words

#: Where the build keeps the first hand of a game, by its table's id, below the site's root.
FIRST_HAND = "assets/outcomes/table/{}.json"
#: And the first hand with a coach.
COACHED_HAND = "assets/outcomes/coached/{}.json"


def games() -> tuple[str, ...]:
    """All rule sets, those with lessons first."""
    return (*COURSES, *sorted(set(rules.ids()) - set(COURSES)))


def on_page(base: str) -> Markup:
    """The form, and the place for the table."""
    return element(
        "div",
        _form(base),
        element("section", _empty(), class_="tk-room", id="tk-room"),
        element("p", class_="tk-only-heard", role="status", aria_live="polite", id="tk-heard"),
        element("p", say("tool.noscript").text(), class_="tk-assumed tk-no-script"),
        class_="tk-play-here",
        data_base=base,
        data_words=words(),
        data_search_exclude=True,
    )


def _empty() -> Markup:
    """The table before Python is there: nobody's cards, and a word."""
    return element("p", say("table.words.wait").text(), class_="tk-line")


def _form(base: str) -> Markup:
    return element(
        "form",
        _sent(),
        element(
            "div",
            element(
                "p",
                element("label", say("table.game").text(), for_="tk-game"),
                _games(base),
                class_="tk-field",
            ),
            element(
                "p",
                element("label", say("table.players").text(), for_="tk-players"),
                element("select", name="players", id="tk-players"),
                class_="tk-field tk-players",
                hidden=True,
            ),
            class_="tk-which",
        ),
        element("fieldset", element("legend", say("table.levels").text()), *map(_level, LEVELS)),
        element("p", class_="tk-why-not", role="status"),
        element(
            "div",
            _sits_down(),
            element(
                "button",
                say("table.resume").text(),
                type="button",
                class_="tk-button tk-resume",
                data_play={"resume": "1"},
                hidden=True,
            ),
            element(
                "button",
                say("table.coached.short").text(),
                type="button",
                class_="tk-button",
                data_play={"coached": "1"},
                id="tk-coached",
            ),
            class_="tk-actions",
        ),
        element("p", say("table.ways").text(), class_="tk-ways-head", id="tk-ways-head"),
        element(
            "div",
            *(_way(name, event) for name, event in _WAYS.items()),
            class_="tk-ways-in",
            role="group",
            aria_labelledby="tk-ways-head",
        ),
        _past_days(),
        _people(),
        element(
            "p",
            say("table.options").text(),
            " ",
            element("a", say("table.build").text(), href=f"{base}house/build/"),
            ".",
            *_puzzles(base),
        ),
        _record(),
        class_="tk-sit-down",
        id="tk-sit-down",
        autocomplete="off",
    )


def _puzzles(base: str) -> tuple[Content, ...]:
    """The way to the puzzles, which a club's own site does not have."""
    if links.of_site():
        return ()
    return " ", element("a", say("table.puzzles").text(), href=f"{base}play/puzzles/"), "."


def _sits_down() -> Markup:
    return element(
        "button", say("table.sit_down").text(), type="submit", class_="tk-button tk-button--primary"
    )


#: Other ways to play than an evening on your own, and what a press of each tells the page.
_WAYS = {
    "daily": {"day": "1"},
    "yesterday": {"yesterday": "1"},
    "match": {"match": "new"},
    "several": {"several": "1"},
}


def _way(name: str, event: dict[str, str]) -> Markup:
    """A way to play, and in a few words what it is."""
    return element(
        "button",
        element("b", say(f"table.{name}").text()),
        " ",
        element(
            "span",
            say(f"table.{name}.words").text(),
            data_date="today" if name == "daily" else None,
            data_dated=say("table.daily.today", day="{date}").text() if name == "daily" else None,
        ),
        type="button",
        class_="tk-way",
        data_play=event,
    )


def _past_days() -> Markup:
    """The hands of the last days; the script fills in which, and what became of them."""
    words = {
        name: say(f"table.day.{name}", amount="{amount}").text()
        for name in ("play", "you", "master")
    }
    return element(
        "details",
        element("summary", say("table.day.past").text()),
        element("ul", class_="tk-past-days", data_words=words),
        class_="tk-people",
        id="tk-past",
        hidden=True,
    )


def _sent() -> Markup:
    """Return what is said to a player who comes with a link to cards, or to a hand that was played."""
    return join(
        *(
            element(
                "p",
                say(f"table.sent.{what}").text(),
                " ",
                element(
                    "button",
                    say(f"table.sent.{what}.do").text(),
                    type="button",
                    data_play={"sent": what},
                    class_="tk-button tk-button--primary",
                ),
                class_="tk-sent",
                data_sent=what,
                hidden=True,
            )
            for what in ("cards", "record", "match")
        )
    )


def _record() -> Markup:
    """Return where a record is opened."""
    return element(
        "details",
        element("summary", say("table.record").text()),
        element("label", say("table.record.words").text(), for_="tk-record"),
        element(
            "textarea",
            id="tk-record",
            rows="4",
            class_="tk-record",
            spellcheck="false",
            data_passing=True,
        ),
        element(
            "p",
            element(
                "button",
                say("table.record.open").text(),
                type="button",
                data_play={"record": "1"},
                class_="tk-button",
            ),
        ),
        class_="tk-people",
    )


def _games(base: str) -> Markup:
    """The game: any rule set, those of a club's own site first, and what house tables the browser knows."""
    options, own = [], links.of_site()
    for name in (*own, *games()):
        table = rules.load(name)
        has_hand = name in own or not own
        options.append(
            element(
                "option",
                given_name(table.title),
                value=name,
                data_players=" ".join(map(str, table.seats.players)),
                data_outcomes=base + FIRST_HAND.format(table.table) if has_hand else None,
                data_coached=base + COACHED_HAND.format(table.table) if has_hand else None,
            )
        )
    houses = element("optgroup", label=say("table.houses").text(), id="tk-your-houses", hidden=True)
    return element("select", *options, houses, name="rules", id="tk-game")


def _level(name: str) -> Markup:
    return element(
        "label",
        element("input", type="radio", name="level", value=name, checked=name == USUAL_LEVEL),
        element(
            "span",
            element("b", say(f"table.level.{name}").text()),
            " ",
            say(f"table.level.{name}.words").text(),
        ),
        class_="tk-level",
    )


def _people() -> Markup:
    """The others one by one, for those who want to name them, and where several people play at this device."""
    most = max(max(rules.load(name).seats.players) for name in rules.ids())
    own = say("table.person.you").text()
    you = element(
        "p",
        element(
            "input",
            type="text",
            name="name0",
            maxlength=str(LONGEST_NAME),
            placeholder=own,
            aria_label=own,
            data_passing=True,
        ),
        class_="tk-person tk-person--you",
    )
    rows = [you, *(_person(place) for place in range(1, most))]
    return element(
        "details",
        element("summary", say("table.people").text()),
        element("p", say("table.several.hidden").text(), class_="tk-several"),
        *rows,
        element("p", _sits_down()),
        class_="tk-people",
        id="tk-people",
    )


def _person(place: int) -> Markup:
    title = say("table.person", number=place).text()
    usual = element("option", say("table.level.usual").text(), value="")
    here = element("option", say("table.level.here").text(), value=HERE)
    levels = [element("option", say(f"table.level.{name}").text(), value=name) for name in LEVELS]
    return element(
        "p",
        element(
            "input",
            type="text",
            name=f"name{place}",
            maxlength=str(LONGEST_NAME),
            placeholder=title,
            aria_label=title,
            data_passing=True,
        ),
        element(
            "select",
            usual,
            *levels,
            here,
            name=f"level{place}",
            aria_label=say("table.person.level", number=place).text(),
        ),
        class_="tk-person",
        data_place=str(place),
    )
