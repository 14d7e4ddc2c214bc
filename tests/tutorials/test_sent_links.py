"""Links as messengers, mail and sentences leave them: every kind of link, with every kind of damage."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky.game import record as records
from taroky.players import simulate
from taroky_tutorials.browser import handle
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.play_page.links import match, same_deal
from taroky_tutorials.play_page.links.match import begun
from taroky_tutorials.tasks.kinds import make
from taroky_tutorials.tasks.widgets import State, address_of, open_address

HOUSE = rules.pack("table: x\ntitle: U lva\nextends: hlucin\nchoose: {pool.enabled: yes}\n")

#: What a link becomes on its way.
DAMAGES: dict[str, Callable[[str], str]] = {
    "nothing": lambda link: link,
    **{
        f"behind {end}": (lambda link, end=end: link + end)
        for end in (
            ".",
            ",",
            ")",
            "*",
            "**",
            "_",
            "__",
            "~",
            "~~",
            "`",
            ";",
            ":",
            "!",
            "?",
            "…",
            "...",
            ").",
            "]",
            "}",
            ">",
            '"',
            "'",
            "”",
            "“",
            "’",
            "»",
            "|",
            "\\",
            "%2E",
            "%29",
            "%2C",
            "%22",
            "%252E",
            "\n",
            " ",
            "\r\n",
            "\u200b",
            "\u200e",
            "\ufeff",
            "\u2060",
            "%E2%80%8B",
            "\u00a0",
            "&utm_source=x",
            "&fbclid=IwAR0-_x",
            "&amp;utm_source=x",
            "&utm_source=x&utm_medium=y.",
            " and more",
            "\n\nSent from my phone",
            "&",
            "#",
            "/",
            "%0A",
            "%0D%0A",
            "%20",
            "&gt;",
            "-",
        )
    },
    "in angle brackets": lambda link: f"<{link}>",
    "in quotes": lambda link: f"„{link}“",
    "in Markdown": lambda link: f"[the hand]({link})",
    "bold": lambda link: f"**{link}**",
    "encoded": lambda link: quote(link, safe=""),
    "encoded twice": lambda link: quote(quote(link, safe=""), safe=""),
    "encoded three times": lambda link: quote(quote(quote(link, safe=""), safe=""), safe=""),
    "broken": lambda link: "\n".join(link[n : n + 30] for n in range(0, len(link), 30)),
    "quoted in a mail": lambda link: "\r\n> ".join(
        link[n : n + 50] for n in range(0, len(link), 50)
    ),
    "quoted-printable": lambda link: "=\r\n".join(
        link[n : n + 76] for n in range(0, len(link), 76)
    ),
    "with zero width": lambda link: "\u200b".join(
        link[n : n + 10] for n in range(0, len(link), 10)
    ),
    "with soft hyphens": lambda link: "\u00ad".join(
        link[n : n + 12] for n in range(0, len(link), 12)
    ),
    "whole address": lambda link: f"https://taroky.test/play/{link}",
    "whole address in a sentence": lambda link: f"See (https://taroky.test/play/?a=b{link}).",
    "dots encoded": lambda link: link.replace(".", "%2E"),
    "equals encoded": lambda link: link.replace("=", "%3D"),
}


@cache
def _finished() -> records.Record:
    import random

    rng = random.Random("links")
    table = rules.load("hlucin")
    from taroky.game import undealt

    hand = simulate.finish(undealt(table, table.cards.shuffled(rng)), rng)
    return records.of_hand(hand)


CODE = records.to_code(_finished())
MATCH = match.link(begun(HOUSE, "club", "seed1"))
EXERCISE = State("w-drill", make("pick-legal", "follow", "1a2b"))


def _cards(link: str) -> object:
    return same_deal.from_link(link).mode


def _record(link: str) -> object:
    return same_deal.of_record(link).mode


def _code(link: str) -> object:
    return records.read(link)


def _match(link: str) -> object:
    return match.from_link(link, None).seed, match.from_link(link, None).table.name


def _house(link: str) -> object:
    fields = house_pages.read(link)
    return {name: fields.get(name) for name in ("rules", "page", "lesson")}


def _table(link: str) -> object:
    return rules.mended(link)


def _exercise(link: str) -> object:
    return open_address(link, EXERCISE).exercise


KINDS: dict[str, tuple[str, Callable[[str], object]]] = {
    "cards": (f"#cards=B.club.{CODE}", _cards),
    "record": (f"#record=B.club.{CODE}", _record),
    "match": (MATCH, _match),
    "house": (f"#rules={HOUSE}&page=lesson&lesson=talon", _house),
    "exercise": (address_of(EXERCISE) or "", _exercise),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_link_survives_its_way(kind: str, damage: str) -> None:
    link, read = KINDS[kind]
    assert read(DAMAGES[damage](link)) == read(link)


@pytest.mark.parametrize(
    "damage", [one for one in DAMAGES if "address" not in one and "Markdown" not in one]
)
def test_codes_and_names_of_tables_survive_too(damage: str) -> None:
    assert _code(DAMAGES[damage](CODE)) == _code(CODE)
    for name in (HOUSE, "hlucin"):
        if name == "hlucin" and ("more" in damage or "phone" in damage or damage == "behind /"):
            continue  # no checksum tells where an id ends
        assert _table(DAMAGES[damage](name)) == name


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_changed_within_or_cut_short_is_refused(kind: str) -> None:
    link, read = KINDS[kind]
    if kind == "exercise":
        return  # any seed is an exercise
    middle = link.index("&") // 2 if kind == "house" else len(link) - len(CODE) // 2
    if kind == "match":
        middle = len(link) - len(HOUSE) // 2
    other = "B" if link[middle] == "A" else "A"
    for damaged in (
        link[:middle],
        link[:middle] + other + link[middle + 1 :],
        link[:middle] + link[middle + 1 :],
    ):
        with pytest.raises(TarokyError):
            result = read(damaged)
            if kind == "house":
                rules.load(result["rules"])  # type: ignore[index]


@pytest.mark.parametrize(
    "address",
    [
        "#rules=%",
        "#rules=%E0%A4%A",
        "#rules=%25",
        "#rules=",
        "#rules=%zz&page=%",
        "%",
        "#x=%",
        "#cards=%%%",
    ],
)
def test_percent_signs_that_stand_for_nothing_are_told(address: str) -> None:
    for request in (
        {"verb": "house", "address": address, "base": "../", "site": []},
        {"verb": "table", "base": "", "kept": None, "event": {"sit": {"cards": address}}},
        {"verb": "table", "base": "", "kept": None, "event": {"sit": {"record": address}}},
        {"verb": "table", "base": "", "kept": None, "event": {"sit": {"match": address}}},
        {
            "verb": "tool",
            "tool": "play",
            "base": "",
            "fields": [["rules", address.partition("=")[2]]],
        },
        {"verb": "sheet", "sheet": "evening", "base": "", "kept": None, "fields": [["rules", "%"]]},
    ):
        reply: Any = json.loads(handle(json.dumps(request)))
        assert reply["ok"] or reply["error"].endswith((".", "”"))


@pytest.mark.parametrize("end", [".", ")", "*", "&utm_source=x", "%2E", "\u200b", "\n"])
def test_fields_of_tools_and_sheets_that_links_bring(end: str) -> None:
    def tool(fields: list[list[str]]) -> str:
        request = {"verb": "tool", "tool": "play", "base": "", "fields": fields}
        return str(json.loads(handle(json.dumps(request)))["html"])

    named = [["rules", HOUSE], ["hand", "XXI KS QH"]]
    assert tool([["rules", HOUSE + end], named[1]]) == tool(named)
    if len(end) == 1 and end.isprintable():
        assert "tk-problems" not in tool([named[0], ["hand", f"XXI KS QH{end}"]])
    for verb in ({"sheet": "evening"}, {"sheet": "tournament"}):
        request = {"verb": "sheet", **verb, "base": "", "kept": None}
        plain, damaged = (
            json.loads(handle(json.dumps({**request, "fields": [["rules", name]]})))
            for name in (HOUSE, HOUSE + end)
        )
        assert damaged["html"] == plain["html"]
    sat = {"verb": "table", "base": "", "kept": None}
    fields = {"rules": HOUSE + end, "level": "thumb", "seed": "a"}
    reply = json.loads(handle(json.dumps({**sat, "event": {"sit": fields}})))
    assert reply["kept"]["session"]["rules"] == HOUSE
