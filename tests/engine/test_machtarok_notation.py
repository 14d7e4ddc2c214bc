"""MachTarok's notation is read as the hand it tells: written here by its documentation, read by the engine."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from taroky import rules
from taroky.cli.main import main
from taroky.errors import RecordError
from taroky.game import dealt, finished, record
from taroky.hand import Action, Hand
from taroky.players import simulate

RANKS = {"7": 1, "A": 1, "8": 2, "2": 2, "9": 3, "3": 3, "10": 4, "4": 4}
DECLARED = {
    "uni": "U",
    "bida": "B",
    "tarocky": "T",
    "taroky": "R",
    "trul": "3",
    "pane": "H",
    "rosa_pane": "K",
    "rosa_pane_plus": "P",
}
CALLED = {"XIX": "9", "XVIII": "8", "XVII": "7", "XVI": "6", "XV": "5"}
TAROKY = list(rules.load("machtarok").cards.trumps[::-1])
SAVED = (
    "100/100/100/100/H1H2H3H4HJHRHQHKS1S2S3S4/SJSRSQSKD1D2D3D4DJDRDQDK/"
    "C1C2C3C4CJCRCQCKT01T02T03T04/T05T06T07T08T09T10T11T12T13T14T15T16/T17T18T19T20T21T22/"
)


def written_card(card: str) -> str:
    if card in TAROKY:
        return f"T{TAROKY.index(card) + 1:02}"
    rank, suit = card[:-1], card[-1]
    return f"{suit}{RANKS.get(rank, rank)}"


def written_cards(cards: tuple[str, ...]) -> str:
    return "".join(map(written_card, cards))


def of_kind(hand: Hand, kind: str) -> list[Action]:
    return [action for action in hand.actions if action.kind == kind]


def written(hand: Hand) -> list[str]:
    """The parts of a hand that is over, as MachTarok's documentation has them."""
    player = {seat: str(n) for n, seat in enumerate(hand.table.active, start=1)}
    parts = ["100", "100", "100", "100"]
    parts += [written_cards(hand.deal.dealt[seat]) for seat in hand.table.active]
    parts.append(written_cards(hand.deal.talon_dealt))
    prever = [a.seat for a in of_kind(hand, "bid") if a.what == ("prever",)]
    if prever:
        taken = of_kind(hand, "take")[0].what[0]
        parts += [f"P{player[prever[-1]]}", {"first": "T", "second": "B", "back": "R"}[taken]]
    elif gifts := written_gifts(hand, player):
        parts.append(gifts)
    parts.append("".join(written_cards(action.what) for action in of_kind(hand, "discard")))
    said = [(a.seat, word) for a in of_kind(hand, "say") for word in a.what if word != "nothing"]
    parts.append("".join(DECLARED[w] + player[s] for s, w in said if w in DECLARED))
    if called := of_kind(hand, "call"):
        parts.append(CALLED[called[0].what[0]])
    parts.append("".join(f"V{player[s]}" for s, w in said if w == "valat"))
    parts.append("".join(f"C{player[s]}" for s, w in said if ":" in w))
    parts.append("".join(f"I{player[s]}" for s, w in said if w == "pagat"))
    parts += [written_cards(t.cards) + player[t.winner or ""] for t in hand.play.tricks]
    return [*parts, "timeout=30;pn=0"]


def written_gifts(hand: Hand, player: dict[str, str]) -> str:
    """Each card of the talon that was passed on: G where it was kept, GR where it was not."""
    gifts, giver = "", ""
    for action in hand.actions:
        if action.kind == "pass":
            gifts += f"GR{player[giver]}" if giver else ""
            giver = "" if giver else action.seat
        elif action.kind == "draw":
            gifts += f"G{player[giver]}" if giver else ""
            giver = ""
    return gifts


def tells_all(hand: Hand) -> bool:
    """Whether the notation can tell this hand: it has one contra for the game and a valat."""
    words = {word for a in of_kind(hand, "say") for word in a.what}
    doubled = {word.partition(":")[2] for word in words if ":" in word}
    return len(doubled) < 2 and not ("game" in doubled and "valat" in words)


def played(seed: int) -> Hand:
    table, rng = rules.load("machtarok"), random.Random(seed)
    pack = table.cards.shuffled(rng)
    hands = {seat: pack[i * 12 : i * 12 + 12] for i, seat in enumerate(table.active)}
    return simulate.finish(dealt(table, hands, pack[48:]), rng)


@cache
def hands() -> list[Hand]:
    return [hand for hand in map(played, range(60)) if tells_all(hand) and finished(hand)]


def test_a_whole_hand_comes_back_with_all_that_was_done() -> None:
    """MACH-BID-02, MACH-TALON-10, MACH-DBL-01, MACH-ANN-26: each in a hand, and paid alike."""
    seen = set()
    for hand in hands():
        text = "/".join(written(hand))
        again = record.read(text).replay()
        assert again.actions == hand.actions, text
        seen |= {action.kind for action in hand.actions}
        seen |= {word.partition(":")[0] for a in of_kind(hand, "say") for word in a.what}
        seen |= {word for a in of_kind(hand, "take") for word in a.what}
    assert {"pass", "reject", "call", "valat", "pagat", "contra", "trul"} <= seen
    assert {"first", "second", "back"} <= seen


def test_a_hand_that_is_told_in_part_ends_there() -> None:
    hand = hands()[3]
    parts = written(hand)
    for number in range(len(parts) - 12, len(parts)):
        again = record.read("/".join([*parts[:number], "pn=0"])).replay()
        assert again.actions == hand.actions[: len(again.actions)]
        assert len(again.play.tricks) == number - (len(parts) - 13)


@pytest.mark.parametrize("before", ["", "Game save code: ", "\ufeff  "])
@pytest.mark.parametrize("after", ["", ";pn=0", "lock=false;timeout=30000;difficulty=2;pn=3\n"])
def test_a_save_code_is_a_deal(before: str, after: str) -> None:
    saved = record.read(before + SAVED + after)
    hand = saved.replay()
    assert not hand.actions
    assert hand.deal.dealt["A"][-1] == "AH"
    assert hand.deal.dealt["C"][:4] == ("IV", "III", "II", "I")
    assert hand.deal.talon_dealt == ("XVII", "XVIII", "XIX", "XX", "XXI", "SKYZ")
    assert not saved.options
    assert "chips 100 100 100 100" in saved.notes[0]


def test_an_ace_that_is_high_is_a_house_option() -> None:
    saved = record.read(SAVED + "aceHigh=true;pn=0")
    assert dict(saved.options) == {"deck.ace_high": "yes"}
    # the plain red cards are numbered from the lowest: the fourth is the ace
    assert saved.table.cards.beats("AH", "4H")
    assert {"AH", "2H", "3H", "4H"} <= set(saved.replay().deal.dealt["A"])


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("H1H2", "H9H2", "part 5 (“H9H2H3H4HJHRHQHKS1S2S3S4”): A card such as"),
        ("T22/", "T23/", "part 9 (“T17T18T19T20T21T23”): A card such as"),
        ("H1H2", "H2H2", "The 2 of hearts appears twice"),
        ("T22/", "/", "The talon has 5 cards"),
        ("T22/", "T22/P5/", "part 10 (“P5”): This cannot be part"),
        ("T22/", "T22/<b>/", "part 10 (“<b>”): This cannot be part"),
        ("T22/", "T22/V1/", "Discard exactly 4 cards, not 0"),
        ("/T05T06", "/T05", "Hand D has 11 cards; a hand has 12."),
        ("C1C2C3C4CJCRCQCKT01T02T03T04/", "", "9 parts; this one has 8"),
    ],
)
def test_what_does_not_hold_is_named_with_its_part(old: str, new: str, problem: str) -> None:
    with pytest.raises(RecordError) as refusal:
        record.read(SAVED.replace(old, new) + ";pn=0")
    assert problem in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_the_wrong_taker_of_a_trick_and_a_card_that_must_not_be_played_are_told() -> None:
    hand = hands()[3]
    parts = written(hand)
    first = len(parts) - 13
    taker = parts[first][-1]
    wrong = str(int(taker) % 4 + 1)
    changed = [*parts]
    changed[first] = parts[first][:-1] + wrong
    with pytest.raises(
        RecordError, match=f"player {wrong} takes this trick, by the rules player {taker}"
    ):
        record.read("/".join(changed))
    changed[first] = parts[first + 1]
    with pytest.raises(RecordError, match=rf"part {first + 1} \("):
        record.read("/".join(changed))


def test_what_had_no_turn_is_told() -> None:
    parts = written(hands()[3])
    tricks = len(parts) - 13
    with pytest.raises(RecordError, match="nobody could do this"):
        record.read("/".join([*parts[: tricks - 2], "C1C1", *parts[tricks - 1 :]]))


def test_the_command_line_replays_and_settles_it_like_a_record_of_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, hand = tmp_path / "hand.txt", hands()[0]
    outputs = []
    for text in (
        "Game save code: " + "/".join(written(hand)),
        record.to_text(record.of_hand(hand)),
    ):
        file.write_text(text, "utf-8")
        assert main(["replay", str(file)]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]
    assert "Valat, announced" in outputs[0]
