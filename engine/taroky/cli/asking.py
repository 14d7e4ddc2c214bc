"""The commands that ask the engine a question, one for each of `taroky.api.questions`, and its answers in
words."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from taroky import json_input
from taroky import rules as tables
from taroky.api import handler, parameters, questions
from taroky.cli.hands import settlement_lines
from taroky.cli.terminal import in_brackets, mean, pairs, show_json, table_of
from taroky.errors import RecordError
from taroky.messages import local_names, number, quoted, say, term
from taroky.messages.expected import like
from taroky.rules.tree import from_yaml, read_file


def _from_file(name: str) -> dict[str, Any]:
    if name == "-":
        text = sys.stdin.read()
        data = (
            _json(text)
            if text.lstrip().startswith("{")
            else from_yaml(text, "standard input").plain()
        )
    else:
        data = read_file(Path(name)).plain()
    if not isinstance(data, dict):
        raise RecordError(
            say("request.kind", key=name, value=quoted(data), expected=like("{hand: [XXI, KS]}"))
        )
    return data


def _json(text: str) -> Any:
    try:
        return json_input.read(text)
    except RecordError as problem:
        raise RecordError(say("input.file", file="-", problem=problem.message)) from None


#: Facts of a finished hand that are one word each.
_FACT_WORDS = (
    "contract",
    "declarer",
    "partner",
    "level",
    "players",
    "ended",
    "honours",
    "lost_with",
    "talon_left",
    "opener",
)


def asks(verb: str) -> Callable[[argparse.Namespace, TextIO], None]:
    """The command that asks this question."""

    def run(args: argparse.Namespace, out: TextIO) -> None:
        request: dict[str, Any] = {"verb": verb, "rules": args.rules}
        if args.file:
            data = _from_file(args.file)
            request["rules"] = data.get("rules", args.rules)
            request["options"] = data.get("options", {})
            request |= {"facts": data} if verb == "score" else data
        if verb == "score":
            request["facts"] = {**request.get("facts", {}), **_facts(args)}
        else:
            for key, kind in questions.QUESTIONS[verb].takes.items():
                value = getattr(args, key, None)
                if value:
                    joined = kind is parameters.TURNS
                    request[key] = " ".join(value) if joined else value
        chosen = request.pop("options", {})
        if not isinstance(chosen, dict) or not isinstance(request["rules"], str):
            raise RecordError(
                say(
                    "request.kind",
                    key="options",
                    value=quoted(chosen),
                    expected=like("{hand: [XXI, KS]}"),
                )
            )
        chosen = {str(key): tables.as_word(value) for key, value in chosen.items()}
        table = table_of(args, request["rules"], chosen)
        answer = handler.ask(request, table)
        if args.json:
            show_json(answer, out)
        else:
            with local_names(table.names):
                _say(verb, answer, out)

    return run


def _facts(args: argparse.Namespace) -> dict[str, Any]:
    """The facts of a finished hand that stand on the command line."""
    facts = {key: value for key in _FACT_WORDS if (value := getattr(args, key))}
    for key in ("points", "tricks", "doubles", "left_over", "pots"):
        facts |= pairs(getattr(args, key), key)
    for key in ("declare", "announce", "irregular", "left_in_hand"):
        name = {"declare": "declarations", "announce": "announced"}.get(key, key)
        facts |= pairs(getattr(args, key), name, many=True)
    if args.last_trick:
        winner, *cards = args.last_trick
        facts["last_trick"] = {"winner": winner, **pairs(cards, "cards")}
    return facts


def _say(verb: str, answer: Mapping[str, Any], out: TextIO) -> None:
    """The answer in words, a line each."""
    for line in _LINES.get(verb, _rows)(answer):
        out.write(f"{line}\n")


def _sentence(why: Mapping[str, Any]) -> str:
    return f"{why['text']}{in_brackets(why['points'])}"


def _rows(
    answer: Mapping[str, Any], name: Callable[[Mapping[str, Any]], str] | None = None
) -> Iterator[str]:
    """Choices with why, what is open in the end, and what is to be shown or told."""
    rows = answer.get("cards") or answer.get("calls") or answer.get("rows") or answer.get("choices")
    for row in rows or ():
        word = name(row) if name else term("say", row["what"])
        why = f"{word:18} {_sentence(row['why'])}" if row["why"] else word
        yield f"{say('cli.yes' if row['legal'] else 'cli.no')} {why}"
    if answer.get("finished") or "why" in answer:
        yield f"= {_sentence(answer['why'])}" if answer.get("why") else f"= {say('cli.in_order')}"
    for key, sentence in (("shown", "show"), ("told", "tell")):
        if answer.get(key):
            yield f"= {_sentence(answer[sentence])}"


def _calls(answer: Mapping[str, Any]) -> Iterator[str]:
    return _rows(answer, lambda row: term("call", row["what"]))


def _deeds(answer: Mapping[str, Any]) -> Iterator[str]:
    """Yield whose turn it is and what that seat may do, by kind and what."""
    if answer["seat"]:
        yield f"{answer['seat']}:"
    yield from _rows(
        {"choices": answer["choices"]},
        lambda row: " ".join(
            filter(None, (row["kind"] if row["kind"] != "say" else "", row["what"]))
        ),
    )


def _declarations(answer: Mapping[str, Any]) -> Iterator[str]:
    yield from _rows({"rows": answer["rows"]})
    yield f"= {' + '.join(term('say', n) for n in answer['best']) or '–'}: {number(answer['value'])}"
    if answer["claims"]:
        claims = " + ".join(term("say", name) for name in answer["claims"])
        yield f"{say('declare.claimed').text()} {claims}: {number(answer['claims_value'])}"


def _count(answer: Mapping[str, Any]) -> Iterator[str]:
    yield from (_sentence(group["why"]) for group in answer["groups"])
    yield f"= {answer['why']['text']}"


def _score(answer: Mapping[str, Any]) -> Iterator[str]:
    return settlement_lines(answer)


def _first_dealer(answer: Mapping[str, Any]) -> Iterator[str]:
    place, again = answer["place"], [str(n + 1) for n in answer["again"]]
    found = say("dealer.again", places=again) if again else say("dealer.first", place=place + 1)
    yield f"= {found.text()}"


def _next_dealer(answer: Mapping[str, Any]) -> Iterator[str]:
    yield f"= {say('session.next', dealer=answer['seat']).text()}"


def _layout(answer: Mapping[str, Any]) -> Iterator[str]:
    if not answer["finished"]:
        yield from _deeds(answer)
        for place, batch in enumerate(answer.get("batches", ()), start=1):
            yield f"{place}: {' '.join(batch)}"
        return
    for seat, cards in {**answer["hands"], "talon": answer["talon"]}.items():
        yield f"{seat}: {' '.join(cards)}"
    yield from (f"= {_sentence(why)}" for why in answer["why"])


def _talon(answer: Mapping[str, Any]) -> Iterator[str]:
    yield from _deeds(answer)
    for seat, cards in answer["taken"].items():
        yield say("cli.took", seat=seat, cards=" ".join(cards)).text()
    yield f"= {_sentence(answer['why'])}"


def _sides(answer: Mapping[str, Any]) -> Iterator[str]:
    for name, seats in answer["sides"].items():
        yield f"{term('side', name)}: {' '.join(seats)}"
    yield f"= {_sentence(answer['why'])}"


def _counted_for(answer: Mapping[str, Any]) -> Iterator[str]:
    for row in answer["discards"]:
        yield _sentence(row["why"])
    for row in answer["rest"]:
        yield f"{' '.join(row['cards'] or ()) or row['n']}: {_sentence(row['why'])}"


def _sayings(answer: Mapping[str, Any]) -> Iterator[str]:
    yield from _deeds(answer)
    for seat, choices in answer["asides"].items():
        yield say("cli.aside", seat=seat, words=", ".join(row["what"] for row in choices)).text()
    if "why" in answer:
        yield f"= {_sentence(answer['why'])}"


def _winner(answer: Mapping[str, Any]) -> Iterator[str]:
    yield f"{answer['winner']}: {_sentence(answer['why'])}"


def _worth(answer: Mapping[str, Any]) -> Iterator[str]:
    """Each bid with what it brings, and under them what speaks for the first."""
    yield say("worth.head", seat=answer["seat"], n=answer["deals"]).text()
    for one in answer["choices"]:
        yield f"{mean(one, answer['unit'])}  {one['text']}"
    yield from (f"# {_sentence(reason)}" for reason in answer["reasons"])


def _leads(answer: Mapping[str, Any]) -> Iterator[str]:
    yield f"{answer['seat']}: {_sentence(answer['why'])}"


_LINES: dict[str, Callable[[Mapping[str, Any]], Iterator[str]]] = {
    "calls": _calls,
    "count": _count,
    "counted_for": _counted_for,
    "declarations": _declarations,
    "first_dealer": _first_dealer,
    "layout": _layout,
    "leads": _leads,
    "next_dealer": _next_dealer,
    "sayings": _sayings,
    "score": _score,
    "sides": _sides,
    "talon": _talon,
    "winner": _winner,
    "worth": _worth,
}
