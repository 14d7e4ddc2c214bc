"""House options in words: every question and answer has some, and none is said of nothing."""

import re
from pathlib import Path

import pytest
from taroky import rules
from taroky.messages import known
from taroky.rules import option_words
from taroky.rules.differences import differences

CATALOGUE = Path(__file__).resolve().parents[2] / "engine/taroky/messages/en.po"
HOUSE = """\
table: u_lva
title: U Lva
extends: {parent}
choose: {{{choose}}}
"""


def ids() -> set[str]:
    names = re.findall(r'^msgid "(option\..+)"$', CATALOGUE.read_text("utf-8"), re.MULTILINE)
    assert len(names) == len(set(names))
    return set(names)


@pytest.mark.parametrize("game", rules.ids())
def test_every_option_and_value_has_words(game: str) -> None:
    table = rules.load(game)
    for key, option in table.options.items():
        assert option_words.question(table, key).id.startswith("option."), key
        for value in (*option.values, *(["7"] if option.number_in else [])):
            said = option_words.answer(table, key, value)
            assert said.id.startswith("option."), (key, value)
            assert said.text().endswith(".") and said.text()[0].isupper() | said.text()[0].isdigit()


@pytest.mark.parametrize("game", rules.ids())
def test_no_two_answers_to_a_question_are_the_same(game: str) -> None:
    table = rules.load(game)
    for key, option in table.options.items():
        assert option_words.question(table, key).text().endswith("?")
        said = [option_words.answer(table, key, value).text() for value in option.values]
        assert len(set(said)) == len(said), key
    asked = [option_words.question(table, key).text() for key in table.options]
    assert len(set(asked)) == len(asked)


def test_no_words_are_for_nothing() -> None:
    used: set[str] = set()
    for game in rules.ids():
        table = rules.load(game)
        for key, option in table.options.items():
            used.add(option_words.question(table, key).id)
            used |= {option_words.answer(table, key, value).id for value in option.values}
            used |= {option_words.answer(table, key, "7").id for _ in [0] if option.number_in}
    assert ids() == used


def test_every_topic_has_a_heading_and_some_option() -> None:
    assert all(known(option_words.topic(name).id) for name in option_words.TOPICS)
    used = {o.topic for game in rules.ids() for o in rules.load(game).options.values()}
    assert used == set(option_words.TOPICS)


def test_one_key_asks_other_things_in_other_games() -> None:
    """MACH-BONUS-09 and HEUN-BONUS-24, MACH-DBL-03 and VIC-DBL-05."""
    heun, machtarok = rules.load("heun"), rules.load("machtarok")
    assert "failed" in option_words.question(machtarok, "valat.ends_early").text()
    assert "is certain" in option_words.question(heun, "valat.ends_early").text()
    victoria = rules.load("victoria")
    assert option_words.question(victoria, "contra.who").text() == "Who may say Contra?"
    (both,) = (
        d
        for d in differences(rules.flat("machtarok"), rules.flat("victoria"), (machtarok, victoria))
        if d.path == "options.contra.who"
    )
    said = both.message("machtarok", "victoria").text()
    assert said.startswith(
        "Only machtarok leaves this to the house: Who says contra, or answers it, on the side"
    )
    assert "Only victoria leaves this to the house: Who may say Contra?" in said


def test_a_house_table_has_the_words_of_its_parents() -> None:
    house = rules.parse(HOUSE.format(parent="victoria", choose="contra.who: any_player"))
    assert option_words.lineage(house) == ("u_lva", "victoria")
    assert option_words.question(house, "contra.who").text() == "Who may say Contra?"
    assert option_words.standing(house, "contra.who") == "any_player"
    polish = rules.parse(HOUSE.format(parent="polish", choose="discard.called_card: forbidden"))
    assert option_words.lineage(polish) == ("u_lva", "polish", "hlucin")


def test_an_option_of_a_house_is_asked_by_its_key() -> None:
    own = "options: {tea.break: {topic: session, default: no, values: {no: {}, after_ten: {}}}}\n"
    house = rules.parse(HOUSE.format(parent="hlucin", choose="") + own)
    assert option_words.question(house, "tea.break").text() == "tea.break"
    assert option_words.answer(house, "tea.break", "after_ten").text() == "after ten"


def test_what_a_house_chose_is_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE.format(parent="hlucin", choose="discard.called_card: forbidden"), "utf-8")
    cells = differences(
        rules.flat("hlucin"), rules.flat_file(file), (rules.load("hlucin"), rules.read(file))
    )
    said = {d.path: d.message("Hlučín", "U Lva").text() for d in cells}
    assert said["options.discard.called_card"] == (
        "May the called card be discarded? Hlučín: Yes, if a tarok has to go. U Lva: No, never."
    )
