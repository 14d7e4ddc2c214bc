"""An evening at the table, played by a script: always the first thing that may be done, and the page loaded again at
every tenth. `python -m taroky_devtools.table_evening SITE` tells what the tab holds after so many hands beside what it
held after the first one; the browser tests play an evening in every engine."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from taroky_devtools.bench_start import until
from taroky_devtools.bench_tab_memory import held
from taroky_devtools.browsers import FLAGS, find
from taroky_devtools.static_server import serve

KEY = "taroky:table"
#: The id of what may be pressed first; "" when the hand is over.
_FIRST = """() => {
  const all = (what) => [...document.querySelectorAll(`#tk-room ${what}`)];
  if (all("#tk-next").length > 0) return "";
  if (all("#tk-do-go").length > 0) return "tk-do-go"; // a coach waits until it is read
  const [done] = all("#tk-done");
  const ready = done?.classList.contains("tk-button--primary");
  const cards = all(".tk-own-card:not([aria-disabled], [aria-pressed])");
  const [option] = all(".tk-option:not([aria-pressed])");
  const [another] = all(".tk-option[aria-pressed=false]"); // one of several
  return (option ?? (ready ? done : another ?? (done ? cards.at(-1) : cards[0]))).id;
}"""
#: Whether somebody is asked, a coach waits, or the hand is over.
ASKED = "document.querySelector('#tk-next, #tk-do-go, #tk-room[data-yours]') !== null"
#: Milliseconds before each look: what is free Chromium gives back only when it has rested for a while, and thirty
#: hands in half a minute leave it no rest.
_REST = 45_000
#: The most actions in a hand.
_MOST = 150
#: Presses what has this id, and says whether there is such a thing.
_PRESS = (
    "(id) => { const there = document.getElementById(id); there?.click(); return there !== null; }"
)


def kept(page: Page, key: str = KEY) -> dict[str, Any]:
    """Return what the browser keeps of a table: the evening, or by another key the hand of a lesson."""
    data: dict[str, Any] = json.loads(page.evaluate("(key) => localStorage.getItem(key)", key))
    return data


def first_to_press(page: Page) -> str:
    """Wait until you are asked something; then the id of what may be pressed first, "" when the hand is over."""
    until(page, ASKED)
    element_id: str = page.evaluate(_FIRST)
    return element_id


def play(page: Page, hands: int, again: int, after: Callable[[int], None] = lambda _: None) -> int:
    """Play hands at the table that is open, with the others at once; returns how much was done. again: after how many
    touches the page is loaded again, 0 for never; after: told of the number of each hand that is over. Raises
    AssertionError where something is lost."""
    done = 0
    for number in range(1, hands + 1):
        done = play_hand(page, again, done)
        after(number)
        before = kept(page)
        until(page, "document.querySelector('#tk-next') !== null")
        page.evaluate(_PRESS, "tk-next")
        until_kept(page, before)
        assert len(kept(page)["session"]["hands"]) == number, "a hand is not in the score sheet"
    return done


def play_hand(page: Page, again: int = 0, done: int = 0, key: str = KEY) -> int:
    """Play the hand that is open to its payment; returns how much was done, with what was done before."""
    most = done + _MOST
    while pressed := first_to_press(page):
        before = kept(page, key)
        if not page.evaluate(_PRESS, pressed):
            continue  # the table was drawn again in between
        until_kept(page, before, key)
        done += 1
        assert done < most, "a hand has no end"
        if again and done % again == 0:
            _loaded_anew(page)
    return done


def until_kept(page: Page, before: dict[str, Any], key: str = KEY) -> None:
    """Wait until what was pressed has been answered: the browser keeps something else than before, if only that the
    coach has said something."""
    hands, coach = len(before["session"]["hands"]), before.get("coached")
    text = json.dumps([before["done"], before["picked"], hands, coach])
    until(
        page,
        f"""(() => {{
      const {{ done, picked, session, coached }} = JSON.parse(localStorage.getItem('{key}'));
      return JSON.stringify([done, picked, session.hands.length, coached ?? null]) !== JSON.stringify({text});
    }})()""",
    )


def _loaded_anew(page: Page) -> None:
    """Load the page in the middle of a hand: the evening goes on from what was kept."""
    before = kept(page)
    page.reload()
    until(page, "document.querySelector('.tk-bar') !== null")
    until(page, ASKED)
    now = kept(page)
    assert now["done"][: len(before["done"])] == before["done"], "something that was done is lost"
    assert now["session"] == before["session"], "a hand that was paid is lost"


def sit_down(page: Page, game: str = "") -> None:
    """Sit down on the page that is open, to the game that is chosen there or another, and let the others act at once."""
    until(page, "document.querySelector('.tk-sit-down [type=submit]') !== null")
    if game:
        page.select_option("#tk-game", game)
    page.evaluate("document.querySelector('.tk-sit-down [type=submit]').click()")
    at_once(page)


def at_once(page: Page) -> None:
    """Let the others act at once at the table that is open."""
    for name in ("#tk-bar-menu", "#tk-pace-at_once[aria-pressed=false]", "#tk-close"):
        until(page, f"document.querySelector('{name}') !== null")
        page.evaluate(f"document.querySelector('{name}').click()")
    until(page, "document.querySelector('.tk-panel') === null")


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Plays an evening and looks at what the tab holds."
    )
    parser.add_argument("site", type=Path, help="the folder of a built site")
    parser.add_argument("--hands", type=int, default=30)
    args = parser.parse_args()
    with serve(args.site, compress=True) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find(), args=[*FLAGS, "--js-flags=--expose-gc"]
        )
        page = browser.new_page()
        inside, outside = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
        measures: list[dict[str, float]] = []

        def look(number: int) -> None:
            print(f"hand {number}", file=sys.stderr, flush=True)
            if number in (1, args.hands):
                page.wait_for_timeout(_REST)
                measures.append(held(page, inside, outside))

        page.goto(f"{server.url}play/")
        sit_down(page)
        done = play(page, args.hands, 0, look)
        browser.close()
    for name, first in measures[0].items():
        line = {
            "name": f"tab after {args.hands} hands, {name}",
            "value": round(measures[-1][name], 1),
            "first": round(first, 1),
            "ratio": round(measures[-1][name] / first, 3),
            "done": done,
        }
        print(json.dumps(line))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
