"""The command line `taroky`: rule tables, deals, whole hands, and questions to the engine.

Wrong input gives one sentence on standard error and exit code 2. Files are written whole or not at
all.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NoReturn, TextIO

from taroky import rules as tables
from taroky import telling
from taroky.ask import api, questions, schemas
from taroky.errors import RecordError, TarokyError
from taroky.game import dealt, finished, record
from taroky.messages import local_names, say, term
from taroky.phases.deal import lay_out
from taroky.players.roster import BOTS
from taroky.players.simulate import finish, play_hands
from taroky.rules import packing
from taroky.rules.differences import differences
from taroky.rules.table import Table
from taroky.rules.tree import from_yaml, read_file
from taroky.session import evening


class _Parser(argparse.ArgumentParser):
    """One sentence instead of a usage block."""

    def error(self, message: str) -> NoReturn:
        sys.stderr.write(f"taroky: {message}. Try: {self.prog} --help\n")
        raise SystemExit(2)


def _show(data: Any, out: TextIO) -> None:
    json.dump(data, out, ensure_ascii=False, indent=2)
    out.write("\n")


def _points(points: Sequence[str]) -> str:
    return f"  [{', '.join(points)}]" if points else ""


def _rules(args: argparse.Namespace, out: TextIO) -> None:
    if args.what == "list":
        found = [{"id": name, "title": tables.load(name).title} for name in tables.ids()]
        if args.json:
            _show(found, out)
        else:
            out.writelines(f"{row['id']:20} {row['title']}\n" for row in found)
    elif args.what == "show":
        name = (args.names or _missing("a rule set"))[0]
        if args.json or args.flat:
            data = tables.flat_file(Path(name)) if _is_file(name) else tables.flat(name)
            if args.json:
                _show(data, out)
            else:
                import yaml

                yaml.safe_dump(data, out, allow_unicode=True, sort_keys=False, width=110)
            return
        out.write(_text_of(Path(name)) if _is_file(name) else tables.as_yaml(name))
    elif args.what == "diff":
        _diff(args, out)
    elif args.what == "pack":
        for name in args.names or _missing("a file"):
            out.write(tables.read(Path(name)).name + "\n")
    else:
        paths = [Path(name) for name in args.names] or sorted(
            path for path in tables.FOLDER.glob("*.yaml") if path.stem in tables.ids()
        )
        for path in paths:
            tables.load(str(path)) if packing.is_packed(str(path)) else tables.read(path)
            out.write(say("table.ok", file=str(path)).text() + "\n")


def _missing(what: str) -> NoReturn:
    raise RecordError(say("request.missing", key=what))


def _is_file(name: str) -> bool:
    """Whether a name means a table in a file and not a rule set."""
    return name.endswith((".yaml", ".yml", ".json"))


def _diff(args: argparse.Namespace, out: TextIO) -> None:
    if len(args.names) != 2:
        raise RecordError(say("request.missing", key="two rule sets"))
    first, second = args.names
    flats = [tables.flat_file(Path(n)) if _is_file(n) else tables.flat(n) for n in args.names]
    built = [tables.read(Path(n)) if _is_file(n) else tables.load(n) for n in args.names]
    found = differences(flats[0], flats[1], (built[0], built[1]))
    sentences = telling.compared(built[0], built[1])
    told = telling.by_path(sentences, [d.path for d in found])
    if args.json:
        rows = [{"path": d.path, "first": d.first, "second": d.second,
                 "points": [list(d.first_points), list(d.second_points)],
                 "text": " ".join(one.text for one in told[d.path])
                 or d.message(first, second).text()} for d in found]  # fmt: skip
        _show({"first": first, "second": second, "differences": rows}, out)
        return
    for topic in telling.TOPICS:
        of_topic = [one for one in sentences if one.question.topic == topic]
        if of_topic:
            out.write(f"{telling.topic_title(topic)}\n")
        for question in dict.fromkeys(one.question for one in of_topic):
            for one in of_topic:
                if one.question == question:
                    points = dict.fromkeys((*one.first_points, *one.second_points))
                    out.write(f"- {one.text}{_points(tuple(points))}\n")
            for path in (d.path for d in found if told[d.path][:1] and
                         told[d.path][0].question == question):  # fmt: skip
                out.write(f"      {path}\n")
    untold = [d for d in found if not told[d.path]]
    for d in untold:
        points = dict.fromkeys((*d.first_points, *d.second_points))
        out.write(f"{d.message(first, second).text()}{_points(tuple(points))}\n")
    if not found:
        out.write(say("diff.none", first=first, second=second).text() + "\n")


def _table(args: argparse.Namespace, name: str = "", more: Mapping[str, str] | None = None
           ) -> Table:  # fmt: skip
    """The rule set or the file that --rules names, with the options chosen."""
    name = name or args.rules
    options = {**(more or {}), **_pairs(args.option, "option").get("option", {})}
    return tables.read(Path(name), options) if _is_file(name) else tables.load(name, options)


def _deal(args: argparse.Namespace, out: TextIO) -> None:
    rules = _table(args)
    pack = rules.cards.shuffled(random.Random(f"{args.seed}/0"))
    hands, talon = lay_out(rules, pack, next(iter(rules.deal.ways.values())).packets)
    entry = record.of_hand(dealt(rules, hands, talon), [f"seed {args.seed}"])
    if args.json:
        _show(record.to_json(entry), out)
    else:
        out.write(record.to_text(entry))


def _play(args: argparse.Namespace, out: TextIO) -> None:
    if args.hands < 1:
        raise RecordError(
            say("request.kind", key="--hands", value=args.hands, expected="1 or more")
        )
    hands = play_hands(_table(args), args.seed, args.hands, args.bot, players=args.players)
    for number, hand in enumerate(hands):
        data = questions.hand_json(hand)
        if args.json:
            data = {"seed": args.seed, "number": number, **data}
            out.write(json.dumps(data, ensure_ascii=False) + "\n")
            continue
        out.write(record.to_text(record.of_hand(hand, [f"seed {args.seed}/{number}"])))
        _say_settlement(data["settlement"], out)
        out.write("\n")


def _say_settlement(data: dict[str, Any], out: TextIO) -> None:
    for item in data["items"]:
        amounts = "  ".join(f"{seat} {amount}" for seat, amount in item["amounts"].items())
        out.write(f"# {item['label']['text']}: {amounts}{_points(item['points'])}\n")
        for step in item["steps"]:
            out.write(f"#     {step['text']}{_points(step['points'])}\n")
    for note in data["notes"]:
        out.write(f"# {note['text']}\n")
    total = "  ".join(f"{seat} {amount}" for seat, amount in data["payments"].items())
    out.write(f"# = {total}\n")


def _replay(args: argparse.Namespace, out: TextIO) -> None:
    text = sys.stdin.read() if args.file == "-" else _text_of(Path(args.file))
    try:
        hand = record.read(text).replay()
    except TarokyError as problem:
        raise RecordError(
            say("input.file", file=args.file, problem=problem.message), points=problem.points
        ) from None
    if not finished(hand):
        data: dict[str, Any] = {"finished": False, "actions": len(hand.actions),
                                "state": questions.as_data(questions.state(hand))}  # fmt: skip
        if args.json:
            _show(data, out)
        else:
            out.write(record.to_text(record.of_hand(hand)))
        return
    data = questions.hand_json(hand)
    if args.json:
        _show(data, out)
    else:
        out.write(record.to_text(record.of_hand(hand)))
        _say_settlement(data["settlement"], out)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not UTF-8 text"
        raise RecordError(
            say("input.file", file=str(path), problem=say("file.unreadable", reason=reason))
        ) from None


def _from_file(name: str) -> dict[str, Any]:
    if name == "-":
        text = sys.stdin.read()
        data = (
            json.loads(text)
            if text.lstrip().startswith("{")
            else (from_yaml(text, "standard input").plain())
        )
    else:
        data = read_file(Path(name)).plain()
    if not isinstance(data, dict):
        raise RecordError(
            say("request.kind", key=name, value=str(data)[:60], expected="key: value pairs")
        )
    return data


_FACT_KEYS = ("contract", "declarer", "partner", "level", "players", "ended")


def _ask(verb: str) -> Callable[[argparse.Namespace, TextIO], None]:
    def run(args: argparse.Namespace, out: TextIO) -> None:
        request: dict[str, Any] = {"verb": verb, "rules": args.rules}
        if args.file:
            data = _from_file(args.file)
            request["rules"] = data.get("rules", args.rules)
            request["options"] = data.get("options", {})
            request |= {"facts": data} if verb == "score" else data
        if verb == "score":
            facts = dict(request.get("facts", {}))
            facts |= {key: getattr(args, key) for key in _FACT_KEYS if getattr(args, key)}
            for key in ("points", "tricks", "doubles", "left_over", "pots"):
                facts |= _pairs(getattr(args, key), key)
            facts |= {key: value for key in ("honours", "lost_with", "talon_left")
                      if (value := getattr(args, key))}  # fmt: skip
            for key in ("declare", "announce", "irregular"):
                name = {"declare": "declarations", "announce": "announced"}.get(key, key)
                facts |= _pairs(getattr(args, key), name, many=True)
            if args.last_trick:
                winner, *cards = args.last_trick
                facts["last_trick"] = {"winner": winner, **_pairs(cards, "cards")}
            request["facts"] = facts
        else:
            for key in ("hand", "trick", "chosen", "called", "said", "pile", "announced",
                        "discards", "drawn", "redrawn", "dealt"):  # fmt: skip
                value = getattr(args, key, None)
                if value:
                    request[key] = value
            for key in ("contract", "leader", "opener", "first_hand", "trick_no", "lost_tricks",
                        "declarer", "ended", "players"):  # fmt: skip
                if getattr(args, key, None):
                    request[key] = getattr(args, key)
        chosen = request.pop("options", {})
        if not isinstance(chosen, dict) or not isinstance(request["rules"], str):
            raise RecordError(say("request.kind", key="options", value=str(chosen)[:60],
                                  expected="key: value pairs"))  # fmt: skip
        chosen = {str(key): tables.as_word(value) for key, value in chosen.items()}
        table = _table(args, request["rules"], chosen)
        answer = api.ask(request, table)
        if args.json:
            _show(answer, out)
        else:
            with local_names(table.names):
                _say(verb, answer, out)

    return run


def _pairs(words: Sequence[str] | None, key: str, many: bool = False) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in words or ():
        name, equals, value = word.partition("=")
        if not equals:
            raise RecordError(say("request.kind", key=key, value=word, expected="NAME=VALUE"))
        found[name] = value.split(",") if many else value
    return {key: found} if found else {}


def _say(verb: str, answer: dict[str, Any], out: TextIO) -> None:
    """The answer in words, a line each."""
    if verb == "score":
        _say_settlement(answer, out)
        return
    rows = answer.get("cards", answer.get("calls", answer.get("rows")))
    if verb == "winner":
        out.write(
            f"{answer['winner']}: {answer['why']['text']}{_points(answer['why']['points'])}\n"
        )
        return
    if verb == "count":
        for group in answer["groups"]:
            out.write(f"{group['why']['text']}{_points(group['why']['points'])}\n")
        out.write(f"= {answer['why']['text']}\n")
        return
    for row in rows or ():
        mark = "yes" if row["legal"] else "no "
        why = row["why"] or {"text": "", "points": []}
        name = term("call" if verb == "calls" else "say", row["what"])
        out.write(f"{mark} {name:18} {why['text']}{_points(why['points'])}\n")
    if verb == "declarations":
        out.write(f"= {' + '.join(term('say', n) for n in answer['best']) or '–'}: "
                  f"{answer['value']}\n")  # fmt: skip
        if answer["claims"]:
            claims = " + ".join(term("say", name) for name in answer["claims"])
            out.write(f"{say('declare.claimed').text()} {claims}: {answer['claims_value']}\n")
    if answer.get("finished") or "why" in answer:
        why = answer["why"]
        out.write(f"= {why['text']}{_points(why['points'])}\n" if why else "= in order\n")
    if answer.get("shown"):
        out.write(f"= {answer['show']['text']}{_points(answer['show']['points'])}\n")
    if answer.get("told"):
        out.write(f"= {answer['tell']['text']}{_points(answer['tell']['points'])}\n")
    if verb == "next_dealer":
        out.write(f"= {say('session.next', dealer=answer['seat']).text()}\n")
    if verb == "first_dealer":
        place, again = answer["place"], [str(n + 1) for n in answer["again"]]
        found = say("dealer.again", places=again) if again else say("dealer.first", place=place + 1)
        out.write(f"= {found.text()}\n")


def _schema(args: argparse.Namespace, out: TextIO) -> None:
    _show(schemas.SCHEMAS[args.name](), out)


def _session(args: argparse.Namespace, out: TextIO) -> None:
    """A session file: begun, shown, or gone on with. A file that cannot be read stays as it is."""
    path = Path(args.file)
    if args.what == "new":
        if path.exists() and not args.force:
            raise RecordError(say("session.exists", file=args.file))
        now = _new_session(args)
    else:
        now = _gone_on(args, _session_of(args.file))
    if args.what != "show":
        _write_whole(args.file, lambda file: _show(evening.to_json(now), file))
    data = evening.show(now)
    if args.json:
        _show(data, out)
    else:
        _say_session(data, out)


def _session_of(name: str) -> evening.Session:
    try:
        return evening.from_json(json.loads(_text_of(Path(name))))
    except TarokyError as problem:
        if problem.message.id == "input.file":
            raise
        raise RecordError(
            say("input.file", file=name, problem=problem.message), points=problem.points
        ) from None
    except (RecursionError, json.JSONDecodeError) as problem:
        why = getattr(problem, "msg", "too deep")
        raise RecordError(
            say("input.file", file=name, problem=say("request.json", problem=why))
        ) from None


def _new_session(args: argparse.Namespace) -> evening.Session:
    rules = _table(args)
    names = args.players or []
    evening.start(rules, names)  # the right number of players, before anybody draws
    rng = random.Random(f"{args.seed}/dealer")
    drawn: Sequence[Mapping[int, str]] = ()
    if args.dealer is None:
        dealer, drawn = evening.choose_dealer(rules, len(names), rng)
    elif args.dealer in names:
        dealer = names.index(args.dealer)
    else:
        raise RecordError(
            say("request.kind", key="--dealer", value=args.dealer, expected=", ".join(names))
        )
    chips = None
    if args.chips is not None:
        try:
            chips = Decimal(args.chips)
        except InvalidOperation:
            raise RecordError(say("session.chips", value=args.chips)) from None
    return evening.start(rules, names, dealer, chips=chips, hands=args.hands, drawn=drawn)


def _gone_on(args: argparse.Namespace, now: evening.Session) -> evening.Session:
    if args.what == "stop":
        return now.stop()
    if args.what == "seat":
        return now.seat(args.players or [])
    if args.what == "play":
        for _ in range(args.hands or 1):
            rng = random.Random(f"{args.seed}/{len(now.played)}")
            now = now.add(finish(now.deal(rng), rng, args.bot))
            if now.over:
                break
    if args.what == "add":
        if args.payments:
            about = {key: getattr(args, key) for key in ("contract", "declarer", "opener", "ended")}
            told = {key: value for key, value in about.items() if value}
            return evening.with_json(now, {**_pairs(args.payments, "payments"), **told})
        if not args.hand:
            raise RecordError(say("request.missing", key="a record, or --payments"))
        text = sys.stdin.read() if args.hand == "-" else _text_of(Path(args.hand))
        try:
            now = now.add(record.read(text).replay())
        except TarokyError as problem:
            raise RecordError(
                say("input.file", file=args.hand, problem=problem.message), points=problem.points
            ) from None
    return now


def _say_session(data: dict[str, Any], out: TextIO) -> None:
    for drawn in data["drawn"]:
        out.write("drawn: " + "  ".join(f"{name} {card}" for name, card in drawn.items()) + "\n")
    for hand in data["hands"]:
        what = term("call", hand["contract"]) if hand["contract"] and not hand["ended"] else ""
        what = what or term("ended", hand["ended"]) or "–"
        paid = "  ".join(f"{name} {amount}" for name, amount in hand["payments"].items())
        out.write(f"{hand['number']:3}. {hand['dealer']} dealt, {what}: {paid}\n")
    for name, content in data["pots"].items():
        out.write(f"{term('pot', name)}: {content}\n")
    for row in data["standings"]:
        out.write(f"{row['rank']:3}. {row['name']:12} {row['total']}\n")
    if data["over"]:
        out.write(say("session.ended", winners=data["winners"], hands=data["counted"]).text())
    else:
        out.write(say("session.next", dealer=data["dealer"]).text())
    out.write("\n")


def _of_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--rules", default="hlucin", help="rule set, packed house table or a file (hlucin)"
    )
    command.add_argument(
        "--option", nargs="*", action="extend", help="house options: varsava.scoring=half_crown"
    )


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="taroky",
        description="Rules of Taroky: what is allowed, why, and what it pays. Cards are written KS "
        "(king of spades), QH, RC (rider), JD, 10S, AH; taroky I to XXI; the škýz SKYZ.",
    )
    sub = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    def verb(name: str, help_text: str, run: Callable[[argparse.Namespace, TextIO], None]
             ) -> argparse.ArgumentParser:  # fmt: skip
        command = sub.add_parser(name, help=help_text, description=help_text)
        command.add_argument("--json", action="store_true", help="answer as JSON")
        command.add_argument("--out", help="write the answer to this file")
        command.set_defaults(run=run)
        return command

    rules = verb("rules", "list, show, compare, check or pack rule tables", _rules)
    rules.add_argument("what", choices=["list", "show", "diff", "check", "pack"])
    rules.add_argument(
        "names",
        nargs="*",
        help="a rule set or a file (show), two of them (diff), files (check, pack)",
    )
    rules.add_argument("--flat", action="store_true", help="show: with all that it extends")

    deal = verb("deal", "deal the cards", _deal)
    play = verb("play", "let bots play whole hands to the payment", _play)
    for command in (deal, play):
        _of_rules(command)
        command.add_argument("--seed", type=int, default=1, help="the same seed, the same cards")
    play.add_argument("--hands", type=int, default=1, help="how many")
    play.add_argument("--bot", choices=sorted(BOTS), default="random", help="who plays")
    play.add_argument("--players", type=int, help="people at the table (4, or 5 with one out)")

    kept = verb("session", "keep a session of many hands in a file", _session)
    kept.add_argument("what", choices=["new", "add", "play", "seat", "show", "stop"])
    kept.add_argument("file", help="the session file (JSON)")
    kept.add_argument("hand", nargs="?", help="add: a record as text, JSON or code; - for stdin")
    _of_rules(kept)
    kept.add_argument("--players", nargs="*",
                      help="new, seat: the names in order of play, seat: from the next hand on")  # fmt: skip
    kept.add_argument("--dealer", help="new: who deals first, if it is not drawn")
    kept.add_argument("--chips", help="new: what everybody starts with")
    kept.add_argument("--hands", type=int, help="new: how many are agreed; play: how many")
    kept.add_argument("--force", action="store_true", help="new: in place of a file that is there")
    kept.add_argument(
        "--seed", type=int, default=1, help="new, play: the same seed, the same cards"
    )
    kept.add_argument("--bot", choices=sorted(BOTS), default="random", help="play: who plays")
    kept.add_argument("--payments", nargs="*", help="add: only what was paid, A=1.00 B=-1.00 …")
    kept.add_argument("--contract", help="add, with --payments: what was played")
    kept.add_argument("--declarer", help="add, with --payments: the declarer's seat")
    kept.add_argument("--opener", help="add, with --payments: who opened, if not A")
    kept.add_argument("--ended", help="add, with --payments: what ended the hand before play")

    replay = verb("replay", "replay a record and settle it", _replay)
    replay.add_argument("file", help="a record as text, JSON or code; - for standard input")

    helps = {
        "legal": "which cards of a hand may go to a trick, and why not the others",
        "winner": "who takes a trick",
        "discards": "what may be laid away from a hand",
        "calls": "which calls may follow an auction",
        "offers": "what may be chosen with a hand: to throw it in, to give up, another game",
        "first_dealer": "who deals first when these cards are drawn, one at each place",
        "next_dealer": "who deals the next hand",
        "callable": "which tarok may be called as partner",
        "declarations": "what a hand may declare and what it brings",
        "count": "what a pile of cards is worth, three by three",
        "score": "what the facts of a finished hand pay each player",
    }
    flags = {
        "legal": ("hand", "trick", "contract", "announced", "called", "trick-no"),
        "winner": ("trick", "leader", "contract", "trick-no", "lost-tricks"),
        "discards": ("hand", "chosen", "called", "drawn", "contract"),
        "calls": ("said", "hand", "opener", "first-hand"),
        "callable": ("hand", "contract", "discards"),
        "offers": ("hand", "said", "contract", "called", "drawn", "dealt"),
        "first_dealer": ("drawn", "redrawn"),
        "next_dealer": ("contract", "declarer", "opener", "ended", "players"),
        "declarations": ("hand", "contract"),
        "count": ("pile", "contract"),
    }
    words = {
        "hand": "the cards of the hand", "trick": "the cards in the trick, as played",
        "chosen": "the cards to lay away", "called": "the called card",
        "drawn": "the cards drawn: from the talon, or for the first deal",
        "redrawn": "the cards of those who drew again, in order of their places, / between two rounds",
        "dealt": "the cards of the hand as dealt, if they are others",
        "first-hand": "yes: it is the first hand of a session",
        "declarer": "seat of the declarer", "ended": "what ended the hand before play",
        "players": "people at the table",
        "said": "the calls so far, from the first player on", "pile": "the cards of the pile",
        "contract": "the contract", "leader": "who led (A)", "opener": "who opens the auction (A)",
        "discards": "the cards the caller has laid away",
        "announced": "bonuses this player has announced",
        "trick-no": "which trick it is, from 1",
        "lost-tricks": "how many tricks the leader's side has lost",
    }  # fmt: skip
    for name, help_text in helps.items():
        command = verb(name, help_text, _ask(name))
        command.add_argument("file", nargs="?", help="YAML or JSON with the facts; - for stdin")
        _of_rules(command)
        for flag in flags.get(name, ()):
            one = flag in ("contract", "leader", "opener", "first-hand", "trick-no", "lost-tricks",
                           "declarer", "ended", "players")  # fmt: skip
            command.add_argument(f"--{flag}", nargs=None if one else "*", help=words[flag])
    score = sub.choices["score"]
    score.add_argument("--contract", help="the contract")
    score.add_argument("--declarer", help="seat of the declarer")
    score.add_argument("--partner", help="seat of the partner; leave out when alone")
    score.add_argument("--level", help="level of the talon set taken")
    score.add_argument("--players", help="people at the table")
    score.add_argument("--ended", help="how the hand ended before play")
    score.add_argument("--points", nargs="*", help="declarers=39, or A=26 B=26 …")
    score.add_argument("--tricks", nargs="*", help="declarers=7, or A=3 …")
    score.add_argument("--doubles", nargs="*", help="game=flek pagat=reflek")
    score.add_argument("--declare", nargs="*", help="A=trul,honery D=barvicky")
    score.add_argument("--announce", nargs="*", help="A=pagat")
    score.add_argument("--left-over", nargs="*", help="cards over in counting: declarers=1")
    score.add_argument("--honours", help="how many of the trul the declarers' tricks hold")
    score.add_argument("--lost-with", help="the declarers' card in the one trick they lost")
    score.add_argument("--talon-left", nargs="*", help="talon cards nobody took")
    score.add_argument("--irregular", nargs="*", help="what went wrong: B=revoke")
    score.add_argument("--pots", nargs="*", help="what lay in the pot before: zid=30")
    score.add_argument("--last-trick", nargs="*", help="winner, then what was played: A A=I C=X")

    for entry in entry_points(group="taroky.commands"):  # of packages that build on this one
        entry.load()(verb)

    schema = verb("schema", "print a JSON Schema", _schema)
    schema.add_argument("name", choices=sorted(schemas.SCHEMAS))
    return parser


def _write_whole(path: str, run: Callable[[TextIO], None]) -> None:
    """The file is there in full or not at all."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as problem:
        raise RecordError(
            say("input.file", file=path, problem=say("file.unreadable", reason=problem.strerror))
        ) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            run(file)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 0 when answered, 2 for wrong input."""
    args = _parser().parse_args(argv)
    try:
        if args.out:
            _write_whole(args.out, lambda file: args.run(args, file))
        else:
            args.run(args, sys.stdout)
            sys.stdout.flush()
    except TarokyError as problem:
        sys.stderr.write(f"taroky: {problem}{_points(problem.points)}\n")
        return 2
    except json.JSONDecodeError as problem:
        text = say("input.file", file=args.file, problem=say("request.json", problem=problem.msg))
        sys.stderr.write(f"taroky: {text.text()}\n")
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return 0
