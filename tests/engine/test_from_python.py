"""The public door: every example of the page "From Python" and of the package's README runs as it stands there and
prints what the page says; the package offers what it lists, and stands alone."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import taroky

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python" / "index.md"
README = ROOT / "engine" / "README.md"
#: Of a thousand hands the page shows the first ones; so many are played here.
MANY, FEW = "range(1000)", "range(20)"
_BLOCK = re.compile(r"(?:Save this as `([^`]+)`:\n\n)?^```(\S+)\n(.*?)^```$", re.M | re.S)


def _examples(page: Path = PAGE) -> list[tuple[str, dict[str, str], str, str]]:
    """For each example: its heading, the files it needs, its code, what it prints."""
    examples = []
    for section in re.split(r"^## ", page.read_text("utf-8"), flags=re.M)[1:]:
        files: dict[str, str] = {}
        code = ""
        for file, language, text in _BLOCK.findall(section):
            if file:
                files[file] = text
            elif language == "python":
                code = text
            elif language == "text":
                examples.append((section.partition("\n")[0], files, code, text))
    return examples


@pytest.mark.parametrize(
    ("files", "code", "printed"),
    [pytest.param(*e[1:], id=e[0]) for e in (*_examples(), *_examples(README))],
)
def test_example_prints_what_the_page_says(
    files: dict[str, str], code: str, printed: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    code = code.replace(MANY, FEW)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-X", "utf8", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == printed


def test_page_has_an_example_for_everything_it_promises() -> None:
    page = PAGE.read_text("utf-8")
    assert len(_examples()) == page.count("```python") >= 8
    assert page.count(MANY) == 1
    rows = set(re.findall(r"`(\w+)(?:\([^)]*\))?`", page.partition("## All names")[2]))
    assert set(taroky.__all__) <= rows


def test_a_type_checker_knows_each_name_and_no_other(tmp_path: Path) -> None:
    names = ", ".join(f"taroky.{name}" for name in taroky.__all__)
    script = tmp_path / "use.py"
    script.write_text(
        "\n".join(
            [
                "import taroky",
                f"print({names})",
                "taroky.dael  # type: ignore[attr-defined]",
                "taroky.random  # type: ignore[attr-defined]",
                "class Mine:",
                "    def act(self, view: taroky.View, legal: taroky.Legal) -> tuple[taroky.Action, taroky.Message]:",
                "        return legal.actions[0], taroky.Message('the first')",
                "bot: taroky.Bot = Mine()",
                "hand: taroky.Hand = taroky.play(taroky.deal('hlucin', 7), {'A': bot})",
                "paid: taroky.Settlement = taroky.settle(hand)",
            ]
        ),
        "utf-8",
    )
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            ROOT / ".cache/mypy_door",
            script,
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_first_example_has_at_most_ten_lines() -> None:
    code = _examples()[0][2]
    assert len(code.splitlines()) <= 10


def test_each_name_is_there_and_documented() -> None:
    for name in taroky.__all__:
        assert getattr(taroky, name).__doc__, name
    assert set(taroky.__all__) <= set(dir(taroky))
    with pytest.raises(AttributeError, match="no attribute 'shuffle'"):
        _ = taroky.shuffle  # type: ignore[attr-defined]


def test_door_gives_the_same_cards_for_a_seed_and_others_without() -> None:
    assert taroky.deal("hlucin", 7) == taroky.deal("hlucin", 7)
    assert taroky.deal("hlucin", 7) != taroky.deal("hlucin", 8)
    assert len({taroky.deal("hlucin").holds("A") for _ in range(5)}) > 1


def test_given_cards_are_dealt_and_checked() -> None:
    hand = taroky.deal("hlucin", 7)
    hands = {seat: list(hand.holds(seat)) for seat in "ABCD"}
    again = taroky.deal("hlucin", hands=hands, talon=hand.cards.talon)
    assert again.cards == hand.cards
    with pytest.raises(taroky.TarokyError, match="not both"):
        taroky.deal("hlucin", 7, hands=hands, talon=hand.cards.talon)
    with pytest.raises(taroky.TarokyError):
        taroky.deal("hlucin", hands=hands)


def test_names_of_version_one_go_on_working() -> None:
    hand = taroky.deal("hlucin", "names")
    view = taroky.view(hand, "A")
    assert hand.rules is hand.table
    assert view.others is view.card_counts and view.told is view.numbers_told


def test_bad_input_is_one_sentence() -> None:
    hand = taroky.deal("hlucin", 7)
    for wrong in (
        lambda: taroky.load("tarock"),
        lambda: taroky.player("champion", hand.table),
        lambda: taroky.play(hand, "champion"),
        lambda: taroky.apply(hand, "bid povinnost"),
        lambda: taroky.apply(hand, "B bid povinnost"),
        lambda: taroky.settle(hand),
        lambda: taroky.settle({"rules": "hlucin", "contract": "povinost"}),
        lambda: taroky.settle({"rules": 3, "contract": "povinnost"}),
        lambda: taroky.settle({"rules": "hlucin", "options": 3, "contract": "povinnost"}),
        lambda: taroky.count("hlucin", ["KX"]),
        lambda: taroky.replay("taroky 1\nrules: hlucin\n"),
        lambda: taroky.start_session("hlucin", ["Ada"]),
    ):
        with pytest.raises(taroky.TarokyError) as problem:
            wrong()
        assert re.fullmatch(r"[^\n]+[.?]", str(problem.value)), str(problem.value)


def test_engine_needs_pyyaml_only_and_is_typed() -> None:
    project = tomllib.loads((ROOT / "engine" / "pyproject.toml").read_text("utf-8"))["project"]
    assert [one.partition(">")[0] for one in project["dependencies"]] == ["PyYAML"]
    assert (ROOT / "engine" / "taroky" / "py.typed").exists()


def test_import_alone_loads_no_room() -> None:
    code = "import taroky, sys; print([m for m in sys.modules if m.startswith('taroky.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
