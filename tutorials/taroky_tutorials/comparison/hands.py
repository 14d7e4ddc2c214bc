"""One hand settled by several rule sets. It is told without the words of any of them: what is in the
declarers' tricks, who took the last trick, what somebody holds; every table counts the cards, finds
its own game and its own declarations, and settles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from taroky import rules
from taroky.api import announcing as declaring_questions
from taroky.cards import COURTS, Card
from taroky.errors import TarokyError
from taroky.messages import Message, local_names, say
from taroky.rules.table import Seat, Table
from taroky.settling.counting import points as counting
from taroky.settling.paying import Finished, Settlement, settle
from taroky.settling.reported import reading as facts_of
from taroky.settling.reported.pile_sizes import fitting
from taroky.telling import announcing, values

from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import links

#: Packs a hand may be told of, and the kinds of game there are with each: the first in the list that a
#: table has is played.
GAMES: dict[str, dict[str, tuple[str, ...]]] = {
    "54": {
        "partner": ("duty",),
        "look": ("alone.looks#1", "alone.draws#1"),
        "left": ("alone.left#1",),
        "partner_left": ("called.left#1",),
    },
    "78": {
        "taken": ("alone.draws#1", "duty"),
        "taken_guard": ("alone.draws#2", "called.draws#1"),
        "left": ("alone.left#1", "called.left#1"),
    },
}
#: Cards that are counted by kind, with how many of them a pack has.
COUNTED = {"kings": 4, "honours": 3, "queens": 4, "riders": 4, "jacks": 4}
_SETS = {"honours": "trul"}
#: What somebody may hold: (taroky, honours among them, kings).
HOLDINGS: dict[str, dict[str, tuple[int, Sequence[Card], int]]] = {
    "54": {
        "none": (0, (), 1),
        "pagat_alone": (1, ("I",), 1),
        "one": (1, (), 1),
        "two": (2, (), 1),
        "eight": (8, (), 1),
        "ten": (10, (), 1),
        "trul": (6, ("SKYZ", "XXI", "I"), 0),
        "trul_king": (6, ("SKYZ", "XXI", "I"), 1),
        "two_two": (5, ("SKYZ", "I"), 2),
        "kings": (4, (), 4),
        "kings_honour": (4, ("SKYZ",), 4),
        "seven": (6, ("SKYZ", "XXI", "I"), 4),
    },
    "78": {
        "eight": (8, (), 1),
        "ten": (10, (), 1),
        "thirteen": (13, (), 1),
        "fifteen": (15, (), 0),
    },
}
#: What may have become of the I: it took the last trick, or was taken in it.
PAGAT = ("won", "lost")
#: Who is who: A plays, C is the partner where there is one, B is an opponent.
DECLARER, PARTNER, OPPONENT = "A", "C", "B"
MOST_DOUBLES = 4
#: How many tricks the declarers take, where that matters at all.
TRICKS = ("some", "all", "but_one", "none")


@dataclass(frozen=True)
class HandDescription:
    """A hand. pile: so many of each kind among the declarers' tricks and discards; cards: how many
    these are in all; level: which set of the talon; tricks: one of TRICKS; doubles: how many steps on the game; holder: who
    has the holding."""

    pack: str = "54"
    game: str = "partner"
    alone: bool = False
    level: int = 1
    pile: dict[str, int] = field(default_factory=dict)
    cards: int = 0
    tricks: str = "some"
    pagat: str = ""
    pagat_by: Seat = DECLARER
    pagat_said: bool = False
    valat_said: bool = False
    doubles: int = 0
    holding: str = ""
    holder: Seat = DECLARER


@dataclass(frozen=True)
class Settled:
    """A hand settled by a table. settlement: None where there is no such hand at this table, and
    why says so; notes: what of the hand it has no rule for."""

    table: Table
    name: str
    contract: str = ""
    points: str = ""
    facts: Finished | None = None
    settlement: Settlement | None = None
    why: Message | None = None
    notes: tuple[Message, ...] = ()


def rule_sets(pack: str) -> tuple[str, ...]:
    """The rule sets with that pack that play with bids, those of a club's own site first."""
    other_names = (name for name in rules.ids() if name not in COURSES)
    names = (*links.of_site(), *COURSES, *other_names)
    return tuple(
        name
        for name in names
        if str(rules.load(name).pack.cards) == pack and rules.load(name).auction.calls
    )


def settled(name: str, description: HandDescription) -> Settled:
    """The hand at a table. name: of a rule set, or a packed house table."""
    table = rules.load(name)
    with local_names(table.names):
        return _settled(table, name, description)


def _settled(table: Table, name: str, description: HandDescription) -> Settled:
    role = {what: game for game, what in values.roles(table).items()}
    wanted = GAMES[description.pack][description.game]
    contract = next((role[what] for what in wanted if what in role), "")
    if str(table.pack.cards) != description.pack:
        return Settled(table, name, why=say("same.pack", cards=table.pack.cards))
    if not contract:
        return Settled(table, name, why=say("same.no_game"))
    notes: list[Message] = []
    try:
        points = _points(table, description)
        facts = facts_of.read(table, _facts(table, contract, description, points, notes))
        done = settle(table, facts)
    except (TarokyError, ValueError) as problem:
        why = problem.message if isinstance(problem, TarokyError) else say("same.uncounted")
        return Settled(table, name, contract, why=why, notes=tuple(notes))
    return Settled(
        table,
        name,
        contract,
        str(_short(facts.points["declarers"])),
        facts,
        done,
        notes=tuple(notes),
    )


def _short(points: Any) -> str:
    return f"{float(points):g}"


def _points(table: Table, description: HandDescription) -> str:
    """Return what the declarers' cards count here. Raises ValueError where that takes more than
    numbers."""
    worth = {
        name: table.cards.value(next(iter(table.cards.members(_SETS.get(name, name)))))
        for name in COUNTED
    }
    named = sum(description.pile.get(name, 0) for name in COUNTED)
    faces = sum(worth[name] * description.pile.get(name, 0) for name in COUNTED)
    faces += table.pack.values.get("rest", 0) * (description.cards - named)
    return str(counting.worth(table, faces, description.cards))


def _facts(
    table: Table, contract: str, description: HandDescription, points: str, notes: list[Message]
) -> dict[str, Any]:
    row = table.contracts[contract]
    partner = PARTNER if row.sides == "called" and not description.alone else None
    facts: dict[str, Any] = {
        "contract": contract,
        "declarer": DECLARER,
        "partner": partner,
        "points": {"declarers": points},
        "tricks": {"declarers": _tricks(table, description)},
        "left_over": {"declarers": description.cards % table.count.packet},
        "honours": description.pile.get("honours", 0),
    }
    levels = [choice.level for choice in table.talon[row.talon].choose.values()]
    if levels:
        facts["level"] = description.level if description.level in levels else max(levels)
    announced: dict[Seat, list[str]] = {}
    _pagat(table, description, facts, announced, notes)
    if description.valat_said:
        bonus = _bonus(table, "valat")
        if bonus and _may_be_said(table, bonus):
            announced.setdefault(DECLARER, []).append(bonus)
        else:
            notes.append(say("same.no_valat"))
    if announced:
        facts["announced"] = announced
    if description.doubles:
        steps = list(table.doubling.steps)[: description.doubles]
        if "game" in table.doubling.on and len(steps) == description.doubles:
            facts["doubles"] = {"game": steps[-1]}
        else:
            notes.append(say("same.no_double"))
    if description.holding:
        rows = declared(table, description.pack, description.holding)
        if rows and "declarations" in row.says:
            holder = description.holder if description.holder in table.active else table.active[-1]
            facts["declarations"] = {holder: list(rows)}
        else:
            notes.append(say("same.no_declaration"))
    return fitting(table, facts)


def _tricks(table: Table, description: HandDescription) -> int:
    most = table.deal.hand
    return {"all": most, "but_one": most - 1, "none": 0}.get(description.tricks, most // 2)


def _pagat(
    table: Table,
    description: HandDescription,
    facts: dict[str, Any],
    announced: dict[Seat, list[str]],
    notes: list[Message],
) -> None:
    """Tell who took the last trick, and whether that was announced."""
    other = OPPONENT if description.pagat_by == DECLARER else DECLARER
    if description.pagat == "won":
        facts["last_trick"] = {
            "winner": description.pagat_by,
            "cards": {description.pagat_by: "I", other: "8S"},
        }
    elif description.pagat == "lost":
        facts["last_trick"] = {"winner": other, "cards": {description.pagat_by: "I", other: "XIII"}}
    elif description.pagat_said:
        facts["last_trick"] = {"winner": other, "cards": {description.pagat_by: "7S", other: "8S"}}
    bonus = _bonus(table, "pagat")
    if description.pagat and not bonus:
        notes.append(say("same.no_pagat"))
    if description.pagat_said:
        if bonus and _may_be_said(table, bonus):
            announced.setdefault(description.pagat_by, []).append(bonus)
        else:
            notes.append(say("same.pagat_unsaid"))


def _bonus(table: Table, role: str) -> str:
    """The bonus of that kind, "" if the table has none."""
    rows = table.bonuses.items()
    return next((name for name, row in rows if announcing.role_of(row) == role), "")


def _may_be_said(table: Table, bonus: str) -> bool:
    ends = [
        announcing.end_of(table.bonuses[bonus], row)
        for row in table.bonuses[bonus].outcomes.values()
    ]
    return any(end.startswith("said") for end in ends)


def declared(table: Table, pack: str, holding: str) -> tuple[str, ...]:
    """Return what a hand with such a holding declares at best."""
    if not table.declarations.rows:
        return ()
    answer = declaring_questions.declarations(table, sample(table, pack, holding))
    return (*answer.best, *answer.claims)


def sample(table: Table, pack: str, holding: str) -> tuple[Card, ...]:
    """A whole hand with that holding and nothing else that might be declared."""
    many, honours, kings = HOLDINGS[pack][holding]
    cards = table.cards
    trul = cards.members("trul")
    other_trumps = [card for card in reversed(table.pack.trumps) if card not in trul]
    excuse = [card for card in honours if card in cards.excuse]
    taroky = [*honours, *other_trumps[: many - len(honours) + len(excuse)]]
    # The excuse is no tarok, but goes as one where taroky are declared.
    taroky = taroky[:many] if not excuse else taroky
    hand = [*taroky, *[f"K{suit}" for suit in "SHDC"[:kings]]]
    rest = (
        card
        for card in reversed(cards.cards)
        if card not in hand
        and not cards.is_tarok(card)
        and card not in trul
        and card[:-1] not in COURTS
    )
    low: Iterator[Card] = iter(rest)
    while len(hand) < table.deal.hand:
        hand.append(next(low))
    return cards.sort(hand)
