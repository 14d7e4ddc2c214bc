"""Rule tables changed at random: real ones and house tables, by bytes, lines, keys and values.

    python tests/engine/mutated_tables.py --tables 10000

Whatever a table says, reading it gives a table or one sentence that names the file, in a moment and
in little memory. Prints a JSON line with what became of the tables; for each failure another one that
says how to have that table again. Ends with 1 if anything failed. Run with `make fuzz`.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import mutating
from mutating import Tally, at_most
from taroky import rules
from taroky.errors import TableError
from taroky.players import simulate
from taroky.rules import reading, rule_sets
from taroky.rules.tree import from_yaml, to_yaml
from taroky.settling.paying import finished_facts, settle

#: Reading one table may take so many seconds. A whole table with all its options takes about one.
SECONDS = 20.0
#: How much memory the whole run may take, and how long a sentence may be.
MOST_WORDS = 1_500
_FILE = "mutated.yaml"

#: House tables as people write them.
HOUSES = (
    "table: u_lva\ntitle: At the Lion\nextends: hlucin\n"
    "choose: {varsava.mond_free: yes, settlement.solo_rate: 0.40}\n"
    "declarations: {rows: {taroky: {pay: 2.00}}}\n",
    "table: kozlik\ntitle: Kozlík\nextends: hlucin\nchoose:\n  pool.enabled: yes\n"
    "auction:\n  calls:\n    solo: off\ncontracts:\n  trojka:\n"
    "    rate: {by: level, 1: 0.20, 2: 0.30, 3: 0.50}\n",
    "table: zabrzeg_2\ntitle: Druga Zabrzeg\nextends: polish\nnames: {SKYZ: skiz, pagat: pagacik}\n"
    "bonuses: {pagat: {outcomes: {made: {pay: 10}}}}\n",
    "table: web\ntitle: The website with aces high\nextends: machtarok\n"
    "choose: {deck.ace_high: yes, session.rounds: 8}\n"
    "payments: {game: {pay: [{from: points.winners}, {less: 53}, {plus: 20}, {times: contract.rate},"
    " {over: 10}, {round: {to: 1, way: up}}]}}\n",
    "table: temple\ntitle: Temple\nextends: victoria\nseats: {players: [4]}\n"
    "declarations:\n  rows:\n    pani: {pay: 3}\n    una_beeda: {pay: 5}\n",
    "table: heun_cheap\ntitle: Heun for pennies\nextends: heun\ncontracts: {five: {rate: 6}}\n"
    "session: {start_chips: 10}\n",
    "table: tarot_home\ntitle: Tarot at home\nextends: french\n"
    "result: {game: {wins: {not: {points: {opponents: 60+}}}}}\n",
    "table: trio\ntitle: Trio\nextends: french-3\nunit: {name: crowns}\n",
    "table: pence\ntitle: Pence\nextends: french-5\ndeal: {cutter: left}\n",
    "table: first\ntitle: First steps\nextends: french-practice-1\n",
)
#: Values that no table should hold, or not there.
NASTY: tuple[Any, ...] = (
    "",
    " ",
    "0",
    "-1",
    "1e999999999",
    "-1e-999999999",
    "9" * 5000,
    "0.1",
    "NaN",
    "sNaN",
    "Infinity",
    "1_000",
    "٣",
    "½",
    "yes",
    "no",
    "off",
    "null",
    "~",
    "true",
    "2026-11-21",
    "12:30:00",
    "0x10",
    "0o7",
    "+",
    "-",
    "3-1",
    "0-",
    "-5+",
    "1-99999999999",
    "99999999999+",
    "{}",
    "[]",
    "a: b",
    "*a",
    "&a",
    "!!python/object/apply:os.system [true]",
    "<script>alert(1)</script>",
    "'\"><img src=x>",
    "${x}",
    "{{ total }}",
    "../../../etc/passwd",
    "x" * 3000,
    "a b",
    "line\nbreak",
    "\x00",
    "\x1b[31m",
    "\ud800",
    "\u202eabc",
    "K",
    "S",
    "SKYZ",
    "XXI",
    "I",
    "taroky",
    "kings",
    "called",
    "none",
    "all",
    "each",
    "declarers",
    "opponents",
    "points.winners",
    "contract.rate",
    "doubled.game",
    "pot.pot",
    "unit.step",
    "by",
    "when",
    "points",
    "pay",
    "self",
    "hlucin",
    "french",
    "tarok54",
    "mutated",
    "h.AAAA",
    [],
    {},
    [[]],
    [{}],
    {"": ""},
    ["I", "I"],
    {"by": "points.loser"},
    {"by": "points.loser", "0-9": "1", "20+": "2"},
    {"not": {"not": {"not": {}}}},
    {"hand": {"taroky": "1"}},
    [{"from": "1"}, {"over": "0"}],
    [
        {"from": "points.winners"},
        {"times": "1e400000"},
        {"times": "1e400000"},
        {"round": {"to": "1"}},
    ],
    {"round": {"to": "0"}},
    {"4": "5"},
    ["1"] * 2000,
    {str(n): "1" for n in range(2000)},
)


def bombs() -> Iterator[str]:
    """Texts made to cost much."""
    yield "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join(f'*a{n - 1}' for _ in range(9))}]\n" for n in range(1, 12)
    )
    yield "a: &a {b: *a}\n"
    yield "extends: hlucin\n<<: &x {table: y}\ntitle: z\n"
    yield "[" * 20_000
    yield "{a: " * 20_000
    yield "table: " + "[" * 500 + "]" * 500
    yield "\n".join("  " * n + f"k{n}:" for n in range(500))
    yield "- " * 5_000
    yield "? " * 5_000
    yield "when: " + "{not: " * 60 + "{}" + "}" * 60
    yield (
        "extends: hlucin\n"
        + "options:\n"
        + "".join(
            f"  o{n}: {{default: a, values: {{a: {{}}, b: {{title: T{n}}}}}}}\n"
            for n in range(1_000)
        )
    )
    yield (
        "table: x\ntitle: y\nextends: hlucin\nnames: {"
        + ", ".join(f"k{n}: v" for n in range(9_000))
        + "}\n"
    )
    yield "title: " + "x" * 1_000_000
    yield "x" * 1_000_000
    yield "k: v\n" * 50_000
    yield "#" * 1_000_000
    yield "'" + "''" * 200_000
    yield "\ufeff" * 1000
    yield "%TAG ! tag:x,2000:\n---\n!<tag:yaml.org,2002:python/object/apply:os.system> [echo]\n"
    yield "a: !!binary aGk=\nb: !!set {x}\nc: !!timestamp 2026-11-21\n"
    yield "--- a\n--- b\n"
    yield "\t a: b"
    yield "a: |99999999999\n  x"
    yield '"\\U0011FFFF": 1'
    yield '"\\ud800": 1'
    yield "extends: hlucin\ndeal: {hand: 99999999999}\ntable: x\ntitle: y\n"
    yield "extends: hlucin\npack: {cards: 99999999999}\ntable: x\ntitle: y\n"
    yield "extends: hlucin\ncount: {packet: 99999999999}\ntable: x\ntitle: y\n"
    yield "extends: hlucin\nunit: {step: 1e-999999}\ntable: x\ntitle: y\n"
    yield "extends: hlucin\nseats: {active: 99999999}\ntable: x\ntitle: y\n"
    yield (
        "extends: hlucin\ncount: {left: {"
        + ", ".join(f"{n}: 1" for n in range(5_000))
        + "}}\ntable: x\ntitle: y\n"
    )


@cache
def originals() -> tuple[str, ...]:
    """Real tables and house tables, real ones at the end."""
    return (*HOUSES, *(p.read_text("utf-8") for p in sorted(rules.FOLDER.glob("*.yaml"))))


@cache
def _plain(text: str) -> Any:
    return from_yaml(text, _FILE).plain()


# -- changing a text -------------------------------------------------------------------------------


def _bytes(text: str, rng: random.Random) -> str:
    data = bytearray(text.encode())
    for _ in range(rng.choice((1, 1, 2, 5, 40))):
        place = rng.randrange(len(data)) if data else 0
        match rng.randrange(5):
            case 0:
                data[place : place + 1] = bytes([rng.randrange(256)])
            case 1:
                data[place:place] = bytes(
                    rng.choices(b"{}[]:,-#&*!|>'\"%@`\\\n\t \x00\x85\xff", k=rng.randint(1, 4))
                )
            case 2:
                del data[place : place + rng.randint(1, 30)]
            case 3:
                data[place:place] = data[place : place + rng.randint(1, 200)]
            case 4 if data:
                data[place] ^= 1 << rng.randrange(8)
    return data.decode("utf-8", errors=rng.choice(("replace", "ignore", "backslashreplace")))


def _lines(text: str, rng: random.Random) -> str:
    lines = text.splitlines()
    for _ in range(rng.choice((1, 1, 2, 5))):
        place, to = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                del lines[place]
            case 1:
                lines.insert(to, lines[place])
            case 2:
                lines[place], lines[to] = lines[to], lines[place]
            case 3:
                lines[place] = " " * rng.randint(1, 6) + lines[place]
            case 4:
                lines[place] = lines[place].lstrip()
            case 5:
                lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
            case 6:
                other = rng.choice(originals()).splitlines()
                lines.insert(to, rng.choice(other))
        if not lines:
            break
    return "\n".join(lines) + "\n"


def _places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in nested text."""
    if path:
        yield path
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, item in items:
        yield from _places(item, (*path, key))


def _copy(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _copy(item) for key, item in data.items()}
    return [_copy(item) for item in data] if isinstance(data, list) else data


def _tree(
    text: str, rng: random.Random, change: Callable[[Any, Any, Any, random.Random], None]
) -> str:
    data = _copy(_plain(text))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = list(_places(data))
        if not places:
            break
        *way, key = rng.choice(places)
        inner = data
        for step in way:
            inner = inner[step]
        change(inner, key, data, rng)
    return to_yaml(data)


def _keys(inner: Any, key: Any, data: Any, rng: random.Random) -> None:
    if not isinstance(inner, dict):
        inner.pop(key)
        return
    value = inner.pop(key)
    other = rng.choice(
        (
            str(key)[::-1],
            str(key) + "s",
            rng.choice(_known_keys()),
            rng.choice(_known_keys()),
            "",
            "extends",
            "choose",
            "chosen",
            "pages",
            "packed",
            "<b>",
            "x" * 200,
            "__class__",
            "memo",
            "\n",
        )
    )
    if rng.random() < 0.8:
        inner[other] = value


def _values(inner: Any, key: Any, data: Any, rng: random.Random) -> None:
    if rng.random() < 0.6:
        value = _copy(rng.choice(NASTY))
    else:
        other = _plain(rng.choice(originals()))
        *way, last = rng.choice(_list_places(other))
        for step in way:
            other = other[step]
        value = _copy(other[last])
    inner[key] = value


_place_lists: dict[int, list[tuple[Any, ...]]] = {}


def _list_places(data: Any) -> list[tuple[Any, ...]]:
    if id(data) not in _place_lists:
        _place_lists[id(data)] = list(_places(data))
    return _place_lists[id(data)]


@cache
def _known_keys() -> tuple[str, ...]:
    keys = {str(p[-1]) for text in originals() for p in _list_places(_plain(text))}
    return tuple(sorted(keys))


KINDS: dict[str, Callable[[str, random.Random], str]] = {
    "bytes": _bytes,
    "lines": _lines,
    "keys": lambda text, rng: _tree(text, rng, _keys),
    "values": lambda text, rng: _tree(text, rng, _values),
}


def mutant(seed: str) -> tuple[str, bool, str]:
    """How a table was changed, whether it is a house's, and its text. The same seed gives the same."""
    rng = random.Random(seed)
    if rng.random() < 0.02:
        every = list(bombs())
        return "bombs", True, rng.choice(every)
    # House tables come from strangers, so they are changed more often than ours.
    house = rng.random() < 0.6
    text = rng.choice(HOUSES if house else originals()[len(HOUSES) :])
    kind = rng.choice(("bytes", "lines", "keys", "keys", "values", "values", "values"))
    try:
        return kind, house, KINDS[kind](text, rng)
    except (RecursionError, UnicodeEncodeError, ValueError):  # cannot be written as YAML at all
        return "bytes", house, _bytes(text, rng)


# -- reading it ------------------------------------------------------------------------------------


def read(text: str, house: bool) -> str:
    """Return what becomes of a table's text, a house's or one of ours: "accepted", or the id of the
    refusal. With a house table that is accepted a hand is played. Raises AssertionError for a refusal
    that is not one short sentence with the file in it, and whatever else goes wrong."""
    try:
        with at_most(SECONDS):
            if house:
                table = rules.load(rules.pack(text, _FILE))
                settle(table, finished_facts(simulate.play_hand(table, text[:99])))
            else:  # one of ours, read as the engine reads its own
                tree = reading.flatten(from_yaml(text, _FILE), rule_sets.tree_of)
                seen: reading.Seen = {}
                reading.build(tree, seen)
                reading.check_options(tree, seen)
    except TableError as refused:
        sentence = str(refused)
        # A cell of ours may stand in the file of the table it extends.
        places = (_FILE,) if house else (_FILE, str(rules.FOLDER))
        assert sentence.startswith(places), f"no place: {sentence[:300]}"
        assert sentence.endswith((".", "?", "!")), f"no sentence: {sentence[-200:]}"
        assert len(sentence) <= MOST_WORDS, f"{len(sentence)} characters: {sentence[:300]}"
        strange = [c for c in sentence if not c.isprintable() and c != "\xa0"]
        assert not strange, f"not to be printed: {strange[:5]!r} in {sentence[:300]!r}"
        inner = dict(refused.message.params).get("problem", refused.message)
        return getattr(inner, "id", refused.message.id)
    return "accepted"


def run(tables: int, seed: str = "1") -> Tally:
    """Try this many changed tables."""
    return mutating.run(mutant, attempt, tables, seed)


def attempt(house: bool, text: str) -> str:
    """Return what becomes of a mutant."""
    return read(text, house)


def show(seed: str) -> None:
    """Print the table of a seed, and read it."""
    kind, house, text = mutant(seed)
    print(f"# {kind}\n{text}")
    print(read(text, house))


if __name__ == "__main__":
    sys.exit(mutating.main("tables", mutant, attempt, show))
