"""House options that change nothing where they are chosen: which these are, and that they are said to be so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from taroky import rules
from taroky.cli.main import main
from taroky.rules import option_words
from taroky.rules.differences import differences
from taroky.rules.idle_options import idle_choices, idle_options
from taroky.rules.table import Table

#: Sections in which a table says what it is called and what it has chosen, and no rule.
NO_RULES = ("options", "chosen", "packed", "points")


def house(text: str, parent: str = "hlucin") -> Table:
    return rules.load(rules.pack(f"table: ours\ntitle: Ours\nextends: {parent}\n{text}"))


def idle(table: Table) -> dict[str, str]:
    """The choices without effect, each with the option that makes it so."""
    return {key: one.because for key, one in idle_choices(table).items()}


def rules_of(game: str, options: dict[str, str]) -> object:
    return _plain(rules.flat(game, options))


def _plain(data: object) -> object:
    if isinstance(data, dict):
        return {key: _plain(cell) for key, cell in data.items() if key not in NO_RULES}
    return data


@pytest.mark.parametrize(
    ("parent", "text", "expected"),
    [
        (
            "hlucin",
            "choose: {pool.enabled: yes, varsava.scoring: half_crown}\n",
            {"varsava.scoring": "pool.enabled"},
        ),
        (
            "hlucin",
            "choose: {pool.enabled: yes, varsava.three_way_tie: round_up_to_0.10_each}\n",
            {"varsava.three_way_tie": "pool.enabled"},
        ),
        ("hlucin", "choose: {pool.super_factor: 1}\n", {"pool.super_factor": "pool.enabled"}),
        (
            "hlucin",
            "choose: {pool.enabled: yes, pool.misdeal_to: pool,"
            " misdeal.five_pays: active_players_only}\n",
            {"misdeal.five_pays": "pool.misdeal_to"},
        ),
        (
            "hlucin",
            "choose: {settlement.solo_rate: 0.40}\ncontracts: {solo: {rate: 9}}\n",
            {"settlement.solo_rate": ""},
        ),
        (
            "machtarok",
            "choose: {settlement.prever_rejection_valat: no, settlement.prever_rejection: none}\n",
            {"settlement.prever_rejection_valat": "settlement.prever_rejection"},
        ),
        (
            "heun",
            "choose: {counting.min_leftover_to_win: 2, counting.thirty_five_and_cards: loses}\n",
            {"counting.min_leftover_to_win": "counting.thirty_five_and_cards"},
        ),
        (
            "french",
            "choose: {deal.first_dealer: random, deal.draw_tie: suit_order}\n",
            {"deal.draw_tie": "deal.first_dealer"},
        ),
        ("hlucin", "choose: {pool.enabled: yes, pool.super_factor: 1}\n", {}),
        ("hlucin", "choose: {varsava.scoring: half_crown}\n", {}),
        ("victoria", "choose: {valat.pagat_bonus: included, valat.flat: proportional}\n", {}),
    ],
)
def test_a_choice_without_effect_is_known_with_what_makes_it_so(
    parent: str, text: str, expected: dict[str, str]
) -> None:
    assert idle(house(text, parent)) == expected


def test_the_checker_says_which_choices_have_no_effect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "table: club\ntitle: Club\nextends: hlucin\n"
        "choose: {pool.enabled: yes, varsava.scoring: half_crown, settlement.solo_rate: 0.40}\n"
        "contracts: {solo: {rate: 0.90}}\n",
        "utf-8",
    )
    assert main(["rules", "check", str(file)]) == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == [
        "settlement.solo_rate: 0.40 has no effect: the table writes what it would change.",
        "varsava.scoring: half_crown has no effect while pool.enabled is yes.",
    ]


@pytest.mark.parametrize("game", rules.ids())
def test_a_rule_set_has_only_options_that_wait_for_another(game: str) -> None:
    table = rules.load(game)
    for key, one in idle_options(table).items():
        assert one.because in table.options[key].needs
    assert not idle_choices(table)


def pairs(table: Table) -> Iterator[dict[str, str]]:
    """Two options of a table chosen together, where one says that it needs the other or both change a
    section; the other pairs cannot touch each other."""
    sections = {
        key: {name for delta in row.values.values() for name in getattr(delta, "value", {})}
        for key, row in table.options.items()
    }
    for one, other in combinations(table.options, 2):
        needed = {*table.options[one].needs, *table.options[other].needs}
        if sections[one] & sections[other] or {one, other} & needed:
            for value in set(table.options[one].values) - {table.options[one].default}:
                for second in set(table.options[other].values) - {table.options[other].default}:
                    yield {one: value, other: second}


@pytest.mark.parametrize("game", rules.ids())
def test_of_two_options_what_is_told_as_chosen_is_what_the_rules_do(game: str) -> None:
    """A comparison names the answer of an option exactly where the rules are others than without it."""
    usual = rules.load(game)
    for chosen in pairs(usual):
        table = rules.load(game, chosen)
        named = {
            one.path.removeprefix("options.")
            for one in differences(rules.flat(game), rules.flat(game, chosen), (usual, table))
            if one.path.startswith("options.")
        }
        both = rules_of(game, chosen)
        for key in chosen:
            alone = {other: value for other, value in chosen.items() if other != key}
            other_values = set(usual.options[key].values) - {chosen[key]}
            works = any(rules_of(game, {**alone, key: value}) != both for value in other_values)
            written_by_houses = not any(
                getattr(delta, "value", None) for delta in usual.options[key].values.values()
            )
            unmet = idle_options(table).get(key)
            if written_by_houses:
                works = unmet is None
            assert (key in named) == works, (chosen, key)
            assert (key in idle_choices(table)) != works, (chosen, key)


def test_what_has_no_effect_is_said_without_its_answer() -> None:
    table = house("choose: {pool.enabled: yes, varsava.scoring: half_crown}\n")
    said = idle_options(table)["varsava.scoring"].reason(table).text()
    assert option_words.question(table, "varsava.scoring").text() in said
    assert option_words.answer(table, "varsava.scoring", "half_crown").text() not in said
    assert option_words.answer(table, "pool.enabled", "yes").text() in said
