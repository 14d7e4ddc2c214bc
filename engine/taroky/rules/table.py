"""A whole rule table, and what follows from it alone. Its rows are in `taroky.rules.columns`.

The classes are the schema: the reader builds them from YAML and refuses whatever does not fit; the JSON
Schema for editors and the page of columns are made from the same hints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from typing import Any

from taroky.cards import Pack
from taroky.immutable import FrozenDict
from taroky.rules.columns.announcing import (
    AnnounceRow,
    BonusRow,
    DeclarationRow,
    DeclarationsRow,
    DoublingRow,
    GroupRow,
    OutcomeRow,
    SilenceRow,
    StageRow,
)
from taroky.rules.columns.bidding import (
    AuctionRow,
    BarredRow,
    CallingRow,
    CallRow,
    ContractRow,
    FirstHandRow,
    NameRow,
    OfferRow,
)
from taroky.rules.columns.cards_and_deal import (
    DealRow,
    DrawingRow,
    FifthRow,
    PackRow,
    SeatsRow,
    TalonRow,
    UnitRow,
    WayRow,
)
from taroky.rules.columns.exchange import (
    ChooseRow,
    DiscardRow,
    DrawRow,
    PassesRow,
    RestRow,
    TalonUseRow,
)
from taroky.rules.columns.paying import (
    LiabilityRow,
    PaymentRow,
    PenaltyRow,
    PotRow,
    ResultRow,
    SettleRow,
)
from taroky.rules.columns.playing import (
    BarRow,
    CountRow,
    ExcuseRow,
    PlayRow,
    WinsRow,
)
from taroky.rules.columns.row import (
    SEATS,
    Caller,
    Duty,
    Leader,
    PhaseName,
    PointsByCell,
    Role,
    Row,
    RulePoints,
    Seat,
    Topic,
)
from taroky.rules.columns.session_and_options import (
    EndsRow,
    OptionRow,
    SessionRow,
)

__all__ = [
    "AnnounceRow",
    "AuctionRow",
    "BarRow",
    "BarredRow",
    "BonusRow",
    "CallRow",
    "Caller",
    "CallingRow",
    "ChooseRow",
    "ContractRow",
    "CountRow",
    "DealRow",
    "DeclarationRow",
    "DeclarationsRow",
    "DiscardRow",
    "DoublingRow",
    "DrawRow",
    "DrawingRow",
    "Duty",
    "EndsRow",
    "ExcuseRow",
    "FifthRow",
    "FirstHandRow",
    "GroupRow",
    "Leader",
    "LiabilityRow",
    "NameRow",
    "OfferRow",
    "OptionRow",
    "OutcomeRow",
    "PackRow",
    "PassesRow",
    "PaymentRow",
    "PenaltyRow",
    "PhaseName",
    "PlayRow",
    "PointsByCell",
    "RulePoints",
    "PotRow",
    "RestRow",
    "ResultRow",
    "Role",
    "Row",
    "SEATS",
    "Seat",
    "SeatsRow",
    "SessionRow",
    "SettleRow",
    "SilenceRow",
    "StageRow",
    "Table",
    "TalonRow",
    "TalonUseRow",
    "Topic",
    "UnitRow",
    "WayRow",
    "WinsRow",
    "rows_of",
]


@dataclass(frozen=True, kw_only=True)
class Table(Row):
    """A whole rule set, flattened."""

    table: str
    """id of the rule set"""
    title: str
    """its name, as people see it"""
    prefix: str
    """prefix of the ids of its rule points"""
    unit: UnitRow
    """unit of payment"""
    names: Mapping[str, str] = field(default_factory=FrozenDict)
    """local names of cards, ranks, sets and rows, if different from the catalogue’s"""
    phases: tuple[PhaseName, ...]
    """the phases, in the order in which the engine asks each whether a turn is due"""
    seats: SeatsRow
    """who sits at the table"""
    pack: PackRow
    """the cards"""
    deal: DealRow
    """from the shuffled pack to the hands"""
    auction: AuctionRow = field(default_factory=AuctionRow)
    """who bids, in what order, and with which words"""
    contracts: Mapping[str, ContractRow]
    """the games that can be played"""
    offers: Mapping[str, OfferRow] = field(default_factory=FrozenDict)
    """choices offered to a player at a fixed moment"""
    calling: Mapping[str, CallingRow] = field(default_factory=FrozenDict)
    """ways of calling a partner, which contracts refer to"""
    talon: Mapping[str, TalonUseRow]
    """what contracts do with the talon"""
    discard: Mapping[str, DiscardRow] = field(default_factory=FrozenDict)
    """ways of discarding, which contracts refer to"""
    announce: AnnounceRow = field(default_factory=AnnounceRow)
    """the rounds before the first lead"""
    declarations: DeclarationsRow = field(default_factory=DeclarationsRow)
    """holdings that earn a payment"""
    bonuses: Mapping[str, BonusRow] = field(default_factory=FrozenDict)
    """what a side may achieve in play"""
    doubling: DoublingRow = field(default_factory=DoublingRow)
    """words that double payments"""
    play: Mapping[str, PlayRow]
    """ways of playing, which contracts refer to"""
    count: CountRow
    """from piles to card points"""
    result: Mapping[str, ResultRow]
    """who has won"""
    payments: Mapping[str, PaymentRow]
    """what is paid at the end"""
    settle: SettleRow = field(default_factory=SettleRow)
    """how an amount passes between the sides"""
    penalties: Mapping[str, PenaltyRow] = field(default_factory=FrozenDict)
    """what irregularities cost"""
    pots: Mapping[str, PotRow] = field(default_factory=FrozenDict)
    """money kept on the table from hand to hand"""
    session: SessionRow
    """from hand to hand"""
    options: Mapping[str, OptionRow] = field(default_factory=FrozenDict)
    """the menu of house options"""
    chosen: Mapping[str, str] = field(default_factory=FrozenDict)
    """options chosen so far; set when the table is loaded"""
    pages: Mapping[str, str] = field(default_factory=FrozenDict)
    """the page with the rule points of each prefix; set when the table is loaded"""
    packed: str = ""
    """the packed name of a house table; set when the table is loaded"""

    def __hash__(self) -> int:
        return hash((self.table, self.packed, self.chosen))

    def __repr__(self) -> str:
        options = "".join(f", {key}={value}" for key, value in self.chosen.items())
        return f"<Table {self.table}{options}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        # One that was loaded by its name travels by it: another process then has it once, for all its hands.
        return self.__dict__.get("by_name") or super().__reduce_ex__(protocol)

    def __getstate__(self) -> dict[str, Any]:
        return {column.name: getattr(self, column.name) for column in fields(self)}

    @property
    def name(self) -> str:
        """Return what `taroky.rules.load` knows it by: the id, or a house table's packed name."""
        return self.packed or self.table

    @cached_property
    def cards(self) -> Pack:
        """The pack of this rule set."""
        row = self.pack
        excuse = () if row.excuse == "none" else (row.excuse,)
        return Pack(row.trumps, row.black, row.red, row.sets, row.values, excuse)

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """Return what other rooms have worked out from this table alone and need again and again."""
        return {}

    @cached_property
    def _points_of(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def total(self) -> Fraction:
        """Card points of the whole pack, counted by this rule set."""
        packets, left = divmod(len(self.cards.cards), self.count.packet)
        faces = sum(map(self.cards.value, self.cards.cards))
        deduct = Fraction(self.count.deduct) * packets
        return faces - deduct - (Fraction(self.count.left[str(left)]) if left else 0)

    @cached_property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play, in order of play: A first, the dealer (with four) last."""
        return SEATS[: self.seats.active]

    @cached_property
    def orders(self) -> Mapping[Seat, tuple[Seat, ...]]:
        """The seats that play in order of play, from each of them on."""
        seats = self.active
        return FrozenDict((seat, seats[i:] + seats[:i]) for i, seat in enumerate(seats))

    def penalty(self, event: str) -> str:
        """The row of `penalties` for this kind of event, "" if the table has none."""
        rows = self.penalties.items()
        return next((name for name, row in rows if (row.event or name) == event), "")

    def pot_named(self, name: str) -> str:
        """The row of `pots` that has this name, or had it once; the name as it is if none does."""
        return next((row for row, pot in self.pots.items() if name in pot.old_names), name)

    def may_look(self, contract: str) -> bool:
        """Whether the player of this contract looks at the talon before taking of it."""
        return bool(self.talon[self.contracts[contract].talon].choose)

    def priced(self, event: str) -> bool:
        """Whether the table has a penalty for this kind of event, so that it can be recorded."""
        return bool(self.penalty(event))

    def points_of(self, path: str) -> tuple[str, ...]:
        """Rule points of a cell ("contracts.solo.rate"), else of the nearest row around it that
        names some for itself. A cell inside a value is named in its row: "duties.follow"."""
        points = self._points_of.get(path)
        if points is None:
            points = self._points_of[path] = self._look_up(path)
        return points

    def _look_up(self, path: str) -> tuple[str, ...]:
        keys = path.split(".")
        for end in range(len(keys) - 1, -1, -1):
            row = self._find(keys[:end])
            if row is None:
                continue
            cell = ".".join(keys[end:])
            while cell:
                points = row.points.get(cell)
                if points:
                    return points
                cell = cell.rpartition(".")[0]
            if end and row.points.get("self"):
                return row.points["self"]
        return ()

    def _find(self, keys: list[str]) -> Row | None:
        here: Any = self
        for key in keys:
            here = here.get(key) if isinstance(here, Mapping) else getattr(here, key, None)
            if here is None:
                return None
        return here if isinstance(here, Row) else None

    def page_of(self, point: str) -> str:
        """The rule set on whose page a rule point stands: its own, or one it extends."""
        return self.pages.get(point.partition("-")[0], self.table)

    def all_points(self) -> frozenset[str]:
        """Every rule point that some cell names."""
        return self._points

    @cached_property
    def _points(self) -> frozenset[str]:
        return frozenset(
            point for row in rows_of(self) for ids in row.points.values() for point in ids
        )


def rows_of(row: Row) -> Iterator[Row]:
    """The row and every row inside it."""
    yield row
    for column in fields(row):
        value = getattr(row, column.name)
        inside = value.values() if isinstance(value, Mapping) else (value,)
        for item in inside:
            if isinstance(item, Row):
                yield from rows_of(item)
