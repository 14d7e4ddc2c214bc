"""The figures of the strategy pages: kept as data, filled into prose, and prose held to them.

In a page:

    {{ figures: lead/king.points | amount }}  a figure with its interval; filters: amount, gain (a
                                              difference), percent
    {{ figures: lead | hands }}               of how many hands
    {{ said: victoria/pani }}                 what a row is called in a game
    <!-- each 6 to 14: | # | … | -->          a row of a table for each number, which stands for #
    <!-- simulation: lead -->                 what was simulated, with the command: folded away at the
                                              end of the page
    <!-- claim: lead/low tarok-king > 0 -->   what the prose says; the build stops if the figures do
                                              not (the whole 95% interval must be on that side; ~
                                              means: the interval holds the number)
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.messages import ENGLISH, given_name, local_names, number, say, term
from taroky_tutorials.page_parts.elements import Markup, element

from taroky_build.errors import BuildError
from taroky_build.strategy import kept_results
from taroky_build.strategy.numbers import percent, thousands

_FIGURE = re.compile(
    r"\{\{\s*figures:\s*(?P<id>[\w-]+)(?:/(?P<name>[^|}]+?))?\s*\|\s*(?P<filter>\w+)\s*\}\}"
)
_SAID = re.compile(r"\{\{\s*said:\s*(?P<rules>[\w-]+)/(?P<row>\w+)\s*\}\}")
_SIMULATION = re.compile(r"<!-- simulation: (?P<id>[\w-]+) -->")
_EACH = re.compile(r"<!-- each (?P<first>\d+) to (?P<last>\d+): (?P<row>.+?) -->")
_CLAIM = re.compile(
    r"<!-- claim: (?P<id>[\w-]+)/(?P<name>.+?) (?P<side>[<>~]) (?P<value>-?[\d.]+) -->\n?"
)

Figures = Mapping[str, Mapping[str, Any]]

#: A figure of fewer hands is not shown: its interval would promise too much.
_FEWEST = 10


def keep(path: Path, name: str, figures: Mapping[str, Any]) -> None:
    """Write one simulation into the file, which is there whole or as it was."""
    known = {**kept_results.load(path), name: figures}
    text = json.dumps(dict(sorted(known.items())), ensure_ascii=False, indent=1)
    # One figure on one line.
    text = re.sub(r"\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]", r"[\1, \2, \3]", text)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(text + "\n")
    Path(aside).chmod(0o644)
    Path(aside).replace(path)


def fill(text: str, figures: Figures, page: str) -> str:
    """The page with its figures. Raises BuildError for one that is not there, and for a claim that
    they do not bear out."""
    text = _EACH.sub(_rows, text)
    for match in _CLAIM.finditer(text):
        _check(match, figures, page)
    text = _CLAIM.sub("", text)
    text = _measured(text, figures, page)
    text = _SAID.sub(_said, text)
    return _FIGURE.sub(lambda match: _figure(match, figures, page), text)


def _measured(text: str, figures: Figures, page: str) -> str:
    """The page with all that makes its figures again in one place at its end, which readers need not
    open."""
    names = [match["id"] for match in _SIMULATION.finditer(text)]
    if not names:
        return text
    items = [_about(_of(figures, name, page), name) for name in names]
    summary = element("summary", say("figures.measured").text())
    folded = element("details", summary, *items, class_="tk-measured")
    return f"{_SIMULATION.sub('', text).rstrip()}\n\n{folded}\n"


def _rows(match: re.Match[str]) -> str:
    """One row for each of the numbers."""
    numbers = range(int(match["first"]), int(match["last"]) + 1)
    return "\n".join(match["row"].replace("#", str(number)) for number in numbers)


def _said(match: re.Match[str]) -> str:
    """Return what a declaration or bonus is called in a game."""
    with local_names(rules.load(match["rules"]).names):
        return term("say", match["row"])


def used(text: str) -> set[str]:
    """The simulations whose figures a page uses."""
    return {match["id"] for pattern in (_FIGURE, _CLAIM) for match in pattern.finditer(text)}


def named(text: str) -> set[str]:
    """The simulations that a page names."""
    return {match["id"] for match in _SIMULATION.finditer(text)}


def _of(figures: Figures, name: str, page: str) -> Mapping[str, Any]:
    if name not in figures:
        raise BuildError(f"{page}: there is no simulation {name}; there are {', '.join(figures)}.")
    return figures[name]


def _value(figures: Figures, match: re.Match[str], page: str) -> list[float]:
    known: dict[str, list[float]] = _of(figures, match["id"], page)["figures"]
    name = match["name"].strip()
    if name not in known:
        near = [key for key in known if key.split(".")[0] == name.split(".")[0]] or list(known)
        raise BuildError(
            f"{page}: the simulation {match['id']} has no figure {name}; near: {', '.join(near[:8])}."
        )
    return known[name]


def _check(match: re.Match[str], figures: Figures, page: str) -> None:
    _, mean, half = _value(figures, match, page)
    value = float(match["value"])
    low, high = mean - half, mean + half
    holds = {">": low > value, "<": high < value, "~": low <= value <= high}[match["side"]]
    if not holds:
        raise BuildError(
            f"{page}: the figures do not say that {match['id']}/{match['name']} {match['side']} "
            f"{match['value']}: it is {mean:g} ± {half:g}."
        )


def _figure(match: re.Match[str], figures: Figures, page: str) -> str:
    about = _ABOUT.get(match["filter"])
    if about is not None:
        simulation = _of(figures, match["id"], page)
        if match["name"] and match["filter"] == "hands":  # those on which it was measured
            return thousands(int(_value(figures, match, page)[0]))
        return about(simulation)
    form = _FORMS.get(match["filter"])
    if form is None or match["name"] is None:
        raise BuildError(
            f"{page}: {match[0]} needs a figure and a filter; filters are "
            f"{', '.join([*_FORMS, *_ABOUT])}."
        )
    n, mean, half = _value(figures, match, page)
    if n < _FEWEST:
        raise BuildError(f"{page}: {match[0]} rests on {n:.0f} hands, too few to show.")
    sure = {0.0: "none", 1.0: "all"}.get(mean, "") if match["filter"] == "percent" else ""
    text = form(mean, half)
    if not sure:
        return text
    return f"{text} ({say(f'figures.{sure}_of', hands=thousands(int(n))).text()})"


def _digits(half: float) -> int:
    """Return how many digits after the point the interval is worth."""
    return 0 if half >= 9.5 else 1 if half >= 0.95 else 2 if half >= 0.005 else 3


def _number(value: float, digits: int, sign: str = "") -> str:
    return number(f"{value:{sign}.{digits}f}").replace("-", "−") if round(value, digits) else "0"


def _give_or_take(half: float, digits: int) -> str:
    return f" ± {number(f'{half:.{digits}f}')}"


def _amount(mean: float, half: float) -> str:
    digits = _digits(half)
    return _number(mean, digits) + _give_or_take(half, digits)


def _gain(mean: float, half: float) -> str:
    """A difference; where its interval holds zero, the figures do not show one."""
    digits = _digits(half)
    text = _number(mean, digits, "+") + _give_or_take(half, digits)
    return (
        say("figures.no_difference", told=text).text() if mean - half <= 0 <= mean + half else text
    )


def _percent(mean: float, half: float) -> str:
    share, half = 100 * mean, 100 * half
    if not half:
        return percent(f"{share:.0f}")
    digits = 0 if half >= 0.95 else 1 if half >= 0.095 else 2 if half >= 0.0095 else 3
    return percent(number(f"{share:.{digits}f}")) + _give_or_take(half, digits)


_FORMS: Mapping[str, Callable[[float, float], str]] = {
    "amount": _amount,
    "gain": _gain,
    "percent": _percent,
}
_ABOUT: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "hands": lambda about: thousands(about["hands"]),
}


def _about(about: Mapping[str, Any], name: str) -> Markup:
    """Return what was simulated, and how to do it again. The simulation describes itself in English."""
    title = given_name(rules.load(about["rules"]).title)
    players = f"; {about['players']}" if about.get("players") else ""
    what = f"{about['what'][:1].upper()}{about['what'][1:]}{players}."
    hands = say("figures.hands", title=title, hands=thousands(about["hands"])).text()
    return element(
        "p",
        element("span", what, lang=ENGLISH),
        " ",
        hands,
        " ",
        element("code", about["command"]),
        class_="tk-simulation",
        id=f"sim-{name}",
    )
