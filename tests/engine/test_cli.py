"""The command line: answers for people and programs; wrong input gets one sentence and exit code 2."""

import io
import json
from decimal import Decimal
from pathlib import Path

import pytest
from taroky.cli import main


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """Return what a command prints; it must succeed."""
    assert main(args) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one sentence of a command that cannot be answered."""
    try:
        code = main(args)
    except SystemExit as stop:
        code = int(stop.code or 0)
    said = capsys.readouterr()
    assert code == 2
    assert said.out == ""
    assert said.err.startswith("taroky: ")
    assert said.err.count("\n") == 1
    return said.err.removeprefix("taroky: ").strip()


def test_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert "hlucin" in run(capsys, "rules", "list")
    assert "hlucin" in {row["id"] for row in json.loads(run(capsys, "rules", "list", "--json"))}
    assert "povinnost:" in run(capsys, "rules", "show", "hlucin")
    assert "hlucin.yaml: no mistakes found.\n" in run(capsys, "rules", "check")
    said = refused(capsys, "rules", "show", "nowhere")
    assert said.startswith("“nowhere” is not a rule set; expected ")
    assert "hlucin" in said


def test_a_house_table_and_options_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """HLU-SET-03, POL-POT-08, HEUN-COUNTING-20: --rules takes a file too, --option a house option;
    facts of every game have a flag."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "table: house\ntitle: Our table\nextends: hlucin\ncontracts: {solo: {rate: 0.70}}\n",
        encoding="utf-8",
    )
    solo = ["--contract", "solo", "--declarer", "A", "--points", "declarers=45", "--json"]

    def paid(*args: str) -> dict[str, str]:
        answer: dict[str, str] = json.loads(run(capsys, "score", *args))["payments"]
        return answer

    assert paid("--rules", str(house), *solo)["A"] == "21.00"
    assert paid("--option", "settlement.solo_rate=0.40", "--rules", "hlucin", *solo)["A"] == "12.00"
    assert (
        paid(
            "--rules",
            str(house),
            "--option",
            "game.tie_scales_with_rate=yes",
            *solo[:-2],
            "declarers=35",
            "--json",
        )["A"]
        == "-2.10"
    )
    assert "solo_rat" in refused(capsys, "score", *solo, "--option", "settlement.solo_rat=1")
    hands = run(capsys, "play", "--rules", str(house), "--seed", "1", "--hands", "3", "--json")
    packed = run(capsys, "rules", "pack", str(house)).strip()
    assert {json.loads(line)["rules"] for line in hands.splitlines()} == {packed}
    assert paid("--rules", packed, *solo)["A"] == "21.00"
    assert run(capsys, "rules", "check", packed).endswith(": no mistakes found.\n")
    heun = [
        "--rules",
        "heun",
        "--contract",
        "four",
        "--declarer",
        "A",
        "--partner",
        "C",
        "--level",
        "1",
        "--points",
        "declarers=35",
    ]
    assert "left_over" in refused(capsys, "score", *heun)
    assert paid(*heun, "--left-over", "declarers=2", "--json")["A"] == "4"
    assert paid(*heun, "--left-over", "declarers=0", "--json")["A"] == "-4"
    pot = json.loads(
        run(
            capsys,
            "score",
            "--rules",
            "polish",
            "--contract",
            "powinnosc",
            "--declarer",
            "A",
            "--partner",
            "C",
            "--points",
            "declarers=43",
            "--announce",
            "A=pagat",
            "--last-trick",
            "A",
            "A=I",
            "--pots",
            "pot=30",
            "--json",
        )
    )
    assert pot["pots"] == {"pot": "-30"} and pot["payments"]["A"] == "26"


def test_rules_compared(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(
        "table: house\ntitle: Our table\nextends: hlucin\ncontracts: {solo: {rate: 0.40}}\n",
        encoding="utf-8",
    )
    said = run(capsys, "rules", "diff", "hlucin", str(house))
    assert said == (
        "Settling up\n"
        "- In Hlučín, the rate of sólo is 0.60\u00a0Kč; in “Our table”, 0.40\u00a0Kč.  [HLU-SET-03]\n"
        "      contracts.solo.rate\n"
    )
    as_data = json.loads(run(capsys, "rules", "diff", "hlucin", str(house), "--json"))
    (row,) = as_data["differences"]
    assert row["path"] == "contracts.solo.rate" and (row["first"], row["second"]) == (
        "0.60",
        "0.40",
    )
    assert (
        row["text"] == "In Hlučín, the rate of sólo is 0.60\u00a0Kč; in “Our table”, 0.40\u00a0Kč."
    )
    assert run(capsys, "rules", "diff", "hlucin", "hlucin").endswith("have the same rules.\n")
    assert run(capsys, "rules", "show", str(house)) == house.read_text(encoding="utf-8")
    whole = run(capsys, "rules", "show", str(house), "--flat")
    assert "rate: '0.40'" in whole and "varsava:" in whole
    assert "two rule sets" in refused(capsys, "rules", "diff", "hlucin")


def test_a_thousand_seeds_are_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    first = run(capsys, "play", "--rules", "hlucin", "--seed", "1", "--hands", "20", "--json")
    again = run(capsys, "play", "--rules", "hlucin", "--seed", "1", "--hands", "20", "--json")
    assert first == again
    for line in first.splitlines():
        hand = json.loads(line)
        payments = map(Decimal, hand["settlement"]["payments"].values())
        assert sum(payments) == 0
        for trick in hand["tricks"]:
            assert all(play["card"] in play["legal"] for play in trick["plays"])


def test_a_played_hand_replays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = run(capsys, "play", "--seed", "4", "--bot", "thumb")
    path = tmp_path / "hand.txt"
    path.write_text(text, encoding="utf-8")
    played = json.loads(run(capsys, "play", "--seed", "4", "--bot", "thumb", "--json"))
    replayed = json.loads(run(capsys, "replay", str(path), "--json"))
    assert replayed["settlement"] == played["settlement"]
    assert replayed["tricks"] == played["tricks"]


def test_questions_from_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(
        run(capsys, "legal", "--hand", "KS", "7S", "XXI", "--trick", "QS", "--json")
    )
    assert answer["legal"] == ["KS", "7S"]
    assert answer["cards"][2]["why"]["points"] == ["HLU-PLAY-02"]
    assert "C: The pagát takes the trick" in run(capsys, "winner", "--trick", "KH", "4H", "I", "AH")
    assert "= 11 points in 5 cards." in run(capsys, "count", "--pile", "KS", "QH", "RC", "7C", "8C")
    said = run(capsys, "calls", "--said", "povinnost", "--hand", "KS", "7S")
    assert "no  druhá povinnost" in said
    assert "[HLU-BID-12]" in said
    assert "= barvy + honery: 1.50" in run(
        capsys,
        "declarations",
        "--hand",
        "I",
        "KS",
        "KH",
        "KD",
        "7C",
        "8C",
        "9C",
        "QC",
        "AH",
        "2H",
        "3H",
        "4H",
    )
    assert "yes XVII" in run(capsys, "callable", "--hand", "XIX", "XVIII")


def test_score_from_a_file_and_from_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worked example of a povinnost with flek and an opponent's barvičky: HLU-SET-09."""
    facts = (
        "rules: hlucin\ncontract: povinnost\ndeclarer: A\npartner: B\npoints: {declarers: 39}\n"
        "doubles: {game: flek}\ndeclarations: {C: [barvicky]}\n"
    )
    path = tmp_path / "facts.yaml"
    path.write_text(facts, encoding="utf-8")
    answer = json.loads(run(capsys, "score", str(path), "--json"))
    assert answer["payments"] == {"A": "0.30", "B": "0.30", "C": "-0.30", "D": "-0.30"}
    monkeypatch.setattr("sys.stdin", io.StringIO(facts))
    assert json.loads(run(capsys, "score", "-", "--json")) == answer


def test_the_answer_goes_to_a_file_whole_or_not_at_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    target = tmp_path / "deal.txt"
    run(capsys, "deal", "--seed", "3", "--out", str(target))
    whole = target.read_text(encoding="utf-8")
    assert whole.startswith("taroky 1\nrules: hlucin\n")
    refused(capsys, "play", "--hands", "0", "--out", str(target))
    assert target.read_text(encoding="utf-8") == whole
    assert [path.name for path in tmp_path.iterdir()] == ["deal.txt"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["legal", "--hand", "KX"], "“KX” is not one of the 54 cards"),
        (["legal", "--hand", "KS", "KS"], "The king of spades appears twice"),
        (["count"], "“pile” is missing in this question."),
        (["calls", "--said", "pass"], "The first player may not pass, but has to bid."),
        (["calls", "--said", "misere"], "“misere” cannot be chosen here"),
        (["score", "--contract", "sola", "--declarer", "A"], "“sola” is not a contract"),
        (["score", "--contract", "solo", "--points", "declarers=40"], "Say who the declarer is"),
        (
            ["score", "--contract", "solo", "--declarer", "A", "--points", "declarers=71"],
            "71 points for declarers are impossible: the whole pack is worth 70.",
        ),
        (["score", "nowhere.yaml"], "nowhere.yaml"),
        (["replay", "nowhere.txt"], "nowhere.txt"),
        (["play", "--hands", "0"], "--hands"),
        (["fly"], "“fly” is not a command. Try: taroky --help"),
    ],
)
def test_bad_input(capsys: pytest.CaptureFixture[str], args: list[str], said: str) -> None:
    assert said in refused(capsys, *args)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[: text.index("hand C")], "The record is not complete: hand C, hand D"),
        (lambda text: text.replace("taroky 1", "tarok 1"), "Line 1: A record must start with"),
        (lambda text: text.replace("hand A: ", "hand A: KS KS "), "appears twice"),
        (lambda text: text + "A bid pass\n", "The first player may not pass"),
        (lambda text: text + "A sing loudly\n", "A cannot “sing” now"),
        (lambda text: text + "nonsense\n", "“nonsense” is not an action"),
    ],
)
def test_a_bad_record(capsys: pytest.CaptureFixture[str], tmp_path: Path, change, said) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "hand.txt"
    path.write_text(change(run(capsys, "deal", "--seed", "3")), encoding="utf-8")
    sentence = refused(capsys, "replay", str(path))
    assert said in sentence
    assert str(path) in sentence.replace("Taroky", "taroky")


def test_a_hand_of_eleven(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = run(capsys, "deal", "--seed", "3")
    lines = [
        line.rpartition(" ")[0] if line.startswith("hand B") else line for line in text.splitlines()
    ]
    path = tmp_path / "hand.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    assert "Hand B has 11 cards; a hand has 12." in refused(capsys, "replay", str(path))


@pytest.mark.parametrize("text", ["a: [", "- 1", "contract: [1]", "points: x", "", "a: &b 1", "\t"])
def test_broken_facts_never_give_a_traceback(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "facts.yaml"
    path.write_text(text, encoding="utf-8")
    assert refused(capsys, "score", str(path))


def test_answers_use_the_names_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["SKYZ", "XXI", "I", "10S", "QS", "QH", "7C", "8C", "9C", "2H", "3H", "4D"]
    out = run(capsys, "declarations", "--rules", "victoria", "--hand", *hand)
    assert "yes Trul " in out
    assert "= Trul: 2" in out


def test_where_nothing_can_be_chosen_that_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    hand = ("--hand", "XIX", "XVIII", "V", "KS")
    said = run(capsys, "offers", *hand)
    assert said.startswith("= Without a contract there is no such choice.")
    assert said.endswith("what it offers: varsava or surrender.\n")
    said = run(capsys, "offers", "--rules", "french", *hand)
    assert said == "= French taroky has no such choice.\n"
    house = tmp_path / "house.yaml"
    house.write_text("table: ours\nextends: heun\noffers: {give_up: off}\n", "utf-8")
    said = run(capsys, "offers", "--rules", str(house), "--contract", "four", *hand)
    assert said == (
        "= A declarer has no such choice. Before a contract is played there is weak hand: ask"
        " without a contract.\n"
    )
    said = run(capsys, "offers", "--contract", "povinnost", *hand)
    assert said.startswith("no  varsava") and "=" not in said


def test_a_score_takes_cards_left_in_hand_and_who_opened(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """VIC-PEN-03, VIC-BID-14."""
    command = (
        "score --rules victoria --contract povinnost --declarer B --partner D --opener B --points"
    )
    assert main([*command.split(), "declarers=60", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["payments"]["A"] != "0"
    irregular = [*command.split(), "declarers=53", "opponents=52", "--irregular", "B=wrong_discard"]
    assert main(irregular) == 2
    assert main([*irregular, "--left-in-hand", "B=7S"]) == 0
