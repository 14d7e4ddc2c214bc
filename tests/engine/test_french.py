"""The French game: rules that no table of cases can hold."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from cases import fill, load, run
from taroky import session as sessions
from taroky.api import handler
from taroky.game import undealt
from taroky.game.view import view
from taroky.rules.table import rows_of
from taroky.settling.paying import finished_facts, settle
from taroky.settling.reported.reading import read

FULL = ("french", "french-3", "french-5")
PRACTICE = ("french-practice-1", "french-practice-2", "french-practice-3")
RANKS = ("K", "Q", "R", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")


def test_a_score_names_who_has_won() -> None:
    """FR-COUNTING-18: both of two who have most; HEUN-COUNTING-21: 35 to 35 goes to the opponents;
    FR-COUNTING-12: who meets the contract has won, whatever bonuses cost."""

    def won(game: str, **facts: object) -> list[str]:
        winners: list[str] = handler.handle({"verb": "score", "rules": game, "facts": facts})[
            "winners"
        ]
        return winners

    assert won("french-practice-1", points={"A": 7, "B": 5, "C": 7, "D": 0}) == ["A", "C"]
    half = {"declarers": 35, "opponents": 35}
    assert won("heun", contract="five", declarer="B", partner="D", points=half) == ["A", "C"]
    slam = {"announced": {"A": ["slam"]}, "tricks": {"declarers": 16}, "honours": 3}
    assert won("french", contract="vzeti", declarer="A", points={"declarers": 80}, **slam) == ["A"]
    assert won("heun", ended="give_up", contract="four", declarer="A") == []


@pytest.mark.parametrize("game", (*FULL, *PRACTICE))
def test_the_pack(game: str) -> None:
    """FR-DECK-01: 56 suit cards, 21 taroky, one škýz. FR-DECK-02: four suits of fourteen, black and
    red alike. FR-DECK-05: the škýz is neither. FR-DECK-06: three honours, and no king."""
    pack = load(game).cards
    assert len(set(pack.cards)) == 78 == 4 * 14 + 21 + 1
    for suit in "SHDC":
        assert [card for card in pack.cards if pack.suit(card) == suit] == [r + suit for r in RANKS]
    assert sum(map(pack.is_tarok, pack.cards)) == 21
    assert not pack.is_tarok("SKYZ")
    assert pack.suit("SKYZ") not in ("S", "H", "D", "C", "T")
    hand = ("I", "XXI", "KS", "SKYZ", "XX")
    assert sum(card in pack.members("trul") for card in hand) == 3


@pytest.mark.parametrize(
    ("game", "seats", "dealer", "cards", "talon"),
    [
        ("french", "ABCD", "D", 18, 6),
        ("french-3", "ABC", "C", 24, 6),
        ("french-5", "ABCDE", "E", 15, 3),
        *((name, "ABCD", "D", 18, 6) for name in PRACTICE),
    ],
)
def test_the_table(game: str, seats: str, dealer: str, cards: int, talon: int) -> None:
    """FR-SEATING-01, FR-SEATING-02, FR-SEATING-05, FR-DEAL-01, FR-DEAL-10 to FR-DEAL-12."""
    table = load(game)
    hand = undealt(table, table.cards.cards)
    assert (hand.active, hand.at_table, hand.dealer) == (tuple(seats), tuple(seats), dealer)
    assert (table.deal.hand, table.deal.talon.cards) == (cards, talon)
    for other in {3, 4, 5} - {len(seats)}:
        assert other not in table.seats.players


def test_the_direction() -> None:
    """FR-SEATING-03: clockwise. FR-SEATING-04: the other way round by a house option of the full
    games, all phases at once."""
    for game in (*FULL, *PRACTICE):
        assert load(game).seats.direction == "clockwise"
    for game in FULL:
        turned = load(game, (("direction", "anticlockwise"),))
        assert turned.seats.direction == "anticlockwise"
        assert undealt(turned, turned.cards.cards).active == load(game).active


@pytest.mark.parametrize("game", (*FULL, *PRACTICE))
def test_everybody_sees_his_own_hand_and_no_other(game: str) -> None:
    """FR-DEAL-09, FR-DEAL-15: the talon is in no hand and nobody sees it."""
    hand = fill(load(game), "A: XX")
    for seat in hand.active:
        seen = view(hand, seat)
        assert set(seen.cards) == set(hand.deal.dealt[seat])
        assert (seen.talon_seen, seen.exposed, seen.drawn, seen.tricks) == ((), (), (), ())
        assert set(seen.card_counts.values()) == {hand.table.deal.hand}


def test_of_the_tricks_only_their_size_is_seen() -> None:
    """FR-ETIQUETTE-06: nobody looks through won tricks; the engine takes the card for the škýz."""
    hand = fill(load("french"), "A: 4S SKYZ; B: QS XX; C: KS; D: 5S")
    hand = run(hand, "A straz_bez_talonu, A say nothing")
    assert set(view(hand, "B").piles.values()) == {0}
    hand = run(hand, "A play 4S, B play QS, C play KS, D play 5S")
    assert view(hand, "A").piles == view(hand, "C").piles == {"A": 0, "B": 0, "C": 4, "D": 0}
    # FR-PLAY-21, FR-PLAY-23: the škýz goes home, and the card for it follows as soon as there is one
    layout = "A: SKYZ XXI; B: 4C; C: 3C; D: 2C"
    owing = run(fill(load("french"), layout), "A straz_bez_talonu, A say nothing")
    owing = run(owing, "A play SKYZ, B play 4C, C play 3C, D play 2C")
    assert view(owing, "B").piles == {"A": 1, "B": 3, "C": 0, "D": 0}


def test_three_steps() -> None:
    """FR-COUNTING-01: the points of the Předák, of the round, of each player. FR-SETTLE-04: 55 less
    51 is 4, and 25 is 29, times 2 is 58. FR-SETTLE-03: first the sum, then the bid."""
    table = load("french")
    reported = {"contract": "straz", "declarer": "A", "points": {"declarers": 55}, "honours": 1}
    settled = settle(table, read(table, reported))
    (game,) = settled.items
    assert [step.value for step in game.steps] == [55, 4, 4, 4, 29, 58, 58]
    assert settled.payments == {"A": 174, "B": -58, "C": -58, "D": -58}
    assert settled.winners == ("A",)


def test_points_are_added_up() -> None:
    """FR-SETTLE-12: totals 174 then -78: 96. FR-SESSION-03: the next on the left deals."""
    session = sessions.start(load("french"), ("Ann", "Ben", "Cyn", "Dan"))
    first = session.place_of("A")
    session = session.after(
        {seat: Decimal(n) for seat, n in zip("ABCD", (174, -58, -58, -58), strict=True)}
    )
    assert session.dealer == 1
    second = {session.seat_of(place): Decimal(-78 if place == first else 26) for place in range(4)}
    session = session.after(second)
    assert session.totals[first] == 96
    assert sum(session.totals) == 0


def test_a_tie_of_the_first_practice_game() -> None:
    """FR-COUNTING-18: most points win; a tie is a joint win, or the hand is dealt again."""
    points = {"contract": "each", "points": {"A": 6, "B": 6, "C": 4, "D": 3}}
    table = load("french-practice-1")
    settled = settle(table, read(table, points))
    assert (settled.winners, settled.replay) == (("A", "B"), False)
    again = load("french-practice-1", (("practice1.tie", "replay"),))
    settled = settle(again, read(again, points))
    assert (settled.winners, settled.replay) == (("A", "B"), True)
    assert set(settled.payments.values()) == {0}


@pytest.mark.parametrize("game", PRACTICE)
def test_the_practice_games_have_no_bonuses_and_no_customs(game: str) -> None:
    """FR-ANNOUNCE-11, FR-OPTIONS-01: what the full game adds to the third practice game."""
    table, full = load(game), load("french")
    assert not (table.declarations.rows or table.bonuses or table.announce.stages)
    assert set(full.declarations.rows) == {"jednoducha", "dvojita", "trojita"}
    assert set(full.bonuses) == {"slam", "jednicka"}  # FR-BONUS-12: and no others
    assert (table.play["normal"].excuse.last_trick, table.deal.talon.dealt) == ("kept", "last")
    assert (full.play["normal"].excuse.last_trick, full.deal.talon.dealt) == ("lost", "scattered")


@pytest.mark.parametrize("game", (*FULL, *PRACTICE))
def test_no_doubling_and_no_penalties(game: str) -> None:
    """FR-DOUBLING-01, FR-PENALTY-01."""
    table = load(game)
    assert not table.doubling.steps
    assert not table.penalties
    assert all(row.irregular == "refused" for row in table.play.values())


@pytest.mark.parametrize("game", ("french", "french-3", "french-5", "french-practice-3"))
def test_half_points_add_up(game: str) -> None:
    """FR-COUNTING-02, FR-COUNTING-09: what one side does not have the other has, of 91 in all, also
    where a pile has an odd card."""
    from taroky.players.simulate import play_hands

    for hand in play_hands(game, 11, 12):
        if hand.contract:
            points = finished_facts(hand).points
            assert points["declarers"] + points["opponents"] == 91


def test_every_option_is_known_by_its_points() -> None:
    """Every house option of the six tables names the rule it belongs to."""
    for game in (*FULL, *PRACTICE):
        for key, option in load(game).options.items():
            assert option.points.get("self"), key
        assert all(ids for row in rows_of(load(game)) for ids in row.points.values())


@pytest.mark.parametrize(("game", "players"), [("french", 4), ("french-3", 3), ("french-5", 5)])
@pytest.mark.parametrize("shuffle", ["yes", "no"])
def test_a_random_session(game: str, players: int, shuffle: str) -> None:
    """FR-SESSION-02: eight rounds that were played, thrown-in ones not among them. FR-DEAL-14: also
    with a pack that is only cut between deals."""
    from taroky.players.simulate import finish

    rng = random.Random(3)
    names = ("Ann", "Ben", "Cyn", "Dan", "Eva")[:players]
    session = sessions.start(load(game, (("deal.shuffle", shuffle),)), names, hands=8)
    while not session.over:
        session = session.add(finish(session.deal(rng), rng))
    assert sum(played.ended != "all_pass" for played in session.played) == 8
