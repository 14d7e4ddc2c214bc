"""Levels of players: the figures of the docs come out again, and any workers give the same ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from taroky import rules
from taroky.messages import term
from taroky.players.roster import LEVELS
from taroky_build.strategy import arena_table, kept_results
from taroky_devtools.cluster import each, workers
from taroky_devtools.strategy.arena import Deal, Duel, duels, gain

ROOT = Path(__file__).resolve().parents[2]
KEPT = kept_results.load(kept_results.file(ROOT, "arena"))
#: Played again at every run: the level that needs no long thought where three, four and five play and where
#: all play alone, the one above it in one game.
AGAIN = [
    "hlucin/thumb",
    "heun/thumb",
    "french-3/thumb",
    "french-5/thumb",
    "french-practice-1/thumb",
    "hlucin/club",
]


@pytest.mark.parametrize("name", AGAIN)
def test_the_first_deal_gives_the_same_figure_again(name: str) -> None:
    kept = KEPT[name]
    duel = Duel(kept["rules"], kept["above"], kept["below"], kept["seed"])
    assert round(gain(Deal(duel, 0)), 6) == kept["first"][0], f"run {kept['command']}"


@pytest.mark.parametrize("name", KEPT)
def test_the_upper_level_is_shown_to_be_the_stronger(name: str) -> None:
    kept = KEPT[name]
    mean, half = kept["gain"]
    assert mean - half > 0
    # A level that is not the next one below has no column; the table is asked as if it had one.
    column = f"{kept['rules']}/{kept['above']}"
    table = rules.load(kept["rules"])
    row = next(
        line
        for line in arena_table.fill(arena_table.MARK, {column: kept}).splitlines()
        if line.startswith(f"| {table.title} <small>{term('unit', table.unit.name)}</small> |")
    )
    assert f"+{mean:.2f} ± {half:.2f}<br>" in row and "no clear difference yet" not in row


def test_every_level_has_played_the_one_below_it_in_every_game() -> None:
    assert {duel.id for duel in duels(rules.ids(), [*LEVELS], "1")} <= {*KEPT}


def test_each_level_plays_the_one_below_it() -> None:
    names = [(duel.above, duel.below) for duel in duels(["hlucin"], [*LEVELS], "1")]
    levels = list(LEVELS)
    assert names == list(zip(levels[1:], levels[:-1], strict=True))
    assert {duel.game for duel in duels(rules.ids(), ["thumb"], "1")} == {*rules.ids()}


def test_a_lead_that_is_not_shown_yet_says_how_many_deals_would_show_it() -> None:
    kept = {"above": "club", "gain": [2.0, 6.0], "unit": "points", "deals": 20}
    assert "about 180 deals" in arena_table.fill(arena_table.MARK, {"heun/club": kept})
    behind = {**kept, "gain": [-2.0, 6.0]}
    assert "no clear difference yet</small> |" in arena_table.fill(
        arena_table.MARK, {"heun/club": behind}
    )


def test_a_level_may_play_one_further_down() -> None:
    (duel,) = duels(["hlucin"], ["master"], "1", "thumb")
    assert (duel.below, duel.id) == ("thumb", "hlucin/master/thumb")


def test_a_level_against_itself_gains_nothing() -> None:
    assert gain(Deal(Duel("hlucin", "thumb", "thumb"), 3)) == 0


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler with two workers, processes of their own: its address, and the workers."""
    place = tmp_path / "scheduler.json"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    running = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "distributed.cli.dask_scheduler",
                "--port",
                "0",
                "--no-dashboard",
                "--host",
                "127.0.0.1",
                "--scheduler-file",
                str(place),
            ],
            cwd=tmp_path,
            **quiet,
        )
    ]
    for _ in range(2):
        running.append(
            subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "distributed.cli.dask_worker",
                    "--scheduler-file",
                    str(place),
                    "--nthreads",
                    "1",
                    "--no-nanny",
                    "--no-dashboard",
                    "--local-directory",
                    str(tmp_path),
                ],
                cwd=tmp_path,
                **quiet,
            )
        )
    try:
        from distributed import Client

        with Client(scheduler_file=str(place), timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address, running[1:]
    finally:
        for process in running:
            process.kill()
        for process in running:
            process.wait()


def test_a_worker_that_dies_changes_no_figure(
    scheduler: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    address, processes = scheduler
    deals = [Deal(Duel("hlucin", "thumb", "random"), n) for n in range(6)]
    expected = [gain(deal) for deal in deals]
    gains = []
    with workers(scheduler=address) as client:
        for number, value in enumerate(each(client, gain, deals)):
            if number == 1:
                os.kill(processes[0].pid, signal.SIGKILL)
            gains.append(value)
    assert processes[0].wait(30) == -signal.SIGKILL
    assert gains == expected


def test_workers_of_this_machine_give_the_same() -> None:
    deals = [Deal(Duel("heun", "thumb", "random"), n) for n in range(2)]
    with workers(1) as client:
        assert [*each(client, gain, deals)] == [gain(deal) for deal in deals]
