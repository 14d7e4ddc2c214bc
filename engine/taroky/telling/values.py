"""Cards, amounts and conditions of a rule table as a player says them.

Everything here answers with text in the catalogue's words; within `local_names(table.names)` cards
and rows go by the table's own names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal

from taroky import messages
from taroky.cards import COURTS
from taroky.messages import card_name, in_units, known, money, say, term
from taroky.rules.conditions import Amount, Condition, Range, Step, Test
from taroky.rules.facts import ZONES
from taroky.rules.table import Table

#: How many taroky in a row are said as "from … down to …".
RUN = 4


def word(key: str, /, **params: object) -> str:
    """The wording of `cell.<key>`."""
    return say(f"cell.{key}", **params).text()


def listed(items: Iterable[str], joint: str = "and") -> str:
    """Words one after another: "a, b and c"."""
    words = list(dict.fromkeys(items))
    if len(words) < 2:
        return words[0] if words else ""
    return messages.listed(words, joint)


# -- names --------------------------------------------------------------------------------------


def is_card(name: str) -> bool:
    """Whether a cell names a card and not a set of cards."""
    return name[:1].isupper() or name[:1].isdigit()


def rank(name: str) -> str:
    """A rank within a suit: "king", "10", "ace"."""
    return term("rank", name) if name.isalpha() else name


def ranks(names: Sequence[str]) -> str:
    """Ranks from high to low; the court cards only where they are not in front as ever."""
    pips = names[len(COURTS) :] if tuple(names[: len(COURTS)]) == COURTS else names
    return ", ".join(map(rank, pips))


def taroky(names: Sequence[str], order: Sequence[str]) -> str:
    """Taroky, a long run of neighbours by its ends."""
    places = [order.index(name) for name in names]
    if len(places) > RUN and places == list(range(places[0], places[0] + len(places))):
        return word("run", first=names[0], last=names[-1])
    return listed(card_name(name) for name in names)


def set_name(name: str) -> str:
    """A card or a set of cards."""
    if name in ("called", "suit_of_called"):
        return word("called_card" if name == "called" else name)
    if is_card(name):
        return card_name(name)
    return term("set", name)


def sets(table: Table, names: Iterable[str], joint: str = "and") -> str:
    """Several sets of cards; one that is made of others is said by them, whatever it is called."""
    set_names: list[str] = []
    for name in names:
        parts = table.pack.sets.get(name, ())
        set_names += [name] if not parts or any(map(is_card, parts)) else parts
    return listed(map(set_name, set_names), joint)


def games(table: Table) -> tuple[str, ...]:
    """The contracts from the lowest bid to the highest, then those that are not bid."""
    calls = table.auction.calls
    bid = [name for name in table.contracts if name in calls and calls[name].rank is not None]
    bid.sort(key=lambda name: calls[name].rank or 0)
    return (*bid, *(name for name in table.contracts if name not in bid))


def roles(table: Table) -> dict[str, str]:
    """Return what each contract is, said so that other tables have the same: the first game with a
    partner, the second lone game whose talon nobody touches. Contract → role."""
    by_contract: dict[str, str] = {}
    for name in games(table):
        row = table.contracts[name]
        use = table.talon[row.talon]
        manner = "draws" if use.draws else "looks" if use.choose else "left"
        role = f"{row.sides}.{manner}"
        if row.sides == "called" and not any(r == "duty" for r in by_contract.values()):
            role = "duty"
        same = sum(known_role.rpartition("#")[0] == role for known_role in by_contract.values())
        by_contract[name] = role if role == "duty" else f"{role}#{same + 1}"
    return by_contract


def call(name: str) -> str:
    """The name of a bid or contract."""
    return term("call", name)


def calls(names: Iterable[str], joint: str = "and") -> str:
    """Several bids."""
    return listed(map(call, names), joint)


def saying(name: str) -> str:
    """Return what may be said: a kind of saying, a declaration, a bonus, a double."""
    return word(f"saying.{name}") if known(f"cell.saying.{name}") else term("say", name)


def sayings(names: Iterable[str], joint: str = "and") -> str:
    """Several of them."""
    return listed(map(saying, names), joint)


# -- amounts ------------------------------------------------------------------------------------


def coin_name(table: Table, one: bool = False) -> str:
    """Return what the coins are called: "Kč", "chips"; one of them: "chip"."""
    name = table.unit.name.removesuffix("s")
    return name if one or name == "Kč" else f"{name}s"


def coins(table: Table, amount: Decimal) -> str:
    """An amount in the table's own coins: "0.40 Kč", "12 chips", "1 point"."""
    if table.unit.step < Decimal("0.1"):
        number, unit = money(in_units(amount, table.unit.step)), table.unit.name
    else:
        number, unit = _plain(amount), coin_name(table, abs(amount) == 1)
    return word("coins", amount=number, unit=unit, name=table.unit.name)


def plain(number: Decimal) -> str:
    """A number without needless decimals."""
    return messages.number(_plain(number))


def _plain(number: Decimal) -> str:
    return format(number.normalize(), "f")


def paid(table: Table, amount: Amount, below: bool = False) -> str:
    """Return what is paid, in coins; below: the table writes it below zero, and it is said without
    sign."""
    sign = -1 if below else 1
    if amount.number is not None:
        return coins(table, sign * amount.number)
    if amount.scale is not None:
        return scale(amount, lambda number: coins(table, sign * number))
    return steps(table, amount.steps, below)


def counted(amount: Amount) -> str:
    """A number that is no money: a factor, card points."""
    if amount.number is not None:
        return plain(amount.number)
    assert amount.scale is not None
    return scale(amount, plain)


def factor(amount: Amount) -> str:
    """A number to multiply by: "×3"."""
    if amount.number is not None:
        return word("times", n=plain(amount.number))
    assert amount.scale is not None
    return scale(amount, lambda number: word("times", n=plain(number)))


def is_below(amount: Amount) -> bool:
    """Whether an amount is written below zero: what a side pays and does not get."""
    if amount.number is not None:
        return amount.number < 0
    if amount.scale is not None:
        return any(number < 0 for _, number in amount.scale[1])
    first = amount.steps[0].operand if amount.steps else None
    return isinstance(first, Decimal) and first < 0


def scale(amount: Amount, say_number: Callable[[Decimal], str]) -> str:
    """A scale over a fact: "1.00 Kč with 0 to 29 points, 4.00 Kč with 40 or more"."""
    assert amount.scale is not None
    name, rows = amount.scale
    if name in ("level", "honours"):
        values, keys = scale_parts(amount, say_number)
        return word(f"by.{name}", values=values, keys=keys)
    kind, _, rest = name.partition(".")
    keys_by_number: dict[Decimal, list[str]] = {}
    for key, number in rows:
        keys_by_number.setdefault(number, []).append(_asked(name, key))
    return ", ".join(
        word(f"by.{kind}", value=say_number(number), key=listed(keys, "or"), of=saying(rest))
        for number, keys in keys_by_number.items()
    )


def scale_parts(amount: Amount, say_number: Callable[[Decimal], str]) -> tuple[str, str]:
    """The values of a scale and what they stand for: "56, 51 or 41", "0, 1 or 2"."""
    assert amount.scale is not None
    values = [say_number(number) for _, number in amount.scale[1]]
    unit = "".join(values[-1].partition("\u00a0")[1:])
    short = [value.removesuffix(unit) for value in values[:-1]]
    keys = [span(Range.parse(key)) for key, _ in amount.scale[1]]
    return listed([*short, values[-1]], "or"), listed(keys, "or")


def _asked(name: str, key: str) -> str:
    """Return what stands on the left of a scale: a game, yes or no, a span of numbers."""
    if name == "contract":
        return call(key)
    if name == "alone":
        return word(f"alone.{key}")
    return span(Range.parse(key))


def span(numbers: Range) -> str:
    """A span of numbers: "3", "8 to 9", "4 or more"."""
    if numbers.top is None:
        return word("span.least", low=numbers.low)
    if numbers.top == numbers.low:
        return str(numbers.low)
    how = "either" if numbers.top == numbers.low + 1 else "from"
    return word(f"span.{how}", low=numbers.low, top=numbers.top)


#: Steps that are told in brackets after what they are about, and steps that go on in the first clause:
#: "the winners’ points (at least 54) minus 53, times …".
_IN_BRACKETS = frozenset({"least", "positive"})
_IN_CLAUSE = _IN_BRACKETS | {"less", "plus"}


def steps(table: Table, rows: Sequence[Step], below: bool = False) -> str:
    """An amount that is worked out, step after step: "the winners’ points minus 35, times …"."""
    text = ""
    first_clause = True
    for step in rows:
        shown = step.operand
        if below and step is rows[0] and isinstance(shown, Decimal):
            shown = -shown
        if step.verb == "round":
            to = shown if isinstance(shown, Decimal) else table.unit.step
            whole = word("whole_number") if to == 1 else plain(to)
            clause = word(f"step.round.{step.how}", to=whole)
        elif step.verb == "from" and len(rows) == 1:
            clause = operand(table, shown)
        else:
            clause = word(f"step.{step.verb}", value=operand(table, shown))
        if text:
            first_clause &= step.verb in _IN_CLAUSE
            text += " " if first_clause or step.verb in _IN_BRACKETS else ", "
            first_clause &= step.verb in _IN_BRACKETS
        text += clause
    return text


def operand(table: Table, value: Decimal | str | Amount) -> str:
    """Return what a step is worked out from."""
    if isinstance(value, Amount):
        return word("step.scale", value=counted(value))
    if isinstance(value, Decimal):
        return plain(value)
    kind, _, rest = value.partition(".")
    if kind == "pot":
        return word("number.pot", pot=term("pot", rest))
    if kind == "doubled":
        return word("number.doubled", what=saying(rest))
    if value == "target":
        targets = {row.target.number for row in table.result.values() if row.target is not None}
        number = targets.pop() if len(targets) == 1 else None
        return word("number.target") if number is None else plain(number)
    if value == "contract.rate" and not is_price(table):
        return word("number.contract.factor")
    return word(f"number.{value}")


def is_price(table: Table) -> bool:
    """Whether the rate of a contract is money: paid for each point or for the game, and not a
    factor in a longer sum."""
    sums = [row.pay.steps for row in table.payments.values() if row.pay is not None]
    asking = [rows for rows in sums if any(step.operand == "contract.rate" for step in rows)]
    return all({step.verb for step in rows} <= {"from", "less", "times"} for rows in asking)


def rate(table: Table, amount: Amount) -> str:
    """The rate of a contract: a price in coins, or a factor."""
    return paid(table, amount) if is_price(table) else factor(amount)


# -- conditions ---------------------------------------------------------------------------------


#: Tests whose words are a clause with a verb: "the declarers have 35 points".
_CLAUSES = frozenset(
    {
        "points",
        "alone",
        "won",
        "net",
        "tricks",
        "lost_tricks",
        "left_over",
        "reached",
        "said",
        "doubled",
        "captured",
        "last_won_with",
        "trick",
        "last_trick",
        "talon",
        "pile",
        "trick_in_order",
    }
)


def condition(table: Table, when: Condition, ignore: Callable[[Test], bool] | None = None) -> str:
    """A condition in words: "over povinnost, holding the pagát"; "" for one that always holds.

    ignore: tests that are told elsewhere.
    """
    ways = []
    for tests, never in when.either:
        kept = [test for test in tests if ignore is None or not ignore(test)]
        texts = [(test, fact(table, test)) for test in _passed_out(_together(kept))]
        parts = [text for test, text in texts if text and test.name not in _CLAUSES]
        clauses = [text for test, text in texts if text and test.name in _CLAUSES]
        if clauses:
            parts.append(word("if", what=listed(clauses)))
        for one in never:
            text = _bare(table, one, ignore)
            clause = all(test.name in _CLAUSES for test in one.tests())
            if text:
                parts.append(word("unless" if clause else "but_never", what=text))
        if parts:
            ways.append(", ".join(parts))
    return listed(ways, "or_else")


def _bare(table: Table, when: Condition, ignore: Callable[[Test], bool] | None) -> str:
    """The same without "if", to be behind "unless"."""
    ways = []
    for tests, never in when.either:
        kept = [test for test in tests if ignore is None or not ignore(test)]
        parts = [text for test in _together(kept) for text in [fact(table, test)] if text]
        parts += [word("not", what=_bare(table, one, ignore)) for one in never]
        if parts:
            ways.append(listed(parts))
    return listed(ways, "or_else")


def _together(tests: Sequence[Test]) -> list[Test]:
    """The tests with those of the same zone as one."""
    by_name: dict[str, Test] = {}
    for test in tests:
        if test.name in by_name:
            both = by_name[test.name]
            by_name[test.name] = Test(
                test.name,
                (*both.ranges, *test.ranges),
                (*both.words, *test.words),
                (*both.pairs, *test.pairs),
            )
        else:
            by_name[test.name] = test
    return list(by_name.values())


def _passed_out(tests: list[Test]) -> list[Test]:
    """The tests with "before the first bid" and "after 3 passes" as one."""
    passes = [test for test in tests if test.name == "passes"]
    unbid = [test for test in tests if test.name == "standing" and test.words == ("none",)]
    if not (passes and unbid):
        return tests
    both = Test("passed_out", words=passes[0].words)
    return [both if test in passes else test for test in tests if test not in unbid]


def fact(table: Table, test: Test) -> str:
    """One test of a condition."""
    name = test.name
    if name in ZONES:
        what = cards_wanted(table, test.ranges)
        return (
            word(f"when.{name}", what=what)
            if what
            else word(f"when.{name}.without", what=lacking(table, test.ranges))
        )
    if name in _BY_NAME:
        return _BY_NAME[name](table, test)
    texts = [
        word(f"when.{name}", who=word(f"who.{key}"), what=_many(numbers), n=_top(numbers))
        for key, numbers in test.ranges
    ]
    texts += [word(f"when.{name}.{value}", who=word(f"who.{key}")) for key, value in test.pairs]
    it = word("who.self")
    fixed = [
        word(f"when.{name}.{one}", who=it) for one in test.words if known(f"cell.when.{name}.{one}")
    ]
    free = [_span_or_word(one) for one in test.words if not known(f"cell.when.{name}.{one}")]
    texts.append(
        listed([*fixed, *([word(f"when.{name}", what=listed(free, "or"))] if free else [])], "or")
    )
    return listed(part for part in texts if part)


def _bids(table: Table, test: Test) -> str:
    """Return which bid stands or was made: "before anybody has bid or over povinnost"."""
    names = [call(name) for name in test.words if name != "none"]
    texts = [word(f"when.{test.name}.none")] if "none" in test.words else []
    if names:
        texts.append(word(f"when.{test.name}", what=listed(names, "or")))
    return listed(texts, "or")


def _passed(table: Table, test: Test) -> str:
    (said, *_) = test.words
    return (
        word(f"when.passed.{said}")
        if known(f"cell.when.passed.{said}")
        else word("when.passed.over", what=call(said))
    )


def _by_card(table: Table, test: Test) -> str:
    return word(f"when.{test.name}", what=listed((set_name(name) for name in test.words), "or"))


def _span_or_word(text: str) -> str:
    try:
        return span(Range.parse(text))
    except ValueError:
        return text.replace("_", " ")


def _many(numbers: Range) -> str:
    """How many tricks or cards: "no", "at most 1" and numbers."""
    if numbers.top == 0:
        return word("none")
    return word("span.most", top=numbers.top) if numbers.low == 0 and numbers.top else span(numbers)


def _top(numbers: Range) -> int:
    """The number that says whether a noun behind the span is one thing or many."""
    return numbers.low + 1 if numbers.top is None else numbers.top


def _said(table: Table, test: Test) -> str:
    """Whether something was announced or doubled: the bonus itself, or others by name."""
    name = test.name
    texts = [word(f"when.{name}.{one}") for one in test.words]
    texts += [word(f"when.{name}.of.{value}", what=saying(key)) for key, value in test.pairs]
    for key, numbers in test.ranges:
        top = numbers.top
        how = "once" if top == 1 else "least" if top is None else "span"
        texts.append(word(f"when.{name}.{how}", what=saying(key), low=numbers.low, top=top))
    return listed(texts)


def _result(table: Table, test: Test) -> str:
    names = [
        game for one in test.words if one in table.result for game in table.result[one].contracts
    ]
    return word("when.result", what=calls(names or table.contracts, "or"))


def _outcome(table: Table, test: Test) -> str:
    return word("when.outcome", what=listed(map(outcome, test.words), "or"))


def outcome(text: str) -> str:
    """Return what became of a bonus: "pagát announced and made"."""
    bonus, _, end = text.partition(".")
    made = word(f"outcome.{end}") if known(f"cell.outcome.{end}") else end.replace("_", " ")
    return word("outcome", bonus=saying(bonus), outcome=made)


def item(name: str) -> str:
    """An item of the settlement: a payment, a bonus, one of its outcomes, a declaration."""
    if known(f"cell.item.{name}"):
        return word(f"item.{name}")
    return outcome(name) if "." in name else saying(name)


def _captured(table: Table, test: Test) -> str:
    return listed(
        word("when.captured.with", what=card_name(value))
        if key == "with"
        else word(f"when.captured.{value}", what=card_name(key))
        for key, value in test.pairs
    )


def _in_order(table: Table, test: Test) -> str:
    return word("when.trick_in_order", what=listed(map(card_name, test.words)))


_BY_NAME: dict[str, Callable[[Table, Test], str]] = {
    "contract": _bids,
    "standing": _bids,
    "passed": _passed,
    "said": _said,
    "doubled": _said,
    "result": _result,
    "outcome": _outcome,
    "captured": _captured,
    "last_won_with": _by_card,
    "lost_with": _by_card,
    "lead_card": _by_card,
    "trick_in_order": _in_order,
}


def holding(table: Table, when: Condition) -> str:
    """Return what one has to hold; of cards in hand it need not be said that they are held."""
    zones = {test.name for test in when.tests()}
    if zones != {"hand"} or any(never for _, never in when.either):
        return condition(table, when)
    ways = [[pair for test in tests for pair in test.ranges] for tests, _ in when.either]
    texts = [cards_wanted(table, way) or word("without", what=lacking(table, way)) for way in ways]
    return listed(texts, "or_else")


Ranges = Sequence[tuple[str, Range]]


def cards_wanted(table: Table, ranges: Ranges) -> str:
    """A holding: "8 to 9 taroky", "2 taroky including the pagát", "2 or more kings, but not the
    XX"; "" if it only says what is not there."""
    pack = table.cards
    wanted = [pair for pair in ranges if not _lacks(*pair)]
    outer = [
        pair
        for pair in wanted
        if not any(pack.members(pair[0]) < pack.members(other) for other, _ in wanted)
    ]
    value = listed(_wanted(table, *pair) for pair in outer)
    inner = listed(_wanted(table, *pair) for pair in wanted if pair not in outer)
    if inner and [span.top for _, span in outer] == [1]:
        value = word("and_no_other", inner=inner, what=say(f"one.{outer[0][0]}").text())
    elif inner:
        value = word("among", what=value, inner=inner)
    missing = lacking(table, ranges)
    return word("but_not", what=value, lacking=missing) if value and missing else value


def lacking(table: Table, ranges: Ranges) -> str:
    """The single cards that have to be missing."""
    return listed((set_name(of) for of, span in ranges if _lacks(of, span)), "or")


def _lacks(of: str, numbers: Range) -> bool:
    return numbers.top == 0 and (is_card(of) or of == "called")


def _wanted(table: Table, of: str, numbers: Range) -> str:
    if of in ("called", "suit_of_called") or is_card(of):
        return set_name(of)
    top = numbers.top
    single = top in (0, 1) and known(f"one.{of}")
    name = say(f"one.{of}").text() if single else set_name(of)
    if top == 0:
        return word("no_cards", what=name)
    if top is None:
        return word("least_cards", low=numbers.low, what=name)
    if numbers.low == 0:
        return word("most_cards", top=top, what=name)
    if top > numbers.low:
        how = "either_cards" if top == numbers.low + 1 else "span_cards"
        return word(how, low=numbers.low, top=top, what=name)
    size = len(table.cards.members(of))
    return word("all_cards" if top == size > 1 else "some_cards", low=top, what=name)


def by_words(table: Table, values: Mapping[str, int]) -> str:
    """Values of cards, the sets of the same value together: "kings and honours 5, queens 4"."""
    names_by_value: dict[int, list[str]] = {}
    for name, value in values.items():
        names_by_value.setdefault(value, []).append(
            word("every_other") if name == "rest" else sets(table, (name,))
        )
    return ", ".join(
        word("valued", what=listed(names), n=value)
        for value, names in sorted(names_by_value.items(), reverse=True)
    )
