"""Links changed at random: addresses of exercises, fields of tools, house tables packed into a name,
and what pages send to Python.

    python tests/tutorials/mutated_links.py --links 10000

Whatever a link says, Python answers in a moment with a page or with one sentence; it never fails, and
nothing of the link becomes markup: the elements of an answer are those that our own code makes. Prints
a JSON line with what became of the links; for each failure another one that says how to have that link
again. Ends with 1 if anything failed. Run with `make fuzz`.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "engine"))

import mutated_tables as tables
import mutating
import taroky_tutorials
from mutating import Tally, at_most
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials.browser import handle
from taroky_tutorials.forms import tools
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.reference import templates
from taroky_tutorials.sheets import sheet
from taroky_tutorials.tasks.kinds import KINDS, State, make

#: Answering one request may take so many seconds; a whole lesson of a house takes about one.
SECONDS = 20.0
MOST_WORDS = 2_000
Request = dict[str, Any]

#: What strangers might write: markup, and other things that no form or page sends.
HOSTILE = json.loads((Path(__file__).resolve().parents[1] / "hostile.json").read_text("utf-8"))
PAYLOADS: tuple[str, ...] = tuple(HOSTILE["markup"])
STRANGE: tuple[str, ...] = (*HOSTILE["strange"], "9" * 5_000, "a" * 5_000)


# -- requests as pages send them -------------------------------------------------------------------


class _Form(HTMLParser):
    """The fields and buttons of a form."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: list[list[str]] = []
        self.buttons: list[list[str]] = []
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        name = attributes.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and "selected" in attributes:
            self.fields.append([self._select, attributes.get("value", "")])
        elif tag == "button" and name:
            self.buttons.append([name, attributes.get("value", "")])
        elif tag in ("input", "textarea") and name:
            if attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes:
                self.fields.append([name, attributes.get("value", "")])


@cache
def _form(name: str, game: str) -> _Form:
    return _Form(tools.on_page(name, {"rules": game}, "../../"))


@cache
def houses() -> tuple[str, ...]:
    """Names of house tables: those that people write, and changed ones that are good tables still."""
    names = [rules.pack(text) for text in tables.HOUSES]
    n = 0
    while len(names) < 3 * len(tables.HOUSES):
        _, house, text = tables.mutant(f"links/{n}")
        n += 1
        if house:
            try:
                names.append(rules.pack(text))
            except TarokyError:
                continue
    return tuple(names)


def _table(rng: random.Random) -> str:
    return rng.choice(houses()) if rng.random() < 0.4 else rng.choice(rules.ids())


@cache
def exercise(kind: str, topic: str, game: str) -> Request | None:
    """The state of a widget with an exercise; None where the game has none of that kind."""
    try:
        made = make(kind, topic, "1", game)
    except TarokyError:
        return None
    state: Request = json.loads(json.dumps(State("w-drill", made, base="../../").as_json()))
    return state


def _widget(rng: random.Random) -> Request:
    while True:
        kind = rng.choice(sorted(KINDS))
        if KINDS[kind].topics:
            drawn = exercise(kind, rng.choice(KINDS[kind].topics), _table(rng))
            if drawn is not None:
                return tables._copy(drawn)  # type: ignore[no-any-return]


@cache
def _sheets() -> tuple[Request, ...]:
    """Requests of sheets under way: begun, filled in and pressed at random."""
    rng = random.Random("sheets")
    requests: list[Request] = []
    for name in sheet.NAMES:
        if not find_spec(f"taroky_tutorials.sheets.{name}"):
            continue
        for _ in range(4):
            kept: Any = None
            html = str(sheet.on_page(name, "../../"))
            for _ in range(8):
                form = _Form(html)
                fields = [
                    [key, value or rng.choice(("", "Anna", "Bob <b>", "2", "40", "hlucin"))]
                    for key, value in form.fields
                ]
                request: Request = {
                    "verb": "sheet",
                    "sheet": name,
                    "base": "../../",
                    "kept": kept,
                    "fields": fields,
                }
                if form.buttons:
                    request["pressed"] = list(rng.choice(form.buttons))
                requests.append(request)
                reply = json.loads(handle(json.dumps(request)))
                if reply["ok"]:
                    kept, html = reply["kept"], reply["html"]
                if kept:
                    text = json.dumps(kept["sheet"])
                    requests.append(
                        {
                            "verb": "sheet",
                            "sheet": name,
                            "base": "",
                            "file": {"name": "x.json", "text": text},
                        }
                    )
    return tuple(requests)


def original(rng: random.Random) -> Request:
    """A request as a page would send it."""
    verb = rng.choice(
        ("tool", "tool", "tool", "open", "widget", "drill", "page", "ask", "sheet", "house")
    )
    if verb == "sheet":
        return tables._copy(rng.choice(_sheets()))  # type: ignore[no-any-return]
    if verb == "tool":
        game = _table(rng)
        name = rng.choice(tools.NAMES)
        form = _form(name, game)
        request: Request = {
            "verb": "tool",
            "tool": name,
            "base": "../../",
            "fields": tables._copy(form.fields),
        }
        if form.buttons and rng.random() < 0.5:
            request["pressed"] = list(rng.choice(form.buttons))
        if rng.random() < 0.5:
            pack = rules.load(game).cards.cards
            for pair in request["fields"]:
                if not pair[1] and rng.random() < 0.5:
                    pair[1] = " ".join(rng.sample(pack, rng.randint(1, 14)))
        return request
    if verb == "house":
        page = rng.choice(("", "lesson", "course", "learned", "again", "reference", "tool", "file"))
        more = (
            f"&lesson=the-pack&tool={rng.choice(tools.NAMES)}" if page in ("lesson", "tool") else ""
        )
        address = f"#rules={rng.choice(houses())}&page={page}{more}"
        return {"verb": "house", "address": address, "base": "../", "site": ["house/build/"]}
    if verb == "page":
        # A whole lesson takes a while.
        kind = rng.choice(("course", "learned", "lesson"))
        game = rng.choice((*COURSES, *houses()))
        return {"verb": kind, "rules": game, "base": "../../", "lesson": "the-pack"}
    if verb == "ask":
        return {
            "verb": rng.choice(
                ("legal", "winner", "callable", "declarations", "count", "score", "calls")
            ),
            "rules": _table(rng),
            "hand": ["XX", "KS", "QH"],
            "trick": ["7S"],
            "pile": ["KS", "XX"],
            "said": [],
            "contract": "povinnost",
            "declarer": "A",
            "points": {"declarers": 40},
        }
    widget = _widget(rng)
    if verb == "open":
        made = widget["exercise"]
        address = f"#x=w-drill.{made['kind']}.{made['topic']}.{rng.choice((1, 2, 3))}.{rng.randrange(999)}"
        return {"verb": "open", "address": address, "widget": widget}
    if verb == "widget":
        event = rng.choice(
            ({"another": "1"}, {"again": "1"}, {"hint": "1"}, {"card": "KS"}, {"yes": "1"})
        )
        return {"verb": "widget", "widget": widget, "event": event}
    made = widget["exercise"]
    past = [
        {
            "kind": made["kind"],
            "topic": made["topic"],
            "level": 1,
            "seed": "1",
            "tries": 0,
            "ms": 900,
        }
    ]
    return {
        "verb": "drill",
        "widget": widget,
        "drills": [[made["kind"], made["topic"], made["rules"]]],
        "past": past,
        "seed": "7",
    }


def as_in_the_browser(folder: Path) -> None:
    """The written reference pages as the browser has them, which tools for house tables show."""
    for path in (Path(__file__).resolve().parents[2] / "docs" / "reference").glob("*.md"):
        if path.stem in rules.ids():
            made = templates.make(path.read_text("utf-8"))
            (folder / f"{path.stem}.html").write_text(made, "utf-8")
    templates.FOLDER = folder


# -- changing them ---------------------------------------------------------------------------------


def _text(text: str, rng: random.Random) -> str:
    """A text with something else in it, or in its place."""
    match rng.randrange(6):
        case 0:
            return rng.choice(PAYLOADS)
        case 1:
            return rng.choice(STRANGE)
        case 2:
            place = rng.randrange(len(text) + 1)
            return text[:place] + rng.choice(PAYLOADS) + text[place:]
        case 3:
            place = rng.randrange(len(text) + 1)
            return text[:place] + text[place + rng.randint(1, 5) :]
        case 4:
            letters = list(text)
            for _ in range(rng.randint(1, 4)):
                if letters:
                    letters[rng.randrange(len(letters))] = rng.choice("AZaz09-_.#=&%<>\"' ")
            return "".join(letters)
    return "".join(rng.sample(text, len(text)))


def _changed(data: Any, rng: random.Random) -> Any:
    """JSON with one thing in it changed."""
    if isinstance(data, str):
        return _text(data, rng)
    if not isinstance(data, dict | list) or not data or rng.random() < 0.1:
        return rng.choice(
            (
                *PAYLOADS,
                *STRANGE,
                0,
                -1,
                1e308,
                True,
                None,
                [],
                {},
                [[]],
                [None],
                {"a": 1},
                10**30,
                [0] * 999,
            )
        )
    if isinstance(data, list):
        place = rng.randrange(len(data))
        match rng.randrange(5):
            case 0:
                return data[:place] + data[place + 1 :]
            case 1:
                return [*data, *data[place:]]
        return [*data[:place], _changed(data[place], rng), *data[place + 1 :]]
    key = rng.choice(sorted(data))
    match rng.randrange(8):
        case 0:
            return {name: item for name, item in data.items() if name != key}
        case 1:
            return {
                (_text(name, rng) if name == key else name): item for name, item in data.items()
            }
    return {**data, key: _changed(data[key], rng)}


def _house(request: Request, rng: random.Random) -> Request:
    """The same about a house table: a good one, a damaged one, a changed text that was packed by
    somebody who did not check it."""
    name = rng.choice(houses())
    match rng.randrange(4):
        case 0:
            name = name[:2] + _text(name[2:], rng)
        case 1:
            place = rng.randrange(2, len(name))
            name = name[:place] + rng.choice("ABCabc019-_") + name[place + 1 :]
        case 2:
            _, _, text = tables.mutant(f"packed/{rng.random()}")
            name = _unchecked(text) or name
    if request.get("verb") == "house":
        _, _, rest = request["address"].partition("&")
        return {**request, "address": f"#rules={name}&{rest}"}
    if "fields" in request:
        fields = [["rules", name] if pair[0] == "rules" else pair for pair in request["fields"]]
        return {**request, "fields": fields}
    if "widget" in request:
        widget = request["widget"]
        return {**request, "widget": {**widget, "exercise": {**widget["exercise"], "rules": name}}}
    return {**request, "rules": name}


def _unchecked(text: str) -> str:
    """A packed name of anything that is a tree of text, however little sense it makes."""
    from taroky.rules import packing, tree

    try:
        return packing.pack(tree.from_yaml(text, "x"))
    except (TarokyError, UnicodeEncodeError):
        return ""


def mutant(seed: str) -> tuple[str, str]:
    """How a request was changed, and its text. The same seed gives the same."""
    rng = random.Random(seed)
    request = original(rng)
    kind = rng.choice(("parts", "parts", "parts", "house", "both", "bytes", "nothing"))
    if kind in ("house", "both"):
        request = _house(request, rng)
    if kind in ("parts", "both"):
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            verb = request.get("verb")
            request = _changed(request, rng)
            if not isinstance(request, dict):
                break
            if rng.random() < 0.9:  # the door is known, what is carried through it is not
                request["verb"] = verb
    text = json.dumps(request, ensure_ascii=rng.random() < 0.5)
    return kind, _text(text, rng) if kind == "bytes" else text


# -- the answers -----------------------------------------------------------------------------------


@cache
def elements() -> frozenset[str]:
    """Every element that our code makes, and those that prose in Markdown becomes."""
    folder = Path(taroky_tutorials.__file__).parent
    made = {
        name
        for path in folder.rglob("*.py")
        for name in re.findall(r'element\(\s*"([a-z0-9]+)"', path.read_text("utf-8"))
    }
    prose = "em strong p table thead tbody tr th td ul ol li a code dl dt dd h1 h2 h3 h4 del ins"
    return frozenset(made | set(prose.split()))


#: What no element of ours carries: handlers of events, styles, addresses to fetch from or send to.
_ATTRIBUTE = re.compile(
    r"on.*|style|src.*|(form)?action|data|poster|ping|background|http-equiv|content|manifest|xmlns.*|is"
)


class _Page(HTMLParser):
    """What is wrong with an answer's markup."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in elements():
            self.wrong.append(f"<{tag}>")
        for name, value in attrs:
            if _ATTRIBUTE.fullmatch(name):
                self.wrong.append(f"<{tag} {name}>")
            if name.endswith("href") and not re.match(
                r"(\.\.?/|#|[a-z0-9-]+/|$|[a-z0-9-]+\.json|data:(text/yaml|application/))",
                value or "",
            ):
                self.wrong.append(f"{name}={value!r}")

    def handle_comment(self, data: str) -> None:
        self.wrong.append(f"<!--{data[:40]}")

    def handle_decl(self, decl: str) -> None:
        self.wrong.append(f"<!{decl[:40]}")


def answer(text: str) -> str:
    """Return what comes of a request: "page", "needs", or "refused". Raises AssertionError for an
    answer that is none, and whatever else goes wrong."""
    with at_most(SECONDS):
        reply = handle(text)
    reply.encode()  # it goes to the page
    data = json.loads(reply)
    if "needs" in data:
        return "needs"
    if not data["ok"]:
        sentence = data["error"]
        assert isinstance(sentence, str) and sentence, reply[:200]
        assert sentence.endswith((".", "?", "!")), f"no sentence: {sentence[-200:]}"
        assert len(sentence) <= MOST_WORDS, f"{len(sentence)} characters: {sentence[:300]}"
        return "refused"
    if "html" in data:
        wrong = _Page(data["html"]).wrong
        assert not wrong, f"markup: {wrong[:5]}"
    return "page"


def run(links: int, seed: str = "1") -> Tally:
    """Try this many changed links."""
    return mutating.run(mutant, answer, links, seed)


def show(seed: str) -> None:
    """Print the link of a seed, and its answer."""
    kind, text = mutant(seed)
    print(f"{kind}: {text[:4000]}")
    print(handle(text)[:4000])


if __name__ == "__main__":
    folder = tempfile.TemporaryDirectory(prefix="taroky-links-")
    as_in_the_browser(Path(folder.name))
    sys.exit(mutating.main("links", mutant, answer, show))
