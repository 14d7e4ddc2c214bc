"""Parts that the engine tests share: tables of vectors, deals filled up from a few cards, short
scripts.

Cases stand in tests/vectors/<rule set>/<kind>.txt: one case a line, columns divided by " | ", the
first column the rule points, `#` starts a comment line. House options stand in the first column as
{key=value}. A rule set has the kinds of table it needs; one that is not there is simply absent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from taroky import rules
from taroky.game import apply, check, current, dealt, legal
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.phases.doubling import effective
from taroky.phases.offers import PLAY_ON
from taroky.rules.table import SEATS as ALL_SEATS
from taroky.rules.table import Table
from taroky.session import next_dealer, played_of
from taroky.settling.paying import Finished, LastTrick, finished_facts, settle
from taroky.settling.reported.reading import read

VECTORS = Path(__file__).parents[1] / "vectors"
SEATS = "ABCD"
POINT = r"\b[A-Z]{2,8}-[A-Z]+-\d{2}\b"

#: What goes wrong at a table. No plain game does it.
IRREGULAR = frozenset({"misdeal", "revoke", "wrong_discard", "wrong"})


@cache
def load(game: str, options: tuple[tuple[str, str], ...] = ()) -> Table:
    """A rule set with its house options; each is read once."""
    return rules.load(game, dict(options))


@dataclass(frozen=True)
class Case:
    """One line of a table."""

    game: str
    points: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]

    @property
    def table(self) -> Table:
        return load(self.game, self.options)

    def column(self, n: int) -> str:
        return self.columns[n] if n < len(self.columns) else ""


def cases(kind: str) -> list[object]:
    """The cases of every tests/vectors/<rule set>/<kind>.txt; test ids are rule set/file:line."""
    params = []
    for path in sorted(VECTORS.glob(f"*/{kind}.txt")):
        name = f"{path.parent.name}/{path.name}"
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.startswith("#"):
                continue
            first, *columns = (column.strip() for column in line.split("|"))
            options = tuple(re.findall(r"\{([\w.]+)=([^{}=\s]+)\}", first))
            points = tuple(re.findall(POINT, first))
            assert points, f"{name}:{number} cites no rule point"
            case = Case(path.parent.name, points, options, tuple(columns))
            params.append(pytest.param(case, id=f"{name}:{number}"))
    return params


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


def numbers(text: str) -> list[Decimal]:
    """ "+0.40 -0.40" as numbers: +3, +3.0 and +3.00 are the same."""
    return [Decimal(word) for word in text.split()]


def refusals(text: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """ "XXI: HLU-PLAY-02 “sentence”" divided by semicolons -> what, points, sentence."""
    for part in parts(text):
        what, _, rest = part.partition(": ")
        ids = tuple(re.findall(POINT, rest))
        sentence = re.search(r"“(.*)”$", rest)
        yield what.strip(), ids, sentence.group(1) if sentence else ""


def header(text: str) -> tuple[dict[str, Any], str]:
    """Return what stands before the cards in braces, "{players: 5, first_hand: yes}", and the rest."""
    if not text.startswith("{"):
        return {}, text
    inside, _, rest = text.partition("}")
    return yaml.safe_load(inside + "}"), rest.strip()


def fill(table: Table, layout: Mapping[str, str] | str = "", **how: Any) -> Hand:
    """A dealt hand that holds the given cards: "A: KS I; talon: XIX". The rest is filled up, the
    talon with suit cards of the lowest value, the hands in turn. how: what dealt() takes besides
    (players, first_hand); a text may begin with it: "{first_hand: yes} A: KS"."""
    if isinstance(layout, str):
        more, layout = header(layout)
        how |= more
        layout = {key.strip(): text for key, _, text in (p.partition(":") for p in parts(layout))}
    pack = table.cards
    hands = {seat: list(cards(layout.get(seat, ""))) for seat in table.active}
    talon = list(cards(layout.get("talon", "")))
    used = {card for held in (*hands.values(), talon) for card in held}
    left = [card for card in reversed(pack.cards) if card not in used]
    plain = [card for card in left if not pack.is_tarok(card)]
    worth = min(map(pack.value, plain), default=0)
    low = [card for card in plain if pack.value(card) == worth]
    while len(talon) < table.deal.talon.cards:
        card = low.pop()
        left.remove(card)
        talon.append(card)
    index = 0
    while left:
        seat = table.active[index % len(table.active)]
        if len(hands[seat]) < table.deal.hand:
            hands[seat].append(left.pop())
        index += 1
    return dealt(table, hands, talon, **how)


def act(text: str) -> Action:
    """An action from "A say flek:game"."""
    seat, kind, *what = text.split()
    return Action(seat, kind, tuple(what))


def do(hand: Hand, action: Action) -> Hand:
    """apply(), but "*" discards a legal set and plays the first legal card."""
    if action.what == ("*",):
        return apply(hand, easy(hand))
    return apply(hand, action)


def easy(hand: Hand) -> Action:
    """The plainest legal action of whatever phase asks: pass, or the lowest bid, call the first
    card, draw, take the first set, discard what must go and suit cards first, say only what must
    be said, play the first card."""
    options = legal(hand)
    assert options is not None
    seat, table = options.seat, hand.table
    kinds = [kind for kind in options.kinds if kind not in IRREGULAR]
    if options.phase == "announce" and any(c.kind == "say" for c in options.choices):
        musts = tuple(choice.what for choice in options.of("say") if choice.must)
        return Action(seat, "say", musts or ("nothing",))
    if "bid" in kinds:
        rows = table.auction.calls
        plain = [
            (
                rows[c.what].rank is not None,
                rows[c.what].rank or 0,
                bool(rows[c.what].when.either),
                i,
            )
            for i, c in enumerate(options.of("bid"))
        ]
        return Action(seat, "bid", (options.of("bid")[min(plain)[-1]].what,))
    kind = next((kind for kind in kinds if kind != "choose"), "choose")
    if kind == "choose" and PLAY_ON in {choice.what for choice in options.of(kind)}:
        return Action(seat, kind, (PLAY_ON,))
    if kind == "cut":
        return Action(seat, "cut", (str(table.pack.cards // 2),))
    choices = options.of(kind)
    if kind == "discard":
        choices = tuple(sorted(choices, key=lambda c: (not c.must, table.cards.is_tarok(c.what))))
    least = options.picks.get(kind, (1, 1))[0]
    return Action(seat, kind, tuple(choice.what for choice in choices[:least] if choice.what))


def continuations(hand: Hand) -> Iterator[Action]:
    """Every legal action that goes on with the hand, irregularities left out: every choice one by one,
    every set of cards where several are picked, silence or one thing where something is said."""
    options = legal(hand)
    if options is None:
        return
    if any(choice.kind == "say" for choice in options.choices):
        yield Action(options.seat, "say", ("nothing",))
    for kind in options.kinds:
        if kind in IRREGULAR or kind == "cut":
            continue
        choices = options.of(kind)
        size = options.picks.get(kind, (1, 1))[0] if kind != "say" else 1
        musts = {choice.what for choice in choices if choice.must}
        for picked in combinations(choices, size):
            what = tuple(choice.what for choice in picked if choice.what)
            action = Action(options.seat, kind, what)
            if musts <= set(what) and check(hand, action) is None:
                yield action


def until(hand: Hand, phase: str) -> Hand:
    """The hand played on in the plainest way until that phase asks ("end": until it is over)."""
    while (asked := current(hand)) is not None and asked[0].name != phase:
        hand = apply(hand, easy(hand))
    return hand


def contract(hand: Hand, seat: str, name: str) -> Hand:
    """The hand after an auction that ends in this seat's contract: everybody else passes if they may.
    A contract that is no bid comes by its offer, after the lowest bid."""
    bid = name in hand.table.auction.calls
    while (asked := current(hand)) is not None and asked[0].name == "auction":
        action = easy(hand)
        options = legal(hand)
        assert options is not None
        mine = [c.what for c in options.of("bid")]
        if action.seat == seat:
            if bid and name in mine:
                action = Action(seat, "bid", (name,))
            elif not bid:
                rows = hand.table.auction.calls
                least = min((rows[c].rank or 0, c) for c in mine if rows[c].rank is not None)
                action = Action(seat, "bid", (least[1],))
        hand = apply(hand, action)
    if not bid:
        offer = next(o for o, row in hand.table.offers.items() if row.contract == name)
        hand = apply(hand, Action(seat, "choose", (offer,)))
    return hand


def plays(hand: Hand, seat: str, played: list[str]) -> Hand:
    """The hand played on until that seat has played these cards, one at each of its turns."""
    for card in played:
        while (asked := current(hand)) is not None and (asked[1], asked[0].name) != (seat, "play"):
            hand = apply(hand, easy(hand))
        hand = apply(hand, Action(seat, "play", (card,)))
    return hand


def run(hand: Hand, script: str) -> Hand:
    """The hand after a script: actions divided by commas, "to play" plays on to that phase,
    "C trojka" (a seat and a contract) runs the auction, "A plays XXI XX" plays on until A has played
    these cards, everybody else in the plainest way."""
    for step in parts(script, ","):
        words = step.split()
        if step == "-":
            continue
        if words[0] == "to":
            hand = until(hand, words[1])
        elif words[1:2] == ["plays"]:
            hand = plays(hand, words[0], words[2:])
        elif len(words) == 2 and words[0] in ALL_SEATS and words[1] in hand.table.contracts:
            hand = contract(hand, *words)
        else:
            hand = do(hand, act(step.replace("“", "").replace("”", "")))
    return hand


def expect(hand: Hand, assertion: str, pots: Mapping[str, Decimal] | None = None) -> None:
    """One assertion about a hand; see tests/vectors/hlucin/hands.txt for the words. pots: what lies
    in them before the hand."""
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
        ids = re.findall(POINT, said)
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
    elif word == "knows":
        seat, partner = rest.split()
        assert (view(hand, seat).partner or "-") == partner
    elif word in ("sees", "hides"):
        seat, *named = rest.split()
        seen = view(hand, seat)
        open_to_it = {*seen.cards, *seen.talon_seen, *seen.exposed, *seen.shown, *seen.discards}
        assert set(named) <= open_to_it if word == "sees" else not set(named) & open_to_it
    elif word == "declarer":
        assert f"{hand.declarer} {hand.contract}" == rest
    elif word == "alone":
        assert hand.alone is (rest == "yes")
    elif word == "public":
        assert hand.partner_public is (rest == "yes")
    elif word == "told":
        seat, of, number = rest.split()
        assert view(hand, seat).numbers_told.get(seat, {}).get(of, 0) == int(number)
    elif word == "called":
        assert hand.call.called == rest
    elif word == "level":
        assert hand.exchange.level == int(rest)
    elif word in ("shown", "exposed", "talon"):
        lying = {
            "shown": hand.discard.shown,
            "exposed": hand.exchange.exposed,
            "talon": hand.cards.talon,
        }
        assert set(lying[word]) == set(cards(rest))
    elif word == "displayed":
        seat, *shown = rest.split()
        assert [list(cards) for by, _, cards in hand.announce.displayed if by == seat] == [shown]
    elif word == "ended":
        assert hand.ended == rest
        assert asked is None
    elif word == "opener":
        assert hand.auction.opener == rest
    elif word == "next_dealer":
        played = played_of(hand, settle(hand.table, finished_facts(hand)))
        assert next_dealer(hand.table, played, hand.players) == rest
    elif word == "factor":
        target, n = rest.split()
        name, _, sayer = target.partition("@")
        assert effective(hand, name, sayer) == int(n)
    elif word == "leads":
        assert asked is not None
        assert (asked[0].name, asked[1], hand.play.trick) == ("play", rest, None)
    elif word == "cards":
        n, size = rest.split()
        assert len(hand.play.tricks[int(n) - 1].cards) == int(size)
    elif word == "won":
        n, seat = rest.split()
        assert hand.play.tricks[int(n) - 1].winner == seat
    elif word == "pays":
        payments = settle(hand.table, finished_facts(hand, pots)).payments
        assert [payments[seat] for seat in hand.at_table] == numbers(rest)
    elif word == "item":
        seat, name, amount = rest.split()
        settled = settle(hand.table, finished_facts(hand, pots))
        amounts = [item.amounts.get(seat, Decimal(0)) for item in settled.items if item.id == name]
        assert Decimal(amount) in amounts or (not amounts and Decimal(amount) == 0), amounts
    elif word == "pot":
        name, amount = rest.split()
        assert settle(hand.table, finished_facts(hand, pots)).pots[name] == Decimal(amount)
    elif word == "with":
        name, amount, assertion = rest.split(maxsplit=2)
        expect(hand, assertion, {**(pots or {}), name: Decimal(amount)})
    elif word == "count":
        who, points = rest.split()
        assert finished_facts(hand).points[who] == Fraction(points)
    elif word == "tricks":
        who, n = rest.split()
        tricks = finished_facts(hand).tricks
        assert tricks is not None
        assert tricks[who] == int(n)
    else:
        raise AssertionError(f"no such assertion: {assertion}")


def number(text: str) -> Fraction:
    """ "29" or the thirds "88:3"."""
    return Fraction(*map(int, text.split(":")))


def facts(table: Table, text: str) -> Finished:
    """The facts of a line of settle.txt: a mapping as `taroky score` reads it, or a shorthand."""
    if text.startswith("{"):
        return read(table, yaml.safe_load(text))
    words = text.split()
    values: dict = {"points": {}, "factors": {}, "announced": [], "declarations": {}}
    if "=" not in words[0]:
        values["contract"] = words.pop(0)
    for word in words:
        key, equals, value = word.partition("=")
        if re.fullmatch(r"[A-D](\+[A-D])?", word):
            values["declarer"], _, partner = word.partition("+")
            values["partner"] = partner
        elif values.get("contract") == "varsava" and "/" in word and not equals:
            values["points"] = dict(zip("ABCD", map(number, word.split("/")), strict=True))
        elif word in table.doubling.steps:
            values["factors"]["game"] = table.doubling.steps[word]
        elif key == "factor":
            values["factors"]["game"] = int(value)
        elif re.fullmatch(r"\d+(:\d+)?", word):
            ours, _, theirs = word.partition(":")
            points = (int(ours), int(theirs) if theirs else table.total - int(ours))
            values["points"] = dict(
                zip(("declarers", "opponents"), map(Fraction, points), strict=True)
            )
        elif (match := re.fullmatch(r"(\w+)(?:@([A-D]))?(?:\*(\d))?", word)) and (
            match.group(1) in table.bonuses
        ):
            bonus, sayer, factor = match.groups()
            if sayer and (values["contract"], bonus) != ("druha_povinnost", "pagat"):
                values["announced"].append((sayer, bonus))
            if factor:
                values["factors"][f"{bonus}@{sayer}" if sayer else bonus] = int(factor)
        elif key == "last":
            pairs = re.findall(r"([A-D])\((\w+)\)", value)
            values["last_trick"] = LastTrick(pairs[0][0], dict(pairs))
        elif key == "tricks" and "/" in value:
            values["tricks"] = dict(zip("ABCD", map(int, value.split("/")), strict=True))
        elif key == "tricks":
            values["tricks"] = {"declarers": int(value), "opponents": 12 - int(value)}
        elif key == "say":
            for part in value.split(";"):
                seat, _, rows = part.partition(":")
                values["declarations"][seat] = tuple(rows.split("+"))
        elif key in ("level", "players"):
            values[key] = int(value)
        elif key == "left":
            values["left_over"] = {"declarers": int(value)}
        elif key == "called":
            values["called"] = value
        elif word.partition("@")[0] in table.penalties:
            event, _, seat = word.partition("@")
            values["irregular"] = ((seat, table.penalties[event].event or event),)
        elif key == "ended":
            values[key] = value
        else:
            raise AssertionError(f"no such fact: {word}")
    if values.get("contract") == "varsava":
        values["declarer"] = "A"
    return Finished(**{**values, "announced": tuple(values["announced"])})


def writes(table: Table) -> bool:
    """Whether points are written that nobody pays, so that a hand need not sum to zero."""
    outcomes = [row for bonus in table.bonuses.values() for row in bonus.outcomes.values()]
    payers = [row.payer for row in (*table.payments.values(), *outcomes)]
    return "nobody" in payers or table.settle.between == "sides_thrice"
