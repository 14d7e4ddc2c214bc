"""What the table says at its seats, at the end of a hand and in what can be opened."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from table_events import match_played
from taroky import rules
from taroky.game import apply, legal
from taroky.game.view import view
from taroky.phases.bidding import undecided
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.play_page.evening_parts import HERE
from taroky_tutorials.play_page.events import step_to
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.opponents import dealt, decision
from taroky_tutorials.play_page.play_log import tell
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import PlayState, hand_at, state_of
from taroky_tutorials.play_page.view.layout import view_of
from taroky_tutorials.play_page.view.result import settled


def _drawn(state: PlayState, panel: str = "") -> Markup:
    return view_of(step_to(state.evening.in_hand(panel=panel)), "")


def _over(game: str, seed: str, **fields: str) -> PlayState:
    """The end of a hand that rules of thumb have played."""
    evening = dealt(sit_down({"rules": game, "seed": seed, **fields}))
    hand = state_of(evening).hand
    says = RuleOfThumb(hand.table, random.Random(seed))
    while (options := legal(hand)) is not None:
        hand = apply(hand, says.act(view(hand, options.seat), options)[0])
    return state_of(evening.in_hand(done=hand.actions))


def _ends(game: str) -> Iterator[PlayState]:
    for seed in range(40):
        yield _over(game, f"told-{seed}")


def test_an_exchange_before_the_auction_makes_nobody_declarer() -> None:
    house = rules.pack(
        {
            "table": "lion",
            "title": "Lion",
            "extends": "victoria",
            "choose": {"bidding.when": "after_talon"},
        }
    )
    state = state_of(dealt(sit_down({"rules": house, "seed": "before"})))
    before = 0
    while not state.over and state.phase != "play":
        html = _drawn(state)
        if undecided(state.hand):
            before += bool(state.hand.contract)
            assert 'data-badge="declarer"' not in html
            assert "<b>Lion</b>" in html
            assert not any("declarer" in str(m) for _, lines in state.log for m, _ in lines)
        state = state_of(state.evening.with_done(decision(state, patient=True)))
    assert before
    assert any("declarer" in str(m) for _, lines in state.log for m, _ in lines)


def test_where_nothing_is_paid_nobody_is_told_who_pays_what() -> None:
    passed = next(state for state in _ends("french-practice-2") if state.hand.ended)
    assert 'data-play="{&quot;open&quot;:&quot;working&quot;}"' not in _drawn(passed)
    played = next(state for state in _ends("french-practice-2") if not state.hand.ended)
    assert 'data-play="{&quot;open&quot;:&quot;working&quot;}"' in _drawn(played)


@pytest.mark.parametrize(("game", "players"), [("hlucin", "4"), ("hlucin", "5"), ("french-5", "5")])
def test_payments_stand_in_the_order_of_the_seats(game: str, players: str) -> None:
    state = _over(game, "order", players=players)
    html = _drawn(state)
    seats = re.findall(r'class="tk-name[^>]*>([^<]+)<', html)
    assert re.findall(r'class="tk-who">([^<]+)<', html) == [*seats, "You"]
    sheet = _drawn(state, "sheet")
    assert re.findall(r'<th scope="col">([^<]+)<', sheet)[1:] == [*seats, "You"]


def test_what_a_pot_gets_looks_like_nobody_s_amount() -> None:
    state = next(state for state in _ends("polish") if any(settled(state).pots.values()))
    pot = re.search(r'<li class="is-pot">(.*?)</li>', _drawn(state))
    assert pot is not None
    assert re.search(r"(into|from) the pot", pot[1])
    assert not re.search("[+−]", pot[1])


def test_who_has_most_is_named_where_points_are_only_written_down() -> None:
    winning = set()
    for state in _ends("french-practice-1"):
        headline = re.search(r'class="tk-headline">([^<]+)<', _drawn(state))
        assert headline is not None
        winners = settled(state).winners
        if winners == (state.you,):
            assert re.fullmatch(r"You win with \d+ points?\.", headline[1])
            winning.add("you")
        elif state.you not in winners:
            assert all(state.names[seat] in headline[1] for seat in winners)
            assert "You win" not in headline[1]
            winning.add("others")
    assert winning == {"you", "others"}


def test_the_second_practice_game_says_who_has_won_it() -> None:
    state = next(state for state in _ends("french-practice-2") if not state.hand.ended)
    items = re.search(r'class="tk-what-for">(.*?)</ul>', _drawn(state))
    assert items is not None and re.search(r"won, \d+ points to \d+", items[1])


def test_a_trick_with_kings_has_something_valuable_where_kings_count_one() -> None:
    tricks = 0
    for state in _ends("french-practice-2"):
        for number in range(1, len(state.evening.hand.done) + 1):
            was, now = hand_at(state, number - 1), hand_at(state, number)
            if len(now.play.tricks) == len(was.play.tricks):
                continue
            said = " ".join(str(m) for m, _ in tell(state.you, was, now.actions[-1], now))
            worth = sum(map(state.hand.table.cards.value, now.play.tricks[-1].cards))
            assert not (worth and "nothing valuable" in said)
            tricks += worth > 0
        if tricks > 20:
            return
    raise AssertionError("no tricks")


def test_a_card_that_is_counted_alone_has_no_sum_below_it() -> None:
    state = next(state for state in _ends("french-practice-2") if not state.hand.ended)
    piles = _drawn(state, "piles")
    assert "− 0 =" not in piles and 'class="tk-group-sum">1<' in piles
    assert re.search(r"\d − 2 = \d", _drawn(_over("hlucin", "sums"), "piles"))


def test_nobody_has_won_nothing() -> None:
    lost = next(state for state in _ends("hlucin") if settled(state).payments[state.you] < 0)
    sheet = _drawn(lost, "sheet")
    assert "and not won it: −" in sheet and "won 0" not in sheet


def test_after_both_results_nobody_is_told_to_send_them_back() -> None:
    mine, theirs = match_played("hlucin", "sender"), match_played("hlucin", "receiver")
    table = view_of(step_to(match.from_link(match.link(theirs), mine)), "")
    assert "The other player" in table and "send it back" not in table


def test_at_one_device_the_player_s_own_name_is_at_the_hand() -> None:
    fields = {"name0": "Ludmila", "name1": "Otakar", "level1": HERE}
    state = state_of(dealt(sit_down({"rules": "hlucin", "seed": "names", **fields})))
    taken = state_of(state.evening.in_hand(eyes=0))
    if taken.due:
        place = state.evening.session.place_of(taken.due)
        taken = state_of(state.evening.in_hand(eyes=place))
    own = re.search(r'class="tk-own-name">([^<]+)<', _drawn(taken))
    assert own is not None and own[1] == taken.names[taken.you]
    alone = state_of(dealt(sit_down({"rules": "hlucin", "seed": "names"})))
    assert "tk-own-name" not in _drawn(alone)
