"""A house's own rules: a rule set, the options chosen, prices that differ, and whatever else its table
says. What a form edits, and what becomes of a packed name or of YAML that somebody brings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal, InvalidOperation
from typing import Any

from taroky import rules
from taroky.errors import RecordError, TableError
from taroky.messages import in_units, known, money, say, term
from taroky.messages import number as printed
from taroky.rules.conditions import Amount
from taroky.rules.table import Row, Table, Topic

#: The head of a house table: what is no cell of the game.
_HEAD = ("table", "title", "extends", "choose")
#: Columns that hold a price, by their section, and where in the menu they stand.
_PRICES: Mapping[tuple[str, str], Topic] = {
    ("contracts", "rate"): "contracts",
    ("contracts", "loss"): "contracts",
    ("offers", "pay"): "contracts",
    ("declarations", "pay"): "declarations",
    ("bonuses", "pay"): "bonuses",
    ("bonuses", "points_moved"): "bonuses",
    ("payments", "pay"): "settlement",
    ("penalties", "pay"): "penalties",
    ("pots", "starts"): "pots",
    ("session", "start_chips"): "session",
    ("session", "chips"): "session",
}
#: No price is higher.
MOST = Decimal(9999)
_WRITTEN = re.compile(r"[0-9]{1,4}([.,][0-9]{1,4})?")


@dataclass(frozen=True)
class Price:
    """A number of the table that a house may write again. path: of the cell; key: within a scale;
    value: as people say it, without a sign; sign: -1 where the table writes it below zero."""

    path: str
    key: str
    topic: Topic
    label: str
    value: Decimal
    sign: int

    @property
    def name(self) -> str:
        """Return what it is called in a form; a plus sign is no part of such a name."""
        return f"{self.path}.{self.key}".removesuffix(".").replace("+", "-")


@dataclass(frozen=True)
class House:
    """The decisions of a house. prices: by the name of the price, as written, without a sign; rest:
    what its table says besides, as nested text."""

    parent: str
    title: str = ""
    id: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)
    prices: Mapping[str, str] = field(default_factory=dict)
    rest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def table_id(self) -> str:
        """The short name of its table: its own, or made from its title."""
        return self.id or slug(self.title)

    @property
    def is_parent(self) -> bool:
        """Whether nothing differs from the rule set it is made from."""
        return not (self.chosen or self.prices or self.rest)

    def before_prices(self) -> Table:
        """The table without the prices. Raises TableError."""
        if self.rest:
            return rules.load(rules.pack(self._tree()))
        return rules.load(self.parent, self.chosen)

    def tree(self) -> dict[str, Any]:
        """Its table as nested text, only what differs. Raises TableError, or RecordError for a price
        that is none."""
        tree = self._tree()
        if not self.prices:
            return tree
        table = self.before_prices()
        by_name = {price.name: price for price in prices(table)}
        scales: dict[str, dict[str, str]] = {}
        for name, written in self.prices.items():
            price = by_name.get(name)
            if price is None:
                raise RecordError(say("build.no_price", name=name))
            value = price.sign * amount(written, table, price)
            if price.key:
                cell = scales.setdefault(price.path, _scale(_cell(table, price.path)))
                cell[price.key] = _plain(value)
            else:
                _put(tree, price.path, _plain(value))
        for path, scale in scales.items():
            _put(tree, path, scale)
        return tree

    def name(self) -> str:
        """Its packed name: all of it. Raises TableError or RecordError."""
        return rules.pack(self.tree())

    def _tree(self) -> dict[str, Any]:
        head: dict[str, Any] = {
            "table": self.table_id,
            "title": self.title or self.table_id,
            "extends": self.parent,
        }
        if self.chosen:
            head["choose"] = dict(self.chosen)
        head |= _copy(self.rest)
        return head


def slug(title: str) -> str:
    """A short name for addresses and files: "U Lva" is u-lva."""
    letters = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:40].strip("-")
    return name if name and name not in rules.ids() else f"{name}-house".strip("-")[-40:]


# -- opening -------------------------------------------------------------------------------------


def opened(name: str) -> House:
    """The house of a packed name. Raises TableError, RecordError for a table that extends nothing."""
    table = rules.load(name)
    own = rules.unpack(name)
    parent = str(own.get("extends", ""))
    if parent not in rules.ids():
        raise RecordError(say("build.alone", title=table.title))
    chosen = {str(key): str(value) for key, value in (own.get("choose") or {}).items()}
    rest = {key: value for key, value in own.items() if key not in _HEAD}
    house = House(parent, str(own["title"]) if "title" in own else table.title, "", chosen)
    house = _with_prices(house, rest)
    return house if house.table_id == table.table else replace(house, id=table.table)


def from_yaml(text: str) -> House:
    """The house of a table in YAML, checked as at build time. Raises TableError with line and
    column."""
    return opened(rules.pack(text))


def _with_prices(house: House, rest: Mapping[str, Any]) -> House:
    """The house with what is only a price taken out of the rest of its table."""
    left = _copy(rest)
    try:
        table = rules.load(house.parent, house.chosen)
    except TableError:
        return replace(house, rest=left)
    amounts: dict[str, str] = {}
    by_path: dict[str, list[Price]] = {}
    for price in prices(table):
        by_path.setdefault(price.path, []).append(price)
    for path, of in by_path.items():
        written = _get(left, path)
        if isinstance(written, str) and not of[0].key:
            values = {"": written}
        elif isinstance(written, dict) and of[0].key:
            values = {str(key): str(value) for key, value in written.items() if key != "by"}
        else:
            continue
        read = [_read(price, values.get(price.key, "")) for price in of]
        if set(values) != {price.key for price in of} or None in read:
            continue
        if isinstance(written, dict) and written.get("by") != _scale(_cell(table, path))["by"]:
            continue
        for price, value in zip(of, read, strict=True):
            if value is not None and value != price.value:
                amounts[price.name] = _plain(value)
        _drop(left, path)
    return replace(house, prices=amounts, rest=left)


def _read(price: Price, text: str) -> Decimal | None:
    """The value of a price that a table writes; None if a form could not write it."""
    try:
        value = Decimal(text) * price.sign
    except InvalidOperation:
        return None
    return value if 0 <= value <= MOST else None


# -- prices --------------------------------------------------------------------------------------


def prices(table: Table) -> tuple[Price, ...]:
    """Every number of a table that is a price: what contracts, declarations and bonuses are worth,
    what an irregularity costs, what is in a pot or before the players at the start."""
    asked = {cell for row in table.options.values() if row.typed for cell in row.number_cells}
    all_prices: list[Price] = []
    for section in dict.fromkeys(section for section, _ in _PRICES):
        value = getattr(table, section)
        for path, cell in _walk(value, section):
            topic = _PRICES.get((section, path.rpartition(".")[2]))
            if topic is not None and path not in asked:
                all_prices += _of_cell(table, path, cell, topic)
    return tuple(price for price in all_prices if len(price.name) <= 58)


def amount(written: str, table: Table, price: Price) -> Decimal:
    """The number that somebody wrote for a price. Raises RecordError."""
    text = written.strip().replace(" ", "")
    step = table.unit.step
    if _WRITTEN.fullmatch(text):
        value = Decimal(text.replace(",", "."))
        if value <= MOST and not value % step:
            return value
    raise RecordError(
        say("build.bad_price", label=price.label, value=written[:20], step=money(step), most=MOST)
    )


def _walk(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The cells of rows, with their paths."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _walk(item, f"{path}.{key}")
    elif isinstance(value, Row):
        for column in fields(value):
            inner = getattr(value, column.name)
            below = f"{path}.{column.name}"
            if isinstance(inner, Row) or (
                isinstance(inner, Mapping) and all(isinstance(i, Row) for i in inner.values())
            ):
                yield from _walk(inner, below)
            elif isinstance(inner, Amount | Decimal):
                yield below, inner


def _of_cell(table: Table, path: str, cell: Amount | Decimal, topic: Topic) -> Iterator[Price]:
    if isinstance(cell, Decimal):
        cell = Amount(number=cell)
    if cell.number is not None:
        # What no table writes: a contract that pays by another scale, a loss that costs no more.
        left_out = {"rate": 0, "loss": 1}.get(path.rpartition(".")[2])
        if cell.number != left_out:
            yield _price(table, path, "", topic, cell.number)
    elif cell.scale:
        for key, number in cell.scale[1]:
            yield _price(table, path, key, topic, number)


def _price(table: Table, path: str, key: str, topic: Topic, number: Decimal) -> Price:
    sign = -1 if number < 0 else 1
    return Price(path, key, topic, _label(table, path, key), abs(number), sign)


def _label(table: Table, path: str, key: str) -> str:
    """Return what a price is for, in words; within `local_names(table.names)`."""
    section, *names, column = path.split(".")
    row = names[-1] if names else column
    if section == "bonuses":
        bonus, outcome = names[0], names[-1]
        said = say(_outcome(table, bonus, outcome, column), row=bonus).text()
    elif section == "session":
        said = say(f"price.session.{column}").text()
    elif known(own := f"price.{section}.{row}"):
        said = say(own).text()
    else:
        said = say(f"price.{section}.{column}", row=row).text()
    if not key:
        return said
    scale = _cell(table, path).scale
    assert scale is not None
    by = scale[0]
    return say("price.when", what=said, when=_when(by, key)).text()


def _outcome(table: Table, bonus: str, outcome: str, column: str) -> str:
    """The message for an outcome of a bonus: by its own name, or by what it asks and its sign."""
    if known(own := f"price.bonuses.{outcome}"):
        return own
    row = table.bonuses[bonus].outcomes[outcome]
    tests = [
        pair
        for test in row.when.tests()
        if test.name == "said"
        for pair in (*test.words, *(word for _, word in test.pairs))
    ]
    announced = "yes" in tests
    cell = row.pay if column == "pay" else None
    below = cell is not None and _below_zero(cell)
    kind = ("failed" if below else "announced") if announced else "lost" if below else "silent"
    return f"price.bonuses.{kind}"


def _below_zero(cell: Amount) -> bool:
    numbers = [cell.number] if cell.number is not None else []
    numbers += [number for _, number in cell.scale[1]] if cell.scale else []
    return any(number < 0 for number in numbers)


def _when(by: str, key: str) -> str:
    """A step of a scale in words."""
    if by == "contract":
        return term("call", key)
    if by == "alone":
        return say(f"price.alone.{key}").text()
    low, _, high = key.partition("-")
    which = "range" if high else "up" if key.endswith("+") else "one"
    fact = by.partition(".")[0]
    message = f"price.{fact}.{which}"
    if not known(message):
        message = f"price.by.{which}"
    return say(message, low=low.removesuffix("+"), high=high).text()


# -- nested text ---------------------------------------------------------------------------------


def _cell(table: Table, path: str) -> Amount:
    here: Any = table
    for key in path.split("."):
        here = here[key] if isinstance(here, Mapping) else getattr(here, key)
    assert isinstance(here, Amount)
    return here


def _scale(cell: Amount) -> dict[str, str]:
    """A scale as a table writes it."""
    assert cell.scale is not None
    by, rows = cell.scale
    return {"by": by, **{key: _plain(number) for key, number in rows}}


def _plain(number: Decimal) -> str:
    """A number as a table writes it."""
    return format(number, "f")


def shown(value: Decimal, table: Table) -> str:
    """A price with as many decimals as its unit has, as the language writes it."""
    return printed(money(in_units(value, table.unit.step)))


def _copy(data: Any) -> Any:
    return {key: _copy(item) for key, item in data.items()} if isinstance(data, Mapping) else data


def _get(tree: Any, path: str) -> Any:
    for key in path.split("."):
        if not isinstance(tree, dict) or key not in tree:
            return None
        tree = tree[key]
    return tree


def _put(tree: dict[str, Any], path: str, value: Any) -> None:
    *rooms, last = path.split(".")
    for key in rooms:
        inner = tree.setdefault(key, {})
        if not isinstance(inner, dict):
            inner = tree[key] = {}
        tree = inner
    tree[last] = value


def _drop(tree: dict[str, Any], path: str) -> None:
    """Take a cell out, and the rows that are empty then."""
    key, _, below = path.partition(".")
    if below:
        _drop(tree[key], below)
    if not below or not tree[key]:
        del tree[key]


__all__ = ["House", "Price", "amount", "from_yaml", "opened", "prices", "shown", "slug"]
