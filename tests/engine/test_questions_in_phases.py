"""Questions about the phases of a hand that need no whole deal: how it lies, who draws, who speaks and what
may be said, who plays with whom, whose the rest of the talon is, who leads."""

import random

import pytest
from taroky import rules
from taroky.api.handler import handle
from taroky.api.questions import QUESTIONS
from taroky.players.simulate import play_hand


def ask(**request: object) -> dict:
    answer = handle(request)
    assert answer["ok"], answer
    return answer


def test_a_redraw_among_the_tied_decides_who_deals() -> None:
    """VIC-SEAT-02: the highest card decides; those who are equal draw again."""
    tied = ask(verb="first_dealer", rules="victoria", drawn="KS KH QC JD")
    assert (tied["place"], tied["again"]) == (None, [0, 1])
    for redrawn in ("7S 8S", [["7S", "8S"]], ["7S 8S"], "QS QH / 7S 8S"):
        decided = ask(verb="first_dealer", rules="victoria", drawn="KS KH QC JD", redrawn=redrawn)
        assert (decided["place"], decided["again"]) == (0, [])  # B is Forhan, A deals
    still = ask(verb="first_dealer", rules="victoria", drawn="KS KH QC JD", redrawn="QS QH")
    assert (still["place"], still["again"]) == (None, [0, 1])


@pytest.mark.parametrize("redrawn", ["7S", "7S 8S 9S", "7S 8S / 7H", 7, [7]])
def test_a_redraw_of_the_wrong_players_is_refused(redrawn: object) -> None:
    answer = handle(
        {"verb": "first_dealer", "rules": "victoria", "drawn": "KS KH QC JD", "redrawn": redrawn}
    )
    assert not answer["ok"]
    assert answer["error"]["text"].endswith(".")


HEUN = "XX XIX XVIII XVII XVI XV KS KH KD KC SKYZ XXI"


@pytest.mark.parametrize(
    ("contract", "pay"), [(None, "1"), ("four", "1"), ("five", "2"), ("five_over", "4")]
)
def test_ten_taroky_are_paid_by_the_contract(contract: str | None, pay: str) -> None:
    """HEUN-DOUBLING-01, HEUN-BONUS-13."""
    hand = "XX XIX XVIII XVII XVI XV XIV XIII XII XI QS 7C"
    about = {"contract": contract} if contract else {}
    answer = ask(verb="declarations", rules="heun", hand=hand, **about)
    assert (answer["best"], answer["value"]) == (["ten_taroky"], pay)
    assert (answer["claims"], answer["claims_value"]) == ([], "0")


def test_claims_are_kept_apart_from_what_is_said_now() -> None:
    """HEUN-ANNOUNCEMENTS-08: four kings are claimed once they have been played."""
    answer = ask(verb="declarations", rules="heun", hand=HEUN, contract="five")
    assert (answer["best"], answer["value"]) == ([], "0")
    assert (answer["claims"], answer["claims_value"]) == (["four_kings"], "2")
    assert {row["what"] for row in answer["rows"] if row["claim"]} == {"four_kings", "three_high"}


def test_an_unknown_contract_is_refused() -> None:
    answer = handle({"verb": "declarations", "rules": "heun", "hand": HEUN, "contract": "six"})
    assert "six" in answer["error"]["text"]


def refused(**request: object) -> dict:
    answer = handle(request)
    assert not answer["ok"], answer
    assert answer["error"]["text"].endswith(".")
    return answer["error"]


def test_a_cut_pack_goes_round_from_where_it_was_cut() -> None:
    """HLU-DEAL-04: the six cards under the cut are the talon, then six to each, twice."""
    lies = ask(verb="layout", done="cut 20")
    assert lies["talon"] == ["21", "22", "23", "24", "25", "26"]
    assert lies["hands"]["A"] == [*map(str, range(27, 33)), "51", "52", "53", "54", "1", "2"]
    assert lies["packets"] == [
        {"to": to, "cards": 6} for to in ("talon", "A", "B", "C", "D", "A", "B", "C", "D")
    ]


def test_knocking_lets_the_players_choose_batches() -> None:
    """HLU-DEAL-05, HLU-DEAL-07: batches of twelve; one that is taken is gone; the last is the dealer's."""
    begun = ask(verb="layout", done=[["knock"], ["batch", "3"]])
    assert (begun["finished"], begun["seat"]) == (False, "B")
    assert begun["legal"] == ["batch 1", "batch 2", "batch 4"]
    assert begun["batches"][2] == [str(place) for place in range(31, 43)]
    lies = ask(verb="layout", done="knock / batch 3 / batch 1 / batch 2")
    assert lies["hands"]["A"] == begun["batches"][2]
    assert lies["hands"]["D"] == begun["batches"][3]
    gone = refused(verb="layout", done="knock / batch 3 / batch 3")
    assert "A" in gone["text"] and gone["points"]


def test_a_told_pack_is_answered_in_cards() -> None:
    pack = list(rules.load("hlucin").cards.cards)
    lies = ask(verb="layout", done="cut 1", pack=pack)
    assert lies["talon"] == pack[1:7]
    assert lies["hands"]["D"][-1] == pack[0]


@pytest.mark.parametrize(
    "done", ["cut 0", "cut 54", "cut", "knock / batch 9", "shuffle", "A cut 3", 3]
)
def test_a_deal_that_cannot_be_is_refused(done: object) -> None:
    refused(verb="layout", done=done)


def test_povinnost_draws_four_one_and_one_and_one_draw_may_pass() -> None:
    """HLU-TALON-03 to HLU-TALON-05: the declarer four, then one each; one of them may pass to D."""
    start = ask(verb="talon", contract="povinnost")
    assert (start["seat"], start["legal"]) == ("A", ["draw"])
    assert [(row["seat"], row["cards"], row["may_pass_to"]) for row in start["draws"]] == [
        ("A", 4, None),
        ("B", 1, "D"),
        ("C", 1, "D"),
    ]
    passed = ask(verb="talon", contract="povinnost", done="draw / pass")
    assert (passed["seat"], passed["legal"]) == ("C", ["draw"])
    done = ask(verb="talon", contract="povinnost", done="draw / pass / draw / draw")
    assert done["finished"]
    assert done["taken"] == {"A": ["1", "2", "3", "4"], "C": ["5"], "D": ["6"]}


def test_trojka_looks_at_one_three_after_the_other() -> None:
    """HLU-TALON-11 to HLU-TALON-14: the first three, the second, or back to the first at the highest price."""
    start = ask(verb="talon", contract="trojka", declarer="B", talon="KS 7S V QH I XX")
    assert start["legal"] == ["take first", "reject"]
    assert start["looked_at"] == [["KS", "7S", "V"]]
    then = ask(
        verb="talon", contract="trojka", declarer="B", done="reject", talon="KS 7S V QH I XX"
    )
    assert then["legal"] == ["take second", "take back"]
    assert then["exposed"] == ["KS", "7S", "V"]
    back = ask(verb="talon", contract="trojka", declarer="B", done="reject / take back")
    assert back["finished"] and back["taken"] == {"B": ["1", "2", "3"]}
    refused(verb="talon", contract="trojka", declarer="B", done="reject / take first")


def test_where_the_talon_is_not_touched_nobody_is_asked() -> None:
    answer = ask(verb="talon", contract="solo", declarer="C")
    assert answer["finished"] and not answer["draws"] and not answer["sets"]
    assert "sólo" in answer["why"]["text"]


@pytest.mark.parametrize(
    "about",
    [
        {},
        {"contract": "trojka"},
        {"contract": "duo"},
        {"contract": "trojka", "declarer": "E"},
        {"contract": "trojka", "declarer": "B", "talon": "KS 7S"},
    ],
)
def test_a_question_about_the_talon_asks_for_what_it_needs(about: dict) -> None:
    refused(verb="talon", **about)


@pytest.mark.parametrize(
    ("game", "about", "declarers", "known"),
    [
        ("hlucin", {"contract": "povinnost", "called": "XIX", "holder": "C"}, "AC", "C"),
        (
            "hlucin",
            {"contract": "povinnost", "called": "XIX", "holder": "C", "seen": "yes"},
            "AC",
            "ABCD",
        ),
        ("hlucin", {"contract": "povinnost", "called": "XVI", "holder": "A"}, "A", "A"),
        (
            "hlucin",
            {"contract": "povinnost", "called": "XIX", "holder": "B", "laid_away": True},
            "AB",
            "B",
        ),
        (
            "machtarok",
            {
                "contract": "povinnost",
                "declarer": "A",
                "called": "XIX",
                "holder": "B",
                "laid_away": True,
            },
            "A",
            "",
        ),
        ("hlucin", {"contract": "trojka", "declarer": "C"}, "C", "ABCD"),
        ("heun", {"contract": "four", "declarer": "B", "called": "KS", "holder": "D"}, "BD", "D"),
        ("heun", {"contract": "four", "declarer": "B", "called": "KS", "holder": "talon"}, "B", ""),
        ("victoria", {"contract": "zesta", "declarer": "C", "holder": "A"}, "AC", "A"),
    ],
)
def test_sides_follow_from_the_called_card(
    game: str, about: dict, declarers: str, known: str
) -> None:
    """HLU-CALL-01, HLU-CALL-13, MACH-CALL-09, HEUN-CALLING-08: who has the called card is the partner."""
    answer = ask(verb="sides", rules=game, **about)
    assert "".join(answer["sides"]["declarers"]) == declarers
    assert set(answer["known_to"]) >= set(known)
    assert (len(answer["known_to"]) == 4) == (known == "ABCD" or len(known) == 4)
    assert answer["alone"] == (len(declarers) == 1)


def test_sides_ask_for_the_called_card_and_its_holder() -> None:
    assert "called" in refused(verb="sides", contract="povinnost")["text"]
    assert "holder" in refused(verb="sides", contract="povinnost", called="XIX")["text"]


@pytest.mark.parametrize(
    ("about", "rest"),
    [
        (
            {"contract": "trojka", "declarer": "B", "done": "take first"},
            [(["4", "5", "6"], "opponents")],
        ),
        ({"contract": "solo", "declarer": "B"}, [(list("123456"), "opponents")]),
        (
            {"rules": "victoria", "contract": "zesta", "declarer": "B", "partner": "D"},
            [(list("123"), "declarers"), (list("456"), "opponents")],
        ),
        (
            {"rules": "victoria", "contract": "zesta", "declarer": "B", "partner": "none"},
            [(list("123456"), "declarers")],
        ),
        (
            {"rules": "heun", "contract": "five", "declarer": "B", "partner": "D"},
            [(list("123456"), "opponents")],
        ),
        (
            {"rules": "heun", "contract": "five", "declarer": "B", "partner": "none"},
            [(list("123"), "declarers"), (list("456"), "opponents")],
        ),
        (
            {"rules": "french", "contract": "straz_proti_talonu", "declarer": "B"},
            [(list("123456"), "opponents")],
        ),
        ({"rules": "hlucin", "contract": "varsava"}, [(list("123456"), "trick_takers")]),
    ],
)
def test_who_counts_the_rest_of_the_talon(about: dict, rest: list) -> None:
    """HLU-COUNT-08, HLU-VAR-14, VIC-TALON-17, VIC-TALON-18, HEUN-COUNTING-02, FR-TALON-05."""
    answer = ask(verb="counted_for", **about)
    assert [(row["cards"], row["for"]) for row in answer["rest"]] == rest


def test_discards_count_for_the_side_that_the_table_names() -> None:
    """HLU-COUNT-08: what a player discards counts for the player's side."""
    answer = ask(verb="counted_for", contract="povinnost", partner="C", done="draw / draw / draw")
    assert {row["seat"]: row["for"] for row in answer["discards"]} == {
        "A": "declarers",
        "B": "opponents",
        "C": "declarers",
    }
    assert all("HLU-COUNT-08" in row["why"]["points"] for row in answer["discards"])
    assert (
        "partner"
        in refused(verb="counted_for", rules="heun", contract="five", declarer="B")["text"]
    )
    refused(verb="counted_for", contract="povinnost", partner="C", done="draw")


def test_cards_drawn_at_random_are_counted_but_not_named() -> None:
    """HEUN-COUNTING-02 with the first three drawn at random: how many they are, not which."""
    answer = ask(
        verb="counted_for",
        rules="heun",
        options={"talon.five_alone.first_three": "random"},
        contract="five",
        declarer="B",
        partner="none",
    )
    assert [(row["cards"], row["n"], row["for"]) for row in answer["rest"]] == [
        (None, 3, "declarers"),
        (None, 3, "opponents"),
    ]


def open_to(answer: dict) -> set[str]:
    return {row["what"] for row in answer["choices"] if row["legal"]}


def test_the_declarer_speaks_first_and_nobody_doubles_his_own_side() -> None:
    """HLU-ANN-01, HLU-DBL-11, HLU-DBL-06."""
    about = {"verb": "sayings", "contract": "povinnost", "called": "XIX"}
    first = ask(**about)
    assert first["seat"] == "A"
    assert "flek:game" not in open_to(first)
    second = ask(**about, said="nothing")
    assert second["seat"] == "B" and "flek:game" in open_to(second)
    doubled = ask(**about, partner="C", said="nothing / flek:game")
    assert doubled["seat"] == "C" and "reflek:game" in open_to(doubled)
    against = ask(**about, partner="C", said="nothing / flek:game / nothing")
    assert against["seat"] == "D" and "reflek:game" not in open_to(against)
    assert against["doubles"] == [{"by": "B", "word": "flek", "target": "game", "of": None}]


def test_whose_cards_are_told_may_announce_only_what_they_hold() -> None:
    """HLU-ANN-16: trul are škýz, XXI and I; the pagát is announced by who holds it."""
    about = {"verb": "sayings", "contract": "trojka", "declarer": "A", "seat": "A"}
    with_trul = ask(**about, hand="SKYZ XXI I KS QS RS JS 10S KH QH KD QD")
    assert {"trul", "pagat"} <= open_to(with_trul)
    without = ask(**about, hand="SKYZ XX II KS QS RS JS 10S KH QH KD QD")
    assert not {"trul", "pagat"} & open_to(without)
    refusal = refused(**about, hand="SKYZ XX II KS QS RS JS 10S KH QH KD QD", said="trul")
    assert refusal["text"].startswith("Turn 1:") and refusal["points"]


def test_what_cannot_be_said_by_any_cards_is_refused_for_untold_ones() -> None:
    """MACH-ANN: only the first who says it announces the valát; VIC-ANN: the declarers' alone."""
    about = {"verb": "sayings", "rules": "machtarok", "contract": "prever", "declarer": "C"}
    now = ask(**about, said="nothing / nothing / nothing / nothing / valat")
    assert now["seat"] == "B" and "valat" not in open_to(now)
    lone = {"verb": "sayings", "rules": "victoria", "contract": "prever", "declarer": "C"}
    assert "valat" in open_to(ask(**lone))
    assert "valat" not in open_to(ask(**lone, said="nothing"))


def test_what_others_hold_or_have_declared_is_not_open_to_untold_cards() -> None:
    """HLU-ANN-14: trul are škýz, XXI and I; HLU-ANN-16: four kings; HLU-ANN-05: the holder of the I;
    HLU-ANN-09: 10 of 22 taroky."""
    about = {"verb": "sayings", "contract": "trojka", "declarer": "A"}
    all_open = {"trul", "pagat", "honery", "kralovske_honery", "taroky", "tarocky"}
    for said, shut in (
        ("nothing", set()),
        ("trul", {"trul", "pagat"}),
        ("pagat", {"trul", "pagat"}),
        ("kralovske_honery", {"kralovske_honery", "honery"}),
        ("honery", {"honery", "kralovske_honery"}),  # 4 of the 7 are one king at least
        ("taroky / taroky", {"taroky", "tarocky"}),
    ):
        assert all_open - open_to(ask(**about, said=said)) == shut, said
    refusal = refused(**about, said="trul / trul")
    assert refusal["text"].startswith("Turn 2:") and refusal["points"] == ["HLU-ANN-14"]
    held = {"seat": "A", "hand": "SKYZ XX II KS QS RS JS 10S KH QH KD QD"}
    silent = ask(**about, **held, said="nothing")
    assert all_open - open_to(silent) == {"trul", "honery", "kralovske_honery"}


@pytest.mark.parametrize(
    ("game", "contract"), [("hlucin", "trojka"), ("machtarok", "prever"), ("victoria", "prever")]
)
def test_nobody_is_shut_out_from_what_is_true(game: str, contract: str) -> None:
    """Whatever all declare that they really hold, the next may still declare what they hold."""
    table = rules.load(game)
    heard = 0
    for seed in range(120):
        pack = table.cards.shuffled(random.Random(seed))
        hands = {s: pack[i * table.deal.hand :][: table.deal.hand] for i, s in enumerate("ABCD")}
        true = {
            s: ask(verb="declarations", rules=game, hand=list(h))["best"] for s, h in hands.items()
        }
        said: list[list[str]] = []
        for _ in "ABCD":
            now = ask(verb="sayings", rules=game, contract=contract, declarer="A", said=said)
            best = true[now["seat"]]
            assert set(best) <= open_to(now), (seed, said)
            heard += len(best)
            said.append(best or ["nothing"])
    assert heard


def test_doubles_out_of_turn_are_told_where_the_table_lets_them() -> None:
    """MACH-DBL-02: anyone against it may say contra, no matter whose turn it is."""
    about = {"verb": "sayings", "rules": "machtarok", "contract": "prever", "declarer": "C"}
    now = ask(**about, said=" / ".join(["nothing"] * 8))
    assert now["seat"] == "A"
    assert {row["what"] for row in now["asides"]["B"]} == {"contra:game"}


def test_in_varsava_nothing_is_said() -> None:
    """HLU-VAR-02."""
    answer = ask(verb="sayings", contract="varsava")
    assert answer["finished"] and "Varšava" in answer["why"]["text"]


@pytest.mark.parametrize(
    ("about", "seat"),
    [
        ({"contract": "povinnost"}, "A"),
        ({"contract": "trojka", "declarer": "C"}, "A"),
        ({"rules": "machtarok", "contract": "prever", "declarer": "C", "opener": "B"}, "B"),
        ({"rules": "heun", "contract": "five", "declarer": "C"}, "C"),
        ({"rules": "heun", "contract": "four", "declarer": "C"}, "A"),
        ({"rules": "french", "contract": "straz", "declarer": "C"}, "A"),
        ({"rules": "french", "contract": "straz", "declarer": "C", "announced": "C slam"}, "C"),
    ],
)
def test_who_leads(about: dict, seat: str) -> None:
    """HLU-PLAY-01, MACH-PLAY-01, HEUN-PLAY-01, FR-PLAY-02, FR-PLAY-05."""
    answer = ask(verb="leads", **about)
    assert answer["seat"] == seat
    assert answer["why"]["points"]


@pytest.mark.parametrize("game", rules.ids())
def test_every_question_has_an_answer_in_every_phase_of_a_played_hand(game: str) -> None:
    """What the phases say of a whole hand they say of its facts: the draws, the sides, who leads and who
    counts the rest."""
    for seed in range(12):
        hand = play_hand(rules.load(game), f"questions {seed}")
        if hand.ended or not hand.contract:
            continue
        about = {"rules": game, "contract": hand.contract}
        about |= {"declarer": hand.declarer} if hand.declarer else {}
        kinds = ("draw", "pass", "take", "reject", "look")
        done = [[a.seat, a.kind, *a.what] for a in hand.actions if a.kind in kinds]
        talon = list(hand.deal.talon_dealt)
        if talon:
            taken = ask(verb="talon", **about, done=done, talon=talon)
            assert taken["finished"]
            assert taken["taken"] == {s: list(c) for s, c in hand.exchange.drawn.items()}
        lead = ask(
            verb="leads",
            **about,
            opener=hand.auction.opener,
            announced=[[seat, bonus] for seat, bonus in hand.announce.announced],
        )
        assert lead["seat"] == hand.play.tricks[0].leader
        called = {"called": hand.call.called or "none"} if hand.row.calling else {}
        holder = {"holder": hand.called_holder or "talon"} if hand.call.called else {}
        sides = ask(verb="sides", **about, **called, **holder)
        expected = {"declarers": list(hand.declarers), "opponents": list(hand.opponents)}
        if hand.row.sides != "each":
            assert sides["sides"] == expected


@pytest.mark.parametrize("verb", sorted(QUESTIONS))
def test_a_word_without_end_is_refused_in_a_short_sentence(verb: str) -> None:
    long = "a" * 5000
    for key, kind in QUESTIONS[verb].takes.items():
        answer = handle({"verb": verb, key: long, "rules": "machtarok"})
        if not answer["ok"]:
            assert len(answer["error"]["text"]) < 400, (key, kind)
