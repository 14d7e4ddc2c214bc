"""Declarations, bonuses and doubles: what is said, when, and what it brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from taroky.messages import term
from taroky.rules.conditions import Condition, Range, Test
from taroky.rules.table import BonusRow, OutcomeRow, StageRow, Table
from taroky.telling.base import (
    QUESTIONS,
    Line,
    Question,
    exact_points,
    literal,
    of_word,
    one,
    points_of,
    question,
)
from taroky.telling.values import (
    condition,
    counted,
    holding,
    is_below,
    item,
    listed,
    paid,
    saying,
    sayings,
    word,
)


@question("stages", "declarations", "announce.stages", by_row=False)
def _stages(table: Table) -> Iterator[Line]:
    stages = table.announce.stages
    if not stages:
        yield one(table, word("stages.none"), "announce.stages")
    for number, (name, row) in enumerate(stages.items(), start=1):
        path = f"announce.stages.{name}"
        yield one(
            table,
            _stage(row),
            path,
            f"{path}.says",
            f"{path}.turns",
            f"{path}.starts",
            key=str(number),
            row=name,
            label=word("stages.number", n=number) if len(stages) > 1 else "",
        )


def _stage(row: StageRow) -> str:
    value = word("stages.what", what=sayings(row.says), turns=word(f"stages.turns.{row.turns}"))
    if row.turns != "any_time" or row.starts != "anyone":
        value += word(f"stages.starts.{row.starts}")
    if row.who != "any":
        value += word("stages.who", role=term("role", row.who))
    if row.asked == "able":
        value += word("stages.asked.able")
    if row.opens != "after_discard":
        value += word(f"stages.opens.{row.opens}")
    if row.closes != "lead":
        value += word(f"stages.closes.{row.closes}")
    return value


def _declares(table: Table) -> bool:
    return bool(table.declarations.rows)


literal("judged", "declarations", "declarations.judged", _declares)


@question("voluntary", "declarations", "declarations.voluntary", "declarations.may_hide")
def _voluntary(table: Table) -> Iterator[Line]:
    if not _declares(table):
        return
    row = table.declarations
    value = of_word("voluntary", row.voluntary)
    if row.may_hide is not None and not row.voluntary:
        value += word(
            "voluntary.but", who=term("role", row.may_hide.who), what=sayings(row.may_hide.rows)
        )
    yield one(table, value, "declarations.voluntary", "declarations.may_hide")


literal("to", "declarations", "declarations.to", _declares)
literal("paid", "declarations", "declarations.paid", _declares)


@question("declarations_doubled", "declarations", "declarations.doubled")
def _doubled(table: Table) -> Iterator[Line]:
    if _declares(table) and table.doubling.steps:
        value = of_word("declarations_doubled", table.declarations.doubled)
        yield one(table, value, "declarations.doubled")


@question("declaration", "declarations", "declarations.rows", by_row=True, named=True)
def _declarations(table: Table) -> Iterator[Line]:
    for name, row in table.declarations.rows.items():
        path = f"declarations.rows.{name}"
        held = holding(table, row.when)
        value = word("declaration.pays", holding=held, amount=paid(table, row.pay))
        if row.shows is not None:
            value += word("declaration.shows", n=row.shows)
        yield one(
            table,
            value,
            path,
            f"{path}.when",
            f"{path}.pay",
            key=_same(row.when),
            row=name,
            label=saying(name),
        )


def _same(when: Condition) -> str:
    """A key that is the same for the same holding, whatever the table calls it."""
    ways = [
        " ".join(sorted(f"{of}:{span}" for test in tests for of, span in test.ranges))
        for tests, _ in when.either
    ]
    return " / ".join(ways)


@question(
    "per_group", "declarations", "declarations.per_group", "declarations.rows.*.group", by_row=True
)
def _groups(table: Table) -> Iterator[Line]:
    for name, row in table.declarations.per_group.items():
        members = [n for n, d in table.declarations.rows.items() if d.group == name]
        value = word("per_group.most", what=sayings(members, "or"), n=row.most)
        if row.unless is not None and row.then_most is not None:
            value += word("per_group.unless", when=condition(table, row.unless), n=row.then_most)
            if row.then_rows:
                value += word("per_group.then_rows", rows=sayings(row.then_rows, "and"))
        value += "" if row.lower else word("per_group.not_lower")
        path = f"declarations.per_group.{name}"
        yield one(
            table,
            value,
            path,
            f"{path}.most",
            f"{path}.unless",
            f"{path}.lower",
            key=name,
            row=name,
        )


@question("shown_excuse", "declarations", "declarations.excuse")
def _excuse(table: Table) -> Iterator[Line]:
    if _declares(table) and table.cards.excuse:
        yield one(table, of_word("shown_excuse", table.declarations.excuse), "declarations.excuse")


# -- bonuses ------------------------------------------------------------------------------------

#: What bonuses are about; a table's rows are told by this, whatever it calls them.
ROLES = ("pagat", "valat", "king", "other")
#: What becomes of one.
ENDS = ("silent_made", "silent_lost", "said_made", "said_lost")


def role_of(bonus: BonusRow) -> str:
    """Return what a bonus is about: the I in the last trick, all tricks, the called king, or else."""
    if bonus.card == "I":
        return "pagat"
    if bonus.card == "called":
        return "king"
    asked = {test.name for row in bonus.outcomes.values() for test in row.when.tests()}
    return "valat" if asked & {"tricks", "lost_tricks"} else "other"


def end_of(bonus: BonusRow, outcome: OutcomeRow) -> str:
    """Return which of the ENDS an outcome is; without an announcement where that is not asked."""
    said = any(_announced(test) for tests, _ in outcome.when.either for test in tests)
    lost = outcome.pay is not None and is_below(outcome.pay)
    return f"{'said' if said else 'silent'}_{'lost' if lost else 'made'}"


def _announced(test: Test) -> bool:
    return test.name == "said" and test.words == ("yes",)


def _of_role(table: Table, role: str) -> Iterator[tuple[str, BonusRow]]:
    for name, row in table.bonuses.items():
        if role_of(row) == role:
            yield name, row


def _tell_end(role: str, end: str) -> Question:
    def tell(table: Table) -> Iterator[Line]:
        number = 0
        for name, bonus in _of_role(table, role):
            for keys, value in _told_ends(table, bonus, end):
                number += 1
                paths = [f"bonuses.{name}.outcomes.{key}" for key in keys]
                cells = [
                    (path, f"{path}.pay", f"{path}.when", f"{path}.points_moved") for path in paths
                ]
                yield one(
                    table,
                    value,
                    *(cell for of_row in cells for cell in of_row),
                    row=f"{name}.{keys[0]}",
                    key=str(number) if role != "other" else "",
                    label=saying(name) if role == "other" else "",
                )

    return Question(
        f"bonus.{role}.{end}", "bonuses", ("bonuses.*.outcomes",), tell, by_row=role == "other"
    )


def _told_ends(table: Table, bonus: BonusRow, end: str) -> list[tuple[list[str], str]]:
    """The outcomes of an end in words, each with its rows: two as one if they are the same whether the
    card is in the last trick or not."""
    rows = {key: row for key, row in bonus.outcomes.items() if end_of(bonus, row) == end}
    tests = [test for row in rows.values() for test in row.when.tests() if _in_last_trick(test)]
    asked = {of for test in tests for of, _ in test.ranges}
    if len(rows) == 2 and len({test.ranges for test in tests}) == 2 and len(asked) == 1:
        sentences = {_outcome(table, bonus, row, end, _in_last_trick) for row in rows.values()}
        if len(sentences) == 1:
            return [(list(rows), sentences.pop())]
    return [([key], _outcome(table, bonus, row, end)) for key, row in rows.items()]


def _in_last_trick(test: Test) -> bool:
    """Whether a test asks only if one card is in the last trick."""
    return test.name == "last_trick" and len(test.ranges) == 1


def _in_title(bonus: BonusRow, end: str, test: Test) -> bool:
    """Whether a test only asks for the card of a bonus in the last trick, and the question says that
    the bonus was made."""
    return (
        end.endswith("made")
        and _in_last_trick(test)
        and test.ranges == ((bonus.card, Range(1, 1)),)
    )


def _outcome(
    table: Table,
    bonus: BonusRow,
    row: OutcomeRow,
    end: str,
    untold: Callable[[Test], bool] = lambda test: False,
) -> str:
    parts = []
    if row.pay is not None:
        parts.append(paid(table, row.pay, below=is_below(row.pay)))
    if row.points_moved is not None:
        parts.append(word("bonus.moved", n=counted(row.points_moved)))
    value = listed(parts)
    when = condition(
        table,
        _untold(bonus, row.when, end),
        lambda test: _is_said(test) or untold(test) or _in_title(bonus, end, test),
    )
    value = word("bonus.when", amount=value, when=when) if when else value
    return value if _tells_said(bonus, row) else word("bonus.always", what=value)


def _tells_said(bonus: BonusRow, row: OutcomeRow) -> bool:
    """Whether an outcome goes by whether the bonus was announced, if it can be at all."""
    asked = [test for test in row.when.tests() if test.name == "said"]
    return bool(asked) or not any(
        _announced(test) for other in bonus.outcomes.values() for test in other.when.tests()
    )


def _is_said(test: Test) -> bool:
    """Whether a test asks only if the bonus was announced, which its question says."""
    return test.name == "said" and test.words in (("yes",), ("no",))


def _untold(bonus: BonusRow, when: Condition, end: str) -> Condition:
    """Return what the question does not say by itself: that the I has won, or lost, the last trick,
    that all tricks were taken, and what is only the contrary of success."""
    made = {
        frozenset(test for test in tests if not _is_said(test))
        for row in bonus.outcomes.values()
        if end_of(bonus, row).endswith("made")
        for tests, _ in row.when.either
    }
    plain = {Test("last_won_with", words=("I",)), Test("tricks", words=("all",))}
    for n in (0, 1) if bonus.card == "called" else ():
        plain.add(Test("last_trick", ranges=(("called", Range(n, n)),)))
    if end == "silent_lost":
        plain.add(Test("last_trick", ranges=(("I", Range(1, 1)),)))
    return Condition(
        tuple(
            (
                tuple(test for test in tests if test not in plain),
                tuple(
                    one
                    for one in never
                    if not any(frozenset(asked) in made for asked, _ in one.either)
                ),
            )
            for tests, never in when.either
        )
    )


def _tell_about(role: str, cell: str) -> Question:
    def tell(table: Table) -> Iterator[Line]:
        for name, bonus in _of_role(table, role):
            value = _ABOUT[cell](table, bonus)
            if value:
                points = exact_points(bonus, *_COLUMNS[cell], cell)
                for row in bonus.outcomes.values():
                    points += exact_points(row, *_IN_OUTCOMES.get(cell, ()))
                yield Line(
                    value,
                    tuple(dict.fromkeys(points)) or points_of(table, f"bonuses.{name}"),
                    cell,
                    name,
                    saying(name) if role == "other" else "",
                )

    cells = [f"bonuses.*.{column}" for column in _COLUMNS[cell]]
    cells += [f"bonuses.*.outcomes.*.{column}" for column in _IN_OUTCOMES.get(cell, ())]
    return Question(f"bonus.{role}.{cell}", "bonuses", tuple(cells), tell, by_row=role == "other")


def _may_say(table: Table, bonus: BonusRow) -> str:
    if not _may_be_announced(bonus):
        return word("bonus.say.never")
    who = word(f"bonus.say.{bonus.say_who}")
    when = condition(table, bonus.say)
    value = word("bonus.say.when", who=who, when=when) if when else who
    if bonus.first_only:
        value += word("bonus.first_only")
    if bonus.leads:
        value += word("bonus.leads")
    return value


def _may_be_announced(bonus: BonusRow) -> bool:
    """Whether anything depends on an announcement of the bonus."""
    return any(
        _announced(test)
        for row in bonus.outcomes.values()
        for tests, _ in row.when.either
        for test in tests
    )


def _binds(table: Table, bonus: BonusRow) -> str:
    if bonus.card != "I" or not _may_be_announced(bonus):
        return ""
    return of_word("bonus.binds", bonus.binds)


def _side(table: Table, bonus: BonusRow) -> str:
    value = of_word("bonus.side", bonus.side)
    for row in bonus.outcomes.values():
        parts = []
        if row.side is not None:
            loses = row.pay is not None and is_below(row.pay)
            parts.append(word(f"bonus.{'owed' if loses else 'for'}.{row.side}"))
        if row.payer is not None:
            parts.append(word(f"bonus.payer.{row.payer}"))
        if row.receiver is not None:
            parts.append(word(f"bonus.receiver.{row.receiver}"))
        if row.between is not None:
            parts.append(word(f"bonus.between.{row.between}"))
        if row.best_of is not None:
            parts.append(word("bonus.best_of"))
        if parts:
            value += word("bonus.end", end=word(f"bonus.{end_of(bonus, row)}"), what=listed(parts))
    return value


def _is_doubled(table: Table, bonus: BonusRow) -> str:
    if not table.doubling.steps:
        return ""
    return _by_end(
        bonus, {key: word(f"bonus.doubled.{row.doubled}") for key, row in bonus.outcomes.items()}
    )


def _replaces(table: Table, bonus: BonusRow) -> str:
    by_outcome = {}
    for key, row in bonus.outcomes.items():
        names = [item(one) for one in row.replaces]
        by_outcome[key] = (
            word("bonus.replaces", what=listed(names)) if names else word("bonus.adds")
        )
    return _by_end(bonus, by_outcome)


def _by_end(bonus: BonusRow, by_outcome: Mapping[str, str]) -> str:
    """A value that all outcomes share, or each of them."""
    if len(set(by_outcome.values())) <= 1:
        return next(iter(by_outcome.values()), "")
    ends_by_value: dict[str, list[str]] = {}
    for key, value in by_outcome.items():
        ends_by_value.setdefault(value, []).append(end_of(bonus, bonus.outcomes[key]))
    every = [end_of(bonus, row) for row in bonus.outcomes.values()]
    return "; ".join(
        word("bonus.ends", ends=_ends(ends, every), what=value)
        for value, ends in ends_by_value.items()
    )


def _ends(ends: Sequence[str], every: Sequence[str]) -> str:
    """Several ends, all that are announced, or are not, in one word."""
    for said in ("said", "silent"):
        if set(ends) == {end for end in every if end.startswith(said)}:
            return word(f"bonus.{said}")
    return listed(word(f"bonus.{end}") for end in ends)


_ABOUT = {
    "say": _may_say,
    "binds": _binds,
    "side": _side,
    "doubled": _is_doubled,
    "replaces": _replaces,
}
_COLUMNS = {
    "say": ("say", "say_who", "first_only", "leads"),
    "binds": ("binds",),
    "side": ("side", "card"),
    "doubled": (),
    "replaces": (),
}
_IN_OUTCOMES = {
    "side": ("side", "payer", "receiver", "between", "best_of"),
    "doubled": ("doubled",),
    "replaces": ("replaces",),
}


def bonus_questions() -> Iterator[Question]:
    """Yield what is asked of each kind of bonus."""
    for role in ROLES:
        for end in ENDS:
            yield _tell_end(role, end)
        for cell in _ABOUT:
            if cell != "binds" or role == "pagat":
                yield _tell_about(role, cell)


QUESTIONS.extend(bonus_questions())

# -- doubles ------------------------------------------------------------------------------------


def _doubles(table: Table) -> bool:
    return bool(table.doubling.steps)


@question("steps", "doubling", "doubling.steps")
def _steps(table: Table) -> Iterator[Line]:
    words = [word("steps.step", word=saying(name), n=n) for name, n in table.doubling.steps.items()]
    yield one(table, ", ".join(words) or word("steps.none"), "doubling.steps", "doubling.self")


@question("doubled", "doubling", "doubling.on")
def _on(table: Table) -> Iterator[Line]:
    if _doubles(table):
        yield one(table, sayings(table.doubling.on), "doubling.on")


literal("first_double", "doubling", "doubling.first", _doubles)
literal("turn", "doubling", "doubling.turn", _doubles)
literal("hidden_partner", "doubling", "doubling.hidden_partner", _doubles)


@question("shut_by", "doubling", "doubling.shut_by")
def _shut_by(table: Table) -> Iterator[Line]:
    if _doubles(table) and table.doubling.shut_by:
        value = "; ".join(
            word("shut_by.once", what=saying(name), bonus=sayings(shut, "or"))
            for name, shut in table.doubling.shut_by.items()
        )
        yield Line(value, points_of(table, "doubling.shut_by"))
