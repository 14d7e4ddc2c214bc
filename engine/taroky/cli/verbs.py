"""The commands, as rows: what each is called, what it takes, what runs it, and a call that works."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import TextIO

from taroky.api import parameters, schemas
from taroky.api.questions import QUESTIONS
from taroky.cli import hands, reviewing, rule_tables, sessions, words
from taroky.cli.asking import asks
from taroky.cli.options import OF_RULES, Option, Verb
from taroky.cli.terminal import show_json
from taroky.players.roster import PLAYERS

#: What people come for, in the order of the help.
GROUPS = ("play", "ask", "keep", "tables", "clubs")

#: Questions that have commands of their own.
_OTHERWISE = ("replay", "review", "advice", "session")
_RECORD = Option("file", "help.option.record")


def _schema(args: argparse.Namespace, out: TextIO) -> None:
    show_json(schemas.SCHEMAS[args.name](), out)


_PLAY = (
    Verb(
        "play",
        "play",
        "help.play",
        hands.play,
        "[{game}]",
        "taroky play hlucin --seat A",
        (
            *OF_RULES,
            Option("--seat", "help.option.play.seat"),
            Option("--seed", "help.option.play.seed", whole=True),
            Option("--hands", "help.option.play.hands", whole=True, left_out=1),
            Option("--bot", "help.option.play.bot", choices=PLAYERS),
            Option("--players", "help.option.play.players", whole=True),
        ),
        words.game_alone,
    ),
    Verb(
        "deal",
        "play",
        "help.deal",
        hands.deal,
        "[{game}]",
        "taroky deal heun --seed 3",
        (*OF_RULES, Option("--seed", "help.option.seed", whole=True, left_out=1)),
        words.game_alone,
    ),
)

_KEEP = (
    Verb(
        "session",
        "keep",
        "help.session",
        sessions.session,
        "{new,add,play,seat,show,stop} {file} [{game} | {hand}]",
        "taroky session new evening.json hlucin --players Ada Bo Cy Di",
        (
            Option("what", "help.option.session.what", choices=sessions.WHAT),
            *OF_RULES,
            Option("--players", "help.option.session.players", many=True),
            Option("--dealer", "help.option.session.dealer"),
            Option("--chips", "help.option.session.chips"),
            Option("--hands", "help.option.session.hands", whole=True),
            Option("--force", "help.option.session.force", switch=True),
            Option("--seed", "help.option.session.seed", whole=True, left_out=1),
            Option("--bot", "help.option.session.bot", choices=PLAYERS, left_out="random"),
            Option("--payments", "help.option.session.payments", many=True),
            Option("--contract", "help.option.session.contract"),
            Option("--declarer", "help.option.session.declarer"),
            Option("--opener", "help.option.session.opener"),
            Option("--ended", "help.option.session.ended"),
        ),
        words.of_session,
    ),
    Verb(
        "replay",
        "keep",
        "question.replay",
        hands.replay,
        "{file}",
        "taroky replay hand.txt",
        (_RECORD,),
    ),
    Verb(
        "review",
        "keep",
        "question.review",
        reviewing.review,
        "{file} --seat {seat}",
        "taroky review hand.txt --seat A",
        (_RECORD, Option("--seat", "help.option.review.seat", needed=True)),
    ),
    Verb(
        "advice",
        "keep",
        "question.advice",
        reviewing.advice,
        "{file}",
        "taroky advice hand.txt",
        (_RECORD,),
    ),
)

_TABLES = (
    Verb(
        "rules",
        "tables",
        "help.rules",
        rule_tables.answer,
        "{list,show,diff,check,pack,try} [{game} ...]",
        "taroky rules diff hlucin polish",
        (
            Option("what", "help.option.rules.what", choices=rule_tables.WHAT),
            Option("names", "help.option.rules.names", many=True, optional=True, game=True),
            Option("--flat", "help.option.rules.flat", switch=True),
            Option("--hands", "help.option.rules.hands", whole=True, left_out=20),
            Option("--seed", "help.option.rules.seed", whole=True, left_out=1),
        ),
    ),
    Verb(
        "schema",
        "tables",
        "help.schema",
        _schema,
        "{name}",
        "taroky schema facts",
        (Option("name", "help.option.schema.name", choices=tuple(sorted(schemas.SCHEMAS))),),
    ),
)

#: The facts of a finished hand that `taroky score` takes as options.
_FACTS = (
    Option("--contract", "help.option.score.contract"),
    Option("--declarer", "help.option.score.declarer"),
    Option("--partner", "help.option.score.partner"),
    Option("--level", "help.option.score.level"),
    Option("--players", "help.option.score.players"),
    Option("--ended", "help.option.score.ended"),
    Option("--points", "help.option.score.points", many=True),
    Option("--tricks", "help.option.score.tricks", many=True),
    Option("--doubles", "help.option.score.doubles", many=True),
    Option("--declare", "help.option.score.declare", many=True),
    Option("--announce", "help.option.score.announce", many=True),
    Option("--left-over", "help.option.score.left_over", many=True),
    Option("--honours", "help.option.score.honours"),
    Option("--lost-with", "help.option.score.lost_with"),
    Option("--talon-left", "help.option.score.talon_left", many=True),
    Option("--irregular", "help.option.score.irregular", many=True),
    Option("--left-in-hand", "help.option.score.left_in_hand", many=True),
    Option("--opener", "help.option.score.opener"),
    Option("--pots", "help.option.score.pots", many=True),
    Option("--last-trick", "help.option.score.last_trick", many=True),
)

#: For each question the main words of its form, and a call.
_ASKED = {
    "first_dealer": ("{card} ...", "taroky first-dealer hlucin KS VII I XX"),
    "next_dealer": ("{contract}", "taroky next-dealer hlucin povinnost --declarer A"),
    "layout": ("{done} ...", "taroky layout hlucin cut 20"),
    "calls": ("{call} ...", "taroky calls hlucin povinnost pass"),
    "worth": ("{card} ...", "taroky worth hlucin XXI XX XV IX VI KS KH QH JD 10C 8C 7C"),
    "offers": ("{card} ...", "taroky offers hlucin XIX XVIII V KS"),
    "callable": ("{card} ...", "taroky callable hlucin XIX XVIII"),
    "sides": ("{contract}", "taroky sides hlucin povinnost --declarer A --called XIX --holder C"),
    "talon": ("{contract}", "taroky talon hlucin trojka --declarer A"),
    "discards": ("{card} ...", "taroky discards hlucin XXI XX I KS QS 7S QH 4H JD 7C 8C 9C RC 10C"),
    "counted_for": (
        "{contract}",
        "taroky counted-for hlucin trojka --declarer A --done take first",
    ),
    "declarations": (
        "{card} ...",
        "taroky declarations hlucin SKYZ XXI I KS KH KD KC QS QH 7C 8C 9C",
    ),
    "sayings": ("{contract}", "taroky sayings hlucin povinnost --declarer A --called XIX"),
    "leads": ("{contract}", "taroky leads hlucin povinnost"),
    "legal": ("{card} ...", "taroky legal hlucin KS 7S XXI --trick QS"),
    "winner": ("{card} ...", "taroky winner hlucin KH 4H I AH"),
    "count": ("{card} ...", "taroky count hlucin KS QS"),
    "score": (
        "{contract}",
        "taroky score hlucin povinnost --declarer A --partner C --points declarers=39",
    ),
}


def _questions() -> Iterator[Verb]:
    for name, question in QUESTIONS.items():
        if name in _OTHERWISE:
            continue
        form, example = _ASKED[name]
        facts = (
            Option(
                f"--{key.replace('_', '-')}",
                f"meaning.{key}",
                also=("--cards",) if key == "hand" else (),
                many=kind.many,
            )
            for key, kind in question.takes.items()
            if kind is not parameters.FACTS
        )
        yield Verb(
            name.replace("_", "-"),
            "ask",
            question.tells,
            asks(name),
            f"[{{game}}] [{{file}} | {form}]",
            example,
            (*OF_RULES, *facts, *(_FACTS if name == "score" else ())),
            words.of_question(name),
            also=name if "_" in name else "",
        )


def verbs() -> tuple[Verb, ...]:
    """All commands, with those of packages that build on this one, in the order of the help."""
    added = [entry.load()() for entry in entry_points(group="taroky.commands")]
    rows = [*_PLAY, *_questions(), *_KEEP, *_TABLES, *(verb for more in added for verb in more)]
    return tuple(sorted(rows, key=lambda verb: GROUPS.index(verb.group)))
