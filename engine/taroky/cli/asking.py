"""The commands that ask the engine a question, one for each of `taroky.api.questions`, and its answers in
words."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from taroky import json_input, rules
from taroky.api import handler, parameters, questions
from taroky.api.announcing import DeclarationsAnswer, SayingsAnswer
from taroky.api.answers import JudgedChoice
from taroky.api.bidding import (
    CallableAnswer,
    CallsAnswer,
    FinishedAuctionAnswer,
    OffersAnswer,
    SidesAnswer,
)
from taroky.api.dealing import FirstDealerAnswer, LayoutAnswer, OpenLayoutAnswer
from taroky.api.exchange import (
    ChosenDiscardsAnswer,
    CountedForAnswer,
    DiscardsAnswer,
    TalonAnswer,
)
from taroky.api.position import TurnAnswer
from taroky.api.session import NextDealerAnswer
from taroky.api.settling import CountAnswer
from taroky.api.tricks import LeadsAnswer, LegalAnswer, WinnerAnswer
from taroky.api.worth import WorthAnswer
from taroky.cli.settlement import settlement_lines
from taroky.cli.terminal import in_brackets, mean, pairs, show_json, table_of, text_of
from taroky.errors import RecordError
from taroky.hand import Reason
from taroky.messages import local_names, number, quoted, say, speaking, term
from taroky.messages.expected import like
from taroky.rules.tree import from_yaml, read_file
from taroky.settling.reported.fact_names import TOLD


def _from_file(name: str) -> dict[str, Any]:
    if name == "-":
        text = text_of(name)
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


def _checked(verb: str, data: dict[str, Any], file: str) -> dict[str, Any]:
    """Return the content of a file, if the question takes all of it. Raises RecordError, which names the file."""
    try:
        handler.check_keys(verb, data)
    except RecordError as problem:
        raise RecordError(say("input.file", file=file, problem=problem.message)) from None
    return data


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
            request |= {"facts": data} if verb == "score" else _checked(verb, data, args.file)
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
        chosen = {str(key): rules.as_word(value) for key, value in chosen.items()}
        table = table_of(args, request["rules"], chosen)
        if args.json:
            show_json(handler.ask(request, table), out)
            return
        with speaking(handler.language_of(request)), local_names(table.names):
            answer = handler.answered(request, table)
            out.writelines(f"{line}\n" for line in _LINES[verb](answer))

    return run


def _facts(args: argparse.Namespace) -> dict[str, Any]:
    """The facts of a finished hand that stand on the command line."""
    facts = {key: value for key in _FACT_WORDS if (value := getattr(args, key))}
    for key in ("points", "tricks", "doubles", "left_over", "pots"):
        facts |= _pairs(args, key, key)
    for key in ("declare", "announce", "irregular", "left_in_hand"):
        name = {"declare": "declarations", "announce": "announced"}.get(key, key)
        facts |= _pairs(args, key, name, many=True)
    if args.last_trick:
        winner, *cards = args.last_trick
        cards_told = pairs(cards, "--last-trick", "A A=I", "cards")
        facts["last_trick"] = {"winner": winner, **cards_told}
    return facts


def _pairs(args: argparse.Namespace, option: str, fact: str, many: bool = False) -> dict[str, Any]:
    """A fact that an option gives by side, seat or name."""
    example = re.sub(r"[{}\[\]]", "", TOLD[fact].example).partition(",")[0].replace(": ", "=")
    typed = getattr(args, option)
    return pairs(typed, f"--{option.replace('_', '-')}", example, fact, many)


def _sentence(why: Reason) -> str:
    return f"{why.text()}{in_brackets(why.points)}"


def _judged(
    choices: Iterable[JudgedChoice], name: Callable[[str], str] = lambda what: term("say", what)
) -> Iterator[str]:
    """Choices with whether they are open, and why."""
    for choice in choices:
        yield _yes_or_no(choice.legal, name(choice.what), choice.why)


def _yes_or_no(legal: bool, word: str, why: Reason) -> str:
    return f"{say('cli.yes' if legal else 'cli.no')} {word:18} {_sentence(why)}"


def _legal(answer: LegalAnswer) -> Iterator[str]:
    return _judged(answer.cards)


def _callable(answer: CallableAnswer) -> Iterator[str]:
    return _judged(answer.cards)


def _offers(answer: OffersAnswer) -> Iterator[str]:
    yield from _judged(answer.rows)
    if answer.why:
        yield f"= {_sentence(answer.why)}"


def _discards(answer: DiscardsAnswer) -> Iterator[str]:
    """Yield which cards may go; of chosen ones whether they may go together, and what the others get to know."""
    yield from _judged(answer.cards)
    if isinstance(answer, ChosenDiscardsAnswer):
        yield f"= {_sentence(answer.why)}" if answer.why else f"= {say('cli.in_order')}"
        yield from (f"= {_sentence(note)}" for note in (answer.show, answer.tell) if note)


def _calls(answer: CallsAnswer) -> Iterator[str]:
    if isinstance(answer, FinishedAuctionAnswer):
        yield f"= {_sentence(answer.why)}"
    else:
        yield from _judged(answer.calls, lambda call: term("call", call))


def _turn(answer: TurnAnswer) -> Iterator[str]:
    """Yield whose turn it is and what that seat may do, by kind and what."""
    if answer.seat:
        yield f"{answer.seat}:"
    for choice in answer.choices:
        word = choice.what if choice.kind == "say" else f"{choice.kind} {choice.what}".strip()
        yield _yes_or_no(choice.legal, word, choice.why)


def _declarations(answer: DeclarationsAnswer) -> Iterator[str]:
    yield from _judged(answer.rows)
    best = " + ".join(term("say", name) for name in answer.best)
    yield f"= {best or '–'}: {number(answer.value)}"
    if answer.claims:
        claims = " + ".join(term("say", name) for name in answer.claims)
        yield f"{say('declare.claimed').text()} {claims}: {number(answer.claims_value)}"


def _count(answer: CountAnswer) -> Iterator[str]:
    yield from (_sentence(group.why) for group in answer.groups)
    yield f"= {answer.why.text()}"


def _first_dealer(answer: FirstDealerAnswer) -> Iterator[str]:
    if answer.place is None:
        sentence = say("dealer.again", places=[str(place + 1) for place in answer.again])
    else:
        sentence = say("dealer.first", place=answer.place + 1)
    yield f"= {sentence.text()}"


def _next_dealer(answer: NextDealerAnswer) -> Iterator[str]:
    yield f"= {say('session.next', dealer=answer.seat).text()}"


def _layout(answer: LayoutAnswer) -> Iterator[str]:
    if isinstance(answer, OpenLayoutAnswer):
        yield from _turn(answer)
        for place, batch in enumerate(answer.batches or (), start=1):
            yield f"{place}: {' '.join(batch)}"
        return
    for to, cards in {**answer.hands, "talon": answer.talon}.items():
        yield f"{to}: {' '.join(cards)}"
    yield from (f"= {_sentence(why)}" for why in answer.why)


def _talon(answer: TalonAnswer) -> Iterator[str]:
    yield from _turn(answer)
    for seat, cards in answer.taken.items():
        yield say("cli.took", seat=seat, cards=" ".join(cards)).text()
    yield f"= {_sentence(answer.why)}"


def _sides(answer: SidesAnswer) -> Iterator[str]:
    for name, seats in answer.sides.items():
        yield f"{term('side', name)}: {' '.join(seats)}"
    yield f"= {_sentence(answer.why)}"


def _counted_for(answer: CountedForAnswer) -> Iterator[str]:
    for discards in answer.discards:
        yield _sentence(discards.why)
    for rest in answer.rest:
        yield f"{' '.join(rest.cards or ()) or rest.n}: {_sentence(rest.why)}"


def _sayings(answer: SayingsAnswer) -> Iterator[str]:
    yield from _turn(answer)
    for seat, choices in answer.asides.items():
        words = ", ".join(choice.what for choice in choices)
        yield say("cli.aside", seat=seat, words=words).text()
    if answer.why:
        yield f"= {_sentence(answer.why)}"


def _winner(answer: WinnerAnswer) -> Iterator[str]:
    yield f"{answer.winner}: {_sentence(answer.why)}"


def _worth(answer: WorthAnswer) -> Iterator[str]:
    """Each bid with what it brings, and under them what speaks for the first."""
    yield say("worth.head", seat=answer.seat, n=answer.deals).text()
    for choice in answer.choices:
        yield f"{mean(choice, answer.unit)}  {choice.text}"
    yield from (f"# {_sentence(reason)}" for reason in answer.reasons)


def _leads(answer: LeadsAnswer) -> Iterator[str]:
    yield f"{answer.seat}: {_sentence(answer.why)}"


_LINES: dict[str, Callable[[Any], Iterator[str]]] = {
    "callable": _callable,
    "calls": _calls,
    "count": _count,
    "counted_for": _counted_for,
    "declarations": _declarations,
    "discards": _discards,
    "first_dealer": _first_dealer,
    "layout": _layout,
    "leads": _leads,
    "legal": _legal,
    "next_dealer": _next_dealer,
    "offers": _offers,
    "sayings": _sayings,
    "score": settlement_lines,
    "sides": _sides,
    "talon": _talon,
    "winner": _winner,
    "worth": _worth,
}
