"""Comparisons: the matrix of all rule sets, any two in sentences, one hand settled by each."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import combinations

import pytest
from taroky import rules, telling
from taroky.messages import speaking
from taroky.rules.table import Table
from taroky_tutorials import browser
from taroky_tutorials.comparison import hands, matrix, side_by_side
from taroky_tutorials.forms import tools
from taroky_tutorials.forms.fields import Fields

_UNWORDED = re.compile(r"[{}\[\]]|_|None|True|False|Decimal")
_LINK = re.compile(r'href="([^"]+)"')


class Text(HTMLParser):
    """What a reader sees of a piece of HTML, and its cells by row and column."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.cells: dict[tuple[str, str], dict[str, str]] = {}
        self._row, self._cell = "", ("", "")
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {key: value or "" for key, value in attrs}
        if tag == "tr":
            self._row = of.get("id", "")
        if tag == "td" and "data-col" in of:
            self._cell = (self._row, of["data-col"])
            self.cells[self._cell] = {"says": of["data-says"], "text": ""}

    def handle_endtag(self, tag: str) -> None:
        if tag == "td":
            self._cell = ("", "")

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._cell in self.cells:
            self.cells[self._cell]["text"] += data


@pytest.fixture(scope="module")
def whole() -> tuple[str, Text]:
    html = str(matrix.matrix("../"))
    return html, Text(html)


# -- the matrix ---------------------------------------------------------------------------------


def test_all_rule_sets_answer_in_the_matrix(whole: tuple[str, Text]) -> None:
    columns = {column for _, column in whole[1].cells}
    assert columns == set(rules.ids())
    rows = {row for row, _ in whole[1].cells}
    assert len(rows) > 90 and "" not in rows
    for topic in telling.TOPICS:
        assert f'id="topic-{topic}"' in whole[0]
    assert not _UNWORDED.search(" ".join(whole[1].words).replace("tk-", ""))


def test_a_cell_says_what_the_table_says(whole: tuple[str, Text]) -> None:
    """HLU-SET-01, VIC-SETT-01, POL-DBL-02."""
    cells = whole[1].cells
    assert cells["q-needed", "hlucin"]["text"].startswith("36 of 70 points")
    assert cells["q-needed", "victoria"]["text"].startswith("54 of 106 points")
    assert "mord ×16" in cells["q-steps", "polish"]["text"]
    for name in rules.ids():
        assert cells["q-total", name]["text"].startswith(str(rules.load(name).total))


def test_what_a_holding_is_worth(whole: tuple[str, Text]) -> None:
    """HLU-ANN-10, POL-ANN-09, VIC-ANN-02, FR-ANNOUNCE-04."""
    cells = whole[1].cells
    assert "taročky: 0.50" in cells["q-holding-eight", "hlucin"]["text"].replace("\u00a0", " ")
    assert "mały tarok: 2" in cells["q-holding-eight", "polish"]["text"]
    assert cells["q-holding-eight", "victoria"]["text"] == "nothing"
    assert "jednoduchá plná ruka: 20" in cells["q-holding-eight", "french-5"]["text"]
    assert cells["q-holding-two", "french"]["text"] == "–"


def test_cells_that_say_the_same_have_the_same_number(whole: tuple[str, Text]) -> None:
    cells = whole[1].cells
    red = {
        name: cells["q-red", name]["says"] for name in ("hlucin", "victoria", "machtarok", "heun")
    }
    assert red["hlucin"] == red["victoria"] != red["machtarok"]
    assert (
        cells["q-red", "heun"]["says"] == red["machtarok"]
    )  # the Heun game says "one" for the ace


def test_every_rule_link_leads_to_a_point_of_a_page(whole: tuple[str, Text]) -> None:
    known: dict[str, set[str]] = {}
    for name in rules.ids():
        table = rules.load(name)
        for point in table.all_points():
            known.setdefault(table.page_of(point), set()).add(point)
    links = [
        link for link in _LINK.findall(whole[0]) if "/reference/" in f"/{link}" and "#" in link
    ]
    assert len(links) > 1500
    for link in links:
        match = re.fullmatch(r"\.\./reference/([a-z0-9-]+)/#([A-Z]+-[A-Z]+-\d+)", link)
        assert match and match[2] in known[match[1]], link


# -- any two ------------------------------------------------------------------------------------


def drawn(first: str, second: str, **more: str) -> str:
    values = {"first": first, "second": second, **more}
    fields = Fields({key: (value,) for key, value in values.items()})
    return unescape(str(tools.draw("compare", fields, "../../")))


@pytest.mark.parametrize("pair", list(combinations(rules.ids(), 2)), ids="/".join)
def test_every_sentence_of_two_rule_sets_stands_there(pair: tuple[str, str]) -> None:
    html = drawn(*pair)
    sentences = telling.compared(*map(rules.load, pair))
    assert len(sentences) > 3
    for one in sentences:
        assert one.text in html
        for point in (*one.first_points, *one.second_points):
            assert f"#{point}" in html


def test_one_topic_may_be_read_alone() -> None:
    html = drawn("hlucin", "victoria", topic="counting")
    assert "card by card" in html and "the first dealer" not in html
    strange = drawn("hlucin", "victoria", topic="cooking")
    assert "“cooking”" in strange and "the first dealer" in strange


def test_a_house_table_is_compared_with_its_parent() -> None:
    text = "table: lion\ntitle: At the Lion\nextends: hlucin\ncontracts: {solo: {rate: 0.40}}\n"
    packed = rules.pack(text)
    html = str(tools.draw("compare", Fields({"first": ("hlucin",), "second": (packed,)}), "../"))
    assert "At the Lion" in html
    assert "differ in 1 way" in html and "0.40" in html and f'value="{packed}"' in html


@pytest.mark.parametrize("name", ["atlantis", "h.damaged", "../../etc/passwd", "<script>"])
def test_a_strange_name_is_told_and_nothing_is_lost(name: str) -> None:
    html = str(tools.draw("compare", Fields({"first": (name,), "second": ("heun",)}), "../"))
    assert 'role="alert"' in html and "<script" not in html
    assert "in the Heun game" in html


def test_the_same_game_twice_and_the_sides_swapped() -> None:
    assert "are played the same way" in drawn("heun", "heun")
    fields = Fields({"first": ("hlucin",), "second": ("heun",)}, ("swap", "yes"))
    html = unescape(str(tools.draw("compare", fields, "../")))
    assert html.index("In the Heun game") < html.index("in Hlučín")
    assert fields.text("first") == "heun"


def test_the_worker_answers() -> None:
    request = {
        "verb": "tool",
        "tool": "compare",
        "base": "../../",
        "fields": [["first", "polish"], ["second", "french"]],
    }
    reply = json.loads(browser.handle(json.dumps(request)))
    assert reply["ok"] and "In Zabrzeg" in reply["html"]


def test_on_a_clubs_site_its_table_comes_first_and_links_lead_to_its_own_pages() -> None:
    name = rules.pack("table: ours\ntitle: Ours\nextends: heun\nunit: {name: beans}\n")
    pages = ["reference/ours", "reference/glossary", "calculators/ours"]
    request = {
        "verb": "tool",
        "tool": "compare",
        "base": "../../",
        "fields": [],
        "houses": {name: "ours"},
        "pages": pages,
    }
    html = json.loads(browser.handle(json.dumps(request)))["html"]
    assert re.search(r'id="t-compare-first">.*?<option value="heun" selected>', html)
    assert re.search(r'id="t-compare-second"><option value="[^"]+" selected>Ours<', html)
    links = set(_LINK.findall(html))
    assert links and all(link.startswith("../../reference/ours/#") for link in links)
    same_hand = {"verb": "tool", "tool": "same-hand", "base": "../../", "fields": []}
    html = json.loads(browser.handle(json.dumps({**request, **same_hand})))["html"]
    first = html.split('<ul class="tk-everywhere">')[1]
    assert (
        '<span class="tk-unlinked">HEUN-' in first
    )  # of Heun's working: the site has no page for it
    assert first.startswith('<li><h3><a href="../../reference/ours/">Ours</a></h3>')
    assert 'href="../../calculators/ours/settle/#t=settle&amp;' in first
    assert 'href="../../calculators/heun' not in first and "<h3><span>Heun</span>" in first
    # On the project's own site nothing is left out.
    html = json.loads(browser.handle(json.dumps(same_hand)))["html"]
    assert 'href="../../calculators/heun/#t=settle&amp;' in html and "<span>" not in html


# -- the same hand ------------------------------------------------------------------------------


def every_hand() -> Iterator[hands.HandDescription]:
    for pack, games in hands.GAMES.items():
        first = next(e.description for e in side_by_side.EXAMPLES if e.description.pack == pack)
        for game in games:
            for tricks in hands.TRICKS:
                for holding in ("", *hands.HOLDINGS[pack]):
                    yield hands.HandDescription(
                        pack=pack,
                        game=game,
                        level=2,
                        pile=first.pile,
                        cards=first.cards,
                        tricks=tricks,
                        pagat="won",
                        pagat_said=bool(holding),
                        valat_said=tricks == "but_one",
                        doubles=len(holding) % 3,
                        holding=holding,
                        holder="B",
                    )


def test_every_hand_is_settled_or_refused_in_words() -> None:
    played = 0
    for hand in every_hand():
        for name in hands.rule_sets(hand.pack):
            outcome = hands.settled(name, hand)
            assert (outcome.settlement is None) == (outcome.why is not None)
            if outcome.settlement is None:
                continue
            played += 1
            due = sum({**outcome.settlement.payments, **outcome.settlement.pots}.values())
            written = any(row.payer == "nobody" for row in outcome.table.payments.values())
            assert due == 0 or written
    assert played > 350


@pytest.mark.parametrize("pack", sorted(hands.GAMES))
def test_a_holding_is_what_it_says(pack: str) -> None:
    for name in hands.rule_sets(pack):
        table = rules.load(name)
        for holding, (many, honours, kings) in hands.HOLDINGS[pack].items():
            hand = hands.sample(table, pack, holding)
            assert len(set(hand)) == len(hand) == table.deal.hand
            taroky = [c for c in hand if table.cards.is_tarok(c) or table.cards.is_excuse(c)]
            assert len(taroky) == many
            assert set(honours) == table.cards.members("trul") & set(hand)
            assert len(table.cards.members("kings") & set(hand)) == kings


def paid(example: str, name: str) -> float:
    hand = next(e.description for e in side_by_side.EXAMPLES if e.id == example)
    outcome = hands.settled(name, hand)
    assert outcome.settlement is not None
    return float(outcome.settlement.payments["A"])


def test_what_is_said_of_the_examples_is_so() -> None:
    """HLU-SET-04, POL-SET-06, HEUN-COUNTING-19, VIC-SETT-02, MACH-COUNT-08: just half of the points;
    HLU-SET-02, POL-SET-04, VIC-SETT-12: the second set of the talon."""
    assert [paid("half", name) < 0 for name in ("hlucin", "polish", "heun")] == [True] * 3
    assert [paid("half", name) > 0 for name in ("victoria", "machtarok")] == [True] * 2
    rates = {
        name: rules.load(name).contracts for name in ("hlucin", "polish", "victoria", "machtarok")
    }
    level = {
        name: dict(row.rate.scale[1]) if row.rate.scale else {}
        for name, row in (
            ("hlucin", rates["hlucin"]["trojka"]),
            ("polish", rates["polish"]["brewer"]),
        )
    }
    assert (
        level["hlucin"]["1"] < level["hlucin"]["2"] and level["polish"]["1"] > level["polish"]["2"]
    )
    for name in ("victoria", "machtarok"):
        loss = rates[name]["prever"].loss.scale
        assert loss and dict(loss[1])["2"] > dict(loss[1])["1"]
    assert paid("slam", "french") > 1000 > paid("slam", "french-practice-3")
    outcome = hands.settled(
        "heun", next(e.description for e in side_by_side.EXAMPLES if e.id == "alone")
    )
    assert outcome.settlement is None


def test_a_known_hand_is_counted_by_each_table() -> None:
    """35 of 70 by threes less two are 55 of 106 card by card."""
    hand = next(e.description for e in side_by_side.EXAMPLES if e.id == "half")
    points = {name: hands.settled(name, hand).points for name in hands.rule_sets("54")}
    assert points == {
        "hlucin": "35",
        "polish": "35",
        "machtarok": "55",
        "victoria": "55",
        "heun": "35",
    }


def test_the_gallery_shows_every_example_and_leads_to_the_form() -> None:
    html = str(side_by_side.gallery("../../"))
    assert not _UNWORDED.search(" ".join(Text(html).words))
    for example in side_by_side.EXAMPLES:
        assert f'id="hand-{example.id}"' in html
        values = dict(side_by_side.fields(example.description))
        form = Fields({key: (value,) for key, value in values.items()})
        drawn = unescape(str(tools.draw("same-hand", form, "../../")))
        assert side_by_side.story(example.description) in drawn and not form.problems


def test_the_gallery_names_coins_in_the_language_that_is_spoken() -> None:
    coins = re.compile(r'class="tk-everywhere-unit">([^<]*)<')
    assert {*coins.findall(str(side_by_side.gallery("")))} == {"Kč", "points", "chips"}
    with speaking("cs"):
        assert {*coins.findall(str(side_by_side.gallery("")))} == {"Kč", "body", "žetony"}


def form(**values: str) -> tuple[str, Fields]:
    fields = Fields({key: (value,) for key, value in values.items()})
    return unescape(str(tools.draw("same-hand", fields, "../../"))), fields


def test_what_cannot_be_is_told() -> None:
    html, fields = form(kings="9", cards="20")
    assert "“9”" in html and fields.problems
    html, fields = form(kings="4", honours="3", queens="4", cards="5")
    assert "only 5 in total" in html
    html, fields = form(pack="99", game="poker", level="x", doubles="-1", pagat="eaten")
    assert len(fields.problems) == 4 and "first player’s game" in html


def test_a_house_table_settles_too() -> None:
    text = (
        "table: lion\ntitle: At the Lion\nextends: hlucin\ncontracts: {povinnost: {rate: 0.50}}\n"
    )
    html, fields = form(
        house=rules.pack(text),
        kings="3",
        honours="2",
        queens="2",
        riders="2",
        jacks="2",
        cards="30",
    )
    assert "At the Lion" in html and not fields.problems
    assert form(house="h.nothing")[1].problems


def test_a_table_with_another_pack_is_left_out() -> None:
    outcome = hands.settled("french", hands.HandDescription(cards=30))
    assert outcome.why is not None and "78 cards" in outcome.why.text()


def tables_with(pack: str) -> list[Table]:
    return [rules.load(name) for name in hands.rule_sets(pack)]


def test_the_games_are_those_of_the_tables() -> None:
    assert [t.table for t in tables_with("54")] == [
        "hlucin",
        "polish",
        "machtarok",
        "victoria",
        "heun",
    ]
    assert {t.table for t in tables_with("78")} == {
        "french",
        "french-3",
        "french-5",
        "french-practice-2",
        "french-practice-3",
    }


def test_a_long_name_of_a_house_is_taken_to_the_comparison() -> None:
    """A house that changes much has a name longer than other fields may be."""
    fields = Fields.from_json([["first", "hlucin"], ["second", "h." + "A" * 20_000]])
    html = str(tools.draw("compare", fields, "../../"))
    assert 'role="alert"' in html and "In Hlučín" in html
