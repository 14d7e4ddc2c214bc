"""House tables packed into a name: they go wherever a rule set's id goes, and damage is refused."""

import base64
import json
import random
import zlib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from taroky import rules
from taroky import session as sessions
from taroky.api import handler, questions
from taroky.cli import main
from taroky.errors import TableError, TarokyError
from taroky.game import record
from taroky.players.simulate import play_hand
from taroky.rules import packing
from taroky.rules.differences import differences
from taroky.rules.table import FifthRow
from taroky.settling.paying import settle
from taroky.settling.reported.reading import read

HOUSE = """\
table: u_lva
title: U lva
extends: hlucin
choose: {game.tie_scales_with_rate: yes}
names: {XXI: mamlas}
contracts: {solo: {rate: 5}}
declarations: {rows: {trul: {pay: 1.00}}}
"""


def packed(data: object) -> str:
    """A name made by hand, whatever it holds."""
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    return "h." + base64.urlsafe_b64encode(zlib.compress(raw)).decode().rstrip("=")


def refused(name: str) -> str:
    with pytest.raises(TableError) as problem:
        rules.load(name)
    sentence = str(problem.value)
    assert "\n" not in sentence and sentence[-1] in ".?"
    return sentence


def test_a_house_table_goes_by_its_packed_name() -> None:
    name = rules.pack(HOUSE)
    assert packing.is_packed(name) and set(name) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."
    )
    table = rules.load(name)
    assert (table.table, table.name, table.title) == ("u_lva", name, "U lva")
    assert table.contracts["solo"].rate.number == 5
    assert table.chosen == {"game.tie_scales_with_rate": "yes"}
    assert table.page_of("HLU-BID-01") == "hlucin"
    assert rules.load("hlucin").name == "hlucin"
    assert rules.unpack(name)["contracts"] == {"solo": {"rate": "5"}}
    assert rules.pack(rules.unpack(name)) == name == rules.pack(rules.as_yaml(name))
    assert "solo:\n    rate: 5\n" in rules.as_yaml(name)
    assert rules.flat(name)["packed"] == name


def test_a_share_of_three_is_rounded_up_whatever_the_rates() -> None:
    """HLU-VAR-24: three share to the next 0.10 even where the haléř divides; HLU-VAR-23: two never."""
    table = rules.load(
        rules.pack("""\
table: u_tri
title: U tří
extends: hlucin
choose: {varsava.three_way_tie: round_up_to_0.10_each}
payments: {varsava: {pay: {by: points.loser, 0-24: 0.45, 25+: 0.15}}}
""")
    )

    def paid(tricks: str, **points: int) -> list[str]:
        facts = {"contract": "varsava", "points": points}
        facts["tricks"] = dict(zip("ABCD", map(int, tricks), strict=True))
        return [str(amount) for amount in settle(table, read(table, facts)).payments.values()]

    assert paid("4332", A=23, B=23, C=23, D=1) == ["-0.20", "-0.20", "-0.20", "0.60"]
    assert paid("4440", A=26, B=26, C=18, D=0) == ["-0.23", "-0.22", "0.15", "0.30"]


def test_what_the_house_changed_stays_when_its_option_is_chosen_again() -> None:
    """A record writes down all that is chosen; replaying it must not undo what the house changed
    after choosing."""
    name = rules.pack(
        "table: ours\ntitle: Ours\nextends: hlucin\nchoose: {settlement.solo_rate: 0.40}\n"
        "contracts: {solo: {rate: 9}}\n"
    )
    assert rules.load(name, {"settlement.solo_rate": "0.40"}) == rules.load(name)
    solo = rules.load(name).contracts["solo"].rate
    assert solo is not None and solo.number == 9
    other = rules.load(name, {"settlement.solo_rate": "0.30"})
    assert other.chosen["settlement.solo_rate"] == "0.30"


@pytest.mark.parametrize("parent", ["hlucin", "heun"])
def test_a_house_may_choose_anything_and_change_its_mind(parent: str) -> None:
    """Whatever a house chooses, its other options still work, and choosing the usual value again
    brings the usual rules back."""
    usual = rules.load(parent)
    for key, option in usual.options.items():
        for value in set(option.values) - {option.default}:
            choose = {**option.needs, key: value}
            name = rules.pack({"table": "x", "title": "X", "extends": parent, "choose": choose})
            house, there = rules.load(name), rules.load(parent, choose)
            assert house.options.keys() == usual.options.keys()
            back, before = (
                rules.load(name, {key: option.default}),
                rules.load(parent, option.needs),
            )
            for section in (
                "auction",
                "contracts",
                "offers",
                "payments",
                "bonuses",
                "declarations",
            ):
                assert getattr(house, section) == getattr(there, section)
                assert getattr(back, section) == getattr(before, section)


#: Options that change one cell, and still go together: the later one of the menu holds.
GO_TOGETHER = {
    ("hlucin", "misdeal.five_pays", "pool.misdeal_to"),  # to the pool, however many sit there
    ("hlucin", "pool.enabled", "bidding.first_player_druha"),
    ("hlucin", "pool.super_factor", "pool.kontra_alone"),
    ("polish", "pl.walat_stops_pot", "pl.failed_walat_supersedes"),  # nothing is replaced
    ("machtarok", "settlement.prever_rejection_valat", "settlement.prever_rejection"),
    ("machtarok", "calling.three_held", "calling.free_choice"),
    ("victoria", "valat.pagat_bonus", "valat.declared_lost"),  # VIC-SETT-28
    ("victoria", "pagat.payment", "pagat.announced_early_fall"),  # the row falls away
}


def changed(delta: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The cells that a value of an option changes; rows that it removes stand as a whole."""
    value = getattr(delta, "value", delta)
    if not isinstance(value, dict):
        yield path
        return
    for key, inner in value.items():
        if key != "points":
            yield from changed(inner, (*path, key))


@pytest.mark.parametrize("game", rules.ids())
def test_no_option_undoes_another_in_silence(game: str) -> None:
    """Two options that change the same cell say which of them rests on the other (`needs`), or are
    known to go together: otherwise a house that chooses both would get only one of them."""
    menu = rules.load(game).options
    cells = {
        key: {cell for value in option.values.values() for cell in changed(value)}
        for key, option in menu.items()
    }
    at_odds = {
        (game, first, second)
        for first, second in combinations(menu, 2)
        if second not in menu[first].needs and first not in menu[second].needs
        for one in cells[first]
        for other in cells[second]
        if one == other[: len(one)] or other == one[: len(other)]
    }
    assert at_odds == {pair for pair in GO_TOGETHER if pair[0] == game}


def test_options_that_a_house_has_made_void_are_no_more_on_its_menu() -> None:
    name = rules.pack(
        "table: x\ntitle: X\nextends: hlucin\noffers: {unchallenged: {pay: 0.20}}\n"
        "options: {ours.odd: {topic: settlement, default: no, values: {no: {}, yes: {offers: {unchallenged: {pay: 5}}}}}}\n"
    )
    table = rules.load(name)
    # the usual choice would take away what this house has set a price for
    assert "povinnost.throw_in_unchallenged" in rules.load("hlucin").options
    assert "povinnost.throw_in_unchallenged" not in table.options
    assert (
        rules.load(name, {"ours.odd": "yes"}).offers["unchallenged"].pay
        != table.offers["unchallenged"].pay
    )
    with pytest.raises(TableError, match="pepper"):
        rules.load(name, {"ours.odd": "pepper"})
    with pytest.raises(TableError, match="is not an option"):
        rules.load(name, {"ours.even": "yes"})


@pytest.mark.parametrize("parent", [name for name in rules.ids() if "practice" not in name])
def test_hands_of_a_house_are_kept_and_had_back(parent: str, tmp_path: Path) -> None:
    name = rules.pack(f"table: ours\ntitle: Ours\nextends: {parent}\nunit: {{name: beans}}\n")
    table = rules.load(name)
    played = play_hand(table, "7/1")
    kept = record.of_hand(played)
    for text in (record.to_text(kept), json.dumps(record.to_json(kept)), record.to_code(kept)):
        again = record.read(text)
        assert again.game == name and again.replay() == played
    people = ["Ada", "Bob", "Cyd", "Dan", "Eva"][: min(table.seats.players)]
    now = sessions.start(table, people, 0)
    now = now.add(play_hand(table, "7/2", players=len(people), first_hand=now.first_hand))
    data = json.loads(json.dumps(sessions.to_json(now)))
    assert data["rules"] == name and sessions.from_json(data).standings == now.standings
    assert questions.show(table, now).unit == "beans"


def test_requests_and_the_command_line_take_a_house(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    name = rules.pack(HOUSE)
    asked = {"verb": "declarations", "hand": ["SKYZ", "XXI", "I", "2S"], "rules": name}
    asked["hand"] = ["SKYZ", "XXI", "I", "KS", "8C", "7C", "4H", "3H", "QD", "RD", "V", "VI"]
    here = handler.handle(asked)
    there = handler.handle({**asked, "rules": "hlucin"})
    assert here["ok"] and there["ok"] and here != there
    assert handler.handle({**asked, "rules": name[:-4]})["error"]["code"] == "table"
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, "utf-8")
    kept = tmp_path / "evening.json"
    assert main(["session", "new", str(kept), "--rules", str(file), "--players", *"ABCD"]) == 0
    assert main(["session", "play", str(kept), "--hands", "2"]) == 0
    assert json.loads(kept.read_text())["rules"] == name
    capsys.readouterr()
    assert main(["deal", "--rules", name, "--out", str(tmp_path / "hand.txt")]) == 0
    assert main(["replay", str(tmp_path / "hand.txt")]) == 0
    assert name in capsys.readouterr().out


def test_a_damaged_name_is_refused_in_a_sentence() -> None:
    name = rules.pack(HOUSE)
    rng = random.Random(5)
    for _ in range(300):
        place = rng.randrange(2, len(name))
        other = rng.choice("ABCxyz019-_.<é\n\0")
        for broken in (
            name[:place],
            name[:place] + other + name[place + 1 :],
            name[:place] + other + name[place:],
        ):
            if broken != name:
                assert refused(broken).startswith("This is not a packed house table")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("h.", "not a packed"),
        (packed(b"\xff\xfe"), "not a packed"),
        (packed(b"not json"), "not a packed"),
        (packed([1, 2]), "not a packed"),
        (packed(b"[" * 5000), "not a packed"),
        (packed(b'{"a":' * 40 + b"1" + b"}" * 40), "not a packed"),
        (packed({"title": "x" * 70_000}), "not a packed"),
        ("h." + "A" * 100_000, "not a packed"),
        (packed({"extends": "hlucin", "title": "x"}), "needs its own id"),
        (packed({"extends": "hlucin", "table": "heun"}), "needs its own id"),
        (packed({"extends": "hlucin", "table": "../../x"}), "plain words"),
        (packed({"extends": "hlucin", "table": "X"}), "at most 40 lower-case letters"),
        (packed({"extends": "secret", "table": "x"}), "is not a rule set"),
        (packed({"extends": rules.pack(HOUSE), "table": "x"}), "plain words"),
        (packed({"extends": "hlucin", "table": "x", "title": "<script>"}), "plain words"),
        (packed({"extends": "hlucin", "table": "x", "title": "a\nb"}), "plain words"),
        (packed({"extends": "hlucin", "table": "x", "title": ""}), "plain words"),
        (packed({"extends": "hlucin", "table": "x", "names": {"I": "[a](b)"}}), "plain words"),
        (
            packed({"extends": "hlucin", "table": "x", "names": {"<i>": "a"}}),
            "not a valid name of a row",
        ),
        (
            packed({"extends": "hlucin", "table": "x", "pages": {"HLU": "x"}}),
            "when a table is loaded",
        ),
        (packed({"extends": "hlucin", "table": "x", "packed": "h.x"}), "when a table is loaded"),
        (packed({"extends": "hlucin", "table": "x", "count": {"packet": 0}}), "expected 1 or more"),
        (
            packed({"extends": "hlucin", "table": "x", "count": {"packet": "1e999999"}}),
            "a whole number",
        ),
        (packed({"extends": "hlucin", "table": "x", "unit": {"step": "9" * 60}}), "a number"),
        (packed({"extends": "hlucin", "table": "x", "contracts": {"solo": "off"}}), "solo"),
        (
            packed(
                {
                    "extends": "hlucin",
                    "table": "x",
                    "options": {
                        "o": {
                            "topic": "deal",
                            "default": "1",
                            "values": {str(n): {} for n in range(900)},
                        }
                    },
                }
            ),
            "400",
        ),
    ],
)
def test_hostile_names_are_refused(name: str, said: str) -> None:
    sentence = refused(name)
    assert said in sentence and str(rules.FOLDER) not in sentence
    for ask in (rules.flat, rules.as_yaml):
        try:
            ask(name)
        except TarokyError as problem:
            assert "\n" not in str(problem)
    assert (
        handler.handle({"verb": "count", "pile": ["KS"], "rules": name})["error"]["code"] == "table"
    )


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ("session.", "house.yaml, line 4: “” is not a column of session"),
        ("session.chips", "house.yaml, line 4: “chips” is not a column of session"),
        ("session, session.start_chips", "house.yaml, line 4: “session” appears twice"),
        (
            "session.start_chips, session.start_chips",
            "house.yaml, line 4: “start_chips” appears twice",
        ),
        ("[session.start_chips]", "house.yaml, line 4: “"),
    ],
)
def test_cells_for_a_number_that_are_none_are_refused_where_they_stand(
    cells: str, said: str
) -> None:
    text = (
        "table: x\nextends: heun\noptions:\n"
        f"  session.chips: {{topic: session, default: 5, values: {{5: {{}}}}, number_in: [{cells}]}}\n"
    )
    with pytest.raises(TableError) as problem:
        rules.pack(text, "house.yaml")
    assert str(problem.value).startswith(said)


def test_a_refused_text_names_line_and_column() -> None:
    with pytest.raises(TableError) as problem:
        rules.pack("table: x\nextends: hlucin\ncontracts:\n  solo: {rate: dear}\n", "house.yaml")
    assert str(problem.value).startswith("house.yaml, line 4: contracts.solo.rate is “dear”")
    assert (problem.value.fields["line"], problem.value.fields["column"]) == (4, 16)
    with pytest.raises(TableError, match="line 2: “hlucn” is not a rule set"):
        rules.pack("table: x\nextends: hlucn\n", "house.yaml")
    with pytest.raises(TableError, match="nested more than 24"):
        rules.pack("[" * 3000)
    with pytest.raises(TableError, match=r"bytes of text; a house table may have at most 64000"):
        rules.pack({"table": "x", "names": {f"n{i}": "word " * 15 for i in range(1000)}})


RETIRED = """
table: old-house
title: Old house
extends: heun
unit: {odd_to: payers_in_order}
auction: {starts: first, first_hand: {otherwise: first}}
seats: {players: [4, 5], fifth: {sits_out: dealer, cuts: C}}
options:
  order: {topic: auction, default: usual, values: {usual: {}, other: {auction: {starts: first}}}}
"""


def test_cells_that_tables_no_longer_have_are_left_out_without_a_word() -> None:
    """Links to house tables go on working that were made when there were such cells."""
    name = rules.pack(RETIRED)
    assert rules.load(name).seats.fifth == FifthRow(cuts="C")
    assert rules.load(name, {"order": "other"}).auction == rules.load("heun").auction
    tables = (rules.load("heun"), rules.load(name))
    differing = {d.path for d in differences(rules.flat("heun"), rules.flat(name), tables)}
    assert not any(path.startswith(("unit", "auction")) for path in differing)
    assert rules.unpack(name)["auction"]["starts"] == "first"  # as the house wrote it


def test_another_value_of_such_a_cell_is_refused() -> None:
    text = RETIRED.replace("{starts: first, first_hand", "{starts: dealer, first_hand")
    with pytest.raises(TableError, match="“starts” is not a column of auction"):
        rules.parse(text, "house.yaml")
