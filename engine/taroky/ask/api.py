"""handle(request) → reply, JSON data in and out, stateless: each call carries what it is about.

A request is {"verb": …, "rules": "hlucin", "options": {…}, …facts}; the reply {"ok": true, …} or
{"ok": false, "error": {"code", "text", "id", "params", "points"}}.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from taroky import rules as tables
from taroky.ask import questions
from taroky.errors import RecordError, TarokyError
from taroky.facts import reading as facts_of
from taroky.game import finished, record
from taroky.messages import local_names, say
from taroky.numbers import is_whole
from taroky.rules.table import Table
from taroky.session import evening as sessions

Request = Mapping[str, Any]


def _cards(rules: Table, request: Request, key: str, required: bool = False) -> tuple[str, ...]:
    value = request.get(key)
    if value is None:
        if required:
            raise RecordError(say("request.missing", key=key))
        return ()
    if not isinstance(value, str | list):
        raise RecordError(
            say("request.kind", key=key, value=str(value)[:60], expected="a list of cards")
        )
    return rules.cards.parse_all(value)


def _words(request: Request, key: str) -> list[str]:
    value = request.get(key) or []
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise RecordError(
            say("request.kind", key=key, value=str(value)[:60], expected="a list of words")
        )
    return value


def _word(request: Request, key: str) -> str | None:
    value = request.get(key)
    if value is not None and not isinstance(value, str):
        raise RecordError(say("request.kind", key=key, value=str(value)[:60], expected="a word"))
    return value


def _number(request: Request, key: str) -> int | None:
    value = request.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not is_whole(value):
        raise RecordError(
            say("request.kind", key=key, value=str(value)[:60], expected="a whole number")
        )
    return int(value)


def _legal(rules: Table, request: Request) -> questions.Answer:
    called = _cards(rules, request, "called")
    return questions.legal(
        rules, _cards(rules, request, "hand", True), _cards(rules, request, "trick"),
        _word(request, "contract"), _words(request, "announced"), called[0] if called else "",
        _number(request, "trick_no"),
    )  # fmt: skip


def _winner(rules: Table, request: Request) -> questions.Answer:
    return questions.winner(
        rules,
        _cards(rules, request, "trick", True),
        _word(request, "leader") or "A",
        _word(request, "contract"),
        _number(request, "trick_no"),
        _number(request, "lost_tricks"),
    )


def _discards(rules: Table, request: Request) -> questions.Answer:
    called = _cards(rules, request, "called")
    return questions.discards(
        rules, _cards(rules, request, "hand", True), _word(request, "contract"),
        _cards(rules, request, "chosen"), called[0] if called else "",
        _cards(rules, request, "drawn"),
    )  # fmt: skip


def _calls(rules: Table, request: Request) -> questions.Answer:
    return questions.calls(
        rules, _words(request, "said"), _cards(rules, request, "hand"), _word(request, "opener"),
        request.get("first_hand") in (True, "yes"),
    )  # fmt: skip


def _callable(rules: Table, request: Request) -> questions.Answer:
    return questions.callable_cards(
        rules, _cards(rules, request, "hand", True), _word(request, "contract"),
        _cards(rules, request, "discards"),
    )  # fmt: skip


def _declarations(rules: Table, request: Request) -> questions.Answer:
    hand = _cards(rules, request, "hand", True)
    return questions.declarations(rules, hand, _word(request, "contract"))


def _count(rules: Table, request: Request) -> questions.Answer:
    pile = _cards(rules, request, "pile", True)
    return questions.count(rules, pile, _word(request, "contract"))


def _score(rules: Table, request: Request) -> questions.Answer:
    return questions.score(rules, facts_of.read(rules, request.get("facts", {})))


def _replay(rules: Table, request: Request) -> questions.Answer:
    text = request.get("record")
    if not isinstance(text, str):
        raise RecordError(say("request.missing", key="record"))
    hand = record.read(text).replay()
    if finished(hand):
        return {"finished": True, "hand": questions.hand_json(hand)}
    return {"finished": False, "actions": len(hand.actions), "state": questions.state(hand)}


def _offers(rules: Table, request: Request) -> questions.Answer:
    called = _cards(rules, request, "called")
    return questions.offers_open(
        rules, _cards(rules, request, "hand", True), _words(request, "said"),
        _word(request, "contract"), called[0] if called else "", _cards(rules, request, "drawn"),
        _cards(rules, request, "dealt"),
    )  # fmt: skip


def _first_dealer(rules: Table, request: Request) -> questions.Answer:
    drawn = _cards(rules, request, "drawn", True)
    if len(drawn) not in rules.seats.players:
        expected = list(map(str, rules.seats.players))
        raise RecordError(say("deal.players", n=len(drawn), expected=expected))
    rounds = [dict(enumerate(drawn))]
    for cards in _rounds(rules, request):
        tied = sessions.draws_again(rules, rounds[-1])
        if len(cards) != len(tied):
            raise RecordError(say("dealer.redrawn", n=len(cards), expected=len(tied)))
        rounds.append(sessions.after_redraw(rounds[-1], dict(zip(tied, cards, strict=True))))
    again = list(sessions.draws_again(rules, rounds[-1]))
    place = None if again else sessions.dealer_of(rules, rounds[-1], len(drawn))
    return {"place": place, "again": again}


def _rounds(rules: Table, request: Request) -> list[tuple[str, ...]]:
    """The cards of those who drew again, round after round: lists of cards, or text with / between two
    rounds."""
    given = request.get("redrawn") or []
    rounds = given.split("/") if isinstance(given, str) else given
    if not isinstance(rounds, list) or not all(isinstance(one, str | list) for one in rounds):
        raise RecordError(
            say("request.kind", key="redrawn", value=str(given)[:60], expected="lists of cards")
        )
    return [_cards(rules, {"redrawn": one}, "redrawn", True) for one in rounds]


def _next_dealer(rules: Table, request: Request) -> questions.Answer:
    told = {key: _word(request, key) or "" for key in ("contract", "declarer", "ended")}
    return sessions.ask_next_dealer(
        rules, **told, opener=_word(request, "opener") or "",
        players=_number(request, "players"),
    )  # fmt: skip


def _session(rules: Table, request: Request) -> questions.Answer:
    return sessions.show(sessions.from_json(request.get("session")))


VERBS: dict[str, Callable[[Table, Request], questions.Answer]] = {
    "legal": _legal,
    "winner": _winner,
    "discards": _discards,
    "calls": _calls,
    "callable": _callable,
    "declarations": _declarations,
    "count": _count,
    "score": _score,
    "replay": _replay,
    "offers": _offers,
    "first_dealer": _first_dealer,
    "next_dealer": _next_dealer,
    "session": _session,
}


def table_of(request: Mapping[str, Any], default: str = "hlucin") -> Table:
    """The rule table a request names. Raises TableError or RecordError."""
    name = request.get("rules", default)
    options = request.get("options") or {}
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise RecordError(
            say("request.kind", key="rules", value=str(name)[:60], expected="a rule set's id")
        )
    return tables.load(name, {str(key): tables.as_word(value) for key, value in options.items()})


def ask(request: Request, table: Table | None = None) -> questions.Answer:
    """The answer to a question, by this table or by the one the request names. Raises
    TarokyError."""
    verb = request.get("verb")
    if not isinstance(verb, str) or verb not in VERBS:
        raise RecordError(say("request.verb", verb=str(verb)[:60], expected=list(VERBS)))
    table = table or table_of(request)
    with local_names(table.names):
        answer: questions.Answer = questions.as_data(VERBS[verb](table, request))
        return answer


def handle(request: Request) -> questions.Answer:
    """Like ask, with an error as a reply instead of an exception."""
    try:
        table = table_of(request)
        with local_names(table.names):
            try:
                return {"ok": True, **ask(request, table)}
            except TarokyError as problem:
                return {"ok": False, "error": problem.as_json()}
    except TarokyError as problem:
        return {"ok": False, "error": problem.as_json()}
