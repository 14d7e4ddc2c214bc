"""`taroky session`: an evening of many hands in a file."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from taroky import json_input
from taroky import session as sessions
from taroky.api import questions
from taroky.api.session import SessionAnswer
from taroky.cli import progress
from taroky.cli.terminal import pairs, show_json, table_of, text_of, write_whole
from taroky.errors import RecordError, TarokyError
from taroky.game import record
from taroky.messages import number, quoted, say, term
from taroky.messages.expected import one_of
from taroky.numbers import as_decimal
from taroky.players.simulate import finish

#: What may be done with a session.
WHAT = ("new", "add", "play", "seat", "show", "stop")


def session(args: argparse.Namespace, out: TextIO) -> None:
    """A session file: begun, shown, or gone on with. A file that cannot be read stays as it is."""
    path = Path(args.file)
    if args.what == "new":
        if path.exists() and not args.force:
            raise RecordError(say("session.exists", file=args.file))
        now = _new_session(args)
    else:
        now = _gone_on(args, _session_of(args.file))
    if args.what != "show":
        write_whole(args.file, lambda file: show_json(sessions.to_json(now), file))
    answer = questions.show(now.table, now)
    if args.json:
        show_json(answer.as_json(), out)
    else:
        _say_session(answer, out)


def _session_of(name: str) -> sessions.Session:
    try:
        return sessions.from_json(json_input.read(text_of(Path(name))))
    except TarokyError as problem:
        if problem.message.id == "input.file":
            raise
        raise RecordError(
            say("input.file", file=name, problem=problem.message), points=problem.points
        ) from None


def _new_session(args: argparse.Namespace) -> sessions.Session:
    table = table_of(args)
    names = args.players or []
    sessions.start(table, names)  # the right number of players, before anybody draws
    rng = random.Random(f"{args.seed}/dealer")
    drawn: Sequence[Mapping[int, str]] = ()
    if args.dealer is None:
        dealer, drawn = sessions.choose_dealer(table, len(names), rng)
    elif args.dealer in names:
        dealer = names.index(args.dealer)
    else:
        raise RecordError(
            say("request.kind", key="--dealer", value=args.dealer, expected=one_of(names))
        )
    chips = None
    if args.chips is not None:
        chips = as_decimal(args.chips)
        if chips is None:
            raise RecordError(say("session.chips", value=quoted(args.chips)))
    return sessions.start(table, names, dealer, chips=chips, hands=args.hands, drawn=drawn)


def _gone_on(args: argparse.Namespace, now: sessions.Session) -> sessions.Session:
    if args.what == "stop":
        return now.stop()
    if args.what == "seat":
        return now.seat(args.players or [])
    if args.what == "play":
        n = args.hands or 1
        for _ in progress.counted(range(n), n):
            rng = random.Random(f"{args.seed}/{len(now.played)}")
            now = now.add(finish(now.deal(rng), rng, args.bot))
            if now.over:
                break
    if args.what == "add":
        if args.payments:
            about = {key: getattr(args, key) for key in ("contract", "declarer", "opener", "ended")}
            known = {key: value for key, value in about.items() if value}
            return sessions.with_json(now, {**pairs(args.payments, "payments"), **known})
        if not args.hand:
            raise RecordError(say("session.nothing_to_add"))
        text = sys.stdin.read() if args.hand == "-" else text_of(Path(args.hand))
        try:
            now = now.add(record.read(text).replay())
        except TarokyError as problem:
            raise RecordError(
                say("input.file", file=args.hand, problem=problem.message), points=problem.points
            ) from None
    return now


def _say_session(answer: SessionAnswer, out: TextIO) -> None:
    for drawn in answer.drawn:
        cards = "  ".join(f"{name} {card}" for name, card in drawn.items())
        out.write(f"{say('cli.drawn', cards=cards)}\n")
    for hand in answer.hands:
        what = term("call", hand.contract) if hand.contract and not hand.ended else ""
        what = what or term("ended", hand.ended) or "–"
        paid = "  ".join(f"{name} {number(amount)}" for name, amount in hand.payments.items())
        dealt = say("cli.dealt", dealer=hand.dealer, what=what, paid=paid)
        out.write(f"{hand.number:3}. {dealt}\n")
    for name, content in answer.pots.items():
        out.write(f"{term('pot', name)}: {number(content)}\n")
    for row in answer.standings:
        out.write(f"{row.rank:3}. {row.name:12} {number(row.total)}\n")
    if answer.over:
        out.write(say("session.ended", winners=answer.winners, hands=answer.counted).text())
    else:
        out.write(say("session.next", dealer=answer.dealer).text())
    out.write("\n")
