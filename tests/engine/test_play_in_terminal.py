"""Playing in the terminal: what is typed, what is shown, hints, undo, the end, and being broken off."""

import io
import json
import random
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from spoken_languages import EVERY
from taroky import rules
from taroky.cli import main, playing, typed
from taroky.errors import RecordError
from taroky.game import apply, check, current, legal, record, undealt
from taroky.hand import Action, Hand, Legal
from taroky.messages import card_label, local_names, speaking
from taroky.players.roster import player
from taroky.players.simulate import next_action


def moments(game: str, seed: int) -> Iterator[tuple[Hand, Legal, Action]]:
    """Every decision of a hand after the deal, with what was done."""
    table = rules.load(game)
    rng = random.Random(f"{game}/{seed}")
    hand = undealt(table, table.cards.shuffled(rng))
    who = player("random", table, rng)
    while (asked := current(hand)) is not None:
        action = next_action(hand, who)
        if asked[0].name != "deal":
            options = legal(hand)
            assert options is not None
            yield hand, options, action
        hand = apply(hand, action)


def spellings(options: Legal, action: Action) -> Iterator[str]:
    """Ways to type an action."""
    words = action.what or ("",)
    yield str(action)
    yield " ".join((action.kind, *action.what))
    plain = "".join(unicodedata.normalize("NFKD", word).lower() for word in " ".join(words))
    yield plain if plain else action.kind
    places = [[c.kind, c.what] for c in options.legal]
    if all([action.kind, word] in places for word in words):
        yield ", ".join(str(places.index([action.kind, word]) + 1) for word in words)
    if action.kind == "play":
        (card,) = words
        yield f"  {card_label(card).upper()} "
        if card[-1] in "SHDC":
            yield card[-1] + card[:-1]
            yield card[:-1] + "♠♥♦♣"["SHDC".index(card[-1])]


@pytest.mark.parametrize("game", rules.ids())
@pytest.mark.parametrize("language", EVERY)
def test_an_action_can_be_typed_in_many_ways(game: str, language: str) -> None:
    with speaking(language), local_names(rules.load(game).names):
        for seed in range(3):
            for hand, options, action in moments(game, seed):
                for text in spellings(options, action):
                    read = typed.action_of(hand, options, text)
                    same = read == action or (read.kind, {*read.what}) == (
                        action.kind,
                        {*action.what},
                    )
                    assert same, (text, str(read), str(action))
                    assert check(hand, read) is None


def first(game: str, kind: str) -> tuple[Hand, Legal]:
    """The first decision of a kind in some hand."""
    for seed in range(50):
        for hand, options, _ in moments(game, seed):
            if options.of(kind) and options.phase != "announce":
                return hand, options
    raise AssertionError(kind)


@pytest.mark.parametrize(
    "text",
    ["", "xyzzy", "99", "9" * 5000, "KS KH", "\x1b[31m", "\ufffd", "♠", "play", "KX", "a b c"],
)
def test_what_is_not_understood_is_told_in_one_short_sentence(text: str) -> None:
    hand, options = first("hlucin", "bid")
    with pytest.raises(RecordError) as refused:
        typed.action_of(hand, options, text)
    sentence = str(refused.value)
    assert len(sentence) < 300 and sentence.isprintable()


def test_a_card_that_may_not_be_played_is_refused_by_the_rules() -> None:
    hand, options = next(
        (hand, options)
        for seed in range(9)
        for hand, options, _ in moments("hlucin", seed)
        if options.phase == "play" and len(options.legal) < len(options.choices)
    )
    card = next(choice.what for choice in options.choices if not choice.legal)
    refusal = check(hand, typed.action_of(hand, options, card.lower()))
    assert refusal is not None and refusal.points


class Typing(io.StringIO):
    """Standard input of somebody who does what a player would, after these lines."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.game: playing._Game | None = None

    def readline(self, *_: object) -> str:  # type: ignore[override]
        if self.lines:
            return self.lines.pop(0)
        assert self.game is not None
        return f"{self.game._of_player()}\n"

    def isatty(self) -> bool:
        return False


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Typing]:
    someone = Typing()
    begin = playing._Game.play

    def play(game: playing._Game) -> bool:
        someone.game = game
        return begin(game)

    monkeypatch.setattr(playing._Game, "play", play)
    monkeypatch.setattr("sys.stdin", someone)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    yield someone


@pytest.mark.parametrize("game", rules.ids())
def test_a_hand_is_played_to_its_settlement(
    game: str, typing: Typing, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "hand.txt"
    call = ["play", game, "--seat", "b", "--seed", "5", "--out", str(kept)]
    assert main(call) == 0
    shown = capsys.readouterr().out
    assert "You are B" in shown and "Your cards:" in shown
    hand = record.read(kept.read_text("utf-8")).replay()
    assert current(hand) is None
    ends = shown.splitlines()[-len(hand.active) :]
    assert [line[0] for line in ends] == list(hand.active)
    assert all(re.search(r" (gets|pays) \d", line) for line in ends)


def test_nobody_is_shown_what_only_others_know(
    typing: Typing, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "hand.txt"
    for seed in range(6):
        main(["play", "heun", "--seat", "A", "--seed", str(seed), "--out", str(kept)])
        shown = capsys.readouterr().out
        hand = record.read(kept.read_text("utf-8")).replay()
        before_play = shown.partition("Trick 1:")[0]
        hidden = {
            card
            for seat in "BCD"
            for card in (*hand.deal.dealt[seat], *hand.discard.discards.get(seat, ()))
        } - {*hand.deal.faced, *hand.exchange.exposed, *hand.discard.shown, hand.call.called}
        named = set(re.findall(r"(?<![\w])(?:10|[2-9]|[AKQRJ])[SHDC]\b", before_play))
        assert hand.contract and not named & hidden


def test_hints_reasons_and_undo(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    typing.lines = ["undo\n", "?\n", "!\n", "1\n", "u\n", "2\n", "q\n"]
    assert main(["play", "hlucin", "--seat", "A", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "There is nothing to undo yet." in shown
    assert "A> ?\nBest: say “" in shown
    assert "not pass: The first player may not pass, but has to bid.  [HLU-BID-07]" in shown
    assert "A plays povinnost." in shown and "A> u\nUndone." in shown
    assert "A plays trojka." in shown.partition("Undone.")[2]
    assert shown.endswith(
        "The hand is not over.\nThe same cards again: taroky play hlucin --seat A --seed 7\n"
    )


def test_the_same_moves_meet_the_same_answers(
    typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    games = []
    for _ in range(2):
        assert main(["play", "hlucin", "--seat", "C", "--seed", "11", "--json"]) == 0
        games.append(json.loads(capsys.readouterr().out))
    assert games[0] == games[1] and games[0]["settlement"]


@pytest.mark.parametrize("ends", ["eof", "interrupt"])
def test_a_hand_broken_off_is_kept(
    ends: str, typing: Typing, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "hand.txt"
    typing.lines = ["1\n", ""]
    if ends == "interrupt":
        original = Typing.readline

        def readline(someone: Typing, *_: object) -> str:
            line = original(someone)
            if not line:
                raise KeyboardInterrupt
            return line

        Typing.readline = readline  # type: ignore[method-assign]
    try:
        status = main(["play", "--seat", "A", "--seed", "7", "--out", str(kept)])
    finally:
        if ends == "interrupt":
            Typing.readline = original  # type: ignore[method-assign]
    assert status == (130 if ends == "interrupt" else 0)
    assert "The hand is not over." in capsys.readouterr().out
    assert record.read(kept.read_text("utf-8")).replay().contract == "povinnost"


def test_the_game_speaks_the_language_of_the_system(
    typing: Typing, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")
    typing.lines = ["q\n"]
    assert main(["play", "--seat", "A", "--seed", "7"]) == 0
    shown = capsys.readouterr().out
    assert "Tvoje karty:" in shown and "Your cards" not in shown
    typing.lines = ["q\n"]
    assert main(["play", "--seat", "A", "--seed", "7", "--language", "en"]) == 0
    assert "Your cards:" in capsys.readouterr().out


def test_a_seat_that_is_not_there(typing: Typing, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seat", "Z"]) == 2
    assert "“Z” is not a seat here" in capsys.readouterr().err
