"""The table in a browser: it fits every window at every moment, a hand is played to its payment with reloads in
between, by keyboard alone, and everything is said once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from accessibility import axe_finds
from playwright.sync_api import Page, expect
from table_events import match_played, moments
from table_moments import drawn, with_long_names, with_panels
from taroky import rules
from taroky.hand import Action
from taroky.rules.table import Seat
from taroky_devtools import table_evening
from taroky_devtools.site_visits import scripts
from taroky_devtools.table_states import open_table, put
from taroky_tutorials.play_page.evening import from_json
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.modes import MATCH_HANDS
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view import seats
from taroky_tutorials.play_page.view.labels import said_last

pytestmark = pytest.mark.browser

#: Phones upright and on their side, a tablet, a desk.
SIZES = ((390, 664), (360, 600), (390, 844), (844, 390), (768, 1024), (1366, 768))
#: Colours move nothing: in the dark a phone and a desk will do.
DARK = ((390, 664), (1366, 768))
#: The smallest of each kind.
NARROW = ((390, 664), (360, 600), (844, 390), (1366, 768))
FIT = scripts("table_fit")
#: Where the cards of a link are kept.
CARDS = "taroky:table:cards"
#: Where a match is kept.
MATCH = "taroky:table:match"
PHONE = {"viewport": {"width": 390, "height": 664}}


def keep(page: Page, kept: dict[str, Any]) -> None:
    """Let the browser have kept an evening in which nobody goes on unasked."""
    text = json.dumps({**kept, "pace": "press"})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [table_evening.KEY, text])


def opened(page: Page) -> None:
    page.goto("play/")
    expect(page.locator(".tk-bar")).to_be_visible(timeout=90_000)


#: Three, four and five players, the smallest and the largest hands, and the most ways to deal: the tables that are tight.
TIGHT = ("hlucin", "french", "french-3", "french-5", "victoria")


def misfits(page: Page, name: str, sizes: Sequence[tuple[int, int]] = SIZES) -> Iterator[str]:
    """Yield what of the table that is shown does not fit one of these windows."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for line in page.evaluate(f"({FIT})(44)"):
            yield f"{name} {width}×{height}: {line}"


def every_moment(page: Page, game: str) -> Iterator[str]:
    """Shows the table at each moment of a hand, and gives its name."""
    open_table(page)
    for name, kept in moments(game, f"fit-{game}").items():
        put(page, drawn(from_json(kept)))
        yield name


@pytest.mark.no_python
@pytest.mark.parametrize("game", TIGHT)
def test_tight_tables_fit_the_smallest_windows_at_every_moment(
    game: str, watched: Callable[..., Page]
) -> None:
    page = watched(bypass_csp=True)
    lines = [line for name in every_moment(page, game) for line in misfits(page, name, NARROW)]
    assert lines == []


@pytest.mark.no_python
@pytest.mark.parametrize("game", TIGHT)
def test_the_longest_words_of_all_others_fit_their_places(
    game: str, watched: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    def longest(state: PlayState, seat: Seat) -> tuple[str, Action] | None:
        said = said_last(state, seat)
        return said and ("stráž proti talonu", said[1])

    monkeypatch.setattr(seats, "said_last", longest)
    page = watched(bypass_csp=True)
    open_table(page)
    tables = [drawn(from_json(kept)) for kept in moments(game, f"fit-{game}").values()]
    put(page, max(tables, key=lambda table: table.count("tk-spoken")))
    assert page.locator(".tk-spoken").count() > 1
    assert list(misfits(page, game)) == []


@pytest.mark.no_python
@pytest.mark.matrix("test_tight_tables_fit_the_smallest_windows_at_every_moment")
@pytest.mark.parametrize("game", rules.ids())
def test_the_table_fits_every_window_at_every_moment(
    game: str, watched: Callable[..., Page]
) -> None:
    page = watched(bypass_csp=True)
    lines = []
    for name in every_moment(page, game):
        for scheme, sizes in (("default", SIZES), ("slate", DARK)):
            page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme }", scheme)
            lines += misfits(page, name, sizes)
    assert lines == []


@pytest.mark.no_python
@pytest.mark.not_in("webkit", "there is no touch screen")
def test_a_touch_on_a_word_at_the_table_shows_its_line(new_page: Callable[..., Page]) -> None:
    page = new_page(bypass_csp=True, has_touch=True, is_mobile=True, **PHONE)
    open_table(page)
    put(page, drawn(from_json(moments("hlucin", "fit-hlucin")["follows"])))
    expect(page.locator("#tk-played-line")).to_be_hidden()
    page.locator(".tk-played .tk-termed").tap()
    note = page.locator(".tk-note.is-shown")
    expect(note).to_be_in_viewport(ratio=0.99)
    expect(note).to_contain_text("a point over 35 each.")
    page.locator(".tk-cloth").tap()
    expect(note).to_be_hidden()


#: A browser's usual letters, and letters twice as large.
LETTERS = ("125%", "250%")


#: A phone upright and one on its side, where large letters and what is opened have the least room.
LEAST = NARROW[1:3]


@pytest.mark.no_python
@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(LEAST, id="least"),
        pytest.param(
            NARROW[:1] + NARROW[3:],
            id="others",
            marks=pytest.mark.matrix("the windows with least room"),
        ),
    ],
)
@pytest.mark.parametrize("letters", LETTERS)
def test_long_names_and_large_letters_fit_and_so_does_all_that_can_be_opened(
    letters: str, sizes: tuple[tuple[int, int], ...], watched: Callable[..., Page]
) -> None:
    page = watched(bypass_csp=True)
    open_table(page)
    page.evaluate("(size) => { document.documentElement.style.fontSize = size }", letters)
    lines = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate("document.documentElement.scrollWidth") > width:
            lines.append(f"the form does not fit {width}")
        ways = page.evaluate("document.querySelector('.tk-ways-in').getBoundingClientRect().bottom")
        if letters == LETTERS[0] and ways > height:
            lines.append(f"ways to play lie below the first window of {width}×{height}")
    evenings = {name: with_long_names(kept) for name, kept in moments("hlucin", "letters").items()}
    tables = {name: from_json(kept) for name, kept in evenings.items()}
    tables |= {f"{name}, hint": tables[name].in_hand(hints=2) for name in ("bid", "follows")}
    for name in ("follows", "over"):
        tables |= {f"{name}, {panel}": one for panel, one in with_panels(evenings[name])}
    for name, evening in tables.items():
        put(page, drawn(evening))
        lines += misfits(page, name, sizes)
    assert lines == []


def test_a_hand_is_played_to_its_payment_and_each_reload_finds_it_as_it_was(
    watched: Callable[..., Page],
) -> None:
    page = watched(**PHONE)
    page.goto("")
    page.get_by_role("link", name="Play a hand").click()
    table_evening.sit_down(page, "french-practice-1")  # in which every hand is played out
    for number in range(80):
        first = table_evening.first_to_press(page)
        if not first:
            break
        before = table_evening.kept(page)
        # what lies beneath another card is pressed where it is seen
        page.locator(f"[id='{first}']").click(position={"x": 6, "y": 12})
        table_evening.until_kept(page, before)
        if number % 10 == 9:
            page.reload()
            expect(page.locator(".tk-bar")).to_be_visible(timeout=90_000)
    expect(page.locator(".tk-balance")).to_contain_text("You")
    page.locator("#tk-next").click()
    page.wait_for_function(
        "(key) => JSON.parse(localStorage.getItem(key)).session.hands.length === 1",
        arg=table_evening.KEY,
    )


@pytest.mark.matrix("test_a_hand_is_played_to_its_payment_and_each_reload_finds_it_as_it_was")
def test_an_evening_of_twenty_hands_loses_nothing(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    page.goto("play/")
    table_evening.sit_down(page)
    assert table_evening.play(page, 20, again=10) > 200
    assert len(table_evening.kept(page)["session"]["hands"]) == 20


def won(page: Page) -> str:
    """Return what the hand that is over has brought you."""
    return page.locator(".tk-balance li", has_text="You").locator("strong").inner_text()


def test_a_friend_plays_the_cards_of_a_link_and_sees_both_results(
    watched: Callable[..., Page],
) -> None:
    mine, theirs = watched(**PHONE), watched(**PHONE)
    mine.goto("about/")
    over = moments("french-practice-1", "link")["over"]
    keep(mine, over)
    opened(mine)
    sent = won(mine)
    mine.get_by_role("button", name="Send these cards").click()
    link = mine.get_by_label("Link", exact=True).input_value()
    theirs.goto("about/")
    keep(theirs, {**moments("hlucin", "own")["bid"], "pace": "press"})  # an evening of their own
    theirs.goto(link)
    theirs.get_by_role("button", name="Play these cards").click()
    expect(theirs.locator(".tk-bar")).to_be_visible(timeout=90_000)
    table_evening.at_once(theirs)
    table_evening.play_hand(theirs, key=CARDS)
    compared = theirs.locator(".tk-compared")
    expect(compared).to_contain_text(sent)
    expect(compared).to_contain_text(won(theirs))
    theirs.get_by_role("button", name="A new evening").click()
    theirs.get_by_role("button", name="Continue where you left off").click()
    expect(theirs.locator(".tk-option").first).to_be_visible()


def test_a_match_that_comes_back_shows_both_results_at_once(page: Page) -> None:
    mine, theirs = (
        match_played("french-practice-1", "mine"),
        match_played("french-practice-1", "theirs"),
    )
    page.goto("about/")
    text = json.dumps(mine.as_json())
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [MATCH, text])
    page.goto(f"play/{match.link(theirs)}")
    table = page.locator(".tk-score--match")
    expect(table.locator("thead")).to_contain_text("The other player", timeout=90_000)
    expect(table.locator("tbody tr")).to_have_count(MATCH_HANDS + 1)


def test_a_damaged_answer_to_a_match_is_told_and_your_match_stays(page: Page) -> None:
    mine = match_played("french-practice-1", "mine")
    page.goto("about/")
    text = json.dumps(mine.as_json())
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [MATCH, text])
    page.goto(f"play/#match=1.thumb.{mine.seed}.AXAX.abcdef.french-practice-1")
    problem = page.locator(".tk-why-not")
    expect(problem).to_contain_text("cut short", timeout=90_000)
    expect(problem).not_to_contain_text("cannot be read")
    assert table_evening.kept(page, MATCH) == mine.as_json()


def test_a_card_is_played_by_keyboard_and_said_once(page: Page) -> None:
    page.goto("about/")
    keep(page, moments("hlucin", "keyboard")["leads"])
    opened(page)
    card = page.locator(".tk-own-card").first
    card.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tk-own-card").nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("#tk-heard")).to_contain_text("You play")
    expect(page.locator(".tk-own-card").first).to_be_focused()
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#tk-heard")).not_to_contain_text("You play")


def test_touching_your_own_cards_does_not_keep_the_others_waiting(page: Page) -> None:
    page.goto("about/")
    keep(page, moments("hlucin", "waiting")["leads"])
    opened(page)
    kept = {**table_evening.kept(page), "pace": "slow"}
    page.evaluate(
        "([key, text]) => localStorage.setItem(key, text)", [table_evening.KEY, json.dumps(kept)]
    )
    page.reload()
    expect(page.locator("#tk-room[data-yours]")).to_be_visible(timeout=90_000)
    before = len(kept["done"])
    page.locator(".tk-own-card:not([aria-disabled])").first.click(position={"x": 6, "y": 12})
    for _ in range(
        20
    ):  # longer than two of the others wait, with a touch more often than each waits
        page.wait_for_timeout(200)
        page.evaluate("document.querySelector('.tk-own-card:last-child')?.click()")
    assert len(table_evening.kept(page)["done"]) >= before + 3


@pytest.mark.no_python
def test_a_card_touched_before_python_is_there_is_lifted_at_once(
    watched: Callable[..., Page],
) -> None:
    page = watched(bypass_csp=True)
    open_table(page)
    put(page, drawn(from_json(moments("hlucin", "early")["bid"])))
    card = page.locator(".tk-own-card").first
    card.click(position={"x": 6, "y": 12})
    expect(card).to_have_attribute("aria-pressed", "true")
    card.click(position={"x": 6, "y": 12})
    expect(card).to_have_attribute("aria-pressed", "false")


@pytest.mark.once
def test_nothing_keeps_anybody_out(new_page: Callable[..., Page]) -> None:
    page = new_page(axe=True, **PHONE)
    page.goto("about/")
    evenings = moments("hlucin", "axe")
    for name in ("bid", "follows", "over"):
        keep(page, evenings[name])
        opened(page)
        assert axe_finds(page, "article") == [], name
    page.get_by_role("button", name="Who pays what, and why").click()
    link = page.locator(".tk-panel a.tk-rule").first
    link.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(link.inner_text())
    assert axe_finds(page, "dialog[open], [role=dialog]") == []
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(link).to_be_focused()  # on the table, of which nothing is lost
