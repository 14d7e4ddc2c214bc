"""Holdings that may be declared: what a hand has, what it has to show, what stands together.

Sources: HLU-ANN-08 to HLU-ANN-23, POL-ANN-02 to POL-ANN-13, MACH-ANN-03 to MACH-ANN-22, VIC-ANN-02
to VIC-ANN-13, HEUN-ANNOUNCEMENTS-03 to HEUN-ANNOUNCEMENTS-09, FR-ANNOUNCE-02 to FR-ANNOUNCE-07.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.hand import Choice, Refusal
from taroky.messages import Joined, Message, say
from taroky.rules.conditions import Condition, Facts, Range
from taroky.rules.facts import ZONES
from taroky.rules.table import GroupRow, Table

#: How many hands whose declarations have been judged are remembered: players that look ahead judge the
#: same ones again and again.
_KEPT = 2_000


#: What the condition of a declaration may ask: cards, and nothing else.
ZONES_OF_HOLDING = ("hand", "dealt", "played")
FACTS_OF_HOLDING: Mapping[str, Any] = {}


def holding_facts(
    table: Table, cards: Sequence[Card], other_zones: Mapping[str, Sequence[Card]] | None = None
) -> Facts:
    """Facts about nothing but these cards, for the conditions of declarations. other_zones: what lies
    in zones that are not the cards judged (dealt, played); without it the same cards."""
    zones = {**dict.fromkeys(ZONES_OF_HOLDING, cards), **(other_zones or {})}

    def count(zone: str, of: str) -> int:
        return len(table.cards.members(of).intersection(zones[zone]))

    return Facts(count, FACTS_OF_HOLDING.__getitem__)


def judge_declarations(
    table: Table,
    cards: Sequence[Card],
    other_zones: Mapping[str, Sequence[Card]] | None = None,
    only: Collection[str] | None = None,
) -> tuple[Choice, ...]:
    """Every declaration of the table, or those of `only`: may this hand make it, and why not."""
    known: dict[object, tuple[Choice, ...]] = table.memo.setdefault("judged declarations", {})
    zones = (
        tuple((zone, tuple(here)) for zone, here in other_zones.items()) if other_zones else None
    )
    key = tuple(cards), zones, None if only is None else frozenset(only)
    choices = known.get(key)
    if choices is None:
        if len(known) > _KEPT:
            known.clear()
        choices = known[key] = _judged(table, cards, other_zones, only)
    return choices


def _judged(
    table: Table,
    cards: Sequence[Card],
    other_zones: Mapping[str, Sequence[Card]] | None,
    only: Collection[str] | None,
) -> tuple[Choice, ...]:
    facts = holding_facts(table, cards, other_zones)
    choices = []
    for name, row in table.declarations.rows.items():
        if only is not None and name not in only:
            continue
        refusal = None
        if row.when.holds(facts) and not _showable(table, name, cards):
            refusal = Refusal(
                say("declare.excuse_never", card=table.cards.excuse[0]),
                table.points_of("declarations.excuse"),
            )
        elif not row.when.holds(facts):
            refusal = _not_held(table, name, cards)
        choices.append(Choice("say", name, refusal))
    for i, choice in enumerate(choices):
        better = _higher(table, choice.what, [c.what for c in choices if c.legal], facts)
        if choice.legal and better:
            group = table.declarations.rows[choice.what].group
            choices[i] = choice._replace(
                refusal=Refusal(
                    say("declare.not_lower", row=choice.what, better=better),
                    table.points_of(f"declarations.per_group.{group}.lower"),
                )
            )
    return tuple(choices)


def is_claim(table: Table, name: str) -> bool:
    """Whether a declaration is about cards that have been played, and so is claimed afterwards
    (HEUN-ANNOUNCEMENTS-08)."""
    return any(test.name == "played" for test in table.declarations.rows[name].when.tests())


def _not_held(table: Table, name: str, cards: Sequence[Card]) -> Refusal:
    def why() -> Refusal:
        when = table.declarations.rows[name].when
        return Refusal(
            say("declare.not_held", row=name, needs=needs(when), held=held(table, when, cards)),
            table.points_of(f"declarations.rows.{name}.when"),
        )

    return Refusal(why=why)


def _higher(table: Table, name: str, held: Iterable[str], facts: Facts) -> str:
    """The row of the group that is worth more and has to be declared instead, "" if none has to."""
    rows = table.declarations.rows
    group = rows[name].group
    if group is None or table.declarations.per_group[group].lower:
        return ""
    pay = rows[name].pay.value(facts)
    return next((h for h in held if rows[h].group == group and rows[h].pay.value(facts) > pay), "")


def _showable(table: Table, name: str, cards: Sequence[Card]) -> bool:
    """Whether enough taroky can be shown, the excuse only beside every real one."""
    n = table.declarations.rows[name].shows
    return n is None or len(default_shown(table, n, cards)) == n


def default_shown(table: Table, n: int, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The taroky shown where nobody says which: the lowest, ascending, the excuse in need."""
    pack = table.cards
    real = sorted((c for c in cards if pack.is_tarok(c)), key=pack.position, reverse=True)
    excuse = [c for c in cards if pack.is_excuse(c)]
    if len(real) < n and table.declarations.excuse == "if_all_shown":
        real += excuse
    return tuple(real[:n])


def check_shown(
    table: Table, name: str, cards: Sequence[Card], shown: Sequence[Card]
) -> Refusal | None:
    """Why these cards may not be shown for this declaration."""
    n, pack = table.declarations.rows[name].shows, table.cards
    path = f"declarations.rows.{name}"
    if n is None:
        return Refusal(say("declare.shows_nothing", row=name))
    for card in shown:
        if card not in cards:
            return Refusal(say("hand.not_held", card=card))
        if not pack.is_tarok(card) and not pack.is_excuse(card):
            return Refusal(say("declare.shows_taroky", card=card), table.points_of(f"{path}.shows"))
    if len(set(shown)) != len(shown) or len(shown) != n:
        return Refusal(
            say("declare.shows", row=name, number=n, given=len(set(shown))),
            table.points_of(f"{path}.shows"),
        )
    excuse = [card for card in shown if pack.is_excuse(card)]
    points = table.points_of("declarations.excuse")
    if excuse and table.declarations.excuse == "never":
        return Refusal(say("declare.excuse_never", card=excuse[0]), points)
    if excuse and any(pack.is_tarok(card) and card not in shown for card in cards):
        return Refusal(say("declare.excuse_all", card=excuse[0]), points)
    return None


def needs(condition: Condition) -> Joined:
    """A holding in words: "8 to 9 taroky", "no taroky, or 1 tarok and the I"."""
    ways = [
        [_wanted(of, span) for test in tests if test.name in ZONES for of, span in test.ranges]
        for tests, _ in condition.either
    ]
    return Joined(tuple(Joined(tuple(way), "holding.and") for way in ways), "holding.or")


def _wanted(of: str, span: Range) -> Message:
    """How many cards of a set, or whether this very card."""
    if of[:1].isupper() or of[:1].isdigit():
        return say("holding.with" if span.low else "holding.without", card=of)
    if span.top is None:
        return say("holding.least", low=span.low, set=of)
    if span.top > span.low:
        how = "holding.either" if span.top == span.low + 1 else "holding.span"
        return say(how, low=span.low, top=span.top, set=of)
    how = {0: "holding.none", 1: "holding.one"}.get(span.low, "holding.some")
    return say(how, low=span.low, set=of)


def held(table: Table, condition: Condition, cards: Sequence[Card]) -> Joined:
    """Return what the cards have of the sets a condition counts."""
    sets = dict.fromkeys(of for test in condition.tests() for of, _ in test.ranges)
    counted = {of: len(table.cards.members(of).intersection(cards)) for of in sets}
    return Joined(tuple(_wanted(of, Range(n, n)) for of, n in counted.items()), "holding.and")


def check_combination(
    table: Table, rows: Iterable[str], facts: Facts | None = None
) -> Refusal | None:
    """Why these declarations may not be made together. facts: of the hand that makes them, for the
    exceptions; without them there is no exception."""
    rows = list(rows)
    for group, limit in table.declarations.per_group.items():
        inside = [row for row in rows if table.declarations.rows[row].group == group]
        path = f"declarations.per_group.{group}"
        if len(inside) > most_of(limit, facts):
            return Refusal(
                say("declare.one_of_group", rows=inside, n=most_of(limit, facts)),
                table.points_of(f"{path}.most"),
            )
        if len(inside) > limit.most and limit.then_rows and not {*inside} <= {*limit.then_rows}:
            return Refusal(
                say("declare.only_together", rows=inside, together=list(limit.then_rows)),
                (*table.points_of(f"{path}.unless"), *table.points_of(f"{path}.most")),
            )
    return None


def most_of(limit: GroupRow, facts: Facts | None) -> int:
    """How many rows of a group a hand may declare."""
    excepted = limit.unless is not None and facts is not None and limit.unless.holds(facts)
    return limit.then_most if excepted and limit.then_most is not None else limit.most


def row_of(table: Table, item: str) -> str:
    """The declaration an item names, also with the cards that are shown; "" if it is none."""
    name = item.partition(":")[0]
    return name if name in table.declarations.rows else ""


def ascending(table: Table, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Taroky from the lowest up, an excuse last."""
    return tuple(sorted(cards, key=table.cards.position, reverse=True))
