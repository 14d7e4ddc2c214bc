"""The first visit, by touch on a phone: from the home page to your first card at the table.

    python -m taroky_devtools.walk.first_visit SITE [GAME …] [--languages en cs] [--sizes 360x600]

prints a line for each game, language and window: touches, seconds, buttons with a word of the game and no line below
it, questions with one answer, and what does not fit. It ends with an error if one visit is too long or finds
anything. Where a game has a course, the home page leads to its coach, whose advice is followed; else the play page
does, and the first thing that may be done is done.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Error, Locator, Page
from taroky.messages import ENGLISH, languages
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.play_page.new_table import games

from taroky_devtools import table_evening
from taroky_devtools.site_visits import scripts, visit
from taroky_devtools.walk.findings import DeadEnd

#: From the home page to your first card.
MOST_TOUCHES, MOST_SECONDS = 8, 60
SIZES = ("390x664", "360x600")
#: Where the page keeps the hands with a coach.
COACHED = "taroky:table:coached"
#: The smallest width of a card that a finger finds, in pixels.
_LEAST = 44
#: What the coach waits for, or shows you to touch; else the hand is over.
_ADVISED = (
    "#tk-do-go",
    "#tk-done.is-advised",
    ".tk-option.is-advised",
    ".is-advised > .tk-own-card",
)
_SOON, _PYTHON = 15_000, 90_000
_LOOKS, _LOOK_AGAIN = 25, 250
_FIT = scripts("table_fit")
#: What is wrong with what is asked: sentences.
_ASKED = """() => {
  const found = [];
  const words = (one) => one.querySelector("b")?.textContent ?? one.textContent;
  const options = [...document.querySelectorAll("#tk-room .tk-option")];
  const done = document.querySelector("#tk-done");
  const silent = done && options.length && !options.some((one) => one.ariaPressed === "true");
  for (const one of silent ? [...options, done] : options) {
    if (!one.querySelector(".tk-says")?.textContent.trim()) found.push(`“${words(one)}” has no line below it`);
  }
  if (options.length === 1 && !done) found.push(`“${words(options[0])}” is the only answer`);
  return found;
}"""
#: Whether the bubble covers what can be touched, or is too small for its words.
_COVERED = """() => {
  const bubble = document.getElementById("tk-coach");
  const box = bubble?.getBoundingClientRect();
  const found = [];
  const words = bubble?.firstElementChild.getBoundingClientRect();
  if (words && (words.top < box.top || words.bottom > box.bottom)) found.push(`the bubble is too small for “${bubble.textContent}”`);
  for (const one of document.querySelectorAll(".tk-own-card, .tk-option, .tk-do button")) {
    const it = one.getBoundingClientRect();
    if (!box || it.right <= box.left || it.left >= box.right || it.bottom <= box.top + 1 || it.top >= box.bottom - 1) continue;
    found.push(`the bubble “${bubble.textContent}” covers ${one.id}`);
  }
  return found;
}"""
#: Whether all of an element is in the window.
_IN_WINDOW = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
}"""


@dataclass
class Visit:
    """A visit to the page of a browser, without a table that was kept. seconds: until your first card lies."""

    page: Page
    game: str
    touches: int = 0
    seconds: float = 0.0
    findings: list[str] = field(default_factory=list)

    def to_the_first_card(self, home: str) -> None:
        """Go from the home page to your first card. home: the address of an edition. Raises DeadEnd if there is no way,
        and Playwright's Error if something does not come."""
        self.page.emulate_media(reduced_motion="reduce")  # what moves is not where it will be
        begun = time.monotonic()
        self.page.goto(home)
        if self.game in COURSES:
            self._to_the_coach()
            self._as_the_coach_says()
        else:
            self._to_the_play_page()
            self._as_it_comes()
        self.seconds = time.monotonic() - begun
        if self.touches > MOST_TOUCHES:
            self.findings.append(f"{self.touches} touches")
        if self.seconds > MOST_SECONDS:
            self.findings.append(f"{self.seconds:.0f} seconds")

    def touch(self, target: Locator) -> None:
        """Touch something; it has to be in the window."""
        target.wait_for(timeout=_SOON)
        for _ in range(_LOOKS):  # a page that has just come may still go to its top
            if target.evaluate(_IN_WINDOW):
                break
            self.page.wait_for_timeout(_LOOK_AGAIN)
        else:
            self.findings.append(f"touch {self.touches + 1} is outside the window")
            target.scroll_into_view_if_needed()
        target.tap(position={"x": 8, "y": 14})
        self.touches += 1

    def look(self) -> None:
        """Note what does not fit at the table, and what is wrong with what is asked."""
        seen = [
            *self.page.evaluate(f"({_FIT})({_LEAST})"),
            *self.page.evaluate(_COVERED),
            *self.page.evaluate(_ASKED),
        ]
        self.findings += [f"after touch {self.touches}: {line}" for line in seen]

    def advised(self) -> Locator | None:
        """Wait until the coach says what to do; None when the hand is over."""
        self.page.wait_for_selector(", ".join(("#tk-next", *_ADVISED)), timeout=_PYTHON)
        places = map(self.page.locator, _ADVISED)
        return next((place.first for place in places if place.count()), None)

    def _to_the_coach(self) -> None:
        button = self.page.locator(f".tk-start a[href$='#coached={self.game}']")
        self._scroll_to(button)
        self.touch(button)

    def _as_the_coach_says(self) -> None:
        is_card = False
        while not is_card:
            target = self.advised()
            if target is None:
                raise DeadEnd("the hand is over before a card of yours")
            self.look()
            before = table_evening.kept(self.page, COACHED)
            is_card = target.get_attribute("class") == "tk-own-card"
            self.touch(target)
            self._until_answered(COACHED, before)

    def _scroll_to(self, target: Locator) -> None:
        """Scroll to something, and lift the finger: until then the page has not kept where it stands."""
        target.scroll_into_view_if_needed()
        self.page.wait_for_timeout(_LOOK_AGAIN)

    def _to_the_play_page(self) -> None:
        way = self.page.locator(".tk-known a[href$='play/']")
        self._scroll_to(way)
        self.touch(way)
        self.touch(self.page.locator("#tk-game"))
        self.page.select_option("#tk-game", self.game)
        self.touches += 1
        submit = self.page.locator("#tk-sit-down > .tk-actions [type=submit]")
        self._scroll_to(submit)
        self.touch(submit)

    def _as_it_comes(self) -> None:
        self.page.wait_for_selector(".tk-bar", timeout=_PYTHON)
        sat_down = self.touches
        is_card = False
        while not is_card:
            first = table_evening.first_to_press(self.page)
            if (
                not first
            ):  # everybody has passed, as in half of French hands: what counts is the next one
                first, self.touches = "tk-next", sat_down - 1
            self.look()
            before = table_evening.kept(self.page)
            is_card = first.startswith("tk-own-") and not self.page.locator("#tk-done").count()
            self.touch(self.page.locator(f"[id='{first}']"))
            self._until_answered(table_evening.KEY, before)

    def _until_answered(self, key: str, before: dict[str, object]) -> None:
        self.page.wait_for_function(
            "([key, before]) => JSON.stringify(JSON.parse(localStorage.getItem(key))) !== JSON.stringify(before)",
            arg=[key, before],
            timeout=_PYTHON,
        )


def visits(
    site: Path, names: Sequence[str], editions: Sequence[str], sizes: Sequence[str]
) -> Iterator[str]:
    """Walk each visit of a built site in a browser of its own; a line for each, then its findings, indented. Raises
    FileNotFoundError where there is no Chromium."""
    for game in names:
        for language in editions:
            for size in sizes:
                width, height = map(int, size.split("x"))
                window = {"width": width, "height": height}
                options = {"viewport": window, "has_touch": True, "is_mobile": True}
                with visit(site, locale=language, **options) as (page, home):
                    edition = home if language == ENGLISH else f"{home}{language}/"
                    walked = Visit(page, game)
                    try:
                        walked.to_the_first_card(edition)
                    except (DeadEnd, Error, TimeoutError) as end:
                        walked.findings.append(str(end).splitlines()[0])
                    yield (
                        f"{game} {language} {size}: {walked.touches} touches, {walked.seconds:.1f} s,"
                        f" {len(walked.findings)} findings"
                    )
                    yield from (f"    {line}" for line in walked.findings)


def main(arguments: Sequence[str] | None = None) -> int:
    """Walk the first visits to a built site."""
    parser = argparse.ArgumentParser(
        prog="first_visit", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("site", type=Path, help="a built site")
    parser.add_argument("games", nargs="*", help="ids of games; all, if there are none")
    parser.add_argument("--languages", nargs="+", default=sorted(languages()), help="editions")
    parser.add_argument("--sizes", nargs="+", default=SIZES, help="of the window, as 360x600")
    wanted = parser.parse_args(arguments)
    findings = 0
    try:
        for line in visits(wanted.site, wanted.games or games(), wanted.languages, wanted.sizes):
            findings += line.startswith(" ")
            print(line, flush=True)
    except FileNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
