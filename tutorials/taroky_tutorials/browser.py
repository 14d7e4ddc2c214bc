"""The one door between the pages and Python: text in, text out.

Requests: {"verb": "ping"}; {"verb": "widget", "widget": {…}, "event": {…}}; {"verb": "open",
"address": "#x=…", "widget": {…}}; {"verb": "drill", "widget": {…}, "drills": [["kind", "topic", "rules"], …],
"past": [{"kind", "topic", "level", "seed", "tries", "ms"}, …], "seed": "…"}, which answers with the
next exercise of a drill; {"verb": "tool", "tool": "play", "fields": [["hand", "XXI"], …]}, the form of
a tool; {"verb": "house", "address": "#rules=h.…&…", "base": "../"}, whatever an address names for a house
table; {"verb": "sheet", "sheet": "evening", "kept": {…}, "fields": […], "pressed": […]}, a sheet after an
event; {"verb": "text", "bytes": "…"}, the text of a file;
{"verb": "table", "kept": {…}, "event": {"tap": "KS"}}, the table where one plays, after an event;
{"verb": "puzzle", "kept": "…", "now": {…}, "event": {"tap": "KS"}}, a puzzle after an event;
{"verb": "measure", …} likewise, the measure of how well one decides;
and every question of `taroky.api.handler`. Any of them may say {"language": "cs"}, in which the answer is to be.

A part of Python that comes only when it is wanted is asked for by {"needs": [package, …]}: the worker
loads it and asks again.
"""

from __future__ import annotations

import importlib
import json
import random
import re
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from taroky import json_input
from taroky.errors import RecordError, TarokyError
from taroky.messages import ENGLISH, languages, quoted, say, speaking
from taroky.messages.catalogues import look_again
from taroky.messages.expected import like
from taroky.rules import packing

from taroky_tutorials.page_parts.links import houses, unlinked
from taroky_tutorials.page_parts.spaces import with_spaces
from taroky_tutorials.tasks import widgets

#: Of these, Python starts with the modules that most pages need.
_OURS = ("taroky", "taroky_tutorials")
#: What else is imported only when it is wanted, and the packages that bring it.
_LATER = {
    "yaml": ["pyyaml"],
    "markdown": ["markdown"],
    "taroky_lessons": ["taroky-lessons"],
    "taroky_reference": ["taroky-reference"],
}
#: Of these there is a package with the words of each language beside English.
_IN_WORDS = ("taroky", "taroky-lessons", "taroky-reference")
_LANGUAGE = re.compile("[a-z]{2}")


def handle(text: str) -> str:
    """Answer one request of the page, JSON in and JSON out; never raises for what a page sends."""
    spoken = ENGLISH
    try:
        request = _request(text)
        spoken = _language(request)
        if spoken not in languages():
            return json.dumps({"needs": [_in(spoken, "taroky")]})
        with speaking(spoken), houses(_houses(request)):
            reply = _linked(_answer(request), request)
            if "html" in reply:
                reply["html"] = with_spaces(str(reply["html"]))
    except ImportError as problem:
        needs = _brings(problem, spoken)
        if not needs:
            raise
        return json.dumps({"needs": needs})
    except TarokyError as problem:
        reply = {"ok": False, "error": str(problem), "points": list(problem.points)}
    return json.dumps(reply, ensure_ascii=False)


def arrived(files: Iterable[str]) -> None:
    """Make importable what has been laid beside our packages; files: below the folder they are in. What
    belongs to a package of the standard library is found there by that package, too."""
    sys.path_importer_cache.clear()
    look_again()
    code = {file for file in files if file.endswith(".pyc")}
    folders = {file.rpartition("/")[0] for file in code if "/" in file}
    site = str(Path(__file__).parents[1])
    for folder in sorted(folders):
        if f"{folder}/__init__.pyc" not in code:
            package = importlib.import_module(folder.replace("/", "."))
            if f"{site}/{folder}" not in package.__path__:
                package.__path__.append(f"{site}/{folder}")


def awake() -> None:
    """To be called when Python goes on from a memory that was kept: what is drawn at random differs from visit
    to visit all the same."""
    random.seed()


def _language(request: Any) -> str:
    """The language in which a page wants to be answered."""
    code = request.get("language") if isinstance(request, dict) else None
    return code if isinstance(code, str) and _LANGUAGE.fullmatch(code) else ENGLISH


def _in(spoken: str, package: str) -> str:
    """The package with what another one has in this language."""
    return f"{package}-{spoken}"


def _brings(problem: ImportError, spoken: str) -> list[str]:
    """The packages that bring what could not be imported, none if it is not known to come later."""
    name = problem.name or ""
    if name in _LATER:
        packages = _LATER[name]
        words = (
            [] if spoken == ENGLISH else [_in(spoken, one) for one in packages if one in _IN_WORDS]
        )
        return [*packages, *words]
    return ["taroky-more"] if name.partition(".")[0] in _OURS else []


def _request(text: str) -> Any:
    """Return what a page sent. Halves of letters, which no text of people has, become question marks."""
    request = json_input.read(text)
    if re.search(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]", text):
        whole = json.dumps(request, ensure_ascii=False).encode("utf-8", "replace")
        return json.loads(whole)
    return request


def _houses(request: Any) -> dict[str, str] | None:
    """The pages of house tables that a club's site says it has; None on the project's own site. Raises
    RecordError."""
    houses = request.get("houses") if isinstance(request, dict) else None
    if houses is None:
        return None
    if not isinstance(houses, dict) or not all(
        packing.TABLE_ID.fullmatch(str(page)) for page in houses.values()
    ):
        raise RecordError(
            say(
                "request.kind", key="houses", value=quoted(houses), expected=like('{"h.…": "ours"}')
            )
        )
    return houses


def _linked(reply: dict[str, Any], request: Any) -> dict[str, Any]:
    """The reply without links to rules and calculators that a club's site does not have."""
    pages = request.get("pages")
    if isinstance(pages, list) and "html" in reply:
        reply["html"] = unlinked(reply["html"], {str(page) for page in pages})
    return reply


def _answer(request: Any) -> dict[str, Any]:
    if not isinstance(request, dict):
        raise RecordError(say("request.no_object"))
    verb = request.get("verb")
    if verb == "ping":
        return {"ok": True, "verb": "ping"}
    if verb == "widget":
        state = widgets.state_from_json(request.get("widget"))
        after = widgets.update(state, widgets.event_from_json(request.get("event")))
        return {"ok": True, "id": after.id, "html": widgets.view(after)}
    if verb == "open":
        widget = widgets.state_from_json(request.get("widget"))
        state = widgets.open_address(str(request.get("address", "")), widget)
        return {"ok": True, "id": state.id, "html": widgets.view(state)}
    # What only some pages want is imported when they do: Python is sooner ready without it.
    if verb == "tool":
        from taroky_tutorials.forms import tools

        return {"ok": True, **tools.answer(request)}
    if verb == "house":
        from taroky_tutorials.house_rules import house_pages

        return {"ok": True, **house_pages.answer(request)}
    if verb == "text":
        from taroky_tutorials.forms import file_text

        return {"ok": True, **file_text.answer(request)}
    if verb == "sheet":
        from taroky_tutorials.sheets import sheet

        return {"ok": True, **sheet.answer(request)}
    if verb == "table":
        from taroky_tutorials.play_page import page

        return {"ok": True, **page.answer(request)}
    if verb == "puzzle":
        from taroky_tutorials.puzzles import page as puzzles

        return {"ok": True, **puzzles.answer(request)}
    if verb == "measure":
        from taroky_tutorials.measure import page as measure

        return {"ok": True, **measure.answer(request)}
    if verb == "drill":
        return {"ok": True, **_drill(request)}
    from taroky.api import handler

    return {"ok": True, **handler.ask(request)}


def _drill(request: dict[str, Any]) -> dict[str, Any]:
    """The next exercise in the widget of a drill, and what is said of the ones so far."""
    from taroky_tutorials.lessons import drill

    shown = widgets.state_from_json(request.get("widget"))
    drills = drill.drills_from_json(request.get("drills"))
    past = drill.past_from_json(request.get("past"))
    following = drill.choose(past, drills, str(request.get("seed", "")))
    state = replace(shown, exercise=following.exercise, answers=(), step="", hints=())
    said = say("drill.begin")
    if past:
        n = following.streak
        said = say("drill.streak", n=n) if n else say("drill.missed")
    words = [said.text(), *([say("drill.again").text()] if following.again else [])]
    return {"id": state.id, "html": widgets.view(state), "streak": following.streak, "said": words}
