"""Which game a page is about, and which picture previews of its link show: its address says it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from taroky import rules
from taroky_tutorials.lessons.lesson import COURSES

from taroky_build.site_build.site_assets import PREVIEWS

_OF_GAME = re.compile(r"(?:learn|reference|calculators)/(?P<game>[^/]+)/")
#: The address of the page with a game's rules.
RULES = re.compile(r"reference/(?P<game>[^/]+)/")
#: Pictures of pages that are about no game, by the first folder of their address; all others have the last one.
_PICTURES = {
    "play": "play",
    "learn": "learn",
    "reference": "reference",
    "compare": "compare",
    "calculators": "calculators",
    "evening": "sheets",
    "tournament": "sheets",
    "strategy": "strategy",
    "house": "house",
}
_OTHER = "taroky"


def game_of(url: str, houses: Mapping[str, str] | None) -> str:
    """The rule set or packed house table that a page is about; "" for none. url: its address below its edition's
    folder; houses: on a club's site the pages of its house tables by their packed names."""
    match = _OF_GAME.match(url)
    if not match:
        return ""
    own = {page: name for name, page in (houses or {}).items()}
    name = own.get(match["game"], match["game"])
    return name if name in own.values() or name in rules.ids() else ""


def picture_of(url: str, houses: Mapping[str, str] | None) -> str:
    """The picture of a page, by its address below the site's root: one of its game's hands or, for a game without a
    course, one of the game whose page tells its rules. url, houses: as for `game_of`."""
    named = game_of(url, houses)
    game = rules.origin(named) if named else ""
    if game:
        table = rules.load(game)
        game = table.pages.get(table.prefix, game)
    name = game if game in COURSES else _PICTURES.get(url.split("/")[0], _OTHER)
    return f"{PREVIEWS}/{name}.png"
