"""`taroky rules try`: whole hands of a table, and what is said of one that fails."""

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest
from taroky import rules
from taroky.cli import trying
from taroky.cli.main import main
from taroky.errors import RecordError
from taroky.messages import say
from taroky.players import simulate
from taroky.players.random_player import RandomBot

HOUSE = """table: lhota
title: Lhota
extends: hlucin
contracts:
  povinnost: {rate: 0.30}
"""


@pytest.fixture
def house(tmp_path: Path) -> str:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, "utf-8")
    return str(file)


def refused(capsys: pytest.CaptureFixture[str], *typed: str) -> str:
    assert main(("rules", "try", *typed)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def broken(*_: Any) -> NoReturn:
    raise KeyError("pile")


def test_hands_of_a_house_and_of_a_rule_set(capsys: pytest.CaptureFixture[str], house: str) -> None:
    assert main(("rules", "try", house, "hlucin", "--hands", "6")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "6 hands" in line] == [
        f"{name}: 6 hands were played, settled and replayed without a mistake."
        for name in (house, "hlucin")
    ]
    assert any(line.startswith("hlucin: nobody played ") for line in lines)


def test_hands_as_data(capsys: pytest.CaptureFixture[str], house: str) -> None:
    assert main(("rules", "try", house, "--hands", "5", "--seed", "7", "--json")) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["file"], row["seed"], row["hands"]) == (house, 7, 5)
    table = rules.read(Path(house))
    hands = [trying.try_seed(table, seed) for seed in range(7, 12)]
    for contract, times in row["contracts"].items():
        assert times == sum(hand.contract == contract for hand in hands)
    assert sum(row["contracts"].values()) == 5


def test_a_seed_is_the_hand_that_play_plays() -> None:
    table = rules.load("heun")
    (hand,) = simulate.play_hands(table, 3, 1)
    assert trying.try_seed(table, 3) == hand


@pytest.mark.parametrize("game", rules.ids())
def test_hands_of_every_rule_set(game: str) -> None:
    """Each player and every number of people, told and looked at."""
    table = rules.load(game)
    for seed in range(5):
        assert trying.try_seed(table, seed).asked is None


def test_a_hand_that_cannot_be_settled(
    capsys: pytest.CaptureFixture[str], house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the file, the line of the row if the house wrote it, the seed, the moment and why."""
    monkeypatch.setattr(trying, "settle", broken)
    said = {refused(capsys, house, "--hands", "1", "--seed", str(seed)) for seed in range(9)}
    of_povinnost = [one for one in said if "contracts.povinnost" in one]
    assert of_povinnost
    for one in of_povinnost:
        assert one.startswith(f"taroky: {house}, line 5: contracts.povinnost: the hand of --seed ")
        assert (
            " fails (the settlement): something that Taroky does not foresee (KeyError: 'pile')."
            in one
        )
    assert any(one.startswith(f"taroky: {house}: contracts.") for one in said - {*of_povinnost})


def test_a_player_who_cannot_go_on(
    capsys: pytest.CaptureFixture[str], house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stuck(RandomBot):
        def act(self, view: Any, legal: Any) -> Any:
            if legal.phase == "play":
                raise RecordError(say("hand.stuck", seat=legal.seat, phase=legal.phase))
            return super().act(view, legal)

    monkeypatch.setattr(trying, "player", lambda _, table, rng: Stuck(table, rng))
    said = refused(capsys, house, "--seed", "6")
    assert "play.normal: the hand of --seed 6 fails (playing the tricks, seat A): " in said


def test_a_seat_for_which_nothing_fits(
    capsys: pytest.CaptureFixture[str], house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trying, "guesses", broken)
    assert "fails (where the hidden cards may be for seat " in refused(capsys, house)


@pytest.mark.parametrize("hands", ["0", "-2"])
def test_no_hands(capsys: pytest.CaptureFixture[str], house: str, hands: str) -> None:
    assert "--hands" in refused(capsys, house, "--hands", hands)


def test_a_table_that_does_not_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(f"{HOUSE}  povinost: {{rate: 1}}\n", "utf-8")
    assert f"{file}, line 6" in refused(capsys, str(file))
