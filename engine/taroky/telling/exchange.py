"""Tell what becomes of the talon, and what may be discarded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taroky.rules.table import DiscardRow, RestRow, Table, TalonUseRow
from taroky.telling.base import Line, by_game, of_games, of_word, points_of, question
from taroky.telling.values import condition, games, listed, sets, word


def _keys(table: Table, column: str) -> list[str]:
    """Paths of all rows in a column of the talon: "draws.second"."""
    rows = {f"{column}.{key}" for use in table.talon.values() for key in getattr(use, column)}
    return sorted(rows)


@question(
    "talon_cards", "talon", "talon.*.draws", "talon.*.sets", "talon.*.pick", "contracts.*.talon"
)
def _talon_cards(table: Table) -> Iterator[Line]:
    def tell(use: TalonUseRow, path: str) -> str:
        if use.draws:
            shares: dict[int, list[str]] = {}
            for draw in use.draws.values():
                shares.setdefault(draw.cards, []).append(_seat(table, draw.after_declarer))
            return ", ".join(
                word(
                    "talon_cards.each" if len(who) > 1 else "talon_cards.draws",
                    who=listed(who),
                    n=n,
                )
                for n, who in shares.items()
            )
        if use.choose:
            sizes = "+".join(map(str, use.sets))
            return word("talon_cards.picks" if use.pick else "talon_cards.looks", sets=sizes)
        return word("talon_cards.left")

    yield from by_game(table, "talon", tell, "", "sets", "pick", *_keys(table, "draws"))


def _seat(table: Table, after: int) -> str:
    if after == 0:
        return word("seat.declarer")
    last = after == table.seats.active - 1 and after > 2
    return word("seat.last" if last else f"seat.{after}")


@question("talon_pass", "talon", "talon.*.passes", "talon.*.draws.*.may_pass_to")
def _talon_pass(table: Table) -> Iterator[Line]:
    def tell(use: TalonUseRow, path: str) -> str:
        passing: dict[int, list[str]] = {}
        for draw in use.draws.values():
            if draw.may_pass_to is not None:
                passing.setdefault(draw.may_pass_to, []).append(_seat(table, draw.after_declarer))
        if len(use.draws) < 2:
            return ""
        if not passing or use.passes is None or not use.passes.most:
            return word("talon_pass.none")
        value = listed(
            word("talon_pass.to", who=listed(who), to=_seat(table, to))
            for to, who in passing.items()
        )
        value += word(f"talon_pass.{use.passes.moves}", most=use.passes.most)
        return value + (word("talon_pass.refusable") if use.passes.refusable else "")

    yield from by_game(table, "talon", tell, "passes.most", "passes.moves", "passes")


@question("talon_choice", "talon", "talon.*.choose")
def _talon_choice(table: Table) -> Iterator[Line]:
    def tell(use: TalonUseRow, path: str) -> str:
        choices = []
        for row in use.choose.values():
            back = row.take < row.looks
            looks = (
                str(row.looks)
                if row.earliest is None
                else word("talon_choice.from", low=row.earliest, top=row.looks)
            )
            choices.append(
                word(
                    "talon_choice.back" if back else "talon_choice.take",
                    take=row.take,
                    looks=looks,
                    level=row.level,
                )
            )
        return "; ".join(choices)

    yield from by_game(table, "talon", tell, "choose", *_keys(table, "choose"))


@question("talon_shown", "talon", "talon.*.show")
def _talon_shown(table: Table) -> Iterator[Line]:
    yield from by_game(
        table,
        "talon",
        lambda use, path: of_word("talon_shown", use.show) if use.choose else "",
        "show",
    )


@question("talon_seen", "talon", "talon.*.seen_by")
def _talon_seen(table: Table) -> Iterator[Line]:
    yield from by_game(
        table,
        "talon",
        lambda use, path: of_word("talon_seen", use.seen_by) if use.draws else "",
        "seen_by",
    )


@question("talon_rest", "talon", "talon.*.rest")
def _talon_rest(table: Table) -> Iterator[Line]:
    def tell(use: TalonUseRow, path: str) -> str:
        rows_by_way: dict[tuple[str, str], list[RestRow]] = {}
        for row in use.rest.values():
            rows_by_way.setdefault((condition(table, row.when), row.to), []).append(row)
        values = []
        for (when, to), rows in rows_by_way.items():
            # Where all goes the same way, "the rest" beside other cards is everything.
            whole = len(rows_by_way) == 1 and any(row.cards == "others" for row in rows)
            cards = word("rest.all") if whole else listed(map(_cards, rows))
            value = word(f"rest.to.{to}", cards=cards)
            values.append(word("rest.when", what=value, when=when) if when else value)
        return "; ".join(values)

    yield from by_game(table, "talon", tell, *_keys(table, "rest"))


def _cards(row: RestRow) -> str:
    kind, _, number = row.cards.partition("_")
    if number:
        return word(f"rest.{kind}", n=number)
    if row.cards in ("all", "others", "unseen"):
        return word(f"rest.{row.cards}")
    return word("rest.places", places=row.cards.replace("-", "–"))


# -- discards -----------------------------------------------------------------------------------


@question("never", "discards", "discard.*.never", "contracts.*.discard")
def _never(table: Table) -> Iterator[Line]:
    yield from by_game(table, "discard", lambda row, path: _sets(table, row.never), "never")


def _sets(table: Table, names: Sequence[str]) -> str:
    known = [name for name in names if name != "called"]
    parts = [sets(table, known)] if known else []
    return listed([*parts, *([word("called_card")] if "called" in names else [])]) or word(
        "nothing"
    )


@question("short", "discards", "discard.*.only_if_short", "discard.*.short_test")
def _short(table: Table) -> Iterator[Line]:
    def tell(row: DiscardRow, path: str) -> str:
        if not row.only_if_short:
            return word("short.freely")
        return word(f"short.{row.short_test}", what=sets(table, row.only_if_short))

    yield from by_game(table, "discard", tell, "only_if_short", "short_test")


@question("shown", "discards", "discard.*.shown", "discard.*.told")
def _shown(table: Table) -> Iterator[Line]:
    def tell(row: DiscardRow, path: str) -> str:
        parts = [word("shown.shown", what=sets(table, row.shown))] if row.shown else []
        parts += [word("shown.told", what=sets(table, row.told))] if row.told else []
        return listed(parts) or word("shown.nothing")

    yield from by_game(table, "discard", tell, "shown", "told")


def _of_discard(name: str, *cells: str) -> None:
    def tell(table: Table) -> Iterator[Line]:
        yield from by_game(
            table, "discard", lambda row, path: of_word(name, getattr(row, name)), name
        )

    question(name, "discards", f"discard.*.{name}")(tell)


_of_discard("drawn_cards")


@question("counts_for", "discards", "discard.*.counts_for", "discard.*.others_for")
def _counts_for(table: Table) -> Iterator[Line]:
    def tell(row: DiscardRow, path: str) -> str:
        value = of_word("counts_for", row.counts_for)
        if row.others_for is None or row.others_for == row.counts_for:
            return value
        return value + word("counts_for.others", what=of_word("counts_for", row.others_for))

    yield from by_game(table, "discard", tell, "counts_for", "others_for")


_of_discard("order")


@question("no_discard", "discards", "contracts.*.discard")
def _no_discard(table: Table) -> Iterator[Line]:
    by_value: dict[str, tuple[list[str], list[str]]] = {}
    for name in games(table):
        value = word("no_discard.no" if table.contracts[name].discard is None else "no_discard.yes")
        players, points = by_value.setdefault(value, ([], []))
        players.append(name)
        points += points_of(table, f"contracts.{name}.discard")
    yield from of_games(table, by_value)
