"""Amounts as people write them, as they are shown, and as programs read them."""

from __future__ import annotations

import re
from decimal import Decimal

from taroky.messages import in_units, money, number
from taroky.rules.table import Table

_NUMBER = re.compile(r"[+-]?\d{1,7}([.,]\d{1,4})?")
#: What people type, or their machines for them, in place of a minus.
_MINUS = ("-", "\u2212", "\u2013")


def amount_of(text: str) -> Decimal | None:
    """A number as people write it: "2", "+0,50", "−3"; None if it is none."""
    plain = text.strip().replace("\u00a0", "")
    if plain.startswith(_MINUS):
        plain = f"-{plain[1:].lstrip()}"
    return Decimal(plain.replace(",", ".")) if _NUMBER.fullmatch(plain) else None


def flipped(text: str) -> str:
    """Return what was written with the other sign."""
    plain = text.strip()
    return plain[1:].lstrip() if plain.startswith(_MINUS) else f"\u2212{plain.lstrip('+')}"


def plain(amount: Decimal) -> str:
    """An amount for programs: "0.5", "-3"."""
    return format(amount.normalize() if amount else Decimal(0), "f")


def signed(amount: Decimal, table: Table) -> str:
    """An amount with its sign, with as many decimals as the game's unit: "+0.40", "−3", "0"."""
    text = shown(abs(amount), table)
    return f"{'+' if amount > 0 else '−'}{text}" if amount else text


def shown(amount: Decimal, table: Table) -> str:
    """An amount as the language writes it, with a sign only below zero."""
    text = number(money(in_units(abs(amount), table.unit.step)))
    return f"−{text}" if amount < 0 else text
