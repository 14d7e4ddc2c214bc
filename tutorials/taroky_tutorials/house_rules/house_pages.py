"""The pages that the browser draws for a house table, from an address that holds all of it: an overview
with what is different, the rules, the course with its lessons and drills, the tools, the table as a
file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

from taroky import rules, sent_links
from taroky.characters import unseen_removed
from taroky.errors import RecordError, TableError
from taroky.messages import say
from taroky.rules import packing
from taroky.rules.table import Table
from taroky.version import VERSION

from taroky_tutorials.forms import controls, tools
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import HOUSE, LiveWays, to_keep
from taroky_tutorials.reading import course_pages
from taroky_tutorials.reading.course_pages import Page
from taroky_tutorials.reference import house_reference, table_sheet, templates
from taroky_tutorials.reference.report_links import with_reports
from taroky_tutorials.tasks import widgets

#: What an address begins with.
_START = "#rules="
#: Parts of an address that are one word.
_PLACES = frozenset({"page", "lesson", "step", "tool", "at"})
_MOST_FIELDS = 400
#: The longest address that is put into a message.
_MOST_ADDRESS = 1200
#: Pages that a site may have besides, where a house table can be changed, compared and played by.
BUILD, COMPARE, PLAY = "house/build/", "compare/two/", "play/"
EVENING, TOURNAMENT = "evening/", "tournament/"
BESIDES = (BUILD, COMPARE, PLAY, EVENING, TOURNAMENT)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The worker's verb: {"verb": "house", "address": "#rules=h.…&page=lesson&lesson=talon", "base":
    "../", "site": ["house/build/"]} → {"title": …, "html": …}; site: which of `BESIDES` the site
    has; report: the template of messages to those who make it, "" for none; here: the address of the page. Raises
    TarokyError."""
    base = widgets.checked_base(str(request.get("base", "")))
    site = request.get("site")
    pages = [one for one in BESIDES if isinstance(site, list) and one in site]
    fields = read(str(request.get("address", "")))
    content = page(fields, base, pages)
    html = _with_reports(content.whole(), fields["rules"], base, request)
    return {"title": content.title, "html": html}


def _with_reports(html: str, game: str, base: str, request: Mapping[str, Any]) -> str:
    """The page with a link beside each rule to say that it is wrong, where the site says how its makers are
    reached. Such a message names the rule in the house’s own address, unless that is too long for one."""
    template, here = request.get("report"), str(request.get("here", ""))
    if not isinstance(template, str) or not template.startswith(("https://", "mailto:")):
        return html
    known = here if here.startswith(("https://", "http://")) else ""
    ways = LiveWays(base, "", game)

    def address(point: str) -> str:
        whole = f"{known}{ways.reference(point)}"
        return whole if known and len(whole) <= _MOST_ADDRESS else point

    table = rules.load(game)
    return with_reports(html, template, address, game=table.title, version=VERSION)


def read(address: str) -> dict[str, str]:
    """Return what an address says, by name, without what was put into it on its way. Raises RecordError."""
    if len(address) > 2 * packing.MOST_NAME:
        raise RecordError(say("house.address"))
    if address.startswith(_START):
        fields = _fields(unseen_removed(address))
        if packing.is_whole(fields["rules"]):
            return fields
    several = [_fields(reading) for reading in sent_links.readings(address) if _START in reading]
    if not several:
        raise RecordError(say("house.address"))
    return next((one for one in several if packing.is_whole(one["rules"])), several[0])


def _fields(address: str) -> dict[str, str]:
    """Return what the part of an address says from `_START` on, words without what stands around them."""
    _, start, rest = address.replace("&amp;", "&").partition(_START)
    try:
        pairs = parse_qsl(start[1:] + rest, keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise RecordError(say("house.address")) from None
    fields = {
        unseen_removed(name): value for name, value in pairs if not sent_links.is_tracking(name)
    }
    fields["rules"] = rules.mended(fields["rules"])
    for name in _PLACES.intersection(fields):
        word = next(sent_links.readings(fields[name].strip())).split(" ")[0]
        fields[name] = sent_links.without_marks(word)
    return fields


def page(fields: Mapping[str, str], base: str, site: Sequence[str] = ()) -> Page:
    """The page that an address asks for; site: pages that it may link to. Raises TarokyError."""
    game, name = fields["rules"], fields.get("page", "")
    if not packing.is_packed(game):
        raise RecordError(say("house.address"))
    table = _table(game)
    ways = LiveWays(base, "", table.packed)
    if name == "lesson":
        content = _lesson(game, fields.get("lesson", ""), ways)
    elif name == "course":
        content = course_pages.course_page(game, lesson_files.overview(game), ways, _known(game))
    elif name == "learned":
        content = course_pages.learned_page(game, lesson_files.overview(game), ways)
    elif name == "again":
        content = course_pages.again_page(game, ways)
    elif name == "reference":
        content = _reference(game, ways)
    elif name == "tool":
        content = _tool(game, fields.get("tool", ""), ways)
    elif name == "sheet":
        content = Page(table_sheet.title(table), table_sheet.page(table, base, ways.reference()))
    elif name == "file":
        content = _file(game)
    elif name:
        raise RecordError(say("house.no_page", name=name[:60]))
    else:
        content = _overview(game, ways, site)
    return Page(content.title, content.body, join(_bar(game, name, ways), content.trail))


def _table(game: str) -> Table:
    """The table of a packed name; one that is damaged is told as what it is to a reader: an address.
    Raises TarokyError."""
    try:
        return rules.load(game)
    except TableError as problem:
        if problem.message.id == "table.damaged":
            raise RecordError(say("house.address")) from None
        raise


def _bar(game: str, name: str, ways: LiveWays) -> Markup:
    """Return what there is for this table, on each of its pages."""
    doors = [
        ("", rules.load(game).title, ways.overview()),
        ("reference", say("house.rules").text(), ways.reference()),
        ("course", say("house.lessons").text(), ways.course()),
        ("tool", say("house.tools").text(), ways.tool("")),
        ("sheet", say("house.sheet").text(), ways.sheet()),
    ]
    within_course = dict.fromkeys(("lesson", "learned", "again"), "course")
    here = {**within_course, "file": ""}.get(name, name)
    links = [
        element("li", element("a", words, href=href, aria_current="page" if key == here else None))
        for key, words, href in doors
    ]
    return element(
        "nav", element("ul", *links), class_="tk-house-bar", aria_label=say("house.bar").text()
    )


# -- overview -----------------------------------------------------------------------------------


def _overview(game: str, ways: LiveWays, site: Sequence[str]) -> Page:
    table, origin = rules.load(game), rules.origin(game)
    parent = rules.load(origin).title if origin else ""
    lead = say("house.lead" if parent else "house.lead_alone", title=table.title, parent=parent)
    doors = [
        _door(say("house.rules").text(), say("house.rules_words").text(), ways.reference()),
        _door(say("house.lessons").text(), say("house.lessons_words").text(), ways.course()),
        _door(say("house.tools").text(), say("house.tools_words").text(), ways.tool("")),
        _door(say("house.sheet").text(), say("summary.lead").text(), ways.sheet()),
    ]
    body = join(
        element("p", lead.text(), class_="tk-lead"),
        element("ul", *doors, class_="tk-doors"),
        element("h2", say("house.changes").text(), id="changes"),
        changes(game, ways.base),
        _elsewhere(game, ways, site),
        element("h2", say("house.keep_title").text(), id="keep"),
        element("p", say("house.keep_words").text()),
        _keep(game, ways),
    )
    return Page(table.title, body)


def _door(title: str, words: str, href: str) -> Markup:
    return element("li", element("h2", element("a", title, href=href)), element("p", words))


def changes(game: str, base: str) -> Markup:
    """Return what is different from the rule set a table extends, each with its rules. base: from the
    page to the root of the site."""
    table, origin = rules.load(game), rules.origin(game)
    if not origin:
        return element("p", say("house.alone").text())
    items = [
        element("li", change.text, controls.rule_links(table, change.points[:2], base))
        for change in house_reference.changes(game)
    ]
    if not items:
        return element("p", say("house.same", parent=rules.load(origin).title).text())
    return element("ul", *items, class_="tk-changes")


def _elsewhere(game: str, ways: LiveWays, site: Sequence[str]) -> Markup | None:
    """Return links to where the table can be changed, compared with others, and used to keep scores."""
    links = []
    if BUILD in site:
        address = f"{ways.base}{BUILD}#{urlencode({'t': 'build', 'rules': game})}"
        links.append(element("a", say("house.edit").text(), class_="tk-button", href=address))
    if COMPARE in site and rules.origin(game):
        pair = {"t": "compare", "first": rules.origin(game), "second": game}
        address = f"{ways.base}{COMPARE}#{urlencode(pair)}"
        links.append(element("a", say("house.compare").text(), class_="tk-button", href=address))
    for path, words in (
        (PLAY, "house.play"),
        (EVENING, "house.evening"),
        (TOURNAMENT, "house.tournament"),
    ):
        if path in site:
            address = f"{ways.base}{path}#{urlencode({'rules': game})}"
            links.append(element("a", say(words).text(), class_="tk-button", href=address))
    return element("p", *links, class_="tk-keep-actions") if links else None


def _keep(game: str, ways: LiveWays) -> Markup:
    """Return what can be done with the table: remember it here, pass it on, have it as a file."""
    table = rules.load(game)
    said = element("span", role="status", aria_live="polite", class_="tk-house-said")
    words = {
        key: say(f"house.{key}", title=table.title).text()
        for key in ("kept", "not_kept", "copied", "not_copied")
    }
    return element(
        "p",
        element(
            "button",
            say("house.remember").text(),
            type="button",
            class_="tk-button",
            data_keep_house=to_keep(table),
        ),
        " ",
        element(
            "button",
            say("house.copy").text(),
            type="button",
            class_="tk-button",
            data_copy_house=ways.overview(),
        ),
        " ",
        element("a", say("house.file").text(), class_="tk-button", href=ways.file()),
        " ",
        said,
        class_="tk-keep-actions",
        data_words=words,
    )


# -- rules, lessons, tools ----------------------------------------------------------------------


def _reference(game: str, ways: LiveWays) -> Page:
    table, origin = rules.load(game), rules.origin(game)
    title = say("house.rules_title", title=table.title).text()
    if origin not in rules.ids():
        return Page(title, element("p", say("house.alone").text()))
    template = templates.load(house_reference.page_of(game))
    html = house_reference.rules_of_house(game, template, ways.reference, ways.base)
    lead = say(
        "house.rules_lead",
        title=table.title,
        parent=rules.load(origin).title,
        n=len(house_reference.changes(game)),
    )
    body = join(
        element("p", lead.text(), class_="tk-lead"),
        element("h2", say("house.changes").text(), id="changes"),
        changes(game, ways.base),
        element(
            "div",
            element(
                "nav",
                house_reference.contents(html, ways.reference),
                class_="tk-house-toc",
                aria_label=say("house.contents").text(),
            ),
            element("div", html),
            class_="tk-house-rules",
        ),
    )
    return Page(title, body)


def _lesson(game: str, lesson: str, ways: LiveWays) -> Page:
    for origin, _ in _known(game):
        if lesson == switching.lesson_id(origin, game):
            return _switch(game, ways)
    loaded, following = lesson_files.load(game, lesson)
    return course_pages.lesson_page(loaded, following, ways)


def _known(game: str) -> list[tuple[str, str]]:
    """Return the game from which there is a lesson to this table."""
    origin = rules.origin(game)
    known = origin in COURSES and house_reference.changes(game)
    return [(origin, game)] if known else []


def _switch(game: str, ways: LiveWays) -> Page:
    """The lesson for those who know the game that the table extends; what it changes, where that is
    nothing to be asked."""
    origin = rules.origin(game)
    switch_lesson = switching.from_parent(game)
    if switch_lesson is not None:
        return course_pages.lesson_page(switch_lesson, None, ways, also=origin)
    names = {"home": switching.place(origin), "away": switching.place(game)}
    title = say("switch.title", **names).text()
    return Page(title, join(element("p", say("house.no_steps").text()), changes(game, ways.base)))


def _tool(game: str, name: str, ways: LiveWays) -> Page:
    """A tool; without a name, which tools there are."""
    title = say("house.tools_title", title=rules.load(game).title).text()
    if not name:
        doors = [_door(*tools.titled(one), ways.tool(one)) for one in tools.of_game(game)]
        return Page(title, element("ul", *doors, class_="tk-doors"))
    if name not in tools.by_rules():
        raise RecordError(say("tool.unknown", name=name[:60], expected=list(tools.by_rules())))
    drawn = tools.draw(name, Fields({"rules": (game,)}), ways.base)
    trail = element("p", element("a", title, href=ways.tool("")), class_="tk-trail")
    return Page(tools.titled(name)[0], drawn, trail)


def _file(game: str) -> Page:
    """The table as YAML text, to keep or to build a site with."""
    table = rules.load(game)
    words = element("p", say("house.file_words").text())
    text = element("pre", element("code", rules.as_yaml(game)), id="house-file", tabindex="0")
    save = element(
        "button",
        say("house.save").text(),
        type="button",
        class_="tk-button",
        data_save=f"{table.table}.yaml",
        data_of="house-file",
    )
    title = say("house.file_title", title=table.title).text()
    return Page(title, join(words, element("p", save), text))


# -- what the site brings -------------------------------------------------------------------------


def frame(base: str, site: Sequence[str] = ()) -> Page:
    """The page as the site brings it: where the browser draws what the address names, and until then a
    place to say which club's rules are meant. base: from the page to the root of the site; site: which of
    `BUILD` and `COMPARE` it has."""
    words = {name: say(f"house.{name}").text() for name in ("wait", "failed")}
    body = join(
        element("p", class_="tk-house-live", role="status", aria_live="polite"),
        element(
            "div",
            element("h1", say("house.title").text()),
            element("p", say("house.what").text(), class_="tk-lead"),
            clubs(base),
            _make(base) if BUILD in site else None,
            class_="tk-house",
            data_base=base,
            data_words=words,
            data_site=list(site),
        ),
    )
    return Page(say("house.title").text(), body, description=say("house.what").text())


def _make(base: str) -> Markup:
    link = element("a", say("house.make").text(), href=f"{base}{BUILD}")
    return element("p", say("house.nobody").text(), " ", link, ".")


def clubs(base: str) -> Markup:
    """House tables: those that this browser remembers, and a place for another one's link or file."""
    kept = element(
        "ul",
        class_="tk-houses",
        hidden=True,
        data_house=f"{base}{HOUSE}",
        data_forget=say("house.forget", title="{title}").text(),
    )
    return join(kept, tools.on_page("club", {}, base))


# -- finding a house table ----------------------------------------------------------------------


def found_in(text: str) -> str:
    """The packed name of the house table that somebody pasted: a link that holds one, its packed
    name, or YAML. Raises TarokyError."""
    for reading in sent_links.readings(text):
        address = reading.partition(_START)[2]
        name = rules.mended(address.partition("&")[0] or reading)
        if packing.is_packed(name) and packing.is_whole(name):
            return _table(name).packed
    text = text.strip()
    words = text.split()
    if len(words) == 1 and _START in text:
        name = read(_START + text.partition(_START)[2]).get("rules", "")
    elif len(words) == 1 and packing.is_packed(text):
        name = text
    elif len(words) == 1 and "://" in text:
        raise RecordError(say("house.no_link"))
    else:
        return rules.pack(text)
    if not packing.is_packed(name):
        raise RecordError(say("house.no_link"))
    return _table(name).packed
