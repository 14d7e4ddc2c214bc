"""From a tree to a `Table`: `extends` with deltas, types from the columns, strict errors.

Every error is one sentence that names file, line, key and value and, where there is one, the
nearest right word.
"""

from __future__ import annotations

import difflib
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from decimal import Decimal
from itertools import pairwise
from typing import Any, Literal, Union, get_args, get_origin

from taroky.errors import TableError
from taroky.messages import say
from taroky.rules.columns.bidding import Contract
from taroky.rules.conditions import (
    FACTS,
    NUMBER_KINDS,
    NUMBERS,
    ROUNDING,
    UNIT_STEP,
    VERBS,
    WORDS,
    ZONES,
    Amount,
    Condition,
    Range,
    Step,
    Test,
)
from taroky.rules.table import Option, Row, Table
from taroky.rules.tree import Node

REMOVED = "off"
#: Kinds of things that may be said before or during the play.
SAYING = frozenset({"declarations", "bonuses", "doubles"})
_REST = re.compile(r"all|others|unseen|[1-9](-[1-9])?|(random|chosen)_[1-9]")
#: Numbers as people write them: nothing in a game of cards goes further.
_WHOLE = re.compile(r"-?[0-9]{1,6}")
_DECIMAL = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,4})?")
#: Each value of each option is tried when a table is read.
_MOST_VALUES = 400
_DIRECTIVES = ("extends", "choose")


#: Options chosen, as key and value with the place where that is said.
Choices = Mapping[str, tuple[str, Node]]

_columns: dict[str, dict[str, Any]] = {}


def columns(row: type[Row]) -> dict[str, Any]:
    """The columns of a kind of row with their type hints."""
    if row.__name__ not in _columns:
        hints = typing.get_type_hints(row)
        _columns[row.__name__] = {column.name: hints[column.name] for column in fields(row)}
    return _columns[row.__name__]


def flatten(node: Node, load_parent: Callable[[str], Node]) -> Node:
    """The tree with its parents' cells filled in and its chosen options applied."""
    mapping = _mapping(node)
    parent_name = mapping.get("extends")
    choices = mapping.get("choose")
    if choices is not None and choices.value == "":
        choices = None  # a section with nothing in it yet
    own = Node(
        {k: v for k, v in mapping.items() if k not in _DIRECTIVES},
        node.file, node.line, node.column, node.keys,
    )  # fmt: skip
    if parent_name is not None:
        try:
            parent = flatten(load_parent(_text(parent_name)), load_parent)
        except TableError as problem:
            raise (
                problem if problem.fields["line"] else parent_name.error(problem.message)
            ) from None
        if choices is not None:
            parent = choose(parent, {k: (_text(v), v) for k, v in _mapping(choices).items()})
        return _with_page(_merge(parent, own, Table))
    if choices is not None:
        own = choose(own, {k: (_text(v), v) for k, v in _mapping(choices).items()})
    return _with_page(own)


def _with_page(table: Node) -> Node:
    """Notes on whose page the rule points of a prefix stand: that of the first table that has it."""
    cells = _mapping(table)
    if "prefix" not in cells or "table" not in cells:
        return table
    pages = dict(_mapping(cells["pages"])) if "pages" in cells else {}
    pages.setdefault(_text(cells["prefix"]), cells["table"])
    return Node({**cells, "pages": Node(pages)}, table.file, table.line, table.column, table.keys)


def choose(table: Node, choices: Choices) -> Node:
    """The tree with house options applied, in the menu's order. Raises TableError."""
    options = _mapping(_mapping(table)["options"]) if "options" in _mapping(table) else {}
    before = _mapping(_mapping(table).get("chosen", Node({})))

    def stands(key: str) -> str:
        """The value an option has with these choices."""
        if key in choices:
            return choices[key][0]
        return _text(before[key] if key in before else _mapping(options[key])["default"])

    for key, (_, where) in choices.items():
        if key not in options:
            raise where.error(say("table.no_option", key=key, near=_near(key, options)))
    for key, option in options.items():
        if key not in choices:
            continue
        value, where = choices[key]
        values = {**_mapping(_mapping(option)["values"])}
        number_in = _mapping(option).get("number_in")
        value = same_number(value, values)
        if value not in values and number_in is not None and _is_amount(value):
            values[value] = _cells(parts(number_in), value, where)
        if value not in values:
            raise where.error(
                say("table.no_option_value", key=key, value=value, expected=list(values))
            )
        needs = _mapping(_mapping(option).get("needs", Node({})))
        if all(stands(other) == _text(needed) for other, needed in needs.items()):
            table = _merge(table, values[value], Table)
        chosen = dict(_mapping(_mapping(table).get("chosen", Node({}))))
        chosen[key] = Node(value)
        table = Node({**_mapping(table), "chosen": Node(chosen)}, table.file)
    return table


def same_number(value: str, values: Iterable[str]) -> str:
    """The value of an option as its menu writes it: 0.4 means 0.40."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
        return value
    numbers = (v for v in values if re.fullmatch(r"[0-9]+(\.[0-9]+)?", v))
    return next((v for v in numbers if Decimal(v) == Decimal(value)), value)


def _is_amount(text: str) -> bool:
    """Whether the text is a positive number, written plainly."""
    return bool(re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text)) and Decimal(text) > 0


def parts(node: Node) -> Sequence[Node]:
    """The entries of a list; what is no list stands alone."""
    return node.value if isinstance(node.value, list) else [node]


def _cells(paths: Sequence[Node], value: str, where: Node) -> Node:
    """A small table that says these cells, those with a minus below zero. where: what the value was chosen
    by. Raises TableError."""
    found: dict[str, Any] = {}
    for node in paths:
        path = _text(node)
        *rows, cell = path.removeprefix("-").split(".")
        at = found
        for key in rows:
            at = at.setdefault(key, {})
            if not isinstance(at, dict):
                raise node.error(say("table.duplicate", key=key))
        if cell in at:
            raise node.error(say("table.duplicate", key=cell))
        at[cell] = f"-{value}" if path.startswith("-") else value
    return _node(found, where)


def _node(cells: Any, where: Node) -> Node:
    """A tree of plain cells, which stands where another does."""
    value = {k: _node(v, where) for k, v in cells.items()} if isinstance(cells, dict) else cells
    return Node(value, where.file, where.line, where.column)


def _merge(parent: Node, delta: Node, hint: Any) -> Node:
    """Rows merge cell by cell; a value replaces, also when it is a map."""
    inner = row_type(hint)
    if not (isinstance(parent.value, dict) and isinstance(delta.value, dict)):
        return delta
    if inner is None and hint != "points":
        return delta
    merged = dict(parent.value)
    known = columns(inner) if isinstance(inner, type) else {}
    for key, value in delta.value.items():
        if value.value == REMOVED:
            merged.pop(key, None)
        elif key in merged:
            below = "points" if key == "points" else _below(hint, known, key)
            merged[key] = _merge(merged[key], value, below)
        else:
            merged[key] = value
    places = {name: (name, line, column) for name, line, column in (*parent.keys, *delta.keys)}
    return Node(merged, delta.file, delta.line, delta.column, tuple(places.values()))


def _below(hint: Any, known: Mapping[str, Any], key: str) -> Any:
    plain = _optional(hint)
    if get_origin(plain) is not None:
        return get_args(plain)[1]
    return known.get(key)


def row_type(hint: Any) -> Any:
    """Row class if the hint is a row, True if a map of rows or of yes/no, else None."""
    plain = _optional(hint)
    if isinstance(plain, type) and issubclass(plain, Row):
        return plain
    if get_origin(plain) is not None and len(get_args(plain)) == 2:
        inner = get_args(plain)[1]
        if isinstance(inner, type) and issubclass(inner, Row | bool):
            return True
    return None


def rows_in(hint: Any) -> type[Row]:
    """The kind of row that a map of rows holds."""
    kind: type[Row] = get_args(_optional(hint))[1]
    return kind


def _optional(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return next(arg for arg in get_args(hint) if arg is not type(None))
    return hint


#: Rows and cells already read, by kind and the node they stand in (kept, so that its id stays its own).
Seen = dict[tuple[str, int], tuple[Node, Any]]


def build(tree: Node, seen: Seen | None = None) -> Table:
    """The table that a flattened tree says. seen: what trees share with one another is read
    once. Raises TableError."""
    table: Table = _row(tree, Table, "", {} if seen is None else seen)
    _check(table, tree)
    return table


def _row(node: Node, kind: type[Row], path: str, seen: Seen | None = None) -> Any:
    cells = _mapping(node)
    known = columns(kind)
    for key in cells:
        if key not in known:
            raise node.error(
                say("table.unknown_key", key=key, path=path or "table", near=_near(key, known)), key
            )
    values: dict[str, Any] = {}
    for column in fields(kind):
        name = column.name
        if name in cells:
            below = f"{path}.{name}" if path else name
            cell = cells[name]
            if seen is None:
                values[name] = _value(cell, known[name], below)
                continue
            place = f"{kind.__name__}.{name}", id(cell)
            if place not in seen:
                seen[place] = cell, _value(cell, known[name], below, seen)
            values[name] = seen[place][1]
        elif column.default is MISSING and column.default_factory is MISSING:
            raise node.error(say("table.missing_key", key=name, path=path or "table"))
    return kind(**values)


def _value(node: Node, hint: Any, path: str, seen: Seen | None = None) -> Any:
    hint = _optional(hint)
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return node
    if isinstance(hint, type) and issubclass(hint, Row):
        if seen is None:
            return _row(node, hint, path)
        place = hint.__name__, id(node)
        if place not in seen:
            seen[place] = node, _row(node, hint, path, seen)
        return seen[place][1]
    if hint is Condition:
        return _condition(node, path)
    if hint is Amount:
        return _amount(node, path)
    if origin is Literal:
        text = _text(node)
        if text not in args:
            raise node.error(
                say("table.not_one_of", path=path, value=text, expected=[str(a) for a in args])
            )
        return text
    if origin is tuple:
        items = node.value if isinstance(node.value, list) else None
        if items is None:
            raise node.error(say("table.expected_list", path=path, value=_shown(node)))
        return tuple(_value(item, args[0], path) for item in items)
    if origin is not None and len(args) == 2:
        return {
            key: _value(item, args[1], f"{path}.{key}", seen)
            for key, item in _mapping(node).items()
        }
    text = _text(node)
    if hint is bool:
        if text not in ("yes", "no"):
            raise node.error(say("table.not_one_of", path=path, value=text, expected=["yes", "no"]))
        return text == "yes"
    if hint in (int, Decimal):
        if not (_WHOLE if hint is int else _DECIMAL).fullmatch(text):
            raise node.error(say("table.not_number", path=path, value=text[:40]))
        return hint(text)
    return text


def _condition(node: Node, path: str) -> Condition:
    alternatives = node.value if isinstance(node.value, list) else [node]
    return Condition(tuple(_tests(item, path) for item in alternatives))


def _tests(node: Node, path: str) -> tuple[tuple[Test, ...], tuple[Condition, ...]]:
    tests: list[Test] = []
    never: list[Condition] = []
    for name, value in _mapping(node).items():
        if name == "not":
            never.append(_condition(value, path))
        elif name in ZONES:
            tests.append(Test(name, ranges=_ranges(value, path)))
        elif name in FACTS:
            if isinstance(value.value, dict):
                tests.append(_keyed(name, value))
            elif isinstance(value.value, list):
                tests.append(Test(name, words=tuple(_text(item) for item in value.value)))
            else:
                tests.append(Test(name, words=(_text(value),)))
        else:
            near = _near(name, ZONES | FACTS | {"not"})
            raise node.error(say("table.unknown_fact", key=name, path=path, near=near), name)
    return tuple(tests), tuple(never)


def _keyed(name: str, node: Node) -> Test:
    """A fact that has a value for each key: a number in a range, or a word."""
    ranges, pairs = [], []
    for key, value in _mapping(node).items():
        text = _text(value)
        try:
            ranges.append((key, Range.parse(text)))
        except ValueError:
            pairs.append((key, text))
    return Test(name, ranges=tuple(ranges), pairs=tuple(pairs))


def _ranges(node: Node, path: str) -> tuple[tuple[str, Range], ...]:
    ranges = []
    for key, value in _mapping(node).items():
        try:
            ranges.append((key, Range.parse(_text(value))))
        except ValueError:
            raise value.error(say("table.not_range", path=path, value=_text(value))) from None
    return tuple(ranges)


def _amount(node: Node, path: str) -> Amount:
    def number(item: Node) -> Decimal:
        value: Decimal = _value(item, Decimal, path)
        return value

    def named(item: Node) -> Decimal | str | Amount:
        if isinstance(item.value, dict):
            return _amount(item, path)
        text = _text(item)
        if text in _made_of(path):
            raise item.error(say("table.made_of_itself", path=path, value=text))
        if text in _OF_ONE_PLAYER and path.startswith("contracts."):
            raise item.error(say("table.of_one_player", path=path, value=text))
        if text in NUMBERS or text.startswith(NUMBER_KINDS):
            return text
        if text[:1].isalpha():
            raise item.error(
                say("table.unknown_number", path=path, value=text, near=_near(text, NUMBERS))
            )
        return number(item)

    def counted(item: Node) -> Decimal | str | Amount:
        what = named(item)
        if isinstance(what, str) and what in WORDS:
            near = _near(what, NUMBERS - WORDS)
            raise item.error(say("table.unknown_number", path=path, value=what, near=near))
        return what

    def steps(cells: Mapping[str, Node], where: Node) -> list[Step]:
        found = []
        for verb, operand in cells.items():
            if verb not in VERBS:
                raise where.error(
                    say("table.unknown_key", key=verb, path=path, near=_near(verb, VERBS)), verb
                )
            if verb == "round":
                found.append(_rounding(operand, path))
            elif verb == "positive":
                found.append(Step(verb, Decimal(0)))
            else:
                found.append(Step(verb, counted(operand)))
            if verb == "over" and _nought(found[-1].operand):
                raise operand.error(say("table.over_nought", path=path))
        return found

    def some(found: Sequence[Any]) -> tuple[Any, ...]:
        if not found:
            raise node.error(say("table.no_amount", path=path))
        return tuple(found)

    if isinstance(node.value, dict) and "by" not in node.value:
        return Amount(steps=some(steps(node.value, node)))
    if isinstance(node.value, dict):
        cells = dict(node.value)
        by = cells.pop("by")
        if not isinstance(named(by), str):
            raise node.error(say("table.expected_by", path=path))
        rows = []
        worded = False
        for key, item in cells.items():
            try:
                Range.parse(key)
            except ValueError:
                worded = True
            rows.append((key, number(item)))
            if worded and _text(by) not in WORDS:
                raise item.error(say("table.not_range", path=path, value=key), key)
        if not worded:
            _no_gaps(rows, node, path)
        return Amount(scale=(_text(by), some(rows)))
    if isinstance(node.value, list):
        return Amount(
            steps=some([step for item in node.value for step in steps(_mapping(item), item)])
        )
    return Amount(number=number(node))


#: Numbers that differ from player to player, while a contract has one price for all.
_OF_ONE_PLAYER = ("points.own", "points.payer")


def _made_of(path: str) -> tuple[str, ...]:
    """The numbers that the amount at this place decides, so that it cannot be made of them."""
    section, _, cell = path.partition(".")
    cell = cell.rpartition(".")[2]
    if section == "contracts" and cell in ("rate", "loss"):
        return ("contract.rate", "contract.loss") if cell == "rate" else ("contract.loss",)
    return ("target",) if section == "result" and cell == "target" else ()


def _nought(operand: Decimal | str | Amount) -> bool:
    """Whether it may be zero, as far as the table tells: a pot is, before anybody has paid into it."""
    if isinstance(operand, str):
        return operand.startswith("pot.")
    if isinstance(operand, Amount):
        rows = operand.scale[1] if operand.scale else ()
        return operand.number == 0 or any(value == 0 for _, value in rows)
    return operand == 0


def _rounding(node: Node, path: str) -> Step:
    """{to: 1, way: nearest, half: up}; half is up when it is left out."""
    cells = {key: _text(value) for key, value in _mapping(node).items()}
    way, half = cells.get("way", "nearest"), cells.get("half", "up")
    how = f"nearest.{half}" if way == "nearest" else way
    if how not in ROUNDING or set(cells) - {"to", "way", "half"}:
        raise node.error(
            say("table.not_one_of", path=f"{path}.round", value=how, expected=list(ROUNDING))
        )
    if cells.get("to") == UNIT_STEP:
        return Step("round", UNIT_STEP, how)
    to: Decimal = _value(_mapping(node)["to"], Decimal, path) if "to" in cells else Decimal(1)
    if to <= 0:
        raise node.error(say("table.not_number", path=f"{path}.round.to", value=str(to)))
    return Step("round", to, how)


def _no_gaps(rows: list[tuple[str, Decimal]], node: Node, path: str) -> None:
    spans = sorted((Range.parse(key) for key, _ in rows), key=lambda span: span.low)
    for lower, upper in pairwise(spans):
        if lower.top is None or upper.low != lower.top + 1:
            raise node.error(say("table.scale_gap", path=path, lower=str(lower), upper=str(upper)))


def _mapping(node: Node) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise node.error(say("table.expected_mapping", value=_shown(node)))
    return node.value


def _text(node: Node) -> str:
    if not isinstance(node.value, str):
        raise node.error(say("table.expected_text", value=_shown(node)))
    return node.value


def _shown(node: Node) -> str:
    text = str(node.plain())
    return text if len(text) <= 60 else text[:57] + "…"


def _near(word: str, known: Iterable[str]) -> str:
    known = sorted(map(str, known))
    found = difflib.get_close_matches(word, known, n=1, cutoff=0.3)
    return found[0] if found else ", ".join(known[:12])


def _check(table: Table, tree: Node) -> None:
    """What a table says must agree with itself."""

    def place(*path: str) -> Node:
        node = tree
        for key in path:
            if not isinstance(node.value, dict) or key not in node.value:
                break
            node = node.value[key]
        return node

    _check_basics(table, place)
    for column in ("trumps", "black", "red"):
        if "" in getattr(table.pack, column):
            raise place("pack", column).error(say("table.nameless_card", path=f"pack.{column}"))
    pack = table.cards
    if len(set(pack.cards)) != len(pack.cards) or len(pack.cards) != table.pack.cards:
        raise place("pack").error(
            say("table.pack_size", said=table.pack.cards, found=len(set(pack.cards)))
        )
    for name in (*table.pack.values, *(p for parts in table.pack.sets.values() for p in parts)):
        if name != "rest" and not pack.knows_set(name):
            raise place("pack").error(say("table.unknown_set", value=name))
    needed = table.deal.hand * table.seats.active + table.deal.talon.cards
    if needed != len(pack.cards):
        raise place("deal").error(
            say("table.deal_size", needed=needed, cards=len(pack.cards),
                hands=table.seats.active, hand=table.deal.hand, talon=table.deal.talon.cards)
        )  # fmt: skip
    for name, way in table.deal.ways.items():
        if min(way.packets, default=0) < 1 or table.deal.hand % sum(way.packets):
            raise place("deal", "ways", name).error(
                say("table.packets", packets=list(map(str, way.packets)), hand=table.deal.hand)
            )
        if way.after is not None and way.after not in table.deal.ways:
            raise place("deal", "ways", name, "after").error(
                say("table.no_row", section="deal.ways", row=way.after,
                    near=_near(way.after, table.deal.ways))
            )  # fmt: skip
        if way.pick is not None and way.packets != (table.deal.hand,):
            raise place("deal", "ways", name).error(say("table.pick", row=name))
    _check_front(table, place)
    for name, contract in table.contracts.items():
        for section, row in (
            ("calling", contract.calling), ("talon", contract.talon),
            ("discard", contract.discard), ("play", contract.play),
        ):  # fmt: skip
            rows: Mapping[str, Any] = getattr(table, section)
            if row is not None and row not in rows:
                raise place("contracts", name, section).error(
                    say("table.no_row", section=section, row=row, near=_near(row, rows))
                )
        if contract.sides == "called" and contract.calling is None:
            raise place("contracts", name).error(say("table.called_without_calling", row=name))
        for bonus in contract.undertakes:
            if bonus not in table.bonuses:
                raise place("contracts", name, "undertakes").error(
                    say("table.no_row", section="bonuses", row=bonus,
                        near=_near(bonus, table.bonuses))
                )  # fmt: skip
    for name, use in table.talon.items():
        drawn = sum(draw.cards for draw in use.draws.values())
        if max(drawn, sum(use.sets)) > table.deal.talon.cards:
            raise place("talon", name).error(
                say("table.overdrawn", row=name, drawn=max(drawn, sum(use.sets)),
                    talon=table.deal.talon.cards)
            )  # fmt: skip
        for key, choice in use.choose.items():
            if choice.take > len(use.sets) or choice.looks > len(use.sets):
                raise place("talon", name, "choose", key).error(
                    say("table.no_set", row=key, sets=len(use.sets))
                )
        for key, rest in use.rest.items():
            if not _REST.fullmatch(rest.cards):
                raise place("talon", name, "rest", key).error(
                    say("table.not_talon_cards", row=key, value=rest.cards)
                )
    for name, contract in table.contracts.items():
        use = table.talon[contract.talon]
        if (use.draws or use.choose) and contract.discard is None:
            raise place("contracts", name).error(
                say("table.draws_without_discard", row=name, talon=contract.talon)
            )
    _check_saying(table, place)
    for name, limits in table.discard.items():
        for of in (*limits.never, *limits.only_if_short, *limits.shown, *limits.told):
            if of != "called" and not pack.knows_set(of):
                raise place("discard", name).error(say("table.unknown_set", value=of))
    for name, call in table.auction.calls.items():
        if call.rank is not None and name not in table.contracts:
            raise place("auction", "calls", name).error(
                say("table.no_row", section="contracts", row=name,
                    near=_near(name, table.contracts))
            )  # fmt: skip
    for name in table.doubling.on:
        if name != "game" and name not in table.bonuses:
            raise place("doubling", "on").error(
                say("table.no_row", section="bonuses", row=name, near=_near(name, table.bonuses))
            )
    for name, declaration in table.declarations.rows.items():
        for test in declaration.when.tests():
            for of, _ in test.ranges:
                if test.name in ZONES and not pack.knows_set(of):
                    raise place("declarations", "rows", name).error(
                        say("table.unknown_set", value=of)
                    )
    _check_play(table, place)
    _check_settling(table, place)
    if table.total < 1:
        raise place("count").error(say("table.total", total=table.total))


#: Without these no hand begins, is played or is paid.
_NEEDED_PHASES = ("deal", "play", "score")


def _check_basics(table: Table, place: Callable[..., Node]) -> None:
    """What a hand cannot do without: phases, a way of dealing, numbers one can divide by."""
    phases = table.phases
    order = [phases.index(name) for name in _NEEDED_PHASES if name in phases]
    if len(order) < len(_NEEDED_PHASES) or order != sorted(order) or len(set(phases)) < len(phases):
        raise place("phases").error(say("table.phases", needed=list(_NEEDED_PHASES)))
    if not any(way.after is None for way in table.deal.ways.values()):
        raise place("deal", "ways").error(say("table.no_way"))
    for path, number in (("unit.step", table.unit.step), ("count.packet", table.count.packet)):
        if number <= 0:
            raise place(*path.split(".")).error(say("table.above_nought", path=path))
    for who, share in table.settle.shares.items():
        if share <= 0:
            raise place("settle", "shares", who).error(
                say("table.above_nought", path=f"settle.shares.{who}")
            )
    for name, calling in table.calling.items():
        if not calling.names:
            raise place("calling", name).error(say("table.nobody_called", row=name))


def _check_settling(table: Table, place: Callable[..., Node]) -> None:
    """Rows of settlement name only rows that there are, and every pile can be counted."""
    left = {str(n) for n in range(1, table.count.packet)}
    if set(table.count.left) != left:
        raise place("count", "left").error(
            say("table.left_over", packet=table.count.packet, expected=sorted(left))
        )
    outcomes = {f"{b}.{key}" for b, row in table.bonuses.items() for key in row.outcomes}
    rows = {*table.payments, *table.bonuses, *outcomes, *table.declarations.rows,
            *table.penalties, "game", "payments", "everything"}  # fmt: skip
    named: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for name, payment in table.payments.items():
        named += [(("payments", name, "over"), payment.over)]
        named += [(("payments", name, "replaces"), payment.replaces)]
        if payment.pay is None and payment.times is None:
            raise place("payments", name).error(say("table.missing_key", key="pay", path=name))
    for name, bonus in table.bonuses.items():
        for key, outcome in bonus.outcomes.items():
            path = ("bonuses", name, "outcomes", key)
            named += [((*path, "replaces"), outcome.replaces)]
            if outcome.pay is None and outcome.points_moved is None:
                raise place(*path).error(say("table.missing_key", key="pay", path=key))
    named += [(("penalties", n, "replaces"), row.replaces) for n, row in table.penalties.items()]
    for place_of, words in named:
        for word in words:
            if word not in rows:
                raise place(*place_of).error(
                    say("table.no_row", section="payments", row=word, near=_near(word, rows))
                )
    roles = {"losers", "winners", "nobody", "each", "each_declarer", "each_opponent", "declarer",
             "declarers", "opponents", *table.pots,
             *(f"{bonus}.{side}" for bonus in table.bonuses for side in ("winners", "losers"))}  # fmt: skip
    parties = [(("payments", n, "payer"), row.payer) for n, row in table.payments.items()]
    parties += [(("payments", n, "receiver"), row.receiver) for n, row in table.payments.items()]
    for at, who in parties:
        if who is not None and who not in roles:
            raise place(*at).error(
                say("table.no_row", section="pots", row=who, near=_near(who, roles))
            )
    receivers = {"each_other", "each_other_at_table", *table.pots}
    for name, penalty in table.penalties.items():
        if penalty.to not in receivers:
            raise place("penalties", name, "to").error(
                say("table.not_one_of", path=f"penalties.{name}.to", value=penalty.to,
                    expected=sorted(receivers))
            )  # fmt: skip
    for name, result in table.result.items():
        for contract in result.contracts:
            if contract not in table.contracts:
                raise place("result", name, "contracts").error(
                    say("table.no_row", section="contracts", row=contract,
                        near=_near(contract, table.contracts))
                )  # fmt: skip
    undecided = [name for name, row in table.contracts.items() if not _decided(table, name, row)]
    if undecided:
        raise place("result").error(say("table.undecided", contract=undecided[0]))


def _decided(table: Table, name: str, contract: Contract) -> bool:
    """Whether the first row of result that is for this contract says who wins it: one of two sides, or
    by their points players who each play for themselves."""
    rows = (r for r in table.result.values() if not r.contracts or name in r.contracts)
    row = next(rows, None)
    if row is None:
        return False
    return bool(row.winners or row.losers) if contract.sides == "each" else row.wins is not None


def _check_saying(table: Table, place: Callable[..., Node]) -> None:
    """Whatever may be said is a kind of saying or a row that there is."""
    rows = {*table.declarations.rows, *table.bonuses}
    saying: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    saying += [(("contracts", name, "says"), row.says) for name, row in table.contracts.items()]
    saying += [
        (("announce", "stages", name, "says"), stage.says)
        for name, stage in table.announce.stages.items()
    ]
    if table.declarations.may_hide:
        saying.append((("declarations", "may_hide"), table.declarations.may_hide.rows))
    saying += [(("doubling", "shut_by"), shut) for shut in table.doubling.shut_by.values()]
    saying += [
        (("declarations", "per_group", name, "then_rows"), group.then_rows)
        for name, group in table.declarations.per_group.items()
    ]
    for path, says in saying:
        for word in says:
            if word not in rows and word not in SAYING:
                raise place(*path).error(
                    say("table.no_row", section="declarations and bonuses", row=word,
                        near=_near(word, rows | SAYING))
                )  # fmt: skip
    groups = table.declarations.per_group
    for name, declaration in table.declarations.rows.items():
        if declaration.group is not None and declaration.group not in groups:
            raise place("declarations", "rows", name).error(
                say("table.no_row", section="declarations.per_group", row=declaration.group,
                    near=_near(declaration.group, groups))
            )  # fmt: skip


def _check_front(table: Table, place: Callable[..., Node]) -> None:
    """Auction, offers, calling, session: rows that name each other, cells that need each other."""
    pack = table.cards

    def row(section: str, name: str | None, known: Iterable[str], *path: str) -> None:
        if name is not None and name not in known:
            near = _near(name, known)
            raise place(*path).error(say("table.no_row", section=section, row=name, near=near))

    def card(name: str, *path: str) -> None:
        if not pack.knows_set(name):
            raise place(*path).error(say("table.unknown_set", value=name))

    bids = bool(table.auction.calls) and "auction" in table.phases
    if not bids and len(table.contracts) != 1:
        raise place("auction").error(say("table.no_auction", many=len(table.contracts)))
    if table.auction.first_hand is not None:
        for name in table.auction.first_hand.lowest_held:
            card(name, "auction", "first_hand", "lowest_held")
    for name, call in table.auction.calls.items():
        row("declarations.rows", call.pays, table.declarations.rows, "auction", "calls", name)
        if call.rank is not None and call.then is not None:
            raise place("auction", "calls", name).error(say("table.bid_hands_on", row=name))
    for name, offer in table.offers.items():
        row("contracts", offer.contract, table.contracts, "offers", name, "contract")
        if (offer.then == "play") != (offer.contract is not None):
            raise place("offers", name).error(say("table.offer_contract", row=name))
        early = offer.at in ("before_auction", "before_own_call")
        if early != (offer.who == "any"):
            raise place("offers", name, "who").error(
                say("table.offer_who", row=name, at=offer.at, who=offer.who)
            )
    for name, calling in table.calling.items():
        for key, cell in calling.names.items():
            where = ("calling", name, "names", key)
            if sum(map(bool, (cell.card, cell.cards, cell.first_missing))) != 1:
                raise place(*where).error(say("table.name_cells", row=key))
            for named in (*cell.cards, *cell.first_missing, *((cell.card,) if cell.card else ())):
                if named != "none":
                    card(named, *where)
        if calling.at == "none" and [bool(cell.card) for cell in calling.names.values()] != [True]:
            raise place("calling", name, "at").error(say("table.name_unsaid", row=name))
        if calling.unspoken is not None:
            card(calling.unspoken, "calling", name, "unspoken")
    for contract in table.session.next_dealer_by:
        row("contracts", contract, table.contracts, "session", "next_dealer_by")
    for ending in table.session.counts:
        known = (*table.offers, *table.penalties, "all_pass")
        row("offers", ending, known, "session", "counts")


#: What the conditions of bars and of `wins` may ask: nothing else is known while cards are played.
_BAR_ASKS = frozenset({"hand", "trick", "trick_no", "lead_card"})
_WINS_ASKS = frozenset({"trick", "trick_in_order", "lead_card", "trick_no", "lost_tricks"})


def _check_play(table: Table, place: Callable[..., Node]) -> None:
    """Cards that bars, exceptions and the excuse name must be there, facts known at that moment."""
    pack = table.cards

    def known(value: str | None, *path: str, called: tuple[str, ...] = ()) -> None:
        if value is not None and value not in called and not pack.knows_set(value):
            raise place(*path).error(say("table.unknown_set", value=value))

    def asks(conditions: Iterable[Condition | None], may: frozenset[str], *path: str) -> None:
        for test in (t for c in conditions if c is not None for t in c.tests()):
            if test.name not in may:
                raise place(*path).error(
                    say("table.unknown_fact", key=test.name, path=".".join(path),
                        near=", ".join(sorted(may)))
                )  # fmt: skip
            for of in (*(of for of, _ in test.ranges if test.name in ZONES),):
                known(of, *path, called=("called", "suit_of_called"))

    for name, row in table.play.items():
        for key, bar in row.bars.items():
            path = ("play", name, "bars", key)
            if (bar.card is None) == (bar.cards is None):
                raise place(*path).error(say("table.card_or_cards", row=key))
            known(bar.card, *path)
            known(bar.cards, *path, called=("called", "suit_of_called"))
            known(bar.spares_lead, *path, called=("called",))
            asks((bar.when, bar.unless), _BAR_ASKS, *path)
        for key, wins in row.wins.items():
            known(wins.card, "play", name, "wins", key)
            asks((wins.when,), _WINS_ASKS, "play", name, "wins", key)
        if (row.excuse is None) != (not pack.excuse):
            raise place("play", name).error(say("table.excuse", row=name))
        for of in row.excuse.swap if row.excuse else ():
            known(of, "play", name, "excuse", "swap")


def check_options(
    tree: Node,
    seen: Seen | None = None,
    chosen: Callable[[Choices], Node] | None = None,
    inherited: Collection[str] = (),
    untried: Collection[str] = (),
) -> dict[str, list[str]]:
    """Every value of every option gives a table that holds. chosen: the table with other choices, if
    not simply by `choose`; inherited: options whose values need not hold, for the house that inherits
    them has changed what they change; these values are returned. untried: options whose values are
    known to hold. Raises TableError."""
    options = _mapping(tree).get("options")
    seen = {} if seen is None else seen
    menu = _mapping(options) if options else {}
    found = sum(len(_mapping(_mapping(o).get("values", Node({})))) for o in menu.values())
    if options is not None and found > _MOST_VALUES:
        raise options.error(say("table.many_values", found=found, most=_MOST_VALUES))
    failing: dict[str, list[str]] = {}
    for key, option in menu.items():
        row = _row(option, Option, key)
        if row.default not in row.values:
            raise option.error(
                say("table.no_option_value", key=key, value=row.default, expected=list(row.values))
            )
        gone = [other for other in row.needs if other not in menu]
        if gone and key in inherited:
            failing[key] = list(row.values)
            continue
        if gone:
            raise option.error(say("table.no_option", key=gone[0], near=_near(gone[0], menu)))
        if key in untried:
            continue
        needs = {other: (needed, option) for other, needed in row.needs.items()}
        another = [str(Decimal(7))] if row.number_in else []
        for value in (*row.values, *another):
            choices = {**needs, key: (value, option)}
            try:
                build(chosen(choices) if chosen else choose(tree, choices), seen)
            except TableError:
                if key not in inherited:
                    raise
                failing.setdefault(key, []).append(value)
    return failing


__all__ = ["TableError", "build", "check_options", "choose", "columns", "flatten"]
