"""`taroky deal`, `play` and `replay`: whole hands."""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from typing import TextIO

from taroky.api import questions
from taroky.cli import progress
from taroky.cli.settlement import settlement_lines
from taroky.cli.terminal import one_or_more, show_json, table_of, text_of
from taroky.errors import RecordError, TarokyError
from taroky.game import dealt, finished, record
from taroky.hand import Hand
from taroky.messages import local_names, say
from taroky.phases.deal import lay_out
from taroky.players.simulate import play_hands


def deal(args: argparse.Namespace, out: TextIO) -> None:
    table = table_of(args)
    pack = table.cards.shuffled(random.Random(f"{args.seed}/0"))
    hands, talon = lay_out(table, pack, next(iter(table.deal.ways.values())).packets)
    entry = record.of_hand(dealt(table, hands, talon), [f"seed {args.seed}"])
    if args.json:
        show_json(record.to_json(entry), out)
    else:
        out.write(record.to_text(entry))


def play(args: argparse.Namespace, out: TextIO) -> None:
    one_or_more("--hands", args.hands)
    if args.seat is not None:
        from taroky.cli import playing  # what gives hints is only wanted here

        playing.play(args, out)
        return
    seed, bot = 1 if args.seed is None else args.seed, args.bot or "random"
    hands = play_hands(table_of(args), seed, args.hands, bot, players=args.players)
    for place, hand in enumerate(progress.counted(hands, args.hands)):
        if args.json:
            data = {"seed": seed, "number": place, **questions.hand_json(hand)}
            out.write(json.dumps(data, ensure_ascii=False) + "\n")
            continue
        out.write(record.to_text(record.of_hand(hand, [f"seed {seed}/{place}"])))
        out.writelines(_paid_lines(hand))
        out.write("\n")


def _paid_lines(hand: Hand) -> Iterator[str]:
    """Yield what a hand that is over pays, with the names of its table."""
    with local_names(hand.table.names):
        for line in settlement_lines(questions.settlement(hand)):
            yield f"{line}\n"


def replay(args: argparse.Namespace, out: TextIO) -> None:
    text = text_of(args.file)
    try:
        hand = record.read(text).replay()
    except TarokyError as problem:
        raise RecordError(
            say("input.file", file=args.file, problem=problem.message), points=problem.points
        ) from None
    if args.json:
        over = finished(hand)
        show_json(questions.hand_json(hand) if over else questions.replay_of(hand).as_json(), out)
        return
    out.write(record.to_text(record.of_hand(hand)))
    if finished(hand):
        out.writelines(_paid_lines(hand))
