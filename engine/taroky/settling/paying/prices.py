"""The price of a game, a bonus or a declaration before anything is played: hands as they could end
are settled, and the prices in the table are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from taroky.hand.sides import SIDES
from taroky.rules.conditions import Amount, Condition
from taroky.rules.table import OutcomeRow, Table
from taroky.settling.case import Case, rounded_for_declarers
from taroky.settling.finished_hand import Finished
from taroky.settling.paying.game import decided, game_items, result_of
from taroky.settling.paying.multipliers import factor_by_contract, multiplied


@dataclass(frozen=True)
class GamePrice:
    """The price of a game, in the unit of the table.

    low, high: the least and the most that winning brings; lost: the most that losing costs. over: all
    three are for each card point over this; None: for the whole game. to: "each" opponent pays or gets it,
    it passes between two sides "once", it is "written" and nobody pays, the player who has lost pays it to
    each of the "others", or everybody pays it into a "pot".
    """

    low: Decimal
    high: Decimal
    lost: Decimal
    over: int | None = None
    to: str = "each"


@dataclass(frozen=True)
class Stakes:
    """The amounts that an announced bonus brings and costs, in the unit of the table. gains, losses: the amounts that
    are possible, both written above zero; made: the outcome that brings something, None if none does."""

    gains: tuple[Decimal, ...]
    losses: tuple[Decimal, ...]
    made: OutcomeRow | None


def levels_of(table: Table, contract: str) -> tuple[int, ...]:
    """The levels at which the talon may be taken in this contract; empty if it has none."""
    row = table.contracts[contract]
    return tuple(sorted({use.level for use in table.talon[row.talon].choose.values()}))


def game_price(
    table: Table, contract: str, levels: Sequence[int] = (), factor: int = 1
) -> GamePrice:
    """Return what the game alone comes to. levels: those at which the talon may still be taken, all if none
    is named; factor: what doubles of the game have come to."""
    key = ("game price", contract, tuple(levels), factor)
    if key not in table.memo:
        table.memo[key] = _game_price(table, contract, levels, factor)
    price: GamePrice = table.memo[key]
    return price


def _game_price(table: Table, contract: str, levels: Sequence[int], factor: int) -> GamePrice:
    if table.contracts[contract].sides == "each":
        return _for_themselves(table, contract, factor)
    games = []
    for honours in _honours(table, contract):
        first = _first_won(table, contract, honours)
        for level in levels or levels_of(table, contract) or (None,):
            games.append(_prices(table, contract, first, level, honours, factor))
    by_point = [point for _, point in games if point is not None]
    same = len(by_point) == len(games) and len({point.over for point in by_point}) == 1
    prices = by_point if same else [whole for whole, _ in games]
    return GamePrice(
        min(price.low for price in prices),
        max(price.high for price in prices),
        max(price.lost for price in prices),
        prices[0].over,
        prices[0].to,
    )


def _honours(table: Table, contract: str) -> tuple[int | None, ...]:
    """The fewest and the most honours that the declarers may win, where their target rests on these."""
    target = table.result[result_of(table, contract)].target
    if target is not None and target.scale is not None and target.scale[0] == "honours":
        return (0, len(table.cards.members("trul")))
    return (None,)


def _prices(
    table: Table, contract: str, first: int, level: int | None, honours: int | None, factor: int
) -> tuple[GamePrice, GamePrice | None]:
    """Return the price of the whole game and, where it is one, that of a card point, by hands that are won
    and lost by little and by much. first: the fewest points that win."""
    to = _to(table, contract)

    def paid(points: int) -> Decimal:
        case = _ended(table, contract, points, honours, level, factor)
        items = multiplied(case, game_items(case))
        who = table.active[0 if to == "written" else 1]
        return abs(sum((item.amounts.get(who, Decimal(0)) for item in items), Decimal(0)))

    most = int(table.total)
    won = [paid(min(points, most)) for points in (first, first + 1, first + 2, most)]
    lost = [paid(max(points, 0)) for points in (first - 1, 0)]
    whole = GamePrice(min(won), max(won), max(lost), None, to)
    step = won[1] - won[0]
    steady = won[2] - won[1] == won[0] == step and won[3] == step * (most - first + 1)
    if step > 0 and steady and lost[1] == step * (first - 1):
        return whole, GamePrice(step, step, step, first - 1, to)
    return whole, None


def _first_won(table: Table, contract: str, honours: int | None) -> int:
    """The fewest points with which the declarers win; more points never lose what fewer win."""
    low, high = 0, int(table.total)
    while low < high:
        middle = (low + high) // 2
        if _ended(table, contract, middle, honours).won == "declarers":
            high = middle
        else:
            low = middle + 1
    return low


def _ended(
    table: Table,
    contract: str,
    points: int,
    honours: int | None,
    level: int | None = None,
    factor: int = 1,
) -> Case:
    """Return a hand in which the declarers, two where there is a partner, have that many points."""
    declarer, *rest = table.active
    half = table.deal.hand // 2
    facts = Finished(
        contract=contract,
        declarer=declarer,
        partner=rest[-1] if table.contracts[contract].sides == "called" else "",
        level=level,
        points={"declarers": Fraction(points), "opponents": table.total - points},
        tricks={"declarers": half, "opponents": table.deal.hand - half},
        left_over=dict.fromkeys(SIDES, 0),
        honours=honours,
        factors={"game": factor},
    )
    return decided(Case(table, rounded_for_declarers(table, facts), bare=True))


def _for_themselves(table: Table, contract: str, factor: int) -> GamePrice:
    """The price of a game without sides, by hands in which one player has more and more points."""
    first, *rest = table.active
    to = _to(table, contract)
    tricks = dict.fromkeys(table.active, table.deal.hand // len(table.active))
    amounts = []
    for points in range(int(table.total / len(table.active)) + 1, int(table.total) + 1):
        each = (table.total - points) / len(rest)
        facts = Finished(
            contract=contract,
            declarer=first,
            partner="",
            points={first: Fraction(points), **dict.fromkeys(rest, each)},
            tricks=tricks,
            factors={"game": factor},
        )
        items = game_items(decided(Case(table, facts, bare=True)))
        who = rest[0] if to == "others" else first
        amounts.append(abs(sum((item.amounts.get(who, Decimal(0)) for item in items), Decimal(0))))
    return GamePrice(min(amounts), max(amounts), max(amounts), None, to)


def _to(table: Table, contract: str) -> str:
    """Return how the price of a game passes, see `GamePrice.to`."""
    sides = table.contracts[contract].sides
    result = result_of(table, contract)
    rows = [
        row
        for row in table.payments.values()
        if row.pay is not None and row.order is None and _is_about(row.when, result, contract)
    ]
    if any(row.payer == "nobody" for row in rows):
        return "written"
    if sides == "each":
        return "pot" if any(row.receiver in table.pots for row in rows) else "others"
    once = table.settle.between == "sides_once" and sides == "called" and len(table.active) == 4
    return "once" if once else "each"


def _is_about(when: Condition, result: str, contract: str) -> bool:
    """Whether a condition leaves it open that this result, and this contract, is meant."""
    meant = {"result": result, "contract": contract}
    return all(meant[test.name] in test.words for test in when.tests() if test.name in meant)


def stakes(table: Table, bonus: str, contract: str, factor: int = 1) -> Stakes:
    """Return what an announced bonus brings and costs in this contract. factor: what its own doubles have
    come to."""
    gains: dict[Decimal, None] = {}
    losses: dict[Decimal, None] = {}
    made = None
    by_contract = factor_by_contract(table, contract, bonus)
    for row in table.bonuses[bonus].outcomes.values():
        if row.pay is None or not is_announced(row):
            continue
        own = factor if row.doubled in ("own", "own_or_game") else 1
        for level in levels_of(table, contract) or (None,):
            amount = _asked(table, row.pay, contract, level) * by_contract * own
            (gains if amount >= 0 else losses)[abs(amount)] = None
        made = made or (row if amount >= 0 else None)
    return Stakes(tuple(sorted(gains)), tuple(sorted(losses)), made)


def is_announced(outcome: OutcomeRow) -> bool:
    """Whether an outcome is that of an announced bonus."""
    return any(test.name == "said" and test.words == ("yes",) for test in outcome.when.tests())


def declaration_price(table: Table, row: str, contract: str) -> Decimal:
    """Return what each payer pays for a declaration in this contract."""
    amount = _asked(table, table.declarations.rows[row].pay, contract, None)
    return amount * factor_by_contract(table, contract, row)


def _asked(table: Table, amount: Amount, contract: str, level: int | None) -> Decimal:
    """The value of an amount in this contract, as far as it rests on nothing else."""
    declarer, *rest = table.active
    partner = rest[-1] if table.contracts[contract].sides == "called" else ""
    facts = Finished(contract=contract, declarer=declarer, partner=partner, level=level)
    return amount.value(Case(table, facts).asked(seat=declarer))
