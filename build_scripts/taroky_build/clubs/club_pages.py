"""The pages of a club's site: for each of its rule sets the rules with the house's own numbers, what is
different from the rule set it extends, the course with its lessons and drills, and the tools.

The views are those of the project's own site and of what the browser draws for a house table. All pages
are HTML already, so that any MkDocs project with Material can have them.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from markdown import markdown as render
from taroky import rules
from taroky.decoding import reason_of
from taroky.errors import TarokyError
from taroky.messages import ENGLISH, say, speaking
from taroky.messages.expected import suggestion
from taroky_tutorials.forms import tools
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.links import HOUSE, Ways, houses, words_of
from taroky_tutorials.reading import course_pages, glossary
from taroky_tutorials.reading.course_pages import Page
from taroky_tutorials.reference import house_reference, table_sheet, templates

from taroky_build.build_cache import Files, Job
from taroky_build.errors import BuildError
from taroky_build.pages import filled_pages, outcome_files, raw_html, translated_pages
from taroky_build.pages.page_cache import lesson_contents, run_cached

#: Where one plays, by the club's rules.
PLAY_PAGE = "play/index.md"
#: Written pages of the project that every club's site has too, if they are there.
COMMON = (
    "reference/glossary.md",
    "reference/cards.md",
    PLAY_PAGE,
    "evening/index.md",
    "tournament/index.md",
    "compare/index.md",
    "compare/two.md",
    "compare/hand.md",
    "house/build.md",
    "about/licences.md",
    "about/help.md",
    "about/privacy.md",
    "about/accessibility.md",
)
#: Ids that are names of other pages.
TAKEN = ("switch", "index", "glossary", "cards")
#: Where a course's map keeps the ids of its lessons.
_LESSONS = "lessons"
#: Pages that are two or three folders deep, and their way to the root.
_TWO, _THREE = "../../", "../../../"
_MARKER = re.compile(r"(?P<before><!-- tool: [^>]*?rules=)(?P<id>[a-z0-9_-]+)(?=[ >])")
_LINK = re.compile(
    r'<a\b(?P<before>[^>]*?) ?href="(?P<to>[^"]*)"(?P<after>[^>]*)>(?P<words>.*?)</a>', re.DOTALL
)
_FRONT = re.compile(r"\A---\n(?P<front>.*?\n)---\n", re.DOTALL)
_TITLE = re.compile(r"\A\s*# (?P<title>[^\n]*)\n")


@dataclass(frozen=True)
class Club:
    """The site of a club in the language that is spoken. names: ids of rule sets and packed house
    tables; docs: the project's written pages; folder: the club's, where results are kept; wanted:
    patterns of the pages."""

    names: tuple[str, ...]
    docs: Path
    folder: Path
    lessons: bool = True
    calculators: bool = True
    wanted: str = "*"

    def has(self, page: str) -> bool:
        """Whether it is to have a page."""
        return translated_pages.matches(page, self.wanted)

    @property
    def taught(self) -> tuple[str, ...]:
        """Those of its rule sets that have a course."""
        known = self.names if self.lessons else ()
        return tuple(name for name in known if self.has(f"learn/{rules.load(name).table}/index.md"))

    @property
    def houses(self) -> dict[str, str]:
        """The pages of its house tables by their packed names."""
        return {name: rules.load(name).table for name in self.names if rules.load(name).packed}


def read(entries: Sequence[str], folder: Path) -> tuple[str, ...]:
    """The rule sets that the plugin's option names: ids, or house tables in files as seen from
    `folder`. Raises BuildError with one sentence."""
    games: dict[str, str] = {}
    for entry in entries:
        name = _read(entry, folder)
        game = rules.load(name).table
        if game in games.values() or game in TAKEN:
            raise BuildError(
                f"{entry}: the id {game} is taken; write another one behind table: in that file."
            )
        games[name] = game
    return tuple(games)


def _read(entry: str, folder: Path) -> str:
    if not entry.endswith((".yaml", ".yml")):
        if entry in rules.ids():
            return entry
        hint = suggestion(entry, rules.ids()).text(ENGLISH)
        raise BuildError(f"rules: “{entry}” is no rule set and no file that ends in .yaml; {hint}")
    try:
        text = (folder / entry).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = (
            reason_of(problem).text(ENGLISH)
            if isinstance(problem, OSError)
            else "it is no UTF-8 text"
        )
        raise BuildError(f"rules: {entry} in {folder} cannot be read: {reason}.") from None
    try:
        return rules.pack(text, entry)
    except TarokyError as problem:
        raise BuildError(str(problem)) from None


# -- everything ----------------------------------------------------------------------------------


def generated(club: Club, by_hand: Sequence[str]) -> tuple[dict[str, str], dict[str, bytes]]:
    """Pages by their path below docs/, but for those that the club has written itself, and other
    files by their path below the site's root. Raises BuildError."""
    made = _made(club)
    texts = {path: text for path, text in made.items() if path.endswith(".md")}
    known = {_url(path) for path in (*texts, *by_hand) if club.has(path)}
    besides = [page for page in house_pages.BESIDES if page in known]
    frame = house_pages.frame("../", besides)  # which has its heading in it
    texts[f"{HOUSE}index.md"] = f"{course_pages.front(frame)}{raw_html.HTML}\n{frame.body}\n"
    known.add(HOUSE)
    texts = {path: text for path, text in texts.items() if path not in by_hand and club.has(path)}
    files = {path: text.encode() for path, text in made.items() if not path.endswith(".md")}
    files[glossary.STYLES] = glossary.styles().encode()
    return {path: unlinked(text, path, known) for path, text in texts.items()}, files


def paths_of_pages(club: Club) -> set[str]:
    """The paths of the pages that `generated` makes, without making them. Lessons that a house's rules leave
    out, and that nobody knows before they are played, are among them."""
    common = (*(f"reference/{name}.md" for name in _told_here(club)), *COMMON)
    pages = {path for path in common if translated_pages.found(club.docs, path)[0].exists()}
    pages.add(f"{HOUSE}index.md")
    for name, id in club.houses.items():
        alone = _written_page(name, club.docs) is None
        pages |= {f"reference/{id}.md"} | (set() if alone else {f"reference/{id}-differences.md"})
    for name in club.names:
        id = rules.load(name).table
        pages.add(f"reference/{id}/summary.md")
        if club.calculators:
            pages |= {f"calculators/{id}/{page}.md" for page in ("index", *tools.of_game(name))}
    for name in club.taught:
        id = rules.load(name).table
        lessons = [one.id for one in lesson_files.overview(rules.origin(name) or name)]
        pages |= {f"learn/{id}/{page}.md" for page in ("index", "learned", "again", *lessons)}
    return {path for path in pages if club.has(path)}


def written(club: Club, texts: Mapping[str, str]) -> dict[str, str]:
    """The club's own pages with everything filled in; its tables go by their ids there. Raises
    BuildError."""
    packed = {id: name for name, id in club.houses.items()}
    named = {
        path: _MARKER.sub(lambda m: m["before"] + packed.get(m["id"], m["id"]), text)
        for path, text in texts.items()
    }
    houses_json, docs, prose = _houses_json(club), str(club.docs), _all_prose(club)
    jobs = [Job(_filled, (path, text, docs, houses_json), prose) for path, text in named.items()]
    return {path: text for made in run_cached(club.folder, jobs) for path, text in made.items()}


def left_out(club: Club) -> list[str]:
    """Return what the lessons of its house tables do not tell, and why."""
    messages = [message for name in club.houses for message in lesson_files.left_out(name)]
    return [message.text() for message in messages] if club.lessons else []


def _houses_json(club: Club) -> str:
    return json.dumps(club.houses)


def _filled(path: str, text: str, docs: str, houses_json: str) -> Files:
    return {path: _expanded(path, text, docs, houses_json)}


def _expanded(path: str, text: str, docs: str, houses_json: str) -> str:
    """A written page with everything filled in."""
    with houses(json.loads(houses_json)), templates.written(Path(docs, "reference")):
        return filled_pages.expand(text, path, Path())


def _made(club: Club) -> Files:
    jobs = []
    houses_json, docs = _houses_json(club), str(club.docs)
    for path in (*(f"reference/{name}.md" for name in _told_here(club)), *COMMON):
        file, _ = translated_pages.found(club.docs, path)
        if club.has(path) and file.exists():
            sources = (file.read_bytes(), *_all_prose(club))
            jobs.append(Job(_common, (path, docs, houses_json), sources))
    for name in club.houses:
        jobs.append(Job(_reference, (name, docs), _prose(club, name)))
    for name in club.names:
        jobs.append(Job(_summary, (name,)))
        if club.calculators:
            jobs.append(Job(_calculators, (name,)))
        if club.has(PLAY_PAGE):
            jobs.append(Job(_first_hand, (name,)))
    for name in club.taught:
        jobs.append(Job(_map, (name,), lesson_contents()))
        jobs.append(Job(_switch, (name,)))
    made = run_cached(club.folder, jobs)
    courses = [Job(_lesson, (name, one), lesson_contents()) for name, one in _lessons(club, made)]
    made += run_cached(club.folder, courses)
    return {path: text for one in made for path, text in one.items() if path != _LESSONS}


def _lessons(club: Club, made: Sequence[Files]) -> list[tuple[str, str]]:
    """Rule set and id of every lesson, as the maps of the courses say."""
    maps = iter([one for one in made if _LESSONS in one])
    return [(name, id) for name in club.taught for id in json.loads(next(maps)[_LESSONS])]


def _told_here(club: Club) -> list[str]:
    """The rule sets of the project whose pages the site has: those that are named, and those whose
    rules a table takes over without telling them on its own page."""
    names = [name for name in club.names if name in rules.ids()]
    for name in club.names:
        table = rules.load(name)
        names += [page for page in table.pages.values() if page != _page_of(name)]
    return list(dict.fromkeys(name for name in names if name in rules.ids()))


def _page_of(name: str) -> str:
    """The page that tells a table's rules, on the project's own site."""
    if rules.load(name).packed and rules.origin(name):
        return house_reference.page_of(name)
    table = rules.load(name)
    return table.page_of(f"{table.prefix}-")


def _prose(club: Club, name: str) -> tuple[bytes, ...]:
    """The written page that a rule set's reference is made from."""
    file = _written_page(name, club.docs)
    return (file.read_bytes(),) if file is not None else ()


def _all_prose(club: Club) -> tuple[bytes, ...]:
    """The written pages of all its house tables: the builder shows what changes in them."""
    return tuple(text for name in club.houses for text in _prose(club, name))


def _written_page(name: str, docs: Path) -> Path | None:
    """The written page that tells the rules of the rule set which a house extends."""
    if rules.origin(name) not in rules.ids():
        return None
    file, _ = translated_pages.found(docs, f"reference/{house_reference.page_of(name)}.md")
    return file if file.exists() else None


def _own(name: str) -> dict[str, str]:
    table = rules.load(name)
    return {table.packed: table.table} if table.packed else {}


# -- jobs ----------------------------------------------------------------------------------------


def _map(name: str) -> Files:
    """A course's map, what has been learned in it, what was missed, and the ids of its lessons."""
    of_course, id = lesson_files.overview(name), rules.load(name).table
    with houses(_own(name)):
        pairs = [(rules.origin(name), name)] if switching.from_parent(name) else []
        index = course_pages.course_page(name, of_course, Ways(_TWO, ""), pairs)
        ways = Ways(_THREE, "../")
        learned = course_pages.learned_page(name, of_course, ways)
        again = course_pages.again_page(name, ways)
    return {
        f"learn/{id}/index.md": _page(index),
        f"learn/{id}/learned.md": _page(learned),
        f"learn/{id}/again.md": _page(again),
        _LESSONS: json.dumps([lesson.id for lesson in of_course]),
    }


def _lesson(name: str, lesson: str) -> Files:
    """A lesson's page and its outcomes."""
    course_lesson, after = lesson_files.load(name, lesson)
    with houses(_own(name)):
        page = course_pages.lesson_page(course_lesson, after, Ways(_THREE, "../"))
        return {
            f"learn/{course_lesson.course}/{lesson}.md": _page(page),
            **outcome_files.of_lesson(course_lesson),
        }


def _switch(name: str) -> Files:
    lesson = switching.from_parent(name)
    if lesson is None:
        return {}
    ways = Ways(_THREE, f"../../{lesson.course}/")
    with houses(_own(name)):
        page = course_pages.lesson_page(lesson, None, ways, also=rules.origin(name))
        return {f"learn/switch/{lesson.id}.md": _page(page), **outcome_files.of_lesson(lesson)}


def _reference(name: str, docs: str) -> Files:
    """The rules of a house table, and what is different in them from those it extends."""
    table, file = rules.load(name), _written_page(name, Path(docs))
    title = say("house.rules_title", title=table.title).text()
    path = f"reference/{table.table}"
    with houses(_own(name)):
        about = say("about.rules", game=table.title).text()
        if file is None:
            alone = element("p", say("house.alone").text())
            return {f"{path}.md": _page(Page(title, alone, description=about))}
        different = say("club.different", title=table.title).text()
        named = {"title": table.title, "parent": rules.load(rules.origin(name)).title}
        lead = say("house.rules_lead", **named, n=len(house_reference.changes(name)))
        link = element("a", different, href=f"../{table.table}-differences/")
        body = join(element("p", lead.text(), " ", link, ".", class_="tk-lead"), _rules(name, file))
        back = element("p", element("a", title, href=f"../{table.table}/"), class_="tk-trail")
        about_changes = say("about.differences", game=table.title, parent=named["parent"]).text()
        changes = join(
            element("p", say("house.lead", **named).text(), class_="tk-lead"),
            house_pages.changes(name, _TWO),
        )
        return {
            f"{path}.md": _page(Page(title, body, description=about)),
            f"{path}-differences.md": _page(Page(different, changes, back, about_changes)),
        }


def _summary(name: str) -> Files:
    """A table's rules on one sheet."""
    table = rules.load(name)
    with houses(_own(name)):
        sheet = table_sheet.page(table, _THREE)
    front = course_pages.front(
        Page(table_sheet.title(table), sheet, description=table_sheet.about(table))
    )
    return {f"reference/{table.table}/summary.md": f"{front}{raw_html.HTML}\n{sheet}\n"}


def _rules(name: str, file: Path) -> Markup:
    """The written page with the numbers of a house table, its sections beside it."""
    html = house_reference.rules_of_house(
        name, templates.make(file.read_text("utf-8")), _here, _TWO
    )
    # Its summary, say, is the house's own as well.
    here, there = rules.load(name).table, house_reference.page_of(name)
    html = Markup(html.replace(f'="{_TWO}reference/{there}/', f'="{_TWO}reference/{here}/'))
    return element(
        "div",
        element(
            "nav",
            house_reference.contents(html, _here),
            class_="tk-house-toc",
            aria_label=say("house.contents").text(),
        ),
        element("div", html),
        class_="tk-house-rules",
    )


def _here(id: str) -> str:
    return f"#{id}"


def _first_hand(name: str) -> Files:
    """The hand that lies dealt at the table where one plays."""
    with houses(_own(name)):
        return outcome_files.of_table(name)


def _calculators(name: str) -> Files:
    """A page for each tool, and one that lists them."""
    table = rules.load(name)
    title = say("house.tools_title", title=table.title).text()
    pages, doors = {}, []
    with houses(_own(name)):
        for tool in tools.of_game(name):
            heading, words = tools.titled(tool)
            doors.append(
                element(
                    "li", element("h2", element("a", heading, href=f"{tool}/")), element("p", words)
                )
            )
            form = tools.on_page(tool, {"rules": name}, _THREE)
            back = element("p", element("a", title, href="../"), class_="tk-trail")
            about = say("about.tool", words=words, game=table.title).text()
            pages[f"calculators/{table.table}/{tool}.md"] = _page(Page(heading, form, back, about))
    about = say("about.tools", game=table.title).text()
    index = Page(title, element("ul", *doors, class_="tk-doors"), description=about)
    return {f"calculators/{table.table}/index.md": _page(index), **pages}


def _page(page: Page) -> str:
    return f"{course_pages.front(page)}{raw_html.HTML}\n{page.whole()}\n"


def _common(path: str, docs: str, houses_json: str) -> Files:
    """A written page of the project's own."""
    file, spoken = translated_pages.found(Path(docs), path)
    text = file.read_text("utf-8")
    front = _FRONT.match(text)
    text = text[front.end() :] if front else text
    with speaking(spoken):
        text = _expanded(path, text, docs, houses_json)
    title = _TITLE.match(text)
    head = front["front"] if front else ""
    if title and not re.search(r"^title:", head, re.MULTILINE):
        head = f"title: {json.dumps(title['title'], ensure_ascii=False)}\n{head}"
    html = render(text, extensions=list(templates.EXTENSIONS), extension_configs=_toc())
    html = re.sub(r'href="([^":#]*)\.md(#[^"]*)?"', lambda m: _of_file(m, path), html)
    return {path: f"---\n{head}---\n{raw_html.HTML}\n{html}\n"}


def _toc() -> dict[str, dict[str, str]]:
    return {"toc": {"permalink": "§", "permalink_title": say("site.section").text()}}


def _of_file(match: re.Match[str], path: str) -> str:
    """A link to a written page as one to the page it becomes."""
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), match[1]))
    base = "../" * _url(path).count("/")
    return f'href="{base}{_url(target + ".md")}{match[2] or ""}"'


# -- links ---------------------------------------------------------------------------------------


def _url(path: str) -> str:
    """The address of a page below the site's root: "reference/house.md" is at "reference/house/"."""
    folder = path.removesuffix(".md")
    folder = "" if folder == "index" else folder.removesuffix("/index")
    return f"{folder}/" if folder else ""


def unlinked(html: str, path: str, known: set[str]) -> str:
    """The page of this path without links to pages that the site does not have: their words stay.
    known: the addresses of all its pages."""
    here = _url(path)

    def link(match: re.Match[str]) -> str:
        to = unescape(match["to"]).partition("#")[0].partition("?")[0]
        if not to or ":" in to or "/assets/" in f"/{to}":
            return match[0]
        target = posixpath.normpath(posixpath.join("/", here, to)).lstrip("/")
        if (f"{target}/" if target else "") in known:
            return match[0]
        return words_of(match)

    return _LINK.sub(link, html)
