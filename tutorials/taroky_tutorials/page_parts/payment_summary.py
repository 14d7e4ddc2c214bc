"""Who pays whom at the end of a hand, and what each has of it."""

from __future__ import annotations

from decimal import Decimal
from math import gcd

from taroky.messages import in_units, money, number, say
from taroky.rules.table import Table
from taroky.settling.paying import Settlement

from taroky_tutorials.page_parts.elements import Markup, element

#: The most coins that go from one player to another: more cannot be told apart.
MOST_COINS = 12


def signed(amount: Decimal, table: Table) -> str:
    """An amount with its sign, as the language writes it: "+0.40", "−3", "0"."""
    text = number(money(in_units(abs(amount), table.unit.step)))
    return "0" if not amount else f"{'+' if amount > 0 else '−'}{text}"


def transfers(settled: Settlement) -> list[tuple[str, str, Decimal]]:
    """(payer, receiver, amount): the fewest words for the payments of seats and pots, or nothing
    where points are written and not paid. The player who gets is paid first by the next who owes."""
    if sum((*settled.payments.values(), *settled.pots.values()), Decimal(0)):
        return []
    due = dict(settled.payments)
    payments = []
    # What goes into a pot or comes out of it is paid there, not among the players.
    for item in settled.items:
        for pot in settled.pots:
            for seat, amount in item.amounts.items() if pot in item.amounts else ():
                if seat in due and amount:
                    due[seat] -= amount
                    payments.append((seat, pot, -amount) if amount < 0 else (pot, seat, amount))
    payments = _added(payments)
    owed = {who: -amount for who, amount in due.items() if amount < 0}
    for receiver, amount in ((who, amount) for who, amount in due.items() if amount > 0):
        left = amount
        # A payer who owes just that pays it whole, so that two pairs settle in two payments.
        for payer in sorted(owed, key=lambda who: owed[who] != left):
            part = min(left, owed[payer])
            if part:
                payments.append((payer, receiver, part))
                owed[payer] -= part
                left -= part
    return payments


def coin(table: Table, settled: Settlement) -> Decimal:
    """Return the largest coin of 1, 2 or 5 (or of tens, hundreds, …) smallest units in which every payment can be made
    without change, 0 if nothing is paid."""
    step = table.unit.step
    common = gcd(*(int(amount / step) for _, _, amount in transfers(settled)))
    coins = (one * 10**tens for tens in range(len(str(common))) for one in (1, 2, 5))
    return step * max((one for one in coins if common and common % one == 0), default=0)


def in_coins(table: Table, settled: Settlement) -> list[tuple[str, str, int]]:
    """(payer, receiver, coins): the payments in such coins; where one would take more than MOST_COINS, in as many for
    each as show how much more it is than the others."""
    paid, worth = transfers(settled), coin(table, settled)
    counts = [int(amount / worth) if worth else 1 for _, _, amount in paid]
    many = max(counts, default=0)
    if many > MOST_COINS:
        counts = [max(1, round(n * MOST_COINS / many)) for n in counts]
    return [(payer, to, n) for (payer, to, _), n in zip(paid, counts, strict=True)]


def _added(flows: list[tuple[str, str, Decimal]]) -> list[tuple[str, str, Decimal]]:
    """Return what passes between the same two, added up."""
    sums: dict[tuple[str, str], Decimal] = {}
    for payer, receiver, amount in flows:
        sums[payer, receiver] = sums.get((payer, receiver), Decimal(0)) + amount
    return [(payer, receiver, amount) for (payer, receiver), amount in sums.items()]


def seats_shown(table: Table, settled: Settlement) -> list[str]:
    """The player who is in the settlement: all at the table, and the pots that change."""
    return [*settled.payments, *(name for name, amount in settled.pots.items() if amount)]


def purses(table: Table, settled: Settlement) -> Markup:
    """Return what each gets or pays, side by side, and for a script who pays whom: it lets chips go
    that way."""
    paid = [[payer, receiver] for payer, receiver, _ in transfers(settled)]
    items = []
    for name in seats_shown(table, settled):
        amount = settled.payments.get(name, settled.pots.get(name, Decimal(0)))
        shown = name if name in settled.payments else say("calc.pot_name").text()
        items.append(
            element(
                "li",
                element("span", shown, class_="tk-who"),
                " ",
                element("strong", signed(amount, table)),
                class_="is-plus" if amount > 0 else "is-minus" if amount < 0 else None,
                data_purse=name,
            )
        )
    return element("ul", *items, class_="tk-purses", data_pays=paid)
