"""Sessions of every game: who deals first and next, first hands, chips, pots, debts, the end, the
winner; and the file they are kept in."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cases import fill, load, run
from taroky import rules
from taroky import session as sessions
from taroky.api import handler, questions, schemas
from taroky.cli import main
from taroky.errors import IllegalAction, RecordError
from taroky.game import apply, dealt, record, undealt
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players import simulate
from taroky.session import Session
from taroky.settling.paying import finished_facts, settle

PEOPLE = ("Ada", "Ben", "Cyril", "Dana")


def begin(game: str, dealer: int = 3, **options: str) -> Session:
    """Four at a table with D's place dealing; `__` in an option's name stands for its dots."""
    chosen = {key.replace("__", "."): value for key, value in options.items()}
    return sessions.start(rules.load(game, chosen), PEOPLE, dealer)


def pay(session: Session, *amounts: int, **more: Any) -> Session:
    """The session after a hand that paid A, B, C, D so much."""
    return session.after(dict(zip("ABCD", map(Decimal, amounts), strict=False)), **more)


def seats_next(game: str, *, ended: str = "", **more: Any) -> str:
    """Return which seat deals after such a hand."""
    played = sessions.Played({}, ended=ended, **more)
    return sessions.next_dealer(rules.load(game), played)


# -- the first dealer ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "option", "drawn", "place"),
    [
        # VIC-SEAT-02, VIC-SEAT-04: A draws the only tarok and is Forhan; the player before A deals
        ("victoria", {}, "III KS AH QD", 3),
        ("victoria", {}, "KS QC III JD", 1),
        ("victoria", {"draw.rank": "points_only"}, "III KS AH QD", 0),  # the king counts most
        # MACH-DEAL-02, MACH-OPT-04: the highest value is meant by points, or by rank
        ("machtarok", {"deal.first_dealer": "high_card"}, "KS XV 7C XX", 0),
        (
            "machtarok",
            {"deal.first_dealer": "high_card", "deal.high_card_by": "rank"},
            "KS XV 7C XX",
            3,
        ),
        # FR-DEAL-03: the small one deals; taroky are above every suit card, the ace is the lowest
        ("french", {}, "7S 3H XX JD", 1),
        ("french", {}, "7S 3H AD JD", 2),
        ("french", {}, "XV II XX III", 1),
    ],
)
def test_the_cards_say_who_deals_first(
    game: str, option: dict[str, str], drawn: str, place: int
) -> None:
    assert sessions.first_dealer(rules.load(game, option), drawn.split()) == place


def test_equal_cards_are_drawn_again() -> None:
    """VIC-SEAT-03, FR-DEAL-03, MACH-DEAL-02: only those who are equal at the end that decides draw
    again; a house may let the suits decide."""
    victoria, french = rules.load("victoria"), rules.load("french")
    drawn = dict(enumerate(["KS", "KH", "QC", "JD"]))
    assert sessions.draws_again(victoria, drawn) == (0, 1)
    assert sessions.first_dealer(victoria, ["KS", "KH", "QC", "JD"]) is None
    assert sessions.first_dealer(victoria, {0: "7S", 1: "8S"}) == 0  # B is Forhan, A deals
    assert sessions.draws_again(french, dict(enumerate(["KS", "3H", "3C", "JD"]))) == (1, 2)
    suits = rules.load("french", {"deal.draw_tie": "suit_order"})
    assert sessions.first_dealer(suits, ["KS", "3H", "3C", "JD"]) == 2  # clubs are the lowest
    assert sessions.first_dealer(suits, ["KS", "3H", "3D", "JD"]) == 2
    points = rules.load("machtarok", {"deal.first_dealer": "high_card"})
    assert sessions.draws_again(points, dict(enumerate(["KS", "XXI", "7C", "I"]))) == (0, 1, 3)


def test_the_excuse_is_drawn_in_vain() -> None:
    """FR-DEAL-04: the player who draws the škýz draws another card in its place; elsewhere it counts."""
    french = rules.load("french")
    drawn = dict(enumerate(["SKYZ", "10H", "KD", "II"]))
    assert sessions.draws_again(french, drawn) == (0,)
    assert sessions.first_dealer(french, drawn | {0: "9C"}) == 0
    assert sessions.first_dealer(rules.load("victoria"), ["SKYZ", "XXI", "KS", "KH"]) == 3


def test_a_card_in_place_of_the_excuse_joins_the_others() -> None:
    """FR-DEAL-04: the new card is compared with those the others have drawn."""
    table = rules.load("french")
    seen = 0
    for seed in range(400):
        place, rounds = sessions.choose_dealer(table, 4, random.Random(seed))
        if len(rounds) == 2 and "SKYZ" in rounds[0].values():
            assert len(rounds[1]) == 1
            assert sessions.first_dealer(table, rounds[0] | rounds[1]) == place
            seen += place not in rounds[1]
    assert seen > 3


@pytest.mark.parametrize("game", rules.ids())
def test_a_first_dealer_is_found_for_every_game(game: str) -> None:
    """HEUN-DEAL-12, FR-DEAL-02: by chance; MACH-DEAL-01: the host, who sat down first; or by cards
    that agree with what the rules make of them."""
    table = rules.load(game)
    players = table.seats.players[0]
    places = set()
    for seed in range(60):
        place, drawn = sessions.choose_dealer(table, players, random.Random(seed))
        places.add(place)
        if len(drawn) == 1:
            assert sessions.first_dealer(table, drawn[0]) == place
    host = table.deal.first_dealer == "host"
    assert places == ({0} if host else set(range(players)))
    assert bool(sessions.choose_dealer(table, players, random.Random(1))[1]) == (
        table.deal.first_dealer in ("highest_draw", "before_high_draw", "draw_lowest")
    )


def test_whom_the_players_name_deals_first() -> None:
    """HEUN-DEAL-12, MACH-DEAL-01, MACH-OPT-04: an agreed seat or the eldest deals the first hand."""
    for game, option in (
        ("heun", {"deal.first_dealer": "agreed_seat"}),
        ("machtarok", {"deal.first_dealer": "senior"}),
    ):
        table = rules.load(game, option)
        assert sessions.choose_dealer(table, 4, random.Random(1)) == (0, ())
        assert sessions.start(table, PEOPLE, dealer=2).dealer == 2


def test_a_card_that_shows_itself_in_the_deal() -> None:
    """HEUN-PENALTIES-02, VIC-PEN-02: it makes a misdeal, or the hand is played on and all know the
    card; by a house rule the other way."""
    for game, option, ended in (
        ("heun", {}, "misdeal"),
        ("heun", {"penalties.misdeal.exposed_card": "no"}, ""),
        ("victoria", {}, ""),
        ("victoria", {"misdeal.exposed_card": "misdeal"}, "misdeal"),
    ):
        table = rules.load(game, option)
        hand = apply(undealt(table, table.cards.cards), Action("D", "expose", ("KS",)))
        assert hand.ended == ended
        if not ended:
            assert view(hand, "B").faced == ("KS",)
            with pytest.raises(IllegalAction):
                apply(hand, Action("A", "expose", ("KH",)))
    plain = rules.load("french")
    with pytest.raises(IllegalAction):
        apply(undealt(plain, plain.cards.cards), Action("D", "expose", ("KS",)))


# -- the next dealer ------------------------------------------------------------------------------


def test_the_next_dealer_after_a_hand_that_was_played() -> None:
    """HEUN-SESSION-05: after Four its bidder; HEUN-SESSION-06: after Five and Five Over the next
    seat; MACH-SESS-02, VIC-SESS-05: the player who opened; FR-SESSION-03, HLU-DEAL-02: the next seat."""
    assert seats_next("heun", contract="four", declarer="B") == "B"
    assert seats_next("heun", contract="five", declarer="C") == "A"
    assert seats_next("heun", contract="five_over", declarer="C") == "A"
    assert seats_next("machtarok", contract="prever", declarer="D", opener="B") == "B"
    assert seats_next("machtarok", contract="povinnost", declarer="A") == "A"
    assert seats_next("victoria", contract="prever", declarer="C", opener="A") == "A"
    assert seats_next("french", contract="straz", declarer="C") == "A"
    assert seats_next("french-practice-1") == "A"
    assert seats_next("hlucin", contract="trojka", declarer="C") == "A"


def test_who_deals_again_after_a_hand_that_was_not_played() -> None:
    """HEUN-SESSION-07: who gave up Four; HEUN-SESSION-08: after a misdeal or a weak hand the next;
    POL-DEAL-03: a hand thrown in is dealt again by the same player; VIC-PEN-02, HLU-DEAL-08: so is a
    misdeal; FR-BIDDING-11: after four passes the next."""
    assert seats_next("heun", ended="give_up", contract="four", declarer="B") == "B"
    assert seats_next("heun", ended="misdeal") == "A"
    assert seats_next("heun", ended="weak_hand") == "A"
    assert seats_next("polish", ended="throw_in") == "D"
    assert seats_next("victoria", ended="misdeal") == "D"
    assert seats_next("hlucin", ended="misdeal") == "D"
    assert seats_next("french", ended="all_pass") == "A"
    moved = rules.load("victoria", {"misdeal.next": "next_dealer"})
    assert sessions.next_dealer(moved, sessions.Played({}, ended="misdeal")) == "A"


def test_asking_who_deals_next() -> None:
    """HEUN-SESSION-05, HEUN-SESSION-08, HLU-SEAT-05: asked without a session."""

    def ask(game: str, **fields: Any) -> dict[str, Any]:
        return handler.ask({"verb": "next_dealer", "rules": game, **fields})

    assert ask("heun", contract="four", declarer="B")["seat"] == "B"
    assert ask("heun", ended="misdeal") == {"seat": "A", "dealt_again": True, "counts": False}
    assert ask("machtarok", contract="prever", declarer="B", opener="C")["seat"] == "C"
    # only who opens can bid Povinnost, so its declarer tells who opened (MACH-SESS-02, VIC-SESS-05)
    assert ask("machtarok", contract="povinnost", declarer="C")["seat"] == "C"
    assert ask("victoria", contract="povinnost", declarer="B")["seat"] == "B"
    assert ask("machtarok", contract="prever", declarer="C")["seat"] == "A"
    assert ask("hlucin", ended="misdeal", players=5)["seat"] == "E"
    assert ask("hlucin", contract="solo", declarer="C", players=5)["seat"] == "A"
    for spoilt in ({"contract": "seven"}, {"declarer": "Z"}, {"ended": "rain"}, {"players": 9}):
        with pytest.raises(RecordError):
            ask("heun", **spoilt)


def test_a_tie_that_is_played_again() -> None:
    """FR-COUNTING-18: where a tie is replayed the same player deals and the hand counts nowhere."""
    session = begin("french-practice-1", practice1__tie="replay")
    again = pay(session, 0, 0, 0, 0, replay=True)
    assert (again.dealer, again.hands) == (3, 0)
    assert pay(session, 7, 5, 4, 2).dealer == 0


def test_povinnost_goes_round_from_the_first() -> None:
    """MACH-SESS-01, MACH-SESS-02, MACH-DEAL-18: the holder of the II opens the first round, deals the
    second and cuts the third; the opening moves one seat each round."""
    session = begin("machtarok")  # Dana's place deals
    table = session.table
    hand = fill(table, "B: II")
    hand = dealt(table, hand.cards.hands, hand.deal.talon_dealt, first_hand=True)
    assert session.first_hand
    assert session.place_of(hand.auction.opener) == 1  # Ben
    hand = run(hand, "B bid povinnost, C bid pass, D bid pass, A bid pass, to end")
    second = session.add(hand)
    assert not second.first_hand
    assert second.dealer == 1  # Ben deals the second round
    assert second.place_of("A") == 2  # and Cyril is Povinnost in it
    third = pay(second, 0, 0, 0, 0, contract="povinnost", declarer="A")
    assert third.dealer == 2
    deals = third.deal(random.Random(1))
    assert third.players[(third.dealer + 1 + "ABCD".index("C")) % 4] == "Ben"
    assert [s for s in "ABCD" if _may(deals, s)] == ["C"]  # Ben cuts the third


def _may(hand: Hand, seat: str) -> bool:
    from taroky.game import check

    return check(hand, Action(seat, "cut", ("20",))) is None


def test_who_passed_forhan_loses_the_deal() -> None:
    """VIC-SESS-06, VIC-BID-15: the player to whom Forhan was passed opened, and deals next."""
    session = begin("victoria")
    table = session.table
    hand = fill(table, "A: KS KH KD KC QS QH QD QC RS RH RD RC")
    hand = run(
        hand, "A bid pass_forhan, B bid povinnost, C bid pass, D bid pass, A bid pass, to end"
    )
    after = session.add(hand)
    assert after.players[after.dealer] == "Ben"
    plain = fill(table, "A: I II")
    plain = run(plain, "A bid povinnost, B bid pass, C bid pass, D bid pass, to end")
    assert begin("victoria").add(plain).dealer == 0


# -- the first hand -------------------------------------------------------------------------------


def test_a_first_hand_dealt_again() -> None:
    """HEUN-SESSION-09: after a misdeal the hand is still the very first, or by a house rule not."""
    still = pay(begin("heun"), 1, 1, 1, -3, ended="misdeal")
    assert still.first_hand
    assert not pay(still, 4, -4, 4, -4, contract="four", declarer="A").first_hand
    normal = begin("heun", bidding__first_hand__after_misdeal="normal")
    assert normal.first_hand
    assert not pay(normal, 1, 1, 1, -3, ended="misdeal").first_hand


def test_a_record_says_whether_it_is_the_first_hand() -> None:
    """HEUN-BIDDING-02: the holder of the II opens in the first hand only; a record of another hand
    cannot stand for it. The word is kept in text, JSON and code."""
    session = begin("heun")
    again = fill(session.table, "C: II KS; A: KH")
    again = dealt(session.table, again.cards.hands, again.deal.talon_dealt, first_hand=True)
    assert again.auction.opener == "C"
    kept = record.of_hand(again)
    assert "first hand: yes\n" in record.to_text(kept)
    for entry in (
        record.from_text(record.to_text(kept)),
        record.from_json(json.loads(json.dumps(record.to_json(kept)))),
        record.from_code(record.to_code(kept)),
    ):
        assert entry == kept
        assert entry.start() == again
    rng = random.Random(3)
    other = simulate.finish(undealt(session.table, session.table.cards.shuffled(rng)), rng)
    with pytest.raises(RecordError, match="first hand: yes"):
        session.add(other)
    first = simulate.finish(session.deal(rng), rng)
    later = pay(session, 4, -4, 4, -4, contract="four", declarer="A")
    with pytest.raises(RecordError, match="not the first of the session"):
        later.add(first)


# -- chips, debts, the end ------------------------------------------------------------------------


def test_chips_to_start_with() -> None:
    """HEUN-SESSION-02: 25 each, 100 on the table; HEUN-OPTIONS-02: or what was agreed;
    MACH-SESS-05: none, or 100 by a house rule. HEUN-SESSION-01: balances are kept per player."""
    session = begin("heun")
    assert [row.total for row in session.standings] == [25] * 4
    more = sessions.start(session.table, PEOPLE, chips=Decimal(50))
    more = pay(more, 8, 8, -8, -8, contract="five", declarer="A")
    assert {row.name: row.total for row in more.standings} == {
        "Ben": 58,
        "Cyril": 58,
        "Dana": 42,
        "Ada": 42,
    }
    for chips in ("0", "-1", "NaN"):
        with pytest.raises(RecordError):
            sessions.start(session.table, PEOPLE, chips=Decimal(chips))
    assert begin("machtarok").standings[0].total == 0
    assert begin("machtarok", session__start_chips="100").standings[0].total == 100


def test_the_game_ends_when_somebody_has_no_chips() -> None:
    """HEUN-SESSION-03: balances 25, 40, 0, 35 end it; HEUN-SESSION-10: so does a debt, which is paid
    in full all the same; HEUN-OPTIONS-01: not where only the number of hands ends it."""
    session = pay(begin("heun"), 0, 15, -25, 10, contract="four", declarer="D")
    assert [row.total for row in sorted(session.standings, key=lambda r: r.place)] == [
        25,
        40,
        0,
        35,
    ]
    assert session.over
    with pytest.raises(RecordError, match="over"):
        pay(session, 1, -1, 0, 0)
    debt = pay(begin("heun"), 8, 8, 6, -22, contract="four", declarer="D")
    assert not debt.over
    debt = pay(debt, 8, -8, 8, -8, contract="five", declarer="A")
    assert debt.chips + debt.totals[3] == -5
    assert debt.over
    by_hands = begin("heun", session__end="hands")
    assert not pay(by_hands, 30, -30, 0, 0, contract="five", declarer="A").over


def test_who_cannot_pay_pays_what_he_has() -> None:
    """HEUN-SESSION-10: by a house rule a debt is cut to the balance, and those who are paid bear
    the rest in proportion; odd chips go to the first in order of play."""
    session = begin("heun", session__debt="pay_what_he_has")
    session = pay(session, 8, 8, 6, -22, contract="five", declarer="A")  # Dana has 3 left
    session = pay(session, 8, -8, 8, -8, contract="five", declarer="A")  # Dana sits at C: pays 8
    assert session.chips + session.totals[3] == 11
    poor = begin("heun", session__debt="pay_what_he_has")
    poor = pay(poor, 8, 8, 6, -22, contract="four", declarer="D")  # D deals again, with 3
    poor = pay(poor, 8, 8, 8, -24, contract="four", declarer="D")
    assert list(map(int, poor.totals)) == [9, 9, 7, -25]
    odd = begin("heun", session__debt="pay_what_he_has")
    odd = pay(odd, 8, 8, 7, -23, contract="four", declarer="D")  # with 2
    odd = pay(odd, 8, 8, 8, -24, contract="four", declarer="D")
    assert list(map(int, odd.totals)) == [9, 9, 7, -25]
    assert sum(odd.totals) == 0


def test_an_agreed_number_of_hands() -> None:
    """HEUN-SESSION-03, HEUN-SESSION-04, FR-SESSION-02: it ends after as many as were agreed at the
    start; with none agreed only the chips end it. MACH-SESS-05: a house may fix 4, 8 or 12."""
    table = rules.load("heun")
    session = sessions.start(table, PEOPLE, hands=2)
    session = pay(session, 1, -1, 1, -1, contract="five", declarer="A")
    assert not session.over
    assert pay(session, 1, -1, 1, -1, contract="five", declarer="A").over
    assert begin("heun").limit is None
    for hands in (0, -3):
        with pytest.raises(RecordError):
            sessions.start(table, PEOPLE, hands=hands)
    french = sessions.start(rules.load("french"), PEOPLE, hands=8)
    for _ in range(7):
        french = pay(french, 3, -1, -1, -1)
        assert not french.over
    assert pay(french, 3, -1, -1, -1).over
    fixed = begin("machtarok", session__rounds="4")
    for _ in range(4):
        assert not fixed.over
        fixed = pay(fixed, 2, -2, 2, -2)
    assert fixed.over
    with pytest.raises(RecordError, match="cannot agree"):
        sessions.start(fixed.table, PEOPLE, hands=9)
    endless = begin("machtarok")
    for _ in range(29):
        endless = pay(endless, 2, -2, 2, -2)
    assert not endless.over
    assert min(endless.totals) < 0  # chips may go negative
    with pytest.raises(RecordError, match="cannot agree"):
        sessions.start(rules.load("heun", {"session.end": "chips"}), PEOPLE, hands=9)


def test_the_players_end_it() -> None:
    """MACH-SESS-05, FR-SESSION-04: it ends when the players stop, and then there is a winner."""
    session = pay(begin("machtarok"), 2, -2, 2, -2)
    assert session.winners == ()
    assert session.stop().over
    assert session.stop().winners == (0, 2)


def test_which_hands_count() -> None:
    """HEUN-SESSION-12: of 12 a hand given up counts, a misdealt one does not, or the other way by a
    house rule; FR-SESSION-04: four passes are no round, or are."""

    def after(session: Session, ended: str) -> int:
        contract = {"give_up": "four"}.get(ended, "")
        return pay(session, 0, 0, 0, 0, ended=ended, contract=contract, declarer="B").hands

    assert after(begin("heun"), "give_up") == 1
    assert after(begin("heun"), "misdeal") == 0
    assert after(begin("heun"), "weak_hand") == 0
    assert after(begin("heun", session__hand_limit__count_given_up="no"), "give_up") == 0
    assert after(begin("heun", session__hand_limit__count_misdeal="yes"), "misdeal") == 1
    assert after(begin("french"), "all_pass") == 0
    assert after(begin("french", session__passed_deal_counts="yes"), "all_pass") == 1
    assert after(begin("hlucin"), "misdeal") == 0


def test_who_has_won() -> None:
    """FR-SESSION-01, FR-SETTLE-12: totals 96 (174 and then -78), -20, -38, -38: A; FR-SESSION-04: 50, 50, -40, -60: A and B together,
    or by a house rule another round; MACH-SESS-03, HEUN-SESSION-11: most chips, or nobody named."""
    french = sessions.start(rules.load("french"), PEOPLE, 3, hands=1)
    two = sessions.start(rules.load("french"), PEOPLE, 3, hands=2)
    won = pay(pay(two, 174, -58, -58, -58), 38, 20, 20, -78)
    assert won.totals[0] == 96
    won = pay(french, 96, -20, -38, -38)
    assert won.winners == (0,)
    assert [(row.name, row.rank) for row in won.standings] == [
        ("Ada", 1),
        ("Ben", 2),
        ("Cyril", 3),
        ("Dana", 3),
    ]
    tied = pay(french, 50, 50, -40, -60)
    assert (tied.over, tied.winners) == (True, (0, 1))
    extra = sessions.start(rules.load("french", {"session.tie": "extra_round"}), PEOPLE, 3, hands=1)
    extra = pay(extra, 50, 50, -40, -60)
    assert (extra.over, extra.winners) == (False, ())
    extra = pay(extra, 25, -25, 0, 0)  # now B is at seat A
    assert (extra.over, extra.winners) == (True, (1,))
    heun = pay(begin("heun"), 35, -10, 0, -25, contract="four", declarer="A")
    assert (heun.over, heun.winners) == (True, (0,))
    nobody = pay(
        begin("heun", session__winner="none"), 35, -10, 0, -25, contract="four", declarer="A"
    )
    assert (nobody.over, nobody.winners) == (True, ())
    stop = pay(begin("machtarok"), 6, -2, -2, -2).stop()
    assert stop.winners == (0,)


# -- people come and go ---------------------------------------------------------------------------


def test_somebody_goes_and_somebody_else_sits_down() -> None:
    session = pay(begin("hlucin"), 1, -1, 1, -1)  # Ada, Ben, Cyril and Dana; Dana dealt
    assert session.dealer == 0
    session = session.seat(("Ada", "Eva", "Cyril", "Dana"))
    assert session.players == (*PEOPLE, "Eva") and session.seated_now == (0, 4, 2, 3)
    assert [session.seat_of(place) for place in session.seated_now] == ["D", "A", "B", "C"]
    session = pay(session, 5, -5, 0, 0)
    assert session.totals == (1, -1, 1 - 5, -1, 5)  # Ben keeps what was won
    assert session.dealer == 4  # the deal goes round the table as it is now
    assert [row.name for row in session.standings] == ["Eva", "Ada", "Ben", "Dana", "Cyril"]
    back = session.seat(("Ben", "Eva", "Cyril", "Dana"))
    assert back.players == session.players and back.seated_now == (1, 4, 2, 3)
    assert pay(back, 0, 0, 2, -2).totals == (1, -1 + 2, -4, -1, 5 - 2)


@pytest.mark.parametrize(
    ("now", "dealer"),
    [
        (("Ada", "Ben", "Cyril", "Dana", "Eva"), "Ada"),
        (("Eva", "Ben", "Cyril", "Dana"), "Eva"),  # who sits in the chair left free
        (("Ben", "Cyril", "Dana", "Eva"), "Eva"),  # the same table
        (("Cyril", "Dana", "Eva", "Fred"), "Eva"),
        (("Eva", "Fred", "Gita", "Hana"), "Eva"),
    ],
)
def test_the_deal_passes_to_the_next_who_is_there(now: tuple[str, ...], dealer: str) -> None:
    session = pay(begin("hlucin"), 1, -1, 1, -1)
    assert session.players[session.dealer] == "Ada"
    after = session.seat(now)
    assert after.players[after.dealer] == dealer
    assert {after.players[place] for place in after.seated_now} == set(now)
    first = begin("hlucin", 0).seat(now)  # before the first hand as well
    assert first.players[first.dealer] == dealer


def test_with_a_fifth_the_dealer_rests_and_without_plays_again() -> None:
    """HLU-SEAT-03, HLU-SEAT-05: four or five sit there, four play."""
    five = begin("hlucin").seat((*PEOPLE, "Eva"))
    assert five.sits_out == 3 and five.place_of("A") == 4
    rng = random.Random(1)
    five = five.add(simulate.finish(five.deal(rng), rng))
    assert five.dealers == (3, 4)
    four = five.seat(("Ada", "Cyril", "Dana", "Eva"))
    assert four.sits_out is None and four.deal(rng).players == 4
    assert four.dealer == 4 and five.seat(PEOPLE).dealer == 0  # the next who is there
    again = sessions.from_json(json.loads(json.dumps(sessions.to_json(four))))
    assert again == four and again.dealers == four.dealers


def test_who_comes_begins_as_all_did() -> None:
    """HEUN-SESSION-05: the game ends when somebody has no chips left, who came later as well."""
    session = sessions.start(rules.load("heun"), PEOPLE, 3, chips=Decimal(10))
    session = pay(session, 9, -9, 0, 0).seat(("Ada", "Eva", "Cyril", "Dana"))
    seat = session.seat_of(4)
    other = "B" if seat == "A" else "A"
    session = session.after({seat: Decimal(-10), other: Decimal(10)})
    assert session.over and {row.name: row.total for row in session.standings}["Eva"] == 0
    with pytest.raises(RecordError, match="is over"):
        session.seat(PEOPLE)


def test_a_pot_is_shared_by_those_who_are_there_at_the_end() -> None:
    table = rules.load(
        rules.pack(
            "table: ours\ntitle: Ours\nextends: polish\npots: {pot: {at_end: share_equally}}\n"
        )
    )
    session = sessions.start(table, PEOPLE, 3)
    session = session.after({"A": Decimal(-20)}, pots={"pot": Decimal(20)})
    session = session.seat(("Ada", "Eva", "Cyril", "Dana")).stop()
    assert session.shares == 5
    got = {row.name: row.total - session.totals[row.place] for row in session.standings}
    assert got == {"Ada": 5, "Ben": 0, "Cyril": 5, "Dana": 5, "Eva": 5}


def test_the_same_people_are_no_change_and_the_last_word_counts() -> None:
    session = pay(begin("hlucin"), 1, -1, 1, -1)
    assert session.seat(PEOPLE) == session and "changes" not in sessions.to_json(session)
    other = session.seat(("Eva", "Ben", "Cyril", "Dana"))
    assert other.seat(PEOPLE) == session  # Eva has never played
    (change,) = sessions.to_json(other)["changes"]
    assert change == {"after": 1, "players": ["Eva", "Ben", "Cyril", "Dana"]}
    jsonschema.validate(sessions.to_json(other), schemas.session())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (7, "changes"),
        ([7], "one after another"),
        ([{"after": 1}], "one after another"),
        ([{"after": -1, "players": list(PEOPLE)}], "one after another"),
        ([{"after": True, "players": list(PEOPLE)}], "one after another"),
        (
            [{"after": 2, "players": list(PEOPLE)}, {"after": 1, "players": list(PEOPLE)}],
            "one after another",
        ),
        ([{"after": 1, "players": ["Ada", "Ben", "Cyril"]}], "3 players cannot play this game"),
        (
            [{"after": 1, "players": ["Ada", "Ben", "Cyril", "Ada"]}],
            "^Ada and Ada look the same",
        ),
        (
            [{"after": 1, "players": ["Ada", "Ben", " ", "Dana"]}],
            "^Player 3 of 4 has no name; every player needs one.$",
        ),
        ([{"after": 1, "players": ["Ada", "Ben", "Cyril", 7]}], "one after another"),
    ],
)
def test_changes_that_make_no_sense(changes: Any, said: str) -> None:
    data = sessions.to_json(pay(begin("hlucin"), 1, -1, 1, -1))
    with pytest.raises(RecordError, match=said):
        sessions.from_json({**data, "changes": changes})


def test_nobody_deals_who_is_not_there() -> None:
    data = sessions.to_json(pay(begin("hlucin"), 1, -1, 1, -1))
    data["changes"] = [{"after": 0, "players": ["Eva", "Ben", "Cyril", "Dana"]}]
    data["hands"][0]["dealer"] = "Ada"
    with pytest.raises(RecordError, match=r"Hand 1: .*Ada"):
        sessions.from_json(data)


# -- pots -----------------------------------------------------------------------------------------


def test_pots_go_from_hand_to_hand() -> None:
    """POL-POT-01, HLU-POOL-01, HLU-POOL-16: empty at the start; what a hand pays in lies there for
    the next; POL-POT-15, HLU-POOL-16: at the end it is left, or by a house rule shared, and what
    does not divide stays."""
    left = begin("polish")
    assert left.pots == {"pot": 0}
    left = pay(left, -10, -10, 5, 0, pots={"pot": Decimal(15)})
    assert left.pots == {"pot": 15}
    left = pay(left, 3, 2, 0, 0, pots={"pot": Decimal(-5)}).stop()
    assert left.pots == {"pot": 10}
    assert left.shares == 0
    assert sum(row.total for row in left.standings) == -10
    shared = begin("polish", pl__pot_end_of_session="share_equally")
    shared = pay(shared, -10, -10, 5, 0, pots={"pot": Decimal(15)})
    assert shared.shares == 0  # nothing before the end
    shared = shared.stop()
    assert shared.shares == 3
    assert sum(row.total for row in shared.standings) == -3  # three points stay
    assert begin("hlucin").pots == {}
    pool = begin("hlucin", pool__enabled="yes")
    assert pool.pots == {"pot": 0}
    pool = begin("hlucin", pool__enabled="yes", pool__end_of_session="share_equally")
    pool = pay(pool, -1, 0, 0, 0, pots={"pot": Decimal("0.25")}).stop()
    assert pool.shares == Decimal("0.06")


def test_a_hand_is_settled_with_what_lies_in_the_pot() -> None:
    """POL-POT-01: the second hand of a session finds what the first one paid in."""
    session = begin("polish")
    rng = random.Random(5)
    seen = []
    for _ in range(12):
        hand = simulate.finish(session.deal(rng), rng)
        before = session.pots
        expected = settle(session.table, finished_facts(hand, before))
        session = session.add(hand)
        assert session.played[-1].payments == expected.payments
        assert session.pots["pot"] == before["pot"] + expected.pots.get("pot", 0)
        assert sum(session.totals) + session.pots["pot"] == 0
        seen.append(session.pots["pot"])
    assert max(seen) > 0


def test_a_pot_is_won() -> None:
    """POL-POT-01, POL-POT-08: an announced pagat that is won takes what earlier hands paid in."""
    session = pay(begin("polish"), -10, -10, 0, 0, pots={"pot": Decimal(20)})
    hand = fill(
        session.table,
        "A: SKYZ XXI XX XIX XVIII XVII XVI XV XIV XIII I 7S; B: KS; talon: II III IV V VI VII",
    )
    hand = run(hand, "A bid zolo_brewer, B bid pass, C bid pass, D bid pass, A say pagat")
    hand = run(hand, "B say nothing, C say nothing, D say nothing, to play, A play 7S, to end")
    without = settle(session.table, finished_facts(hand)).payments["A"]
    won = session.add(hand)
    assert won.played[-1].payments["A"] == without + 20
    assert won.pots == {"pot": 0}


# -- the pack -------------------------------------------------------------------------------------


def test_the_piles_are_dealt_again_unshuffled() -> None:
    """FR-DEAL-14: by a house rule the next pack is the piles of the last round, only cut."""
    session = begin("french", deal__shuffle="no")
    rng = random.Random(2)
    hand = simulate.finish(session.deal(rng), rng, "thumb")
    while hand.ended:
        hand = simulate.finish(session.deal(rng), rng, "thumb")
    session = session.add(hand)
    pack = session.pack(rng)
    assert sorted(pack) == sorted(session.table.cards.cards)
    assert pack == sessions.gathered(hand) == session.pack(random.Random(99))
    won = [t for t in hand.play.tricks if t.winner in hand.declarers]
    if won:
        assert set(won[0].cards) - {"SKYZ"} <= set(pack[: 4 * len(won) + 12])
    shuffled = begin("french").add(dealt_as(hand, "french"))
    assert shuffled.pack(random.Random(1)) != shuffled.pack(random.Random(2))


def dealt_as(hand: Hand, game: str) -> Hand:
    """The same hand by the plain table."""
    start = undealt(load(game), hand.deal.pack)
    for action in hand.actions:
        start = apply(start, action)
    return start


# -- what may be chosen ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taroky", "may"),
    [
        ("", True),
        ("SKYZ", True),
        ("XXI", True),
        ("I", True),
        ("XXI I", True),
        ("V", False),
        ("SKYZ XXI", False),
        ("SKYZ I", False),
        ("SKYZ XXI I", False),
        ("XXI II", False),
    ],
)
def test_a_hand_that_may_be_thrown_in(taroky: str, may: bool) -> None:
    """POL-DEAL-01, POL-DEAL-02, POL-DEAL-04: asked of a hand alone, without a deal; once somebody
    has bid it is too late, or too late for the player who has bid."""
    rest = "KS QS RS JS KH QH RH JH KD QD RD JD"
    cards = f"{taroky} {rest}".split()
    answer = handler.ask({"verb": "offers", "rules": "polish", "hand": cards[:12]})
    assert answer["legal"] == (["throw_in"] if may else [])
    answer = handler.ask(
        {"verb": "offers", "rules": "polish", "hand": cards[:12], "said": "powinnosc"}
    )
    assert answer["legal"] == []  # POL-DEAL-04
    own_turn = {"throwin.timing": "at_own_turn"}
    asked = {"verb": "offers", "rules": "polish", "options": own_turn, "said": "powinnosc"}
    assert handler.ask({**asked, "hand": cards[:12]})["legal"] == (["throw_in"] if may else [])


def test_what_a_declarer_may_choose() -> None:
    """HLU-BID-15, HLU-BID-19, HLU-CALL-12, HLU-CALL-15, HEUN-TALON-10, HEUN-PENALTIES-06."""

    def legal(game: str, **fields: Any) -> list[str]:
        answer: list[str] = handler.ask({"verb": "offers", "rules": game, **fields})["legal"]
        return answer

    hand = "XIX XVIII V IV III KS QS RS JS KH QH RH"
    passes = ["povinnost", "pass", "pass", "pass"]
    assert legal("hlucin", hand=hand, said=passes, contract="povinnost") == ["varsava"]
    said = ["povinnost", "druha_povinnost", "pass", "pass"]
    fields = {"hand": hand, "said": said, "called": "XIX", "drawn": "XIX 7S 8S 9S"}
    assert legal("hlucin", contract="druha_povinnost", **fields) == []
    fields["said"] = passes
    assert legal("hlucin", contract="povinnost", **fields) == ["surrender"]
    assert legal("heun", hand=hand, contract="four") == ["give_up"]
    weak = "QS RS JS 10S QH RH JH 4H QC RC JC 10C"
    assert legal("heun", hand=weak) == ["weak_hand"]
    assert legal("heun", hand=weak.replace("QS", "KS")) == []
    assert legal("heun", hand=weak.replace("QS", "II")) == []
    assert legal("heun", hand=hand, contract="five") == []
    assert legal("heun", hand=hand, contract="four", drawn="XIX XVIII V") == []


def test_until_when_a_hand_may_be_thrown_in() -> None:
    """HEUN-PENALTIES-08, POL-DEAL-04: the right ends with the player's first call, or the auction."""

    def legal(game: str, said: str, **fields: Any) -> list[str]:
        weak = "QS RS JS 10S QH RH JH 4H QC RC JC 10C"
        request = {"verb": "offers", "rules": game, "hand": weak, "said": said, **fields}
        answer: list[str] = handler.ask(request)["legal"]
        return answer

    assert legal("heun", "four") == ["weak_hand"]
    assert legal("heun", "four pass pass five") == []
    assert legal("heun", "five five_over") == []
    first_card = {"penalties.weak_hand.until": "first_card"}
    assert legal("heun", "five five_over", options=first_card) == ["weak_hand"]
    assert legal("polish", "powinnosc") == []
    assert legal("polish", "powinnosc", options={"throwin.timing": "at_own_turn"}) == ["throw_in"]


HEUN = {"contract": "four", "declarer": "B", "partner": "C", "level": 1, "called": "KS"}


def test_irregularities_are_told_by_event_or_penalty() -> None:
    """HEUN-PENALTIES-03, HEUN-PENALTIES-10, HEUN-TALON-10: no irregularity is lost in silence."""
    played = {**HEUN, "points": {"declarers": 40}, "left_over": {"declarers": 0}}

    def paid(facts: dict[str, Any], **options: str) -> list[str]:
        named = {key.replace("__", "."): value for key, value in options.items()}
        asked = {"verb": "score", "rules": "heun", "options": named, "facts": facts}
        return list(handler.ask(asked)["payments"].values())

    for name in ("late_discard", "no_discard_at_own_first_card"):
        assert paid({**played, "irregular": {"B": [name]}}) == ["-3", "1", "5", "-3"]
    lost = {**HEUN, "irregular": {"B": ["revoke"]}}
    assert paid(lost, penalties__revoke="hand_lost") == ["4", "-4", "-4", "4"]
    for wrong in ({"B": ["late"]}, {"B": ["hand_over"]}, {"E": ["revoke"]}):
        with pytest.raises(RecordError):
            paid({**played, "irregular": wrong})
    with pytest.raises(RecordError):
        paid({"contract": "five", "declarer": "B", "called": "KS", "ended": "give_up"})


def test_a_hand_under_way_is_told_in_full() -> None:
    """An unfinished record is answered with whose turn it is and every choice with its reason."""
    table = rules.load("heun")
    hand = fill(table, "B: QS RS JS 10S QH RH JH 4H QC RC JC 10C")
    hand = run(hand, "A bid four")
    answer = handler.ask({"verb": "replay", "record": record.to_text(record.of_hand(hand))})
    state = answer["state"]
    assert (answer["finished"], state["turn"], state["phase"]) == (False, "B", "auction")
    choices = {(c["kind"], c["what"]): c["legal"] for c in state["choices"]}
    assert choices["bid", "five"]
    assert not choices["bid", "four"]
    assert state["asides"]["B"] == [["choose", "weak_hand"]]
    assert state["asides"]["A"] == []
    assert sum(map(len, state["hands"].values())) + len(state["talon"]) == 54


# -- every game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", rules.ids())
def test_sessions_of_every_game_are_kept_in_files(game: str) -> None:
    """A session is the same when read back, and its file keeps to the schema."""
    table = rules.load(game)
    people = ("Ada", "Ben", "Cyril", "Dana", "Eva")[: max(table.seats.players)]
    rng = random.Random(f"{game}")
    dealer, drawn = sessions.choose_dealer(table, len(people), rng)
    session = sessions.start(table, people, dealer, drawn=drawn)
    for _ in range(4):
        if session.over:
            break
        session = session.add(simulate.finish(session.deal(rng), rng))
    data = json.loads(json.dumps(sessions.to_json(session)))
    jsonschema.validate(data, schemas.session())
    back = sessions.from_json(data)
    assert back == session
    assert questions.show(table, back) == questions.show(table, session)
    assert back.stop().winners == sessions.from_json(sessions.to_json(session.stop())).winners
    if not table.pots and not sessions.written(table):
        assert sum(session.totals) == 0


def test_hands_told_by_facts_or_payments() -> None:
    """A hand at a real table needs no record: the facts of its end, or what was paid, will do."""
    session = begin("heun")
    data = sessions.to_json(session)
    facts = {
        "contract": "four",
        "declarer": "B",
        "partner": "C",
        "level": 1,
        "points": {"declarers": 50},
        "tricks": {"declarers": 8},
    }
    data["hands"] = [
        {"facts": facts, "opener": "C"},
        {"payments": {"A": "8", "B": "8", "C": -8, "D": "-8"}, "contract": "five", "declarer": "A"},
        {"payments": {"A": 1, "B": 1, "C": 1, "D": -3}, "ended": "misdeal"},
    ]
    jsonschema.validate(data, schemas.session())
    back = sessions.from_json(data)
    assert back.dealers == (3, 1, 2, 3)
    assert back.paid[0] == {0: -4, 1: 4, 2: 4, 3: -4}
    assert back.hands == 2
    assert sessions.from_json(sessions.to_json(back)) == back
    answer = handler.ask({"verb": "session", "session": data})
    assert answer["dealer"] == "Dana"
    assert answer["seats"] == {"A": "Ada", "B": "Ben", "C": "Cyril", "D": "Dana"}


def test_a_first_hand_told_by_facts_shows_who_opened() -> None:
    """MACH-SESS-02, MACH-DEAL-18: the Povinnost of the first round deals the second."""
    data = sessions.to_json(begin("machtarok"))
    facts = {"contract": "povinnost", "declarer": "B", "points": {"declarers": 60}}
    paid = {"payments": {"A": -4, "B": 12, "C": -4, "D": -4}, "contract": "povinnost"}
    for hand in ({"facts": facts}, paid | {"declarer": "B"}):
        back = sessions.from_json(data | {"hands": [hand]})
        assert back.dealers == (3, 1)
        assert sessions.from_json(sessions.to_json(back)) == back


def test_a_hand_dealt_by_somebody_else() -> None:
    """HLU-DEAL-01: people at a table make mistakes; who in fact dealt is kept, and the deal goes on
    from there."""
    session = replace(begin("hlucin"), title="At the Lion")
    data = sessions.to_json(pay(session, 1, -1, 0, 0))
    data["hands"].append({"payments": {"A": "2", "B": "-2"}, "dealer": "Cyril"})
    jsonschema.validate(data, schemas.session())
    back = sessions.from_json(data)
    assert back.dealers == (3, 2, 3)
    assert back.paid[1] == {3: 2, 0: -2}
    assert sessions.from_json(sessions.to_json(back)) == back
    assert sessions.to_json(back) == data
    shown = questions.show(back.table, back)
    assert [hand.dealer for hand in shown.hands] == ["Dana", "Cyril"]
    assert (shown.dealer, back.title) == ("Dana", "At the Lion")


def test_a_recorded_hand_dealt_by_somebody_else() -> None:
    """The same of a hand that is kept as a record, and of one told by its facts."""
    session = begin("heun")
    rng = random.Random(5)
    data = sessions.to_json(session.add(simulate.finish(session.deal(rng), rng)))
    facts = {
        "contract": "four",
        "level": 1,
        "declarer": "B",
        "partner": "C",
        "points": {"declarers": 50},
    }
    data["hands"] = [{**data["hands"][0], "dealer": "Ada"}, {"facts": facts, "dealer": "Ben"}]
    jsonschema.validate(data, schemas.session())
    back = sessions.from_json(data)
    assert back.dealers == (0, 1, 3)  # the declarer of a Four deals next
    assert sessions.to_json(back) == data


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda d: d.update(format="taroky"), "This is not a session file"),
        (lambda d: d.update(version=9), "version “9”"),
        (lambda d: d.update(rules="nowhere"), "“nowhere” is not a rule set"),
        (lambda d: d.update(colour="red"), "“colour” is not a key of a session file"),
        (lambda d: d.update(players="Ada"), "players"),
        (lambda d: d.update(players=["Ada"], first_dealer="Ada"), "1 player cannot play this game"),
        (lambda d: d.update(players=["Ada", "Ada", "B", "C"], first_dealer="B"), "look the same"),
        (lambda d: d.update(first_dealer="Zoe"), "first_dealer"),
        (lambda d: d.update(chips="many"), "chips"),
        (lambda d: d.update(agreed_hands="two"), "agreed_hands"),
        (lambda d: d.update(hands={}), "hands"),
        (lambda d: d["hands"].append(7), "Hand 2: "),
        (lambda d: d["hands"].append({}), "Hand 2: Give a hand as exactly one"),
        (
            lambda d: d["hands"].append({"payments": {"A": 1}}),
            "Hand 2: The payments add up to 1",
        ),
        (lambda d: d["hands"].append({"payments": {"Z": 1}}), "Hand 2: "),
        (lambda d: d["hands"].append({"payments": {}, "ended": "rain"}), "Hand 2: "),
        (lambda d: d["hands"].append({"payments": {}, "pots": {"hat": 1}}), "Hand 2: "),
        (lambda d: d["hands"].append({"facts": {"contract": "five"}}), "Hand 2: "),
        (lambda d: d["hands"].append({"payments": {}, "dealer": "Zoe"}), "Hand 2: "),
        (lambda d: d.update(title=["evening"]), "title"),
        (lambda d: d["hands"].append({"record": {}}), "Hand 2: This is not a hand record"),
        (lambda d: d["hands"].append(d["hands"][0]), "Hand 2: Hand 2 is not the first"),
        (lambda d: d["hands"][0]["record"]["actions"].pop(), "Hand 1: The hand is not over"),
        (lambda d: d["hands"][0]["record"].update(rules="victoria"), "Hand 1: "),
    ],
)
def test_a_broken_file_is_refused_and_kept(
    spoil: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence that names the hand and what is wrong; the file stays as it is."""
    session = begin("heun")
    rng = random.Random(8)
    data = sessions.to_json(session.add(simulate.finish(session.deal(rng), rng)))
    data = json.loads(json.dumps(data))
    spoil(data)
    file = tmp_path / "evening.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    before = file.read_bytes()
    assert main(["session", "play", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert said in shown.err
    assert "evening.json" in shown.err
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["evening.json"]


def test_the_command_keeps_a_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """new, add, play, seat, show and stop; a file that is there is not written over."""
    file = tmp_path / "evening.json"

    def go(*args: str, code: int = 0) -> str:
        assert main(["session", args[0], str(file), *args[1:]]) == code
        shown = capsys.readouterr()
        return shown.out if code == 0 else shown.err

    said = go("new", "--rules", "hlucin", "--players", *PEOPLE, "--seed", "4")
    assert said.startswith("drawn: Ada ")
    assert said.endswith(" deals next.\n")
    assert "already exists" in go("new", "--players", *PEOPLE, code=2)
    assert "Zoe" in go("new", "--players", *PEOPLE, "--dealer", "Zoe", "--force", code=2)
    go("new", "--players", *PEOPLE, "--dealer", "Dana", "--force")
    said = go(
        "add",
        "--payments",
        "A=0.50",
        "B=-0.50",
        "C=0.50",
        "D=-0.50",
        "--contract",
        "povinnost",
        "--declarer",
        "A",
    )
    assert "1. Dana dealt, povinnost: Ada 0.50" in said
    assert said.endswith("Ada deals next.\n")
    go("play", "--hands", "2", "--bot", "thumb")
    shown = json.loads(go("show", "--json"))
    assert len(shown["hands"]) == 3
    assert shown["dealer"] == "Cyril"
    hand = simulate.play_hand(rules.load("hlucin"), "9")
    kept = tmp_path / "hand.txt"
    kept.write_text(record.to_text(record.of_hand(hand)), encoding="utf-8")
    assert "4. Cyril dealt" in go("add", str(kept))
    assert "hand.txt" in go("add", str(tmp_path / "hand.txt2"), code=2)
    said = go("seat", "--players", "Ada", "Eva", "Cyril", "Dana")
    assert " Eva " in said and said.endswith("Dana deals next.\n")
    assert "2 players cannot play this game" in go("seat", "--players", "Ada", "Eva", code=2)
    before = file.read_bytes()
    kept.write_text("taroky 1\nrules: hlucin\n", encoding="utf-8")
    assert "hand.txt" in go("add", str(kept), code=2)
    assert "record" in go("add", code=2)
    assert file.read_bytes() == before
    assert "The session is over after 4 hands" in go("stop")
    assert "over" in go("play", code=2)
    file.write_text("{", encoding="utf-8")
    assert "evening.json" in go("show", code=2)


def test_a_tie_that_is_played_again_is_told() -> None:
    """FR-COUNTING-18: who tied stands in the sentence as seats."""
    facts = {"points": {"A": 6, "B": 6, "C": 4, "D": 3}}
    options = {"practice1.tie": "replay"}
    game = "french-practice-1"
    answer = handler.ask({"verb": "score", "rules": game, "options": options, "facts": facts})
    (note,) = answer["notes"]
    assert note["text"].startswith("A and B tie on points"), note
    assert set(answer["payments"].values()) == {"0"}
