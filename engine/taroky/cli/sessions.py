"""`taroky session`: an evening of many hands in a file."""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from taroky import json_input
from taroky import session as sessions
from taroky.api import questions
from taroky.api.session import SessionAnswer
from taroky.characters import same_name
from taroky.cli import progress
from taroky.cli.terminal import locked_file, pairs, show_json, table_of, text_of, write_whole
from taroky.errors import RecordError, TarokyError
from taroky.game import record
from taroky.messages import number, quoted, say, term
from taroky.messages.expected import one_of
from taroky.numbers import as_decimal
from taroky.players.simulate import finish

#: What may be done with a session.
WHAT = ("new", "add", "play", "seat", "show", "stop")


def session(args: argparse.Namespace, out: TextIO) -> None:
    """A session file: begun, shown, or gone on with. A file that cannot be read stays as it is, and two
    commands at a time go on with it one after the other."""
    if args.what == "show":
        now = _session_of(args.file)
    else:
        change = _changes(args)
        with locked_file(args.file):
            now = change()
            write_whole(args.file, lambda file: show_json(sessions.to_json(now), file))
    answer = questions.show(now.table, now)
    if args.json:
        show_json(answer.as_json(), out)
    else:
        _say_session(answer, out)


def _session_of(name: str) -> sessions.Session:
    try:
        return sessions.from_json(json_input.read(text_of(name)))
    except TarokyError as problem:
        if problem.message.id == "input.file":
            raise
        raise RecordError(
            say("input.file", file=name, problem=problem.message), points=problem.points
        ) from None


def _new_session(args: argparse.Namespace) -> sessions.Session:
    if Path(args.file).exists() and not args.force:
        raise RecordError(say("session.exists", file=args.file))
    table = table_of(args)
    names = list(map(same_name, args.players or []))
    sessions.start(table, names)  # the right number of players, before anybody draws
    rng = random.Random(f"{args.seed}/dealer")
    drawn: Sequence[Mapping[int, str]] = ()
    if args.dealer is None:
        dealer, drawn = sessions.choose_dealer(table, len(names), rng)
    elif same_name(args.dealer) in names:
        dealer = names.index(same_name(args.dealer))
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


def _changes(args: argparse.Namespace) -> Callable[[], sessions.Session]:
    """Return the work that makes the new session from the file as it is then. What comes from elsewhere
    is read before anybody has to wait."""
    if args.what == "new":
        return lambda: _new_session(args)
    if args.what == "stop":
        return lambda: _session_of(args.file).stop()
    if args.what == "seat":
        return lambda: _session_of(args.file).seat(args.players or [])
    if args.what == "play":
        return lambda: _played_on(args, _session_of(args.file))
    if args.payments:
        about = {key: getattr(args, key) for key in ("contract", "declarer", "opener", "ended")}
        known = {key: value for key, value in about.items() if value}
        item = {**pairs(args.payments, "--payments", "A=0.40", "payments"), **known}
        return lambda: sessions.with_json(_session_of(args.file), item)
    if not args.hand:
        raise RecordError(say("session.nothing_to_add"))
    text = text_of(args.hand)
    return lambda: _with_record(_session_of(args.file), text, args.hand)


def _played_on(args: argparse.Namespace, now: sessions.Session) -> sessions.Session:
    n = args.hands or 1
    for _ in progress.counted(range(n), n):
        rng = random.Random(f"{args.seed}/{len(now.played)}")
        now = now.add(finish(now.deal(rng), rng, args.bot))
        if now.over:
            break
    return now


def _with_record(now: sessions.Session, text: str, file: str) -> sessions.Session:
    try:
        return now.add(record.read(text).replay())
    except TarokyError as problem:
        raise RecordError(
            say("input.file", file=file, problem=problem.message), points=problem.points
        ) from None


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
