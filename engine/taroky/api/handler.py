"""handle(request) → reply, JSON data in and out, stateless: each call carries what it is about.

A request is {"verb": …, "rules": "hlucin", "options": {…}, "language": "cs", …facts}; the reply {"ok": true, …} or
{"ok": false, "error": {"code", "text", "id", "params", "points"}}. The verbs and their facts are the
`QUESTIONS` of `taroky.api.questions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taroky import rules
from taroky.api.answers import Answer, Data
from taroky.api.questions import QUESTIONS
from taroky.errors import RecordError, TarokyError
from taroky.messages import language, languages, local_names, quoted, say, speaking
from taroky.messages.expected import like, one_of, suggestion
from taroky.rules.rule_sets import USUAL
from taroky.rules.table import Table

Request = Mapping[str, Any]


#: What any question may say beside what it takes.
_OF_ALL = ("verb", "rules", "options", "language")


def table_of(request: Mapping[str, Any], default: str = USUAL) -> Table:
    """The rule table a request names. Raises TableError or RecordError."""
    name = request.get("rules", default)
    options = request.get("options") or {}
    if not isinstance(name, str):
        raise RecordError(
            say("request.kind", key="rules", value=quoted(name), expected=say("expected.rules"))
        )
    if not isinstance(options, Mapping):
        raise RecordError(
            say(
                "request.kind",
                key="options",
                value=quoted(options),
                expected=like("{varsava.scoring: half_crown}"),
            )
        )
    return rules.load(name, {str(key): rules.as_word(value) for key, value in options.items()})


def language_of(request: Request) -> str:
    """The language a request asks for; the one that is spoken if it names none. Raises
    RecordError."""
    asked = request.get("language") or language()
    if asked not in languages():
        expected = one_of(languages())
        raise RecordError(
            say("request.kind", key="language", value=quoted(asked), expected=expected)
        )
    return str(asked)


def ask(request: Request, table: Table | None = None) -> Data:
    """The answer to a question as JSON data, by this table or by the one the request names. Raises
    TarokyError."""
    with speaking(language_of(request)):
        used, answer = _answered(request, table)
        with local_names(used.names):
            return answer.as_json()


def answered(request: Request, table: Table | None = None) -> Answer:
    """The answer to a question, not yet worded. Raises TarokyError."""
    with speaking(language_of(request)):
        return _answered(request, table)[1]


def check_keys(verb: str, data: Mapping[Any, Any]) -> None:
    """Raises RecordError for anything that a question does not take."""
    known = (*_OF_ALL, *QUESTIONS[verb].takes)
    for key in data:
        if key not in known:
            near = suggestion(quoted(key), known)
            raise RecordError(say("request.unknown", key=quoted(key), verb=verb, near=near))


def _answered(request: Request, table: Table | None) -> tuple[Table, Answer]:
    verb = request.get("verb")
    if not isinstance(verb, str) or verb not in QUESTIONS:
        raise RecordError(
            say("request.verb", verb=quoted(verb), near=suggestion(quoted(verb), QUESTIONS))
        )
    check_keys(verb, request)
    table = table or table_of(request)
    question = QUESTIONS[verb]
    with local_names(table.names):
        for key in question.needs:
            if request.get(key) is None:
                raise RecordError(say("request.missing", key=key))
        facts = {
            key: kind.read(table, key, request[key])
            for key, kind in question.takes.items()
            if request.get(key) not in ((None,) if key in question.needs else (None, ""))
        }
        return table, question.ask(table, **facts)


def handle(request: Request) -> Data:
    """Like ask, with an error as a reply instead of an exception."""
    try:
        if not isinstance(request, Mapping):
            raise RecordError(say("request.no_object"))
        with speaking(language_of(request)):
            return _handle(request)
    except TarokyError as problem:
        return {"ok": False, "error": problem.as_json()}


def _handle(request: Request) -> Data:
    try:
        table = table_of(request)
        with local_names(table.names):
            try:
                return {"ok": True, **ask(request, table)}
            except TarokyError as problem:
                return {"ok": False, "error": problem.as_json()}
    except TarokyError as problem:
        return {"ok": False, "error": problem.as_json()}
