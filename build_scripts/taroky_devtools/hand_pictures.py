"""One whole hand as a strip of pictures, from the first question to the payment and the review, on a phone and on a
desk, light and dark.

    python -m taroky_devtools.hand_pictures SITE FOLDER

writes one WebP file for each into the folder, and prints how large they are. The hand is
the same each time: rules of thumb play in your place, too.
"""

from __future__ import annotations

import argparse
import base64
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

from playwright.sync_api import CDPSession, Page, ViewportSize
from taroky.hand import Action
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import Review
from taroky_tutorials.play_page.events import update
from taroky_tutorials.play_page.opponents import dealt, decision
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import OF_HAND, PlayState, state_of

from taroky_devtools.site_visits import visit
from taroky_devtools.table_states import NO_PYTHON, drawn, open_table, put

#: The hand: its rules, and what the deal follows from.
GAME, SEED = "hlucin", "strip-1"
#: Windows, how much smaller their pictures are in a strip, and how many of them stand side by side.
WINDOWS: dict[str, tuple[ViewportSize, float, int]] = {
    "phone": ({"width": 390, "height": 844}, 0.36, 7),
    "desk": ({"width": 1366, "height": 768}, 0.26, 3),
}
#: Names of the schemes of colours, and of the theme for them.
SCHEMES = {"light": "default", "dark": "slate"}
#: What is opened when the hand is over.
_OPENED = ("working", "review")
_QUALITY = 40
#: Time for cards to be painted, in milliseconds.
_REST = 120


def moments(game: str = GAME, seed: str = SEED) -> Iterator[Evening]:
    """A hand when something is asked for the first time, while each trick rests, when it is over, and looked at again."""
    evening = dealt(sit_down({"rules": game, "seed": seed}))
    asked: set[str] = set()
    while True:
        state = state_of(evening)
        if state.resting:
            yield evening
            evening = evening.in_hand(resting=False)
            continue
        if state.over:
            break
        if state.yours and state.kind not in asked:
            asked.add(state.kind)
            yield evening
        action = decision(state, patient=True)
        for event in _events(state, action):
            evening = update(evening, event, patient=True).evening
    yield evening
    middle = len(evening.hand.done) // 2
    looked = replace(evening, review=Review(looks_at=middle))
    yield from (looked.in_hand(panel=panel) for panel in _OPENED)


def _events(state: PlayState, action: Action) -> Iterator[dict[str, str]]:
    """Yield what is pressed for an action of yours to be done; for another's, that it is time."""
    if action.seat != state.you or not state.yours:
        yield {"go": str(len(state.evening.hand.done))}
        return
    of_hand, what = action.kind in OF_HAND, action.what
    if state.several(action.kind) is None or action.kind == "play":
        yield {"tap": what[0]} if of_hand else {"act": " ".join((action.kind, *what))}
        return
    for one in what:
        if one != "nothing":
            yield {"tap": one} if of_hand else {"act": f"{action.kind} {one}"}
    yield {"done": "1"}


def take(site: Path, folder: Path) -> Iterator[Path]:
    """Write the strips into the folder; each file once it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = [drawn(evening) for evening in moments()]
    for (window, (size, scale, abreast)), scheme in product(WINDOWS.items(), SCHEMES):
        with visit(site, viewport=size, bypass_csp=True) as (page, home):
            chromium = page.context.new_cdp_session(page)
            page.add_init_script(NO_PYTHON)
            open_table(page, home)
            page.evaluate(
                "(scheme) => { document.body.dataset.mdColorScheme = scheme }", SCHEMES[scheme]
            )
            frames = [_frame(page, chromium, html, size, scale) for html in tables]
            file = folder / f"{window}-{scheme}.webp"
            file.write_bytes(_strip(page, chromium, frames, abreast))
            yield file


def _frame(page: Page, chromium: CDPSession, html: str, size: ViewportSize, scale: float) -> str:
    """The picture of a table, as base64."""
    put(page, html)
    page.wait_for_timeout(_REST)
    return _shot(chromium, {"x": 0, "y": 0, **size, "scale": scale}, 95)


def _strip(page: Page, chromium: CDPSession, frames: Sequence[str], abreast: int) -> bytes:
    """Pictures in rows, read as a text is."""
    shown = "".join(f'<img src="data:image/webp;base64,{frame}">' for frame in frames)
    page.set_content(
        "<style>body { margin: 0; background: #fff; } main { display: grid; width: max-content; gap: 6px;"
        f" grid-template-columns: repeat({abreast}, auto); }} img {{ display: block; }}</style>"
        f"<main>{shown}</main>"
    )
    page.wait_for_timeout(_REST)
    box = page.locator("main").bounding_box()
    assert box is not None
    return base64.b64decode(_shot(chromium, {**box, "scale": 1}, _QUALITY))


def _shot(chromium: CDPSession, clip: dict[str, object], quality: int) -> str:
    picture: str = chromium.send(
        "Page.captureScreenshot",
        {"format": "webp", "quality": quality, "clip": clip, "captureBeyondViewport": True},
    )["data"]
    return picture


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the strips of a built site."""
    parser = argparse.ArgumentParser(
        prog="hand_pictures", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("site", type=Path, help="a built site")
    parser.add_argument("folder", type=Path, help="where the strips are to be")
    wanted = parser.parse_args(arguments)
    try:
        for file in take(wanted.site, wanted.folder):
            print(f"{file.name}: {file.stat().st_size / 1000:.1f} kB")
    except FileNotFoundError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
