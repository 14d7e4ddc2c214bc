"""`taroky review` and `taroky advice`: what decisions have cost, and what to do now."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TextIO

from taroky.api.handler import ask
from taroky.cli.hands import record_text
from taroky.cli.terminal import in_brackets, mean, show_json
from taroky.errors import RecordError, TarokyError
from taroky.messages import say


def review(args: argparse.Namespace, out: TextIO) -> None:
    data = _asked(args, {"verb": "review", "seat": args.seat})
    if args.json:
        show_json(data, out)
    else:
        out.writelines(f"{line}\n" for line in _review_lines(data))


def advice(args: argparse.Namespace, out: TextIO) -> None:
    data = _asked(args, {"verb": "advice"})
    if args.json:
        show_json(data, out)
        return
    for one in data["choices"]:
        out.write(f"{mean(one, data['unit'])}  {one['text']}\n")
    out.writelines(f"# {line}\n" for line in _why(data["reasons"]))
    if not data["choices"]:
        out.write(f"{say('review.no_choice', seat=data['seat'])}\n")


def _asked(args: argparse.Namespace, request: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return ask({**request, "record": record_text(args.file)})
    except TarokyError as problem:
        raise RecordError(
            say("input.file", file=args.file, problem=problem.message), points=problem.points
        ) from None


def _why(reasons: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """The reasons with their rule points, and the pages that tell more."""
    yield from (f"{reason['text']}{in_brackets(reason['points'])}" for reason in reasons)
    pages = [*dict.fromkeys(f"strategy/{reason['page']}" for reason in reasons if reason["page"])]
    if pages:
        yield str(say("reason.pages", pages=pages))


def _review_lines(data: Mapping[str, Any]) -> Iterator[str]:
    """A line for each decision, reasons under the mistakes, and the sum."""
    unit, lost = data["unit"], 0.0
    for one in data["decisions"]:
        where = f"{one['number']:3} {one['did']['text']}"
        if not one["mistake"]:
            yield where
            continue
        lost += one["loss"]
        yield f"{where}: {say('review.mistake', loss=f'{one["loss"]:.2f}', half=f'{one["half"]:.2f}', unit=unit, best=one['best']['text'])}"
        yield from (f"    # {line}" for line in _why(one["reasons"]))
    mistakes = sum(one["mistake"] for one in data["decisions"])
    yield str(
        say("review.sum", n=mistakes, of=len(data["decisions"]), lost=f"{lost:.2f}", unit=unit)
    )
