"""What the engine tests share: tables of vectors, deals filled up from a few cards, short scripts.

A vector table is a text file: one case a line, columns divided by " | ", the first column the rule
points, `#` starts a comment line. House options stand in the first column as {key=value}.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from taroky import rules as tables
from taroky.hand import Action, Hand, apply, check, current, dealt, legal
from taroky.phases.announce import effective
from taroky.rules.table import Table
from taroky.settlement import finished_facts, settle

VECTORS = Path(__file__).parents[1] / "vectors"
SEATS = "ABCD"


@dataclass(frozen=True)
class Case:
    """One line of a table."""

    points: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]

    @property
    def rules(self) -> Table:
        return tables.load("hlucin", dict(self.options))

    def column(self, n: int) -> str:
        return self.columns[n] if n < len(self.columns) else ""


def cases(name: str) -> list[object]:
    """The cases of tests/vectors/<name>.txt, each with file:line as its test id."""
    found = []
    lines = (VECTORS / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        first, *columns = (column.strip() for column in line.split("|"))
        options = tuple(re.findall(r"\{([\w.]+)=([\w.]+)\}", first))
        points = tuple(re.findall(r"HLU-[A-Z]+-\d+", first))
        assert points, f"{name}.txt:{number} cites no rule point"
        case = Case(points, options, tuple(columns))
        found.append(pytest.param(case, id=f"{name}.txt:{number}"))
    return found


def parts(text: str, by: str = ";") -> Iterator[str]:
    """The non-empty parts of a column; what stands in “ ” is not divided."""
    depth, start = 0, 0
    for i, sign in enumerate(text + by):
        depth += (sign == "“") - (sign == "”")
        if sign == by and not depth:
            if text[start:i].strip():
                yield text[start:i].strip()
            start = i + 1


def cards(text: str) -> tuple[str, ...]:
    """Cards of a column; "-" is none. Ranges of taroky may not be abbreviated."""
    return tuple(word for word in text.split() if word != "-")


def refusals(text: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """ "XXI: HLU-PLAY-02 “sentence”" divided by semicolons -> what, points, sentence."""
    for part in parts(text):
        what, _, rest = part.partition(":")
        ids = tuple(re.findall(r"HLU-[A-Z]+-\d+", rest))
        sentence = re.search(r"“(.*)”$", rest)
        yield what.strip(), ids, sentence.group(1) if sentence else ""


def fill(rules: Table, given: Mapping[str, str] | str = "", *, players: int | None = None) -> Hand:
    """A dealt hand that holds the given cards: "A: KS I; talon: XIX". The rest is filled up, the
    talon with low suit cards, the hands in turn."""
    if isinstance(given, str):
        given = {key.strip(): text for key, _, text in (p.partition(":") for p in parts(given))}
    hands = {seat: list(cards(given.get(seat, ""))) for seat in SEATS}
    talon = list(cards(given.get("talon", "")))
    used = {card for held in (*hands.values(), talon) for card in held}
    left = [card for card in reversed(rules.cards.cards) if card not in used]
    pips = [card for card in left if card in rules.cards.members("pips")]
    while len(talon) < 6:
        card = pips.pop()
        left.remove(card)
        talon.append(card)
    at = 0
    while left:
        seat = SEATS[at % 4]
        if len(hands[seat]) < 12:
            hands[seat].append(left.pop())
        at += 1
    return dealt(rules, hands, talon, players=players)


def act(text: str) -> Action:
    """An action from "A say flek:game"."""
    seat, kind, *what = text.split()
    return Action(seat, kind, tuple(what))


def do(hand: Hand, action: Action) -> Hand:
    """apply(), but "*" lays away a legal set and plays the first legal card."""
    if action.what == ("*",):
        return apply(hand, easy(hand))
    return apply(hand, action)


def easy(hand: Hand) -> Action:
    """The plainest legal action: pass, call the XIX, draw, take the first set, say nothing."""
    options = legal(hand)
    assert options is not None
    seat = options.seat
    kinds = options.kinds
    if options.phase == "auction":
        calls = [c.what for c in options.of("bid")]
        return Action(seat, "bid", ("pass" if "pass" in calls else calls[0],))
    if options.phase == "calling":
        return Action(seat, "call", ("XIX",))
    if options.phase == "talon":
        return (
            Action(seat, "draw")
            if "draw" in kinds
            else Action(seat, "take", (options.of("take")[0].what,))
        )
    if options.phase == "discard":
        n, _ = options.picks["discard"]
        choices = sorted(
            options.of("discard"), key=lambda c: (not c.must, hand.rules.cards.is_tarok(c.what))
        )
        return Action(seat, "discard", tuple(c.what for c in choices[:n]))
    if options.phase == "announce":
        return Action(seat, "say", ("nothing",))
    return Action(seat, "play", (options.of("play")[0].what,))


def until(hand: Hand, phase: str) -> Hand:
    """The hand played on in the plainest way until that phase asks ("end": until it is over)."""
    while (asked := current(hand)) is not None and asked[0].name != phase:
        hand = apply(hand, easy(hand))
    return hand


def contract(hand: Hand, text: str) -> Hand:
    """The hand after an auction that ends in "C trojka": the others pass, A opens povinnost."""
    if not text:
        return hand
    seat, name = text.split()
    for caller in SEATS:
        if caller == seat:
            call = "povinnost" if name == "varsava" else name
        else:
            call = "povinnost" if caller == "A" else "pass"
        hand = apply(hand, Action(caller, "bid", (call,)))
    if name == "varsava":
        hand = apply(hand, Action("A", "choose", ("varsava",)))
    return hand


def run(hand: Hand, script: str) -> Hand:
    """The hand after a script: actions divided by commas, "to play" plays on to that phase,
    "C trojka" (a seat and a contract) runs the auction."""
    for step in parts(script, ","):
        if step.startswith("to "):
            hand = until(hand, step[3:])
        elif re.fullmatch(r"[A-D] (povinnost|druha_povinnost|trojka|solo|varsava)", step):
            hand = contract(hand, step)
        else:
            hand = do(hand, act(step))
    return hand


def expect(hand: Hand, assertion: str) -> None:
    """One assertion about a hand; see tests/vectors/hands.txt for the words."""
    word, _, rest = assertion.partition(" ")
    asked = current(hand)
    if word == "turn":
        assert asked is not None
        assert f"{asked[1]} {asked[0].name}" == rest
    elif word == "kinds":
        options = legal(hand)
        assert options is not None
        assert set(options.kinds) == set(rest.split())
    elif word == "can":
        refusal = check(hand, act(rest))
        assert refusal is None, refusal and refusal.message.text()
    elif word == "cannot":
        said, quote, sentence = rest.partition("“")
        ids = re.findall(r"HLU-[A-Z]+-\d+", said)
        words = [w for w in said.split() if w not in ids]
        refusal = check(hand, act(" ".join(words)))
        assert refusal is not None, "was allowed"
        assert set(ids) <= set(refusal.points), refusal
        assert refusal.message.text().strip()
        if quote:
            assert refusal.message.text() == sentence.removesuffix("”")
    elif word == "holds":
        seat, *held = rest.split()
        assert set(held) <= set(hand.holds(seat))
    elif word == "size":
        seat, n = rest.split()
        assert len(hand.holds(seat)) == int(n)
    elif word == "partner":
        assert (hand.partner or "-") == rest
    elif word == "declarer":
        assert f"{hand.declarer} {hand.contract}" == rest
    elif word == "alone":
        assert hand.alone is (rest == "yes")
    elif word == "public":
        assert hand.partner_public is (rest == "yes")
    elif word == "called":
        assert hand.called == rest
    elif word == "level":
        assert hand.level == int(rest)
    elif word in ("shown", "exposed", "talon"):
        assert set(getattr(hand, word)) == set(cards(rest))
    elif word == "ended":
        assert hand.ended == rest
        assert asked is None
    elif word == "factor":
        target, n = rest.split()
        name, _, sayer = target.partition("@")
        assert effective(hand, name, sayer) == int(n)
    elif word == "leads":
        assert asked is not None
        assert (asked[0].name, asked[1], hand.trick) == ("play", rest, None)
    elif word == "won":
        n, seat = rest.split()
        assert hand.tricks[int(n) - 1].winner == seat
    elif word == "pays":
        payments = settle(hand.rules, finished_facts(hand)).payments
        assert [f"{payments[seat]:+.2f}" for seat in hand.at_table] == rest.split()
    else:
        raise AssertionError(f"no such assertion: {assertion}")
