"""House rules: what a form edits, what becomes of links and YAML, the hand settled both ways, and the
builder itself."""

from __future__ import annotations

import base64
import json
import re
import zlib
from decimal import Decimal
from html.parser import HTMLParser
from itertools import batched
from typing import Any

import pytest
from taroky import rules
from taroky.errors import RecordError, TableError
from taroky.messages import local_names
from taroky.rules import packing
from taroky.rules.idle_options import idle_options
from taroky_tutorials.browser import handle
from taroky_tutorials.house_rules import example_hand, house_table
from taroky_tutorials.house_rules.house_table import House

pytestmark = pytest.mark.usefixtures("pages")


class Page(HTMLParser):
    """The fields of a form as a browser would send them, and what stands where."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.html = html
        self.tags: set[str] = set()
        self._select = self._area = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.add(tag)
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "select":
            self._select = name
        elif tag == "option" and "selected" in attributes:
            self.fields[self._select] = value
        elif tag == "textarea":
            self._area = name
            self.fields[name] = ""
        elif (
            tag == "input"
            and name
            and (attributes.get("type") != "radio" or "checked" in attributes)
        ):
            self.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        self._area = "" if tag == "textarea" else self._area

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] += data.removeprefix("\n")

    @property
    def result(self) -> str:
        """Return what stands beside the menu, as text."""
        html = self.html.partition('class="tk-build-result"')[2].partition("tk-build-read")[0]
        return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", html))

    @property
    def problems(self) -> list[str]:
        inside = re.findall(r'tk-problems" role="alert">(.*?)</(?:ul|p)>', self.html)
        return [re.sub("<[^>]+>", "", text) for text in inside]

    def shown(self, key: str) -> bool:
        """Whether the question of an option is in view."""
        before = self.html.partition(f'name="o.{key}"')[0]
        return (
            not before.rpartition('<div class="tk-build-option')[2]
            .partition(">")[0]
            .endswith("hidden")
        )


def build(pressed: tuple[str, str] | None = None, **fields: str) -> Page:
    request: dict[str, Any] = {
        "verb": "tool",
        "tool": "build",
        "base": "../../",
        "fields": [["choose", "rules"], *([k, v] for k, v in fields.items())],
    }
    if pressed:
        request["pressed"] = list(pressed)
    reply = json.loads(handle(json.dumps(request)))
    assert reply["ok"], reply
    return Page(reply["html"])


def refused(**fields: str) -> str:
    request = {
        "verb": "tool",
        "tool": "build",
        "base": "",
        "fields": [[*p] for p in fields.items()],
    }
    reply = json.loads(handle(json.dumps(request)))
    assert not reply["ok"], reply
    return str(reply["error"])


# -- a house -------------------------------------------------------------------------------------


@pytest.mark.parametrize("parent", rules.ids())
def test_every_answer_goes_into_a_name_and_back(parent: str) -> None:
    table = rules.load(parent)
    chosen = {
        key: "40" if row.number_in else next(v for v in row.values if v != row.default)
        for key, row in table.options.items()
    }
    for some in batched(chosen.items(), 4):  # more at once contradict each other
        house = House(parent, "U Lva", chosen=dict(some))
        assert house_table.opened(house.name()) == house


@pytest.mark.parametrize("parent", rules.ids())
def test_every_price_goes_into_a_name_and_back(parent: str) -> None:
    table = rules.load(parent)
    with local_names(table.names):
        prices = house_table.prices(table)
    assert len({price.label for price in prices}) == len(prices)
    assert all("_" not in price.label and price.label[0] != "{" for price in prices)
    written = {price.name: str(price.value + table.unit.step * 2) for price in prices}
    house = House(parent, "U Lva", prices=written)
    back = house_table.opened(house.name())
    assert not back.rest and back.name() == house.name()
    assert {name: Decimal(price) for name, price in back.prices.items()} == {
        name: Decimal(price) for name, price in written.items()
    }


def test_prices_are_written_as_people_write_them() -> None:
    """HLU-ANN-14: also with a comma, and without the sign that the table has."""
    house = House(
        "hlucin",
        "U Lva",
        prices={
            "declarations.rows.trul.pay": "0,60",
            "bonuses.pagat.outcomes.failed.pay": "5",
            "payments.varsava.pay.40-": "6",
        },
    )
    table = rules.load(house.name())
    assert table.declarations.rows["trul"].pay.number == Decimal("0.60")
    assert table.bonuses["pagat"].outcomes["failed"].pay.number == Decimal(-5)  # type: ignore[union-attr]
    scale = table.payments["varsava"].pay.scale  # type: ignore[union-attr]
    assert scale == ("points.loser", (("0-29", 1), ("30-39", 2), ("40+", 6)))


@pytest.mark.parametrize("written", ["-1", "1e3", "a", "0.005", "99999", "٣", "1.", "1 000 000"])
def test_a_price_that_is_none_is_told(written: str) -> None:
    with pytest.raises(RecordError, match="does not fit"):
        House("hlucin", "U Lva", prices={"declarations.rows.trul.pay": written}).name()


def test_a_price_that_comes_with_an_answer() -> None:
    house = House(
        "hlucin",
        chosen={"pool.enabled": "yes"},
        title="U Lva",
        prices={"penalties.revoke.pay": "2"},
    )
    assert rules.load(house.name()).penalties["revoke"].pay.number == 2  # type: ignore[union-attr]
    with pytest.raises(RecordError, match="no price"):
        House("hlucin", "U Lva", prices={"penalties.revoke.pay": "2"}).name()


def test_what_no_form_shows_is_kept() -> None:
    text = (
        "table: lev\ntitle: U Lva\nextends: heun\nchoose: {session.starting_chips: 40}\n"
        "contracts: {five: {rate: 9}, four: {talon: untouched, discard: off}}\n"
        "names: {SKYZ: Fool}\n"
    )
    house = house_table.from_yaml(text)
    assert house.chosen == {"session.starting_chips": "40"} and house.table_id == "lev"
    assert house.prices == {"contracts.five.rate": "9"}
    assert house.rest == {
        "contracts": {"four": {"talon": "untouched", "discard": "off"}},
        "names": {"SKYZ": "Fool"},
    }
    assert rules.flat(house.name())["contracts"] == rules.flat(rules.pack(text))["contracts"]


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("U Lva", "u-lva"),
        ("Žlutý kůň č. 2", "zluty-kun-c-2"),
        ("", "house"),
        ("漢字", "house"),
        ("Hlucin", "hlucin-house"),
        ("x" * 60, "x" * 40),
        ("Łódź", "odz"),
    ],
)
def test_short_names(title: str, id: str) -> None:
    assert house_table.slug(title) == id and packing.TABLE_ID.fullmatch(id)


# -- the hand ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parent", "chosen"),
    [
        ("hlucin", {"settlement.solo_rate": "0.40"}),
        ("hlucin", {"game.tie_doubled": "no"}),
        ("hlucin", {"valat.failed_and_counter": "failed_only"}),
        ("polish", {"pl.announced_pagat_failed": "4"}),
        ("machtarok", {"settlement.round_half": "down"}),
        ("machtarok", {"valat.with_points": "add"}),
        ("victoria", {"tie.bidder_pays": "surplus_zero"}),
        ("heun", {"counting.thirty_five_and_cards": "loses"}),
        ("french", {"slam.max_lost_tricks": "0"}),
        ("french-3", {"settlement.taker_factor_3p": "3"}),
    ],
)
def test_a_hand_shows_what_an_answer_pays(parent: str, chosen: dict[str, str]) -> None:
    both = example_hand.differing(parent, House(parent, "U Lva", chosen=chosen).name())
    assert both and both.differs and example_hand.tell(both.facts)


@pytest.mark.parametrize("parent", ["hlucin", "polish", "machtarok", "victoria", "heun", "french"])
def test_a_hand_shows_every_price(parent: str) -> None:
    table = rules.load(parent)
    none = {"session.start_chips", "session.ends.chips", "pots.pot.starts", "payments.net_zero.pay"}
    for price in house_table.prices(table):
        house = House(parent, "U Lva", prices={price.name: str(price.value + table.unit.step * 2)})
        both = example_hand.differing(parent, house.name())
        assert (both is None) == (price.path in none), price.name
        if both:
            with local_names(table.names):
                said = [line.text() for line in example_hand.tell(both.facts)]
            assert said and not any("facts." in line for line in said)


def test_what_pays_nothing_is_not_searched_for() -> None:
    house = House("hlucin", "U Lva", chosen={"discard.called_card": "forbidden"})
    assert example_hand.differing("hlucin", house.name()) is None


# -- the builder ---------------------------------------------------------------------------------


def test_it_begins_with_the_rules_of_a_game() -> None:
    page = build()
    assert page.fields["rules"] == "hlucin" and not page.problems
    assert "So far, Our table plays by the rules of Hlučín" in page.result
    for key, row in rules.load("hlucin").options.items():
        assert page.fields[f"o.{key}"] == row.default
    assert page.fields["n.declarations.rows.trul.pay"] == ""


def test_an_answer_and_a_price_are_told_at_once() -> None:
    page = build(
        rules="hlucin",
        title="U Lva",
        **{"o.discard.called_card": "forbidden", "n.declarations.rows.trul.pay": "0,60"},
    )
    assert "U Lva differs from Hlučín in 2 things." in page.result
    assert "May the called card be discarded? No, never. Instead of: Yes, if a tarok" in page.result
    assert "trul: 0.60. Instead of: 0.50." in page.result
    assert "A declared trul." in page.result and "By the rules of U Lva" in page.result
    assert "in “U Lva”, 0.60 Kč for all 3 trul cards" in page.result
    name = re.findall(r"rules=(h\.[A-Za-z0-9_-]+)", page.html)[0]
    assert rules.load(name).title == "U Lva"
    assert f'data-copy-house="../../house/#rules={name}"' in page.html
    assert 'data-save="u-lva.yaml"' in page.html and "extends: hlucin" in page.html
    assert "<del>0.50\u00a0Kč</del> <ins>0.60\u00a0Kč</ins>" in page.html
    assert f'href="../../house/#rules={name}&amp;page=reference&amp;at=HLU-ANN-14"' in page.html
    again = build(rules=name)
    assert again.fields == page.fields | {"n.declarations.rows.trul.pay": "0.60"}
    assert again.result == page.result


@pytest.mark.parametrize("title", ["House", "Short", "漢字"])
def test_a_short_name_that_is_another_thing_too(title: str) -> None:
    page = build(rules="hlucin", title=title, **{"o.settlement.solo_rate": "0.40"})
    assert f"{title} differs from Hlučín in one thing." in page.result
    assert f"in “{title}”, 0.40" in page.result


@pytest.mark.parametrize("parent", rules.ids())
def test_half_of_all_answers_at_once(parent: str) -> None:
    """A house that does much otherwise: drawn, named, opened again. A name keeps no answer without effect."""
    chosen = {
        key: list(row.values)[-1] for key, row in list(rules.load(parent).options.items())[::2]
    }
    idle = idle_options(rules.load(parent, chosen))
    fields = {f"o.{key}": value for key, value in chosen.items() if key not in idle}
    page = build(rules=parent, title="U Lva", **fields)
    assert not page.problems, page.problems
    name = re.findall(r"rules=(h\.[A-Za-z0-9_-]+)", page.html)[0]
    assert build(rules=name).result == page.result


def test_what_depends_on_an_answer_comes_with_it() -> None:
    assert not build(rules="hlucin").shown("pool.super_factor")
    with_pool = build(rules="hlucin", **{"o.pool.enabled": "yes", "o.pool.super_factor": "1"})
    assert with_pool.shown("pool.super_factor") and not with_pool.shown("varsava.scoring")
    assert "Each loser pays its value once" in with_pool.result
    without = build(**{**with_pool.fields, "o.pool.enabled": "no"})
    assert without.fields["o.pool.super_factor"] == "1" and not without.shown("pool.super_factor")
    assert "So far, Our table plays" in without.result


def test_another_game_takes_along_what_was_chosen_and_fits() -> None:
    first = build(
        rules="hlucin",
        **{
            "o.discard.called_card": "forbidden",
            "o.talon.top": "last_dealt",
            "o.deal.first_dealer": "random",
            "n.declarations.rows.trul.pay": "3",
        },
    )
    second = build(**{**first.fields, "rules": "polish"})
    assert not second.problems and second.fields["o.talon.top"] == "last_dealt"
    assert second.fields["n.declarations.rows.trul.pay"] == ""
    assert "differs from Taroki in 3 things" in second.result or "in 3 things" in second.result
    third = build(**{**second.fields, "rules": "victoria"})
    assert not third.problems and "So far" in third.result


def test_any_number_of_chips() -> None:
    page = build(rules="heun", **{"o.session.starting_chips": "40"})
    assert "How many chips does everyone start with? 40." in page.result
    for wrong in ("lots", "-3", "0"):
        page = build(rules="heun", **{"o.session.starting_chips": wrong})
        assert len(page.problems) == 1 and page.fields["o.session.starting_chips"] == "25"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"o.talon.top": "upside"}, "“upside” cannot be chosen"),
        ({"n.declarations.rows.trul.pay": "many"}, "“many” does not fit “trul”"),
        ({"title": "<b>"}, "plain words"),
        ({"table": "X Y", "o.talon.top": "last_dealt"}, "an id of at most 40"),
        ({"rest": "h.nonsense"}, "damaged"),
        ({"rest": "<i>"}, "damaged"),
    ],
)
def test_what_does_not_fit_is_told_in_a_sentence(fields: dict[str, str], said: str) -> None:
    page = build(rules="hlucin", **fields)
    assert len(page.problems) == 1 and said in page.problems[0]
    assert not {"b", "i", "script", "img"} & page.tags


def packed(data: Any) -> str:
    raw = zlib.compress(json.dumps(data).encode())
    return packing.PREFIX + base64.urlsafe_b64encode(raw).decode().rstrip("=")


@pytest.mark.parametrize(
    "name",
    [
        "h.",
        "h.x",
        "h.AAAA",
        packed([]),
        packed({"extends": "nowhere", "table": "x"}),
        packed({"extends": "hlucin", "table": "x", "title": "<img src=x onerror=alert(1)>"}),
        packed({"extends": "hlucin", "table": "x", "choose": {"<b>": "yes"}}),
        "<script>",
        "../nowhere",
    ],
)
def test_a_damaged_link_is_one_sentence(name: str) -> None:
    said = refused(rules=name)
    assert said.endswith(".") and "\n" not in said and "Traceback" not in said


# -- YAML ----------------------------------------------------------------------------------------

TABLE = "table: u_lva\ntitle: U Lva\nextends: hlucin\nchoose:\n  talon.top: last_dealt\n"


def test_yaml_is_opened() -> None:
    page = build(("read", "yes"), rules="victoria", yaml=TABLE)
    assert page.fields["rules"] == "hlucin" and page.fields["title"] == "U Lva"
    assert page.fields["o.talon.top"] == "last_dealt" and page.fields["table"] == "u_lva"
    assert page.fields["yaml"] == "" and "differs from Hlučín in one thing." in page.result


def test_yaml_is_only_read_when_asked() -> None:
    page = build(rules="hlucin", yaml=TABLE)
    assert page.fields["o.talon.top"] == "first_dealt" and page.fields["yaml"] == TABLE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            TABLE.replace("talon.top", "talon.tip"),
            "Line 5, column 14: “talon.tip” is not an option",
        ),
        (TABLE + "contracts: {solo: {rat: 3}}", "Line 6, column 20: “rat” is not a column"),
        ("\n\n" + TABLE + "play: [", "Line 8"),
        (TABLE.replace("hlucin", "nowhere"), "Line 3, column 10"),
        (TABLE + "declarations: {rows: {trul: {pay: much}}}", "Line 6, column 35"),
        ("a: &x 1\nb: *x", "Line 2"),
        (TABLE.replace("U Lva", "<script>alert(1)</script>"), "Line 2, column 8"),
        ("just words", "Line 1, column 1"),
    ],
)
def test_yaml_that_does_not_hold_is_told_with_line_and_column(text: str, said: str) -> None:
    page = build(("read", "yes"), rules="heun", title="Stays", yaml=text)
    assert [problem for problem in page.problems if said in problem] == page.problems != []
    assert page.fields["yaml"] == text and page.fields["rules"] == "heun"
    assert page.fields["title"] == "Stays" and "script" not in page.tags


def test_a_table_that_extends_nothing_has_nothing_to_choose() -> None:
    flat = rules.flat("heun")
    own = {key: value for key, value in flat.items() if key not in ("pages", "chosen", "packed")}
    own |= {"table": "alone", "title": "Alone", "prefix": "ALO"}
    with pytest.raises((RecordError, TableError)) as caught:
        house_table.opened(rules.pack(own))
    assert "extends no rule set" in str(caught.value)


def test_a_choice_that_has_no_effect_is_kept_and_said() -> None:
    """HLU-VAR-25, HLU-POOL-02: with a pool nothing is paid by the scale of Varšava; the table does not
    write what does not hold."""
    page = build(**{"rules": "hlucin", "o.pool.enabled": "yes", "o.varsava.scoring": "half_crown"})
    assert page.fields["o.varsava.scoring"] == "half_crown"
    assert "“What does the loser of Varšava pay?” has no effect while this is true" in page.result
    assert "alf a crown" not in page.result and "half_crown" not in page.result
    without = build(**{"rules": "hlucin", "o.varsava.scoring": "half_crown"})
    assert "no effect" not in without.html and "alf a crown" in without.result
