"""The strategy pages: figures that can be had again, hands reviewed with the same verdict, prose that says
what the figures say."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from math import comb
from pathlib import Path
from typing import Any

import pytest
from taroky import rules
from taroky.game import current
from taroky.hand import Action
from taroky.players.search import Effort
from taroky_build.errors import BuildError
from taroky_build.pages import filled_pages
from taroky_build.strategy import figures, kept_results
from taroky_devtools.strategy import reviewed
from taroky_devtools.strategy.__main__ import EXPERIMENTS
from taroky_devtools.strategy.card_play import play_on
from taroky_devtools.strategy.deals import deal
from taroky_devtools.strategy.discarding import WAYS
from taroky_devtools.strategy.experiment import NOT_THROWN_IN
from taroky_devtools.strategy.leading import leads
from taroky_devtools.strategy.plans import Plan, first_card, turn, until
from taroky_devtools.strategy.valued import values

ROOT = Path(__file__).resolve().parents[2]
KEPT = kept_results.load(kept_results.file(ROOT, "figures"))
PAGES = sorted(p for p in (ROOT / "docs/strategy").glob("*.md") if "." not in p.stem)


# -- figures ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(KEPT))
def test_the_first_hands_give_the_same_figures_again(name: str) -> None:
    one, kept = EXPERIMENTS[name], KEPT[name]
    assert kept["again"]["hands"] == one.again
    assert one.run(one.again) == kept["again"]["figures"], f"run make strategy ARGS={name}"


@pytest.mark.parametrize("name", sorted(KEPT))
def test_what_is_kept_is_what_would_be_run(name: str) -> None:
    one, kept = EXPERIMENTS[name], KEPT[name]
    about = {key: kept.get(key) for key in ("what", "rules", "seed", "hands", "command")}
    assert about == {
        "what": one.what,
        "rules": one.game,
        "seed": one.seed,
        "hands": one.hands,
        "command": f'make strategy ARGS="{name}"',
    }
    assert kept.get("players", "") == one.players
    assert kept.get("options", {}) == dict(one.options)
    assert max(n for n, _, _ in kept["figures"].values()) <= one.hands
    assert set(kept) <= {
        "what",
        "rules",
        "options",
        "players",
        "seed",
        "hands",
        "command",
        "figures",
        "again",
    }


def test_every_simulation_is_kept_and_nothing_else() -> None:
    assert set(KEPT) == set(EXPERIMENTS)


def _drawn(held: int, of: int, dealt: int, pack: int) -> float:
    """How likely a hand has exactly so many of a set."""
    return comb(of, held) * comb(pack - of, dealt - held) / comb(pack, dealt)


@pytest.mark.parametrize(
    ("name", "figure", "exact"),
    [
        *(("spread", f"own.{k}", _drawn(k, 22, 12, 54)) for k in range(11)),
        *(("spread-78", f"own.{k}", _drawn(k, 21, 18, 78)) for k in range(12)),
        *(("honours", f"kings.{k}", _drawn(k, 4, 12, 54)) for k in range(5)),
        *(("honours", f"trul.{k}", _drawn(k, 3, 12, 54)) for k in range(4)),
        *(("suits", f"length.{k}", _drawn(k, 8, 12, 54)) for k in range(6)),
        ("called", "talon", 6 / 42),
        ("called", "alone", 4 / 42),
        ("called-king", "talon", 6 / 42),
        ("called", "partner.B", 13 / 42),
        ("called", "partner.D", 12 / 42),
        ("declare-hlucin", "own.trul", _drawn(3, 3, 12, 54)),
    ],
)
def test_counted_odds_are_near_the_exact_ones(name: str, figure: str, exact: float) -> None:
    n, mean, _ = KEPT[name]["figures"][figure]
    assert abs(mean - exact) < 4.5 * (exact * (1 - exact) / n) ** 0.5 + 1e-5


def test_the_order_of_a_hash_table_changes_nothing() -> None:
    code = (
        "import json; from taroky_devtools.strategy.__main__ import EXPERIMENTS as e; "
        "one = e['lead-king']; print(json.dumps(one.run(one.again)))"
    )
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"  # other than here
    output = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert json.loads(output) == KEPT["lead-king"]["again"]["figures"]


# -- hands -----------------------------------------------------------------------------------------


def test_the_card_players_play_hands_to_their_end() -> None:
    table, rng = rules.load("hlucin", NOT_THROWN_IN), random.Random(1)
    moment = until(table, *deal(table, rng), Plan(), rng, first_card)
    assert moment is not None
    end = play_on(moment[0], rng, Effort(cards=2, plays=1, listens=False))
    assert current(end) is None
    assert sum(len(t.cards) for t in end.play.tricks) == table.pack.cards - 6


def test_ways_are_valued_in_the_same_imagined_hands() -> None:
    """Two names for one action are worth the same, and a moment that never comes gives none."""
    table, rng = rules.load("hlucin"), random.Random(2)
    moment = until(table, *deal(table, rng), Plan(), rng, turn("A", "bid"))
    assert moment is not None
    say = {word: Action("A", "bid", (word,)) for word in ("povinnost", "trojka")}
    worth = values(moment[0], "A", {**say, "again": say["trojka"]}, random.Random(3))
    assert worth["again"] == worth["trojka"] != worth["povinnost"]
    assert values(moment[0], "A", {"one": say["trojka"]}, random.Random(3)) == {}
    never = until(table, *deal(table, rng), Plan(), rng, turn("A", "look"))
    assert never is None


@pytest.mark.parametrize("name", sorted(WAYS))
def test_ways_of_discarding(name: str) -> None:
    table = rules.load("hlucin")
    hand = table.cards.parse_all("SKYZ XX I KS QS QH RH JH AH 2H QD RD 4D 10C 9C 8C")
    may = [card for card in hand if card not in ("SKYZ", "I", "KS", "XX")]
    laid = WAYS[name](table, hand, may, 4, random.Random(1))
    assert len(set(laid)) == 4 and set(laid) <= set(may)
    expected = {
        "void": ["10C", "9C", "8C", "QD"],
        "dear": ["QS", "QH", "QD", "RH"],
        "even": ["QH", "RH", "QD", "JH"],
    }
    assert name not in expected or list(laid) == expected[name]


def test_ways_of_leading() -> None:
    table = rules.load("hlucin")
    hand = table.cards.parse_all("XX IX II I KS 9S QH RH 2H 4H JD 7C")
    by_way = leads(table, hand, random.Random(1))
    assert by_way["king"] == "KS"
    assert (by_way["low tarok"], by_way["high tarok"]) == ("II", "XX")
    assert by_way["short suit"] in ("JD", "7C") and by_way["long suit"] == "4H"


# -- hands reviewed --------------------------------------------------------------------------------

REVIEWED = kept_results.load(kept_results.file(ROOT, "reviewed"))


@pytest.mark.parametrize("name", sorted(REVIEWED))
def test_a_reviewed_hand_gets_the_same_verdict_again(name: str) -> None:
    one = REVIEWED[name]
    assert one["verdict"]["mistake"]
    assert reviewed.verdict(one) == one["verdict"], "run make reviewed"


def test_the_page_shows_every_reviewed_hand() -> None:
    source = (ROOT / "docs/strategy/reviewed.md").read_text("utf-8")
    shown = filled_pages.expand(source, "strategy/reviewed.md", ROOT)
    assert set(re.findall(r"<!-- reviewed: ([\w-]+) -->", source)) == set(REVIEWED)
    for name, one in REVIEWED.items():
        block = shown.split(f'id="reviewed-{name}"')[1].split("</pre>")[0]
        assert f"{one['verdict']['loss']:.2f} ± {one['verdict']['half']:.2f}" in block
        answer = block.index("<details")  # told only when it is opened
        assert ("is-right" in block[answer:]) == (one["verdict"]["phase"] == "play")
        assert "is-right" not in block[:answer]
        assert one["record"][0] in block
        for reason in one["verdict"]["reasons"][1:]:
            assert all(f"#{point}" in block for point in reason["points"])
    with pytest.raises(BuildError, match="no reviewed hand atlantis"):
        filled_pages.expand("<!-- reviewed: atlantis -->", "strategy/reviewed.md", ROOT)


# -- prose -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_names_every_simulation_it_uses(path: Path) -> None:
    source = path.read_text("utf-8")
    assert figures.used(source) == figures.named(source) or path.stem == "index"
    shown = filled_pages.expand(source, f"strategy/{path.name}", ROOT)  # its claims hold
    assert "{{" not in shown and "<!-- claim" not in shown and "<!-- simulation" not in shown
    for name in figures.named(source):
        one = EXPERIMENTS[name]
        assert f'id="sim-{name}"' in shown
        assert (
            f"{one.hands:,} hands" in shown
            and KEPT[name]["command"].replace('"', "&quot;") in shown
        )


def test_every_simulation_is_on_a_page() -> None:
    assert set().union(*(figures.named(p.read_text("utf-8")) for p in PAGES)) == set(KEPT)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_what_a_reader_reads_names_no_seed_and_no_option(path: Path) -> None:
    shown = filled_pages.expand(path.read_text("utf-8"), f"strategy/{path.name}", ROOT)
    text = re.sub(r"<details.*?</details>|<[^>]*>", "", shown, flags=re.S)
    assert not re.search(r"\bseed\b|\w+\.\w+_\w+|make strategy", text)


def test_prose_gives_no_number_of_its_own_for_a_share() -> None:
    for path in PAGES:
        text = re.sub(r"\{\{.*?\}\}|<!--.*?-->", "", path.read_text("utf-8"))
        assert not re.search(r"\d\s?%", text), path.name


MADE: dict[str, Any] = {
    "x": {
        "what": "y",
        "rules": "hlucin",
        "seed": "1",
        "hands": 2000,
        "command": "c",
        "figures": {
            "a.b": [2000, -1.25, 0.5],
            "p": [2000, 0.345, 0.02],
            "none": [2000, 0, 0],
            "few": [9, 0.5, 0.1],
            "t.2": [12, 0.5, 0.1],
            "t.3": [12, 0.75, 1.0],
            "all": [30, 1, 0],
        },
    }
}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{{ figures: x/a.b | amount }}", "−1.25 ± 0.50"),
        ("{{ figures: x/a.b | gain }}", "−1.25 ± 0.50"),
        ("{{ figures: x/t.2 | gain }}", "+0.50 ± 0.10"),
        ("{{ figures: x/t.3 | gain }}", "no clear difference (+0.8 ± 1.0)"),
        ("{{ figures: x/p | percent }}", "34% ± 2"),
        ("{{ figures: x/none | percent }}", "0% (none of 2,000)"),
        ("{{ figures: x/all | percent }}", "100% (all of 30)"),
        ("{{ figures: x | hands }}", "2,000"),
        ("{{ said: victoria/una_beeda }}", "Una Beeda"),
        (
            "<!-- each 2 to 3: | # | {{ figures: x/t.# | amount }} | -->",
            "| 2 | 0.50 ± 0.10 |\n| 3 | 0.8 ± 1.0 |",
        ),
        ("a<!-- claim: x/a.b < 0 -->\nb", "ab"),
        ("a<!-- claim: x/a.b ~ -1 -->\nb", "ab"),
    ],
)
def test_figures_are_filled_in(text: str, shown: str) -> None:
    assert figures.fill(text, MADE, "p.md") == shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ figures: z/a | amount }}", "no simulation z"),
        ("{{ figures: x/a.c | amount }}", "no figure a.c"),
        ("{{ figures: x/few | amount }}", "9 hands, too few to show"),
        ("{{ figures: x/a.b | much }}", "filters are"),
        ("<!-- each 2 to 4: | # | {{ figures: x/t.# | amount }} | -->", "no figure t.4"),
        ("<!-- simulation: z -->", "no simulation z"),
        ("<!-- claim: x/a.b > 0 -->", r"do not say that x/a.b > 0: it is -1.25 ± 0.5"),
        ("<!-- claim: x/a.b < -1 -->", "do not say"),
        ("<!-- claim: x/a.b ~ 0 -->", "do not say"),
    ],
)
def test_what_the_figures_do_not_say_stops_the_build(text: str, said: str) -> None:
    with pytest.raises(BuildError, match=f"p.md: .*{said}"):
        figures.fill(text, MADE, "p.md")


def test_figures_are_kept_whole(tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    figures.keep(path, "x", MADE["x"])
    figures.keep(path, "a", MADE["x"])
    assert kept_results.load(path) == {"a": MADE["x"], "x": MADE["x"]}
    assert '"a.b": [2000, -1.25, 0.5]' in path.read_text("utf-8")
    assert [p.name for p in tmp_path.iterdir()] == ["figures.json"]


def test_the_command_names_what_there_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from taroky_devtools.strategy.__main__ import main

    monkeypatch.setattr(sys, "argv", ["strategy", "atlantis"])
    assert main() == 2
    assert "no simulation atlantis" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["strategy", "called", "--hands", "5"])
    assert main() == 0
    assert "called/talon: " in capsys.readouterr().out


def test_actions_of_a_plan_are_legal() -> None:
    """A plan that asks for what the cards do not allow does the least there is."""
    table = rules.load("victoria")
    rng = random.Random(5)
    moment = until(table, *deal(table, rng), Plan(bids={"A": "zesta"}), rng, first_card)
    assert moment is not None
    assert moment[0].contract in ("zesta", "povinnost")
