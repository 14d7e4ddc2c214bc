"""Every word that can be said or chosen has its line, at every table and in every language, and the line
names the price that a settlement pays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest
from spoken_languages import EVERY, WHOLE
from taroky import rules
from taroky.api.word_lines import Moment, line_of
from taroky.errors import TableError
from taroky.messages import speaking
from taroky.rules.table import Table
from taroky.settling.finished_hand import Finished, LastTrick
from taroky.settling.paying import settle

GAMES = rules.ids()
#: A word of a table or a parameter that was not put into words.
_BARE = re.compile(r"[{}_]|\bline\.|\bcell\.|None")


def words(table: Table) -> Iterator[tuple[str, str, Moment]]:
    """Yield every word of a table, with each moment at which it may be said."""
    nowhere = Moment()
    for name in table.auction.calls:
        yield "bid", name, nowhere
    for name in ("play_on", *(n for n, row in table.offers.items() if row.who != "engine")):
        yield "choose", name, nowhere
    for kind in (*table.deal.ways, "batch", "talon", "look", "pick"):
        yield kind, "1", nowhere
    for contract, row in table.contracts.items():
        here = Moment(contract, cards=3)
        yield "bid", contract, here
        for kind in ("draw", "pass", "take", "reject"):
            yield kind, "", here
        for own in (False, True) if row.calling else ():
            for name in ("KS", "XIX", "none", *table.calling[row.calling or ""].names):
                yield "call", name, Moment(contract, own=own)
        yield "say", "nothing", here
        for name in (*table.declarations.rows, *table.bonuses):
            yield "say", name, here
        for step in table.doubling.steps:
            for target in table.doubling.on:
                yield "say", f"{step}:{target}@B", here


def houses(game: str) -> Iterator[tuple[str, Table]]:
    """Yield the table of a rule set, and that with each value of each of its house options."""
    table = rules.load(game)
    yield game, table
    for name, option in table.options.items():
        for value in option.values:
            if value != option.default:
                chosen = {**option.needs, name: value}
                try:
                    yield f"{game} {chosen}", rules.load(game, chosen)
                except TableError:  # a value that asks for another number
                    assert option.number_in or value in ("custom", "other"), chosen


@pytest.mark.parametrize("game", GAMES)
def test_every_word_of_every_table_has_its_line(game: str) -> None:
    problems = []
    for name, table in houses(game):
        for language in EVERY:
            with speaking(language):
                lines = {word: line_of(table, *word) for word in words(table)}
            for word, line in lines.items():
                if not line.endswith(".") or _BARE.search(line) or line[:1].islower():
                    problems.append(f"{name}: {word}: {line}")
    assert problems == []


@pytest.mark.parametrize("language", WHOLE)
@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_another_language_is_english(game: str, language: str) -> None:
    table = rules.load(game)
    for kind, what, moment in words(table):
        with speaking(language):
            line = line_of(table, kind, what, moment)
        assert line != line_of(table, kind, what, moment), (kind, what)
        assert not re.search(r"\b(the|with|pays?|against)\b", line), line


#: Worked out by hand from the rule points named.
TOLD = [
    # HLU-BID-02, HLU-SET-01, HLU-BID-15
    ("hlucin", "bid", "povinnost", "", ("partner against 2", "0.10 Kč a point over 35", "Varšava")),
    # HLU-BID-03, HLU-ANN-06, HLU-BON-04, HLU-BON-05, HLU-PLAY-09
    ("hlucin", "bid", "druha_povinnost", "", ("Promises pagát", "2.00 Kč each", "last trick")),
    # HLU-SET-02: 0.10, 0.20 and 0.30; HLU-SET-03
    ("hlucin", "bid", "trojka", "", ("Alone against 3", "0.10 to 0.30 Kč a point over 35")),
    ("hlucin", "bid", "solo", "", ("Alone against 3", "0.60 Kč a point over 35")),
    # HLU-VAR-19 to HLU-VAR-21, HLU-CALL-13
    ("hlucin", "choose", "varsava", "", ("Everyone for themselves", "1.00 to 4.00 Kč")),
    ("hlucin", "choose", "surrender", "", ("each of the others 1.00 Kč",)),
    # HLU-SET-01 doubled by HLU-DBL-06; HLU-BON-04 doubled
    ("hlucin", "say", "flek:game", "povinnost", ("twice", "0.20 Kč a point over 35")),
    ("hlucin", "say", "super:pagat", "povinnost", ("8 times", "16.00 Kč")),
    # HLU-ANN-10
    ("hlucin", "say", "tarocky", "povinnost", ("8 or 9 taroky", "the other side pays 0.50 Kč")),
    # HLU-SET-11
    ("hlucin", "say", "nothing", "povinnost", ("the hand ends unplayed", "0.10 Kč")),
    # MACH-ANN-06, MACH-ANN-23, MACH-ANN-24
    ("machtarok", "say", "tarocky", "povinnost", ("each of the others pays 2 chips", "at once")),
    # MACH-BONUS-02 to MACH-BONUS-04
    ("machtarok", "say", "valat", "povinnost", ("40 chips", "instead of the game")),
    # VIC-ANN-02, VIC-ANN-16; VIC-SETT-27
    (
        "victoria",
        "say",
        "beedah",
        "povinnost",
        ("1 or 2 taroky", "each of the others pays 2 points"),
    ),
    ("victoria", "say", "valat", "zesta", ("60 points",)),
    ("victoria", "bid", "zesta", "", ("holder of the XX against 2", "without the talon")),
    # HEUN-SETTLEMENT-05, HEUN-BIDDING-14, HEUN-BIDDING-15
    ("heun", "bid", "four", "", ("partner against 2", "4 to 6 chips")),
    ("heun", "bid", "five_over", "", ("16 chips",)),
    # HEUN-BONUS-13, HEUN-DOUBLING-02: twice in a Five
    ("heun", "say", "ten_taroky", "five", ("each of the others pays 2 chips",)),
    ("heun", "choose", "give_up", "", ("each of the others 4 chips",)),
    # FR-SETTLE-01 to FR-SETTLE-03, FR-BONUS-01, FR-BONUS-02
    ("french", "bid", "straz_proti_talonu", "", ("the talon counting for the others", "100 to ")),
    ("french", "say", "trojita", "vzeti", ("15 or more", "40 points", "15 of them shown")),
    ("french", "say", "slam", "vzeti", ("400 points", "200 points", "leads")),
    # POL-SET-04, POL-SET-07, POL-ANN-09
    ("polish", "bid", "zolo_brewer", "", ("Alone against 3", "6 to 48 points")),
    ("polish", "say", "maly_tarok", "powinnosc", ("8 or 9 taroki", "2 points")),
]


@pytest.mark.parametrize(("game", "kind", "what", "contract", "parts"), TOLD)
def test_lines_say_what_the_rules_say(
    game: str, kind: str, what: str, contract: str, parts: tuple[str, ...]
) -> None:
    line = line_of(rules.load(game), kind, what, Moment(contract)).replace("\u00a0", " ")
    for part in parts:
        assert part in line, line


def test_a_changed_price_shows_and_a_changed_promise() -> None:
    costly = rules.load("hlucin", {"settlement.solo_rate": "1.00"})
    assert "1.00\u00a0Kč a point" in line_of(costly, "bid", "solo")
    plain = rules.load("hlucin", {"povinnost.throw_in_unchallenged": "no"})
    assert "unplayed" not in line_of(plain, "say", "nothing", Moment("povinnost"))
    thrice = rules.load("machtarok", {"bidding.povinnost_may_prever": "after_three_passes"})
    assert "Prever may be played instead" in line_of(thrice, "bid", "povinnost")


def _numbers(line: str) -> list[Decimal]:
    return [Decimal(number) for number in re.findall(r"\d+(?:\.\d+)?", line)]


@pytest.mark.parametrize("game", ["hlucin", "polish", "machtarok", "victoria", "heun", "french"])
def test_what_a_settlement_pays_for_the_game_is_in_the_span_of_its_line(game: str) -> None:
    """Whole settlements of hands that are won and lost by little and by much."""
    table = rules.load(game)
    total = table.total
    for contract, row in table.contracts.items():
        if row.sides == "each":
            continue
        levels = {use.level for use in table.talon[row.talon].choose.values()} or {None}
        for level in levels:
            line = line_of(table, "bid", contract, Moment(contract, (level,) if level else ()))
            paid = [_paid(table, contract, level, points) for points in range(1, int(total), 5)]
            assert all(amount > 0 for amount in paid)
            match = re.search(r": ([^:]*?) each(?:; lost, it costs up to (.*?))?\.", line)
            assert match is not None, line
            if " a point over " in match[1]:
                rate, over = _numbers(match[1])
                for points, amount in zip(range(1, int(total), 5), paid, strict=True):
                    ours = max(Fraction(points), total - points)
                    assert amount == rate * Decimal(int(ours) - int(over)) or ours == over, line
            else:
                least, *_, most = [*_numbers(match[1]), *_numbers(match[2] or match[1])]
                # what a lost game costs is said only where it is much more
                assert least <= min(paid) <= max(paid) <= most * Decimal("1.25"), (line, paid)


def _paid(table: Table, contract: str, level: int | None, points: int) -> Decimal:
    """Return how much the first opponent pays or gets for the game alone."""
    seats = table.active
    partner = seats[-1] if table.contracts[contract].sides == "called" else ""
    facts = Finished(
        contract=contract,
        declarer=seats[0],
        partner=partner,
        level=level,
        points={"declarers": Fraction(points), "opponents": table.total - points},
        tricks={"declarers": 6, "opponents": table.deal.hand - 6, "A": 3},
        left_over={"declarers": 0, "opponents": 0},
        honours=1,
        called="",
        last_trick=LastTrick(seats[1]),
    )
    items = [item for item in settle(table, facts, sure=True).items if item.id == "game"]
    return abs(sum((item.amounts[seats[1]] for item in items), Decimal(0)))


@pytest.mark.parametrize("game", ["hlucin", "polish", "machtarok", "victoria", "heun"])
def test_what_a_settlement_pays_for_a_declaration_is_in_its_line(game: str) -> None:
    table = rules.load(game)
    contract, row = next(iter(table.contracts.items()))
    level = min((use.level for use in table.talon[row.talon].choose.values()), default=None)
    facts = Finished(
        contract=contract,
        declarer="A",
        partner="D",
        level=level,
        points={"declarers": Fraction(40), "opponents": table.total - 40},
        tricks={"declarers": 7, "opponents": 5},
        left_over={"declarers": 0, "opponents": 0},
    )
    for name in table.declarations.rows:
        said = Finished(**{**facts.__dict__, "declarations": {"B": (name,)}})
        item = next(i for i in settle(table, said, sure=True).items if i.id == name)
        line = line_of(table, "say", name, Moment(contract))
        assert -item.amounts["A"] in _numbers(line), (line, item.amounts)
