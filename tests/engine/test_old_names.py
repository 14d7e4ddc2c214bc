"""Rows that have another name now: whatever people kept under the old one goes on being read, and what is
made has the new one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import taroky
import yaml
from taroky import rules
from taroky import session as sessions
from taroky.api import handler
from taroky.cli import main
from taroky.errors import RecordError, TableError
from taroky.rules import differences
from taroky.settling.paying import settle
from taroky.settling.reported import reading as facts_of

FACTS = {
    "contract": "powinnosc",
    "declarer": "A",
    "partner": "C",
    "points": {"declarers": 43},
    "announced": {"A": ["pagat"]},
    "last_trick": {"winner": "A", "cards": {"A": "I"}},
}
OLD, NEW = ({**FACTS, "pots": {name: 30}} for name in ("zid", "pot"))

#: A house table and its link, as they were made when the pot had another name.
HOUSE = """
table: u-lva
title: U Lva
extends: hlucin
choose: {pool.enabled: yes}
pots: {zid: {starts: 5}}
payments:
  extra:
    {when: {result: game}, payer: zid, receiver: declarers, pay: {from: pot.zid}, between: shared, order: 1}
penalties: {misdeal: {to: zid}}
names: {zid: kasa}
options:
  ours:
    {topic: pots, default: no, number_in: [pots.zid.starts],
     values: {no: {}, yes: {pots: {zid: {at_end: share_equally}}, penalties: {misdeal: {to: each_other}}}}}
"""
LINK = (
    "h.eNpFjkESwjAIRa_isK6dceHGM7j1ADRBkzFNnECrtdO7C-"
    "nCFfD_48MKgkMiuMB0TDNCBxKlzbfDtc30EcqeVQlpcjGr5EIprMwKr1JST9kivBILMWydqsLmfqO3woLVBDjDZi4u"
    "I-Wd0PCK1rwDZauVeEqi7ANHgp2mqrNldWo7inMTPLmElSpDg2z5Xsuojp7vDdftgeRNlgwcFLaIUn3bP7Vnsp75_w"
    "pPZFT9B9bGW5M"
)


def test_a_table_says_what_its_pot_was_called() -> None:
    for table in (rules.load("polish"), rules.load("hlucin", {"pool.enabled": "yes"})):
        assert list(table.pots) == ["pot"]
        assert table.pot_named("zid") == "pot" == table.pot_named("pot")
        assert table.pot_named("hat") == "hat"


# -- facts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("read", [json.loads, yaml.safe_load])
def test_facts_are_read_under_the_old_name(read: Callable[[str], Any]) -> None:
    table = rules.load("polish")
    old, new = (facts_of.read(table, read(json.dumps(facts))) for facts in (OLD, NEW))
    assert old == new and old.pots == {"pot": 30}
    assert settle(table, old).pots == {"pot": -30}


def test_a_request_and_a_command_are_answered_under_the_new_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    requests = ({"verb": "score", "rules": "polish", "facts": facts} for facts in (OLD, NEW))
    old, new = map(handler.handle, requests)
    assert old == new and "zid" not in json.dumps(old)
    file = tmp_path / "facts.yaml"
    file.write_text(yaml.safe_dump({"rules": "polish", **OLD}), "utf-8")
    for arguments in (["score", str(file)], ["score", str(file), "--json"]):
        assert main(arguments) == 0
        said = capsys.readouterr().out
        assert "pot" in said and "zid" not in said


def test_the_old_name_and_the_new_one_together_are_refused() -> None:
    both, head = {**FACTS, "pots": {"zid": 30, "pot": 20}}, "table: x\nextends: polish\n"
    with pytest.raises(RecordError, match="“zid” is an old name of “pot”; give only one of them"):
        facts_of.read(rules.load("polish"), both)
    with pytest.raises(TableError, match=r"house.yaml, line 4: “zid” is an old name of “pot”"):
        rules.parse(f"{head}pots:\n  zid: {{starts: 5}}\n  pot: {{starts: 6}}\n", "house.yaml")


# -- sessions -------------------------------------------------------------------------------------


def test_a_session_file_is_read_under_the_old_name_and_written_under_the_new() -> None:
    new = sessions.start(rules.load("polish"), ["Ada", "Ben", "Cyril", "Dana"], 0)
    paid = {"A": Decimal(-10), "B": Decimal(0), "C": Decimal(0), "D": Decimal(-10)}
    new = new.after(paid, pots={"pot": Decimal(20)})
    new = new.with_facts({"facts": FACTS})
    file = sessions.to_json(new)
    old_file = json.loads(json.dumps(file).replace('"pot":', '"zid":'))
    old_file["hands"][1]["facts"]["pots"] = {"zid": "20"}
    assert old_file["hands"][0]["pots"] == {"zid": "20"}
    read = sessions.from_json(old_file)
    assert (read.totals, read.pots) == (new.totals, new.pots) == (new.totals, {"pot": 0})
    assert "zid" not in json.dumps(sessions.to_json(read))
    old_file["hands"][0]["pots"] = {"zid": "10", "pot": "10"}
    with pytest.raises(RecordError, match="Hand 1: “zid” is an old name of “pot”"):
        sessions.from_json(old_file)


# -- house tables ---------------------------------------------------------------------------------


def test_a_house_table_is_read_under_the_old_name() -> None:
    """Its rows, who pays and is paid, what is in the pot, its names, and the same in its options."""
    old, new = rules.pack(HOUSE), rules.pack(HOUSE.replace("zid", "pot"))
    assert _without_name(rules.flat(old)) == _without_name(rules.flat(new))
    table = rules.load(old)
    assert list(table.pots) == ["pot"] and table.pots["pot"].starts == 5
    extra = table.payments["extra"]
    assert (extra.payer, table.penalties["misdeal"].to) == ("pot", "pot")
    assert extra.pay is not None and extra.pay.steps[0].operand == "pot.pot"
    assert table.names["pot"] == "kasa" and "zid" not in table.names
    for value, starts, end in (("yes", 5, "share_equally"), ("7.50", Decimal("7.50"), "left")):
        pot = rules.load(old, {"ours": value}).pots["pot"]
        assert (pot.starts, pot.at_end) == (starts, end)


def _without_name(flat: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in flat.items() if key != "packed"}


def test_a_house_file_is_read_under_the_old_name(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, "utf-8")
    assert list(rules.read(file, {"ours": "yes"}).pots) == ["pot"]
    assert list(rules.flat_file(file)["pots"]) == ["pot"]


def test_a_house_link_is_read_under_the_old_name() -> None:
    """The link itself stays what it was; what is written from it has the new name."""
    table = rules.load(LINK)
    assert table.name == LINK and table.pots["pot"].starts == 5
    assert settle(table, facts_of.read(table, _druha("zid"))).pots == {"pot": Decimal(-30)}
    assert rules.unpack(LINK)["pots"] == {"pot": {"starts": "5"}}
    for text in (rules.as_yaml(LINK), json.dumps(rules.unpack(LINK))):
        assert "zid" not in text
    again = rules.load(rules.pack(rules.as_yaml(LINK)))
    tables = (table, again)
    assert not differences.differences(rules.flat(LINK), rules.flat(again.name), tables)


def _druha(pot: str) -> dict[str, Any]:
    contract = {"contract": "druha_povinnost", "declarer": "B", "partner": "D"}
    last = {"winner": "B", "cards": {"B": "I"}}
    return {**contract, "points": {"declarers": 37}, "last_trick": last, "pots": {pot: 30}}


def test_a_record_of_a_house_link_is_read() -> None:
    hand = taroky.play(taroky.deal(LINK, seed="3"))
    record = json.dumps(taroky.record(hand))
    assert taroky.replay(json.loads(record)) == hand


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pots: {kitty: {old_names: [pot]}}", "“pot” cannot be an old name here"),
        ("pots: {a: {old_names: [b]}, c: {old_names: [b]}}", "“b” cannot be an old name here"),
    ],
)
def test_an_old_name_that_another_pot_has_is_refused(text: str, said: str) -> None:
    with pytest.raises(TableError, match=f"line 3: {said}"):
        rules.parse(f"table: x\nextends: polish\n{text}\n", "house.yaml")


def test_a_house_gives_its_own_pot_an_old_name() -> None:
    table = rules.parse("table: x\nextends: hlucin\npots: {kitty: {old_names: [box, tin]}}\n")
    facts = {**_druha("tin"), "contract": "povinnost"}
    assert facts_of.read(table, facts).pots == {"kitty": 30}


def test_a_pot_of_the_old_name_in_a_game_that_never_had_it_is_its_own() -> None:
    table = rules.parse("table: x\nextends: heun\npots: {zid: {starts: 2}}\n")
    assert list(table.pots) == ["zid"] == [table.pot_named("zid")]
