"""Forms, sheets and the builder read what was kept under an old name of a pot, and write the new one."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from taroky import rules
from taroky.rules import packing
from taroky.rules.tree import from_plain
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.finished_hand.form import HandForm
from taroky_tutorials.house_rules import house_table
from taroky_tutorials.sheets.evening.session_file import session_of
from test_evening import Paper, begun
from test_house_builder import build

HAND = {"rules": "polish", "by": "A", "with": "C", "p": "43", "ann.A": "pagat", "last": "A"}


def test_a_link_to_a_settled_hand_is_read_under_the_old_name() -> None:
    old, new = (HandForm(rules.load("polish"), _fields(pot)) for pot in ("zid", "pot"))
    assert old.settled == new.settled and old.settled is not None
    assert old.facts["pots"] == {"pot": "30"} and old.fields.text("pot.pot") == "30"
    assert not old.fields.text("pot.zid")


def _fields(pot: str) -> Fields:
    values = {**HAND, "last.I": "A", f"pot.{pot}": "30"}
    return Fields({name: (value,) for name, value in values.items()})


def _old(data: Any) -> Any:
    """Return a document as it was kept when the pot had its old name."""
    text = json.dumps(data).replace('"pots": {"pot":', '"pots": {"zid":')
    return json.loads(text.replace('"key": "pot"', '"key": "zid"'))


def _kept() -> Paper:
    """An evening with a hand of which only what went into the pot was put right."""
    paper = begun(game="polish")
    paper.enter("-10", "-10", "5", "0", into_pot="15")
    paper.enter("-10", "-10", "15", "0", into_pot="5", at="0")
    return paper


def test_a_kept_evening_is_read_under_the_old_name() -> None:
    """It is kept under the new one from then on, with the steps that can be taken back."""
    paper = _kept()
    old = _old(paper.kept)
    assert "zid" in json.dumps(old["sheet"]) and "zid" in json.dumps(old["done"])
    again = Paper(old)
    assert again.send()["ok"]
    assert again.kept == paper.kept and "zid" not in json.dumps(again.kept) + again.html
    assert again.session.pots == {"pot": 5}
    again = Paper(old)
    again.send({}, "undo")
    assert not again.problems and again.session.pots == {"pot": 15}
    again.send({}, "redo")
    assert again.session.pots == {"pot": 5}


def test_an_amount_for_the_pot_is_taken_under_the_old_name() -> None:
    paper = begun(game="polish")
    assert paper.enter("-10", "-10", "5", "0", into_zid="15") == ""
    assert paper.session.pots == {"pot": 15}


def test_files_of_an_evening_are_read_under_the_old_name() -> None:
    paper, back = _kept(), Paper()
    assert back.load(json.dumps(_old(paper.kept["sheet"])))["ok"]
    assert back.kept["sheet"] == paper.kept["sheet"]
    paper.send({}, "csv")
    table = paper.file["text"]
    assert "pot: pot" in table and "zid" not in table
    assert back.load(table.replace("pot: pot", "pot: zid"), "x.csv")["ok"]
    assert back.session == paper.session and "zid" not in json.dumps(back.kept)


@pytest.mark.usefixtures("pages")
def test_a_house_from_an_old_link_is_written_under_the_new_name() -> None:
    own = {
        "table": "u-lva",
        "title": "U Lva",
        "extends": "polish",
        "pots": {"zid": {"starts": "5"}},
    }
    house = house_table.opened(packing.pack(from_plain(own, "x")))
    assert house.prices == {"pots.pot.starts": "5"} and not house.rest
    page = build(rules=packing.pack(from_plain(own, "x")))
    assert page.fields["n.pots.pot.starts"] == "5" and "zid" not in page.result


@pytest.mark.usefixtures("pages")
def test_the_form_of_a_house_is_read_under_the_old_name() -> None:
    rest = packing.pack(from_plain({"penalties": {"misdeal": {"pay": "1", "to": "zid"}}}, "x"))
    page = build(rules="polish", title="U Lva", rest=rest, **{"n.pots.zid.starts": "5"})
    assert not page.problems and page.fields["n.pots.pot.starts"] == "5"
    text = re.sub(r"<[^>]+>", "", page.result)
    assert "zid" not in text and "starts: 5" in text and "to: pot" in text


def test_a_session_of_an_old_sheet_is_worked_out() -> None:
    paper = _kept()
    assert session_of(_old(paper.kept["sheet"])) == paper.session
