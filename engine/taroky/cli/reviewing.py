"""`taroky review` and `taroky advice`: what decisions have cost, and what to do now."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TextIO

from taroky.api.handler import answered
from taroky.api.reviewing import AdviceAnswer, JudgedDecision, ReviewAnswer
from taroky.cli.terminal import in_brackets, mean, show_json, text_of
from taroky.errors import RecordError, TarokyError
from taroky.hand import Reason
from taroky.messages import local_names, say


def review(args: argparse.Namespace, out: TextIO) -> None:
    _tell(args, {"verb": "review", "seat": args.seat}, _review_lines, out)


def advice(args: argparse.Namespace, out: TextIO) -> None:
    _tell(args, {"verb": "advice"}, _advice_lines, out)


def _tell(
    args: argparse.Namespace,
    request: Mapping[str, Any],
    lines: Callable[[Any], Iterator[str]],
    out: TextIO,
) -> None:
    """The answer about a record, in lines or as JSON data."""
    try:
        answer: Any = answered({**request, "record": text_of(args.file)})
    except TarokyError as problem:
        raise RecordError(
            say("input.file", file=args.file, problem=problem.message), points=problem.points
        ) from None
    if args.json:
        show_json(answer.as_json(), out)
        return
    with local_names(answer.table.names):
        out.writelines(f"{line}\n" for line in lines(answer))


def _advice_lines(answer: AdviceAnswer) -> Iterator[str]:
    """A line for each choice, and what speaks for the best."""
    for choice in answer.choices:
        yield f"{mean(choice, answer.unit)}  {choice.text}"
    yield from (f"# {line}" for line in _why(answer.reasons))
    if not answer.choices:
        yield str(say("review.no_choice", seat=answer.seat))


def _why(reasons: Sequence[Reason]) -> Iterator[str]:
    """The reasons with their rule points, and the pages that tell more."""
    yield from (f"{reason.text()}{in_brackets(reason.points)}" for reason in reasons)
    pages = [*dict.fromkeys(f"strategy/{reason.page}" for reason in reasons if reason.page)]
    if pages:
        yield str(say("reason.pages", pages=pages))


def _review_lines(answer: ReviewAnswer) -> Iterator[str]:
    """A line for each decision, reasons under the mistakes, and the sum."""
    for decision in answer.decisions:
        where = f"{decision.number:3} {decision.did.text}"
        if not decision.mistake:
            yield where
            continue
        yield f"{where}: {_mistake(decision, answer.unit)}"
        yield from (f"    # {line}" for line in _why(decision.reasons))
    mistakes = [decision.loss for decision in answer.decisions if decision.mistake]
    yield str(
        say(
            "review.sum",
            n=len(mistakes),
            of=len(answer.decisions),
            lost=f"{sum(mistakes):.2f}",
            unit=answer.unit,
        )
    )


def _mistake(decision: JudgedDecision, unit: str) -> str:
    return say(
        "review.mistake",
        loss=f"{decision.loss:.2f}",
        half=f"{decision.half:.2f}",
        unit=unit,
        best=decision.best.text,
    ).text()
