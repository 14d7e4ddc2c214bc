"""What a rule table has, in the words that lessons ask and tell: which contract is the first
player's duty, which are played alone, whether there is a declaration of that kind. A lesson says with
them for which rule sets it, one of its steps or one of its paragraphs is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from taroky import rules as tables
from taroky.cards import COURTS
from taroky.errors import TarokyError
from taroky.messages import language, local_names, say, term
from taroky.rules.table import Table
from taroky.settling.paying import settle
from taroky.settling.reported import reading as facts_of

#: So many tables are remembered: a page where rules are made has a new one with every touch.
_KEPT = 64


def features(table: Table) -> dict[str, Any]:
    """Named features of a table: words, numbers, lists, or None for what it does not have."""
    contracts = table.contracts
    ranked = sorted(
        (name for name, call in table.auction.calls.items() if call.rank is not None),
        key=lambda name: table.auction.calls[name].rank or 0,
    )
    names = ranked or list(contracts)
    called = [name for name in names if contracts[name].sides == "called"]
    alone = [name for name in names if contracts[name].sides == "alone"]
    looking = [name for name in alone if table.talon[contracts[name].talon].choose]
    callings = [row.calling for row in contracts.values() if row.calling]
    calling = table.calling[callings[0]] if callings else None
    ladder = (
        next((row.first_missing for row in calling.names.values() if row.first_missing), ())
        if calling
        else ()
    )
    kings = (
        bool(calling)
        and not any(map(table.cards.is_tarok, ladder))
        and "K"
        in "".join(
            card for row in (calling.names.values() if calling else ()) for card in row.cards
        ).upper()
    )
    own = {card: name for card, name in table.names.items() if not name[:1].isdigit()}
    pips = [rank for rank in table.pack.red if rank not in COURTS]
    with local_names(table.names):
        rider, ace = term("rank", "R"), term("rank", "A")
    riders = f"{rider[:-3]}men" if rider.endswith("man") else f"{rider}s"
    return {
        "rules": tables.origin(table.name) or table.table,
        # What cards are called: "mond" is None where the XXI has no name but its number.
        "skyz": own.get("SKYZ", "škýz"),
        "mond": own.get("XXI", None if "XXI" in table.names else "mond"),
        "pagat": own.get("I", None if "I" in table.names else "pagát"),
        "rider": rider,
        "riders": riders,
        "ace": ace,
        "cards": len(table.cards.cards),
        "seats": table.seats.active,
        "direction": table.seats.direction,
        "unit": table.unit.name,
        "total": str(table.total),
        "half": str(table.total / 2),
        "more_than_half": str(table.total // 2 + 1),
        "packet": table.count.packet,
        "red_pips": ", ".join(ace if rank == "A" else rank for rank in pips),
        "red_ace": "best" if pips[0] == "A" else "lowest",
        "excuse": bool(table.cards.excuse),
        "bids": names,
        "auction": bool(table.auction.calls),
        "must_open": any(call.who == "opener" for call in table.auction.calls.values()),
        "duty": called[0] if called else None,
        "alone": alone,
        "looking": looking,
        "untouched": [n for n in names if _untouched(table, n)],
        "each": [name for name, row in contracts.items() if row.sides == "each"],
        "calls": "kings" if kings else "taroky" if ladder else None,
        "ladder": list(ladder),
        "draws": [name for name, row in table.talon.items() if row.draws],
        "discards": bool(table.discard),
        "declarations": list(table.declarations.rows),
        "bonuses": list(table.bonuses),
        "doubling": list(table.doubling.steps),
        "wins": [name for row in table.play.values() for name in row.wins],
        "beat": any({"beat", "overtrump"} & set(row.duties) for row in table.play.values()),
        "penalties": list(table.penalties),
        "pots": [name for name, pot in table.pots.items() if pot.on],
        **_prices(table, called[0] if called else ""),
    }


def _prices(table: Table, duty: str) -> dict[str, Any]:
    """What is paid. to_win: card points; pricing: "flat" (a price for the game), "points" (for each
    point), "fives" or "tens" (rounded); the rest amounts, for valát those of the first player's duty."""
    game = table.payments.get("game")
    steps = game.pay.steps if game is not None and game.pay is not None else ()
    over = next((str(step.operand) for step in steps if step.verb == "over"), "")
    flat = len(steps) == 1
    rate = _flat(table.name)["contracts"].get(duty, {}).get("rate")
    return {
        "to_win": int(table.total) // 2 + 1,
        "pricing": {"5": "fives", "10": "tens"}.get(over, "flat" if flat else "points"),
        "duty_rate": rate if isinstance(rate, str) else None,
        "doubles": list(table.doubling.steps),
        "factors": list(table.doubling.steps.values()),
        "coin_name": _coin_names(table),
        "but_pot": say("feature.but_pot").text() if any(p.on for p in table.pots.values()) else "",
        "misdeal_costs": _costs(table, "misdeal"),
        "pool_fine": _pool_fine(table),
        "pagat_name": "pagat" if "pagat" in table.bonuses else None,
        "valat_name": "valat" if "valat" in table.bonuses else None,
        "valat_pays": _valat_pays(table),
        "example_price": _example(table, duty),
        **{
            f"{name}_{how}": amount
            for name in ("pagat", "valat")
            for how, amount in _brings(table, name, duty).items()
        },
    }


def _coin_names(table: Table) -> str:
    name = table.unit.name
    return {"Kč": "crowns", "points": "game points"}.get(name, f"{name.removesuffix('s')}s")


def _costs(table: Table, penalty: str) -> bool:
    row = table.penalties.get(penalty)
    return bool(row and row.pay and row.pay.number)


def _pool_fine(table: Table) -> str | None:
    """What a revoke costs where a pool is kept, if that is a choice of the table's."""
    if "pool.enabled" not in table.options:
        return None
    row = tables.load(table.name, {"pool.enabled": "yes"}).penalties["revoke"]
    return str(row.pay.number) if row.pay is not None else None


def _example(table: Table, duty: str) -> str | None:
    """What each winner gets if A and C win the duty with the 39 or 66 points that lessons take for an
    example."""
    points = {"70": 39, "106": 66}.get(str(table.total))
    if not duty or points is None:
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
        return str(settle(table, facts_of.read(table, facts)).payments["A"])
    except TarokyError:
        return None


def _valat_pays(table: Table) -> str | None:
    """Whether a valát is paid "besides" the game, "instead" of it or instead of "everything"."""
    if "valat" not in table.bonuses:
        return None
    replaced = {name for row in table.bonuses["valat"].outcomes.values() for name in row.replaces}
    return "everything" if "everything" in replaced else "instead" if replaced else "besides"


#: What a bonus comes to: (announced, made).
_BONUS = {
    "silent": (False, True),
    "said": (True, True),
    "silent_lost": (False, False),
    "failed": (True, False),
}


def _brings(table: Table, bonus: str, duty: str) -> dict[str, Any]:
    """What a bonus brings when it is made, and costs when it is not, unannounced and announced."""
    found: dict[tuple[bool, bool], Any] = {}
    row = _flat(table.name).get("bonuses", {}).get(bonus, {})
    for outcome in row.get("outcomes", {}).values():
        pay = outcome.get("pay", "0")
        amount = pay.get(duty, "0") if isinstance(pay, Mapping) else pay
        try:
            if not isinstance(amount, str) or float(amount) == 0:
                continue
        except ValueError:  # a number that is only known when the hand is played
            continue
        said = outcome["when"].get("said") == "yes"
        found.setdefault((said, not amount.startswith("-")), amount.removeprefix("-"))
    return {name: found.get(key) for name, key in _BONUS.items()}


def _untouched(table: Table, name: str) -> bool:
    row = table.talon[table.contracts[name].talon]
    return not row.draws and not row.choose


def holds(table: Table, wanted: Mapping[str, Any]) -> bool:
    """Whether a table is as `wanted` says. Keys are features or cells of the flattened table
    ("contracts.varsava", "count.packet"); "yes" and "no" ask whether there is any such thing, other
    words what it is; a list, any of them. "list: word" asks whether a list has it."""
    return all(_is(_look(table, key), value) for key, value in wanted.items())


def features_of(game: str) -> dict[str, Any]:
    """The features of a rule set, found out once for each language."""
    return _features_of(game, language())


@lru_cache(_KEPT)
def _features_of(game: str, told_in: str) -> dict[str, Any]:
    return features(tables.load(game))


@lru_cache(_KEPT)
def _flat(game: str) -> dict[str, Any]:
    return tables.flat(game)


def _look(table: Table, key: str) -> Any:
    known = features_of(table.name)
    if key in known:
        return known[key]
    here: Any = _flat(table.name)
    for part in key.split("."):
        here = here.get(part) if isinstance(here, Mapping) else None
    return here


def _is(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return any(_is(found, one) for one in wanted)
    if wanted in ("yes", "no"):
        there = found not in (None, False, "", [], {}, "no", "none")
        return bool(there == (wanted == "yes"))
    if isinstance(found, list | tuple):
        return wanted in found
    return bool(str(found) == str(wanted))
