"""Calculators: hands told in a form settle as the engine settles their facts; what cannot be is
refused beside its question; piles, declarations, calls and discards are answered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from cases import Case, cases, facts, numbers, parts
from spoken_languages import WHOLE
from taroky import rules
from taroky.errors import RecordError, TarokyError
from taroky.messages import local_names, speaking
from taroky.settling.paying import settle
from taroky.settling.reported.bidders import bidders
from taroky.settling.reported.reading import read
from taroky_tutorials.forms import tools
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.finished_hand.form import HandForm
from taroky_tutorials.forms.finished_hand.questions import Questions
from taroky_tutorials.forms.finished_hand.to_fields import fields_of
from taroky_tutorials.forms.settlement_view import SEAT_NAMES, named
from taroky_tutorials.page_parts.payment_summary import signed, transfers
from taroky_tutorials.reference import example_settlements, table_sheet
from taroky_tutorials.sheets import amounts as sheets

DOCS = Path(__file__).parents[2] / "docs"
#: Facts that a form cannot even tell: it does not ask for them in such a hand.
UNTELLABLE = {
    "povinnost A+C 37 pagat*2",
    "povinnost A+C 60 tricks=11 valat@A valat@B valat*2",
    "povinnost A+C ended=unchallenged flek",
    "varsava 31/20/12/7 flek",
    "trojka A+C 40 level=1",
    "povinnost A+C 40 last=A(I)B(X)",
    "four A+C 40 level=1 tricks=6 last=C(KH)",
}
#: Facts that settle although something is said that the form does not offer then, or is left out that it
#: asks for.
ASKED_FURTHER = {
    "ended=misdeal say=A:trul",
    "varsava A 31/20/12/7 tricks=3/3/3/3 say=B:trul",
    "ended=give_up",
}
PAIR = {"rules": ("hlucin",), "by": ("A",), "with": ("C",), "p": ("39",)}


def form(values: dict[str, object], pressed: tuple[str, str] | None = None) -> str:
    """The settle calculator as a page shows it."""
    fields = {k: (v,) if isinstance(v, str) else v for k, v in values.items()}
    return str(tools.draw("settle", Fields(fields, pressed), "../../"))  # type: ignore[arg-type]


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def bar(html: str) -> str:
    """Return what the line in view says."""
    return words(html.split('tk-calc-bar" role="status">')[1].split("</div>")[0]).strip()


def problem(html: str, legend: str) -> str:
    """Return what stands beside the question with this legend."""
    group = html.split(f">{legend}<")[1].split("tk-question")[0]
    assert "tk-wrong" in group, words(group)
    return words(group.split('class="tk-wrong"')[1].split(">", 1)[1].split("</div>")[0]).strip()


@pytest.fixture
def names_of_the_table(request: pytest.FixtureRequest) -> Iterator[None]:
    with local_names(request.node.callspec.params["case"].table.names):
        yield


@pytest.mark.usefixtures("names_of_the_table")
@pytest.mark.parametrize("case", cases("settle"))
def test_every_settled_hand_can_be_told_in_the_form(case: Case) -> None:
    try:
        finished = facts(case.table, case.column(0))
    except TarokyError:  # not even the notation takes them, so no form can hold them
        assert case.column(1).startswith("refused")
        return
    hand = HandForm(case.table, Fields(fields_of(case.table, finished)))
    if case.column(1).startswith("refused"):
        assert (hand.settled is None) != (case.column(0) in UNTELLABLE)
        assert hand.settled or hand.problems or hand.needed
        return
    if case.column(0) in ASKED_FURTHER:
        assert hand.settled is None and (hand.problems or hand.needed)
        return
    assert hand.settled is not None, (hand.problems, hand.needed)
    payments, *pots = parts(case.column(1))
    assert list(hand.settled.payments.values()) == numbers(payments)
    changes = {name: Decimal(amount) for name, amount in (pot.split() for pot in pots)}
    assert {name: amount for name, amount in hand.settled.pots.items() if amount} == changes
    paid = dict.fromkeys((*hand.settled.payments, *hand.settled.pots), Decimal(0))
    for payer, receiver, amount in transfers(hand.settled):
        assert amount > 0
        paid[payer] -= amount
        paid[receiver] += amount
    due = {**hand.settled.payments, **hand.settled.pots}
    assert paid == due or sum(due.values())


@pytest.mark.parametrize("game", rules.ids())
def test_every_contract_asks_and_settles(game: str) -> None:
    """Each contract has its questions in the form, and an answer to them settles it."""
    table = rules.load(game)
    for contract, row in table.contracts.items():
        values: dict[str, object] = {"rules": game, "game": contract}
        html = form(values)
        assert "Still needed" in bar(html)
        assert html.count('role="alert"') == 0
        asks = Questions(table, contract, "")
        if row.sides == "each":
            share, rest = divmod(int(table.total), len(table.active))
            values |= {f"p.{seat}": str(share) for seat in table.active}
            values["p.A"] = str(share + rest)
        else:
            by = bidders(table, contract)[0]
            values |= {"by": by, "p": str(int(table.total) * 2 // 3), "t": "7"}
        if row.sides == "called":
            values["with"] = "C"
        if asks.undertaken:
            values |= {"last": by, "last.I": by}
        if asks.levels:
            values["level"] = asks.levels[0]
        if asks.honours:
            values["hon"] = "1"
        html = form(values)
        assert "tk-balance" in html, (contract, bar(html))
        assert "tk-rule" in html
        assert "Still needed" not in html
        assert all(
            f"reference/{table.page_of(p)}/#{p}" in html
            for p in re.findall(r'class="tk-rule"[^>]*#([A-Z0-9-]+)"', html)
        )


def test_a_form_that_is_half_filled_in_asks_for_the_rest() -> None:
    html = form({"rules": "hlucin"})  # only the first player can bid povinnost
    assert bar(html) == "Still needed: the partner (or “alone”) and the card points."
    assert bar(form({"rules": "hlucin", "game": "solo"})) == (
        "Still needed: the declarer and the card points."
    )
    assert "tk-wrong" not in html
    html = form({"rules": "hlucin", "by": "A", "with": "alone"})
    assert bar(html) == "Still needed: the card points."
    html = form({**PAIR, "ann.A": "pagat"})
    assert bar(html) == "Still needed: who took the last trick."
    html = form({**PAIR, "ann.A": "valat"})
    assert bar(html) == "Still needed: how many tricks each side took."
    html = form({**PAIR, "last.I": "B"})
    assert bar(html) == "Still needed: who took the last trick."
    heun = {"rules": "heun", "game": "five", "by": "A", "with": "C", "p": "35"}
    assert bar(form(heun)) == "Still needed: how many cards are left over."
    assert "Sets" not in bar(form({**heun, "left": "1"}))


def test_impossible_facts_are_refused_beside_their_question() -> None:
    html = form({**PAIR, "p": "71"})
    assert (
        problem(html, "Card points")
        == "71 points for A and C are impossible: the whole pack is worth 70."
    )
    assert bar(html) == problem(html, "Card points")
    html = form({**PAIR, "o": "35"})
    assert problem(html, "Card points").startswith("The points add up to 74")
    html = form({**PAIR, "ann.A": "pagat", "ann.B": "pagat", "last": "A"})
    assert "cannot be with both A and B" in html.split("Announced (to be achieved in play)")[1]
    html = form({**PAIR, "with": "A"})
    assert "A cannot be their own partner" in problem(html, "Who was the partner?")
    html = form({**PAIR, "t": "12", "u": "1"})
    assert "The tricks add up to 13" in html.split("nearly all the tricks?")[1]
    html = form({**PAIR, "t": "0"})
    assert "took no tricks and cannot have 39 points" in problem(html, "Card points")
    html = form({**PAIR, "say.A": "trul", "say.B": "trul"})
    assert "The declarations need more trul cards" in html.split("Declared before play")[1]
    html = form({**PAIR, "say.A": ("honery", "kralovske_honery")})
    assert "may not be declared together" in html.split("Declared before play")[1]
    html = form(
        {"rules": "polish", "by": "A", "with": "C", "p": "43", "fell.XXI": "A", "took.XXI": "A"}
    )
    assert "The mund is lost only if somebody other than A takes it." in html


def test_what_is_typed_wrong_stays_and_is_named() -> None:
    html = form({**PAIR, "p": "<b>many</b>"})
    assert problem(html, "Card points").startswith(
        "“&lt;b&gt;many&lt;/b&gt;” is not a valid number of points"
    )
    assert 'value="&lt;b&gt;many&lt;/b&gt;"' in html
    assert "<b>many" not in html
    html = form({**PAIR, "p": "39", "t": "-1"})
    assert "“-1” is not a whole number; write one such as 7." in html
    html = form({**PAIR, "game": "bridge"})
    assert "“bridge” cannot be chosen here." in problem(html, "What was played?")
    html = form({**PAIR, "game": "trojka", "by": "Z"})
    assert "“Z” cannot be chosen here." in problem(html, "Who was the declarer?")
    assert "“Z” cannot be chosen here." in form({**PAIR, "by": "Z"})
    assert "tk-balance" in form({**PAIR, "p": "40,0"})
    assert "tk-balance" in form({"rules": "french", "by": "A", "hon": "2", "p": "40½"})
    for text in ("88/0", "1e3", "½", "٣٩", "NaN", "39 39"):
        assert "is not a valid number of points" in form({**PAIR, "p": text}), text


def test_names_are_shown_and_never_markup() -> None:
    html = form(
        {**PAIR, "name.A": "Anna", "name.B": "<img src=x onerror=alert(1)>", "name.C": "Cyril"}
    )
    assert "<img" not in html
    assert "Anna +0.40" in bar(html)
    assert "Anna and Cyril" in html
    html = form({**PAIR, "name.B": "Bára", "say.B": "barvicky"})
    assert "Bára declared barvičky" in words(html)
    assert "Bára pays" not in words(html)


def test_the_next_hand_keeps_players_and_pot() -> None:
    values = {
        "rules": "polish",
        "by": "A",
        "with": "C",
        "p": "43",
        "name.A": "Anna",
        "fell.XXI": "B",
        "took.XXI": "A",
        "pot.pot": "30",
    }
    html = form(values, ("next", "yes"))
    assert 'value="Anna"' in html
    assert re.search(r'name="pot.pot"[^>]*value="40"', html)
    assert "Still needed" in bar(html)


@pytest.mark.parametrize("game", rules.ids())
def test_an_example_settles(game: str) -> None:
    assert "tk-balance" in form({"rules": game}, ("example", "yes"))


def test_ends_without_play() -> None:
    html = form({"rules": "hlucin", "end": "misdeal", "players": "5", "name.E": "Emil"})
    assert "Emil −4.00" in bar(html)
    assert "Who was the declarer?" not in html
    html = form(
        {"rules": "hlucin", "end": "unchallenged", "by": "A", "with": "B", "say.B": "barvicky"}
    )
    assert "A +0.60" in bar(html)
    assert "Card points" not in html
    html = form({"rules": "heun", "end": "weak_hand"})
    assert "Nobody pays anything" in html
    html = form({"rules": "hlucin", "end": "surrender", "by": "A", "with": "C"})
    assert "cannot have ended this hand" in html


def test_sentences_name_players() -> None:
    table = rules.load("hlucin")
    reported = {"contract": "varsava", "points": {"A": 26, "B": 26, "C": 18, "D": 0}}
    settled = settle(table, read(table, reported))
    names = {**SEAT_NAMES, "A": "Anna", "B": "Bára", "D": "Dan"}
    label = named(settled.items[0].label, names).text()
    assert "Anna and Bára" in label
    sentences = [named(step.message, names).text() for step in settled.items[0].steps]
    assert any("Dan took no trick" in line for line in sentences)


@pytest.mark.parametrize("language", WHOLE)
def test_amounts_have_the_decimal_comma_of_their_language(language: str) -> None:
    with speaking(language):
        html = form({"rules": "hlucin", "end": "unchallenged", "by": "A", "with": "B"})
        sheet = str(table_sheet.page(rules.load("hlucin"), "../"))
    assert "A +0,10" in bar(html)
    assert "0,10" in sheet
    for text in (html, sheet):
        assert not re.search(r">[^<]*[0-9]\.[0-9]0\b", text)


# -- worked settlements on the reference pages -----------------------------------------------------


@pytest.mark.parametrize(
    "page",
    sorted(p for p in DOCS.glob("reference/*.md") if "." not in p.stem),
    ids=lambda p: p.stem,
)
def test_settlements_on_reference_pages(page: Path) -> None:
    """Each marker is drawn with its working, and leads to a calculator that comes to the same."""
    text = page.read_text("utf-8")
    if page.stem not in rules.ids():
        assert "<!-- settle" not in text
        return
    assert text.count("<!-- settle: ") >= 4
    html = example_settlements.drawn(text, page.stem, "../../")
    assert "<!-- settle" not in html
    for part in html.split('<div class="tk-settled">')[1:]:
        part = part.split("</div>")[0]
        assert "tk-steps" in part
        assert "tk-rule" in part
        address = re.search(r"calculators/([\w-]+)/#t=settle&amp;([^\"]+)", part)
        if address is None:
            continue
        pairs = [["rules", address[1]], *map(list, parse_qsl(address[2].replace("&amp;", "&")))]
        again = str(tools.draw("settle", Fields.from_json(pairs), "../../"))
        paid = re.compile(r'<ul class="tk-pays">(.*?)</ul>')
        assert paid.search(again)[1] == paid.search(part)[1]  # type: ignore[index]


def test_a_settlement_that_cannot_be_stops_the_build() -> None:
    with pytest.raises(RecordError, match=r"points: \{declarers: 71\}.*does not work: 71 points"):
        example_settlements.drawn(
            "<!-- settle: {contract: povinnost, declarer: A, partner: C, points: {declarers: 71}} -->",
            "hlucin",
            "",
        )


# -- the smaller calculators -----------------------------------------------------------------------


def ask(name: str, pressed: tuple[str, str] | None = None, **values: str) -> str:
    fields = Fields({key: (value,) for key, value in values.items()}, pressed)
    return words(str(tools.draw(name, fields, "../")))


def test_a_game_is_offered_only_what_can_be_asked_of_it() -> None:
    """Nobody calls in French taroky for four; in its first practice game nobody bids, declares or discards."""
    nothing = ("This game has no", "In this game nobody calls")
    for game in rules.ids():
        for name in set(tools.by_rules()) - {"settle"}:
            offered = name in tools.of_game(game)
            assert offered != any(words in ask(name, rules=game) for words in nothing), (game, name)
    assert tools.of_game("french-practice-1") == ("settle", "count", "play")
    assert "partner" not in tools.of_game("french") and "partner" in tools.of_game("french-5")


def test_a_pile_is_counted_packet_by_packet() -> None:
    html = ask("count", rules="hlucin", pile="KS QS 7S SKYZ 8S")
    assert "10 − 2 = 8" in html
    assert "6 − 1 = 5" in html
    assert "13 points in 5 cards." in html
    assert "2 cards are left over." in html
    assert "All other cards together: 57 points for the opponents." in html
    assert "Points still needed to win: 23." in html
    html = ask("count", rules="hlucin", pile="KS QS 7S SKYZ 8S", whose="opponents")
    assert "Points still needed to win: 22." in html
    assert "20 points in 5 cards." in ask("count", rules="machtarok", pile="KS QS KH SKYZ 8S")


def test_honours_in_the_pile_change_the_target() -> None:
    one = ask("count", rules="french", pile="SKYZ 2S")
    three = ask("count", rules="french", pile="SKYZ XXI I 2S 3S 4S")
    missing = [float(re.search(r"needed to win: ([\d.]+)\.", text)[1]) for text in (one, three)]  # type: ignore[index]
    assert missing == [51 - 5, 36 - 15]


def test_a_pile_leads_to_its_settlement() -> None:
    fields = Fields({"rules": ("french",), "pile": ("SKYZ XXI I 2S 3S 4S",)})
    html = str(tools.draw("count", fields, "../"))
    link = re.search(r'href="\.\./calculators/french/#t=settle&amp;([^"]+)"', html)
    assert link is not None
    assert link[1] == "p=15&amp;hon=3"


def test_what_may_be_declared() -> None:
    hand = "SKYZ XXI I XX XIX XVIII XVII XVI KS KH KD 7S"
    html = ask("declare", rules="hlucin", hand=hand)
    assert "With this hand you may declare taročky, trul and honery: 1.50 Kč in total." in html
    assert "With the pagát in hand you may announce pagát" in html
    assert "Still needed: 1 of 12 cards." in ask("declare", rules="hlucin", hand=hand[:-3])
    assert "This game has no declarations" in ask("declare", rules="french-practice-3", hand=hand)


def test_whom_to_call_and_what_to_discard() -> None:
    hand = "XXI I XX XVIII XVII XVI KS KH KD 7S 8S 9S"
    html = ask("partner", rules="hlucin", hand=hand)
    assert "The player who holds the XIX becomes the partner." in html
    assert "nobody calls a partner" in ask("partner", rules="french", hand=hand)
    html = ask("discard", rules="hlucin", hand=hand + " QH JH", away="4H")
    assert "You discard 2 cards." in ask("discard", rules="hlucin", hand=hand + " QH JH")
    assert "1 of 3 chosen." in html
    html = ask(
        "discard", rules="hlucin", hand="XXI I XX XVIII XVII XVI KS KH KD 7S 8S 9S", away="QH"
    )
    assert "You may discard these cards." in html
    html = ask(
        "discard", rules="hlucin", hand="XXI I XX XVIII XVII XVI KH KD 7S 8S 9S QH", away="KS"
    )
    assert "You may discard these cards." not in html
    html = ask(
        "discard", rules="heun", hand="XXI I XX XIX XVIII XVII KS QS 7S 8S QH JH", drawn="XV 4H KD"
    )
    assert "cards drawn" in html
    assert "You discard 3 cards." in html
    assert "no discards" in ask("discard", rules="french-practice-1")


def test_what_may_be_bid() -> None:
    assert "It is A’s turn" in ask("bid", rules="hlucin")
    html = ask("bid", ("add", "povinnost"), rules="hlucin", hand="XX 7S")
    assert "It is B’s turn" in html
    assert (
        "Only the holder of the pagát may bid druhá povinnost"
        in html.split("Not allowed, and why")[1]
    )
    html = ask("bid", ("back", "yes"), rules="hlucin", said="povinnost pass")
    assert "starting with the first player, A: povinnost." in html
    html = ask("bid", rules="hlucin", said="solo solo solo")
    assert "Sólo is too low: the bid to beat is sólo." in html
    assert "starting with the first player, A: sólo." in html
    assert "This game has no bidding" in ask("bid", rules="french-practice-1")


HIGH = "SKYZ XXI XX XIX XVIII XVII XVI XV KS KH QS I"
MIDDLING = "XX XVIII XV XIII VIII V I KS QH JC 10S 8C"


def test_what_a_hand_is_worth() -> None:
    assert "Still needed: 1 of 12 cards." in ask("worth", rules="hlucin", hand=HIGH[:-2])
    html = ask("worth", rules="hlucin", hand=HIGH)
    assert re.search(r"Best: “sólo”, about \+[\d.]+ Kč a hand\.", html)
    assert "from 12 imagined hands" in html and "100 of 100" in html
    assert "Strength 14: 9 for taroky" in html
    assert "The player who speaks" not in html  # nobody speaks before the first
    # Where nothing is left to doubt a harder look has nothing to add.
    html = ask("worth", ("harder", "yes"), rules="hlucin", hand=HIGH, looks="12")
    assert "from 12 imagined hands" in html and "Calculate more precisely" not in html
    html = ask("worth", ("harder", "yes"), rules="hlucin", hand=MIDDLING, looks="12")
    assert "from 48 imagined hands" in html and "Calculate more precisely" in html
    # With another card it begins with few again.
    without_king = HIGH.replace(" KS", "")
    assert "from 12" in ask("worth", ("tap", "KS"), rules="hlucin", hand=without_king, looks="48")


def test_a_hand_is_worth_less_after_others_have_bid() -> None:
    html = ask("worth", rules="hlucin", hand=HIGH, seat="C", **{"said.B": "trojka"})
    assert "The player who speaks second says" in html and "trojka" in html
    assert re.search(r"Best: “sólo”", html)
    html = ask(
        "worth", rules="hlucin", hand=HIGH, seat="D", **{"said.B": "trojka", "said.C": "pass"}
    )
    assert "The player who speaks third says" in html


def test_a_hand_to_try_it_with_and_games_without_bidding() -> None:
    html = ask("worth", ("example", "yes"), rules="heun")
    assert "Best: " in html or "nothing to choose" in html
    assert "This game has no bidding" in ask("worth", rules="french-practice-1", hand="KS QS")
    assert "Best: " in ask("worth", ("example", "yes"), rules="french-5", seat="E")
    # a place that another game had, and words that are none
    html = ask("worth", rules="hlucin", hand=HIGH, seat="E", looks="soon", **{"said.A": "<b>"})
    assert "Best: " in html and "<b>" not in html


# -- hostile fields, and a house's own rules -------------------------------------------------------

HOSTILE = (
    "<b>x</b>",
    "'\"><script>",
    "-1",
    "999",
    "0",
    "12",
    "35",
    "alone",
    "KS",
    "I",
    "XXI",
    "called",
    "½",
    "1/0",
    "a" * 300,
    "pagat",
    "valat",
    "revoke",
    "misdeal",
    "all_pass",
    "../../x",
    "\u202e",
)


def fields_at_random(game: str, rng: random.Random) -> dict[str, tuple[str, ...]]:
    """Fields that a damaged or hostile link could have, half of them of a hand that is nearly whole."""
    table = rules.load(game)
    words = (
        *HOSTILE,
        *table.contracts,
        *table.declarations.rows,
        *table.bonuses,
        *table.doubling.steps,
        *table.active,
        *Questions(table, "", "").endings,
    )
    names = [
        "game",
        "end",
        "who",
        "by",
        "with",
        "level",
        "p",
        "o",
        "left",
        "hon",
        "t",
        "u",
        "last",
        "last.I",
        "last.called",
        "lostwith",
        "players",
        "talon",
        "pot.pot",
        "x.game",
        "took.XXI.with",
        "pile",
        "hand",
        "away",
        "drawn",
        "said",
        "whose",
        "contract",
    ]
    names += [
        f"{kind}.{seat}"
        for kind in ("p", "t", "say", "ann", "last", "name", "slip.revoke")
        for seat in "ABCDE"
    ]
    names += [f"{kind}.{card}" for kind in ("fell", "took") for card in ("I", "XXI", "SKYZ")]
    names += [f"x.{bonus}{seat}" for bonus in table.bonuses for seat in ("", ".A", ".B")]
    fields = {name: (rng.choice(words),) for name in rng.sample(names, rng.randint(1, 25))}
    if rng.random() < 0.5:
        fields |= {
            "game": (rng.choice(list(table.contracts)),),
            "by": ("A",),
            "with": (rng.choice(("B", "C", "alone")),),
            "p": (str(rng.randint(0, int(table.total))),),
        }
    return fields


@pytest.mark.parametrize("game", rules.ids())
def test_hostile_fields_give_sentences_and_never_markup(game: str) -> None:
    rng = random.Random(f"fields {game}")
    for _ in range(30):
        fields = fields_at_random(game, rng)
        for name in ("settle", rng.choice(("count", "declare", "bid", "partner", "discard"))):
            html = str(tools.draw(name, Fields({**fields, "rules": (game,)}), "../"))
            assert "<b>" not in html and "<script" not in html, fields
            assert "tk-calc-bar" in html


def test_a_house_settles_by_its_own_rules() -> None:
    house = rules.pack(
        "table: u_lva\ntitle: At the Lion\nextends: hlucin\n"
        "choose: {pool.enabled: yes}\ncontracts: {solo: {rate: 0.50}}\n"
    )
    html = form({"rules": house, "game": "solo", "by": "B", "p": "45", "slip.revoke.A": "1"})
    assert "B +15.00" in bar(html)
    assert "A −6.00" in bar(html)
    assert "into the pot 1.00 Kč" in bar(html)
    assert "In the pot before this hand" in html
    assert "In the pot before this hand" not in form({"rules": "hlucin"})
    damaged = Fields({"rules": (house[:-7],)})
    with pytest.raises(TarokyError):
        tools.draw("settle", damaged, "../")


@pytest.mark.parametrize("game", rules.ids())
def test_every_house_option_leaves_a_form_that_settles(game: str) -> None:
    rng = random.Random(f"options {game}")
    for key, option in rules.load(game).options.items():
        for value in option.values:
            try:
                table = rules.load(game, {**option.needs, key: value})
            except TarokyError:
                continue  # these do not stand together
            contract = rng.choice(list(table.contracts))
            asks = Questions(table, contract, "")
            share, rest = divmod(int(table.total), len(table.active))
            by = bidders(table, contract)[0]
            values = {
                "game": contract,
                "by": by,
                "with": "C",
                "hon": "1",
                "p": str(share * 2 + rest),
                "t": "6",
                "last": by,
                "last.I": by,
                **{f"p.{s}": str(share) for s in table.active},
                "p.A": str(share + rest),
                "left": "0",
            }
            if asks.levels:
                values["level"] = asks.levels[0]
            with local_names(table.names):
                hand = HandForm(table, Fields({name: (text,) for name, text in values.items()}))
            assert hand.settled is not None, (key, value, contract, hand.problems, hand.needed)


@pytest.mark.parametrize(
    ("language", "texts"),
    [("en", ["−3.50", "0", "+1250.00"]), ("cs", ["−3,50", "0", "+1\u00a0250,00"])],
)
def test_amounts_are_written_as_the_language_writes_them(language: str, texts: list[str]) -> None:
    won = [Decimal(text) for text in ("-3.5", "0", "1250")]
    hlucin = rules.load("hlucin")
    with speaking(language):
        assert [signed(amount, hlucin) for amount in won] == texts
        assert [sheets.amount_of(sheets.signed(amount, hlucin)) for amount in won[::2]] == won[::2]
