"""Whatever may be said, shown or doubled is a kind of saying or a row that there is."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table

#: Kinds of things that may be said before or during the play.
SAYING = frozenset({"declarations", "bonuses", "doubles"})


def check_sayings(table: Table, place: Places) -> None:
    """Whatever may be said is a kind of saying or a row that there is."""
    rows = {*table.declarations.rows, *table.bonuses}
    for path, says in _sayings(table):
        for word in says:
            if word not in rows and word not in SAYING:
                raise place.no_row(path, "declarations and bonuses", word, rows | SAYING)


def _sayings(table: Table) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Cells that say what may be said, with what they say."""
    for name, contract in table.contracts.items():
        yield ("contracts", name, "says"), contract.says
    for name, stage in table.announce.stages.items():
        yield ("announce", "stages", name, "says"), stage.says
    if table.declarations.may_hide:
        yield ("declarations", "may_hide"), table.declarations.may_hide.rows
    for shut in table.doubling.shut_by.values():
        yield ("doubling", "shut_by"), shut
    for name, group in table.declarations.per_group.items():
        yield ("declarations", "per_group", name, "then_rows"), group.then_rows


def check_groups(table: Table, place: Places) -> None:
    """Declarations belong to groups that there are."""
    groups = table.declarations.per_group
    for name, row in table.declarations.rows.items():
        if row.group is not None and row.group not in groups:
            path = ("declarations", "rows", name)
            raise place.no_row(path, "declarations.per_group", row.group, groups)


def check_doubled(table: Table, place: Places) -> None:
    """Check that what is doubled is the game or a bonus."""
    for name in table.doubling.on:
        if name != "game" and name not in table.bonuses:
            raise place.no_row(("doubling", "on"), "bonuses", name, table.bonuses)


def check_cards_of_bonuses(table: Table, place: Places) -> None:
    """Bonuses, and penalties for cards, are about cards of the pack."""
    for section in ("bonuses", "penalties"):
        for name, row in getattr(table, section).items():
            if row.card not in (None, "called") and not table.cards.knows_set(row.card):
                raise place.unknown_set((section, name, "card"), row.card, table.cards)
