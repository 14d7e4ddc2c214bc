"""Features of a rule table by their names: which contract is the first player's duty, which are played
alone, what a bonus brings. Lessons name them in conditions and placeholders, to say for which rule sets a
lesson, a step or a paragraph is.

Each feature is a function of the table, called when a lesson asks for it. `feature(game, name)` looks one
up; `holds` checks a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any

from taroky import rules
from taroky.cards import COURTS
from taroky.errors import TarokyError
from taroky.messages import language, local_names, say, term
from taroky.rules.table import CallingRow, Table
from taroky.settling.paying import settle
from taroky.settling.reported import reading as reported_facts

#: How many values and flattened tables are kept: a page where rules are made has a new table with every
#: touch.
_KEPT_VALUES, _KEPT_TABLES = 4096, 64
#: Card points of the winners in the example of lessons, by the points of the pack.
_EXAMPLE_POINTS = {70: 39, 106: 66}
#: Whether a bonus was announced and made, by the end of the feature's name: "pagat_said".
_BONUS_ENDS = {
    "silent": (False, True),
    "said": (True, True),
    "silent_lost": (False, False),
    "failed": (True, False),
}

_FEATURES: dict[str, Callable[[Table], Any]] = {}


def feature(game: str, name: str) -> Any:
    """Return a feature of a rule set or packed house table: a word, a number, a list, or None for what the
    table does not have. Raises KeyError for a name that is no feature."""
    return _feature(game, name, language())


@lru_cache(_KEPT_VALUES)
def _feature(game: str, name: str, _language: str) -> Any:
    return _FEATURES[name](rules.load(game))


class Features(Mapping[str, Any]):
    """All features of a rule set; each is worked out when it is looked up."""

    def __init__(self, game: str) -> None:
        self.game = game

    def __getitem__(self, name: str) -> Any:
        return feature(self.game, name)

    def __iter__(self) -> Iterator[str]:
        return iter(_FEATURES)

    def __len__(self) -> int:
        return len(_FEATURES)


def holds(table: Table, wanted: Mapping[str, Any]) -> bool:
    """Whether a table is as `wanted` says. Keys are features or cells of the flattened table
    ("contracts.varsava", "count.packet"); "yes" and "no" ask whether there is any such thing, other
    words what it is; a list, any of them. "list: word" asks whether a list has it."""
    return all(_matches(_look_up(table, key), value) for key, value in wanted.items())


def _look_up(table: Table, key: str) -> Any:
    if key in _FEATURES:
        return feature(table.name, key)
    cell: Any = _flat(table.name)
    for part in key.split("."):
        cell = cell.get(part) if isinstance(cell, Mapping) else None
    return cell


def _matches(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_matches(value, choice) for choice in wanted)
    if wanted in ("yes", "no"):
        there = value not in (None, False, "", [], {}, "no", "none")
        return bool(there == (wanted == "yes"))
    if isinstance(value, list | tuple):
        return wanted in value
    return bool(str(value) == str(wanted))


@lru_cache(_KEPT_TABLES)
def _flat(game: str) -> dict[str, Any]:
    return rules.flat(game)


def _named[T](name: str) -> Callable[[Callable[[Table], T]], Callable[[Table], T]]:
    """Make a function of a table the feature of this name."""

    def add(work: Callable[[Table], T]) -> Callable[[Table], T]:
        _FEATURES[name] = work
        return work

    return add


# -- the game and its cards -------------------------------------------------------------------------


@_named("rules")
def _game(table: Table) -> str:
    return rules.origin(table.name) or table.table


@_named("cards")
def _pack_size(table: Table) -> int:
    return len(table.cards.cards)


@_named("seats")
def _seats(table: Table) -> int:
    return table.seats.active


@_named("direction")
def _direction(table: Table) -> str:
    return table.seats.direction


def _own_names(table: Table) -> dict[str, str]:
    """Names of cards that the table gives them, without those that are only a number."""
    return {card: name for card, name in table.names.items() if not name[:1].isdigit()}


@_named("skyz")
def _skyz(table: Table) -> str:
    return _own_names(table).get("SKYZ", "škýz")


@_named("mond")
def _mond(table: Table) -> str | None:
    return _own_names(table).get("XXI", None if "XXI" in table.names else "mond")


@_named("pagat")
def _pagat(table: Table) -> str:
    return _own_names(table).get("I", "pagát")


@_named("rider")
def _rider(table: Table) -> str:
    with local_names(table.names):
        return term("rank", "R")


@_named("riders")
def _riders(table: Table) -> str:
    rider = _rider(table)
    return f"{rider[:-3]}men" if rider.endswith("man") else f"{rider}s"


@_named("ace")
def _ace(table: Table) -> str:
    with local_names(table.names):
        return term("rank", "A")


def _red_pip_ranks(table: Table) -> list[str]:
    return [rank for rank in table.pack.red if rank not in COURTS]


@_named("red_pips")
def _red_pips(table: Table) -> str:
    ace = _ace(table)
    return ", ".join(ace if rank == "A" else rank for rank in _red_pip_ranks(table))


@_named("red_ace")
def _red_ace(table: Table) -> str:
    return "best" if _red_pip_ranks(table)[0] == "A" else "lowest"


@_named("excuse")
def _excuse(table: Table) -> bool:
    return bool(table.cards.excuse)


# -- bidding and calling ----------------------------------------------------------------------------


@_named("bids")
def _bids(table: Table) -> list[str]:
    """Contracts in the order of the auction; all of them where none is bid."""
    calls = table.auction.calls
    ranked = [name for name, call in calls.items() if call.rank is not None]
    return sorted(ranked, key=lambda name: calls[name].rank or 0) or list(table.contracts)


def _of_sides(table: Table, sides: str) -> list[str]:
    return [name for name in _bids(table) if table.contracts[name].sides == sides]


@_named("auction")
def _auction(table: Table) -> bool:
    return bool(table.auction.calls)


@_named("must_open")
def _must_open(table: Table) -> bool:
    return any(call.who == "opener" for call in table.auction.calls.values())


@_named("duty")
def _duty(table: Table) -> str | None:
    return next(iter(_of_sides(table, "called")), None)


@_named("alone")
def _alone(table: Table) -> list[str]:
    return _of_sides(table, "alone")


@_named("looking")
def _looking(table: Table) -> list[str]:
    """Contracts played alone in which the declarer looks at the talon before taking of it."""
    return [name for name in _alone(table) if table.may_look(name)]


@_named("untouched")
def _untouched(table: Table) -> list[str]:
    """Contracts in which nobody takes of the talon."""
    uses = {name: table.talon[table.contracts[name].talon] for name in _bids(table)}
    return [name for name, use in uses.items() if not use.draws and not use.choose]


@_named("each")
def _each(table: Table) -> list[str]:
    return [name for name, row in table.contracts.items() if row.sides == "each"]


def _calling(table: Table) -> CallingRow | None:
    """The way of calling a partner in the first contract that has one."""
    names = (row.calling for row in table.contracts.values() if row.calling)
    name = next(names, None)
    return None if name is None else table.calling[name]


@_named("ladder")
def _ladder(table: Table) -> list[str]:
    """The taroky that are called one after the other: the first that the declarer lacks."""
    calling = _calling(table)
    rows = calling.names.values() if calling else ()
    return list(next((row.first_missing for row in rows if row.first_missing), ()))


@_named("calls")
def _calls(table: Table) -> str | None:
    """Return what a partner is called by: "kings", "taroky", or None."""
    calling, ladder = _calling(table), _ladder(table)
    if calling is None:
        return None
    cards = "".join(card for row in calling.names.values() for card in row.cards)
    if "K" in cards.upper() and not any(map(table.cards.is_tarok, ladder)):
        return "kings"
    return "taroky" if ladder else None


# -- talon, announcing, play ------------------------------------------------------------------------


@_named("draws")
def _draws(table: Table) -> list[str]:
    return [name for name, row in table.talon.items() if row.draws]


@_named("discards")
def _discards(table: Table) -> bool:
    return bool(table.discard)


@_named("declarations")
def _declarations(table: Table) -> list[str]:
    return list(table.declarations.rows)


@_named("bonuses")
def _bonuses(table: Table) -> list[str]:
    return list(table.bonuses)


@_named("doubles")
@_named("doubling")
def _doubling(table: Table) -> list[str]:
    return list(table.doubling.steps)


@_named("factors")
def _factors(table: Table) -> list[Any]:
    return list(table.doubling.steps.values())


@_named("wins")
def _wins(table: Table) -> list[str]:
    return [name for row in table.play.values() for name in row.wins]


@_named("beat")
def _beat(table: Table) -> bool:
    return any({"beat", "overtrump"} & set(row.duties) for row in table.play.values())


# -- counting and paying ----------------------------------------------------------------------------


@_named("unit")
def _unit(table: Table) -> str:
    return table.unit.name


@_named("total")
def _total(table: Table) -> str:
    return str(table.total)


@_named("half")
def _half(table: Table) -> str:
    return str(table.total / 2)


@_named("more_than_half")
def _more_than_half(table: Table) -> str:
    return str(table.total // 2 + 1)


@_named("to_win")
def _to_win(table: Table) -> int:
    return int(table.total) // 2 + 1


@_named("packet")
def _packet(table: Table) -> int:
    return table.count.packet


@_named("coin_name")
def _coin_name(table: Table) -> str:
    name = table.unit.name
    return {"Kč": "crowns", "points": "game points"}.get(name, f"{name.removesuffix('s')}s")


@_named("pricing")
def _pricing(table: Table) -> str:
    """ "flat" (a price for the game), "points" (for each point), "fives" or "tens" (rounded)."""
    game = table.payments.get("game")
    steps = game.pay.steps if game is not None and game.pay is not None else ()
    over = next((str(step.operand) for step in steps if step.verb == "over"), "")
    return {"5": "fives", "10": "tens"}.get(over, "flat" if len(steps) == 1 else "points")


@_named("duty_rate")
def _duty_rate(table: Table) -> str | None:
    rate = _flat(table.name)["contracts"].get(_duty(table) or "", {}).get("rate")
    return rate if isinstance(rate, str) else None


@_named("example_price")
def _example_price(table: Table) -> str | None:
    """Return what each winner gets if A and C win the duty with the points of the lessons' example."""
    duty, points = _duty(table), _EXAMPLE_POINTS.get(int(table.total))
    if duty is None or points is None:
        return None
    facts = {
        "contract": duty,
        "declarer": "A",
        "partner": "C",
        "level": 1,
        "left_over": {"declarers": 0},
        "points": {"declarers": points},
    }
    try:
        return str(settle(table, reported_facts.read(table, facts)).payments["A"])
    except TarokyError:
        return None


@_named("penalties")
def _penalties(table: Table) -> list[str]:
    return list(table.penalties)


@_named("misdeal_costs")
def _misdeal_costs(table: Table) -> bool:
    row = table.penalties.get("misdeal")
    return bool(row and row.pay and row.pay.number)


@_named("pots")
def _pots(table: Table) -> list[str]:
    return [name for name, pot in table.pots.items() if pot.on]


@_named("but_pot")
def _but_pot(table: Table) -> str:
    return say("feature.but_pot").text() if _pots(table) else ""


@_named("pool_fine")
def _pool_fine(table: Table) -> str | None:
    """Return what a revoke costs where a pot is kept, if that is a choice of the table's."""
    if "pool.enabled" not in table.options:
        return None
    row = rules.load(table.name, {"pool.enabled": "yes"}).penalties["revoke"]
    return str(row.pay.number) if row.pay is not None else None


@_named("valat_pays")
def _valat_pays(table: Table) -> str | None:
    """Whether a valát is paid "besides" the game, "instead" of it or instead of "everything"."""
    if "valat" not in table.bonuses:
        return None
    replaced = {name for row in table.bonuses["valat"].outcomes.values() for name in row.replaces}
    return "everything" if "everything" in replaced else "instead" if replaced else "besides"


def _bonus_name(bonus: str, table: Table) -> str | None:
    return bonus if bonus in table.bonuses else None


def _bonus_price(bonus: str, announced: bool, made: bool, table: Table) -> Any:
    """Return what a bonus brings when it is made, or costs when it is not, with the first player's
    duty."""
    row = _flat(table.name).get("bonuses", {}).get(bonus, {})
    for outcome in row.get("outcomes", {}).values():
        pay = outcome.get("pay", "0")
        amount = pay.get(_duty(table) or "", "0") if isinstance(pay, Mapping) else pay
        try:
            if not isinstance(amount, str) or float(amount) == 0:
                continue
        except ValueError:  # a number that is only known when the hand is played
            continue
        paid_if = outcome["when"].get("said") == "yes", not amount.startswith("-")
        if paid_if == (announced, made):
            return amount.removeprefix("-")
    return None


for _bonus in ("pagat", "valat"):
    _FEATURES[f"{_bonus}_name"] = partial(_bonus_name, _bonus)
    for _end, (_announced, _made) in _BONUS_ENDS.items():
        _FEATURES[f"{_bonus}_{_end}"] = partial(_bonus_price, _bonus, _announced, _made)
